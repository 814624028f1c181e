"""IWO 4 setup, 5 turns, 6 weather, 7 and 15 reset, 8 recovery."""

from collections import Counter
from collections.abc import Mapping
from typing import ClassVar

from domain.iwo.state import BOXES, SIDES
from domain.kernel.english import clauses, count_of, names, number
from domain.kernel.facts import Fact
from domain.wargame.war_facts import StepsGained, UnitsBecome, listed, several
from domain.wargame.war_facts import TurnBegan as TurnBegan


class UnitsDeployed(Fact, topic="iwo.units-deployed"):
    """The US units at the start: their boxes and their steps (4.2)."""

    places: Mapping[str, str]
    steps: Mapping[str, int]

    def sentence(self) -> str:
        boxes = Counter(self.places.values())
        return "the American units waited offshore: " + names(
            f"{number(units)} in the {BOXES.get(box, box)}" for box, units in boxes.items()
        )


class HiddenSetupCommitted(Fact, topic="iwo.hidden-setup-committed"):
    """What everybody may know of the Japanese setup: how much there is (4.1, 4.2)."""

    units: int
    caves: int

    def sentence(self) -> str:
        return f"unseen, the Japanese dug in: {count_of(self.units, 'unit')} and {count_of(self.caves, 'cave')}"


class HiddenSetup(Fact, topic="iwo.hidden-setup"):
    """Where the Japanese units and caves are (4.1, 4.2)."""

    STUB: ClassVar[str] = "hidden-setup"

    places: Mapping[str, str]
    steps: Mapping[str, int]
    caves: Mapping[str, int]

    def stub(self) -> str:
        return "the Japanese setup is sealed"

    @property
    def held(self) -> str:
        """Where the units are, in words."""
        areas: dict[str, list[str]] = {}
        for unit, area in self.places.items():
            areas.setdefault(area, []).append(unit)
        return "their map held " + "; ".join(f"{names(units)} at {area}" for area, units in areas.items())

    @property
    def dug(self) -> str:
        """Where the caves are, in words."""
        caves: dict[int, list[str]] = {}
        for area, count in sorted(self.caves.items(), key=lambda one: -one[1]):
            caves.setdefault(count, []).append(area)
        return "they had dug " + clauses(
            f"{count_of(count, 'cave')} {'each ' if len(areas) > 1 else ''}at {names(areas)}"
            for count, areas in caves.items()
        )

    def sentence(self) -> str:
        return f"{self.held}; {self.dug}"


class WeatherRolled(Fact, topic="iwo.weather-rolled"):
    weather: str
    grounded: int

    def sentence(self) -> str:
        return f"{self.weather} weather, {several(self.grounded, 'air unit')} grounded"


class SupportReadied(Fact, topic="iwo.support-readied"):
    """All support not in the Reserve Box is face up again (6)."""


class AirGrounded(UnitsBecome, topic="iwo.air-grounded", become={"grounded": True}):
    """Air units that the weather keeps down (6)."""

    def sentence(self) -> str:
        return f"{listed(self.units)} cannot fly this turn"


class UnitsReset(Fact, topic="iwo.units-reset"):
    side: str

    def sentence(self) -> str:
        return f"all {SIDES[self.side]} units upright"


class StepRecovered(StepsGained, topic="iwo.step-recovered"):
    """A step restored by the Beachhead of an area (8)."""

    area: str

    @property
    def steps(self) -> int:
        return self.gains[0].now or 0

    def sentence(self) -> str:
        return f"{self.unit} recovered a step at {self.area}, up to {number(self.steps)}"


class RecoveryBarred(Fact, topic="iwo.recovery-barred"):
    """The Japanese say that a unit cannot come back by a Beachhead: something is there, and nothing more is said
    (8)."""

    unit: str
    area: str

    def sentence(self) -> str:
        return f"{self.unit} could not come back at {self.area}: something was hiding there"


class UnitReturned(StepsGained, topic="iwo.unit-returned"):
    """An eliminated unit back with one step, by the Beachhead of an area (8)."""

    area: str

    def sentence(self) -> str:
        return f"{self.unit}, eliminated before, returned at {self.area} with one step"
