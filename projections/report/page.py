"""The report as one HTML file: nothing is fetched, nothing runs, and it prints.

Every figure is a link: to its entry in the record at the end where it rests on one, else to a source note that lists
all of them.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from projections.report.columns import MEDIA, card_class, column_styles, table_rules
from projections.report.every_form import (
    FEW,
    HYPHENED,
    KINDS,
    AppendixRow,
    Said,
    Telling,
    entry_runs,
    image_kind,
    record_lines,
    text_of,
    tiles,
    told_runs,
)
from projections.report.inline import inline_svg, ratio_of
from projections.report.model import Cell, Figure, Picture, Point, Report, ReportTable, StoryLine
from projections.report.preview import Share
from projections.report.sharing import SharedDrawings
from projections.report.stacks import with_stacks

TALL = 1.2
"""How much higher than wide a map is that is tall."""
LONG = 24
"""Rows of a table of figures up to which it stands open."""


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


class PageContext(Telling):
    """What the template asks for while it writes from top to bottom."""

    def __init__(self, report: Report, photos: Mapping[str, bytes]) -> None:
        super().__init__(report)
        self.photos = photos
        self.charts = 0
        """How many charts stand on the page so far."""
        self.letters: set[str] = set()
        """The letters they have drawn."""
        self.maps = SharedDrawings(picture.svg for picture in all_pictures(report))

    @staticmethod
    def with_margins(lines: Iterable[StoryLine]) -> list[tuple[StoryLine, list[StoryLine]]]:
        """Each line with what stands in its margin: why something was taken back after it."""
        told: list[tuple[StoryLine, list[StoryLine]]] = []
        for line in lines:
            if line.kind == "taken-back" and told and told[-1][0].kind == "story":
                told[-1][1].append(line)
            else:
                told.append((line, []))
        return told

    def cell(self, cell: Cell) -> Markup:
        """A text or figure; the figure with its link."""
        source = self.source(cell)
        if not source:
            return escape(text_of(cell))
        return Markup('<a href="#{}">{}</a>').format(source, text_of(cell))

    @staticmethod
    def unbroken(words: str) -> Markup:
        """Words in which no name is broken at its hyphen, however narrow the page is."""
        return Markup(HYPHENED.sub(r"<bdi>\g<0></bdi>", str(escape(words))))

    def refs(self, entries: Iterable[int]) -> Markup:
        """Links to entries; those that follow each other are a run, which leads to its first."""
        entries = list(entries)
        self.cited.update(entries)
        one, several = Markup('<a href="#e{0}">{0}</a>'), Markup('<a class="run" href="#e{0}">{0}–{1}</a>')
        return Markup(", ").join(one.format(a) if a == b else several.format(a, b) for a, b in told_runs(entries))

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

    @staticmethod
    def is_tall(picture: Picture) -> bool:
        """Whether a map leaves room beside it."""
        return ratio_of(picture.svg) > TALL

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


LETTER = re.compile(r'(\bid="|href="#)[^"]*?(DejaVu[^"]+)"')
OUTLINE = re.compile(r'<path id="(DejaVu[^"]+)"[^>]*/>')
"""A letter of a chart, and its outline."""
