"""IPH 9.2, 9.8: the way to a hex that is further off, where nobody says which."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from domain.iph.charts import FORD_ISLAND, HexCard
from domain.iph.common import Objections, fine
from domain.iph.control import worth
from domain.iph.state import Iph
from domain.kernel.questions import OneOf
from domain.kernel.table import Table
from domain.kernel.ways import Way, cheapest, every

CHOICE = 6
"""So many ways are put to choice; whoever went another names a hex on it."""
LOOKED_AT = 400
"""Among so many of the cheapest ways."""

Entering = Callable[[str, str, str], int | None]
"""What it costs to enter a hex from the one next to it on the way to a third; None where nobody does."""


def in_full(
    table: Table[Iph], side: str, start: str, end: str, entering: Entering, against: Callable[[Way], Objections]
) -> Way:
    """The way from a hex to another that costs fewest movement points, hex by hex without the first.

    Where several cost the same, nothing stands against them, and they take other hexes, their owner is asked; the one
    offered first takes most. Where none is open, the other hex alone: what stands against it is said of it.
    """
    options = ways(table.state, side, start, end, entering)
    options = tuple(way for way in options if fine(against(way))) or options[:1]
    said = {"-".join(way): way for way in options or ((end,),)}
    words = f"which way from {start} to {end}: the first hexes of it that tell it from the others"
    question = OneOf(name="way", by=side, rule="IPH 9.2", words=words, options=tuple(said), default=next(iter(said)))
    if len(options) > 1:
        return said[table.ask(question)]
    only = table.gives(question, question.options[0], "IPH 9.2", "no other is open, or as cheap")
    return said.get(only) or tuple(only.split("-"))


def ways(state: Iph, side: str, start: str, end: str, entering: Entering) -> tuple[Way, ...]:
    """The cheapest ways between two hexes that differ in what they take, those first which take most points, then most
    hexes.

    Through hexes that were read out, and not by Ford Island: that is a move of its own (11.2).
    """
    known = state.rows(HexCard)
    if end not in known or start not in known or FORD_ISLAND in (start, end) or state.is_terrain(end, "sea"):
        return ()

    def taken(way: Way) -> Way:
        return tuple(hex for hex in way if state.control(hex) != side)

    def open_to(a: str, b: str) -> tuple[int] | None:
        points = entering(a, b, end) if b in known and b != FORD_ISLAND else None
        return None if points is None else (points,)

    before = cheapest(state.grid, start, end, open_to)
    apart = {frozenset(taken(way)): way for way in islice(every(before, start, end), LOOKED_AT)}
    best = sorted(
        apart.values(), key=lambda way: (-sum(worth(state, hex) for hex in taken(way)), -len(taken(way)), way)
    )
    return tuple(best[:CHOICE])
