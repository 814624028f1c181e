"""DDaT 6.34, 15.2: how many steps Japanese fire may take from a US unit in one Fire Phase, and how hits are spread
because of it.

    until turn 10   one step in the phase, whoever fires (6.34)
    from turn 11    one step to the fire of each position or group (15.2)
    tank units      the second of two fires is bound by nothing that was lost before (13.2 M)

A position's fire is its regular fire, a tank unit's, and an ambush. Guns are the artillery of a card, artillery actions
and mortars: until turn 10 the limit holds for them too, or for the fire of positions alone (reading AMB-07); from turn
11 it never does. What is lost otherwise, in close combat, by infiltration or an event, counts for nothing here. A unit
that may lose no step may still be disrupted (6.33).

Until turn 10 the positions of a card hit as many US units together as they can, when nobody loses two steps (reading
AMB-06). A position may choose its targets only so far as that number is still reached: `keeps_most`, asked before each
hit. Who is still to fire, and at whom, is `fire.rivals`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.ddat.common import Objections
from domain.ddat.state import Ddat

Firer = tuple[int, frozenset[str]]
"""A position's hit limit, and the units it could hit."""


# ---- who may lose a step ----


def why_not_lose(state: Ddat, unit: str, position: str) -> Objections:
    """DDaT 6.34, 15.2: why a unit may lose no step to the fire of a position or group."""
    if state.extended:
        if state.board.group_of[position] in state.hit.get(unit, ()):
            yield "DDaT 15.2", f"{unit} has lost a step to {position} in this phase"
    elif unit in state.hit and (unit not in state.hit_by_guns or state.reading("AMB-07") == "all-fire"):
        yield "DDaT 6.34", f"{unit} has lost a step in this phase"


def why_not_lose_to_guns(state: Ddat, unit: str) -> Objections:
    """DDaT 6.34 (reading AMB-07): why a unit may lose no step to artillery or mortars."""
    if not state.extended and unit in state.hit and state.reading("AMB-07") == "all-fire":
        yield "DDaT 6.34", f"{unit} has lost a step in this phase"


# ---- as many as possible together ----


def spared(firers: Sequence[Firer], units: frozenset[str]) -> list[Firer]:
    """The same positions once these units are hit."""
    return [(limit, able - units) for limit, able in firers]


def keeps_most(firer: Firer, taken: frozenset[str], rivals: Sequence[Firer]) -> bool:
    """Whether a position that hits these of its units still lets all positions together hit as many as possible."""
    limit, able = firer
    if len(taken) > limit or not rivals:
        return len(taken) <= limit
    rest = (limit - len(taken), able - taken)
    return len(taken) + most_hits([rest, *spared(rivals, taken)]) == most_hits([firer, *rivals])


def most_hits(firers: Sequence[Firer]) -> int:
    """The greatest number of units that can be hit, each by one position, no position beyond its limit.

    Most tables never have positions competing for units; then counting is enough. Where it is not, the assignment is a
    maximum matching, which a library finds exactly.
    """
    able = [(min(limit, len(units)), units) for limit, units in firers if limit and units]
    ceiling = min(sum(limit for limit, _ in able), len(frozenset().union(*(units for _, units in able))) if able else 0)
    return ceiling if _greedy(able) == ceiling else _matching(able)


def _greedy(firers: Sequence[Firer]) -> int:
    """A number that can certainly be reached: positions with the fewest targets pick first, the least wanted targets
    first."""
    wanted: dict[str, int] = {}
    for _, units in firers:
        for unit in units:
            wanted[unit] = wanted.get(unit, 0) + 1
    hit: set[str] = set()
    for limit, units in sorted(firers, key=lambda firer: len(firer[1]) - firer[0]):
        hit.update(sorted(units - hit, key=lambda unit: (wanted[unit], unit))[:limit])
    return len(hit)


def _matching(firers: Sequence[Firer]) -> int:
    from networkx import Graph  # late: it is needed in few games, and slow to import
    from networkx.algorithms.bipartite import hopcroft_karp_matching

    graph: Any = Graph()
    shots = [(place, shot) for place, (limit, _) in enumerate(firers) for shot in range(limit)]
    graph.add_nodes_from(shots)
    for place, shot in shots:
        graph.add_edges_from(((place, shot), unit) for unit in firers[place][1])
    return len(hopcroft_karp_matching(graph, shots)) // 2
