"""The owner of each word in the record: the side that declared, answered or said it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from domain.kernel.entries import Entry
from domain.kernel.facts import (
    Adjusted,
    Conceded,
    Decided,
    Declared,
    Disputed,
    DisputeSettled,
    Drawn,
    Fact,
    Noted,
    Photographed,
    PositionSet,
    Rolled,
    RulingMade,
    SealKept,
    SecretsOpened,
    StandingPass,
    Stub,
)


def word(fact: Fact) -> str:
    """The side whose word a fact is; "" if nobody's: dice and cards, what both sides say, what follows by the rules.

    An unreadable secret is its own side's word.
    """
    match fact:
        case Decided():
            return fact.said_by or fact.side
        case Adjusted() | PositionSet():
            return fact.secret or fact.side
        case Stub():
            return fact.secret
        case Declared() | StandingPass() | Conceded() | SecretsOpened() | RulingMade():
            return fact.side
        case Noted() | Photographed() | Disputed() | DisputeSettled() | SealKept():
            return fact.side
    return ""


def words_of(stands: Sequence[Entry], entries: Iterable[Entry], sides: Iterable[str]) -> dict[str, int]:
    """The sides whose words are among these entries: side -> the version of its first one.

    If there are only dice and cards, they count as the word of the side they were rolled for, or of the declaring side.
    Answers by a standing pass are nobody's word. So are sealed facts inside a line, because they follow from it.
    """
    sides, found = tuple(sides), dict[str, int]()
    rolls, passed, begins = dict[str, int](), set(_passed(stands)), True
    for entry in entries:
        side, first, begins = word(entry.fact), begins, entry.ends
        if entry.version in passed or (isinstance(entry.fact, Stub) and not first):
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
