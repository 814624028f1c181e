"""Where a game of Invasion Pearl Harbor stands, and what the rules ask about it (IPH 2, 3.6, 5)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from domain.iph.charts import FORD_ISLAND, GRID, AirfieldsCard, Command, HexCard, TurnCard, UnitCard
from domain.iph.readings import READINGS
from domain.kernel.chance import Cup
from domain.kernel.facts import Frozen
from domain.kernel.hexes import Grid
from domain.kernel.limits import Count, Score
from domain.kernel.remembering import indexes, rests_on
from domain.kernel.state import Named, Reader, Reading, reads
from domain.wargame.hex_grid import HexState
from domain.wargame.pieces import ROSTER, STANDING, Piece, Place, Stand

UnitName = Annotated[str, Named("unit")]
HexName = Annotated[str, Named("hex")]
ShipName = Annotated[str, Named("ship")]

SIDES = {"jp": "Japanese", "us": "US"}
OTHER = {"us": "jp", "jp": "us"}
ARMY = ("24", "25")
MARINES, BBROW, FORT, BEACHHEAD = "USMC", "BBRow", "fort", "beachhead"
JAPANESE = ("SNLF", "IJA")
STATIC = (BBROW, FORT, BEACHHEAD)
"""What never moves (IPH 2.10)."""
NEVER_ATTACK = (FORT, BEACHHEAD)
COMMANDS: Mapping[str, str] = {
    "24": "24th Infantry Division",
    "25": "25th Infantry Division", MARINES: "USMC", BBROW: "Battleship Row", FORT: "fort garrison",
    "SNLF": "SNLF", "IJA": "IJA", BEACHHEAD: "Beachhead marker",
}  # fmt: skip
"""The sub-commands (IPH 2.12), and what belongs to none."""

CHITS = ("24-Fight", "24-Move", "25-Fight", "25-Move", "USMC-Fight", "USMC-Move", "BBRow-Fight")
"""IPH 3.3, 5.6: the sub-command chits."""
NUMBER = {"24": 37, "25": 37, MARINES: 4, FORT: 7, BBROW: 1}
"""IPH 3.3: the US units of each kind."""
NIGHTS, CARRIER_TURNS, FIRST_AIR, TURNS = (4, 8), (5, 9), 5, 11
"""Night turns (12.2), turns with a Carrier Warfare Phase (5.3), the first turn with aircraft (7.2), and the last turn
(4.2)."""
STACK = 4
"""IPH 6.2, 6.5: units a hex holds."""
WIN = 22
"""IPH 4.2."""
JAPANESE_MF = 7

BATTLESHIPS = ("Hiei", "Kirishima")
IJN_CARRIERS = tuple(f"CV{n}" for n in range(1, 7))
USN_CARRIERS = ("CV-A", "CV-B")

SEA = HexCard(terrain="sea")


class Unit(Piece):
    """A ground unit, a garrison, Battleship Row or a Beachhead marker: its hex ("" off the map) and steps, and what it
    did in this phase.

    `known` says of a Japanese unit that the US player has seen it where it is (6.8). `start` is where it was as its
    force set out in this phase, `allowance` the movement factor that has, None before it starts; `spent` the points
    spent of it; `fought` how often it has attacked in this phase.
    """

    AT: ClassVar[str] = "hex"

    side: Literal["us", "jp"] = "jp"
    command: Command = "SNLF"
    hex: HexName = ""
    steps: Count = 0
    known: bool = False
    stalled: bool = False
    start: HexName = ""
    allowance: Count | None = None
    spent: Count = 0
    fought: Count = 0

    @property
    def stand(self) -> Stand:
        return (self.side, self.hex) if self.steps > 0 and self.hex else None

    @property
    def stands(self) -> bool:
        return self.steps > 0 and self.hex != ""


class Ship(Frozen):
    """A ship: its holding box, or how it went; whether it gave support in this turn and on this day, and was struck for
    it (7.1, 7.7)."""

    side: Literal["us", "jp"]
    kind: Literal["carrier", "battleship"]
    box: Literal["distant", "close-in", "sunk", "damaged"] = "distant"
    supported: bool = False
    supported_today: bool = False
    struck_today: bool = False


SHIPS: Mapping[str, Ship] = {
    **{name: Ship(side="jp", kind="battleship") for name in BATTLESHIPS},
    **{name: Ship(side="jp", kind="carrier") for name in IJN_CARRIERS},
    **{name: Ship(side="us", kind="carrier") for name in USN_CARRIERS},
}


class Hex(Place):
    """What play has made of a hex: who controls it, whether the Japanese ever did, and an Interdiction counter in it
    (3.6, 7.13, 7.15)."""

    control: Literal["us", "jp"] = "us"
    ever: bool = False
    beachhead: bool = False
    """One of the three hexes where the Japanese first came ashore (3.5)."""
    interdicted: bool = False


class Iph(HexState):
    """The whole game. Of hexes those are held that have been read out, or that play has changed; the US controls all
    others."""

    PLACES: ClassVar[str] = "hexes"
    READINGS: ClassVar[Mapping[str, Reading]] = READINGS
    GRID: ClassVar[Grid] = GRID

    turn: Count = 0
    vp: Score = 0
    units: Mapping[str, Unit] = {}
    ships: Mapping[ShipName, Ship] = SHIPS
    hexes: Mapping[HexName, Hex] = {}

    # ---- setting up (3) ----
    committed: bool = False
    """The beachhead has been chosen (3.2)."""
    centre: HexName = ""
    """Its central hex: the Japanese player's secret before it is revealed."""
    revealed: bool = False

    # ---- the turn (5) ----
    cup: Cup = Cup(inside=CHITS)
    chit: str = ""
    """The chit pulled last: that of the US phase at hand."""
    landed: Count = 0
    """The turn of the last landing."""
    attacked: tuple[HexName, ...] = ()
    """Hexes that were attacked in this phase (10.3)."""
    force: tuple[UnitName, ...] = ()
    """The stack that is on the move: the parent stack of 9.5, with all who have split off from it."""
    sighted: tuple[HexName, ...] = ()
    """In what a side sees: hexes in which there are Japanese units it cannot tell (6.8)."""
    met: bool = False
    """Whether all have seen Japanese forces meet off the Beachheads, or a Beachhead lost: SNLF and IJA units may be
    together since (9.13)."""

    # ---- ships and aircraft (7) ----
    dispositions: Mapping[ShipName, Literal["distant", "close-in"]] = {}
    """What the Japanese player has disposed under cover: his secret (7.3)."""
    jp_disposed: Count = 0
    us_disposed: Count = 0
    uncovered: Count = 0
    """The turns of the last disposition of each side, and of the last time the cover was lifted."""
    finds: Literal["", "ijn-finds-us", "usn-finds-ijn", "mutual", "none", "not-rolled"] = ""
    """What the Carrier Warfare Tables gave on this day."""
    submarine: Count = 0
    """The turn of the last submarine attack (7.11)."""
    ijn_lost: Count = 0
    ijn_lacking: Count = 0
    """IJN aircraft lost beside those that went with their carriers (11.4): in all, and of those that were close-in."""
    ijn_used: Count = 0
    usn_used: Count = 0
    """Aircraft of each side that have flown in this turn (7.10)."""
    army: Literal["", "available", "removed"] = ""
    army_used: bool = False

    # ---- what has happened for good ----
    fallen: bool = False
    """All Honolulu hexes have been Japanese at some time (9.14)."""
    rebellion: bool = False
    """10.13."""

    # ---- what is printed, and how the text is read ----

    card: ClassVar[Reader[UnitCard]] = reads(UnitCard)
    ground: ClassVar[Reader[HexCard]] = reads(HexCard, SEA)
    """A hex as it is printed; one that a whole map does not have is sea."""

    def is_terrain(self, hex: str, terrain: str) -> bool:
        return self.ground(hex).terrain == terrain

    # ---- the clock ----

    @indexes("turn", "charts")
    def date(self) -> int:
        """The day of December (reading R-03, unless the Turn Record Track has been read out)."""
        box = self.charts.get(TurnCard.CHART, {}).get(str(self.turn))
        return box.date if isinstance(box, TurnCard) else date_of(self.turn)

    @property
    def night(self) -> bool:
        """Whether it is a night turn (12.2)."""
        return self.turn in NIGHTS

    @property
    def air(self) -> bool:
        """Whether aircraft may fly in this turn (7.2, 7.12, 12.3)."""
        return self.turn >= FIRST_AIR and not self.night

    # ---- who is where ----

    def japanese_in(self, hex: str) -> bool:
        """Whether there are Japanese ground units in a hex, a Beachhead marker among them (reading R-13); as far as a
        side can see."""
        return bool(self.standing(hex, "jp")) or hex in self.sighted

    def enemy_in(self, hex: str, side: str) -> bool:
        """Whether there are ground units in a hex that this side's may not enter (9.7)."""
        if side == "jp":
            return bool(self.standing(hex, "us"))
        if self.reading("R-13") == "entered":
            return bool(self.mobile(hex, "jp")) or hex in self.sighted
        return self.japanese_in(hex)

    def mobile(self, hex: str, side: str) -> tuple[str, ...]:
        """The ground units of a side in a hex that are no static counters."""
        return tuple([name for name in self.standing(hex, side) if self.units[name].command not in STATIC])

    @rests_on(ROSTER)
    def _every(self, command: str) -> tuple[str, ...]:
        """The units of a sub-command, dead ones among them."""
        return tuple([name for name, unit in self.units.items() if unit.command == command])

    def of(self, command: str) -> tuple[str, ...]:
        """The living units of a sub-command, on the map or off it."""
        return tuple([name for name in self._every(command) if self.units[name].steps])

    def alive(self, command: str) -> bool:
        return any(self.units[name].steps for name in self._every(command))

    @rests_on("units")
    def busy(self) -> tuple[str, ...]:
        """The units that have moved, attacked or been attacked in this phase."""
        return tuple(
            [name for name, unit in self.units.items() if unit.fought or unit.spent or unit.allowance is not None]
        )

    @indexes(STANDING)
    def beachheads(self) -> tuple[str, ...]:
        """The hexes with a Beachhead marker."""
        return tuple([unit.hex for name in self._every(BEACHHEAD) if (unit := self.units[name]).stands])

    @property
    def bbrow(self) -> bool:
        """Whether Battleship Row is in play (11.1)."""
        return self.alive(BBROW)

    def garrisoned(self, hex: str) -> bool:
        return any(self.units[name].command == FORT for name in self.standing(hex, "us"))

    def afloat(self) -> tuple[str, ...]:
        """Japanese units that have not landed yet."""
        return tuple(
            name for name, unit in self.units.items() if unit.command in JAPANESE and unit.steps and not unit.hex
        )

    # ---- hexes ----

    def control(self, hex: str) -> str:
        """The side that controls a hex (3.6)."""
        return self.hexes[hex].control if hex in self.hexes else "us"

    def ever_japanese(self, hex: str) -> bool:
        return hex in self.hexes and (self.hexes[hex].ever or self.hexes[hex].control == "jp")

    @rests_on("charts")
    def known_hexes(self, terrain: str) -> tuple[str, ...]:
        """The hexes of a terrain, as far as the map has been read out."""
        return tuple(name for name, card in self.rows(HexCard).items() if card.terrain == terrain)

    def airfields(self) -> tuple[str, ...]:
        """Every airfield of the map (7.15); asked for where not all of its hexes have been read out."""
        known = self.known_hexes("airfield")
        return (
            known
            if HexCard.CHART in self.complete
            else tuple(dict.fromkeys((*known, *self.read(AirfieldsCard, "map").hexes)))
        )

    def across_water(self, a: str, b: str) -> bool:
        """Whether all-water lies between two hexes (9.10)."""
        return b in self.ground(a).water or a in self.ground(b).water

    def ford_island(self, a: str, b: str) -> bool:
        """Whether it is one of Ford Island's six hexsides (9.10, 11.2)."""
        return FORD_ISLAND in (a, b)

    # ---- ships and aircraft ----

    @rests_on("ships")
    def fleet(self, side: str, kind: str = "", box: str = "close-in") -> tuple[str, ...]:
        """The ships of a side in a holding box, in the order they stand here."""
        return tuple(
            name
            for name, ship in self.ships.items()
            if ship.side == side and ship.box == box and kind in ("", ship.kind)
        )

    @property
    def ijn_aircraft(self) -> int:
        """IJN aircraft counters in play: one for each carrier, but for those that 11.4 took."""
        afloat = sum(
            ship.box in ("distant", "close-in")
            for ship in self.ships.values()
            if ship.side == "jp" and ship.kind == "carrier"
        )
        return max(0, afloat - self.ijn_lost)

    @property
    def ijn_close(self) -> int:
        """Those of them that are close-in: one with each carrier there, but for those they lack (reading R-39)."""
        return max(0, len(self.fleet("jp", "carrier")) - self.ijn_lacking)

    @property
    def ijn_ready(self) -> int:
        """Japanese aircraft that may fly in this turn (7.10, 7.12), those that have struck ships among them (reading
        R-40)."""
        return max(0, self.ijn_close - self.ijn_used) if self.air else 0

    @property
    def usn_ready(self) -> int:
        """US carrier aircraft that may fly in this turn (7.14): one with each carrier."""
        return max(0, len(self.fleet("us", "carrier")) - self.usn_used) if self.air else 0

    @property
    def army_ready(self) -> bool:
        """Whether the US Army aircraft may fly in this turn (7.15)."""
        return self.air and self.army == "available" and not self.army_used


def date_of(turn: int) -> int:
    """IPH 2.10, 4.2, 12.2: four turns to a day, the night last; the three turns of 9 December end the game (reading
    R-03)."""
    return 7 + (max(1, turn) - 1) // 4


def part_of(turn: int) -> str:
    """The part of the day."""
    return ("morning", "afternoon", "evening", "night")[(max(1, turn) - 1) % 4]
