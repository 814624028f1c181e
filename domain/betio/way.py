"""BB 4.3.1, 3.5.3: the way to a hex that is further off, where nobody says which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from domain.betio.charts import HexCard
from domain.betio.state import Betio
from domain.kernel.ways import Way, cheapest, lowest


class Price(NamedTuple):
    """What a hex costs: halves of an AP, and how often it is fired at on a runway."""

    halves: int
    fires: int = 0


Entering = Callable[[str, str], Price | None]
"""What it costs to enter a hex from the one next to it; None where nobody does."""


def in_full(state: Betio, start: str, path: Sequence[str], entering: Entering) -> Way:
    """A path as it is said; to a hex alone that is further off the cheapest way, hex by hex. Where none is open, what
    was said.

    It goes through hexes that were read out; of several that cost the same by the lowest numbers.
    """
    known = state.rows(HexCard)
    if len(path) != 1 or start not in known or state.grid.adjacent(start, path[0]):
        return tuple(path)
    before = cheapest(state.grid, start, path[0], lambda a, b: entering(a, b) if b in known else None)
    return lowest(before, start, path[0]) or tuple(path)
