"""Whose word something in the record is: who declared, answered or said it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from domain.kernel.entries import Entry
from domain.kernel.facts import (
    Adjusted,
    Conceded,
    Decided,
    Declared,
    Drawn,
    Fact,
    Noted,
    Photographed,
    PositionSet,
    Rolled,
    RulingMade,
    Sealed,
    SecretsOpened,
    StandingPass,
)


def word(fact: Fact) -> str:
    """The side whose word a fact is; "" for what is nobody's: dice and cards, what both say, what follows by the rules.

    What stands for a side's secret, where that cannot be read, is that side's.
    """
    match fact:
        case Decided():
            return fact.said_by or fact.side
        case Adjusted() | PositionSet():
            return fact.secret or fact.side
        case Sealed():
            return fact.secret
        case Declared() | Noted() | Photographed() | StandingPass() | Conceded() | SecretsOpened() | RulingMade():
            return fact.side
    return ""


def words_of(stands: Sequence[Entry], entries: Iterable[Entry], sides: Iterable[str]) -> dict[str, int]:
    """The sides whose words are among entries of a record, each with the first of them.

    Dice and cards alone are whose roll they were, or whose declaration they are rolled for. What a standing pass answers, nobody said.
    Nor did anybody what is sealed within a line: it follows from that, whoever's it is.
    """
    sides, found = tuple(sides), dict[str, int]()
    rolls, passed, begins = dict[str, int](), set(_passed(stands)), True
    for entry in entries:
        side, first, begins = word(entry.fact), begins, entry.ends
        if entry.version in passed or (isinstance(entry.fact, Sealed) and not first):
            continue
        if side in sides:
            found.setdefault(side, entry.version)
        elif isinstance(entry.fact, (Rolled, Drawn)):
            declared = next((one.fact for one in stands if one.version == entry.of), None)
            side = entry.fact.side if entry.fact.side in sides else word(declared) if declared else ""
            if side in sides:
                rolls.setdefault(side, entry.version)
    return found or rolls


def _passed(stands: Iterable[Entry]) -> Iterator[int]:
    """The versions of the answers that standing passes gave."""
    passes = set[tuple[str, str]]()
    for entry in stands:
        fact = entry.fact
        if isinstance(fact, StandingPass):
            (passes.add if fact.on else passes.discard)((fact.side, fact.question))
        elif isinstance(fact, Decided) and (fact.side, fact.name) in passes:
            yield entry.version
