"""Where a game of D-Day at Tarawa stands, and what the rules ask about it (DDaT 1, 2)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from domain.ddat.board import Board, board
from domain.ddat.charts import GRID, Colour, PositionCard, UnitCard
from domain.ddat.readings import READINGS
from domain.kernel.chance import CARD, Deck
from domain.kernel.facts import Frozen
from domain.kernel.hexes import Grid
from domain.kernel.limits import Count
from domain.kernel.remembering import indexes, rests_on
from domain.kernel.state import Named, Reader, Reading, reads
from domain.wargame.pieces import STANDING, Piece, Place, WarState

UnitName = Annotated[str, Named("unit")]
HexName = Annotated[str, Named("hex")]
PositionName = Annotated[str, Named("position")]
Facing = Annotated[str, Named("direction")]
FACINGS = ("south", "south-west", "zigzag")
"""Where the arrow of an approach points."""
Letter = Annotated[str, Named("letter")]
"""Of a lettered action (12.0)."""

CARDS = tuple(str(n) for n in range(1, 55))
"""DDaT 2.3: 54 cards; the 55th summarizes US actions and is no part of the deck."""
DECK = "deck"
"""Who is asked for a card."""
DISCARDS, UNSEEN = "discards", "unseen"
"""The discards, and those of them that went there unseen, from a close combat pile (8.6)."""
DRAWN = (
    "drift",
    "landing",
    "event", "fire", "barrage", "infiltration", "blast", "naval-hits", "us-card", "jp-card", "armour", "raid",
)  # fmt: skip
"""What a card is drawn for. On a pile of that name it lies until the turn ends, unless it is a discard at once (reading
AMB-90)."""
PILES: Mapping[str, Literal["us", "jp"]] = {"us-card": "us", "jp-card": "jp"}
"""The close combat pile a card is revealed from, by the draw (8.6)."""

UNREAD = "?"
"""A piece that lies face down, and that nobody has read yet."""

TITLES = {
    "first-waves": "The First Waves",
    "20-november": "20 November 1943", "two-days": "Two Days in Hell", "21-november": "21 November 1943",
}  # fmt: skip
TURNS = {"first-waves": (1, 10), "20-november": (1, 15), "two-days": (1, 30), "21-november": (17, 30)}
"""The first and last turn of each scenario."""
SCENARIOS = {code: f"{title}: turns {TURNS[code][0]} to {TURNS[code][1]}" for code, title in TITLES.items()}
EXTENDED, NIGHT, LAST = 11, 16, 30
"""The first extended turn (15), the overnight turn (19), and the last turn of all."""

HEROES, LVTS, LVT_STEPS = 8, 9, 2
FULL_STRENGTH = 3
"""The fewest steps on the full-strength counter of infantry (2.21, 14.1)."""
MAP, TRACK, ASIDE, OUT = "map", "track", "aside", "out"


class Unit(Piece):
    """A US unit: its hex on the map, or its turn on the turn track (`due`), its steps, and the markers on it.

    `post` is its command post's space on the track, 0 for none.
    """

    AT: ClassVar[str] = "hex"
    BOX: ClassVar[str] = "box"

    side: Literal["us"] = "us"
    box: Literal["map", "track", "aside", "out"] = "aside"
    hex: HexName = ""
    due: Count = 0
    disrupted: bool = False
    facing: Facing = ""
    heroes: Count = 0
    inspired: Count = 0
    heroic: bool = False
    """An HQ on its hero side (10.21)."""
    post: Count = 0

    @property
    def stands(self) -> bool:
        """Whether it is on the map; HQs have no steps."""
        return self.box == MAP


class Force(Frozen):
    """A Japanese unit with its depth marker: a name, or "?" while nobody has read it (9)."""

    unit: Annotated[str, Named("Japanese unit")] = ""
    revealed: bool = False
    tank: Literal["", Colour] = ""
    depth: Annotated[str, Named("depth marker")] = ""
    depth_type: Literal["", "coastal", "inland", "armor"] = ""
    depth_shown: bool = False
    disrupted: bool = False

    @property
    def weight(self) -> int:
        """What it counts for in a hit limit: unit and depth marker (6.31)."""
        return bool(self.unit) + bool(self.depth)


class Position(Force, Place):
    """A Japanese position hex and who holds it."""

    garrison: bool = False
    guns_destroyed: bool = False
    smoke: bool = False

    @property
    def holder(self) -> str:
        """The side whose force or garrison it has."""
        return "jp" if self.unit else "us" if self.garrison else ""


class Load(Frozen):
    """Units carried by LVTs, or a tank running to the beach by itself (5.11, 5.4); `lvts` are the steps of the LVTs,
    one or two each (2.22)."""

    units: tuple[UnitName, ...] = ()
    lvts: tuple[Count, ...] = ()
    hex: HexName = ""
    facing: Facing = ""


class Ddat(WarState):
    """The whole game. Its places are the positions; US units stand in any hex."""

    PLACES: ClassVar[str] = "positions"
    READINGS: ClassVar[Mapping[str, Reading]] = READINGS
    GRID: ClassVar[Grid] = GRID

    scenario: Literal["first-waves", "20-november", "two-days", "21-november"] = "first-waves"
    set_up: bool = False
    units: Mapping[str, Unit] = {}
    positions: Mapping[str, Position] = {}
    deck: Deck = Deck(cards=CARDS)

    # ---- the Japanese side ----
    reserve: Count = 0
    coastal_pool: Count = 0
    inland_pool: Count = 0
    eliminated_elite: Count = 0
    eliminated_other: Count = 0
    out_of_play: Count = 0
    faces: tuple[str, ...] = ()
    """Japanese units and depth markers whose face was read and that cannot be drawn unread again."""
    gone: tuple[str, ...] = ()
    """Of these, Japanese units that are out of play for good (8.33, 8.61, 13.3)."""
    letters: tuple[Letter, ...] = ()
    chits: tuple[Letter, ...] = ("R", "M", "P", "A")
    """Action chits still face down on the track (12.0)."""
    shibasaki: Literal["command", "killed"] = "command"
    invader: Force | None = None
    """A Japanese force fighting in a hex that is no position (12.8, 13.2)."""
    invader_hex: HexName = ""

    # ---- the US side ----
    lvts: tuple[Count, ...] = (LVT_STEPS,) * LVTS
    lvts_lost: Count = 0
    lvt_steps_lost: Count = 0
    heroes_left: Count = HEROES
    ryan: UnitName = ""
    ryan_inspired: bool = False
    naval: Count = 0
    support: Count = 0
    loss_box: tuple[UnitName, ...] = ()
    entered: tuple[UnitName, ...] = ()
    """Infantry that has entered play (14.1)."""

    # ---- options ----
    ignore_kill: bool = False
    shibasaki_survives: bool = False
    skip_first_depth: bool = False
    raid: bool = False
    landing_1_8: Literal["", "R1", "R2", "R3"] = ""
    landing_d2: Literal["", "R2", "R3"] = ""
    """The beach at which the first unit of D+2 has come, and all others do (21.3)."""

    # ---- this turn ----
    event_drawn: bool = False
    counterattack: Literal["", "now", "next"] = ""
    wires_cut: bool = False
    no_support: bool = False
    no_lvt: Count = 0
    """The turn in which no LVT is available (EV)."""
    fires: Count = 0
    """Fire cards resolved in this Fire Phase."""

    # ---- this phase: what was done by whom, and to whom, once is the most ----
    loads: Mapping[UnitName, Load] = {}
    """Loads of this phase, by the name of their first unit."""
    landed: tuple[Count, ...] = ()
    """The steps of LVTs that have set their units down in this phase (5.14)."""
    carried: tuple[UnitName, ...] = ()
    """Units that were set down by an LVT, have waded, or were brought ashore by an event, since the turn began (5.2,
    7.3)."""
    fire_card: Annotated[str, Named(CARD)] = ""
    checked: tuple[PositionName, ...] = ()
    checking: Literal["", Colour] = ""
    """Position hexes that were checked for an action on this card, and the colour that is being checked (12)."""
    answered: tuple[str, ...] = ()
    """Groups of which a hex has acted on this card; that they met its symbol was asked of the whole position then
    (12.81)."""
    active: tuple[PositionName, ...] = ()
    """Position hexes whose unit has taken its action of this card where it stands (12.0)."""
    done: tuple[PositionName, ...] = ()
    """Positions whose unit came there by an action of this Fire Phase, and takes no other (12.0)."""
    connected: tuple[PositionName, ...] = ()
    """Position hexes in Japanese communication since the start of the Fire Phase (11.23)."""
    hit: Mapping[UnitName, tuple[str, ...]] = {}
    """US units that lost a step in this Fire Phase, and the positions or groups whose fire it was (6.34, 15.2)."""
    hit_by_guns: tuple[UnitName, ...] = ()
    """Those of them that have lost one to artillery or mortars only (reading AMB-07)."""
    stretched: tuple[str, ...] = ()
    """Groups that have used their one hit more of this phase (15.2)."""
    acted: tuple[UnitName, ...] = ()
    shaken: tuple[UnitName, ...] = ()
    """US units that have acted, and that were disrupted, in this Action Phase (7.1, 7.6)."""
    paid: Count = 0
    commanded: Mapping[UnitName, tuple[UnitName, ...]] = {}
    """Units in command since the start of the Action Phase, and the HQs that command them (7.1)."""
    began_at: Mapping[UnitName, HexName] = {}
    """Where US units stood at the start of the Action Phase (7.4)."""
    moved_hq: tuple[UnitName, ...] = ()
    attacked: tuple[HexName, ...] = ()
    barraged: tuple[HexName, ...] = ()
    shelled: tuple[HexName, ...] = ()
    """Hexes attacked, barraged, and barraged by naval fire in this phase (8.31, 8.43, 8.53)."""
    free_by_support: tuple[UnitName, ...] = ()
    established: tuple[UnitName, ...] = ()
    """Command posts established or advanced in this phase (16.2)."""
    resolved: tuple[HexName, ...] = ()
    """Hexes whose close combat was fought in this phase."""

    # ---- the clock ----

    @property
    def extended(self) -> bool:
        """DDaT 15.0: from turn 11 on."""
        return self.turn >= EXTENDED

    @property
    def night(self) -> bool:
        """DDaT 19: the overnight turn."""
        return self.turn == NIGHT

    # ---- cards ----

    card: ClassVar[Reader[UnitCard]] = reads(UnitCard)
    place: ClassVar[Reader[PositionCard]] = reads(PositionCard)

    @indexes("charts")
    def board(self) -> Board:
        """The printed map, indexed."""
        return board(self.charts)

    @rests_on("connected")
    def linked(self) -> frozenset[str]:
        """The position hexes in Japanese communication since the start of the Fire Phase (11.23)."""
        return frozenset(self.connected)

    # ---- US units ----

    def us_hexes(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes with US units, and who is there."""
        return self.occupied()

    @rests_on(STANDING)
    def on_map(self) -> tuple[str, ...]:
        return tuple(name for name, unit in self.units.items() if unit.stands)

    def at(self, hex: str) -> tuple[str, ...]:
        """The US units in a hex, leaders among them."""
        return self.standing(hex)

    def steps_at(self, hex: str) -> int:
        return sum(self.units[name].steps for name in self.at(hex))

    def strength(self, unit: str) -> int:
        """The attack strength on the side a unit shows (2.21)."""
        card, steps = self.card(unit), self.units[unit].steps
        lost = card.steps - steps
        return card.strength[lost] if steps and 0 <= lost < len(card.strength) else 0

    def strength_at(self, hex: str) -> int:
        return sum(map(self.strength, self.at(hex)))

    def us_held(self, position: str) -> bool:
        """DDaT 17.21: a US unit or a garrison is in the position hex."""
        return self.positions[position].garrison or bool(self.at(self.place(position).hex))

    def full_strength_infantry(self) -> tuple[str, ...]:
        """Infantry on the map with three steps or more (14.1)."""
        return tuple(
            name
            for name in self.on_map()
            if self.units[name].steps >= FULL_STRENGTH and self.card(name).type == "infantry"
        )

    # ---- the Japanese side ----

    @rests_on("positions")
    def held(self) -> tuple[str, ...]:
        """The positions with a Japanese unit."""
        return tuple([name for name, now in self.positions.items() if now.unit])

    @rests_on("positions")
    def garrisons(self) -> tuple[str, ...]:
        """The positions with a US garrison."""
        return tuple([name for name, now in self.positions.items() if now.garrison])

    @rests_on("checked")
    def asked(self) -> frozenset[str]:
        """The position hexes that were checked on this card (12.0)."""
        return frozenset(self.checked)

    def jp_at(self, hex: str) -> str:
        """The position in a hex if a Japanese unit holds it; "" otherwise."""
        name = self.board.by_hex.get(hex, "")
        return name if name and self.positions[name].unit else ""

    def enemy_in(self, hex: str) -> bool:
        """Whether a Japanese unit is in the hex, in a position or not."""
        return bool(self.jp_at(hex)) or (self.invader is not None and self.invader_hex == hex)

    def near_enemy(self, hex: str) -> bool:
        """Whether a Japanese unit is next to the hex."""
        return any(map(self.enemy_in, GRID.neighbours(hex)))

    def force_at(self, where: str) -> Force:
        """The force in a position, or the one fighting in a hex that is none."""
        if self.invader is not None and where == self.invader_hex:
            return self.invader
        return self.positions[where]

    def hex_of(self, where: str) -> str:
        """The hex of a position; a hex is its own."""
        return self.place(where).hex if where in self.positions else where

    def members(self, position: str) -> tuple[str, ...]:
        """The position hexes of the position's group, itself among them (2.1)."""
        return self.board.members[position]

    def firers(self, position: str) -> tuple[str, ...]:
        """The hexes of a group with a non-disrupted unit (6.41)."""
        return tuple(p for p in self.members(position) if self.positions[p].unit and not self.positions[p].disrupted)
