"""The report as a PDF, laid out by Typst from `templates/sheet.typ`.

The report goes to the template as data, and nothing in it is ever read as markup. Typst can open no file but what lies
in a folder made for it: photographs, and fonts that come with the plotting library. No word of the report is on disk.

What is long on a screen is short here: only the last turn has its parts of the map with every counter, and the record
is two columns of small type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import shorten, wrap

from PIL import Image

from projections.report.charts import letter
from projections.report.columns import column_styles
from projections.report.every_form import (
    HYPHENED,
    KINDS,
    AppendixRow,
    Telling,
    entry_runs,
    image_kind,
    record_lines,
    text_of,
    tiles,
    told_runs,
)
from projections.report.model import Block, Cell, Figure, Inline, Picture, Report, ReportTable, StoryLine
from projections.report.stacks import stacks_in_words
from projections.report.typeset import BREAK, WHOLE, Data, drawing, typeset
from projections.stories.words import capital
from projections.text import clean

ACROSS = 118
"""Letters from one margin to the other, of the type of tables."""
LINES = 3
"""Lines of a cell from which on its column stands below each row."""
GAP, NUMBERED, UNBROKEN = 2, 5, 9
"""Letters between two columns, those the number of an entry or source behind a figure takes, and those of a cell that
stays in one line."""
LONG = 1_000
"""Letters of a cell from which on its row may go on overleaf."""
PAPERS = {"A4": "a4", "letter": "us-letter"}
RUN = re.compile(r"\S{25,}")
"""What may be too long for a line or a cell."""
PIECE = re.compile(r"\S{8}")

PARTS = "parts of maps with every counter, but those of the last turn"
ABOVE = 80
"""Letters of a title that stand above each page."""


def sheet(report: Report, photos: Mapping[str, bytes] | None = None, paper: str = "A4") -> bytes:
    """The PDF, on "A4" or "letter" paper. `photos` holds the bytes of photographs by their SHA-256."""
    shown = [replace(chapter, details=()) for chapter in report.chapters[:-1]]
    gone = (PARTS,) if any(chapter.details for chapter in report.chapters[:-1]) else ()
    report = replace(report, chapters=(*shown, *report.chapters[-1:]), left_out=(*report.left_out, *gone))
    with TemporaryDirectory() as folder:
        return laid_out(report, photos or {}, paper, Path(folder))


def laid_out(report: Report, photos: Mapping[str, bytes], paper: str, folder: Path) -> bytes:
    """The PDF, laid out in an empty folder."""
    return typeset("sheet.typ", {**Paper(report, photos, folder).data(), "paper": PAPERS[paper]}, folder)


# ---- the report as data ----


class Paper(Telling):
    """The report as the template reads it. What is written last comes last, since sources gather on the way."""

    def __init__(self, report: Report, photos: Mapping[str, bytes], folder: Path) -> None:
        super().__init__(report)
        self.photos, self.folder = photos, folder

    def data(self) -> Data:
        report = self.report
        facts = (
            ("Rules", report.rules),
            ("Record", ", ".join(filter(None, (report.game, f"to entry {report.last}")))),
            ("Left out", "; ".join(report.left_out)),
            ("In other words than the record's", "; ".join(report.mended)),
        )
        told = {
            "title": as_set(report.title),
            "above": as_set(shorten(report.title, ABOVE, placeholder=" …")),
            "name": one_line(report.title),
            "kicker": as_set(report.kicker),
            "players": [
                {"name": as_set(name or side), "side": as_set(side) if name and name != side else ""}
                for side, name in report.players
            ],
            "authors": [one_line(name) for _, name in report.players if name],
            "result": self.line(report.result),
            "facts": [[name, as_set(words)] for name, words in facts if words],
            "readings": [as_set(words) for words in report.readings],
            "seal": as_set(report.head),
            "when": as_set(
                " · ".join(filter(None, (report.played, report.audience and f"as seen by {report.audience}")))
            ),
            "headline": as_set(report.headline),
            "course": [self.line(line) for line in report.course],
            "curve": self.picture(report.curve) if report.curve else None,
            "situation": [self.picture(picture) for picture in report.situation],
            "blurb": [passage(block) for block in report.blurb],
            "chapters": [
                {
                    "title": as_set(chapter.title),
                    "headline": as_set(chapter.headline),
                    "lines": [self.line(line) for line in chapter.lines],
                    "pictures": [
                        self.picture(picture) for picture in chapter.pictures if picture not in report.situation
                    ],
                    "details": [self.picture(picture) for picture in chapter.details],
                    "figures": [
                        [as_set(side), [[as_set(name), self.cell(figure)] for name, figure in row]]
                        for side, row in tiles(report, chapter.figures)
                    ],
                }
                for chapter in report.chapters
            ],
            "charts": [self.picture(picture) for picture in report.pictures],
            "swings": [
                {
                    "letter": letter(at),
                    "head": self.cell(swing.head),
                    "words": as_set(swing.words),
                    "moment": as_set(swing.moment),
                    "refs": self.refs(swing.entries),
                    "pictures": [self.picture(picture) for picture in swing.pictures],
                }
                for at, swing in enumerate(report.swings)
            ],
            "tables": [self.table(table) for table in report.tables],
            "disputes_title": report.disputes_title,
            "disputes": [self.line(line) for line in report.disputes],
            "lists": [self.listing(table, rows) for table, rows in self.appendix if not table.is_record],
            "records": [
                {"title": as_set(table.title), "lines": list(set_lines(table, rows))}
                for table, rows in self.appendix
                if table.is_record
            ],
        }
        sources = [
            {
                "to": f"s{note.number}",
                "values": [[as_set(value), as_set(called)] for value, called in self.figures_of(note)],
                # one link, as the many would be half of the file
                "refs": {
                    "to": f"e{note.entries[0]}",
                    "words": ", ".join(run["words"] for run in self.refs(note.entries)),
                },
            }
            for note in self.notes.values()
        ]
        also = [{"entry": row.entry, "words": as_set(text_of(row.cells[1]))} for row in self.also()]
        return {**told, "sources": sources, "also": also}

    def line(self, line: StoryLine) -> Data:
        return {
            "kind": line.kind,
            "label": KINDS.get(line.kind, line.kind),
            "who": as_set(self.who(line)),
            "words": HYPHENED.sub(lambda name: name[0].replace("-", f"-{WHOLE}"), as_set(line.words)),
            "file": as_set(line.file),
            "photo": self.photo(line.digest),
            "refs": self.refs(line.entries, told_runs),
        }

    def cell(self, cell: Cell) -> str | Data:
        """A text, or a figure with the place it leads to."""
        source, words = self.source(cell), as_set(text_of(cell))
        return {"words": words, "to": source} if source and words else words

    def refs(self, entries: Iterable[int], runs: Callable[..., Iterable[tuple[int, int]]] = entry_runs) -> list[Data]:
        """Links to entries; those that follow each other are one, to the first of them."""
        entries = list(entries)
        self.cited.update(entries)
        return [{"to": f"e{a}", "words": str(a) if a == b else f"{a}–{b}"} for a, b in runs(entries)]

    def table(self, table: ReportTable) -> Data:
        """Rows and columns. What has no room beside the others stands below each row."""
        kinds = column_styles(table)
        kept, low = beside_and_below(table)
        return {
            "title": as_set(table.title),
            "about": as_set(table.about),
            "columns": [
                {"name": as_set(capital(table.columns[at])), "kind": kinds[at], "letters": letters}
                for at, letters in zip(kept, widths(some_columns(table, kept)), strict=True)
            ],
            "whole": all(len(text_of(cell)) < LONG for row in table.rows for cell in row),
            "rows": [
                {
                    "cells": [self.cell(row[at]) for at in kept],
                    "low": [[as_set(capital(table.columns[at])), self.cell(row[at])] for at in low if text_of(row[at])],
                }
                for row in table.rows
            ],
        }

    def listing(self, table: ReportTable, rows: Sequence[AppendixRow]) -> Data:
        """A table of the appendix as short paragraphs: what fell below its moment, or a paragraph an entry."""
        rolls = self.rolls(table, rows)
        return {
            "title": as_set(table.title),
            "about": as_set(table.about),
            "rolls": [
                [as_set(moment), as_set("; ".join(f"{roll.entry}: {roll.fell}" for roll in fallen))]
                for moment, fallen in rolls
            ],
            "lines": [] if rolls else list(set_lines(table, rows)),
        }

    def picture(self, picture: Picture) -> Data:
        return {
            **drawing(picture.svg),
            "alt": as_set(picture.alt or picture.title),
            "title": as_set(picture.title),
            "words": [[as_set(head), as_set(said)] for head, said in picture.words],
            "stacks": as_set(stacks_in_words(picture.stacks)) if not picture.words else "",
        }

    def photo(self, digest: str) -> Data | None:
        """A photograph in a file of its own; none when its bytes are not at hand or are no picture that can be
        shown."""
        data = self.photos.get(digest, b"")
        if not (kind := image_kind(data)):
            return None
        try:
            with Image.open(BytesIO(data)) as opened:
                opened.load()
                wide, high = opened.size
        except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
            return None
        name = f"{digest[:12]}.{kind}"
        (self.folder / name).write_bytes(data)
        return {"file": name, "ratio": high / wide}


def passage(block: Block) -> Data:
    """What the writer says before the story, as it is set."""
    return {
        "kind": block.kind,
        "code": "\n".join(map(_breakable, block.code.split("\n"))),
        "number": block.number,
        "inline": list(map(piece, block.inline)),
        "blocks": list(map(passage, block.blocks)),
    }


def piece(inline: Inline) -> Data:
    inside = list(map(piece, inline.inside))
    return {"kind": inline.kind, "words": _breakable(inline.words), "inside": inside, "to": inline.to}


def _breakable(text: str) -> str:
    """A line with its blanks, and with places to break where it has none."""
    return RUN.sub(lambda word: PIECE.sub(rf"\g<0>{BREAK}", word[0]), clean(text))


def one_line(text: str) -> str:
    """A text without what would command a reader, or turn the words of others around."""
    return clean(" ".join(text.split()))


def as_set(text: str) -> str:
    """A text as it is set, with places to break where it has none."""
    return _breakable(one_line(text))


def set_lines(table: ReportTable, rows: Sequence[AppendixRow]) -> Iterator[Data]:
    """The record as short paragraphs, as they are set."""
    for said in record_lines(table, rows):
        texts = {"number": said.number, "moment": said.moment, "words": said.words}
        yield {"entry": said.entry, **{name: as_set(text) for name, text in texts.items()}}


def beside_and_below(table: ReportTable) -> tuple[list[int], list[int]]:
    """Which columns stand beside each other, and which below each row: some without numbers, as long as there is
    no room for all, or one has cells of many lines; first the one with the most."""
    kinds = column_styles(table)
    kept, low = list(range(len(kinds))), list[int]()
    while True:
        some = some_columns(table, kept)
        wide = widths(some)
        lines = {
            at: max((_lines(text_of(row[at]), room) for row in table.rows), default=0)
            for at, room in zip(kept, wide, strict=True)
            if at and kinds[at] != "number"
        }
        deep = max(lines, key=lambda at: lines[at], default=0)
        crowded = sum(least for least, _ in needs(some)) > ACROSS
        if not deep or not (crowded or lines[deep] > LINES):
            return kept, sorted(low)
        kept.remove(deep)
        low.append(deep)


def _lines(text: str, room: int) -> int:
    """How many lines a text takes in so many letters."""
    return 1 if len(text) <= room else len(wrap(text, room))


def some_columns(table: ReportTable, kept: Sequence[int]) -> ReportTable:
    return table._replace(
        columns=tuple(table.columns[at] for at in kept),
        rows=tuple(tuple(row[at] for at in kept) for row in table.rows),
    )


def widths(table: ReportTable, across: int = ACROSS) -> list[int]:
    """How many letters wide each column is: as its cells need, less where there is no room for all of it."""
    least, most = zip(*needs(table), strict=True)
    room = across - sum(least)
    if room <= 0:
        return [max(1, wide * across // sum(least)) for wide in least]
    wish = sum(most) - sum(least)
    return [a + min(b - a, (b - a) * room // max(wish, 1)) for a, b in zip(least, most, strict=True)]


def needs(table: ReportTable) -> list[tuple[int, int]]:
    """How many letters each column needs at the least, and to have each of its cells in one line."""
    found = []
    for at, name in enumerate(table.columns):
        cells = [row[at] for row in table.rows if at < len(row)]
        words = [_length(word) for text in map(text_of, cells) for word in text.split()]
        words += [_length(word) + 1 for word in name.split()]  # in bold
        whole = [_length(text_of(cell)) + NUMBERED * _is_numbered(cell) for cell in cells]
        least = max([min(max([*words, 2]), 18), *(long for long in whole if long <= UNBROKEN)]) + GAP
        found.append((least, max([long + GAP for long in whole] + [least])))
    return found


def _length(text: str) -> int:
    """How wide a text is, in small letters."""
    return len(text) + (sum(map(str.isupper, text)) + 1) // 3


def _is_numbered(cell: Cell) -> bool:
    """Whether the number of an entry or source stands behind it."""
    return isinstance(cell, Figure) and bool(cell.entries)
