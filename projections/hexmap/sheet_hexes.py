"""The hexes of a sheet, drawn: their ground, hexsides, signs and names, and whoever stands on them."""

from __future__ import annotations

import textwrap
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import pairwise
from math import dist
from xml.etree.ElementTree import Element

from projections.counters import (
    FONT,
    INK,
    add,
    fitting,
    outline,
    path_number,
    printable,
    side_place,
    symbol,
)
from projections.hexmap.ground import (
    CONTROL,
    EDGE_INK,
    EDGE_INKS,
    ROAD_INK,
    fill_of,
    hexside_paths,
    outlines,
    roads,
)
from projections.hexmap.layout import by_hex, edge_kinds, ground_letters
from projections.scene import Badge, Cell, Counter, Dot, Edge, Scene

RADIUS = 36.0
"""From the middle of a hex to a corner; rows are one and a half of it apart."""
HALF = 31.0
"""Half the width of a hex."""
EDGE = 8.0
"""Room around the map."""
LINE = 17.0
TEXT = 13.0
"""Letters of the words around the map."""
LETTERS_ACROSS, NUMBERS_ACROSS = 7.4, 8.1
"""What a letter of the list takes, at most, on the average; that of a map without counters is mostly numbers."""
WIDE_LETTERS = 8.6
"""What a letter of a single word takes: few words are as narrow as the average."""
PAINTS = {
    "orange": ("#f08c1c", INK),
    "red": ("#c9252b", "#ffffff"), "blue": ("#2563ae", "#ffffff"), "green": ("#2f8f46", "#ffffff"),
    "brown": ("#7a5230",
              "#ffffff"), "purple": ("#7b3f98", "#ffffff"), "yellow": ("#f2d22e", INK), "black": ("#222222", "#ffffff"),
}  # fmt: skip
"""A colour of the game and the ink that can be read on it."""
SCREEN = 1100.0
"""The width of a screen on which a whole map is read: words are as much larger as the map is wider."""
BARE_NUMBER, BARE_GROUND, BARE_BADGE, PLACE = 19.0, 17.0, 15.0, 15.0
"""Letters of a map without counters: hex numbers, signs of the ground, printed places, names of places. They stand in
this order from above: number, place or name, ground."""
NUMBER = 12.5
"""Letters of a hex number: about 8 pixels high on the narrowest telephone."""
EDGE_LINES = ("none", "7 4", "2 4", "11 3 2 3", "6 3", "14 7")
"""For each kind of hexside, how its line is broken."""


def _two_lines(title: str) -> list[str]:
    """A name in at most two lines, as narrow as can be."""
    words = title.split()
    cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return list(min(cuts, key=lambda lines: max(map(len, lines)), default=(title,)))


