"""A report in its writer's hand: a title, some turns, without tables; what is left out is said."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

import pypdf
import pytest

from cli.report_file import read_report_file
from domain.kernel.errors import BadInput
from projections.report.blurb import read_blurb
from projections.report.build import Drawings, build
from projections.report.editing import LEFT_OUT, UNSAID, Edits, edited
from projections.report.forum import forum_post
from projections.report.model import Chapter, Report, StoryLine
from projections.report.page import page
from projections.report.post import post
from projections.report.sheet import sheet
from tests import shipped
from tests.cli.conftest import Run
from tests.projections.test_report_paper import told

HOSTILE = '"><script>alert(1)</script> [x](javascript:1) *b*'


@cache
def whole() -> Report:
    return build(shipped.played("iwo", "guns-and-tanks").seen_by("umpire"), name="guns", drawn=Drawings.NOTHING)


def test_a_brief_report_has_no_link_into_a_record_it_lacks() -> None:
    """Given a brief report, its story is whole, nothing leads to an entry, and what it lacks is said."""
    brief = edited(whole(), Edits(brief=True))
    assert [one.title for one in brief.chapters] == [one.title for one in whole().chapters]
    for text in (page(brief), post(brief)[0]):
        assert 'href="#e' not in text
        assert "](#e" not in text
        assert LEFT_OUT in text


def test_a_title_is_words_everywhere() -> None:
    """Given a hostile title, a page shows it as words, in its head too, and Markdown as it stands."""
    made = edited(whole(), Edits(title=HOSTILE))
    assert "<script" not in page(made)
    assert "\\[x\\]\\(javascript:1) \\*b\\*" in post(made)[0]
    assert "<script" not in post(made)[0]


def test_the_story_of_some_turns() -> None:
    """Given turns, when they are those of the story, then it tells them alone and says so; else what is allowed."""
    middle = edited(whole(), Edits(turns="2"))
    assert middle.left_out[0].startswith("the story before ")
    made = edited(whole(), Edits(turns="1"))
    assert len(made.chapters) == 1 < len(whole().chapters)
    assert made.left_out
    assert made.tables == whole().tables
    for wrong in ("0", "3-1", "1-999", "x", "1-", "-1"):
        with pytest.raises(BadInput, match="the story has turns"):
            edited(whole(), Edits(turns=wrong))


def test_a_bad_title_writes_nothing(evening: Run, tmp_path: Path) -> None:
    """Given a title that cannot be shown, one line says so and no file is there."""
    place = tmp_path / "x.html"
    said = evening("report", "evening", "--title", "a\x1bb", "-o", str(place), code=2)
    assert "--title" in said.stderr
    assert not place.exists()


# ---- report.toml beside the diary ----


@pytest.fixture
def noted(evening: Run) -> Run:
    """A game with two notes of everybody's, and one of the Japanese in secret."""
    evening("note", "evening", "Ann spills her tea.")
    evening("note", "evening", "--by", "jp", "--secret", "the HQ waits in the Quarry")
    evening("declare", "evening", "land 4D-R23 Green fire=INF1 56214")
    evening("note", "evening", "Bob swears.")
    return evening


def entry_of(run: Run, words: str) -> int:
    rows = json.loads(run("table", "evening", "timeline", "--json").stdout)["rows"]
    return next(int(row["version"]) for row in rows if words in json.dumps(row))


def written(run: Run, place: Path, *words: str) -> str:
    run("report", "evening", "-o", str(place), "--overwrite", *words)
    return place.read_text("utf-8")


def test_a_note_is_dropped_from_story_and_record_and_the_report_says_so(noted: Run, tmp_path: Path) -> None:
    """Given notes dropped and mended in `report.toml`, then no word of the one is in the report, the other stands in
    other words that are marked, the record at the end keeps what was noted, and the diary is as it was."""
    tea, swears = entry_of(noted, "Ann spills her tea"), entry_of(noted, "Bob swears")
    before = noted("log", "evening").stdout
    (tmp_path / "report.toml").write_text(
        f'[evening]\ntitle = "Sand"\nblurb = "We *played*."\ndrop = [{tea}]\n'
        f'[evening.notes]\n{swears} = "Bob is sorry."\n'
    )
    text = written(noted, tmp_path / "r.html")
    assert "spills" not in text
    assert f'id="e{tea}"' in text
    assert UNSAID in text
    assert f"Left out of this report: the note of entry {tea}." in text
    assert "Bob is sorry. [mended]" in text
    assert "Bob swears." in text
    assert f"In other words than the record's: the note of entry {swears}." in text
    assert "We <em>played</em>." in text
    assert "<h1>Sand</h1>" in text
    for form in ("md", "bbcode"):
        post_of_it = written(noted, tmp_path / f"r.{form}")
        assert "spills" not in post_of_it
        assert "swears" not in post_of_it
        assert f"the note of entry {tea}" in post_of_it
        assert f"the note of entry {swears}" in post_of_it
    assert noted("log", "evening").stdout == before


