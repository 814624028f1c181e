"""The story of a game of D-Day at Tarawa, told step by step in the sequence of play; the modules are named as those of the rules.

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
from domain.kernel.facts import StepBegan
from projections.ddat.story import actions, amphibious, end_of_turn, events, fire
from projections.ddat.story.by_kind import by_kind
from projections.ddat.story.narrator import Narrator


def _rest(teller: Narrator, entries: Sequence[Entry]) -> None:
    teller.paragraph(*by_kind(teller, entries))


STEPS: Mapping[str, Callable[[Narrator, Sequence[Entry]], None]] = {
    "End of Turn": amphibious.loading,
    "Amphibious Operations, loading": amphibious.loading,
    "Amphibious Operations, landing checks": amphibious.landing,
    "Amphibious Operations, wading": amphibious.water,
    "Amphibious Operations, LVTs": amphibious.water,
    "Amphibious Operations, arrivals": amphibious.water,
    "Overnight, out of the water": amphibious.water,
    "Event Phase": events.events,
    "Second Event Phase": events.events,
    "Japanese Fire Phase": fire.fire,
    "US Action Phase": actions.actions,
    "US Action Phase, close combat": actions.actions,
}
"""How each step is told; steps that follow each other and are told in the same way are told together."""


class Teller(Narrator):
    """Tells a game of D-Day at Tarawa."""

    WINNERS: Mapping[str, str] = {"us": "The Americans win", "jp": "The Japanese win", "": "The game is drawn"}

    def tell(self, entries: Sequence[Entry]) -> None:
        self.follow(max(entry.version for entry in entries))
        self.count(entries)
        for entry in entries:
            if isinstance(entry.fact, StepBegan) and entry.fact.title == "End of Turn":
                self.ended = (entry.version,)
        for way, group in groupby(entries, key=lambda entry: STEPS.get(entry.moment.path[-1], _rest) if entry.moment.path else _rest):
            way(self, list(group))

    def close(self) -> None:
        end_of_turn.close(self)
