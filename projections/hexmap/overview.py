"""The whole of a hex map at a glance (SVG): where everybody stands, what they hold, who moved and who is gone since
another moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from projections.counters import FONT, INK, add
from projections.hexmap.ground import (
    EDGE_INK,
    FILLS,
    ROAD_INK,
    area,
    fill_of,
    hexside_paths,
    outlines,
    path_number,
    roads,
)
from projections.hexmap.layout import by_hex, parts
from projections.scene import Cell, Counter, Scene

WIDE = 560.0
"""How wide the picture is, about: hexes are of whole numbers."""
EDGE = 6.0
WORDS = 16.0
"""Letters, about 8.5 pixels high on the narrowest telephone."""
LETTER = 0.52
"""What one takes along a line, of its height."""
LARGEST = 14
"""Half the width of a hex is no more than this, however small the map."""
SIDES = (("#14418b", "#14418b"), ("#b3261e", "#ffffff"), ("#2e6b34", "#ffffff"), ("#7a5200", "#7a5200"))
"""Of each side: the colour of a counter, and what is inside one that lies face down."""


HATCHES = (
    "M-1 1l2-2M0 6l6-6M5 7l2-2",
    "M-1 5l2 2M0 0l6 6M5-1l2 2",
    "M0 3h6",
    "M3 0v6",
    "M0 3h6M3 0v6",
)
"""The hatching of each side's ground."""


def overview_svg(scene: Scene, before: Scene | None = None, *, across: int = 0) -> str:
    """A picture of the whole map without names, as one SVG element.

    `before` is the same map earlier: who stood elsewhere then has a line from there, who stood there and is gone a
    cross. `across`: how many hexes wide the parts are that are drawn in detail elsewhere; their borders are shown and
    numbered.
    """
    return ElementTree.tostring(_Overview(scene, before, across).draw(), encoding="unicode") + "\n"


def moved(scene: Scene, before: Scene) -> tuple[list[tuple[str, str]], list[str]]:
    """From where to where units went between two moments, and where those stood that are no longer on the map.

    Only units that lie open and can be told apart count; the others have no name to follow.
    """
    then, now = _named(before.counters), _named(scene.counters)
    still = {(counter.side, counter.name) for counter in scene.counters}
    went = [(then[unit], now[unit]) for unit in then.keys() & now.keys() if then[unit] != now[unit]]
    return sorted(went), sorted(then[unit] for unit in then.keys() - still)


def _named(counters: Iterable[Counter]) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], list[str]] = {}
    for counter in counters:
        if not counter.hidden:
            found.setdefault((counter.side, counter.name), []).append(counter.hex)
    return {unit: hexes[0] for unit, hexes in found.items() if len(hexes) == 1}


Sign = tuple[str, int, bool]
"""A sort of sign; of counters and control, of which side; of counters, whether they lie face down."""
SORTS = ("counter", "free", "control", "moved", "gone", "parts")
"""The order in which signs are explained."""


