"""The report on paper: what is on its pages, that nothing leaves them, and that its links lead somewhere."""

from __future__ import annotations

import io
import logging
import re
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import pypdf
import pytest

from projections.report.build import build
from projections.report.model import Chapter, Figure, Report, ReportTable, StoryLine
from projections.report.page import AppendixRow
from projections.report.sheet import ACROSS, record_paragraphs, sheet, widths
from tests.shipped import played

POINTS_OF_PAPER = {"A4": (595.3, 841.9), "letter": (612.0, 792.0)}


class Part(NamedTuple):
    """The first turns of a played game, and the paper they are laid out for: once, for whatever is looked for on the
    pages."""

    system: str
    name: str
    turns: int
    paper: str


GUNS_AND_TANKS, FIRST_WAVES = Part("iwo", "guns-and-tanks", 1, "A4"), Part("ddat", "first-waves", 2, "letter")
"""A game of areas, and one of hexes."""
BOTH = pytest.mark.parametrize("part", [GUNS_AND_TANKS, FIRST_WAVES], ids=lambda part: part.name)


@cache
def whole(system: str, name: str) -> Report:
    return build(played(system, name).seen_by("umpire"), name=name)


class Complaints(logging.Handler):
    """What WeasyPrint finds wrong as it lays out: a link that leads nowhere, a picture it cannot read."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record.getMessage())


class Laid(NamedTuple):
    report: Report
    pdf: Any
    complaints: list[str]


@cache
def laid(part: Part) -> Laid:
    """The report of a part of a game, with some of its tables and its record."""
    report = whole(part.system, part.name)
    appendix = tuple(table._replace(rows=table.rows[:40]) for table in report.appendix)
    report = replace(
        report, chapters=report.chapters[: part.turns], tables=report.tables[:3], appendix=appendix, swings=()
    )
    logger, complaints = logging.getLogger("weasyprint"), Complaints()
    logger.addHandler(complaints)
    try:
        return Laid(report, pypdf.PdfReader(io.BytesIO(sheet(report, paper=part.paper))), complaints.found)
    finally:
        logger.removeHandler(complaints)


class Page(NamedTuple):
    """What can be read on a page, where each piece of it stands, and how wide and high the page is. What a drawing
    groups, it places itself."""

    text: str
    places: list[tuple[float, float]]
    size: tuple[float, float]


@cache
def pages(part: Part) -> list[Page]:
    return [read(page) for page in laid(part).pdf.pages]


def read(page: Any) -> Page:
    places: list[tuple[float, float]] = []

    def seen(text: str, cm: list[float], tm: list[float], font: object, size: float) -> None:
        if text.strip():
            places.append((tm[4] * cm[0] + tm[5] * cm[2] + cm[4], tm[4] * cm[1] + tm[5] * cm[3] + cm[5]))

    page.extract_xform_text = lambda *_, **__: ""
    return Page(page.extract_text(visitor_text=seen), places, (float(page.mediabox.width), float(page.mediabox.height)))


# ---- the pages ----


@BOTH
def test_no_words_leave_the_page(part: Part) -> None:
    for page in pages(part):
        wide, high = page.size
        assert page.size == pytest.approx(POINTS_OF_PAPER[part.paper], abs=0.5)
        assert all(30 < x < wide - 30 and 25 < y < high - 25 for x, y in page.places)
    assert sum(len(page.places) for page in pages(part)) > 1000


def test_a_pdf_says_what_it_is() -> None:
    made = laid(GUNS_AND_TANKS).pdf
    assert (made.metadata.title, made.metadata.author) == ("Guns and tanks: after-action report", "Ellis, Mori")
    assert made.trailer["/Root"]["/Lang"] == "en"
    assert "The course of the game" in str(made.outline)
    assert "turn 1, US Bombardment Phase" not in str(made.outline)


def test_pages_have_numbers_and_the_title_above() -> None:
    texts = [page.text for page in pages(GUNS_AND_TANKS)]
    assert all(re.search(rf"(?m)^{number}$", page) for number, page in enumerate(texts, 1))
    assert texts[0].count("Guns and tanks") == 1
    assert all("Guns and tanks" in page for page in texts)


@BOTH
def test_every_link_leads_somewhere(part: Part) -> None:
    _, made, complaints = laid(part)
    assert complaints == []
    links = [one.get_object() for page in made.pages for one in page.get("/Annots", ())]
    assert len(links) > 100


def test_only_the_last_turn_has_its_parts_with_every_counter() -> None:
    """Given two turns with a map and its parts, then the pages hold two maps and the parts of the second, though no
    drawing says its size."""
    report, words = laid(FIRST_WAVES).report, " ".join(page.text for page in pages(FIRST_WAVES))
    assert len(report.chapters[0].details) == 6
    assert [part for part in range(1, 7) if f"turn 1, The First Waves, part {part} of" in words] == []
    assert [part for part in range(1, 7) if f"part {part} of" in words] == [
        int(one.title.split("part ")[1][0]) for one in report.chapters[1].details
    ]
    assert words.count("position nobody") + words.count("nobody there") == 2


def test_what_cannot_be_kept_together_is_laid_out_all_the_same() -> None:
    words = "Word " * 6000
    line = StoryLine(words, (1,), "ruling")
    report = Report(
        title="Long",
        game="g",
        system="s",
        scenario="",
        audience="all",
        players=(),
        played="",
        rules="",
        readings=(),
        result=line,
        head="",
        last=1,
        chapters=(Chapter("Turn 1", (line, StoryLine(words, (1,), "note"))),),
    )
    assert sheet(report).startswith(b"%PDF-")


# ---- tables ----


def test_columns_fit_between_the_margins() -> None:
    for report in (whole("iwo", "guns-and-tanks"), whole("ddat", "first-waves")):
        for table in report.tables:
            found = widths(table)
            assert len(found) == len(table.columns)
            assert sum(found) <= ACROSS
            assert min(found) > 0


def test_columns_are_as_wide_as_their_cells_need() -> None:
    narrow = ReportTable("t", ("side", "steps lost"), (("US", Figure("3", (1,))), ("Japanese", Figure("12", (1, 2)))))
    assert sum(widths(narrow)) < ACROSS / 2
    wide = ReportTable("t", ("side", "what", "why"), (("US", "word " * 60, "other " * 20),))
    side, what, why = widths(wide)
    assert side < why < what
    assert ACROSS - 3 <= side + what + why <= ACROSS


def test_the_record_is_told_with_each_moment_once() -> None:
    table = ReportTable("The record", ("entry", "moment", "side", "what", "rule", "note"), ())
    rows = [
        AppendixRow(7, (Figure("7", (7,)), "turn 1", "US", "fires <at> will", "9.1", "")),
        AppendixRow(8, ("8", "turn 1", "", "a hit", "", "by hand")),
        AppendixRow(9, ("9", "turn 2", "", "night falls", "", "")),
    ]
    said = record_paragraphs(table, rows)
    assert re.findall(r"<h4>(.*?)</h4>", said) == ["turn 1", "turn 2"]
    assert re.findall(r'<p id="(e\d)">\u2007*(.*?)</p>', said) == [
        ("e7", "7 US: fires &lt;at&gt; will [9.1]"),
        ("e8", "8 a hit [by hand]"),
        ("e9", "9 night falls"),
    ]
