"""IWO 9, 11, 12, 16, 18, 19: what fire does, to whoever is seen or concealed; and who leaves play otherwise."""

from collections.abc import Mapping
from typing import ClassVar

from domain.iwo.charts import Marker
from domain.iwo.facts.closing import called
from domain.iwo.facts.codes import REMOVED, REVEALED, SHELTER, IgnoreCause, RemovalCause, RevealCause
from domain.iwo.state import PEOPLE, RESERVE, SIDES
from domain.kernel.facts import Fact, Fire, label
from domain.wargame.war_facts import StepsLost, UnitsBecome, listed, several


class BombardmentsDeclared(Fact, topic="iwo.bombardments-declared"):
    side: str
    plan: Mapping[str, tuple[str, ...]]

    def sentence(self) -> str:
        if not self.plan:
            return f"the {PEOPLE[self.side]} bombarded nothing"
        return f"the {PEOPLE[self.side]} will bombard " + "; ".join(
            f"{area} with {listed(units)}" for area, units in self.plan.items()
        )


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
    moved: int = 0
    """The areas it has moved in this phase while nobody saw it, after which it moves no more (17.2)."""
    cause: RevealCause

    def sentence(self) -> str:
        return f"{self.unit} is revealed in {self.area} ({REVEALED[self.cause]})"


class FireResolved(Fact, topic="iwo.fire-resolved"):
    """Dice into hits into the Damage Number, by the terms of `fire`: at an area, or at a unit that has `entered` one
    (9, 11, 12)."""

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
            f" {m.amount:+d} {'cave' if (m.code, m.amount) == ('caves', -1) else m.why}"
            for m in fire.modifiers
            if m.code in SHELTER and m.amount
        )
        notes = [
            *["surprise, +2 dice"] * self.surprise,
            *["observed, no surprise"] * self.observed,
            *[f"{several(self.rocket_hits, 'hit')} by rocket"] * bool(self.rocket_hits),
        ]
        said = (
            f"{SIDES[fire.side]} {label(fire.kind)} on {at} by {listed(fire.by)}: "
            f"{several(fire.hits, 'hit')}{less}, damage {fire.outcome}"
        )
        return said + (f" ({'; '.join(notes)})" if notes else "")


class StepLost(StepsLost, topic="iwo.step-lost"):
    """A step loss (3); a US one is a point for the Japanese (23.2(1))."""

    def sentence(self) -> str:
        return f"{self.unit} {self.left + 1}→{self.left}"


class LossIgnored(Fact, topic="iwo.loss-ignored"):
    """A step loss that armor (22.4.3) or a retreat (12.2.3(3)) takes."""

    FOLLOWS: ClassVar[bool] = True

    unit: str
    cause: IgnoreCause

    def sentence(self) -> str:
        return f"{self.unit} ignores a loss ({label(self.cause)})"


class UnitEliminated(Fact, topic="iwo.unit-eliminated"):
    FOLLOWS: ClassVar[bool] = True

    unit: str
    to: str

    def sentence(self) -> str:
        return f"{self.unit} is eliminated"


class DamagePassed(Fact, topic="iwo.damage-passed"):
    """What is left of the damage goes to concealed units, whether or not there are any (9.3.3(3))."""

    FOLLOWS: ClassVar[bool] = True

    area: str
    damage: int

    def sentence(self) -> str:
        return f"{several(self.damage, 'point')} of damage passed to whoever is concealed in {self.area}"


class ConcealedLosses(Fact, topic="iwo.concealed-losses"):
    """What the damage did to concealed units, and what of it was wasted (9.3.3(4), (5))."""

    FOLLOWS: ClassVar[bool] = True

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
        return f"concealed in {self.area}: {hit or 'nobody is hit'}" + (
            f", {self.excess} wasted" if self.excess else ""
        )


class CaveCollapsed(Fact, topic="iwo.cave-collapsed"):
    FOLLOWS: ClassVar[bool] = True

    area: str

    def sentence(self) -> str:
        return f"a cave in {self.area} collapses"


class MarkerRemoved(Fact, topic="iwo.marker-removed"):
    FOLLOWS: ClassVar[bool] = True

    area: str
    marker: Marker

    def sentence(self) -> str:
        return f"{called(self.marker)} at {self.area} was lost"


class UnitsFired(UnitsBecome, topic="iwo.units-fired", become={"fired": True}):
    """Turned sideways, or support spent for the turn."""


class UnitRemoved(Fact, topic="iwo.unit-removed"):
    """Out of play for another reason than losses: rocket artillery used, HQ after a Banzai, support withdrawn."""

    FOLLOWS: ClassVar[bool] = True

    unit: str
    to: str
    cause: RemovalCause

    @property
    def withdrawn(self) -> bool:
        """Whether it lives on in the Reserve Box."""
        return self.to == RESERVE

    @property
    def fate(self) -> str:
        """What became of it."""
        return REMOVED[self.cause]

    def sentence(self) -> str:
        return f"{self.unit} {self.fate}"
