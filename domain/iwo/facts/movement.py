"""IWO 10, 17, 22.2.1: landing, moving, retreating, hiding."""

from collections.abc import Mapping
from typing import ClassVar

from domain.iwo.facts.codes import ENDED, EndedBy
from domain.kernel.facts import Fact
from domain.wargame.war_facts import several


class ThirdDivisionActivated(Fact, topic="iwo.third-division-activated"):
    units: tuple[str, ...]

    def sentence(self) -> str:
        return "the Americans activated the 3rd Marine Division"


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
    FOLLOWS: ClassVar[bool] = True

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
        return f"{self.unit} found no room{f' at {self.area}' if self.area else ''} and was removed from play"


class RetreatBarred(Fact, topic="iwo.retreat-barred"):
    """The Japanese say that an area is not open: something is there, and nothing more is said (11.1.2)."""

    unit: str
    area: str

    def sentence(self) -> str:
        return f"{self.unit} could not fall back to {self.area}: something was hiding there"


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
        return (
            "; ".join(f"{unit} moves concealed to {area}" for unit, area in self.moves.items())
            or "nobody moves concealed"
        )


class UnitHidden(Fact, topic="iwo.unit-hidden"):
    unit: str

    def sentence(self) -> str:
        return f"{self.unit} hides"
