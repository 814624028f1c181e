"""A situation as values by their paths, from which another game of the same system, pack and scenario can begin."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from domain.kernel import beside
from domain.kernel.errors import BadInput, Unknown
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
    """The same as `set` lines, one for each unit, area or field of the game. What a side hides is said by that side, after what
    shows that it is hidden; what no counters can show is insisted on.
    """
    fresh, secrets = _begun(game), game.secrets(game.state)

    def line(value: tuple[tuple[str, ...], Any]) -> tuple[str, tuple[str, ...]]:
        path = value[0]
        return secrets.get(path, ""), path[: 2 if path[0] in game.rules.collections else 1]

    for (side, _), values in groupby(sorted(values_of(game), key=lambda value: bool(line(value)[0])), key=line):
        changes = list(values)
        try:
            facts = beside.adjusting(fresh, changes, "", side, insisted="so it stood")
        except Unknown:  # of a game from before names were checked: who says the line is told
            facts = [PositionSet(changes=tuple(Change(path=path, now=value) for path, value in changes), secret=side)]
        yield asides.line_of(fresh, facts)
        fresh.follow(fresh.beside(*facts).entries)


def _begun(game: Game[Any]) -> Game[Any]:
    fresh: Game[Any] = Game(game.rules)
    if game.began:
        fresh.follow(fresh.begin(game.began).entries)
    return fresh
