"""The way to a hex further off is the cheapest there is (IPH 9.2, 9.8 to 9.11)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from domain.iph.board import cost, why_not_enter
from domain.iph.charts import FORD_ISLAND
from domain.iph.common import fine
from domain.iph.movement import PHASES, movable, open_ways, why_not_as_one
from domain.iph.stacking import why_not_stack
from domain.iph.state import Iph
from domain.iph.way import ways
from domain.kernel.ways import Way
from tests.properties.pearl import Pressing

POINTS = 4
"""Up to so many, every way is tried."""


def every_way(state: Iph, units: tuple[str, ...], path: Way, points: int) -> Iterator[tuple[Way, int]]:
    """All that a stack can walk to for so many points without coming by a hex twice, and what is left of them."""
    side, here = state.units[units[0]].side, path[-1]
    for near in state.grid.neighbours(here):
        if (
            near in path
            or near == FORD_ISLAND
            or not (fine(why_not_enter(state, side, here, near)) and fine(why_not_as_one(state, near, units)))
        ):
            continue
        rest = points - cost(state, side, here, near)
        if rest >= 0:
            yield (*path, near), rest
            if fine(why_not_stack(state, near, units, passing=True)):
                yield from every_way(state, units, (*path, near), rest)


def looked_at(seed: int) -> Iterator[tuple[Iph, tuple[str, ...]]]:
    """Stacks of both sides that may move, now and then in a game."""
    player = Pressing(seed)
    for n, _ in enumerate(player.play()):
        state: Iph = player.game.state
        side = PHASES.get(state.phase)
        if (
            side
            and n % 5 == 0
            and (stacks := [units for units in movable(state, side) if state.units[units[0]].hex != FORD_ISLAND])
        ):
            yield state, player.chance.choice(stacks)


@pytest.mark.parametrize("seed", [0, 1])
def test_the_way_is_the_cheapest_of_all(seed: int) -> None:
    """Given stacks that may move, when all they can walk to is tried, then no way is cheaper than the one that is
    found, and it can be walked."""
    several = 0
    for state, units in islice(looked_at(seed), 25):
        side, start = state.units[units[0]].side, state.units[units[0]].hex
        left: dict[str, dict[Way, int]] = {}
        for path, rest in every_way(state, units, (start,), POINTS):
            left.setdefault(path[-1], {})[path[1:]] = rest
        for end, walked in left.items():
            cheapest = [path for path, rest in walked.items() if rest == max(walked.values())]
            found = ways(state, side, start, end, open_ways(state, side, units))
            assert found
            assert set(found) <= set(cheapest)
            several += len(found) > 1
    assert several > 3
