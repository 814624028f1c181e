"""Whoever tells a played game to a recorder: each outcome becomes what a person types for it there, and what follows is
held against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from domain.kernel.entries import Entry
from domain.kernel.errors import OutOfTurn, Trouble, Unknown
from domain.kernel.facts import (
    BY_TABLE,
    Declared,
    Drawn,
    Fact,
    Noted,
    PhaseBegan,
    Photographed,
    Rolled,
    SecretsOpened,
    SideDone,
    TakenBack,
    substance,
)
from domain.kernel.game import Game, Outcome
from domain.kernel.questions import Answer, said
from domain.kernel.sequence import DONE
from recording import shorthand
from recording.hearing import UMPIRE, as_seen, hear
from recording.now import NEXT
from replays.lines import quote, quoted
from replays.notation import Writer, appends, in_full, speak, split, taken_apart
from tests.matrix.ways import Way

FAR = 400
"""No `next` leads to so many entries."""


BOTH = "both"
"""Whose word it is what is said where both look on."""


class Astray(Exception):
    """What was recorded is not what was played."""


def by_hand(fact: Fact) -> Fact:
    """What was played, its dice rolled and cards drawn by the players, as people do."""
    return fact.but(source=BY_TABLE) if isinstance(fact, (Rolled, Drawn)) else fact


def told_of(fact: Fact) -> Any:
    """What two facts have to share."""
    return substance(by_hand(fact))


def goes_on(fact: Fact) -> bool:
    """Whether it is a `next`, which the recorder may make itself, and which may go past several phases at once."""
    return isinstance(fact, Declared) and fact.verb == NEXT


class Teller:
    """Tells a part of what was played, in order, to a game that stands `before` it. `omitted` counts the `next`s that
    nobody typed."""

    def __init__(self, before: Sequence[Entry], played: Sequence[Entry], way: Way) -> None:
        self.way = way
        self.sides = way.game.rules.sides
        self.played = [entry._replace(fact=by_hand(entry.fact)) for entry in played]
        self.ends = [append[-1].version for append in appends(played) for _ in append]
        """Of each, the version its append ends with."""
        self.kept = {entry.fact.to for entry in played if isinstance(entry.fact, TakenBack)}
        """Versions that are taken back to: no line goes over one."""
        self.there = {entry.version: entry.version for entry in before}
        """Where what was played stands in the record."""
        self.done = [False] * len(self.played)
        self.first = 0
        """What lies before is done."""
        self.read = way.game.version
        self.omitted = 0
        self.instead: dict[int, str] = {}
        """What another side declares than it was played by, since it alone knows what that names: that side."""
        if self.read != len(before):
            raise Astray(f"the game begins with {self.read} entries, not with {len(before)}")

    @property
    def game(self) -> Game[Any]:
        return self.way.game

    def tell(self) -> None:
        """Tells it to its end. Raises Astray, or Refused."""
        while (n := self._due()) is not None:
            before = self.game.version
            try:
                self._one(n)
                self._follow()
            except Trouble as trouble:
                raise Astray(f"{trouble}: {self._where(n)}") from trouble
            if self.game.version == before:
                raise Astray(f"nothing came of {self._where(n)}")

    def _where(self, n: int) -> str:
        entry = self.played[n]
        return f"entry {entry.version} [{', '.join(entry.moment.path)}]: {entry.fact!r}"

    def _due(self) -> int | None:
        """What is to be told next; None at the end."""
        while self.first < len(self.played) and self._is_done(self.first):
            self.first += 1
        return self.first if self.first < len(self.played) else None

    def _is_done(self, n: int) -> bool:
        entry = self.played[n]
        if not self.done[n] and goes_on(entry.fact):  # it was made by the recorder, if what came of it is there
            self.done[n] = any(self.done[n + 1 : n + FAR]) or self._goes_on()
        return self.done[n]

    def _goes_on(self) -> bool:
        """Whether a `next` waits for an answer."""
        running = self.game.running
        return bool(self.game.waits and running and running.declared and goes_on(running.declared.fact))

    # ---- what is typed ----

    def _one(self, n: int) -> None:
        fact = self.played[n].fact
        if self._leaves_what_each_works_through(fact):
            self._each_is_done(fact)
        elif isinstance(fact, TakenBack):
            self._take_back(n, fact)
        elif goes_on(fact):
            self._go_on(n)
        elif isinstance(fact, Declared):
            self._declare(n)
        elif isinstance(fact, Answer):
            self._answer(n, fact)
        elif isinstance(fact, SecretsOpened) and self.game.began and self.game.began.locks:
            self._open(n, fact)
        elif self.played[n].version == self._append(n)[0].version:
            self._beside(n)
        else:
            raise Astray(f"it did not follow: {self._where(n)}\n the last: {[e.fact for e in self.game.entries[-3:]]}")

    def _append(self, n: int) -> list[Entry]:
        return [entry for entry, end in zip(self.played, self.ends, strict=True) if end == self.ends[n]]

    def _declare(self, n: int) -> None:
        entry = self.played[n]
        fact = entry.fact
        assert isinstance(fact, Declared)
        fact = fact.but(side=self._whose(n, fact))
        text = Writer(self.game).line([entry._replace(fact=fact.but(as_played="")), *self._with_it(n)])
        if fact.side == BOTH:
            self.way.together(text.removeprefix(f"{BOTH}: "))
            return
        self.way.line(fact.side, self._short(text), unseen=self._hidden(fact, text), reason=fact.as_played)

    def _whose(self, n: int, fact: Declared) -> str:
        """At whose recorder something is declared that another side may have to say, or both."""
        verb = self.game.rules.verb(fact.verb)
        knows = next(
            (side for side in (fact.side, *self.sides) if verb.side or self._knows_what_it_names(side, n)), fact.side
        )
        if knows != fact.side:
            self.instead[n] = knows
            return knows
        owners = set(verb.of(self.game.state, verb.values(fact.values))) if verb.of and self.way.apart else set()
        if not owners or owners == {fact.side} or fact.as_played:
            return fact.side
        return owners.pop() if len(owners) == 1 else BOTH

    def _knows_what_it_names(self, side: str, n: int) -> bool:
        """Whether a side has heard of all that a declaration names."""
        entry = self.played[n]
        fact = entry.fact
        if not isinstance(fact, Declared) or fact.as_played:
            return True
        line = taken_apart(self.game, Writer(self.game).line([entry._replace(fact=fact.but(side=side))]))
        assert line is not None
        with suppress(Trouble):
            try:
                speak(
                    self.game.seen_by(side) if side in self.sides else as_seen(self.game, self.way.audience(side)), line
                )
            except Unknown:
                return False
        return True

    def _short(self, text: str) -> str:
        """Without the verb where it goes without saying; every other time."""
        full, rest = taken_apart(self.game, text), text.partition(" ")[2]
        if self.way.typed % 2 or not rest or full is None or self.game.waits or full.side:
            return text
        short = taken_apart(self.game, rest)
        if short is None or short.first in self.game.rules.play.verbs:
            return text
        meant = in_full(self.game, short)
        return rest if (meant.first, meant.words) == (full.first, full.words) else text

    def _with_it(self, n: int) -> Iterator[Entry]:
        """The answers that stand on a declaration's line: those of whoever says it, in order, now and then; what nobody
        asks for always."""
        declared = self.played[n]
        ready = declared.version % 3 > 0 and declared.version not in self.kept
        for m in range(n + 1, len(self.played)):
            entry = self.played[m]
            fact = entry.fact
            if entry.of != declared.version or isinstance(fact, (TakenBack, Declared)):
                return
            if not isinstance(fact, Answer):
                ready = ready and entry.version not in self.kept
                continue
            own = fact.side == getattr(declared.fact, "side", "") or fact.side not in self.sides
            plain = not fact.secret and not fact.as_played and own and not getattr(fact, "said_by", "")
            ready = ready and plain
            if ready or getattr(fact, "unasked", False):
                yield entry

    def _alone(self, fact: Fact) -> bool:
        """Whether a line is said unseen on a screen that others look at: no phase of theirs ends with it."""
        return self.way.shared and bool(fact.secret)

    def _hidden(self, fact: Declared, text: str) -> bool:
        """Whether a line is said unseen: it is secret, or rests on what its side hides."""
        hides = [side for side in self.game.rules.secrecy.hides if self.game.state.hidden != "paper"]
        if fact.side not in hides:
            return False
        if fact.secret:
            return True
        if not fact.secret and self.way.ends(fact.side, text):  # it is said again, once that is confirmed
            return False
        line = taken_apart(self.game, text)
        assert line is not None
        try:
            hear(self.game, line, "")
        except Trouble:
            return True
        return False

    def _answer(self, n: int, fact: Answer) -> None:
        waits = self.game.waits
        if waits is None or waits.name != fact.name:
            raise Astray(f"{waits} is asked, and not {self._where(n)}")
        question = self.game.pending()
        value = said(fact)
        usual = question is not None and question.default is not None and question.say(question.default) == value
        by = getattr(fact, "said_by", "")
        text = f"{by}: {fact.name} {quote(value)}" if by else self._bare(fact.name, quote(value))
        self.way.answer(by or waits.by, text, usual=usual and not by, reason=fact.as_played)

    def _bare(self, name: str, value: str) -> str:
        """The answer alone, where nothing else could be meant."""
        line, named = taken_apart(self.game, value), split(f"  {name} {value}", self.sides)
        if line is None or named is None:
            return f"  {name} {value}"
        meant = in_full(self.game, line)
        return (
            value
            if (meant.first, meant.words, meant.answer) == (named.first, named.words, True)
            else f"  {name} {value}"
        )

    def _beside(self, n: int) -> None:
        append = self._append(n)
        fact = append[0].fact
        side = fact.secret or getattr(fact, "side", "")
        self.way.line(
            side, Writer(self.game).line(append), unseen=bool(fact.secret) and self.game.state.hidden != "paper"
        )

    def _open(self, n: int, fact: SecretsOpened) -> None:
        """A side's key is another in every diary: it is what `wardiary open` publishes."""
        before = self.game.version
        self.way.open(fact.side)
        opened = self.game.entries[before].fact
        if not isinstance(opened, SecretsOpened):
            raise Astray(f"{fact.side} did not open its secrets: {opened}")
        self.there[self.played[n].version], self.done[n] = before + 1, True

    def _take_back(self, n: int, fact: TakenBack) -> None:
        to = max(self.there[version] for version in self.there if version <= fact.to)
        while self.game.stands[-1].version > to:
            *_, last = appends(self.game.stands)
            word = last[0].fact
            self._undo(getattr(word, "said_by", "") or getattr(word, "side", "") or word.secret)
        if self.game.stands[-1].version != to:
            raise Astray(f"taken back to {self.game.stands[-1].version}, not to {to}: {self._where(n)}")
        self.done[n] = True
        self.there = {version: at for version, at in self.there.items() if version <= fact.to}
        for m in range(n):
            self.done[m] = True

    def _undo(self, by: str) -> None:
        """Takes the last line back, on the recorder of who has said it; where both look on, if it is not for him alone,
        as after a look (IPH 6.8)."""
        line = taken_apart(self.game, shorthand.undone(""))
        assert line is not None
        try:
            hear(self.game, line, self.way.audience(by))
        except OutOfTurn:
            self.way.together(line.text)
        else:
            self.way.undo(by)

    # ---- going on ----

    def _leaves_what_each_works_through(self, fact: Fact) -> bool:
        """Whether what was played goes on from a phase that the sides end each for itself, on recorders of their own;
        or both, before one says alone with `--as` what it keeps secret.
        """
        here = self.game.rules.play.sequence.at(self.game.state)
        if self.way.shared or self.game.waits or here is None or not here.each:
            return False
        later = isinstance(fact, Declared) and self._later(fact)
        return later or (self.way.apart and (goes_on(fact) or isinstance(fact, PhaseBegan)))

    def _each_is_done(self, fact: Fact) -> None:
        """Each side types `n` on its own recorder; where the table insisted on going on, it is said where both look
        on."""
        if goes_on(fact) and getattr(fact, "as_played", ""):
            self.way.together(f"{NEXT} !{quoted(getattr(fact, 'as_played', ''))}")
            return
        if not self.way.apart:
            self.way.line("", NEXT)
            return
        for side in self.sides:
            if side not in self.game.state.sides_done:
                self.way.line(side, "n")

    def _go_on(self, n: int) -> None:
        """A `next` is left out where the line after it makes it; else it is typed as shortly as may be."""
        fact = self.played[n].fact
        assert isinstance(fact, Declared)
        after = self._declared_after(n)
        if after is not None:
            entry = self.played[after]
            text = Writer(self.game).line([entry._replace(fact=entry.fact.but(as_played=""))])
            apart = (
                text.startswith(":")
                or self._alone(entry.fact)
                or not self._later(entry.fact)
                or self._leaves_what_each_works_through(entry.fact)
            )
            apart = (
                apart or self._whose(after, entry.fact) != entry.fact.side
            )  # who says it in the other's place ends nothing of his
            apart = apart or (not self.way.apart and self._owes_unseen())
            if (
                not apart
                and (self.way.ends(entry.fact.side, text) or self._fits(text))
                and self._is_heard(entry.fact.side, text)
            ):
                self.omitted += 1
                self._declare(after)
                return
        whole = Writer(self.game).line([self.played[n]._replace(fact=fact.but(as_played=""))])
        short = "n" if fact.side == self._whose_phase() else f"{fact.side}: n"
        unseen, by = self._hidden(fact, whole), fact.side
        if not self.way.apart and self._owes_unseen():
            unseen, by = True, self.game.rules.play.sequence.ended_by(self.game.state, self.game.rules.sides)
        if (
            self.way.short and not unseen and not fact.as_played
        ):  # on a recorder `next` goes past what is empty too, where it does not say how far
            whole = (
                short
                if self._fits(shorthand.line_meant(self.game, self.way.audience(fact.side), short))
                else self._so_far(whole)
            )
        self.way.line(by, whole, unseen=unseen, reason=fact.as_played)

    def _owes_unseen(self) -> bool:
        """Whether the phase at hand is ended unseen on a screen that others look at."""
        here = self.game.rules.play.sequence.at(self.game.state)
        if here is None or self.game.state.hidden == "paper" or self.game.waits:
            return False
        return here.ends_unseen(as_seen(self.game, "").state)

    def _later(self, fact: Declared) -> bool:
        """Whether a declaration belongs to a later phase alone."""
        phases = self.game.rules.verb(fact.verb).phases
        return bool(phases) and self.game.state.phase not in phases

    def _so_far(self, text: str) -> str:
        """A `next` with the phase it goes to."""
        line = taken_apart(self.game, text)
        assert line is not None
        if line.words:
            return text
        outcome = hear(self.game, line, UMPIRE)
        return f"{text} {self.game.trial(outcome.entries).state.phase}"

    def _whose_phase(self) -> str:
        phase = self.game.rules.play.sequence.at(self.game.state)
        return phase.side if phase else ""

    def _declared_after(self, n: int) -> int | None:
        """The declaration that a `next` is followed by; None where something else is said before it, or it is taken
        back to between them."""
        if self.game.waits:
            return None
        for m in range(n, len(self.played)):
            fact, append = self.played[m].fact, self.ends[m]
            if isinstance(fact, TakenBack):
                return None
            if isinstance(fact, Declared) and not goes_on(fact):
                return m if not fact.as_played else None
            if append in self.kept or (goes_on(fact) and fact.as_played):
                return None
            if m and self.ends[m - 1] != append and not isinstance(fact, (Declared, Answer)):
                return None
        return None

    def _is_heard(self, side: str, text: str) -> bool:
        """Whether a line holds as that side says it: by what it sees, before anything is revealed as the phase ends."""
        return self._heard(text, self.way.audience(side), shared=not self.way.apart) is not None

    def _fits(self, text: str) -> bool:
        """Whether a line leads to just what was played."""
        outcome = self._heard(text, UMPIRE)
        if outcome is None:
            return False
        done = list(self.done)
        try:
            for entry in outcome.entries:
                self._match(entry, done)
        except Astray:
            return False
        return True

    def _heard(self, text: str, audience: str, *, shared: bool = False) -> Outcome | None:
        """What a line leads to where it is said; None where it is refused."""
        line = taken_apart(self.game, text)
        assert line is not None
        try:
            return hear(self.game, line, audience, shared=shared)
        except Trouble:
            return None

    # ---- what followed ----

    def _follow(self) -> None:
        """Holds what was recorded against what was played."""
        for entry in self.game.entries[self.read :]:
            n = self._match(entry, self.done)
            if n is not None:
                self.there[self.played[n].version] = entry.version
        self.read = len(self.game.entries)

    def _anybodys(self, fact: Fact, n: int) -> Fact:
        """What was declared or remarked, with the side that it was played by: on recorders of their own it is the word
        of whose recorder it is."""
        played = self.played[n].fact
        if isinstance(fact, Declared) and fact.side == self.instead.get(n):
            return fact.but(side=getattr(played, "side", ""))
        if (
            not self.way.apart
            or not isinstance(fact, (Declared, Noted, Photographed))
            or type(fact) is not type(played)
        ):
            return fact
        said = getattr(played, "side", "")
        free = not said or (isinstance(fact, Declared) and self.game.rules.verb(fact.verb).of)
        return fact.but(side=said) if free else fact

    def _match(self, entry: Entry, done: list[bool]) -> int | None:
        """Which of what was played an entry is, and marks it as done; None for what need not be the same."""
        fact = entry.fact
        if (
            isinstance(fact, TakenBack)
            or (isinstance(fact, SecretsOpened) and self.game.began and self.game.began.locks)
            or goes_on(fact)
        ):
            return None
        if isinstance(fact, SideDone) or (
            isinstance(fact, Declared) and fact.verb == DONE
        ):  # each says for itself what was played as one `next`
            return None
        declares = isinstance(fact, Declared)
        for n in range(self.first, len(self.played)):
            other = self.played[n].fact
            if done[n] or goes_on(other) or isinstance(other, Declared) != declares:
                continue
            if told_of(self._anybodys(fact, n)) != told_of(other):
                raise Astray(f"recorded: {fact!r}\n  played: {self._where(n)}")
            done[n] = True
            return n
        raise Astray(f"more than was played: {fact!r}")


__all__ = ["Astray", "Teller", "told_of"]
