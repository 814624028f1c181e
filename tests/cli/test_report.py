"""The report and the statistics as a player asks for them, and what is said when something is wrong."""

from __future__ import annotations

import builtins
import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)


@pytest.fixture
def fired(evening: Run) -> Run:
    """A game in which something happened: a landing under fire, and a note of it."""
    evening("declare", "evening", "land 4D-R23 Green fire=INF1 56214")
    evening("note", "evening", "What a morning.")
    return evening


def test_a_report_is_written_into_one_page(fired: Run, tmp_path: Path) -> None:
    """Given a game, when its report is asked for, then the page tells it, and its path is what stdout says."""
    page = tmp_path / "evening.html"
    assert fired("report", "evening", "-o", str(page)).stdout.strip() == str(page)
    text = page.read_text("utf-8")
    assert "What a morning." in text
    assert "Ann" in text
    assert "Bob" in text
    assert fired("head", "evening").stdout.strip() in text


def test_it_is_called_after_the_game_unless_somebody_says(fired: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert fired("report", "evening").stdout.strip() == "evening.html"
    assert (tmp_path / "evening.html").exists()
    fired("rename", "evening", "a/b")
    assert fired("report", "a/b").stdout.strip() == "a-b.html"


def test_a_side_is_told_what_it_knew(fired: Run, tmp_path: Path) -> None:
    """The Japanese set-up is their secret: it stands in the umpire's page and in theirs, and not in the page of the US."""
    told = {}
    for side in ("umpire", "jp", "us"):
        fired("report", "evening", "--as", side, "-o", str(tmp_path / f"{side}.html"))
        told[side] = "MOR2" in (tmp_path / f"{side}.html").read_text("utf-8")
    assert told == {"umpire": True, "jp": True, "us": False}


def test_it_ends_where_it_is_told_to(fired: Run, tmp_path: Path) -> None:
    page = tmp_path / "p.html"
    fired("report", "evening", "--upto", "5", "-o", str(page))
    text = page.read_text("utf-8")
    assert "What a morning." not in text
    assert fired("head", "evening", "--at", "5").stdout.strip() in text
    assert max(map(int, re.findall(r'id="e(\d+)"', text))) <= 5


def test_markdown_lies_in_a_folder_or_beside_its_pictures(fired: Run, tmp_path: Path) -> None:
    assert fired("report", "evening", "--format", "md", "-o", str(tmp_path / "f")).stdout.strip() == str(tmp_path / "f" / "report.md")
    assert "What a morning" in (tmp_path / "f" / "report.md").read_text("utf-8")
    fired("report", "evening", "-o", str(tmp_path / "post.md"))
    shown = re.findall(r"!\[[^\n]*\]\(([^)]*)\)", (tmp_path / "post.md").read_text("utf-8"))
    assert shown
    assert all((tmp_path / name).exists() for name in shown)


def test_a_pdf_is_laid_out(fired: Run, tmp_path: Path) -> None:
    fired("report", "evening", "--upto", "8", "-o", str(tmp_path / "e.pdf"))
    assert (tmp_path / "e.pdf").read_bytes().startswith(b"%PDF-")


def test_what_lays_out_a_pdf_is_an_extra(fired: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given an installation without the extra, when a PDF is asked for, then it is said how to get it."""
    real: Callable[..., Any] = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "weasyprint":
            raise ImportError("No module named 'weasyprint'")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    assert "pip install 'wardiary[pdf]'" in fired("report", "evening", "-o", str(tmp_path / "e.pdf"), code=2).stderr
    assert not (tmp_path / "e.pdf").exists()


def test_a_photograph_is_shown_if_it_is_the_one_that_was_recorded(fired: Run, tmp_path: Path) -> None:
    """Given a photograph in the record, when another file has its name, then the report only names it."""
    photo, page = tmp_path / "beach.png", tmp_path / "p.html"
    photo.write_bytes(PNG)
    fired("photo", "evening", str(photo), "the beach")
    fired("report", "evening", "--photos", str(tmp_path), "-o", str(page))
    assert "data:image/png;base64," in page.read_text("utf-8")
    photo.write_bytes(PNG + b"more")
    assert "is not the photograph that was recorded" in fired("report", "evening", "--photos", str(tmp_path), "-o", str(page)).stderr
    assert "data:image/png;base64," not in page.read_text("utf-8")
    assert hashlib.sha256(PNG).hexdigest() in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["report", "morning"], "there is no game 'morning'"),
        (["report", "evening", "--as", "ru"], "there is no side 'ru'"),
        (["report", "evening", "--upto", "9999"], "not 9999"),
        (["report", "evening", "--upto", "0"], "0 is not in the range"),
        (["report", "evening", "--format", "doc"], "'doc' is not one of"),
        (["report", "evening", "-o", "no/such/folder/x.html"], "cannot be written"),
        (["report", "evening", "-o", "."], "is a folder"),
        (["stats", "no-such-folder"], "does not exist"),
        (["stats", "."], "no diary is in this folder"),
    ],
)
def test_errors_are_one_line_and_nothing_is_written(
    evening: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    result = evening(*words, code=2)
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert list(empty.iterdir()) == []


# ---- stats ----


def test_stats_count_what_the_tables_count(fired: Run) -> None:
    """One landing under fire: five dice of Bob's, and the hits and steps his fire table and Ann's casualties have."""
    fired("concede", "evening", "us") if "concede" in fired("--help").stdout else fired("declare", "evening", "concede us")
    rows = {row["player"]: row for row in json.loads(fired("stats", "--json").stdout)}
    assert set(rows) == {"Ann", "Bob"}
    ann, bob = rows["Ann"], rows["Bob"]
    assert (ann["won"], ann["lost"], bob["won"], bob["lost"]) == (0, 1, 1, 0)
    assert (bob["dice"], bob["dice_mean"], bob["dice_expected"]) == (5, round((5 + 6 + 2 + 1 + 4) / 5, 3), 3.5)
    lost = json.loads(fired("table", "evening", "casualties", "--totals", "--json").stdout)["totals"]
    assert ann["steps_lost"] == bob["steps_inflicted"] == next(row["steps_lost"] for row in lost if row["side"] == "us")
    shots = json.loads(fired("table", "evening", "fire", "--totals", "--json").stdout)["totals"]
    assert bob["hits"] == sum(row["hits"] for row in shots if row["side"] == "jp")
    assert bob["hits_expected"] == pytest.approx(sum(row["expected"] for row in shots if row["side"] == "jp"))


def test_what_was_taken_back_does_not_count(fired: Run) -> None:
    fired("takeback", "evening", "--why", "the note")
    fired("takeback", "evening", "--why", "cocked die")
    rows = json.loads(fired("stats", "--json").stdout)
    assert {row["dice"] for row in rows} == {0}
    assert {row["unfinished"] for row in rows} == {1}


def test_a_folder_of_diaries_counts_each_game_once(fired: Run, tmp_path: Path) -> None:
    """Given a diary, a copy of it, its views and a stranger's file in a folder, then its game counts once."""
    folder = tmp_path / "club"
    folder.mkdir()
    for name in ("a.db", "b.db"):
        (folder / name).write_bytes((tmp_path / "d.db").read_bytes())
    (folder / "c.db").write_bytes(b"no diary")
    rows = json.loads(fired("stats", str(folder), "--json").stdout)
    assert {row["games"] for row in rows} == {1}
    text = fired("stats", str(folder)).stdout
    assert all(words in text for words in ("RESULTS", "CASUALTIES", "LUCK", "Ann", "Bob"))
    assert all(len(line) <= 80 for line in text.splitlines())
