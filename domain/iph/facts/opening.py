"""IPH 3 setting up, 3.6 control, 4 victory points."""

from collections.abc import Mapping
from typing import ClassVar

from domain.iph.state import COMMANDS, SIDES
from domain.kernel.english import names
from domain.kernel.facts import Fact
from domain.wargame import war_facts as war
from domain.wargame.war_facts import StateBecomes, several


class ForcesMustered(Fact, topic="iph.forces-mustered"):
    """The units and markers that the text counts (3.3, 3.4), where no counters have been read out: each with its
    sub-command."""

    units: Mapping[str, str]

    def sentence(self) -> str:
        count = {command: list(self.units.values()).count(command) for command in dict.fromkeys(self.units.values())}
        return "; ".join(f"{COMMANDS[command]}: {several(number, 'unit')}" for command, number in count.items())


class BeachheadCommitted(StateBecomes, topic="iph.beachhead-committed", become={"committed": True}):
    """That the central hex is chosen is all that everybody learns; `on_paper` it was written down outside the
    record."""

    on_paper: bool = False

    def sentence(self) -> str:
        where = " on paper" if self.on_paper else ""
        return f"before anybody was on the map, the Japanese wrote down{where} where they would land"


class BeachheadChosen(StateBecomes, topic="iph.beachhead-chosen", says=("centre",)):
    STUB: ClassVar[str] = "beachhead"
    ANNOUNCED: ClassVar[str] = BeachheadCommitted.TOPIC

    centre: str

    def stub(self) -> str:
        return "the hex is sealed in the record"

    def sentence(self) -> str:
        return f"the beachhead was to lie around {self.centre}"


class SetupCompleted(Fact, topic="iph.setup-completed"):
    """The US set-up is complete (3.5)."""

    def sentence(self) -> str:
        return "the Americans were ready"


class BeachheadRevealed(Fact, topic="iph.beachhead-revealed"):
    """The markers stand where the hex that was written down has them (3.5)."""

    REVEALS: ClassVar[str] = BeachheadChosen.TOPIC

    centre: str
    hexes: Mapping[str, str]
    """The hex of each marker."""

    def sentence(self) -> str:
        return f"the Japanese beachhead was shown: {names(self.hexes.values())}"


class BeachheadStated(BeachheadRevealed, topic="iph.beachhead-stated"):
    """The same where the record cannot vouch for it: it was on paper, or the table goes on with another hex than was
    written down."""

    REVEALS: ClassVar[str] = ""


class PointsScored(Fact, topic="iph.points-scored"):
    """Victory points that come with no other fact."""

    TELLS_POINTS: ClassVar[bool] = True

    def sentence(self) -> str:
        return "; ".join(f"{p.amount:+d} VP: {p.why}" for p in self.points)


class HexTaken(war.ControlChanged, topic="iph.hex-taken", become={"ever": True}):
    """A side has taken control of a hex (3.6), which was Japanese before, or is; one that yields nothing is told by the
    move alone."""

    FOLLOWS: ClassVar[bool] = True

    def named(self, sides: Mapping[str, str]) -> str:
        return f"the {SIDES[self.to]} player takes {self.place}" if self.points else ""


class HonoluluFell(StateBecomes, topic="iph.honolulu-fell", become={"fallen": True}):
    def sentence(self) -> str:
        return "every hex of Honolulu had been Japanese now: from here on US movement factors were one less"


class ArmyAircraftRemoved(StateBecomes, topic="iph.army-aircraft-removed", become={"army": "removed"}):
    def sentence(self) -> str:
        return "with the last airfield the US Army lost its aircraft"
