"""The Formation Table (BRT CG2.4): what the battalions of the 2nd Marine Division bring; 15.2 the kinds of pieces, and
how they are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

Category = Literal["MMC", "SMC", "SW", "Gun", "vehicle"]


class Kind(NamedTuple):
    """A kind of piece: what it is among counters, and how many half-squads it is worth (15.2, CG11)."""

    category: Category
    halves: int = 0
    korean: bool = False
    elr: int = 0
    """CG17; 0 where the text gives none."""


MARINE_ELR, JAPANESE_ELR, FIRST_LINE_ELR, KOREAN_ELR = 5, 4, 5, 3
"""BRT CG17."""
KINDS: Mapping[str, Kind] = {
    "6-6-8": Kind("MMC", 2, elr=MARINE_ELR),
    "7-6-8": Kind("MMC", 2, elr=MARINE_ELR),
    "2-4-8": Kind("MMC", 1, elr=MARINE_ELR),
    "crew": Kind("MMC", 1, elr=MARINE_ELR),
    "SFCP": Kind("MMC", 1, elr=MARINE_ELR),
    "leader": Kind("SMC"),
    "armor-leader": Kind("SMC"),
    "hero": Kind("SMC"),
    "Pathfinder": Kind("SMC"),
    "MMG": Kind("SW"),
    "HMG": Kind("SW"),
    "LMG": Kind("SW"),
    "60mm": Kind("SW"),
    "81mm": Kind("Gun"),
    "DC": Kind("SW"),
    "FT": Kind("SW"),
    "M1A1-75": Kind("Gun"),
    "37LL": Kind("Gun"),
    "jeep": Kind("vehicle"),
    "M3-GMC": Kind("vehicle"),
    "M3A1": Kind("vehicle"),
    "M4A2": Kind("vehicle"),
    "bulldozer": Kind("vehicle"),
    "LVT": Kind("vehicle"),
    "4-4-8": Kind("MMC", 2, elr=FIRST_LINE_ELR),
    "2-3-8": Kind("MMC", 1, elr=FIRST_LINE_ELR),
    "4-4-7": Kind("MMC", 2, elr=JAPANESE_ELR),
    "3-4-7": Kind("MMC", 2, elr=JAPANESE_ELR),
    "2-3-7": Kind("MMC", 1, elr=JAPANESE_ELR),
    "3-3-6": Kind("MMC", 2, korean=True, elr=KOREAN_ELR),
    "tank": Kind("vehicle"),
    "gun": Kind("Gun"),
}
"""The kinds that the text names, and half-squads of its squads."""
CREWS = ("crew", "SFCP")
"""BRT CG17 speaks of non-crew Infantry of the Japanese; Marine crews have the ELR of all Marines."""
HALF = "half-"
"""Begins the name of a half-squad that has no kind of its own."""
ALIASES: Mapping[str, str] = {
    "668": "6-6-8",
    "768": "7-6-8",
    "248": "2-4-8", "24-8": "2-4-8", "228": "crew", "2-2-8": "crew", "448": "4-4-8", "447": "4-4-7", "347": "3-4-7",
    "238": "2-3-8",
    "336": "3-3-6",
    "dm60": "60mm", "dm60mm": "60mm", "60": "60mm", "dm81": "81mm", "dm81mm": "81mm", "81": "81mm", "dmMMG": "MMG",
    "dmHMG": "HMG",
    "L": "leader", "AL": "armor-leader", "GMC": "M3-GMC", "75": "M1A1-75", "37": "37LL", "PF": "Pathfinder",
}  # fmt: skip
"""Other ways to write a kind."""

Role = Literal[
    "HQ",
    "Rifle",
    "HW",
    "Engineer",
    "AT-Division",
    "Artillery",
    "AT-Regiment",
    "Light-Tank",
    "Medium-Tank",
    "Seabee",
    "Scouts",
]
CONTENTS: Mapping[Role, Mapping[str, int]] = {
    "HQ": {"leader": 4, "SFCP": 2},
    "Rifle": {"6-6-8": 9, "2-4-8": 6, "leader": 4, "MMG": 3, "60mm": 3},
    "HW": {"leader": 3, "2-4-8": 9, "crew": 7, "MMG": 9, "HMG": 3, "81mm": 4},
    "Engineer": {"7-6-8": 8, "leader": 3, "DC": 8, "FT": 3},
    "AT-Division": {"Pathfinder": 3, "M3-GMC": 3},
    "Artillery": {"crew": 3, "M1A1-75": 3},
    "AT-Regiment": {"crew": 3, "37LL": 3},
    "Light-Tank": {"Pathfinder": 6, "M3A1": 6, "armor-leader": 2},
    "Medium-Tank": {"Pathfinder": 7, "M4A2": 7, "armor-leader": 3},
    "Seabee": {"Pathfinder": 3, "bulldozer": 3},
    "Scouts": {"leader": 1, "7-6-8": 3, "DC": 3, "FT": 1},
}
"""BRT Formation Table, notes a to k. The jeeps of note g are there where they enter at Z33 (CG13); the leader of the
Scout Snipers is a 10-3."""
WORDS: Mapping[Role, str] = {
    "HQ": "HQ Company", "Rifle": "Rifle Company", "HW": "HW Company", "Engineer": "Engineer Platoon",
    "AT-Division": "AT Section (Division)",
    "Artillery": "Artillery Battery", "AT-Regiment": "AT Section (Regiment)", "Light-Tank": "Light Tank Platoon",
    "Medium-Tank": "Medium Tank Platoon", "Seabee": "Seabee Platoon", "Scouts": "Scout Sniper Platoon",
}  # fmt: skip
PLATOON: Mapping[str, int] = {"2-4-8": 3, "crew": 1, "MMG": 3, "HMG": 1}
"""A MG Platoon of a HW Company, without a leader (note c)."""
PLATOONS = 3
PLATOON_NAME = "MG-Platoon"
ALL = "all"
"""Says all of a Formation in place of its pieces."""
SCOUTS = "Scouts"
SCOUT_LEADER = "10-3"
"""BRT Formation Table, note k."""
TRANSFERABLE: tuple[Role, ...] = (
    "Engineer", "Scouts", "AT-Division", "Artillery", "AT-Regiment", "Light-Tank", "Medium-Tank", "Seabee",
)  # fmt: skip
"""BRT CG2.2."""
CORE = 5
"""BRT CG2.4: the Formations F1 to F5 that every battalion has."""
_INFANTRY: tuple[Role, ...] = ("HQ", "Rifle", "Rifle", "Rifle", "HW")
_ALL: tuple[Role, ...] = (
    *_INFANTRY, "Engineer", "AT-Division", "Artillery", "AT-Regiment", "Light-Tank", "Medium-Tank", "Seabee",
)  # fmt: skip


class Battalion(NamedTuple):
    """A line of the Formation Table: the battalion, its Formations from F1 on, and what its first LD DR is changed by
    (notes l, m)."""

    name: str
    formations: tuple[Role, ...]
    first_drm: int


BATTALIONS: Mapping[str, Battalion] = {
    "1": Battalion("3rd Battalion, 2nd Marines", _ALL, -2),
    "2": Battalion("2nd Battalion, 2nd Marines", _ALL, -3),
    "3": Battalion("1st Battalion, 8th Marines", _INFANTRY, -3),
    "4": Battalion("2nd Battalion, 8th Marines", (*_ALL[:10], "Seabee"), -2),
    "5": Battalion("1st Battalion, 6th Marines", (*_INFANTRY, "Artillery"), -2),
    "6": Battalion("2nd Battalion, 6th Marines", (*_INFANTRY, "Engineer"), -3),
}
"""BRT Formation Table (reading R-03)."""


def formations_of(blt: str) -> Iterator[tuple[str, Role]]:
    """The Formations of a BLT, `1-F1` to `1-F12`, and what each is."""
    for n, role in enumerate(BATTALIONS[blt].formations, 1):
        yield f"{blt}-F{n}", role


ROLES: Mapping[str, Role] = {name: role for blt in BATTALIONS for name, role in formations_of(blt)} | {SCOUTS: "Scouts"}
"""What each Formation is."""


def split(piece: str) -> tuple[str, int]:
    """A kind of piece and how many: `6-6-8x3` is three, `leader` one."""
    kind, x, number = piece.rpartition("x")
    return (kind, int(number)) if x and number.isdecimal() and kind else (piece, 1)


def counted(pieces: tuple[str, ...]) -> dict[str, int]:
    """Pieces as they are written, by their kinds; several MG Platoons are what is in them (CG2.3)."""
    found: dict[str, int] = {}
    for piece in pieces:
        kind, number = split(piece)
        for part, each in PLATOON.items() if kind == PLATOON_NAME else ((kind, 1),):
            found[part] = found.get(part, 0) + each * number
    return found


def written(kinds: Mapping[str, int]) -> str:
    """Kinds and how many of each, as one writes them."""
    return (
        ", ".join(f"{number} {kind}" if number > 1 else kind for kind, number in kinds.items() if number) or "nothing"
    )
