"""Facts of the landing: battalions, Assault Waves, who enters, leaders (BRT CG2, CG18.11, CG19)."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from domain.kernel.english import count_of, names
from domain.kernel.facts import Fact, Modifier
from domain.reef.charts import BEACH_WORDS, Area
from domain.reef.facts.codes import How
from domain.reef.organization import BATTALIONS, ROLES, WORDS, counted
from domain.reef.wording import pieces, where
from domain.wargame.dice import sum_of
from domain.wargame.war_facts import listed


def by_kind(units: Mapping[str, int]) -> dict[str, int]:
    """Pieces of several Formations together, by their kinds."""
    found: dict[str, int] = {}
    for unit, number in units.items():
        kind = unit.rpartition(":")[2]
        found[kind] = found.get(kind, 0) + number
    return found


class EntryAreaAssigned(Fact, topic="reef.entry-area-assigned"):
    """CG2.1."""

    blt: str
    area: Area
    date: str

    def sentence(self) -> str:
        name = f", the {BATTALIONS[self.blt].name}," if self.blt in BATTALIONS else ""
        return f"BLT #{self.blt}{name} is to land on {BEACH_WORDS[self.area]}"


class BltCommitted(Fact, topic="reef.blt-committed"):
    """CG2.4: for this scenario."""

    blt: str
    scenario: int

    def sentence(self) -> str:
        return f"BLT #{self.blt} is committed"


class FormationTransferred(Fact, topic="reef.formation-transferred"):
    """CG2.2."""

    formation: str
    to: str

    def sentence(self) -> str:
        return f"{self.formation} goes to BLT #{self.to}"


class WaveSealed(Fact, topic="reef.wave-sealed"):
    """CG2.3: a line of the Landing Schedule Record has been filled in."""

    wave: str
    on_paper: bool = False

    def sentence(self) -> str:
        return f"Assault Wave {self.wave} is on the Landing Schedule Record"


class WavesUnassigned(Fact, topic="reef.waves-unassigned"):
    """CG2.3: the scenario ended before the turn of these Assault Waves came, and their Formations are in none (reading
    R-39)."""

    waves: tuple[str, ...]

    def sentence(self) -> str:
        what, them = (
            ("the turn of Assault Wave", "it") if len(self.waves) == 1 else ("the turns of Assault Waves", "them")
        )
        return f"{what} {listed(self.waves)} did not come: who was in {them} has not entered, and is in no wave"


class WaveAssigned(Fact, topic="reef.wave-assigned"):
    """CG2.3: what it is, and when it enters; the Marine player's secret until it comes."""

    ANNOUNCED: ClassVar[str] = WaveSealed.TOPIC
    ABOUT: ClassVar[tuple[str, ...]] = ("wave",)

    wave: str
    blt: str
    formations: tuple[str, ...]
    attached: Mapping[str, tuple[str, ...]] = {}
    scenario: int
    turn: int
    instead: tuple[str, ...] = ()
    """The Formations of the wave of that number which it takes the place of."""

    def stub(self) -> str:
        return "an Assault Wave was assigned"

    def sentence(self) -> str:
        roles = names(f"{name} ({WORDS[ROLES[name]]})" if name in ROLES else name for name in self.formations)
        added = [f"{pieces(counted(words))} of {formation}" for formation, words in self.attached.items()]
        more = f", with {names(added)}" if added else ""
        scenario = "the Initial Scenario" if self.scenario == 1 else f"scenario {self.scenario}"
        instead = f", instead of {names(self.instead)}" if self.instead else ""
        return f"wave {self.wave} is {roles}{more}, for Marine turn {self.turn} of {scenario}{instead}"


class WaveOpened(WaveAssigned, topic="reef.wave-opened"):
    """CG2.3: it comes, and all see what it is; what it took the place of when it was assigned is told no more."""

    REVEALS: ClassVar[str] = WaveAssigned.TOPIC

    def reveals(self, secret: Fact) -> bool:
        return isinstance(secret, WaveAssigned) and super().reveals(secret.but(instead=self.instead))


class WaveStated(WaveOpened, topic="reef.wave-stated"):
    """CG2.3: it lay on paper."""

    REVEALS: ClassVar[str] = ""


