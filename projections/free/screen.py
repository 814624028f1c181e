"""A game by lines of paper on a screen: its pieces, points and counts, and the lines not understood."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.free.state import FreePiece
from domain.kernel.game import View
from projections.screen import met, places
from projections.text import clean, folded_list

LISTED = 5
"""Lines not understood that are shown."""


def words(game: View[Any]) -> list[str]:
    """The points of each side, and what is counted."""
    state = game.state
    points = [f"{game.rules.sides.get(side, side)} {amount}" for side, amount in state.points.items()]
    return [
        *points,
        *(f"{name} {now}" for name, now in state.tracks.items()),
        *(f"{len(left)} left in {pile}" for pile, left in state.piles.items()),
    ]


def meetings(game: View[Any]) -> Iterator[str]:
    """The places where several sides stand."""
    yield from met(game)


def overview(game: View[Any]) -> Iterator[str]:
    """All pieces place by place, those out of play, and the lines of which something was not understood."""
    state = game.state
    if state.places or any(unit.stands for unit in state.units.values()):
        yield ""
        yield from places(game)
    for title, found in (
        ("not placed", [name for name, unit in state.units.items() if not unit.at and not unit.out]),
        ("out of play", [name for name, unit in state.units.items() if unit.out]),
    ):
        if found:
            yield from folded_list(f"{title}: ", [_told(name, state.units[name]) for name in found], "    ")
    if state.missed:
        yield ""
        yield "not understood; `fix ENTRY` says a line otherwise:"
        yield from (f"  {clean(text)[:76]}" for text in state.missed[-LISTED:])


def _told(name: str, unit: FreePiece) -> str:
    return f"{clean(name)} {unit.steps}" if unit.counted and unit.steps else clean(name)
