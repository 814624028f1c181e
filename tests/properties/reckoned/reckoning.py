"""A reckoning: a second, small implementation of a rulebook that follows the facts of a game and says where they differ
from it.

It is written from the rulebook's text by somebody who has not read the game's rules, and it imports nothing of
`domain/<game>` but its facts and its charts. So a fault would have to be made twice to stay unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from domain.kernel.entries import Entry
from domain.kernel.facts import GameBegan


class Reckoning:
    """Follows one game, entry by entry; a system adds a method `on_<fact>` for each kind of fact it knows, called in
    the order of the record."""

    system: ClassVar[str]

    def __init__(self) -> None:
        self.charts: Mapping[str, Mapping[str, Any]] = {}
        self.readings: Mapping[str, str] = {}
        self.scenario = ""
        self.checked: Counter[str] = Counter()
        """How often each rule was reckoned."""
        self.found: list[str] = []
        """What differs, each with the version of its entry."""
        self.entry: Entry | None = None

    def follow(self, entry: Entry) -> None:
        """Takes in the next entry of a game without take-backs."""
        self.entry = entry
        fact = entry.fact
        if isinstance(fact, GameBegan):
            self.charts, self.readings, self.scenario = fact.charts, fact.readings, fact.scenario
        known = getattr(self, f"on_{type(fact).__name__}", None)
        if known is not None:
            known(fact)

    def same(self, rule: str, what: str, said: object, reckoned: object) -> None:
        """A figure of the record is what the text makes of it."""
        self.holds(rule, said == reckoned, f"{what}: the record says {said!r}, reckoned is {reckoned!r}")

    def holds(self, rule: str, true: bool, words: str) -> None:
        """Something that must be true at this entry, by a rule."""
        self.checked[rule] += 1
        if not true:
            assert self.entry is not None
            self.found.append(f"{rule} at entry {self.entry.version} ({type(self.entry.fact).__name__}): {words}")
