"""The story of a game of D-Day at Tarawa, told phase by phase in the sequence of play; the modules are named as those
of the rules.

amphibious      5: loading, landing, wading, LVTs
events          the Event Phase
fire            6: fire cards, and what the Japanese did on them
actions         7: moves and recoveries of US units
attack          8: attacks, barrages, naval fire
close_combat    8.6: each close combat by itself
end_of_turn     18: what the turn cost and what is secured
by_kind         all else: setting up, markers, arrivals
toll            the words of losses, and of what was turned up
narrator        what is known meanwhile
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from domain.kernel.entries import Entry
from domain.kernel.facts import PhaseBegan
from projections.ddat.story import actions, amphibious, end_of_turn, events, fire
from projections.ddat.story.by_kind import by_kind
from projections.ddat.story.narrator import Narrator
from projections.stories import winners


def _rest(teller: Narrator, entries: Sequence[Entry]) -> None:
    teller.paragraph(*by_kind(teller, entries))


PHASES: Mapping[str, Callable[[Narrator, Sequence[Entry]], None]] = {
    **dict.fromkeys(("end", "load"), amphibious.loading),
    "land": amphibious.landing,
    **dict.fromkeys(("wade", "recovery", "arrive", "night"), amphibious.water),
    **dict.fromkeys(("event", "event2"), events.events),
    "fire": fire.fire,
    **dict.fromkeys(("action", "combat"), actions.actions),
}
"""How each phase is told, by its id; phases that follow each other and are told in the same way are told together."""


class Teller(Narrator):
    """Tells a game of D-Day at Tarawa."""

    WINNERS = winners("The Americans")

    def tell(self, entries: Sequence[Entry]) -> None:
        self.follow(max(entry.version for entry in entries) + 1)
        self.count(entries)
        for entry in entries:
            if isinstance(entry.fact, PhaseBegan) and entry.fact.phase == "end":
                self.ended = (entry.version,)
        for way, group in groupby(entries, key=lambda entry: PHASES.get(entry.moment.phase, _rest)):
            way(self, list(group))

    def close(self) -> None:
        end_of_turn.close(self)
