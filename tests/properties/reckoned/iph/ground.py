"""3 set-up and control, 8 landings, 9 movement."""

from __future__ import annotations

from itertools import accumulate, pairwise

from domain.iph import facts
from domain.kernel.facts import Declared, Rolled
from tests.properties.reckoned.iph.table import FORD, STATIC, Table

BARRACKS, MARINES = ("2125", "2225"), ("2821", "3225", "3327")
COUNTS = {"24": 37, "25": 37, "USMC": 4, "fort": 7, "BBRow": 1}
BY_DATE = {7: -1, 8: 0, 9: 1}
"""2.10: what the date adds to a die for the movement factor."""


class Ground(Table):
    def __init__(self) -> None:
        super().__init__()
        self.committed = False
        self.centre = ""
        self.began: dict[str, str] = {}
        """Where each unit was as the phase began."""
        self.factors: dict[str, int] = {}
        self.spent: dict[str, int] = {}
        self.forces: dict[str, int] = {}
        self.force = 0
        """The force that was begun last."""
        self.going: tuple[str, ...] = ()
        """The way a Japanese force was seen to go, until it is told who it is."""
        self.takes: list[tuple[str, str]] = []
        """The hexes that change hands now, and to whom."""
        self.ashore: list[tuple[str, str]] = []
        """Who landed where, until the dice are read."""
        self.beached: set[str] = set()
        """Who is stalled by those dice."""
        self.hurt: list[str] = []
        """Who loses a step by landing."""
        self.path: tuple[str, ...] = ()
        """The way that was declared, without what has been gone of it."""

    # ---- 3: set-up ----

    def on_BeachheadCommitted(self, fact: facts.BeachheadCommitted) -> None:
        self.holds("3.2", not any(self.where.values()), "units are placed before the beachhead is chosen")
        self.committed = True

    def on_BeachheadChosen(self, fact: facts.BeachheadChosen) -> None:
        self.centre = fact.centre
        self.holds("3.2", bool(self.three(fact.centre)), f"{fact.centre} is no centre of a beachhead")

    def three(self, centre: str) -> set[str]:
        """3.2: a central hex with the one before and the one after it in an invasion area, where they lie next to each
        other."""
        for area in self.charts["areas"].values():
            hexes = list(area["hexes"])
            if centre in hexes[1:-1]:
                place = hexes.index(centre)
                found = hexes[place - 1 : place + 2]
                if self.grid.adjacent(found[0], centre) and self.grid.adjacent(centre, found[2]):
                    return set(found)
        return set()

    def on_UnitsPlaced(self, fact: facts.Fact) -> None:
        self.holds("3.2", self.committed, "units are placed before the beachhead is chosen")
        for unit in fact.units:  # type: ignore[attr-defined]
            self.put(unit, fact.at)  # type: ignore[attr-defined]

    def on_SetupCompleted(self, fact: facts.SetupCompleted) -> None:
        for command, number in COUNTS.items():
            units = self.living(command)
            self.same("3.3", f"units of {command}", len(units), number)
            for unit in units:
                hex = self.where[unit]
                self.holds(
                    "3.3", self.terrain(hex) != "sea" and self.may_begin(command, hex), f"{unit} begins in {hex}"
                )
        for hex, stack in self.stacks.items():
            self.holds("6.5", not self.crowd(hex, stack), f"{stack} together in {hex}")
            self.holds("3.3", sum(self.command(unit) == "25" for unit in stack) <= 3, f"{stack} in {hex}")
        for hex in BARRACKS:
            self.holds(
                "3.3",
                sum(self.command(unit) == "24" for unit in self.stacks.get(hex, ())) >= 2,
                f"fewer than two in {hex}",
            )
        forts = [hex for hex in self.charts["hexes"] if self.terrain(hex) == "fortification"]
        self.same(
            "3.3", "forts with a garrison", sorted(self.where[unit] for unit in self.living("fort")), sorted(forts)
        )

    def may_begin(self, command: str, hex: str) -> bool:
        if command == "24":
            return hex != FORD and any(self.grid.distance(hex, barracks) <= 4 for barracks in BARRACKS)
        if command == "25":
            return hex != FORD and int(hex[:2]) >= 28 and not self.hex(hex).get("coastal", False)
        if command == "USMC":
            return hex != FORD and any(self.grid.distance(hex, place) <= 4 for place in MARINES)
        return hex == FORD if command == "BBRow" else self.terrain(hex) == "fortification"

    def on_BeachheadRevealed(self, fact: facts.BeachheadRevealed) -> None:
        self.holds("3.5", self.centre in ("", fact.centre), f"{fact.centre} was not written down")
        self.same("3.5", "beachheads", set(fact.hexes.values()), self.three(fact.centre))
        self.holds(
            "3.2", not any(self.terrain(hex) == "fortification" for hex in fact.hexes.values()), "a beachhead in a fort"
        )
        self.beaches = tuple(fact.hexes.values())
        for marker, hex in fact.hexes.items():
            self.put(marker, hex)
        self.ours |= set(self.beaches)
        self.were_ours |= self.ours

    on_BeachheadStated = on_BeachheadRevealed

    def on_PointsScored(self, fact: facts.PointsScored) -> None:
        if self.phase in ("us_setup", "reveal"):
            markers = [("beachhead", hex, 1) for hex in self.beaches] if self.read("R-12") == "marker" else []
            self.pointed("4.6", fact, *markers, *(points for hex in self.beaches for points in self.for_hex(hex)))
        else:
            less = self.date - 6
            points = max(0, self.die("row-points") - less)
            self.for_good += points
            self.pointed("4.5", fact, ("battleship-row", "BBRow", points))

    # ---- 3.6: control ----

    def enter(self, side: str, hex: str) -> None:
        """Ground units come into a hex, and take it."""
        if (hex in self.ours) != (side == "jp") and (hex, side) not in self.takes:
            self.takes.append((hex, side))

    def on_HexTaken(self, fact: facts.HexTaken) -> None:
        self.same("3.6", "hex taken", (fact.place, fact.to), self.takes.pop(0) if self.takes else "none")
        self.pointed("4.4", fact, *self.for_hex(fact.place, 1 if fact.to == "jp" else -1))
        if fact.to == "jp":
            self.ours.add(fact.place)
            self.were_ours.add(fact.place)
        else:
            self.ours.discard(fact.place)

    def on_HonoluluFell(self, fact: facts.HonoluluFell) -> None:
        self.fallen = True
        self.holds("9.14", self.honolulu(), "not every Honolulu hex has been Japanese")

    def honolulu(self) -> bool:
        return self.were_ours.issuperset(hex for hex, card in self.charts["hexes"].items() if card.get("honolulu"))

    # ---- 8: landings ----

    def room(self, hex: str) -> int:
        """8.1, 6.2: how many may land where a marker is."""
        there = [unit for unit in self.at(hex, "jp") if self.command(unit) != "beachhead"]
        return 4 - len(there)

    def at_sea(self) -> int:
        """Japanese units that have not landed."""
        return sum(
            not self.where[unit] and self.steps[unit] > 0
            for unit in self.where
            if self.command(unit) in ("SNLF", "IJA")
        )

    def due_ashore(self) -> int:
        return min(self.at_sea(), sum(map(self.room, self.markers())))

    def on_ForceLanded(self, fact: facts.ForceLanded) -> None:
        self.holds("8.1", self.markers().issuperset(fact.hexes), f"a landing in {fact.hexes}")
        self.holds("8.1", not self.night and self.phase == "landing", "a landing at night, or in another phase")

    def on_UnitsLanded(self, fact: facts.UnitsLanded) -> None:
        self.ashore = [(unit, hex) for hex, units in fact.places.items() for unit in units]
        self.same("8.2", "units landed", len(self.ashore), self.due_ashore())
        for hex, units in fact.places.items():
            self.holds("8.1", hex in self.markers() and len(units) <= self.room(hex), f"{units} land in {hex}")
        for unit, hex in self.ashore:
            self.holds("8.1", not self.where[unit] and self.steps[unit] > 0, f"{unit} lands again")
            self.put(unit, hex)

    def rolled_landing(self, fact: Rolled) -> None:
        """8.5: a die for each who landed, by the Landing Table."""
        self.same("8.5", "landing dice", len(fact.dice), len(self.ashore))
        by_date = self.charts["landing-modifiers"].get(f"{self.date}-dec", {}).get("amount", 0)
        table = self.charts["landing"]
        effects: dict[str, list[str]] = {}
        for die, (unit, hex) in zip(fact.dice, self.ashore, strict=False):
            effects.setdefault(table[str(die + by_date + self.hex(hex).get("landing", 0))]["effect"], []).append(unit)
        self.beached = set(effects.get("stalled", ()))
        self.hurt = [
            *effects.get("step", ()),
            *(unit for unit in effects.get("eliminated", ()) for _ in range(self.steps[unit])),
        ]

    def on_UnitsStalled(self, fact: facts.UnitsStalled) -> None:
        self.same("8.5", "stalled", set(fact.units), self.beached)
        self.same("8.5", "who has not lost the step that landing costs", self.hurt, [])
        self.stalled |= set(fact.units)

    def lost_landing(self, fact: facts.LossesTaken) -> None:
        for loss in fact.losses:
            self.holds("8.5", self.hurt.count(loss.unit) >= loss.steps, f"{loss.unit} loses a step on the beach")
            self.hurt = [unit for unit in self.hurt if unit != loss.unit]

    # ---- 9: movement ----

    def on_Declared(self, fact: Declared) -> None:
        self.path = tuple(fact.values.get("path", ()))

    def begin_movement(self) -> None:
        self.began = {unit: hex for unit, hex in self.where.items() if hex}
        self.factors, self.spent, self.forces, self.force = {}, {}, {}, 0

    def form(self, units: tuple[str, ...], factor: int) -> None:
        """A force sets out: from here on earlier ones have finished (9.5), but by the other player's leave."""
        self.force += 1
        if self.agreed():
            self.same("9.5", "movement factor of those who go on", {self.factors.get(unit) for unit in units}, {factor})
            self.forces.update(dict.fromkeys(units, self.force))
            return
        self.holds(
            "9.4", len({self.began.get(unit) for unit in units}) == 1, f"{units} did not begin the phase together"
        )
        for unit in units:
            self.holds("9.6", unit not in self.factors, f"{unit} has a movement factor already")
            self.factors[unit], self.spent[unit], self.forces[unit] = factor, 0, self.force
            self.holds("2.10", self.command(unit) not in STATIC, f"{unit} never moves")

    def agreed(self) -> bool:
        """The other player has just agreed that they go on."""
        return self.entry is not None and self.allowed_by == self.entry.of

    def on_MovementFactorRolled(self, fact: facts.MovementFactorRolled) -> None:
        if not self.agreed():
            self.same(
                "2.10", "movement factor", fact.allowance, max(0, self.die("mf") + BY_DATE[self.date] - self.fallen)
            )
        if self.read("R-07") == "hex" and not self.agreed():
            command, hex = self.command(fact.units[0]), self.began.get(fact.units[0])
            stack = {unit for unit, began in self.began.items() if began == hex and self.command(unit) == command}
            self.same("9.6", "who shares a die", set(fact.units), stack)
        self.form(fact.units, fact.allowance)

    def on_ForceFormed(self, fact: facts.ForceFormed) -> None:
        self.same("2.10", "movement factor", fact.allowance, 7)
        self.form(fact.units, fact.allowance)

    def on_ForceMoved(self, fact: facts.ForceMoved) -> None:
        self.going = (*fact.path, str(fact.vacated))

    def on_UnitsMoved(self, fact: facts.UnitsMoved) -> None:
        side, start = self.side(fact.units[0]), self.where[fact.units[0]]
        self.holds("9.4", {self.where[unit] for unit in fact.units} == {start}, f"{fact.units} are not together")
        if side == "jp":
            stay = {unit for unit in self.at(start, "jp") if self.command(unit) != "beachhead"} - set(fact.units)
            self.same("6.8", "who stays", (set(fact.stay), fact.start), (stay, start))
            self.same("6.8", "the way that is seen", self.going, (start, *fact.path, str(not stay)))
        self.path = self.path[len(fact.path) :] if self.path[: len(fact.path)] == fact.path else ()
        (self.advance if fact.how == "advance" else self.march)(fact, side, start)
        for unit in fact.units:
            self.put(unit, fact.path[-1])
        for hex in fact.path:
            self.enter(side, hex)

    def advance(self, fact: facts.UnitsMoved, side: str, start: str) -> None:
        """Battles say who advances."""
        raise NotImplementedError

    def march(self, fact: facts.UnitsMoved, side: str, start: str) -> None:
        self.holds("9.2", self.phase == f"{side}_move", f"movement in {self.phase}")
        for unit in fact.units:
            rule = "9.12" if side == "us" else "9.13"
            commands = (self.chit.partition("-")[0],) if side == "us" else ("SNLF", "IJA")
            self.holds(rule, self.command(unit) in commands, f"{unit} moves with the chit {self.chit}")
            self.holds("8.5", unit not in self.stalled, f"{unit} is stalled, and moves")
        self.same("9.4", "where they were as the phase began", len({self.began.get(unit) for unit in fact.units}), 1)
        forces = {self.forces.get(unit, 0) for unit in fact.units}
        self.same("9.5", "the force that goes on", forces, {self.force})
        left = min(self.factors.get(unit, 0) - self.spent.get(unit, 0) for unit in fact.units)
        cost = self.walk(fact, side, start, left)
        self.same("9.8", f"MP from {start} by {fact.path}", fact.cost, cost)
        self.holds("9.3", fact.cost <= left, f"{fact.cost} MP of {left}")
        for unit in fact.units:
            self.spent[unit] += fact.cost

    def walk(self, fact: facts.UnitsMoved, side: str, start: str, left: int) -> int:
        """What a way costs; what each of its hexes has to be open to is looked at."""
        other, cost, here = "us" if side == "jp" else "jp", 0, start
        for there in fact.path:
            last = there == fact.path[-1]
            self.holds("9.2", self.grid.adjacent(here, there), f"from {here} to {there}")
            self.holds("9.11", self.terrain(there) != "sea", f"{there} is sea")
            self.holds("9.10", not self.water(here, there), f"across the water from {here} to {there}")
            enemies = [
                unit
                for unit in self.at(there, other)
                if self.read("R-13") == "unit" or self.command(unit) != "beachhead"
            ]
            self.holds("9.7", not enemies, f"{fact.units} enter {there} with {enemies}")
            self.holds("11.1", there != FORD or not self.living("BBRow"), "onto Ford Island with Battleship Row there")
            self.room_for(fact.units, there, side, last)
            if FORD in (here, there):
                fresh = start == self.began.get(fact.units[0]) and not any(self.spent.get(unit) for unit in fact.units)
                self.holds(
                    "11.2",
                    len(fact.path) == 1 and fresh,
                    "a move onto Ford Island or off it begins next to it, and is all there is",
                )
                self.holds("11.2", left >= 1, "no MP for Ford Island")
                cost += max(self.factors.get(unit, 0) for unit in fact.units)
            else:
                cost += self.cost(side, here, there)
            here = there
        return cost

    def room_for(self, units: tuple[str, ...], hex: str, side: str, last: bool) -> None:
        """6.1: stacking on the way, where the reading has it so, and where a force ends; SNLF and IJA are apart once
        the phase is over (9.13)."""
        way = self.read("R-25")
        if not last and way == "ends":
            return
        there = [unit for unit in self.at(hex, side) if unit not in units]
        if way == "crossing" and side == "jp":
            there = [unit for unit in there if self.command(unit) == self.command(units[0])]
        broken = self.crowd(hex, (*there, *units), apart=False)
        self.holds("6.1", not broken, f"{units} with {there} in {hex}, against {broken}")

    def on_ForceStopped(self, fact: facts.ForceStopped) -> None:
        """9.3: the next hex costs more than is left."""
        side, here = self.side(fact.units[0]), self.where[fact.units[0]]
        left = min(self.factors[unit] - self.spent[unit] for unit in fact.units)
        steps = tuple(pairwise((here, *self.path)))
        if FORD in (here, *self.path):
            self.holds("9.3", left < 1, f"{left} MP do for {fact.before}")
        elif all(self.grid.adjacent(*step) for step in steps):  # else a goal alone was named
            costs = tuple(accumulate(self.cost(side, *step) for step in steps))
            first = next((there for (_, there), cost in zip(steps, costs, strict=True) if cost > left), "")
            self.same("9.3", f"the hex that {left} MP do not pay for", fact.before, first)

    def check_stacks(self) -> None:
        """6.1, as a phase begins."""
        for hex in sorted(self.touched):
            stack = self.stacks[hex]
            self.holds("6.1", len({self.side(unit) for unit in stack}) <= 1, f"enemies in {hex}: {stack}")
            broken = self.crowd(hex, stack)
            self.holds(broken or "6.1", not broken, f"{stack} in {hex}")
        self.touched = {hex for hex in self.touched if hex in self.beaches}
