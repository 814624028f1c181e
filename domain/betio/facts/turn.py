"""BB 2 bombardment and chits, 4.8 offshore support, 9 final phase, 11 the end, 13 turns."""

from collections.abc import Mapping
from typing import Literal

from domain.kernel.english import count_of, names, number, was
from domain.kernel.facts import Fact, Modifier
from domain.wargame import war_facts as war
from domain.wargame.dice import sum_of
from domain.wargame.war_facts import PlacesBecome, StateBecomes


class MarkersPlaced(Fact, topic="betio.markers-placed"):
    """8.2.1, 8.3.1, 8.4.2, 5.1.4: the markers on the morale tracks and the Casualty Track as the game begins: what its
    tracks say."""

    def sentence(self) -> str:
        return "morale stood at its first +2 on both sides, and nobody was counted among the casualties yet"


class BombardmentRolled(StateBecomes, topic="betio.bombardment-rolled", become={"bombarded": True}, says=("given_up",)):
    """2.1: the Pre-Invasion Bombardment, with so many impulses of turn 1 given up."""

    given_up: int
    die: int
    terms: tuple[Modifier, ...] = ()
    chits: int

    def sentence(self) -> str:
        return f"{sum_of((self.die,), self.terms)}: {self.came}"

    @property
    def came(self) -> str:
        """The result, in words."""
        return f"{count_of(self.chits, 'chit')} {was(range(self.chits))} drawn"


class ChitRevealed(Fact, topic="betio.chit-revealed"):
    """2.2.2: a chit that was placed on an area is turned face up."""

    area: str
    chit: Literal["-2", "-1", "blank"]

    def sentence(self) -> str:
        return f"face up, {self.area} had {self.face}"

    @property
    def face(self) -> str:
        """The chit, as a noun."""
        return "a blank" if self.chit == "blank" else self.chit


class ChitsDecayed(Fact, topic="betio.chits-decayed"):
    """2.2.3, 2.2.4: what is left of the chits; "" where one is removed."""

    areas: Mapping[str, Literal["", "-1"]]

    def sentence(self) -> str:
        left = [area for area, chit in self.areas.items() if chit]
        gone = [area for area, chit in self.areas.items() if not chit]
        told = [f"the bombardment was worth no more than -1 in {names(left)}"] if left else []
        told += [f"nothing was left of {'it' if left else 'the bombardment'} in {names(gone)}"] if gone else []
        return ", and ".join(told)


class OffshoreRolled(StateBecomes, topic="betio.offshore-rolled", says=("offshore", "offshore_turn")):
    """4.8.2: Offshore Support Points for this turn; what was lost for good comes off (10.3.3, 10.5.2)."""

    die: int
    rolled: int
    terms: tuple[Modifier, ...] = ()
    offshore: int
    offshore_turn: int

    def sentence(self) -> str:
        less = names(f"{number(-one.amount)} for {one.why}" for one in self.terms)
        ships = f"the ships, less {less}," if less else "the ships"
        return f"{ships} had {count_of(self.offshore, 'Offshore Support Point')} to give"


class OffshoreSpent(Fact, topic="betio.offshore-spent"):
    """4.8.3: an Offshore Support Point is used, or all of them against the wrecks (10.4.2)."""

    spent: int = 1
    wrecks: bool = False

    def sentence(self) -> str:
        points = count_of(self.spent, "Offshore Support Point")
        return f"the ships shelled the wrecks with {points}" if self.wrecks else f"the ships gave {points}"


class PositionsCompleted(PlacesBecome, topic="betio.positions-completed", become={"position": "complete"}):
    """9.1: improved positions."""

    def sentence(self) -> str:
        return f"positions stood finished in {names(self.places)}"


class SuppressionRemoved(PlacesBecome, topic="betio.suppression-removed", become={"suppression": 0}):
    """9.2: fire suppression markers are taken off."""

    def sentence(self) -> str:
        return f"the effect of fire wore off on {names(self.places)}"


class PinsTurned(Fact, topic="betio.pins-turned"):
    """9.3: Pin 2 becomes Pin 1, and Pin 1 is removed."""

    pins: Mapping[str, int]

    def sentence(self) -> str:
        free = [unit for unit, pin in self.pins.items() if not pin]
        less = [unit for unit, pin in self.pins.items() if pin]
        told = [f"{names(free)} {was(free)} free to act again"] if free else []
        return "; ".join([*told, *([f"{names(less)} {was(less)} down to Pin 1"] if less else [])])


class TurnBegan(war.TurnBegan, topic="betio.turn-began"):
    """The next turn: what lasted for one is over."""