class PiecesEntered(Fact, topic="reef.pieces-entered"):
    """CG2.3: pieces of a wave have entered; `loads` of the LVTs that brought them."""

    wave: str
    pieces: Mapping[str, int]
    hexes: tuple[str, ...]
    how: How
    loads: tuple[int, ...] = ()

    def sentence(self) -> str:
        return came_in(self)


def came_in(*some: PiecesEntered, at: str = "") -> str:
    """Pieces of one wave that have entered, together; `at` which place, where that is not to be a list of hexes."""
    units: dict[str, int] = {}
    for fact in some:
        for unit, count in fact.pieces.items():
            units[unit] = units.get(unit, 0) + count
    ways = {
        "lvt": f"on {count_of(sum(len(fact.loads) for fact in some), 'LVT')}",
        "wade": "wading",
        "pier": "on the pier",
        "jeep": "behind jeeps, on the pier",
    }
    at = at or f" at {names(hex for fact in some for hex in fact.hexes)}"
    how = names(ways[fact.how] for fact in some)
    return f"wave {some[0].wave} comes in{at}, {how}" + (f": {pieces(by_kind(units))}" if units else "")


class CloakedEntered(PiecesEntered, topic="reef.cloaked-entered"):
    """CG5: pieces of a Cloaking box that have entered with the others, unseen."""

    slip: str

    def stub(self) -> str:
        return "a Cloaking box was moved"

    def sentence(self) -> str:
        return f"Cloaked in their midst ({self.slip}): {pieces(by_kind(self.pieces))}"


class CloakedShown(Fact, topic="reef.cloaked-shown"):
    """CG5: a box is opened, in `hex` where it goes ashore: these pieces have entered with it."""

    slip: str
    pieces: Mapping[str, int]
    hex: str = ""

    def sentence(self) -> str:
        ashore = f"{self.slip} goes ashore at {self.hex}" if self.hex else ""
        came = f"with {'it' if ashore else self.slip} came {pieces(by_kind(self.pieces))}" if self.pieces else ""
        return ", and ".join(filter(None, (ashore, came)))


class TransportsRetained(Fact, topic="reef.transports-retained"):
    """15.2: LVTs are kept off the map for a later entry."""

    number: int

    def sentence(self) -> str:
        return f"{count_of(self.number, 'LVT')} {'is' if self.number == 1 else 'are'} kept off the map"


class PartyReturned(Fact, topic="reef.party-returned"):
    """CG3.11: a SFCP that was eliminated is Retained, and enters with the first Assault Wave."""

    party: str
    radio: bool = False
    """Its radio alone, repaired, which the SFCP waits for (reading R-83)."""

    def sentence(self) -> str:
        return (
            f"{f'the radio of {self.party}' if self.radio else self.party} is back, repaired, and enters with the "
            "first Assault Wave"
        )


class LeaderDetermined(Fact, topic="reef.leader-determined"):
    """CG19: a LD DR, and whom it gives; "" for nobody."""

    group: str
    branch: Literal["infantry", "armor"]
    dice: tuple[int, ...]
    terms: tuple[Modifier, ...] = ()
    leader: str = ""
    inexperienced: bool = False

    def sentence(self) -> str:
        found = "all Japanese AFV have Inexperienced Crews" if self.inexperienced else self.leader or "no leader"
        return f"{where(self.group)}, {self.branch} leader: {sum_of(self.dice, self.terms)}: {found}"


class LvtsReceived(Fact, topic="reef.lvts-received"):
    """15.51 to 15.53: LVTs of the campaign."""

    number: int


__all__ = [
    "BltCommitted",
    "CloakedEntered",
    "CloakedShown",
    "EntryAreaAssigned",
    "FormationTransferred",
    "LeaderDetermined",
    "LvtsReceived",
    "PartyReturned",
    "PiecesEntered",
    "TransportsRetained",
    "WaveAssigned",
    "WaveOpened",
    "WaveSealed",
    "WaveStated",
    "WavesUnassigned",
    "by_kind",
    "came_in",
]  # fmt: skip
