"""BB 3, 1.7 the invasion: vessels, reef, pier, landings; 3.9 suppression fire."""

from typing import Literal

from domain.betio.facts.actions import FIRE_RESULTS, FireResult
from domain.kernel.english import names, was
from domain.kernel.facts import Fact, Modifier
from domain.wargame import war_facts as war
from domain.wargame.dice import sum_of
from domain.wargame.war_facts import UnitsBecome, does, listed


class UnitEntered(Fact, topic="betio.unit-entered"):
    """3.4.4: a vessel in an Invasion Entry Hex, with what it carries; Hawkins at the end of the pier without one
    (3.4.3)."""

    vessel: str = ""
    cargo: str = ""
    hex: str
    beach: str = ""

    def sentence(self) -> str:
        if not self.vessel:
            return f"{self.cargo} begins in {self.hex}"
        return (
            f"{self.vessel} enters in {self.hex}"
            + (f" with {self.cargo}" if self.cargo else "")
            + (f" for {self.beach}" if self.beach else "")
        )


class PlacedOnBairiki(UnitsBecome, topic="betio.placed-on-bairiki", become={"box": "bairiki", "hex": ""}):
    """1.4.1: artillery in the Bairiki Island Box."""

    def sentence(self) -> str:
        return f"to Bairiki went {names(self.units)}"


class ReefMoved(war.UnitsMoved, topic="betio.reef-moved"):
    """3.5, 1.7.2: a unit or vessel moves across the reef, or down the Long Pier; `cost` in halves of an AP, `left` is
    what each has left."""

    left: tuple[int, ...] = ()
    shifted: bool = False
    stepped_on: bool = False
    """They stepped onto the Long Pier at 2632 (1.7.7)."""

    def sentence(self) -> str:
        if not self.path:
            return f"{listed(self.units)} {does('stay', len(self.units))}, off course"
        return (
            f"{listed(self.units)} {does('move', len(self.units))} {'off course ' if self.shifted else ''}to "
            f"{'-'.join(self.path)}"
        )


class Unloaded(Fact, topic="betio.unloaded"):
    """3.4.6, 3.4.10: a vessel puts its unit on the reef, onto the pier or aboard an amtrack; it takes both the whole
    impulse (3.4.12)."""

    vessel: str
    unit: str
    hex: str
    onto: str = ""
    pier: bool = False

    def sentence(self) -> str:
        return f"{self.vessel} unloads {self.unit} {f'onto {self.onto}' if self.onto else f'in {self.hex}'}"


class Landed(Fact, topic="betio.landed"):
    """3.6: a unit or supply point is ashore; `late` where the vessel's last AP brought it there (3.6.3)."""

    unit: str
    vessel: str = ""
    hex: str
    late: bool = False

    def sentence(self) -> str:
        what = "a supply point" if self.unit == "supply" else self.unit
        return f"{what} lands in {self.hex}" + (", and lacks 3 APs" if self.late else "")


class Stranded(Fact, topic="betio.stranded"):
    """A unit goes on wading where its vessel was eliminated (reading A-51)."""

    unit: str
    vessel: str
    hex: str

    def sentence(self) -> str:
        return f"{self.unit} is in the water in {self.hex}"


OFF_THE_REEF = {"box": "waiting", "hex": "", "returning": False, "shift": "", "beach": ""}


class VesselGone(UnitsBecome, topic="betio.vessel-gone", become=OFF_THE_REEF):
    """3.4.14: empty vessels are back off the map, where they load again."""

    def sentence(self) -> str:
        return f"back to the transports went {names(self.units, 20)}"


class VesselReturned(
    UnitsBecome, topic="betio.vessel-returned", become={"box": "waiting", "reversed": True, "hex": ""}
):
    """4.9.13: one of two eliminated vessels of a kind is back, on its reverse side: what its gains say."""

    spent: str

    def sentence(self) -> str:
        return f"{listed(self.units)} comes back on its reverse side, for {self.spent}"


class ShiftPlaced(UnitsBecome, topic="betio.shift-placed", says=("shift",)):
    """3.5.6: a course change."""

    shift: Literal["", "left", "right"]

    def sentence(self) -> str:
        went = f"driven off course to the {self.shift}" if self.shift else "on course again"
        return f"{went}: {names(self.units)}"


class SuppressionFired(Fact, topic="betio.suppression-fired"):
    """3.9: fire from an entry area at an area of Betio."""

    beach: str
    area: str
    die: int
    terms: tuple[Modifier, ...] = ()
    result: FireResult

    @property
    def came(self) -> str:
        """The result, in words."""
        return FIRE_RESULTS[self.result]

    def sentence(self) -> str:
        return f"{sum_of((self.die,), self.terms)}: {self.came} on {self.area}"


class AreasSuppressed(Fact, topic="betio.areas-suppressed"):
    """3.9.2, 10.1.3: Area Suppression Markers are placed, or, with no `by`, removed."""

    areas: tuple[str, ...]
    by: Literal["", "fire", "air-raid"] = ""

    def sentence(self) -> str:
        if self.by:
            return f"the Japanese in {names(self.areas)} were kept down"
        return f"{names(self.areas)} {was(self.areas)} no longer suppressed"


class AirRaidWaned(Fact, topic="betio.air-raid-waned"):
    """10.1.3: the first daylight turn is over of those for which the marker of an air raid remains."""

    areas: tuple[str, ...]

    def sentence(self) -> str:
        return f"the marker of the air raid stays in {listed(self.areas)} for another daylight turn"


class PierCleared(Fact, topic="betio.pier-cleared"):
    """1.7.3."""

    unit: str

    def sentence(self) -> str:
        return f"the Long Pier was open: {self.unit} had reached its base"
