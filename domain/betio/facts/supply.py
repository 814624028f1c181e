"""BB 7 supply, 10 night events, 8.2.5, 8.3.4 collapses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from domain.betio.charts import Event
from domain.kernel.facts import Fact, Modifier, Words
from domain.wargame.dice import sum_of
from domain.wargame.war_facts import PlacesBecome, StateBecomes, UnitsBecome, listed, several


class SupplyRolled(StateBecomes, topic="betio.supply-rolled", says=("supply_turn",)):
    """7.1.2: `rolled` points to give out in this turn."""

    supply_turn: int
    die: int
    terms: tuple[Modifier, ...] = ()
    rolled: int

    def sentence(self) -> str:
        return f"{sum_of((self.die,), self.terms)}: {several(self.rolled, 'point')}"


class SupplyAccumulated(StateBecomes, topic="betio.supply-accumulated", says=("pool",)):
    """7.7.1: what was rolled goes to the pool; `lost` where no Supply Head functions (reading A-35)."""

    pool: int
    lost: int = 0

    def sentence(self) -> str:
        return (
            f"{several(self.lost, 'supply point')} lost: no Supply Head functions"
            if self.lost
            else f"{several(self.pool, 'point')} in the pool"
        )


class ActiveSupplyGiven(UnitsBecome, topic="betio.active-supply-given", become={"active": True}):
    """7.3.3, 7.6.3: points from the pool, `fresh` ones of this turn, or none (`free`), put units into Active Supply."""

    pool: int
    fresh: int = 0
    free: bool = False

    def sentence(self) -> str:
        return f"{listed(self.units)} {'is' if len(self.units) == 1 else 'are'} in Active Supply"


class DirectSupplySent(Fact, topic="betio.direct-supply-sent"):
    """7.5: a supply point is loaded for a battalion."""

    battalion: str
    vessel: str

    def sentence(self) -> str:
        return f"a supply point for {self.battalion} aboard {self.vessel}"


class DirectSupplyLanded(UnitsBecome, topic="betio.direct-supply-landed", become={"active": True}):
    """7.5.3: a supply point is ashore for a battalion: its units nearby are in General and Active Supply, one of them
    with the chit."""

    battalion: str
    hex: str
    relieved: tuple[str, ...] = ()

    def sentence(self) -> str:
        return f"a supply point for {self.battalion} lands in {self.hex}: for {listed(self.relieved)}"


class HeadsPlaced(PlacesBecome, topic="betio.heads-placed", become={"head": True}):
    """7.4."""

    def sentence(self) -> str:
        return f"Supply Head in {listed(self.places)}"


class HeadsLost(PlacesBecome, topic="betio.heads-lost", become={"head": False}):
    """7.7.3, 10.8.6: overrun, with so many supply points `lost`, or gone with a hex that is taken back (8.3.4); `pool`
    are those that are left."""

    lost: int
    pool: int

    def sentence(self) -> str:
        return (
            f"the Supply Head in {listed(self.places)} is overrun: {several(self.lost, 'supply point')} lost, "
            f"{self.pool} left"
        )


class SupplyFound(Fact, topic="betio.supply-found"):
    """7.8, 7.9: who is found unsupplied, and in how many Supply Phases in a row; 0 for who is supplied again."""

    units: tuple[str, ...]
    phases: tuple[int, ...]
    words: Words = ""
    """In words, where isolation begins with another Supply Phase than the third (reading A-21)."""

    def sentence(self) -> str:
        return self.words or as_found(dict(zip(self.units, self.phases, strict=True)), 3)


def as_found(phases: Mapping[str, int], isolated: int) -> str:
    """Who is found how, by Supply Phases in a row, isolated from so many on."""
    told = [
        (tuple(unit for unit, n in phases.items() if n == 0), "supplied again"),
        (tuple(unit for unit, n in phases.items() if 0 < n < isolated), "unsupplied"),
        (tuple(unit for unit, n in phases.items() if n >= isolated), "isolated"),
    ]
    return "; ".join(f"{listed(units)} {'is' if len(units) == 1 else 'are'} {what}" for units, what in told if units)


class NightEventRolled(Fact, topic="betio.night-event-rolled"):
    """8.5.6, 10."""

    die: int
    event: Literal["none", Event]
    again: bool = False
    """It can happen once, and has (10.2.1, 10.3.1, 10.5.1)."""

    def sentence(self) -> str:
        return f"night event: {self.die}, {self.event.replace('-', ' ')}" + (
            "; it has happened before" if self.again else ""
        )


class AirRaidRolled(Fact, topic="betio.air-raid-rolled"):
    """10.1."""

    die: int
    hits: int
    pins: bool = False

    def sentence(self) -> str:
        return (several(self.hits, "hit") if self.hits else "the bombs fall on the Japanese") + (
            ", with Pin 1" if self.pins else ""
        )


class SubmarineStruck(StateBecomes, topic="betio.submarine-struck", become={"submarine": True}):
    """10.2."""

    def sentence(self) -> str:
        return "a submarine sinks a supply ship: -1 on the Supply Point Table for the rest of the game"


class FleetRaided(StateBecomes, topic="betio.fleet-raided", says=("fleet_raid",)):
    """10.3."""

    die: int
    fleet_raid: Literal["supply", "offshore", "failed"]

    def sentence(self) -> str:
        came = {
            "supply": "-1 on the Supply Point Table",
            "offshore": "one Offshore Support Point less each turn",
            "failed": "it fails",
        }
        return came[self.fleet_raid]


class WrecksOccupied(
    StateBecomes, topic="betio.wrecks-occupied", become={"wrecks": True, "wrecks_shelled": 0, "wrecks_shelled_turn": 0}
):
    """10.4."""

    def sentence(self) -> str:
        return "the Japanese are in the wrecks on the reef"


class WrecksShelled(StateBecomes, topic="betio.wrecks-shelled", says=("wrecks_shelled",)):
    """10.4.2: all Offshore Support Points of a turn."""

    wrecks_shelled: int

    def sentence(self) -> str:
        return f"the wrecks are shelled for a whole turn, {self.wrecks_shelled} of 2"


class WrecksCleared(StateBecomes, topic="betio.wrecks-cleared", become={"wrecks": False}):
    """10.4.2."""

    unit: str

    def sentence(self) -> str:
        return f"{self.unit} has taken the wreck: its fire ceases"


class CarrierSunk(StateBecomes, topic="betio.carrier-sunk", become={"carrier": True}):
    """10.5."""

    def sentence(self) -> str:
        return "a US carrier is sunk: one Offshore Support Point less each turn"


class BanzaiBegan(Fact, topic="betio.banzai-began"):
    """10.6.1, 10.8.1: a Banzai attack on a unit, or on a Supply Head nobody guards."""

    target: str
    hex: str
    general: bool = False

    def sentence(self) -> str:
        return f"{'General ' if self.general else ''}Banzai attack on {self.target} in {self.hex}"


class BanzaiRolled(Fact, topic="betio.banzai-rolled"):
    """10.6.6."""

    target: str
    die: int
    terms: tuple[Modifier, ...] = ()
    result: Literal["repulsed", "retreat"]
    hits: int = 0

    def sentence(self) -> str:
        came = "repulsed" if self.result == "repulsed" else f"{self.target} retreats"
        return f"{sum_of((self.die,), self.terms)}: {came}" + (f", {several(self.hits, 'hit')}" if self.hits else "")


class Retreated(UnitsBecome, topic="betio.retreated"):
    """10.6.8: to a hex next to it."""

    to: str

    @property
    def place(self) -> str:
        return self.to

    def sentence(self) -> str:
        return f"{listed(self.units)} {'retreats' if len(self.units) == 1 else 'retreat'} to {self.to}"


class CollapseRolled(Fact, topic="betio.collapse-rolled"):
    """8.2.5, 8.3.4."""

    table: Literal["japanese", "invasion"]
    die: int
    words: str = ""

    def sentence(self) -> str:
        return f"{'Japanese' if self.table == 'japanese' else 'Invasion'} Collapse Table: {self.die}" + (
            f": {self.words}" if self.words else ""
        )


class MurrayCommitted(StateBecomes, topic="betio.murray-committed", become={"murray": True}):
    """12.2."""

    def sentence(self) -> str:
        return "2/6 is committed"
