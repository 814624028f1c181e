"""The report on paper: what is on its pages, that nothing leaves them, and that its links lead somewhere."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
import pypdf
import pytest

from projections.report.blurb import read_blurb
from projections.report.build import build
from projections.report.every_form import AppendixRow
from projections.report.model import Chapter, Figure, Picture, Report, ReportTable, StoryLine, Swing
from projections.report.sheet import ACROSS, Paper, laid_out, set_lines, sheet, widths
from projections.report.typeset import FONTS, foreign
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


class Laid(NamedTuple):
    report: Report
    pdf: Any


@cache
def laid(part: Part) -> Laid:
    """The report of a part of a game, with some of its tables and its record."""
    report = whole(part.system, part.name)
    appendix = tuple(table._replace(rows=table.rows[:40]) for table in report.appendix)
    report = replace(
        report, chapters=report.chapters[: part.turns], tables=report.tables[:3], appendix=appendix, swings=()
    )
    return Laid(report, read_pdf(sheet(report, paper=part.paper)))


def read_pdf(data: bytes) -> Any:
    return pypdf.PdfReader(io.BytesIO(data))


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
    assert [number for number, page in enumerate(texts, 1) if not page.startswith("Guns and tanks\n")] == [1]


@BOTH
def test_every_link_leads_to_a_page(part: Part) -> None:
    made = laid(part).pdf
    numbers = {page.indirect_reference.idnum for page in made.pages}
    links = [one.get_object() for page in made.pages for one in page.get("/Annots", ())]
    assert len(links) > 100
    assert {(link.get("/Dest") or link["/A"]["/D"])[0].idnum for link in links} <= numbers


def test_only_the_last_turn_has_its_parts_with_every_counter() -> None:
    """Given two turns with a map and its parts, then the pages hold two maps, the last of the game in front, and
    the parts of the second, though no drawing says its size."""
    report, words = laid(FIRST_WAVES).report, " ".join(page.text for page in pages(FIRST_WAVES))
    assert len(report.chapters[0].details) == 6
    assert [part for part in range(1, 7) if f"turn 1, The First Waves, part {part} of" in words] == []
    assert [part for part in range(1, 7) if f"part {part} of" in words] == [
        int(one.title.split("part ")[1][0]) for one in report.chapters[1].details
    ]
    assert words.count("position nobody") + words.count("nobody there") == 3


def test_a_line_longer_than_a_page_goes_on_overleaf() -> None:
    words = "Word " * 6000
    lines = (StoryLine(words, (1,), "ruling"), StoryLine(words, (1,), "note"))
    texts = [page.extract_text() for page in read_pdf(sheet(told(chapters=(Chapter("Turn 1", lines),)))).pages]
    assert sum(text.count("Word") for text in texts) == 3 * 6000  # and once among the entries that are in no record


def told(**parts: Any) -> Report:
    """A report of one entry."""
    none: dict[str, Any] = {"scenario": "", "played": "", "rules": "", "readings": (), "players": (), "head": ""}
    result = StoryLine("Nobody won.", (1,), "result")
    usual = {"title": "Short", "game": "g", "system": "s", "audience": "all", "result": result, "last": 1}
    return Report(**{**none, **usual, **parts})


# ---- what others wrote ----

HOSTILE = (
    '#import "@preview/cetz:0.3.0": *',
    '#read("/etc/passwd")',
    "$ x^2 $ *bold* _slanted_ `code` @nobody <e1> \\ \\u{41} // /* ~ -- --- ...",
    "= heading - item + item / term: it",
    '#panic("no") #{ while true {} } #eval("1")',
    "<script>alert(1)</script> &amp; {{ report }} {% include %}",
)


@pytest.mark.parametrize("words", HOSTILE)
def test_what_others_wrote_is_set_as_it_stands(words: str) -> None:
    """Given names, notes, titles, cells and parts of the record that are markup, then a page shows their letters."""
    made = read_pdf(sheet(hostile(words)))
    text = "".join("".join(page.extract_text() for page in made.pages).replace("\u200b", "").split())
    assert text.count("".join(words.split())) >= 10
    assert made.metadata.title == f"{words}: after-action report"
    assert "root:" not in text


def hostile(words: str) -> Report:
    """A report in which everything that players and packs name is these words."""
    line = StoryLine(words, (1,), "note", words)
    cells = (words, Figure(words, (1, 2)))
    drawn = Picture(
        words, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', words, words, ((words, words),)
    )
    return told(
        title=words,
        game=words,
        system=words,
        scenario=words,
        players=((words, words), ("us", words)),
        rules=words,
        readings=(words,),
        result=line._replace(kind="result"),
        head=words,
        chapters=(
            Chapter(words, (line, line._replace(kind="photo", file=words, digest=words), line._replace(kind="story"))),
            Chapter(words, (line._replace(kind="ruling"),), (drawn,), (drawn, drawn), ((words, Figure(words, (1,))),)),
        ),
        pictures=(drawn,),
        swings=(Swing(words, words, Figure(words, (1,)), (1,)),),
        tables=(ReportTable(words, ("side", words), (cells,), words),),
        disputes=(line._replace(kind="dispute"),),
        appendix=(
            ReportTable(words, ("entry", "moment", words), (("1", words, words),), words),
            ReportTable(words, ("entry", "moment", "what", "note"), (("1", words, words, words),), words, True),
        ),
    )


def test_long_words_and_signs_that_turn_the_others_around_stay_on_the_page() -> None:
    """Given names of 10,000 letters, letters that turn a line around, and bytes that are no text, then all stands
    between the margins."""
    long = "x" * 10_000
    line = StoryLine(long, (1,), "note", long)
    table = ReportTable(long, ("side", "what"), (("us", long),))
    cases = [hostile(words) for words in ("\u202eedis rehto eht\u2066", "a\x00b\x1b[2J\ud800\u2028c", "שלום ⚓")]
    blurb = read_blurb(f"{'x' * 3_000} `{'y' * 900}`\n\n- - # {'h' * 400}\n\n```\n{'z' * 3_000}\n```", "blurb.md")
    for report in (
        told(blurb=blurb),
        told(title=long, players=(("us", long),), chapters=(Chapter(long, (line,)),), tables=(table,)),
        *cases,
    ):
        for page in map(read, read_pdf(sheet(report)).pages):
            wide, high = page.size
            assert all(30 < x < wide - 30 and 25 < y < high - 25 for x, y in page.places)
            assert not set("\u202e\u2066\x00\x1b") & set(page.text)


def test_the_template_opens_nothing_but_what_lies_beside_it() -> None:
    template = files("projections.report").joinpath("templates", "sheet.typ").read_text("utf-8")
    assert re.findall(r"\b(?:eval|plugin|read|include|import|csv|yaml|toml|xml|cbor|bibliography)\b", template) == []
    assert re.findall(r"\bjson\((\S*)\)", template) == ["bytes(sys.inputs.report)"]
    assert re.findall(r"\bimage\((.*?), ", template) == [
        'if "svg" in picture { bytes(picture.svg) } else { picture.file }'
    ]


def test_no_word_of_a_report_is_left_on_disk(tmp_path: Path) -> None:
    """Given a report of what others may not know, when it is laid out, then the folder for it holds fonts alone."""
    laid_out(hostile("a secret"), {}, "A4", tmp_path)
    assert {file.name for file in tmp_path.rglob("*")} == {"fonts", *FONTS}


def test_a_photograph_that_is_none_is_named() -> None:
    """Given bytes that only begin like a photograph, then it is named as one that is not shown."""
    line = StoryLine("the beach", (1,), "photo", "", "beach.png", "aa")
    made = sheet(told(chapters=(Chapter("Turn 1", (line,)),)), {"aa": b"\x89PNG\r\n\x1a\n and no more"})
    assert "beach.png, not shown here" in read_pdf(made).pages[0].extract_text()


@BOTH
def test_shipped_games_are_set_in_letters_that_come_along(part: Part, tmp_path: Path) -> None:
    report = whole(part.system, part.name)
    drawn = "".join(picture.svg for chapter in report.chapters for picture in chapter.pictures)
    text = json.dumps(Paper(report, {}, tmp_path).data(), ensure_ascii=False) + drawn
    assert foreign(text, Path(matplotlib.get_data_path(), "fonts", "ttf", FONTS[0])) == set()


def test_the_fonts_of_the_machine_are_asked_for_what_is_in_no_other() -> None:
    font = Path(matplotlib.get_data_path(), "fonts", "ttf", FONTS[0])
    assert foreign("Ådalen, Żółw, שלום, 山本 ⚓ → ×\u200b", font) == {"山", "本"}


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
    said = list(set_lines(table, rows))
    assert [line["moment"] for line in said] == ["turn 1", "", "turn 2"]
    assert [(line["entry"], line["number"], line["words"]) for line in said] == [
        (7, "7", "US: fires <at> will [9.1]"),
        (8, "8", "a hit [by hand]"),
        (9, "9", "night falls"),
    ]


def test_a_table_too_wide_for_the_page_has_its_words_below_each_row(tmp_path: Path) -> None:
    """Given more columns than there is room for, then the one that holds words stands below each row, with its name."""
    names = tuple(f"column {at} of many" for at in range(14))
    row = (*(Figure(str(at), (1,)) for at in range(14)), "a landing, a recovery and a great many other things")
    data = Paper(told(), {}, tmp_path).table(ReportTable("t", (*names, "other"), (row,)))
    assert [column["name"] for column in data["columns"]] == [name.capitalize() for name in names]
    assert data["rows"][0]["low"] == [["Other", row[-1]]]


def test_words_that_would_be_a_pillar_stand_below_their_row(tmp_path: Path) -> None:
    """Given columns of words of which two are far longer than there is room beside the rest, then both stand below."""
    figures = tuple(f"figure {at}" for at in range(8))
    long = "six strength in 3110, nine in 3109, six of Hiei, six of Kirishima, and what is halved in the night"
    row = ("1", *(Figure("12.5", (1,)) for _ in figures), long, "left", long)
    data = Paper(told(), {}, tmp_path).table(ReportTable("t", ("turn", *figures, "attack", "way", "shifts"), (row,)))
    assert [column["name"] for column in data["columns"]] == ["Turn", *(name.capitalize() for name in figures), "Way"]
    assert data["rows"][0]["low"] == [["Attack", long], ["Shifts", long]]


def test_the_appendix_tells_each_moment_once(tmp_path: Path) -> None:
    """Given rolls that the record tells, then what fell stands below each moment; else each has a paragraph."""
    rows = (("7", "turn 1", "a die", "4", "4"), ("8", "turn 1", "a die", "5", "5"), ("9", "turn 2", "two", "2 4", "6"))
    table = ReportTable("Every roll", ("entry", "moment", "purpose", "dice", "sum"), rows)
    listed = [AppendixRow(int(row[0]), row) for row in rows]
    data = Paper(told(), {}, tmp_path).listing(table, listed)
    assert [line["moment"] for line in data["lines"]] == ["turn 1", "", "turn 2"]
    paper = Paper(told(), {}, tmp_path)
    paper.recorded = {7, 8, 9}
    assert paper.listing(table, listed)["rolls"] == [["turn 1", "7: 4; 8: 5"], ["turn 2", "9: 2 4 = 6"]]
