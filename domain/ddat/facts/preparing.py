"""DDaT 3, 20, 21: setting up. DDaT 4, 12.0: turns, cards, action chits. And what was due and did not come about."""

from collections.abc import Mapping
from typing import Literal

from domain.ddat.facts.events import EVENTS
from domain.ddat.state import MAP
from domain.kernel.english import count_of, number
from domain.kernel.facts import Fact, Words, label
from domain.wargame import war_facts as war
from domain.wargame.war_facts import StateBecomes, listed
from domain.wargame.war_facts import TurnBegan as TurnBegan


class JapaneseSetUp(
    StateBecomes, topic="ddat.japanese-set-up", says=("reserve", "coastal_pool", "inland_pool", "out_of_play")
):
    """The Japanese pieces lie face down: on these positions, with depth on some, and in the boxes."""

    positions: tuple[str, ...]
    depth: Mapping[str, str] = {}
    reserve: int = 0
    coastal_pool: int = 0
    inland_pool: int = 0
    out_of_play: int = 0

    def sentence(self) -> str:
        depth = f", {number(len(self.depth))} of them with depth" if self.depth else ""
        manned = f"{count_of(len(self.positions), 'Japanese unit')} manned the island{depth}"
        return f"face down, {manned}; {number(self.reserve)} lay in reserve"


class TankPlaced(Fact, topic="ddat.tank-placed"):
    """A Japanese tank unit stands face up and disrupted, with its depth marker."""

    position: str
    unit: str
    colour: str

    def sentence(self) -> str:
        return f"the tank unit {self.unit} stands in {self.position}, disrupted"


class UnitsDeployed(Fact, topic="ddat.units-deployed"):
    """US units as the scenario begins: those that wait aside, are out of play, or stand in a hex; their steps, and what
    else is left."""

    aside: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    steps: Mapping[str, int] = {}
    hexes: Mapping[str, str] = {}
    posts: Mapping[str, int] = {}
    lvts: tuple[int, ...] = ()
    lost: tuple[str, ...] = ()
    heroes_left: int = 8

    def sentence(self) -> str:
        return f"{len(self.steps)} US units are ready" if self.steps else ""


class ScenarioSet(StateBecomes, topic="ddat.scenario-set", says=("scenario", "turn", "shibasaki", "letters", "chits")):
    """What the scenario begins with beside the pieces."""

    scenario: str
    turn: int = 1
    shibasaki: str = "command"
    letters: tuple[str, ...] = ()
    chits: tuple[str, ...] = ()


class UnitsPlaced(war.UnitsPlaced, topic="ddat.units-placed", become={"box": MAP, "due": 0}, says=("facing",)):
    """US units in beach approach hexes, or where the scenario sets them up, facing where the arrow points."""

    facing: str = ""
    words: Words = ""
    """The letters of the approach hex, with its beach."""

    def sentence(self) -> str:
        return f"{listed(self.units)} in " + (f"{self.words} ({self.at})" if self.words else self.at)


class RaidResolved(Fact, topic="ddat.raid-resolved"):
    """Hawkins' raid: the stars on three fire cards (21.1)."""

    stars: int

    def sentence(self) -> str:
        return f"Hawkins' raid drew {count_of(self.stars, 'star')}"


class OptionTaken(Fact, topic="ddat.option-taken"):
    """An optional rule is in use (21): the beach of 21.2, the turns at which units come by 21.3."""

    option: Literal["landing-1-8", "shibasaki-survives"]
    beach: str = ""
    due: Mapping[str, int] = {}

    def sentence(self) -> str:
        if self.option == "landing-1-8":
            return f"by an optional rule the 1st Battalion, 8th Marines, was to land on {self.beach}"
        return "by an optional rule Admiral Shibasaki could not be killed"


class SetupEnded(StateBecomes, topic="ddat.setup-ended", become={"set_up": True}):
    """Both sides stand as the scenario wants it."""


# ---- 4, 12.0 turns and cards ----


class DeckShuffled(Fact, topic="ddat.deck-shuffled"):
    """The discards are part of the deck again."""

    cards: int

    def sentence(self) -> str:
        if not self.cards:
            return ""
        return (
            f"the {count_of(self.cards, 'discard')} {'was' if self.cards == 1 else 'were'} shuffled back into the deck"
        )


class ChitTurned(Fact, topic="ddat.chit-turned"):
    """Lettered actions are available from here on (12.0)."""

    letter: str

    def sentence(self) -> str:
        return f"from here on the Japanese had their {self.letter} actions"


class NothingDone(Fact, topic="ddat.nothing-done"):
    """Something was due and did not come about: an event by its code, depth for a position, a barrage of a hex, …; and
    why."""

    what: str
    at: str = ""
    why: Words

    @property
    def is_traced(self) -> bool:
        return self.what == "depth" and bool(self.at)

    @property
    def due(self) -> str:
        """What was due, in words."""
        words = {"artillery": "Japanese artillery fire", "barrage": "the barrage"}.get(
            self.what, f"“{EVENTS[self.what]}”" if self.what in EVENTS else label(self.what)
        )
        return f"{words} {'on' if self.what == 'barrage' else 'for'} {self.at}" if self.at else words

    def sentence(self) -> str:
        if self.what == "none":
            return self.why
        came = f"no depth came for {self.at}" if self.what == "depth" and self.at else f"nothing came of {self.due}"
        return f"{came}: {self.why}"
