"""Signs of what happened on a map, which maps of hexes and of areas share: arrows, bursts, crosses, what was lost.

They are paths, so that many of a kind are one element. Each has a shape of its own, so nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import NamedTuple

from projections.counters import path_number

Point = tuple[float, float]

FIRE_INK = "#b4400a"
FIRE_DASH = "4 2.5"
SIDE_INKS = ("#14418b", "#b3261e", "#2e6b34", "#7a5200")
MEANINGS = {
    "moved": "moved", "came": "came on", "fired": "fire", "hit": "fired at", "lost": "steps lost", "gone": "gone",
    "taken": "changed hands",
}  # fmt: skip
"""What each sign means, in the order in which they are explained."""


class Stack(NamedTuple):
    """Units that stand in one place of a drawing: where, how large, and who they are."""

    x: float
    y: float
    wide: float
    high: float
    head: str
    units: tuple[str, ...]


class MapPicture(NamedTuple):
    """A map as SVG, and the stacks on it that can be opened where it is shown."""

    svg: str
    stacks: tuple[Stack, ...] = ()


def way(points: Sequence[Point]) -> list[Point]:
    """A way without the points at which it goes straight on, or does not go on."""
    kept: list[Point] = []
    for point in points:
        if kept and point == kept[-1]:
            continue
        if len(kept) > 1 and _is_straight(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return kept


def _is_straight(a: Point, b: Point, c: Point) -> bool:
    (ax, ay), (bx, by), (cx, cy) = a, b, c
    turn = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
    return abs(turn) < 1 and (bx - ax) * (cx - bx) + (by - ay) * (cy - by) > 0


def arrow(points: Sequence[Point], off: float, head: float) -> str:
    """A line along these points that ends `off` before the last, with a head."""
    *before, last = way(points)
    if not before:
        return ""
    x, y, dx, dy = _short_of(before[-1], last, off)
    one, other = ((-(dx + turn * dy) * head, -(dy - turn * dx) * head) for turn in (0.7, -0.7))
    barbs = _relative([one, (-one[0], -one[1]), other])
    return f"{polyline([*before, (x, y)])}m{barbs}"


def polyline(points: Sequence[Point]) -> str:
    """Lines from point to point."""
    return "M" + "L".join(f"{path_number(x)} {path_number(y)}" for x, y in points)


def line_to(start: Point, end: Point, off: float) -> str:
    """A line that ends `off` before its end."""
    x, y, _, _ = _short_of(start, end, off)
    return polyline([start, (x, y)])


def _short_of(start: Point, end: Point, off: float) -> tuple[float, float, float, float]:
    """The point `off` before the end of a line, and its direction there."""
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    dx, dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    off = min(off, far * 0.6)
    return end[0] - dx * off, end[1] - dy * off, dx, dy


def burst(x: float, y: float, radius: float) -> str:
    """A star of four points."""
    far, near = round(radius), max(1, round(radius * 0.3))
    rest = far - near
    right = ((near, rest), (rest, near), (-rest, near), (-near, rest))
    steps = (*right, *((-across, -down) for across, down in right[:3]))
    return f"M{path_number(x)} {path_number(y - far)}l{_relative(steps)}z"


def _relative(steps: Iterable[tuple[float, float]]) -> str:
    """Steps of a path, with as little between them as can be."""
    return " ".join(f"{path_number(right)} {path_number(down)}" for right, down in steps).replace(" -", "-")


def cross(x: float, y: float, arm: float) -> str:
    """Two strokes through a point."""
    across = path_number(2 * arm)
    return f"M{path_number(x - arm)} {path_number(y - arm)}l{across} {across}m0-{across}l-{across} {across}"


def frame(x: float, y: float, wide: float, high: float, *, second: bool) -> str:
    """A box around a middle: for the first side a rectangle, for the second with cut corners."""
    left, top, w, h = x - wide / 2, y - high / 2, path_number(wide), path_number(high)
    if not second:
        return f"M{path_number(left)} {path_number(top)}h{w}v{h}h-{w}z"
    c, w, h = 3.0, path_number(wide - 6), path_number(high - 6)
    return f"M{path_number(left + c)} {path_number(top)}h{w}l3 3v{h}l-3 3h-{w}l-3-3v-{h}z"


def explained_signs(there: Iterable[str]) -> list[tuple[str, str]]:
    """The signs that are drawn, in their order, with what they mean."""
    found = set(there)
    return [(sign, words) for sign, words in MEANINGS.items() if sign in found]


def sample(sign: str, x: float, y: float) -> tuple[str, dict[str, str | float]]:
    """A sign as the list of signs shows it, about a point: its path, and how it is drawn."""
    if sign in ("moved", "came"):
        return f"M{path_number(x - 8)} {path_number(y)}h15m-5-4l5 4l-5 4", PLAIN_LINE
    if sign == "fired":
        return f"M{path_number(x - 8)} {path_number(y)}h16", FIRE_LINE
    if sign == "hit":
        return burst(x, y, 6), FIRE_STAR
    if sign == "gone":
        return cross(x, y, 4), GONE
    if sign == "lost":
        return f"{frame(x, y, 16, 12, second=False)}M{path_number(x - 4)} {path_number(y)}h8", LOST
    return frame(x, y, 14, 12, second=False), taken_line(0)


PLAIN_LINE: dict[str, str | float] = {"fill": "none", "stroke": "#1d1d1b", "stroke_width": 1.3}
FIRE_LINE: dict[str, str | float] = {
    "fill": "none",
    "stroke": FIRE_INK,
    "stroke_width": 1.2,
    "stroke_dasharray": FIRE_DASH,
}
FIRE_STAR: dict[str, str | float] = {"fill": FIRE_INK, "stroke": "#ffffff", "stroke_width": 0.6}
LOST: dict[str, str | float] = {"fill": "#ffffff", "stroke": SIDE_INKS[0], "stroke_width": 1.3}
GONE: dict[str, str | float] = {"stroke": "#1d1d1b", "stroke_width": 2}


def taken_line(side: int) -> dict[str, str | float]:
    """How the outline of what changed hands is drawn."""
    return {
        "fill": "none",
        "stroke": SIDE_INKS[min(side, 1)],
        "stroke_width": 2.6,
        "stroke_dasharray": "6 2" if side else "none",
    }
