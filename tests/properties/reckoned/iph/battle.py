"""10 combat, 11 Ford Island, 12 banzai and nights, and the support that 7 gives to a battle."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from domain.iph import facts
from domain.kernel.facts import Decided, Modifier, Rolled
from tests.properties.reckoned.iph.ground import Ground
from tests.properties.reckoned.iph.naval import BATTLESHIPS, Naval
from tests.properties.reckoned.iph.table import FORD, OTHER, STATIC

NEVER_CONCENTRIC = ("city", "military-installation", "fortification")
ORDER = ("air", "us-air", "row", "night", "banzai", "odds", "resolved")
"""In which order support is declared, and a battle resolved (7.14, 11.4, 12.1, 12.4); the Issei die has its own
reading, R-22."""


@dataclass
class Battle:
    """One attack, as it goes on."""

    side: str
    target: str
    hexes: tuple[str, ...]
    kind: str
    momentum: bool
    defenders: tuple[str, ...]
    units: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    air: int = 0
    carrier: int = 0
    army: bool = False
    us_dice: tuple[int, ...] = ()
    army_die: int = 0
    row: tuple[int, ...] = ()
    issei: int = 0
    night: int | None = None
    banzai: int | None = None
    odds: str = ""
    due: dict[str, int] = field(default_factory=dict)
    """The steps that each side has to lose."""
    lost: dict[str, int] = field(default_factory=lambda: {"us": 0, "jp": 0})
    reach: int = 0
    """How far it has come in the order."""
    advanced: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    """The names of the questions that were decided."""


def ratio(place: int) -> str:
    """A place among all odds as they are said: 1:1 is 0, 2:1 is 1, 1:2 is -1."""
    return f"{place + 1}:1" if place >= 0 else f"1:{1 - place}"


def limited(place: int) -> int:
    """10.11."""
    return max(-2, min(3, place))


class Battles(Ground, Naval):
    def __init__(self) -> None:
        super().__init__()
        self.battle: Battle | None = None
        self.before: Battle | None = None
        """The battle before, whose attackers may have momentum."""
        self.attacked: set[str] = set()

    def begin_combat(self) -> None:
        self.fought, self.attacked, self.before = set(), set(), None

    # ---- the declaration ----

    def on_AttackDeclared(self, fact: facts.AttackDeclared) -> None:
        self.close_battle()
        b = Battle(
            fact.side, fact.target, fact.hexes, fact.kind, fact.momentum, tuple(self.at(fact.target, OTHER[fact.side]))
        )
        self.battle = b
        self.holds("10.1", self.phase == f"{b.side}_fight", f"an attack in {self.phase}")
        self.holds("10.1", bool(b.defenders), f"nobody is attacked in {b.target}")
        self.holds("12.3", b.side == "jp" or not self.night, "a US attack at night")
        if b.side == "us":
            self.same("9.12", "who attacks", fact.command, self.chit.partition("-")[0])
        if not b.momentum:
            self.holds("10.3", not self.attacked & set(b.defenders), f"{b.target} is attacked again")
        self.attacked |= set(b.defenders)
        if b.kind == "ground":
            for hex in b.hexes:
                self.holds("10.1", self.grid.adjacent(hex, b.target), f"{b.target} is attacked from {hex}")
                self.holds("9.10", not self.water(hex, b.target), f"{b.target} is attacked across the water from {hex}")
        elif b.kind == "battleship-row":
            self.holds(
                "11.3",
                1 <= self.grid.distance(FORD, b.target) <= 2 and fact.command == "BBRow",
                f"Battleship Row fires at {b.target}",
            )
        else:
            self.holds("11.4", b.target == FORD and bool(self.living("BBRow")) and self.air, "aircraft alone attack")

    def on_UnitsCommitted(self, fact: facts.UnitsCommitted) -> None:
        b, before = self.open(), self.before
        b.units = fact.units
        self.same("10.3", "attacks of a unit", fact.fought, 2 if b.momentum else 1)
        if b.kind != "ground":
            self.same("11.3", "who fires", list(fact.units), self.living("BBRow"))
            self.holds("10.3", not self.fought & set(fact.units), "Battleship Row attacks again")
        elif b.momentum:
            first = before if before and not before.momentum and before.side == "jp" else None
            self.same("10.4", "who attacks again", set(fact.units), set(first.advanced) if first else set())
            self.same("10.4", "where from", b.hexes, (first.target,) if first else ())
            self.holds("10.4", not self.night, "momentum at night")
        else:
            able = {unit for hex in b.hexes for unit in self.at(hex, b.side) if self.able(unit)}
            self.same("10.5", "who attacks", set(fact.units), able)
            self.same("10.5", "the hexes they attack from", {self.where[unit] for unit in fact.units}, set(b.hexes))
            self.holds("9.13", not self.apart(fact.units), f"SNLF and IJA together: {fact.units}")
        self.fought |= set(fact.units)

    def able(self, unit: str) -> bool:
        """Who joins an attack out of his hex (10.5, 9.12, 10.3, 8.5)."""
        mine = (self.chit.partition("-")[0],) if self.side(unit) == "us" else ("SNLF", "IJA")
        return self.command(unit) in mine and unit not in self.fought and unit not in self.stalled

    def apart(self, units: tuple[str, ...]) -> bool:
        """9.13: both Japanese sub-commands attack together only where both are at Beachheads; one of them may join from
        elsewhere."""
        markers = self.markers()
        ashore = {self.command(unit) for unit in units if self.where[unit] in markers}
        inland = {self.command(unit) for unit in units if self.where[unit] not in markers}
        return len(inland) > 1 or (len(ashore | inland) > 1 and len(ashore) < 2)

    def on_StackExamined(self, fact: facts.StackExamined) -> None:
        b = self.open()
        there = {unit: self.steps[unit] for unit in b.defenders}
        self.same("6.8", "who is seen", (b.side, fact.hex, dict(fact.units)), ("us", b.target, there))

    def open(self) -> Battle:
        assert self.battle is not None
        return self.battle

    def reaches(self, stage: str, rule: str) -> Battle:
        """Support is declared in its order."""
        b = self.open()
        self.holds(rule, b.reach <= ORDER.index(stage), f"{stage} after {ORDER[b.reach]}")
        b.reach = max(b.reach, ORDER.index(stage))
        return b

    # ---- support ----

    def on_AircraftFlown(self, fact: facts.AircraftFlown) -> None:
        if fact.side == "us":
            b = self.open()
            b.carrier, b.army = b.carrier + fact.carrier, b.army or fact.army
            return
        b = self.reaches("air", "7.12")
        b.air = fact.carrier
        self.holds("7.12", fact.carrier <= self.ready("jp"), f"{fact.carrier} aircraft of {self.ready('jp')}")
        if b.kind != "aircraft":
            ours = b.units if b.side == "jp" else b.defenders
            self.holds("7.12", fact.carrier <= len(ours), f"{fact.carrier} aircraft for {ours}")
            self.holds("10.4", not b.momentum, "aircraft in a second battle")
        self.used["jp"] += fact.carrier

    def on_BattleshipsSupport(self, fact: facts.BattleshipsSupport) -> None:
        b = self.reaches("air", "12.1")
        b.ships = fact.ships
        self.same("7.1", "the battle", fact.at, b.target)
        self.holds("10.4", not b.momentum, "battleships in a second battle")
        for ship in fact.ships:
            self.holds("7.1", ship in self.close(BATTLESHIPS) and ship not in self.supporting, f"{ship} supports")
            self.supported.add((self.date, ship))
        self.supporting |= set(fact.ships)

    def rolled_us_air(self, fact: Rolled) -> None:
        self.reaches("us-air", "7.14").us_dice = fact.dice

    def rolled_army_air(self, fact: Rolled) -> None:
        self.reaches("us-air", "7.15").army_die = fact.dice[0]

    def rolled_row(self, fact: Rolled) -> None:
        self.reaches("row", "11.4").row = fact.dice

    def rolled_issei(self, fact: Rolled) -> None:
        b = self.open()
        once = self.read("R-09") == "once" and self.risen
        self.holds("10.13", b.side == "jp" and self.terrain(b.target) == "city" and not once, "an Issei die")
        if self.read("R-22") == "air":
            self.reaches("us-air", "10.13")
        else:
            self.holds(
                "10.13", not b.reach and not b.asked & {"air", "ships"}, "the Issei die comes after other support"
            )
        b.issei = fact.dice[0]

    def on_RebellionBrokeOut(self, fact: facts.RebellionBrokeOut) -> None:
        self.same("10.13", "the Issei die", self.open().issei, 6)
        self.risen = True

    def on_NightShiftRolled(self, fact: facts.NightShiftRolled) -> None:
        b = self.reaches("night", "12.4")
        result = self.charts["night"][str(self.die("night"))]["result"]
        columns = self.die("night-columns") // 2
        b.night = {"none": 0, "for": columns, "against": -columns}[result]
        self.same("12.4", "night shift", fact.shift, b.night)
        self.holds("12.4", self.night and b.side == "jp", "a night shift")

    def on_BanzaiDeclared(self, fact: facts.BanzaiDeclared) -> None:
        b = self.reaches("banzai", "12.1")
        b.banzai = self.die("banzai-die") // 2
        self.same("12.1", "banzai shift", fact.shift, b.banzai)
        self.holds("12.1", b.kind != "aircraft", "banzai of aircraft")

    def on_Decided(self, fact: Decided) -> None:
        super().on_Decided(fact)
        if self.battle:
            self.battle.asked.add(fact.name)

    def check_asked(self, b: Battle) -> None:
        """7.1, 7.12, 12.1: the Japanese player may support each first battle, and banzai in each, if he has ground
        units in it."""
        ships = [ship for ship in self.close(BATTLESHIPS) if ship not in self.supporting or ship in b.ships]
        ground = b.kind != "aircraft"
        self.same("7.1", "battleships asked for", "ships" in b.asked, bool(ships) and ground and not b.momentum)
        self.same(
            "7.12", "aircraft asked for", "air" in b.asked, self.ready("jp") + b.air > 0 and ground and not b.momentum
        )
        self.same("12.1", "banzai asked for", "banzai" in b.asked, ground)

    def check_us_air(self, b: Battle) -> None:
        """7.14, 7.15: a die for each US aircraft that has not flown, in every battle by day from turn 5, and who
        flies."""
        due = self.ready("us") if not b.momentum else 0
        self.same("7.14", "dice for US carrier aircraft", len(b.us_dice), due)
        self.same("7.14", "US carrier aircraft that fly", b.carrier, b.us_dice.count(6))
        army = self.air and self.army == "available" and not self.army_flown and not b.momentum
        self.same("7.15", "a die for the Army aircraft", b.army_die > 0, army)
        self.same("7.15", "the Army aircraft flies", b.army, army and b.army_die + self.safe_airfields() >= 6)
        self.used["us"] += b.carrier
        self.army_flown |= b.army

    # ---- the odds ----

    def on_OddsComputed(self, fact: facts.OddsComputed) -> None:
        b = self.reaches("odds", "12.1")
        self.check_us_air(b)
        self.check_asked(b)
        if b.side == "jp" and b.kind == "ground" and self.terrain(b.target) == "city":
            asked = not (self.read("R-09") == "once" and self.risen) or b.issei == 6
            self.same("10.13", "an Issei die", b.issei > 0, asked)
            self.holds("10.13", b.issei != 6 or self.risen, "no rebellion on a 6")
        self.same("12.4", "a night shift", b.night is not None, self.night and b.side == "jp" and b.kind == "ground")
        self.same("10.2", "target", fact.target, b.target)
        attack, defence = self.attack_terms(b), self.defence_terms(b)
        self.same("10.2", "attack", self.by_code(fact.attack), attack)
        self.same("10.2", "defence", self.by_code(fact.defence), defence)
        place = self.start(sum(attack.values()), sum(defence.values()))
        self.same("10.2", "odds before shifts", fact.start, ratio(limited(place)))
        shifts = {code: columns for code, columns in self.shifts(b).items() if columns}
        self.same("10.11", "odds that are shifted", fact.begins, ratio(place if fact.shifts else limited(place)))
        self.same("10.2", "shifts", self.by_code(fact.shifts), shifts)
        b.odds = ratio(limited(place + sum(shifts.values())))
        self.same("10.11", "odds", fact.odds, b.odds)

    def by_code(self, terms: tuple[Modifier, ...]) -> dict[str, int]:
        found: dict[str, int] = {}
        for term in terms:
            found[term.code] = found.get(term.code, 0) + term.amount
        return {code: amount for code, amount in found.items() if amount}

    def attack_terms(self, b: Battle) -> dict[str, int]:
        if b.kind == "aircraft":
            return {"aircraft": b.air}
        if b.kind == "battleship-row":
            self.same("11.3", "dice of Battleship Row", len(b.row), 2 if self.grid.distance(FORD, b.target) == 1 else 1)
            return {"battleship-row": sum(b.row)}
        printed = {unit: self.factor(unit, "attack") for unit in b.units}
        doubled = {
            unit: factor for unit, factor in printed.items() if b.side == "us" and self.garrisoned(self.where[unit])
        }
        strength = sum(printed.values())
        terms = {"strength": strength, "fort": sum(doubled.values())}
        if b.target == FORD:
            each = [factor + doubled.get(unit, 0) for unit, factor in printed.items()]
            half = sum(factor // 2 for factor in each) if self.read("R-10") == "each" else sum(each) // 2
            terms["across-water"] = half - sum(each)
        terms["battleships"] = 6 * len(b.ships) if b.side == "jp" else 0
        return {code: amount for code, amount in terms.items() if amount}

    def garrisoned(self, hex: str) -> bool:
        return any(self.command(unit) == "fort" for unit in self.at(hex, "us"))

    def defence_terms(self, b: Battle) -> dict[str, int]:
        row = any(self.command(unit) == "BBRow" for unit in b.defenders)
        if row:
            self.same("11.4", "dice of Battleship Row", len(b.row), 2)
        strength = sum(self.factor(unit, "defence") for unit in b.defenders)
        terrain = self.terrain(b.target)
        changed = strength * self.effect(terrain, "multiplier", 1)
        if self.charts["terrain"].get(terrain, {}).get("halved", False):
            changed //= 2
        terms = {
            "strength": strength,
            "multiplied": 0 if self.sheltered(b) else changed - strength,
            "battleship-row": sum(b.row) if row else 0,
            "battleships": 6 * len(b.ships) if b.side == "us" else 0,
        }
        return {code: amount for code, amount in terms.items() if amount}

    def sheltered(self, b: Battle) -> bool:
        """10.13: the rebellion takes the benefits of terrain from this defence."""
        return b.issei == 6

    def start(self, attack: int, defence: int) -> int:
        """10.2: the ratio, rounded for the defender; by a reading no further than it is printed."""
        if not attack:
            return -2
        if not defence:
            return 3
        place = attack // defence - 1 if attack >= defence else 1 - -(-defence // attack)
        return limited(place) if self.read("R-04") == "printed-first" else place

    def shifts(self, b: Battle) -> dict[str, int]:
        """10.2: columns to the right for the attacker, to the left against him."""
        own = 1 if b.side == "jp" else -1
        air = min(b.air, 1) if b.side == "jp" and b.target == FORD and self.living("BBRow") else b.air
        shifts = {
            "japanese-air": 0 if b.kind == "aircraft" else own * air,
            "us-air": -own * b.carrier,
            "army-air": -own * b.army,
            "banzai": own * (b.banzai or 0),
            "night": b.night or 0,
        }
        if b.issei != 6:
            shifts["terrain"] = -self.effect(self.terrain(b.target), "shift", 0)
        far = b.kind == "battleship-row" and not self.grid.adjacent(FORD, b.target)
        if b.kind != "aircraft" and b.issei != 6 and not far:
            common = set.intersection(*(self.sides(hex, b.target) for hex in b.hexes or (FORD,)))
            shifts["hexside"] = -sum(self.effect(kind, "shift", 0) for kind in common)
        if b.side == "us" and self.near_marker(b.target):
            shifts["beachhead"] = -1
        if b.side == "jp" and b.kind == "ground" and self.concentric(b):
            shifts["concentric"] = 1
        return shifts

    def concentric(self, b: Battle) -> bool:
        """10.12."""
        if b.target == FORD or self.terrain(b.target) in NEVER_CONCENTRIC:
            return False
        around = [
            self.grid.toward(b.target, way)
            for way in ("ahead", "down-ahead", "down-back", "back", "up-back", "up-ahead")
        ]
        ways = {around.index(hex) for hex in b.hexes}
        opposite = any((way + 3) % 6 in ways for way in ways)
        return opposite or len(ways) > 3 or ways in ({0, 2, 4}, {1, 3, 5})

    # ---- results ----

    def on_CombatResolved(self, fact: facts.CombatResolved) -> None:
        b = self.reaches("resolved", "10.2")
        die = self.die("die")
        self.same("10.2", "odds and die", (fact.odds, fact.die, fact.target), (b.odds, die, b.target))
        b.due = self.cell(b, str(die))
        self.same("10.9", "steps to lose", {b.side: fact.attacker, OTHER[b.side]: fact.defender}, b.due)
        means = {
            side: sum((Fraction(self.cell(b, face)[side]) for face in "123456"), Fraction()) / 6
            for side in ("us", "jp")
        }
        self.same(
            "10.9",
            "expected",
            (fact.attacker_expected, fact.defender_mean),
            (str(means[b.side]), str(means[OTHER[b.side]])),
        )

    def cell(self, b: Battle, die: str) -> dict[str, int]:
        """10.9, 12.1: what the table says for a die, with what banzai makes of it."""
        cell = self.charts["crt"][f"{b.odds}/{die}"]
        due = {b.side: int(cell["attacker"]), OTHER[b.side]: int(cell["defender"])}
        if b.banzai is not None:
            due["jp"] = max(1, 2 * due["jp"])
        if b.kind == "battleship-row":  # 11.3: it loses nothing as it attacks
            due["us"] = 0
        return due

    def on_LossesTaken(self, fact: facts.LossesTaken) -> None:
        markers = []
        for loss in fact.losses:
            unit, hex = loss.unit, self.where[loss.unit]
            self.same(
                "2.11",
                f"steps {unit} has left",
                (loss.left, loss.eliminated),
                (self.steps[unit] - loss.steps, self.steps[unit] == loss.steps),
            )
            if loss.cause == "battle" and self.battle and self.battle.due:
                self.lost_in_battle(unit, loss.steps, hex)
            self.hit(unit, loss.steps)
            if self.command(unit) == "beachhead":
                markers.append(hex)
            left = self.at(hex, self.side(unit))
            self.holds("10.9", bool(left) or hex in fact.vacated or loss.cause == "control", f"{hex} is vacated")
            self.holds(
                "10.9",
                hex not in fact.vacated or all(self.command(unit) in STATIC for unit in left),
                f"{hex} is not vacated",
            )
        self.pointed("4.8", fact, *(("beachhead", hex, -1) for hex in markers if self.read("R-12") == "marker"))
        if any(loss.cause == "landing" for loss in fact.losses):
            self.lost_landing(fact)

    def lost_in_battle(self, unit: str, steps: int, hex: str) -> None:
        b = self.open()
        side = self.side(unit)
        self.holds("10.9", unit in (b.units if side == b.side else b.defenders), f"{unit} is none of the battle's")
        b.lost[side] += steps
        self.holds("10.9", b.lost[side] <= b.due[side], f"the {side} side loses {b.lost[side]} of {b.due[side]} steps")
        if self.command(unit) in ("fort", "beachhead"):
            self.holds(
                "10.9", not [u for u in b.defenders if u != unit and self.steps[u] > 0], f"{unit} is lost before others"
            )

    def on_AircraftLost(self, fact: facts.AircraftLost) -> None:
        b = self.open()
        self.holds("11.4", b.kind == "aircraft", "aircraft are lost in another's battle")
        self.same("11.4", "aircraft lost", fact.aircraft, min(b.due["jp"], b.air))
        b.lost["jp"] = fact.aircraft
        for table in (self.planes, self.near, self.used):
            table["jp"] -= fact.aircraft

    # ---- advances, and what is left to check ----

    def advance(self, fact: facts.UnitsMoved, side: str, start: str) -> None:
        b = self.open()
        self.check_losses(b)
        self.holds(
            "10.10", b.kind == "ground" and side == b.side and fact.path == (b.target,), f"an advance to {fact.path}"
        )
        self.holds("10.10", set(fact.units) <= set(b.units), f"{fact.units} did not attack")
        self.holds("10.10", not self.at(b.target, OTHER[b.side]), f"{b.target} is not vacated")
        broken = self.crowd(b.target, (*self.at(b.target, side), *fact.units))
        self.holds("10.10", not broken, f"{fact.units} advance against {broken}")
        b.advanced += fact.units

    def check_losses(self, b: Battle) -> None:
        """10.9: all is lost that is due, as far as there is anybody to lose it."""
        for side in ("us", "jp"):
            units = b.units if side == b.side else b.defenders
            left = sum(max(0, self.steps[unit]) for unit in units)
            if b.kind == "aircraft" and side == "jp":
                left = b.air - b.lost["jp"]
            self.holds(
                "10.9",
                b.lost[side] == b.due[side] or not left,
                f"the {side} side loses {b.lost[side]} of {b.due[side]} steps",
            )

    def close_battle(self) -> None:
        """A battle is over: its losses are taken, and a vacated hex is entered."""
        b, self.battle = self.battle, None
        if b is None or not b.due:
            return
        self.before = b
        alive = [unit for unit in b.units if self.steps[unit] > 0]
        if not b.advanced:
            self.check_losses(b)
            vacated = not self.at(b.target, OTHER[b.side]) and b.kind == "ground" and alive
            self.holds("10.10", not vacated or not self.markers(), f"nobody advances into {b.target}")
        elif not self.over():
            self.holds(
                "10.10",
                len(alive) < 2 or "advance" in b.asked,
                f"the side that advances into {b.target} was not asked who",
            )
            again = b.side == "jp" and not b.momentum and not self.night
            near = [
                hex for hex in self.grid.neighbours(b.target) if self.at(hex, "us") and not self.water(b.target, hex)
            ]
            self.same("10.4", "momentum asked for", "momentum" in b.asked, again and bool(near))

    def over(self) -> str:
        """What ends the game, "" for nothing."""
        raise NotImplementedError
