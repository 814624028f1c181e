"""Facts of losses (BRT 15.2, CG2.3)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.facts import Fact, Points
from domain.reef.facts.codes import Cause
from domain.reef.organization import written
from domain.wargame.war_facts import StepsGained, StepsLost


class PiecesLost(StepsLost, topic="reef.pieces-lost"):
    """15.2: pieces are eliminated, or captured: they leave the Order of Battle."""

    cause: Cause
    wave: str = ""
    """The wave whose pieces did not enter (CG2.3)."""

    def sentence(self) -> str:
        why = {"unentered": ", for they have not entered", "captured": ", captured", "reduced": ", reduced"}.get(
            self.cause, ""
        )
        lost = (
            f"{loss.steps} {loss.unit.partition(':')[2]} of {loss.unit.partition(':')[0]}"
            + ("" if loss.left is None else f" ({loss.left} left)")
            for loss in self.losses
        )
        return f"lost{why}: {', '.join(lost)}"


class PiecesArisen(Fact, topic="reef.pieces-arisen"):
    """15.2: pieces come up on the map; `of` others of the group, which they take the place of."""

    side: str
    group: str
    pieces: Mapping[str, int]
    of: Mapping[str, int] = {}

    def sentence(self) -> str:
        return f"{written(self.pieces)} for {self.group}" + (f", of {written(self.of)}" if self.of else "")


class PiecesReduced(Fact, topic="reef.pieces-reduced"):
    """15.13: squads are half-squads from now on."""

    unit: str
    number: int
    points: tuple[Points, ...] = ()

    def sentence(self) -> str:
        group, _, kind = self.unit.partition(":")
        return f"{self.number} {kind} of {group} reduced to half-squads"


class PiecesRestored(StepsGained, topic="reef.pieces-restored"):
    """Pieces that were said to be lost are not."""

    def sentence(self) -> str:
        return "not lost: " + ", ".join(
            f"{gain.steps} {gain.unit.partition(':')[2]} of {gain.unit.partition(':')[0]}" for gain in self.gains
        )
