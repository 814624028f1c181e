"""The report as one HTML file: nothing is fetched, nothing runs, and it prints.

Every figure is a link: to its entry in the record at the end where it rests on one, else to a source note that lists
all of them.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from projections.report.columns import MEDIA, card_class, column_styles, numeric, table_rules
from projections.report.model import Cell, Figure, Picture, Point, Report, ReportTable, StoryLine
from projections.report.preview import Share
from projections.report.sharing import SharedDrawings
from projections.report.stacks import with_stacks

"""The table of the appendix that has a row for each entry; links lead to its rows."""
KINDS = {
    "note": "Note", "photo": "Photograph", "ruling": "Ruling", "irregular": "Irregular", "adjusted": "Set by hand",
    "taken-back": "Taken back", "dispute": "Dispute", "result": "Result",
}  # fmt: skip
"""What a line of the story is called that is no plain story."""
IMAGES = ((b"\xff\xd8\xff", "jpeg"), (b"\x89PNG\r\n\x1a\n", "png"), (b"GIF8", "gif"))
LONG = 24
"""Rows of a table of figures up to which it stands open."""
FEW = 6
"""Entries and runs of a source note up to which each is a link."""


def page(report: Report, photos: Mapping[str, bytes] | None = None, share: Share | None = None) -> str:
    """The whole page. `photos` holds the bytes of photographs by their SHA-256; those it lacks are named in words."""
    return (
        page_environment()
        .get_template("page.html.j2")
        .render(report=report, view=PageContext(report, photos or {}), KINDS=KINDS, LONG=LONG, MEDIA=MEDIA, share=share)
    )


@cache
def page_environment() -> Environment:
    """The templates, as pages are made of them."""
    return Environment(
        loader=PackageLoader("projections.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


# ---- what both templates need of a report ----


class AppendixRow(NamedTuple):
    """A row of an appendix, and the entry that links to it find there; 0 where they find it in another row."""

    entry: int
    cells: tuple[Cell, ...]


def text_of(cell: Cell) -> str:
    return cell.value if isinstance(cell, Figure) else cell


NAMED = re.compile(r"\w+(?:-\w+)*-\w*\d\w*")
"""A name with a hyphen before a number, as units have."""


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
    sides = sorted((side for side, _ in report.players), key=len, reverse=True)
    for words, figure in figures:
        side = next((side for side in sides if words.startswith(f"{side} ")), "")
        rows.setdefault(side, []).append((words.removeprefix(f"{side} "), figure))
    return list(rows.items())


LABELS = 2
"""So often a source note says where a figure stands that rests on the same entries."""


def figures_called(report: Report) -> dict[tuple[tuple[int, ...], str], dict[str, None]]:
    """What each figure is called that rests on several entries: by its entries and its value."""
    found: dict[tuple[tuple[int, ...], str], dict[str, None]] = {}

    def call(cell: Cell, *words: str) -> None:
        if isinstance(cell, Figure) and len(set(cell.entries)) > 1:
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

    def who(self, line: StoryLine) -> str:
        """Whose words these are."""
        name = self.names.get(line.side, "")
        return f"{name} ({line.side})" if name and name != line.side else line.side


# ---- the page's own ----


class PageContext(Telling):
    """What the template asks for while it writes from top to bottom."""

    def __init__(self, report: Report, photos: Mapping[str, bytes]) -> None:
        super().__init__(report)
        self.photos = photos
        self.charts = 0
        """How many charts stand on the page so far."""
        """The charts above, and what each is called there."""
        self.letters: set[str] = set()
        """The letters they have drawn."""
        self.maps = SharedDrawings(picture.svg for picture in all_pictures(report))

    def cell(self, cell: Cell) -> Markup:
        """A text or figure; the figure with its link."""
        source = self.source(cell)
        if not source:
            return escape(text_of(cell))
        return Markup('<a href="#{}">{}</a>').format(source, text_of(cell))

    @staticmethod
    def unbroken(words: str) -> Markup:
        """Words in which no name is broken at its hyphen, however narrow the page is."""
        return Markup(NAMED.sub(r'<span class="run">\g<0></span>', str(escape(words))))

    def refs(self, entries: Iterable[int]) -> Markup:
        """Links to entries; those that follow each other are a run, which leads to its first."""
        entries = list(entries)
        self.cited.update(entries)
        one, several = Markup('<a href="#e{0}">{0}</a>'), Markup('<a class="run" href="#e{0}">{0}–{1}</a>')
        return Markup(", ").join(one.format(a) if a == b else several.format(a, b) for a, b in entry_runs(entries))

    def listed_refs(self, entries: Iterable[int]) -> Markup:
        """What a figure rests on. Of a long list the first of every ten entries or runs is a link: each has a row
        there, and those of the others stand below it."""
        runs = list(entry_runs(entries))
        if len(runs) <= FEW:
            return self.refs(entry for a, b in runs for entry in range(a, b + 1))
        tens = [runs[at : at + 10] for at in range(0, len(runs), 10)]
        said = (
            Markup('<a href="#e{}">{}</a>').format(
                ten[0][0], ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in ten)
            )
            for ten in tens
        )
        return Markup(", ").join(said)

    def tiles(self, figures: Iterable[tuple[str, Figure]]) -> list[tuple[str, list[tuple[str, Figure]]]]:
        return tiles(self.report, figures)

    def number(self, number: str) -> Markup:
        """An entry's number, with its link where it has one in the record."""
        return self.refs([int(number)]) if number.isdecimal() and int(number) in self.listed else escape(number)

    def said(self, table: ReportTable, rows: Sequence[AppendixRow]) -> list[Said]:
        return list(record_lines(table, rows))

    def rolls(self, table: ReportTable, rows: Sequence[AppendixRow]) -> list[tuple[str, list[Fallen]]]:
        """Rolls by their moment, when the record has the words of each; else nothing."""
        if "dice" not in table.columns or not all(text_of(row.cells[0]).isdecimal() for row in rows):
            return []
        if not {int(text_of(row.cells[0])) for row in rows} <= self.recorded:
            return []
        return rolls_by_moment(table, rows)

    def point(self, point: Point) -> Figure:
        return Figure(f"{point.value:g}", (point.version,))

    def columns(self, table: ReportTable) -> list[str]:
        return column_styles(table)

    def cards(self, table: ReportTable) -> str:
        return card_class(table)

    def rules(self) -> Markup:
        """The style of the tables, each by its number."""
        return Markup("\n".join(table_rules(self.report.tables)))

    def picture(self, picture: Picture) -> Markup:
        """A drawing to stand among others; maps share what they have in common."""
        if shared := self.maps.drawn(picture.svg, picture.alt or picture.title):
            return with_stacks(shared, picture)
        self.charts += 1
        return Markup(self._letters(inline_svg(picture.svg, f"p{self.charts}-", picture.alt or picture.title)))

    def _letters(self, drawn: str) -> str:
        """A chart with the outlines of those letters no chart above it has."""

        def once(letter: re.Match[str]) -> str:
            new = letter[1] not in self.letters
            self.letters.add(letter[1])
            return letter[0] if new else ""

        drawn = OUTLINE.sub(once, LETTER.sub(r'\1\2"', drawn))
        return drawn.replace("<defs></defs>", "")

    def shared(self) -> Markup:
        """What the maps above share."""
        return Markup(self.maps.kept())

    def photo(self, line: StoryLine) -> str:
        """A photograph as a data: address, "" when its bytes are not at hand or are no picture browsers know."""
        data = self.photos.get(line.digest, b"")
        kind = image_kind(data)
        return f"data:image/{kind};base64,{b64encode(data).decode()}" if kind else ""


