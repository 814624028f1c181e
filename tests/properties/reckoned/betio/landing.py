"""BB 3, 1.7, 12: who comes when, and how vessels, waders and units on the Long Pier move."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from domain.betio import facts
from domain.betio.charts import PIER_BASE, PIER_DROPS, PIER_END, PIER_WAY_IN, WRECK
from domain.kernel.facts import PhaseBegan
from tests.properties.reckoned.betio.board import TANKS, VESSELS, Board, Unit

SCHEDULE = {
    "2/2": (20, "0900",
            "Red 2"), "3/2": (20, "0900", "Red 1"), "2/8": (20, "0900", "Red 3"), "Hawkins": (20, "0900", ""),
    "1/2": (20, "1100", "Red 2"), "3/8": (20, "1100", "Red 3"), "10/1": (20, "1100", ""), "10/2": (20, "1300", ""),
    "1/8": (21, "0700", "Red 2"), "1/6": (21, "1700", "Green"), "3/6": (22, "1100", ""),
}  # fmt: skip
"""12.1: from when each may enter, and at which beach."""
AFTER = {"10/3": (20, "1300"), "10/4": (20, "1300"), "2/6": (21, "1700")}
"""12.2, 12.3: on a turn after that hour."""
TANK_TURNS = (("20", "0900", 1), ("20", "1100", 2), ("20", "1300", 2), ("21", "0700", 2), ("21", "0900", 1))
STEP = {"amtrack": 2, "higgins": 2, "sherman": 4, "stuart": 4}
"""3.5.3: halves for a hex of the reef; 6 for all others."""


class Landing(Board):
    """From the entry hexes to the beach."""

    def __init__(self) -> None:
        super().__init__()
        self.tanks_entered = 0
        self.pier_units, self.pier_guns = 0, 0
        self.sent: list[str] = []
        self.lost_vessels: Counter[str] = Counter()
        self.murray = False
        self.over = 0
        """Halves that a vessel had left where it arrived."""

    def turn_of(self, day: int, time: str) -> int:
        return next(
            (int(turn) for turn, card in self.charts["turns"].items() if (card["day"], card["time"]) == (day, time)), 99
        )

    def next_stage(self, fact: PhaseBegan) -> None:
        """Action Points are new in each impulse, and in the Ground Phase (4.2.1, 3.5.3)."""
        if fact.phase in ("reef", "traps", "actions"):
            for unit in self.units.values():
                unit.left, unit.used = -1, 0
                if fact.phase == "reef":
                    unit.busy = unit.on_pier_since == self.turn and unit.kind != "hawkins"

    # ---- entering ----

    def on_UnitEntered(self, fact: facts.UnitEntered) -> None:
        self.same("BB 3.4.4", "the phase", self.phase, "place")
        card = self.hexes[fact.hex]
        others = [one.name for one in self.on_map(fact.hex)]
        self.holds("BB 3.3.4", not others, f"{fact.hex} holds {others}")
        cargo, vessel = self.units.get(fact.cargo), self.units.get(fact.vessel)
        if vessel is not None:
            self.holds(
                "BB 3.4.5",
                vessel.is_vessel and vessel.box == "waiting" and vessel.steps > 0,
                f"{vessel.name} is {vessel.box}",
            )
            self.same("BB 3.2.2", "the entry hex", card.entry, fact.beach or card.entry)
            self.holds("BB 3.2.1", bool(card.entry), f"{fact.hex} is no entry hex")
            vessel.box, vessel.hex, vessel.cargo, vessel.beach = "map", fact.hex, fact.cargo, fact.beach
        else:
            self.holds(
                "BB 3.4.3",
                cargo is not None and cargo.kind == "hawkins" and fact.hex in PIER_END,
                f"{fact.cargo} comes without a vessel",
            )
        if cargo is None:
            return
        self.holds("BB 12.1", cargo.box == "waiting" and cargo.steps > 0, f"{cargo.name} is {cargo.box}")
        self.in_time(cargo, fact.beach)
        if vessel is not None:
            self.holds("BB 3.4.1", (vessel.kind == "lcm") == cargo.is_tank, f"{cargo.name} aboard {vessel.name}")
            cargo.box, cargo.vessel, cargo.beach = "aboard", vessel.name, fact.beach
        else:
            cargo.box, cargo.hex = "map", fact.hex

    def in_time(self, unit: Unit, beach: str) -> None:
        """12: its hour has come, and it is its beach."""
        if unit.is_tank:
            self.tanks_entered += 1
            here = sum(number for day, time, number in TANK_TURNS if self.turn_of(int(day), time) <= self.turn)
            self.holds("BB 12.1", self.tanks_entered <= here, f"tank {self.tanks_entered} of {here} that have come")
            return
        of = unit.battalion or unit.name
        if of in AFTER:
            self.holds("BB 12.2", self.turn > self.turn_of(*AFTER[of]), f"{unit.name} comes on turn {self.turn}")
            if of == "2/6" and not self.murray:
                self.murray = True
                self.owe("BB 12.2", "murray")
                self.owe_move("MGM", -2, "murray")
            return
        day, time, own = SCHEDULE[of]
        self.holds("BB 12.1", self.turn >= self.turn_of(day, time), f"{unit.name} comes on turn {self.turn}")
        self.holds("BB 12.1", not own or beach == own, f"{unit.name} comes to {beach}")

    def owe_move(self, track: str, boxes: int, cause: str) -> None:
        raise NotImplementedError

    def on_MurrayCommitted(self, fact: facts.MurrayCommitted) -> None:
        self.pay("BB 12.2", "murray")

    def on_PlacedOnBairiki(self, fact: facts.PlacedOnBairiki) -> None:
        for name in fact.units:
            unit = self.units[name]
            self.holds(
                "BB 1.4.1", unit.kind == "artillery" and unit.box == "waiting", f"{name}, {unit.kind}, is {unit.box}"
            )
            self.in_time(unit, "")
            unit.box, unit.hex = "bairiki", ""

    def on_DirectSupplySent(self, fact: facts.DirectSupplySent) -> None:
        self.holds("BB 7.5.4", fact.battalion not in self.sent, f"{fact.battalion} is sent a second point")
        self.sent.append(fact.battalion)
        self.holds("BB 7.5.1", self.units[fact.vessel].kind in ("amtrack", "higgins"), fact.vessel)

    # ---- the ways ----

    def open_to(self, unit: Unit, hex: str) -> bool:
        """Where it may go afloat (1.7.7, 1.8.1, 3.4.8)."""
        card = self.hexes[hex]
        rolls = unit.is_vessel or unit.is_tank
        if card.pier:
            return not rolls and hex == PIER_WAY_IN
        if not card.water or (rolls and card.obstacle):
            return False
        tide = unit.kind == "higgins" and 11 <= self.turn <= 13
        return unit.kind not in ("higgins", "lcm") or tide or bool(card.entry)

    def ways(self, unit: Unit, beach: str) -> dict[str, int]:
        """How many hexes it is from each to a beach."""
        key = ("rolls" if unit.is_vessel or unit.is_tank else "wades", beach)
        if key not in self.steps_to:
            amtrack = Unit("", "amtrack" if key[0] == "rolls" else "infantry", 0, 0, 0)
            edge = [hex for hex, card in self.hexes.items() if card.landing == beach]
            found = dict.fromkeys(edge, 0)
            while edge:
                here, edge = edge, []
                for hex in here:
                    for one in self.near(hex):
                        if one not in found and self.open_to(amtrack, one) and not self.hexes[one].pier:
                            found[one] = found[hex] + 1
                            edge.append(one)
            self.steps_to[key] = found
        return self.steps_to[key]

    def costs(self, unit: Unit, here: str, there: str) -> int:
        """3.5.3, TEC, reading A-64: what the next hex of its way costs, in halves."""
        card = self.hexes[there]
        if card.pier:
            return 2
        if card.water or unit.is_vessel:
            return STEP.get(unit.kind, 6)
        return self.entering(here, there, unit.is_tank) or 0

    def on_ReefMoved(self, fact: facts.ReefMoved) -> None:
        self.same("BB 3.5.1", "the phase", self.phase, "reef")
        (name,) = fact.units
        unit, cost = self.units[name], 0
        start = here = unit.hex
        pier = self.hexes[start].pier
        for there in fact.path:
            self.holds("BB 3.5.3", self.grid.adjacent(here, there), f"{here} and {there} do not touch")
            cost += self.costs(unit, here, there)
            if pier or self.hexes[there].pier:
                self.along_pier(unit, here, there)
            elif not self.hexes[there].landing and not self.hexes[there].area:
                self.holds("BB 1.8.1", self.open_to(unit, there) or self.ebbs(unit, there), f"{name} enters {there}")
            here = there
        if fact.shifted:
            self.off_course(unit, fact.path)
        elif not pier:
            self.straight_on(unit, start, fact.path)
        self.same("BB 3.5.3", f"what the way of {name} costs", fact.cost, cost if not fact.shifted else fact.cost)
        self.holds("BB 3.5.3", fact.cost >= cost, f"{name} pays {fact.cost} halves for {cost}")
        self.over = self.has(unit) - fact.cost
        self.spend(unit, fact.cost, self.over if fact.shifted else fact.left[0], "BB 3.5.3")
        if fact.shifted:
            self.same("BB 3.5.6", f"what is left to {name}", fact.left[0], 0)
            unit.left, unit.used = 0, 99
        if fact.path:
            if not self.hexes[here].area:
                others = [one.name for one in self.on_map(here) if one is not unit]
                self.holds("BB 3.3.4", not others, f"{here} holds {others} beside {name}")
            unit.hex = here
            unit.in_wreck = self.turn if here == WRECK else 0
            if PIER_WAY_IN in fact.path and not pier:
                unit.stepped_on = True
            if self.hexes[here].area:
                self.arrive(unit)

    def ebbs(self, unit: Unit, there: str) -> bool:
        """Reading A-82: a Higgins boat that the tide has left goes back into an entry hex."""
        return unit.kind == "higgins" and bool(self.hexes[there].entry)

    def along_pier(self, unit: Unit, here: str, there: str) -> None:
        """1.7.3, 1.7.7: down the pier; onto it at 2632 alone; into 2731 from its end, to clear it."""
        self.holds("BB 1.7.7", not unit.is_vessel and not unit.is_tank, f"{unit.name} is on the Long Pier")
        if not self.hexes[here].pier:
            self.same("BB 1.7.7", f"the way onto the pier of {unit.name}", there, PIER_WAY_IN)
        elif not self.hexes[there].pier:
            self.same("BB 1.7.3", f"where {unit.name} leaves the pier", there, PIER_BASE)

    def straight_on(self, unit: Unit, start: str, path: tuple[str, ...]) -> None:
        """3.5.2: by the shortest way to its beach, if it brings something there."""
        if unit.returning or (unit.is_vessel and not unit.cargo):
            return
        ways, here = self.ways(unit, unit.beach), start
        if self.wrecks and unit.kind == "infantry":
            return
        for there in path:
            if self.hexes[there].pier or self.hexes[here].pier:
                return
            nearer = here in ways and ways.get(there, 99) == ways[here] - 1
            self.holds("BB 3.5.2", nearer, f"{unit.name} goes from {here} to {there}, {unit.beach} lies elsewhere")
            here = there

    def off_course(self, unit: Unit, path: tuple[str, ...]) -> None:
        """3.5.6, readings A-45, A-78: through the hexside on the side that was said, and on along that column."""
        side, start = unit.shift, unit.hex
        self.holds("BB 3.5.6", bool(side), f"{unit.name} has no course change")
        if not path:
            return
        spots = [self.grid.spot(hex) for hex in (start, *path)]
        moves = [(b.row - a.row, b.half - a.half) for a, b in pairwise(spots)]
        along = [hex for hex in path if not self.hexes[hex].pier and not self.beside_pier(hex)]
        if len(along) == len(path):
            self.holds("BB 3.5.6", len(set(moves)) == 1, f"{unit.name} leaves its column: {path}")
        ways = self.ways(unit, unit.beach)
        front = [one for one in self.near(start) if start in ways and ways.get(one, 99) == ways[start] - 1]
        if front:
            there = self.on_side(start, front, side)
            self.same("BB 3.5.6", f"where {unit.name} goes, off course to the {side} of {front}", path[0], there)
        if len(set(moves)) == 1 and not self.hexes[path[-1]].area:  # not where the pier has turned it aside (1.7.7)
            last = spots[-1]
            name = self.grid.name(last.row + moves[-1][0], last.half + moves[-1][1])
            free = name in self.hexes and (
                self.hexes[name].landing or (self.open_to(unit, name) and not self.on_map(name))
            )
            if free and not self.beside_pier(name) and not self.hexes[name].pier:
                has = self.has(unit) - sum(self.costs(unit, a, b) for a, b in pairwise((start, *path)))
                self.holds(
                    "BB 3.5.6",
                    has < self.costs(unit, path[-1], name),
                    f"{unit.name} stops before {name} with {has} halves",
                )

    def on_side(self, start: str, front: list[str], side: str) -> str:
        """Of two front hexes that on the side; of one, the hex next to it on that side."""
        ring = list(self.ring(start))
        turn = -1 if side == "left" else 1
        if len(front) >= 2:
            a, b = front[:2]
            return b if ring[(ring.index(a) + turn) % 6] == b else a
        return ring[(ring.index(front[0]) + turn) % 6]

    def ring(self, hex: str) -> tuple[str, ...]:
        """Its neighbours by the clock, seen with the first row at the top."""
        east, west = ("back", "ahead") if self.left_is_up else ("ahead", "back")
        return tuple(
            self.grid.toward(hex, way)
            for way in (f"up-{west}", f"up-{east}", east, f"down-{east}", f"down-{west}", west)
        )

    def arrive(self, unit: Unit) -> None:
        """At a beach hex a vessel disembarks, and who wades is ashore (3.6.1)."""
        if unit.is_vessel:
            if unit.cargo:
                self.owe("BB 3.6.1", "landed", unit.cargo if unit.cargo in self.units else "supply", unit.hex)
        else:
            if not unit.landed:
                self.owe("BB 3.5.5", "landed", unit.name, unit.hex)
            if unit.hex == PIER_BASE and unit.is_infantry and not unit.stepped_on and not self.pier_cleared:
                self.owe("BB 1.7.3", "pier cleared")

    def on_Landed(self, fact: facts.Landed) -> None:
        vessel = self.units.get(fact.vessel)
        self.pay("BB 3.6.1" if vessel else "BB 3.5.5", "landed", fact.unit, fact.hex)
        if vessel is not None:
            self.same("BB 3.6.3", f"{fact.unit} comes late", fact.late, self.over == 0 and fact.unit != "supply")
            vessel.cargo, vessel.returning, vessel.left, vessel.shift = "", True, 0, ""
        if fact.unit == "supply":
            return
        unit = self.units[fact.unit]
        if unit.kind == "artillery":
            self.holds("BB 3.4.7", vessel is not None, f"{unit.name} has waded")
        unit.box, unit.hex, unit.vessel, unit.landed, unit.late, unit.shift = (
            "map",
            fact.hex,
            "",
            self.turn,
            fact.late,
            "",
        )
        self.stacked(fact.hex)

    def stacked(self, hex: str) -> None:
        """3.3.1 to 3.3.3: who may stand in a hex of Betio together (reading A-24)."""
        here = [one for one in self.on_map(hex) if not one.is_vessel]
        infantry = [one for one in here if one.is_infantry]
        engineers = [one for one in here if one.kind == "engineer"]
        guns = [one for one in here if one.is_tank or one.kind == "artillery"]
        one_battalion = len(infantry) <= 2 and len({one.battalion for one in infantry}) <= 1
        others = len(engineers) + len(guns) <= 1 if infantry else len(engineers) <= 1 and len(guns) <= 1
        self.holds("BB 3.3.1", one_battalion and others, f"{hex} holds {[one.name for one in here]}")

    def on_Unloaded(self, fact: facts.Unloaded) -> None:
        vessel, unit = self.units[fact.vessel], self.units.get(fact.unit)
        self.same("BB 3.4.12", "the phase", self.phase, "reef")
        self.holds("BB 3.4.12", vessel.used == 0, f"{vessel.name} has moved in this impulse")
        self.same("BB 3.4.2", f"what {vessel.name} carries", fact.unit, vessel.cargo)
        vessel.cargo, vessel.returning, vessel.busy = "", vessel.kind != "amtrack" or not fact.onto, True
        if fact.pier:
            self.onto_pier(vessel, unit, fact.hex)
        if unit is None:
            return
        unit.vessel, unit.busy = "", True
        if fact.onto:
            onto = self.units[fact.onto]
            kinds = (vessel.kind, onto.kind, onto.cargo)
            self.same(
                "BB 3.4.10",
                f"from what to what, and what that carries, {fact.unit} is unloaded",
                kinds,
                ("higgins", "amtrack", ""),
            )
            self.holds(
                "BB 3.4.10", self.grid.adjacent(onto.hex, vessel.hex) and onto.used == 0, f"{fact.onto} in {onto.hex}"
            )
            onto.cargo, onto.beach, onto.busy, onto.returning = unit.name, unit.beach, True, False
            unit.vessel = onto.name
            return
        unit.box, unit.hex = "map", fact.hex
        if not fact.pier:
            self.same("BB 3.4.6", "the hex", fact.hex, vessel.hex)
            self.holds(
                "BB 3.4.6", bool(self.hexes[fact.hex].entry) and unit.kind != "artillery", f"{unit.name} in {fact.hex}"
            )
            self.holds("BB 3.6.1", vessel.kind != "amtrack", f"{vessel.name} unloads on the reef")

    def onto_pier(self, vessel: Unit, unit: Unit | None, hex: str) -> None:
        """1.7.4 to 1.7.6, 3.6.5."""
        self.holds(
            "BB 3.6.5",
            vessel.hex in PIER_DROPS and hex in PIER_END and self.grid.adjacent(vessel.hex, hex),
            f"{vessel.name} in {vessel.hex}",
        )
        if unit is None:
            self.holds("BB 1.7.6", self.pier_cleared, "supplies land on a pier that is not cleared")
            return
        self.pier_units += 1
        unit.on_pier_since = self.turn
        others = [one.name for one in self.on_map(hex)]
        self.holds("BB 3.3.4", not others, f"{hex} holds {others}")
        self.holds("BB 1.7.7", unit.kind not in (*TANKS, *VESSELS), f"{unit.name} is on the pier")
        self.holds("BB 1.7.4", self.pier_units <= 2, f"{self.pier_units} units on the pier in one turn")
        if unit.kind == "artillery":
            self.pier_guns += 1
            self.holds("BB 1.7.5", self.pier_cleared, f"{unit.name} lands on a pier that is not cleared")
        if self.hexes[PIER_BASE].head:
            self.holds(
                "BB 1.7.6",
                unit.kind == "artillery" and self.pier_guns <= 1,
                f"{unit.name} lands beside the Supply Head",
            )

    def on_Stranded(self, fact: facts.Stranded) -> None:
        unit = self.units[fact.unit]
        self.holds("BB 3.4.7", unit.kind != "artillery", f"{unit.name} wades")
        unit.box, unit.hex, unit.vessel, unit.left, unit.used = "map", fact.hex, "", -1, 0
        unit.in_wreck = self.turn if fact.hex == WRECK else 0

    def on_VesselGone(self, fact: facts.VesselGone) -> None:
        for name in fact.units:
            unit = self.units[name]
            self.holds(
                "BB 3.4.14",
                not unit.cargo and bool(self.hexes[unit.hex].entry),
                f"{name} carries {unit.cargo} in {unit.hex}",
            )
            unit.box, unit.hex, unit.returning, unit.shift, unit.beach = "waiting", "", False, "", ""

    def on_VesselReturned(self, fact: facts.VesselReturned) -> None:
        (name,), spent = fact.units, self.units[fact.spent]
        unit = self.units[name]
        self.same("BB 4.9.13", "the kinds", unit.kind, spent.kind)
        self.holds(
            "BB 4.9.13", unit.box == "lost" and spent.box == "lost", f"{name} is {unit.box}, {spent.name} {spent.box}"
        )
        self.lost_vessels[unit.kind] -= 2
        self.holds(
            "BB 4.9.13",
            self.lost_vessels[unit.kind] >= 0,
            f"{self.lost_vessels[unit.kind] + 2} of {unit.kind} are lost",
        )
        unit.box, unit.steps, unit.back, unit.hex = "waiting", fact.gains[0].now or 0, True, ""
        self.same("BB 4.9.13", "its steps", unit.steps, unit.full - -(-unit.full // 2))
        spent.box = "gone"

    def on_PierCleared(self, fact: facts.PierCleared) -> None:
        unit = self.units[fact.unit]
        self.pay("BB 1.7.3", "pier cleared")
        self.holds(
            "BB 1.7.3",
            not self.pier_cleared and unit.is_infantry and unit.hex == PIER_BASE,
            f"{unit.name} in {unit.hex}",
        )
        self.pier_cleared = True

    def on_ShiftPlaced(self, fact: facts.ShiftPlaced) -> None:
        for name in fact.units:
            unit = self.units[name]
            if fact.shift:
                self.pay("BB 3.7.6", "shift", name, fact.shift)
                self.holds(
                    "BB 1.7.8",
                    not self.hexes[unit.hex].pier and not self.beside_pier(unit.hex),
                    f"{name} in {unit.hex} changes course",
                )
            unit.shift = fact.shift

    def at_the_wreck(self, unit: Unit) -> bool:
        """Reading A-88."""
        return self.wrecks and unit.kind == "infantry" and unit.hex == WRECK
