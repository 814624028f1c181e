"""BB 7 supply, 10 night events, 8.2.5, 8.3.4 collapses."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from domain.betio.charts import Event
from domain.kernel.english import count_of, names, number, was
from domain.kernel.facts import Fact, Modifier, Words
from domain.wargame.dice import sum_of
from domain.wargame.war_facts import PlacesBecome, StateBecomes, UnitsBecome


class SupplyRolled(StateBecomes, topic="betio.supply-rolled", says=("supply_turn",)):
    """7.1.2: `rolled` points to give out in this turn."""

    supply_turn: int
    die: int
    terms: tuple[Modifier, ...] = ()
    rolled: int

    def sentence(self) -> str:
        return f"{sum_of((self.die,), self.terms)}: {self.came}"

    @property
    def came(self) -> str:
        """The result, in words."""
        return count_of(self.rolled, "point")


class SupplyAccumulated(StateBecomes, topic="betio.supply-accumulated", says=("pool",)):
    """7.7.1: what was rolled goes to the pool; `lost` where no Supply Head functions (reading A-35)."""

    TRACED: ClassVar[bool] = True

    pool: int
    lost: int = 0

    def sentence(self) -> str:
        if self.lost:
            points = f"{count_of(self.lost, 'supply point')} {was(range(self.lost))}"
            return f"without a working Supply Head {points} lost"
        return f"what was not sent went to the pool, which held {count_of(self.pool, 'point')}"


class ActiveSupplyGiven(UnitsBecome, topic="betio.active-supply-given", become={"active": True}):
    """7.3.3, 7.6.3: points from the pool, `fresh` ones of this turn, or none (`free`), put units into Active Supply."""

    TRACED: ClassVar[bool] = True

    pool: int
    fresh: int = 0
    free: bool = False

    def sentence(self) -> str:
        if self.free:
            return f"having held back so far, {names(self.units)} had Active Supply for nothing"
        left = number(self.pool) if self.pool else "none"
        return f"Active Supply went to {names(self.units)}, which left {left} in the pool"


class DirectSupplySent(Fact, topic="betio.direct-supply-sent"):
    """7.5: a supply point is loaded for a battalion."""

    battalion: str
    vessel: str

    def sentence(self) -> str:
        return f"Direct Supply was loaded: {self.load}"

    @property
    def load(self) -> str:
        """What was loaded, and where."""
        return f"a point for {self.battalion} in {self.vessel}"


class DirectSupplyLanded(UnitsBecome, topic="betio.direct-supply-landed", become={"active": True}):
    """7.5.3: a supply point is ashore for a battalion: its units nearby are in General and Active Supply, one of them
    with the chit."""

    TRACED: ClassVar[bool] = True

    battalion: str
    hex: str
    relieved: tuple[str, ...] = ()

    def sentence(self) -> str:
        found = f" and supplied {names(self.relieved)}" if self.relieved else ", and nobody was near"
        return f"the point for {self.battalion} reached {self.hex}{found}"


class HeadsPlaced(PlacesBecome, topic="betio.heads-placed", become={"head": True}):
    """7.4."""

    def sentence(self) -> str:
        return f"Supply Heads opened in {names(self.places)}"


class HeadsLost(PlacesBecome, topic="betio.heads-lost", become={"head": False}):
    """7.7.3, 10.8.6: overrun, with so many supply points `lost`, or gone with a hex that is taken back (8.3.4); `pool`
    are those that are left."""

    lost: int
    pool: int

    def sentence(self) -> str:
        lost, left = count_of(self.lost, "point"), number(self.pool) if self.pool else "none"
        return f"the Supply Head in {names(self.places)} was overrun with {lost}; {left} left in the pool"


class SupplyFound(Fact, topic="betio.supply-found"):
    """7.8, 7.9: who is found unsupplied, and in how many Supply Phases in a row; 0 for who is supplied again."""

    TRACED: ClassVar[bool] = True

    units: tuple[str, ...]
    phases: tuple[int, ...]
    words: Words = ""
    """In words, where isolation begins with another Supply Phase than the third (reading A-21)."""

    def sentence(self) -> str:
        return self.words or as_found(dict(zip(self.units, self.phases, strict=True)), 3)


def as_found(phases: Mapping[str, int], isolated: int) -> str:
    """Who is found how, by Supply Phases in a row, isolated from so many on."""
    told = [
        ("supplied again", [unit for unit, n in phases.items() if n == 0]),
        ("unsupplied", [unit for unit, n in phases.items() if 0 < n < isolated]),
        ("isolated", [unit for unit, n in phases.items() if n >= isolated]),
    ]
    return "; ".join(f"{names(units)} {was(units)} {what}" for what, units in told if units)


EVENTS: Mapping[Literal["none", Event], str] = {
    "none": "nothing",
    "air-raid": "an air raid on Betio",
    "submarine": "a submarine among the ships",
    "fleet-raid": "an air raid on the fleet",
    "wrecks": "Japanese in the wrecks",
    "carrier": "an attack on the carriers",
    "local-banzai": "a Banzai attack",
    "two-local-banzais": "two Banzai attacks",
    "general-banzai": "a General Banzai",
}


class NightEventRolled(Fact, topic="betio.night-event-rolled"):
    """8.5.6, 10."""

    die: int
    event: Literal["none", Event]
    again: bool = False
    """It can happen once, and has (10.2.1, 10.3.1, 10.5.1)."""

    def sentence(self) -> str:
        again = ", which had come before: nothing happened" if self.again else ""
        return f"the night brought {EVENTS[self.event]}{again}"


class AirRaidRolled(Fact, topic="betio.air-raid-rolled"):
    """10.1."""

    die: int
    hits: int
    pins: bool = False

    def sentence(self) -> str:
        if not self.hits:
            return "the bombs of the air raid fell on the Japanese"
        pinned = ", and whoever was hit was pinned" if self.pins else ""
        return f"the air raid brought {count_of(self.hits, 'hit')}{pinned}"


class SubmarineStruck(StateBecomes, topic="betio.submarine-struck", become={"submarine": True}):
    """10.2."""

    def sentence(self) -> str:
        return "a submarine sank a supply ship: -1 on the Supply Point Table for the rest of the game"


class FleetRaided(StateBecomes, topic="betio.fleet-raided", says=("fleet_raid",)):
    """10.3."""

    die: int
    fleet_raid: Literal["supply", "offshore", "failed"]

    def sentence(self) -> str:
        came = {
            "supply": "the raid on the fleet meant -1 on the Supply Point Table from then on",
            "offshore": "the raid on the fleet meant one Offshore Support Point less each turn",
            "failed": "the raid on the fleet failed",
        }
        return came[self.fleet_raid]


class WrecksOccupied(
    StateBecomes, topic="betio.wrecks-occupied", become={"wrecks": True, "wrecks_shelled": 0, "wrecks_shelled_turn": 0}
):
    """10.4."""

    def sentence(self) -> str:
        return "in the dark Japanese had swum out to the wrecks on the reef"


class WrecksShelled(StateBecomes, topic="betio.wrecks-shelled", says=("wrecks_shelled",)):
    """10.4.2: all Offshore Support Points of a turn."""

    wrecks_shelled: int

    def sentence(self) -> str:
        return f"all guns of the fleet had been on the wrecks for {number(self.wrecks_shelled)} of two turns"


class WrecksCleared(StateBecomes, topic="betio.wrecks-cleared", become={"wrecks": False}):
    """10.4.2."""

    unit: str

    def sentence(self) -> str:
        return f"the wrecks were silent: {self.unit} had taken them"


class CarrierSunk(StateBecomes, topic="betio.carrier-sunk", become={"carrier": True}):
    """10.5."""

    def sentence(self) -> str:
        return "a US carrier was sunk: one Offshore Support Point less each turn"


class BanzaiBegan(Fact, topic="betio.banzai-began"):
    """10.6.1, 10.8.1: a Banzai attack on a unit, or on a Supply Head nobody guards."""

    target: str
    hex: str
    general: bool = False

    def sentence(self) -> str:
        return f"{'a General Banzai' if self.general else 'a Banzai attack'} fell on {self.target} in {self.hex}"


class BanzaiRolled(Fact, topic="betio.banzai-rolled"):
    """10.6.6."""

    target: str
    die: int
    terms: tuple[Modifier, ...] = ()
    result: Literal["repulsed", "retreat"]
    hits: int = 0

    def sentence(self) -> str:
        return f"{sum_of((self.die,), self.terms)}: {self.came}"

    @property
    def came(self) -> str:
        """The result, in words."""
        hits = f", after {count_of(self.hits, 'hit')}" if self.hits else ""
        return ("the attack was beaten off" if self.result == "repulsed" else f"{self.target} had to give way") + hits


class Retreated(UnitsBecome, topic="betio.retreated"):
    """10.6.8: to a hex next to it."""

    to: str

    @property
    def place(self) -> str:
        return self.to

    def sentence(self) -> str:
        return f"{names(self.units)} fell back to {self.to}"


class CollapseRolled(Fact, topic="betio.collapse-rolled"):
    """8.2.5, 8.3.4."""

    table: Literal["japanese", "invasion"]
    die: int
    words: str = ""

    def sentence(self) -> str:
        who = "the Japanese were" if self.table == "japanese" else "the invasion was"
        return f"{who} near collapse" + (f": {self.words}" if self.words else "")


class MurrayCommitted(StateBecomes, topic="betio.murray-committed", become={"murray": True}):
    """12.2."""

    def sentence(self) -> str:
        return "the last reserve, 2/6, was called in"
