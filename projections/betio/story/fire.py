"""BB 3.7, 4.5.6, 6 Japanese fire, and Marine fire, assaults and demolitions: who fired at whom, the die, what it
said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.betio import facts as f
from domain.betio.facts.codes import FireKind
from domain.kernel.facts import Modifier, label
from projections.betio.story.narrator import Narrator
from projections.stories.words import clauses, count_of, grouped, names, number

FIRES: dict[FireKind, str] = {
    "anti-landing": "Anti-Landing Fire",
    "defensive": "Defensive Fire",
    "offensive": "Offensive Fire",
    "wrecks": "Fire from the wrecks",
    "runway": "Fire across the runway",
}
"""The Japanese fires, as a sentence begins."""
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
    for kind, shots in grouped((fact.kind, fact) for fact in facts).items():
        told.append(_one(kind, shots[0]) if len(shots) == 1 else _several(kind, shots))
    return " ".join(told)


def _one(kind: FireKind, shot: f.FireResolved) -> str:
    out_of = f" out of {shot.fire.by[0]}" if shot.fire and shot.fire.by and shot.fire.by[0] else ""
    says = [count_of(shot.hits, "hit")] if shot.hits else []
    says += [f"Pin {shot.pin}"] if shot.pin else []
    says += ["a course change"] if shot.shift else []
    says += ["an asterisk"] if shot.casualties else []
    return (
        f"{FIRES[kind]}{out_of} at {shot.target} in {shot.hex} was {brief(shot.die, shot.terms)}: "
        f"{names(says) or 'no effect'}."
    )


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
    return f"{FIRES[kind]}, {count_of(len(shots), 'shot')} in all, {clauses(told)}."


# ---- Marine fire, assaults, demolitions ----

FIRED = {"none": "nothing", "S": "an S", "S*": "an S with an asterisk"}


def fired(teller: Narrator, facts: Sequence[f.FireActionResolved]) -> str:
    """Fire of units, at hexes or in defence against a Banzai attack."""
    told = []
    for fact in facts:
        at = f"met the attack in {fact.target} with fire" if fact.banzai else f"fired at {fact.target}"
        told.append(f"{names(fact.units)} {at}: {modified(fact.die, fact.terms)}, {FIRED[fact.result]}")
    return f"{'; '.join(told)}."


def suppression(teller: Narrator, facts: Sequence[f.SuppressionFired]) -> str:
    """Suppression fire from the entry areas."""
    told = [
        f"off {fact.beach} at {fact.area} was {brief(fact.die, fact.terms)}: {FIRED[fact.result]}" for fact in facts
    ]
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


def stopped(teller: Narrator, facts: Sequence[f.AssaultStopped]) -> str:
    """Attacks that came to nothing."""
    return " ".join(f"Nobody was left who could go on against {names(fact.targets)}." for fact in facts)


def assaulted(teller: Narrator, facts: Sequence[f.AssaultResolved]) -> str:
    """The die of an assault, and what it said of the hex."""
    told = []
    for fact in facts:
        end = f"{fact.target} was cleared" if fact.cleared else f"{fact.target} held out"
        told.append(
            f"The die was {modified(fact.die, fact.terms)}: {end}"
            + (f", for {count_of(fact.hits, 'hit')}" if fact.hits else "")
        )
    return ". ".join(told) + "."


def demolished(teller: Narrator, facts: Sequence[f.DemolitionResolved]) -> str:
    """The die of a demolition."""
    told = []
    for fact in facts:
        gone = f"{number(fact.demolished) if fact.demolished else 'none'} gone in all"
        told.append(
            f"The charges brought {modified(fact.die, fact.terms)}: {count_of(fact.steps, 'step')} of the "
            f"strongpoint, {gone}"
        )
    return ". ".join(told) + "."


def coordinated(teller: Narrator, facts: Sequence[f.CoordinationRolled]) -> str:
    """The die for more than one unit in support."""
    return " ".join(
        f"Support from several units, a {fact.die} on its die, added {number(fact.adds) if fact.adds else 'nothing'}."
        for fact in facts
    )


def traps(teller: Narrator, facts: Sequence[f.TrapsRolled]) -> str:
    """What lay in wait, area by area."""
    quiet = [fact.area for fact in facts if not fact.steps]
    told = [f"a {fact.die} in {fact.area} called for {count_of(fact.steps, 'step')}" for fact in facts if fact.steps]
    told += [f"nothing came of those in {names(quiet)}"] if quiet else []
    return f"Booby traps and snipers: {', '.join(told)}."


def raid(teller: Narrator, facts: Sequence[f.AirRaidRolled]) -> str:
    """The air raid."""
    fact = facts[-1]
    if not fact.hits:
        return f"With a {fact.die} the bombs of the air raid fell on the Japanese."
    return f"The air raid, a {fact.die}, brought {count_of(fact.hits, 'hit')}" + (
        ", and whoever was hit was pinned." if fact.pins else "."
    )


def banzai_began(teller: Narrator, facts: Sequence[f.BanzaiBegan]) -> str:
    """A Banzai attack, and on whom."""
    return " ".join(
        f"{'A General Banzai' if fact.general else 'A Banzai attack'} fell on {fact.target} in {fact.hex}."
        for fact in facts
    )


def banzai(teller: Narrator, facts: Sequence[f.BanzaiRolled]) -> str:
    """The die of the Banzai Table."""
    told = []
    for fact in facts:
        came = "the attack was beaten off" if fact.result == "repulsed" else f"{fact.target} had to give way"
        hits = f", after {count_of(fact.hits, 'hit')}" if fact.hits else ""
        told.append(f"The attack rolled {modified(fact.die, fact.terms)}: {came}{hits}.")
    return " ".join(told)
