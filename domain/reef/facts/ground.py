"""Facts of Guns, ground, Setup Areas and Snipers (BRT 15.2, 15.606 to 15.6081, CG8, CG13, CG15)."""

from collections.abc import Mapping
from typing import Literal

from domain.kernel.english import names
from domain.kernel.facts import Fact, Modifier
from domain.reef.facts.landing import by_kind
from domain.reef.wording import SIDES, piece, pieces, unit
from domain.wargame.dice import sum_of
from domain.wargame.war_facts import PlacesBecome, listed


class GunRecorded(Fact, topic="reef.gun-recorded"):
    """CG3.4, CG13: a Gun on the map."""

    gun: str
    type: str
    mm: int = 0
    hex: str = ""
    aa: bool = False
    pillbox: bool = False
    manned: bool = True
    works: bool = True

    def stub(self) -> str:
        return "a Gun was recorded"

    def sentence(self) -> str:
        at = f" in {self.hex}" if self.hex else ""
        states = [
            *(["in a pillbox"] if self.pillbox else []),
            *([] if self.manned else ["not fully manned"]),
            *([] if self.works else ["malfunctioning"]),
        ]
        return f"{self.gun} is {piece(self.type)}{at}{', ' + names(states) if states else ''}"


class GunPlaced(Fact, topic="reef.gun-placed"):
    """CG13: where a Gun is set up."""

    gun: str
    hex: str
    hidden: bool = False

    def stub(self) -> str:
        return "a Gun was set up"

    def sentence(self) -> str:
        return f"{self.gun} is set up in {self.hex}"


class GunChanged(Fact, topic="reef.gun-changed"):
    """CG3.4: a Gun malfunctions, is repaired, hooked up, captured or eliminated."""

    gun: str
    what: Literal["malfunctions", "repaired", "manned", "unmanned", "hooked", "unhooked", "captured", "eliminated"]

    def sentence(self) -> str:
        return f"{self.gun} {self.what if self.what == 'malfunctions' else 'is ' + self.what}"


class ControlRecorded(PlacesBecome, topic="reef.control-recorded", says=("control", "strategic")):
    """15.606: who Controls Locations; `strategic` ones are so because a Marine hero or MMC is there (15.2)."""

    control: str
    strategic: bool = False

    def sentence(self) -> str:
        held = f"{SIDES.get(self.control, self.control)} Control {names(self.places)}"
        return held + (", and occupy them" if self.strategic else "")


class PerimeterDrawn(Fact, topic="reef.perimeter-drawn"):
    """15.607: the Marine Front Line Locations."""

    hexes: tuple[str, ...]

    def sentence(self) -> str:
        return f"the Marine Perimeter is {listed(self.hexes)}"


class AreaDrawn(Fact, topic="reef.area-drawn"):
    """15.6071, 15.6072: a Setup Area, and whether what is there is Isolated."""

    area: str
    side: str
    hexes: tuple[str, ...]
    isolated: bool = False

    def sentence(self) -> str:
        side = "Marine" if self.side == "us" else "Japanese"
        return f"{side} Setup Area {self.area} is {listed(self.hexes)}" + (", and Isolated" if self.isolated else "")


class PiecesRetained(Fact, topic="reef.pieces-retained"):
    """15.6081: what is Retained in a Setup Area."""

    area: str
    pieces: Mapping[str, int]

    def sentence(self) -> str:
        return f"{self.area} Retains {pieces(by_kind(self.pieces))}"


def sniper(name: str) -> str:
    """A Sniper counter: `us-1` is the Marine Sniper 1."""
    side, _, which = name.partition("-")
    return f"the {'Marine' if side == 'us' else 'Japanese'} Sniper {which}"


class SnipersPlaced(Fact, topic="reef.snipers-placed"):
    """CG8."""

    side: str
    places: Mapping[str, str]

    def sentence(self) -> str:
        those = [f"{sniper(name)} in {hex}" for name, hex in self.places.items()]
        return f"{names(those)} {'is' if len(those) == 1 else 'are'} set up"


class SniperPicked(Fact, topic="reef.sniper-picked"):
    """CG8: which of the two attacks."""

    sniper: str
    die: int

    def sentence(self) -> str:
        return f"{sniper(self.sniper)} attacks" + (f", with a dr of {self.die}" if self.die else "")


class SnipersAffected(Fact, topic="reef.snipers-affected"):
    """CG8: what affects one Sniper counter affects all of its side."""

    snipers: tuple[str, ...]
    what: str

    def sentence(self) -> str:
        return f"{names(map(sniper, self.snipers))}: {self.what}"


class SanChanged(Fact, topic="reef.san-changed"):
    """CG8: a side's SAN, never below 2 in play."""

    side: str
    san: int

    def sentence(self) -> str:
        return f"the {'Marine' if self.side == 'us' else 'Japanese'} SAN is {self.san}"


class PillboxControlled(Fact, topic="reef.pillbox-controlled"):
    """CG15."""

    hex: str
    side: str

    def sentence(self) -> str:
        return f"the pillbox in {self.hex} is {'Marine' if self.side == 'us' else 'Japanese'}-Controlled"


class AreasMerged(Fact, topic="reef.areas-merged"):
    """15.2: Setup Areas of a side that touch or overlap are one."""

    area: str
    other: str

    def sentence(self) -> str:
        return f"Setup Areas {self.other} and {self.area} touch, and are one: {self.area}"


class GunDeclared(Fact, topic="reef.gun-declared"):
    """CG3.4: a Gun fires Counterbattery Fire: the Marines know of it."""

    gun: str
    type: str

    def sentence(self) -> str:
        return f"{self.gun}, {piece(self.type)}, fires Counterbattery Fire"


class GunManhandled(Fact, topic="reef.gun-manhandled"):
    """CG13: a M3A1 37LL into or out of the Ocean, or off a LVT; an Original 12 there eliminates it."""

    unit: str
    dice: tuple[int, ...]
    terms: tuple[Modifier, ...] = ()
    ocean: bool = False
    eliminated: bool = False

    def sentence(self) -> str:
        return f"{unit(self.unit)} is manhandled: {sum_of(self.dice, self.terms)}" + (
            ", and eliminated" if self.eliminated else ""
        )
