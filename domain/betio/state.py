"""Where a game of Tarawa: Bloody Betio stands, and what the rules ask about it (BB 1, 3, 4, 7, 8)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from domain.betio.charts import (
    GRID,
    TANKS,
    VESSELS,
    WATER,
    WRECK,
    CasualtyTrackCard,
    HexCard,
    Kind,
    Regiment,
    TrackCard,
    TurnCard,
    UnitCard,
)
from domain.betio.readings import READINGS
from domain.kernel.facts import Frozen
from domain.kernel.hexes import Grid
from domain.kernel.limits import Count
from domain.kernel.remembering import rests_on
from domain.kernel.state import Named, Reader, Reading, reads
from domain.wargame.hex_grid import HexState
from domain.wargame.pieces import STANDING, Piece, Place

UnitName = Annotated[str, Named("unit")]
HexName = Annotated[str, Named("hex")]
AreaName = Annotated[str, Named("area")]

SIDES = {"us": "Marine"}
REGIMENTS = ("2", "6", "8")
"""The regiments of the 2nd Marine Division that have morale (BB 8.4)."""
JAPANESE, MARINE, CASUALTIES, THOUSANDS = "JGM", "MGM", "casualties", "thousands"
TRACKS: Mapping[str, str] = {
    JAPANESE: "Japanese General Morale",
    MARINE: "Marine General Morale", **{name: f"morale of the {name}th Marines" for name in REGIMENTS[1:]},
    "2": "morale of the 2nd Marines", CASUALTIES: "Casualty Track", THOUSANDS: "thousands of casualties",
}  # fmt: skip
MORALE = (JAPANESE, MARINE, *REGIMENTS)
"""BB 8.1.1."""
FIRST_BOX = 3
"""BB 8.2.1, 8.3.1, 8.4.2: morale markers begin in the third box from the right."""
WORST = -3
"""BB 8.2.3, 8.2.5, 8.3.2, 8.3.4."""
TOO_MANY = 5_000
"""BB 11.1."""

IMPULSES = 3
FIRST_SUPPLY = 3
"""The first turn with supply (BB 7.1.1, 13)."""
TIDE = (11, 12, 13)
"""BB 3.4.9."""
STRONGPOINT_STEPS = 2
"""BB 4.6.7."""
HALF = 2
"""Action Points are counted in halves."""
LATE = 3
"""APs that a unit lacks whose vessel reached the beach with its last one, in whatever impulse (BB 3.6.3, reading
A-17)."""

Box = Literal["waiting", "map", "aboard", "bairiki", "lost"]

SEA = HexCard(terrain=("sea",))


class Unit(Piece):
    """A ground unit or a vessel: where it is, its steps, and what it has done.

    `box` is `map`, or `waiting` off it, `aboard` a vessel, `bairiki` (1.4), or `lost`. `halves` are the Action Points
    left, in halves (4.2.5). What lies under a unit goes with it, Active Supply (7.3.8) too.
    """

    AT: ClassVar[str] = "hex"
    BOX: ClassVar[str] = "box"

    side: str = "us"
    kind: Kind = "infantry"
    regiment: Regiment = ""
    battalion: str = ""
    steps: Count = 0
    reversed: bool = False
    """It lies on its reverse side (3.8.5)."""
    box: Box = "waiting"
    hex: HexName = ""
    vessel: UnitName = ""
    """The vessel it is aboard."""
    cargo: str = ""
    """What a vessel carries: a unit, or `supply`."""
    beach: str = ""
    """The invasion beach it makes for, or landed on."""
    shift: Literal["", "left", "right"] = ""
    returning: bool = False
    """A vessel on its way back (3.4.14)."""
    halves: Count = 0
    spent: bool = False
    """It has spent APs in this turn's Ground Phase, or in this impulse."""
    exchanged: bool = False
    """A vessel that is gone for good: another has come back for it (4.9.13)."""
    late: bool = False
    """It starts the Ground Phase with 3 fewer APs (3.6.3)."""
    pin: Count = 0
    landed: Count = 0
    """The turn on which it came ashore."""
    active: bool = False
    """An Active Supply chit lies under it (7.3.6)."""
    attacked: bool = False
    """It has assaulted or demolished in this turn (7.3.9)."""
    attacked_early: bool = False
    """It has done so in its first two turns (7.6.3)."""
    unsupplied: Count = 0
    """In how many Supply Phases in a row it was found unsupplied (7.8, 7.9)."""
    recovering: bool = False
    digging: bool = False
    spoiled: bool = False
    """Its recovery has failed (4.9.4, 4.9.5)."""
    trapped: bool = False
    """It has lost a step to a booby trap or sniper in this turn (4.9.4)."""
    wreck_turn: Count = 0
    """Since which turn it is in the wreck (10.4.2)."""
    stepped_on: bool = False
    """It stepped onto the Long Pier at 2632, and was not landed at its end (1.7.3, 1.7.7)."""
    on_pier: bool = False
    """It has landed on the Long Pier in this turn: its only action (1.7.4)."""

    @property
    def stands(self) -> bool:
        return self.steps > 0 and self.box == "map"

    @property
    def is_vessel(self) -> bool:
        return self.kind in VESSELS

    @property
    def is_tank(self) -> bool:
        return self.kind in TANKS

    @property
    def fights(self) -> bool:
        """Infantry and engineers: those that fire, assault and attempt recovery with their battalion."""
        return self.kind in ("infantry", "engineer")


