"""DDaT 5: LVTs, landing and wading; and all other ways US units come to a hex."""

from collections.abc import Mapping
from typing import Literal

from domain.ddat.state import MAP, TRACK
from domain.kernel.english import names
from domain.kernel.facts import Fact, Words
from domain.wargame import war_facts as war
from domain.wargame.war_facts import StateBecomes, UnitsBecome, does, listed

Way = Literal["move", "wade", "enter", "withdraw", "return", "ride"]
WAYS: Mapping[Way, str] = {
    "move": "to",
    "wade": "wading to", "enter": "into", "withdraw": "withdrew to", "return": "went back to", "ride": "got a ride to",
}  # fmt: skip
"""How units come to a hex, in words."""


Location = Literal["", "reef", "water", "beach", "inland1", "inland2"]
LOCATIONS: Mapping[Location, str] = {
    "beach": "on the beach",
    "inland1": "one hex inland",
    "inland2": "two hexes inland",
    "reef": "on the reef",
    "water": "in the water",
}
"""Where a load ends its way, in words."""
AFLOAT: tuple[Location, ...] = ("reef", "water")
"""Where units land that are not yet ashore."""


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
    location: Location
    lvts: tuple[int, ...] = ()
    lvt_steps_lost: int = 0

    @property
    def afloat(self) -> bool:
        """Whether its units are not yet ashore."""
        return self.location in AFLOAT

    @property
    def where(self) -> str:
        """Where it ends its way, in words: `on the beach at 1338`."""
        return " ".join(filter(None, (LOCATIONS.get(self.location, ""), f"at {self.hex}")))

    def sentence(self) -> str:
        lost = f"; LVT steps lost: {self.lvt_steps_lost}" if self.lvt_steps_lost else ""
        if not self.units:
            return f"nobody of {self.load} lands{lost}"
        one = len(self.units) == 1
        comes = f"{'is' if one else 'are'} set down" if self.afloat else does("land", len(self.units))
        return f"{listed(self.units)} {comes} {self.where}{lost}"


class LvtsRecovered(StateBecomes, topic="ddat.lvts-recovered", become={"loads": {}, "landed": ()}, says=("lvts",)):
    """Surviving LVTs are available again (5.14)."""

    lvts: tuple[int, ...]

    def sentence(self) -> str:
        return f"{len(self.lvts)} LVTs are available" if self.lvts else ""


class LvtHit(Fact, topic="ddat.lvt-hit"):
    """A step of an available LVT is lost (EV)."""

    steps: int

    def sentence(self) -> str:
        return f"an LVT of {self.steps} steps lost one"


class UnitsMoved(war.UnitsMoved, topic="ddat.units-moved", become={"box": MAP}):
    """US units go hex by hex; `how` says by what."""

    how: Way

    @property
    def went(self) -> str:
        """Their way, after their names."""
        return f"{WAYS[self.how]} {self.to}"

    def sentence(self) -> str:
        return f"{listed(self.units)} {self.went}" if self.path else ""


class UnitsDelayed(UnitsBecome, topic="ddat.units-delayed", become={"box": TRACK, "hex": ""}, says=("due",)):
    """US units wait on the turn track (5.3, EV)."""

    due: int

    def sentence(self) -> str:
        return f"{names(self.units)} had to wait until turn {self.due}"
