"""What the rulebook prints in tables (BRT CG2.4, CG3.4, CG7.1, CG17, CG19), and the hexes of a map in columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

DAYS = ("20 AM", "20 PM", "20 NT", "21 AM", "21 PM", "21 NT", "22 AM", "22 PM")
"""15.2, CG10: no night after the 22nd."""
REFIT = ("control", "perimeters", "setup_areas", "isolation", "retaining", "snipers", "reserves")
PHASES = ("rally", "prep_fire", "movement", "defensive_fire", "advancing_fire", "rout", "advance", "close_combat")

NOTES: Mapping[str, Mapping[str, int]] = {
    "a": {"leader": 4, "SFCP": 2},
    "b": {"6-6-8": 9, "2-4-8": 6, "leader": 4, "MMG": 3, "60mm": 3},
    "c": {"leader": 3, "2-4-8": 9, "crew": 7, "MMG": 9, "HMG": 3, "81mm": 4},
    "d": {"7-6-8": 8, "leader": 3, "DC": 8, "FT": 3},
    "e": {"Pathfinder": 3, "M3-GMC": 3},
    "f": {"crew": 3, "M1A1-75": 3},
    "g": {"crew": 3, "37LL": 3},
    "h": {"Pathfinder": 6, "M3A1": 6, "armor-leader": 2},
    "i": {"Pathfinder": 7, "M4A2": 7, "armor-leader": 3},
    "j": {"Pathfinder": 3, "bulldozer": 3},
    "k": {"leader": 1, "7-6-8": 3, "DC": 3, "FT": 1},
}
"""CG2.4: the notes to the Formation Table."""
BATTALIONS = {"1": "abbbcdefghij", "2": "abbbcdefghij", "3": "abbbc", "4": "abbbcdefghj", "5": "abbbcf", "6": "abbbcd"}
"""CG2.4: of each BLT the notes of F1, F2 and so on."""
FIRST_LEADER = {"1": -2, "2": -3, "3": -3, "4": -2, "5": -2, "6": -3}
"""CG2.4: notes l and m."""
SCOUTS = "Scouts"
FORMATIONS: Mapping[str, str] = {
    **{f"{blt}-F{number}": note for blt, notes in BATTALIONS.items() for number, note in enumerate(notes, 1)},
    SCOUTS: "k",
}
MAY_GO = frozenset("defghijk")
"""CG2.2: who may go to another BLT."""
PLATOON = Counter({"2-4-8": 3, "crew": 1, "MMG": 3, "HMG": 1})

LEADERS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("jp", "infantry"): ("10-2", "10-1", "10-0", "10-0", "9-1", "9-1", "9-0", "9-0", "8-0", "8-0", "8+1"),
    ("jp", "armor"): ("9-2", "9-1", "8-1", "", "", "", "", "", "", "", ""),
    ("us", "infantry"): ("10-3", "10-2", "9-2", "9-1", "9-1", "8-1", "8-0", "8-0", "7-0", "7-0", "8+1"),
    ("us", "armor"): ("10-2", "9-2", "9-1", "8-1", "", "", "", "", "", "", ""),
}
"""CG19: for a LD DR of 2 or less, 3, and so on to 12."""
REPLENISHMENT = {
    2: {"4-4-8": 3,
        "leader": 2},
        3: {"4-4-8": 2, "leader": 2}, 4: {"4-4-7": 3, "leader": 2}, 5: {"4-4-7": 3, "leader": 1}, 6: {"3-4-7": 3},
    7: {"3-4-7": 3,
        "leader": 1},
        8: {"3-4-7": 3}, 9: {"4-4-7": 2, "leader": 1}, 10: {"4-4-8": 3, "leader": 1}, 11: {"4-4-8": 2, "leader": 1},
    12: {"4-4-8": 2, "leader": 1},
}  # fmt: skip
"""CG7.1."""
COUNTERBATTERY = {"120L": (-1, 0), "140L": (0, 1), "200L": (-1, 1)}
"""CG3.4: black and red chits."""
TO_HIT = {"infantry": 6, "vehicular": 7, "area": 8}
"""CG3.23."""
SQUADS = {"4-4-8": "2-3-8", "4-4-7": "2-3-7", "3-4-7": "2-3-7"}
"""15.2: half-squads the text names; others are called by their squad (reading R-37)."""
VEHICLES = frozenset(("M3-GMC", "M3A1", "M4A2", "bulldozer", "tank", "LVT", "jeep"))
GUNS = frozenset(("81mm", "M1A1-75", "37LL"))
SMC = frozenset(("leader", "hero", "armor-leader"))
KOREANS = ("3-3-6", "half-3-3-6")
WATER = {"Red1": ("Z", 12, 21), "Red2": ("Z", 22, 33), "Red3": ("Z", 34, 50)}
"""15.2: who may wade in where; Green Beach is read out."""


def category(kind: str) -> str:
    """What a piece is: an MMC, SMC, vehicle, Gun, or a SW."""
    if kind in VEHICLES:
        return "vehicle"
    if kind in GUNS or kind.startswith("gun"):
        return "Gun"
    if kind in SMC:
        return "SMC"
    return "MMC" if kind.count("-") >= 2 or kind in ("crew", "SFCP", "Pathfinder") else "SW"


def counters(pieces: Mapping[str, int]) -> int:
    """CG7.1: so many counters of the Reserve Pool; an Armor Leader is none."""
    return sum(number for kind, number in pieces.items() if kind != "armor-leader")


def mmc(pieces: Mapping[str, int]) -> int:
    return sum(number for kind, number in pieces.items() if category(kind) == "MMC")


def share(number: int, percent: int, up: bool = True) -> int:
    """A share in percent, fractions rounded up, or down."""
    return -(-number * percent // 100) if up else number * percent // 100


def half_of(kind: str) -> str:
    return SQUADS.get(kind, f"half-{kind}")


def counted(words: Iterable[str]) -> Counter[str]:
    """Pieces as an attachment names them: `leader`, `7-6-8x3`, `MG-Platoon`; a piece may have an x of its own
    nowhere."""
    found: Counter[str] = Counter()
    for word in words:
        name, _, times = word.partition("x")
        for kind, number in (PLATOON if name == "MG-Platoon" else {name: 1}).items():
            found[kind] += number * int(times or 1)
    return found


class Spot(NamedTuple):
    """Where a hex is: its column, and twice its place along it."""

    column: int
    half: int


class Map:
    """Hexes in columns by number, along which the letters run; every other column is half a hex further along."""

    def __init__(self, hexes: Mapping[str, Mapping[str, object]], shifted: str) -> None:
        self.hexes = hexes
        self.odd = int(shifted == "odd")

    def spot(self, hex: str) -> Spot:
        column = int(hex[1:])
        return Spot(column, 2 * ord(hex[0]) + int(column % 2 == self.odd))

    def distance(self, a: str, b: str) -> int:
        here, there = self.spot(a), self.spot(b)
        columns, halves = abs(here.column - there.column), abs(here.half - there.half)
        return columns + max(0, (halves - columns) // 2)

    def terrain(self, hex: str) -> str:
        return str(self.hexes.get(hex, {}).get("terrain", ""))

    def land(self, hex: str) -> bool:
        return self.terrain(hex) in ("beach", "hinterland")

    def edges(self, hex: str) -> tuple[str, ...]:
        found = self.hexes.get(hex, {}).get("edges", ())
        return tuple(map(str, found)) if isinstance(found, (tuple, list)) else ()

    def seawalls(self, hex: str) -> tuple[str, ...]:
        found = self.hexes.get(hex, {}).get("seawalls", ())
        return tuple(map(str, found)) if isinstance(found, (tuple, list)) else ()

    def around(self, centre: str, radius: int) -> set[str]:
        return {hex for hex in self.hexes if self.distance(centre, hex) <= radius}