class _Overview:
    def __init__(self, scene: Scene, before: Scene | None, across: int) -> None:
        self.scene, self.across = scene, across
        self.sides = [side for side, _ in scene.sides]
        self.left = min((cell.half for cell in scene.cells), default=0)
        self.top = min((cell.row for cell in scene.cells), default=0)
        halves = max((cell.half for cell in scene.cells), default=0) - self.left + 2
        self.half = float(max(1, min(LARGEST, round((WIDE - 2 * EDGE) / halves))))
        self.radius = round(self.half * 8 / 7 / 2) * 2.0
        self.wide = max(WIDE / 2, halves * self.half + 2 * EDGE)
        self.head = EDGE + (WORDS if any(cell.label or cell.title for cell in scene.cells) else 0)
        self.spots = {cell.name: self._at(cell) for cell in scene.cells}
        self.went, self.gone = moved(scene, before) if before else ([], [])
        self.root = Element(
            "svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "font-family": FONT, "fill": INK}
        )
        self.there: dict[Sign, str] = {}
        """The signs the map has, and what they mean."""

    def draw(self) -> Element:
        add(self.root, "title", f"{self.scene.title}, the whole map")
        paper = add(self.root, "rect", width="100%", fill="#ffffff")
        self._patterns()
        self._ground()
        self._parts()
        self._moves()
        self._badges()
        self._counters()
        y = self._legend(max((y for _, y in self.spots.values()), default=EDGE) + self.radius + EDGE)
        paper.set("height", f"{y:.0f}")
        self.root.set("viewBox", f"0 0 {self.wide:.0f} {y:.0f}")
        return self.root

    def _at(self, cell: Cell) -> tuple[float, float]:
        return EDGE + (cell.half - self.left + 1) * self.half, self.head + self.radius + (
            cell.row - self.top
        ) * self.radius * 1.5

    # ---- the ground ----

    def _patterns(self) -> None:
        """Control is hatched, so that it does not hang on a colour."""
        defs = add(self.root, "defs")
        for at, side in enumerate(self.sides):
            slope, ink = HATCHES[at % len(HATCHES)], SIDES[at % len(SIDES)][0]
            pattern = add(defs, "pattern", id=f"control-{at}", width=6, height=6, patternUnits="userSpaceOnUse")
            add(pattern, "path", d=slope, stroke=ink, stroke_opacity="0.55", stroke_width=1.1)
            if any(cell.control == side for cell in self.scene.cells):
                self.there["control", at, False] = f"{dict(self.scene.sides)[side]} control"

    def _ground(self) -> None:
        cells = self.scene.cells
        group = add(self.root, "g", stroke="#ffffff", stroke_width=0.7)
        for fill in dict.fromkeys(map(fill_of, cells)):
            add(group, "path", d=self._hexes(cell for cell in cells if fill_of(cell) == fill), fill=FILLS[fill])
        for at, side in enumerate(self.sides):
            held = [cell for cell in cells if cell.control == side]
            if held:
                add(
                    self.root,
                    "path",
                    d=area((self.spots[cell.name] for cell in held), self.half, self.radius),
                    fill=f"url(#control-{at})",
                )
        ways = "".join(roads(self.scene.edges, self.spots).values())
        if ways:
            add(self.root, "path", d=ways, fill="none", stroke=ROAD_INK, stroke_width=1)
        lines = "".join(hexside_paths(self.scene.edges, self.spots, self.radius).values())
        if lines:
            add(self.root, "path", d=lines, fill="none", stroke=EDGE_INK, stroke_width=1.6)
        first = {cell.title: cell for cell in reversed(cells) if cell.title}
        self._labels([cell for cell in cells if cell.label or cell is first.get(cell.title)])

    def _hexes(self, cells: Iterable[Cell]) -> str:
        return outlines((self.spots[cell.name] for cell in cells), self.half, self.radius)

    def _labels(self, cells: Sequence[Cell]) -> None:
        """What is printed in hexes, or what they are called, above them; one that would cover its neighbour is left
        out.

        What several hexes are called together is said once.
        """
        group = add(self.root, "g", font_size=WORDS - 3, text_anchor="middle", fill="#3f4d57")
        free: dict[float, float] = {}
        for x, y, label in sorted((*self.spots[cell.name], cell.label or cell.title) for cell in cells):
            wide = len(label) * (WORDS - 3) * 0.65
            if x - wide / 2 >= free.get(y, 0.0):
                add(group, "text", label, x=x, y=y - self.radius * 0.9)
                free[y] = x + wide / 2

    def _parts(self) -> None:
        """The borders of the parts drawn in detail elsewhere, and their numbers at the bottom."""
        cut = parts(self.scene.cells, self.across)
        if len(cut) < 2:
            return
        lowest = max(y for _, y in self.spots.values()) + self.radius
        group = add(self.root, "g", stroke="#55606a", stroke_width=0.8, stroke_dasharray="2 3")
        for left, right in pairwise(cut):
            x = (max(self._at(cell)[0] for cell in left) + min(self._at(cell)[0] for cell in right)) / 2
            add(group, "path", d=f"M{path_number(x)} {path_number(self.head)}V{path_number(lowest)}")
        numbers = add(self.root, "g", font_size=WORDS, text_anchor="middle", fill="#55606a")
        for at, part in enumerate(cut, 1):
            across = [self._at(cell)[0] for cell in part]
            add(numbers, "text", str(at), x=(min(across) + max(across)) / 2, y=lowest - 3)
        self.there["parts", 0, False] = "parts drawn in detail"

    # ---- who is where ----

    def _moves(self) -> None:
        lines = "".join(self._move(a, b) for a, b in dict.fromkeys(self.went) if a in self.spots and b in self.spots)
        if lines:
            add(self.root, "path", d=lines, fill="none", stroke=INK, stroke_width=1.3)
            self.there["moved", 0, False] = "moved"
        crosses = "".join(
            _cross(*self.spots[hex], self.radius) for hex in dict.fromkeys(self.gone) if hex in self.spots
        )
        if crosses:
            add(self.root, "path", d=crosses, stroke=INK, stroke_width=2)
            self.there["gone", 0, False] = "gone"

    def _move(self, a: str, b: str) -> str:
        """A line that ends short of the middle, with a head."""
        (ax, ay), (bx, by) = self.spots[a], self.spots[b]
        far = hypot(bx - ax, by - ay) or 1.0
        dx, dy = (bx - ax) / far, (by - ay) / far
        x, y, head = bx - dx * self.radius * 0.7, by - dy * self.radius * 0.7, self.radius * 0.55
        barbs = ((x - (dx + turn * dy) * head, y - (dy - turn * dx) * head) for turn in (0.7, -0.7))
        first, second = barbs
        return (
            f"M{ax:.1f} {ay:.1f}L{x:.1f} {y:.1f}M{first[0]:.1f} {first[1]:.1f}L{x:.1f} {y:.1f}L{second[0]:.1f} "
            f"{second[1]:.1f}"
        )

    def _badges(self) -> None:
        held = {counter.hex for counter in self.scene.counters}
        free = [
            self.spots[badge.hex] for badge in self.scene.badges if badge.hex in self.spots and badge.hex not in held
        ]
        if free:
            size = self.radius * 0.4
            ring = f"a{size:.1f} {size:.1f} 0 1 0 {2 * size:.1f} 0a{size:.1f} {size:.1f} 0 1 0 {-2 * size:.1f} 0z"
            add(
                self.root,
                "path",
                d="".join(f"M{path_number(x - size)} {path_number(y)}{ring}" for x, y in free),
                fill="#ffffff",
                stroke=INK,
            )
            self.there["free", 0, False] = "nobody there"

    def _counters(self) -> None:
        """Each side in its own shape; open where it lies face down, larger where two or more stand."""
        for at, side in enumerate(self.sides):
            stacks = by_hex(
                counter for counter in self.scene.counters if counter.side == side and counter.hex in self.spots
            )
            for hidden in (True, False):
                here = [
                    (self.spots[hex], len(there))
                    for hex, there in stacks.items()
                    if all(c.hidden for c in there) == hidden
                ]
                if here:
                    shapes = "".join(
                        _shape(at, x, y, self.radius * (0.95 if count > 1 else 0.7)) for (x, y), count in here
                    )
                    add(self.root, "path", d=shapes, **_look(at, hidden))
                    title = dict(self.scene.sides)[side]
                    self.there["counter", at, hidden] = f"{title}, face down" if hidden else title

    # ---- what the signs mean ----

    def _legend(self, y: float) -> float:
        x = EDGE
        y += WORDS
        for sign, words in sorted(self.there.items(), key=lambda one: SORTS.index(one[0][0])):
            wide = 24 + WORDS * (LETTER * len(words) + 0.2 * sum(map(str.isupper, words)))
            if x + wide > self.wide - EDGE and x > EDGE:
                x, y = EDGE, y + WORDS + 5
            self._sample(sign, x + 8, y - 5)
            add(self.root, "text", words, x=x + 20, y=y, font_size=WORDS)
            x += wide + 4
        return y + EDGE

    def _sample(self, sign: Sign, x: float, y: float) -> None:
        sort, at, hidden = sign
        if sort == "counter":
            add(self.root, "path", d=_shape(at, x, y, SAMPLE * 0.7), **_look(at, hidden))
        elif sort == "control":
            add(self.root, "path", d=outlines([(x, y)], 7, 8), fill=f"url(#control-{at})", stroke="#9aa39a")
        elif sort == "free":
            add(self.root, "circle", cx=x, cy=y, r=4, fill="#ffffff", stroke=INK)
        elif sort == "moved":
            add(
                self.root,
                "path",
                d=f"M{x - 8:.1f} {y:.1f}h15m-5 -4l5 4l-5 4",
                fill="none",
                stroke=INK,
                stroke_width=1.3,
            )
        elif sort == "gone":
            add(self.root, "path", d=_cross(x, y, SAMPLE), stroke=INK, stroke_width=2)
        else:
            add(self.root, "path", d=f"M{x:.1f} {y - 8:.1f}v14", stroke="#55606a", stroke_dasharray="2 3")


