"""DDaT 6.34 (reading AMB-06): the positions of a card hit as many US units as they can together, when nobody loses two steps.

A position may choose its targets only so far as that number is still reached: `keeps_most`, asked before each hit. Who has lost
a step in the phase already is `gunnery.spent`; who is still to fire, and at whom, `fire.rivals`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Firer = tuple[int, frozenset[str]]
"""A position's hit limit, and the units it could hit."""


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
    """A number that can certainly be reached: positions with the fewest targets pick first, the least wanted targets first."""
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
