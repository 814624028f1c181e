"""Passphrases: they seal a side's secrets, and open them again."""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cli.output import talk
from domain.kernel.errors import BadInput

if TYPE_CHECKING:
    from domain.record.diary import Diary

termios: Any = getattr(getpass, "termios", None)
"""The module that turns the echo off. Windows has none, and echoes nothing before it is asked for."""
_echoing: list[Any] = []
"""The terminal's settings before its echo was turned off."""


def hush() -> None:
    """Turns the terminal's echo off until unseen questions are answered, so that nothing typed before the prompt can be
    read.
    """
    if termios and not _echoing and sys.stdin.isatty():
        with suppress(termios.error, OSError, ValueError):
            now = termios.tcgetattr(sys.stdin.fileno())
            _echoing.append(now)
            quiet = [*now[:3], now[3] & ~termios.ECHO, *now[4:]]
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, quiet)


def unhush() -> None:
    """Turns the echo on again."""
    while _echoing:
        with suppress(termios.error, OSError, ValueError):
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, _echoing.pop())


PASSPHRASES = "WARDIARY_PASSPHRASE_"
VARIABLE = PASSPHRASES + "{}"
"""The environment variable with a side's passphrase, for use without a terminal."""


def variable(side: str) -> str:
    return VARIABLE.format(side.upper().replace("-", "_"))


SHORT = 8
"""Length in characters below which a passphrase gets a warning: whoever has the file may try them all."""


def passphrase(side: str, name: str, *, new: bool = False) -> str:
    """A side's passphrase, from its variable or typed unseen; "" if there is neither.

    A short new one gets a warning.
    """
    said = os.environ.get(variable(side), "")
    if not said and sys.stdin.isatty():
        words = f"{name} passphrase, typed unseen"
        return _chosen(words, name) if new else _typed(words)
    if new and 0 < len(said) < SHORT:
        _remark(name)
    return said


def _typed(words: str) -> str:
    return str(click.prompt(words, default="", hide_input=True, show_default=False, err=True))


def _remark(name: str) -> None:
    talk(f"{name} passphrase: fewer than {SHORT} characters are soon guessed by whoever has the file")


def _chosen(words: str, name: str) -> str:
    """A new passphrase, typed twice alike."""
    said = _typed(f"{words} (Enter for none: the diary file then tells all)")
    while said:
        if len(said) < SHORT:
            _remark(name)
        again = _typed(f"{name} passphrase, once more" + (", or a longer one" if len(said) < SHORT else ""))
        if again == said:
            break
        if len(said) >= SHORT or not again:
            talk("that was not the same; both are typed anew")
            again = _typed(words)
        said = again
    return said


def unlock_at_terminal(diary: Diary, game_id: str, only: str = "", *, ask: bool = True) -> None:
    """Unlocks sealed secrets of a game, of one side or all. With `ask` it asks at the terminal.

    Raises BadInput for a wrong passphrase.
    """
    sides = diary.rules(game_id).sides
    for side in diary.locked(game_id):
        if only in ("", side, "umpire"):
            if said := os.environ.get(variable(side), ""):
                diary.unlock(game_id, side, said)
            elif ask:
                try_thrice(partial(passphrase, side, sides.get(side, side)), partial(diary.unlock, game_id, side))
    if ask:
        unhush()


TRIES = 3
"""Maximum number of attempts to type a passphrase."""


def try_thrice(typed: Callable[[], str], unlocks: Callable[[str], None]) -> bool:
    """Asks for a passphrase up to three times; returns whether one was given. Raises BadInput for the last wrong one.

    Text typed ahead of each prompt, and after the last, is thrown away: it may be the passphrase, and a shell would
    show it.
    """
    for n in range(1, TRIES + 1):
        if not (said := typed()):
            return False
        try:
            unlocks(said)
        except BadInput as wrong:
            forget_typed_ahead()
            if n == TRIES:
                raise
            talk(f"{wrong}; once more, or Enter for none")
        else:
            return True
    return False


def forget_typed_ahead() -> None:
    """Throws away typed text that has not been read."""
    if termios and sys.stdin.isatty():
        with suppress(termios.error, OSError, ValueError):
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def require_unlocked(diary: Diary, game_id: str, only: str = "") -> None:
    """Requires the secrets of all sides, or on a side's own recorder its own.

    Raises BadInput if one cannot be unlocked.
    """
    unlock_at_terminal(diary, game_id, only)
    if only:
        unlock_at_terminal(diary, game_id, ask=False)
    for side in diary.locked(game_id):
        if only in ("", side):
            raise BadInput(
                f"{side}'s secrets are sealed: its passphrase is typed at a terminal, or stands in {variable(side)}"
            )


def typed_way(side: str) -> str:
    """How a side's passphrase is said at a terminal, in words."""
    return f"`unlock {side}` in `record` takes its passphrase, or it stands in {variable(side)}"
