"""BB 1.3, 4.2 to 4.9: what Marine units do in the Ground Phase."""

from __future__ import annotations

from typing import Literal

from domain.betio.facts.codes import STAYS, StayCode
from domain.kernel.facts import Fact, Modifier
from domain.wargame import war_facts as war
from domain.wargame.dice import sum_of
from domain.wargame.war_facts import PlacesBecome, UnitsBecome, does, listed, several


def points(halves: int) -> str:
    """Action Points of so many halves: `2½`."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


class PointsSpent(Fact, topic="betio.points-spent"):
    """Units pay Action Points, in halves, for an action; `left` is what each has left."""

    units: tuple[str, ...]
    halves: int
    left: tuple[int, ...]
    action: Literal["fire", "support", "assault", "demolition", "move"]

    def sentence(self) -> str:
        each = " each" if len(self.units) > 1 else ""
        return f"{listed(self.units)} {does('spend', len(self.units))} {points(self.halves)} AP{each} ({self.action})"


class UnitsMoved(war.UnitsMoved, topic="betio.units-moved"):
    """4.3: ground units go hex by hex; `cost` in halves of an AP, `left` is what each has left."""

    left: tuple[int, ...] = ()

    def sentence(self) -> str:
        return f"{listed(self.units)} {does('move', len(self.units))} to {self.to}{self.by}, {points(self.cost)} AP"


class WayCutShort(Fact, topic="betio.way-cut-short"):
    """1.5.3, 4.2.2: who was under fire on a runway goes no further: the rest of the way that was declared."""

    unit: str
    hex: str
    rest: tuple[str, ...]
    why: StayCode

    def sentence(self) -> str:
        return f"{self.unit} goes no further than {self.hex}: {STAYS[self.why]}"


class RunwayOccupied(PlacesBecome, topic="betio.runway-occupied", become={"cleared": True}):
    """1.5.4."""

    def sentence(self) -> str:
        return f"the runway in {listed(self.places)} is occupied"


class FireActionResolved(Fact, topic="betio.fire-action-resolved"):
    """4.4.2, 10.6.3: a roll on the Marine Fire Table."""

    units: tuple[str, ...]
    target: str
    die: int
    terms: tuple[Modifier, ...] = ()
    result: Literal["none", "S", "S*"]
    banzai: bool = False

    def sentence(self) -> str:
        return f"{sum_of((self.die,), self.terms)}: {'nothing' if self.result == 'none' else self.result}"


class SuppressionPlaced(Fact, topic="betio.suppression-placed"):
    """4.4.2: one more suppression marker on a hex."""

    hex: str
    markers: int

    def sentence(self) -> str:
        return f"{several(self.markers, 'suppression marker')} on {self.hex}"


class AssaultDeclared(Fact, topic="betio.assault-declared"):
    """4.5.5, 4.6.4: units that assault one or two hexes, or demolish a strongpoint."""

    units: tuple[str, ...]
    targets: tuple[str, ...]
    demolition: bool = False

    def sentence(self) -> str:
        verb = "attack the strongpoint in" if self.demolition else "assault"
        if self.demolition and len(self.units) == 1:
            verb = "attacks the strongpoint in"
        return f"{listed(self.units)} {verb if self.demolition else does(verb, len(self.units))} {listed(self.targets)}"


class AssaultStopped(Fact, topic="betio.assault-stopped"):
    """4.5.7, 4.6.5: nobody is left unpinned."""

    targets: tuple[str, ...]
    demolition: bool = False

    def sentence(self) -> str:
        what = "demolition" if self.demolition else "assault"
        return f"nobody is left unpinned: the {what} of {listed(self.targets)} stops"


class AssaultResolved(Fact, topic="betio.assault-resolved"):
    """4.5.7: a roll on the Marine Assault Table."""

    units: tuple[str, ...]
    target: str
    die: int
    terms: tuple[Modifier, ...] = ()
    cleared: bool
    hits: int = 0

    def sentence(self) -> str:
        return f"{sum_of((self.die,), self.terms)}: {'cleared' if self.cleared else 'not cleared'}" + (
            f", {several(self.hits, 'hit')}" if self.hits else ""
        )


class HexesCleared(PlacesBecome, topic="betio.hexes-cleared", become={"cleared": True}):
    """4.5.8, 1.2.1: Cleared Hex Markers."""

    def sentence(self) -> str:
        return f"{listed(self.places)} {'is' if len(self.places) == 1 else 'are'} cleared"


class HexesUncleared(PlacesBecome, topic="betio.hexes-uncleared", become={"cleared": False}):
    """10.6.8, 10.8.3: the Japanese are back."""

    def sentence(self) -> str:
        return f"the Japanese hold {listed(self.places)} again"


class AreasSecured(Fact, topic="betio.areas-secured"):
    """4.5.9, 8.3.3: an area is secured, or, after a Banzai attack, no longer."""

    area: str
    secured: bool = True

    def sentence(self) -> str:
        return f"{self.area} is {'secured' if self.secured else 'no longer secured'}"


class DemolitionResolved(Fact, topic="betio.demolition-resolved"):
    """4.6.6: a roll on the Demolition Table; `demolished` are the steps that are gone in all."""

    units: tuple[str, ...]
    target: str
    die: int
    terms: tuple[Modifier, ...] = ()
    steps: int
    demolished: int

    def sentence(self) -> str:
        return (
            f"{sum_of((self.die,), self.terms)}: {several(self.steps, 'step')} of {self.target}, {self.demolished} "
            "in all"
        )


class CoordinationRolled(Fact, topic="betio.coordination-rolled"):
    """4.7.6: more than one unit in support: what the Offshore Support Table adds."""

    die: int
    adds: int

    def sentence(self) -> str:
        return f"{self.adds:+d} for more than one unit"


class DiggingBegun(UnitsBecome, topic="betio.digging-begun", become={"digging": True, "halves": 0, "spent": True}):
    """1.3.2."""

    hex: str

    def sentence(self) -> str:
        return f"{listed(self.units)} {does('dig', len(self.units))} in {self.hex}"


class PositionsLost(PlacesBecome, topic="betio.positions-lost", become={"position": ""}):
    """1.3.2, 1.3.4: an improved position is given up, or incomplete."""

    def sentence(self) -> str:
        return f"no improved position any more in {listed(self.places)}"


class RecoveryBegun(UnitsBecome, topic="betio.recovery-begun", become={"recovering": True, "halves": 0, "spent": True}):
    """4.9.17; `chit` where an Active Supply chit is spent for it (4.9.3)."""

    chits: tuple[str, ...] = ()

    def sentence(self) -> str:
        spent = f"; Active Supply of {listed(self.chits)}" if self.chits else ""
        return f"{listed(self.units)} {does('attempt', len(self.units))} recovery{spent}"


class RecoveryRolled(Fact, topic="betio.recovery-rolled"):
    """4.9.6."""

    unit: str
    die: int
    terms: tuple[Modifier, ...] = ()
    steps: int

    def sentence(self) -> str:
        return f"{sum_of((self.die,), self.terms)}: {several(self.steps, 'step')} for {self.unit}"


class StepsRecovered(war.StepsGained, topic="betio.steps-recovered"):
    """4.9.6: steps back: what its gains say."""

    turned: tuple[str, ...] = ()


class RecoveriesOver(UnitsBecome, topic="betio.recoveries-over", become={"recovering": False, "spoiled": False}):
    """The Recovery chits are taken off."""


class ActiveSupplyUsed(UnitsBecome, topic="betio.active-supply-used", become={"active": False}):
    """7.3.9, 4.9.3, 7.2.3: Active Supply chits are taken off."""

    def sentence(self) -> str:
        return f"the Active Supply of {listed(self.units)} is used up"
