"""Hexes and hexsides as paths, which pictures of every size share. Paths keep a map of hundreds of hexes to some
kilobytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import hypot

from projections.counters import path_number
from projections.scene import Cell, Edge

FILLS = {
    "water": "#d3e6f0",
    "beach": "#f4e7bd",
    "land": "#e6ecd6",
    "rough": "#d9d2b0",
    "mountain": "#c3b394",
    "unknown": "#f1f1ee",
}
CONTROL = "#2b4c7e"
EDGE_INK = "#5b4636"
EDGE_INKS = {"coast": "#1f6391", "border of an area": "#8a2f6b"}
"""Hexsides with an ink of their own, which are broken like no other, too."""
ROAD_INK = "#8a6a3f"


def fill_of(cell: Cell) -> str:
    """How a hex is filled; what no picture knows is land."""
    return cell.fill if cell.fill in FILLS else "land"


def outlines(middles: Iterable[tuple[float, float]], half: float, radius: float) -> str:
    """Hexes around these points as one path: `half` is half their width, `radius` half their height."""
    wide, slope, side = path_number(half), path_number(radius / 2), path_number(radius)
    one = f"l{wide} {slope}v{side}l-{wide} {slope}-{wide}-{slope}v-{side}z"
    return "".join(f"M{path_number(x)} {path_number(y - radius)}{one}" for x, y in middles)


def area(middles: Iterable[tuple[float, float]], half: float, radius: float) -> str:
    """The outline of hexes together, as one path: sides between two of them are left out."""
    corners = ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5))
    sides: dict[tuple[tuple[float, float], tuple[float, float]], None] = {}
    for x, y in middles:
        around = [(round(x + half * right, 1), round(y + radius * down, 1)) for right, down in corners]
        for side in pairwise([*around, around[0]]):
            if side[::-1] in sides:
                del sides[side[::-1]]
            else:
                sides[side] = None
    following: dict[tuple[float, float], list[tuple[float, float]]] = {}
    for start, end in sides:
        following.setdefault(start, []).append(end)
    return "".join(_loops(following))


def _loops(following: dict[tuple[float, float], list[tuple[float, float]]]) -> Iterator[str]:
    """A path for each way around, corner after corner; the last side closes it."""
    while following:
        first = next(iter(following))
        around = [first]
        while around[-1] in following:
            ends = following[around[-1]]
            around.append(ends.pop())
            if not ends:
                del following[around[-2]]
        steps = [f"{path_number(c - a)} {path_number(d - b)}" for (a, b), (c, d) in pairwise(around[:-1])]
        yield f"M{path_number(first[0])} {path_number(first[1])}l{' '.join(steps).replace(' -', '-')}z"


def roads(edges: Iterable[Edge], spots: Mapping[str, tuple[float, float]]) -> dict[str, str]:
    """A path for each kind of way, from the middle of one hex to that of the next."""
    lines: dict[str, str] = {}
    for edge in edges:
        if edge.across and edge.a in spots and edge.b in spots:
            (ax, ay), (bx, by) = spots[edge.a], spots[edge.b]
            lines[edge.kind] = (
                lines.get(edge.kind, "") + f"M{path_number(ax)} {path_number(ay)}L{path_number(bx)} {path_number(by)}"
            )
    return lines


def hexside_paths(edges: Iterable[Edge], spots: Mapping[str, tuple[float, float]], radius: float) -> dict[str, str]:
    """A path for each kind of hexside, through those between hexes that are drawn."""
    lines: dict[str, str] = {}
    for edge in edges:
        if not edge.across and edge.a in spots and edge.b in spots and edge.a != edge.b:
            (ax, ay), (bx, by) = spots[edge.a], spots[edge.b]
            far = hypot(bx - ax, by - ay) or 1.0
            x, y, along, down = (
                (ax + bx) / 2,
                (ay + by) / 2,
                -(by - ay) / far * radius / 2,
                (bx - ax) / far * radius / 2,
            )
            lines[edge.kind] = (
                lines.get(edge.kind, "")
                + f"M{path_number(x - along)} {path_number(y - down)}L{path_number(x + along)} {path_number(y + down)}"
            )
    return lines
