"""The report as Markdown: what other people wrote stays words, and the text is pleasant to read as it stands."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.entries import seen
from domain.kernel.game import Game
from projections.report.build import build
from projections.report.post import OURS, escaped, post
from tests import shipped
from tests.cli.conftest import Run

SIDES = ("umpire", "us", "jp")


def played() -> Game[Any]:
    return shipped.played("iwo", "guns-and-tanks")


@cache
def written(side: str, upto: int | None = None) -> tuple[str, dict[str, str]]:
    return post(build(played().seen_by(side), upto=upto, name="guns-and-tanks"))


def named(unit: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(unit)}(?![\w-])", text) is not None


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("INF1's fire & the rest (12 dice), +2 -> 3", "INF1's fire & the rest (12 dice), +2 -&gt; 3"),
        ("-0.67", "-0.67"),
        ("3.50", "3.50"),
        ("+2", "+2"),
        ("#12 of 5", "#12 of 5"),
        ("- a list", "\\- a list"),
        ("+ a list", "\\+ a list"),
        ("1. a list", "1\\. a list"),
        ("2)", "2\\)"),
        ("## a heading", "\\## a heading"),
        ("---", "\\---"),
        ("===", "\\==="),
        ("> said", "&gt; said"),
        ("*bold* _slanted_ `code` ~~gone~~", "\\*bold\\* \\_slanted\\_ \\`code\\` \\~\\~gone\\~\\~"),
        ("[x](javascript:alert(1))", "\\[x\\]\\(javascript:alert(1))"),
        ("![x](y)", "!\\[x\\]\\(y)"),
        ("a | b \\| c", "a \\| b \\\\\\| c"),
        ("<b>&lt;&amp;", "&lt;b&gt;&amp;lt;&amp;amp;"),
        ("https://example.org/a_b_c?d=1&e=2", "https://example.org/a_b_c?d=1&e=2"),
        ("   two\nlines  ", "two lines"),
        ("", ""),
    ],
)
def test_words_stay_words_and_plain_ones_as_they_are(said: str, stands: str) -> None:
    assert escaped(said) == stands


@pytest.mark.parametrize("side", SIDES)
def test_links_are_markdown_and_lead_somewhere(side: str) -> None:
    """Given a whole game, every link has its place, once; nothing is escaped twice; rows are as wide as their heads."""
    text, files = written(side)
    places = re.findall(r'<a id="([es]\d+)"></a>', text)
    assert len(places) == len(set(places))
    assert set(re.findall(r"\]\(#([^)]*)\)", text)) <= set(places)
    assert set(re.findall(r"\]\(([^#)][^)]*)\)", text)) == set(files)
    assert re.findall(r"<(?!a id=\"[es]\d+\"></a>|/a>|/?details>|/?summary>)", text) == []
    assert re.findall(r"&#\d+;|&amp;(?:lt|gt|amp|#)", text) == []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in block.splitlines()}) == 1, block[:200]


@pytest.mark.parametrize("upto", [40, 300, None])
def test_what_a_side_could_not_know_is_nowhere_in_it(upto: int | None) -> None:
    """Given units the US had not seen or heard of by then, then neither the text nor any drawing, or its description,
    names one."""
    game = played()
    last = upto or game.version
    entries = [
        entry for entry in seen(game.entries, "us") if 1 < entry.version <= last
    ]  # the first holds the pack, which is everybody's
    heard = " ".join(entry.fact.model_dump_json() for entry in entries)
    unheard = {id for id, unit in game.state.units.items() if unit.side == "jp" and not named(id, heard)}
    assert unheard
    text, files = written("us", upto)
    assert {id for id in unheard if named(id, "\n".join((text, *files.values())))} == set()
    assert max(map(int, re.findall(r'id="e(\d+)"', text))) <= last
    assert any(named(id, written("jp", upto)[0]) for id in unheard), "what is sought is to be found where it is known"


def test_the_names_of_its_files_are_known_as_its_own() -> None:
    _, files = written("umpire")
    assert files
    assert all(map(OURS.fullmatch, files))
    assert not any(
        map(OURS.fullmatch, ("report.md", "beach.jpg", "turn-01.txt", "photo-of-the-beach.jpeg", "my-chart-01.svg"))
    )


def test_photographs_that_are_called_like_ours_stay(evening: Run, tmp_path: Path) -> None:
    """Given a folder of one's own pictures, some called as a report would call them, when the report goes there, twice,
    then they stay."""
    mine = dict.fromkeys(
        ("photo-202609281530.jpg", "photo-000000000000.txt", "turn-01-1-0123abcd.svg", "chart-01-0123abcd.svg"), b"mine"
    )
    for name, data in mine.items():
        (tmp_path / "ph").mkdir(exist_ok=True)
        (tmp_path / "ph" / name).write_bytes(data)
    for _ in range(2):
        evening("report", "evening", "--format", "md", "-o", str(tmp_path / "ph"))
        evening("note", "evening", "and on")
    assert {name: (tmp_path / "ph" / name).read_bytes() for name in mine} == mine


@pytest.mark.parametrize("word", ["x" * 700, "戦" * 700, "… " + "y" * 900])
def test_a_word_without_blanks_is_cut(evening: Run, tmp_path: Path, word: str) -> None:
    evening("declare", "evening", f'adjourn "{word}"')
    evening("report", "evening", "-o", str(tmp_path / "e.html"))
    assert word[-40:] in (tmp_path / "e.html").read_text("utf-8")
