"""DDaT 5: LVTs, landing and wading; and all other ways US units come to a hex."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from domain.ddat.state import MAP, TRACK
from domain.kernel.facts import Fact, Words
from domain.wargame import war_facts as war
from domain.wargame.war_facts import StateBecomes, UnitsBecome, listed

Way = Literal["move", "wade", "enter", "withdraw", "return", "ride"]
WAYS: Mapping[Way, str] = {
    "move": "to",
    "wade": "wading to", "enter": "into", "withdraw": "withdrawing to", "return": "back to", "ride": "taken to",
}  # fmt: skip
"""How units come to a hex, in words."""


class LoadMade(Fact, topic="ddat.load-made"):
    """Units on LVTs, which have these steps (5.11)."""

    units: tuple[str, ...]
    lvts: tuple[int, ...]
    hex: str
    facing: str

    def sentence(self) -> str:
        return (
            f"{listed(self.units)} on {'an LVT' if len(self.lvts) == 1 else 'two LVTs'} of "
            f"{'+'.join(map(str, self.lvts))} steps"
        )


class LoadingEnded(Fact, topic="ddat.loading-ended"):
    """The tank units that run to the beach by themselves are ready too (5.4)."""

    tanks: Mapping[str, str] = {}
    words: Words = ""
    """Who was left without an LVT though one would carry him."""

    def sentence(self) -> str:
        return self.words


class Drifted(Fact, topic="ddat.drifted"):
    """Where a load runs from after its drift card (5.12)."""

    load: str
    result: Literal["none", "1L", "1R", "PR"]
    hex: str
    facing: str
    ignored: bool = False

    def sentence(self) -> str:
        return f"{self.load}: drift {self.result}" + (
            " ignored" if self.ignored else f", from {self.hex} {self.facing}"
        )


class Landed(Fact, topic="ddat.landed"):
    """What is left of a load stands here (5.12); `location` is "" where nobody is left."""

    load: str
    units: tuple[str, ...]
    hex: str
    location: Literal["", "reef", "water", "beach", "inland1", "inland2"]
    lvts: tuple[int, ...] = ()
    lvt_steps_lost: int = 0

    def sentence(self) -> str:
        lost = f"; LVT steps lost: {self.lvt_steps_lost}" if self.lvt_steps_lost else ""
        return (
            f"{listed(self.units)} land in {self.hex} ({self.location})"
            if self.units
            else f"nobody of {self.load} lands"
        ) + lost


class LvtsRecovered(StateBecomes, topic="ddat.lvts-recovered", become={"loads": {}, "landed": ()}, says=("lvts",)):
    """Surviving LVTs are available again (5.14)."""

    lvts: tuple[int, ...]

    def sentence(self) -> str:
        return f"{len(self.lvts)} LVTs are available" if self.lvts else ""


class LvtHit(Fact, topic="ddat.lvt-hit"):
    """A step of an available LVT is lost (EV)."""

    steps: int

    def sentence(self) -> str:
        return f"an LVT of {self.steps} steps loses one"


class UnitsMoved(war.UnitsMoved, topic="ddat.units-moved", become={"box": MAP}):
    """US units go hex by hex; `how` says by what."""

    how: Way

    def sentence(self) -> str:
        return f"{listed(self.units)} {WAYS[self.how]} {self.to}" if self.path else ""


class UnitsDelayed(UnitsBecome, topic="ddat.units-delayed", become={"box": TRACK, "hex": ""}, says=("due",)):
    """US units wait on the turn track (5.3, EV)."""

    due: int

    def sentence(self) -> str:
        return f"{listed(self.units)} wait for turn {self.due}"
