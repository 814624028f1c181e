"""IWO 4 setup, 5 turns, 6 weather, 7 and 15 reset, 8 recovery."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from domain.iwo.state import BOXES, SIDES
from domain.kernel.facts import Fact
from domain.wargame.war_facts import StepsGained, UnitsBecome, listed, several
from domain.wargame.war_facts import TurnBegan as TurnBegan


class UnitsDeployed(Fact, topic="iwo.units-deployed"):
    """The US units at the start: their boxes and their steps (4.2)."""

    places: Mapping[str, str]
    steps: Mapping[str, int]

    def sentence(self) -> str:
        boxes = dict.fromkeys(self.places.values())
        return "the US set up: " + "; ".join(
            f"{sum(b == box for b in self.places.values())} in the {BOXES.get(box, box)}" for box in boxes
        )


class HiddenSetupCommitted(Fact, topic="iwo.hidden-setup-committed"):
    """What everybody may know of the Japanese setup: how much there is (4.1, 4.2)."""

    units: int
    caves: int

    def sentence(self) -> str:
        return (
            f"the Japanese have set up {several(self.units, 'unit')} and {several(self.caves, 'cave')} on the "
            "MilOps map"
        )


class HiddenSetup(Fact, topic="iwo.hidden-setup"):
    """Where the Japanese units and caves are (4.1, 4.2)."""

    STUB: ClassVar[str] = "hidden-setup"

    places: Mapping[str, str]
    steps: Mapping[str, int]
    caves: Mapping[str, int]

    def stub(self) -> str:
        return "the Japanese setup is sealed"

    def sentence(self) -> str:
        areas: dict[str, list[str]] = {}
        for unit, area in self.places.items():
            areas.setdefault(area, []).append(unit)
        return "the Japanese set up in secret: " + "; ".join(
            f"{area} {', '.join(units)}" for area, units in areas.items()
        )


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
        return f"{self.unit} recovers a step at {self.area}: {self.steps - 1}→{self.steps}"


class RecoveryBarred(Fact, topic="iwo.recovery-barred"):
    """The Japanese say that a unit cannot come back by a Beachhead: something is there, and nothing more is said
    (8)."""

    unit: str
    area: str

    def sentence(self) -> str:
        return f"{self.area} is not open to {self.unit}'s return"


class UnitReturned(StepsGained, topic="iwo.unit-returned"):
    """An eliminated unit back with one step, by the Beachhead of an area (8)."""

    area: str

    def sentence(self) -> str:
        return f"{self.unit} returns at {self.area} with one step"
