"""The US Action Phase and the Engineer and HQ Phase reckoned again (7, 8.1-8.5, 16, 17)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from domain.ddat import facts as f
from domain.ddat.charts import GRID, AttackChart, BarrageRow
from domain.kernel.facts import Declared, Drawn, PhaseBegan
from tests.properties.reckoned.ddat.board import nearest
from tests.properties.reckoned.ddat.landing import Amphibious
from tests.properties.reckoned.ddat.table import NAVAL, STACK, Force, Unit

ACTIONS, NAVAL_STRENGTH = 3, 9
HEAVY = ("D", "H", "M")
"""The companies of heavy infantry (8.27)."""


class Actions(Amphibious):
    """Follows what US units do, and may."""

    def __init__(self) -> None:
        super().__init__()
        self.acted: set[str] = set()
        self.freed: set[str] = set()
        self.paid = 0
        self.commanded: dict[str, set[str]] = {}
        self.began_at: dict[str, str] = {}
        self.moved_leaders: set[str] = set()
        self.attacked: dict[str, set[str]] = {}
        self.entered: set[str] = set()
        self.attack: f.AttackDeclared | None = None
        self.owed: Counter[str] = Counter()
        """What the chart still asks for: `force-disrupted`, `depth-lost`, …"""
        self.may: set[str] = set()
        self.declared = 0
        self.infiltrated = 0
        self.going: tuple[str, ...] = ()
        """The units of the declaration at hand."""
        self.extended: set[str] = set()
        self.barraging: tuple[Unit, str] | None = None
        self.revealed_by_attack = False

    def on_Declared(self, fact: Declared) -> None:
        self.finish()
        assert self.entry is not None
        self.declared, self.infiltrated, self.attack, self.revealed_by_attack = self.entry.version, 0, None, False
        self.going = tuple(fact.values.get("units", ()))

    def on_PhaseBegan(self, fact: PhaseBegan) -> None:
        self.finish()
        was = self.phase
        super().on_PhaseBegan(fact)
        if fact.phase in ("load", "night"):
            self.acted, self.freed, self.paid, self.attacked, self.entered = set(), set(), 0, {}, set()
            self.moved_leaders, self.extended, self.commanded = set(), set(), {}
        if was == "combat":
            for hex in self.us_hexes():
                self.holds(
                    "7.5", len([u for u in self.stack(hex) if not u.leader]) <= STACK, f"too many units in {hex}"
                )
            self.holds(
                "8.6", not self.us_hexes() & self.jp_hexes(), f"both sides stay in {self.us_hexes() & self.jp_hexes()}"
            )

    # ---- command and actions (7) ----

    def on_ActionPhaseOpened(self, fact: f.ActionPhaseOpened) -> None:
        reckoned: dict[str, set[str]] = {}
        for hq in self.on_map():
            if not hq.leader:
                continue
            reach = 0 if self.night else self.charts["command"][str(hq.post)]["range"] if hq.post else 1
            if hq.post and hq.hex in self.jp_fields():
                continue
            hexes, edge = {hq.hex}, {hq.hex}
            for _ in range(reach):
                edge = {n for h in edge for n in GRID.neighbours(h) if n not in hexes and n not in self.jp_hexes()}
                hexes |= edge
            for unit in self.on_map():
                if unit is not hq and unit.hex in hexes:
                    reckoned.setdefault(unit.name, set()).add(hq.name)
        said = {name: set(hqs) for name, hqs in fact.commanded.items()}
        self.same("10.2", "who is in command", said, reckoned)
        self.same("7.4", "where units begin", dict(fact.began_at), {u.name: u.hex for u in self.on_map()})
        self.commanded, self.began_at = said, dict(fact.began_at)

    def jp_fields(self) -> set[str]:
        """The hexes in the field of an undisrupted Japanese unit."""
        return {
            h
            for g in {self.board.group_of[p] for p in self.forces if p in self.board.cards}
            for h in self.rules_field(g)
        }

    def in_command(self, unit: Unit) -> bool:
        """Whether a unit is in command of an HQ, as the phase began (7.1, 10.2)."""
        return bool(self.commanded.get(unit.name))

    def on_ActionTaken(self, fact: f.ActionTaken) -> None:
        self.same("7.0", "the phase of an action", self.phase, "action")
        for name in fact.units:
            unit = self.units[name]
            self.holds("7.2", name not in self.acted, f"{name} acts twice")
            self.holds("7.6", fact.action == "recover" or not unit.disrupted, f"{name} acts while disrupted")
            self.acted.add(name)
        for name, reason in fact.free.items():
            unit, good = self.units[name], True
            if reason == "in-command":
                good = bool(self.commanded.get(name, set()) - self.moved_leaders)
            elif reason == "hero":
                good = unit.heroes > 0
            elif reason == "inspired":
                good = unit.inspired > 0
            elif reason == "ryan":
                good = bool(self.ryan) and self.units[self.ryan].hex == unit.hex
            elif reason == "headquarters":
                good = unit.leader
            elif reason == "disrupted":
                good = fact.action == "recover"
            elif reason == "support":
                good = name in self.freed
            self.holds("7.1", good, f"{name} acts for free: {reason}")
        stacks = Counter(self.units[name].hex for name in fact.units if name not in fact.free)
        self.same("7.21", f"what {fact.units} pay", fact.paid, sum((count + 1) // 2 for count in stacks.values()))
        self.paid += fact.paid
        self.holds("7.0", self.paid <= ACTIONS, f"{self.paid} actions are paid for")
        if fact.action == "barrage":
            self.barrage(self.units[fact.units[0]], fact)

    def on_UnitsRecovered(self, fact: f.UnitsRecovered) -> None:
        for name in fact.units:
            unit = self.units[name]
            self.holds("7.6", unit.disrupted, f"{name} recovers and is not disrupted")
            if self.phase in ("action", "combat"):
                self.holds("7.6", not unit.shaken, f"{name} recovers from what this phase has done to it")
        super().on_UnitsRecovered(fact)

    # ---- movement (7.3, 7.4) ----

    def terrain(self, hex: str) -> list[str]:
        return [name for name in self.charts["terrain"] if hex in self.board.features.get(name, ())]

    def stops(self, unit: Unit, was: str, hex: str) -> bool:
        """Whether a unit ends its move in a hex it enters (7.31)."""
        groups = {self.board.group_of[p] for p, x in self.forces.items() if p in self.board.cards and not x.disrupted}
        intense = {h for group in groups for h in self.board.intense[group]}
        kinds = [*self.terrain(hex), *(["seawall"] if frozenset((was, hex)) in self.board.seawalls else [])]
        halted = any(unit.card.type in self.charts["terrain"][kind].get("stops", ()) for kind in kinds)
        return hex in intense or nearest(hex, self.jp_hexes()) <= 1 or halted

    def infiltrates(self, was: str, hex: str) -> bool:
        """Whether a step goes past a position: next to it and in its field before and after (7.32)."""
        for group in {self.board.group_of[p] for p in self.forces if p in self.board.cards}:
            beside = {n for p in self.facing_forces(group) for n in GRID.neighbours(self.hex_of(p))}
            field = self.rules_field(group)
            if {was, hex} <= beside and {was, hex} <= field:
                return True
        return False

    def move(self, fact: f.UnitsMoved) -> None:
        most = 1 if self.night else 3 if self.long else 2
        self.holds("15.31" if self.long else "7.3", len(fact.path) <= most, f"{fact.units} go {len(fact.path)} hexes")
        draws = 0
        for name in fact.units:
            unit = self.units[name]
            was = unit.hex
            self.holds("7.3", was in self.board.land, f"{name} moves from the water")
            if self.read("AMB-56", "action") == "turn":
                self.holds("7.3", name not in self.ashore, f"{name} came ashore in this turn and moves")
            self.holds("16.0", not unit.post, f"the command post {name} moves")
            for i, hex in enumerate(fact.path):
                self.holds(
                    "7.3", GRID.adjacent(was, hex) and hex in self.board.land, f"{name} goes from {was} to {hex}"
                )
                self.holds("7.4", hex not in self.jp_hexes(), f"{name} moves onto Japanese units")
                barred = any(
                    unit.card.type in self.charts["terrain"][kind].get("bars", ()) for kind in self.terrain(hex)
                )
                seawall = frozenset((was, hex)) in self.board.seawalls and unit.card.type in self.charts["terrain"][
                    "seawall"
                ].get("bars", ())
                self.holds("7.3", not barred and not seawall, f"{name} may not enter {hex}")
                if i + 1 < len(fact.path):
                    self.holds("7.31", not self.stops(unit, was, hex), f"{name} goes on from {hex}")
                if self.infiltrates(was, hex):
                    draws += unit.card.assaults
                    self.holds("7.32", unit.card.type != "artillery", f"{name} infiltrates")
                    self.holds(
                        "7.32",
                        not (unit.leader and len(fact.units) == 1 and not self.night),
                        f"{name} infiltrates by itself",
                    )
                was = hex
            if unit.leader:
                self.moved_leaders.add(name)
        self.same("7.32", f"a card for the way of {fact.units}", self.infiltrated > 0, draws > 0 and not self.night)

    def on_UnitsMoved(self, fact: f.UnitsMoved) -> None:
        if fact.how == "wade":
            self.wade(fact)
        elif fact.how == "move" and fact.path:
            self.move(fact)
        elif fact.how == "enter":
            for name in fact.units:
                unit, kinds = self.units[name], ("infantry", "engineer")
                may = (
                    unit.card.type in (*kinds, "tank")
                    if self.read("AMB-20", "no") == "yes"
                    else unit.card.type in kinds
                )
                self.holds("7.4", may, f"{name} enters {fact.to}")
                near = GRID.adjacent(self.began_at.get(name, ""), fact.to) and unit.hex == self.began_at[name]
                self.holds("7.4", near, f"{name} enters {fact.to} from afar")
                self.holds("7.4", fact.to in self.jp_hexes(), f"{name} enters {fact.to}, where no Japanese unit is")
                self.holds(
                    "7.4",
                    "attack" not in self.attacked.get(fact.to, ()),
                    f"{name} enters {fact.to}, which was attacked",
                )
                barred = any(
                    unit.card.type in self.charts["terrain"][kind].get("bars", ()) for kind in self.terrain(fact.to)
                )
                self.holds("7.3", not barred, f"{name} may not enter {fact.to}")
            self.entered.add(fact.to)
        elif fact.how == "ride":
            unit = self.units[fact.units[0]]
            self.holds("EV", self.board.water(unit.hex) and len(fact.path) <= 2, f"{fact.units} ride from {unit.hex}")
            self.holds(
                "5.31",
                not set(fact.path) & self.board.unlettered,
                f"{fact.units} ride into an approach hex without letters",
            )
        super().on_UnitsMoved(fact)

    def on_Drawn(self, fact: Drawn) -> None:
        super().on_Drawn(fact)
        if fact.name == "infiltration":
            self.infiltrated += 1
        if fact.name == "barrage" and self.barraging is not None:
            self.barrage_result(fact.item)

    def must_lose(self, unit: str) -> bool:
        if self.phase == "action" and self.infiltrated and unit in self.going:
            return self.units[unit].card.symbol == self.fire_card(self.drawn["infiltration"]).symbol
        return super().must_lose(unit)

    # ---- attacks (8.1-8.3) ----

    def on_HexAttacked(self, fact: f.HexAttacked) -> None:
        before = self.attacked.setdefault(fact.hex, set())
        if fact.kind == "attack":
            self.holds("8.31", "attack" not in before, f"{fact.hex} is attacked twice")
            self.holds("8.43", not before - {"attack"}, f"{fact.hex} is attacked and barraged")
            if self.read("AMB-58", "allowed") == "barred":
                self.holds("7.4", fact.hex not in self.entered, f"{fact.hex} is attacked and entered")
        else:
            self.holds("8.43", "attack" not in before, f"{fact.hex} is barraged after an attack")
            self.holds("8.44", fact.hex not in self.us_hexes(), f"{fact.hex} is barraged with US units in it")
            self.target(fact.hex)
        if fact.kind == "naval":
            self.naval_barrage(fact.hex)
        before.add(fact.kind)

    def target(self, hex: str) -> None:
        found = self.force_at(hex)
        self.holds(
            "8.41",
            found is not None and (not self.board.inland(found[0]) or found[1].shown),
            f"{hex} is no target for a barrage",
        )

    def on_AttackDeclared(self, fact: f.AttackDeclared) -> None:
        self.attack = fact
        units = [self.units[name] for name in fact.units]
        adjacent = [u for u in units if GRID.adjacent(u.hex, fact.hex)]
        lead = [u for u in adjacent if u.card.assaults]
        self.holds("8.1", bool(lead), f"nobody leads the attack on {fact.hex}")
        self.holds("8.1", fact.hex in self.jp_hexes(), f"{fact.hex} is attacked, where no Japanese unit is")
        foot = [u for u in units if u.card.assaults]
        for unit in units:
            far = GRID.distance(unit.hex, fact.hex)
            self.holds("8.13", not unit.leader, f"{unit.name} attacks")
            if self.night:
                self.holds("19", far == 1, f"{unit.name} attacks from afar in the night")
            if unit.card.type in ("infantry", "engineer"):
                self.holds("8.27", far <= max(1, self.foot_range(unit)), f"{unit.name} attacks over {far} hexes")
            elif unit.card.type == "tank":
                good = (
                    far == 1
                    or any(GRID.adjacent(unit.hex, u.hex) for u in foot if u.card.type == "infantry")
                    or self.in_command(unit)
                )
                good = good or any(self.in_command(u) for u in foot if u.card.type == "infantry")
                self.holds("8.1", far <= unit.card.range and good, f"{unit.name} attacks over {far} hexes")
            elif unit.card.type == "artillery":
                hqs = self.commanded.get(unit.name, set())
                shared = any(hqs & self.commanded.get(u.name, set()) for u in foot if u.card.type == "infantry")
                self.holds(
                    "8.1",
                    1 < far <= unit.card.range and shared and unit.hex not in self.jp_fields(),
                    f"{unit.name} attacks over {far} hexes",
                )
        if fact.naval:
            self.holds("19", not self.night, "naval fire in an attack of the night")
            able = [u for u in units if self.in_command(u) or "RD" in self.weapons(u, 1)]
            able = (
                [u for u in able if u.card.type == "infantry"]
                if self.read("AMB-50", "infantry") == "infantry"
                else able
            )
            self.holds("8.51", bool(able), "nobody calls for naval fire")

    def foot_range(self, unit: Unit) -> int:
        if unit.card.type != "infantry":
            return 0
        heavy = unit.name[0] in HEAVY
        return {4: 3 if heavy else 2, 3: 2 if heavy else 0}.get(unit.steps, 0)

    def weapons(self, unit: Unit, far: int) -> set[str]:
        """What a unit brings to bear so far from the target (8.2)."""
        chart, card = self.charts["weapons"], unit.card
        if card.type == "infantry":
            heavy = "heavy" if unit.name[0] in HEAVY else "infantry"
            ranged = "-ranged" if far > 1 else ""
            if unit.steps == 4:
                return set(chart[heavy + ranged]["weapons"])
            if far > 1:
                return set(chart["heavy-3-ranged"]["weapons"])
            printed = {3: card.weapons3, 2: card.weapons2, 1: card.weapons1}[unit.steps]
            return set(printed or (chart["heavy-3"]["weapons"] if unit.steps == 3 and heavy == "heavy" else ()))
        if card.type == "engineer":
            return set(chart["engineer"]["weapons"]) | ({"FT"} if card.flamethrower else set())
        if card.type == "tank":
            return set(chart["tank-near" if far <= 4 else "tank-far"]["weapons"])
        return set(chart["artillery"]["weapons"])

    def on_AttackCompared(self, fact: f.AttackCompared) -> None:
        self.finish()
        assert self.attack is not None
        found = self.force_at(fact.hex)
        assert found is not None
        where, force = found
        if not fact.cell:
            self.holds(
                "8.3(1)",
                not force.depth and not self.force_card(force.unit).strength,
                f"{where} is defeated without a fight",
            )
            self.owed.update(["defeated"])
            return
        units = [self.units[name] for name in self.attack.units]
        adjacent = [u for u in units if GRID.adjacent(u.hex, fact.hex)]
        strength = (
            sum(u.strength for u in units)
            + (NAVAL_STRENGTH if self.attack.naval else 0)
            + ("strength" in fact.wild.values())
        )
        self.same("8.3(2)", f"the US strength against {fact.hex}", fact.us, strength)
        card = self.force_card(force.unit)
        depth = self.depth_card(force.depth) if force.depth and force.depth_shown else None
        jp = card.strength + (depth.strength if depth else 0)
        walled = bool(adjacent) and all(frozenset((u.hex, fact.hex)) in self.board.seawalls for u in adjacent)
        doubled = any(self.charts["terrain"][kind].get("defence", 1) == 2 for kind in self.terrain(fact.hex)) or walled
        self.same(
            "13.3" if force.tank else "8.3(2)",
            f"the Japanese strength in {fact.hex}",
            fact.jp,
            jp * (2 if doubled and not force.tank else 1),
        )
        required = [*card.weapons, *(depth.weapons if depth else ())]
        self.same("8.2", f"required against {fact.hex}", set(fact.required), set(required))
        have: set[str] = set()
        for unit in units:
            far = GRID.distance(unit.hex, fact.hex)
            have |= self.weapons(unit, far) | ({"RD"} if far == 1 and self.in_command(unit) else set())
        if self.attack.naval:
            have |= {"NF", "AR", "DE"}
        from_hexes = {u.hex for u in adjacent}
        twice = required.count("FL") > 1
        apart = any(not GRID.adjacent(a, b) for a, b in combinations(from_hexes, 2))
        if (twice and len(from_hexes) >= 3) or (not twice and apart):
            have.add("FL")
        missing = set(required) - (have - {"CC"})
        for source, weapon in fact.wild.items():
            if weapon != "strength":
                self.holds("8.24", weapon in missing and weapon not in ("FL", "CC"), f"{source} stands in for {weapon}")
                missing.discard(weapon)
        if "hero" in fact.wild:
            self.holds("8.24", any(self.heroic(u) for u in adjacent), "no hero attacks from an adjacent hex")
        self.same("8.3(3)", f"missing against {fact.hex}", set(fact.missing), missing)
        ratio = (
            "more-than-twice"
            if fact.us > 2 * fact.jp
            else "twice"
            if fact.us == 2 * fact.jp
            else "more"
            if fact.us > fact.jp
            else "less"
        )
        ratio = "equal" if fact.us == fact.jp and fact.jp else ratio
        status = "alone" if not force.depth else "shown" if force.depth_shown else "hidden"
        cell = f"{'unmet' if missing else 'met'}/{ratio}/{status}"
        self.holds(
            "8.3(1)", status != "alone" or card.strength > 0 or self.revealed_by_attack, f"{where} of strength 0 stands"
        )
        self.same("8.3(4)", f"the cell of the chart for {fact.hex}", fact.cell, cell)
        self.asks(AttackChart(**self.charts["attack-chart"][fact.cell]), where, force, units)

    def asks(self, row: AttackChart, where: str, force: Force, units: list[Unit]) -> None:
        """What a cell of the US Attack Chart asks for (8.3(5))."""
        unit = row.late_unit if self.long and row.late_unit != "same" else row.unit
        if row.reveal:
            self.owed["reveal"] = 1
        if unit == "defeated":
            self.owed["defeated"] = 1
        if unit == "disrupted" and not force.disrupted:
            self.owed["force-disrupted"] = 1
        if row.depth == "eliminated" and force.depth:
            self.owed["depth-lost"] = 1
        if row.depth == "added" and not force.tank and self.jp_connected(where) and sum(self.pools.values()):
            self.owed["depth-added"] = 1
        if row.us_disrupted:
            self.owed["us-disrupted"] = len([u for u in units if not u.disrupted])
        if row.us_step:
            self.owed["us-step"] = 1

    def heroic(self, unit: Unit) -> bool:
        """Whether a hero is with a unit: his own, Major Ryan, or an HQ's in its hex (8.24, 10.17, 10.21)."""
        ryan = bool(self.ryan) and self.units[self.ryan].hex == unit.hex
        return unit.heroes > 0 or ryan or any(u.leader and u.heroic and not u.post for u in self.stack(unit.hex))

    def finish(self) -> None:
        """Whatever the chart asked for has been done."""
        gone = (
            self.owed["us-step"] == 0
            and self.attack is not None
            and not [n for n in self.attack.units if self.units[n].here]
        )
        if gone:
            self.owed["us-disrupted"] = 0
        left = {what: count for what, count in self.owed.items() if count > 0}
        self.holds("8.3(5)", not left, f"still asked for: {left}")
        self.owed = Counter()

    def asked(self, what: str, rule: str, words: str) -> None:
        """Something of an attack or a barrage happens, which the chart must have asked for."""
        if self.phase == "action" and rule in ("DDaT 8.3(5)", "DDaT 8.4", "DDaT 8.52", "DDaT 8.33"):
            self.holds("8.3(5)", self.owed[what] > 0, words)
            self.owed[what] -= 1

    def on_ForceDisrupted(self, fact: f.ForceDisrupted) -> None:
        self.asked("force-disrupted", fact.rule, f"{fact.where} is disrupted")
        super().on_ForceDisrupted(fact)

    def on_DepthRevealed(self, fact: f.DepthRevealed) -> None:
        self.revealed_by_attack = True
        self.asked("reveal", fact.rule, f"the depth of {fact.where} is revealed")
        super().on_DepthRevealed(fact)

    def on_DepthLost(self, fact: f.DepthLost) -> None:
        if fact.cause in ("attack", "barrage", "naval-fire"):
            self.asked("depth-lost", fact.rule, f"{fact.where} loses its depth")
        super().on_DepthLost(fact)

    def on_DepthPlaced(self, fact: f.DepthPlaced) -> None:
        if self.phase == "action" and self.attack is not None:
            self.owed["depth-added"] -= 1
            self.holds("8.3(5)", self.owed["depth-added"] == 0, f"{fact.where} gains depth")
        super().on_DepthPlaced(fact)

    def on_ForceDefeated(self, fact: f.ForceDefeated) -> None:
        card, force = self.force_card(fact.unit), self.forces[fact.where]
        self.same("2.23", f"whether {fact.unit} is elite", fact.elite, card.elite and not card.tank)
        if self.phase == "action":
            self.asked("defeated", fact.rule, f"{fact.where} is defeated")
            box = "reserve" if card.elite and self.jp_connected(fact.where) else "eliminated"
            reckoned = "out" if force.tank or self.turn >= 17 else box
            self.same("8.33", f"where {fact.unit} goes", fact.to, reckoned)
        else:
            self.same(
                "8.61", f"where {fact.unit} goes", fact.to, "eliminated" if card.elite and not force.tank else "out"
            )
        super().on_ForceDefeated(fact)

    def on_UnitsDisrupted(self, fact: f.UnitsDisrupted) -> None:
        if self.phase in ("action", "combat"):
            self.holds("7.6", fact.shaken, f"{fact.units} are disrupted in the Action Phase, and might recover")
        if fact.rule == "DDaT 8.3(5)":
            assert self.attack is not None
            self.holds("8.3(5)", set(fact.units) <= set(self.attack.units), f"{fact.units} do not attack")
            self.owed["us-disrupted"] -= len([u for u in fact.units if not self.units[u].disrupted])
        super().on_UnitsDisrupted(fact)

    def on_StepLost(self, fact: f.StepLost) -> None:
        if fact.loss.cause == "attack":
            assert self.attack is not None
            self.asked("us-step", "DDaT 8.3(5)", f"{fact.unit} loses a step")
            self.holds("8.3(5)", fact.unit in self.attack.units, f"{fact.unit} does not attack")
            if fact.left == 0 and not self.units[fact.unit].disrupted:
                self.owed["us-disrupted"] -= 1
        elif fact.loss.cause == "infiltration":
            card = self.fire_card(self.drawn["infiltration"])
            self.same("7.32", f"the symbol of {fact.unit}", self.units[fact.unit].card.symbol, card.symbol)
        super().on_StepLost(fact)

    # ---- barrages (8.4, 8.5, 15.32) ----

    def barrage(self, unit: Unit, fact: f.ActionTaken) -> None:
        far, found = GRID.distance(unit.hex, fact.at), self.force_at(fact.at)
        self.barraging = unit, fact.at
        self.holds("8.42", len(fact.units) == 1, f"{fact.units} barrage together")
        self.holds("8.4", 1 < far <= unit.card.range, f"{unit.name} barrages over {far} hexes")
        self.holds("19", not self.night, f"{unit.name} barrages in the night")
        if found is None:
            return
        field = self.observed(found[0])
        if unit.card.type == "tank":
            seers = [u for u in self.inside(field) if u.card.assaults and not u.disrupted]
            good = unit.hex in field or any(self.in_command(u) or self.in_command(unit) for u in seers)
            self.holds("8.4", good, f"nobody observes for {unit.name}")
        else:
            good = self.long and self.in_command(unit) and unit.hex not in self.jp_fields()
            self.holds("15.32", unit.card.type == "artillery" and good, f"{unit.name} barrages")

    def observed(self, where: str) -> frozenset[str]:
        """The field of a barrage's target (8.4, AMB-47)."""
        group = self.board.group_of[where]
        return self.rules_field(group, us=self.read("AMB-47", "projected") == "dots")

    def barrage_result(self, card: str) -> None:
        assert self.barraging is not None
        (unit, hex), shown = self.barraging, self.fire_card(card)
        found = self.force_at(hex)
        assert found is not None
        colour, symbol = shown.shows(self.board.cards[found[0]].colour) is not None, shown.symbol == unit.card.symbol
        key = "both" if colour and symbol else "colour" if colour else "symbol" if symbol else ""
        self.barraging = None
        if not key:
            return
        row = BarrageRow(**self.charts["barrage"][f"{unit.card.type}/{key}"])
        if row.unit == "disrupted" and not found[1].disrupted:
            self.owed["force-disrupted"] = 1
        if row.depth == "eliminated" and found[1].depth:
            self.owed["depth-lost"] = 1

    def naval_barrage(self, hex: str) -> None:
        found = self.force_at(hex)
        assert found is not None
        field = self.observed(found[0])
        callers = [u for u in self.inside(field) if u.card.type == "infantry" and not u.disrupted]
        self.holds(
            "8.52",
            any(self.in_command(u) or "RD" in self.weapons(u, 1) for u in callers),
            f"nobody calls for naval fire on {hex}",
        )
        self.holds("19", not self.night or self.read("AMB-33", "allowed") == "allowed", "naval fire in the night")
        if not found[1].disrupted:
            self.owed["force-disrupted"] = 1
        if found[1].depth:
            self.owed["depth-lost"] = 1

    # ---- engineers, command posts (16, 17) ----

    def on_MarkersTaken(self, fact: f.MarkersTaken) -> None:
        if fact.kind != NAVAL:
            able = self.us_connected()
            givers = {u.name for u in self.on_map() if u.card.support and u.hex in able}
            if self.read("AMB-16", "in-communication") == "beach":
                givers = {name for name in givers if self.units[name].hex in self.board.beach}
            self.same("17.0", "who gives support markers", set(fact.by), set() if self.now.covered else givers)
            self.same("17.0", "the support markers", fact.count, len(fact.by))
        super().on_MarkersTaken(fact)

    def on_MarkerSpent(self, fact: f.MarkerSpent) -> None:
        super().on_MarkerSpent(fact)
        self.holds("17.1", self.support >= 0 and self.naval >= 0, f"a {fact.kind} marker that is not there")
        if fact.kind == NAVAL:
            return
        if fact.on == "recovery":
            unit = self.units[fact.at]
            self.holds(
                "17.3",
                unit.hex in self.us_connected() and not unit.leader,
                f"{fact.at} is relieved out of communication",
            )
        if fact.on == "requirement" and self.attack is not None:
            able = self.us_connected()
            units = [self.units[name] for name in self.attack.units]
            self.holds(
                "17.5",
                any(u.hex in able and self.in_command(u) for u in units),
                "a support marker in an attack without communication",
            )

    def on_ActionFreed(self, fact: f.ActionFreed) -> None:
        super().on_ActionFreed(fact)
        self.freed.add(fact.unit)
        self.holds(
            "17.4",
            self.support >= 0 and self.units[fact.unit].hex in self.us_connected(),
            f"{fact.unit} is freed out of communication",
        )

    def on_GarrisonPlaced(self, fact: f.GarrisonPlaced) -> None:
        if self.phase == "engineer":
            able = self.us_connected()
            for place in fact.places:
                hex = self.hex_of(place)
                self.holds(
                    "17.2",
                    hex in able and nearest(hex, self.us_hexes()) <= 1 and place not in self.garrisons,
                    f"a garrison in {place}",
                )
        super().on_GarrisonPlaced(fact)

    def on_CommandChanged(self, fact: f.CommandChanged) -> None:
        unit = self.units[fact.unit]
        if fact.change == "established":
            potential = {
                self.board.group_of[p]
                for p in self.board.cards
                if p in self.forces or (self.empty(p) and self.jp_connected(p))
            }
            self.holds(
                "16.1",
                not any(unit.hex in self.dots(g) for g in potential),
                f"{fact.unit} becomes a command post in a field of fire",
            )
            self.same("16.1", "the space", fact.space, 1)
        elif fact.change == "extended":
            self.holds(
                "16.2",
                unit.hex not in self.jp_fields() and fact.unit not in self.extended,
                f"{fact.unit} extends its range",
            )
            self.same("16.2", "the space", fact.space, unit.post + 1)
        if fact.change != "abandoned":
            self.extended.add(fact.unit)
            if fact.reach:
                self.same("16.2", "the range", fact.reach, self.charts["command"][str(fact.space)]["range"])
        super().on_CommandChanged(fact)

    def dots(self, group: str) -> frozenset[str]:
        return self.rules_field(group, us=True) or self.board.dots[group]

    def empty(self, position: str) -> bool:
        return position not in self.forces and self.hex_of(position) not in self.held()
