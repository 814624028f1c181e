"""BB 4.3.1, 3.5.3: the way to a hex that is further off, where nobody says which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from domain.betio.charts import HexCard
from domain.betio.state import Betio


class Price(NamedTuple):
    """What a step costs, or a way so far: halves of an AP, then how often it is fired at on a runway."""

    halves: int
    fires: int = 0


Step = Callable[[str, str], Price | None]
"""What it costs to enter a hex from the one next to it; None where nobody does."""


def in_full(state: Betio, start: str, path: Sequence[str], step: Step) -> tuple[str, ...]:
    """A path as it is said; to a hex alone that is further off the cheapest way, hex by hex. Where none is open, what was said."""
    if len(path) != 1 or start not in state.rows(HexCard) or state.grid.adjacent(start, path[0]):
        return tuple(path)
    return cheapest(state, start, path[0], step) or tuple(path)


def cheapest(state: Betio, start: str, end: str, step: Step) -> tuple[str, ...]:
    """The way that costs least through hexes that were read out; of several that with the lowest numbers. () where none is open."""
    known, passed = state.rows(HexCard), set[str]()
    edge: list[tuple[Price, tuple[str, ...]]] = [(Price(0), (start,))]
    while edge:
        so_far, way = heappop(edge)
        here = way[-1]
        if here == end:
            return way[1:]
        if here in passed:
            continue
        passed.add(here)
        for near in state.grid.neighbours(here):
            if near in known and near not in passed and (more := step(here, near)) is not None:
                heappush(edge, (Price(so_far.halves + more.halves, so_far.fires + more.fires), (*way, near)))
    return ()
