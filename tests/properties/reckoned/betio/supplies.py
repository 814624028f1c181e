"""BB 7 supply."""

from __future__ import annotations

from domain.betio import facts
from domain.betio.charts import PIER_BASE
from tests.properties.reckoned.betio.board import FOOT
from tests.properties.reckoned.betio.fires import terms
from tests.properties.reckoned.betio.ground import Ground


class Supplies(Ground):
    """Points, chits, heads, and who is found unsupplied."""

    def __init__(self) -> None:
        super().__init__()
        self.points, self.pool = 0, 0
        self.chit_spent: set[str] = set()
        self.submarine, self.carrier, self.fleet_raid = False, False, ""

    def on_SupplyRolled(self, fact: facts.SupplyRolled) -> None:
        self.die("BB 7.1.2", fact.die)
        self.same("BB 7.1.1", "the turn", fact.supply_turn, self.turn)
        self.holds("BB 7.1.1", self.turn >= 3, f"supply on turn {self.turn}")
        said = {
            "pier-head": int(self.functions(PIER_BASE)),
            "submarine": -int(self.submarine),
            "fleet-raid": -int(self.fleet_raid == "supply"),
        }
        self.same("BB 7.1.3", "the terms", terms(fact.terms), self.given(said))
        rolled = self.cell("supply", fact.die + sum(one.amount for one in fact.terms))["points"]
        self.same("BB 7.1.2", "the points", fact.rolled, rolled)
        self.points = fact.rolled

    def on_ActiveSupplyGiven(self, fact: facts.ActiveSupplyGiven) -> None:
        units = [self.units[name] for name in fact.units]
        if fact.free:
            self.same("BB 7.6.3", "who gets a chit for nothing", set(fact.units), self.held_back())
            self.same("BB 7.6.3", "the pool", fact.pool, self.pool)
        else:
            self.same("BB 7.3.3", "the phase", self.phase, "allocate")
            self.same("BB 7.3.3", "the points", fact.pool + fact.fresh, self.pool - len(units) + 2 * fact.fresh)
            self.holds(
                "BB 7.3.3",
                fact.pool >= 0 and fact.fresh <= self.points,
                f"{fact.pool} in the pool, {fact.fresh} of {self.points}",
            )
            self.pool, self.points = fact.pool, self.points - fact.fresh
        for unit in units:
            self.holds(
                "BB 7.3.10",
                unit.kind in FOOT or (unit.kind == "hawkins" and self.readings["A-95"] == "yes"),
                f"{unit.name}, {unit.kind}",
            )
            self.holds("BB 7.3.7", not unit.active, f"{unit.name} has a chit")
            if not fact.free:
                self.holds(
                    "BB 7.3.2", unit.box == "map" and self.traces(unit.hex), f"{unit.name} in {unit.hex} traces no line"
                )
            unit.active = True

    def held_back(self) -> set[str]:
        """7.6.3: who has been ashore for two turns, and did not assault or demolish in them."""
        fights = (*FOOT, *(("hawkins",) if self.readings["A-95"] == "yes" else ()))
        return {
            one.name
            for one in self.ashore()
            if one.kind in fights and one.landed == self.turn - 2 and not one.attacked_early and not one.active
        }

    def on_SupplyAccumulated(self, fact: facts.SupplyAccumulated) -> None:
        kept = self.any_head() or self.readings["A-35"] == "kept"
        self.same("BB 7.7.1", "the pool", fact.pool, self.pool + (self.points if kept else 0))
        self.same("BB 7.7.1", "what is lost", fact.lost, 0 if kept else self.points)
        self.pool, self.points = fact.pool, 0

    def on_DirectSupplySent(self, fact: facts.DirectSupplySent) -> None:
        super().on_DirectSupplySent(fact)
        self.holds("BB 7.7.2", self.points > 0, "no point is left to send")
        self.points -= 1

    def on_DirectSupplyLanded(self, fact: facts.DirectSupplyLanded) -> None:
        self.delivered[fact.battalion] = fact.hex
        close = {self.hexes[fact.hex].area, *self.next_to[self.hexes[fact.hex].area]}
        for name in (*fact.units, *fact.relieved):
            unit = self.units[name]
            reached = self.hexes[unit.hex].area in close and self.traces(unit.hex, [fact.hex])
            self.holds("BB 7.5.5", reached, f"{name} in {unit.hex}, landed in {fact.hex}")
        for name in fact.units:
            self.units[name].active = True
        for name in fact.relieved:
            self.units[name].unsupplied = 0

    def on_HeadsPlaced(self, fact: facts.HeadsPlaced) -> None:
        self.same("BB 7.4.3", "the phase", self.phase, "heads")
        for hex in fact.places:
            self.holds(
                "BB 7.4.1",
                self.may_be_head(hex) and not self.hexes[hex].head,
                f"a head in {hex}, {self.to_japanese(hex)} from the Japanese",
            )
            self.hexes[hex].head = True

    def on_ActiveSupplyUsed(self, fact: facts.ActiveSupplyUsed) -> None:
        for name in fact.units:
            self.holds("BB 7.3.9", self.units[name].active, f"{name} has no chit")
        if self.phase == "used_up":
            self.same(
                "BB 7.3.9", "whose chit is used up", sorted(self.group(fact.units)), sorted(self.group(self.used_up()))
            )
        elif self.phase == "supply_check":
            untraced = {one.name for one in self.ashore() if one.active and not self.in_general(one)}
            self.same("BB 7.2.3", "whose chit is spent", set(fact.units), untraced)
        for name in fact.units:
            self.units[name].active = False

    def group(self, units: tuple[str, ...] | list[str]) -> list[str]:
        """Their battalions: which of its chits a battalion gives is its own matter (reading A-56)."""
        return [self.units[name].battalion or name for name in units]

    def used_up(self) -> list[str]:
        """7.3.9, reading A-56: the chits under those who attacked, and one of those nearby that others shared."""
        if self.turn <= 2:
            return []
        attacked = [one for one in self.ashore() if one.attacked == self.turn]
        used = [one.name for one in attacked if one.active]
        for one in attacked:
            if one.active or self.just_landed(one):
                continue
            close = {self.hexes[one.hex].area, *self.next_to[self.hexes[one.hex].area]}
            holders = (
                mate for mate in self.ashore() if mate.active and one.battalion and mate.battalion == one.battalion
            )
            mates = [mate for mate in holders if self.hexes[mate.hex].area in close]
            if mates and not any(mate.name in used for mate in mates):
                used.append(mates[0].name)
        return used

    def on_SupplyFound(self, fact: facts.SupplyFound) -> None:
        self.same("BB 7.8.1", "the phase", self.phase, "supply_check")
        said = dict(zip(fact.units, fact.phases, strict=True))
        self.same("BB 7.8.1", "who is unsupplied", said, self.found_unsupplied())
        for name, phases in said.items():
            self.units[name].unsupplied = phases

    def found_unsupplied(self) -> dict[str, int]:
        """7.8.1, 7.9.1: in how many Supply Phases in a row; 0 for who is supplied again."""
        found = {}
        for unit in self.ashore():
            supplied = self.in_general(unit) or unit.name in self.chit_spent
            if not supplied:
                found[unit.name] = unit.unsupplied + 1
            elif unit.unsupplied:
                found[unit.name] = 0
        return found
