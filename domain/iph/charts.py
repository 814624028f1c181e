"""What only the printed game of Invasion Pearl Harbor knows: its map, its counters and the charts on its mapsheet (IPH
2)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import AfterValidator

from domain.kernel.limits import Bounds, Count
from domain.kernel.state import Row
from domain.kernel.written import Links, OfHexes
from domain.wargame import hex_grid
from domain.wargame.hex_grid import GRIDS

GRID = GRIDS["even"]
"""Hexes are numbered row first; rows grow to the south, columns to the west. Which rows lie half a hex further west is
a chart: so they are drawn before that has been read out."""

Terrain = Literal[
    "clear", "rough", "mountain", "military-installation", "city", "fortification", "oil-storage", "airfield", "sea"
]
TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
"""The one terrain of a hex besides its roads (IPH 9.8); `sea` for a hex that is none of the island."""
VP_OF: dict[Terrain, int] = {"military-installation": 1, "city": 1, "fortification": 1, "oil-storage": 1, "airfield": 2}
"""IPH 4.4: victory points for controlling a hex."""
NEVER_CONCENTRIC = ("city", "military-installation", "fortification")
"""IPH 10.12: terrain against which a concentric attack brings nothing."""

Command = Literal["24", "25", "USMC", "BBRow", "fort", "SNLF", "IJA", "beachhead"]
"""The sub-commands (IPH 2.12), and the two static kinds that belong to none: fort garrisons (6.6) and Beachhead markers
(8.3)."""

FORD_ISLAND = "3020"
SCHOFIELD = ("2125", "2225")
MARINES_AT = ("2821", "3225", "3327")
"""Pearl City, Ewa and the Marine Base (IPH 3.3)."""
HONOLULU_HEXES = 5
"""IPH 9.14."""


Hexes = Annotated[tuple[str, ...], AfterValidator(GRID.expand), OfHexes()]
"""Hexes; a run along a row may be written `1226-1229`."""


Modifier = Annotated[int, Bounds(-9, 9)]


class GridCard(hex_grid.GridCard, chart="grid", key="row"):
    """Which rows of the map lie half a hex further west than those above and below them: the even ones or the odd
    ones."""


class HexCard(Row, chart="hexes", key="hex"):
    """A hex of the map (IPH 2.2, 9.8): its terrain, the neighbours a road leads to, those across an all-water hexside
    (9.10).

    `sides` are other hexsides that the Terrain Effects Chart knows, as `stream/2124` for the one towards 2124;
    `landing` is the geographic modifier of the Landing Table for units that land here (8.5).
    """

    LETTERS: ClassVar[Mapping[str, str]] = {
        "s": "sea",
        "c": "clear",
        "r": "rough",
        "m": "mountain",
        "i": "military-installation",
        "t": "city",
        "f": "fortification",
        "o": "oil-storage",
        "a": "airfield",
    }

    terrain: Terrain
    name: str = ""
    coastal: bool = False
    honolulu: bool = False
    roads: Annotated[Hexes, Links("road", through=True)] = ()
    water: Annotated[Hexes, Links("water")] = ()
    sides: Annotated[tuple[str, ...], AfterValidator(hex_grid.hexside_check("stream/2124")), Links()] = ()
    landing: Modifier = 0


class AreaCard(Row, chart="areas", key="area"):
    """An invasion area: its hexes in their order along the coast, its ends included (IPH 3.2)."""

    hexes: Hexes


class AirfieldsCard(Row, chart="airfields", key="map"):
    """The airfield hexes of the whole map: asked for where not all of its hexes have been read out (IPH 7.15)."""

    hexes: Hexes


class TerrainCard(Row, chart="terrain", key="terrain"):
    """A line of the Terrain Effects Chart: MP to enter the hex or cross the hexside, columns to the left for its
    defender (below 0: to the right), and by what its defenders' strength is multiplied, or whether it is halved (IPH
    9.8, 10.8).
    """

    mp: Count = 1
    shift: Modifier = 0
    multiplier: Count = 1
    halved: bool = False


class ResultCard(Row, chart="crt", key="a:d/die"):
    """A cell of the Combat Results Table (IPH 10.9): steps the attacker loses, and the defender; `2:1/6` is the die 6
    at 2:1."""

    attacker: Count
    defender: Count


class LandingCard(Row, chart="landing", key="result"):
    """A line of the Landing Table, by the modified die (IPH 8.5)."""

    effect: Literal["ashore", "stalled", "step", "eliminated"]


class LandingModifierCard(Row, chart="landing-modifiers", key="date"):
    """The modifier of the Landing Table on 8 December, and on 9 December in its place (IPH 8.5)."""

    amount: Modifier


class CarrierCard(Row, chart="carrier-warfare", key="die"):
    """A line of the Carrier Warfare Table (IPH 7.3)."""

    result: Literal["ijn-finds-us", "usn-finds-ijn", "mutual", "none"]


class NightCard(Row, chart="night", key="die"):
    """A line of the Night Attacks Shift Table: whether there are shifts, and whom they favour (IPH 12.4)."""

    result: Literal["none", "for", "against"]


class TurnCard(Row, chart="turns", key="turn"):
    """A box of the Turn Record Track: the day of December, and the part of the day (IPH 2.10, 12.2)."""

    date: Literal[7, 8, 9]
    part: Literal["morning", "afternoon", "evening", "night"]


class UnitCard(Row, chart="units", key="unit"):
    """A ground unit's counter (IPH 2.3, 2.9): its factors, and those of its reduced side where it has two steps."""

    side: Literal["us", "jp"]
    command: Command
    attack: Count = 0
    defence: Count = 0
    reduced_attack: Count = 0
    reduced_defence: Count = 0
    name: str = ""

    @property
    def steps(self) -> int:
        """IPH 2.11, 8.3: Japanese units and Marines have two, all others one (reading R-11)."""
        return 2 if self.command in ("SNLF", "IJA", "USMC") else 1


CHARTS = {
    row.CHART: row
    for row in (
        GridCard, HexCard, AreaCard, AirfieldsCard, TerrainCard, ResultCard, LandingCard, LandingModifierCard,
        CarrierCard, NightCard,
        TurnCard, UnitCard,
    )
}  # fmt: skip
