"""Packs as tables: one CSV file a chart, one line a row, to be filled in in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domain.kernel.errors import BadInput, Trouble
from domain.kernel.packs import Known
from domain.kernel.rules import Rules
from domain.kernel.state import parse_row, say
from replays import library


def write_tables(rules: Rules[Any], folder: Path) -> Iterator[tuple[Path, str]]:
    """The files and their text: the rows the rulebook's text knows, empty cells for what the printed game knows."""
    for chart, schema in rules.charts.items():
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        fields = list(schema.model_fields)
        writer.writerow([schema.KEY, *fields])
        for known in rules.roster:
            if known.chart == chart:
                writer.writerow([known.row, *(_cell(known, field) for field in fields)])
        yield folder / f"{chart}.csv", text.getvalue()


def _cell(known: Known, field: str) -> str:
    value = known.says.get(field)
    return "" if value is None else say(tuple(value) if isinstance(value, list) else value)


def read_tables(rules: Rules[Any], folder: Path) -> dict[str, dict[str, dict[str, Any]]]:
    """The charts in a folder of tables; an empty cell is a field left out. Raises BadInput with file, line and column."""
    charts: dict[str, dict[str, dict[str, Any]]] = {}
    for chart, schema in rules.charts.items():
        path = folder / f"{chart}.csv"
        if not path.exists():
            continue
        rows = csv.reader(io.StringIO(library.read_text(path).removeprefix("\ufeff")), strict=True)
        try:
            heads = [head.strip() for head in next(rows, [])]
            if not heads or heads[0] != schema.KEY or set(heads[1:]) - set(schema.model_fields):
                raise BadInput(f"the first line names the columns: {schema.KEY}, {', '.join(schema.model_fields)}")
            for cells in rows:
                if not any(cell.strip() for cell in cells):
                    continue
                row = cells[0].strip()
                if not row or row in charts.setdefault(chart, {}):
                    raise BadInput(f"{row} stands twice" if row else f"the {schema.KEY} has no name")
                if len(cells) > len(heads):
                    raise BadInput(f"{row}: {len(cells)} cells under {len(heads)} columns")
                words = {head: cell.strip() for head, cell in zip(heads[1:], cells[1:], strict=False) if cell.strip()}
                charts[chart][row] = parse_row(schema, words)
        except (Trouble, csv.Error) as error:
            raise BadInput(f"{path}:{rows.line_num or 1}: {error}") from error
    if not charts:
        raise BadInput(f"{folder} holds none of {', '.join(f'{chart}.csv' for chart in rules.charts)}")
    return charts