def test_the_example_on_the_page_is_one(tmp_path: Path) -> None:
    """Given the `report.toml` of docs/report.md, then it is read as the page says."""
    text = (Path(__file__).parents[2] / "docs" / "report.md").read_text("utf-8")
    block = re.search(r"(?m)^    \[evening\](.*\n(    .*)?)+?(?=\S)", text)
    assert block
    (tmp_path / "report.toml").write_text(re.sub(r"(?m)^    ", "", block[0]), "utf-8")
    read = read_report_file(tmp_path / "d.db", "evening", ["evening"])
    assert (read.title, read.turns, read.brief, read.drop) == ("Sand", "3-5", True, (12, 40))
    assert read.notes == {31: "Ann bets everything on Green Beach."}
    assert read_blurb(read.blurb, read.where)


def test_what_the_line_says_goes_before_the_file(noted: Run, tmp_path: Path) -> None:
    (tmp_path / "report.toml").write_text('[evening]\ntitle = "Sand"\nblurb = "from the file"\nbrief = true\n')
    (tmp_path / "blurb.md").write_text("from the *line*")
    assert LEFT_OUT in written(noted, tmp_path / "r.html")
    text = written(noted, tmp_path / "r.html", "--title", "Sea", "--blurb", str(tmp_path / "blurb.md"), "--full")
    assert "<h1>Sea</h1>" in text
    assert "from the <em>line</em>" in text
    assert "from the file" not in text
    assert LEFT_OUT not in text


def test_what_is_dropped_tells_a_side_nothing_of_the_other(noted: Run, tmp_path: Path) -> None:
    """Given a secret note of the Japanese that is dropped or mended, then their report says so, and that of the US is
    the same to the byte as without."""
    secret = entry_of(noted, "the HQ waits")
    plain = written(noted, tmp_path / "us.html", "--as", "us")
    for words in (f"drop = [{secret}]", f'notes.{secret} = "the HQ waits elsewhere"'):
        (tmp_path / "report.toml").write_text(f"[evening]\n{words}\n")
        assert written(noted, tmp_path / "us.html", "--as", "us") == plain
        assert f"the note of entry {secret}" in written(noted, tmp_path / "jp.html", "--as", "jp")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[evening]\ntitel = 1\n", "[evening]: there is no key 'titel'; did you mean title?"),
        ("[evening]\ntitle = 1\n", "[evening] title: a text"),
        ("[evening]\nbrief = 1\n", "[evening] brief: true or false"),
        ("[evening]\ndrop = 12\n", "[evening] drop: a list of entries"),
        ("[evening]\ndrop = [true]\n", "'True' is no entry"),
        ("[evening]\ndrop = [-1]\n", "'-1' is no entry"),
        ("[evening]\ndrop = [1]\n", "[evening]: entry 1 is no note"),
        ("[evening]\ndrop = [9999]\n", "[evening]: there is no entry 9999; the game has entries up to"),
        ('[evening]\nnotes.1 = "x"\n', "[evening]: entry 1 is no note"),
        ("[evening.notes]\nx = 'y'\n", "[evening] notes: 'x' is no entry"),
        ("[evening.notes]\n1 = ''\n", "[evening] notes: 1: a text"),
        ("[evening]\ndrop = [3]\nnotes.3 = 'x'\n", "cannot be left out and told in other words"),
        ("[morning]\n", "there is no game 'morning'"),
        ("evening = 1\n", "evening is no table"),
        ("[evening\n", "report.toml: "),
        ("[evening]\nblurb = '''a\n\u202e'''\n", "evening.blurb: "),
        (f"[evening]\ntitle = '{'x' * 201}'\n", "[evening] title has 201 characters; 200 is the most"),
        (f"[evening]\nblurb = '{'x' * 10_001}'\n", "[evening] blurb has 10001 characters; 10000 is the most"),
        (f"[evening.notes]\n2 = '{'x' * 4001}'\n", "a note has 4001 characters; 4000 is the most"),
        ("[evening]\nturns = '99'\n", "the story has turns"),
    ],
)
def test_a_report_file_is_read_strictly(evening: Run, tmp_path: Path, text: str, wrong: str) -> None:
    """Given a slip in `report.toml`, one line names the file and the place, and nothing is written."""
    (tmp_path / "report.toml").write_text(text)
    line = evening("report", "evening", "-o", str(tmp_path / "r.html"), code=2).stderr
    assert wrong in line
    assert len(line.strip().splitlines()) == 1
    assert "report.toml" in line
    assert not (tmp_path / "r.html").exists()


