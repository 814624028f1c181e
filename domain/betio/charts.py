"""What only the printed game of Tarawa: Bloody Betio knows: its map, its counters, the roster sheet, the tables and
tracks (BB 1.1)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import AfterValidator

from domain.kernel.limits import Bounds, Count
from domain.kernel.state import Row
from domain.kernel.written import Links
from domain.wargame import hex_grid
from domain.wargame.hex_grid import GRIDS

GRID = GRIDS["odd"]
"""Hexes are numbered row first; the Long Pier runs down the rows. Which rows lie half a hex further along is a chart:
so they are drawn before that has been read out."""

Terrain = Literal[
    "clear",
    "beach",
    "palm-grove",
    "runway", "excavation", "shell-crater", "supply-dump", "road", "building", "revetment", "anti-tank-ditch",
    "strongpoint", "reef", "reef-obstacle", "pier", "sea",
]  # fmt: skip
TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
"""What a hex, or a hexside, may show (BB TEC); `clear` where it shows none of them."""
WATER = ("reef", "reef-obstacle", "sea")

Beach = Literal["", "Red 1", "Red 2", "Red 3", "Green", "Black 1", "Black 2"]
BEACHES: tuple[str, ...] = tuple(beach for beach in get_args(Beach) if beach)
"""The invasion beaches (BB 3.2.1)."""

PIER_END = ("1431", "1432")
"""Where Hawkins begins, and where Higgins boats unload (BB 3.4.3, 1.7.3)."""
PIER_DROPS = ("1430", "1433")
"""The hexes from which they do (BB 3.6.5)."""
PIER_BASE = "2731"
PIER_WAY_IN = "2632"
"""BB 1.7.1, 1.7.7."""
WRECK = "1436"
"""BB 10.4.2."""
DOUBLE = ("3330", "4430")
"""Hexes with two strongpoints (BB 1.2.2)."""

Kind = Literal["infantry", "engineer", "artillery", "sherman", "stuart", "hawkins", "amtrack", "higgins", "lcm"]
VESSELS: tuple[Kind, ...] = ("amtrack", "higgins", "lcm")
TANKS: tuple[Kind, ...] = ("sherman", "stuart")
Regiment = Literal["", "2", "6", "8", "10"]


Modifier = Annotated[int, Bounds(-9, 9)]
Level = Annotated[int, Bounds(-9, 9)]
Casualties = Annotated[int, Bounds(0, 9_999)]


class GridCard(hex_grid.GridCard, chart="grid", key="rows"):
    """Which rows of the map lie half a hex further along than those above and below them, and whether columns grow to
    the reader's left or right."""

    columns: Literal["left", "right"] = "left"


class HexCard(Row, chart="hexes", key="hex"):
    """A hex of the map: its terrain, the area of Betio it belongs to, and what its hexsides show (BB 4.3.1).

    `sides` are said as `palm-grove/2623` for the hexside towards 2623; one that shows nothing of its own shows what the
    hex does. `landing` is the invasion beach whose Landing Beach Hex it is (1.9), `entry` the beach of an Invasion
    Entry Hex (3.2.1).
    """

    LETTERS: ClassVar[Mapping[str, str]] = {
        "s": "sea",
        "f": "reef",
        "o": "reef-obstacle",
        "b": "beach",
        "c": "clear",
        "g": "palm-grove",
        "y": "runway",
        "e": "excavation",
        "h": "shell-crater",
        "d": "supply-dump",
        "r": "road",
        "u": "building",
        "v": "revetment",
        "a": "anti-tank-ditch",
        "t": "strongpoint",
        "p": "pier",
    }

    terrain: tuple[Terrain, ...] = ("clear",)
    area: str = ""
    sides: Annotated[tuple[str, ...], AfterValidator(hex_grid.hexside_check("palm-grove/2623", TERRAINS)), Links()] = ()
    landing: Beach = ""
    entry: Beach = ""
    strongpoints: Count = 0
    pier: bool = False


class AreaCard(Row, chart="areas", key="area"):
    """An area of Betio, and whether it is one of the two easternmost, which Bairiki reaches (BB 1.4.1)."""

    easternmost: bool = False


class TurnCard(Row, chart="turns", key="turn"):
    """A box of the Turn Track: the day of November, the hour, and whether it is night (BB 12)."""

    day: Annotated[int, Bounds(20, 30)]
    time: str
    night: bool = False


class LimitCard(Row, chart="time-limit", key="of"):
    """The last turn of the game (BB 11.1)."""

    turn: Count


class TrackCard(Row, chart="morale-tracks", key="track"):
    """The numbers of a morale track, from left to right (BB 8.2.1, 8.5.1)."""

    boxes: tuple[Level, ...]


class CasualtyTrackCard(Row, chart="casualty-track", key="track"):
    """The numbers of the Casualty Track, from left to right, the last 1000 (BB 5.1.4)."""

    boxes: tuple[Casualties, ...]