class Hex(Place):
    """What play has made of a hex of Betio."""

    cleared: bool = False
    """Cleared, or on a runway occupied (1.5.4, 4.5.8)."""
    demolished: Count = 0
    """Steps of its strongpoints that are gone (4.6.7)."""
    suppression: Count = 0
    """Fire suppression markers (4.4.3)."""
    position: Literal["", "in-process", "complete"] = ""
    """An improved position (1.3)."""
    head: bool = False
    """A Supply Head (7.4)."""


class Area(Frozen):
    """What play has made of an area of Betio."""

    secured: bool = False
    suppressed: Literal["", "fire", "air-raid"] = ""
    """An Area Suppression Marker, by what placed it (3.9, 10.1.3)."""
    daylight_turns: Count = 0
    """For which the marker of an air raid remains (10.1.3)."""
    chit: Literal["", "-2", "-1", "blank"] = ""
    """A modifier chit (2.2)."""

    @property
    def chit_value(self) -> int:
        return int(self.chit) if self.chit in ("-2", "-1") else 0


class Betio(HexState):
    """The whole game. Of hexes those are held that play has changed."""

    PLACES: ClassVar[str] = "hexes"
    READINGS: ClassVar[Mapping[str, Reading]] = READINGS
    GRID: ClassVar[Grid] = GRID

    turn: Count = 0
    impulse: Count = 0
    units: Mapping[str, Unit] = {}
    hexes: Mapping[HexName, Hex] = {}
    areas: Mapping[AreaName, Area] = {}
    tracks: Mapping[str, int] = {CASUALTIES: 0, THOUSANDS: 0}
    """The box in which each marker stands, counted from 0 at the left; those of morale once their tracks have been read
    out."""

    # ---- the turn ----
    bombarded: bool = False
    given_up: Count = 0
    """Impulses of turn 1 that were given up (2.1.3)."""
    offshore_turn: Count = 0
    offshore: Count = 0
    """Offshore Support Points left, and the turn they were rolled for (4.8)."""
    offshore_given: Count = 0
    """How many there were (10.4.2)."""
    supply_turn: Count = 0
    points: Count = 0
    """Supply points rolled that are not yet given out."""
    pool: Count = 0
    """Accumulated Supply Points (7.7)."""
    direct: tuple[str, ...] = ()
    """Battalions for which a point of Direct Supply has been sent in this turn (7.5.4)."""
    delivered: Mapping[str, HexName] = {}
    """Where a point of Direct Supply has landed in this turn, by its battalion (7.5.3)."""
    pier_landings: Count = 0
    pier_artillery: Count = 0
    done: tuple[str, ...] = ()
    """Whom, or which areas, the Japanese fire or event at hand has been rolled for."""
    suppressing: tuple[str, ...] = ()
    """The entry areas whose suppression fire has been rolled in this impulse (3.9.1)."""
    runway_fire: tuple[AreaName, ...] = ()
    """The areas out of which units that entered a runway hex have been fired at in this turn (1.5.3)."""
    recovered: tuple[UnitName, ...] = ()
    """Who has recovered steps in this turn (4.9.14)."""
    raised: tuple[str, ...] = ()
    """Regiments whose morale recovery has raised in this turn (4.9.14)."""

    # ---- what has happened for good ----
    pier_cleared: bool = False
    murray: bool = False
    """2/6 has been committed (12.2)."""
    submarine: bool = False
    fleet_raid: Literal["", "supply", "offshore", "failed"] = ""
    carrier: bool = False
    wrecks: bool = False
    wrecks_shelled: Count = 0
    """Turns whose Offshore Support Points all went against the wrecks (10.4.2)."""
    wrecks_shelled_turn: Count = 0
    """The last of these turns."""

    # ---- what is printed, and how the text is read ----

    card: ClassVar[Reader[UnitCard]] = reads(UnitCard)
    ground: ClassVar[Reader[HexCard]] = reads(HexCard, SEA)
    """A hex as it is printed; one that a whole map does not have is sea."""

    # ---- the clock ----

    @property
    def box_of_turn(self) -> TurnCard:
        return self.box_of(self.turn)

    def box_of(self, turn: int) -> TurnCard:
        """A box of the Turn Track: as it is printed, or as the text implies (reading A-41)."""
        box = self.charts.get(TurnCard.CHART, {}).get(str(turn))
        return box if isinstance(box, TurnCard) else inferred(turn)

    @rests_on("charts")
    def turn_of(self, day: int, time: str) -> int:
        """The first turn by daylight that is not before an hour (12): a night may be printed with the date of either of
        its days."""
        return next((turn for turn in range(1, LAST_TURN) if _by_day(self.box_of(turn)) >= (day, time)), LAST_TURN)

    @property
    def night(self) -> bool:
        return self.box_of_turn.night

    # ---- tracks ----

    def morale(self, track: str) -> int:
        """The number of the box in which a morale marker stands, with its sign (8.5.1, reading A-05)."""
        boxes = self.read(TrackCard, track_of(track)).boxes
        return boxes[max(0, min(len(boxes) - 1, self.tracks.get(track, 0)))]

    @property
    def casualties(self) -> int:
        """BB 5.1.1, 5.1.4."""
        boxes = self.read(CasualtyTrackCard, "casualties").boxes
        return 1000 * self.tracks.get(THOUSANDS, 0) + boxes[max(0, min(len(boxes) - 1, self.tracks.get(CASUALTIES, 0)))]

    # ---- hexes and areas ----

    def is_water(self, hex: str) -> bool:
        return all(kind in WATER for kind in self.ground(hex).terrain)

    def is_runway(self, hex: str) -> bool:
        """BB 1.5.1: a runway, and nothing else but clear or road."""
        terrain = self.ground(hex).terrain
        return "runway" in terrain and all(kind in ("runway", "clear", "road") for kind in terrain)

    def is_cleared(self, hex: str) -> bool:
        """BB 1.5.2, 1.7.1, 1.9.1, 3.1.3: no Japanese are in a hex of Betio, and it needs no assault to be entered, or
        has had one."""
        card = self.ground(hex)
        return bool(card.landing or card.pier) or (hex in self.hexes and self.hexes[hex].cleared)

    def is_uncleared(self, hex: str) -> bool:
        """BB 1.5.5, 1.9.2: there are Japanese in a hex: beach hexes among these (reading A-01), runway hexes not."""
        return bool(self.ground(hex).area) and not self.is_cleared(hex) and not self.is_runway(hex)

    @property
    @rests_on("charts", "hexes")
    def uncleared(self) -> Mapping[str, None]:
        """The hexes with Japanese in them, as far as the map has been read out, in its order."""
        cleared = {name for name, hex in self.hexes.items() if hex.cleared}
        return dict.fromkeys(hex for hex in self.first_held() if hex not in cleared)

    @rests_on("charts")
    def first_held(self) -> tuple[str, ...]:
        """The hexes with Japanese in them before any is cleared."""
        unplayed = self.but(hexes={})
        return tuple(hex for hex in self.rows(HexCard) if unplayed.is_uncleared(hex))

    def to_clear(self, area: str) -> tuple[str, ...]:
        """What of an area is still to be cleared, runway hexes occupied among it (1.5.4)."""
        return tuple(hex for hex in self.hexes_of(area) if not self.is_cleared(hex))

    @rests_on("charts")
    def hexes_of(self, area: str) -> tuple[str, ...]:
        return tuple(hex for hex, card in self.rows(HexCard).items() if card.area == area)

    @rests_on("charts")
    def strongpoints_of(self, area: str) -> tuple[str, ...]:
        """The hexes of an area with printed strongpoints."""
        return tuple(hex for hex in self.hexes_of(area) if self.ground(hex).strongpoints)

    @rests_on("charts")
    def neighbours_of(self, area: str) -> tuple[str, ...]:
        """The areas next to one."""
        near = {
            self.rows(HexCard)[n].area
            for hex in self.hexes_of(area)
            for n in self.grid.neighbours(hex)
            if n in self.rows(HexCard)
        }
        return tuple(sorted(near - {"", area}))

    def secured(self, area: str) -> bool:
        return area in self.areas and self.areas[area].secured

    def area_of(self, hex: str) -> str:
        return self.ground(hex).area

    @rests_on("charts", "hexes")
    def near_japanese(self, hex: str, most: int) -> bool:
        """Whether an uncleared hex is at most so many hexes away."""
        return not self.uncleared.keys().isdisjoint(self.grid.within(hex, most))

    @rests_on("charts")
    def near_reef(self, hex: str, most: int) -> bool:
        """Whether a reef hex is at most so many hexes away."""
        return any(
            self.grid.distance(hex, other) <= most
            for other, card in self.rows(HexCard).items()
            if "reef" in card.terrain
        )

    def strongpoints_stand(self, hex: str) -> bool:
        """BB 4.6.7, 4.6.8: whether a step of a hex's strongpoints is left; the Japanese repair none, so a hex they
        retake has none (reading A-61)."""
        gone = self.hexes[hex].demolished if hex in self.hexes else 0
        return gone < STRONGPOINT_STEPS * self.ground(hex).strongpoints

    def strongpoints_lost(self, area: str) -> int:
        """BB 3.7.5: destroyed strongpoints of an area: two steps each (4.6.7)."""
        return sum(self.hexes[hex].demolished // STRONGPOINT_STEPS for hex in self.hexes_of(area) if hex in self.hexes)

    @property
    @rests_on("hexes")
    def heads(self) -> tuple[str, ...]:
        """The Supply Heads."""
        return tuple(name for name, hex in self.hexes.items() if hex.head)

    # ---- units ----

    def at(self, hex: str) -> tuple[str, ...]:
        """The ground units in a hex."""
        return tuple(name for name in self.standing(hex) if not self.units[name].is_vessel)

    @rests_on(STANDING, "charts")
    def ashore(self) -> tuple[str, ...]:
        """The ground units on Betio."""
        return tuple(
            name
            for name, unit in self.units.items()
            if unit.stands and not unit.is_vessel and bool(self.area_of(unit.hex))
        )

    def in_area(self, area: str) -> tuple[str, ...]:
        return self.by_area().get(area, ())

    @rests_on(STANDING, "charts")
    def by_area(self) -> Mapping[str, tuple[str, ...]]:
        """The ground units on Betio, by the areas they are in."""
        found: dict[str, tuple[str, ...]] = {}
        for name in self.ashore():
            area = self.area_of(self.units[name].hex)
            found[area] = (*found.get(area, ()), name)
        return found

    def may_assault(self, unit: str) -> bool:
        """BB 4.5.3: infantry and engineers; the Hawkins Scout Platoon by reading A-95."""
        now = self.units[unit]
        return now.fights or (now.kind == "hawkins" and self.reading("A-95") == "yes")

    def place_of(self, unit: str) -> str:
        """The hex of the map a unit is in, also aboard a vessel; "" off the map."""
        now = self.units[unit]
        if now.box == "aboard" and now.vessel in self.units:
            now = self.units[now.vessel]
        return now.hex if now.stands else ""

    def in_wreck(self, unit: str) -> bool:
        """BB 10.4.2: infantry that has come to the wreck while the Japanese are in it: it advances on no beach."""
        now = self.units[unit]
        return self.wrecks and now.hex == WRECK and now.wreck_turn > 0 and now.kind in ("infantry", "hawkins")

    def lost_steps(self, unit: str) -> int:
        return max(0, self.card(unit).steps - self.units[unit].steps)


def _by_day(box: TurnCard) -> tuple[int, str]:
    return (0, "") if box.night else (box.day, box.time)


HOURS = ("0700", "0900", "1100", "1300", "1500", "1700")
NIGHT_TURNS = 3
LAST_TURN = 99
"""No Turn Track goes further."""


def inferred(turn: int) -> TurnCard:
    """Reading A-41: the first day from 0900 to 1700, three turns of night, and later days from 0700."""
    day, rest = 20, max(1, turn) - 1 + 1  # as if the first day began at 0700
    length = len(HOURS) + NIGHT_TURNS
    day, rest = 20 + rest // length, rest % length
    if rest < len(HOURS):
        return TurnCard(day=day, time=HOURS[rest])
    return TurnCard(day=day, time=f"night {rest - len(HOURS) + 1}", night=True)


def track_of(track: str) -> str:
    """The row of the chart that has a marker's track: the regiments share one."""
    return "regiments" if track in REGIMENTS else track
