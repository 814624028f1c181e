"""The areas of a diagram, drawn: the ways between them, who holds them, and whoever is there."""

from __future__ import annotations

import re
import textwrap
from collections import Counter as Count
from collections.abc import Mapping, Sequence
from math import ceil, hypot
from xml.etree.ElementTree import Element

from projections.areamap.area_words import area_contents, named_area
from projections.areamap.arranged import BOX, EDGE, TALL, WIDE, layout
from projections.areamap.happened import (
    ROW,
    AreaBox,
    draw_signs,
    draw_ways,
    rows_of_signs,
    signs_of,
    sorts_of,
)
from projections.counters import (
    FONT,
    INK,
    SIDE_FILLS,
    add,
    ems,
    outline,
    printable,
    side_place,
    symbol,
)
from projections.scene import Cell, Counter, Doings, Scene
from projections.signs import SIDE_INKS, Point, Stack

HIGH = 23.5
"""The height of a counter."""
TALLER = HIGH + 1.5
"""By how much areas stand further apart where one holds more: by rows, so that they seldom stand elsewhere than a turn
ago."""
MOST = 8
"""The largest number of units with counters. If there are more, the last place tells how many others there are."""

NAME = 10.0
BOLD = 1.11
"""The width of bold letters, relative to normal ones."""
LEAST = 9.0
"""Minimum size of letters on the diagram, except for names longer than their counter."""
TEXT, LINE = 10.5, 14.0
MARKS = 15.5
Box = tuple[float, float, float]
"""The middle of an area's box, and half its height."""
STEPS = [at / 24 for at in range(1, 24)]
FINE = 48
"""Points of a way along which arrows are drawn."""
CAVE, HIDDEN_CAVE = "cave", "hidden cave"
"""Grounds with a sign of their own. Any other is written out."""
CONTROL_FILLS = ("#dce8f5", "#fbf4ee")


def _fit(text: str, wide: float, size: float) -> float:
    """The size of letters, at most `size`, at which a text is about `wide` units wide."""
    return min(size, wide / (ems(text) or 1))


