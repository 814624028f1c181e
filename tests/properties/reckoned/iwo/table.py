"""What lies on the two maps of Iwo Jima: units, markers, points, kept up from the facts alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from domain.iwo import facts as f
from domain.iwo.charts import AreaCard, UnitCard
from domain.kernel.entries import Entry
from tests.properties.reckoned.reckoning import Reckoning

LANDING, RESERVE, SUPPORT, GONE, MILOPS_GONE = "landing", "reserve", "support", "eliminated", "milops-eliminated"
US_STACK, SUPPORT_STACK, JP_STACK, WIN = 5, 5, 10, 40
HIT = 5
"""A die of so much or more hits (9.3.1)."""


@dataclass
class Unit:
    """A unit of either side; `place` is an area or a box, "" for a concealed one whose area nobody told."""

    name: str
    card: UnitCard
    place: str = ""
    steps: int = 0
    fired: bool = False
    revealed: bool = True
    grounded: bool = False
    dead: bool = False
    """Out of play for good, or lost until a Beachhead restores it."""


class Table(Reckoning):
    """The pieces and where they are."""

    system = "iwo"

    def __init__(self) -> None:
        super().__init__()
        self.turn, self.phase = 1, ""
        self.units: dict[str, Unit] = {}
        self.us_areas: set[str] = set()
        self.caves: Counter[str] = Counter()
        """Caves on the main map."""
        self.hidden_caves: Counter[str] | None = None
        """Caves on the MilOps map, where the record knows of them."""
        self.markers: dict[str, set[str]] = {}
        self.vp = {"us": 0, "jp": 0}
        self.known = False
        """Whether the record knows where concealed units are."""
        self.over = False

    def follow(self, entry: Entry) -> None:
        fact = entry.fact
        super().follow(entry)
        for points in fact.points:
            self.vp[points.side] += points.amount

    @cached_property
    def areas(self) -> dict[str, AreaCard]:
        return {area: AreaCard(**row) for area, row in self.charts["areas"].items()}

    def read(self, reading: str, default: str) -> str:
        return self.readings.get(reading, default)

    def near(self, area: str) -> tuple[str, ...]:
        return self.areas[area].adjacent

    def controls(self, side: str, area: str) -> bool:
        return (area in self.us_areas) == (side == "us")

    def at(self, area: str, side: str) -> list[Unit]:
        """The ground units of a side in an area of the main map."""
        return [
            u
            for u in self.units.values()
            if u.place == area and u.card.side == side and u.card.ground and u.revealed and not u.dead
        ]

    def concealed(self, area: str) -> list[Unit]:
        """The concealed units in an area, as far as the record knows."""
        return [u for u in self.units.values() if u.place == area and not u.revealed and not u.dead]

    def in_play(self, unit: Unit) -> bool:
        return not unit.dead and unit.place in self.areas

    def foe(self, side: str) -> str:
        return "jp" if side == "us" else "us"

    def bar(self, unit: Unit, area: str) -> bool:
        """Whether an area is impassable for a unit (22.4.1)."""
        return unit.card.type == "tank" and self.areas[area].hill

    # ---- setting up ----

    def on_UnitsDeployed(self, fact: f.UnitsDeployed) -> None:
        for name, row in self.charts["units"].items():
            card = UnitCard(**row)
            self.units[name] = Unit(name, card, "", card.steps, revealed=card.side == "us")
        for name, place in fact.places.items():
            unit = self.units[name]
            unit.place, unit.steps = place, fact.steps.get(name, unit.steps)
            card = unit.card
            reckoned = SUPPORT if not card.ground else RESERVE if card.division == 3 else LANDING
            self.same("4.2", f"where {name} is set up", place, reckoned)
            self.same("4.2", f"the steps of {name}", unit.steps, card.steps)

    def on_HiddenSetup(self, fact: f.HiddenSetup) -> None:
        self.known, self.hidden_caves = True, Counter(fact.caves)
        for name, area in fact.places.items():
            self.units[name].place = area
        self.same("4.1", "the caves", sum(fact.caves.values()), 21)
        self.holds("4.1", all(count <= 2 for count in fact.caves.values()), "more than two caves in an area")
        self.holds(
            "4.2",
            all(count <= JP_STACK for count in Counter(fact.places.values()).values()),
            "more than ten units in an area",
        )
        self.same(
            "4.2", "who is set up", set(fact.places), {u.name for u in self.units.values() if u.card.side == "jp"}
        )

    def on_TurnBegan(self, fact: f.TurnBegan) -> None:
        self.same("21", "the next turn", fact.turn, self.turn + 1)
        self.holds("21", fact.turn <= 9, f"turn {fact.turn} begins")
        self.turn = fact.turn

    # ---- pieces ----

    def on_UnitRevealed(self, fact: f.UnitRevealed) -> None:
        unit = self.units[fact.unit]
        if self.known and not unit.revealed:
            self.same("3", f"the steps of {fact.unit} as it is revealed", fact.steps, unit.steps)
            self.same("3", f"where {fact.unit} is revealed", fact.area, unit.place)
            self.same("3", f"the facing of {fact.unit}", fact.fired, unit.fired)
        unit.place, unit.steps, unit.revealed, unit.fired = fact.area, fact.steps, True, fact.fired

    def on_CavesRevealed(self, fact: f.CavesRevealed) -> None:
        if self.hidden_caves is not None:
            self.same("9.2", f"the caves of {fact.area}", fact.caves, self.hidden_caves[fact.area])
            self.hidden_caves[fact.area] = 0
        self.caves[fact.area] += fact.caves
        self.holds("4.1", self.caves[fact.area] <= 2, f"{self.caves[fact.area]} caves in {fact.area}")

    def on_StepLost(self, fact: f.StepLost) -> None:
        unit = self.units[fact.unit]
        self.same("3", f"the steps {fact.unit} has left", fact.left, unit.steps - 1)
        unit.steps = fact.left
        us = unit.card.side == "us"
        self.same(
            "23.2(1)", f"points for {fact.unit}", [(p.side, p.amount) for p in fact.points], [("jp", 1)] if us else []
        )
        self.same("22.6", f"{fact.unit} is a ground unit", unit.card.ground, True)

    def on_UnitEliminated(self, fact: f.UnitEliminated) -> None:
        unit = self.units[fact.unit]
        if unit.revealed:
            self.same("3", f"the steps of {fact.unit}, eliminated", unit.steps, 0)
        box = RESERVE if unit.card.side == "us" else GONE if unit.revealed else MILOPS_GONE
        self.same("9.3.3", f"where {fact.unit} goes", fact.to, box)
        unit.place, unit.dead = fact.to, True

    def on_UnitRemoved(self, fact: f.UnitRemoved) -> None:
        unit = self.units[fact.unit]
        unit.place, unit.dead = fact.to, True

    def on_ConcealedLosses(self, fact: f.ConcealedLosses) -> None:
        for name, left in fact.left.items():
            self.units[name].steps = left
            self.units[name].dead |= not left

    def on_UnitOverstacked(self, fact: f.UnitOverstacked) -> None:
        unit = self.units[fact.unit]
        unit.place, unit.dead, unit.steps = RESERVE, True, 0

    def on_CaveCollapsed(self, fact: f.CaveCollapsed) -> None:
        self.caves[fact.area] -= 1

    def on_MarkerPlaced(self, fact: f.MarkerPlaced) -> None:
        self.markers.setdefault(fact.area, set()).add(fact.marker)

    def on_MarkerRemoved(self, fact: f.MarkerRemoved) -> None:
        self.markers[fact.area].discard(fact.marker)

    def on_UnitsFired(self, fact: f.UnitsFired) -> None:
        for name in fact.units:
            self.units[name].fired = True

    def on_UnitsReset(self, fact: f.UnitsReset) -> None:
        for unit in self.units.values():
            if unit.card.side == fact.side:
                unit.fired = False

    def on_ControlChanged(self, fact: f.ControlChanged) -> None:
        if fact.to == "us":
            self.us_areas.add(fact.area)
            self.caves[fact.area] = 0
            if self.hidden_caves is not None:
                self.hidden_caves[fact.area] = 0
        else:
            self.us_areas.discard(fact.area)
            self.markers.get(fact.area, set()).difference_update({"beachhead", "safe"})
