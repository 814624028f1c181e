"""What happens where a side hides something: a line sealed, and revealed. No other game has these topics."""

from collections.abc import Mapping
from typing import ClassVar

from domain.kernel.facts import Fact, side_of


class LineSealed(Fact, topic="free.line-sealed"):
    """A side has said a line in secret: all know that, and nothing of it."""

    side: str
    slip: str

    def sentence(self) -> str:
        return self.named({})

    def named(self, sides: Mapping[str, str]) -> str:
        return f"{side_of(sides, self.side)} seals a line, {self.slip}"


class LineKept(Fact, topic="free.line-kept"):
    """What it says. Nothing of it counts before it is revealed."""

    STUB: ClassVar[str] = "line"
    ANNOUNCED: ClassVar[str] = LineSealed.TOPIC
    ABOUT: ClassVar[tuple[str, ...]] = ("slip",)

    side: str
    slip: str
    text: str

    def stub(self) -> str:
        return "the line is sealed in the record"

    def sentence(self) -> str:
        return f"{self.slip} says: {self.text}"


class LineRevealed(Fact, topic="free.line-revealed"):
    """A sealed line is shown, and counts from here on."""

    REVEALS: ClassVar[str] = LineKept.TOPIC

    side: str
    slip: str
    text: str

    def sentence(self) -> str:
        return f"{self.slip} is revealed"
