"""What happens in a game without rules of its own: a line said, and a name made known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from domain.free.marks import ALIAS, NOBODYS, PIECE, SEVERAL, WORD_ONLY
from domain.kernel.facts import Fact, Frozen, Words, side_of
from domain.kernel.limits import Count
from domain.kernel.telling import NOT_READ


class PieceNow(Frozen):
    """A piece as a line leaves it."""

    unit: str
    side: str = ""
    at: str = ""
    steps: Count = 0
    counted: bool = False
    out: bool = False


class Thrown(Frozen):
    """Dice that no sum can count as they lie: words on their faces, faces from 0, or their total alone."""

    count: int
    sides: int = 0
    faces: tuple[str, ...] = ()
    total: int | None = None


class NameLearned(Fact, topic="free.name-learned"):
    """A name is known from here on: a piece of a side, a place, something counted, or just a word."""

    name: str
    kind: str
    side: str = ""
    of: str = ""
    """The name it is another spelling of."""

    def sentence(self) -> str:
        return self.named({})

    def named(self, sides: Mapping[str, str]) -> str:
        if self.kind == ALIAS:
            return f"{self.name} is {self.of}"
        if self.kind == WORD_ONLY:
            return f"{self.name} is a word"
        whose = f" of {side_of(sides, self.side)}" if self.side else ""
        what = {PIECE: "a piece", SEVERAL: "the name of several pieces", "count": "something counted"}
        return f"{self.name} is {what.get(self.kind, f'a {self.kind}')}{whose}"


class LineSaid(Fact, topic="free.line-said"):
    """A line of paper as it stands, and all that counts of it."""

    TELLS_POINTS: ClassVar[bool] = True

    side: str = ""
    """Who said it; "" if the line is nobody's alone."""
    text: Words
    """The line. What decides is the value that was declared."""
    pieces: tuple[PieceNow, ...] = ()
    holds: Mapping[str, str] = {}
    """The places and pieces that have changed hands: name -> side."""
    piles: Mapping[str, tuple[str, ...]] = {}
    """What is left in the piles that the line listed or drew from."""
    thrown: tuple[Thrown, ...] = ()
    moved: tuple[str, ...] = ()
    """The pieces that came to another place."""
    numbered: tuple[str, ...] = ()
    """The pieces whose number it says for the first time."""
    missed: tuple[str, ...] = ()
    """The names that stayed words though a mark stood beside them."""
    unread: tuple[str, ...] = ()
    """The numbers that no mark took."""
    why: Words = ""
    """What is strange about it, though it was recorded."""

    @property
    def follows(self) -> bool:
        return False

    def sentence(self) -> str:
        return self.named({})

    def named(self, sides: Mapping[str, str]) -> str:
        return f"{self.text}{self.understood(sides)}"

    def remark(self) -> str:
        return self.text

    def understood(self, sides: Mapping[str, str]) -> str:
        """What it was taken for, to stand behind it; "" where nothing of it counts."""
        told = "; ".join(self._told(sides))
        rest = [f"→ {told}"] if told else []
        if self.unread:
            rest.append(f"{NOT_READ}{', '.join(self.unread)})")
        return "".join(f" {part}" for part in rest)

    def _told(self, sides: Mapping[str, str]) -> Iterator[str]:
        steps = {one.unit: -one.steps for one in self.losses} | {one.unit: one.steps for one in self.gains}
        for piece in self.pieces:
            if piece.out:
                yield f"{piece.unit} out of play"
                continue
            parts = [f"at {piece.at}"] if piece.at and (piece.unit in self.moved or piece.unit not in steps) else []
            alike = bool(piece.at) and piece.unit.endswith(f" {piece.at}")
            says = piece.unit not in self.moved or piece.unit in steps or piece.unit in self.numbered
            if piece.counted and (says or alike):
                parts.append(f"{piece.steps} left" if piece.unit in steps else f"has {piece.steps}")
            if not piece.counted and piece.unit in steps:
                parts.append(f"{steps[piece.unit]:+d}")
            yield f"{piece.unit} {' '.join(parts)}".strip()
        yield from (f"{sides.get(one.side, one.side)} {one.amount:+d}" for one in self.points)
        yield from (f"{one.name} {one.now}" for one in self.tracks)
        yield from (f"{name} held by {side_of(sides, side) if side else NOBODYS}" for name, side in self.holds.items())
        yield from (f"{len(left)} left in {pile}" for pile, left in self.piles.items())
        if self.why:
            yield self.why
