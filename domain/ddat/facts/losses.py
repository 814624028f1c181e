"""DDaT 2.21, 6.32, 7.6, 10: US units lose and regain steps, are disrupted, recover and leave play; heroes rise and
fall."""

from __future__ import annotations

from typing import ClassVar, Literal

from domain.ddat.state import OUT
from domain.kernel.facts import Fact, label
from domain.wargame import war_facts as war
from domain.wargame.war_facts import StepsGained, StepsLost, UnitsBecome, does, listed

Cause = Literal[
    "landing",
    "position-fire",
    "tank-fire", "artillery", "mortar", "ambush", "infiltration", "flanking-fire", "naval-fire-by-mistake", "attack",
    "close-combat", "naval-blast", "stacking", "night",
]  # fmt: skip
"""What takes a step, or a unit; `night` is the artillery that had not landed (19)."""
GUNS = ("artillery", "mortar")
"""The causes that are no fire of a position (6.34, reading AMB-07)."""


class StepLost(StepsLost, topic="ddat.step-lost"):
    """A US unit loses a step (2.21, 6.32), to the positions `by`, or to the force in that hex.

    `hit` says it counts for the limit of one in a Fire Phase (6.34).
    """

    hit: bool = False
    boxed: bool = False
    """Its full-strength counter goes to the Infantry Loss box (14.1)."""
    by: tuple[str, ...] = ()
    card: str = ""

    def sentence(self) -> str:
        return f"{self.unit} loses a step, {self.left} left" if self.left else f"{self.unit} loses its last step"


class StepGained(StepsGained, topic="ddat.step-gained"):
    """A US unit gets a step back (EV)."""

    def sentence(self) -> str:
        return f"{self.unit} has {self.gain.now} steps again"


GONE = {"box": OUT, "heroes": 0, "inspired": 0, "disrupted": False, "post": 0, "heroic": False}
"""A US unit that is out of play, and all that was with it."""


class UnitsRemoved(war.UnitsRemoved, topic="ddat.units-removed", become=GONE):
    """US units leave play; what they still had of steps is lost with them."""

    FOLLOWS: ClassVar[bool] = True

    cause: Cause
    boxed: bool = False
    """Infantry that still had its full-strength counter, which goes to the Infantry Loss box (2.1, 14.1)."""

    def sentence(self) -> str:
        why = "artillery not on the map by the night" if self.cause == "night" else label(self.cause)
        return f"{listed(self.units)} {does('leave', len(self.units))} play: {why}"


class UnitsDisrupted(UnitsBecome, topic="ddat.units-disrupted", become={"disrupted": True}):
    """US units are disrupted; `shaken` during an Action Phase, where they cannot recover at once (7.6)."""

    FOLLOWS: ClassVar[bool] = True

    shaken: bool = False

    def sentence(self) -> str:
        return f"{listed(self.units)} {'is' if len(self.units) == 1 else 'are'} disrupted"


class UnitsRecovered(UnitsBecome, topic="ddat.units-recovered", become={"disrupted": False}):
    """US units lose their disrupted markers."""

    def sentence(self) -> str:
        return f"{listed(self.units)} recover"


# ---- 10 heroes, Major Ryan, HQs ----


class HeroPlaced(Fact, topic="ddat.hero-placed"):
    """A hero rises in a unit (10.11); or it begins with an inspired marker (20.2)."""

    FOLLOWS: ClassVar[bool] = True

    unit: str
    inspired: bool = False

    def sentence(self) -> str:
        return f"{'an inspired marker' if self.inspired else 'a hero'} in {self.unit}"


class RyanPlaced(Fact, topic="ddat.ryan-placed"):
    """Major Ryan is with a unit (10.17)."""

    unit: str
    first: bool = False

    def sentence(self) -> str:
        return f"Major Ryan is with {self.unit}" if self.unit else "Major Ryan leaves play"


class LeaderHit(Fact, topic="ddat.leader-hit"):
    """A leader is hit, or a hero gives his life: an HQ or command post, or the hero or Major Ryan with this unit; and
    what is left of him."""

    FOLLOWS: ClassVar[bool] = True

    unit: str
    leader: Literal["hero", "ryan", "hq"]
    now: Literal["inspired", "plain", "eliminated", "killed"]

    @property
    def name(self) -> str:
        """The leader, in words; an HQ by its name."""
        return {"hero": "hero", "ryan": "Major Ryan", "hq": self.unit}[self.leader]

    def sentence(self) -> str:
        return f"{self.name} with {self.unit}: {self.now}" if self.leader == "hero" else f"{self.name}: {self.now}"
