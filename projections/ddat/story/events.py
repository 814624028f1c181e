"""The Event Phases: the card, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.ddat import facts as f
from domain.kernel.entries import Entry
from projections.ddat.story.by_kind import by_kind
from projections.ddat.story.close_combat import close_combat
from projections.ddat.story.fire import acts
from projections.ddat.story.narrator import Narrator
from projections.stories import Sentence
from projections.stories.words import sentence


def events(teller: Narrator, entries: Sequence[Entry]) -> None:
    """The event, and what came of it; a tank event is an action of the tank's position."""
    at = next((n for n, e in enumerate(entries) if isinstance(e.fact, f.PositionChecked)), len(entries))
    second = any(e.moment.phase == "event2" for e in entries)
    said = [Sentence.of(_event(teller, e.fact, second), [e]) for e in entries[:at] if isinstance(e.fact, f.EventBegan)]
    said += by_kind(teller, [e for e in entries[:at] if not isinstance(e.fact, f.EventBegan)], event=True)
    done = acts(teller, entries[at:])
    teller.paragraph(*said, *done.deeds, *done.moves, *by_kind(teller, done.rest))
    for fight in done.fights:
        teller.paragraph(*close_combat(teller, fight))


def _event(teller: Narrator, fact: f.EventBegan, second: bool) -> str:
    which = "second event" if second else "event"
    if not fact.card:
        return sentence(fact.sentence())
    if fact.event == "none":
        return teller.pick(
            "no event",
            f"Card {fact.card} brought no {which}.",
            f"The {which} card ({fact.card}) had nothing for this turn.",
        )
    return teller.pick(
        "event",
        f"The {which} was “{fact.title}” (card {fact.card}).",
        f"Card {fact.card} brought the {which} “{fact.title}”.",
    )
