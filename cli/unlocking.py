"""Passphrases: how a side's secrets are sealed, read again, and in the end opened to everybody."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from cli.output import folded, say, talk
from cli.session import complete_games, complete_sides

VARIABLE = "WARDIARY_PASSPHRASE_{}"
"""The environment variable a side's passphrase may stand in, where there is no terminal to type it at."""


def variable(side: str) -> str:
    return VARIABLE.format(side.upper().replace("-", "_"))


SHORT = 8
"""Characters below which a passphrase is remarked on: whoever has the file may try them all."""


def passphrase(side: str, name: str, *, new: bool = False) -> str:
    """A side's passphrase, from its variable or typed unseen; "" where there is neither."""
    said = os.environ.get(variable(side), "")
    if not said and sys.stdin.isatty():
        words = f"{name} passphrase, typed unseen" + (" (Enter for none: the diary file then tells all)" if new else "")
        said = str(click.prompt(words, default="", hide_input=True, show_default=False, confirmation_prompt=new, err=True))
    if new and 0 < len(said) < SHORT:
        talk(f"{name} passphrase: fewer than {SHORT} characters are soon guessed by whoever has the file")
    return said


def unlock(diary: Any, game_id: str, only: str = "", *, ask: bool = True) -> None:
    """Unlocks what is sealed in a game, of one side or of all; with `ask` a terminal is asked. Raises BadInput for a wrong passphrase."""
    sides = diary.rules(game_id).sides
    for side in diary.locked(game_id):
        if only in ("", side, "umpire"):
            said = passphrase(side, sides.get(side, side)) if ask else os.environ.get(variable(side), "")
            if said:
                diary.unlock(game_id, side, said)


def require_unlocked(diary: Any, game_id: str) -> None:
    """Whoever records must hold the secrets, since the rules rest on them. Raises BadInput where one is not to be had."""
    from domain.kernel.errors import BadInput

    unlock(diary, game_id)
    locked = diary.locked(game_id)
    if locked:
        raise BadInput(f"{locked[0]}'s secrets are sealed: its passphrase is typed at a terminal, or stands in {variable(locked[0])}")


@click.command("open")
@click.argument("game", shell_complete=complete_games)
@click.option("--side", default="", metavar="SIDE", shell_complete=complete_sides, help="Whose secrets. [default: of all who sealed some]")
@click.pass_obj
def open_(desk: Any, game: str, side: str) -> None:
    """Open after the game what a side kept secret: its key goes into the record, every
    seal and commitment is checked, all is shown, and the game is audited. Exit code 1
    when something does not fit.

    \b
    Example:
      wardiary open evening
    """
    from cli.looking import print_log
    from domain.kernel.errors import BadInput
    from domain.kernel.facts import SecretsOpened

    line = desk.diary.find(game)
    locks = desk.diary.locks(line.id)
    if side and side not in locks:
        raise BadInput(f"{side} has nothing under a passphrase in this game" + (f"; {', '.join(locks)} has" if locks else ""))
    if not locks:
        raise BadInput("nothing in this game is under a passphrase: `wardiary log` shows all of it")
    published = desk.diary.keys(line.id, published=True)
    for each in [side] if side else list(locks):
        if each in published:
            talk(f"{each}'s secrets are open already")
            continue
        unlock(desk.diary, line.id, each)
        if each in desk.diary.locked(line.id):
            require_unlocked(desk.diary, line.id)
        opened = desk.diary.open(line.id)
        desk.diary.append(opened, opened.beside(SecretsOpened(side=each, key=desk.diary.keys(line.id)[each].hex())))
        talk(f"{each}'s secrets are open")
    problems = desk.diary.verify(line.id)
    for problem in problems:
        for text in folded(f"{problem}"):
            talk(text)
    opened = desk.diary.open(line.id)
    say("what was secret")
    print_log([entry for entry in opened.entries if entry.fact.secret], opened)
    talk("every seal and commitment fits" if not problems else f"{len(problems)} entries do not fit")
    from cli.asking import tell_audit

    fits = tell_audit(opened)
    if problems or not fits:
        raise SystemExit(1)


COMMANDS = (open_,)
