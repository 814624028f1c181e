"""How the columns of a report's tables are set: to which side, and what becomes of a table that a screen has no room
for.

A table that does not fit is told as cards, a row each, on which the head of every column stands before its cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from projections.report.model import Figure, ReportTable

NUMBER = re.compile(r"[+\-−±]?\d[\d,]*(\.\d+)?( ?%)?|[–—-]?")
WORDS = 24
"""Letters of a cell from which on its column holds words to be wrapped."""
WRAPPED, GAP = 26, 3
"""Letters that a column of words takes at the least, and those between two columns."""
ROOMS = ((36, ""), (76, "cards"), (112, "cards wide"), (140, "cards wide dense"))
"""Letters beside each other for which there is room on the narrowest telephone, tablet, desk, and there in small type;
and the class of a table that needs no more."""
MEDIA = {
    "cards": "screen and (max-width: 38rem)",
    "cards wide": "screen and (max-width: 64rem)",
    "cards always": "screen",
}
"""Of a table with this class: where it is told as cards."""
SAFE = re.compile(r"[A-Za-z0-9 ]")


def numeric(table: ReportTable) -> list[bool]:
    """For each column, whether it holds numbers only."""
    return [any(column) and all(map(NUMBER.fullmatch, column)) for column in _texts(table)]


def column_styles(table: ReportTable) -> list[str]:
    """For each column how it is set: numbers to the right, words with room to wrap, anything else as it comes."""
    longest = [max(map(len, column), default=0) for column in _texts(table)]
    return [
        "number" if number else "words" if long > WORDS else "short"
        for number, long in zip(numeric(table), longest, strict=True)
    ]


def _texts(table: ReportTable) -> list[list[str]]:
    """The cells of each column as texts."""
    cells = [[row[at] for row in table.rows if at < len(row)] for at in range(len(table.columns))]
    return [[cell.value if isinstance(cell, Figure) else cell for cell in column] for column in cells]


def card_class(table: ReportTable) -> str:
    """On which screens a table is told as cards: its class, "" where it fits all."""
    least = 0
    for name, style, cells in zip(table.columns, column_styles(table), _texts(table), strict=True):
        heads = max(map(len, name.split()), default=0)
        if style == "words":
            least += max(heads, WRAPPED) + GAP
        else:  # it is not broken but at blanks
            least += max([heads, *(len(word) for cell in cells for word in cell.split())]) + GAP
    return next((name for room, name in ROOMS if least <= room), "cards always")


def table_rules(tables: Sequence[ReportTable]) -> Iterator[str]:
    """The rules of style that only these tables have: which columns are numbers or words, and what stands before the
    cells of a card."""
    for at, table in enumerate(tables, 1):
        for style, rule in (("number", "text-align: right"), ("words", "min-width: 11rem; overflow-wrap: anywhere")):
            columns = [n for n, kind in enumerate(column_styles(table), 1) if kind == style]
            if columns:
                cells = ", ".join(f":where(#t{at} tr) > :nth-child({n})" for n in columns)
                yield f"{cells} {{ {rule}; }}"  # weaker than those of a card
        if name := card_class(table):
            labels = "".join(
                f"#t{at} tbody tr > :nth-child({n})::before {{ content: {_quoted(column)}; }} "
                for n, column in _labelled(table)
            )
            yield f"@media {MEDIA[name.removesuffix(' dense')]} {{ {labels}}}"


def _labelled(table: ReportTable) -> list[tuple[int, str]]:
    """The columns whose heads stand before the cells of a card; the first is its heading, and says what it is but where
    it is a number."""
    return [(n, column) for n, column in enumerate(table.columns, 1) if column and (n > 1 or numeric(table)[0])]


def _quoted(words: str) -> str:
    """A text of a style, in which nothing commands."""
    said = "".join(sign if SAFE.fullmatch(sign) else f"\\{ord(sign):x} " for sign in words)
    return f'"{said}"'
