"""The report as a page and as Markdown: well-formed, every link leads somewhere, nothing is fetched, and names are only
names."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from projections.hexmap.ground import area
from projections.report.build import Drawings, build
from projections.report.editing import Edits, edited
from projections.report.every_form import entry_runs, told_runs
from projections.report.inline import inline_svg
from projections.report.model import Chapter, Figure, Picture, Report, ReportTable, StoryLine
from projections.report.page import page
from projections.report.post import post
from tests.shipped import played

GAMES = (("iwo", "guns-and-tanks"), ("ddat", "first-waves"))
VOID = {"meta", "link", "br", "img"}
PNG = b"\x89PNG\r\n\x1a\n" + bytes(8)
HOSTILE = '<script>alert(1)</script>"><img src=x onerror=alert(1)> **bold** [x](javascript:alert(1)) | `code` &amp;'


@cache
def report(system: str, name: str, side: str = "umpire") -> Report:
    return build(played(system, name).seen_by(side), head="ab" * 32, name=name)


@cache
def written(system: str, name: str, side: str = "umpire") -> str:
    return page(report(system, name, side))


def small(words: str = "They landed.", name: str = "Ann") -> Report:
    """A report by hand, with one of everything."""
    lines = (
        StoryLine(words, (3, 4, 7), "story"),
        StoryLine(words, (5,), "note", name),
        StoryLine(words, (6,), "photo", "US", name, "d" * 64),
        StoryLine(words, (8,), "ruling"),
        StoryLine(words, (9,), "result"),
    )
    picture = Picture(
        name,
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect id="a" width="9" height="9"/></svg>',
        words,
    )
    rows = ((name, Figure("2", (3, 4))), (words, Figure("1", (7,))))
    return Report(
        title=name,
        game=name,
        system=name,
        scenario=name,
        audience=name,
        players=(("US", name), ("Japanese", name)),
        played=words,
        rules=words,
        readings=(words,),
        result=StoryLine(words, (9,), "result"),
        head="ab" * 32,
        last=9,
        chapters=(Chapter(name, lines, (picture,), figures=((name, Figure("3", (3, 4, 7))),)),),
        pictures=(picture,),
        tables=(ReportTable(name, (name, "steps"), rows, words),),
        disputes=(StoryLine(words, (8,), "ruling"),),
        appendix=(
            ReportTable("The record", ("entry", "what"), ((Figure("3", (3,)), words), (Figure("4", (4,)), words))),
        ),
    )


class Reader(HTMLParser):
    """What a page is made of; a tag closed out of turn is a failure."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice in {tag}"
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, tag

    def values(self, attribute: str) -> list[str]:
        return [attributes[attribute] for _, attributes in self.tags if attribute in attributes]


@pytest.mark.parametrize(("system", "name"), GAMES)
@pytest.mark.parametrize("side", ["umpire", "us"])
def test_the_page_of_a_played_game_is_whole(system: str, name: str, side: str) -> None:
    """Given a played game, when its page is read, then tags are balanced, ids are unique and every link leads to
    one."""
    read = Reader(written(system, name, side))
    ids = read.values("id")
    assert len(ids) == len(set(ids))
    assert {link.removeprefix("#") for link in read.values("href") if link.startswith("#")} <= set(ids)
    assert {id for value in read.values("aria-labelledby") for id in value.split()} <= set(ids)
    levels = [int(tag[1]) for tag, _ in read.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels)), "no heading is left out"


@pytest.mark.parametrize(("system", "name"), GAMES)
def test_nothing_is_fetched_and_nothing_runs(system: str, name: str) -> None:
    text = written(system, name)
    read = Reader(text)
    for attribute in ("href", "src", "xlink:href", "srcset", "data", "action"):
        assert [value for value in read.values(attribute) if not value.startswith(("#", "data:"))] == []
    assert [tag for tag, _ in read.tags if tag in ("script", "iframe", "object", "embed", "form", "base")] == []
    assert [name for _, attributes in read.tags for name in attributes if name.startswith("on")] == []
    assert "@import" not in text
    assert set(re.findall(r"url\(\s*['\"]?(.)", text)) <= {"#"}
    assert "http" not in re.sub(r"http-equiv", "", text), "not even a name of an address"


