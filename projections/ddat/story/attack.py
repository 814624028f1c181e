"""DDaT 8: attacks, barrages and naval fire."""

from __future__ import annotations

from collections.abc import Sequence

from domain.ddat import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn
from projections.ddat.story.by_kind import QUIET
from projections.ddat.story.narrator import Narrator
from projections.ddat.story.toll import Found, Toll
from projections.stories import Sentence, facts_of
from projections.stories.words import names, sentence

ELSEWHERE = (*QUIET, f.ActionTaken, f.AttackCompared, f.MarkerSpent, Drawn)
"""What the words of an attack tell in other places, or not at all."""


def attack(teller: Narrator, entries: Sequence[Entry]) -> Sentence:
    """An attack: who and where, the odds, what was turned up, and what it cost."""
    toll, found = Toll(), Found()
    compared = next(reversed(facts_of(entries, f.AttackCompared)), None)  # with what was turned up
    declared = next(reversed(facts_of(entries, f.AttackDeclared)), None)
    extra: list[str] = []
    for e in entries:
        fact = e.fact
        if isinstance(fact, f.DepthPlaced):
            toll.deeper.append(fact.where)
        elif isinstance(fact, ELSEWHERE) or found.take(fact) or toll.take(fact):
            continue
        elif words := fact.sentence():
            extra.append(sentence(words))
    toll.called = dict(found.units) | {one.where: one.unit for one in toll.beaten if one.unit}
    units = declared.units if declared else next((taken.units for taken in facts_of(entries, f.ActionTaken)), ())
    hex = declared.hex if declared else compared.hex if compared else ""
    naval = " behind naval fire" if declared and declared.naval else ""
    who, place = names(units), teller.place(hex)
    odds = f", {compared.odds}" if compared and compared.odds else ""
    start = teller.pick(
        "attack",
        f"{who} attacked {place}{naval}{odds}",
        f"{place} was attacked by {who}{naval}{odds}",
        f"{place} came under attack from {who}{naval}{odds}",
    )
    cost = toll.words(teller) or teller.pick("held", "the position held", "nothing gave way")
    if compared and not (compared.us or compared.jp):
        cost = f"a lone unit of strength 0 was beaten at once, and {cost}"
    turned = found.words()
    words = f"{start}. {sentence(turned)[:-1]}; {cost}." if turned else f"{start}; {cost}."
    return Sentence.of(" ".join([words, *extra]), entries)


def barrage(teller: Narrator, entries: Sequence[Entry]) -> Sentence:
    """A barrage of US artillery, with its card."""
    toll = Toll()
    taken = next(iter(facts_of(entries, f.ActionTaken)), None)
    card = next((drawn.item for drawn in facts_of(entries, Drawn) if drawn.name == "barrage"), "")
    for e in entries:
        toll.take(e.fact)
    who, at = (names(taken.units), teller.place(taken.at)) if taken else ("", "")
    cost = toll.words(teller) or "it did no harm"
    drawn = f" with card {card}" if card else ""
    words = teller.pick(
        "barrage", f"{who} shelled {at}{drawn}: {cost}.", f"A barrage of {who} fell on {at}{drawn}: {cost}."
    )
    return Sentence.of(words, entries)


def naval(teller: Narrator, entries: Sequence[Entry], hex: str) -> Sentence:
    """A naval fire marker spent on a barrage."""
    toll = Toll()
    for e in entries:
        toll.take(e.fact)
    cost = toll.words(teller) or "it changed nothing"
    words = teller.pick(
        "naval", "A naval fire marker went into a barrage of {}: {}.", "Naval fire fell on {}: {}."
    ).format(teller.place(hex), cost)
    return Sentence.of(words, entries)
