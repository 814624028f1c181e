"""Where a game of D-Day at Tarawa stands, and what the rules ask about it (DDaT 1, 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from domain.ddat.board import Board, board
from domain.ddat.charts import GRID, ForceCard, PositionCard, UnitCard
from domain.kernel.chance import Deck
from domain.kernel.facts import Frozen
from domain.kernel.limits import Count
from domain.kernel.state import State

CARDS = tuple(str(n) for n in range(1, 55))
"""DDaT 2.3: 54 cards; the 55th summarizes US actions and is no part of the deck."""
DISCARDS, UNSEEN = "discards", "unseen"
"""The discards, and those of them that went there unseen, from a close combat pile (8.6)."""

UNREAD = "?"
"""A piece that lies face down, and that nobody has read yet."""

SCENARIOS = {
    "first-waves": "The First Waves: turns 1 to 10",
    "20-november": "20 November 1943: turns 1 to 15",
    "two-days": "Two Days in Hell: turns 1 to 30",
    "21-november": "21 November 1943: turns 17 to 30",
}
LAST_TURN = {"first-waves": 10, "20-november": 15, "two-days": 30, "21-november": 30}
EXTENDED, NIGHT, LAST = 11, 16, 30
"""The first extended turn (15), the overnight turn (19), and the last turn of all."""

HEROES, LVTS = 8, 9
MAP, TRACK, ASIDE, OUT = "map", "track", "aside", "out"


class Unit(Frozen):
    """A US unit: its hex on the map, or its turn on the turn track (`due`), its steps, and the markers on it.

    `shaken` says it was disrupted in this very Action Phase (7.6); `post` is its command post's space on the track, 0 for none.
    """

    box: Literal["map", "track", "aside", "out"] = "aside"
    hex: str = ""
    due: Count = 0
    steps: Count = 0
    disrupted: bool = False
    shaken: bool = False
    acted: bool = False
    carried: bool = False
    """It was set down by an LVT in this phase, so it does not wade (5.2)."""
    facing: str = ""
    heroes: Count = 0
    inspired: Count = 0
    heroic: bool = False
    """An HQ on its hero side (10.21)."""
    post: Count = 0
    why: str = ""


class Force(Frozen):
    """A Japanese unit with its depth marker: a name, or "?" while nobody has read it (9)."""

    unit: str = ""
    revealed: bool = False
    tank: Literal["", "orange", "red", "blue", "green", "brown", "purple"] = ""
    depth: str = ""
    depth_type: Literal["", "coastal", "inland", "armor"] = ""
    depth_shown: bool = False
    disrupted: bool = False

    @property
    def deep(self) -> bool:
        return bool(self.depth)

    @property
    def weight(self) -> int:
        """What it counts for in a hit limit: unit and depth marker (6.31)."""
        return (1 if self.unit else 0) + (1 if self.depth else 0)


class Position(Force):
    """A Japanese position hex and who holds it. `done` says its unit has acted in this Fire Phase (12.0)."""

    garrison: bool = False
    guns_destroyed: bool = False
    smoke: bool = False
    done: bool = False

    def force(self) -> Force:
        return Force(
            unit=self.unit, revealed=self.revealed, tank=self.tank, depth=self.depth, depth_type=self.depth_type,
            depth_shown=self.depth_shown, disrupted=self.disrupted,
        )  # fmt: skip


class Load(Frozen):
    """Units carried by LVTs, or a tank running to the beach by itself; `lvts` are the steps of the LVTs (5.11, 5.4)."""

    units: tuple[str, ...]
    lvts: tuple[Count, ...] = ()
    hex: str = ""
    facing: str = ""


_stacks: list[tuple[Mapping[str, Unit], dict[str, tuple[str, ...]]]] = []
"""Who is where, of the units asked about last: facts that move nobody leave them the same."""


class Ddat(State):
    """The whole game."""

    scenario: Literal["first-waves", "20-november", "two-days", "21-november"] = "first-waves"
    turn: Count = 1
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
    letters: tuple[str, ...] = ()
    chits: tuple[str, ...] = ("R", "M", "P", "A")
    """Action chits still face down on the track (12.0)."""
    shibasaki: Literal["command", "killed"] = "command"
    invader: Force | None = None
    """A Japanese force fighting in a hex that is no position (12.8, 13.2)."""
    invader_hex: str = ""

    # ---- the US side ----
    lvts: tuple[Count, ...] = (2,) * LVTS
    lvts_lost: Count = 0
    lvt_steps_lost: Count = 0
    loads: Mapping[str, Load] = {}
    """Loads of this phase, by the name of their first unit."""
    loading_done: bool = False
    heroes_left: Count = HEROES
    ryan: str = ""
    ryan_inspired: bool = False
    naval: Count = 0
    support: Count = 0
    loss_box: tuple[str, ...] = ()
    entered: tuple[str, ...] = ()
    """Infantry that has entered play (14.1)."""

    # ---- this turn and phase ----
    event_drawn: bool = False
    fires: Count = 0
    """Fire cards resolved in this Fire Phase."""
    fire_card: str = ""
    checked: tuple[str, ...] = ()
    checking: str = ""
    """Position hexes that were checked for an action on this card, and the colour that is being checked (12)."""
    connected: tuple[str, ...] = ()
    """Position hexes in Japanese communication since the start of the Fire Phase (11.23)."""
    hit: tuple[str, ...] = ()
    """US units that lost a step in this Fire Phase (6.34)."""
    hit_by: tuple[str, ...] = ()
    """Those units, each with the position or group whose fire it was, as `A/1/2 by D9/D10` (15.2)."""
    counterattack: Literal["", "now", "next"] = ""
    wires_cut: bool = False
    no_support: bool = False
    no_lvt: Count = 0
    """The turn in which no LVT is available (EV)."""
    ignore_kill: bool = False
    shibasaki_survives: bool = False
    skip_first_depth: bool = False
    raid: bool = False
    landing_1_8: Literal["", "R1", "R2", "R3"] = ""
    paid: Count = 0
    commanded: Mapping[str, tuple[str, ...]] = {}
    """Units in command since the start of the Action Phase, and the HQs that command them (7.1)."""
    began_at: Mapping[str, str] = {}
    """Where US units stood at the start of the Action Phase (7.4)."""
    moved_hq: tuple[str, ...] = ()
    attacked: tuple[str, ...] = ()
    barraged: tuple[str, ...] = ()
    shelled: tuple[str, ...] = ()
    """Hexes attacked, barraged, and barraged by naval fire in this phase (8.31, 8.43, 8.53)."""
    free_by_support: tuple[str, ...] = ()
    supported: bool = False
    established: tuple[str, ...] = ()
    """Command posts established or advanced in this phase (16.2)."""
    resolved: tuple[str, ...] = ()
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

    def card(self, unit: str) -> UnitCard:
        return self.read(UnitCard, unit)

    def place(self, position: str) -> PositionCard:
        return self.read(PositionCard, position)

    def face(self, unit: str) -> ForceCard:
        return self.read(ForceCard, unit)

    @property
    def board(self) -> Board:
        """The printed map, indexed."""
        return board(self.charts)

    # ---- US units ----

    def at(self, hex: str) -> tuple[str, ...]:
        """The US units in a hex, leaders among them."""
        return self.us_hexes().get(hex, ())

    def on_map(self) -> tuple[str, ...]:
        return tuple(name for name, unit in self.units.items() if unit.box == MAP)

    def steps_at(self, hex: str) -> int:
        return sum(self.units[name].steps for name in self.at(hex))

    def us_hexes(self) -> dict[str, tuple[str, ...]]:
        """The hexes with US units, and who is there."""
        if not (_stacks and _stacks[0][0] is self.units):
            found: dict[str, tuple[str, ...]] = {}
            for name, unit in self.units.items():
                if unit.box == MAP:
                    found[unit.hex] = (*found.get(unit.hex, ()), name)
            _stacks[:] = [(self.units, found)]
        return _stacks[0][1]

    def us_held(self, position: str) -> bool:
        """DDaT 17.21: a US unit or a garrison is in the position hex."""
        return self.positions[position].garrison or bool(self.at(self.place(position).hex))

    def full_strength_infantry(self) -> tuple[str, ...]:
        """Infantry on the map with three steps or more (14.1)."""
        return tuple(n for n, u in self.units.items() if u.box == MAP and u.steps >= 3 and self.card(n).type == "infantry")

    def hero_with(self, unit: str) -> bool:
        """Whether a hero, Major Ryan in his hex, or an HQ on its hero side stacked with it, is with the unit (10.13, 10.17, 10.21)."""
        now = self.units[unit]
        if now.heroes or (now.heroic and not now.post):
            return True
        stack = self.at(now.hex)
        ryan = self.ryan in stack and not self.ryan_inspired
        return ryan or any(self.units[other].heroic and not self.units[other].post for other in stack)

    # ---- the Japanese side ----

    def held(self) -> tuple[str, ...]:
        """The positions with a Japanese unit."""
        return tuple(name for name, now in self.positions.items() if now.unit)

    def jp_at(self, hex: str) -> str:
        """The position in a hex if a Japanese unit holds it; "" otherwise."""
        name = self.board.by_hex.get(hex, "")
        return name if name and self.positions[name].unit else ""

    def enemy_in(self, hex: str) -> bool:
        """Whether a Japanese unit is in the hex, in a position or not."""
        return bool(self.jp_at(hex)) or (self.invader is not None and self.invader_hex == hex)

    def members(self, position: str) -> tuple[str, ...]:
        """The position hexes of the position's group, itself among them (2.1)."""
        return self.board.groups[self.board.group_of[position]]

    def firers(self, position: str) -> tuple[str, ...]:
        """The hexes of a group with a non-disrupted unit (6.41)."""
        return tuple(p for p in self.members(position) if self.positions[p].unit and not self.positions[p].disrupted)

    def field(self, position: str, *, disrupted_too: bool = False) -> Mapping[str, str]:
        """The field of fire of a position or group, hex to kind of dot (6.2, 6.21, 6.24); empty without a unit that projects it.

        `disrupted_too`: as US communication sees it, where disrupted units project their printed field (11.31).
        """
        members = self.members(position)
        firing = [p for p in members if self.positions[p].unit and (disrupted_too or not self.positions[p].disrupted)]
        if not firing:
            return {}
        return self.printed_field(position, tank=any(self.positions[p].tank and not self.positions[p].disrupted for p in firing), by=firing)

    def printed_field(self, position: str, *, tank: bool = False, by: list[str] | tuple[str, ...] = ()) -> Mapping[str, str]:
        """The dots of a position or group, wider by one steady hex with a tank; at night only hexes next to it (19)."""
        dots = self.board.wide(position) if tank else self.board.dots[self.board.group_of[position]]
        if self.night:
            near = {n for p in (by or self.members(position)) for n in GRID.neighbours(self.place(p).hex)}
            return {hex: dot for hex, dot in dots.items() if hex in near}
        return dots

    def under_fire(self, hex: str, *, disrupted_too: bool = False) -> tuple[str, ...]:
        """The positions, one for each group, in whose field of fire a hex lies."""
        found = []
        for group in self.board.fields_into(hex):
            first = self.board.groups[group][0]
            if hex in self.field(first, disrupted_too=disrupted_too):
                found.append(first)
        return tuple(found)
