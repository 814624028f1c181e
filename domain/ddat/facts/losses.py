"""DDaT 2.21, 6.32, 7.6, 10: US units lose and regain steps, are disrupted, recover and leave play; heroes rise and fall."""

from __future__ import annotations

from typing import Literal

from domain.ddat.facts.preparing import listed
from domain.kernel.facts import Fact, Gain, Loss, label

Cause = Literal[
    "landing", "position-fire", "tank-fire", "artillery", "mortar", "ambush", "infiltration", "flanking-fire", "naval-fire-by-mistake", "attack",
    "close-combat", "naval-blast", "stacking", "night",
]  # fmt: skip
"""What takes a step, or a unit; `night` is the artillery that had not landed (19)."""


class StepLost(Fact, topic="ddat.step-lost"):
    """A US unit loses a step (2.21, 6.32), to the positions `by`, or to the force in that hex.

    `hit` says it counts for the limit of one in a Fire Phase (6.34).
    """

    losses: tuple[Loss, ...]
    hit: bool = False
    boxed: bool = False
    """Its full-strength counter goes to the Infantry Loss box (14.1)."""
    by: tuple[str, ...] = ()
    card: str = ""

    @property
    def unit(self) -> str:
        return self.losses[0].unit

    @property
    def left(self) -> int:
        """The steps it has left."""
        return self.losses[0].left or 0

    def sentence(self) -> str:
        return f"{self.unit} loses a step, {self.left} left" if self.left else f"{self.unit} loses its last step"


class StepGained(Fact, topic="ddat.step-gained"):
    """A US unit gets a step back (EV)."""

    gains: tuple[Gain, ...]

    @property
    def unit(self) -> str:
        return self.gains[0].unit

    @property
    def now(self) -> int:
        """The steps it has now."""
        return self.gains[0].now or 0

    def sentence(self) -> str:
        return f"{self.unit} has {self.now} steps again"


class UnitRemoved(Fact, topic="ddat.unit-removed"):
    """A US unit leaves play; what it still had of steps is lost with it."""

    unit: str
    cause: Cause

    def sentence(self) -> str:
        why = "artillery not on the map by the night" if self.cause == "night" else label(self.cause)
        return f"{self.unit} leaves play: {why}"


class UnitDisrupted(Fact, topic="ddat.unit-disrupted"):
    """A US unit is disrupted; `shaken` during an Action Phase, where it cannot recover at once (7.6)."""

    unit: str
    shaken: bool = False

    def sentence(self) -> str:
        return f"{self.unit} is disrupted"


class UnitsRecovered(Fact, topic="ddat.units-recovered"):
    """US units lose their disrupted markers."""

    units: tuple[str, ...]

    def sentence(self) -> str:
        return f"{listed(self.units)} recover"


# ---- 10 heroes, Major Ryan, HQs ----


class HeroPlaced(Fact, topic="ddat.hero-placed"):
    """A hero rises in a unit (10.11)."""

    unit: str
    inspired: bool = False

    def sentence(self) -> str:
        return f"a hero in {self.unit}"


class RyanPlaced(Fact, topic="ddat.ryan-placed"):
    """Major Ryan is with a unit (10.17)."""

    unit: str
    first: bool = False

    def sentence(self) -> str:
        return f"Major Ryan is with {self.unit}" if self.unit else "Major Ryan leaves play"


class LeaderHit(Fact, topic="ddat.leader-hit"):
    """A leader is hit, or a hero gives his life: an HQ or command post, or the hero or Major Ryan with this unit; and what is left of him."""

    unit: str
    leader: Literal["hero", "ryan", "hq"]
    now: Literal["inspired", "plain", "eliminated", "killed"]

    @property
    def name(self) -> str:
        """The leader, in words; an HQ by its name."""
        return {"hero": "hero", "ryan": "Major Ryan", "hq": self.unit}[self.leader]

    def sentence(self) -> str:
        return f"{self.name} with {self.unit}: {self.now}" if self.leader == "hero" else f"{self.name}: {self.now}"
