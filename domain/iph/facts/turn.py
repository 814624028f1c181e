"""IPH 5: turns, and the sub-command chits."""

from domain.kernel.english import names
from domain.kernel.facts import Fact
from domain.wargame import war_facts as war


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
        return f"{names(self.chits)} {'was' if len(self.chits) == 1 else 'were'} kept out of the cup for the night"


class ChitsReturned(Fact, topic="iph.chits-returned"):
    """All chits go back into the cup (5.8)."""


class ChitsRetired(Fact, topic="iph.chits-retired"):
    """The chits of a sub-command that is no more leave the game (5.6)."""

    chits: tuple[str, ...]

    def sentence(self) -> str:
        return f"{names(self.chits)} left the game with the last unit"
