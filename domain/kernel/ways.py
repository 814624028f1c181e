"""The cheapest ways from hex to hex, by the costs that a game defines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush

from domain.kernel.hexes import Grid

Way = tuple[str, ...]
"""The hexes of a way in their order, without the one it starts from."""
Cost = tuple[int, ...]
"""The cost of entering a hex, or of a way so far.

Costs of several kinds of points compare by the first, then the next.
"""
Entering = Callable[[str, str], Cost | None]
"""The cost of entering the second hex from the first; None if it cannot be entered."""
Before = Mapping[str, list[str]]
"""For each hex, the hexes from which the cheapest ways enter it."""


def cheapest(grid: Grid, start: str, end: str, entering: Entering) -> Before:
    """The hexes from which each hex is entered on the cheapest ways from `start` to `end`.

    Hexes that cost more than `end` may be missing. Every move must cost something.
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
            if (more := entering(here, near)) is None:
                continue
            total = tuple(map(sum, zip(so_far, more, strict=True))) if so_far else more
            if near not in costs or total < costs[near]:
                costs[near], before[near] = total, [here]
                heappush(edge, (total, near))
            elif total == costs[near]:
                before[near].append(here)
    return before


def shortest(grid: Grid, start: str, is_end: Callable[[str], bool], open_to: Callable[[str], bool]) -> Way | None:
    """The way with the fewest hexes from one to an end, over hexes that are open; None if there is none.

    Neither the start nor the end need be open. () if the start is an end.
    """
    ways: dict[str, Way] = {start: ()}
    edge = [start]
    for here in edge:  # which grows meanwhile
        if is_end(here):
            return ways[here]
        if here != start and not open_to(here):
            continue
        for near in grid.neighbours(here):
            if near not in ways and (open_to(near) or is_end(near)):
                ways[near] = (*ways[here], near)
                edge.append(near)
    return None


def every(before: Before, start: str, end: str) -> Iterator[Way]:
    """Yields every cheapest way."""
    if end == start:
        yield ()
        return
    for hex in before.get(end, ()):
        for way in every(before, start, hex):
            yield (*way, end)


def lowest(before: Before, start: str, end: str) -> Way:
    """The cheapest way with the lowest hex numbers, compared hex by hex; () if there is none."""
    found: dict[str, Way] = {start: ()}

    def to(hex: str) -> Way:
        if hex not in found:
            found[hex] = (*min(to(other) for other in before[hex]), hex)
        return found[hex]

    return to(end) if end in before else ()
