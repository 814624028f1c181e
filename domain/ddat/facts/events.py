"""The event list (EV): the event of a card, and what holds for a turn or a phase because of it."""

from collections.abc import Mapping

from domain.ddat.charts import ZONES
from domain.kernel.facts import Fact, label
from domain.wargame.war_facts import PlacesBecome, StateBecomes

EVENTS: Mapping[str, str] = {
    "expedited": "Expedited arrival",
    "engineers-cover": "Engineers take cover",
    "no-ship-to-shore": "No ship-to-shore",
    "naval-hits-position": "Unexpected naval fire",
    "tank": "Japanese tank",
    "lvt-commandeered": "LVT commandeered",
}
"""Events whose name is not their code in words."""


class EventBegan(StateBecomes, topic="ddat.event-began", become={"event_drawn": True}):
    """The event of a card for this turn, and the zone, beach or colour it is about; without a card what comes in its
    place."""

    card: str
    event: str
    of: str = ""

    @property
    def title(self) -> str:
        """The event by its name, with what it is about."""
        of = f", {'zone ' if self.of in ZONES else ''}{self.of}" if self.of else ""
        return EVENTS.get(self.event, label(self.event).capitalize()) + of

    def sentence(self) -> str:
        if not self.card:
            came = self.event == "counterattack"
            return "in place of an event card " + (
                "the counterattack of last turn came" if came else "two Japanese units gained depth"
            )
        return "event: " + (label(self.event) if self.event == "none" else self.title)


class Counterattacked(Fact, topic="ddat.counterattacked"):
    """A counterattack: all colours show A in the Fire Phase of this turn, or of the next."""

    next_turn: bool = False

    def sentence(self) -> str:
        if self.next_turn:
            return "the counterattack would come in the next turn, in place of its first event"
        return "every colour was to show A in this Fire Phase"


class WiresCut(StateBecomes, topic="ddat.wires-cut", become={"wires_cut": True}):
    """No unit redeploys or assaults in this turn."""

    def sentence(self) -> str:
        return "no Japanese unit could redeploy or assault in this Fire Phase"


class SmokeLaid(PlacesBecome, topic="ddat.smoke-laid", become={"smoke": True}):
    """The coastal positions of a zone do not fire this turn."""

    zone: str

    def sentence(self) -> str:
        return f"the coastal positions of zone {self.zone} could not fire this turn"


class ShibasakiKilled(Fact, topic="ddat.shibasaki-killed"):
    """Admiral Shibasaki is dead; or escapes the first time, after a raid that failed (21.1)."""

    escaped: bool = False

    def sentence(self) -> str:
        if self.escaped:
            return "since the raid had failed, Admiral Shibasaki escaped this time"
        return "the Japanese lost their commander, Admiral Shibasaki"


class EngineersCovered(StateBecomes, topic="ddat.engineers-covered", become={"no_support": True}):
    """The engineers take cover: no support markers this turn."""

    def sentence(self) -> str:
        return "the engineers took cover and brought no support markers this turn"


class LvtsSilent(Fact, topic="ddat.lvts-silent"):
    """No ship to shore communication: no LVT is available on this turn."""

    turn: int

    def sentence(self) -> str:
        return f"no LVT would be available on turn {self.turn}"
