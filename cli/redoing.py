"""The struck lines as a screen shows them."""

from __future__ import annotations

from collections.abc import Sequence

from cli.session import Session
from recording.redo import Struck


def counted(lines: Sequence[Struck]) -> str:
    return f"{len(lines)} struck {'line waits' if len(lines) == 1 else 'lines wait'} to be said again"


def shown(session: Session, line: Struck) -> str:
    """The line as this screen may show it."""
    return line.seen_by(session.side).text.strip() or f"(a secret line, {session.game.rules.sides[line.secret]})"


def say_again(session: Session, line: Struck) -> None:
    """Says a struck line as it was, and tells what followed. Raises Trouble; of a line that is hidden here, one that tells nothing of it."""
    session.tell_all(lambda: session.recorder.say_again(line))
