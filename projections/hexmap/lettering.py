"""Finding room for words on a map: no word on another, and none on a counter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import dist, floor, hypot, inf
from typing import NamedTuple
from xml.etree.ElementTree import Element

from projections.counters import INK, add
from projections.hexmap.layout import middle_of
from projections.scene import Cell, Scene
from projections.signs import Point, line_to
from projections.stories.words import runs

NAME = 13.0
"""Letters of names on the map."""
MOST = 3
"""Names written in one hex."""
PRINT = "#3f4d57"
HALO: dict[str, str | float] = {"stroke": "#ffffff", "stroke_width": 3, "paint_order": "stroke"}

EM = 0.64
"""What a letter takes along a line, of its height, on the average."""
HIGH = 0.74
"""How high a line of letters is above where it stands, of its size; below it there is little."""
LOW = 0.2
WIDE, TALL = 64.0, 16.0
"""The cells of a map by which it is known what is taken where: about a name each."""
APART = 5.0
"""What is left free between two words beside each other."""
RINGS = (1.0, 1.9, 2.8, 3.8, 4.8, 6.0, 7.5, 9.0)
"""How far from its place a word may stand, in what it keeps off there."""
AROUND = ((0, -1), (1, 0), (-1, 0), (0, 1), (0.8, -0.8), (-0.8, -0.8), (0.8, 0.8), (-0.8, 0.8))
"""Where it is tried, the best first: above, right, left, below, and between them."""


class Rectangle(NamedTuple):
    """What is taken on a map."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Rectangle) -> float:
        """How much of it another covers."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    def cells(self) -> Iterator[tuple[int, int]]:
        """The cells of a map that it lies in."""
        across = range(floor(self.left / WIDE), floor(self.right / WIDE) + 1)
        return product(across, range(floor(self.top / TALL), floor(self.bottom / TALL) + 1))


class WordSpot(NamedTuple):
    """Where a word stands: the middle of its line, and whether it is so far from its place that a line must lead
    there."""

    x: float
    y: float
    led: bool

    def touches(self, x: float, y: float, wide: float, size: float) -> tuple[float, float]:
        """The point of the word's edge nearest to its place."""
        nearest_x = min(max(x, self.x - wide / 2), self.x + wide / 2)
        return nearest_x, min(max(y, self.y - HIGH * size), self.y + LOW * size)


def words_wide(words: str, size: float) -> float:
    """How wide words are, about."""
    return len(words) * size * EM


class Room:
    """The room on a map within a frame. Whatever is put there takes its part of it."""

    def __init__(self, frame: Rectangle, taken: Iterable[Rectangle]) -> None:
        self.frame = frame
        self.taken: list[Rectangle] = []
        self.cells: dict[tuple[int, int], list[int]] = {}
        """The numbers of what is taken, by the cells of the map it lies in: a word is held against those in its own
        alone."""
        for one in taken:
            self._take(one)

    def put(self, words: str, size: float, x: float, y: float, off: float, *, must: bool = True) -> WordSpot | None:
        """Finds room for words beside a point, `off` from it or a little further. Where there is none they stand where
        they cover least if they `must`, else nowhere."""
        best: tuple[float, WordSpot, Rectangle] | None = None
        wide = words_wide(words, size) + APART
        for spot in self._spots(wide, size, x, y, off, RINGS if must else RINGS[:1]):
            found = self._rectangle(spot, wide, size)
            covered = self._covered(found, best[0] if best else inf)
            if best is None or covered < best[0]:
                best = covered, spot, found
            if not covered:
                break
        if best is None or (best[0] and not must):
            return None
        self._take(best[2])
        return best[1]

    def centred(self, words: str, size: float, x: float, y: float) -> WordSpot | None:
        """Room for words over a point itself; None where something is there."""
        wide = words_wide(words, size) + APART
        spot = self._inside(WordSpot(x, y + HIGH * size / 2, led=False), wide, size)
        found = self._rectangle(spot, wide, size)
        if self._covered(found, 0.0):
            return None
        self._take(found)
        return spot

    def _take(self, found: Rectangle) -> None:
        for cell in found.cells():
            self.cells.setdefault(cell, []).append(len(self.taken))
        self.taken.append(found)

    def _covered(self, found: Rectangle, most: float) -> float:
        """How much of it is taken, added up in the order it was taken; no further than to more than `most`."""
        there = {number for cell in found.cells() for number in self.cells.get(cell, ())}
        covered = 0.0
        for number in sorted(there):
            covered += found.overlap(self.taken[number])
            if covered > most:
                break
        return covered

    def _spots(
        self, wide: float, size: float, x: float, y: float, off: float, rings: Iterable[float]
    ) -> Iterator[WordSpot]:
        for ring in rings:
            for right, down in AROUND:
                at_x = x + right * (off * ring + wide / 2)
                at_y = y + down * (off * ring + size / 2) + (HIGH - LOW) * size / 2
                spot = self._inside(WordSpot(at_x, at_y, led=ring > 1), wide, size)
                if hypot(spot.x - at_x, spot.y - at_y) < off:  # else it has been pushed back over its place
                    yield spot

    def _inside(self, spot: WordSpot, wide: float, size: float) -> WordSpot:
        x = min(max(spot.x, self.frame.left + wide / 2), self.frame.right - wide / 2)
        return spot._replace(x=x, y=min(max(spot.y, self.frame.top + HIGH * size), self.frame.bottom - LOW * size))

    @staticmethod
    def _rectangle(spot: WordSpot, wide: float, size: float) -> Rectangle:
        return Rectangle(spot.x - wide / 2, spot.y - HIGH * size, spot.x + wide / 2, spot.y + LOW * size)


