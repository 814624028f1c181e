"""The table of readings in a report: how the players read what the rulebook leaves open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.entries import Entry, standing
from domain.kernel.facts import RulingMade
from domain.kernel.state import Reading
from projections.report.counting import View, moment, table_of
from projections.report.model import Cell, Figure, ReportTable


class Read(NamedTuple):
    """An ambiguous place, how it is read now, and the last ruling on it."""

    reading: Reading
    choice: str
    ruled: Entry | None


def in_force(view: View) -> Iterator[Read]:
    """All readings of a game's rulebook, as they stand."""
    ruled = {entry.fact.reading: entry for entry in standing(view.entries) if isinstance(entry.fact, RulingMade)}
    for id, reading in view.rules.readings.items():
        yield Read(reading, view.state.readings.get(id) or reading.default, ruled.get(id))


def readings(view: View) -> ReportTable:
    """How this table reads what the rulebook leaves open, ruling by ruling, and where that is not the usual way."""
    rows: list[tuple[Cell, ...]] = []
    for reading, choice, ruled in in_force(view):
        since = Figure(moment(ruled), (ruled.version,)) if ruled else ""
        usual = "" if choice == reading.default else reading.choices[reading.default]
        rows.append((reading.id, reading.rule, reading.question, reading.choices.get(choice, choice), usual, since))
    return table_of("Readings", ("reading", "rule", "question", "read as", "usually", "ruled"), rows)


def in_codes(view: View) -> ReportTable:
    """The same by the codes with which they are ruled, without the questions."""
    rows: list[tuple[Cell, ...]] = []
    for reading, choice, ruled in in_force(view):
        said = Figure(choice, (ruled.version,)) if ruled else choice
        rows.append((reading.id, reading.rule, said, "" if choice == reading.default else reading.default))
    return table_of(
        "Readings",
        ("reading", "rule", "read as", "usually"),
        rows,
        "Where the text is ambiguous and tables may differ.",
    )
