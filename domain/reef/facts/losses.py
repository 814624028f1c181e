"""Facts of losses (BRT 15.2, CG2.3)."""

from collections.abc import Mapping

from domain.kernel.facts import Fact, Points
from domain.reef.facts.codes import Cause
from domain.reef.wording import SIDES, pieces, unit, where
from domain.wargame.war_facts import StepsGained, StepsLost

HOW_LOST: Mapping[str, str] = {
    "captured": " as captured",
    "bombardment": " to bombardment",
    "air": " to aircraft", "sniper": " to a Sniper", "close-combat": " in Close Combat",
    "isolated": " in isolation", "reduced": " by reduction",
}  # fmt: skip
"""How a side loses pieces, by the cause."""


class PiecesLost(StepsLost, topic="reef.pieces-lost"):
    """15.2: pieces are eliminated, or captured: they leave the Order of Battle."""

    cause: Cause
    wave: str = ""
    """The wave whose pieces did not enter (CG2.3)."""

    def says(self, lost: str) -> str:
        """What was lost, by whom and how."""
        if self.cause == "unentered":
            return f"what has not entered on its turn is eliminated: {lost}"
        return f"{SIDES[self.loss.side]} lose{HOW_LOST.get(self.cause, '')} {lost}"

    def sentence(self) -> str:
        left = ("" if loss.left is None else f" ({loss.left or 'none'} left)" for loss in self.losses)
        lost = (unit(loss.unit, loss.steps) for loss in self.losses)
        return self.says(", ".join(map("".join, zip(lost, left, strict=True))))


class PiecesArisen(Fact, topic="reef.pieces-arisen"):
    """15.2: pieces come up on the map; `of` others of the group, which they take the place of."""

    side: str
    group: str
    pieces: Mapping[str, int]
    of: Mapping[str, int] = {}

    def sentence(self) -> str:
        instead = f", in the place of {pieces(self.of)}" if self.of else ""
        has = "have" if self.group == "reserves" else "has"
        return f"{where(self.group)} {has} {pieces(self.pieces)} more{instead}"


class PiecesReduced(Fact, topic="reef.pieces-reduced"):
    """15.13: squads are half-squads from now on."""

    unit: str
    number: int
    points: tuple[Points, ...] = ()

    def sentence(self) -> str:
        are = "is a half-squad" if self.number == 1 else "are half-squads"
        return f"{unit(self.unit, self.number)} {are} from now on"


class PiecesRestored(StepsGained, topic="reef.pieces-restored"):
    """Pieces that were said to be lost are not."""

    def sentence(self) -> str:
        return "; ".join(
            f"{unit(gain.unit, gain.steps)} {'is' if gain.steps == 1 else 'are'} not lost after all"
            for gain in self.gains
        )
