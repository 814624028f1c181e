"""A scene of areas as a picture (SVG): a diagram of the neighbours, the owners and the occupants of each area.

The printed map of a game of areas may not be copied, so the areas are laid out from their neighbours alone: a planar
drawing whose outline is the longest cycle, spread out until no area lies on another. No game is known here. As on the
hex maps, nothing is told by colour alone: sides differ in shape, pattern and letter, and a list in words stands below.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter as Count
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from projections.counters import (
    FONT,
    INK,
    SIDE_FILLS,
    SYMBOL_LETTERS,
    SYMBOL_WORDS,
    add,
    outline,
    printable,
    side_place,
    symbol,
)
from projections.scene import Cell, Counter, Scene
from projections.text import folded

if TYPE_CHECKING:
    import networkx

Places = Mapping[str, tuple[float, float]]

WIDE = 360.0
"""The width of the drawing, which is a telephone's. All sizes are sizes there."""
EDGE = 6.0
BOX, TALL = 85.0, 92.0
"""The width of an area's box, and its maximum height while no area holds more than `FEW` units."""
FEW, MOST = 4, 8
"""The largest numbers of units with counters of full height (FEW), and with counters at all (MOST).

If there are more, the last place tells how many others there are.
"""
GAP = 4.0
ROUNDS = 160


# ---- where the areas are ----


def layout(adjacency: Mapping[str, Sequence[str]], tall: float = TALL) -> Places:
    """The centre of each area's box, laid out from its neighbours. The same neighbours and height always give the same
    result.

    No box covers another, and none lies outside 0 to `WIDE`. Neighbours that are not areas are left out.
    """
    ways = tuple(
        (name, tuple(sorted(near for near in there if near in adjacency))) for name, there in sorted(adjacency.items())
    )
    return _layout(ways, tall)


@lru_cache(maxsize=16)
def _layout(ways: tuple[tuple[str, tuple[str, ...]], ...], tall: float) -> Places:
    import networkx

    graph: networkx.Graph[str] = networkx.Graph()
    graph.add_nodes_from(name for name, _ in ways)
    graph.add_edges_from((name, near) for name, there in ways for near in there if near != name)
    if not graph:
        return {}
    names = sorted(graph)
    lone = [min(part) for part in networkx.connected_components(graph)]
    linked = graph.copy()
    linked.add_edges_from(pairwise(lone))  # for the drawing only: a separate part stands beside the rest
    spots = _upright(_even(linked, _planar(linked), dict(networkx.all_pairs_shortest_path_length(linked))))
    high = max(tall, len(names) * (BOX + GAP) * (tall + GAP) / WIDE * 1.25)
    for _ in range(12):
        found = _apart(_fitted(spots, high, tall), sorted(tuple(sorted(edge)) for edge in graph.edges), tall)
        if _is_clear(found, tall):
            break
        high *= 1.12
    top = min(y for _, y in found.values()) - tall / 2
    return {name: (round(x, 1), round(y - top, 1)) for name, (x, y) in found.items()}


def _planar(graph: networkx.Graph[str]) -> dict[str, list[float]]:
    """A layout with the longest face on a circle, and every other area in the centre of its neighbours (Tutte).

    If lines must cross, all areas stand on the circle.
    """
    import networkx

    names = sorted(graph)
    planar, found = networkx.check_planarity(graph)
    embedding: Any = found
    rim = names
    if planar and graph.number_of_edges():
        seen: set[tuple[str, str]] = set()
        faces = [
            embedding.traverse_face(a, b, mark_half_edges=seen)
            for a, b in sorted(embedding.edges)
            if (a, b) not in seen
        ]
        rim = list(dict.fromkeys(max(faces, key=lambda face: len(set(face)))))
    spots = {name: [0.01 * at, 0.0] for at, name in enumerate(names)}
    for at, name in enumerate(rim):
        spots[name] = [cos(2 * pi * at / len(rim)), sin(2 * pi * at / len(rim))]
    inner = sorted(set(names) - set(rim))
    for _ in range(80):
        for name in inner:
            near = [spots[other] for other in graph[name]]
            spots[name] = [sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)]
    return spots


