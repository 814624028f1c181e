"""IPH 8 landings, 9 movement, 10.10 advances."""

from collections.abc import Mapping
from typing import ClassVar

from domain.iph.facts.codes import How
from domain.kernel.facts import Fact
from domain.wargame import war_facts as war
from domain.wargame.war_facts import UnitsBecome, does, listed


class ForceLanded(Fact, topic="iph.force-landed"):
    """Where Japanese units came ashore, for all to see."""

    hexes: tuple[str, ...]

    def sentence(self) -> str:
        return f"a Japanese landing in {listed(self.hexes)}"


class UnitsLanded(Fact, topic="iph.units-landed"):
    """Which units came ashore where: the Japanese player's knowledge."""

    STUB: ClassVar[str] = "landing"

    places: Mapping[str, tuple[str, ...]]
    """The units of each hex."""

    def stub(self) -> str:
        return "which units they are, he alone knows"

    def sentence(self) -> str:
        return "; ".join(f"{listed(units)} {does('land', len(units))} in {hex}" for hex, units in self.places.items())


class UnitsStalled(UnitsBecome, topic="iph.units-stalled", become={"stalled": True}):
    """8.5: they neither move nor attack in this turn. It may be nobody: that is his knowledge too."""

    STUB: ClassVar[str] = "stalled"

    def stub(self) -> str:
        return "who is stalled on the beach, he alone knows"

    def sentence(self) -> str:
        return f"{listed(self.units)} {'are' if len(self.units) > 1 else 'is'} stalled on the beach"


class MovementFactorRolled(Fact, topic="iph.movement-factor-rolled"):
    """2.10, 9.6: what a stack may spend in this phase."""

    units: tuple[str, ...]
    allowance: int

    def sentence(self) -> str:
        return f"{listed(self.units)}: movement factor {self.allowance}"


class ForceFormed(Fact, topic="iph.force-formed"):
    """A Japanese stack starts to move: from here on earlier ones have finished (9.5)."""

    STUB: ClassVar[str] = "force"

    units: tuple[str, ...]
    allowance: int

    def stub(self) -> str:
        return "a Japanese force is on the move"


class ForceMoved(Fact, topic="iph.force-moved"):
    """A Japanese force goes along a path, for all to see; `vacated` says that nobody stays where it came from."""

    path: tuple[str, ...]
    vacated: bool
    how: How = "move"

    def sentence(self) -> str:
        return f"a Japanese force {does(self.how, 1)} {'-'.join(self.path)}"


class UnitsMoved(war.UnitsMoved, topic="iph.units-moved"):
    """Units go along a path. Of Japanese ones it is secret which they are, and that those who `stay` are still where it
    began."""

    STUB: ClassVar[str] = "force"

    stay: tuple[str, ...] = ()
    start: str = ""
    side: str = "us"

    @property
    def place(self) -> None:
        """Where each comes to is set with what it spends, in one change."""
        return None

    def stub(self) -> str:
        return "which units they are, he alone knows"

    def sentence(self) -> str:
        return f"{listed(self.units)} {does(self.how, len(self.units))} to {self.to}{self.by}"


class ForcesSighted(Fact, topic="iph.forces-sighted"):
    """6.8: what all see where the hexes of hidden Japanese units are set by hand: in which somebody is now, and in
    which nobody any more."""

    there: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    def sentence(self) -> str:
        told = (("Japanese units in", self.there), ("no Japanese unit any more in", self.gone))
        return "; ".join(f"{words} {listed(hexes)}" for words, hexes in told if hexes)


class ForceStopped(Fact, topic="iph.force-stopped"):
    """9.3: what is left does not pay for the next hex of the path."""

    FOLLOWS: ClassVar[bool] = True

    units: tuple[str, ...]
    before: str

    def sentence(self) -> str:
        return f"{listed(self.units)} {does('stop', len(self.units))} before {self.before}"


class ConsentDenied(Fact, topic="iph.consent-denied"):
    """9.2: the other player does not agree that a stack is moved again."""

    hex: str

    def sentence(self) -> str:
        return f"the force in {self.hex} was not allowed to move again"


class UnitsCommitted(UnitsBecome, topic="iph.units-committed", says=("fought",)):
    """The units of an attack: they attack no second time in this phase (10.3), but by momentum, and never a third
    (10.4)."""

    STUB: ClassVar[str] = "force"

    fought: int = 1

    def stub(self) -> str:
        return "which units attack, he alone knows"

    def sentence(self) -> str:
        return f"with {listed(self.units)}"
