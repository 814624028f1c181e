"""FREE 4 to 7: what the marks of a line change, worked out one after the other on the state before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from domain.free.facts import LineSaid, PieceNow, Thrown
from domain.free.marks import (
    COUNT_OF,
    PIECE,
    PLACE,
    SEVERAL,
    SIDE_NAME,
    Changes,
    Draws,
    Gone,
    Heard,
    Held,
    Listed,
    Ref,
    Throw,
    Went,
)
from domain.free.state import Free, FreePiece, owned, side_code, stack
from domain.kernel.facts import Fire, Gain, Loss, Points, Track
from domain.kernel.limits import COUNT, LIST, SCORE

OWN_COUNT = "by the table's own count"
Settle = Callable[[str, int, int], int]
"""What holds where the table's total and the record's differ: (what is counted, the table's, the record's)."""
Stood = Callable[[str, str, str], None]
"""Asks where a piece stood: (the piece, the table's place, the record's)."""


@dataclass(slots=True)
class Doing:
    """A line as it is carried out: the state so far, and what its fact will hold."""

    state: Free
    side: str
    settle: Settle
    stood: Stood = lambda piece, theirs, ours: None
    cause: str = "play"
    speaker: str = ""
    """The side that the line names before it, where that is not whose phase it is."""
    pieces: dict[str, FreePiece] = field(default_factory=dict)
    tracks: dict[str, int] = field(default_factory=dict)
    score: dict[str, int] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)
    gains: list[Gain] = field(default_factory=list)
    points: list[Points] = field(default_factory=list)
    moved_tracks: list[Track] = field(default_factory=list)
    holds: dict[str, str] = field(default_factory=dict)
    piles: dict[str, tuple[str, ...]] = field(default_factory=dict)
    thrown: list[Thrown] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    numbered: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)

    def carry_out(self, heard: Heard) -> None:
        """Carries out all marks but dice that somebody has yet to roll."""
        for mark in heard.marks:
            match mark:
                case Changes():
                    self._changes(mark)
                case Went():
                    self._went(mark)
                case Gone():
                    self._gone(mark)
                case Held():
                    self._held(mark)
                case Listed():
                    self._listed(mark)
                case Draws():
                    self._draws(mark)

    def fact(self, text: str, heard: Heard, fire: Fire | None) -> LineSaid:
        """FREE 2: the line as it is recorded."""
        return LineSaid(
            side=self.side,
            text=text,
            pieces=tuple(
                PieceNow(unit=name, side=one.side, at=one.at, steps=one.steps, counted=one.counted, out=one.out)
                for name, one in self.pieces.items()
            ),
            holds=self.holds,
            piles=self.piles,
            thrown=tuple(self.thrown),
            moved=tuple(self.moved),
            numbered=tuple(self.numbered),
            missed=tuple(dict.fromkeys(self.missed)),
            unread=heard.unread,
            why="; ".join(self.odd),
            losses=tuple(self.losses),
            gains=tuple(self.gains),
            points=tuple(self.points),
            tracks=tuple(self.moved_tracks),
            fire=fire,
        )

    def fire(self, heard: Heard, throws: Sequence[tuple[Throw, tuple[int, ...]]]) -> Fire | None:
        """FREE 6.2: dice behind pieces that stand first on a line are their fire at those that lose steps by it."""
        if not throws:
            return None
        first = throws[0][0].after
        by = [ref for ref in heard.named[:first] if ref.kind == PIECE]
        if not by:
            return None
        side = by[0].side
        firers = tuple(dict.fromkeys(ref.name for ref in by if ref.side == side))
        dead = [name for name in firers if (one := self.state.units.get(name)) and one.out]
        self.odd += [odd for name in dead if (odd := f"{name} was out of play") not in self.odd]
        hit = [loss for loss in self.losses if loss.side != side]
        others = [ref for ref in heard.named if (ref.kind == PIECE and ref.side != side) or ref.kind == PLACE]
        if not hit and not others:
            return None
        at = next((ref.name for ref in others if ref.kind == PLACE), "") or (hit[0].unit if hit else others[0].name)
        hits = sum(loss.steps for loss in hit)
        chance = tuple(face for _, faces in throws for face in faces)
        return Fire(kind="fire", side=side, by=firers, at=at, chance=chance, hits=hits, outcome=hits)

    # ---- pieces ----

    def piece(self, name: str, side: str = "") -> FreePiece:
        """A piece as the line has left it so far."""
        return self.pieces.get(name) or self.state.units.get(name) or FreePiece(side=side)

    def _went(self, mark: Went) -> None:
        """FREE 4.2, 4.3: pieces are in a place from here on."""
        to = mark.path[-1].name
        for ref in mark.names[:LIST]:
            if ref.kind == SEVERAL:
                self._several_went(ref, mark, to)
            elif ref.kind == PIECE:
                self._piece_went(ref, mark, to)
            else:
                self.missed.append(ref.name)

    def _piece_went(self, ref: Ref, mark: Went, to: str) -> None:
        now = self.piece(ref.name, ref.side)
        if mark.stays and now.at:
            return
        if mark.left and now.at and now.at != mark.left:
            self.stood(ref.name, mark.left, now.at)
        if now.out:
            self.odd.append(f"{ref.name} was out of play")
        back = {"steps": 0, "counted": False} if now.out else {}
        self.pieces[ref.name] = now.but(at=to, out=False, **back)
        self.moved.append(ref.name)

    def _several_went(self, ref: Ref, mark: Went, to: str) -> None:
        """FREE 4.5: some of several alike go from one place to another, or stand there for the first time."""
        here = mark.left or ("" if mark.stays else self._only_place(ref))
        side = self._whose(ref, here)
        came = alike(ref, side, to)
        if not here:
            if mark.many:
                self._count_of(came, side, to, self.piece(came).steps + mark.many)
            else:
                self.missed.append(ref.name)
            return
        left = alike(ref, side, here)
        there = self.piece(left)
        many = mark.many or there.steps
        if many > there.steps:
            self.odd.append(f"there were {there.steps} {ref.name} at {here}")
        self._count_of(left, side, here, max(0, there.steps - many))
        self._count_of(came, side, to, self.piece(came).steps + many)
        self.moved += [left, came]

    def _whose(self, ref: Ref, place: str) -> str:
        """FREE 4.5: the side of several alike in a place: the one said directly before them, the one that speaks, or
        whoever has some there. Each side has its own."""
        likely = [ref.near] if ref.close else [side for side in (self.side, ref.side) if side]
        others = [] if ref.close else [one.side for one in self._every().values() if one.at == place]
        there = (side for side in (*likely, *others) if place and self.piece(alike(ref, side, place)).steps)
        return next(there, likely[0] if likely else ref.side)

    def _only_place(self, ref: Ref) -> str:
        """The one place where a side has some of several alike; "" if there are more or none."""
        side = self._whose(ref, "")
        there = (one.at for unit, one in self._every().items() if one.steps and unit == alike(ref, side, one.at))
        found = [*there]
        return found[0] if len(found) == 1 else ""

    def _every(self) -> dict[str, FreePiece]:
        return {**self.state.units, **self.pieces}

    def _count_of(self, name: str, side: str, place: str, steps: int) -> None:
        now = self.piece(name, side)
        self.pieces[name] = now.but(at=place, steps=min(steps, COUNT), counted=True, out=not steps)

    def _gone(self, mark: Gone) -> None:
        """FREE 4.4: pieces are out of play. One that nobody counts is one step."""
        for ref in mark.names[:LIST]:
            now = self.piece(ref.name, ref.side)
            if ref.kind != PIECE:
                self.missed.append(ref.name)
                continue
            if now.out:
                self.odd.append(f"{ref.name} was out of play")
                continue
            self._lose(ref.name, now, now.steps if now.counted else 1, left=0)

    def _held(self, mark: Held) -> None:
        """FREE 4.6: whose places or pieces are from here on."""
        self.holds |= dict.fromkeys((ref.name for ref in mark.names), mark.side)

    def _lose(self, name: str, now: FreePiece, steps: int, left: int | None) -> None:
        self.losses.append(
            Loss(side=now.side, unit=name, steps=steps, cause=self.cause, left=left, eliminated=left == 0)
        )
        self.pieces[name] = now.but(steps=left or 0, counted=left is not None, out=left == 0)

    # ---- numbers ----

    def _changes(self, mark: Changes) -> None:
        for ref in mark.names[:LIST]:
            name = ref.name
            if ref.kind == SIDE_NAME:
                self._scores(ref, mark)
            elif ref.kind == PIECE:
                self._steps(name, ref.side, ref, mark)
            elif ref.kind == SEVERAL and mark.place:
                side = self._whose(ref, mark.place)
                self._steps(alike(ref, side, mark.place), side, ref, mark)
            elif ref.kind in (COUNT_OF, PLACE):
                self._counts(ref, mark)
            else:
                self.missed.append(name)

    def _steps(self, name: str, side: str, ref: Ref, mark: Changes) -> None:
        """FREE 4.1: a piece loses steps, gets some back, or has so many; the first count of it is no gain."""
        now = self.piece(name, side)
        if ref.kind == SEVERAL and not now.at:
            now = now.but(at=mark.place)
        if ref.kind == PIECE and mark.place and now.at and mark.place != now.at:
            self.odd.append(f"{name} stood at {now.at}, not at {mark.place}")
        self.pieces[name] = now
        if now.out and mark.sign == "-":
            self.odd.append(f"{name} was out of play")
        if mark.sign == "=":
            self._steps_set(name, now, min(mark.amount, COUNT))
        elif mark.sign == "-":
            if now.counted and mark.amount > now.steps:
                self.odd.append(f"{name} had only {now.steps}")
            left = max(0, now.steps - mark.amount) if now.counted else None
            if steps := min(mark.amount, now.steps) if now.counted else mark.amount:
                self._lose(name, now, steps, left)
        elif mark.sign == "+":
            self._gain(name, now, mark.amount)
        if mark.claim is not None:
            self._steps_claimed(name, mark.claim)

    def _gain(self, name: str, now: FreePiece, steps: int) -> None:
        after = min(now.steps + steps, COUNT) if now.counted else None
        if steps:
            self.gains.append(Gain(side=now.side, unit=name, steps=steps, cause=self.cause, now=after))
        self.pieces[name] = now.but(steps=after or 0, out=False)

    def _steps_set(self, name: str, now: FreePiece, steps: int) -> None:
        if now.counted and steps > now.steps:
            self._gain(name, now, steps - now.steps)
        elif now.counted and steps < now.steps:
            self._lose(name, now, now.steps - steps, steps)
        else:
            self._number(name, now, steps)

    def _number(self, name: str, now: FreePiece, steps: int) -> None:
        self.numbered.append(name)
        self.pieces[name] = now.but(steps=steps, counted=True, out=steps == 0)

    def _steps_claimed(self, name: str, claim: int) -> None:
        now = self.pieces[name]
        if not now.counted:
            self._number(name, now, min(max(claim, 0), COUNT))
        elif claim != now.steps and self.settle(name, claim, now.steps) == claim:
            self._steps_set(name, now, min(max(claim, 0), COUNT))

    def _scores(self, ref: Ref, mark: Changes) -> None:
        """FREE 5.1: the points of a side."""
        has = self.score.get(ref.side, self.state.points.get(ref.side, 0))
        after = {"+": has + mark.amount, "-": has - mark.amount, "=": mark.amount, "": has}[mark.sign]
        self._points(ref.side, after - has, "line")
        has = self.score.get(ref.side, has)
        if mark.claim is not None and mark.claim != has and self.settle(ref.name, mark.claim, has) == mark.claim:
            self._points(ref.side, mark.claim - has, "own-count")

    def _points(self, side: str, amount: int, code: str) -> None:
        has = self.score.get(side, self.state.points.get(side, 0))
        amount = max(-SCORE, min(SCORE, has + amount)) - has
        if amount:
            why = OWN_COUNT if code == "own-count" else ""
            self.points.append(Points(side=side, amount=amount, code=code, why=why))
        self.score[side] = has + amount

    def _counts(self, ref: Ref, mark: Changes) -> None:
        """FREE 5.2: something counted, of the side named before it, or of nobody."""
        name = self._owned(ref)
        was = self.tracks.get(name, self.state.tracks.get(name))
        has = was or 0
        after = {"+": has + mark.amount, "-": has - mark.amount, "=": mark.amount, "": has}[mark.sign]
        if was is None and mark.claim is not None:
            after = mark.claim
        if after < 0 and mark.sign == "-" and mark.claim is None:
            self.odd.append(f"{name} is below zero")
        self._track(name, was, after)
        if mark.claim is not None and mark.claim != after and self.settle(name, mark.claim, after) == mark.claim:
            self._track(name, after, mark.claim, OWN_COUNT)

    def _track(self, name: str, was: int | None, now: int, why: str = "") -> None:
        now = max(-SCORE, min(SCORE, now))
        if was is None or was != now:
            self.moved_tracks.append(Track(name=name, was=was or 0, now=now, why=why))
        self.tracks[name] = now

    def _owned(self, ref: Ref) -> str:
        """What is meant by something counted: that of the side named before it; else what nobody's is; else, if
        sides have it, that of the side that speaks."""
        if near := ref.near or self.speaker:
            return owned(near, ref.name)
        bare, theirs = owned("", ref.name), owned(self.side, ref.name)
        counted = {*self.state.tracks, *self.tracks}
        row = self.state.game_row
        sides = [side_code(name) for name in row.sides] if row else []
        each = any(owned(side, ref.name) in counted for side in sides)
        return theirs if bare not in counted and each else bare

    # ---- piles ----

    def _listed(self, mark: Listed) -> None:
        """FREE 7: what lies in a pile."""
        last = min(mark.last, mark.first + LIST - 1)
        if last < mark.last:
            self.odd.append(f"a pile holds at most {LIST}")
        self.piles[mark.pile.name] = tuple(map(str, range(mark.first, last + 1)))

    def _draws(self, mark: Draws) -> None:
        name = self.pile_of(mark)
        left = self.piles.get(name, self.state.piles.get(name, ()))
        if not name:
            return
        if mark.item not in left:
            self.odd.append(f"{mark.item} could not come up from {name}")
        self.piles[name] = tuple(one for one in left if one != mark.item)

    def pile_of(self, mark: Draws) -> str:
        """The listed pile of a draw: the one named, or the only one; "" if there is none."""
        piles = {**self.state.piles, **self.piles}
        if mark.pile:
            return next((name for name in piles if name.casefold() == mark.pile.casefold()), "")
        return next(iter(piles)) if len(piles) == 1 else ""


def alike(ref: Ref, side: str, place: str) -> str:
    """The name of those of several alike that a side has in a place. Its own are called so where the name is first
    another's."""
    return owned("" if side == ref.side else side, stack(ref.name, place))


