"""The map in play: what lies next to a hex, and on which side of it; what it costs to go there, and whether one can."""

from __future__ import annotations

from domain.iph.charts import FORD_ISLAND, TerrainCard
from domain.iph.common import Objections
from domain.iph.state import OTHER, SIDES, Iph
from domain.kernel.remembering import rests_on
from domain.wargame.hex_grid import towards

ROUND = ("ahead", "up-ahead", "up-back", "back", "down-back", "down-ahead")
"""The six directions in turn, as `domain.kernel.hexes` calls them."""
REBEL_CITY = 2
"""IPH 10.13: MP for a city hex after the rebellion."""


def neighbours(state: Iph, hex: str) -> tuple[str, ...]:
    """The land hexes next to a hex."""
    return tuple(near for near in state.grid.neighbours(hex) if state.ground(near).terrain != "sea")


def barred(state: Iph, a: str, b: str) -> bool:
    """IPH 9.10: whether nobody moves or attacks between two adjacent hexes: all-water lies there, and it is not Ford
    Island's."""
    return state.across_water(a, b) and FORD_ISLAND not in (a, b)


def onto_island(a: str, b: str) -> bool:
    """IPH 11.2: whether that leads onto Ford Island, or off it."""
    return FORD_ISLAND in (a, b)


def directions(state: Iph, target: str, hexes: tuple[str, ...]) -> set[int]:
    """The sides of a hex, counted round it, on which these hexes lie."""
    around = [state.grid.toward(target, direction) for direction in ROUND]
    return {around.index(hex) for hex in hexes if hex in around}


def by_road(state: Iph, a: str, b: str) -> bool:
    """IPH 9.9: whether a road crosses the hexside between two hexes."""
    return b in state.ground(a).roads or a in state.ground(b).roads


def interdicted(state: Iph, hex: str) -> bool:
    """IPH 7.13: whether an Interdiction counter is in a hex or next to it."""
    return any(name in state.hexes and state.hexes[name].interdicted for name in (hex, *state.grid.neighbours(hex)))


# ---- 9.8 to 9.11 what a step costs, and whether it can be made ----


def cost(state: Iph, side: str, a: str, b: str) -> int:
    """IPH 9.8, 9.9: movement points to enter a hex from the one next to it.

    7.13, 10.13: for US units one more under interdiction, and two for a city after the rebellion, by road too (reading
    R-08).
    """
    points, hexside = _printed(state, a, b)
    if side == "us" and state.rebellion and state.is_terrain(b, "city"):
        points = REBEL_CITY
    return points + hexside + (side == "us" and interdicted(state, b))


@rests_on("charts")
def _printed(state: Iph, a: str, b: str) -> tuple[int, int]:
    """IPH 9.8, 9.9: the movement points of a hex, and those of the hexside; by road one, and none."""
    if by_road(state, a, b):
        return 1, 0
    hexside = dict.fromkeys((*towards(state.ground(a).sides, b), *towards(state.ground(b).sides, a)))
    points = state.read(TerrainCard, state.ground(b).terrain).mp
    return points, sum(state.read(TerrainCard, kind).mp for kind in hexside)


def why_not_enter(state: Iph, side: str, a: str, b: str) -> Objections:
    """IPH 9.2, 9.7, 9.10, 9.11, 11.1: what stands against entering a hex from another, whatever it costs."""
    if state.is_terrain(b, "sea"):
        yield "IPH 9.11", f"{b} is none of the hexes of Oahu"
    elif barred(state, a, b):
        yield "IPH 9.10", f"there is only water between {a} and {b}"
    if b == FORD_ISLAND and state.bbrow:
        yield "IPH 11.1", "nobody enters Ford Island while Battleship Row is in play"
    elif state.enemy_in(b, side):
        yield "IPH 9.7", f"there are {SIDES[OTHER[side]]} ground units in {b}"
    if not state.grid.adjacent(a, b):
        yield "IPH 9.2", f"{b} is not next to {a}, and no way there is open"
