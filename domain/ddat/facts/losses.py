"""DDaT 2.21, 6.32, 7.6, 10: US units lose and regain steps, are disrupted, recover and leave play; heroes rise and
fall."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from domain.ddat.state import OUT
from domain.kernel.english import count_of, names
from domain.kernel.facts import Fact, label
from domain.wargame import war_facts as war
from domain.wargame.war_facts import StepsGained, StepsLost, UnitsBecome, listed

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
        return f"{self.unit} got back to {count_of(self.gain.now or 0, 'step')}"


FATES: Mapping[Cause, str] = {
    "stacking": "{was} eliminated for lack of room in the hex",
    "close-combat": "{was} lost",
    "night": "had not landed by night and left play",
    "position-fire": "left play (hit by fire)",
}
"""What became of units that leave play otherwise than by `left play (mortar)`."""

GONE = {"box": OUT, "heroes": 0, "inspired": 0, "disrupted": False, "post": 0, "heroic": False}
"""A US unit that is out of play, and all that was with it."""


class UnitsRemoved(war.UnitsRemoved, topic="ddat.units-removed", become=GONE):
    """US units leave play; what they still had of steps is lost with them."""

    FOLLOWS: ClassVar[bool] = True

    cause: Cause
    boxed: bool = False
    """Infantry that still had its full-strength counter, which goes to the Infantry Loss box (2.1, 14.1)."""

    @property
    def fate(self) -> str:
        """What became of them; `{was}` stands for the verb of one or several."""
        return FATES.get(self.cause) or f"left play ({label(self.cause)})"

    def sentence(self) -> str:
        return f"{names(self.units)} {self.fate.format(was='was' if len(self.units) == 1 else 'were')}"


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
        return f"{'an inspired marker lay' if self.inspired else 'a hero rose'} in {self.unit}"


class RyanPlaced(Fact, topic="ddat.ryan-placed"):
    """Major Ryan is with a unit (10.17)."""

    unit: str
    first: bool = False

    @property
    def went(self) -> str:
        """What became of him, as a predicate."""
        if not self.unit:
            return "left play"
        return f"{'joined' if self.first else 'went over to'} {self.unit}"

    def sentence(self) -> str:
        return f"Major Ryan {self.went}"


class LeaderHit(Fact, topic="ddat.leader-hit"):
    """A leader is hit, or a hero gives his life: an HQ or command post, or the hero or Major Ryan with this unit; and
    what is left of him."""

    FOLLOWS: ClassVar[bool] = True

    unit: str
    leader: Literal["hero", "ryan", "hq"]
    now: Literal["inspired", "plain", "eliminated", "killed"]

    @property
    def name(self) -> str:
        """The leader, in words, with his unit; an HQ by its name."""
        return {"hero": f"the hero with {self.unit}", "ryan": f"Major Ryan with {self.unit}", "hq": self.unit}[
            self.leader
        ]

    @property
    def left(self) -> str:
        """What the hit left of him, in words."""
        return {"plain": "on the plain side now", "inspired": "inspired now"}.get(self.now, self.now)

    def sentence(self) -> str:
        return f"{self.name} was hit ({self.left})"
