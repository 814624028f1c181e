"""DDaT 6, 12, 13: Japanese fire and actions."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from domain.kernel.facts import Fact, Fire, Words, label
from domain.wargame.war_facts import listed

Deed = Literal[
    "no-action",
    "no-fire",
    "fire", "fire-with-machine-guns", "tank-fire", "mortar-fire", "artillery-fire", "ambush", "patrol", "assault",
    "redeploy", "advance", "resupply", "reinforce", "muster", "infiltrate",
]  # fmt: skip
"""What a position does when its colour comes up (12)."""


class FirePhaseOpened(Fact, topic="ddat.fire-phase-opened"):
    """The positions in Japanese communication, fixed for the phase (11.23)."""

    TRACED: ClassVar[bool] = True

    connected: tuple[str, ...]

    def sentence(self) -> str:
        count = len(self.connected)
        return f"{count or 'no'} position {'hex is' if count < 2 else 'hexes are'} in Japanese communication"


class PositionChecked(Fact, topic="ddat.position-checked"):
    """A position, or the hexes of one, of a colour on the card, and what it does (12). `again` is a tank's second fire
    (13.2)."""

    positions: tuple[str, ...]
    colour: str
    card: str
    action: Deed
    again: bool = False
    why: Words = ""

    @property
    def name(self) -> str:
        """The position by its hexes."""
        return "/".join(self.positions)

    @property
    def words(self) -> str:
        """What it does, in words."""
        return "re-supply" if self.action == "resupply" else label(self.action)

    def sentence(self) -> str:
        more = ("again" if self.again else "", self.why)
        return f"{self.name} ({self.colour}): " + ", ".join([self.words, *filter(None, more)])

    def idle(self) -> tuple[str, str]:
        return (self.name, self.why) if self.action == "no-action" else ("", "")


class PositionFired(Fact, topic="ddat.position-fired"):
    """Fire of a position or group: its limit, who could be hit, who is (6.3)."""

    FOLLOWS: ClassVar[bool] = True

    fire: Fire
    card: str
    limit: int
    eligible: tuple[str, ...] = ()
    hits: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    missed: Mapping[str, str] = {}
    """US units in the field that could not be hit, and the code of the reason: `armored`, `no-diamond`,
    `beyond-the-limit`, …"""

    @property
    def position(self) -> str:
        """The position, or the first hex of the group."""
        return self.fire.by[0]

    def sentence(self) -> str:
        hits = (*self.hits, *self.leaders)
        return f"{self.position} fires, limit {self.limit}: hits {listed(hits)}"


class ArtilleryFired(Fact, topic="ddat.artillery-fired"):
    """Japanese artillery: positions needed, of a type, and those there are (6.5)."""

    card: str
    needed: int
    type: Literal["any", "light", "medium", "heavy"]
    there: tuple[str, ...] = ()
    unit: str = ""

    def sentence(self) -> str:
        return f"artillery, {self.needed} {self.type} needed, {len(self.there)} there: hits {self.unit or 'nobody'}"


class FirePhaseEnded(Fact, topic="ddat.fire-resolved"):
    """A fire card is resolved."""

    card: str
