"""A map to be tapped: each place and each counter is an element with its name, and each place is drawn by itself.

What lies beneath the places changes only as the map is read out. So of two moments only the places that differ are
sent, and put where the old ones were. What is in a place is drawn from the place's middle, so that the like of it is
the same drawing wherever it is. A place is large enough for a finger: the map scrolls.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter as Count
from collections.abc import Iterator, Mapping
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
from projections.scene import Badge, Cell, Counter, Dot, Scene

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


class Content(NamedTuple):
    """All that is shown of one place."""

    cell: Cell
    counters: tuple[Counter, ...] = ()
    badge: Badge | None = None
    dots: tuple[Dot, ...] = ()


class Inside(NamedTuple):
    """What is in a place: in words, and as SVG around its middle."""

    words: str
    svg: str


def contents(scene: Scene) -> dict[str, Content]:
    """What is shown of each place of a scene, by its name."""
    there, dots = by_hex(scene.counters), by_hex(scene.dots)
    badges = {badge.hex: badge for badge in scene.badges}
    return {
        cell.name: Content(cell, tuple(there.get(cell.name, ())), badges.get(cell.name), tuple(dots.get(cell.name, ())))
        for cell in scene.cells
    }


def tap_map(scene: Scene) -> TapMap:
    """The map of a scene, to be tapped."""
    ground, there = tap_ground(scene), contents(scene)
    return ground.with_places({name: ground.place(content) for name, content in there.items()})


def tap_ground(scene: Scene) -> TapGround:
    """The ground of a scene, on which what is in its places can be drawn for any moment."""
    return (_Areas if scene.kind == "areas" else _Hexes)(scene)


def place_id(name: str) -> str:
    """The id of a place's element: the name, with whatever is no letter or digit written as a number."""
    return "place-" + "".join(c if c.isalnum() and c.isascii() else f"_{ord(c):x}_" for c in name)


class TapGround(ABC):
    """What lies beneath the places of a map, and how each place is drawn on it: of hexes or of areas."""

    wide = high = 0.0
    corner = (0.0, 0.0)
    """Where the counters of a place begin, from its middle."""
    spots: Mapping[str, tuple[float, float]]
    """The middle of each place."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.sides = [side for side, _ in scene.sides]
        self.names = dict(scene.sides)

    @abstractmethod
    def beneath(self) -> Element:
        """What lies beneath the places."""

    @abstractmethod
    def shape(self, place: Element, content: Content) -> None:
        """Draws the outline of a place, and its name unless that lies beneath."""

    @abstractmethod
    def signs(self, drawn: Element, content: Content) -> None:
        """Draws what a place is and holds, but for its counters."""

    def with_places(self, places: Mapping[str, str]) -> TapMap:
        """The map with these places on it."""
        return TapMap(self.scene.title, self.wide, self.high, _text(self.beneath()), places)

    def place(self, content: Content) -> str:
        """A place with all that is in it."""
        inside = self.inside(content)
        return f"{self.bare(content.cell, inside.words).removesuffix(' />')}>{inside.svg}</g>"

    def bare(self, cell: Cell, words: str = "") -> str:
        """A place with nothing in it, called after its cell and what `words` say is in it."""
        x, y = self.spots[cell.name]
        called = printable(cell.label or cell.name)
        place = Element("g", {"id": place_id(cell.name), "data-place": cell.name, "class": "place", "tabindex": "0"})
        place.set("role", "button")
        place.set("aria-label", f"{called}; {words}" if words else called)
        place.set("transform", f"translate({x:.1f} {y:.1f})")
        return _text(place)

    def inside(self, content: Content) -> Inside:
        """What is in a place. Its figures are no label: the place's name says them in words."""
        place, drawn, counters = Element("g"), Element("g", {"aria-hidden": "true"}), content.counters
        self.shape(place, content)
        self.signs(drawn, content)
        left, top = self.corner
        shown = counters if len(counters) <= SHOWN else counters[: SHOWN - 1]
        for at, counter in enumerate(shown):
            down, right = divmod(at, 2)
            self._counter(drawn, counter, left + 30 * right, top + 21 * down)
        if len(counters) > SHOWN:
            more = f"+{len(counters) - SHOWN + 1}"
            add(drawn, "text", more, x=left + 34, y=top + 37, font_size=13, font_weight="bold")
        if len(drawn):
            place.append(drawn)
        return Inside("; ".join(self._said(content)), "".join(map(_text, place)))

    def _said(self, content: Content) -> Iterator[str]:
        """What is in a place, in words."""
        cell, badge = content.cell, content.badge
        if cell.title:
            yield printable(cell.title)
        yield from (printable(f"{count} {word}" if count > 1 else word) for word, count in Count(cell.grounds).items())
        if self.scene.kind == "hexes":
            yield fill_of(cell)
        if cell.control in self.names:
            yield f"{self.names[cell.control]} control"
        if badge:
            yield printable(f"{badge.name}, {badge.colour}{f', {badge.says}' if badge.says else ''}")
        for dot in content.dots:
            yield f"{dot.colour} field of fire, {'strong' if dot.strong else 'weak'}"
        yield from (printable(f"{one.name}{f': {one.says}' if one.says else ''}") for one in content.counters)

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


