"""Whose word something in the record is: who declared, answered or said it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
    SecretsOpened,
    StandingPass,
)


def word(fact: Fact) -> str:
    """The side whose word a fact is; "" for what is nobody's: dice and cards, what both say, what follows by the rules."""
    match fact:
        case Decided():
            return fact.said_by or fact.side
        case Adjusted() | PositionSet():
            return fact.secret or fact.side
        case Declared() | Noted() | Photographed() | StandingPass() | Conceded() | SecretsOpened() | RulingMade():
            return fact.side
    return ""


def words_of(stands: Sequence[Entry], entries: Iterable[Entry], sides: Iterable[str]) -> dict[str, int]:
    """The sides whose words are among entries of a record, each with the first of them.

    Dice and cards alone are whose roll they were, or whose declaration they are rolled for.
    """
    sides, found = tuple(sides), dict[str, int]()
    rolls = dict[str, int]()
    for entry in entries:
        side = word(entry.fact)
        if side in sides:
            found.setdefault(side, entry.version)
        elif isinstance(entry.fact, (Rolled, Drawn)):
            declared = next((one.fact for one in stands if one.version == entry.of), None)
            side = entry.fact.side if entry.fact.side in sides else word(declared) if declared else ""
            if side in sides:
                rolls.setdefault(side, entry.version)
    return found or rolls
