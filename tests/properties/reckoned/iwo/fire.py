"""Fire of all kinds reckoned again: who fires, how many dice and hits, what damage, and whom it meets (9, 11, 12, 16,
18, 19, 22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from domain.iwo import facts as f
from domain.kernel.facts import Rolled
from tests.properties.reckoned.iwo.table import HIT, SUPPORT, SUPPORT_STACK, Table, Unit

BANZAI, KIRIKAMI, SURPRISE = 2, 1, 2
"""The dice of 22.3.1, 22.3.2 and 11.1.1."""


class Fires(Table):
    """Follows each bombardment, assault and defensive fire from its dice to its last loss."""

    def __init__(self) -> None:
        super().__init__()
        self.dice: tuple[int, ...] = ()
        self.rocket: tuple[int, ...] = ()
        self.plan: dict[str, tuple[str, ...]] = {}
        self.planned = False
        self.bombarded: set[str] = set()
        self.kirikami = 0
        self.banzai: set[str] | None = None
        self.firing: f.FireResolved | None = None
        self.targets: dict[str, int] = {}
        """Whom a fire may meet, with the steps they had."""
        self.taken: Counter[str] = Counter()
        self.ignored: Counter[tuple[str, str]] = Counter()
        self.retreated: set[str] = set()
        self.passed = 0
        self.opened = ""
        """A unit that has just been revealed to fire (11.1.1)."""
        self.due_cave = False
        self.due_markers = self.least_markers = 0
        self.landing_now: set[str] = set()
        self.beneath: int | None = None
        self.defence: tuple[str, int] | None = None
        """A unit that defensive fire has hit, and the losses it took, until it is known whether it retreats."""

    def on_Rolled(self, fact: Rolled) -> None:
        if fact.name == "dice":
            self.dice = fact.dice
        elif fact.name == "rocket":
            self.rocket = fact.dice

    # ---- 9.1, 12.1 who fires at what ----

    def on_BombardmentsDeclared(self, fact: f.BombardmentsDeclared) -> None:
        self.declared(fact.side, fact.plan)
        both = self.read("R-22", "per-side") == "both"
        for area, names in fact.plan.items():
            units = [self.units[name] for name in names]
            self.holds("9.1", area not in self.bombarded or not both, f"{area} is bombarded again")
            support = [u for u in units if not u.card.ground]
            self.holds("9.1.1", len(support) <= SUPPORT_STACK, f"{len(support)} support units over {area}")
            for unit in units:
                self.holds(
                    "9.1",
                    unit.card.side == fact.side and (unit.card.artillery or not unit.card.ground),
                    f"{unit.name} bombards",
                )
                if not unit.card.ground:
                    self.holds(
                        "9.1.1", unit.place == SUPPORT and not unit.grounded, f"{unit.name} bombards from {unit.place}"
                    )
                else:
                    self.in_range(unit, area)
        self.bombarded |= set(fact.plan)

    def in_range(self, unit: Unit, area: str) -> None:
        here = unit.place
        if unit.card.side == "jp" and not unit.revealed and not self.known:
            return
        self.holds("9.1.2", here in self.areas, f"{unit.name} bombards from {here}")
        foe = self.at(here, self.foe(unit.card.side))
        if unit.revealed and foe and (unit.card.side == "jp" or any(u.revealed for u in foe)):
            self.same("9.1.2", f"the target of {unit.name}, beside the enemy", area, here)
        elif unit.card.range == "1":
            own = area == here and (self.read("R-17", "yes") == "yes" or bool(foe))
            self.holds("2.1.1(4)", own or area in self.near(here), f"{unit.name} bombards {area} from {here}")

    def on_AssaultsDeclared(self, fact: f.AssaultsDeclared) -> None:
        self.declared(fact.side, fact.plan)
        for area, names in fact.plan.items():
            for name in names:
                unit = self.units[name]
                self.holds(
                    "12.1",
                    unit.place == area and unit.card.ground and unit.card.side == fact.side,
                    f"{name} assaults {area}",
                )
            self.holds("12.0", bool(self.at(area, self.foe(fact.side))), f"{area} is assaulted, where no enemy is")

    def declared(self, side: str, plan: Mapping[str, tuple[str, ...]]) -> None:
        """What holds of any plan: each unit once, and none that has fired (9.1, 12.1, 3)."""
        names = [name for units in plan.values() for name in units]
        self.holds("9.1", len(names) == len(set(names)), "a unit fires at two areas")
        self.holds("12.1", not self.planned, "a second plan in one phase")
        for name in names:
            self.holds(
                "3", not self.units[name].fired and not self.units[name].dead, f"{name} has fired, and fires again"
            )
        self.plan, self.planned = dict(plan), True

    # ---- the dice ----

    def on_UnitRevealed(self, fact: f.UnitRevealed) -> None:
        if fact.cause == "opens-fire":
            self.opened = fact.unit
            self.holds("11", not fact.fired, f"{fact.unit} has fired, and opens fire")
        super().on_UnitRevealed(fact)

    def on_FireResolved(self, fact: f.FireResolved) -> None:
        fire, area = fact.fire, fact.area
        units, side = [self.units[name] for name in fire.by], fire.side
        self.firing, self.taken, self.ignored, self.retreated, self.passed = fact, Counter(), Counter(), set(), 0
        rocket = 0
        if fire.kind == "defensive-fire":
            dice = self.defensive(fact, units[0])
        elif fire.kind == "assault":
            self.same("12.1", f"who assaults {area}", set(fire.by), set(self.plan.pop(area, ())))
            dice = sum(u.card.assault + self.bonus(u) for u in units)
        else:
            self.same("9.1", f"who bombards {area}", set(fire.by), set(self.plan.pop(area, ())))
            dice = sum(u.card.bombard for u in units if u.card.type != "rocket")
            if any(u.card.type == "rocket" for u in units):
                rocket = sum(self.rocket)
        self.same("22.5", "the hits of rockets", fact.rocket_hits, rocket)
        rolled = self.dice if dice else ()
        self.same(
            {"assault": "12.2.1", "bombardment": "9.3.1"}.get(fire.kind, "11.1.1"),
            f"the dice against {area}",
            len(fire.chance),
            dice,
        )
        self.same("9.3.1", "the dice", fire.chance, rolled)
        hits = sum(die >= HIT for die in rolled) + rocket
        self.same("9.3.1", f"the hits on {area}", fire.hits, hits)
        shelter = 0
        if fire.kind != "defensive-fire" and self.controls(self.foe(side), area):
            shelter = self.areas[area].bdv + (self.caves[area] if side == "us" else 0)
        rule = {"assault": "12.2.2", "bombardment": "9.3.2"}.get(fire.kind, "11.1.1")
        self.same(rule, f"the Damage Number in {area}", fire.outcome, max(0, hits - shelter))
        if fact.target:
            self.targets = {fact.target: self.units[fact.target].steps}
        else:
            self.targets = {u.name: u.steps for u in self.at(area, self.foe(side))}
        self.due_marker(fact)

    def defensive(self, fact: f.FireResolved, unit: Unit) -> int:
        """How many dice a unit rolls at one that enters its area (11.1.1)."""
        target = self.units[fact.target]
        self.same("11.1", f"where {unit.name} fires", (unit.place, target.place), (fact.area, fact.area))
        self.holds("11", unit.card.side != target.card.side and unit.card.ground, f"{unit.name} fires at {target.name}")
        self.holds("11", not unit.fired, f"{unit.name} has fired, and fires at {target.name}")
        observed = any(near in self.us_areas and self.areas[near].mountain for near in self.near(fact.area))
        surprise = self.opened == unit.name and unit.card.side == "jp"
        self.opened = ""
        self.same(
            "11.1.1",
            f"the surprise of {unit.name}",
            (fact.surprise, fact.observed),
            (surprise and not observed, surprise and observed),
        )
        return unit.card.assault + (SURPRISE if surprise and not observed else 0)

    def bonus(self, unit: Unit) -> int:
        """The dice of the charges (22.3)."""
        if unit.card.side == "us":
            return 0
        return (BANZAI if self.banzai and unit.place in self.banzai else 0) + KIRIKAMI * self.kirikami

    # ---- what fire does ----

    def due_marker(self, fact: f.FireResolved) -> None:
        """The cave or marker that a fire takes with it (9.3.4, 12.2.4, 16(6), 19)."""
        fire, area = fact.fire, fact.area
        self.due_cave = fire.side == "us" and fire.kind != "defensive-fire" and fire.hits > 0 and self.caves[area] > 0
        there = self.markers.get(area, set()) & {"beachhead", "safe"}
        enough = fire.hits if fire.kind == "bombardment" else fire.outcome
        self.due_markers = 0
        if fire.side == "jp" and fire.kind != "defensive-fire" and enough > 0:
            every = fire.kind == "assault" or self.read("R-16", "one") == "all"
            self.due_markers = len(there) if every else min(1, len(there))
            self.least_markers = min(1, len(there))

    def on_CaveCollapsed(self, fact: f.CaveCollapsed) -> None:
        self.holds("9.3.4", self.due_cave, f"a cave in {fact.area} collapses")
        self.due_cave = False
        super().on_CaveCollapsed(fact)

    def on_MarkerRemoved(self, fact: f.MarkerRemoved) -> None:
        self.due_markers -= 1
        self.least_markers -= 1
        self.holds(
            "16(6)", self.due_markers >= 0 and fact.marker != "stars", f"the {fact.marker} marker of {fact.area} goes"
        )
        super().on_MarkerRemoved(fact)

    def on_StepLost(self, fact: f.StepLost) -> None:
        if fact.loss.cause in ("bombardment", "assault", "defensive-fire"):
            self.taken[fact.unit] += 1
            self.holds("9.3.3", fact.unit in self.targets, f"{fact.unit} loses a step to a fire at others")
        super().on_StepLost(fact)

    def on_LossIgnored(self, fact: f.LossIgnored) -> None:
        unit, kind = self.units[fact.unit], self.firing.fire.kind if self.firing else ""
        self.taken[fact.unit] += 1
        self.ignored[fact.unit, fact.cause] += 1
        if fact.cause == "armor":
            anti = kind == "defensive-fire" and self.firing is not None and self.units[self.firing.fire.by[0]].card.at
            self.holds("22.4.3", unit.card.armor > 0 and not anti, f"{fact.unit} has no armor against this")
            self.holds(
                "22.4.3",
                self.ignored[fact.unit, "armor"] <= unit.card.armor,
                f"the armor of {fact.unit} takes a third loss",
            )
        else:
            self.same("12.2.3(3)", f"where {fact.unit} ignores a loss", kind, "assault")
            self.holds(
                "12.2.3(3)", self.ignored[fact.unit, "retreat"] == 1, f"{fact.unit} ignores two losses for its retreat"
            )
            self.retreated.add(fact.unit)

    def on_UnitRetreated(self, fact: f.UnitRetreated) -> None:
        unit, here = self.units[fact.unit], self.units[fact.unit].place
        side = unit.card.side
        self.close_defence(fact.unit)
        self.holds(
            "11.1.2(1)",
            fact.area in self.near(here) and self.controls(side, fact.area),
            f"{fact.unit} retreats to {fact.area}",
        )
        foes = self.at(fact.area, self.foe(side)) + (self.concealed(fact.area) if side == "us" and self.known else [])
        self.holds("11.1.2(1)", not foes, f"{fact.unit} retreats onto the enemy in {fact.area}")
        self.holds("22.4.1", not self.bar(unit, fact.area), f"{fact.unit} retreats to the hill {fact.area}")
        if self.firing is not None and self.firing.fire.kind == "assault":
            self.holds("12.2.3(2)", unit.card.mp > 0, f"{fact.unit} retreats without MP")
        else:
            self.holds("22.4.2", unit.card.type != "tank", f"the tank {fact.unit} retreats from defensive fire")
            self.holds("11.1.2(1)", fact.unit not in self.landing_now, f"{fact.unit} retreats from its landing")
        self.retreated.add(fact.unit)
        unit.place = fact.area

    def on_DamagePassed(self, fact: f.DamagePassed) -> None:
        assert self.firing is not None
        self.same(
            "9.3.3(3)",
            f"the damage passed on in {fact.area}",
            fact.damage,
            self.firing.fire.outcome - sum(self.taken.values()),
        )
        self.holds("9.3.3(3)", not self.at(fact.area, "jp"), f"damage is passed on over units in {fact.area}")
        self.passed = fact.damage
        self.beneath = sum(u.steps for u in self.concealed(fact.area)) if self.known else None

    def on_ConcealedLosses(self, fact: f.ConcealedLosses) -> None:
        if self.beneath is not None:
            lost = sum(loss.steps for loss in fact.losses)
            reckoned = min(self.passed, self.beneath), max(0, self.passed - self.beneath)
            self.same("9.3.3(4)", f"concealed losses in {fact.area}", (lost, fact.excess), reckoned)
        super().on_ConcealedLosses(fact)

    def on_UnitsFired(self, fact: f.UnitsFired) -> None:
        if self.firing is not None:
            left = {u for u in self.firing.fire.by if self.units[u].card.type != "rocket"}
            self.same(
                "9.3.5",
                "who has fired",
                set(fact.units) - {u for u in fact.units if self.units[u].card.type == "rocket"},
                left,
            )
            self.settle()
        super().on_UnitsFired(fact)

    def settle(self) -> None:
        """The damage of a fire has been applied, no more and no less (9.3.3, 11.1.2, 12.2.3)."""
        fact = self.firing
        assert fact is not None
        damage, fire = fact.fire.outcome, fact.fire
        rule = {"assault": "12.2.3(3)", "bombardment": "9.3.3(2)"}.get(fire.kind, "11.1.2(2)")
        room = 0
        for name, steps in self.targets.items():
            unit = self.units[name]
            armor = unit.card.armor if not (fire.kind == "defensive-fire" and self.units[fire.by[0]].card.at) else 0
            retreat = fire.kind == "assault" and self.ignored[name, "retreat"]
            room += steps + armor + (1 if retreat else 0)
            ignores = self.ignored[name, "armor"] + self.ignored[name, "retreat"]
            self.same("22.4.3", f"what {name} ignores", ignores, min(self.taken[name], armor + (1 if retreat else 0)))
        if fire.kind != "defensive-fire":
            self.same(rule, f"the losses in {fact.area}", sum(self.taken.values()), min(damage, room))
            alive = [n for n in self.targets if self.units[n].steps]
            least = min((self.taken[n] for n in alive), default=0)
            most = max((self.taken[n] for n in self.targets), default=0)
            self.holds(
                rule, not alive or most <= least + 1, f"the losses in {fact.area} go round unevenly: {dict(self.taken)}"
            )
            unseen = any(u.card.side == "jp" and not u.revealed and not u.dead for u in self.units.values())
            if fire.side == "us" and fire.kind == "bombardment" and damage > room and unseen:
                self.same("9.3.3(3)", f"the damage passed on in {fact.area}", self.passed, damage - room)
        else:
            self.defence = fact.target, sum(self.taken.values())
        self.holds("9.3.4", not self.due_cave, f"no cave in {fact.area} collapses")
        self.holds("16(6)", self.least_markers <= 0, f"no marker of {fact.area} goes")
        self.due_cave, self.due_markers, self.least_markers = False, 0, 0

    def close_defence(self, retreated: str = "") -> None:
        """The losses of defensive fire, one fewer where the unit retreats (11.1.2(2))."""
        if self.defence is None:
            return
        (name, taken), unit = self.defence, self.units[self.defence[0]]
        assert self.firing is not None
        armor = 0 if self.units[self.firing.fire.by[0]].card.at else unit.card.armor
        damage = max(0, self.firing.fire.outcome - (retreated == name))
        self.same("11.1.2(2)", f"the losses of {name}", taken, min(damage, self.targets[name] + armor))
        self.defence = None