@pytest.mark.parametrize(("system", "name"), GAMES)
def test_every_figure_leads_to_its_entries(system: str, name: str) -> None:
    """A figure of one entry leads to its row in the record; of several, to a note that names the first and last of each
    run."""
    made = report(system, name)
    text = written(system, name)
    rows = set(re.findall(r'<(?:tr role="row"|p) id="e(\d+)"', text))
    for table in made.tables:
        for cell in (cell for row in table.rows for cell in row if isinstance(cell, Figure) and cell.entries):
            assert {str(end) for run in entry_runs(cell.entries) for end in run} <= rows, (table.title, cell)
            if len(set(cell.entries)) == 1:
                assert f'<a href="#e{cell.entries[0]}">' in text
    for chapter in made.chapters:
        for line in chapter.lines:
            assert {str(end) for run in entry_runs(line.entries) for end in run} <= rows


def test_hostile_names_and_notes_stay_words() -> None:
    """Given names and notes that are HTML and Markdown, when they are written, then there is no tag and no link of
    theirs."""
    read = Reader(page(small(HOSTILE, HOSTILE)))
    assert [tag for tag, _ in read.tags if tag in ("script", "img")] == []
    assert [name for _, attributes in read.tags for name in attributes if name.startswith("on")] == []
    text, _ = post(small(HOSTILE, HOSTILE))
    assert re.findall(r"<(?!/?sup>|a id=\"[es]\d+\"></a>|/a>|/?details>|/?summary>)", text) == []
    assert "](javascript" not in text.replace("\\]\\(", "")
    assert "\\*\\*bold\\*\\*" in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {3}, "a bar in a name makes no column"


def test_what_stands_in_no_table_is_listed_all_the_same() -> None:
    """Given a record that lacks entry 7, when a line rests on it, then the page lists it with the words it is told
    in."""
    text = page(small("They landed."))
    assert re.search(r'id="e7".*?They landed\.', text)
    assert '<a id="e7"></a>' in post(small())[0]


def test_photographs_are_shown_when_they_are_at_hand_and_named_when_not() -> None:
    assert "data:image/png;base64," in page(small(), {"d" * 64: PNG})
    told = "</b>, not shown here"
    assert told in page(small())
    assert "d" * 64 not in page(small()), "64 digits say nothing to a reader"
    assert told in page(small(), {"d" * 64: b"<svg onload=alert(1)>"}), "only pictures that are nothing else"
    assert "photo-dddddddddddd.png" in post(small(), {"d" * 64: PNG})[0]


def test_markdown_has_its_pictures_beside_it_and_every_link_a_place() -> None:
    for system, name in GAMES:
        text, files = post(report(system, name), before="x-")
        assert set(re.findall(r"\]\(([^)#]+)\)", text)) == set(files)
        assert all(file.startswith("x-") and svg.lstrip().startswith("<") for file, svg in files.items())
        assert set(re.findall(r"\]\(#([es]\d+)\)", text)) <= set(re.findall(r'<a id="([es]\d+)"></a>', text))


def test_a_source_in_markdown_says_which_figures_rest_on_it() -> None:
    """Given a game, then each source names its figures: the value, what it is called where it stands, its entries."""
    text, _ = post(report(*GAMES[0]))
    sources = re.findall(r'^- <a id="s\d+"></a>s\d+: (.*)$', text, re.M)
    assert sources
    assert all(re.fullmatch(r"\*\*.+?\*\* .*\w.*, from \[\d[\d–, ]*\]\(#e\d+\)", source) for source in sources)


def test_no_turn_has_the_headline_of_another() -> None:
    heads = [chapter.headline for chapter in report(*GAMES[0]).chapters if chapter.headline]
    assert len(heads) > 2
    assert len(set(heads)) == len(heads)


def test_a_game_that_has_hardly_begun_has_a_page() -> None:
    bare = replace(small(), chapters=(), pictures=(), tables=(), disputes=(), appendix=(), readings=(), players=())
    Reader(page(bare))
    assert "Nothing has happened yet" in page(bare)


DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 20 10" '
    'width="20pt" role="img" aria-label="old">'
    '<title>url(#m) id="m"</title><defs><path id="m" d="M0 0"/></defs><use xlink:href="#m" fill="url(#m)"/></svg>'
)


def test_drawings_side_by_side_keep_their_own_ids_and_are_as_wide_as_there_is_room() -> None:
    made = inline_svg(DRAWING, "p1-", 'a "map"')
    read = Reader(made)
    assert [tag for tag, _ in read.tags] == ["svg", "title", "defs", "path", "use"]
    assert ('<path id="p1-0"' in made, 'href="#p1-0"' in made, 'fill="url(#p1-0)"' in made) == (True, True, True)
    assert '<title>url(#m) id="m"</title>' in made, "words stay as they are"
    assert made.startswith('<svg viewBox="0 0 20 10" role="img" aria-label="a &#34;map&#34;">')


@pytest.mark.parametrize(("system", "name"), [("iph", "over-the-pali"), ("ddat", "first-waves"), ("reef", "red-two")])
def test_turning_points_are_told_in_the_order_of_play_each_with_its_map(system: str, name: str) -> None:
    """Given a game, then at most five turning points, in the order of play, each with a headline, a sentence and the
    map of where it turned."""
    told = report(system, name).swings
    assert 2 <= len(told) <= 5
    assert [swing.entries for swing in told] == sorted(swing.entries for swing in told)
    assert all(swing.head.value and swing.words[-1:] in ("", ".") and len(swing.pictures) == 1 for swing in told)


def test_runs_of_entries() -> None:
    assert list(entry_runs((9, 3, 4, 5, 3))) == [(3, 5), (9, 9)]
    assert list(entry_runs(())) == []


@pytest.mark.parametrize(
    ("system", "name", "most"),
    [
        ("ddat", "two-days", 1_800_000),
        ("iph", "over-the-pali", 2_000_000),
        ("iwo", "guns-and-tanks", 2_000_000),
        ("reef", "red-two", 2_000_000),
        ("betio", "issue-in-doubt", 2_000_000),
    ],
)
def test_a_page_is_small_and_its_maps_are_whole(system: str, name: str, most: int) -> None:
    """Given a long game of each system, when its page is written, then it has at most so many bytes, and whatever its
    maps share is there once. The largest has 5,840 entries."""
    made = written(system, name)
    assert len(made.encode()) <= most
    named, kept = set(re.findall(r'<use href="#(m\d+)"', made)), re.findall(r' id="(m\d+)"', made)
    assert named
    assert sorted(named) == sorted(kept)


def test_a_drawing_is_rounded_in_its_paths_and_nowhere_else() -> None:
    """Given a chart whose letters are scaled, when it stands in a page, then its paths are shorter and the scale is
    what it was."""
    drawing = '<svg viewBox="0 0 9 9"><path id="a" d="M 1.234567 2" transform="scale(0.015625)"/></svg>'
    assert '<path d="M 1.23 2" transform="scale(0.015625)"/>' in inline_svg(drawing, "p1-", "")


def test_rolls_the_record_tells_are_given_as_what_fell() -> None:
    """Given a game with dice, then each roll is a link to its entry and what fell; its words stand in the record."""
    made = report("reef", "red-two")
    rolls = next(table for table in made.appendix if "dice" in table.columns)
    text = written("reef", "red-two")
    fallen = "".join(re.findall(r'<p class="fallen">.*?</p>', text))
    assert fallen.count("<a ") == len(rolls.rows)
    entry, dice = (rolls.rows[0][rolls.columns.index(name)] for name in ("entry", "dice"))
    assert isinstance(entry, Figure)
    assert isinstance(dice, Figure)
    assert f'<a href="#e{entry.value}">{entry.value}</a>: {dice.value}' in fallen


