"""What only the printed modules know (BRT 15.51 to 15.53, 15.6, the records, the vehicle notes, base ASL): charts,
asked for once, row by row."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from domain.kernel.limits import Bounds, Count
from domain.kernel.state import Row
from domain.kernel.written import Links, OfHexes
from domain.wargame import hex_grid

Campaign = Literal["I", "II", "III"]
Date = Literal["20 AM", "20 PM", "20 NT", "21 AM", "21 PM", "21 NT", "22 AM", "22 PM"]
Area = Literal["Green", "Red1", "Red2", "Red3"]
Beach = Literal["Green", "Red1", "Red2", "Red3", "Black1", "Black2"]
Points = Literal["GPP", "CAPP", "FPP"]
Drm = Annotated[int, Bounds(-12, 12)]


class CampaignCard(Row, chart="campaigns", key="cg"):
    """A campaign game as 15.51, 15.52 or 15.53 has it: its first CG Date, the length of its Initial Scenario, its BLTs
    and what is in support.

    `radius` is that of the bombardments in hexes, `radii` that of each in the order of their ARs where they differ
    (CG4), `modules` those of 120+mm in the Initial Scenario, `lvts` how many there are.
    """

    first: Date
    turns: Count
    at_start: tuple[str, ...]
    follow_on: tuple[str, ...] = ()
    regimental: tuple[str, ...] = ()
    divisional: tuple[str, ...] = ()
    scouts: bool = False
    lvts: Count = 0
    modules: Count = 0
    bombardments: Count = 0
    radius: Count = 0
    radii: tuple[Count, ...] = ()
    marine_san: Count = 2
    japanese_san: Count = 2
    marine_drm: Drm = 0
    japanese_drm: Drm = 0
    night_drm: Drm = 0
    victory: str = ""


class OrderOfBattleCard(Row, chart="order-of-battle", key="cg/group/kind"):
    """Japanese pieces of a campaign game, `II/Red2/4-4-8` at a beach or `II/pool/4-4-7` in the Reserve Pool (15.51 to
    15.53, CG7.1)."""

    number: Count


class AllotmentCard(Row, chart="allotments", key="cg/beach"):
    """What a beach has to spend: GPP, FPP, CAPP, and the CAPP Exponent (15.2, 15.614)."""

    gpp: Count = 0
    fpp: Count = 0
    capp: Count = 0
    exponent: Count = 0


class PriceCard(Row, chart="prices", key="item"):
    """What an item costs, in points of which kind (15.6141 to 15.6143)."""

    points: Points
    cost: Count


class ScenarioCard(Row, chart="scenario-chart", key="date"):
    """A line of the CG Scenario Chart: game turns, and who moves first (15.6205)."""

    turns: Count
    first: Literal["us", "jp"]


class EntryTurnCard(Row, chart="entry-turns", key="wave"):
    """The Marine turn on which an Assault Wave enters, and how many scenarios after its first possible one (Landing
    Schedule Record, CG2.3).

    Nights are among them (reading R-67).
    """

    turn: Literal[1, 3, 5]
    later: Count = 0


class TransportCard(Row, chart="transports", key="vehicle"):
    """How many a vehicle carries, in the points of its load (vehicle notes; CG2.3)."""

    capacity: Count


class CasualtyCard(Row, chart="casualty-values", key="kind"):
    """What the loss of a piece is worth in CVP (A26)."""

    cvp: Count


class KindCard(Row, chart="kinds", key="kind"):
    """A kind of piece that the text does not name: what it is, and how many half-squads it is worth."""

    category: Literal["MMC", "SMC", "SW", "Gun", "vehicle"]
    halves: Count = 0


class EntryAreaCard(Row, chart="entry-areas", key="area"):
    """The hexes of an Entry Area that the text does not list: those of Green Beach (15.2)."""

    hexes: Annotated[tuple[str, ...], OfHexes()]


class HexCard(Row, chart="hexes", key="hex"):
    """A hex as it is printed: what it is, its seawall hexsides, and the edges of the map it lies on."""

    LETTERS: ClassVar[Mapping[str, str]] = {"o": "ocean", "b": "beach", "h": "hinterland", "p": "pier"}

    terrain: Literal["ocean", "beach", "hinterland", "pier"]
    seawalls: Annotated[tuple[str, ...], Links("seawall", both=False, of=("terrain", "beach"))] = ()
    """The hexes beyond them."""
    edges: tuple[Literal["north", "east", "south", "west"], ...] = ()
    concealment: bool = False
    """It is Concealment Terrain."""
    tem: Count = 0
    """Its TEM at ground level, not that of a Crest (15.2)."""


class GridCard(hex_grid.GridCard, chart="grid", key="columns"):
    """Which columns of the map, odd or even ones, lie half a hex further along the alphabet (15.2)."""


class BaseCard(Row, chart="base-rules", key="question"):
    """What base ASL says where this text rests on it: `chits-return` (G14.63), `access-lasts` (G14.63), `halving`
    (C1.31)."""

    answer: Literal["yes", "no", "up", "down", "player-turn", "until-lost"]


CHARTS = {
    row.CHART: row
    for row in (
        CampaignCard, OrderOfBattleCard, AllotmentCard, PriceCard, ScenarioCard, EntryTurnCard, TransportCard,
        CasualtyCard, KindCard, EntryAreaCard,
        HexCard, GridCard, BaseCard,
    )
}  # fmt: skip

DATES: tuple[Date, ...] = ("20 AM", "20 PM", "20 NT", "21 AM", "21 PM", "21 NT", "22 AM", "22 PM")
"""BRT 15.2, CG10: nights where a Night Banzai succeeds; there is none after the 22nd."""
CAMPAIGNS: tuple[Campaign, ...] = ("I", "II", "III")
BEACHES: tuple[Beach, ...] = ("Green", "Red1", "Red2", "Red3", "Black1", "Black2")
BEACH_WORDS = {
    "Green": "Green Beach",
    "Red1": "Red Beach One", "Red2": "Red Beach Two", "Red3": "Red Beach Three", "Black1": "Black Beach One",
    "Black2": "Black Beach Two",
}  # fmt: skip
AREAS: tuple[Area, ...] = ("Green", "Red1", "Red2", "Red3")
"""BRT 15.2: the Entry Areas are those of red and green map-edge hexes."""
WATER = {"Red1": ("Z", 12, 21), "Red2": ("Z", 22, 33), "Red3": ("Z", 34, 50)}
"""BRT 15.2: the entry hexes of the three red beaches; those of Green turn a corner of the map."""
HIP_ITEM = "HIP-squad"
"""What is bought with FPP for a HIP squad-equivalent (CG11)."""
STACKING = "stacking"
"""What is bought for a squad-equivalent of stacking capacity that is added to a pillbox: of the CAPP Exponent, for no
points (15.2)."""
PIER_END = "Z33"
POOL = "pool"
"""The Reserve Pool among the groups of Japanese pieces (CG7.1)."""
ENTERED = "reserves"
"""Who has come out of it onto the map."""
TRANSPORT = "LVT"
