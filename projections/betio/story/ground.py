"""BB 1.7, 3 the way ashore, 4.3 moves on Betio, 4.9 recovery, 1.3 positions: who went where."""

from __future__ import annotations

from collections.abc import Sequence

from domain.betio import facts as f
from projections.betio.story.narrator import Narrator
from projections.betio.words import cargo, is_supply
from projections.stories.words import clauses, count_of, grouped, names, number, was

# ---- 3 the way ashore ----


def entered(teller: Narrator, facts: Sequence[f.UnitEntered]) -> str:
    """Who came to the edge of the reef, beach by beach, with what."""
    told = []
    for beach, some in grouped((fact.beach, fact) for fact in facts if fact.vessel).items():
        carried = [f"{fact.vessel} with {cargo(fact.cargo)}" if fact.cargo else f"{fact.vessel} empty" for fact in some]
        told.append(f"off {beach or 'the pier'} {names(carried, 20)}")
    first = [f"{fact.cargo} began in {fact.hex}" for fact in facts if not fact.vessel]
    how = (
        teller.pick("entered", "At the edge of the reef came", "From the transports came", "Towards the beaches came")
        if told
        else ""
    )
    return " ".join([*(f"{one}." for one in first), *([f"{how} {'; '.join(told)}."] if told else [])])


def reef(teller: Narrator, facts: Sequence[f.ReefMoved]) -> str:
    """Who went on across the reef and down the pier, and how far; who drifted."""
    ends: dict[str, str] = {}
    drifted: dict[str, str] = {}
    for fact in facts:
        for unit in fact.units:
            (drifted if fact.shifted else ends)[unit] = fact.to
    told = []
    if ends:
        ways = grouped((to, unit) for unit, to in ends.items())
        told.append("Across the reef went " + "; ".join(f"{names(units)} to {to}" for to, units in ways.items()))
    if drifted:
        ways = grouped((f"to {to}" if to else "nowhere at all", unit) for unit, to in drifted.items())
        told.append("Off course went " + "; ".join(f"{names(units)} {to}" for to, units in ways.items()))
    return ". ".join(told) + "."


def unloaded(teller: Narrator, facts: Sequence[f.Unloaded]) -> str:
    """Who left a vessel before the beach."""
    told = [
        f"{cargo(fact.unit)} from {fact.vessel} {f'into {fact.onto}' if fact.onto else f'at {fact.hex}'}"
        for fact in facts
    ]
    return f"Out of the boats went {names(told, 20)}."


def landed(teller: Narrator, facts: Sequence[f.Landed]) -> str:
    """Who came ashore, and who so late that APs are lacking."""
    where = grouped((fact.hex, "a supply point" if is_supply(fact.unit) else fact.unit) for fact in facts)
    late = [fact.unit for fact in facts if fact.late and not is_supply(fact.unit)]
    told = clauses(f"{names(units)} in {hex}" for hex, units in where.items())
    short = f"; late, and short of 3 APs, {was(late)} {names(late)}" if late else ""
    return f"{teller.pick('landed', 'Ashore came', 'On the beach stood', 'Onto dry land came')} {told}{short}."


def stranded(teller: Narrator, facts: Sequence[f.Stranded]) -> str:
    """Who waded on."""
    where = grouped((fact.hex, fact.unit) for fact in facts)
    return f"Left to wade {was(facts)} {clauses(f'{names(units)} in {hex}' for hex, units in where.items())}."


# ---- 4.3 on Betio ----


def moved(teller: Narrator, facts: Sequence[f.UnitsMoved]) -> str:
    """Who went where, by where they ended."""
    ends = {unit: fact.to for fact in facts for unit in fact.units}
    ways = grouped((to, unit) for unit, to in ends.items())
    verb = teller.pick("moved", "Forward went", "Further on went", "Onward went")
    return f"{verb} {'; '.join(f'{names(units)} to {to}' for to, units in ways.items())}."


def recovered(teller: Narrator, facts: Sequence[f.RecoveryRolled]) -> str:
    """The dice of recovery: who rolled what, and what the table gave."""
    ways = grouped((fact.steps, f"{fact.unit} (a {fact.die})") for fact in facts)
    told = [
        f"{number(steps) if steps else 'none'} for {names(units)}"
        for steps, units in sorted(ways.items(), reverse=True)
    ]
    return f"The dice of recovery gave, in steps, {clauses(told)}."


def steps_back(teller: Narrator, facts: Sequence[f.StepsRecovered | f.VesselReturned]) -> str:
    """Who got steps back."""
    ways = grouped((gain.steps, gain.unit) for fact in facts for gain in fact.gains)
    told = [
        f"{count_of(steps, 'step')} went back to {names(units)}{' each' if len(units) > 1 else ''}"
        for steps, units in ways.items()
    ]
    words = clauses(told)
    return f"{words[:1].upper()}{words[1:]}."


def returned(teller: Narrator, facts: Sequence[f.VesselReturned]) -> str:
    """Vessels that came back, each for two that were lost."""
    told = [f"{names(fact.units)} for itself and {fact.spent}" for fact in facts]
    return f"Out of every two that were lost one was manned again: {names(told, 20)}."
