"""The struck lines as a recorder offers them, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cli.session import Session
    from replays.redo import Struck


def counted(lines: Sequence[Struck]) -> str:
    return f"{len(lines)} struck {'line waits' if len(lines) == 1 else 'lines wait'} to be said again"


def hidden(session: Session, line: Struck) -> bool:
    """Whether it holds a secret that is not for whoever looks at this screen."""
    return bool(line.secret) and session.side not in (line.secret, "umpire")


def shown(session: Session, line: Struck) -> str:
    """The line as this screen may show it."""
    return f"(a secret line, {session.game.rules.sides[line.secret]})" if hidden(session, line) else line.text.strip()


def say_again(session: Session, line: Struck) -> None:
    """Says a struck line as it was. Raises Trouble; of a line that is hidden here, one that tells nothing of it."""
    from domain.kernel.errors import BadInput, Trouble

    try:
        session.say(line.text, unseen_by_others=line.secret if hidden(session, line) else "")
    except Trouble:
        if hidden(session, line):
            raise BadInput("it cannot be said again as it was") from None
        raise


class Redoing:
    """Which line is offered. It is on from `redo` until no line is left, or the player stops.

    Lines in whose place something else was declared are offered only by a `redo` that finds no others.
    """

    def __init__(self, session: Session) -> None:
        from replays.redo import Waiting

        self.session = session
        self.waiting = Waiting(session.game.rules, session.game.entries)
        self.on = False
        self.offer: Struck | None = None
        """The line last offered: what is said next, if it is of its kind, is said instead of it."""
        self._left_for_later: frozenset[int] = frozenset()

    @property
    def lines(self) -> list[Struck]:
        """All that wait, now."""
        self.waiting.follow(self.session.game.entries)
        return self.waiting.lines

    def some(self) -> list[Struck]:
        """The same. Raises BadInput when none does."""
        from domain.kernel.errors import BadInput

        if not self.lines:
            raise BadInput("no struck line waits to be said again")
        return list(self.lines)

    def begin(self) -> None:
        """Offers the lines. Raises BadInput when none waits."""
        lines = self.some()
        passed = frozenset(line.version for line in lines if line.passed)
        self._left_for_later = passed if len(passed) < len(lines) else frozenset()
        self.on = True

    def stop(self) -> None:
        """The lines wait on, and are offered no more until the next `redo`."""
        self.on, self.offer = False, None

    def pause(self) -> bool:
        """Something was refused: the line is not offered any more, if one was, but what is said next may still be said instead of it."""
        self.waiting.follow(self.session.game.entries)
        paused = self.on and self.offer is not None
        self.on = self.on and not paused
        return paused

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
        elif line.fits(self.session.game.waits):
            self.offer = line
            return line
        return None

    def said(self, again: Struck | None = None) -> None:
        """Something was said: a struck line again as it was, or perhaps something instead of the one offered. Then the next one is."""
        before = self.offer
        self.waiting.follow(self.session.game.entries, before)
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
