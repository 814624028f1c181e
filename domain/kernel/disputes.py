"""Disputes: questions that the players leave open, by their names D1, D2, …

A dispute is folded from every entry of a record, whatever was taken back: what a take-back strikes may be the very
thing that is disputed. A settlement by an entry holds as long as that stands, or is said again.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from domain.kernel.entries import Entry, standing, unstruck
from domain.kernel.errors import BadInput
from domain.kernel.facts import Disputed, DisputeSettled, TakenBack

NAME = re.compile(r"[Dd]([1-9][0-9]{0,4})")
"""The name of a dispute, as somebody types it."""


class Dispute(NamedTuple):
    """A question left open, with what was said to it."""

    name: str
    entry: int
    """The entry it is about; 0 if it is about a rule."""
    rule: str
    said: tuple[Entry, ...]
    """What opened it, what was said to it, and each settlement, in order."""
    undone: bool = False
    """Whether the entry that alone settled it was taken back, and nobody has said the same again."""

    @property
    def open(self) -> bool:
        return self.undone or not isinstance(self.said[-1].fact, DisputeSettled)

    @property
    def settled_by(self) -> int:
        """The entry that alone settled it, as it was said last; 0 if words did, or nothing."""
        fact = self.said[-1].fact
        return fact.entry if isinstance(fact, DisputeSettled) and not fact.why else 0

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
        return {**disputes, known.name: known._replace(said=(*known.said, entry), undone=False)}
    if isinstance(fact, DisputeSettled):
        return disputes
    return {**disputes, fact.dispute: Dispute(fact.dispute, fact.entry, fact.rule, (entry,))}


def reopened(disputes: Disputes, entries: Sequence[Entry]) -> Disputes:
    """The disputes, each said to be undone or not: what an entry settled is open again once that entry is taken back.

    A settlement stands if the same was said again. Of an entry that is not among these nothing is known.
    """
    if not any(one.settled_by for one in disputes.values()):
        return disputes
    by_version, stands = {entry.version: entry for entry in entries}, standing(entries)
    return {
        name: one._replace(undone=_is_undone(by_version[one.settled_by], stands))
        if one.settled_by in by_version
        else one
        for name, one in disputes.items()
    }


def _is_undone(settling: Entry, stands: Sequence[Entry]) -> bool:
    if isinstance(settling.fact, TakenBack) or not settling.fact.STRUCK:
        return False  # no take-back strikes these
    return not stands_for(settling, stands)


def stands_for(said: Entry, stands: Sequence[Entry]) -> int:
    """The standing entry that says what an entry said: that one itself, or one that says it again; 0 if none does."""
    return next((entry.version for entry in stands if entry.version >= said.version and entry.fact == said.fact), 0)


def undoing(fact: DisputeSettled, entries: Sequence[Entry]) -> str:
    """That the entry by which a dispute was settled was taken back since, and whether the same was said again, in
    words; "" if it stands."""
    settling = next((entry for entry in entries if entry.version == fact.entry), None)
    if settling is None or isinstance(settling.fact, TakenBack) or fact.entry in unstruck(entries):
        return ""
    now = stands_for(settling, standing(entries))
    after = f", and said again as entry {now}" if now else "" if fact.why else ", so it is open again"
    return f"entry {fact.entry} was taken back since{after}"


def still_open(disputes: Disputes) -> list[Dispute]:
    return [dispute for dispute in disputes.values() if dispute.open]


def next_name(disputes: Disputes) -> str:
    """The name of the next dispute."""
    return f"D{1 + max((int(found[1]) for name in disputes if (found := NAME.fullmatch(name))), default=0)}"


def disputes_in(entries: Iterable[Entry]) -> Disputes:
    """The disputes of a record."""
    entries = tuple(entries)
    disputes: Disputes = {}
    for entry in entries:
        disputes = followed(disputes, entry)
    return reopened(disputes, entries)


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
