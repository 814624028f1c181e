"""Struck lines that wait to be said again, offered one after the other."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from domain.kernel.errors import BadInput
from domain.kernel.game import Game
from recording.waiting import ANSWER, DECLARED, Waiting, WaitingLine
from replays import asides
from replays.lines import GENERATED, Line, by_the_table, rolled
from replays.notation import in_full
from replays.papers import taken_apart


class Redoing:
    """The choice of the line offered to an audience. It is on from `begin` until no line is left, or the player stops.

    Lines in whose place something else was declared are offered only by a `begin` that finds no others. All are shown
    as the audience may see them.
    """

    def __init__(self, game: Game[Any], audience: str = "") -> None:
        self.game, self.audience = game, audience
        self.on = False
        self.offer: WaitingLine | None = None
        """The line last offered. If the next line said is of its kind, it is said in its place."""
        self._left_for_later: frozenset[int] = frozenset()

    @cached_property
    def waiting(self) -> Waiting:
        """The waiting lines, worked out on first use, because most lines are never said again."""
        return Waiting(self.game.rules, self.game.entries)

    @property
    def lines(self) -> list[WaitingLine]:
        """All lines that wait now."""
        self.waiting.follow(self.game.entries)
        return [line.seen_by(self.audience) for line in self.waiting.lines]

    def struck(self, version: int) -> tuple[WaitingLine, ...]:
        """The lines struck by the take-back at this entry, in the order they were said."""
        self.waiting.follow(self.game.entries)
        return tuple(line.seen_by(self.audience) for line in self.waiting.struck.get(version, ()))

    def some(self) -> list[WaitingLine]:
        """All lines that wait now. Raises BadInput if there are none."""
        lines = self.lines
        if not lines:
            raise BadInput("no struck line waits to be said again")
        return lines

    def whole(self, line: WaitingLine) -> WaitingLine:
        """A waiting line with its text, whoever may see it. Raises BadInput if it waits no longer."""
        self.waiting.follow(self.game.entries)
        found = next((other for other in self.waiting.lines if other.at == line.at), None)
        if found is None:
            raise BadInput("that line waits no longer")
        return found

    def as_rolled(self, line: Line) -> Line:
        """A line as somebody may type it: its dice count as a program's only if a waiting line has the same ones.

        Other dice in their place were changed by hand, and are the table's. Raises BadInput if there are none in their
        place.
        """
        if line.paper or not any(rolled(line)):
            return line
        full = in_full(self.game, line)
        if full.first in asides.TABLE and not full.answer:
            return line  # a note may say anything
        self.waiting.follow(self.game.entries)
        about = (ANSWER if full.answer else DECLARED, full.first)
        for struck in self.waiting.lines:
            was = taken_apart(self.game, struck.text) if struck.about[:2] == about else None
            if was and (kept := tuple(rolled(was))):
                return replace(by_the_table(line, kept), rolled_by=struck.rolled_by)
        raise BadInput(f"{GENERATED} marks dice that wardiary rolled: say them as they lie").at_prompt(
            ", or leave them to it with `auto` (--auto)"
        )

    def begin(self) -> None:
        """Starts offering the lines. Raises BadInput if none waits."""
        lines = self.some()
        passed = frozenset(line.at for line in lines if line.passed)
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

    def left(self) -> list[WaitingLine]:
        """The lines still to be offered."""
        return [line for line in self.lines if line.at not in self._left_for_later]

    def next(self) -> WaitingLine | None:
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

    def said(self, again: WaitingLine | None = None) -> list[WaitingLine]:
        """Notes that a line was said: a struck one again, or perhaps another in place of the one offered.

        The next one is offered then. Returns the answers that a line said again let go.
        """
        before = self.offer
        if again is None and before is None:
            return []  # the waiting lines follow the record when they are next asked for
        self.waiting.follow(self.game.entries, before)
        let_go = self.waiting.let_go if again is not None else []
        if again is not None and self.waiting.holds(again):  # in another situation it may have said something else
            self.waiting.leave_out(again)
        if before is not None and not self.waiting.holds(before):
            self.on, self.offer = True, None
        return let_go

    def skip(self) -> WaitingLine:
        """Leaves out the line offered, or the first that waits. Raises BadInput if none waits."""
        first = next(iter(self.left() if self.on or self.offer else ()), None) or self.some()[0]
        self.waiting.leave_out(first)
        self.on, self.offer = self.on or self.offer is not None, None
        return first

    def drop(self) -> list[WaitingLine]:
        """Leaves out all waiting lines, and returns them. Raises BadInput if none waits."""
        dropped = self.some()
        for line in dropped:
            self.waiting.leave_out(line)
        self.stop()
        return dropped
