"""Whether a reading or a row matters: which declarations come out otherwise if it is supposed to be another.

Both sides of a comparison are today's rules with the recorded answers, so that a mend of the rules is not taken for the
reading. A supposition holds for the whole game, and each declaration is judged alone, from where the record stood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from auditing.audit import (
    declaration_words,
    freely,
    in_two_columns,
    is_sealed,
    moment_words,
    parted,
    stopped_by,
)
from auditing.traces import CHART, READING, Read, changed_by, held_throughout, noting, procedures
from domain.kernel.aside_facts import read_so
from domain.kernel.entries import Entry
from domain.kernel.errors import BadInput, unknown
from domain.kernel.facts import ChartRead, RulingMade
from domain.kernel.game import Game
from domain.kernel.run import Procedure
from domain.kernel.table import Table
from replays import asides
from replays.lines import pair, quote, split

ALL = "all"
"""The words that suppose every other choice of every reading, each alone."""


class Supposition(NamedTuple):
    """A choice of a reading, or a row of a chart, that is supposed to hold for the whole game."""

    words: str
    line: str
    """The line that says it."""
    fact: RulingMade | ChartRead
    key: Read
    """The look-up that it changes."""


class Otherwise(NamedTuple):
    """A declaration that comes out otherwise."""

    version: int
    moment: str
    said: str
    why: str
    """What stops it, if something does that did not before: a refusal, or a question nobody answered."""
    was: tuple[str, ...]
    would: tuple[str, ...]
    """The facts that differ, in words: by what held, and by what is supposed."""


class Matters(NamedTuple):
    """What a supposition comes to."""

    supposed: Supposition
    otherwise: tuple[Otherwise, ...]
    sealed: int
    """The number of declarations that cannot be judged, because they hold secrets that are not open."""


def supposed(game: Game[Any], words: Sequence[str]) -> list[Supposition]:
    """The suppositions in words: `R-02=per-unit`, `units TK1 assault=3`, or `all`. Raises BadInput."""
    found: list[Supposition] = []
    for said in words:
        if said == ALL:
            found += [
                _read_so(game, name, choice)
                for name, reading in game.rules.readings.items()
                for choice in reading.choices
                if choice != held_throughout(game, name)
            ]
            continue
        name, _, choice = said.partition("=")
        if " " not in said.strip():
            if name not in game.rules.readings:
                raise unknown("reading", name, game.rules.readings)
            found.append(_read_so(game, name, choice))
        else:
            found.append(_row_so(game, said))
    return found


def said_anew(game: Game[Any], said: Sequence[Entry]) -> list[Supposition]:
    """The rulings and corrected rows among entries just recorded that say something else than held before."""
    return [
        Supposition(declaration_words(entry.fact), "", entry.fact, key)
        for entry in said
        if isinstance(entry.fact, (RulingMade, ChartRead)) and (key := changed_by(game, entry))
    ]


def _read_so(game: Game[Any], reading: str, choice: str) -> Supposition:
    fact = read_so(game, reading, choice)
    return Supposition(f"{reading}={choice}", f"ruling {reading} {quote(choice)}", fact, (READING, reading))


def _row_so(game: Game[Any], words: str) -> Supposition:
    line = split(f"chart {words}")
    if line is None or not (line.words[2:] and all(map(pair, line.words[2:]))):
        raise BadInput(f"{words}: READING=CHOICE is expected, or a row and its fields, as in 'units TK1 assault=3'")
    _require_known_row(game, *line.words[:2])
    fact = next((one for one in asides.read_aside(game, line).facts if isinstance(one, ChartRead)), None)
    if fact is None:
        raise BadInput(f"{words}: that is so already")
    return Supposition(words, f"chart {words}", fact, (CHART, fact.chart, fact.row))


def _require_known_row(game: Game[Any], chart: str, row: str) -> None:
    """Raises BadInput for a row that the game has not read: nothing can rest on it."""
    if chart not in game.state.charts:
        raise unknown("chart", chart, game.state.charts)
    if row not in game.state.charts[chart]:
        raise unknown(f"row of the {chart} chart", row, game.state.charts[chart])


def matters(game: Game[Any], suppositions: Sequence[Supposition]) -> list[Matters]:
    """What each supposition comes to. Every procedure is run once, and again only for what it has looked up."""
    otherwise: list[list[Otherwise]] = [[] for _ in suppositions]
    rows, sealed = any(one.key[0] == CHART for one in suppositions), 0
    for found in procedures(game):
        if not isinstance(found, Procedure):
            continue
        if any(is_sealed(entry.fact) for entry in (found.declared, *found.own)):
            sealed += 1
            continue
        procedure = _with_its_rows(game, found)
        noted: dict[Read, None] = {}
        base = freely(game, replace(procedure, start=noting(procedure.start, noted, rows=rows)))
        for one, others in zip(suppositions, otherwise, strict=True):
            if one.key in noted:
                start = game.rules.fold(one.fact, procedure.start)
                others += _compared(game, procedure, base, freely(game, replace(procedure, start=start)))
    return [Matters(one, tuple(others), sealed) for one, others in zip(suppositions, otherwise, strict=True)]


def _with_its_rows(game: Game[Any], procedure: Procedure[Any]) -> Procedure[Any]:
    """A procedure that begins with the rows known that were read out while it ran."""
    start = procedure.start
    for entry in procedure.log:
        if isinstance(entry.fact, ChartRead):
            start = game.rules.fold(entry.fact, start)
    return replace(
        procedure, start=start, log=tuple(entry for entry in procedure.log if not isinstance(entry.fact, ChartRead))
    )


def _compared(game: Game[Any], procedure: Procedure[Any], was: Table[Any], would: Table[Any]) -> Iterator[Otherwise]:
    apart = list(parted(was.new, would.new))
    stopped = stopped_by(would) if stopped_by(would) != stopped_by(was) else ""
    if apart or stopped:
        declared = procedure.declared
        yield Otherwise(
            declared.version,
            moment_words(declared),
            declaration_words(declared.fact),
            stopped,
            *in_two_columns(apart, game.rules.sides),
        )
