"""What was taken back and waits to be said again, and how it is offered: one line after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from domain.kernel.entries import UMPIRE, Entry, Waits
from domain.kernel.errors import BadInput
from domain.kernel.facts import BY_PROGRAM, BranchedFrom, Declared, GameBegan, Sealed, TakenBack
from domain.kernel.game import Game
from domain.kernel.questions import Answer
from domain.kernel.rules import Rules
from replays import asides
from replays.lines import GENERATED, Line, by_the_table, rolled, split
from replays.notation import Writer, appends, in_full
from replays.writer import rolled_by

ANSWER, DECLARED, BESIDE = "answer", "declared", "beside"
"""The kinds of lines: answers, declarations, and what stands beside the rules."""


class About(NamedTuple):
    """What a line says, whatever its dice: the same again is the line said again."""

    kind: str
    name: str
    """Its question, verb or topic."""
    what: tuple[object, ...]


class Struck(NamedTuple):
    """A line that was taken back."""

    version: int
    """The entry it began with."""
    text: str
    """What it said; "" where that is sealed and cannot be read here."""
    secret: str
    """Whose secret it holds."""
    about: About
    of: int
    """The declaration it belongs to; one that is said again stays the same, and its answers find it."""
    until: str
    """The key of the moment it led to."""
    passed: bool = False
    """Something else was declared since it was struck."""
    rolled_by: str = BY_PROGRAM
    """Who rolled those of its dice that no player did."""

    def fits(self, waits: Waits | None) -> bool:
        """Whether it can be said while that question is open: an answer only to its own, a declaration to none."""
        if self.about.kind == ANSWER:
            return waits is not None and waits.name == self.about.name
        return waits is None or self.about.kind != DECLARED

    def hidden_from(self, audience: str) -> bool:
        """Whether it holds a secret that is not for an audience."""
        return bool(self.secret) and audience not in (self.secret, UMPIRE)

    def seen_by(self, audience: str) -> Struck:
        """The line as an audience may see it: without its text where that is hidden from it."""
        return self._replace(text="") if self.hidden_from(audience) else self


class Waiting:
    """The lines that wait to be said again, in the order of play. It follows a game's record, and nothing else decides it.

    - What a take-back strikes waits, before what waited already: after three take-backs of a line each, or after one to
      entry 48 and one to entry 43, all that was struck waits, in the order it was first said.
    - A line waits no longer when it is said again. A declaration is the same whatever dice and answers it holds; an answer
      when it answers the same question of that declaration; what stands beside the rules when it is about the same thing:
      the reading, the row, the values set by hand, and a note to the word. It need not be the first that waits. What is
      secret is the same whatever it holds, or what waits would tell that it was changed.
    - What a correction strikes does not wait: the correction says it again.
    - Answers wait no longer when their declaration, said again, has no question left open.
    - Nothing else said beside the rules changes what waits. Another declaration does not either, but what waits then has
      been `passed`: it may have been said in place of it, so it is offered only to whoever asks for it. What was passed
      waits no longer when the game goes on beyond the moment it led to, for there it cannot be said.

    Two things the record does not tell, and whoever offers the lines does: that a line was said `instead_of` one that was
    offered, and that one is left out.
    """

    def __init__(self, rules: Rules[Any], entries: Sequence[Entry] = ()) -> None:
        self.rules = rules
        self.lines: list[Struck] = []
        self._stands: list[tuple[list[Entry], Any]] = []  # what stands, append by append, each with the state before it
        self._state: Any = rules.initial
        self._of: dict[int, int] = {}  # a declaration said again is the one it was
        self.struck: dict[int, tuple[Struck, ...]] = {}
        """What each take-back struck, by its entry."""
        self._read = 0
        self._may_fall = False
        """Whether a line may come to wait no longer by what is said elsewhere: an answer, or one in whose place something else was declared."""
        self.follow(entries)

    @property
    def fresh(self) -> list[Struck]:
        """The lines in whose place nothing else was declared."""
        return [line for line in self.lines if not line.passed]

    def follow(self, entries: Sequence[Entry], instead_of: Struck | None = None) -> None:
        """Reads on in a record whose beginning was read before. A line of its kind takes the place of `instead_of`."""
        for append in appends(entries[self._read :]):
            fact = append[0].fact
            if isinstance(fact, TakenBack):
                self.struck[append[0].version] = self._strike(fact.to, waits=not fact.fixed)
            else:
                self._hear(append, instead_of)
        self._read = len(entries)

    def holds(self, line: Struck) -> bool:
        """Whether a line that waited still does."""
        return any(line.version == other.version for other in self.lines)

    def leave_out(self, line: Struck) -> None:
        """It waits no longer, nor do its answers."""
        alone = line.about.kind != DECLARED
        self.lines = [other for other in self.lines if other.version != line.version and (alone or other.of != line.of)]

    # ---- what was said ----

    def _hear(self, append: list[Entry], instead_of: Struck | None) -> None:
        first, last = append[0], append[-1]
        about = self._about(first)
        again = next((line for line in self.lines if line.about == about), None)
        if again is None and instead_of is not None and about.kind != ANSWER and instead_of.about[:2] == about[:2]:
            again = next((line for line in self.lines if line.version == instead_of.version), None)  # if it waits still
        if again is not None:
            self.lines.remove(again)
            self._of[first.version] = again.of
        elif isinstance(first.fact, Declared):
            self.lines = [line._replace(passed=True) for line in self.lines]
            self._may_fall = self._may_fall or bool(self.lines)
        self._stands.append((append, self._state))
        for entry in append:
            self._state = self.rules.fold(entry.fact, self._state)
        if not self._may_fall:
            return
        settled = {self._declaration(entry) for entry in append} if last.waits is None else set()
        self.lines = [
            line for line in self.lines
            if not (line.about.kind == ANSWER and line.of in settled) and not (line.passed and line.until < last.moment.key)
        ]  # fmt: skip

    def _declaration(self, entry: Entry) -> int:
        return self._of.get(entry.of, entry.of)

    def _about(self, entry: Entry) -> About:
        fact = entry.fact
        if isinstance(fact, Answer):
            return About(ANSWER, fact.name, (self._declaration(entry),))
        if isinstance(fact, Declared):
            return About(DECLARED, fact.verb, (fact.side, fact.secret or fact.values))
        if isinstance(fact, Sealed) and entry.of != entry.version:  # to which question, cannot be read here
            return About(ANSWER, "", (self._declaration(entry),))
        return About(BESIDE, fact.TOPIC, asides.about(fact))

    def _strike(self, to: int, *, waits: bool) -> tuple[Struck, ...]:
        writer = Writer(Game(self.rules))
        struck: list[Struck] = []
        while self._stands and self._stands[-1][0][0].version > to:
            append, self._state = self._stands.pop()
            first = append[0]
            if isinstance(first.fact, (BranchedFrom, GameBegan)):
                continue  # no line says them
            if not waits:
                continue
            writer.game.state = self._state
            secret = next((entry.fact.secret for entry in append if entry.fact.secret), "")
            about, of, until = self._about(first), self._declaration(first), append[-1].moment.key
            self._may_fall = self._may_fall or about.kind == ANSWER
            text = "" if any(isinstance(entry.fact, Sealed) for entry in append) else writer.line(append)  # sealed, its owner says it again
            struck.append(Struck(first.version, text, secret, about, of, until, rolled_by=rolled_by(append)))
        self.lines = [*reversed(struck), *self.lines]
        return tuple(reversed(struck))


class Redoing:
    """Which line is offered to an audience. It is on from `begin` until no line is left, or the player stops.

    Lines in whose place something else was declared are offered only by a `begin` that finds no others. All are shown as the
    audience may see them.
    """

    def __init__(self, game: Game[Any], audience: str = "") -> None:
        self.game, self.audience = game, audience
        self.on = False
        self.offer: Struck | None = None
        """The line last offered: what is said next, if it is of its kind, is said instead of it."""
        self._left_for_later: frozenset[int] = frozenset()

    @cached_property
    def waiting(self) -> Waiting:
        """What waits; worked out when it is first asked for, since most of what is said is not said again."""
        return Waiting(self.game.rules, self.game.entries)

    @property
    def lines(self) -> list[Struck]:
        """All that wait, now."""
        self.waiting.follow(self.game.entries)
        return [line.seen_by(self.audience) for line in self.waiting.lines]

    def struck(self, version: int) -> tuple[Struck, ...]:
        """The lines that the take-back of an entry struck, in the order they were said."""
        self.waiting.follow(self.game.entries)
        return tuple(line.seen_by(self.audience) for line in self.waiting.struck.get(version, ()))

    def some(self) -> list[Struck]:
        """The same. Raises BadInput when none does."""
        lines = self.lines
        if not lines:
            raise BadInput("no struck line waits to be said again")
        return lines

    def text(self, line: Struck) -> str:
        """What a line that waits says, whoever may see it. Raises BadInput when it waits no longer."""
        self.waiting.follow(self.game.entries)
        found = next((other.text for other in self.waiting.lines if other.version == line.version), None)
        if found is None:
            raise BadInput("that line waits no longer")
        return found

    def as_rolled(self, line: Line) -> Line:
        """A line as somebody may type it: its dice are a program's only where a struck line that waits has the same.

        Others in the place of those were changed by hand, and are the table's. Raises BadInput where there were none.
        """
        if not any(rolled(line)):
            return line
        full = in_full(self.game, line)
        if full.first in asides.TABLE and not full.answer:
            return line  # a remark may say what it likes
        self.waiting.follow(self.game.entries)
        about = (ANSWER if full.answer else DECLARED, full.first)
        for struck in self.waiting.lines:
            was = split(struck.text, self.game.rules.sides) if struck.about[:2] == about else None
            if was and (kept := tuple(rolled(was))):
                return replace(by_the_table(line, kept), rolled_by=struck.rolled_by)
        raise BadInput(f"{GENERATED} marks dice that wardiary rolled: say them as they lie, or leave them to it with `auto` (--auto)")

    def begin(self) -> None:
        """Offers the lines. Raises BadInput when none waits."""
        lines = self.some()
        passed = frozenset(line.version for line in lines if line.passed)
        self._left_for_later = passed if len(passed) < len(lines) else frozenset()
        self.on = True

    def stop(self) -> None:
        """The lines wait on, and are offered no more until the next `begin`."""
        self.on, self.offer = False, None

    def pause(self) -> None:
        """Something was refused: a line that was offered is not any more, but what is said next may still be said instead of it."""
        if self.offer is not None:
            self.waiting.follow(self.game.entries)
            self.on = False

    def left(self) -> list[Struck]:
        """The lines that are offered one after the other."""
        return [line for line in self.lines if line.version not in self._left_for_later]

    def next(self) -> Struck | None:
        """The line to be offered now; None where the open question is not the one it answers, or none is offered."""
        if not self.on:
            return None
        self.offer = None
        line = next(iter(self.left()), None)
        if line is None:
            self.stop()
        elif line.fits(self.game.waits):
            self.offer = line
        return self.offer

    def said(self, again: Struck | None = None) -> None:
        """Something was said: a struck line again as it was, or perhaps something instead of the one offered. Then the next one is."""
        before = self.offer
        if again is None and before is None:
            return  # what waits follows the record when it is next asked for
        self.waiting.follow(self.game.entries, before)
        if again is not None and self.waiting.holds(again):  # where the game stands otherwise it may have said something else
            self.waiting.leave_out(again)
        if before is not None and not self.waiting.holds(before):
            self.on, self.offer = True, None

    def skip(self) -> Struck:
        """Leaves out the line that is offered, or the first that waits. Raises BadInput when none waits."""
        first = next(iter(self.left() if self.on or self.offer else ()), None) or self.some()[0]
        self.waiting.leave_out(first)
        self.on, self.offer = self.on or self.offer is not None, None
        return first

    def drop(self) -> list[Struck]:
        """Leaves out all that wait, and returns them. Raises BadInput when none does."""
        dropped = self.some()
        for line in dropped:
            self.waiting.leave_out(line)
        self.stop()
        return dropped
