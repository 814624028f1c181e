"""BB 1.3, 1.5, 4: traps, and what Marine units do in the Ground Phase."""

from __future__ import annotations

from domain.betio import facts
from domain.kernel.facts import Decided
from tests.properties.reckoned.betio.board import FOOT, MARKED, Unit
from tests.properties.reckoned.betio.fires import Fires, terms

COST = {"fire": "BB 4.4.2", "support": "BB 4.7.3", "assault": "BB 4.5.5", "demolition": "BB 4.6.4", "move": "BB 4.3.1"}


class Ground(Fires):
    """The Ground Phase but for Offensive Fire."""

    def __init__(self) -> None:
        super().__init__()
        self.assaulters: tuple[str, ...] = ()
        self.assaulted: tuple[str, ...] = ()
        self.demolishing = False
        self.supporting: list[str] = []
        self.coordination = 0
        self.shells = 0
        self.offshore, self.offshore_given = 0, 0
        self.runway_due = ""
        self.fled: list[str] = []
        """Who retreats onto a runway, and comes under fire there (reading A-52)."""
        self.trap: tuple[str, int] = ("", 0)
        self.tried: dict[str, bool] = {}
        """Who has attempted recovery in this turn, and whether it got a step back."""
        self.in_hand: tuple[str, ...] = ()
        self.recovery_dice: set[str] = set()
        self.repulsing = ""
        self.target = ""

    def declared(self) -> None:
        """A new declaration: nothing of the one before is in hand."""
        self.supporting, self.coordination, self.shells, self.shots = [], 0, 0, []
        self.holds("BB 1.5.3", not self.runway_due, f"no fire at who has entered {self.runway_due}")
        self.runway_due, self.in_hand = "", ()

    # ---- 4.1 ----

    def trapped_areas(self) -> set[str]:
        """4.1.2, 4.1.5."""
        found = set()
        for area in self.areas:
            inland = [
                one for one in self.ashore() if self.hexes[one.hex].area == area and not self.hexes[one.hex].landing
            ]
            if inland and (not self.secured(area) or any(not self.secured(near) for near in self.next_to[area])):
                found.add(area)
        return found

    def victims(self, area: str) -> set[str]:
        """4.1.1, 4.1.4."""
        return {
            one.name
            for one in self.ashore()
            if self.hexes[one.hex].area == area and not self.hexes[one.hex].landing and not one.is_tank
        }

    def on_TrapsRolled(self, fact: facts.TrapsRolled) -> None:
        self.die("BB 4.1.2", fact.die)
        self.holds("BB 4.1.2", fact.area in self.aimed, f"{fact.area} is rolled for")
        self.aimed.discard(fact.area)
        self.same("BB 4.1.3", "the steps", fact.steps, self.cell("booby-traps", fact.die).get("steps", 0))
        self.trap = (fact.area, fact.steps)

    def trap_loss(self, unit: Unit, steps: int) -> None:
        area, said = self.trap
        self.holds(
            "BB 4.1.3",
            unit.name in self.victims(area) and self.drawn in ("", unit.name),
            f"{unit.name} is befallen in {area}",
        )
        self.same("BB 4.1.3", f"what {unit.name} loses", steps, min(said, unit.steps))
        unit.trapped, self.trap, self.drawn = True, ("", 0), ""

    def on_StepsLost(self, fact: facts.StepsLost) -> None:
        for loss in fact.losses:
            if loss.cause == "booby-trap":
                self.owe("BB 4.1.3", "loss", loss.unit, count=loss.steps)
                self.trap_loss(self.units[loss.unit], loss.steps)
        super().on_StepsLost(fact)

    # ---- Action Points ----

    def may_act(self, unit: Unit, rule: str) -> None:
        """1.3.2, 4.9.2, 7.9.2, reading A-14: what keeps a unit from acting at all."""
        self.same("BB 4.2", "the phase", self.phase, "actions")
        self.holds(
            rule,
            unit.box == "bairiki" or (unit.box == "map" and bool(self.hexes[unit.hex].area)),
            f"{unit.name} is in {unit.box} {unit.hex}",
        )
        self.holds(rule, not unit.digging and not unit.recovering, f"{unit.name} digs, or recovers")
        if self.readings["A-14"] == "no-action":
            self.holds(rule, not unit.pin, f"{unit.name} is pinned")
        self.holds("BB 7.9.2", unit.box == "bairiki" or not self.is_isolated(unit), f"{unit.name} is isolated")

    def on_PointsSpent(self, fact: facts.PointsSpent) -> None:
        self.same(COST[fact.action], "what it costs", fact.halves, 2 * int(self.charts["costs"][fact.action]["points"]))
        for name, left in zip(fact.units, fact.left, strict=True):
            unit = self.units[name]
            self.may_act(unit, COST[fact.action])
            self.spend(unit, fact.halves, left, COST[fact.action])
            if fact.action == "support":
                self.supports(unit)
        if fact.action == "fire":
            self.in_hand = fact.units

    # ---- 4.3 ----

    def on_UnitsMoved(self, fact: facts.UnitsMoved) -> None:
        self.holds("BB 1.5.3", not self.runway_due, f"no fire at who has entered {self.runway_due}")
        moved = [self.units[name] for name in fact.units]
        for unit, left in zip(moved, fact.left, strict=True):
            self.may_act(unit, "BB 4.3.1")
            cost, here = 0, unit.hex
            for there in fact.path:
                self.holds("BB 4.3.1", self.grid.adjacent(here, there), f"{here} and {there} do not touch")
                step = self.entering(here, there, unit.is_tank)
                self.holds("BB 1.1.2", step is not None, f"{unit.name} enters {there}")
                self.holds(
                    "BB 4.3.3", bool(self.hexes[there].area) and not self.japanese(there), f"{unit.name} enters {there}"
                )
                cost += step or 0
                here = there
            self.same("BB 4.3.1", f"what the way of {unit.name} costs", fact.cost, cost)
            self.spend(unit, fact.cost, left, "BB 4.3.1")
        for hex in fact.path:
            for unit in moved:
                unit.hex = hex
            self.stacked(hex)
            self.entered(hex)
        for hex in fact.path[:-1]:
            self.holds("BB 1.5.3", not self.under_fire(hex), f"no fire at who has entered {hex}")
        self.moved = moved
        if self.under_fire(fact.to):
            self.runway_due = fact.to

    def under_fire(self, hex: str) -> bool:
        """1.5.3, reading A-25."""
        if "runway" not in self.hexes[hex].terrain or self.to_japanese(hex) > 3:
            return False
        return self.readings["A-25"] == "extra" or self.hexes[hex].area not in self.runway_areas

    def entered(self, hex: str) -> None:
        if self.hexes[hex].runway and not self.hexes[hex].cleared:
            self.owe("BB 1.5.4", "occupied", hex)
            self.hexes[hex].cleared = True
            self.secure(hex)

    def owed_runway(self, fact: facts.FireResolved) -> None:
        if fact.target in self.fled:
            self.fled.remove(fact.target)
        else:
            self.same("BB 1.5.3", "the hex that was entered", fact.hex, self.runway_due)
            self.holds("BB 1.5.3", fact.target in {one.name for one in self.moved}, f"{fact.target} has not moved")
            self.runway_due = ""
        self.runway_areas.add(self.hexes[fact.hex].area)

    def on_RunwayOccupied(self, fact: facts.RunwayOccupied) -> None:
        for hex in fact.places:
            self.pay("BB 1.5.4", "occupied", hex)

    # ---- 4.4, 4.7, 4.8 ----

    def supports(self, unit: Unit) -> None:
        """4.7.4 to 4.7.6, 7.8.2, 1.4.1: who may support, and from where."""
        targets = self.assaulted if self.verb != "fire" else (self.target,)
        self.supporting.append(unit.name)
        if self.verb == "demolish":
            able = unit.kind in (*FOOT, "hawkins", "sherman") and unit.name not in self.assaulters
            self.holds("BB 4.7.2", able, f"{unit.name} supports a demolition")
        if unit.box == "bairiki":
            east = {area for area, card in self.charts["areas"].items() if card.get("easternmost")}
            self.holds("BB 1.4.1", all(self.hexes[hex].area in east for hex in targets), f"Bairiki reaches {targets}")
            return
        self.holds("BB 7.8.2", not self.is_unsupplied(unit), f"{unit.name} is unsupplied")
        self.holds("BB 4.7.5", self.hexes[unit.hex].cleared, f"{unit.hex} is not cleared")
        anywhere = unit.kind == "artillery" and self.verb != "demolish"
        near = all(self.grid.adjacent(unit.hex, hex) for hex in targets)
        self.holds("BB 4.7.5", anywhere or near, f"{unit.name} in {unit.hex} supports at {targets}")

    def value(self, name: str) -> int:
        """4.7.2: a Sherman counts one for a demolition."""
        unit = self.units[name]
        return 1 if self.verb == "demolish" and unit.kind == "sherman" else unit.support

    def on_OffshoreSpent(self, fact: facts.OffshoreSpent) -> None:
        self.holds("BB 4.8.2", fact.spent <= self.offshore, f"{fact.spent} of {self.offshore} points")
        if fact.wrecks:
            self.same("BB 10.4.2", "all points of the turn", fact.spent, self.offshore_given)
        else:
            self.shells += fact.spent
            self.holds(
                "BB 4.8.3",
                self.shells == 1 and self.verb in ("fire", "assault"),
                f"{self.shells} points for one {self.verb}",
            )
        self.offshore -= fact.spent

    def on_CoordinationRolled(self, fact: facts.CoordinationRolled) -> None:
        self.die("BB 4.7.6", fact.die)
        self.holds("BB 4.7.6", len(self.supporting) > 1 and self.verb != "fire", f"{self.supporting} support")
        self.same("BB 4.7.6", "what it adds", fact.adds, self.cell("offshore", fact.die)["points"])
        self.coordination = fact.adds

    def best(self) -> int:
        return max((self.value(name) for name in self.supporting), default=0)

    def given(self, said: dict[str, int]) -> dict[str, int]:
        return {code: amount for code, amount in said.items() if amount}

    def all_integral(self, units: tuple[str, ...], action: str) -> int:
        """4.2.6, reading A-89."""
        return (
            int(self.charts["integrity"][action]["amount"])
            if all(self.integrity(self.units[name]) for name in units)
            else 0
        )

    def ground(self, units: tuple[str, ...], target: str) -> int:
        """TEC, reading A-94: what the hex that is attacked does, and a ditch that all are across."""
        return self.effect(target) - int(all(self.across(self.units[name].hex, target) for name in units))

    def on_FireActionResolved(self, fact: facts.FireActionResolved) -> None:
        self.die("BB 4.4.2", fact.die)
        if fact.banzai:
            self.fire_at_banzai(fact)
            return
        said = {
            "marine-morale": self.level("MGM"),
            "terrain": self.ground(fact.units, fact.target),
            "support": sum(self.value(name) for name in self.supporting),
            "offshore": self.shells,
            "integrity": self.all_integral(fact.units, "fire"),
            "unsupplied": -1 if any(self.is_unsupplied(self.units[name]) for name in fact.units) else 0,
        }
        self.same("BB 4.4.2", "the terms", terms(fact.terms), self.given(said))
        self.same("BB 4.4.2", "who fires", fact.units, self.in_hand)
        reach = 1 if self.readings["A-47"] == "adjacent" else 2
        for name in fact.units:
            unit = self.units[name]
            self.holds("BB 4.4.1", unit.kind in FOOT, f"{name} fires")
            self.holds(
                "BB 4.4.2",
                self.grid.distance(unit.hex, fact.target) <= reach,
                f"{name} in {unit.hex} fires at {fact.target}",
            )
        self.holds("BB 4.4.1", self.japanese(fact.target), f"{fact.target} is cleared")
        self.check_table("BB 4.4.2", fact)
        if fact.result != "none":
            self.owe("BB 4.4.2", "marker", fact.target, str(self.hexes[fact.target].markers + 1))

    def check_table(self, rule: str, fact: facts.FireActionResolved) -> None:
        cell = self.cell("marine-fire", fact.die + sum(one.amount for one in fact.terms))
        self.same(rule, "the line of the table", fact.result, cell["result"])

    def fire_at_banzai(self, fact: facts.FireActionResolved) -> None:
        raise NotImplementedError

    def on_SuppressionPlaced(self, fact: facts.SuppressionPlaced) -> None:
        self.pay("BB 4.4.2", "marker", fact.hex, str(fact.markers))
        self.hexes[fact.hex].markers = fact.markers

    # ---- 4.5, 4.6 ----

    def on_AssaultDeclared(self, fact: facts.AssaultDeclared) -> None:
        self.assaulters, self.assaulted, self.demolishing = fact.units, fact.targets, fact.demolition
        self.shots = [
            (name, hex) for hex in fact.targets for name in fact.units if self.grid.adjacent(self.units[name].hex, hex)
        ]
        rule = "BB 4.6.1" if fact.demolition else "BB 4.5.3"
        self.holds("BB 4.5.5", 1 <= len(fact.targets) <= (1 if fact.demolition else 2), f"{fact.targets}")
        for hex in fact.targets:
            self.holds(
                "BB 1.2.1",
                self.hexes[hex].stands == fact.demolition,
                f"{hex} is {'demolished' if fact.demolition else 'assaulted'}",
            )
            self.holds("BB 4.5.1", self.japanese(hex), f"{hex} is cleared")
            near = [name for name in fact.units if self.grid.adjacent(self.units[name].hex, hex)]
            self.holds("BB 4.5.1", bool(near), f"{fact.units} are not next to {hex}")
        for name in fact.units:
            unit = self.units[name]
            may = (
                ("engineer",) if fact.demolition else (*FOOT, *(("hawkins",) if self.readings["A-95"] == "yes" else ()))
            )
            self.holds(rule, unit.kind in may, f"{name}, {unit.kind}")
            self.holds(rule, not unit.pin, f"{name} is pinned")
            self.holds(
                "BB 4.5.1",
                any(self.grid.adjacent(unit.hex, hex) for hex in fact.targets),
                f"{name} in {unit.hex} at {fact.targets}",
            )
            self.holds("BB 7.3.1", self.in_active(unit), f"{name} is not in Active Supply")
            self.holds("BB 7.8.2", not self.is_unsupplied(unit), f"{name} is unsupplied")
            unit.attacked = self.turn
            if self.turn <= unit.landed + 1:
                unit.attacked_early = True

    def unpinned(self) -> tuple[str, ...]:
        return tuple(name for name in self.assaulters if self.units[name].box == "map" and not self.units[name].pin)

    def fired_upon(self, rule: str) -> None:
        """4.5.6, 4.6.5: each has been fired at from each hex first."""
        left = [shot for shot in self.shots if self.units[shot[0]].box == "map"]
        self.holds(rule, not left, f"no Defensive Fire: {left}")
        self.shots = []

    def on_AssaultStopped(self, fact: facts.AssaultStopped) -> None:
        rule = "BB 4.6.5" if fact.demolition else "BB 4.5.7"
        self.fired_upon(rule)
        near = [
            name
            for name in self.unpinned()
            if any(self.grid.adjacent(self.units[name].hex, hex) for hex in fact.targets)
        ]
        self.same(rule, "who is left unpinned", near, [])

    def on_AssaultResolved(self, fact: facts.AssaultResolved) -> None:
        self.die("BB 4.5.7", fact.die)
        self.fired_upon("BB 4.5.6")
        hex = self.hexes[fact.target]
        near = tuple(name for name in self.unpinned() if self.grid.adjacent(self.units[name].hex, fact.target))
        self.same("BB 4.5.7", "who assaults", fact.units, near)
        said = {
            "marine-morale": self.level("MGM"),
            "japanese-morale": -self.level("JGM"),
            "terrain": self.ground(fact.units, fact.target),
            "suppression": self.counted(fact.target),
            "chit": -(self.chits.get(hex.area) or 0),
            "support": self.best(),
            "coordination": self.coordination,
            "offshore": self.shells,
            "integrity": self.all_integral(fact.units, "assault"),
        }
        self.same("BB 4.5.7", f"the terms at {fact.target}", terms(fact.terms), self.given(said))
        cell = self.cell("marine-assault", fact.die + sum(one.amount for one in fact.terms))
        self.same(
            "BB 4.5.7", "the line of the table", (fact.cleared, fact.hits), (cell["cleared"], cell.get("hits", 0))
        )
        for number in range(fact.hits):
            self.owe("BB 3.8.1", "hit", fact.units[number % len(fact.units)])
        if fact.cleared:
            self.owe("BB 4.5.8", "cleared", fact.target)

    def on_DemolitionResolved(self, fact: facts.DemolitionResolved) -> None:
        self.die("BB 4.6.6", fact.die)
        self.fired_upon("BB 4.6.5")
        hex = self.hexes[fact.target]
        self.holds("BB 4.6.6", set(fact.units) <= set(self.unpinned()), f"{fact.units} of {self.unpinned()}")
        said = {
            "suppression": self.counted(fact.target),
            "support": self.best(),
            "coordination": self.coordination,
            "integrity": self.all_integral(fact.units, "demolition"),
        }
        self.same("BB 4.6.6", f"the terms at {fact.target}", terms(fact.terms), self.given(said))
        cell = self.cell("demolition", fact.die + sum(one.amount for one in fact.terms))
        self.same("BB 4.6.6", "the line of the table", fact.steps, cell["steps"])
        before = hex.demolished
        self.same(
            "BB 4.6.8",
            f"the steps of {fact.target} that are gone",
            fact.demolished,
            min(2 * hex.strongpoints, before + fact.steps),
        )
        hex.demolished = fact.demolished
        self.supporting, self.coordination = [], 0
        if not hex.stands:
            self.owe("BB 1.2.1", "cleared", fact.target)
            self.owe_move("JGM", -1, "strongpoint")
            self.owe_move("MGM", 1, "strongpoint")

    def on_HexesCleared(self, fact: facts.HexesCleared) -> None:
        for hex in fact.places:
            rule = "BB 1.2.1" if self.hexes[hex].strongpoints and fact.rule == "BB 1.2.1" else "BB 4.5.8"
            if fact.rule in ("BB 1.2.1", "BB 4.5.8"):
                self.pay(rule, "cleared", hex)
        for hex in fact.places:
            self.changed((hex,), True)
            self.secure(hex)

    def secure(self, hex: str) -> None:
        """4.5.9, 8.3.3, 1.5.4: its area is secured with the last of its hexes."""
        self.changed((), True)
        area = self.hexes[hex].area
        if self.secured(area):
            self.owe("BB 4.5.9", "secured", area)
            self.owe_move("MGM", 1, "area-secured")
            if all(self.secured(one) for one in self.areas):
                self.owe("BB 11.1", "the end")

    def on_AreasSecured(self, fact: facts.AreasSecured) -> None:
        self.same("BB 4.5.9", f"{fact.area} is secured", fact.secured, self.secured(fact.area))
        self.pay("BB 4.5.9", "secured" if fact.secured else "open", fact.area)

    def on_Decided(self, fact: Decided) -> None:
        if fact.name == "raise" and fact.value not in ("none", False):
            unit = self.units[fact.value if isinstance(fact.value, str) else self.repulsing]
            if unit.regiment in MARKED:
                self.owe_move(unit.regiment, 1, "strongpoint" if isinstance(fact.value, str) else "banzai-repulsed")

    # ---- 1.3, 4.9 ----

    def on_DiggingBegun(self, fact: facts.DiggingBegun) -> None:
        for name in fact.units:
            unit = self.units[name]
            self.same("BB 1.3.2", "the phase", self.phase, "actions")
            self.holds("BB 1.3.1", not unit.is_tank and not unit.is_vessel, f"{name} digs")
            self.holds("BB 1.3.2", unit.used == 0 and not unit.busy, f"{name} has spent {unit.used}")
            unit.digging = True
            self.all_spent(unit)
            if self.hexes[unit.hex].position != "complete":
                self.hexes[unit.hex].position = "in-process"

    def on_PositionsCompleted(self, fact: facts.PositionsCompleted) -> None:
        begun = {hex for hex, card in self.hexes.items() if card.position == "in-process"}
        self.same("BB 9.1", "positions", set(fact.places), begun)
        for hex in fact.places:
            self.hexes[hex].position = "complete"

    def on_PositionsLost(self, fact: facts.PositionsLost) -> None:
        for hex in fact.places:
            left = [one.name for one in self.on_map(hex) if not one.is_vessel]
            held = self.hexes[hex].position
            self.holds("BB 1.3.4", bool(held) and (not left or held == "in-process"), f"{hex}, {held}, holds {left}")
            self.hexes[hex].position = ""

    def cap(self, unit: Unit) -> int:
        """4.9.8 to 4.9.11: to how many steps it may recover."""
        total = self.casualties
        return 0 if total >= 4000 else unit.full - (4 if total >= 3000 else 2 if total >= 2000 else 0)

    def near_head(self, hex: str) -> bool:
        return any(self.functions(one) and self.grid.distance(hex, one) <= 4 for one in self.heads())

    def on_RecoveryBegun(self, fact: facts.RecoveryBegun) -> None:
        self.same("BB 4.9.2", "the phase", self.phase, "actions")
        for name in fact.units:
            unit = self.units[name]
            self.may_act(unit, "BB 4.9.2")
            self.holds("BB 4.9.1", unit.steps < unit.full, f"{name} has all its steps")
            self.holds("BB 4.9.12", not unit.is_tank and not unit.is_vessel, f"{name} recovers")
            self.holds(
                "BB 4.9.2",
                self.to_japanese(unit.hex) >= 3 and unit.used == 0 and not unit.busy,
                f"{name} in {unit.hex}, {unit.used} spent",
            )
            self.holds("BB 4.9.4", not unit.trapped, f"{name} has been in a trap")
            self.holds("BB 4.9.8", unit.steps < self.cap(unit), f"{name} has {unit.steps} steps of {self.cap(unit)}")
            general = self.in_general(unit)
            free = general and self.near_head(unit.hex)
            if not general and self.readings["A-11"] == "any":
                free = True
            self.same("BB 4.9.3", f"{name} spends a chit", name in fact.chits, not free)
            self.holds("BB 4.9.3", free or unit.active, f"{name} is not supplied")
            if name in fact.chits:
                unit.active = False
            unit.recovering = True
            self.all_spent(unit)
            self.tried[name] = False

    def on_RecoveryRolled(self, fact: facts.RecoveryRolled) -> None:
        self.die("BB 4.9.6", fact.die)
        unit = self.units[fact.unit]
        self.holds("BB 4.9.5", unit.recovering and not unit.spoiled, f"{fact.unit} rolls")
        morale = self.level("MGM")
        said = {
            "marine-morale": (morale > 0) - (morale < 0),
            "night": int(self.is_night),
            "integrity": self.all_integral((fact.unit,), "recovery"),
        }
        self.same("BB 4.9.6", f"the terms of {fact.unit}", terms(fact.terms), self.given(said))
        steps = self.cell("recovery", fact.die + sum(one.amount for one in fact.terms))["steps"]
        self.same("BB 4.9.6", "the line of the table", fact.steps, steps)
        back = max(0, min(steps, self.cap(unit) - unit.steps))
        if back:
            self.owe("BB 4.9.7", "recovers", fact.unit, count=back)
            self.tried[fact.unit] = True
        self.recovery_dice.add(fact.unit)

    @property
    def is_night(self) -> bool:
        return bool(self.charts["turns"][str(self.turn)].get("night"))

    def on_StepsRecovered(self, fact: facts.StepsRecovered) -> None:
        for gain in fact.gains:
            unit = self.units[gain.unit]
            self.pay("BB 4.9.7", "recovers", gain.unit, count=gain.steps)
            self.same("BB 4.9.6", f"the steps of {gain.unit}", gain.now, unit.steps + gain.steps)
            unit.steps += gain.steps
            turns = unit.back and 2 * unit.steps > unit.full
            self.same("BB 3.8.5", f"{gain.unit} is turned to its front", gain.unit in fact.turned, turns)
            if turns:
                unit.back = False

    def recovered(self) -> None:
        """4.9.14: the morale of regiments whose battalions recover together, one box at most."""
        raised = set()
        for battalion in dict.fromkeys(unit.battalion for unit in self.units.values() if unit.battalion):
            mates = [unit for unit in self.units.values() if unit.battalion == battalion]
            together = all(unit.name in self.tried and self.integrity(unit) for unit in mates)
            if together and any(self.tried[unit.name] for unit in mates):
                raised.add(mates[0].regiment)
        for regiment in raised:
            self.owe_move(regiment, 1, "recovery")

    def on_RecoveriesOver(self, fact: facts.RecoveriesOver) -> None:
        self.same(
            "BB 4.9.17",
            "who attempted recovery",
            set(fact.units),
            {one.name for one in self.units.values() if one.recovering},
        )
        for name in fact.units:
            self.units[name].recovering = self.units[name].spoiled = False
        self.recovered()
