"""What happens in a game of Iwo Jima, in the past tense and the rulebook's terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from domain.iwo.state import BOXES, SIDES
from domain.kernel.facts import Fact


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nobody"


def _n(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


# ---- setup and turn ----


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
        return f"the Japanese have set up {_n(self.units, 'unit')} and {_n(self.caves, 'cave')} on the MilOps map"


class HiddenSetup(Fact, topic="iwo.hidden-setup"):
    """Where the Japanese units and caves are (4.1, 4.2)."""

    places: Mapping[str, str]
    steps: Mapping[str, int]
    caves: Mapping[str, int]

    def stub(self) -> str:
        return "the Japanese setup is sealed"

    def sentence(self) -> str:
        areas: dict[str, list[str]] = {}
        for unit, area in self.places.items():
            areas.setdefault(area, []).append(unit)
        return "the Japanese set up in secret: " + "; ".join(f"{area} {', '.join(units)}" for area, units in areas.items())


class TurnBegan(Fact, topic="iwo.turn-began"):
    turn: int

    def sentence(self) -> str:
        return f"turn {self.turn}"


class WeatherRolled(Fact, topic="iwo.weather-rolled"):
    weather: str
    grounded: int

    def sentence(self) -> str:
        return f"{self.weather} weather, {_n(self.grounded, 'air unit')} grounded"


class SupportReadied(Fact, topic="iwo.support-readied"):
    """All support not in the Reserve Box is face up again (6)."""


class AirGrounded(Fact, topic="iwo.air-grounded"):
    units: tuple[str, ...]

    def sentence(self) -> str:
        return f"{_list(self.units)} cannot fly this turn"


class UnitsReset(Fact, topic="iwo.units-reset"):
    side: str

    def sentence(self) -> str:
        return f"all {SIDES[self.side]} units upright"


class StepRecovered(Fact, topic="iwo.step-recovered"):
    unit: str
    area: str
    steps: int

    def sentence(self) -> str:
        return f"{self.unit} recovers a step at {self.area}: {self.steps - 1}→{self.steps}"


class UnitReturned(Fact, topic="iwo.unit-returned"):
    unit: str
    area: str

    def sentence(self) -> str:
        return f"{self.unit} returns at {self.area} with one step"


# ---- fire ----


class BombardmentsDeclared(Fact, topic="iwo.bombardments-declared"):
    side: str
    plan: Mapping[str, tuple[str, ...]]

    def sentence(self) -> str:
        if not self.plan:
            return f"the {SIDES[self.side]} bombard nothing"
        return f"the {SIDES[self.side]} will bombard " + "; ".join(f"{area} with {_list(units)}" for area, units in self.plan.items())


class CavesRevealed(Fact, topic="iwo.caves-revealed"):
    area: str
    caves: int

    def sentence(self) -> str:
        return f"{_n(self.caves, 'cave')} found in {self.area}"


class UnitRevealed(Fact, topic="iwo.unit-revealed"):
    """A concealed unit is put on the main map; the fact says all that can now be seen of it."""

    unit: str
    area: str
    steps: int
    fired: bool = False
    why: str = ""

    def sentence(self) -> str:
        return f"{self.unit} is revealed in {self.area}" + (f" ({self.why})" if self.why else "")


class FireResolved(Fact, topic="iwo.fire-resolved"):
    """Dice into hits into the Damage Number; `fire` has the terms."""

    kind: str
    area: str
    target: str = ""
    damage: int
    note: str = ""

    def sentence(self) -> str:
        fire = self.fire
        if fire is None:
            return f"{self.kind} on {self.area}: damage {self.damage}"
        at = f"{self.target} in {self.area}" if self.target else self.area
        less = "".join(f" {m.amount:+d} {'cave' if (m.amount, m.why) == (-1, 'caves') else m.why}" for m in fire.modifiers if m.rule and m.amount)
        return f"{self.kind} on {at} by {_list(fire.by)}: {_n(fire.hits, 'hit')}{less}, damage {self.damage}" + (
            f" ({self.note})" if self.note else ""
        )


class StepLost(Fact, topic="iwo.step-lost"):
    unit: str
    left: int

    def sentence(self) -> str:
        return f"{self.unit} {self.left + 1}→{self.left}"


class LossIgnored(Fact, topic="iwo.loss-ignored"):
    unit: str
    why: str

    def sentence(self) -> str:
        return f"{self.unit} ignores a loss ({self.why})"


class UnitEliminated(Fact, topic="iwo.unit-eliminated"):
    unit: str
    to: str

    def sentence(self) -> str:
        return f"{self.unit} is eliminated"


class DamagePassed(Fact, topic="iwo.damage-passed"):
    """What is left of the damage goes to concealed units, whether or not there are any (9.3.3(3))."""

    area: str
    damage: int

    def sentence(self) -> str:
        return f"{_n(self.damage, 'point')} of damage passed to whoever is concealed in {self.area}"


class ConcealedLosses(Fact, topic="iwo.concealed-losses"):
    """What the damage did to concealed units: steps left of each that was hit, and what was wasted (9.3.3(4), (5))."""

    area: str
    left: Mapping[str, int]
    excess: int

    def stub(self) -> str:
        return "the Japanese settle the damage in secret"

    def sentence(self) -> str:
        hit = ", ".join(f"{unit} now {left}" for unit, left in self.left.items())
        return f"concealed in {self.area}: {hit or 'nobody is hit'}" + (f", {self.excess} wasted" if self.excess else "")


class CaveCollapsed(Fact, topic="iwo.cave-collapsed"):
    area: str

    def sentence(self) -> str:
        return f"a cave in {self.area} collapses"


class MarkerRemoved(Fact, topic="iwo.marker-removed"):
    area: str
    marker: str

    def sentence(self) -> str:
        return f"the {MARKERS[self.marker]} marker in {self.area} is removed"


class UnitsFired(Fact, topic="iwo.units-fired"):
    """Turned sideways, or support spent for the turn."""

    units: tuple[str, ...]


class UnitRemoved(Fact, topic="iwo.unit-removed"):
    """Out of play for another reason than losses: rocket artillery used, HQ after a Banzai, support withdrawn."""

    unit: str
    to: str
    out: str
    why: str

    def sentence(self) -> str:
        return f"{self.unit} leaves play: {self.why}"


# ---- movement ----


class ThirdDivisionActivated(Fact, topic="iwo.third-division-activated"):
    units: tuple[str, ...]

    def sentence(self) -> str:
        return "the 3rd Marine Division is activated"


class UnitLanded(Fact, topic="iwo.unit-landed"):
    unit: str
    area: str
    cost: int

    def sentence(self) -> str:
        return f"{self.unit} lands at {self.area} for {self.cost} MP"


class UnitMoved(Fact, topic="iwo.unit-moved"):
    unit: str
    area: str
    cost: int = 1

    def sentence(self) -> str:
        return f"{self.unit} moves to {self.area}"


class MoveEnded(Fact, topic="iwo.move-ended"):
    unit: str
    why: str

    def sentence(self) -> str:
        return f"{self.unit}'s move ends ({self.why})"


class UnitOverstacked(Fact, topic="iwo.unit-overstacked"):
    unit: str
    area: str

    def sentence(self) -> str:
        return f"{self.unit} finds no room in {self.area} and is removed from play"


class RetreatBarred(Fact, topic="iwo.retreat-barred"):
    """The Japanese say that an area is not open: something is there, and nothing more is said (11.1.2)."""

    unit: str
    area: str

    def sentence(self) -> str:
        return f"{self.area} is not open to {self.unit}'s retreat"


class UnitRetreated(Fact, topic="iwo.unit-retreated"):
    unit: str
    area: str

    def sentence(self) -> str:
        return f"{self.unit} retreats to {self.area}"


class AllowanceRolled(Fact, topic="iwo.allowance-rolled"):
    allowed: int

    def sentence(self) -> str:
        return f"the Japanese may move {_n(self.allowed, 'unit')}"


class MovesUsed(Fact, topic="iwo.moves-used"):
    """Moves of the Japanese allowance taken up, openly or in secret (17.1)."""

    count: int


class ConcealedMoves(Fact, topic="iwo.concealed-moves"):
    """Which units moved on the MilOps map, and where to (17.2(2), 17.2(3))."""

    moves: Mapping[str, str]

    def stub(self) -> str:
        return "the Japanese move in secret, or do not"

    def sentence(self) -> str:
        return "; ".join(f"{unit} moves concealed to {area}" for unit, area in self.moves.items()) or "nobody moves concealed"


class UnitHidden(Fact, topic="iwo.unit-hidden"):
    unit: str

    def sentence(self) -> str:
        return f"{self.unit} hides"


# ---- assault and charges ----


class AssaultsDeclared(Fact, topic="iwo.assaults-declared"):
    side: str
    plan: Mapping[str, tuple[str, ...]]

    def sentence(self) -> str:
        if not self.plan:
            return f"the {SIDES[self.side]} assault nowhere"
        return f"the {SIDES[self.side]} will assault " + "; ".join(f"{area} with {_list(units)}" for area, units in self.plan.items())


class AttackResolved(Fact, topic="iwo.attack-resolved"):
    """One bombardment or assault of the plan is complete."""

    area: str


class KirikamiDeclared(Fact, topic="iwo.kirikami-declared"):
    unit: str

    def sentence(self) -> str:
        return f"Kirikami charge, begun by {self.unit}: every Japanese unit assaults with +1 this turn"


class KirikamiPassed(Fact, topic="iwo.kirikami-passed"):
    """The start of the US Assault Phase is over: no (further) Kirikami this phase."""


class KirikamiEnded(Fact, topic="iwo.kirikami-ended"):
    def sentence(self) -> str:
        return "the Kirikami charge is over"


class BanzaiDeclared(Fact, topic="iwo.banzai-declared"):
    area: str

    def sentence(self) -> str:
        return f"Banzai charge: +2 for Japanese units in and next to {self.area}"


# ---- control and points ----


class ControlChanged(Fact, topic="iwo.control-changed"):
    area: str
    to: str
    caves: int = 0
    markers: tuple[str, ...] = ()

    def sentence(self) -> str:
        gone = [f"{_n(self.caves, 'cave')} removed"] if self.caves else []
        gone += [f"{MARKERS[m]} removed" for m in self.markers]
        return f"{self.area} is now {SIDES[self.to]}-controlled" + (f" ({', '.join(gone)})" if gone else "")


class MarkerPlaced(Fact, topic="iwo.marker-placed"):
    area: str
    marker: str

    def sentence(self) -> str:
        return f"{MARKERS[self.marker]} placed in {self.area}"


class PointsScored(Fact, topic="iwo.points-scored"):
    """Victory points that come with no other fact."""

    TELLS_POINTS: ClassVar[bool] = True

    def sentence(self) -> str:
        return "; ".join(f"{SIDES[p.side]} {p.amount:+d} VP: {p.why}" for p in self.points)


MARKERS = {"beachhead": "Beachhead", "safe": "Safe to Land", "stars": "Stars and Stripes"}
