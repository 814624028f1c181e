"""DDaT 6.4, 6.51, 8.33, 9, 17.21, 19: Japanese units and their depth markers, guns; garrisons of positions."""

from typing import Literal

from domain.kernel.english import names, number
from domain.kernel.facts import Fact, label
from domain.wargame.war_facts import PlacesBecome, listed

Pool = Literal["coastal", "inland"]
"""The boxes of depth markers (9.21)."""


class ForcePlaced(Fact, topic="ddat.force-placed"):
    """A reserve unit takes a position, face down unless it is read at once."""

    position: str
    depth: Pool | None = None

    def sentence(self) -> str:
        return f"a reserve unit {'with depth ' if self.depth else ''}came up in {self.position}"


class ForceMoved(Fact, topic="ddat.force-moved"):
    """A Japanese force goes from a position to a position or another hex; `swap` says the force there takes its
    place."""

    position: str
    to: str
    swap: bool = False

    def sentence(self) -> str:
        return f"the force of {self.position} goes to {self.to}" + (
            ", in exchange for the one there" if self.swap else ""
        )


class ForceReturned(Fact, topic="ddat.force-returned"):
    """A Japanese force that fought in a hex that is no position goes to a position, or is placed in one after a
    combat."""

    position: str
    disrupted: bool

    def sentence(self) -> str:
        return f"the force goes to {self.position}" + (", disrupted" if self.disrupted else "")


class ForceRevealed(Fact, topic="ddat.force-revealed"):
    """A Japanese unit is turned face up (9.1). `where` is a position, or the hex of a force in none."""

    where: str
    unit: str

    def sentence(self) -> str:
        return f"{self.where}: it is {self.unit}"


class ForceHidden(Fact, topic="ddat.forces-hidden"):
    """Loss of contact: all revealed Japanese units and depth markers are turned face down, tanks excepted (19)."""

    positions: tuple[str, ...]

    def sentence(self) -> str:
        return f"contact was lost with the Japanese in {names(self.positions)}" if self.positions else ""


class ForceDisrupted(Fact, topic="ddat.force-disrupted"):
    """A Japanese unit is disrupted (6.4)."""

    where: str

    def sentence(self) -> str:
        return f"the unit in {self.where} is disrupted"


class ForcesRecovered(PlacesBecome, topic="ddat.forces-recovered", become={"disrupted": False}):
    """Japanese units lose their disrupted markers (6.4)."""

    def sentence(self) -> str:
        return f"the Japanese in {names(self.places)} recovered"


class ForceDefeated(Fact, topic="ddat.force-defeated"):
    """A Japanese unit is beaten: to the eliminated box, to the reserve, or out of play (8.33, 8.61)."""

    where: str
    unit: str
    to: Literal["eliminated", "reserve", "out"]
    elite: bool

    @property
    def fate(self) -> str:
        """What became of it, after `was`."""
        return {"eliminated": "eliminated", "reserve": "driven back into reserve", "out": "eliminated for good"}[
            self.to
        ]

    def sentence(self) -> str:
        return f"{self.unit or 'the unit'} in {self.where} was {self.fate}"


class Reorganized(Fact, topic="ddat.reorganized"):
    """Eliminated units return to the reserve at the end of the night (19)."""

    elite: int
    other: int

    def sentence(self) -> str:
        back = f"{number(self.elite)} elite and {number(self.other)} other"
        return f"{back} came back from the eliminated units to the Japanese reserve"


# ---- 9 depth markers ----


class DepthPlaced(Fact, topic="ddat.depth-placed"):
    """A depth marker is laid under a Japanese unit, from this box (9.21)."""

    where: str
    pool: Pool

    def sentence(self) -> str:
        return f"{self.where} gains {'an' if self.pool == 'inland' else 'a'} {self.pool} depth marker"


class DepthRevealed(Fact, topic="ddat.depth-revealed"):
    """A depth marker is turned face up."""

    where: str
    marker: str

    def sentence(self) -> str:
        return f"{self.where}: the depth marker is {self.marker}"


class DepthLost(Fact, topic="ddat.depth-lost"):
    """A depth marker leaves play."""

    where: str
    cause: Literal[
        "tactical-reinforcement", "attack", "barrage", "naval-fire", "close-combat", "unit-beaten", "ammo-dump"
    ]

    def sentence(self) -> str:
        words = {
            "tactical-reinforcement": "a tactical reinforcement",
            "unit-beaten": "its unit is beaten",
            "ammo-dump": "an ammo dump explodes",
            "attack": "the attack",
            "barrage": "the barrage",
        }
        return f"{self.where} loses its depth marker: {words.get(self.cause, label(self.cause))}"


# ---- guns and garrisons ----


class GunsDestroyed(PlacesBecome, topic="ddat.guns-destroyed", become={"guns_destroyed": True}):
    """Artillery is knocked out for good (6.51): by these US units in its hex, or without any by naval fire."""

    by: tuple[str, ...] = ()

    def sentence(self) -> str:
        return (
            f"the artillery of {listed(self.places)} is destroyed: "
            f"{f'{listed(self.by)} in the hex' if self.by else 'hit by US naval fire'}"
        )


class GarrisonPlaced(PlacesBecome, topic="ddat.garrison-placed", become={"garrison": True}):
    """A garrison marker holds a position (17.2)."""

    def sentence(self) -> str:
        return f"a garrison in {listed(self.places)}"


class GarrisonRemoved(PlacesBecome, topic="ddat.garrison-removed", become={"garrison": False}):
    """A garrison is gone (17.21): a Japanese unit enters, it was alone in the field of fire of `by`, or tunnels lead
    there (EV)."""

    cause: Literal["entered", "alone", "tunnels"]
    by: str = ""

    @property
    def why(self) -> str:
        """What removed it, in words."""
        return {
            "entered": "a Japanese unit entered",
            "alone": f"alone in the field of {self.by}",
            "tunnels": "tunnels",
        }[self.cause]

    def sentence(self) -> str:
        return f"the garrison of {names(self.places)} was removed: {self.why}"