def _wrapped(name: str, wide: float) -> list[str]:
    """A name in one or two lines. Its words are not cut if they fit."""
    if ems(name) * BOLD * NAME <= wide:
        return [name]
    cuts = [(name[: found.end()].rstrip(), name[found.end() :]) for found in re.finditer(r"\s+|-(?=\w)", name)]
    lines = min(cuts, key=lambda cut: max(map(ems, cut)), default=(name,))
    return list(lines) if len(lines) > 1 else textwrap.wrap(name, -(-len(name) // 2))


def _on_curve(start: Point, middle: Point, end: Point, t: float) -> Point:
    """A point of a curve between two points, bent by a third."""
    x, y = ((1 - t) ** 2 * a + 2 * t * (1 - t) * m + t * t * b for a, m, b in zip(start, middle, end, strict=True))
    return x, y


def _boxes_about(curve: Sequence[Point], boxes: Sequence[Box]) -> list[Box]:
    """The boxes that a curve may come upon, of which there are few."""
    xs, ys = [x for x, _ in curve], [y for _, y in curve]
    left, right, top, bottom = min(xs) - BOX / 2 - 2, max(xs) + BOX / 2 + 2, min(ys) - 2, max(ys) + 2
    return [(x, y, half) for x, y, half in boxes if left < x < right and top - half < y < bottom + half]


class DrawnAreas:
    """A diagram that is drawn from the top down."""

    def __init__(self, scene: Scene, did: Doings) -> None:
        self.scene, self.did = scene, did
        self.sides = [side for side, _ in scene.sides]
        self.inset = 19 if self.sides else 7
        """Where a name begins: beside the sign of the side that holds the area."""
        near: dict[str, list[str]] = {cell.name: [] for cell in scene.cells}
        for edge in scene.edges:
            if edge.a in near and edge.b in near:
                near[edge.a].append(edge.b)
                near[edge.b].append(edge.a)
        self.there: dict[str, list[Counter]] = {}
        for counter in scene.counters:
            self.there.setdefault(counter.hex, []).append(counter)
        self.signs = {cell.name: rows_of_signs(signs_of(did, cell.name, self.sides), BOX - 7) for cell in scene.cells}
        self.drawn = {sort for rows in self.signs.values() for sort in sorts_of(rows)}
        """The sorts of signs of what happened that there are."""
        self.stacks: list[Stack] = []
        over = max([0.0, *(self._high(cell) - TALL for cell in scene.cells)])
        self.near, self.spots = near, layout(near, TALL + ceil(over / TALLER) * TALLER)
        self.short: dict[str, str] = {}
        """Markers of which only the first letters had room."""
        self.y = EDGE
        self.root = Element(
            "svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "font-family": FONT, "fill": INK}
        )

    def _write(self, text: str, *, size: float = TEXT, bold: int | bool = 0) -> None:
        """Adds wrapped lines of text below the rest. The first `bold` letters are bold."""
        wrap = max(20, int((WIDE - 2 * EDGE) / ((0.62 if bold is True else 0.58) * size)))
        left = len(text) if bold is True else bold
        for at, line in enumerate(textwrap.wrap(printable(text), wrap, break_on_hyphens=False)):
            self.y += LINE * size / TEXT
            written = add(
                self.root, "text", x=EDGE + (8 if at and bold is not True else 0), y=self.y - 4, font_size=size
            )
            if left:
                add(written, "tspan", line[:left], font_weight="bold").tail = line[left:]
            else:
                written.text = line
            left = max(0, left - len(line) - 1)

    # ---- the map ----

    def _map(self) -> None:
        boxes = {cell.name: self._high(cell) for cell in self.scene.cells}
        top = self.y - min((self.spots[name][1] - high / 2 for name, high in boxes.items()), default=0)
        ways = add(self.root, "g", stroke="#6f756f", stroke_width=2, fill="none")
        for a, there in self.near.items():
            for b in sorted(set(there)):
                if a < b:
                    (ax, ay), (mx, my), (bx, by) = self._way(a, b, boxes, top)
                    add(ways, "path", d=f"M{ax:.1f} {ay:.1f} Q{mx:.1f} {my:.1f} {bx:.1f} {by:.1f}")
        placed = {
            name: AreaBox(self.spots[name][0], self.spots[name][1] + top, BOX / 2, high / 2)
            for name, high in boxes.items()
        }

        def bent(a: str, b: str) -> list[Point]:
            return self._along(a, b, boxes, top)

        self.drawn |= draw_ways(self.root, self.did, placed, bent, close=False)
        for cell in self.scene.cells:
            x, y = self.spots[cell.name]
            self._area(cell, x, y + top, boxes[cell.name])
        self.drawn |= draw_ways(self.root, self.did, placed, bent, close=True)
        self.y = top + max((self.spots[name][1] + high / 2 for name, high in boxes.items()), default=0) + 6

    def _along(self, a: str, b: str, boxes: Mapping[str, float], down: float) -> list[Point]:
        """Points along the way from one area to another, which is the same both ways."""
        first, middle, last = self._way(min(a, b), max(a, b), boxes, down)
        points = [_on_curve(first, middle, last, at / FINE) for at in range(FINE + 1)]
        return points if a < b else points[::-1]

    def _way(self, a: str, b: str, boxes: Mapping[str, float], down: float) -> tuple[Point, Point, Point]:
        """A curve between two areas, bent as little as necessary to avoid passing under others: its ends, and between
        them what bends it."""
        (ax, ay), (bx, by) = self.spots[a], self.spots[b]
        others = [(*self.spots[name], high / 2) for name, high in boxes.items() if name not in (a, b)]
        long = hypot(bx - ax, by - ay) or 1.0
        best, least = (ax, ay), -1
        for bend in (0, *(side * by_how_much for by_how_much in range(12, 121, 12) for side in (1, -1))):
            mx, my = (ax + bx) / 2 - (by - ay) / long * bend, (ay + by) / 2 + (bx - ax) / long * bend
            curve = [_on_curve((ax, ay), (mx, my), (bx, by), t) for t in STEPS]
            near = _boxes_about(curve, others)
            under = sum(
                not 2 < x < WIDE - 2
                or any(abs(x - ox) < BOX / 2 + 2 and abs(y - oy) < half + 2 for ox, oy, half in near)
                for x, y in curve
            )
            if least < 0 or under < least:
                best, least = (mx, my), under
            if not under:
                break
        return (ax, ay + down), (best[0], best[1] + down), (bx, by + down)

    def _high(self, cell: Cell) -> float:
        """The height of an area's box with its contents."""
        count = len(self.there.get(cell.name, ()))
        rows = -(-min(count, MOST) // 2)
        signs = ROW * len(self.signs[cell.name])
        return self._below_name(cell) + (MARKS if cell.grounds else 0) + signs + rows * (HIGH + 1.5) + 3

    def _below_name(self, cell: Cell) -> float:
        return 4 + max(14, 11 * len(self._name(cell)) + 2)

    def _name(self, cell: Cell) -> list[str]:
        return _wrapped(printable(cell.label or cell.name), BOX - self.inset - 3)

    def _area(self, cell: Cell, x: float, y: float, high: float) -> None:
        counters, marks = self.there.get(cell.name, []), Count(cell.grounds)
        left, top = x - BOX / 2, y - high / 2
        box = add(self.root, "g")
        add(box, "title", ": ".join(area_contents(self.scene, cell)))
        fill, broken = self._held(cell.control)
        add(
            box,
            "rect",
            x=left,
            y=top,
            width=BOX,
            height=high,
            rx=11,
            fill=fill,
            stroke_dasharray=broken,
            **self._edge(cell),
        )
        if cell.control in self.sides:
            self._badge(box, cell.control, left + 4, top + 4)
        for at, line in enumerate(self._name(cell)):
            size = max(7, _fit(line, (BOX - self.inset - 3) / BOLD, NAME))
            add(box, "text", line, x=left + self.inset, y=top + 13.5 + 11 * at, font_size=size, font_weight="bold")
        below = top + self._below_name(cell)
        if marks:
            self._marks(box, marks, left + 5, below, left + BOX - 3)
            below += MARKS
        draw_signs(box, self.signs[cell.name], left + 5, below)
        below += ROW * len(self.signs[cell.name])
        self._units(box, cell, counters, left, below + 0.5)

    def _edge(self, cell: Cell) -> dict[str, str | float]:
        """The edge of an area: of one that changed hands, thick and in its new holder's ink."""
        if (cell.name, cell.control) not in self.did.taken or cell.control not in self.sides:
            return {"stroke": INK, "stroke_width": 1.6}
        self.drawn.add("taken")
        return {"stroke": SIDE_INKS[min(self.sides.index(cell.control), 1)], "stroke_width": 3.4}

    def _held(self, side: str) -> tuple[str, str]:
        """How an area is filled and edged by whoever holds it; each further side has a dot more in its edge."""
        if side not in self.sides:
            return "#f4f4f1", "1.5 2.5"
        at = self.sides.index(side)
        fill = CONTROL_FILLS[0] if at == 0 else "url(#held-second)" if at == 1 else SIDE_FILLS[at % len(SIDE_FILLS)]
        return fill, "none" if at == 0 else "6 2.5" + " 1.5 2.5" * (at - 1)

    def _badge(self, parent: Element, side: str, x: float, y: float) -> None:
        outline(parent, x, y, 12.5, 12.5, at=side_place(self.sides, side), cut=3.5)
        letter = self._letter(side)
        add(
            parent,
            "text",
            letter,
            x=x + 6.25,
            y=y + 9.6,
            font_size=_fit(letter, 12, 9.5),
            font_weight="bold",
            text_anchor="middle",
        )

    def _letter(self, side: str) -> str:
        """The first letter of a side's name; more letters if sides would look alike."""
        names = dict(self.scene.sides)
        alike = [name for name in names.values() if printable(name)[:1] == printable(names[side])[:1]]
        return printable(names[side] if len(alike) > 1 else names[side][:1])

    def _marks(self, parent: Element, marks: Mapping[str, int], x: float, y: float, right: float) -> None:
        """Draws caves as arches, open ones filled, and markers as letters, shortened if there are several."""
        for kind in (CAVE, HIDDEN_CAVE):
            for _ in range(min(marks.get(kind, 0), 3)):
                self._cave(parent, x, y + 1, hidden=kind == HIDDEN_CAVE)
                x += 13
        words = [printable(word) for word in marks if word not in (CAVE, HIDDEN_CAVE)]
        for at in reversed(range(len(words))):
            if x + sum(ems(word) * LEAST + 8 for word in words) - 3 > right:
                words[at] = self._short(words[at])
        for word in words:
            wide = ems(word) * LEAST + 5
            add(parent, "rect", x=x, y=y, width=wide, height=12.5, rx=2, fill="#fff6c9", stroke=INK, stroke_width=0.9)
            add(parent, "text", word, x=x + wide / 2, y=y + 9.5, font_size=LEAST, text_anchor="middle")
            x += wide + 3

    def _short(self, word: str) -> str:
        """The first letters of a marker's words, with more of the last where another marker has those."""
        if word not in self.short:
            *parts, last = word.split() or [word]
            shorts = ("".join(part[:1] for part in parts) + last[:long] for long in range(1, len(last) + 1))
            self.short[word] = next((short for short in shorts if short not in self.short.values()), word)
        return self.short[word]

    def _cave(self, parent: Element, x: float, y: float, *, hidden: bool) -> None:
        arch = f"M{x:.1f} {y + 11:.1f} v-5 a5 5.5 0 0 1 10 0 v5 z"
        fill, broken = ("#ffffff", "2 1.5") if hidden else ("#4a4038", "none")
        add(parent, "path", d=arch, fill=fill, stroke=INK, stroke_width=1.2, stroke_dasharray=broken)

    # ---- units ----

    def _units(self, parent: Element, cell: Cell, counters: Sequence[Counter], left: float, y: float) -> None:
        """Draws the units with their names, two in a row.

        If there are too many, the last place tells how many others there are.
        """
        wide, high = 39.5, HIGH
        shown = counters if len(counters) <= MOST else counters[: MOST - 1]
        start = left + (BOX - 2 * (wide + 1.5) + 1.5) / 2
        for at, counter in enumerate(shown):
            row, column = divmod(at, 2)
            self._counter(parent, counter, start + column * (wide + 1.5), y + row * (high + 1.5), wide, high)
        if others := len(counters) - len(shown):
            row, column = divmod(len(shown), 2)
            x, y = start + (column + 0.5) * (wide + 1.5), y + row * (high + 1.5) + high / 2 + 4
            add(parent, "text", f"+{others}", x=x, y=y, font_size=11, text_anchor="middle")
            every = tuple(counter.name for counter in counters)
            self.stacks.append(Stack(x, y - 4, wide, high, named_area(cell), every))

    def _counter(self, parent: Element, counter: Counter, x: float, y: float, wide: float, high: float) -> None:
        box = add(parent, "g")
        add(box, "title", f"{counter.name}{': ' + counter.says if counter.says else ''}")
        outline(
            box,
            x,
            y,
            wide,
            high,
            at=side_place(self.sides, counter.side),
            broken=counter.hidden or counter.disrupted,
            cut=3.5,
        )
        symbol(box, counter.symbol or "none", x + 2.5, y + 2.8, 11, 8.2)
        signs = printable(("?" if counter.hidden else "") + counter.signs)
        at = x + 17
        steps = counter.steps or 0
        if steps > 4:
            add(box, "text", str(steps), x=at - 2, y=y + 10.2, font_size=LEAST, font_weight="bold")
            at += 6
        else:
            for step in range(steps):
                add(box, "circle", cx=at + step * 4.2, cy=y + 7, r=1.7, fill=INK)
            at += 4.2 * steps
        if signs:
            size = _fit(signs, x + wide - at - 1, LEAST)
            add(box, "text", signs, x=x + wide - 2, y=y + 10.2, font_size=size, text_anchor="end")
        name = printable(counter.name)
        add(
            box,
            "text",
            name,
            x=x + wide / 2,
            y=y + high - 2.6,
            font_size=_fit(name, wide - 2.5, LEAST),
            text_anchor="middle",
        )
