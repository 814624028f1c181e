"""What questions about a record work out, kept with its game for the next question: which entries changed each unit and
area, and what its procedures looked up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from auditing.traces import Trace
from domain.kernel.entries import Entry
from domain.kernel.facts import Fact, Frozen, GameBegan
from domain.kernel.game import View


class History:
    """The record is folded once. What was recorded since the last question goes on from there; after a take-back it is
    folded anew.
    """

    def __init__(self, initial: Any) -> None:
        self.state = initial
        self.stood = 0
        self.last: Entry | None = None
        """Where it has come to: the state after so many standing entries, and the last of these."""
        self.changes: dict[str, list[int]] = {}
        """The entries that name a unit or area and changed it, by its name."""
        self.traces: dict[int, Trace] = {}
        """What procedures looked up, by declaration."""

    def follow(self, view: View[Any]) -> None:
        """Goes on to the end of the record; what a procedure that waited looked up is no longer all of it."""
        collections = view.rules.vocabulary.collections
        for entry in view.stands[self.stood :]:
            before, self.state = self.state, view.rules.fold(entry.fact, self.state)
            if self.state is before or not entry.fact.sentence() or isinstance(entry.fact, GameBegan):
                continue
            known = [getattr(state, collection) for state in (before, self.state) for collection in collections]
            for name in named_in((entry.fact,), known):
                if any(_held(before, one, name) is not _held(self.state, one, name) for one in collections):
                    self.changes.setdefault(name, []).append(entry.version)
        if self.stood < len(view.stands):
            self.stood, self.last, self.traces = len(view.stands), view.stands[-1], {}


def history_of(view: View[Any]) -> History:
    """The history of a record as its audience sees it, up to its end."""
    kept: History | None = view.kept.get(History)
    if kept is None or kept.stood > len(view.stands) or (kept.stood and view.stands[kept.stood - 1] is not kept.last):
        kept = view.kept[History] = History(view.rules.initial)
    kept.follow(view)
    return kept


def names_of(view: View[Any], facts: Sequence[Fact]) -> tuple[str, ...]:
    """The units and areas that facts name, in the order of their first mention."""
    return named_in(facts, [getattr(view.state, collection, {}) for collection in view.rules.vocabulary.collections])


def named_in(facts: Iterable[Fact], known: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The known names that facts name, in the order of their first mention."""
    found: dict[str, None] = {}

    def look_in(value: Any) -> None:
        if value is None or isinstance(value, int):  # numbers, which are most of what a fact says, name nothing
            return
        if isinstance(value, str):
            if any(value in names for names in known):
                found[value] = None
        elif isinstance(value, (tuple, list)):
            for inner in value:
                look_in(inner)
        elif isinstance(value, Frozen):
            for name, inner in value:
                if name == "why" and isinstance(inner, str):  # an award says what it is for
                    look_in(re.findall(r"[\w-]+", inner))
                elif name not in ("rule", "cause", "secret"):
                    look_in(inner)
        elif isinstance(value, Mapping):  # tried last: what is no mapping is slow to be known as none
            for key, inner in value.items():
                look_in(key)
                look_in(inner)

    for fact in facts:
        look_in(fact)
    return tuple(found)


def _held(state: Any, collection: str, name: str) -> Any:
    return getattr(state, collection).get(name)
