"""Facts of naval gunfire, bombardment and Air Support (BRT CG3, CG4, CG6)."""

from collections.abc import Mapping
from typing import Literal

from domain.kernel.english import count_of, names
from domain.kernel.facts import Fact, Modifier
from domain.wargame.dice import sum_of
from domain.wargame.war_facts import listed

Calibre = Literal[120, 200]
Target = Literal["infantry", "vehicular", "area"]
Counter = Literal["AR", "SR", "FFE:1", "FFE:2", "FFE:C"]


class ModulesReceived(Fact, topic="reef.modules-received"):
    """CG3.2: the NOBA modules of a scenario, with their calibres."""

    modules: Mapping[str, Calibre]

    def sentence(self) -> str:
        ammunition = {120: "120+mm (HE, WP, IR)", 200: "200+mm (HE, IR)"}
        given = [f"{name}, {ammunition[calibre]}" for name, calibre in self.modules.items()]
        return f"NOBA comes from {'; '.join(given)}" if given else "there is no NOBA"


class PartyAssigned(Fact, topic="reef.party-assigned"):
    """CG3.11: a SFCP to a naval battery, for the scenario."""

    party: str
    module: str

    def sentence(self) -> str:
        return f"{self.party} is assigned to {self.module}"


class GunMatched(Fact, topic="reef.gun-matched"):
    """CG3.4: Counterbattery Fire of a Gun changes the draw pile of a module by so many chits."""

    gun: str
    module: str
    black: int
    red: int

    def sentence(self) -> str:
        changes = [
            words
            for words in (f"{self.black:+d} black" if self.black else "", f"{self.red:+d} red" if self.red else "")
            if words
        ]
        return f"Counterbattery Fire of {self.gun} gives {self.module} {', '.join(changes) or 'no change'}"


class EffectEnded(GunMatched, topic="reef.effect-ended"):
    """CG3.4: its Gun is captured or eliminated."""

    def sentence(self) -> str:
        return f"no Counterbattery Fire of {self.gun} on {self.module} any more"


class ContactAttempted(Fact, topic="reef.contact-attempted"):
    """CG3.11: Radio Contact of a SFCP."""

    party: str
    module: str
    contact: bool

    def sentence(self) -> str:
        return f"{self.party} {'has' if self.contact else 'has no'} Radio Contact with {self.module}"


class AttackAnnounced(Fact, topic="reef.attack-announced"):
    """CG3.11: at once after Radio Contact; binding."""

    module: str
    mission: Literal["direct", "noba"]

    def sentence(self) -> str:
        return f"{'Direct Fire' if self.mission == 'direct' else 'NOBA'} of {self.module} is announced"


class AccessDrawn(Fact, topic="reef.access-drawn"):
    """CG3.11, CG3.23: a chit for Battery Access, or for WP."""

    module: str
    chit: Literal["black", "red"]
    wp: bool = False
    returned: bool = True
    """The chit goes back (G14.63)."""

    def sentence(self) -> str:
        given = ("WP", "HE alone") if self.wp else ("Battery Access", "no Battery Access")
        return f"a {self.chit} chit gives {self.module} {given[self.chit == 'red']}"


class AccessLost(Fact, topic="reef.access-lost"):
    """CG3.3, CG3.21: Battery Access is over, and acquisition with it (CG3.23).

    One that has lapsed with its Player Turn may be gained again in the next: until then what was acquired is kept
    (reading R-74).
    """

    modules: tuple[str, ...]
    lapsed: bool = False

    def sentence(self) -> str:
        return f"Battery Access of {listed(self.modules)} is {'over with its Player Turn' if self.lapsed else 'lost'}"


class CountersPlaced(Fact, topic="reef.counters-placed"):
    """CG3.23, CG3.3: AR, SR and FFE of a module on the map; with none, they are removed."""

    module: str
    counters: tuple[Counter, ...] = ()
    at: str = ""

    def sentence(self) -> str:
        return (
            f"{self.module} has {', '.join(self.counters)} in {self.at}"
            if self.counters
            else f"AR, SR and FFE of {self.module} are removed"
        )


