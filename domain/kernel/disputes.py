"""Disputes: questions that the players leave open, by their names D1, D2, …

A dispute is folded from every entry of a record, whatever was taken back: what a take-back strikes may be the very
thing that is disputed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from domain.kernel.entries import Entry
from domain.kernel.errors import BadInput
from domain.kernel.facts import Disputed, DisputeSettled

NAME = re.compile(r"[Dd]([1-9][0-9]{0,4})")
"""The name of a dispute, as somebody types it."""


@dataclass(frozen=True)
class Dispute:
    """A question left open, with what was said to it."""

    name: str
    entry: int
    """The entry it is about; 0 if it is about a rule."""
    rule: str
    said: tuple[Entry, ...]
    """What opened it, what was said to it, and each settlement, in order."""

    @property
    def open(self) -> bool:
        return not isinstance(self.said[-1].fact, DisputeSettled)

    def about(self) -> str:
        """What it is about, in words."""
        return f"entry {self.entry}" if self.entry else self.rule


Disputes = Mapping[str, Dispute]
"""The disputes of a game by name, in the order they were opened."""


def followed(disputes: Disputes, entry: Entry) -> Disputes:
    """The disputes after one more entry. What refers to no dispute changes none."""
    fact = entry.fact
    if not isinstance(fact, (Disputed, DisputeSettled)):
        return disputes
    known = disputes.get(fact.dispute)
    if known is not None:
        return {**disputes, known.name: replace(known, said=(*known.said, entry))}
    if isinstance(fact, DisputeSettled):
        return disputes
    return {**disputes, fact.dispute: Dispute(fact.dispute, fact.entry, fact.rule, (entry,))}


def still_open(disputes: Disputes) -> list[Dispute]:
    return [dispute for dispute in disputes.values() if dispute.open]


def next_name(disputes: Disputes) -> str:
    """The name of the next dispute."""
    return f"D{1 + max((int(found[1]) for name in disputes if (found := NAME.fullmatch(name))), default=0)}"


def disputes_in(entries: Iterable[Entry]) -> Disputes:
    """The disputes of a record."""
    disputes: Disputes = {}
    for entry in entries:
        disputes = followed(disputes, entry)
    return disputes


def is_dispute(word: str) -> bool:
    """Whether a word is the name of a dispute."""
    return NAME.fullmatch(word) is not None


def known(disputes: Disputes, word: str) -> Dispute:
    """The dispute of that name. Raises BadInput."""
    found = disputes.get(word.upper())
    if found is None:
        there = f"there are {', '.join(disputes)}" if disputes else "none was opened; `dispute 350 …` opens D1"
        raise BadInput(f"there is no dispute {word}: {there}")
    return found


def known_open(disputes: Disputes, word: str) -> Dispute:
    """The open dispute of that name. Raises BadInput."""
    found = known(disputes, word)
    if not found.open:
        raise BadInput(
            f'{found.name} was settled at entry {found.said[-1].version}; `dispute {found.name} "…"` opens it again'
        )
    return found
