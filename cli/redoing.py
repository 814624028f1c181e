"""Struck lines that wait to be said again, listed on a screen."""

from __future__ import annotations

from collections.abc import Sequence

from cli.session import Session
from recording.waiting import WaitingLine


def waiting_lines(lines: Sequence[WaitingLine]) -> str:
    return f"{len(lines)} struck {'line waits' if len(lines) == 1 else 'lines wait'} to be said again"


def text_shown(session: Session, line: WaitingLine) -> str:
    """The text of a struck line as this screen may show it."""
    return line.seen_by(session.side).text.strip() or f"(a secret line, {session.game.rules.sides[line.secret]})"


def say_again(session: Session, line: WaitingLine) -> None:
    """Says a struck line as it was, and prints what followed.

    Raises Trouble; for a line hidden here, one that tells nothing of it.
    """
    session.tell_all(lambda: session.recorder.say_again(line))