# ---- formats and addresses ----


def test_markdown_and_bbcode_are_brief_unless_all_is_asked_for(noted: Run, tmp_path: Path) -> None:
    for form in ("md", "bbcode"):
        assert LEFT_OUT in written(noted, tmp_path / f"r.{form}")
        full = written(noted, tmp_path / f"r.{form}", "--full")
        assert LEFT_OUT not in full
        assert "note: Ann spills her tea" in full
    assert f"[q][i]Bob swears.[/i] ({entry_of(noted, 'Bob swears')})[/q]" in full
    assert LEFT_OUT not in written(noted, tmp_path / "r.html")


def test_a_page_names_its_picture_where_it_has_an_address(noted: Run, tmp_path: Path) -> None:
    """Given an address, the page claims a picture that lies beside it; given none, no picture is claimed, and that of
    an earlier page is gone."""
    text = written(noted, tmp_path / "r.html", "--url", "https://example.org/games/evening")
    name = re.findall(r'<meta property="og:image" content="https://example\.org/games/([^"/]+)">', text)[0]
    assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
    assert '<meta property="og:url" content="https://example.org/games/evening">' in text
    assert "og:image" not in written(noted, tmp_path / "r.html")
    assert [*tmp_path.glob("*.png")] == []


def test_a_post_lies_beside_its_pictures_and_leaves_none_of_an_older_one(noted: Run, tmp_path: Path) -> None:
    """Given the umpire's post, when a side's takes its place, then its pictures are those the text names."""
    for words in ((), ("--as", "us", "--upto", "1"), ("--url", "https://example.org/x/")):
        made = noted("report", "evening", "--format", "bbcode", "-o", str(tmp_path / "post"), *words).stdout.strip()
        assert made == str(tmp_path / "post" / "report.bbcode")
        named = re.findall(r"([\w-]+\.png)", Path(made).read_text("utf-8"))
        assert {file.name for file in (tmp_path / "post").iterdir()} == {"report.bbcode", *named}


def test_a_post_with_an_odd_name_finds_its_pictures_again(noted: Run, tmp_path: Path) -> None:
    """Given a file's name that would be a tag, then the pictures are called as the text calls them, and go with it."""
    place = tmp_path / "my [b]  post.bbcode"
    for words in ((), ("--as", "us", "--upto", "1")):
        named = set(re.findall(r"Picture: ([^\[]+)", written(noted, place, *words)))
        assert {file.name for file in tmp_path.glob("*.png")} == named


def test_a_picture_that_only_a_note_names_stays(noted: Run, tmp_path: Path) -> None:
    """Given files of one's own that are called like ours and named in notes as each format names pictures, when a
    report is written twice, then they stay."""
    for form in ("html", "md", "bbcode"):
        mine = tmp_path / "r-chart-01-0123abcd.png"
        mine.write_bytes(b"mine")
        for words in (f"[x]({mine.name})", f"[b]Picture: {mine.name}[/b]", f'"og:image" content="/{mine.name}">'):
            noted("note", "evening", words)
        for _ in range(2):
            written(noted, tmp_path / f"r.{form}", "--full")
        assert mine.read_bytes() == b"mine"


FORMATS: dict[str, Callable[[Report], str]] = {
    "html": page,
    "md": lambda made: post(made)[0],
    "bbcode": lambda made: forum_post(made)[0],
    "pdf": lambda made: "".join(one.extract_text() for one in pypdf.PdfReader(BytesIO(sheet(made))).pages),
}


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_left_out_and_mended_is_said_in_every_format(form: str) -> None:
    """Given a brief report of which a note was dropped and one mended, then each format says all of it."""
    line = StoryLine("The sand.", (7,), "note", "us")
    report = told(chapters=(Chapter("Turn 1", (line, line._replace(entries=(8,)))),))
    made = edited(report, Edits(brief=True, dropped=frozenset({7}), mended={8: "The beach."}))
    text = "".join(FORMATS[form](made).replace("\u200b", "").split())
    for words in (LEFT_OUT, "the note of entry 7", "the note of entry 8", "The beach.", "mended"):
        assert "".join(words.split()) in text
    assert "Thesand." not in text


def test_the_name_says_whose_report_it_is(noted: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert noted("report", "evening", "--as", "us", "--turns", "1").stdout.strip() == "evening-turns-1-us.html"
    made = noted("report", "evening", "--as", "jp", "--format", "bbcode").stdout.strip()
    assert Path(made) == Path("evening-jp", "report.bbcode")
