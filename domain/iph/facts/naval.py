"""IPH 7: dispositions, carrier combat, submarine, aircraft."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from domain.iph.facts.codes import Fate
from domain.iph.state import SIDES
from domain.kernel.english import count_of, names, number
from domain.kernel.facts import Fact
from domain.wargame.war_facts import StateBecomes, listed

Boxes = Mapping[str, Literal["distant", "close-in"]]


def _boxes(who: str, boxes: Boxes, had: str = "had") -> str:
    close = [ship for ship, box in boxes.items() if box == "close-in"]
    distant = [ship for ship, box in boxes.items() if box == "distant"]
    if not boxes:
        return f"{who} had no ship left"
    if not close or not distant:
        return f"{who} {had} {names(close or distant)} {'close-in' if close else 'distant'}"
    return f"{who} {had} {names(close)} close-in, and {names(distant)} distant"


class DispositionCommitted(Fact, topic="iph.disposition-committed"):
    """The Japanese ships are in their boxes, under a cover (7.3); `on_paper` the record does not know where."""

    on_paper: bool = False

    def sentence(self) -> str:
        return f"under cover the Japanese disposed their ships{' on paper' if self.on_paper else ''}"


class DispositionChosen(StateBecomes, topic="iph.disposition-chosen", says=("dispositions",)):
    STUB: ClassVar[str] = "disposition"
    ANNOUNCED: ClassVar[str] = DispositionCommitted.TOPIC

    dispositions: Boxes

    def stub(self) -> str:
        return "their boxes are sealed in the record"

    def sentence(self) -> str:
        return _boxes("the Japanese", self.dispositions, "chose to have")


class ShipsDisposed(Fact, topic="iph.ships-disposed"):
    """The US ships are in their boxes, for all to see (7.3)."""

    boxes: Boxes

    def sentence(self) -> str:
        return _boxes("the Americans", self.boxes, "put")


class CoverLifted(Fact, topic="iph.cover-lifted"):
    """The Japanese boxes are shown (7.3); `aircraft` are close-in with their carriers."""

    REVEALS: ClassVar[str] = DispositionChosen.TOPIC

    boxes: Boxes
    aircraft: int = 0

    def reveals(self, secret: Fact) -> bool:
        return isinstance(secret, DispositionChosen) and dict(secret.dispositions) == dict(self.boxes)

    def sentence(self) -> str:
        aircraft = f", with {count_of(self.aircraft, 'aircraft', 'aircraft')}" if self.aircraft else ""
        return f"the cover was lifted: {_boxes('the Japanese', self.boxes)}{aircraft}"


class BoxesStated(CoverLifted, topic="iph.boxes-stated"):
    """The same where the record cannot vouch for it: they were disposed outside it, or the table goes on with others
    than were recorded."""

    REVEALS: ClassVar[str] = ""


class BattleshipsClosedIn(Fact, topic="iph.battleships-closed-in"):
    """5.10: on turn 1 both Japanese battleships are close-in."""

    ships: tuple[str, ...]

    def sentence(self) -> str:
        return f"{names(self.ships)} closed in on the coast"


class ArmyAircraftAvailable(StateBecomes, topic="iph.army-aircraft-available", become={"army": "available"}):
    def sentence(self) -> str:
        return "from here on the US Army had an aircraft to fly"


class CarrierWarfareRolled(StateBecomes, topic="iph.carrier-warfare-rolled", says=("finds",)):
    finds: Literal["ijn-finds-us", "usn-finds-ijn", "mutual", "none", "not-rolled"]
    why: str = ""
    """Why no die was rolled: the code of it."""

    def sentence(self) -> str:
        return {
            "ijn-finds-us": "the Japanese found the US carriers",
            "usn-finds-ijn": "the Americans found the Japanese fleet",
            "mutual": "each fleet found the other",
            "none": "the carriers did not meet",
        }.get(self.finds, "there was no carrier combat, since not both sides had carriers close-in")


class StrikeAllocated(Fact, topic="iph.strike-allocated"):
    """Aircraft against ships, how many against each (7.4); none where hits are drawn for (7.5(4))."""

    side: Literal["us", "jp"]
    aircraft: int
    targets: Mapping[str, int] = {}

    def sentence(self) -> str:
        aircraft = f"{SIDES[self.side]} aircraft"
        return f"{count_of(self.aircraft, aircraft, aircraft)} attacked{self._aim()}"

    def _aim(self) -> str:
        """What the aircraft were sent against; nothing in particular where the ships that are hit are drawn."""
        aimed = {ship: count for ship, count in self.targets.items() if count}
        if not aimed:
            return f" without choosing {'its target' if self.aircraft == 1 else 'their targets'}"
        if len(aimed) == 1:
            return f" {next(iter(aimed))}"
        return f", {names(f'{number(count)} against {ship}' for ship, count in aimed.items())}"


class StrikeRolled(Fact, topic="iph.strike-rolled"):
    """An aircraft's die to hit (7.4, 7.5(1))."""

    side: Literal["us", "jp"]
    die: int
    hit: bool
    target: str = ""

    def sentence(self) -> str:
        at = f" {self.target}" if self.target else ""
        return f"a hit on{at}" if self.hit and at else "a hit" if self.hit else f"an aircraft misses{at}"


