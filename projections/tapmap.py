"""A map to be tapped: each place and each counter is an element with its name, and each place is drawn by itself.

What lies beneath the places changes only as the map is read out. So of two moments only the places that differ are
sent, and put where the old ones were. A place is large enough for a finger: the map scrolls.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter as Count
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from projections.areamap.arranged import BOX, EDGE, TALL, WIDE, layout
from projections.counters import FONT, INK, SYMBOL_LETTERS, add, fitting, outline, printable, side_place, symbol
from projections.hexmap.ground import (
    CONTROL,
    EDGE_INK,
    EDGE_INKS,
    FILLS,
    ROAD_INK,
    fill_of,
    hexside_paths,
    outlines,
    roads,
)
from projections.hexmap.layout import by_hex, ground_letters
from projections.scene import Cell, Counter, Scene

RADIUS, HALF = 36.0, 31.0
"""From the middle of a hex to a corner, and half its width; rows are one and a half of the first apart."""
ROOM = 8.0
"""Room around the map."""
FILL_SIGNS = {"water": "≈", "beach": "∴", "rough": "∷", "mountain": "▲", "unknown": "?"}
"""What tells the grounds apart without colour; land has none."""
SHOWN = 4
"""Number of counters drawn in a place; if there are more, the last one's room tells how many others there are."""


class TapMap(NamedTuple):
    """A map to be tapped, in parts."""

    title: str
    wide: float
    high: float
    ground: str
    """What lies beneath the places, as SVG."""
    places: Mapping[str, str]
    """An SVG element for each place, by its name. Its `data-place` is the name, each counter's `data-unit` its."""

    def svg(self) -> str:
        """The whole map. It is a group of what can be tapped, not one picture."""
        root = f'<svg xmlns="http://www.w3.org/2000/svg" role="group" font-family="{FONT}" fill="{INK}" '
        size = f'width="{self.wide:.0f}" height="{self.high:.0f}" viewBox="0 0 {self.wide:.0f} {self.high:.0f}"'
        return f"{root}{size}>{self.ground}{''.join(self.places.values())}</svg>\n"

    def changed(self, before: TapMap) -> dict[str, str]:
        """The places that are drawn otherwise than before."""
        return {name: drawn for name, drawn in self.places.items() if before.places.get(name) != drawn}


def tap_map(scene: Scene) -> TapMap:
    """The map of a scene, to be tapped."""
    return (_Areas if scene.kind == "areas" else _Hexes)(scene).drawn()


def place_id(name: str) -> str:
    """The id of a place's element: the name, with whatever is no letter or digit written as a number."""
    return "place-" + "".join(c if c.isalnum() and c.isascii() else f"_{ord(c):x}_" for c in name)


