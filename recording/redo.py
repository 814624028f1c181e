"""Struck lines that wait to be said again, offered one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from domain.kernel.entries import UMPIRE, Entry, Waits
from domain.kernel.errors import BadInput
from domain.kernel.facts import BY_PROGRAM, BranchedFrom, Declared, GameBegan, Stub, TakenBack
from domain.kernel.game import Game
from domain.kernel.questions import Answer
from domain.kernel.rules import Rules
from replays import asides
from replays.lines import GENERATED, Line, by_the_table, rolled, split
from replays.notation import Writer, appends, in_full
from replays.writer import rolled_by

ANSWER, DECLARED, BESIDE = "answer", "declared", "beside"
"""The kinds of lines: answers, declarations, and lines beside the rules."""


class About(NamedTuple):
    """The identity of a line, whatever its dice: a line with the same identity is the line said again."""

    kind: str
    name: str
    """The name of its question, verb or topic."""
    what: tuple[object, ...]


class Struck(NamedTuple):
    """A line that was taken back."""

    version: int
    """Its first entry."""
    text: str
    """Its text; "" if that is sealed and cannot be read here."""
    secret: str
    """The side whose secret it holds."""
    about: About
    of: int
    """The declaration it belongs to. A declaration said again keeps this number, so that its answers find it."""
    until: str
    """The key of the moment it led to."""
    passed: bool = False
    """Whether something else has been declared since it was struck."""
    rolled_by: str = BY_PROGRAM
    """The source of those of its dice that no player rolled."""

    def fits(self, waits: Waits | None) -> bool:
        """Whether it can be said while this question is open: an answer only to its own question, a declaration to
        none.
        """
        if self.about.kind == ANSWER:
            return waits is not None and waits.name == self.about.name
        return waits is None or self.about.kind != DECLARED

    def hidden_from(self, audience: str) -> bool:
        """Whether it holds a secret that the audience may not see."""
        return bool(self.secret) and audience not in (self.secret, UMPIRE)

    def seen_by(self, audience: str) -> Struck:
        """The line as an audience may see it: without its text if that is hidden."""
        return self._replace(text="") if self.hidden_from(audience) else self


class Waiting:
    """The lines that wait to be said again, in the order of play. Only the game's record decides which lines wait.

    - Lines struck by a take-back wait, before those that waited already. So after several take-backs, all struck lines
      wait in the order they were first said.
    - A line stops waiting when it is said again; it need not be the first that waits. A declaration is the same
      whatever its dice and answers. An answer is the same if it answers the same question of that declaration. An aside
      is the same if it has the same subject: the reading, the row, the values set by hand; a note must be the same to
      the word. A secret line is the same whatever it holds, or the list would tell that it was changed.
    - Lines struck by a correction do not wait: the correction says them again.
    - Answers stop waiting when their declaration, said again, has no question left open.
    - Other asides change nothing. Another declaration marks the waiting lines as `passed`: it may have been said in
      their place, so they are offered only on request. A passed line stops waiting when the game goes beyond the moment
      it led to, because it cannot be said there.

    Two things are not in the record, and the caller tells them: that a line was said `instead_of` an offered one, and
    that a line is left out.
    """

    def __init__(self, rules: Rules[Any], entries: Sequence[Entry] = ()) -> None:
        self.rules = rules
        self.lines: list[Struck] = []
        self._stands: list[tuple[list[Entry], Any]] = []  # the standing appends, each with the state before it
        self._state: Any = rules.initial
        self._of: dict[int, int] = {}  # a declaration said again -> the original one
        self.struck: dict[int, tuple[Struck, ...]] = {}
        """The lines that each take-back struck, by its entry."""
        self._read = 0
        self._may_fall = False
        """Whether a line may stop waiting because of other lines: an answer, or one in whose place something else was
        declared.
        """
        self.follow(entries)

    @property
    def fresh(self) -> list[Struck]:
        """The lines in whose place nothing else was declared."""
        return [line for line in self.lines if not line.passed]

    def follow(self, entries: Sequence[Entry], instead_of: Struck | None = None) -> None:
        """Reads on in a record whose beginning was read before.

        A line of the same kind takes the place of `instead_of`.
        """
        for append in appends(entries[self._read :]):
            fact = append[0].fact
            if isinstance(fact, TakenBack):
                self.struck[append[0].version] = self._strike(fact.to, waits=not fact.fixed)
            else:
                self._hear(append, instead_of)
        self._read = len(entries)

    def holds(self, line: Struck) -> bool:
        """Whether a line still waits."""
        return any(line.version == other.version for other in self.lines)

    def leave_out(self, line: Struck) -> None:
        """Leaves a line out: it and its answers wait no longer."""
        alone = line.about.kind != DECLARED
        self.lines = [other for other in self.lines if other.version != line.version and (alone or other.of != line.of)]

    # ---- what was said ----

    def _hear(self, append: list[Entry], instead_of: Struck | None) -> None:
        first, last = append[0], append[-1]
        about = self._about(first)
        again = next((line for line in self.lines if line.about == about), None)
        if again is None and instead_of is not None and about.kind != ANSWER and instead_of.about[:2] == about[:2]:
            again = next((line for line in self.lines if line.version == instead_of.version), None)  # if it still waits
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
            line
            for line in self.lines
            if not (line.about.kind == ANSWER and line.of in settled)
            and not (line.passed and line.until < last.moment.key)
        ]

    def _declaration(self, entry: Entry) -> int:
        return self._of.get(entry.of, entry.of)

    def _about(self, entry: Entry) -> About:
        fact = entry.fact
        if isinstance(fact, Answer):
            return About(ANSWER, fact.name, (self._declaration(entry),))
        if isinstance(fact, Declared):
            return About(DECLARED, fact.verb, (fact.side, fact.secret or fact.values))
        if isinstance(fact, Stub) and entry.of != entry.version:  # its question cannot be read here
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
            # if sealed, its owner says it again
            text = "" if any(isinstance(entry.fact, Stub) for entry in append) else writer.line(append)
            struck.append(Struck(first.version, text, secret, about, of, until, rolled_by=rolled_by(append)))
        self.lines = [*reversed(struck), *self.lines]
        return tuple(reversed(struck))


class Redoing:
    """The choice of the line offered to an audience. It is on from `begin` until no line is left, or the player stops.

    Lines in whose place something else was declared are offered only by a `begin` that finds no others. All are shown
    as the audience may see them.
    """

    def __init__(self, game: Game[Any], audience: str = "") -> None:
        self.game, self.audience = game, audience
        self.on = False
        self.offer: Struck | None = None
        """The line last offered. If the next line said is of its kind, it is said in its place."""
        self._left_for_later: frozenset[int] = frozenset()

    @cached_property
    def waiting(self) -> Waiting:
        """The waiting lines, worked out on first use, because most lines are never said again."""
        return Waiting(self.game.rules, self.game.entries)

    @property
    def lines(self) -> list[Struck]:
        """All lines that wait now."""
        self.waiting.follow(self.game.entries)
        return [line.seen_by(self.audience) for line in self.waiting.lines]

    def struck(self, version: int) -> tuple[Struck, ...]:
        """The lines struck by the take-back at this entry, in the order they were said."""
        self.waiting.follow(self.game.entries)
        return tuple(line.seen_by(self.audience) for line in self.waiting.struck.get(version, ()))

    def some(self) -> list[Struck]:
        """All lines that wait now. Raises BadInput if there are none."""
        lines = self.lines
        if not lines:
            raise BadInput("no struck line waits to be said again")
        return lines

    def text(self, line: Struck) -> str:
        """The text of a waiting line, whoever may see it. Raises BadInput if it waits no longer."""
        self.waiting.follow(self.game.entries)
        found = next((other.text for other in self.waiting.lines if other.version == line.version), None)
        if found is None:
            raise BadInput("that line waits no longer")
        return found

    def as_rolled(self, line: Line) -> Line:
        """A line as somebody may type it: its dice count as a program's only if a waiting line has the same ones.

        Other dice in their place were changed by hand, and are the table's. Raises BadInput if there are none in their
        place.
        """
        if not any(rolled(line)):
            return line
        full = in_full(self.game, line)
        if full.first in asides.TABLE and not full.answer:
            return line  # a note may say anything
        self.waiting.follow(self.game.entries)
        about = (ANSWER if full.answer else DECLARED, full.first)
        for struck in self.waiting.lines:
            was = split(struck.text, self.game.rules.sides) if struck.about[:2] == about else None
            if was and (kept := tuple(rolled(was))):
                return replace(by_the_table(line, kept), rolled_by=struck.rolled_by)
        raise BadInput(
            f"{GENERATED} marks dice that wardiary rolled: say them as they lie, or leave them to it with `auto` "
            "(--auto)"
        )

    def begin(self) -> None:
        """Starts offering the lines. Raises BadInput if none waits."""
        lines = self.some()
        passed = frozenset(line.version for line in lines if line.passed)
        self._left_for_later = passed if len(passed) < len(lines) else frozenset()
        self.on = True

    def stop(self) -> None:
        """Stops offering the lines until the next `begin`. They go on waiting."""
        self.on, self.offer = False, None

    def pause(self) -> None:
        """Withdraws the offered line after a refusal. The next line said may still be said in its place."""
        if self.offer is not None:
            self.waiting.follow(self.game.entries)
            self.on = False

    def left(self) -> list[Struck]:
        """The lines still to be offered."""
        return [line for line in self.lines if line.version not in self._left_for_later]

    def next(self) -> Struck | None:
        """The line to offer now; None if none is offered, or another question is open than the one it answers."""
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
        """Notes that a line was said: a struck one again, or perhaps another in place of the one offered.

        The next one is offered then.
        """
        before = self.offer
        if again is None and before is None:
            return  # the waiting lines follow the record when they are next asked for
        self.waiting.follow(self.game.entries, before)
        if again is not None and self.waiting.holds(again):  # in another situation it may have said something else
            self.waiting.leave_out(again)
        if before is not None and not self.waiting.holds(before):
            self.on, self.offer = True, None

    def skip(self) -> Struck:
        """Leaves out the line offered, or the first that waits. Raises BadInput if none waits."""
        first = next(iter(self.left() if self.on or self.offer else ()), None) or self.some()[0]
        self.waiting.leave_out(first)
        self.on, self.offer = self.on or self.offer is not None, None
        return first

    def drop(self) -> list[Struck]:
        """Leaves out all waiting lines, and returns them. Raises BadInput if none waits."""
        dropped = self.some()
        for line in dropped:
            self.waiting.leave_out(line)
        self.stop()
        return dropped
