"""The whole of a hex map at a glance (SVG): where everybody stands and what they hold, what happened there, and the
names that a story speaks of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from projections.counters import FONT, INK, add, ems, path_number
from projections.hexmap.ground import (
    EDGE_INK,
    FILLS,
    ROAD_INK,
    area,
    fill_of,
    hexside_paths,
    outlines,
    roads,
)
from projections.hexmap.layout import by_hex, in_use, parts
from projections.hexmap.lettering import NamesOnMap, Rectangle, Room
from projections.hexmap.marks import Marks
from projections.scene import STILL, Cell, Counter, Doings, Scene
from projections.signs import MEANINGS, MapPicture, Stack, explained_signs, sample

WIDE = 560.0
"""How wide the picture is, about: hexes are of whole numbers."""
EDGE = 6.0
WORDS = 16.0
"""Letters, about 8.5 pixels high on the narrowest telephone."""
LARGEST = 20
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
NOBODY: Mapping[str, Sequence[str]] = {}


def whole_map(
    scene: Scene, did: Doings = STILL, *, across: int = 0, told: Mapping[str, Sequence[str]] = NOBODY
) -> MapPicture:
    """A picture of the whole map, as one SVG element, with the stacks on it; without hexes that lie apart and unused.

    `did` is what happened on it, which is drawn. `told` are the names to write there, by their hexes: those a story
    speaks of. `across`: how many hexes wide the parts are that are drawn in detail elsewhere; their borders are shown
    and numbered.
    """
    cells = in_use(scene, did.places)
    drawn = {cell.name for cell in cells}
    names = {hex: those for hex, those in told.items() if hex in drawn}
    made = _Overview(replace(scene, cells=cells), did, across, names)
    return MapPicture(ElementTree.tostring(made.draw(), encoding="unicode") + "\n", tuple(made.stacks()))


Sign = tuple[str, int, bool]
"""A sort of sign; of counters and control, of which side; of counters, whether they lie face down."""
SORTS = ("counter", "free", "control", *MEANINGS, "parts")
"""The order in which signs are explained."""


class _Overview:
    def __init__(self, scene: Scene, did: Doings, across: int, told: Mapping[str, Sequence[str]]) -> None:
        self.scene, self.did, self.across, self.told = scene, did, across, told
        self.sides = [side for side, _ in scene.sides]
        self.left = min((cell.half for cell in scene.cells), default=0)
        self.top = min((cell.row for cell in scene.cells), default=0)
        halves = max((cell.half for cell in scene.cells), default=0) - self.left + 2
        self.half = float(max(1, min(LARGEST, round((WIDE - 2 * EDGE) / halves))))
        self.radius = round(self.half * 8 / 7 / 2) * 2.0
        self.wide = max(WIDE, halves * self.half + 2 * EDGE)
        self.inset = (self.wide - halves * self.half) / 2
        """A small map stands in the middle."""
        self.head = EDGE + (WORDS if any(cell.label or cell.title for cell in scene.cells) else 0)
        self.spots = {cell.name: self._at(cell) for cell in scene.cells}
        self.lowest = max((y for _, y in self.spots.values()), default=EDGE) + self.radius
        self.standing = {hex: there for hex, there in by_hex(scene.counters).items() if hex in self.spots}
        self.marks = Marks(scene, did, self.spots, self.half, self.radius)
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
        self.marks.below_counters(self.root)
        self._badges()
        self._counters()
        self.marks.beside_counters(self.root)
        room = Room(Rectangle(EDGE, EDGE, self.wide - EDGE, self.lowest), self.marks.covered())
        self.marks.losses(self.root, room)
        NamesOnMap(self.scene, self.told, self.spots, self.radius, room).write(self.root)
        self.there |= {(sign, 0, False): words for sign, words in explained_signs(self.marks.drawn)}
        y = self._legend(self.lowest + EDGE)
        paper.set("height", f"{y:.0f}")
        self.root.set("viewBox", f"0 0 {self.wide:.0f} {y:.0f}")
        return self.root

    def _at(self, cell: Cell) -> tuple[float, float]:
        return self.inset + (cell.half - self.left + 1) * self.half, self.head + self.radius + (
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

    def _hexes(self, cells: Iterable[Cell]) -> str:
        return outlines((self.spots[cell.name] for cell in cells), self.half, self.radius)

    def _parts(self) -> None:
        """The borders of the parts drawn in detail elsewhere, and their numbers at the bottom."""
        cut = parts(self.scene.cells, self.across)
        if len(cut) < 2:
            return
        group = add(self.root, "g", stroke="#55606a", stroke_width=0.8, stroke_dasharray="2 3")
        for left, right in pairwise(cut):
            x = (max(self._at(cell)[0] for cell in left) + min(self._at(cell)[0] for cell in right)) / 2
            add(group, "path", d=f"M{path_number(x)} {path_number(self.head)}V{path_number(self.lowest)}")
        numbers = add(self.root, "g", font_size=WORDS, text_anchor="middle", fill="#55606a")
        for at, part in enumerate(cut, 1):
            across = [self._at(cell)[0] for cell in part]
            add(numbers, "text", str(at), x=(min(across) + max(across)) / 2, y=self.lowest - 3)
        self.there["parts", 0, False] = "parts drawn in detail"

    # ---- who is where ----

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

    def stacks(self) -> Iterator[Stack]:
        """Where several units stand, for pages on which they can be looked at."""
        called = {cell.name: cell.label or cell.title for cell in self.scene.cells}
        called |= {badge.hex: badge.name for badge in self.scene.badges}
        for hex, there in self.standing.items():
            if len(there) > 1:
                x, y = self.spots[hex]
                head = f"{called[hex]} ({hex})" if called.get(hex) else hex
                yield Stack(x, y, 2 * self.half, 2 * self.radius, head, tuple(map(_in_stack, there)))

    # ---- what the signs mean ----

    def _legend(self, y: float) -> float:
        x = EDGE
        y += WORDS
        for sign, words in sorted(self.there.items(), key=lambda one: SORTS.index(one[0][0])):
            wide = 24 + WORDS * ems(words)
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
        elif sort in MEANINGS:
            path, look = sample(sort, x, y)
            add(self.root, "path", d=path, **look)
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


def _in_stack(counter: Counter) -> str:
    """A unit as the list of its stack has it."""
    if counter.hidden and counter.name == "?":
        return "face down"
    steps = "" if counter.steps is None else f" {counter.steps}"
    return (
        f"{counter.name}{steps}{' face down' if counter.hidden else ''}{' ' + counter.signs if counter.signs else ''}"
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
