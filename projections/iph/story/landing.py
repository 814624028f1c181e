"""IPH 8: who came ashore, and how."""

from __future__ import annotations

from collections.abc import Sequence

from domain.iph import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import Rolled
from projections.iph.story.by_kind import by_kind
from projections.iph.story.narrator import Narrator
from projections.iph.story.toll import losses
from projections.stories import Sentence, facts_of
from projections.stories.words import clauses, count_of, names, sentence, was


def landing(teller: Narrator, entries: Sequence[Entry]) -> None:
    """The landing of a turn: the units of each hex, or where it was for those who cannot tell them; who was stalled or
    lost."""
    told = [
        entry for entry in entries if isinstance(entry.fact, f.ForceLanded | f.UnitsLanded | Rolled) or _nobody(entry)
    ]
    places = {hex: units for fact in facts_of(told, f.UnitsLanded) for hex, units in fact.places.items()}
    hexes = [hex for fact in facts_of(told, f.ForceLanded) for hex in fact.hexes]
    said: list[Sentence] = by_kind(teller, [e for e in entries if isinstance(e.fact, f.BattleshipsClosedIn)])
    if places:
        ashore = clauses(f"{names(units)} in {teller.place(hex)}" for hex, units in places.items())
        said.append(Sentence.of(f"Ashore came {ashore}.", told))
    elif hexes:
        words = teller.pick(
            "landed",
            "Japanese units came ashore in {}.",
            "Boats put Japanese units ashore in {}.",
            "More Japanese landed in {}.",
        )
        said.append(Sentence.of(words.format(teller.places(hexes)), told))
    said += losses(teller, entries)
    stalled = [entry for entry in entries if isinstance(entry.fact, f.UnitsStalled) and not _nobody(entry)]
    if units := [unit for fact in facts_of(stalled, f.UnitsStalled) for unit in fact.units]:
        who = names(units) if len(units) < 9 else count_of(len(units), "unit")
        said.append(Sentence.of(sentence(f"{who} {was(units)} stalled on the beach"), stalled))
    rest = [
        e
        for e in entries
        if e not in told and e not in stalled and not isinstance(e.fact, f.LossesTaken | f.BattleshipsClosedIn)
    ]
    teller.paragraph(*said)
    teller.paragraph(*by_kind(teller, rest))


def _nobody(entry: Entry) -> bool:
    """Whether it says that nobody is stalled: who came ashore is told, and no more."""
    return isinstance(entry.fact, f.UnitsStalled) and not entry.fact.units
