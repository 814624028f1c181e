"""Traces: the chart rows and readings that procedures look up when they are run again, and the declarations that rest
on changed ones.

The record holds none of this: a procedure is run again, and its look-ups in the state are noted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from domain.kernel.entries import Before, Entry
from domain.kernel.facts import ChartRead, Declared, GameBegan, RulingMade
from domain.kernel.game import Game
from domain.kernel.questions import Question
from domain.kernel.rules import Rules
from domain.kernel.run import RARE, Procedure, attempt
from domain.kernel.state import Row, State

CHART, READING = "chart", "reading"
"""The kinds of look-ups that are noted."""

S = TypeVar("S", bound=State)

Read = tuple[str, ...]
"""A look-up: `(CHART, chart, row)` or `(READING, id)`."""


@dataclass
class Trace:
    """The look-ups of a procedure: those made before each of its facts, by version, and all of them."""

    before: dict[int, tuple[Read, ...]] = field(default_factory=dict)
    every: Mapping[Read, None] = field(default_factory=dict)
    questions: Mapping[int, Question[Any]] = field(default_factory=dict)
    """The questions of its answers, by entry."""

    def rows(self, version: int) -> list[tuple[str, str]]:
        """The rows looked up before a fact, as (chart, row)."""
        return [(key[1], key[2]) for key in self.before.get(version, ()) if key[0] == CHART]

    def readings(self, version: int) -> list[str]:
        """The readings looked up before a fact."""
        return [key[1] for key in self.before.get(version, ()) if key[0] == READING]


class _Noting(dict[str, Any]):
    """A mapping that notes the keys looked up in it."""

    def __init__(self, held: Mapping[str, Any], noted: dict[Read, None], prefix: Read) -> None:
        super().__init__(held)
        self.noted, self.prefix = noted, prefix

    def __getitem__(self, key: str) -> Any:
        self.noted[(*self.prefix, key)] = None
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.noted[(*self.prefix, key)] = None
        return super().get(key, default)


def procedures(game: Game[Any], after: int = 0) -> Iterator[Procedure[Any] | Entry]:
    """The standing record as procedures, and the entries between them that stand beside the rules, in order of their
    beginning.
    """
    entries = game.stands
    first, state = game.near(after)
    last = _last_of_each(entries, first)
    rare = not RARE.isdisjoint({entry.fact.__class__ for entry in entries})
    known: dict[int, Any] = {}
    """The states after this entry and the next ones, as far as a run has folded them: by then the rules have looked at
    the state before each, and what they worked out there stays known."""
    for n, entry in enumerate(entries[first:], first):
        if entry.of == entry.version > after:
            if isinstance(entry.fact, (Declared, GameBegan)):
                end = last[entry.of] + 1
                yield Procedure(entry, state, tuple(entries[n + 1 : end]), known, Before(entries, n), rare)
            else:
                yield entry
        folded = known.pop(entry.version, None)
        state = game.rules.fold(entry.fact, state) if folded is None else folded


def _last_of_each(entries: Sequence[Entry], first: int) -> Mapping[int, int]:
    """The last entry of each procedure from a place on.

    If a procedure had nothing more to ask or record after something said beside it, that entry is the last.
    """
    # back to a place where no procedure waits
    while first and (not entries[first - 1].ends or entries[first - 1].waits):
        first -= 1
    last = {entry.of: n for n, entry in enumerate(entries[first:], first)}
    opened, waits = 0, False
    for n, entry in enumerate(entries[first:], first):
        if not waits and entry.of == entry.version and isinstance(entry.fact, (Declared, GameBegan)):
            opened = entry.version
        if entry.ends:
            if waits and not entry.waits:
                last[opened] = n
            waits = bool(entry.waits)
    return last


def noting(state: S, noted: dict[Read, None], *, rows: bool = True) -> S:
    """A state like this one, which notes the readings, and rows, that are looked up in it.

    Without `rows` it keeps what was worked out from charts alone.
    """
    state = state.but(readings=_Noting(state.readings, noted, (READING,)))
    if not rows:
        return state
    return state.but(charts={chart: _Noting(held, noted, (CHART, chart)) for chart, held in state.charts.items()})


def trace(rules: Rules[Any], procedure: Procedure[Any]) -> Trace:
    """The trace of a procedure, run again as far as today's rules go with it."""
    noted: dict[Read, None] = {}
    found = Trace(every=noted)

    def watch(entry: Entry) -> None:
        found.before[entry.version] = tuple(noted)

    ran = attempt(rules, procedure.starting(noting(procedure.start, noted)), procedure.log, watch=watch)
    found.questions = ran.questions
    return found


# ---- what is said anew ----


def corrections(game: Game[Any]) -> list[Entry]:
    """The standing entries that read a row otherwise than it was known before."""
    known: dict[tuple[str, str], Row | None] = {}
    began: Mapping[str, Mapping[str, Any]] = {}
    found: list[Entry] = []
    if ChartRead not in {entry.fact.__class__ for entry in game.stands}:
        return found
    for entry in game.stands:
        fact = entry.fact
        if isinstance(fact, GameBegan):
            began = fact.charts
        elif isinstance(fact, ChartRead) and not fact.stays:
            if (fact.chart, fact.row) not in known and fact.row in (rows := began.get(fact.chart, {})):
                known[fact.chart, fact.row] = game.rules.row(fact.chart, rows[fact.row])
            row, before = game.rules.row(fact.chart, fact.says), known.get((fact.chart, fact.row))
            if before is not None and row != before:
                found.append(entry)
            known[fact.chart, fact.row] = row
    return found


def changed_by(game: Game[Any], entry: Entry) -> Read | None:
    """The look-up whose result an entry changes; None if it changes none."""
    fact = entry.fact
    if isinstance(fact, ChartRead) and entry in corrections(game):
        return (CHART, fact.chart, fact.row)
    if isinstance(fact, RulingMade) and fact.reading and fact.choice != _held(game, fact.reading, entry.version):
        return (READING, fact.reading)
    return None


def _held(game: Game[Any], reading: str, before: int) -> str:
    """The choice by which a rule was read before an entry."""
    ruled = (
        e.fact.choice
        for e in reversed(game.stands)
        if isinstance(e.fact, RulingMade) and e.fact.reading == reading and e.version < before
    )
    began = game.began.readings if game.began else {}
    return next(ruled, began.get(reading, game.rules.readings[reading].unnamed))


def held_throughout(game: Game[Any], reading: str) -> str:
    """The choice by which a rule was read all game; "" if it was ruled on."""
    ruled = any(isinstance(e.fact, RulingMade) and e.fact.reading == reading for e in game.stands)
    return "" if ruled else _held(game, reading, 0)