def faces_of(throw: Throw) -> tuple[int, ...]:
    """FREE 6: the faces of dice that can be counted as they lie: each from 1 to the number of sides; () else."""
    numbers = tuple(int(face) for face in throw.faces if face.isdecimal())
    fair = throw.sides > 1 and len(numbers) == len(throw.faces) == throw.many
    return numbers if fair and not throw.named and all(1 <= face <= throw.sides for face in numbers) else ()


def strange(throw: Throw) -> str:
    """FREE 6: what is strange about dice: more or fewer faces than dice, or one that none of them has; "" if nothing
    is. Those of ten sides and more may begin with 0."""
    if throw.named or not throw.faces or not throw.sides or faces_of(throw):
        return ""
    shown = " ".join(throw.faces)
    if len(throw.faces) != throw.many:
        return f"{throw.many} {'die' if throw.many == 1 else 'dice'}, and {len(throw.faces)} shown: {shown}"
    from_0 = throw.sides >= 10 and all(0 <= int(face) < throw.sides for face in throw.faces)
    return "" if from_0 else f"no die has such faces: {shown}"


def uncounted(throws: Iterable[Throw]) -> tuple[Thrown, ...]:
    """FREE 6: the dice whose sum is not counted as they lie: words on their faces, faces from 0, a sum alone, a face
    that no such die has."""
    return tuple(
        Thrown(count=one.many, sides=one.sides, faces=one.faces, total=one.total)
        for one in throws
        if (one.faces or one.total is not None) and not faces_of(one)
    )
