"""A spreadsheet that a table kept of its game: what stands in its columns, row by row."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from domain.free.state import side_code
from domain.kernel.errors import BadInput
from domain.kernel.limits import DIGITS

TURN, WORDS, LEFT_OUT = "turn", "words", "-"
"""What a column may hold beside a side's points: the turn, the line, nothing that is read."""
BETWEEN = ",;\t"
"""What stands between the cells of a row: of these the one that the first row holds most of."""


class SheetRow(NamedTuple):
    """A row: its line, its turn, and the points that sides have behind it; None and nothing where it says none."""

    words: str
    turn: int | None
    points: Mapping[str, int]


def columns_said(text: str, sides: Sequence[str]) -> tuple[str, ...]:
    """The columns that `--columns` names: `turn`, `words`, a side's name, or `-`. Raises BadInput."""
    codes = [side_code(side) for side in sides]
    found = tuple(side_code(word) for word in text.split(","))
    for word in found:
        if word not in (TURN, WORDS, LEFT_OUT, *codes):
            raise BadInput(
                f"--columns: {word!r} is none of {TURN}, {WORDS}, {', '.join(codes)}; {LEFT_OUT} leaves one out"
            )
        if word != LEFT_OUT and found.count(word) > 1:
            raise BadInput(f"--columns: {word} stands twice")
    if WORDS not in found:
        raise BadInput(f"--columns: one of them is {WORDS}, the line")
    return found


def read_sheet(text: str, columns: Sequence[str], where: str) -> Iterator[SheetRow]:
    """The rows of a sheet; its first one may be their titles. Raises BadInput with the row's number."""
    first = text.split("\n", 1)[0]
    delimiter = max(BETWEEN, key=first.count)
    try:
        for n, cells in enumerate(csv.reader(text.splitlines(keepends=True), delimiter=delimiter, strict=True), 1):
            if extra := [cell for cell in cells[len(columns) :] if cell.strip()]:
                raise BadInput(f"{where}, row {n}: {extra[0][:40]!r} stands behind the {len(columns)} columns said")
            said = dict(zip_longest(columns, (cell.strip() for cell in cells[: len(columns)]), fillvalue=""))
            numbers = {name: cell for name, cell in said.items() if name not in (WORDS, LEFT_OUT) and cell}
            if n == 1 and numbers and not any(_is_number(cell) for cell in numbers.values()):
                continue
            if wrong := next((name for name, cell in numbers.items() if not _is_number(cell)), ""):
                raise BadInput(f"{where}, row {n}: {wrong} is a number, not {numbers[wrong][:40]!r}")
            turn = int(numbers.pop(TURN)) if TURN in numbers else None
            yield SheetRow(said[WORDS], turn, {side: int(cell) for side, cell in numbers.items()})
    except csv.Error as error:
        raise BadInput(f"{where} is no table of a spreadsheet: {error}") from None


def _is_number(cell: str) -> bool:
    plain = cell.removeprefix("-")
    return plain.isascii() and plain.isdecimal() and len(plain) <= DIGITS
