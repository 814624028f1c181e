"""Packs as tables: one CSV file a chart, one line a row, to be filled in with a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from domain.kernel.errors import BadInput, Trouble
from domain.kernel.limits import ROWS, TOML
from domain.kernel.packs import explain
from domain.kernel.rules import Rules
from domain.kernel.state import Row, parse_field, say
from domain.kernel.strict import unprintable
from replays import library


def write_tables(rules: Rules[Any], folder: Path) -> Iterator[tuple[Path, str]]:
    """The files with their text: the rows that the rulebook's text knows, with empty cells for what only the printed
    game knows.

    Lines that begin with # are notes: the meaning of each column, and the common fields of each group of further rows.
    """
    for chart, schema in rules.printed.charts.items():
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        fields = list(schema.model_fields)
        writer.writerow([schema.KEY, *fields])
        writer.writerow(["# what it is", *(explain(rules, chart, field) for field in fields)])
        for known in rules.printed.roster:
            if known.chart == chart:
                writer.writerow([known.row, *(_cell(known.says, field) for field in fields)])
        for group in rules.printed.groups:
            if group.chart == chart:
                writer.writerow([f"# {group.title} [{group.rule}]", *(_cell(group.says, field) for field in fields)])
        yield folder / f"{chart}.csv", text.getvalue()


def _cell(says: Mapping[str, Any], field: str) -> str:
    value = says.get(field)
    return "" if value is None else say(tuple(value) if isinstance(value, list) else value)


def read_tables(rules: Rules[Any], folder: Path) -> dict[str, dict[str, dict[str, Any]]]:
    """The charts in a folder of tables. Their rows may still lack fields: an empty cell says nothing.

    Raises BadInput with file, line and column.
    """
    charts: dict[str, dict[str, dict[str, Any]]] = {}
    for chart, schema in rules.printed.charts.items():
        path = folder / f"{chart}.csv"
        if not path.exists():
            continue
        charts[chart] = {}
        text = library.read_text(path, TOML)
        first = text.partition("\n")[0]
        rows = csv.reader(
            io.StringIO(text, newline=""), strict=True, delimiter=";" if first.count(";") > first.count(",") else ","
        )
        try:
            heads = [head.strip() for head in next(rows, [])]
            while heads and not heads[-1]:
                heads.pop()
            if (
                not heads
                or heads[0] != schema.KEY
                or set(heads[1:]) - set(schema.model_fields)
                or len(set(heads)) < len(heads)
            ):
                raise BadInput(f"the first line names the columns: {schema.KEY}, {', '.join(schema.model_fields)}")
            for cells in rows:
                if any(cell.strip() for cell in cells) and not cells[0].startswith("#"):
                    row, says = _row(schema, heads, cells, rules.printed.mutual.get(chart, ""))
                    if len(charts[chart]) >= ROWS:
                        raise BadInput(f"more than {ROWS} rows")
                    if row in charts[chart]:
                        raise BadInput(f"{row} stands twice")
                    charts[chart][row] = says
        except (Trouble, csv.Error) as error:
            raise BadInput(f"{path}:{rows.line_num or 1}: {error}") from error
    if not charts:
        raise BadInput(f"{folder} holds none of {', '.join(f'{chart}.csv' for chart in rules.printed.charts)}")
    return charts


def _row(schema: type[Row], heads: list[str], cells: list[str], names: str) -> tuple[str, dict[str, Any]]:
    """A line's row and its fields. `names` is the field that lists other rows, whose names may hold spaces."""
    row = cells[0].strip()
    if not row:
        raise BadInput(f"the {schema.KEY} has no name")
    if unprintable(row, ""):
        raise BadInput(f"{row[:60]!r} holds a control character, or one that cannot be shown")
    if any(cell.strip() for cell in cells[len(heads) :]):
        raise BadInput(f"{row}: {len(cells)} cells under {len(heads)} columns")
    says: dict[str, Any] = {}
    for field, cell in zip(heads[1:], cells[1:], strict=False):
        if cell.strip():
            try:
                value = _value(schema, field, cell.strip(), spaced=field != names)
            except BadInput as error:
                raise BadInput(f"{row}, column {field}: {error}") from error
            says[field] = list(value) if isinstance(value, tuple) else value
    return row, says


def _value(schema: type[Row], field: str, cell: str, *, spaced: bool) -> Any:
    """The value of a cell as a spreadsheet may write it: truth in capitals, a number without its leading 0."""
    words = cell.casefold() if cell in ("TRUE", "FALSE") else cell
    try:
        return parse_field(schema, field, words, spaced=spaced)
    except BadInput:
        if not cell.isdecimal():
            raise
    try:
        return parse_field(schema, field, f"0{cell}", spaced=spaced)
    except BadInput:
        return parse_field(schema, field, words, spaced=spaced)