# ---- signs ----

SAMPLE = 9.0
"""The radius of the hex a sample would stand in."""


def _look(at: int, hidden: bool) -> dict[str, str | float]:
    """How the counters of a side are painted: open ones full, those that lie face down as an outline."""
    colour, inside = SIDES[at % len(SIDES)]
    return (
        {"fill": inside, "stroke": colour, "stroke_width": 1.6}
        if hidden
        else {"fill": colour, "stroke": "#ffffff", "stroke_width": 0.8}
    )


def _shape(at: int, x: float, y: float, size: float) -> str:
    """A rectangle for the first side, a diamond for the second, a triangle for the third, a cross for the fourth; with
    more sides the same again, smaller."""
    size, at = size * (1 - 0.2 * min(2, at // len(SIDES))), at % len(SIDES)
    if at == 0:
        wide, high = size * 0.9, size * 0.7
        return f"M{x - wide:.1f} {y - high:.1f}h{2 * wide:.1f}v{2 * high:.1f}h{-2 * wide:.1f}z"
    if at == 2:
        return f"M{x:.1f} {y - size:.1f}l{size:.1f} {1.8 * size:.1f}h{-2 * size:.1f}z"
    if at == 3:
        third = size * 0.6
        return (
            f"M{x - third / 2:.1f} {y - size:.1f}h{third:.1f}v{third:.1f}h{third:.1f}v{third:.1f}h{-third:.1f}"
            f"v{third:.1f}h{-third:.1f}v{-third:.1f}h{-third:.1f}v{-third:.1f}h{third:.1f}z"
        )
    return f"M{x:.1f} {y - size:.1f}l{size:.1f} {size:.1f}-{size:.1f} {size:.1f}-{size:.1f}-{size:.1f}z"


def _cross(x: float, y: float, radius: float) -> str:
    arm = radius * 0.45
    return f"M{x - arm:.1f} {y - arm:.1f}l{2 * arm:.1f} {2 * arm:.1f}m0 {-2 * arm:.1f}l{-2 * arm:.1f} {2 * arm:.1f}"
