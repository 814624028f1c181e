"""A game's own tables on the command line: the rows are those of its report, as plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from projections.report.counting import View
from projections.report.model import Cell, Figure, ReportTable
from projections.shown import Summary


def summaries_of(
    tables: Mapping[str, Callable[[View], ReportTable]], fits: Mapping[str, Sequence[str]], *, signs: str = "-"
) -> Mapping[str, Summary]:
    """A summary for each table, with the columns that fit a screen; all of them go into JSON. `signs` are those a
    number may begin with."""
    return {name: Summary(plain_rows(table, signs), tuple(fits[name])) for name, table in tables.items()}


def plain_rows(table: Callable[[View], ReportTable], signs: str) -> Callable[[View], list[dict[str, Any]]]:
    """A table's rows as plain values."""

    def rows(game: View) -> list[dict[str, Any]]:
        made = table(game)
        keys = [column.replace(" ", "_") for column in made.columns]
        return [{key: plain_cell(cell, signs) for key, cell in zip(keys, row, strict=True)} for row in made.rows]

    return rows


def plain_cell(cell: Cell, signs: str) -> str | int:
    """What a cell says: a number where it is one."""
    said = cell.value if isinstance(cell, Figure) else cell
    return int(said) if said.lstrip(signs).isdecimal() else said