class NamesOnMap:
    """The names on a map: printed names of places, those that a story speaks of, and what else is printed."""

    def __init__(
        self, scene: Scene, told: Mapping[str, Sequence[str]], spots: Mapping[str, Point], radius: float, room: Room
    ) -> None:
        self.scene, self.told, self.spots, self.radius, self.room = scene, told, spots, radius, room

    def write(self, parent: Element) -> None:
        leaders = add(parent, "path", d="", fill="none", stroke=INK, stroke_width=0.6)
        group = add(parent, "g", font_size=NAME, text_anchor="middle", **HALO)
        printed = add(parent, "g", font_size=NAME, text_anchor="middle", fill=PRINT, **HALO)
        titles: dict[str, list[Cell]] = {}
        for cell in self.scene.cells:
            if cell.title:
                titles.setdefault(cell.title, []).append(cell)
        for title, cells in titles.items():
            self._title(printed, leaders, title, cells)
        for hex, names in self.told.items():
            every = runs(name for name in names if name != hex and name not in titles)
            if hex in self.spots and every:
                more = [f"+{len(every) - MOST}"] if len(every) > MOST else []
                self._name(group, leaders, ", ".join((*every[:MOST], *more)), *self.spots[hex])
        for cell in self.scene.cells:
            if cell.label and cell.label not in self.told.get(cell.name, ()):
                self._if_room(printed, cell.label, cell.name)
        for hex, names in self.told.items():
            if hex in names and hex in self.spots:
                self._if_room(printed, hex, hex)

    def _if_room(self, group: Element, said: str, hex: str) -> None:
        """What is printed in a hex, or its number, in it or beside it: where there is no room, nothing is lost."""
        x, y = self.spots[hex]
        spot = self.room.centred(said, NAME, x, y)
        if spot := spot or self.room.put(said, NAME, x, y, self.radius * 0.6, must=False):
            add(group, "text", said, x=round(spot.x), y=round(spot.y))

    def _title(self, group: Element, leaders: Element, title: str, cells: Sequence[Cell]) -> None:
        """The name of a place over its hexes, the middle first, or beside them where all are taken."""
        middle = self.spots[middle_of(cells).name]
        near = sorted((self.spots[cell.name] for cell in cells), key=lambda spot: dist(spot, middle))
        free = (spot for x, y in near if (spot := self.room.centred(title, NAME, x, y)))
        if spot := next(free, None):
            add(group, "text", title, x=round(spot.x), y=round(spot.y))
        else:
            self._name(group, leaders, title, *middle)

    def _name(self, group: Element, leaders: Element, said: str, x: float, y: float) -> None:
        """A name, with a line to its place where it stands further off."""
        if spot := self.room.put(said, NAME, x, y, self.radius):
            add(group, "text", said, x=round(spot.x), y=round(spot.y))
            if spot.led:
                start = spot.touches(x, y, words_wide(said, NAME), NAME)
                leaders.set("d", leaders.get("d", "") + line_to(start, (x, y), self.radius * 0.6))
