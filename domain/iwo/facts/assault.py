"""IWO 12.1 assaults declared, 22.3 the charges."""

from collections.abc import Mapping
from typing import ClassVar

from domain.iwo.state import PEOPLE
from domain.kernel.facts import Fact
from domain.wargame.war_facts import StateBecomes, listed


class AssaultsDeclared(Fact, topic="iwo.assaults-declared"):
    side: str
    plan: Mapping[str, tuple[str, ...]]

    def sentence(self) -> str:
        if not self.plan:
            return f"the {PEOPLE[self.side]} assaulted nothing"
        return f"the {PEOPLE[self.side]} will assault " + "; ".join(
            f"{area} with {listed(units)}" for area, units in self.plan.items()
        )


class AttackResolved(Fact, topic="iwo.attack-resolved"):
    """One bombardment or assault of the plan is complete."""

    area: str


class KirikamiDeclared(Fact, topic="iwo.kirikami-declared"):
    BRINGS: ClassVar[str] = "every Japanese unit would assault with one die more this turn"

    unit: str

    def sentence(self) -> str:
        return f"{self.unit} began a Kirikami charge: {self.BRINGS}"


class KirikamiPassed(StateBecomes, topic="iwo.kirikami-passed", become={"kirikami_passed": True}):
    """The start of the US Assault Phase is over: no (further) Kirikami this phase."""


class KirikamiEnded(StateBecomes, topic="iwo.kirikami-ended", become={"kirikami_active": False, "kirikami_times": 0}):
    def sentence(self) -> str:
        return "the Kirikami charge is over"


class BanzaiDeclared(Fact, topic="iwo.banzai-declared"):
    area: str

    def sentence(self) -> str:
        return f"Banzai! Every Japanese unit in and next to {self.area} had two dice more to assault with"