class CostCard(Row, chart="costs", key="action"):
    """The Action Cost Chart: APs for an action (BB 4.2.3)."""

    points: Count


class IntegrityCard(Row, chart="integrity", key="action"):
    """What Battalion Integrity adds to an action's die (BB 4.2.6)."""

    amount: Modifier


class PrintedModifierCard(Row, chart="fire-modifiers", key="modifier"):
    """A modifier printed on the Japanese Fire Table (BB 1.7.9)."""

    amount: Modifier


class BombardmentCard(Row, chart="bombardment", key="result"):
    """A line of the Pre-Invasion Bombardment Table, by the modified die: chits drawn (BB 2.1.1)."""

    chits: Count


class ChitCard(Row, chart="chits", key="chit"):
    """How many modifier chits of a kind there are: `-2`, `-1` or `blank` (BB 2.2.1)."""

    number: Count


class FireCard(Row, chart="japanese-fire", key="result"):
    """A line of the Japanese Fire Table, by the modified die: hits, pin, course change, and an asterisk for the
    Casualty Track (BB 3.7.6, 5.1.2)."""

    hits: Count = 0
    pin: Annotated[int, Bounds(0, 2)] = 0
    shift: Literal["", "left", "right"] = ""
    casualties: bool = False


class MarineFireCard(Row, chart="marine-fire", key="result"):
    """A line of the left Marine Fire Table (BB 1.1.1, 4.4.2, 10.6.5)."""

    result: Literal["none", "S", "S*"]


class AssaultCard(Row, chart="marine-assault", key="result"):
    """A line of the right one, the Marine Assault Table: whether the hex is cleared, and hits on the assaulting units
    (BB 1.1.1, 4.5.7)."""

    cleared: bool
    hits: Count = 0


class DemolitionCard(Row, chart="demolition", key="result"):
    """A line of the Demolition Table: steps of the strongpoint (BB 4.6.6)."""

    steps: Count


class OffshoreCard(Row, chart="offshore", key="die"):
    """A line of the Offshore Support Table: points, or what more than one supporting unit adds (BB 4.7.6, 4.8.2)."""

    points: Count


class RecoveryCard(Row, chart="recovery", key="result"):
    """A line of the Recovery Table: steps recovered (BB 4.9.6)."""

    steps: Count


class SupplyCard(Row, chart="supply", key="result"):
    """A line of the Supply Point Table (BB 7.1.2)."""

    points: Count


class TrapCard(Row, chart="booby-traps", key="die"):
    """A line of the Booby Trap/Sniper Table: steps lost (BB 4.1.3)."""

    steps: Count


Event = Literal[
    "air-raid", "submarine", "fleet-raid", "wrecks", "carrier", "local-banzai", "two-local-banzais", "general-banzai",
]  # fmt: skip
EVENTS: tuple[Event, ...] = get_args(Event)
"""The night events in the order of section 10; the fourth is confirmed by 3.7.2."""


class NightCard(Row, chart="night-events", key="die"):
    """A line of the Night Events Table (BB 8.5.6)."""

    event: Literal["none", Event]


class BanzaiCard(Row, chart="banzai", key="result"):
    """A line of the Banzai Table: whether the attack is repulsed, or its target retreats, and hits on the target (BB
    10.6.6)."""

    result: Literal["repulsed", "retreat"]
    hits: Count = 0
    casualties: bool = False


class CollapseCard(Row, chart="collapse", key="table/die"):
    """A line of the Japanese Collapse Table or of the Invasion Collapse Table: `japanese/3`, `invasion/1` (BB 8.2.5,
    8.3.4).

    `over` ends the game, `morale` moves that side's General Morale so many boxes to the right, `hexes` are cleared, or
    uncleared, so many.
    """

    words: str = ""
    over: bool = False
    morale: Modifier = 0
    hexes: Count = 0


class UnitCard(Row, chart="units", key="unit"):
    """A counter and its line of the Unit Roster Sheet: steps, APs of both sides, support value, battalion and regiment
    (BB 3.8.4, 4.2.1, 4.7.3).

    A vessel has no battalion and no support value.
    """

    kind: Kind
    steps: Count
    ap: Count
    ap_back: Count = 0
    support: Count = 0
    battalion: str = ""
    regiment: Regiment = ""


CHARTS = {
    row.CHART: row
    for row in (
        GridCard, HexCard, AreaCard, TurnCard, LimitCard, TrackCard, CasualtyTrackCard, CostCard, IntegrityCard,
        PrintedModifierCard, BombardmentCard,
        ChitCard, FireCard, MarineFireCard, AssaultCard, DemolitionCard, OffshoreCard, RecoveryCard, SupplyCard,
        TrapCard, NightCard, BanzaiCard,
        CollapseCard, UnitCard,
    )
}  # fmt: skip
