"""IPH 9: the moves of a phase, told together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from domain.iph import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import Rolled
from projections.iph.story.by_kind import by_kind
from projections.iph.story.narrator import Narrator
from projections.iph.story.toll import losses, taken
from projections.stories import Sentence, facts_of
from projections.stories.words import grouped, names, sentence

MOVING = (f.UnitsMoved, f.ForceMoved, f.ForceStopped, f.MovementFactorRolled, f.ForceFormed)
"""What a move is made of, beside its die."""
COMES = (f.HexTaken, f.HonoluluFell, f.ArmyAircraftRemoved, f.LossesTaken)
"""What comes of it."""
LONG = 420
"""Letters of a sentence that tells several moves."""


def is_move(entries: Iterable[Entry]) -> bool:
    """Whether a declaration is a move."""
    return any(isinstance(entry.fact, MOVING) for entry in entries)


def moves(teller: Narrator, entries: Sequence[Entry]) -> list[Sentence]:
    """All who moved, from where to where; who stayed; what they took, and what it cost."""
    told = [entry for entry in entries if isinstance(entry.fact, (*MOVING, Rolled))]
    ways = list(
        _of_units(teller, told)
        if any(isinstance(e.fact, f.UnitsMoved | f.MovementFactorRolled) for e in told)
        else _of_forces(teller, told)
    )
    idle = teller.idled()
    begins, began = teller.begins()
    rest = [entry for entry in entries if entry not in told and not isinstance(entry.fact, COMES)]
    return [
        *idle,
        *_sentences(begins or "then", began, ways),
        *taken(teller, entries),
        *losses(teller, entries),
        *by_kind(teller, rest),
    ]


class Way(NamedTuple):
    """Who went where, or stayed; a clause without its verb where they went."""

    who: str
    words: str
    entries: tuple[int, ...]
    goes: bool = True


def _sentences(begins: str, began: tuple[int, ...], ways: Sequence[Way]) -> Iterator[Sentence]:
    """The ways as sentences that are not too long, the first after how the phase began; the first clause of each has
    the verb."""
    words, entries, verb = f"{begins}:" if began else "", began, " went"
    for way in ways:
        if len(words) > LONG:
            yield Sentence(sentence(words.removesuffix(";")), entries)
            words, entries, verb = "", (), " went"
        said = f"{way.who}{verb if way.goes else ''} {way.words}"
        words, entries = f"{words} {said};".strip(), (*entries, *way.entries)
        verb = "" if way.goes else " went"
    if words:
        yield Sentence(sentence(words.rstrip(";:")), entries)


def _of_units(teller: Narrator, told: Sequence[Entry]) -> Iterator[Way]:
    """Units by the way they went, from where the phase found them to where it left them; then those whom their factor
    took nowhere."""
    ends = {unit: fact.to for fact in facts_of(told, f.UnitsMoved) for unit in fact.units}
    short = {unit: fact.before for fact in facts_of(told, f.ForceStopped) for unit in fact.units}
    of: dict[str, set[int]] = {}
    for entry in told:
        for unit in _movers(entry):
            of.setdefault(unit, set()).add(entry.of)
    untold = list(told)

    def entries(units: Iterable[str]) -> tuple[int, ...]:
        """The entries of the declarations that moved these, each told once."""
        ofs = {declared for unit in units for declared in of[unit]}
        mine = tuple(entry.version for entry in untold if entry.of in ofs)
        untold[:] = [entry for entry in untold if entry.of not in ofs]
        return mine

    ways = grouped(((_hex(teller, unit), end, short.get(unit, "")), unit) for unit, end in ends.items())
    for (start, end, before), units in ways.items():
        stopped = f", short of {teller.place(before)}" if before else ""
        yield Way(names(units), f"from {start} to {teller.place(end)}{stopped}", entries(units))
    rolled = {unit: fact.allowance for fact in facts_of(told, f.MovementFactorRolled) for unit in fact.units}
    stayed = grouped((allowance, unit) for unit, allowance in rolled.items() if unit not in ends)
    for allowance, units in stayed.items():
        yield Way(names(units, 30), f"stayed (movement factor {allowance})", entries(units), goes=False)


def _movers(entry: Entry) -> tuple[str, ...]:
    fact = entry.fact
    return fact.units if isinstance(fact, f.UnitsMoved | f.MovementFactorRolled) else ()


def _hex(teller: Narrator, unit: str) -> str:
    """Where a unit was before."""
    return teller.state.units[unit].hex if unit in teller.state.units else ""


def _of_forces(teller: Narrator, told: Sequence[Entry]) -> Iterator[Way]:
    """The forces that were seen to go, each from the beginning of its way to the end."""
    for n, (_, group) in enumerate(groupby(told, key=lambda entry: entry.of)):
        some = list(group)
        if legs := facts_of(some, f.ForceMoved):
            who = "another" if n else "a force"
            way = f"from {legs[0].path[0]} to {teller.place(legs[-1].path[-1])}"
            yield Way(who, way, tuple(entry.version for entry in some))
