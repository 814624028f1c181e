"""Why something happened in Invasion Pearl Harbor, as codes; the words for it are made when they are shown."""

from collections.abc import Mapping
from typing import Literal

from domain.wargame.dice import Awards, Terms

PointsCode = Literal["beachhead", "hex", "battleship-row", "us-carrier", "ijn-carrier", "battleship"]
POINTS: Mapping[PointsCode, str] = {
    "beachhead": "Beachhead in {}",
    "hex": "control of {}",
    "battleship-row": "Battleship Row",
    "us-carrier": "{}",
    "ijn-carrier": "{}",
    "battleship": "{}",
}
"""What victory points are for (4.4 to 4.7)."""
FOR_GOOD: tuple[PointsCode, ...] = ("battleship-row", "us-carrier", "ijn-carrier", "battleship")
"""Of these, what is never taken back (4.8)."""

LossCause = Literal["battle", "landing", "control"]
"""By what a step is lost: `control` is that of the hex of a Beachhead marker (8.3)."""
Fate = Literal["sunk", "damaged"]
How = Literal["move", "advance"]

TermCode = Literal[
    "strength",
    "fort",
    "across-water",
    "battleships",
    "aircraft",
    "battleship-row",
    "multiplied",
    "terrain",
    "hexside",
    "japanese-air",
    "us-air",
    "army-air",
    "beachhead",
    "concentric",
    "night",
    "banzai",
]
TERMS: Mapping[TermCode, str] = {
    "strength": "strength in {}",
    "fort": "out of the fort in {}",
    "across-water": "across the water from {}",
    "battleships": "{}",
    "aircraft": "aircraft",
    "battleship-row": "Battleship Row",
    "multiplied": "terrain of {}",
    "terrain": "terrain of {}",
    "hexside": "hexside of {}",
    "japanese-air": "Japanese aircraft",
    "us-air": "US aircraft",
    "army-air": "the US Army aircraft",
    "beachhead": "a Beachhead marker in or next to {}",
    "concentric": "a concentric attack",
    "night": "night attack",
    "banzai": "banzai",
}
"""The terms of the odds: what adds strength (10.2, 10.14, 11.2, 7.1, 11.3, 11.4), what shifts columns (10.8, 7.12,
7.14, 7.15, 8.4, 10.12, 12)."""


points = Awards(POINTS, FOR_GOOD)


term = Terms(TERMS)
