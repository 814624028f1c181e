"""Facts of infantry: the seawall, rallies, ELR, Koreans (BRT CG12, CG14, CG16, CG17)."""

from typing import Literal

from domain.kernel.facts import Fact, Modifier
from domain.reef.wording import unit
from domain.wargame.dice import sum_of


class WallCrossed(Fact, topic="reef.wall-crossed"):
    """CG16: an Over the Wall TC."""

    unit: str
    hex: str
    dice: tuple[int, ...]
    terms: tuple[Modifier, ...] = ()
    number: int
    passed: bool

    def sentence(self) -> str:
        result = "over the wall" if self.passed else f"pinned in {self.hex}"
        return f"Over the Wall TC of {unit(self.unit)}: {sum_of(self.dice, self.terms)} for {self.number}: {result}"


class RallyAttempted(Fact, topic="reef.rally-attempted"):
    """CG14: a Self Rally, or another MMC's."""

    side: str
    unit: str
    alone: bool
    mmc: bool = True

    def sentence(self) -> str:
        return f"{'Self Rally' if self.alone else 'Rally'} of {unit(self.unit)} is attempted"


class ElrChecked(Fact, topic="reef.elr-checked"):
    """CG17: whether a failed MC went beyond the ELR."""

    kind: str
    elr: int
    failed_by: int
    beyond: bool

    def sentence(self) -> str:
        return (
            f"the ELR of {unit(self.kind)} is {self.elr}: a MC failed by {self.failed_by} "
            f"{'exceeds it' if self.beyond else 'does not exceed it'}"
        )


class KoreanHeat(Fact, topic="reef.korean-heat"):
    """CG12: Heat of Battle of Korean labor units."""

    dice: tuple[int, ...]
    terms: tuple[Modifier, ...] = ()
    result: Literal["fanatic", "disrupted"]

    def sentence(self) -> str:
        return f"Heat of Battle of Korean labor units: {sum_of(self.dice, self.terms)}: {self.result}"


class MovedAlong(Fact, topic="reef.moved-along"):
    """CG16: from Beach hex to Beach hex."""

    unit: str
    hexes: tuple[str, ...]

    def sentence(self) -> str:
        return f"{unit(self.unit)} moves along the beach to {', '.join(self.hexes)}"
