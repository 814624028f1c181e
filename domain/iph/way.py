"""IPH 9.2, 9.8: the way to a hex that is further off, where nobody says which."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from itertools import islice

from domain.iph.charts import FORD_ISLAND, HexCard
from domain.iph.common import Objections, fine
from domain.iph.control import worth
from domain.iph.state import Iph
from domain.kernel.questions import OneOf
from domain.kernel.table import Table

CHOICE = 6
"""So many ways are put to choice; whoever went another names a hex on it."""
LOOKED_AT = 400
"""Among so many of the cheapest ways."""

Path = tuple[str, ...]
Step = Callable[[str, str, str], int | None]
"""What it costs to enter a hex from the one next to it on the way to a third; None where nobody does."""


def in_full(table: Table[Iph], side: str, start: str, end: str, step: Step, against: Callable[[Path], Objections]) -> Path:
    """The way from a hex to another that costs fewest movement points, hex by hex without the first.

    Where several cost the same, nothing stands against them, and they take other hexes, their owner is asked; the one offered
    first takes most. Where none is open, the other hex alone: what stands against it is said of it.
    """
    options = ways(table.state, side, start, end, step)
    options = tuple(way for way in options if fine(against(way))) or options[:1]
    if len(options) < 2:
        return options[0] if options else (end,)
    said = {"-".join(way): way for way in options}
    words = f"which way from {start} to {end}: the first hexes of it that tell it from the others"
    return said[table.ask(OneOf(name="way", by=side, rule="IPH 9.2", words=words, options=tuple(said), default=next(iter(said))))]


def ways(state: Iph, side: str, start: str, end: str, step: Step) -> tuple[Path, ...]:
    """The cheapest ways between two hexes that differ in what they take, those first which take most points, then most hexes.

    Through hexes that were read out, and not by Ford Island: that is a move of its own (11.2).
    """
    known = state.rows(HexCard)
    if end not in known or start not in known or FORD_ISLAND in (start, end) or state.is_terrain(end, "sea"):
        return ()

    def taken(way: Path) -> Path:
        return tuple(hex for hex in way if state.control(hex) != side)

    before = cheapest(state, start, end, step)
    apart = {frozenset(taken(way)): way for way in islice(_back(before, start, end), LOOKED_AT)}
    best = sorted(apart.values(), key=lambda way: (-sum(worth(state, hex) for hex in taken(way)), -len(taken(way)), way))
    return tuple(best[:CHOICE])


def cheapest(state: Iph, start: str, end: str, step: Step) -> Mapping[str, list[str]]:
    """From where each hex is entered on the cheapest ways from one to another; nothing is known of hexes that are further off."""
    known = state.rows(HexCard)
    points, before, edge = {start: 0}, dict[str, list[str]](), [(0, start)]
    while edge:
        so_far, here = heappop(edge)
        if so_far >= points.get(end, so_far + 1):
            break
        if so_far > points[here]:
            continue
        for near in state.grid.neighbours(here):
            if near not in known or near == FORD_ISLAND or (more := step(here, near, end)) is None:
                continue
            total = so_far + more
            if total < points.get(near, total + 1):
                points[near], before[near] = total, [here]
                heappush(edge, (total, near))
            elif total == points[near]:
                before[near].append(here)
    return before


def _back(before: Mapping[str, list[str]], start: str, end: str) -> Iterator[Path]:
    """Every way that ends there, without the hex it starts from."""
    if end == start:
        yield ()
        return
    for hex in before.get(end, ()):
        for way in _back(before, start, hex):
            yield (*way, end)