class _Map(ABC):
    """What maps of hexes and of areas have in common."""

    wide = high = 0.0

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.sides = [side for side, _ in scene.sides]
        self.names = dict(scene.sides)
        self.there = by_hex(scene.counters)
        self.badges = {badge.hex: badge for badge in scene.badges}
        self.dots = by_hex(scene.dots)

    @abstractmethod
    def ground(self) -> Element:
        """What lies beneath the places."""

    @abstractmethod
    def shape(self, place: Element, cell: Cell) -> None:
        """Draws a place without its counters."""

    @abstractmethod
    def corner(self, cell: Cell) -> tuple[float, float]:
        """Where the counters of a place begin, from the left and from above."""

    def drawn(self) -> TapMap:
        places = {cell.name: _text(self._place(cell)) for cell in self.scene.cells}
        return TapMap(self.scene.title, self.wide, self.high, _text(self.ground()), places)

    def _place(self, cell: Cell) -> Element:
        counters = self.there.get(cell.name, [])
        place = Element("g", {"id": place_id(cell.name), "data-place": cell.name, "class": "place", "tabindex": "0"})
        place.set("role", "button")
        place.set("aria-label", "; ".join(self._said(cell, counters)))
        self.shape(place, cell)
        left, top = self.corner(cell)
        shown = counters if len(counters) <= SHOWN else counters[: SHOWN - 1]
        for at, counter in enumerate(shown):
            down, right = divmod(at, 2)
            self._counter(place, counter, left + 30 * right, top + 21 * down)
        if len(counters) > SHOWN:
            add(
                place,
                "text",
                f"+{len(counters) - SHOWN + 1}",
                x=left + 34,
                y=top + 37,
                font_size=13,
                font_weight="bold",
            )
        return place

    def _said(self, cell: Cell, counters: Sequence[Counter]) -> Iterator[str]:
        """What a place is and who is there, in words."""
        yield printable(" ".join(filter(None, (cell.label or cell.name, cell.title))))
        yield from (printable(f"{count} {word}" if count > 1 else word) for word, count in Count(cell.grounds).items())
        if self.scene.kind == "hexes":
            yield fill_of(cell)
        if cell.control in self.names:
            yield f"{self.names[cell.control]} control"
        if badge := self.badges.get(cell.name):
            yield printable(f"{badge.name}, {badge.colour}{f', {badge.says}' if badge.says else ''}")
        for dot in self.dots.get(cell.name, ()):
            yield f"{dot.colour} field of fire, {'strong' if dot.strong else 'weak'}"
        yield from (printable(f"{one.name}{f': {one.says}' if one.says else ''}") for one in counters)

    def _counter(self, place: Element, counter: Counter, x: float, y: float) -> None:
        box = add(place, "g", transform=f"translate({x:.1f} {y:.1f})")
        box.set("data-unit", counter.name)
        box.set("class", "counter")
        outline(box, 0, 0, 29, 20, at=side_place(self.sides, counter.side), broken=counter.disrupted)
        name = printable(counter.name)
        if counter.hidden and name == "?":
            add(box, "text", "?" + counter.signs, x=14.5, y=15, font_size=15, font_weight="bold", text_anchor="middle")
            return
        kind = "?" if counter.hidden else counter.symbol
        if kind == "?" or kind in SYMBOL_LETTERS:
            symbol(box, kind, 2.5, 2, 11, 7)
        said = ("" if counter.steps is None else str(counter.steps)) + counter.signs
        add(box, "text", said, x=27, y=9, font_size=fitting(said, 12, 10), font_weight="bold", text_anchor="end")
        add(box, "text", name, x=14.5, y=17.5, font_size=fitting(name, 27, 9), text_anchor="middle")

    def _held(self, cell: Cell) -> dict[str, str | float]:
        """How the line around a place tells who controls it."""
        second = cell.control in self.sides[1:]
        return {"stroke": CONTROL, "stroke_width": 2.2, "stroke_dasharray": "5 4" if second else "none"}


