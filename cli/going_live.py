"""`wardiary record`: the live recorder at a terminal."""

from __future__ import annotations

import sys

from cli.desk import Desk
from cli.live import Live
from cli.prompting import Terminal
from cli.session import Session
from domain.kernel.errors import BadInput


def record(desk: Desk, game: str, side: str, auto: bool) -> None:
    """`wardiary record`: the live recorder."""
    session = Session.open(desk, game, side)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadInput(f"record needs a terminal; `wardiary declare {session.listed.name} -` takes lines from a pipe")
    live = Live(session, Terminal(lambda: session.game, desk.diary, side))
    live.recorder.auto = auto
    live.run()