class DrawnHexes:
    """A sheet that is drawn from the top down: these parts of a scene, and in words what `told` holds of it."""

    def __init__(
        self,
        scene: Scene,
        parts: list[list[Cell]],
        told: Scene | None,
        title: str = "",
        *,
        bare: bool = False,
        first: int | None = None,
    ) -> None:
        """`first` is where the parts begin at the left, however little of them is drawn. Of a `told` of None no sign is
        explained."""
        self.bare, self.first = bare, first
        self.pointed = True
        """Whether a counter says who it is when somebody points at it."""
        self.scene, self.parts, self.told = scene, parts, told
        self.title = title or scene.title
        widest = max((max(c.half for c in part) - min(c.half for c in part) + 2 for part in self.parts), default=12)
        self.wide = max(widest, 12) * HALF + 2 * EDGE
        self.larger = max(1.0, self.wide / SCREEN) if bare else 1.0
        self.spots = {cell.name: cell for cell in scene.cells}
        self.grounds = ground_letters(scene)
        self.kinds = edge_kinds(scene)
        self.sides = [side for side, _ in scene.sides]
        self.named: set[str] = set()
        """The hexes in which the name of a place stands."""
        self.y = EDGE
        self.root = Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "role": "img",
                "font-family": FONT,
                "font-size": f"{TEXT:g}",
                "fill": INK,
            },
        )

    def _write(self, text: str, *, size: float = 13, bold: bool = False, hang: bool = False) -> None:
        """Lines of text below what is there, wrapped; `hang` indents all but the first."""
        size *= self.larger
        across = NUMBERS_ACROSS if self.bare else LETTERS_ACROSS
        wrap = max(20, int((self.wide - 2 * EDGE) / (across * size / 13)))
        for at, line in enumerate(textwrap.wrap(printable(text), wrap, break_on_hyphens=False)):
            self.y += LINE * size / 13
            add(
                self.root,
                "text",
                line,
                x=EDGE + (14 if hang and at else 0),
                y=self.y - 4,
                **{"font_size": size} if size != TEXT else {},
                **{"font_weight": "bold"} if bold else {},
            )

    # ---- the map ----

    def _map(self, cells: Sequence[Cell]) -> None:
        self.y = round(self.y + 4.0)
        self.left = EDGE + HALF - (min(cell.half for cell in cells) if self.first is None else self.first) * HALF
        self._rows(sorted({cell.row for cell in cells}))
        here = {cell.name for cell in cells}
        self._ground(cells)
        self._roads(edge for edge in self.scene.edges if edge.a in here or edge.b in here)
        self._edges(edge for edge in self.scene.edges if edge.a in here or edge.b in here)
        badges = {badge.hex: badge for badge in self.scene.badges}
        self.named.clear()
        self._names([cell for cell in cells if self.bare or cell.name not in badges])
        for cell in cells:
            if cell.name in badges:
                self._badge(cell, badges[cell.name])
        self._signs(cells, badges)
        counters, dots = by_hex(self.scene.counters), by_hex(self.scene.dots)
        group = add(self.root, "g", text_anchor="middle")
        for cell in cells:
            self._dots(group, cell, dots.get(cell.name, ()))
            self._stack(group, cell, counters.get(cell.name, ()))

    def _rows(self, rows: Sequence[int]) -> None:
        """How far down each row is; where rows are left out, it is said how many."""
        self.down = {rows[0]: self.y + RADIUS}
        for above, row in pairwise(rows):
            self.down[row] = self.down[above] + RADIUS * 1.5
            if row > above + 1:
                self.down[row] = self.down[above] + RADIUS * 2 + LINE * self.larger + 6
                self.y = self.down[above] + RADIUS + 3
                nothing = "nothing read" if self.bare else "open water"
                self._write(f"{row - above - 1} row{'' if row == above + 2 else 's'} of {nothing}")
        self.y = self.down[rows[-1]] + RADIUS + 6

    def _at(self, cell: Cell) -> tuple[float, float]:
        return self.left + cell.half * HALF, self.down[cell.row]

    def _by_row(self, cells: Sequence[Cell]) -> Iterator[tuple[Element, float, list[Cell]]]:
        """Cells with a group to draw them in, and how far down it begins. Of a part of a map, for each row a group that
        begins at its height: what is in it is drawn alike wherever the row stands, so that pages keep it once."""
        if self.first is None:
            yield add(self.root, "g"), 0.0, list(cells)
            return
        for row, down in self.down.items():
            if here := [cell for cell in cells if cell.row == row]:
                yield add(add(self.root, "g", transform=f"translate(0 {path_number(down)})"), "g"), down, here

    def _within(self, cell: Cell, down: float) -> tuple[float, float]:
        """The middle of a hex in a group that begins so far down."""
        x, y = self._at(cell)
        return x, y - down

    def _ground(self, cells: Sequence[Cell]) -> None:
        """The hexes, those of a kind and row as one path; over them what else the ground is, and who controls it."""
        for group, down, row in self._by_row(cells):
            for fill in dict.fromkeys(map(fill_of, row)):
                path = outlines((self._within(cell, down) for cell in row if fill_of(cell) == fill), HALF, RADIUS)
                add(group, "path", d=path, fill=f"url(#ground-{fill})", stroke="#9aa39a", stroke_width=0.8)
        for group, down, row in self._by_row([cell for cell in cells if cell.grounds]):
            path = outlines((self._within(cell, down) for cell in row), HALF, RADIUS)
            add(group, "path", d=path, fill="#6b5a2a", fill_opacity="0.13")
        for side in self.sides:
            held = [cell for cell in cells if cell.control == side]
            if held:
                add(self.root, "path", d=outlines(map(self._at, held), HALF - 3, RADIUS - 4), **self._control(side))

    def _signs(self, cells: Sequence[Cell], badges: Container[str]) -> None:
        """What the ground is besides its fill, as letters: without counters larger, and as high as there is room."""
        size = BARE_GROUND if self.bare else 10.5
        look = {"font-size": f"{size:g}", "font-style": "italic", "text-anchor": "middle", "fill": "#444444"}
        if self.bare:
            look |= {"stroke": "#ffffff", "stroke-width": "2.5", "paint-order": "stroke"}
        group = Element("g", look)
        self.root.append(group)
        for cell in cells:
            if cell.grounds:
                (x, y), signs = self._at(cell), "".join(self.grounds[word] for word in cell.grounds)
                down = 30 if not self.bare else 28 if cell.name in badges or cell.name in self.named else 17
                fit = fitting(signs, HALF, size)
                add(group, "text", signs, x=x, y=y + down, **{"font_size": fit} if fit < size else {})

    def _control(self, side: str) -> dict[str, str | float]:
        return {
            "fill": "none",
            "stroke": CONTROL,
            "stroke_width": 1.8,
            "stroke_dasharray": "5 4" if self.sides.index(side) else "none",
        }

    def _roads(self, edges: Iterable[Edge]) -> None:
        edges = tuple(edge for edge in edges if edge.across)
        ends = {hex: self.spots[hex] for edge in edges for hex in (edge.a, edge.b) if hex in self.spots}
        for path in roads(edges, {hex: self._at(cell) for hex, cell in ends.items() if cell.row in self.down}).values():
            self._road_line(path)

    def _road_line(self, path: str) -> None:
        """Two lines beside each other."""
        for stroke, width in ((ROAD_INK, 5), ("#ffffff", 2.6)):
            add(self.root, "path", d=path, fill="none", stroke=stroke, stroke_width=width, stroke_linecap="round")

    def _edges(self, edges: Iterable[Edge]) -> None:
        edges = tuple(edges)
        ends = [self.spots[hex] for edge in edges for hex in (edge.a, edge.b) if hex in self.spots]
        for kind, path in hexside_paths(
            edges, {cell.name: self._at(cell) for cell in ends if cell.row in self.down}, RADIUS
        ).items():
            self._edge_line(kind, path)

    def _edge_line(self, kind: str, path: str) -> None:
        broken = EDGE_LINES[min(self.kinds[kind], len(EDGE_LINES) - 1)]
        ink = EDGE_INKS.get(kind, EDGE_INK)
        add(self.root, "path", d=path, fill="none", stroke=ink, stroke_width=4.5, stroke_dasharray=broken)

    def _names(self, cells: Sequence[Cell]) -> None:
        size, up = (BARE_NUMBER, 13) if self.bare else (NUMBER, 18)
        for group, down, row in self._by_row(cells):
            group.attrib.update({"font-size": f"{size:g}", "text-anchor": "middle", "fill": "#4a504a"})
            for cell in row:
                x, y = self._within(cell, down)
                add(group, "text", cell.label or cell.name, x=x, y=y - up)
        if self.bare:
            self._places(cells)

    def _places(self, cells: Sequence[Cell]) -> None:
        """The names of places, each once, over the hexes that bear it."""
        named: dict[str, list[Cell]] = {}
        for cell in cells:
            if cell.title:
                named.setdefault(cell.title, []).append(cell)
        group = add(
            self.root,
            "g",
            font_size=PLACE,
            font_weight="bold",
            text_anchor="middle",
            stroke="#ffffff",
            stroke_width=4,
            paint_order="stroke",
        )
        for title, there in named.items():
            spots = [self._at(cell) for cell in there]
            middle = (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))
            cell = min(there, key=lambda cell: dist(self._at(cell), middle))
            self.named.add(cell.name)
            x, y = self._at(cell)
            lines = _two_lines(printable(title))
            for at, line in enumerate(lines):
                half = LETTERS_ACROSS / 13 * PLACE * len(line) / 2
                down = 13 * at if len(lines) > 1 else 6
                add(group, "text", line, x=min(max(x, EDGE + half), self.wide - EDGE - half), y=y + down)

    def _badge(self, cell: Cell, badge: Badge) -> None:
        x, y = self._at(cell)
        paint, ink = PAINTS.get(badge.colour, ("#dddddd", INK))
        said = f"{badge.name} {badge.letter}{' ' + badge.signs if badge.signs else ''}"
        size, down = (BARE_BADGE, 7.0) if self.bare else (11.5, -18.0)
        wide = 0.63 * size * len(said) + 4
        pill = add(self.root, "g")
        add(pill, "title", f"{badge.name}, {badge.colour}, {badge.hex}{', ' + badge.says if badge.says else ''}")
        add(
            pill,
            "rect",
            x=x - wide / 2,
            y=y + down + 0.5 - size,
            width=wide,
            height=size * 1.22,
            rx=4,
            fill=paint,
            stroke=INK,
            stroke_width=0.6,
        )
        add(pill, "text", said, x=x, y=y + down, font_size=size, font_weight="bold", text_anchor="middle", fill=ink)

    def _dots(self, group: Element, cell: Cell, dots: Sequence[Dot]) -> None:
        """A full dot is strong, a ring is weak; both hold the letter of the colour."""
        x, y = self._at(cell)
        for at, dot in enumerate(dots):
            paint, ink = PAINTS.get(dot.colour, ("#dddddd", INK))
            cx = x + (at - (len(dots) - 1) / 2) * 13
            mark = add(group, "g")
            add(mark, "title", f"{cell.name}: {dot.colour} field of fire, {'strong' if dot.strong else 'weak'}")
            add(
                mark,
                "circle",
                cx=cx,
                cy=y + 18.5,
                r=5.6,
                fill=paint if dot.strong else "#ffffff",
                stroke=paint,
                stroke_width=1.6,
            )
            add(
                mark,
                "text",
                dot.letter,
                x=cx,
                y=y + 21.6,
                font_size=8.8,
                font_weight="bold",
                fill=ink if dot.strong else INK,
            )

    # ---- counters ----

    def _stack(self, group: Element, cell: Cell, counters: Sequence[Counter]) -> None:
        """One alone has room for its name; up to two beside each other; up to four in two rows; of more, three and how
        many others there are."""
        x, y = self._at(cell)
        shown = counters if len(counters) <= 4 else counters[:3]
        low = len(counters) > 2
        wide, high = 42.0 if len(counters) == 1 else 29.0, 20.0 if low else 26.0
        for at, counter in enumerate(shown):
            row, in_row = divmod(at, 2)
            beside = min(2, len(counters) - 2 * row)
            self._counter(
                group, counter, x + (in_row - beside / 2) * (wide + 1) + 0.5, y - 14 + row * (high + 1), wide, high
            )
        if len(counters) > 4:
            add(group, "text", f"+{len(counters) - 3}", x=x + 15, y=y + 22, font_size=13, font_weight="bold")

    def _counter(self, group: Element, counter: Counter, x: float, y: float, wide: float, high: float) -> None:
        placed = add(group, "g", transform=f"translate({path_number(x)} {path_number(y)})")
        if self.pointed:
            add(placed, "title", f"{counter.name} in {counter.hex}{': ' + counter.says if counter.says else ''}")
        box, x, y = add(placed, "g"), 0.0, 0.0  # drawn alike wherever it stands, so that pages keep it once
        outline(box, x, y, wide, high, at=side_place(self.sides, counter.side), broken=counter.disrupted)
        if counter.disrupted:
            self._strike(box, x, y, wide, high)
        name = printable(counter.name)
        if counter.hidden and name == "?":
            add(
                box, "text", "?" + counter.signs, x=x + wide / 2, y=y + high / 2 + 5.5, font_size=16, font_weight="bold"
            )
        else:
            upper = y + high - 11.5
            symbol(box, "?" if counter.hidden else counter.symbol, x + 2.5, y + 2.5, 12, min(10, upper - y - 3))
            said = ("" if counter.steps is None else str(counter.steps)) + counter.signs
            add(
                box,
                "text",
                said,
                x=x + wide - 2,
                y=upper,
                font_size=fitting(said, 10.5, 12),
                font_weight="bold",
                text_anchor="end",
            )
            add(box, "text", name, x=x + wide / 2, y=y + high - 2.5, font_size=fitting(name, wide - 2, 10))

    def _strike(self, box: Element, x: float, y: float, wide: float, high: float) -> None:
        add(box, "line", x1=x + 2, y1=y + high - 2, x2=x + wide - 2, y2=y + 2, stroke="#f0a0a8", stroke_width=5)