class _Hexes(_Map):
    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        left = min((cell.half for cell in scene.cells), default=0)
        above = min((cell.row for cell in scene.cells), default=0)
        self.spots = {
            cell.name: (
                ROOM + HALF + (cell.half - left) * HALF,
                ROOM + RADIUS + (cell.row - above) * RADIUS * 1.5,
            )
            for cell in scene.cells
        }
        self.wide = max((x for x, _ in self.spots.values()), default=0) + HALF + ROOM
        self.high = max((y for _, y in self.spots.values()), default=0) + RADIUS + ROOM
        self.letters = ground_letters(scene)

    def ground(self) -> Element:
        group, scene = Element("g", {"aria-hidden": "true"}), self.scene
        for fill in dict.fromkeys(map(fill_of, scene.cells)):
            alike = (self.spots[cell.name] for cell in scene.cells if fill_of(cell) == fill)
            add(group, "path", d=outlines(alike, HALF, RADIUS), fill=FILLS[fill], stroke="#9aa39a", stroke_width=0.8)
        for path in roads(scene.edges, self.spots).values():
            for stroke, width in ((ROAD_INK, 5), ("#ffffff", 2.6)):
                add(group, "path", d=path, fill="none", stroke=stroke, stroke_width=width, stroke_linecap="round")
        for kind, path in hexside_paths(scene.edges, self.spots, RADIUS).items():
            ink = EDGE_INKS.get(kind, EDGE_INK)
            side = add(group, "path", d=path, fill="none", stroke=ink, stroke_width=4.5)
            add(side, "title", printable(kind))
        words = add(group, "g", font_size=11.5, text_anchor="middle", fill="#4a504a")
        for cell in scene.cells:
            x, y = self.spots[cell.name]
            signs = FILL_SIGNS.get(fill_of(cell), "") + "".join(self.letters[word] for word in cell.grounds)
            add(words, "text", cell.label or cell.name, x=x, y=y - 20)
            add(words, "text", signs, x=x, y=y + 29, font_size=fitting(signs, HALF, 10.5))
        return group

    def shape(self, place: Element, cell: Cell) -> None:
        x, y = self.spots[cell.name]
        # nothing is seen of it, and all of it can be hit
        add(place, "path", d=outlines([(x, y)], HALF, RADIUS), fill="#ffffff", fill_opacity=0, pointer_events="all")
        if cell.control in self.sides:
            add(place, "path", d=outlines([(x, y)], HALF - 3, RADIUS - 3), fill="none", **self._held(cell))
        if badge := self.badges.get(cell.name):
            said = printable(f"{badge.name} {badge.letter}{' ' + badge.signs if badge.signs else ''}")
            add(
                place,
                "rect",
                x=x - 27,
                y=y - 31,
                width=54,
                height=14,
                rx=4,
                fill="#ffffff",
                stroke=INK,
                stroke_width=0.6,
            )
            add(place, "text", said, x=x, y=y - 20.5, font_size=fitting(said, 50, 11), text_anchor="middle")

        for at, dot in enumerate(self.dots.get(cell.name, ())):  # full is strong, a ring is weak
            right = x + 13 * at - 6.5 * (len(self.dots[cell.name]) - 1)
            look: dict[str, str | float] = {"stroke": INK, "stroke_width": 1.6}
            add(place, "circle", cx=right, cy=y + 25, r=5.6, fill=INK if dot.strong else "#ffffff", **look)
            ink = "#ffffff" if dot.strong else INK
            add(place, "text", dot.letter, x=right, y=y + 28, font_size=8.5, text_anchor="middle", fill=ink)

    def corner(self, cell: Cell) -> tuple[float, float]:
        x, y = self.spots[cell.name]
        return x - 29.5, y - 17


class _Areas(_Map):
    """Areas have boxes of one size, so that none moves when another's counters change."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.near: dict[str, list[str]] = {cell.name: [] for cell in scene.cells}
        for edge in scene.edges:
            if edge.a in self.near and edge.b in self.near:
                self.near[edge.a].append(edge.b)
                self.near[edge.b].append(edge.a)
        self.spots = layout(self.near)
        self.wide = WIDE
        self.high = max((y for _, y in self.spots.values()), default=0) + TALL / 2 + EDGE

    def ground(self) -> Element:
        group = Element("g", {"aria-hidden": "true"})
        lines = [
            f"M{self.spots[a][0]:.1f} {self.spots[a][1]:.1f}L{self.spots[b][0]:.1f} {self.spots[b][1]:.1f}"
            for a, there in self.near.items()
            for b in sorted(set(there))
            if a < b
        ]
        add(group, "path", d="".join(lines), stroke="#6f756f", stroke_width=2, fill="none")
        return group

    def shape(self, place: Element, cell: Cell) -> None:
        x, y = self.spots[cell.name]
        line: dict[str, str | float] = {"stroke": INK, "stroke_width": 1.2, "stroke_dasharray": "1.5 2.5"}
        if cell.control in self.sides:
            line = self._held(cell)
        left, top = x - BOX / 2, y - TALL / 2
        add(place, "rect", x=left, y=top, width=BOX, height=TALL, rx=11, fill="#f4f4f1", **line)
        name = printable(cell.label or cell.name)
        add(
            place,
            "text",
            name,
            x=x,
            y=top + 14,
            font_size=fitting(name, BOX - 8, 11),
            font_weight="bold",
            text_anchor="middle",
        )
        marks = ", ".join(f"{count} {word}" if count > 1 else word for word, count in Count(cell.grounds).items())
        add(
            place, "text", printable(marks), x=x, y=top + 27, font_size=fitting(marks, BOX - 8, 9), text_anchor="middle"
        )

    def corner(self, cell: Cell) -> tuple[float, float]:
        x, y = self.spots[cell.name]
        return x - 30, y - TALL / 2 + 33


def _text(element: Element) -> str:
    return ElementTree.tostring(element, encoding="unicode")
