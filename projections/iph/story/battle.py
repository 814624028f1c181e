"""IPH 10 to 12: a battle, from who attacked whom to the last advance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.iph import facts as f
from domain.iph.state import OTHER
from domain.kernel.entries import Entry
from domain.kernel.facts import Modifier, Rolled
from projections.iph.story.by_kind import by_kind
from projections.iph.story.narrator import Narrator
from projections.iph.story.toll import losses, retired, taken
from projections.stories import Sentence, facts_of
from projections.stories.words import clauses, count_of, names, number, sentence

COMING = (
    f.AttackDeclared, f.UnitsCommitted, f.StackExamined, f.RebellionBrokeOut, f.AircraftFlown, f.BattleshipsSupport,
    f.NightShiftRolled,
    f.BanzaiDeclared, f.OddsComputed, f.CombatResolved, f.AircraftLost,
)  # fmt: skip
"""What comes before the losses, and is told in one piece; with the dice."""
GOING = (
    f.LossesTaken,
    f.HexTaken,
    f.HonoluluFell,
    f.ArmyAircraftRemoved,
    f.PointsScored,
    f.ChitsRetired,
    f.UnitsMoved,
    f.ForceMoved,
)
"""What comes of it."""


def battles(teller: Narrator, entries: Sequence[Entry]) -> Iterator[list[Sentence]]:
    """The battle of a declaration, and the one that its momentum led to (10.4); a paragraph each."""
    parts: list[list[Entry]] = [[]]
    for entry in entries:
        if isinstance(entry.fact, f.AttackDeclared) and parts[-1]:
            parts.append([])
        parts[-1].append(entry)
    for part in parts:
        teller.follow(part[0].version)
        yield _battle(teller, part) if facts_of(part[:1], f.AttackDeclared) else by_kind(teller, part)


def _battle(teller: Narrator, entries: Sequence[Entry]) -> list[Sentence]:
    points = [entry for entry in entries if isinstance(entry.fact, Rolled) and entry.fact.name == "row-points"]
    coming = [entry for entry in entries if isinstance(entry.fact, (*COMING, Rolled)) and entry not in points]
    declared = facts_of(coming, f.AttackDeclared)[0]
    said = [_attack(teller, declared, coming)]
    said += (
        losses(teller, entries)
        + retired(teller, entries)
        + _advance(teller, declared, entries)
        + taken(teller, entries)
    )
    return [
        *said,
        *by_kind(
            teller,
            [entry for entry in entries if entry not in (*coming, *points) and not isinstance(entry.fact, GOING)],
        ),
    ]


def _attack(teller: Narrator, declared: f.AttackDeclared, entries: Sequence[Entry]) -> Sentence:
    """Who attacked whom from where, what was turned up and called upon, the odds and the die."""
    parts = [_opening(teller, declared, entries)]
    computed, resolved = facts_of(entries, f.OddsComputed), facts_of(entries, f.CombatResolved)
    parts += _called(teller, declared, entries)
    if computed:
        parts.append(sentence(_odds(computed[0], declared)))
    if resolved:
        parts.append(sentence(_result(declared, resolved[0], facts_of(entries, f.AircraftLost))))
    return Sentence.of(" ".join(parts), entries)


def _opening(teller: Narrator, declared: f.AttackDeclared, entries: Sequence[Entry]) -> str:
    units = [unit for fact in facts_of(entries, f.UnitsCommitted) for unit in fact.units]
    target, hexes = teller.place(declared.target), names(declared.hexes)
    there = _defenders(teller, declared, entries)
    if declared.kind == "battleship-row":
        return sentence(f"Battleship Row opened fire on {there} in {target}")
    if declared.kind == "aircraft":
        flown = sum(fact.carrier for fact in facts_of(entries, f.AircraftFlown) if fact.side == "jp")
        return sentence(f"{count_of(flown, 'Japanese aircraft', 'Japanese aircraft')} attacked Battleship Row alone")
    who = names(units) if units else "a Japanese force" if len(declared.hexes) == 1 else "Japanese forces"
    again = "with the momentum of it " if declared.momentum else ""
    verb = teller.pick("attack", "attacked", "went against", "fell upon")
    return sentence(f"{again}{who} {verb} {there} in {target} from {hexes}")


def _defenders(teller: Narrator, declared: f.AttackDeclared, entries: Sequence[Entry]) -> str:
    """Who was in the hex: as it was examined, or as everybody sees it."""
    examined = [unit for fact in facts_of(entries, f.StackExamined) for unit in fact.units]
    return teller.units(examined or teller.state.standing(declared.target, OTHER[declared.side])) or "whoever was"


def _called(teller: Narrator, declared: f.AttackDeclared, entries: Sequence[Entry]) -> Iterator[str]:
    """What was called upon and is no term of the odds: a rebellion, aircraft that stayed away, a night without effect,
    a banzai."""
    for rebellion in facts_of(entries, f.RebellionBrokeOut):
        yield f"{sentence(rebellion.sentence())} The city was no help to its defenders."
    rolled = [fact.name for fact in facts_of(entries, Rolled)]
    if any(name in rolled for name in ("us-air", "army-air")) and not any(
        fact.side == "us" for fact in facts_of(entries, f.AircraftFlown)
    ):
        yield "No US aircraft came."
    for night in facts_of(entries, f.NightShiftRolled):
        if not night.shift:
            yield sentence(night.sentence())
    for banzai in facts_of(entries, f.BanzaiDeclared):
        yield teller.pick("banzai", "Banzai!", "The Japanese cried Banzai.", "“Banzai!”") + (
            "" if banzai.shift else " It shifted no column."
        )


def _odds(computed: f.OddsComputed, declared: f.AttackDeclared) -> str:
    """Both strengths with what made them, the column, and what shifted it."""
    ours, theirs = _strength(computed.attack, declared.hexes), _strength(computed.defence, (declared.target,))
    words = f"{computed.attack_strength}{ours} against {computed.defence_strength}{theirs} made {computed.begins}"
    if not computed.shifts:
        return words
    counts = [
        count_of(abs(computed.shifts[0].amount), "column"),
        *(number(abs(shift.amount)) for shift in computed.shifts[1:]),
    ]
    shifts = clauses(
        f"{n} {'right' if shift.amount > 0 else 'left'} ({shift.why})"
        for n, shift in zip(counts, computed.shifts, strict=True)
    )
    return f"{words}; {shifts} {'kept it' if computed.odds == computed.begins else 'made it'} {computed.odds}"


def _strength(terms: Sequence[Modifier], hexes: Sequence[str]) -> str:
    """The terms of a strength, where they are several; what stands in hexes comes hex by hex, as these are given."""
    left = list(hexes)
    told = []
    for n, term in enumerate(terms):
        amount = f"{term.amount:+d}" if n and term.code != "strength" else str(term.amount)
        told.append(f"{amount} in {left.pop(0)}" if term.code == "strength" and left else f"{amount} {term.why}")
    return f" ({', '.join(told)})" if len(terms) > 1 else ""


def _result(declared: f.AttackDeclared, resolved: f.CombatResolved, aircraft: Sequence[f.AircraftLost]) -> str:
    """The die, and what it called for."""
    defender = f"{count_of(resolved.defender, 'step')} of the defenders"
    attacker = f"{count_of(resolved.attacker, 'step')} of the attackers"
    if declared.kind == "battleship-row":
        return f"the die, a {resolved.die}, called for {defender}"
    words = f"the die, a {resolved.die}, called for {defender} and {attacker}"
    lost = sum(fact.aircraft for fact in aircraft)
    return words + (f": {count_of(lost, 'aircraft', 'aircraft')} did not come back" if lost else "")


def _advance(teller: Narrator, declared: f.AttackDeclared, entries: Sequence[Entry]) -> list[Sentence]:
    """Who went into the hex that was emptied."""
    gone = [entry for entry in entries if isinstance(entry.fact, f.UnitsMoved | f.ForceMoved)]
    if not gone:
        return []
    units = [unit for fact in facts_of(gone, f.UnitsMoved) for unit in fact.units]
    words = (
        f"{names(units) if units else 'a Japanese force'} "
        f"{teller.pick('advance', 'advanced', 'moved in', 'went into the hex')}"
    )
    return [Sentence.of(sentence(words), gone)]