def test_why_something_was_taken_back_stands_in_the_margin_of_its_paragraph() -> None:
    """Given a story in which a reason follows a paragraph, and one that follows a note, then the first stands beside
    its paragraph; nothing is left out."""
    lines = (
        StoryLine("The pier falls.", (3,)),
        StoryLine("The tide was forgotten.", (7,), "taken-back"),
        StoryLine("A note.", (8,), "note"),
        StoryLine("A die fell off the table.", (9,), "taken-back"),
    )
    made = replace(report("reef", "two-black-three-red"), chapters=(Chapter("20 AM", lines),))
    text = page(made)
    [paragraph] = re.findall(r'<p class="line story">.*?</p>', text, re.DOTALL)
    assert "The pier falls." in paragraph
    assert "The tide was forgotten." in paragraph
    assert "A die fell off the table." in text
    assert "A die fell off the table." not in paragraph


def test_a_campaign_without_a_title_is_called_by_its_game_and_dates() -> None:
    """Given campaigns of which one has no title but the diary's name for it, then that one has another."""
    untitled, titled = played("reef", "red-two").seen_by("umpire"), played("reef", "two-black-three-red")
    made = build(untitled, name="red-two", drawn=Drawings.NOTHING)
    assert made.title == "Blood Reef: Tarawa, CG II, 20 AM to 21 PM"
    assert [chapter.headline for chapter in made.chapters if chapter.headline] == [
        "The 2nd Battalion, 2nd Marines, lands on Red Beach Two",
        "The pier falls to the Marines",
        "The charge does not come",
        "The 1st Battalion, 8th Marines, lands on Red Beach Three",
        "The Marines Control S22..31",
    ]
    named = build(titled.seen_by("umpire"), name="guns", drawn=Drawings.NOTHING)
    assert named.title == "Two black, three red (CG3.4)"


@pytest.mark.parametrize(("named", "title"), [("evening", "Iwo Jima: Rage Against the Marines"), ("Sand", "Sand")])
def test_a_game_that_has_but_the_diarys_name_is_called_by_what_is_played(named: str, title: str) -> None:
    """Given a game without a title of its own, then what is played stands above its report, once."""
    view = played("iwo", "guns-and-tanks").seen_by("umpire")
    assert view.began
    view.entries = [view.entries[0]._replace(fact=view.began.but(title=named)), *view.entries[1:8]]
    made = build(view, name=named, drawn=Drawings.NOTHING)
    assert made.title == title
    assert (made.system in made.kicker) is (named == "Sand")
    assert made.system in edited(made, Edits(title="Two friends")).kicker


@pytest.mark.parametrize(
    ("entries", "runs"),
    [
        ((1, 3, 5), [(1, 1), (3, 3), (5, 5)]),
        ((1, 2, 5, 8, 11, 14, 17, 20, 30), [(1, 20), (30, 30)]),
        ((1, 10, 20, 30, 40, 50, 60), [(n, n) for n in (1, 10, 20, 30, 40, 50, 60)]),
    ],
)
def test_the_many_entries_of_a_sentence_are_told_in_short(
    entries: tuple[int, ...], runs: list[tuple[int, int]]
) -> None:
    """Given the entries that a sentence tells, then of many those with no more than their dice between them are one
    run."""
    assert told_runs(entries) == runs


def test_the_letters_of_charts_stand_on_a_page_once() -> None:
    """Given a page with charts, then whatever they name is there, and no letter is drawn twice."""
    text = written("reef", "red-two")
    ids = Reader(text).values("id")
    used = re.findall(r'<use href="#(p\d+|DejaVu[^"]+)"', text)
    assert used
    assert set(used) <= set(ids)
    assert [name for name in set(ids) if ids.count(name) > 1] == []


def test_hexes_together_have_one_outline() -> None:
    """Given hexes that touch, then their outline has no side between them; apart, each has its own; a ring has two."""
    corners = [path.count(" ") for path in (area([(0, 0)], 7, 8), area([(0, 0), (14, 0)], 7, 8))]
    assert corners[0] < corners[1] < 2 * corners[0]
    assert area([(0, 0), (14, 0)], 7, 8).count("M") == 1
    assert area([(0, 0), (28, 0)], 7, 8).count("M") == 2
    ring = [(-14.0, 0.0), (14.0, 0.0), (-7.0, -12.0), (7.0, -12.0), (-7.0, 12.0), (7.0, 12.0)]
    assert area(ring, 7, 8).count("M") == 2
