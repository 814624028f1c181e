"""BB 1.3, 4.2 to 4.9: what Marine units do in the Ground Phase."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from domain.betio.facts.codes import STAYS, StayCode
from domain.kernel.english import count_of, names, number
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
        return f"{self.unit} went no further than {self.hex}: {STAYS[self.why]}"


class RunwayOccupied(PlacesBecome, topic="betio.runway-occupied", become={"cleared": True}):
    """1.5.4."""

    def sentence(self) -> str:
        return f"the runway in {names(self.places, 20)} was occupied"


FireResult = Literal["none", "S", "S*"]
FIRE_RESULTS: Mapping[FireResult, str] = {"none": "nothing", "S": "an S", "S*": "an S with an asterisk"}
"""What the Marine Fire Table says."""


class FireActionResolved(Fact, topic="betio.fire-action-resolved"):
    """4.4.2, 10.6.3: a roll on the Marine Fire Table."""

    units: tuple[str, ...]
    target: str
    die: int
    terms: tuple[Modifier, ...] = ()
    result: FireResult
    banzai: bool = False

    @property
    def came(self) -> str:
        """The result, in words."""
        return FIRE_RESULTS[self.result]

    def sentence(self) -> str:
        return f"{sum_of((self.die,), self.terms)}: {self.came}"


class SuppressionPlaced(Fact, topic="betio.suppression-placed"):
    """4.4.2: one more suppression marker on a hex."""

    hex: str
    markers: int

    def sentence(self) -> str:
        return f"suppression now: {self.laid}"

    @property
    def laid(self) -> str:
        """The markers that are there."""
        return f"{count_of(self.markers, 'marker')} on {self.hex}"


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
        return f"nobody was left unpinned: the {what} of {names(self.targets)} stopped"


class AssaultResolved(Fact, topic="betio.assault-resolved"):
    """4.5.7: a roll on the Marine Assault Table."""

    units: tuple[str, ...]
    target: str
    die: int
    terms: tuple[Modifier, ...] = ()
    cleared: bool
    hits: int = 0

    def sentence(self) -> str:
        return f"{sum_of((self.die,), self.terms)}: {self.came}"

    @property
    def came(self) -> str:
        """The result, in words."""
        hits = f", for {count_of(self.hits, 'hit')}" if self.hits else ""
        return f"{self.target} {'was cleared' if self.cleared else 'held out'}{hits}"


class HexesCleared(PlacesBecome, topic="betio.hexes-cleared", become={"cleared": True}):
    """4.5.8, 1.2.1: Cleared Hex Markers."""

    def sentence(self) -> str:
        return f"{listed(self.places)} {'is' if len(self.places) == 1 else 'are'} cleared"


class HexesUncleared(PlacesBecome, topic="betio.hexes-uncleared", become={"cleared": False}):
    """10.6.8, 10.8.3: the Japanese are back."""

    def sentence(self) -> str:
        return f"the Japanese were back in {names(self.places)}"


class AreasSecured(Fact, topic="betio.areas-secured"):
    """4.5.9, 8.3.3: an area is secured, or, after a Banzai attack, no longer."""

    area: str
    secured: bool = True

    def sentence(self) -> str:
        return f"{self.area} was {'secured' if self.secured else 'no longer secured'}"


class DemolitionResolved(Fact, topic="betio.demolition-resolved"):
    """4.6.6: a roll on the Demolition Table; `demolished` are the steps that are gone in all."""

    units: tuple[str, ...]
    target: str
    die: int
    terms: tuple[Modifier, ...] = ()
    steps: int
    demolished: int

    def sentence(self) -> str:
        return f"{sum_of((self.die,), self.terms)}: {self.came}"

    @property
    def came(self) -> str:
        """The result, in words."""
        gone = f"{number(self.demolished) if self.demolished else 'none'} gone in all"
        return f"{count_of(self.steps, 'step')} of the strongpoint in {self.target}, {gone}"


class CoordinationRolled(Fact, topic="betio.coordination-rolled"):
    """4.7.6: more than one unit in support: what the Offshore Support Table adds."""

    die: int
    adds: int

    def sentence(self) -> str:
        return f"support from several units added {number(self.adds) if self.adds else 'nothing'}"


class DiggingBegun(UnitsBecome, topic="betio.digging-begun", become={"digging": True, "halves": 0, "spent": True}):
    """1.3.2."""

    hex: str

    def sentence(self) -> str:
        return f"digging in: {names(self.units)} in {self.hex}"


class PositionsLost(PlacesBecome, topic="betio.positions-lost", become={"position": ""}):
    """1.3.2, 1.3.4: an improved position is given up, or incomplete."""

    def sentence(self) -> str:
        return f"nothing was left of the positions in {names(self.places)}"


class RecoveryBegun(UnitsBecome, topic="betio.recovery-begun", become={"recovering": True, "halves": 0, "spent": True}):
    """4.9.17; `chit` where an Active Supply chit is spent for it (4.9.3)."""

    chits: tuple[str, ...] = ()

    def sentence(self) -> str:
        who = "" if self.chits == self.units else f"{names(self.chits)} "
        spent = f", {who}with Active Supply" if self.chits else ""
        return f"{names(self.units)} pulled out to recover{spent}"


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

    TRACED: ClassVar[bool] = True

    def sentence(self) -> str:
        return f"Active Supply ran out for {names(self.units)}"
