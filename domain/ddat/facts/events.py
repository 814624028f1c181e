"""The event list (EV): the event of a card, and what holds for a turn or a phase because of it."""

from __future__ import annotations

from domain.kernel.facts import Fact, label
from domain.wargame.war_facts import PlacesBecome, StateBecomes


class EventBegan(StateBecomes, topic="ddat.event-began", become={"event_drawn": True}):
    """The event of a card for this turn, and the zone, beach or colour it is about; without a card what comes in its
    place."""

    card: str
    event: str
    of: str = ""

    def sentence(self) -> str:
        if not self.card:
            in_place = {
                "counterattack": "the counterattack of last turn is carried out",
                "depth": "depth for two Japanese units, without a card",
            }
            return f"event: {in_place.get(self.event, label(self.event))}"
        return f"event: {label(self.event)}" + (f", {self.of}" if self.of else "")


class Counterattacked(Fact, topic="ddat.counterattacked"):
    """A counterattack: all colours show A in the Fire Phase of this turn, or of the next."""

    next_turn: bool = False

    def sentence(self) -> str:
        if self.next_turn:
            return "a counterattack in the next turn, instead of its first event"
        return "all colours show A in this Fire Phase"


class WiresCut(StateBecomes, topic="ddat.wires-cut", become={"wires_cut": True}):
    """No unit redeploys or assaults in this turn."""

    def sentence(self) -> str:
        return "no unit redeploys or assaults in this Fire Phase"


class SmokeLaid(PlacesBecome, topic="ddat.smoke-laid", become={"smoke": True}):
    """The coastal positions of a zone do not fire this turn."""

    zone: str

    def sentence(self) -> str:
        return f"coastal positions of zone {self.zone} do not fire this turn"


class ShibasakiKilled(Fact, topic="ddat.shibasaki-killed"):
    """Admiral Shibasaki is dead; or escapes the first time, after a raid that failed (21.1)."""

    escaped: bool = False

    def sentence(self) -> str:
        return "the raid failed: this time he escapes" if self.escaped else "Admiral Shibasaki is killed"


class EngineersCovered(StateBecomes, topic="ddat.engineers-covered", become={"no_support": True}):
    """The engineers take cover: no support markers this turn."""

    def sentence(self) -> str:
        return "no support markers this turn"


class LvtsSilent(Fact, topic="ddat.lvts-silent"):
    """No ship to shore communication: no LVT is available on this turn."""

    turn: int

    def sentence(self) -> str:
        return f"no LVT is available on turn {self.turn}"
