"""What every form of a report needs while it is written: what entries are told in which words, and where figures come
from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from projections.report.columns import numeric
from projections.report.model import Cell, Figure, Report, ReportTable, StoryLine

KINDS = {
    "note": "Note", "photo": "Photograph", "ruling": "Ruling", "irregular": "Irregular", "adjusted": "Set by hand",
    "taken-back": "Taken back", "dispute": "Dispute", "result": "Result",
}  # fmt: skip
"""What a line of the story is called that is no plain story."""
HYPHENED = re.compile(r"(?=[\w/-]*\d)[\w/]+(?:-[\w/]+)+")
"""A name with a hyphen and a number, as units have: no line ends in it."""
IMAGES = ((b"\xff\xd8\xff", "jpeg"), (b"\x89PNG\r\n\x1a\n", "png"), (b"GIF8", "gif"))


class AppendixRow(NamedTuple):
    """A row of an appendix, and the entry that links to it find there; 0 where they find it in another row."""

    entry: int
    cells: tuple[Cell, ...]


def text_of(cell: Cell) -> str:
    return cell.value if isinstance(cell, Figure) else cell


def entry_runs(entries: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Entries in order, those that follow each other as first and last."""
    first = last = 0
    for entry in sorted(set(entries)):
        if first and entry == last + 1:
            last = entry
        else:
            if first:
                yield first, last
            first = last = entry
    if first:
        yield first, last


FEW = 6
"""Runs up to which each is told."""
BETWEEN = 3
"""How far two of more runs are apart at most between which nothing stands but what belongs to them, as dice."""


def told_runs(entries: Iterable[int]) -> list[tuple[int, int]]:
    """The entries that a sentence tells, as runs; of many, those with no more than their dice between them are one."""
    runs = list(entry_runs(entries))
    if len(runs) <= FEW:
        return runs
    joined = [runs[0]]
    for first, last in runs[1:]:
        if first - joined[-1][1] <= BETWEEN:
            joined[-1] = (joined[-1][0], last)
        else:
            joined.append((first, last))
    return joined


def appendix_rows(report: Report) -> list[tuple[ReportTable, list[AppendixRow]]]:
    """The tables of the appendix; each entry is found in one row: in the record where it has one there, else where it
    first stands."""
    numbered: list[tuple[ReportTable, list[int]]] = []
    for table in report.appendix:
        keyed = bool(table.columns) and table.columns[0].casefold() in ("entry", "no.", "number", "version")
        numbers = [int(text_of(row[0])) if keyed and row and text_of(row[0]).isdecimal() else 0 for row in table.rows]
        numbered.append((table, numbers))
    taken: set[int] = set()
    kept: dict[int, list[AppendixRow]] = {}
    for at, (table, numbers) in sorted(enumerate(numbered), key=lambda one: not one[1][0].is_record):
        rows = kept[at] = []
        for cells, number in zip(table.rows, numbers, strict=True):
            rows.append(AppendixRow(0 if number in taken else number, cells))
            taken.add(number)
    return [(table, kept[at]) for at, (table, _) in enumerate(numbered)]


def words_by_entry(report: Report) -> dict[int, str]:
    """Of each entry the story tells: in what words."""
    words: dict[int, str] = {}
    lines = [line for chapter in report.chapters for line in chapter.lines]
    for line in [*lines, report.result, *report.disputes]:
        for entry in line.entries:
            words.setdefault(entry, line.words)
    return words


class Said(NamedTuple):
    """An entry of the record as a short paragraph; the moment is told where it begins."""

    entry: int
    number: str
    moment: str
    words: str


ASIDE = ("moment", "side", "rule", "note")
"""Columns of the record that are told in its words."""


def record_lines(table: ReportTable, rows: Sequence[AppendixRow]) -> Iterator[Said]:
    """The record as short paragraphs, one an entry; each moment once, where it begins."""
    names = [name.casefold() for name in table.columns]
    told = [at for at, name in enumerate(names) if at and name not in ASIDE]
    label = {at: f"{names[at]} " for at, number in enumerate(numeric(table)) if number and not table.is_record}
    moment = ""
    for row in rows:
        texts = [text_of(cell) for cell in row.cells]
        cells = dict(zip(names, texts, strict=False))
        begins = cells.get("moment", moment) != moment
        moment = cells.get("moment", moment)
        aside = "; ".join(filter(None, (cells.get("rule"), cells.get("note"))))
        words = ", ".join(f"{label.get(at, '')}{texts[at]}" for at in told if at < len(texts) and texts[at])
        said = (f"{cells['side']}:" if cells.get("side") else "", words, f"[{aside}]" if aside else "")
        yield Said(row.entry, texts[0], moment if begins else "", " ".join(filter(None, said)))


class Fallen(NamedTuple):
    """A roll of which the record tells: its entry, and what fell."""

    entry: str
    fell: str