class ShipLost(Fact, topic="iph.ship-lost"):
    """A ship is sunk or damaged, and gone for good (7.8); a carrier takes its aircraft with it."""

    ship: str
    fate: Fate
    by: Literal["aircraft", "submarine"]
    aircraft: int = 0
    """Aircraft of the close-in box that go with it."""

    def sentence(self) -> str:
        return f"{self.ship} was {self.fate}" + (" and gone for good" if self.fate == "damaged" else "")


class BattleshipStruck(Fact, topic="iph.battleship-struck"):
    """7.7: US carrier aircraft strike a battleship that gave support: once a day."""

    ship: str
    aircraft: int

    def sentence(self) -> str:
        aircraft = count_of(self.aircraft, "US aircraft", "US aircraft")
        return f"{aircraft} struck {self.ship}, which had given support that day"


class SubmarineAttacked(StateBecomes, topic="iph.submarine-attacked", says=("submarine",)):
    """7.11: the one check of a turn."""

    submarine: int
    hit: bool

    def sentence(self) -> str:
        return "a US torpedo hits" if self.hit else "no torpedo hits"


class InterdictionPlaced(Fact, topic="iph.interdiction-placed"):
    """7.13: Interdiction counters, an aircraft each."""

    hexes: tuple[str, ...]

    def sentence(self) -> str:
        return f"Japanese aircraft flew interdiction over {names(self.hexes)}"


class BattleshipsSupport(Fact, topic="iph.battleships-support"):
    """7.1: the factors of battleships in a battle."""

    ships: tuple[str, ...]
    at: str

    def sentence(self) -> str:
        return f"{listed(self.ships)} support{'s' if len(self.ships) == 1 else ''} the battle for {self.at}"


class AircraftFlown(Fact, topic="iph.aircraft-flown"):
    """Aircraft in a battle: those the Japanese player commits (7.12), or those of the US whose dice let them fly (7.14,
    7.15)."""

    side: Literal["us", "jp"]
    carrier: int = 0
    army: bool = False
    at: str = ""

    def sentence(self) -> str:
        if self.army and not self.carrier:
            return f"the US Army aircraft flies over {self.at}"
        flown = self.carrier + self.army
        return f"{flown} {SIDES[self.side]} aircraft {'flies' if flown == 1 else 'fly'} over {self.at}" if flown else ""


class AircraftLost(Fact, topic="iph.aircraft-lost"):
    """11.4: IJN aircraft lost against Battleship Row."""

    aircraft: int

    def sentence(self) -> str:
        return f"{self.aircraft} IJN aircraft lost"
