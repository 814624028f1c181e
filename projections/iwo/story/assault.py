"""IWO 9, 12, 16, 19, 22.3: guns that stayed silent, the charges, and who was lost or left by no shot."""

from __future__ import annotations

from collections.abc import Sequence

from domain.iwo import facts as f
from domain.iwo.state import MILOPS_ELIMINATED
from domain.kernel.entries import Entry
from projections.iwo.story.passage import Passage
from projections.stories import Sentence, facts_of
from projections.stories.words import count_of, grouped


def held(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """A side that bombarded nothing."""
    said: list[Sentence] = []
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, f.BombardmentsDeclared) and not fact.plan:
            adjective, who = ("American", "Americans") if fact.side == "us" else ("Japanese", "Japanese")
            words = passage.teller.pick(
                f"silent {fact.side}", f"The {adjective} guns stayed silent.", f"The {who} bombarded nothing."
            )
            said.append(Sentence.of(words, [entry]))
    return said


def charge(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """Kirikami and Banzai charges, with the step that the first cost."""
    said: list[Sentence] = []
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, f.KirikamiDeclared):
            losses = passage.kept.get("lost", [])
            paid = [e for e in losses if _unit(e) == fact.unit]
            last = "its last" if facts_of(paid, f.UnitEliminated) else "a"
            words = (
                f"{fact.unit} gave {last} step for a Kirikami charge: every Japanese unit would assault with one "
                "die more this turn."
            )
            said.append(Sentence.of(words, [*paid, entry]))
            passage.kept["lost"] = [e for e in losses if e not in paid]
        elif isinstance(fact, f.BanzaiDeclared):
            words = (
                f"Banzai! Every Japanese unit in and next to {passage.teller.place(fact.area)} had two dice more "
                "to assault with."
            )
            said.append(Sentence.of(words, [entry]))
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


def gone(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """Units that left play."""
    said: list[Sentence] = []
    for entry in entries:
        fact = entry.fact
        assert isinstance(fact, f.UnitRemoved)
        if fact.cause == "banzai-charge":
            words = f"{fact.unit} was lost with the Banzai charge."
        elif fact.withdrawn:
            words = (
                f"{fact.unit} {passage.teller.pick('withdrawn', 'was withdrawn to', 'left the battle for')} the "
                "Reserve Box."
            )
        else:
            words = f"{fact.unit} left play: {f.REMOVED[fact.cause]}."
        said.append(Sentence.of(words, [entry]))
    return said


def _unit(entry: Entry) -> str:
    """Who was lost."""
    return entry.fact.unit if isinstance(entry.fact, f.StepLost | f.UnitEliminated) else ""
