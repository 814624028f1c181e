"""The map in play: what lies next to a hex, and on which side of it."""

from __future__ import annotations

from domain.iph.charts import FORD_ISLAND
from domain.iph.state import Iph

ROUND = ("ahead", "up-ahead", "up-back", "back", "down-back", "down-ahead")
"""The six directions in turn, as `domain.kernel.hexes` calls them."""


def neighbours(state: Iph, hex: str) -> tuple[str, ...]:
    """The land hexes next to a hex."""
    return tuple(near for near in state.grid.neighbours(hex) if state.ground(near).terrain != "sea")


def barred(state: Iph, a: str, b: str) -> bool:
    """IPH 9.10: whether nobody moves or attacks between two adjacent hexes: all-water lies there, and it is not Ford Island's."""
    return state.across_water(a, b) and FORD_ISLAND not in (a, b)


def onto_island(a: str, b: str) -> bool:
    """IPH 11.2: whether that leads onto Ford Island, or off it."""
    return FORD_ISLAND in (a, b)


def directions(state: Iph, target: str, hexes: tuple[str, ...]) -> set[int]:
    """The sides of a hex, counted round it, on which these hexes lie."""
    around = [state.grid.step(target, direction) for direction in ROUND]
    return {around.index(hex) for hex in hexes if hex in around}


def by_road(state: Iph, a: str, b: str) -> bool:
    """IPH 9.9: whether a road crosses the hexside between two hexes."""
    return b in state.ground(a).roads or a in state.ground(b).roads


def interdicted(state: Iph, hex: str) -> bool:
    """IPH 7.13: whether an Interdiction counter is in a hex or next to it."""
    return any(name in state.hexes and state.hexes[name].interdicted for name in (hex, *state.grid.neighbours(hex)))