class DirectFired(Fact, topic="reef.direct-fired"):
    """CG3.21 to CG3.23: a shot of a naval battery."""

    module: str
    by: str = ""
    """The SFCP, "" for the Shipboard Observer."""
    hex: str
    target: Target
    dice: tuple[int, ...]
    terms: tuple[Modifier, ...] = ()
    number: int
    hit: bool
    again: bool
    """Its ROF is kept."""
    ammunition: Literal["HE", "WP"] = "HE"
    smoke: bool = False
    """A Dispersed Smoke counter is placed after the IFT result, in a hex that is not water."""

    def sentence(self) -> str:
        seen_by, came = self.by or "the Shipboard Observer", "hits" if self.hit else "misses"
        said = (
            f"{self.module} fires at {self.hex} for {seen_by} and {came}: {sum_of(self.dice, self.terms)} "
            f"for {self.number}, {self.target} target type"
        )
        return said + (", ROF kept" if self.again else "")


class BombardmentPlaced(Fact, topic="reef.bombardment-placed"):
    """CG4: AR counters of Naval Bombardments."""

    hexes: tuple[str, ...]

    def sentence(self) -> str:
        return f"Naval Bombardments at {listed(self.hexes)}"


class BombardmentLanded(Fact, topic="reef.bombardment-landed"):
    """CG4: where it falls, an FFE:2, and which hexes it affects; smoke in the land hexes among them."""

    placed: str
    die: int
    error: tuple[int, ...] = ()
    """The Error DR: direction, extent."""
    off: int = 0
    hex: str
    radius: int
    smoke: tuple[str, ...] = ()

    def sentence(self) -> str:
        off = f", {count_of(self.off, 'hex', 'hexes')} off" if self.off else ""
        return f"the bombardment of {self.placed} lands in {self.hex}{off}, an FFE:2 of radius {self.radius}"


class SeawallChecked(Fact, topic="reef.seawall-checked"):
    """CG4a: the NMC of a seawall, and which of its hexsides are breached."""

    hex: str
    dice: tuple[int, ...]
    breached: tuple[str, ...] = ()

    def sentence(self) -> str:
        came = f"is breached towards {listed(self.breached)}" if self.breached else "holds"
        return f"the seawall of {self.hex} {came}, with a {sum(self.dice)}"


class SmokeDispersed(Fact, topic="reef.smoke-dispersed"):
    """CG4: smoke of the bombardment is Dispersed."""

    places: tuple[str, ...]

    def sentence(self) -> str:
        return "the smoke of the bombardment is Dispersed"


class AirRolled(Fact, topic="reef.air-rolled"):
    """CG6: the Air Support dr."""

    turn: int
    die: int
    came: bool

    def sentence(self) -> str:
        came = "'44 FB with bombs arrive, +2 to each Sighting TC" if self.came else "none comes"
        return f"the Air Support dr is {self.die}: {came}"


class FightersLeft(Fact, topic="reef.fighters-left"):
    """CG6: all aircraft are eliminated, Recalled, or have left; these are on board until the phase is over."""

    why: Literal["eliminated", "recalled", "left"]
    at_end: bool = False

    def sentence(self) -> str:
        return (
            "Air Support leaves as this phase ends"
            if self.at_end
            else f"no Air Support is on board any more ({self.why})"
        )


class AmmunitionAsked(Fact, topic="reef.ammunition-asked"):
    """CG3.2, CG3.23: which ammunition a mission uses."""

    module: str
    ammunition: Literal["HE", "WP", "IR"]

    def sentence(self) -> str:
        return f"{self.module} fires {self.ammunition}"


class AcquisitionGained(Fact, topic="reef.acquisition-gained"):
    """CG3.23: a target that a battery has acquired; "" for none."""

    module: str
    hex: str = ""

    def sentence(self) -> str:
        return f"{self.module} has acquired {self.hex}" if self.hex else f"{self.module} has lost its acquisition"


class PartyRestored(Fact, topic="reef.party-restored"):
    """CG3.11: SFCPs that were said to be eliminated are not."""

    parties: tuple[str, ...]

    def sentence(self) -> str:
        return f"{names(self.parties)} {'is' if len(self.parties) == 1 else 'are'} not eliminated after all"


class RadiosEntered(Fact, topic="reef.radios-entered"):
    """CG3.11: radios come with the first Assault Wave, to SFCPs that have none."""

    parties: tuple[str, ...]

    def sentence(self) -> str:
        return f"{listed(self.parties)} {'has a radio' if len(self.parties) == 1 else 'have radios'} again"


class PartyLost(Fact, topic="reef.party-lost"):
    """CG3.11: SFCPs, or their radios, are eliminated."""

    parties: tuple[str, ...]
    radio: bool = False
    """Its radio alone."""

    def sentence(self) -> str:
        several = len(self.parties) > 1
        what = f"the radio{'s' if several else ''} of " if self.radio else ""
        return f"{what}{names(self.parties)} {'are' if several else 'is'} {'lost' if self.radio else 'eliminated'}"
