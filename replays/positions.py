"""A situation as values by their paths. Another game of the same system, pack and scenario can begin from it."""

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
"""The fields that belong to a game and not to its situation."""


def values_of(game: Game[Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value that differs from a new game's, as (path, value), including those that must be removed again."""
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
                continue  # an entry that this game no longer has cannot be set


def lines_of(game: Game[Any]) -> Iterator[str]:
    """The situation as `set` lines, one for each unit, area or field.

    A side's hidden values are said by that side, after the values that show them to be hidden. Impossible states are
    insisted on.
    """
    fresh, secrets = _begun(game), game.secrets(game.state)

    def line(value: tuple[tuple[str, ...], Any]) -> tuple[str, tuple[str, ...]]:
        path = value[0]
        return secrets.get(path, ""), path[: 2 if path[0] in game.rules.vocabulary.collections else 1]

    for (side, _), values in groupby(sorted(values_of(game), key=lambda value: bool(line(value)[0])), key=line):
        changes = list(values)
        try:
            facts = beside.adjusting(fresh, changes, "", side, insisted="so it stood")
        except Unknown:  # from before names were checked: saying the line reports it
            facts = [PositionSet(changes=tuple(Change(path=path, now=value) for path, value in changes), secret=side)]
        yield asides.line_of(fresh, facts)
        fresh.follow(fresh.beside(*facts).entries)


def _begun(game: Game[Any]) -> Game[Any]:
    fresh: Game[Any] = Game(game.rules)
    if game.began:
        fresh.follow(fresh.begin(game.began).entries)
    return fresh
