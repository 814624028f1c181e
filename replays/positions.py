"""A situation as values by their paths, from which another game of the same system, pack and scenario can begin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.kernel.errors import BadInput
from domain.kernel.facts import Change, PositionSet
from domain.kernel.game import Game
from domain.kernel.state import look, walk
from replays import asides

OF_THE_GAME = ("charts", "complete", "readings", "result", "began", "hidden", "scenario")
"""What belongs to a game and not to its situation."""


def values_of(game: Game[Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value that differs from those a new game begins with, its path first; those it must lose again included."""
    fresh = dict(walk(_begun(game).state))
    here = dict(walk(game.state))
    for path, value in here.items():
        if path[0] not in OF_THE_GAME and fresh.get(path, ...) != value:
            yield path, value
    for path in fresh:
        if path not in here and path[0] not in OF_THE_GAME:
            try:
                yield path, look(game.state, path)
            except BadInput:
                continue  # an entry this game has no more: nothing can be said of it


def lines_of(game: Game[Any]) -> Iterator[str]:
    """The same as `set` lines. What a side hides is said by that side, after what shows that it is hidden."""
    secrets = game.secrets(game.state)
    for path, value in sorted(values_of(game), key=lambda found: found[0] in secrets):
        yield asides.line_of(game, [PositionSet(changes=(Change(path=path, now=value),), secret=secrets.get(path, ""))])


def _begun(game: Game[Any]) -> Game[Any]:
    fresh: Game[Any] = Game(game.rules)
    if game.began:
        fresh.follow(fresh.begin(game.began).entries)
    return fresh
