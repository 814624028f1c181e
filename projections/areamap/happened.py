"""What happened between the areas of a diagram, and in them: arrows and lines from box to box, and a row of signs in a
box."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple
from xml.etree.ElementTree import Element

from projections.counters import add
from projections.scene import Doings
from projections.signs import (
    FIRE_LINE,
    FIRE_STAR,
    GONE,
    PLAIN_LINE,
    SIDE_INKS,
    Point,
    arrow,
    burst,
    cross,
    frame,
    polyline,
    way,
)

ROW = 14.0
"""How high a row of signs is."""
SIZE = 9.0
"""Letters of what was lost."""
SEEN = 11.0
"""The least that is seen of an arrow between two boxes that nearly touch."""
COARSE = 5
"""Of so many points of a curve one is enough for a line."""
BESIDE = 3.5
"""How far a line of fire is from the way along which units move."""


class AreaBox(NamedTuple):
    """The box of an area: its middle, and half its width and height."""

    x: float
    y: float
    half: float
    high: float

    def holds(self, point: Point) -> bool:
        return abs(point[0] - self.x) < self.half and abs(point[1] - self.y) < self.high


class BoxSign(NamedTuple):
    """A sign in the row of a box: its sort, how wide it is, of losses whose and how many."""

    sort: str
    wide: float
    side: int = 0
    words: str = ""


Bent = Callable[[str, str], Sequence[Point]]
"""The points of the way from the middle of one area to that of another."""


def signs_of(did: Doings, place: str, sides: Sequence[str]) -> list[BoxSign]:
    """The signs of what happened in an area."""
    found = []
    if any(one.path[0] == "" and place == one.path[1] for one in did.went):
        found.append(BoxSign("came", 19))
    if any(one.end == place for one in did.shots):
        found.append(BoxSign("hit", 15))
    for lost in did.lost:
        if lost.place == place and lost.side in sides:
            words = f"−{lost.steps}"
            found.append(BoxSign("lost", 8 + SIZE * 0.66 * len(words), sides.index(lost.side), words))
    if place in did.gone:
        found.append(BoxSign("gone", 12))
    return found


def rows_of_signs(signs: Sequence[BoxSign], wide: float) -> list[list[BoxSign]]:
    """Signs in as many rows as they need."""
    rows: list[list[BoxSign]] = []
    for sign in signs:
        if not rows or sum(one.wide for one in rows[-1]) + sign.wide > wide:
            rows.append([])
        rows[-1].append(sign)
    return rows


def draw_signs(parent: Element, rows: Sequence[Sequence[BoxSign]], left: float, y: float) -> None:
    for row in rows:
        x = left
        for sign in row:
            _sign(parent, sign, x, y + ROW / 2 - 1)
            x += sign.wide
        y += ROW


def _sign(parent: Element, sign: BoxSign, x: float, y: float) -> None:
    if sign.sort == "came":
        add(parent, "path", d=f"M{x:.1f} {y:.1f}h14m-5-4l5 4l-5 4", **PLAIN_LINE)
    elif sign.sort == "hit":
        add(parent, "path", d=burst(x + 6, y, 6), **FIRE_STAR)
    elif sign.sort == "gone":
        add(parent, "path", d=cross(x + 5, y, 4), **GONE)
    else:
        ink, middle = SIDE_INKS[sign.side % len(SIDE_INKS)], x + (sign.wide - 3) / 2
        box = frame(middle, y, sign.wide - 3, 12, second=sign.side == 1)
        add(parent, "path", d=box, fill="#ffffff", stroke=ink, stroke_width=1.2)
        look: dict[str, str | float] = {"font_size": SIZE, "font_weight": "bold", "fill": ink}
        add(parent, "text", sign.words, x=middle, y=y + 3.3, text_anchor="middle", **look)


def draw_ways(parent: Element, did: Doings, boxes: Mapping[str, AreaBox], bent: Bent, *, close: bool) -> set[str]:
    """Draws who went where and who fired from where to where, between boxes that nearly touch (`close`), which is drawn
    above them, or between others, which passes below them. Returns the sorts of signs that were drawn."""
    drawn = set()
    steps = dict.fromkeys(step for one in did.went for step in pairwise(one.path))
    arrows = "".join(arrow(points, 0.0, 5.5) for points in _between(steps, boxes, bent, close=close))
    if arrows:
        add(parent, "path", d=arrows, **{**PLAIN_LINE, "stroke_width": 1.8})
        drawn.add("moved")
    shots = dict.fromkeys((one.start, one.end) for one in did.shots)
    lines = "".join(_line(points) for points in _between(shots, boxes, bent, close=close))
    if lines:
        add(parent, "path", d=lines, **{**FIRE_LINE, "stroke_width": 1.6})
        drawn.add("fired")
    return drawn


def _between(
    pairs: Iterable[tuple[str, str]], boxes: Mapping[str, AreaBox], bent: Bent, *, close: bool
) -> Iterator[list[Point]]:
    """What is seen of the ways between these boxes: the part that is in neither; of boxes that nearly touch, a little
    of it in each."""
    for a, b in pairs:
        if a == b or a not in boxes or b not in boxes:
            continue
        points = bent(a, b)
        free = [point for point in points if not boxes[a].holds(point) and not boxes[b].holds(point)]
        if len(free) > 1 and _long(free) >= SEEN:
            if not close:
                yield free
        elif close:
            (ax, ay), (bx, by) = points[0], points[-1]
            far = hypot(bx - ax, by - ay) or 1.0
            x, y = free[len(free) // 2] if free else _gap(points, boxes[a])
            dx, dy = (bx - ax) / far * SEEN / 2, (by - ay) / far * SEEN / 2
            yield [(x - dx, y - dy), (x + dx, y + dy)]


def _gap(points: Iterable[Point], start: AreaBox) -> Point:
    """Where a way leaves its first box."""
    *_, last = (point for point in points if start.holds(point))
    return last


def _long(points: Sequence[Point]) -> float:
    return sum(hypot(c - a, d - b) for (a, b), (c, d) in pairwise(points))


def _line(points: Sequence[Point]) -> str:
    """A line beside a way, to its right."""
    (ax, ay), (bx, by) = points[0], points[-1]
    far = hypot(bx - ax, by - ay) or 1.0
    dx, dy = -(by - ay) / far * BESIDE, (bx - ax) / far * BESIDE
    kept = [*points[:-1:COARSE], points[-1]]
    return polyline(way([(x + dx, y + dy) for x, y in kept]))


def sorts_of(rows: Iterable[Sequence[BoxSign]]) -> Iterator[str]:
    return (sign.sort for row in rows for sign in row)
