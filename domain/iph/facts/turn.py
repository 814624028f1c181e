"""IPH 5: turns, and the sub-command chits."""

from __future__ import annotations

from domain.kernel.facts import Fact
from domain.wargame import war_facts as war
from domain.wargame.war_facts import listed


class TurnBegan(war.TurnBegan, topic="iph.turn-began"):
    """The next turn: all that lasts for one is over, and stalled units are free (8.5)."""

    def sentence(self) -> str:
        return f"game turn {self.turn}"


class ChitPulled(Fact, topic="iph.chit-pulled"):
    """The US phase that comes now; that it was drawn is told by the draw."""

    chit: str


class ChitsSetAside(Fact, topic="iph.chits-set-aside"):
    """The Fight chits are taken out for the night (5.9)."""

    chits: tuple[str, ...]

    def sentence(self) -> str:
        return f"for the night out of the cup: {listed(self.chits)}"


class ChitsReturned(Fact, topic="iph.chits-returned"):
    """All chits go back into the cup (5.8)."""


class ChitsRetired(Fact, topic="iph.chits-retired"):
    """The chits of a sub-command that is no more leave the game (5.6)."""

    chits: tuple[str, ...]

    def sentence(self) -> str:
        return f"{listed(self.chits)} leave{'s' if len(self.chits) == 1 else ''} the game"