def all_pictures(report: Report) -> Iterator[Picture]:
    """Every drawing of a report, some of them twice."""
    yield from report.situation
    for chapter in report.chapters:
        yield from (*chapter.pictures, *chapter.details)
    for swing in report.swings:
        yield from swing.pictures


def image_kind(data: bytes) -> str:
    """What sort of picture bytes are; "" for anything else."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    return next((kind for magic, kind in IMAGES if data.startswith(magic)), "")


LETTER = re.compile(r'(\bid="|href="#)[^"]*?(DejaVu[^"]+)"')
OUTLINE = re.compile(r'<path id="(DejaVu[^"]+)"[^>]*/>')
"""A letter of a chart, and its outline."""


TAG = re.compile(r"<[^>]+>")
LED_TO = re.compile(r"""(?:href="#|url\(#)([^")]+)""")
NAME = re.compile(r' id="([^"]*)"')
PATH = re.compile(r' d="[^"]*"')
FINE = re.compile(r"(\.\d\d)\d+")
"""A number finer than anybody sees: in a path, not in what it is scaled by."""
ROOT = re.compile(r'\s(?:xmlns(?::\w+)?|version|id|width|height|role|aria-label)="[^"]*"')


def inline_svg(svg: str, prefix: str, alt: str) -> str:
    """A drawing of ours that can stand in a page among others: its ids its own, named, as wide as there is room."""

    called = {
        name: prefix + (name if "DejaVu" in name else str(at))
        for at, name in enumerate(sorted(set(LED_TO.findall(svg))))
    }

    def own(tag: re.Match[str]) -> str:
        rounded = PATH.sub(lambda path: FINE.sub(r"\1", path[0]).replace(" \n", ""), tag[0]).replace(
            "xlink:href", "href"
        )
        named = NAME.sub(lambda name: f' id="{called[name[1]]}"' if name[1] in called else "", rounded)
        return LED_TO.sub(lambda led: led[0].replace(led[1], called[led[1]]), named)

    head, body = svg.split(">", 1)
    return f'{ROOT.sub("", head)} role="img" aria-label="{escape(alt)}">{_bare_ticks(TAG.sub(own, body)).rstrip()}'


TICK = re.compile(r'<path id="([^"]+)" d="M0 0L[-\d.]+ [-\d.]+" stroke="')
"""The mark of a scale: one line, which says itself how it is drawn."""


def _bare_ticks(drawn: str) -> str:
    """A chart whose ticks do not say again, each of them, how they are drawn."""
    for name in TICK.findall(drawn):
        drawn = re.sub(rf'(<use href="#{re.escape(name)}" x="[^"]*" y="[^"]*")[^>]*/>', r"\1/>", drawn)
    return drawn
