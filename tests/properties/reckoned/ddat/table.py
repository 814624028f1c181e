"""What lies on the table in a game of D-Day at Tarawa: the pieces, kept up from the facts alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from domain.ddat import facts as f
from domain.ddat.charts import GRID, DepthCard, FireCard, ForceCard, UnitCard
from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn
from tests.properties.reckoned.ddat.board import Board
from tests.properties.reckoned.reckoning import Reckoning

TRACK, MAP, ASIDE, OUT = "track", "map", "aside", "out"
HEROES, NAVAL, STACK = 8, "naval-fire", 2


@dataclass
class Unit:
    """A US unit."""

    name: str
    card: UnitCard
    steps: int = 0
    box: str = TRACK
    hex: str = ""
    facing: str = ""
    due: int = 0
    disrupted: bool = False
    shaken: bool = False
    heroes: int = 0
    inspired: int = 0
    post: int = 0
    heroic: bool = True

    @property
    def here(self) -> bool:
        return self.box == MAP

    @property
    def leader(self) -> bool:
        return self.card.type == "hq"

    @property
    def strength(self) -> int:
        return self.card.strength[self.card.steps - self.steps] if self.steps else 0


@dataclass
class Force:
    """A Japanese unit with its depth marker: which they are is known once they have been turned over."""

    unit: str = ""
    shown: bool = False
    depth: str = ""
    """The box it came from, or the marker's name once it is shown; "" without one."""
    depth_shown: bool = False
    disrupted: bool = False
    acted: bool = False
    done: bool = False
    """Whether it has carried out an action of this Fire Phase where it stands."""
    origin: str = ""
    """The position it came from to a hex that is none."""
    tank: bool = False

    @property
    def counters(self) -> int:
        return 1 + bool(self.depth)


@dataclass
class Turn:
    """What was done in a turn, and holds no longer than it."""

    wires_cut: bool = False
    smoke: set[str] = field(default_factory=set)
    counterattack: bool = False
    covered: bool = False