def _even(
    graph: networkx.Graph[str], spots: dict[str, list[float]], far: Mapping[str, Mapping[str, int]]
) -> dict[str, list[float]]:
    """A layout whose distances match the numbers of steps between areas (Kamada and Kawai), by majorisation from these
    spots.
    """
    names = sorted(graph)
    size = sqrt(len(names)) / 2
    spots = {name: [x * size, y * size] for name, (x, y) in spots.items()}
    for _ in range(30):
        for a in names:
            x = y = weight = 0.0
            for b in names:
                if a != b:
                    want, dx, dy = far[a][b], spots[a][0] - spots[b][0], spots[a][1] - spots[b][1]
                    now, share = hypot(dx, dy) or 1e-6, 1 / want**2
                    x += share * (spots[b][0] + want * dx / now)
                    y += share * (spots[b][1] + want * dy / now)
                    weight += share
            if weight:
                spots[a] = [x / weight, y / weight]
    return spots


def _upright(spots: dict[str, list[float]]) -> dict[str, list[float]]:
    """The layout turned so that it is higher than wide."""
    turns = [pi * at / 18 for at in range(18)]

    def turned(turn: float) -> dict[str, list[float]]:
        return {name: [x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)] for name, (x, y) in spots.items()}

    def wide(turn: float) -> float:
        across = [x for x, _ in turned(turn).values()]
        return round(max(across) - min(across), 6)

    return turned(min(turns, key=wide))


def _fitted(spots: dict[str, list[float]], high: float, tall: float) -> dict[str, list[float]]:
    """The layout stretched to `WIDE` and to this height."""
    found = {name: list(spot) for name, spot in spots.items()}
    for axis, first, last in ((0, BOX / 2 + EDGE / 2, WIDE - BOX / 2 - EDGE / 2), (1, tall / 2, high - tall / 2)):
        values = [spot[axis] for spot in found.values()]
        low, span = min(values), max(values) - min(values)
        for spot in found.values():
            spot[axis] = first + (spot[axis] - low) / span * (last - first) if span > 1e-6 else (first + last) / 2
    return found


def _apart(spots: dict[str, list[float]], edges: Sequence[tuple[str, ...]], tall: float) -> dict[str, list[float]]:
    """The layout with boxes pushed off each other, and off the lines that pass under them."""
    names = sorted(spots)
    for at in range(ROUNDS):
        if at < ROUNDS * 0.7:
            for a, b in edges:
                for c in names:
                    if c not in (a, b):
                        _off_line(spots[a], spots[b], spots[c], tall)
        moved = False
        for at_a, a in enumerate(names):
            for b in names[at_a + 1 :]:
                moved = _off_box(spots[a], spots[b], tall) or moved
        if not moved and at >= ROUNDS * 0.7:
            break
    return spots


def _off_line(a: list[float], b: list[float], c: list[float], tall: float) -> None:
    """Moves the third point away from the line between the first two, if the line passes close to its middle."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = hypot(dx, dy)
    if long < 1:
        return
    along = ((c[0] - a[0]) * dx + (c[1] - a[1]) * dy) / long**2
    if not 0.05 < along < 0.95:
        return
    off = ((c[0] - a[0]) * -dy + (c[1] - a[1]) * dx) / long
    keep = (abs(dy) / long * BOX + abs(dx) / long * tall) / 2 * 0.75
    if abs(off) >= keep:
        return
    push = (keep - abs(off)) * 0.12 * (1 if off >= 0 else -1)
    nx, ny = -dy / long * push, dx / long * push
    for spot, share in ((c, 1.0), (a, -0.4), (b, -0.4)):
        spot[0], spot[1] = _inside(spot[0] + nx * share), spot[1] + ny * share


def _off_box(a: list[float], b: list[float], tall: float) -> bool:
    """Moves two boxes off each other, the shorter way; returns whether it was necessary."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    over_x, over_y = BOX + GAP - abs(dx), tall + GAP - abs(dy)
    if over_x <= 0.01 or over_y <= 0.01:
        return False
    if over_x < over_y:
        step = over_x / 2 * (1 if dx >= 0 else -1)
        a[0], b[0] = _inside(a[0] - step), _inside(b[0] + step)
        if BOX + GAP - abs(b[0] - a[0]) <= 0.01:
            return True
        over_y *= 0.25  # near the margin there is no room sideways
    step = over_y / 2 * (1 if dy >= 0 else -1)
    a[1], b[1] = a[1] - step, b[1] + step
    return True


def _inside(x: float) -> float:
    return min(max(x, (BOX + EDGE) / 2), WIDE - (BOX + EDGE) / 2)


