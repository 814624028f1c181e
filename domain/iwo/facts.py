"""What happens in a game of Iwo Jima, in the past tense and the rulebook's terms.

Why something happened is a code; the words for it stand beside the codes, and are made when they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from domain.iwo.charts import FUNAMI_DAI, MARKERS, MOTOYAMA, Marker
from domain.iwo.state import BOXES, RESERVE, SIDES
from domain.kernel.facts import Fact, Fire, Modifier, Points, label
from domain.wargame import facts as war
from domain.wargame.facts import StateBecomes, StepsGained, StepsLost, UnitsBecome, listed, several
from domain.wargame.facts import TurnBegan as TurnBegan

# ---- codes ----

FireKind = Literal["bombardment", "assault", "defensive-fire"]
LossCause = Literal[FireKind, "kirikami-charge", "banzai-charge", "rocket-artillery"]
"""What takes steps: fire (9, 11, 12), the charges (22.3), rocket artillery by its own use (22.5)."""

RevealCause = Literal["by-choice", "moves", "move-ended", "us-area-entered", "opens-fire", "bombards", "us-units", "japanese-marines"]
REVEALED: Mapping[RevealCause, str] = {
    "by-choice": "by choice",
    "moves": "it moves openly",
    "move-ended": "its move ends",
    "us-area-entered": "it entered a US area",
    "opens-fire": "it opens fire",
    "bombards": "it bombards",
    "us-units": "US units are in its area",
    "japanese-marines": "Japanese Marines",
}
"""Why a concealed unit comes to light (3, 17.2(2), 17.2(2), 17.2(3), 11.1.1, 16(2), 10.5, 22.1.2)."""

EndedBy = Literal["contact", "defensive-fire", "concealed-move"]
ENDED: Mapping[EndedBy, str] = {
    "contact": "contact with the enemy",
    "defensive-fire": "defensive fire",
    "concealed-move": "a concealed move",
}
"""What ends a move (10.2, 11.1.3, 17.2)."""

IgnoreCause = Literal["armor", "retreat"]
IGNORED: Mapping[IgnoreCause, str] = {"armor": "IWO 22.4.3", "retreat": "IWO 12.2.3(3)"}
"""The rules by which a step loss is ignored."""

RemovalCause = Literal["rocket-artillery", "banzai-charge", "naval-withdrawal", "air-withdrawal"]
REMOVED: Mapping[RemovalCause, str] = {
    "rocket-artillery": "rocket artillery is used once",
    "banzai-charge": "the Banzai Charge is over",
    "naval-withdrawal": "a naval unit is withdrawn",
    "air-withdrawal": "four air units remain after turn 1",
}
"""Why a unit leaves play otherwise than by losses (22.5, 22.3.1, 21, 22.1.3)."""

ModifierCode = Literal["basic-defense-value", "caves", "surprise", "charge"]
MODIFIERS: Mapping[ModifierCode, str] = {
    "basic-defense-value": "Basic Defense Value",
    "caves": "caves",
    "surprise": "dice for surprise",
    "charge": "dice for the charge",
}
"""What changes the hits (9.3.2, 12.2.2, 16(4)), and what adds dice (11.1.1, 22.3)."""
SHELTER = ("basic-defense-value", "caves")
"""Of these, what is taken off the hits."""


def modifier(code: ModifierCode, amount: int, rule: str) -> Modifier:
    """A term of a resolution of fire."""
    return Modifier(rule=rule, amount=amount, code=code, why=MODIFIERS[code])


PointsCode = Literal[
    "step-lost", "third-division", "safe-to-land", "both-airfields", "stars-and-stripes", "unit-alive", "hq-alive", "area-held",
    "units-unread", "hq-unread", "areas-unread",
]
POINTS: Mapping[PointsCode, str] = {
    "step-lost": "step lost by {} (23.2(1))",
    "third-division": "{} of the 3rd Division without a Beachhead (22.2.1)",
    "safe-to-land": "Safe to Land in {}",
    "both-airfields": f"{FUNAMI_DAI} and {MOTOYAMA}",
    "stars-and-stripes": "Stars and Stripes",
    "unit-alive": "{} is alive",
    "hq-alive": "the HQ {} is alive",
    "area-held": "{} is Japanese-controlled",
    "units-unread": "units alive that nobody read out",
    "hq-unread": "the HQ is alive",
    "areas-unread": "areas Japanese-controlled that nobody read out",
}
"""What victory points are for (23)."""


def points(side: str, amount: int, code: PointsCode, *of: str) -> Points:
    """Victory points for what units or areas brought them."""
    return Points(side=side, amount=amount, code=code, of=of, why=POINTS[code].format(*of))


EndCode = Literal["no-survivors", "victory-points", "final-count"]
"""How a game ends (24(1), 24(2), 24(3))."""

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
        return f"the Japanese have set up {several(self.units, 'unit')} and {several(self.caves, 'cave')} on the MilOps map"


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
        return "the Japanese set up in secret: " + "; ".join(f"{area} {', '.join(units)}" for area, units in areas.items())


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


class UnitReturned(StepsGained, topic="iwo.unit-returned"):
    """An eliminated unit back with one step, by the Beachhead of an area (8)."""

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
        return f"the {SIDES[self.side]} will bombard " + "; ".join(f"{area} with {listed(units)}" for area, units in self.plan.items())


class CavesRevealed(Fact, topic="iwo.caves-revealed"):
    area: str
    caves: int

    def sentence(self) -> str:
        return f"{several(self.caves, 'cave')} found in {self.area}"


class UnitRevealed(Fact, topic="iwo.unit-revealed"):
    """A concealed unit is put on the main map; the fact says all that can now be seen of it."""

    unit: str
    area: str
    steps: int
    fired: bool = False
    cause: RevealCause

    def sentence(self) -> str:
        return f"{self.unit} is revealed in {self.area} ({REVEALED[self.cause]})"


class FireResolved(Fact, topic="iwo.fire-resolved"):
    """Dice into hits into the Damage Number, by the terms of `fire`: at an area, or at a unit that has `entered` one (9, 11, 12)."""

    fire: Fire
    entered: str = ""
    surprise: bool = False
    """A concealed unit opened fire, with two dice more (11.1.1)."""
    observed: bool = False
    """A concealed unit opened fire, and observers on a mountain spoiled the surprise (11.1.1)."""
    rocket_hits: int = 0
    """Of the hits, those of rocket artillery (22.5)."""

    @property
    def area(self) -> str:
        return self.entered or self.fire.at

    @property
    def target(self) -> str:
        """The unit fired at, "" where it is an area."""
        return self.fire.at if self.entered else ""

    def sentence(self) -> str:
        fire = self.fire
        at = f"{self.target} in {self.area}" if self.target else self.area
        less = "".join(
            f" {m.amount:+d} {'cave' if (m.code, m.amount) == ('caves', -1) else m.why}" for m in fire.modifiers if m.code in SHELTER and m.amount
        )
        notes = [
            *["surprise, +2 dice"] * self.surprise,
            *["observed, no surprise"] * self.observed,
            *[f"{several(self.rocket_hits, 'hit')} by rocket"] * bool(self.rocket_hits),
        ]
        said = f"{SIDES[fire.side]} {label(fire.kind)} on {at} by {listed(fire.by)}: {several(fire.hits, 'hit')}{less}, damage {fire.outcome}"
        return said + (f" ({'; '.join(notes)})" if notes else "")


class StepLost(StepsLost, topic="iwo.step-lost"):
    """A step loss (3); a US one is a point for the Japanese (23.2(1))."""

    def sentence(self) -> str:
        return f"{self.unit} {self.left + 1}→{self.left}"


class LossIgnored(Fact, topic="iwo.loss-ignored"):
    """A step loss that armor (22.4.3) or a retreat (12.2.3(3)) takes."""

    unit: str
    cause: IgnoreCause

    def sentence(self) -> str:
        return f"{self.unit} ignores a loss ({label(self.cause)})"


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
        return f"{several(self.damage, 'point')} of damage passed to whoever is concealed in {self.area}"


class ConcealedLosses(Fact, topic="iwo.concealed-losses"):
    """What the damage did to concealed units, and what of it was wasted (9.3.3(4), (5))."""

    STUB: ClassVar[str] = "concealed-losses"

    area: str
    excess: int

    @property
    def left(self) -> Mapping[str, int]:
        """The steps left of each unit that was hit."""
        return {loss.unit: loss.left or 0 for loss in self.losses}

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
    marker: Marker

    def sentence(self) -> str:
        return f"the {MARKERS[self.marker].title} marker in {self.area} is removed"


class UnitsFired(UnitsBecome, topic="iwo.units-fired", become={"fired": True}):
    """Turned sideways, or support spent for the turn."""


class UnitRemoved(Fact, topic="iwo.unit-removed"):
    """Out of play for another reason than losses: rocket artillery used, HQ after a Banzai, support withdrawn."""

    unit: str
    to: str
    cause: RemovalCause

    @property
    def withdrawn(self) -> bool:
        """Whether it lives on in the Reserve Box."""
        return self.to == RESERVE

    def sentence(self) -> str:
        return f"{self.unit} leaves play: {REMOVED[self.cause]}"


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
    cause: EndedBy

    def sentence(self) -> str:
        return f"{self.unit}'s move ends ({ENDED[self.cause]})"


class UnitOverstacked(Fact, topic="iwo.unit-overstacked"):
    """A unit that finds no room leaves play (3)."""

    unit: str
    area: str
    """Where it found none; "" where that is hidden."""
    steps: int | None = None
    """The steps it has left, where nobody else knew them."""

    def sentence(self) -> str:
        return f"{self.unit} finds no room{f' in {self.area}' if self.area else ''} and is removed from play"


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
        return f"the Japanese may move {several(self.allowed, 'unit')}"


class MovesUsed(Fact, topic="iwo.moves-used"):
    """Moves of the Japanese allowance taken up, openly or in secret (17.1)."""

    count: int


class ConcealedMoves(Fact, topic="iwo.concealed-moves"):
    """Which units moved on the MilOps map, and where to (17.2(2), 17.2(3))."""

    STUB: ClassVar[str] = "concealed-moves"

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
        return f"the {SIDES[self.side]} will assault " + "; ".join(f"{area} with {listed(units)}" for area, units in self.plan.items())


class AttackResolved(Fact, topic="iwo.attack-resolved"):
    """One bombardment or assault of the plan is complete."""

    area: str


class KirikamiDeclared(Fact, topic="iwo.kirikami-declared"):
    unit: str

    def sentence(self) -> str:
        return f"Kirikami charge, begun by {self.unit}: every Japanese unit assaults with +1 this turn"


class KirikamiPassed(StateBecomes, topic="iwo.kirikami-passed", become={"kirikami_passed": True}):
    """The start of the US Assault Phase is over: no (further) Kirikami this phase."""


class KirikamiEnded(StateBecomes, topic="iwo.kirikami-ended", become={"kirikami_active": False, "kirikami_times": 0}):
    def sentence(self) -> str:
        return "the Kirikami charge is over"


class BanzaiDeclared(Fact, topic="iwo.banzai-declared"):
    area: str

    def sentence(self) -> str:
        return f"Banzai charge: +2 for Japanese units in and next to {self.area}"


# ---- control and points ----


class ControlChanged(war.ControlChanged, topic="iwo.control-changed"):
    """An area is taken, with what cannot stay there (13, 20)."""

    caves: int = 0
    markers: tuple[Marker, ...] = ()

    @property
    def area(self) -> str:
        return self.place

    def sentence(self) -> str:
        gone = [f"{several(self.caves, 'cave')} removed"] if self.caves else []
        gone += [f"{MARKERS[marker].title} removed" for marker in self.markers]
        return f"{self.area} is now {SIDES[self.to]}-controlled" + (f" ({', '.join(gone)})" if gone else "")


class MarkerPlaced(Fact, topic="iwo.marker-placed"):
    area: str
    marker: Marker

    def sentence(self) -> str:
        return f"{MARKERS[self.marker].title} placed in {self.area}"


class PointsScored(Fact, topic="iwo.points-scored"):
    """Victory points that come with no other fact."""

    TELLS_POINTS: ClassVar[bool] = True

    def sentence(self) -> str:
        return "; ".join(f"{SIDES[p.side]} {p.amount:+d} VP: {p.why}" for p in self.points)
