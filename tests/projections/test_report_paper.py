"""The report on paper: what is on its pages, that nothing leaves them, and that its links lead somewhere."""

from __future__ import annotations

import io
import logging
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pypdf
import pytest

from projections.report.build import build
from projections.report.model import Chapter, Figure, Line, Report, Table
from projections.report.page import Row
from projections.report.sheet import ACROSS, sheet, told, widths
from replays import diary_file

POINTS_OF_PAPER = {"A4": (595.3, 841.9), "letter": (612.0, 792.0)}


@cache
def whole(system: str, name: str) -> Report:
    game = diary_file.play(diary_file.shipped(system, name))
    return build(game, name=name)


def part_of(system: str, name: str) -> Report:
    """A played game's first turn, with some of its record."""
    report = whole(system, name)
    appendix = tuple(table._replace(rows=table.rows[:40]) for table in report.appendix)
    return replace(report, chapters=report.chapters[:1], tables=report.tables[:3], appendix=appendix, swings=())


@cache
def pdf(system: str, name: str, paper: str = "A4") -> Any:
    return pypdf.PdfReader(io.BytesIO(sheet(part_of(system, name), paper=paper)))


# ---- the pages ----


@pytest.mark.parametrize(("system", "name", "paper"), [("iwo", "guns-and-tanks", "A4"), ("ddat", "first-waves", "letter")])
def test_no_words_leave_the_page(system: str, name: str, paper: str) -> None:
    wide, high = POINTS_OF_PAPER[paper]
    for page in pdf(system, name, paper).pages:
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx((wide, high), abs=0.5)
        places: list[tuple[float, float]] = []

        def seen(text: str, cm: list[float], tm: list[float], font: object, size: float, places: list[tuple[float, float]] = places) -> None:
            if text.strip() and cm[:4] != [1, 0, 0, 1]:  # what stands in a drawing's own group is placed elsewhere
                places.append((tm[4] * cm[0] + tm[5] * cm[2] + cm[4], tm[4] * cm[1] + tm[5] * cm[3] + cm[5]))

        page.extract_text(visitor_text=seen)
        assert all(30 < x < wide - 30 and 25 < y < high - 25 for x, y in places)


def test_a_pdf_says_what_it_is() -> None:
    made = pdf("iwo", "guns-and-tanks")
    assert (made.metadata.title, made.metadata.author) == ("Guns and tanks: after-action report", "Ellis, Mori")
    assert made.trailer["/Root"]["/Lang"] == "en"
    assert "The course of the game" in str(made.outline)
    assert "turn 1, US Bombardment Phase" not in str(made.outline)


def test_pages_have_numbers_and_the_title_above() -> None:
    pages = [page.extract_text() for page in pdf("iwo", "guns-and-tanks").pages]
    assert all(re.search(rf"(?m)^{number}$", page) for number, page in enumerate(pages, 1))
    assert pages[0].count("Guns and tanks") == 1
    assert all("Guns and tanks" in page for page in pages)


def test_every_link_leads_somewhere(caplog: pytest.LogCaptureFixture) -> None:
    report = part_of("iwo", "guns-and-tanks")
    with caplog.at_level(logging.ERROR, "weasyprint"):
        made = pypdf.PdfReader(io.BytesIO(sheet(report)))
    assert not caplog.records
    links = [one.get_object() for page in made.pages for one in page.get("/Annots", ())]
    assert len(links) > 100


def test_only_the_last_turn_has_its_parts_with_every_counter() -> None:
    """Given two turns with a map and its parts, then the pages hold two maps and the parts of the second, though no drawing says its size."""
    report = whole("ddat", "first-waves")
    some = replace(report, chapters=report.chapters[:2], pictures=report.pictures[:1], tables=(), swings=(), appendix=())
    made = pypdf.PdfReader(io.BytesIO(sheet(some)))
    words = " ".join(page.extract_text() for page in made.pages)
    assert len(report.chapters[0].details) == 6
    assert [part for part in range(1, 7) if f"turn 1, The First Waves, part {part} of" in words] == []
    assert [part for part in range(1, 7) if f"part {part} of" in words] == [int(one.title.split("part ")[1][0]) for one in report.chapters[1].details]
    assert words.count("position nobody") + words.count("nobody there") == 2


def test_what_cannot_be_kept_together_is_laid_out_all_the_same() -> None:
    words = "Word " * 6000
    line = Line(words, (1,), "ruling")
    report = Report(
        title="Long", game="g", system="s", scenario="", audience="all", players=(), played="", rules="", readings=(), result=line, head="", last=1,
        chapters=(Chapter("Turn 1", (line, Line(words, (1,), "note"))),),
    )  # fmt: skip
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
    narrow = Table("t", ("side", "steps lost"), (("US", Figure("3", (1,))), ("Japanese", Figure("12", (1, 2)))))
    assert sum(widths(narrow)) < ACROSS / 2
    wide = Table("t", ("side", "what", "why"), (("US", "word " * 60, "other " * 20),))
    side, what, why = widths(wide)
    assert side < why < what
    assert ACROSS - 3 <= side + what + why <= ACROSS


def test_the_record_is_told_with_each_moment_once() -> None:
    table = Table("The record", ("entry", "moment", "side", "what", "rule", "note"), ())
    rows = [
        Row(7, (Figure("7", (7,)), "turn 1", "US", "fires <at> will", "9.1", "")),
        Row(8, ("8", "turn 1", "", "a hit", "", "by hand")),
        Row(9, ("9", "turn 2", "", "night falls", "", "")),
    ]
    said = told(table, rows)
    assert re.findall(r"<h4>(.*?)</h4>", said) == ["turn 1", "turn 2"]
    assert re.findall(r'<p id="(e\d)">\u2007*(.*?)</p>', said) == [
        ("e7", "7 US: fires &lt;at&gt; will [9.1]"), ("e8", "8 a hit [by hand]"), ("e9", "9 night falls"),
    ]  # fmt: skip
