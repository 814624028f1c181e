"""What comes with wardiary, and the acceptance cases: all is read, and each game played, once for a process. Nobody is
handed another's copy."""

from __future__ import annotations

from copy import copy, deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from domain.kernel.game import Game
from domain.kernel.packs import Pack
from replays import diary_file, library
from tests.acceptance.cases import Case, find_cases


def pack(system: str, name: str = "sample") -> Pack:
    """A pack that comes with wardiary."""
    return deepcopy(library.pack(system, name))


def played(system: str, name: str) -> Game[Any]:
    """A game that comes with wardiary, played under today's rules. What is said in it afterwards, nobody else hears."""
    return copied(_played(system, name))


def copied(game: Game[Any]) -> Game[Any]:
    """A game that goes on from here, while the other stays as it is."""
    game = copy(game)
    game.entries, game.stands, game.points = list(game.entries), list(game.stands), list(game.points)
    game.views, game.kept = {}, {}
    return game


@cache
def cases(folder: Path) -> tuple[Case, ...]:
    """The cases of a folder, which nobody changes."""
    return tuple(find_cases(folder))


@cache
def _played(system: str, name: str) -> Game[Any]:
    return diary_file.play(diary_file.shipped(system, name))