def _is_clear(spots: Mapping[str, Sequence[float]], tall: float) -> bool:
    names = sorted(spots)
    return not any(
        abs(spots[a][0] - spots[b][0]) < BOX + 1 and abs(spots[a][1] - spots[b][1]) < tall + 1
        for at, a in enumerate(names)
        for b in names[at + 1 :]
    )


# ---- the picture ----

NAME = 10.0
BOLD = 1.11
"""The width of bold letters, relative to normal ones."""
LEAST = 9.0
"""Minimum size of letters on the diagram, except for names longer than their counter."""
TEXT, LINE = 10.5, 14.0
MARKS = 15.5
STEPS = [at / 24 for at in range(1, 24)]
CAVE, HIDDEN_CAVE = "cave", "hidden cave"
"""Grounds with a sign of their own. Any other is written out."""
CONTROL_FILLS = ("#dce8f5", "#fbf4ee")


def area_svg(scene: Scene, *, listed: bool = True) -> str:
    """A self-contained picture: one SVG element, without fonts or files from elsewhere.

    A list below it names every unit; if not `listed`, the caller shows the list elsewhere.

    A scene's cells are the areas. Their labels are the printed names; their grounds are markers and caves, repeated by
    their number. Its edges are the ways between areas. A cell's place on a hex map is ignored.
    """
    return ElementTree.tostring(_Diagram(scene).draw(listed), encoding="unicode") + "\n"


def _ems(text: str) -> float:
    """The width of a text in the widest of the fonts, in units of its size."""
    return sum(0.35 if c in " .,:;'fijlt|I-" else 0.9 if c in "mwMW" else 0.72 if c.isupper() else 0.62 for c in text)


def _fit(text: str, wide: float, size: float) -> float:
    """The size of letters, at most `size`, at which a text is about `wide` units wide."""
    return min(size, wide / (_ems(text) or 1))


