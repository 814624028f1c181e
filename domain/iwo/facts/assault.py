"""IWO 12.1 assaults declared, 22.3 the charges."""

from __future__ import annotations

from collections.abc import Mapping

from domain.iwo.state import SIDES
from domain.kernel.facts import Fact
from domain.wargame.war_facts import StateBecomes, listed


class AssaultsDeclared(Fact, topic="iwo.assaults-declared"):
    side: str
    plan: Mapping[str, tuple[str, ...]]

    def sentence(self) -> str:
        if not self.plan:
            return f"the {SIDES[self.side]} assault nowhere"
        return f"the {SIDES[self.side]} will assault " + "; ".join(
            f"{area} with {listed(units)}" for area, units in self.plan.items()
        )


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
