"""The report as a PDF: the same page, laid out for paper by WeasyPrint.

What is long on a screen is short here: only the last turn has its parts of the map with every counter, the record is
two columns of small type, and the columns of tables are measured by counting letters, since measuring them by laying
them out takes twice as long.
"""

from __future__ import annotations

import gc
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from domain.kernel.errors import BadInput
from projections.report.model import Cell, Figure, Picture, Report, ReportTable
from projections.report.page import AppendixRow, PageContext, column_styles, entry_runs, text_of, written

ACROSS = 118
"""Letters of a table's type from one margin to the other."""
GAP, NUMBERED, UNBROKEN = 2, 5, 9
"""Letters between two columns, those the number of an entry or source behind a figure takes, and those of a cell that
stays in one line."""
ASIDE = ("moment", "side", "rule", "note")
"""Columns of the record that are told in its words on paper."""
WIDTHS = "".join(f".w{letters} {{ width: {letters * 0.53:.2f}em }}" for letters in range(1, ACROSS + 1))
LAYOUT = f"""
table {{ table-layout: fixed; width: 1px; }} {WIDTHS}
.lines h4 {{ bookmark-level: none; }}
#also ~ .record {{ width: 100%; }} #also ~ .record th {{ width: 4em; }} #also ~ .record th + th {{ width: auto; }}
"""
FIGURE_SPACE = "\u2007"
"""A space as wide as a digit."""
LOOSE = "* { break-inside: auto !important; break-after: auto !important; break-before: auto !important; }"


def sheet(report: Report, photos: Mapping[str, bytes] | None = None, paper: str = "A4") -> bytes:
    """The PDF, on "A4" or "letter" paper. Raises BadInput when what lays it out is not installed: it is an extra."""
    try:
        import weasyprint
    except (ImportError, OSError) as error:  # OSError: the package is there, and the Pango library it calls is not
        raise BadInput(
            f"a PDF needs WeasyPrint and Pango: pip install 'wardiary[pdf]' ({error}); or print the HTML page from "
            "a browser"
        ) from error
    shown = [replace(chapter, details=()) for chapter in report.chapters[:-1]]
    report = replace(report, chapters=(*shown, *report.chapters[-1:]))
    own = weasyprint.urls.URLFetcher(allowed_protocols=("data",))  # what the page itself holds, and nothing else
    made: Any = weasyprint.HTML(string=written(report, Paper(report, photos or {})), url_fetcher=own)
    styles = [weasyprint.CSS(string=f"@page {{ size: {paper} }} {LAYOUT}")]
    with _uncollected():
        try:
            laid = made.render(stylesheets=styles)
        except AssertionError:  # WeasyPrint fails to place some blocks that are to be kept together; nothing is then
            laid = made.render(stylesheets=[*styles, weasyprint.CSS(string=LOOSE)])
        laid.metadata.authors = [name for _, name in report.players if name]
        return bytes(laid.write_pdf())


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without looking for garbage: a layout is a million things that all live until it is written, and the search takes
    a sixth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class Paper(PageContext):
    """What the template asks for, as it is set on paper."""

    def lines(self, table: ReportTable, rows: Sequence[AppendixRow]) -> Markup:
        return record_paragraphs(table, rows) if table.is_record else Markup()

    def columns(self, table: ReportTable) -> list[str]:
        return [f"{kind} w{wide}" for kind, wide in zip(column_styles(table), widths(table), strict=True)]

    def refs(self, entries: Iterable[int]) -> Markup:
        """Links to entries; those that follow each other are one, to the first of them."""
        entries = list(entries)
        self.cited.update(entries)
        found = (Markup('<a href="#e{}">{}</a>').format(a, a if a == b else f"{a}–{b}") for a, b in entry_runs(entries))
        return Markup(", ").join(found)

    def picture(self, picture: Picture) -> Markup:
        """The drawing as a picture of its own, which needs no size said."""
        address = f"data:image/svg+xml;base64,{b64encode(picture.svg.encode()).decode()}"
        return Markup('<img alt="{}" src="{}">').format(picture.alt, address)


# ---- tables ----


def widths(table: ReportTable) -> list[int]:
    """How many letters wide each column is: as its cells need, less where there is no room for all of it."""
    least, most = [], []
    for at, name in enumerate(table.columns):
        cells = [row[at] for row in table.rows if at < len(row)]
        words = [_length(word) for text in (*map(text_of, cells), name) for word in text.split()]
        whole = [_length(text_of(cell)) + NUMBERED * _is_numbered(cell) for cell in cells]
        least.append(max([min(max([*words, 2]), 18), *(long for long in whole if long <= UNBROKEN)]) + GAP)
        most.append(max([long + GAP for long in whole] + [least[-1]]))
    room = ACROSS - sum(least)
    if room <= 0:
        return [max(1, wide * ACROSS // sum(least)) for wide in least]
    wish = sum(most) - sum(least)
    return [a + min(b - a, (b - a) * room // max(wish, 1)) for a, b in zip(least, most, strict=True)]


def _length(text: str) -> int:
    """How wide a text is, in small letters."""
    return len(text) + (sum(map(str.isupper, text)) + 1) // 3


def _is_numbered(cell: Cell) -> bool:
    """Whether the number of an entry or source stands behind it."""
    return isinstance(cell, Figure) and bool(cell.entries)


def record_paragraphs(table: ReportTable, rows: Sequence[AppendixRow]) -> Markup:
    """The record as short paragraphs, one an entry; each moment once, where it begins."""
    names = [name.casefold() for name in table.columns]
    plain = [at for at, name in enumerate(names) if at and name not in ASIDE]
    moment, found = "", []
    for row in rows:
        texts = [text_of(cell) for cell in row.cells]
        cells = dict(zip(names, texts, strict=False))
        if cells.get("moment", moment) != moment:
            moment = cells["moment"]
            found.append(Markup("<h4>{}</h4>").format(moment))
        aside = "; ".join(filter(None, (cells.get("rule"), cells.get("note"))))
        words = ", ".join(filter(None, (texts[at] for at in plain if at < len(texts))))
        said = " ".join(
            filter(None, (f"{cells['side']}:" if cells.get("side") else "", words, f"[{aside}]" if aside else ""))
        )
        found.append(Markup('<p id="e{}">{} {}</p>').format(row.entry, texts[0].rjust(4, FIGURE_SPACE), said))
    return Markup('<div class="lines">{}</div>').format(Markup().join(found))