class Table(Reckoning):
    """The pieces and where they are."""

    system = "ddat"

    def __init__(self) -> None:
        super().__init__()
        self.turn, self.phase = 1, ""
        self.units: dict[str, Unit] = {}
        self.forces: dict[str, Force] = {}
        """By position, or by the hex of a force that stands in none."""
        self.reserve, self.pools = 0, {"coastal": 0, "inland": 0}
        self.eliminated: list[bool] = []
        """The box of eliminated units: elite or not."""
        self.garrisons: set[str] = set()
        self.destroyed: set[str] = set()
        self.lvts: list[int] = [2] * 9
        self.loads: dict[str, f.LoadMade] = {}
        self.silent = 0
        self.letters: set[str] = set()
        self.shibasaki = "command"
        self.naval = self.support = 0
        self.placed_heroes = 0
        self.ryan = ""
        self.ryan_inspired = False
        self.boxed: set[str] = set()
        self.now = Turn()
        self.next_counterattack = False
        self.drawn: dict[str, str] = {}
        """The last card of each purpose."""
        self.deck = 54
        self.options: set[str] = set()
        self.cards: dict[str, FireCard] = {}
        self.regions: tuple[dict[str, set[str]], dict[str, str]] | None = None
        self.allies: set[str] | None = None
        """What was reckoned at this entry of communication on either side."""

    @cached_property
    def board(self) -> Board:
        return Board(self.charts)

    def follow(self, entry: Entry) -> None:
        self.regions, self.allies = None, None
        super().follow(entry)

    def fire_card(self, card: str) -> FireCard:
        if card not in self.cards:
            self.cards[card] = FireCard(**self.charts["fire"][card])
        return self.cards[card]

    def force_card(self, unit: str) -> ForceCard:
        return ForceCard(**self.charts["japanese"][unit])

    def depth_card(self, marker: str) -> DepthCard:
        return DepthCard(**self.charts["depth"][marker])

    def read(self, ruling: str, default: str) -> str:
        """Which way an open rule is read at this table."""
        return self.readings.get(ruling, default)

    @property
    def long(self) -> bool:
        """The turns of an hour (15.0)."""
        return self.turn >= 11

    @property
    def night(self) -> bool:
        return self.turn == 16

    # ---- who is where ----

    def on_map(self) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.here]

    def inside(self, hexes: frozenset[str] | set[str]) -> list[Unit]:
        return [unit for unit in self.on_map() if unit.hex in hexes]

    def us_hexes(self) -> set[str]:
        """The hexes with US units."""
        return {unit.hex for unit in self.on_map()}

    def held(self) -> set[str]:
        """The hexes with US units or garrisons."""
        return self.us_hexes() | {self.board.cards[p].hex for p in self.garrisons}

    def stack(self, hex: str) -> list[Unit]:
        return [unit for unit in self.on_map() if unit.hex == hex]

    def concentrated(self, hex: str) -> bool:
        return sum(unit.steps for unit in self.stack(hex)) >= 5

    def hex_of(self, where: str) -> str:
        """The hex of a position, or the hex itself."""
        return self.board.cards[where].hex if where in self.board.cards else where

    def jp_hexes(self) -> set[str]:
        return {self.hex_of(where) for where in self.forces}

    def facing_forces(self, group: str) -> dict[str, Force]:
        """The forces of a position or group."""
        return {p: self.forces[p] for p in self.board.groups[group] if p in self.forces}

    def force_at(self, hex: str) -> tuple[str, Force] | None:
        where = self.board.at.get(hex, hex)
        where = where if where in self.forces else hex
        return (where, self.forces[where]) if where in self.forces else None

    # ---- setting up, turns ----

    def on_ScenarioSet(self, fact: f.ScenarioSet) -> None:
        self.turn, self.shibasaki, self.letters = fact.turn, fact.shibasaki, set(fact.letters)
        for name, row in self.charts["units"].items():
            card = UnitCard(**row)
            waits = card.by == "turn" and card.arrival >= fact.turn
            self.units[name] = Unit(name, card, card.steps, TRACK if waits else ASIDE, due=card.arrival if waits else 0)

    def on_UnitsDeployed(self, fact: f.UnitsDeployed) -> None:
        for name in (*fact.aside, *fact.out):
            self.units[name].box = OUT if name in fact.out else ASIDE
        for name, steps in fact.steps.items():
            self.units[name].steps = steps
        for name, hex in fact.hexes.items():
            self.units[name].box, self.units[name].hex = MAP, hex
        for name, space in fact.posts.items():
            self.units[name].post = space
        self.lvts = list(fact.lvts) or self.lvts
        self.boxed = set(fact.lost)

    def on_JapaneseSetUp(self, fact: f.JapaneseSetUp) -> None:
        self.forces = {position: Force(depth=fact.depth.get(position, "")) for position in fact.positions}
        self.reserve, self.pools = fact.reserve, {"coastal": fact.coastal_pool, "inland": fact.inland_pool}

    def on_TankPlaced(self, fact: f.TankPlaced) -> None:
        self.forces[fact.position] = Force(fact.unit, True, "armor", disrupted=True, tank=True)

    def on_OptionTaken(self, fact: f.OptionTaken) -> None:
        self.options.add(fact.option)
        for name, due in fact.due.items():
            self.units[name].due, self.units[name].box = due, TRACK
        if fact.option == "shibasaki-survives":
            self.shibasaki = "command"

    def on_TurnBegan(self, fact: f.TurnBegan) -> None:
        self.turn = fact.turn
        for unit in self.units.values():
            unit.shaken = False
        self.support = 0

    def on_ChitTurned(self, fact: f.ChitTurned) -> None:
        self.letters.add(fact.letter)

    def on_Drawn(self, fact: Drawn) -> None:
        self.drawn[fact.name] = fact.item

    # ---- US units ----

    def on_LoadMade(self, fact: f.LoadMade) -> None:
        for steps in fact.lvts:
            self.lvts.remove(steps)
        self.loads[fact.units[0]] = fact

    def on_Landed(self, fact: f.Landed) -> None:
        for name in fact.units:
            self.units[name].hex = fact.hex

    def on_LvtsRecovered(self, fact: f.LvtsRecovered) -> None:
        self.lvts = list(fact.lvts)

    def on_LvtHit(self, fact: f.LvtHit) -> None:
        self.lvts.remove(fact.steps)
        self.lvts += [fact.steps - 1] if fact.steps > 1 else []

    def on_LvtsSilent(self, fact: f.LvtsSilent) -> None:
        self.silent = fact.turn

    def on_UnitsPlaced(self, fact: f.UnitsPlaced) -> None:
        for name in fact.units:
            unit = self.units[name]
            unit.box, unit.hex, unit.due, unit.facing = MAP, fact.at, 0, fact.facing

    def on_UnitsMoved(self, fact: f.UnitsMoved) -> None:
        for name in fact.units:
            if fact.path:
                self.units[name].box, self.units[name].hex = MAP, fact.path[-1]

    def on_UnitsDelayed(self, fact: f.UnitsDelayed) -> None:
        for name in fact.units:
            unit = self.units[name]
            unit.box, unit.hex, unit.due = TRACK, "", fact.due

    def on_StepLost(self, fact: f.StepLost) -> None:
        self.units[fact.unit].steps = fact.left
        if fact.boxed:
            self.boxed.add(fact.unit)

    def on_StepGained(self, fact: f.StepGained) -> None:
        self.units[fact.unit].steps += fact.gain.steps

    def on_UnitsRemoved(self, fact: f.UnitsRemoved) -> None:
        for name in fact.units:
            unit = self.units[name]
            unit.box, unit.hex, unit.steps, unit.heroes, unit.inspired, unit.disrupted, unit.post = (
                OUT,
                "",
                0,
                0,
                0,
                False,
                0,
            )
            if fact.boxed:
                self.boxed.add(name)

    def on_UnitsDisrupted(self, fact: f.UnitsDisrupted) -> None:
        for name in fact.units:
            self.units[name].disrupted = True
            self.units[name].shaken |= fact.shaken

    def on_UnitsRecovered(self, fact: f.UnitsRecovered) -> None:
        for name in fact.units:
            self.units[name].disrupted = self.units[name].shaken = False

    def on_HeroPlaced(self, fact: f.HeroPlaced) -> None:
        unit = self.units[fact.unit]
        if fact.inspired:
            unit.inspired += 1
        else:
            unit.heroes += 1
            self.placed_heroes += 1

    def on_RyanPlaced(self, fact: f.RyanPlaced) -> None:
        self.ryan = fact.unit
        if fact.first:
            self.placed_heroes += 1

    def on_LeaderHit(self, fact: f.LeaderHit) -> None:
        unit = self.units[fact.unit]
        if fact.leader == "hero":
            unit.heroes -= 1
            unit.inspired += fact.now == "inspired"
        elif fact.leader == "ryan":
            self.ryan_inspired = fact.now == "inspired"
            if self.ryan_inspired:
                unit.inspired += 1
            self.ryan = ""
        else:
            unit.heroic, unit.post = False, 0

    def on_CommandChanged(self, fact: f.CommandChanged) -> None:
        unit = self.units[fact.unit]
        unit.post = fact.space
        if fact.change == "abandoned":
            unit.heroic = False

    def on_MarkersTaken(self, fact: f.MarkersTaken) -> None:
        if fact.kind == NAVAL:
            self.naval += fact.count
        else:
            self.support += fact.count

    def on_MarkerSpent(self, fact: f.MarkerSpent) -> None:
        if fact.kind == NAVAL:
            self.naval -= 1
        else:
            self.support -= 1

    def on_ActionFreed(self, fact: f.ActionFreed) -> None:
        self.support -= 1

    # ---- Japanese units ----

    def on_ForcePlaced(self, fact: f.ForcePlaced) -> None:
        came = (
            self.phase == "fire" and fact.rule != "DDaT 9.3(2)"
        )  # a tactical reinforcement comes by no action of its own
        self.forces[fact.position] = Force(depth=fact.depth or "", acted=came)
        self.reserve -= 1
        if fact.depth:
            self.pools[fact.depth] -= 1

    def on_ForceMoved(self, fact: f.ForceMoved) -> None:
        force = self.forces.pop(fact.position)
        if fact.swap:
            self.forces[fact.position] = self.forces.pop(fact.to)
        force.origin = fact.position
        self.forces[fact.to] = force
        force.acted = True

    def on_ForceReturned(self, fact: f.ForceReturned) -> None:
        where = next(place for place in self.forces if place not in self.board.cards)
        force = self.forces.pop(where)
        force.disrupted = fact.disrupted or force.disrupted
        self.forces[fact.position] = force

    def on_ForceRevealed(self, fact: f.ForceRevealed) -> None:
        force = self.forces[fact.where]
        force.unit, force.shown = fact.unit, True

    def on_ForceHidden(self, fact: f.ForceHidden) -> None:
        for position in fact.positions:
            force = self.forces[position]
            force.shown, force.depth_shown = force.tank, False

    def on_ForceDisrupted(self, fact: f.ForceDisrupted) -> None:
        self.forces[fact.where].disrupted = True

    def on_ForcesRecovered(self, fact: f.ForcesRecovered) -> None:
        for place in fact.places:
            self.forces[place].disrupted = False

    def on_MarkersRemoved(self, fact: f.MarkersRemoved) -> None:
        for name in fact.units:
            if fact.side == "us":
                self.units[name].disrupted = self.units[name].shaken = False
            else:
                self.forces[name].disrupted = False

    def on_ForceDefeated(self, fact: f.ForceDefeated) -> None:
        del self.forces[fact.where]
        if fact.to == "reserve":
            self.reserve += 1
        elif fact.to == "eliminated":
            self.eliminated.append(fact.elite)

    def on_Reorganized(self, fact: f.Reorganized) -> None:
        self.reserve += fact.elite + fact.other
        for elite, count in ((True, fact.elite), (False, fact.other)):
            for _ in range(count):
                self.eliminated.remove(elite)

    def on_DepthPlaced(self, fact: f.DepthPlaced) -> None:
        self.forces[fact.where].depth, self.forces[fact.where].depth_shown = fact.pool, False
        self.pools[fact.pool] -= 1

    def on_DepthRevealed(self, fact: f.DepthRevealed) -> None:
        self.forces[fact.where].depth, self.forces[fact.where].depth_shown = fact.marker, True

    def on_DepthLost(self, fact: f.DepthLost) -> None:
        self.forces[fact.where].depth, self.forces[fact.where].depth_shown = "", False

    def on_GunsDestroyed(self, fact: f.GunsDestroyed) -> None:
        self.destroyed.update(fact.places)

    def on_GarrisonPlaced(self, fact: f.GarrisonPlaced) -> None:
        self.garrisons.update(fact.places)

    def on_GarrisonRemoved(self, fact: f.GarrisonRemoved) -> None:
        self.garrisons.difference_update(fact.places)

    def on_ShibasakiKilled(self, fact: f.ShibasakiKilled) -> None:
        self.shibasaki = self.shibasaki if fact.escaped else "killed"

    # ---- fields, control, communication ----

    def rules_field(self, group: str, *, us: bool = False) -> frozenset[str]:
        """The hexes in the field of a position: its dots, a ring more for a tank unit that is not disrupted (6.24,
        13.1).

        `us` is for US communication, which a disrupted unit bars as well (11.31), and which knows no night.
        """
        forces = self.facing_forces(group)
        if not forces or not (us or any(not force.disrupted for force in forces.values())):
            return frozenset()
        wide = any(force.tank and not force.disrupted for force in forces.values())
        hexes = self.board.wider[group] if wide else self.board.dots[group]
        if us or not self.night or self.phase != "fire":
            return hexes
        return hexes & self.beside(p for p, force in forces.items() if not force.disrupted)

    def beside(self, positions: Iterable[str]) -> frozenset[str]:
        """The hexes next to some positions, to which the night limits their field (19)."""
        return frozenset(n for p in positions for n in GRID.neighbours(self.board.cards[p].hex))

    def us_barred(self) -> set[str]:
        """The hexes through which no US communication is traced (11.3)."""
        barred = self.jp_hexes()
        for group in {self.board.group_of[p] for p in self.forces if p in self.board.cards}:
            barred |= self.rules_field(group, us=True)
        return barred

    def us_connected(self) -> set[str]:
        """The hexes in US communication."""
        if self.allies is not None:
            return self.allies
        barred = self.us_barred()
        edge = [h for h in self.board.beachhead if h not in barred]
        found = set(edge)
        while edge:
            edge = [
                n
                for h in edge
                for n in GRID.neighbours(h)
                if n not in found and n not in barred and self.board.near(n) and not found.add(n)
            ]  # type: ignore[func-returns-value]
        self.allies = found
        return found

    def controlled(self) -> set[str]:
        """The hexes US units occupy, or control without a Japanese unit to deny it (11.1, 11.21)."""
        jp = self.jp_hexes()
        found: set[str] = set()
        for unit in self.on_map():
            if unit.hex in jp or self.night:
                continue
            if unit.card.type == "tank" or (unit.card.type == "infantry" and unit.steps >= 2):
                found.update(n for n in GRID.neighbours(unit.hex) if n not in jp)
        return found

    def jp_connected(self, position: str) -> bool:
        """Whether a position is in Japanese communication (11.2)."""
        if self.regions is None:
            self.regions = self.jp_regions()
        start, own = self.board.cards[position].hex, self.board.group_of[position]
        regions, reached = self.regions
        found: set[str] = set()
        for near in GRID.neighbours(start):
            if near in reached:
                found.add(reached[near])
            found |= regions.get(near, set())
        return len(found - {own}) >= 2

    def jp_regions(self) -> tuple[dict[str, set[str]], dict[str, str]]:
        """Of each hex a path may pass the positions that can be reached from it, and the positions that count by their
        hexes (11.2)."""
        board, barred = self.board, self.held() | self.controlled()
        reached = {
            self.hex_of(p): board.group_of[p] for p in self.forces if p in board.cards and self.hex_of(p) not in barred
        }
        water = self.read("AMB-65", "land") == "water"
        regions: dict[str, set[str]] = {}
        for start in board.every if water else board.land - board.beach:
            if start in regions or start in barred or start in board.beach:
                continue
            found: set[str] = set()
            edge = [start]
            regions[start] = found
            while edge:
                here = edge.pop()
                for near in (here, *GRID.neighbours(here)):
                    if near in reached:
                        found.add(reached[near])
                    passes = (
                        near not in barred
                        and near not in board.beach
                        and (near in board.land or (water and near in board.every))
                    )
                    if passes and near not in regions:
                        regions[near] = found
                        edge.append(near)
        return regions, reached
