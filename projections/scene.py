"""What there is to draw of a situation on a hex map, in no game's terms: a game says it, a projection draws it.

A place on the drawing is a row, counted downwards, and twice a place along the row, counted to the right, so that rows
may be offset by half a hex in whole numbers. Everything else names the hex it is in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Cell:
    """A hex. `fill` is its ground (water, beach, land, rough, mountain, or unknown), `grounds` what else it is in words, `control` a side.

    `title` is what the place is called, beside its name.
    """

    name: str
    row: int
    half: int
    fill: str = "land"
    label: str = ""
    """What is printed in it instead of its name, as a landing approach has."""
    grounds: tuple[str, ...] = ()
    control: str = ""
    title: str = ""


@dataclass(frozen=True)
class Edge:
    """A line on the hexside between two hexes: a seawall, a pier; one that leads `across` it from the one to the other is a road."""

    a: str
    b: str
    kind: str
    across: bool = False


@dataclass(frozen=True)
class Counter:
    """A unit in a hex. `symbol` is infantry, tank, engineer, artillery, hq, fort, ship, plane, beachhead, or "" for none of these.

    `signs` are short marks beside the symbol; `says` is all there is to say of the unit, in words.
    """

    hex: str
    name: str
    side: str
    symbol: str = ""
    steps: int | None = None
    hidden: bool = False
    """It lies face down: a question mark stands for it."""
    disrupted: bool = False
    signs: str = ""
    says: str = ""


@dataclass(frozen=True)
class Badge:
    """A printed place in a hex: its name, and its colour by name and by letter. `signs` and `says` as of a counter."""

    hex: str
    name: str
    colour: str
    letter: str
    signs: str = ""
    says: str = ""


@dataclass(frozen=True)
class Dot:
    """A hex lies in a field of fire: of which colour and letter, and whether strongly or weakly."""

    hex: str
    colour: str
    letter: str
    strong: bool


@dataclass(frozen=True)
class Scene:
    """All there is to draw. `sides` are codes and names, the first side's counters drawn as rectangles.

    `focus` are the hexes that matter most: a drawing without room for everything keeps these. None means all are wanted.
    `key` explains the signs used, `notes` are lines about what lies on no hex.
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
