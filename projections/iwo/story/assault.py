"""IWO 22.3: the Kirikami charge, and who was lost by no shot."""

from __future__ import annotations

from collections.abc import Sequence

from domain.iwo import facts as f
from domain.iwo.state import MILOPS_ELIMINATED
from domain.kernel.entries import Entry
from projections.iwo.story.passage import Passage
from projections.stories import Sentence, facts_of
from projections.stories.words import count_of, grouped


def charge(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """Kirikami charges, with the step that each cost."""
    said: list[Sentence] = []
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, f.KirikamiDeclared):
            losses = passage.kept.get("lost", [])
            paid = [e for e in losses if _unit(e) == fact.unit]
            last = "its last" if facts_of(paid, f.UnitEliminated) else "a"
            words = f"{fact.unit} gave {last} step for a Kirikami charge: {fact.BRINGS}."
            said.append(Sentence.of(words, [*paid, entry]))
            passage.kept["lost"] = [e for e in losses if e not in paid]
    return said


def lost(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """Losses that come of no shot, but those that a charge has told."""
    said: list[Sentence] = []
    for unit, some in grouped((_unit(entry), entry) for entry in entries).items():
        steps, dead = len(facts_of(some, f.StepLost)), facts_of(some, f.UnitEliminated)
        unseen = any(fact.to == MILOPS_ELIMINATED for fact in dead)
        words = (
            f"{unit} had died in hiding"
            if unseen
            else f"{unit} was lost"
            if dead
            else f"{unit} lost {count_of(steps, 'step')}"
        )
        said.append(Sentence.of(f"{words}.", some))
    return said


def _unit(entry: Entry) -> str:
    """Who was lost."""
    return entry.fact.unit if isinstance(entry.fact, f.StepLost | f.UnitEliminated) else ""
