"""A situation on a hex map, to be drawn, in no game's terms: a game describes it, a projection draws it.

A position on the drawing is a row, counted downwards, and twice the place along the row, counted to the right, so that
rows may be offset by half a hex in whole numbers. Everything else names its hex.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple


@dataclass(frozen=True)
class Cell:
    """A hex. `fill` is its ground (water, beach, land, rough, mountain, or unknown), `grounds` are further words for
    it.

    `control` is a side; `title` is the place's name, beside the hex's own.
    """

    name: str
    row: int
    half: int
    fill: str = "land"
    label: str = ""
    """The print in it instead of its name, such as a landing approach's."""
    grounds: tuple[str, ...] = ()
    control: str = ""
    title: str = ""


@dataclass(frozen=True)
class Edge:
    """A line on the hexside between two hexes, such as a seawall or a pier.

    A line `across` it, from one hex to the other, is a road.
    """

    a: str
    b: str
    kind: str
    across: bool = False


@dataclass(frozen=True)
class Counter:
    """A unit in a hex. `symbol` is infantry, tank, engineer, artillery, hq, fort, ship, plane, beachhead, or "" for
    none of these.

    `signs` are short marks beside the symbol. `says` describes the unit completely, in words.
    """

    hex: str
    name: str
    side: str
    symbol: str = ""
    steps: int | None = None
    hidden: bool = False
    """Whether it lies face down, and is drawn as a question mark."""
    disrupted: bool = False
    signs: str = ""
    says: str = ""


@dataclass(frozen=True)
class Badge:
    """A printed place in a hex: its name, and its colour by name and by letter.

    `signs` and `says` are as for a counter.
    """

    hex: str
    name: str
    colour: str
    letter: str
    signs: str = ""
    says: str = ""


@dataclass(frozen=True)
class Dot:
    """A hex in a field of fire: the field's colour and letter, and whether its fire is strong or weak."""

    hex: str
    colour: str
    letter: str
    strong: bool


class Went(NamedTuple):
    """A unit's way from place to place. It begins with "" where the unit came on to the map."""

    side: str
    unit: str
    path: tuple[str, ...]


class Firing(NamedTuple):
    """Fire or an attack of a side on a place. `start` is "" where it came from nowhere on the map."""

    side: str
    start: str
    end: str


class Lost(NamedTuple):
    """Steps that a side lost in a place."""

    side: str
    place: str
    steps: int


@dataclass(frozen=True)
class Doings:
    """What happened on a map over a span of a game, to be drawn on it: places are those of its cells."""

    went: tuple[Went, ...] = ()
    shots: tuple[Firing, ...] = ()
    lost: tuple[Lost, ...] = ()
    gone: tuple[str, ...] = ()
    """Where units stood that are no longer on the map."""
    taken: tuple[tuple[str, str], ...] = ()
    """Places that changed hands, each with its new holder."""

    @property
    def places(self) -> set[str]:
        """Where any of it happened."""
        ways = {place for one in self.went for place in one.path}
        shots = {place for one in self.shots for place in (one.start, one.end)}
        return ways | shots | {one.place for one in self.lost} | {*self.gone} | {place for place, _ in self.taken}


STILL = Doings()
"""Nothing happened."""


@dataclass(frozen=True)
class Scene:
    """The complete drawing. `sides` are codes and names; the first side's counters are rectangles.

    `focus` are the hexes that matter most: a drawing without room for everything keeps these; if it is empty, all are
    wanted. `key` explains the signs, `notes` are lines about units on no hex.
    """

    title: str
    about: str = ""
    kind: Literal["hexes", "areas"] = "hexes"
    cells: tuple[Cell, ...] = ()
    edges: tuple[Edge, ...] = ()
    counters: tuple[Counter, ...] = ()
    badges: tuple[Badge, ...] = ()
    dots: tuple[Dot, ...] = ()
    sides: tuple[tuple[str, str], ...] = ()
    focus: tuple[str, ...] = ()
    key: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    letters: tuple[tuple[str, str], ...] = ()
    """Words of the ground with the letters that players know for them; others get one that is free."""