def _wrapped(name: str, wide: float) -> list[str]:
    """A name in one or two lines. Its words are not cut if they fit."""
    if _ems(name) * BOLD * NAME <= wide:
        return [name]
    cuts = [(name[: found.end()].rstrip(), name[found.end() :]) for found in re.finditer(r"\s+|-(?=\w)", name)]
    lines = min(cuts, key=lambda cut: max(map(_ems, cut)), default=(name,))
    return list(lines) if len(lines) > 1 else textwrap.wrap(name, -(-len(name) // 2))


def _tall(count: int) -> float:
    """The height of the counters in an area with this number."""
    return 23.5 if count <= FEW else 20.5


class _Diagram:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
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
        self.near, self.spots = near, layout(near, max([TALL, *map(self._high, scene.cells)]))
        self.short: dict[str, str] = {}
        """Markers of which only the first letters had room."""
        self.y = EDGE
        self.root = Element(
            "svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "font-family": FONT, "fill": INK}
        )

    def draw(self, listed: bool) -> Element:
        scene = self.scene
        add(self.root, "title", scene.title)
        add(
            self.root,
            "desc",
            " ".join(filter(None, (scene.about, *(f"{head}: {said}." for head, said in area_list(scene))))),
        )
        self._pattern()
        paper = add(self.root, "rect", width="100%", height="100%", fill="#ffffff")
        self._write(scene.title, size=14, bold=True)
        self._write(scene.about)
        self.y += 6
        self._map()
        self._legend()
        for head, said in area_list(scene) if listed else ():
            self.y += 2
            self._write(f"{head}: {said}", bold=len(printable(head)) + 1)
        self.y += EDGE
        paper.set("height", f"{self.y:.0f}")
        self.root.set("viewBox", f"0 0 {WIDE:.0f} {self.y:.0f}")
        return self.root

    def _pattern(self) -> None:
        """Defines the hatching of the second side's areas."""
        pattern = add(
            add(self.root, "defs"), "pattern", id="held-second", width=6, height=6, patternUnits="userSpaceOnUse"
        )
        add(pattern, "rect", width=6, height=6, fill=CONTROL_FILLS[1])
        add(pattern, "path", d="M-1 1 L1 -1 M0 6 L6 0 M5 7 L7 5", stroke="#dcbca6", stroke_width=0.9)

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
                    add(ways, "path", d=self._way(a, b, boxes, top))
        for cell in self.scene.cells:
            x, y = self.spots[cell.name]
            self._area(cell, x, y + top, boxes[cell.name])
        self.y = top + max((self.spots[name][1] + high / 2 for name, high in boxes.items()), default=0) + 6

    def _way(self, a: str, b: str, boxes: Mapping[str, float], down: float) -> str:
        """A line between two areas, bent as little as necessary to avoid passing under others."""
        (ax, ay), (bx, by) = self.spots[a], self.spots[b]
        others = [(*self.spots[name], high / 2) for name, high in boxes.items() if name not in (a, b)]
        long = hypot(bx - ax, by - ay) or 1.0
        best, least = (ax, ay), -1
        for bend in (0, *(side * by_how_much for by_how_much in range(12, 121, 12) for side in (1, -1))):
            mx, my = (ax + bx) / 2 - (by - ay) / long * bend, (ay + by) / 2 + (bx - ax) / long * bend
            curve = [
                (
                    (1 - t) ** 2 * ax + 2 * t * (1 - t) * mx + t * t * bx,
                    (1 - t) ** 2 * ay + 2 * t * (1 - t) * my + t * t * by,
                )
                for t in STEPS
            ]
            under = sum(
                not 2 < x < WIDE - 2
                or any(abs(x - ox) < BOX / 2 + 2 and abs(y - oy) < half + 2 for ox, oy, half in others)
                for x, y in curve
            )
            if least < 0 or under < least:
                best, least = (mx, my), under
            if not under:
                break
        return f"M{ax:.1f} {ay + down:.1f} Q{best[0]:.1f} {best[1] + down:.1f} {bx:.1f} {by + down:.1f}"

    def _high(self, cell: Cell) -> float:
        """The height of an area's box with its contents."""
        count = len(self.there.get(cell.name, ()))
        rows = -(-min(count, MOST) // 2)
        return self._below_name(cell) + (MARKS if cell.grounds else 0) + rows * (_tall(count) + 1.5) + 3

    def _below_name(self, cell: Cell) -> float:
        return 4 + max(14, 11 * len(self._name(cell)) + 2)

    def _name(self, cell: Cell) -> list[str]:
        return _wrapped(printable(cell.label or cell.name), BOX - self.inset - 3)

    def _area(self, cell: Cell, x: float, y: float, high: float) -> None:
        counters, marks = self.there.get(cell.name, []), Count(cell.grounds)
        left, top = x - BOX / 2, y - high / 2
        box = add(self.root, "g")
        add(box, "title", ": ".join(_contents(self.scene, cell)))
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
            stroke=INK,
            stroke_width=1.6,
            stroke_dasharray=broken,
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
        self._units(box, counters, left, below + 0.5)

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
            if x + sum(_ems(word) * LEAST + 8 for word in words) - 3 > right:
                words[at] = self._short(words[at])
        for word in words:
            wide = _ems(word) * LEAST + 5
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

    def _units(self, parent: Element, counters: Sequence[Counter], left: float, y: float) -> None:
        """Draws the units with their names, two in a row.

        If there are too many, the last place tells how many others there are.
        """
        wide, high = 39.5, _tall(len(counters))
        shown = counters if len(counters) <= MOST else counters[: MOST - 1]
        start = left + (BOX - 2 * (wide + 1.5) + 1.5) / 2
        for at, counter in enumerate(shown):
            row, column = divmod(at, 2)
            self._counter(parent, counter, start + column * (wide + 1.5), y + row * (high + 1.5), wide, high)
        if others := len(counters) - len(shown):
            row, column = divmod(len(shown), 2)
            x, y = start + (column + 0.5) * (wide + 1.5), y + row * (high + 1.5) + high / 2 + 4
            add(parent, "text", f"+{others}", x=x, y=y, font_size=11, text_anchor="middle")

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

    # ---- what the signs mean ----

    def _legend(self) -> None:
        scene = self.scene
        grounds = {word for cell in scene.cells for word in cell.grounds}
        samples = [
            ("control", side, f"{name} control")
            for side, name in scene.sides
            if any(cell.control == side for cell in scene.cells)
        ]
        samples += [("cave", kind, kind) for kind in (CAVE, HIDDEN_CAVE) if kind in grounds]
        samples += [
            ("unit", side, f"{name} unit") for side, name in scene.sides if any(c.side == side for c in scene.counters)
        ]
        samples += [
            ("symbol", kind, SYMBOL_WORDS.get(kind, kind))
            for kind in SYMBOL_LETTERS
            if any(c.symbol == kind for c in scene.counters)
        ]
        samples += [("dots", "", "steps")] * any(c.steps for c in scene.counters)
        samples += [("hidden", "", "concealed")] * any(c.hidden for c in scene.counters)
        samples += [("sign", sign, words) for sign, words in scene.key]
        samples += [("sign", short, word) for word, short in self.short.items()]
        x = EDGE
        self.y += LINE
        for sort, what, words in samples:
            wide = 26 + _ems(words) * TEXT
            if x + wide > WIDE - EDGE and x > EDGE:
                x, self.y = EDGE, self.y + LINE + 3
            self._sample(sort, what, x, self.y - 13)
            add(self.root, "text", words, x=x + 19, y=self.y - 4, font_size=TEXT)
            x += wide
        self.y += 6

    def _sample(self, sort: str, what: str, x: float, y: float) -> None:
        if sort == "control":
            self._badge(self.root, what, x + 1, y - 0.5)
        elif sort == "cave":
            self._cave(self.root, x + 3, y, hidden=what == HIDDEN_CAVE)
        elif sort in ("unit", "hidden"):
            outline(self.root, x, y, 16, 11, at=side_place(self.sides, what), broken=sort == "hidden", cut=3)
            if sort == "hidden":
                add(self.root, "text", "?", x=x + 8, y=y + 9, font_size=LEAST, text_anchor="middle")
        elif sort == "symbol":
            symbol(self.root, what, x + 2, y + 1, 11, 8.2)
        elif sort == "dots":
            for step in range(3):
                add(self.root, "circle", cx=x + 4 + step * 4.2, cy=y + 6, r=1.7, fill=INK)
        else:
            add(self.root, "text", what, x=x + 8, y=y + 9, font_size=TEXT, font_weight="bold", text_anchor="middle")


# ---- in words ----


def area_text(scene: Scene) -> Iterator[str]:
    """The scene for a text screen: every area with its contents and neighbours, in lines that fit."""
    yield from folded(f"{scene.title}. {scene.about}")
    near: dict[str, list[str]] = {cell.name: [] for cell in scene.cells}
    for edge in scene.edges:
        near[edge.a].append(edge.b)
        near[edge.b].append(edge.a)
    yield ""
    for cell in scene.cells:
        head, said = _contents(scene, cell)
        ways = f"; next to {', '.join(near[cell.name])}" if near[cell.name] else ""
        yield from folded(f"{head}: {said}{ways}", rest="    ")
    yield ""
    for note in scene.notes:
        yield from folded(note, rest="    ")


def area_list(scene: Scene) -> Iterator[tuple[str, str]]:
    """The list in words: every area by name with its contents, every unit by name; then the empty areas, and the
    notes."""
    names, busy = dict(scene.sides), {counter.hex for counter in scene.counters}
    empty: dict[str, list[str]] = {}
    for cell in scene.cells:
        if cell.name in busy or cell.grounds:
            yield _contents(scene, cell)
        else:
            held = f"{names[cell.control]} control" if cell.control in names else "Nobody's"
            empty.setdefault(f"{held}, nothing there" if names else "Nothing there", []).append(_named(cell))
    for head, areas in empty.items():
        yield head, ", ".join(areas)
    for note in scene.notes:
        head, colon, said = note.partition(": ")
        yield (head, said) if colon else ("Note", note)


def _named(cell: Cell) -> str:
    return (
        f"{cell.label} ({cell.name})"
        if cell.label and _plain(cell.label) != _plain(cell.name)
        else cell.label or cell.name
    )


def _plain(name: str) -> str:
    return "".join(name.casefold().split())


def _contents(scene: Scene, cell: Cell) -> tuple[str, str]:
    """(name, contents) of an area."""
    names = dict(scene.sides)
    parts = [f"{names[cell.control]} control" if cell.control in names else "nobody's"] if names else []
    parts += [f"{count} {word}s" if count > 1 else word for word, count in Count(cell.grounds).items()]
    said = ", ".join(parts)
    for side, name in scene.sides:
        there = [
            f"{c.name} ({c.says})" if c.says else c.name
            for c in scene.counters
            if c.hex == cell.name and c.side == side
        ]
        if there:
            said += f"; {name} {', '.join(there)}"
    return _named(cell), said
