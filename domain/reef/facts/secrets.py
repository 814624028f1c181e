"""Decisions that are written down and sealed, and what they say when they are opened (BRT 15.13, CG3.2, CG3.12, CG5,
CG10, CG11)."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from domain.kernel.english import names
from domain.kernel.facts import Fact
from domain.reef.organization import split
from domain.reef.wording import SIDES, pieces, unit, where

SlipKind = Literal["exchange", "night-banzai", "observer", "cloaking", "hidden", "purchases"]
SLIPS: dict[SlipKind, str] = {
    "exchange": "the date of a 200+mm module",
    "night-banzai": "whether a Night Banzai is attempted", "observer": "the hex of a Shipboard Observer",
    "cloaking": "what is in a Cloaking box", "hidden": "what is hidden on the map", "purchases": "what was bought",
}  # fmt: skip


def read_out(says: Iterable[str]) -> str:
    """What a slip says: pieces of a group, beaches, or other words."""
    return ", ".join(_word(word) for word in says) or "nothing"


def _word(word: str) -> str:
    kind, count = split(word)
    return unit(kind, count) if ":" in kind else where(word)


class SlipSealed(Fact, topic="reef.slip-sealed"):
    """A decision has been written down: all know that, and what it is about."""

    slip: str
    kind: SlipKind
    side: str
    of: str = ""
    on_paper: bool = False

    def sentence(self) -> str:
        about = f" ({where(self.of)})" if self.of else ""
        paper = ", on paper" if self.on_paper else ""
        return f"{SIDES[self.side]} seal slip {self.slip}: {SLIPS[self.kind]}{about}{paper}"


class SlipWritten(Fact, topic="reef.slip-written"):
    """What it says."""

    ANNOUNCED: ClassVar[str] = SlipSealed.TOPIC
    ABOUT: ClassVar[tuple[str, ...]] = ("slip",)

    slip: str
    side: str
    says: tuple[str, ...]

    def stub(self) -> str:
        return "a slip was written"

    def sentence(self) -> str:
        return f"slip {self.slip} says: {read_out(self.says)}"


class SlipOpened(Fact, topic="reef.slip-opened"):
    """It is opened, and says this."""

    REVEALS: ClassVar[str] = SlipWritten.TOPIC

    slip: str
    side: str
    says: tuple[str, ...]

    def sentence(self) -> str:
        return f"{SIDES[self.side]} open slip {self.slip}: {read_out(self.says)}"


class SlipStated(SlipOpened, topic="reef.slip-stated"):
    """It lay on paper, and is shown: what it says rests on the word of the table."""

    REVEALS: ClassVar[str] = ""


class WadedOn(Fact, topic="reef.waded-on"):
    """CG5: a Cloaking box goes on in the Ocean, and stays closed."""

    slip: str
    hex: str

    def stub(self) -> str:
        return "a Cloaking box was moved"

    def sentence(self) -> str:
        return f"{self.slip} goes to {self.hex}, and stays Cloaked"


class Concealed(Fact, topic="reef.concealed"):
    """CG11: a "?" that is placed freely."""

    group: str
    hex: str
    vehicle: bool = False

    def sentence(self) -> str:
        return f"{'a vehicle' if self.vehicle else 'Infantry'} of {where(self.group)} is concealed in {self.hex}"


class MarinesConcealed(Fact, topic="reef.marines-concealed"):
    """CG10: at night the Marine player conceals all of his units, or those of some Formations."""

    groups: tuple[str, ...]

    def sentence(self) -> str:
        return f"concealed for the night: {names(self.groups) or 'all Marine units'}"


class PointsSpent(Fact, topic="reef.points-spent"):
    """15.6141 to 15.6143: of the allotment of a beach. Guns and SW are of the Order of Battle from then on (15.2): by
    one fact with what they cost, so that nobody sees whether there are any.
    """

    beach: str
    gpp: int = 0
    capp: int = 0
    fpp: int = 0
    stacking: int = 0
    pieces: Mapping[str, int] = {}

    def stub(self) -> str:
        return "purchase points were spent"

    def sentence(self) -> str:
        spent = [
            f"{number} {name}" for name, number in (("GPP", self.gpp), ("CAPP", self.capp), ("FPP", self.fpp)) if number
        ]
        bought = f"; {pieces(self.pieces)} for it" if self.pieces else ""
        added = (
            f"; {self.stacking} squad-equivalent{'s' if self.stacking > 1 else ''} of stacking in pillboxes"
            if self.stacking
            else ""
        )
        return f"{where(self.beach)} has spent {', '.join(spent) or 'nothing'}{bought}{added}"
