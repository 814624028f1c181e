"""What only the printed game of D-Day at Tarawa knows: its cards section by section, map, counters and charts (DDaT 2).

A card has several sections and a draw one purpose (2.3), so every section is a chart of its own: only what a purpose
needs is ever asked for.
"""

from functools import lru_cache
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator

from domain.kernel.facts import Frozen
from domain.kernel.hexes import Grid
from domain.kernel.limits import Count
from domain.kernel.state import Row
from domain.kernel.written import OfHexes

GRID = Grid(shifted="even")
"""Hexes are numbered row first; rows grow to the south, columns to the west, even rows lie half a hex further west."""

Colour = Literal["orange", "red", "blue", "green", "brown", "purple"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
LETTERS = ("R", "M", "P", "A", "I")
MARKS = (*LETTERS, "star", "armor")
Symbol = Literal["circle", "diamond", "triangle"]
UnitType = Literal["infantry", "engineer", "tank", "artillery", "hq"]
"""The types of US units; only tank units are armored (2.24)."""
ZONES = "ABCDEF"


Hexes = Annotated[tuple[str, ...], AfterValidator(GRID.expand), OfHexes()]
"""Hexes; a run along a row may be written `1226-1229`."""


def _hex(word: str) -> str:
    GRID.spot(word)
    return word


Hex = Annotated[str, AfterValidator(_hex), OfHexes()]


# ---- the cards (2.3) ----


class DriftCard(Row, chart="drift", key="card"):
    """The drift result of a card's landing section (5.12)."""

    drift: Literal["none", "1L", "1R", "PR"]


class LandingCard(Row, chart="landing", key="card"):
    """The landing results of a card (5.12): the steps the units and the LVT still have, and where the run ends."""

    units: Literal["1", "2", "3", "4", "X"]
    lvt: Literal["1", "2", "X"]
    location: Literal["reef", "water", "beach", "inland1", "inland2", "none"] = "none"


Event = Literal[
    "none", "ammo-dump",
    "counterattack", "depth", "engineers-cover", "expedited", "flanking-fire", "hero", "hitch-a-ride", "land-artillery",
    "lost-boat-teams",
    "lvt-commandeered", "naval-fire", "naval-hits-position", "no-ship-to-shore", "orders-received", "patrol-report",
    "shibasaki-killed", "smoke", "tank", "transport-delayed", "tunnels", "wires-cut",
]  # fmt: skip
EVENTS: tuple[Event, ...] = get_args(Event)
BANDS = ("2-10", "11-16", "17-30")
"""The turns an event section distinguishes; a row of the chart is a card in one of them, as 17:2-10."""


class EventCard(Row, chart="events", key="card:turns"):
    """What a card's event section says for some turns (EV); the parameters only where the event has them."""

    event: Event
    depth: Count = 0
    zone: Literal["", "A", "B", "C", "D", "E", "F"] = ""
    beach: Literal["", "R1", "R2", "R3"] = ""
    colour: Literal["", Colour] = ""
    symbol: Literal["", Symbol] = ""
    shibasaki: bool = False
    circle: str = ""
    diamond: str = ""
    triangle: str = ""


class CombatCard(Row, chart="combat", key="card"):
    """The close combat event of a card (8.67)."""

    event: Literal["none", "conscripts-surrender", "heroism", "naval-blast", "reinforce", "withdrawal-hit"]


class Shown(Frozen):
    """One colour of a fire section as it is read: single or double, and what stands with it."""

    colour: str
    double: bool = False
    marks: tuple[str, ...] = ()

    def has(self, mark: str) -> bool:
        return mark in self.marks


def _colours(words: tuple[str, ...]) -> tuple[str, ...]:
    for word in words:
        colour, _, marks = word.removeprefix("2").partition(":")
        if colour not in COLOURS or (marks and any(mark not in MARKS for mark in marks.split("+"))):
            raise ValueError(
                f"{word!r}: colours like orange, 2brown, green:star, orange:R, with the colours {', '.join(COLOURS)}"
            )
    if len(words) != 3:
        raise ValueError("a fire section shows three colours")
    return words


class FireCard(Row, chart="fire", key="card"):
    """A card's fire section (6.1): three colours from left to right, `2` before a double one, the target symbol,
    artillery.

    `artillery` is a number and the type it counts: 8any, 2heavy, 3medium; none without.
    """

    colours: Annotated[tuple[str, ...], AfterValidator(_colours)]
    symbol: Symbol
    artillery: Annotated[str, AfterValidator(lambda text: _artillery(text) and text)] = "none"

    @property
    def shown(self) -> tuple[Shown, ...]:
        return _shown(self.colours)

    def shows(self, colour: str) -> Shown | None:
        """That colour of the card, single or double; None when it is not there."""
        return next((shown for shown in self.shown if shown.colour == colour), None)

    @property
    def guns(self) -> tuple[int, str]:
        """How many artillery positions of which type are needed (6.5); 0 for no artillery value."""
        return _artillery(self.artillery)

    @property
    def stars(self) -> int:
        return sum(shown.has("star") for shown in self.shown)


@lru_cache(maxsize=256)
def _shown(words: tuple[str, ...]) -> tuple[Shown, ...]:
    found = []
    for word in words:
        colour, _, marks = word.removeprefix("2").partition(":")
        found.append(Shown(colour=colour, double=word.startswith("2"), marks=tuple(marks.split("+")) if marks else ()))
    return tuple(found)


def _artillery(text: str) -> tuple[int, str]:
    if text == "none":
        return (0, "none")
    for kind in ("any", "medium", "heavy"):
        count = text.removesuffix(kind)
        if count != text and count.isdecimal() and 0 < int(count) < 30:
            return (int(count), kind)
    raise ValueError(f"{text!r}: none, or a number and a type, as 8any, 3medium, 2heavy")


# ---- the map (2.1) ----


class PositionCard(Row, chart="positions", key="position"):
    """A Japanese position hex: an id of zone and number, its colour, group, set-up mark and fire dots (2.1).

    `steady` holds the land dots and the hexes of its water fire arc (6.23). A position of its own is a group of one.
    """

    hex: Hex
    colour: Colour
    coastal: bool
    group: str = ""
    setup: Literal["C", "I", "none"] = "none"
    armor: bool = False
    artillery: Literal["light", "medium", "heavy", "none"] = "none"
    intense: Hexes = ()
    steady: Hexes = ()


class ApproachCard(Row, chart="approaches", key="approach"):
    """A beach approach hex with letters, and where its arrows point (2.1): along a row of hexes, or Red 1's zig-zag."""

    hex: Hex
    facing: Literal["south", "south-west", "zigzag", "none"] = "none"
    second: Literal["south", "south-west", "none"] = "none"


class MapFeature(Row, chart="map", key="feature"):
    """The hexes or hexsides of one kind. Hexes neither land nor beach are water (5.2).

    Rows: land, beach, south-beach, beach-R1 to beach-R3, wreck (LVT wreck water hexes), pier and seawall (hexsides, as
    1227/1228), and one for each terrain of the Terrain Effects Chart.
    """

    hexes: Hexes = ()
    sides: Annotated[tuple[str, ...], OfHexes(sides=True)] = ()


class TerrainCard(Row, chart="terrain", key="terrain"):
    """A row of the Terrain Effects Chart: what it multiplies a defender's strength by, and whom it stops or bars."""

    defence: Literal[1, 2] = 1
    bars: tuple[UnitType, ...] = ()
    stops: tuple[UnitType, ...] = ()


class CommandSpace(Row, chart="command", key="space"):
    """A space of the US Command Post track and its range in hexes (16.2)."""

    range: Count


# ---- the counters (2.2) ----


LAST_ARRIVAL, EARLY_SPACE, D2_SPACE = 28, 20, 24
"""DDaT 21.3: the turn of the last arrivals, the one they come to early, and that of the units of D+2."""


class UnitCard(Row, chart="units", key="unit"):
    """A US unit (2.21): strengths from full to last step, the weapons its reduced sides print, its target symbol.

    `arrival` is the turn of entry at `beach`; 0 with `by` event or D+2. `range` is printed for tanks and artillery, 99
    for U.
    """

    type: UnitType
    steps: Count
    strength: tuple[Count, ...] = ()
    symbol: Symbol = "circle"
    arrival: Count = 0
    beach: Literal["", "R1", "R2", "R3", "G"] = ""
    by: Literal["turn", "event", "D+2"] = "turn"
    range: Count = 0
    support: bool = False
    flamethrower: bool = False
    weapons3: tuple[str, ...] = ()
    weapons2: tuple[str, ...] = ()
    weapons1: tuple[str, ...] = ()

    @property
    def leader(self) -> bool:
        return self.type == "hq"

    @property
    def armored(self) -> bool:
        return self.type == "tank"

    @property
    def assaults(self) -> bool:
        """Whether it may enter an enemy hex and lead an attack (7.4, 8.1)."""
        return self.type in ("infantry", "engineer")

    @property
    def hastened(self) -> int:
        """DDaT 21.3: the turn at which it is due while Admiral Shibasaki survives; 0 where the option says nothing of
        it."""
        return D2_SPACE if self.by == "D+2" else EARLY_SPACE if self.arrival == LAST_ARRIVAL else 0


class WeaponsRow(Row, chart="weapons", key="who"):
    """A row of the US Weapons Chart: the weapons of a kind of unit at a range.

    Rows: infantry, infantry-ranged, heavy, heavy-ranged (four steps), heavy-3, heavy-3-ranged, engineer, tank-near
    (1-4), tank-far (5-7), artillery.
    """

    weapons: tuple[str, ...]


class ForceCard(Row, chart="japanese", key="unit"):
    """A Japanese unit's face (2.23): formation, strength, the weapons required against it, coastal code or tank
    colour."""

    formation: Literal["7SSNL", "3SBD", "111P", "4FC"]
    hq: bool = False
    strength: Count
    weapons: tuple[str, ...] = ()
    coastal: bool = False
    tank: Literal["", Colour] = ""

    @property
    def elite(self) -> bool:
        """DDaT 2.23: all of 7SSNL and 3SBD, and the HQ of 111P."""
        return self.formation in ("7SSNL", "3SBD") or (self.formation == "111P" and self.hq)


class DepthCard(Row, chart="depth", key="marker"):
    """A depth marker's face (2.25)."""

    type: Literal["coastal", "inland", "armor"]
    reinforcement: bool = False
    strength: Count = 0
    weapons: tuple[str, ...] = ()


class CountRow(Row, chart="counts", key="what"):
    """How many of a counter there are: coastal and inland depth markers."""

    count: Count


# ---- the charts (2.4) ----


class FireChart(Row, chart="fire-chart", key="dot/status"):
    """A cell of the Japanese Fire Chart (6.3): a dot (intense, steady, machine-gun) against revealed or unrevealed
    firers."""

    symbol: bool
    armor: bool
    step: bool
    disrupt: bool


class AttackChart(Row, chart="attack-chart", key="weapons/ratio/defender"):
    """A cell of the US Attack Chart (8.3): met or unmet, a ratio, and the unit alone, with hidden or shown depth.

    `unit` and `depth` say what happens to the defenders, `reveal` that the depth is shown and the chart consulted
    again. `late_unit` is the unit's fate from turn 11 where the chart has another (15.0).
    """

    reveal: bool = False
    unit: Literal["none", "disrupted", "defeated"] = "none"
    late_unit: Literal["same", "disrupted", "defeated"] = "same"
    depth: Literal["none", "eliminated", "added"] = "none"
    us_disrupted: bool = False
    us_step: bool = False


class BarrageRow(Row, chart="barrage", key="unit/shown"):
    """A cell of the US Barrage table (8.4): tank or artillery, and whether the card shows the colour, the symbol or
    both."""

    unit: Literal["none", "disrupted", "defeated"] = "none"
    depth: Literal["none", "eliminated"] = "none"


CHARTS: dict[str, type[Row]] = {
    row.CHART: row
    for row in (
        DriftCard, LandingCard, EventCard, CombatCard, FireCard, PositionCard, ApproachCard, MapFeature, TerrainCard,
        CommandSpace, UnitCard,
        WeaponsRow, ForceCard, DepthCard, CountRow, FireChart, AttackChart, BarrageRow,
    )
}  # fmt: skip
"""The charts and tables of the game, and the printed things that are read as such (2.4)."""
