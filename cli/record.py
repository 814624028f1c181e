"""`wardiary record`: the live recorder."""

from __future__ import annotations

import sys
from typing import Any

import click

from cli.session import Session, complete_games, complete_sides


@click.command()
@click.argument("game", shell_complete=complete_games)
@click.option(
    "--as", "side", default="", metavar="SIDE", shell_complete=complete_sides,
    help="A side's own recorder, which shows its secrets. [default: one that all see]",
)
@click.option("--auto", is_flag=True, help="Let the program roll and draw; recorded as generated.")
@click.pass_obj
def record(desk: Any, game: str, side: str, auto: bool) -> None:
    """Record a game live, line by line, beside the map. It says whose move it is and
    what may be declared, completes with Tab, counts the dice, and tells what
    follows with its rules; `?` says what else it hears.

    What is told is on the disk. Ctrl-C drops a line, Ctrl-D leaves; two may record on
    one diary, and each sees what the other does.

    \b
    Example:
      wardiary record evening
      wardiary record evening --as jp        (in a terminal of his own)
    """
    from domain.kernel.errors import BadInput

    session = Session.open(desk, game, side)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadInput(f"record needs a terminal; `wardiary declare {session.listed.name} -` takes lines from a pipe")
    from cli.live import Live
    from cli.prompting import Terminal

    live = Live(session, Terminal(lambda: session.game, desk.diary, side))
    live.recorder.auto = auto
    live.run()


COMMANDS = (record,)
