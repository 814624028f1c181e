"""DDaT 8.6: close combat."""

from collections.abc import Mapping
from typing import Literal

from domain.kernel.facts import Fact, label
from domain.wargame.war_facts import does, several

Side = Literal["us", "jp"]
SIDES: Mapping[str, str] = {"us": "US", "jp": "Japanese"}


class CombatBegan(Fact, topic="ddat.combat-began"):
    """Close combat: the piles that are dealt, by what each side gets its cards for (8.6)."""

    hex: str
    attacker: Side
    colour: str
    us_cards: Mapping[str, int]
    jp_cards: Mapping[str, int]

    @property
    def us(self) -> int:
        """How many cards the US side has."""
        return sum(self.us_cards.values())

    @property
    def jp(self) -> int:
        """How many cards the Japanese side has."""
        return sum(self.jp_cards.values())

    def sentence(self) -> str:
        return f"close combat in {self.hex}, {self.colour}: US {several(self.us, 'card')}, Japanese {self.jp}"


class PileChanged(Fact, topic="ddat.pile-changed"):
    """A card is dealt to a close combat pile, or its top card is discarded unseen (8.6, 8.67)."""

    pile: Side
    by: int
    why: Literal["hit", "heroism", "reinforce", "withdrawal"]

    def sentence(self) -> str:
        what = "a card more for" if self.by > 0 else "the top card is discarded from"
        why = {"hit": "a hit", "withdrawal": "withdrawal under fire"}.get(self.why, self.why)
        return f"{what} the {SIDES[self.pile]} pile: {why}"


class CombatEvent(Fact, topic="ddat.combat-event"):
    """A close combat event (8.67): the side that revealed it, the side it hits, or why it is none."""

    event: Literal["conscripts-surrender", "heroism", "naval-blast", "reinforce", "withdrawal-hit"]
    side: Side
    hits: Literal["", "us", "jp"] = ""
    void: Literal["", "elite-or-tank", "no-colour", "revealed-by-us", "out-of-communication"] = ""

    def sentence(self) -> str:
        if self.void:
            why = {
                "elite-or-tank": "elite and tank units fought on",
                "no-colour": "the card does not show the colour: no event",
                "revealed-by-us": "revealed by the US: no event",
                "out-of-communication": "the unit is out of communication: no event",
            }[self.void]
            return f"{label(self.event)}: {why}"
        return {
            "conscripts-surrender": "conscripts surrendered",
            "heroism": f"heroism gave the {SIDES[self.side]} a card more and took one from the other side",
            "naval-blast": f"a naval blast hit the {SIDES.get(self.hits, '')}",
            "reinforce": "the Japanese were reinforced",
            "withdrawal-hit": "those who withdrew were hit on the way",
        }[self.event]


class MarkersRemoved(Fact, topic="ddat.combat-markers-removed"):
    """A disrupted side removes its markers instead of revealing a card (8.6): those of these US units, or of the
    Japanese force in this place."""

    side: Side
    units: tuple[str, ...] = ()

    def sentence(self) -> str:
        return f"the {SIDES[self.side]} recovered instead of turning up a card"


class CombatEnded(Fact, topic="ddat.combat-ended"):
    """How a close combat ended; what was not drawn lies on top of the deck again (8.61-8.66)."""

    hex: str
    how: Literal["elimination", "exhaustion", "withdrawal"]
    undrawn: int = 0

    def sentence(self) -> str:
        left = f"; {several(self.undrawn, 'card')} {does('go', self.undrawn)} back on the deck" if self.undrawn else ""
        return f"close combat in {self.hex} ends by {self.how}{left}"
