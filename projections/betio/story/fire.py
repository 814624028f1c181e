"""BB 3.7, 4.5.6, 6 Japanese fire, and Marine fire, assaults and demolitions: who fired at whom, the die, what it
said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.betio import facts as f
from domain.betio.facts.codes import FireKind
from domain.kernel.facts import Modifier, label
from projections.betio.story.narrator import Narrator
from projections.stories.words import capital, clauses, count_of, grouped, names

TERMS: Mapping[str, str] = {
    "terrain": "the ground",
    "japanese-morale": "Japanese morale",
    "regiment": "the regiment's morale",
    "area-suppression": "the suppressed area",
    "chit": "the bombardment",
    "next-to-pier": "the Long Pier",
    "position": "the improved position",
    "suppression": "suppression",
    "suppressed-banzai": "the fire that met it",
    "unsupplied": "lack of supply",
    "isolated": "isolation",
    "delay": "the impulses given up",
    "pier-head": "the Supply Head at the pier",
}
"""What modifiers are for, where a sentence has other words than a sum."""
FEW = 4
"""Targets that are named where nothing happened to them."""


def modified(die: int, terms: Iterable[Modifier]) -> str:
    """A die, and what it came to with its modifiers."""
    every = tuple(terms)
    if not every:
        return f"a {die}"
    return (
        f"a {die}, {die + sum(term.amount for term in every)} with "
        f"{names((f'{term.amount:+d} for {_of(term)}' for term in every), 12)}"
    )


def _of(term: Modifier) -> str:
    """What a modifier is for."""
    return TERMS.get(term.code) or term.why or label(term.code)


def brief(die: int, terms: Iterable[Modifier]) -> str:
    """A die, and what it came to."""
    change = sum(term.amount for term in terms)
    return f"a {die}" + (f" made {die + change}" if change else "")


# ---- Japanese fire ----


def japanese(teller: Narrator, facts: Sequence[f.FireResolved]) -> str:
    """Each kind of fire by itself: a single shot with its die, of several who was hit how often."""
    told = []
    teller.hit = tuple(dict.fromkeys(fact.target for fact in facts if fact.hits))
    for kind, shots in grouped((fact.kind, fact) for fact in facts).items():
        told.append(_one(kind, shots[0]) if len(shots) == 1 else _several(kind, shots))
    return " ".join(told)


def _one(kind: FireKind, shot: f.FireResolved) -> str:
    out_of = f" out of {shot.fire.by[0]}" if shot.fire and shot.fire.by and shot.fire.by[0] else ""
    shot_at = f"{shot.target} in {shot.hex} was {brief(shot.die, shot.terms)}"
    return f"{capital(f.FIRES[kind])}{out_of} at {shot_at}: {shot.came}."


def _several(kind: FireKind, shots: Sequence[f.FireResolved]) -> str:
    """Who was hit, and how many of the shots had no effect at all."""
    hits = grouped((shot.hits, shot.target) for shot in shots if shot.hits)
    by_hits = [
        f"{count_of(count, 'hit')} on {names(who)}{' each' if len(set(who)) > 1 else ''}"
        for count, who in sorted(hits.items(), reverse=True)
    ]
    rest = [shot for shot in shots if not shot.hits]
    touched = [shot.target for shot in rest if shot.pin or shot.shift or shot.casualties]
    missed = [shot.target for shot in rest if shot.target not in touched]
    told = [f"made {names(by_hits)}"] if by_hits else []
    told += [f"{'only ' if not by_hits else ''}troubled {names(touched)}"] if touched else []
    told += (
        [f"missed {names(missed) if len(missed) <= FEW else count_of(len(missed), 'other')}"]
        if missed and (by_hits or touched)
        else []
    )
    told = told or [f"hit nobody: {names(missed)} went on"]
    return f"{capital(f.FIRES[kind])}, {count_of(len(shots), 'shot')} in all, {clauses(told)}."


# ---- Marine fire, assaults, demolitions ----


def fired(teller: Narrator, facts: Sequence[f.FireActionResolved]) -> str:
    """Fire of units, at hexes or in defence against a Banzai attack."""
    told = []
    for fact in facts:
        at = f"met the attack in {fact.target} with fire" if fact.banzai else f"fired at {fact.target}"
        told.append(f"{names(fact.units)} {at}: {modified(fact.die, fact.terms)}, {fact.came}")
    return f"{'; '.join(told)}."


def suppression(teller: Narrator, facts: Sequence[f.SuppressionFired]) -> str:
    """Suppression fire from the entry areas."""
    told = [f"off {fact.beach} at {fact.area} was {brief(fact.die, fact.terms)}: {fact.came}" for fact in facts]
    return f"Suppression Fire {'; '.join(told)}."


def declared(teller: Narrator, facts: Sequence[f.AssaultDeclared]) -> str:
    """Who attacked what."""
    told = []
    for fact in facts:
        if fact.demolition:
            told.append(f"{names(fact.units)} went at the strongpoint in {names(fact.targets)} with charges")
        else:
            told.append(
                f"{names(fact.units)} {teller.pick('assault', 'assaulted', 'attacked', 'stormed')} "
                f"{names(fact.targets)}"
            )
    return f"{'; '.join(told)}."


def traps(teller: Narrator, facts: Sequence[f.TrapsRolled]) -> str:
    """What lay in wait, area by area."""
    quiet = [fact.area for fact in facts if not fact.steps]
    told = [f"a {fact.die} in {fact.area} called for {count_of(fact.steps, 'step')}" for fact in facts if fact.steps]
    told += [f"nothing came of those in {names(quiet)}"] if quiet else []
    return f"Booby traps and snipers: {', '.join(told)}."
