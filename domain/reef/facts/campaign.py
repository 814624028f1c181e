"""Facts of the calendar and the preparation of scenarios (BRT 15.2, 15.3, 15.5, 15.6, CG10, CG18)."""

from collections.abc import Mapping
from typing import Literal

from domain.kernel.facts import Fact, Modifier, Words
from domain.reef.wording import SIDES
from domain.wargame.dice import sum_of


class CampaignBegan(Fact, topic="reef.campaign-began"):
    """15.5: a campaign game with its first CG Date."""

    cg: str
    date: str
    date_number: int
    san: Mapping[str, int]

    def sentence(self) -> str:
        return f"CG {self.cg} begins on {self.date}"


class CommanderNamed(Fact, topic="reef.commander-named"):
    """15.12: who commands what."""

    who: str
    of: str

    def sentence(self) -> str:
        return f"{self.who} commands {self.of}"


class BalanceGiven(Fact, topic="reef.balance-given"):
    """15.31: the Balance Provision of a side holds."""

    balance: str

    def sentence(self) -> str:
        words = "Japanese infantry is Fanatic in Fortified Buildings, bombproofs and pillboxes"
        return words if self.balance == "jp" else "Marine infantry is Fanatic next to a beach hex too"


class RefitNoted(Fact, topic="reef.refit-noted"):
    """15.6: what a printed step of the Refit Phase left, which the text lacks."""

    number: str
    words: Words

    def sentence(self) -> str:
        return f"step {self.number}: {self.words}"


class NightSettled(Fact, topic="reef.night-settled"):
    """CG10, CG18.23: whether the night is played."""

    attempted: bool
    die: int = 0
    terms: tuple[Modifier, ...] = ()
    played: bool = False
    barred: Literal["", "no-charge", "no-room"] = ""
    """Why it is not played although it was attempted: nobody to charge (reading R-27), or no room to set up (CG7.1)."""
    date: str = ""
    """The night that was open."""

    def sentence(self) -> str:
        if not self.attempted:
            return "no Night Banzai is attempted: the morning follows"
        if self.barred == "no-charge":
            return "no Night Banzai Charge could be formed: the morning follows"
        if self.barred == "no-room":
            return "the Reserve Pool cannot be set up far enough from the Marines: the morning follows"
        return f"the Night dr is {sum_of((self.die,), self.terms)}: " + (
            "a Night scenario is played" if self.played else "the morning follows"
        )


class SideSetUp(Fact, topic="reef.side-set-up"):
    """CG18.22, CG18.24."""

    side: str

    def sentence(self) -> str:
        return f"{SIDES[self.side]} have set up"


class ScenarioBegan(Fact, topic="reef.scenario-began"):
    """15.3, 15.5, 15.6205: how long it is, and who moves first; who attacks."""

    number: int
    turns: int
    first: str
    attacker: str
    nvr: int = 0

    def sentence(self) -> str:
        night = (
            f"; the initial NVR is {self.nvr}, the Marines may conceal all their units, nobody is Cloaked"
            if self.nvr
            else ""
        )
        attack = f"{SIDES[self.attacker]} are the Scenario Attacker" if self.attacker in SIDES else ""
        return (
            f"scenario {self.number}, of {self.turns} turns: {SIDES.get(self.first, 'nobody')} move first, "
            f"{attack}{night}"
        )


class ScenarioEnded(Fact, topic="reef.scenario-ended"):
    """It is over before its last turn."""

    why: Words = ""
    winner: str = ""

    def sentence(self) -> str:
        return "the scenario ends" + (f": {self.why}" if self.why else "")
