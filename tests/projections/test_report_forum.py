"""The report as BBCode: what others wrote is no tag, pictures are named or shown, tables are lines."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO

import pytest
from PIL import Image

from domain.kernel.errors import BadInput
from projections.report.build import build
from projections.report.editing import LEFT_OUT, Edits, edited
from projections.report.forum import PARTS, WIDE, forum_post
from projections.report.model import Chapter, Report, ReportTable, StoryLine
from projections.report.preview import page_address, share_card
from projections.report.typeset import pngs
from tests import shipped
from tests.projections.spelt_bbcode import tags_in
from tests.projections.test_report_paper import hostile, told

HOSTILE = (
    "[b]loud[/b]",
    "[/q][/i][/size]",
    "[url=javascript:alert(1)]x[/url]",
    "[img]https://example.org/x.png[/img] [imageid=1] [o]",
    "&#91;b&#93; &lbrack;i&rbrack; <script>alert(1)</script>",
    "a\n[b\n]c[",
)


@pytest.mark.parametrize("words", HOSTILE)
def test_no_word_of_others_is_a_tag(words: str) -> None:
    """Given names, notes, titles, cells and records that are tags, then all tags are the report's own, each closed."""
    text, files = forum_post(hostile(words))
    assert tags_in(text) == {"size", "b", "i", "q", "c", "o"}
    assert not re.search(r"&#?\w+;", text)
    assert "alert(1)" not in text or "[url" not in text
    shown, _ = forum_post(hostile(words), address="https://example.org/report/")
    assert tags_in(shown) == {"size", "b", "i", "q", "c", "o", "img"}
    assert re.findall(r"\[img\](.*?)\[/img\]", shown) == [f"https://example.org/report/{name}" for name in files]


@cache
def whole() -> Report:
    return build(shipped.played("ddat", "first-waves").seen_by("umpire"), name="waves")


def test_a_brief_post_is_story_maps_and_charts() -> None:
    """Given the report of a game, then each of its pictures is named where it belongs, and what is missing is said; in
    full it has tables and the record, folded."""
    brief, files = forum_post(edited(whole(), Edits(brief=True)), before="waves-")
    named = re.findall(r"\[b\]Picture: (\S+)\[/b\]", brief)
    assert set(named) == set(files)
    assert all(re.fullmatch(r"waves-(turn|point|chart)-\d+(-\d+)?-[0-9a-f]{8}\.png", name) for name in named)
    assert tags_in(brief) == {"size", "b", "i", "q"}
    assert LEFT_OUT in brief
    full, _ = forum_post(whole())
    assert tags_in(full) == {"size", "b", "i", "q", "c", "o"}


def test_figures_have_their_sources_folded_at_the_end() -> None:
    """Given the report of a game, then in full a line for each figure of a turn says what it is and what it rests on;
    where the record is left out, none does."""
    full, _ = forum_post(whole())
    folded = full.partition("[b]Sources of the figures[/b]\n[o]")[2]
    assert folded.rstrip().endswith("[/o]")
    for chapter in whole().chapters:
        for words, figure in chapter.figures:
            assert re.search(
                rf"^[^\n]*{re.escape(words)}, {re.escape(chapter.title)}[^\n]*: {figure.value}, from \d", folded, re.M
            )
    assert "Sources of the figures" not in forum_post(edited(whole(), Edits(brief=True)))[0]
    assert PARTS in full
    assert all(f"[b]{table.title}[/b]" in full for table in (*whole().tables, *whole().appendix))


def test_a_table_is_set_in_lines() -> None:
    """Given a narrow table, its columns stand below each other in type of one width; a wide one is a line a row."""
    narrow = ReportTable("Losses", ("side", "steps"), (("US", "7"), ("Japanese", "12")))
    text, _ = forum_post(told(tables=(narrow, narrow._replace(rows=(("US", "x" * WIDE), ("Japanese", ""))))))
    assert "[c]side      steps\nUS            7\nJapanese     12[/c]" in text
    assert f"• [b]US[/b] · steps {'x' * WIDE}\n• [b]Japanese[/b]\n" in text


def test_pictures_are_pngs_that_are_not_larger_than_a_post_shows() -> None:
    svgs = [picture.svg for picture in (*whole().situation, *whole().pictures)][:2]
    for data in pngs(svgs):
        with Image.open(BytesIO(data)) as image:
            assert image.format == "PNG"
            assert 0 < image.width <= 1000
            assert 0 < image.height <= 1400
    assert pngs([]) == []


@pytest.mark.parametrize("made", [hostile('#panic("no") [b] <b>'), told(title="x" * 9_000, chapters=())])
def test_a_card_is_as_large_as_previews_are(made: Report) -> None:
    """Given a report with hostile or endless words, its card has the size that previews take, and nothing fails."""
    with Image.open(BytesIO(share_card(made))) as image:
        assert image.size == (1200, 630)


@pytest.mark.parametrize(
    "address",
    [
        "example.org",
        "ftp://example.org",
        "https://",
        "https://e.org/[b]",
        'https://e.org/"x',
        "https://e.org/a b",
        "//e",
    ],
)
def test_an_address_is_one_of_a_page(address: str) -> None:
    with pytest.raises(BadInput, match="--url"):
        page_address(address)
    assert page_address("https://example.org/a/b.html?c=d#e")


def test_a_note_that_was_mended_says_so_in_round_brackets() -> None:
    line = StoryLine("The sand.", (7,), "note", "us")
    made = edited(told(chapters=(Chapter("Turn 1", (line,)),)), Edits(mended={7: "The beach."}))
    assert "[i]The beach. (mended)[/i]" in forum_post(made)[0]