class _Hexes(TapGround):
    corner = (-29.5, -17)

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

    def beneath(self) -> Element:
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
            add(words, "text", cell.label or cell.name, x=x, y=y - 20)
        return group

    def shape(self, place: Element, content: Content) -> None:
        cell = content.cell
        # nothing is seen of it, and all of it can be hit
        add(place, "path", d=outlines([(0, 0)], HALF, RADIUS), fill="#ffffff", fill_opacity=0, pointer_events="all")
        if cell.control in self.sides:
            add(place, "path", d=outlines([(0, 0)], HALF - 3, RADIUS - 3), fill="none", **self._held(cell))

    def signs(self, drawn: Element, content: Content) -> None:
        cell, badge = content.cell, content.badge
        if signs := FILL_SIGNS.get(fill_of(cell), "") + "".join(self.letters[word] for word in cell.grounds):
            look: dict[str, str | float] = {"text_anchor": "middle", "fill": "#4a504a"}
            add(drawn, "text", signs, x=0, y=29, font_size=fitting(signs, HALF, 10.5), **look)
        if badge:
            said = printable(f"{badge.name} {badge.letter}{' ' + badge.signs if badge.signs else ''}")
            plate: dict[str, str | float] = {"rx": 4, "fill": "#ffffff", "stroke": INK, "stroke_width": 0.6}
            add(drawn, "rect", x=-27, y=-31, width=54, height=14, **plate)
            add(drawn, "text", said, x=0, y=-20.5, font_size=fitting(said, 50, 11), text_anchor="middle")
        for at, dot in enumerate(content.dots):  # full is strong, a ring is weak
            right = 13 * at - 6.5 * (len(content.dots) - 1)
            ink, fill = ("#ffffff", INK) if dot.strong else (INK, "#ffffff")
            add(drawn, "circle", cx=right, cy=25, r=5.6, fill=fill, stroke=INK, stroke_width=1.6)
            add(drawn, "text", dot.letter, x=right, y=28, font_size=8.5, text_anchor="middle", fill=ink)


class _Areas(TapGround):
    """Areas have boxes of one size, so that none moves when another's counters change."""

    corner = (-30, 33 - TALL / 2)

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

    def beneath(self) -> Element:
        group = Element("g", {"aria-hidden": "true"})
        lines = [
            f"M{self.spots[a][0]:.1f} {self.spots[a][1]:.1f}L{self.spots[b][0]:.1f} {self.spots[b][1]:.1f}"
            for a, there in self.near.items()
            for b in sorted(set(there))
            if a < b
        ]
        add(group, "path", d="".join(lines), stroke="#6f756f", stroke_width=2, fill="none")
        return group

    def shape(self, place: Element, content: Content) -> None:
        cell, top = content.cell, -TALL / 2
        line: dict[str, str | float] = {"stroke": INK, "stroke_width": 1.2, "stroke_dasharray": "1.5 2.5"}
        if cell.control in self.sides:
            line = self._held(cell)
        add(place, "rect", x=-BOX / 2, y=top, width=BOX, height=TALL, rx=11, fill="#f4f4f1", **line)
        name, bold = printable(cell.label or cell.name), {"font_weight": "bold", "text_anchor": "middle"}
        add(place, "text", name, x=0, y=top + 14, font_size=fitting(name, BOX - 8, 11), **bold)

    def signs(self, drawn: Element, content: Content) -> None:
        grounds = Count(content.cell.grounds).items()
        if marks := printable(", ".join(f"{count} {word}" if count > 1 else word for word, count in grounds)):
            size = fitting(marks, BOX - 8, 9)
            add(drawn, "text", marks, x=0, y=27 - TALL / 2, font_size=size, text_anchor="middle")


def _text(element: Element) -> str:
    return ElementTree.tostring(element, encoding="unicode")
