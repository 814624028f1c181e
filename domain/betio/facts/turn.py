"""BB 2 bombardment and chits, 4.8 offshore support, 9 final phase, 11 the end, 13 turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from domain.kernel.facts import Fact, Modifier
from domain.wargame import war_facts as war
from domain.wargame.dice import sum_of
from domain.wargame.war_facts import PlacesBecome, StateBecomes, listed, several


class MarkersPlaced(Fact, topic="betio.markers-placed"):
    """8.2.1, 8.3.1, 8.4.2, 5.1.4: the markers on the morale tracks and the Casualty Track as the game begins: what its
    tracks say."""

    def sentence(self) -> str:
        return "the morale markers stand in the first +2 box, the x1 Casualty Marker at the left"


class BombardmentRolled(StateBecomes, topic="betio.bombardment-rolled", become={"bombarded": True}, says=("given_up",)):
    """2.1: the Pre-Invasion Bombardment, with so many impulses of turn 1 given up."""

    given_up: int
    die: int
    terms: tuple[Modifier, ...] = ()
    chits: int

    def sentence(self) -> str:
        return f"{sum_of((self.die,), self.terms)}; {several(self.chits, 'chit')}"


class ChitRevealed(Fact, topic="betio.chit-revealed"):
    """2.2.2: a chit that was placed on an area is turned face up."""

    area: str
    chit: Literal["-2", "-1", "blank"]

    def sentence(self) -> str:
        return f"{self.area}: the chit is {'blank' if self.chit == 'blank' else self.chit}"


class ChitsDecayed(Fact, topic="betio.chits-decayed"):
    """2.2.3, 2.2.4: what is left of the chits; "" where one is removed."""

    areas: Mapping[str, Literal["", "-1"]]

    def sentence(self) -> str:
        left = tuple(area for area, chit in self.areas.items() if chit)
        gone = tuple(area for area, chit in self.areas.items() if not chit)
        told = [f"the chit in {listed(left)} is -1 now"] if left else []
        return "; ".join([*told, *([f"the chit in {listed(gone)} is removed"] if gone else [])])


class OffshoreRolled(StateBecomes, topic="betio.offshore-rolled", says=("offshore", "offshore_turn")):
    """4.8.2: Offshore Support Points for this turn; what was lost for good comes off (10.3.3, 10.5.2)."""

    die: int
    rolled: int
    terms: tuple[Modifier, ...] = ()
    offshore: int
    offshore_turn: int

    def sentence(self) -> str:
        lost = "".join(f" {one.amount:+d} {one.why} [{one.rule}]" for one in self.terms)
        return f"{f'{self.rolled}{lost}; ' if lost else ''}{several(self.offshore, 'Offshore Support Point')}"


class OffshoreSpent(Fact, topic="betio.offshore-spent"):
    """4.8.3: an Offshore Support Point is used, or all of them against the wrecks (10.4.2)."""

    spent: int = 1
    wrecks: bool = False

    def sentence(self) -> str:
        return f"{several(self.spent, 'Offshore Support Point')} {'against the wrecks' if self.wrecks else 'spent'}"


class PositionsCompleted(PlacesBecome, topic="betio.positions-completed", become={"position": "complete"}):
    """9.1: improved positions."""

    def sentence(self) -> str:
        return f"improved positions in {listed(self.places)}"


class SuppressionRemoved(PlacesBecome, topic="betio.suppression-removed", become={"suppression": 0}):
    """9.2: fire suppression markers are taken off."""

    def sentence(self) -> str:
        return f"the suppression markers on {listed(self.places)} are removed"


class PinsTurned(Fact, topic="betio.pins-turned"):
    """9.3: Pin 2 becomes Pin 1, and Pin 1 is removed."""

    pins: Mapping[str, int]

    def sentence(self) -> str:
        one = tuple(unit for unit, pin in self.pins.items() if pin)
        none = tuple(unit for unit, pin in self.pins.items() if not pin)
        told = [f"{listed(one)}: Pin 1"] if one else []
        return "; ".join([*told, *([f"{listed(none)}: no longer pinned"] if none else [])])


class TurnBegan(war.TurnBegan, topic="betio.turn-began"):
    """The next turn: what lasted for one is over."""
