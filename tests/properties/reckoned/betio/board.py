"""The map, the counters and the tracks of Tarawa: Bloody Betio, as a reckoning keeps them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from domain.betio.charts import DOUBLE, GRIDS, PIER_BASE
from domain.kernel.entries import Entry
from domain.kernel.facts import GameBegan, RulingMade
from tests.properties.reckoned.reckoning import Reckoning

VESSELS = ("amtrack", "higgins", "lcm")
TANKS = ("sherman", "stuart")
FOOT = ("infantry", "engineer")
EFFECT = {
    "palm-grove": -1,
    "runway": 1, "excavation": -1, "shell-crater": -1, "anti-tank-ditch": -1, "strongpoint": -3, "reef": 1, "pier": 1,
}  # fmt: skip
"""The Terrain Effect Chart, the effect on combat (1.1.2)."""
FOOT_COST = {"clear": 2, "beach": 4, "palm-grove": 6, "runway": 2, "excavation": 4, "supply-dump": 4, "road": 2}
TANK_COST = {"clear": 2, "beach": 2, "palm-grove": 4, "runway": 1, "supply-dump": 4, "road": 2}
"""The same chart: what a hex costs on Betio, in halves of an AP; a tank enters no excavation."""
DITCH = {"foot": 2, "tank": 4}
MARKED = ("2", "6", "8")
"""The regiments that have a morale marker (8.4.1)."""


@dataclass
class Unit:
    """A counter."""

    name: str
    kind: str
    full: int
    ap: int
    ap_back: int
    support: int = 0
    battalion: str = ""
    regiment: str = ""
    steps: int = 0
    back: bool = False
    box: str = "waiting"
    hex: str = ""
    vessel: str = ""
    cargo: str = ""
    beach: str = ""
    shift: str = ""
    returning: bool = False
    left: int = -1
    """Halves of an AP that are left; -1 where it has not begun."""
    used: int = 0
    morale: int = 0
    """By how much the morale of its regiment lessened its Action Points as it began (reading A-86)."""
    late: bool = False
    busy: bool = False
    """It has unloaded, landed on the pier, dug or attempts recovery, and does nothing else."""
    pin: int = 0
    landed: int = 0
    active: bool = False
    attacked: int = 0
    """The last turn in which it has assaulted or demolished."""
    attacked_early: bool = False
    unsupplied: int = 0
    recovering: bool = False
    spoiled: bool = False
    trapped: bool = False
    digging: bool = False
    on_pier_since: int = 0
    stepped_on: bool = False
    """It stepped onto the Long Pier from the land (1.7.7), or the reef."""
    in_wreck: int = 0
    """Since which turn it has been in the wreck."""

    @property
    def is_vessel(self) -> bool:
        return self.kind in VESSELS

    @property
    def is_tank(self) -> bool:
        return self.kind in TANKS

    @property
    def is_infantry(self) -> bool:
        """Hawkins too (1.7.3)."""
        return self.kind in ("infantry", "hawkins")


@dataclass
class Hex:
    """A hex with what lies on it."""

    name: str
    terrain: tuple[str, ...]
    area: str
    landing: str
    entry: str
    pier: bool
    strongpoints: int
    cleared: bool = False
    demolished: int = 0
    markers: int = 0
    position: str = ""
    head: bool = False

    @property
    def water(self) -> bool:
        return not self.area and not self.pier and "reef" in self.terrain

    @property
    def runway(self) -> bool:
        """1.5.1: a runway and nothing else but a road."""
        return "runway" in self.terrain and set(self.terrain) <= {"runway", "clear", "road"}

    @property
    def beach(self) -> bool:
        return "beach" in self.terrain

    @property
    def obstacle(self) -> bool:
        return "reef-obstacle" in self.terrain

    @property
    def stands(self) -> bool:
        """A strongpoint in it still stands (1.2.2, 4.6.7)."""
        return self.demolished < 2 * self.strongpoints


class Board(Reckoning):
    """What stands where; no rule is reckoned here."""

    system: ClassVar[str] = "betio"

    def __init__(self) -> None:
        super().__init__()
        self.units: dict[str, Unit] = {}
        self.hexes: dict[str, Hex] = {}
        self.sides: dict[frozenset[str], set[str]] = {}
        """What a hexside shows of its own, by the two hexes it parts."""
        self.areas: dict[str, tuple[str, ...]] = {}
        self.next_to: dict[str, frozenset[str]] = {}
        """Of each area those that border it."""
        self.chits: dict[str, int | None] = {}
        self.suppressed: dict[str, str] = {}
        self.tracks: dict[str, int] = {}
        self.turn, self.impulse, self.phase = 1, 0, ""
        self.pier_cleared = False
        self.wrecks = False
        self.delivered: dict[str, str] = {}
        self.far: dict[str, int] = {}
        self.steps_to: dict[tuple[str, str], dict[str, int]] = {}
        self.owed: Counter[tuple[str, ...]] = Counter()
        """What an entry has to bring in its wake: each with its rule first."""

    def follow(self, entry: Entry) -> None:
        self.entry = entry
        ends = type(entry.fact).__name__ in ("Declared", "Rolled", "Drawn", "PhaseBegan", "TurnBegan")
        if ends and entry.fact.rule != "BB 10.6.9":
            self.settle()
        super().follow(entry)

    def settle(self) -> None:
        """What was owed has come."""
        for (rule, *what), count in self.owed.items():
            self.holds(
                rule, count == 0, f"{' '.join(what)}: {'it has not come' if count > 0 else 'it comes for nothing'}"
            )
        self.owed.clear()

    def owe(self, *what: str, count: int = 1) -> None:
        self.owed[what] += count

    def pay(self, *what: str, count: int = 1) -> None:
        self.owed[what] -= count

    def on_GameBegan(self, fact: GameBegan) -> None:
        self.readings = dict(fact.readings)
        chart = self.charts
        self.grid = GRIDS[chart["grid"]["rows"]["shifted"]]
        self.left_is_up = chart["grid"]["rows"].get("columns", "left") == "left"
        for name, card in chart["units"].items():
            self.units[name] = Unit(
                name,
                card["kind"],
                card["steps"],
                card["ap"],
                card.get("ap_back", 0),
                card.get("support", 0),
                card.get("battalion", ""),
                card.get("regiment", ""),
                steps=card["steps"],
            )
        for name, card in chart["hexes"].items():
            terrain = tuple(card.get("terrain", ("clear",)))
            area, landing = card.get("area", ""), card.get("landing", "")
            self.hexes[name] = Hex(
                name,
                terrain,
                area,
                landing,
                card.get("entry", ""),
                card.get("pier", False),
                card.get("strongpoints", 0),
                cleared=bool(landing),
            )
            for side in card.get("sides", ()):
                kind, _, beyond = side.partition("/")
                self.sides.setdefault(frozenset((name, beyond)), set()).add(kind)
            if area:
                self.areas[area] = (*self.areas.get(area, ()), name)
        for area, hexes in self.areas.items():
            beside = {self.hexes[near].area for hex in hexes for near in self.near(hex)}
            self.next_to[area] = frozenset(beside - {area, ""})
        for hex in DOUBLE:
            self.same("BB 1.2.2", f"strongpoints in {hex}", self.hexes[hex].strongpoints, 2)

    def on_RulingMade(self, fact: RulingMade) -> None:
        self.readings = {**self.readings, fact.reading: fact.choice}

    # ---- the map ----

    def near(self, hex: str) -> Iterator[str]:
        """The hexes of the map next to one."""
        return (one for one in self.grid.neighbours(hex) if one in self.hexes)

    def japanese(self, hex: str) -> bool:
        """Uncleared: Japanese hold it; a runway and a Landing Beach Hex never are (1.5.2, 1.9.1)."""
        card = self.hexes[hex]
        return bool(card.area) and not card.cleared and not card.runway

    def changed(self, hexes: Iterable[str], cleared: bool) -> None:
        for hex in hexes:
            self.hexes[hex].cleared = cleared
        self.far = {}

    def to_japanese(self, hex: str) -> int:
        """How far the nearest uncleared hex is."""
        if hex not in self.far:
            self.far[hex] = min((self.grid.distance(hex, one) for one in self.hexes if self.japanese(one)), default=99)
        return self.far[hex]

    def secured(self, area: str) -> bool:
        """All hexes are cleared, the runway occupied (4.5.9, 1.5.4)."""
        return all(self.hexes[hex].cleared for hex in self.areas[area])

    def beside_pier(self, hex: str) -> bool:
        return not self.hexes[hex].pier and any(self.hexes[one].pier for one in self.near(hex))

    def effect(self, hex: str) -> int:
        return sum(EFFECT.get(one, 0) for one in self.hexes[hex].terrain)

    def across(self, here: str, there: str) -> bool:
        """A ditch is printed on the hexside between them, and counts (reading A-94), where the hex itself has none."""
        ditch = "anti-tank-ditch" in self.sides.get(frozenset((here, there)), ())
        return ditch and self.readings["A-94"] == "across" and "anti-tank-ditch" not in self.hexes[there].terrain

    def entering(self, here: str, there: str, tank: bool) -> int | None:
        """What a hex of Betio costs from the one before it, in halves; None where it cannot be entered."""
        card, shown = self.hexes[there], self.sides.get(frozenset((here, there)), set())
        costs = TANK_COST if tank else FOOT_COST
        ground = (
            {one for one in shown if one in FOOT_COST} or {one for one in card.terrain if one in FOOT_COST} or {"clear"}
        )
        base = min((costs[one] for one in ground if one in costs), default=None)
        if base is None or (tank and "excavation" in card.terrain):
            return None
        ditch = "anti-tank-ditch" in shown or "anti-tank-ditch" in card.terrain
        return base + (DITCH["tank" if tank else "foot"] if ditch else 0)

    # ---- the counters ----

    def on_map(self, hex: str) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.box == "map" and unit.hex == hex]

    def ashore(self) -> list[Unit]:
        """Ground units on Betio."""
        return [
            one for one in self.units.values() if one.box == "map" and not one.is_vessel and self.hexes[one.hex].area
        ]

    def where(self, unit: Unit) -> str:
        """The hex it is in, aboard a vessel that of the vessel."""
        return (
            self.units[unit.vessel].hex
            if unit.box == "aboard" and unit.vessel
            else unit.hex
            if unit.box == "map"
            else ""
        )

    def level(self, track: str) -> int:
        """The number of the box a morale marker stands in."""
        boxes = self.charts["morale-tracks"][track if track in ("JGM", "MGM") else "regiments"]["boxes"]
        return int(boxes[self.tracks[track]])

    def ends_at(self, track: str) -> int:
        return len(self.charts["morale-tracks"][track if track in ("JGM", "MGM") else "regiments"]["boxes"]) - 1

    def most(self, unit: Unit) -> int:
        """Its Action Points, in halves, by its side and the morale of its regiment (4.2.2, 8.5.4)."""
        morale = unit.morale if unit.left >= 0 else min(0, self.level(unit.regiment)) if unit.regiment in MARKED else 0
        points = (unit.ap_back if unit.back else unit.ap) + morale
        halves = 2 * max(0, points)
        return max(0, halves - 6) if unit.late and self.phase not in ("reef", "landing_fire") else halves

    def has(self, unit: Unit) -> int:
        return 0 if unit.busy else self.most(unit) if unit.left < 0 else unit.left

    def spend(self, unit: Unit, halves: int, left: int, rule: str) -> None:
        """Action Points are paid, and no more than there are."""
        has = self.has(unit)
        self.holds(rule, has >= halves, f"{unit.name} pays {halves} halves of {has}")
        self.same(rule, f"what is left to {unit.name}", left, has - halves)
        self.begin(unit)
        unit.left, unit.used = left, unit.used + halves

    def begin(self, unit: Unit) -> None:
        if unit.left < 0:
            unit.morale = min(0, self.level(unit.regiment)) if unit.regiment in MARKED else 0

    def all_spent(self, unit: Unit) -> None:
        """Whatever it has goes with what it does."""
        self.begin(unit)
        unit.left, unit.used, unit.busy = 0, 99, True

    def integrity(self, unit: Unit) -> bool:
        """4.2.6: the other infantry of its battalion is at most two hexes away."""
        here = self.where(unit)
        others = (
            one
            for one in self.units.values()
            if one.battalion == unit.battalion and one.kind == "infantry" and one is not unit
        )
        return bool(unit.battalion and here) and any(
            self.where(one) and self.grid.distance(here, self.where(one)) <= 2 for one in others
        )

    def cell(self, chart: str, result: int) -> dict[str, Any]:
        """The line of a table for a modified die, the outermost beyond its ends."""
        rows = self.charts[chart]
        keys = sorted(int(key) for key in rows)
        return dict(rows[str(max(keys[0], min(keys[-1], result)))])

    # ---- supply lines ----

    def functions(self, hex: str) -> bool:
        """A Supply Head functions (7.4.1, 7.4.2, reading A-55)."""
        return self.hexes[hex].head and self.may_be_head(hex)

    def may_be_head(self, hex: str) -> bool:
        """7.4.2: 2731 however near the Japanese are, by reading A-96 once the pier is cleared; 7.4.1: a beach hex three
        hexes away from them."""
        card = self.hexes[hex]
        near = hex == PIER_BASE and (self.pier_cleared or self.readings["A-96"] == "base")
        return card.cleared and (near or (card.beach and self.to_japanese(hex) >= 3))

    def heads(self) -> list[str]:
        return [hex for hex, card in self.hexes.items() if card.head]

    def any_head(self) -> bool:
        return any(self.functions(hex) for hex in self.heads())

    def traces(self, hex: str, ends: Iterable[str] | None = None) -> bool:
        """A line over cleared land hexes to a functioning Supply Head, or to one of the hexes said (7.2.2)."""
        wanted = set(ends) if ends is not None else {one for one in self.heads() if self.functions(one)}
        edge, seen = [hex], {hex}
        while edge and wanted:
            here = edge.pop()
            if here in wanted:
                return True
            for one in self.near(here):
                if one not in seen and self.hexes[one].area and self.hexes[one].cleared:
                    seen.add(one)
                    edge.append(one)
        return False

    def direct(self, unit: Unit) -> bool:
        """7.5.5: Direct Supply reaches it."""
        area = self.hexes[unit.hex].area
        return any(
            (unit.battalion in ("", battalion))
            and {area, *self.next_to.get(area, ())} & {self.hexes[hex].area}
            and self.traces(unit.hex, [hex])
            for battalion, hex in self.delivered.items()
        )

    def just_landed(self, unit: Unit) -> bool:
        """7.6.1: the turn it landed, and the one after."""
        return self.turn <= unit.landed + 1

    def in_general(self, unit: Unit) -> bool:
        return self.just_landed(unit) or self.traces(unit.hex) or self.direct(unit)

    def is_unsupplied(self, unit: Unit) -> bool:
        """It is marked so, and nothing has relieved it since (7.8.1, 7.10.1)."""
        return unit.unsupplied > 0 and unit.box == "map" and not self.in_general(unit)

    def is_isolated(self, unit: Unit) -> bool:
        return self.is_unsupplied(unit) and unit.unsupplied >= (3 if self.readings["A-21"] == "third" else 4)

    def in_active(self, unit: Unit) -> bool:
        """7.3.5, 7.6.1: a chit of its own, one of its battalion nearby, or it has just landed."""
        if unit.active or self.just_landed(unit) or self.turn <= 2:
            return True
        area = self.hexes[unit.hex].area
        close = {area, *self.next_to[area]}
        mates = (one for one in self.ashore() if one.battalion == unit.battalion and one.active)
        return bool(unit.battalion) and any(self.hexes[one.hex].area in close for one in mates)
