"""What happened on the whole of a hex map, drawn on it: who went where, who fired at whom, what was lost and taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from projections.counters import add
from projections.hexmap.ground import area
from projections.hexmap.layout import by_hex
from projections.hexmap.lettering import NAME, Rectangle, Room, words_wide
from projections.scene import Doings, Scene
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
    line_to,
    taken_line,
)


class Marks:
    """The marks of what happened, and which sorts of them were drawn."""

    def __init__(self, scene: Scene, did: Doings, spots: Mapping[str, Point], half: float, radius: float) -> None:
        self.scene, self.did, self.spots, self.half, self.radius = scene, did, spots, half, radius
        self.sides = [side for side, _ in scene.sides][:2]
        self.star = max(4.0, radius * 0.4)
        self.drawn: set[str] = set()

    def below_counters(self, parent: Element) -> None:
        """What changed hands, lines of fire, and moves."""
        self._taken(parent)
        self._firing(parent)
        self._moves(parent)

    def _taken(self, parent: Element) -> None:
        """What changed hands, with an outline for each side that took something."""
        for at, side in enumerate(self.sides):
            spots = [self.spots[hex] for hex, to in self.did.taken if to == side and hex in self.spots]
            if spots:
                add(parent, "path", d=area(spots, self.half, self.radius), **taken_line(at))
                self.drawn.add("taken")

    def _firing(self, parent: Element) -> None:
        """A line from where fire came from; it ends short of its target."""
        ends = dict.fromkeys((one.start, one.end) for one in self.did.shots if one.start != one.end)
        path = "".join(
            line_to(self.spots[start], self.spots[end], self.radius * 0.9)
            for start, end in ends
            if start in self.spots and end in self.spots
        )
        if path:
            add(parent, "path", d=path, **FIRE_LINE)
            self.drawn.add("fired")

    def _moves(self, parent: Element) -> None:
        """An arrow for each way; one from off the map comes from above."""
        found: dict[str, None] = {}
        for one in self.did.went:
            points = [self.spots[hex] for hex in one.path if hex in self.spots]
            if not one.path[0] and points:
                x, y = points[0]
                points.insert(0, (x - self.radius * 1.3, y - self.radius * 2.2))
            if len(points) > 1:
                found[arrow(points, self.radius * 0.7, self.radius * 0.55)] = None
        if found:
            add(parent, "path", d="".join(found), **PLAIN_LINE)
            self.drawn.add("moved")

    def beside_counters(self, parent: Element) -> None:
        """Who was fired at, and who is gone."""
        stars = [self._star_of(hex) for hex in self._targets()]
        if stars:
            add(parent, "path", d="".join(burst(x, y, self.star) for x, y in stars), **FIRE_STAR)
            self.drawn.add("hit")
        crosses = [self.spots[hex] for hex in dict.fromkeys(self.did.gone) if hex in self.spots]
        if crosses:
            add(parent, "path", d="".join(cross(x, y, self.radius * 0.45) for x, y in crosses), **GONE)
            self.drawn.add("gone")

    def _targets(self) -> list[str]:
        return list(dict.fromkeys(one.end for one in self.did.shots if one.end in self.spots))

    def _star_of(self, hex: str) -> Point:
        """Above and right of a hex's middle, where it leaves the counter to be seen."""
        x, y = self.spots[hex]
        aside = round(self.radius * 0.75)
        return x + aside, y - aside

    def covered(self) -> Iterator[Rectangle]:
        """What no word may cover: counters, positions, and these marks."""
        for hex, there in by_hex(self.scene.counters).items():
            if hex in self.spots:
                size = self.radius * (0.95 if len(there) > 1 else 0.7)
                yield _around(self.spots[hex], size, size * 0.8)
        for hex in {badge.hex for badge in self.scene.badges} | set(self.did.gone):
            if hex in self.spots:
                yield _around(self.spots[hex], self.radius * 0.4, self.radius * 0.4)
        for hex in self._targets():
            yield _around(self._star_of(hex), self.star, self.star)

    def losses(self, parent: Element, room: Room) -> None:
        """The steps that each side lost in a hex, in a box of the side's shape."""
        for at, side in enumerate(self.sides):
            there = [lost for lost in self.did.lost if lost.side == side and lost.place in self.spots]
            found = [(f"−{lost.steps}", *self.spots[lost.place]) for lost in there]
            spots = [(said, room.put(f" {said} ", NAME + 3, x, y, self.radius)) for said, x, y in found]
            placed = [(said, spot) for said, spot in spots if spot]
            if placed:
                ink: dict[str, str | float] = {
                    "stroke": SIDE_INKS[at % len(SIDE_INKS)],
                    "stroke_width": 1.2,
                    "fill": "#ffffff",
                }
                boxes = (
                    frame(spot.x, spot.y - NAME * 0.35, words_wide(said, NAME) + 6, NAME + 1, second=at == 1)
                    for said, spot in placed
                )
                add(parent, "path", d="".join(boxes), **ink)
                look: dict[str, str | float] = {
                    "font_size": NAME,
                    "font_weight": "bold",
                    "fill": SIDE_INKS[at % len(SIDE_INKS)],
                }
                group = add(parent, "g", text_anchor="middle", **look)
                for said, spot in placed:
                    add(group, "text", said, x=spot.x, y=spot.y)
                self.drawn.add("lost")


def _around(middle: Point, half: float, high: float) -> Rectangle:
    x, y = middle
    return Rectangle(x - half, y - high, x + half, y + high)
