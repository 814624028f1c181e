"""The Japanese Fire Phase reckoned again: who acts on a card and how, whom fire may hit and whom it hits (6, 12,
13)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from domain.ddat import facts as f
from domain.ddat.charts import GRID, FireChart, Shown
from domain.kernel.facts import Drawn
from tests.properties.reckoned.ddat.board import nearest, number
from tests.properties.reckoned.ddat.table import Force, Table, Unit

T = TypeVar("T")
FIRES = ("fire", "fire-with-machine-guns", "tank-fire")
MORTAR, PATROL, ADVANCE, REDEPLOY, ASSAULT, NEAR = 4, 4, 4, 3, 3, 2
"""The ranges of 12.4, 12.6, 13.2, 12.2 and 12.8; and how near a US unit makes an empty position act (12.0)."""
DOTS = ("intense", "steady", "machine-gun")
"""The order in which hexes are hit (6.31)."""
GUNS = ("artillery", "mortar", "ambush")


class FirePhase(Table):
    """Follows a Japanese Fire Phase position by position."""

    def __init__(self) -> None:
        super().__init__()
        self.connected: set[str] = set()
        self.card = ""
        self.colours: list[str] = []
        self.order: tuple[int, int] | None = None
        self.checked_positions: set[str] = set()
        self.expected: set[str] = set()
        """Positions of the colour at hand that must be checked."""
        self.spent: set[str] = set()
        """US units that have lost the step of the phase (6.34)."""
        self.due_steps: dict[str, str] = {}
        self.due_disrupted: set[str] = set()
        self.action: f.PositionChecked | None = None
        self.passed_over: dict[str, str] = {}
        self.was_hit: set[str] = set()
        self.to_place: list[str] = []
        self.patrolling: set[str] = set()
        self.struck = False
        self.stretched: set[str] = set()
        """Groups that have hit the one unit more of the long turns (15.2)."""
        self.taken: set[tuple[str, str]] = set()
        """Groups and the US units that have lost a step to them in the phase (15.2)."""
        self.phases = 0
        self.advanced: tuple[str, ...] = ()
        self.alone: set[str] = set()
        """Garrisons that the action at hand removes (17.21)."""

    # ---- the phase and its order ----

    def on_FirePhaseOpened(self, fact: f.FirePhaseOpened) -> None:
        reckoned = {p for p in self.board.cards if self.jp_connected(p)}
        self.holds(
            "11.2", reckoned == set(fact.connected), f"connected differs: {sorted(reckoned ^ set(fact.connected))}"
        )
        self.connected = set(fact.connected)
        self.spent, self.passed_over, self.colours, self.checked_positions = set(), {}, [], set()
        self.phases += 1
        self.stretched, self.taken = set(), set()
        self.card = ""
        for force in self.forces.values():
            force.acted = force.done = False

    def on_Drawn(self, fact: Drawn) -> None:
        super().on_Drawn(fact)
        if fact.name == "fire":
            self.card, self.colours = fact.item, [shown.colour for shown in self.fire_card(fact.item).shown]
            self.begin_colour()

    def begin_colour(self) -> None:
        """The next colour on the card: who must be checked of it."""
        self.order = None
        self.expected = {
            p
            for p in self.forces
            if p in self.board.cards and self.colours and self.board.cards[p].colour == self.colours[0]
        }

    def end_colour(self) -> None:
        left = {
            p
            for p in self.expected
            if p in self.forces and not self.forces[p].acted and p not in self.checked_positions
        }
        self.holds("12.0", not left, f"{sorted(left)} of {self.colours[:1]} not checked")
        self.colours = self.colours[1:]
        self.begin_colour()

    def shown(self, fact: f.PositionChecked) -> Shown:
        found = self.fire_card(fact.card).shows(fact.colour)
        assert found is not None
        return self.fired_as(found)

    def fired_as(self, shown: Shown) -> Shown:
        """A colour of the card as it counts in this phase (AMB-44)."""
        return Shown(colour=shown.colour, double=shown.double, marks=("A",)) if self.now.counterattack else shown

    def letter(self, shown: Shown) -> str:
        """The lettered action in force for a colour (12.0)."""
        found = next(
            (mark for mark in shown.marks if mark in self.letters or (mark == "A" and self.now.counterattack)), ""
        )
        return "" if self.night and found == "M" else found

    def on_PositionChecked(self, fact: f.PositionChecked) -> None:
        self.settle()
        self.advanced = self.action.positions if self.action is not None and self.action.action == "advance" else ()
        self.action, first = fact, fact.positions[0]
        group = self.board.group_of[first]
        if not fact.card:
            self.tank_event(fact)
            return
        self.same("6.3", "the card", fact.card, self.card)
        while self.colours and self.colours[0] != fact.colour and not fact.again:
            self.end_colour()
        self.holds("12.0", bool(self.colours), f"{fact.positions} are of no colour of the card {fact.card}")
        moved = self.forces.get(first) is not None and self.forces[first].acted
        if not moved:
            self.same("6.3", f"the colour of {first}", self.board.cards[first].colour, fact.colour)
        west = max(self.board.west(p) for p in fact.positions)
        if not fact.again and not moved and self.read("AMB-85", "passed") == "passed":
            self.holds(
                "12.0", self.order is None or west <= self.order, f"{first} is checked after a position farther east"
            )
            self.order = west if self.order is None else min(west, self.order)
        self.checked_positions.update(fact.positions)
        self.alone_in_field(fact, group)
        forces = {p: self.forces[p] for p in fact.positions if p in self.forces}
        if fact.positions == self.advanced and fact.action in ("advance", "tank-fire"):
            second = {"A": "advance", "P": "tank-fire"}.get(self.letter(self.shown(fact)))
            self.same("13.2", f"the second action of the tank unit of {first}", fact.action, second)
        elif not forces:
            self.check_empty(fact, group)
        elif any(force.tank for force in forces.values()):
            self.check_tank(fact, forces)
        else:
            self.check_occupied(fact, group, forces)
        if fact.action not in ("no-action", "no-fire"):
            for force in forces.values():
                force.done |= not force.disrupted

    def alone_in_field(self, fact: f.PositionChecked, group: str) -> None:
        """The garrisons alone in the field of a unit that acts (17.21)."""
        if fact.action in ("no-action", "no-fire", "reinforce", "muster", "ambush", "infiltrate"):
            return
        field = self.rules_field(group)
        if fact.action != "tank-fire" and self.read("AMB-59", "group") == "tank":
            field &= self.board.dots[group]
        if fact.action == "fire-with-machine-guns":
            field |= self.board.gunners[group]
        us = self.us_hexes()
        self.alone = {p for p in self.garrisons if self.hex_of(p) in field and self.hex_of(p) not in us}

    def on_GarrisonRemoved(self, fact: f.GarrisonRemoved) -> None:
        if fact.cause == "alone":
            for place in fact.places:
                self.holds("17.21", place in self.alone or self.night, f"the garrison of {place} is removed")
        super().on_GarrisonRemoved(fact)

    def on_FirePhaseEnded(self, fact: f.FirePhaseEnded) -> None:
        self.settle()
        while self.colours:
            self.end_colour()
        for unit, words in self.passed_over.items():
            self.holds("6.31", False, f"{unit} is passed over: {words}")
        self.passed_over, self.stretched = {}, set()
        colours = {shown.colour for shown in self.fire_card(fact.card).shown}
        left = {
            p
            for p, force in self.forces.items()
            if p in self.board.cards and force.disrupted and self.board.cards[p].colour in colours
        }
        self.holds("6.4", not left, f"{sorted(left)} stay disrupted after card {fact.card}")

    def on_ForcesRecovered(self, fact: f.ForcesRecovered) -> None:
        self.settle()
        colours = {shown.colour for shown in self.fire_card(self.card).shown}
        for place in fact.places:
            self.holds(
                "6.4",
                self.forces[place].disrupted and self.board.cards[place].colour in colours,
                f"{place} recovers on {self.card}",
            )
        super().on_ForcesRecovered(fact)

    # ---- what a position does ----

    def check_occupied(self, fact: f.PositionChecked, group: str, forces: dict[str, Force]) -> None:
        shown, acts = self.shown(fact), {p: force for p, force in forces.items() if not force.disrupted}
        letter, name = self.letter(shown), fact.name
        reinforced = self.long and all(force.acted for force in forces.values())
        if reinforced and fact.action in ("fire", "no-fire"):
            return
        acts = {p: force for p, force in acts.items() if not force.acted}
        if not acts:
            self.same("6.4", f"{name}, disrupted or done", fact.action, "no-action")
            return
        group_acts = {p: force for p, force in self.facing_forces(group).items() if not force.disrupted}
        enough = not shown.double or any(force.depth for force in group_acts.values()) or len(group_acts) > 1
        near = self.inside(self.rules_field(group))
        inland = self.board.inland(fact.positions[0])
        lacking = [p for p, force in forces.items() if not force.depth]  # the disrupted ones too
        if letter == "R" and near and lacking:
            if sum(self.pools.values()) and set(lacking) & self.connected:
                self.same("12.1", f"{name}, that lacks depth", fact.action, "resupply")
                return
            if self.read("AMB-14", "fire") == "nothing" and not self.long:
                self.same("12.1", f"{name}, for whom there is no depth", fact.action, "no-action")
                return
        if not enough:
            self.same("6.3", f"{name}, too weak for a double symbol", fact.action, "no-action")
            return
        if near:
            self.same_action(fact, self.deed_with_targets(letter, inland))
        else:
            self.same_action(fact, self.deed_without(fact, letter, inland, acts))

    def same_action(self, fact: f.PositionChecked, reckoned: str) -> None:
        if reckoned in ("fire", "fire-with-machine-guns") and self.smoked(fact.positions):
            reckoned = "no-fire"
        rule = {
            "patrol": "12.6",
            "assault": "12.8",
            "redeploy": "12.2",
            "mortar-fire": "12.4",
            "artillery-fire": "12.7",
        }.get(reckoned, "12.0")
        self.same(rule, f"{fact.name} on {fact.card}", fact.action, reckoned)

    def smoked(self, positions: Iterable[str]) -> bool:
        return any(m in self.now.smoke for p in positions for m in self.board.groups[self.board.group_of[p]])

    def deed_with_targets(self, letter: str, inland: bool) -> str:
        if letter == "M":
            return "fire-with-machine-guns"
        if inland and letter == "P":
            return "patrol"
        if inland and letter == "A":
            return "no-action" if self.now.wires_cut else "assault"
        return "fire"

    def deed_without(self, fact: f.PositionChecked, letter: str, inland: bool, acts: dict[str, Force]) -> str:
        """What an occupied position does without a US unit in its field (the Summary)."""
        first, hexes = fact.positions[0], [self.board.cards[p].hex for p in acts]
        if letter == "M":
            return "no-fire" if self.blinded(fact) else "mortar-fire" if self.mortar_targets(hexes) else "no-action"
        if letter == "R" and (inland or self.long):
            return "redeploy" if not self.now.wires_cut and self.goals(first, REDEPLOY, empty=True) else "no-action"
        if letter == "P" and inland:
            return "patrol" if self.patrolled(hexes) else "no-action"
        if letter == "A" and inland:
            return "assault" if not self.now.wires_cut and self.goals(first, ASSAULT, empty=False) else "no-action"
        if letter == "A":
            if self.night or not any(self.has_guns(p) for p in acts):
                return "no-action"
            return (
                "no-fire"
                if self.blinded(fact)
                else "artillery-fire"
                if self.gun_targets(self.symbol())
                else "no-action"
            )
        return "no-action"

    def blinded(self, fact: f.PositionChecked) -> bool:
        """Whether smoke keeps mortars and guns from firing, whoever they could hit (EV, AMB-77)."""
        return self.read("AMB-77", "own-fire") == "all-fire" and self.smoked(fact.positions)

    def check_empty(self, fact: f.PositionChecked, group: str) -> None:
        shown = self.shown(fact)
        letter, members = self.letter(shown), self.board.groups[group]
        empty = [p for p in members if p not in self.forces and self.board.cards[p].hex not in self.held()]
        near = [p for p in empty if nearest(self.board.cards[p].hex, self.us_hexes()) <= NEAR]
        seen = bool(self.inside(self.printed(group)))
        if fact.action == "reinforce":
            good = [p for p in near if p in self.connected and (self.board.inland(p) or p[0] in "DEF")]
            self.holds("12.3", letter == "R" and bool(good) and self.reserve > 0, f"{fact.name} reinforces on {letter}")
            self.to_place = good and [min(good, key=number)]
        elif fact.action == "muster":
            good = [p for p in near if p in self.connected and self.board.inland(p)]
            self.holds("12.5", letter == "M" and bool(good) and self.reserve > 0, f"{fact.name} musters on {letter}")
            self.to_place = good
        elif fact.action == "infiltrate":
            good = [p for p in empty if p not in self.connected]
            self.holds(
                "12.10",
                letter == "I" and bool(good) and seen and self.reserve > 0,
                f"{fact.name} infiltrates on {letter}",
            )
            self.to_place = good
        elif fact.action == "ambush":
            good = [p for p in near if p in self.connected and self.board.inland(p)]
            self.holds("12.9", letter == "A" and bool(good) and seen, f"{fact.name} ambushes on {letter}")
        else:
            self.same("12.0", f"{fact.name}, empty", fact.action, "no-action")
            self.holds("12.9", letter != "A" or not self.ambushed(group), f"{fact.name} lies in no ambush")

    def printed(self, group: str) -> frozenset[str]:
        """The dots of a position; the night leaves those next to it (19)."""
        return self.board.dots[group] & self.beside(self.board.groups[group]) if self.night else self.board.dots[group]

    def ambushed(self, group: str) -> tuple[list[Unit], bool] | tuple[()]:
        """Who is struck from an empty position, and whether by a step (12.9)."""
        hexes, where = self.printed(group), [self.board.cards[p].hex for p in self.board.groups[group]]
        for intense in (True, False):
            units = [
                u
                for u in self.inside(
                    hexes & self.board.intense[group] if intense else hexes - self.board.intense[group]
                )
                if not u.leader
            ]
            units = [
                u
                for u in units
                if self.shows_symbol(u) and not (u.name in self.spent and intense) and not (u.disrupted and not intense)
            ]
            if units:
                return first(units, lambda u: (nearest(u.hex, where), -u.steps)), intense
        return ()

    # ---- goals of those that move ----

    def goals(self, position: str, reach: int, *, empty: bool) -> list[str]:
        """Where a force may go that redeploys, or assaults without a US unit in its field: nearer to a US unit (12.2,
        12.8)."""
        here, us = self.hex_of(position), self.us_hexes()
        held, found = self.held(), []
        for p, card in self.board.cards.items():
            if p in self.forces or GRID.distance(here, card.hex) > reach or (empty and card.hex in held):
                continue
            if nearest(card.hex, us) < nearest(here, us):
                found.append(p)
        return found

    def redeploy_goals(self, position: str) -> list[str]:
        found, mine = self.goals(position, REDEPLOY, empty=True), self.board.cards[position]
        if len(found) > 1:
            found = [p for p in found if self.board.cards[p].colour != mine.colour] or found
            found = first(found, lambda p: (GRID.distance(mine.hex, self.board.cards[p].hex), -number(p)))
        return found

    def assault_goals(self, position: str) -> set[str]:
        """The position or hex an assault may come to (12.8)."""
        group, here = self.board.group_of[position], self.board.cards[position].hex
        units = self.inside(self.rules_field(group))
        if units:
            hexes = first(
                list({u.hex for u in units}), lambda h: (GRID.distance(here, h), sum(u.strength for u in self.stack(h)))
            )
            return {self.board.at.get(h, h) for h in hexes}
        us = self.us_hexes()
        return set(
            first(
                self.goals(position, ASSAULT, empty=False),
                lambda p: (nearest(self.hex_of(p), us), GRID.distance(here, self.hex_of(p))),
            )
        )

    def advance_goals(self, position: str) -> list[str]:
        """Where a tank unit advances (13.2)."""
        here, us, held = self.hex_of(position), self.us_hexes(), self.held()
        found = [
            p
            for p, card in self.board.cards.items()
            if p != position
            and GRID.distance(here, card.hex) <= ADVANCE
            and card.hex not in held
            and nearest(card.hex, us) < nearest(here, us)
            and (p not in self.forces or self.is_connected(p))
        ]
        return first(
            found,
            lambda p: (nearest(self.hex_of(p), us), p in self.forces, GRID.distance(here, self.hex_of(p)), -number(p)),
        )

    def is_connected(self, position: str) -> bool:
        return position in self.connected if self.phase == "fire" else self.jp_connected(position)

    # ---- tank units ----

    def check_tank(self, fact: f.PositionChecked, forces: dict[str, Force]) -> None:
        position, force = next((p, x) for p, x in forces.items() if x.tank)
        shown = self.shown(fact)
        letter, group = self.letter(shown), self.board.group_of[position]
        if fact.again:
            self.same("13.2", f"{position}, the second fire", (fact.action, letter), ("tank-fire", "M"))
            return
        if force.disrupted:
            self.same("13.2", f"{position}, disrupted", fact.action, "no-action")
            return
        if shown.double and not force.depth:
            self.same("13.2", f"{position} without depth on a double symbol", fact.action, "no-action")
            return
        if force.acted:
            second = letter in ("A", "P")
            self.holds(
                "13.2",
                second or fact.action == "no-action",
                f"{position} has acted, and does {fact.action} on {letter}",
            )
            return
        near, goals = self.inside(self.tank_field(group)), self.advance_goals(position)
        fires = "no-fire" if self.smoked((position,)) else "tank-fire"
        if letter in ("A", "P"):
            reckoned = "advance" if goals else fires if near else "no-action"
        elif letter in ("R", "M"):
            reckoned = fires if near else "no-action"
        else:
            reckoned = fires if near else "advance" if goals else "no-action"
        self.same("13.2", f"{position} with {letter or 'no letter'}", fact.action, reckoned)

    def tank_field(self, group: str) -> frozenset[str]:
        return self.rules_field(group)

    def tank_event(self, fact: f.PositionChecked) -> None:
        position = fact.positions[0]
        near, goals = self.inside(self.rules_field(self.board.group_of[position])), self.advance_goals(position)
        reckoned = "tank-fire" if near else "advance" if goals else "no-action"
        self.same("13.2", f"{position} by an event", fact.action, reckoned)

    def on_ForceMoved(self, fact: f.ForceMoved) -> None:
        assert self.action is not None
        if fact.rule == "DDaT 8.62":
            self.same("8.62", f"where the force in {fact.position} returns", fact.to, self.forces[fact.position].origin)
            super().on_ForceMoved(fact)
            return
        force, action = self.forces[fact.position], self.action.action
        if force.tank and action == "advance":
            goals = self.advance_goals(fact.position)
            self.holds("13.2", fact.to in goals, f"the tank unit of {fact.position} goes to {fact.to}, not to {goals}")
            self.same("13.2", "a swap", fact.swap, fact.to in self.forces)
        elif force.tank:
            hit = {self.units[u].hex for u in self.was_hit if self.units[u].here}  # who fell to it is in no hex
            here = self.hex_of(fact.position)
            goals = first(list(hit), lambda h: (GRID.distance(here, h), sum(u.strength for u in self.stack(h))))
            self.holds("13.2", self.hex_of(fact.to) in goals, f"an overrun to {fact.to}, hit were {hit}")
        elif action == "redeploy":
            goals = self.redeploy_goals(fact.position)
            self.holds("12.2", fact.to in goals, f"{fact.position} redeploys to {fact.to}, not to {goals}")
        elif action == "assault":
            to = self.assault_goals(fact.position)
            self.holds("12.8", fact.to in to, f"{fact.position} assaults {fact.to}, not {sorted(to)}")
        else:
            self.holds("12.0", False, f"{fact.position} moves by {action}")
        if fact.swap:
            self.forces[fact.to].acted |= self.forces[fact.to].done
        super().on_ForceMoved(fact)

    # ---- reserve units and depth ----

    def on_ForcePlaced(self, fact: f.ForcePlaced) -> None:
        action = self.action.action if self.action and self.phase == "fire" else ""
        self.holds("9.31", self.reserve > 0, f"{fact.position} gets a unit from an empty reserve")
        if fact.rule.startswith("DDaT 12"):
            self.holds("12.31", fact.position in self.to_place, f"{action} in {fact.position}, not in {self.to_place}")
            if action == "reinforce" or (action == "muster" and self.long):
                pool = self.pool_for(fact.position)
                self.same("12.3", f"the depth marker of {fact.position}", fact.depth, pool or None)
            else:
                self.same("12.5", f"the depth marker of {fact.position}", fact.depth, None)
            self.to_place = [p for p in self.to_place if p != fact.position]
        super().on_ForcePlaced(fact)

    def pool_for(self, position: str) -> str:
        """The box from which a depth marker comes (9.21, 9.23)."""
        own, other = ("inland", "coastal") if self.board.inland(position) else ("coastal", "inland")
        return own if self.pools[own] else other if self.pools[other] else ""

    def on_DepthPlaced(self, fact: f.DepthPlaced) -> None:
        force = self.forces[fact.where]
        place = self.board.at.get(self.hex_of(fact.where), force.origin or fact.where)
        self.same("9.21", f"the box for {fact.where}", fact.pool, self.pool_for(place))
        self.holds("9.22", not force.depth and not force.tank, f"{fact.where} gets depth it may not have")
        super().on_DepthPlaced(fact)

    # ---- fire ----

    def symbol(self) -> str:
        return self.fire_card(self.card).symbol

    def shows_symbol(self, unit: Unit) -> bool:
        """Whether a unit has the target symbol of the card, which the fire of an event has none of, or is in a
        concentrated target (6.35)."""
        carded = self.action is None or bool(self.action.card)
        return not unit.leader and ((carded and unit.card.symbol == self.symbol()) or self.concentrated(unit.hex))

    def on_PositionFired(self, fact: f.PositionFired) -> None:
        self.settle()
        assert self.action is not None
        assert fact.fire is not None
        if self.action.action == "mortar-fire":
            self.mortars(fact)
            return
        firers = {p: self.forces[p] for p in fact.fire.by}
        group = self.board.group_of[fact.fire.by[0]]
        tank = self.action.action == "tank-fire"
        there = {p: self.forces[p] for p in self.action.positions if p in self.forces}
        able = {p: force for p, force in there.items() if force.tank == tank and not force.disrupted}
        own = {p: force for p, force in able.items() if not force.acted} or able
        self.same("6.31", f"who fires of {group}", set(firers), set(own))
        counters = sum(x.counters for x in own.values())
        more = self.long and (group not in self.stretched or self.action.again)
        self.same("15.2", f"the limit of {fact.position}", fact.limit, counters + more)
        if len(fact.hits) + len(fact.leaders) > counters:
            self.stretched.add(group)
        shown = self.fire_card(fact.card).shows(self.action.colour) if fact.card else None
        letter = self.letter(self.shown(self.action)) if self.action.card else ""
        eligible = self.eligible(group, own, shown, letter, guns=self.action.action == "fire-with-machine-guns")
        self.holds(
            "6.3",
            set(eligible) == set(fact.eligible),
            f"{fact.position}: eligible differ by {sorted(set(eligible) ^ set(fact.eligible))}",
        )
        self.was_hit = set(fact.hits)
        self.choose(fact, group, eligible)
        self.hit_leaders(fact, group, shown)

    def eligible(
        self, group: str, own: dict[str, Force], shown: Shown | None, letter: str, *, guns: bool
    ) -> dict[str, tuple[str, FireChart]]:
        """The US units that a position may hit, with the dot each is hit by and the cell of the chart (6.3)."""
        tank = any(force.tank for force in own.values())
        status = "revealed" if all(x.shown for x in self.facing_forces(group).values()) else "unrevealed"
        cells = {dot: FireChart(**self.charts["fire-chart"][f"{dot}/{status}"]) for dot in DOTS}
        wide = any(x.tank and not x.disrupted for x in self.facing_forces(group).values()) and (
            tank or self.read("AMB-59", "group") == "group"
        )
        hexes = self.board.wider[group] if wide else self.board.dots[group]
        ring = self.board.gunners[group] if guns else frozenset()
        if self.night:
            hexes, ring = hexes & self.beside(own), ring & self.beside(own)
        bonus = bool(shown and "armor" in shown.marks and not self.now.counterattack)
        bonus |= tank and (self.read("AMB-53", "default-action") == "always" or letter in ("", "I"))
        found = {}
        for unit in self.inside(hexes | ring):
            dot = (
                "intense" if unit.hex in self.board.intense[group] else "steady" if unit.hex in hexes else "machine-gun"
            )
            cell = cells[dot]
            if (
                unit.leader
                or (cell.symbol and not self.shows_symbol(unit))
                or (unit.card.armored and not cell.armor and not bonus)
            ):
                continue
            found[unit.name] = dot, cell
        return found

    def choose(self, fact: f.PositionFired, group: str, eligible: dict[str, tuple[str, FireChart]]) -> None:
        """The hits go to the first in order (6.31), and as many as can be are hit (6.34)."""
        assert self.action is not None
        shared = (
            not self.long and self.phase == "fire"
        )  # 6.34 has the positions of a phase hit as many as they can together
        limited = shared and not self.action.again
        bound = (
            self.spent
            if limited
            else {u for by, u in self.taken if by == group and not self.action.again and self.phase == "fire"}
        )
        free = [u for u in eligible if u not in bound]
        extra = [u for u in eligible if u not in free and eligible[u][1].disrupt and not self.units[u].disrupted]
        self.same("6.31", f"how many {fact.position} hits", len(fact.hits), min(fact.limit, len(free) + len(extra)))
        own = [self.board.cards[p].hex for p in (fact.fire.by if fact.fire else ())]
        rank = {
            u: (DOTS.index(dot), -self.units[u].steps, nearest(self.units[u].hex, own))
            for u, (dot, _) in eligible.items()
        }
        hits = [u for u in fact.hits if u in free]
        last = max((rank[u] for u in hits), default=(9,))
        passed = [u for u in free if u not in fact.hits and rank[u] < last]
        for unit in list(self.passed_over):
            if unit in eligible:
                del self.passed_over[unit]
        for unit in passed:
            if shared:
                if not self.awaited(unit):
                    self.passed_over[unit] = f"{fact.position} hits {fact.hits}"
            else:
                self.holds("6.31", False, f"{fact.position} passes over {unit} and hits {fact.hits}")
        for unit in fact.hits:
            if unit not in eligible:
                continue
            cell = eligible[unit][1]
            if cell.step and unit in free:
                self.due_steps[unit] = "fire"
            if cell.disrupt and not self.units[unit].disrupted:
                self.due_disrupted.add(unit)

    def awaited(self, unit: str) -> bool:
        """Whether a position still to be checked on the card could hit a unit by its fire, as things stand (6.34,
        AMB-06)."""
        for colour in self.colours:
            shown = self.fire_card(self.card).shows(colour)
            for p, force in self.forces.items() if shown else ():
                if p not in self.board.cards or self.board.cards[p].colour != colour or p in self.checked_positions:
                    continue
                group = self.board.group_of[p]
                there = self.facing_forces(group)
                letter = self.letter(self.fired_as(shown))
                deed = (
                    "tank-fire"
                    if force.tank and letter not in ("A", "P")
                    else self.deed_with_targets(letter, self.board.inland(p))
                )
                able = not force.disrupted and not force.acted and deed in FIRES and not self.smoked((p,))
                able = able and (not shown.double or sum(x.counters for x in there.values() if not x.disrupted) > 1)
                if able and unit in self.eligible(group, {p: force}, self.fired_as(shown), letter, guns=letter == "M"):
                    return True
        return False

    def hit_leaders(self, fact: f.PositionFired, group: str, shown: Shown | None) -> None:
        assert self.action is not None
        star = bool(shown and "star" in shown.marks) and not self.now.counterattack
        if fact.leaders:
            self.holds("10.3", star, f"{fact.leaders} hit without a star")
            self.holds(
                "10.31", len(fact.hits) + len(fact.leaders) <= fact.limit, f"{fact.leaders} hit beyond the limit"
            )
        for name in fact.leaders:
            unit = self.units[name]
            self.holds("10.3", unit.leader or unit.heroes > 0 or self.ryan == name, f"{name} is no leader and has none")

    def mortars(self, fact: f.PositionFired) -> None:
        assert self.action is not None
        acts = {p: self.forces[p] for p in self.action.positions if p in self.forces and not self.forces[p].disrupted}
        units = self.mortar_targets([self.board.cards[p].hex for p in acts])
        more = len(acts) > 1 or any(x.depth for x in acts.values())
        self.same("12.41", f"the limit of {fact.position}", fact.limit, 2 if more else 1)
        self.same("12.4", f"in the range of {fact.position}", set(fact.eligible), {u.name for u in units})
        free = [u for u in units if self.may_lose(u)]
        self.same("12.41", f"how many {fact.position} hits", len(fact.hits), min(fact.limit, len(free)))
        least = min((self.units[u].steps for u in fact.hits), default=0)
        self.holds(
            "12.41",
            all(u.steps <= least for u in free if u.name not in fact.hits),
            f"{fact.hits} are not those with the most steps",
        )
        self.due_steps = dict.fromkeys(fact.hits, "mortar")

    def may_lose(self, unit: Unit) -> bool:
        """Whether guns may take a step from a unit in this phase (6.34, AMB-07)."""
        return self.long or self.read("AMB-07", "all-fire") == "positions" or unit.name not in self.spent

    def mortar_targets(self, hexes: Sequence[str]) -> list[Unit]:
        return [
            u for u in self.on_map() if self.shows_symbol(u) and nearest(u.hex, hexes) <= MORTAR and self.may_lose(u)
        ]

    def gun_targets(self, symbol: str) -> list[Unit]:
        """Those among whom artillery fire chooses (6.5, 12.7)."""
        units = [
            u
            for u in self.on_map()
            if not u.leader and (u.card.symbol == symbol or self.concentrated(u.hex)) and self.may_lose(u)
        ]
        at_reef = [u for u in units if u.hex in self.board.reef]
        in_water = [u for u in units if self.board.water(u.hex)]
        on_beach = [u for u in units if u.hex in self.board.beach]
        return first(at_reef or in_water or on_beach, lambda u: (-u.steps,))

    def has_guns(self, position: str) -> bool:
        return self.board.cards[position].artillery != "none" and position not in self.destroyed

    def on_ArtilleryFired(self, fact: f.ArtilleryFired) -> None:
        self.settle()
        needed, kind = self.fire_card(fact.card).guns
        self.same("6.5", "the guns needed", (fact.needed, fact.type), (needed, kind))
        there = {p for p, x in self.forces.items() if p in self.board.cards and not x.disrupted and self.has_guns(p)}
        there = {p for p in there if kind in ("any", self.board.cards[p].artillery)}
        self.same("6.5", "the guns there", set(fact.there), there)
        self.holds("6.5", self.turn > 1 and not self.night, "artillery fires")
        targets = (
            {u.name for u in self.gun_targets(self.fire_card(fact.card).symbol)} if len(there) >= needed else set()
        )
        self.holds(
            "6.5",
            fact.unit in targets or (not fact.unit and not targets),
            f"artillery hits {fact.unit or 'nobody'} of {targets}",
        )
        self.due_steps = {fact.unit: "artillery"} if fact.unit else {}

    # ---- what fire does ----

    def settle(self) -> None:
        """Whatever the last fire or action was to do has been done."""
        left = self.alone & self.garrisons
        self.holds("17.21", not left, f"the garrison of {sorted(left)} holds out alone in a field of fire")
        self.alone = set()
        left = {u for u in self.due_steps if self.units[u].here}
        self.holds("6.32", not left, f"{sorted(left)} lose no step")
        left = {u for u in self.due_disrupted if self.units[u].here and not self.units[u].disrupted}
        self.holds("6.33", not left, f"{sorted(left)} are not disrupted")
        self.due_steps, self.due_disrupted, self.patrolling, self.struck = {}, set(), set(), False

    def on_StepLost(self, fact: f.StepLost) -> None:
        unit, cause = self.units[fact.unit], fact.loss.cause
        self.same("6.32", f"the steps {fact.unit} has left", fact.left, unit.steps - 1)
        full = unit.card.type == "infantry" and unit.card.steps == 4 and fact.left == 2 and fact.unit not in self.boxed
        self.same("14.1", f"the counter of {fact.unit} in the loss box", fact.boxed, full)
        if cause in ("position-fire", "tank-fire", *GUNS):
            again = bool(self.action and self.action.again)
            limit = not self.long and not (again and cause == "tank-fire") and self.phase == "fire"
            if limit and (cause not in ("artillery", "mortar") or self.read("AMB-07", "all-fire") == "all-fire"):
                self.holds("6.34", fact.unit not in self.spent, f"{fact.unit} loses a second step of the phase")
            if self.action and self.phase == "fire" and cause in ("position-fire", "tank-fire"):
                by = self.board.group_of[self.action.positions[0]]
                self.holds(
                    "15.2", again or (by, fact.unit) not in self.taken, f"{fact.unit} loses a second step to {by}"
                )
                self.taken.add((by, fact.unit))
            if cause in ("position-fire", "tank-fire", "mortar"):
                self.holds("6.32", fact.unit in self.due_steps, f"{fact.unit} loses a step and was not hit")
            elif cause == "artillery" and self.action and self.action.action == "artillery-fire" and not self.due_steps:
                targets = {u.name for u in self.gun_targets(self.symbol())}
                self.holds("12.7", fact.unit in targets, f"{fact.unit} is hit, not one of {targets}")
            elif cause == "ambush":
                self.strike(fact.unit, True)
            self.due_steps.pop(fact.unit, None)
            if cause not in ("artillery", "mortar") or self.read("AMB-07", "all-fire") == "all-fire":
                self.spent.add(fact.unit)
        super().on_StepLost(fact)

    def strike(self, unit: str, step: bool) -> None:
        assert self.action is not None
        found = self.ambushed(self.board.group_of[self.action.positions[0]])
        self.holds(
            "12.9", bool(found) and unit in {u.name for u in found[0]} and found[1] == step, f"{unit} is ambushed"
        )

    def on_LeaderHit(self, fact: f.LeaderHit) -> None:
        unit = self.units[fact.unit]
        if fact.rule == "DDaT 10.15":
            mates = [
                u for u in self.stack(unit.hex) if fact.leader == "ryan" or u is unit
            ]  # Major Ryan is with all of his hex (10.17)
            saved = [u.name for u in mates if u.steps == 1 and self.must_lose(u.name)]
            self.holds("10.15", bool(saved), f"the hero of {fact.unit} gives his life")
            self.due_steps.pop(next((u for u in self.due_steps if u in saved), ""), None)
        if fact.leader == "hq" and fact.rule == "DDaT 10.3":
            reckoned = "plain" if unit.post or unit.heroic else "eliminated"
            self.same("10.3", f"what is left of {fact.unit}", fact.now, reckoned)
        super().on_LeaderHit(fact)

    def must_lose(self, unit: str) -> bool:
        """Whether a unit must lose a step to Japanese fire (10.15)."""
        return unit in self.due_steps or (
            self.action is not None and self.action.action in ("artillery-fire", "ambush")
        )

    def on_UnitsDisrupted(self, fact: f.UnitsDisrupted) -> None:
        action = self.action.action if self.action and self.phase == "fire" else ""
        if fact.rule == "DDaT 6.33":
            for name in fact.units:
                self.holds("6.33", name in self.due_disrupted, f"{name} is disrupted, against the chart")
        elif action == "patrol" and fact.rule == "DDaT 12.6":
            assert self.action is not None
            group = self.board.group_of[self.action.positions[0]]
            near = self.inside(self.rules_field(group))
            hexes = [
                self.board.cards[p].hex
                for p in self.action.positions
                if p in self.forces and not self.forces[p].disrupted
            ]
            if near:
                if not self.patrolling:
                    self.patrolling = {u.name for u in near if not u.leader and not u.disrupted}
                self.holds(
                    "12.6",
                    set(fact.units) <= self.patrolling,
                    f"{fact.units} disrupted, {self.patrolling} are in the field",
                )
                self.due_disrupted |= self.patrolling
            else:
                targets = {u.name for u in self.patrolled(hexes)}
                self.holds(
                    "12.6",
                    not self.struck and set(fact.units) <= targets,
                    f"a patrol disrupts {fact.units}, not one of {targets}",
                )
                self.struck = True
        elif fact.rule == "DDaT 12.9":
            self.strike(fact.units[0], False)
        super().on_UnitsDisrupted(fact)
        self.due_disrupted.difference_update(fact.units)

    def patrolled(self, hexes: Sequence[str]) -> list[Unit]:
        """The one a patrol disrupts without a US unit in its field (12.6)."""
        units = [u for u in self.on_map() if not u.leader and not u.disrupted and nearest(u.hex, hexes) <= PATROL]
        together = self.read("AMB-70", "concentrated") == "concentrated"

        def rank(unit: Unit) -> tuple[int, ...]:
            symbol = unit.card.symbol == self.symbol() or (together and self.concentrated(unit.hex))
            return nearest(unit.hex, hexes), not symbol, -unit.strength

        return first(units, rank)


def first(of: Sequence[T], rank: Callable[[T], Any]) -> list[T]:
    """Those that come first by a rank, several where they are equal."""
    best = min(map(rank, of), default=None)
    return [one for one in of if rank(one) == best]
