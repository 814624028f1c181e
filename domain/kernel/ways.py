"""The cheapest ways from hex to hex, by whatever a game pays for a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush

from domain.kernel.hexes import Grid

Way = tuple[str, ...]
"""The hexes of a way in their order, without the one it starts from."""
Cost = tuple[int, ...]
"""What a step costs, or a way so far: of two kinds of points the first counts, and where that is the same the next."""
Step = Callable[[str, str], Cost | None]
"""What it costs to enter a hex from the one next to it; None where nobody does."""
Before = Mapping[str, list[str]]
"""From where each hex is entered on the cheapest ways to it."""


def cheapest(grid: Grid, start: str, end: str, step: Step) -> Before:
    """From where each hex is entered on the cheapest ways from one to another; of hexes that cost more to reach nothing is known.

    Every step costs something.
    """
    nothing: Cost = ()
    costs, before, edge = {start: nothing}, dict[str, list[str]](), [(nothing, start)]
    while edge:
        so_far, here = heappop(edge)
        if end in costs and so_far >= costs[end]:
            break
        if so_far > costs[here]:
            continue
        for near in grid.neighbours(here):
            if (more := step(here, near)) is None:
                continue
            total = tuple(map(sum, zip(so_far, more, strict=True))) if so_far else more
            if near not in costs or total < costs[near]:
                costs[near], before[near] = total, [here]
                heappush(edge, (total, near))
            elif total == costs[near]:
                before[near].append(here)
    return before


def every(before: Before, start: str, end: str) -> Iterator[Way]:
    """Every cheapest way."""
    if end == start:
        yield ()
        return
    for hex in before.get(end, ()):
        for way in every(before, start, hex):
            yield (*way, end)


def lowest(before: Before, start: str, end: str) -> Way:
    """Of the cheapest ways that through the lowest numbers, compared hex by hex; () where none is open."""
    found: dict[str, Way] = {start: ()}

    def to(hex: str) -> Way:
        if hex not in found:
            found[hex] = (*min(to(other) for other in before[hex]), hex)
        return found[hex]

    return to(end) if end in before else ()