def rolls_by_moment(table: ReportTable, rows: Sequence[AppendixRow]) -> list[tuple[str, list[Fallen]]]:
    """Every roll as the dice that fell, below the moment; of six faces where nothing else is said."""
    moments: list[tuple[str, list[Fallen]]] = []
    for row in rows:
        cells = dict(zip(table.columns, map(text_of, row.cells), strict=False))
        moment = cells.get("moment", "")
        if not moments or moments[-1][0] != moment:
            moments.append((moment, []))
        dice, faces = cells["dice"], cells.get("faces of a die", SIX)
        fell = f"{dice} = {cells['sum']}" if " " in dice and cells.get("sum") else dice or "no dice"
        aside = ", ".join(filter(None, (f"d{faces}" if faces != SIX else "", cells.get("note"))))
        moments[-1][1].append(Fallen(cells["entry"], f"{fell} ({aside})" if aside else fell))
    return moments


SIX = "6"
"""Faces of a die where nothing else is said."""


def tiles(report: Report, figures: Iterable[tuple[str, Figure]]) -> list[tuple[str, list[tuple[str, Figure]]]]:
    """What a turn cost and gained each side, a row for each."""
    rows: dict[str, list[tuple[str, Figure]]] = {}
    sides = sorted((*(side for side, _ in report.players), *report.unplayed), key=len, reverse=True)
    for words, figure in figures:
        side = next((side for side in sides if words.startswith(f"{side} ")), "")
        rows.setdefault(side, []).append((words.removeprefix(f"{side} "), figure))
    return list(rows.items())


LABELS = 2
"""So often a source note says where a figure stands that rests on the same entries."""


def figures_called(report: Report, least: int = 2) -> dict[tuple[tuple[int, ...], str], dict[str, None]]:
    """What each figure is called that rests on several entries, or on as many as `least`: by its entries and its
    value."""
    found: dict[tuple[tuple[int, ...], str], dict[str, None]] = {}

    def call(cell: Cell, *words: str) -> None:
        if isinstance(cell, Figure) and len(set(cell.entries)) >= least:
            key = tuple(sorted(set(cell.entries))), cell.value
            found.setdefault(key, {})[", ".join(filter(None, words))] = None

    for chapter in report.chapters:
        for words, figure in chapter.figures:
            call(figure, words, chapter.title)
    for swing in report.swings:
        call(swing.head, "a turning point")
    for table in report.tables:
        for row in table.rows:
            heads = list(takewhile(lambda cell: isinstance(cell, str), row)) or [text_of(row[0])]
            for column, cell in zip(table.columns, row, strict=False):
                call(cell, f"{table.title}: {column}", *map(text_of, heads[:2]))
    return found


class SourceNote(NamedTuple):
    """A source note: its number, what the figure is, and the entries it is worked out from."""

    number: int
    entries: tuple[int, ...]
    values: list[str]


class Telling:
    """A report while it is written from top to bottom; the sources of its figures gather on the way, and are written
    last."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.appendix = appendix_rows(report)
        self.listed = {row.entry for _, rows in self.appendix for row in rows}
        self.cited: set[int] = set()
        self.recorded = {row.entry for table, rows in self.appendix if table.is_record for row in rows}
        self.notes: dict[tuple[int, ...], SourceNote] = {}
        self.names = dict(report.players)
        self.called = figures_called(report)

    def source(self, cell: Cell) -> str:
        """Where a figure comes from: `e7` for an entry, `s2` for a note that lists several; "" for a text."""
        entries = tuple(sorted(set(cell.entries))) if isinstance(cell, Figure) else ()
        self.cited.update(entries)
        if len(entries) < 2:
            return f"e{entries[0]}" if entries else ""
        note = self.notes.setdefault(entries, SourceNote(len(self.notes) + 1, entries, []))
        if text_of(cell) not in note.values:
            note.values.append(text_of(cell))
        return f"s{note.number}"

    def figures_of(self, note: SourceNote) -> list[tuple[str, str]]:
        """The figures a note is about: each value, and what it is called where it stands."""
        return [(value, "; ".join(list(self.called.get((note.entries, value), ()))[:LABELS])) for value in note.values]

    def also(self) -> list[AppendixRow]:
        """What is linked to and stands in no table of the appendix."""
        words = words_by_entry(self.report)
        return [AppendixRow(entry, (str(entry), words.get(entry, ""))) for entry in sorted(self.cited - self.listed)]

    def rolls(self, table: ReportTable, rows: Sequence[AppendixRow]) -> list[tuple[str, list[Fallen]]]:
        """Rolls by their moment, when the record has the words of each; else nothing."""
        if "dice" not in table.columns or not all(text_of(row.cells[0]).isdecimal() for row in rows):
            return []
        if not {int(text_of(row.cells[0])) for row in rows} <= self.recorded:
            return []
        return rolls_by_moment(table, rows)

    def who(self, line: StoryLine) -> str:
        """Whose words these are."""
        name = self.names.get(line.side, "")
        return f"{name} ({line.side})" if name and name != line.side else line.side


def image_kind(data: bytes) -> str:
    """What sort of picture bytes are; "" for anything else."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    return next((kind for magic, kind in IMAGES if data.startswith(magic)), "")
