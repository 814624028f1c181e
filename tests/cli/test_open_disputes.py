"""The commands of what the players leave open: dispute, settle, --settles, and where it shows."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run, running, words


def test_a_correction_settles_a_dispute(left_open: Run, tmp_path: Path) -> None:
    """Given a dispute about dice, when the other player adds a photograph and a correction settles it, then show tells
    who said what, and that its entry was taken back."""
    photograph = tmp_path / "dice.jpg"
    photograph.write_bytes(b"no picture")
    assert "open: D1 on entry 15" in words(left_open, "show", "open")
    left_open("dispute", "open", "D1", "I saw a 6", "--by", "us", "--photo", str(photograph))
    left_open("fix", "open", "15", "51214", "--settles", "D1")
    shown = words(left_open, "show", "open", "D1")
    assert "D1, settled: entry 15" in shown
    assert "I saw a 6 (photograph dice.jpg)" in shown
    assert "typed: 5 dice for INF1's fire at 4D-R23: 5 6 2 1 4" in shown
    assert "entry 15 was taken back since" in shown
    assert "open: D1" not in words(left_open, "show", "open")
    assert "was settled at entry" in words(left_open, "settle", "open", "D1", "again", code=2)


def test_a_settlement_that_was_struck_is_told_everywhere(left_open: Run) -> None:
    """Given a dispute that a ruling settled, when the ruling is taken back, then the take-back, the list, the status
    line and a branch say that it is open; when it is said again, the list names the entry that stands for it."""
    left_open("dispute", "open", "D1", "a 6, surely", "--by", "us")
    left_open("ruling", "open", "R-02", "per-unit", "--settles", "D1")
    settled = words(left_open, "dispute", "open")
    assert "Bob: it was 51214" in settled
    assert "a 6, surely" in settled
    assert "D1 is open again: entry" in words(left_open, "takeback", "open")
    assert "was taken back since, so it is open again" in words(left_open, "dispute", "open")
    assert "open: D1" in words(left_open, "show", "open")
    left_open("branch", "open", "other", "--at", "20")
    assert "open: D1" in words(left_open, "show", "other")
    left_open("ruling", "open", "R-02", "per-unit")
    assert "was taken back since, and said again as entry" in words(left_open, "show", "open", "D1")
    assert "open: D1" not in words(left_open, "show", "open")


def test_what_is_refused_settles_nothing(left_open: Run) -> None:
    """Given an open dispute, when a line that should settle it is refused, or names another dispute, then the dispute
    is open and nothing is recorded."""
    before = words(left_open, "log", "open")
    left_open("adjust", "open", "units.INF1.steps=99", "--why", "x", "--settles", "D1", code=2)
    assert "there is no dispute D4" in words(
        left_open, "adjust", "open", "vp_us=1", "--why", "x", "--settles", "D4", code=2
    )
    assert words(left_open, "log", "open") == before
    left_open("ruling", "open", "R-02", "per-unit", "--settles", "D1")
    assert "settled by entry" in words(left_open, "dispute", "open")


def test_a_branch_takes_open_disputes_and_rulings_with_it(left_open: Run) -> None:
    """Given a ruling and disputes, when the game branches before them, then the branch has the ruling, and the dispute
    about what it shares; not the one about an entry it lacks."""
    left_open("ruling", "open", "R-02", "per-unit", "--why", "agreed")
    left_open("dispute", "open", "2", "the setup?")
    left_open("dispute", "open", "D2", "24 it was")
    left_open("branch", "open", "what-if", "--at", "8")
    log = words(left_open, "log", "what-if")
    assert "ruling: R-02 is read as per-unit (agreed)" in log
    assert "dispute D1, opened on entry 2: the setup?" in log
    assert "dispute D1: 24 it was" in log
    assert "51214" not in log


def test_a_copy_in_lines_holds_disputes(left_open: Run, tmp_path: Path) -> None:
    """Given a game with a dispute, when it is exported and another diary takes it in, then it is open there."""
    file, other = tmp_path / "open.jsonl", running(tmp_path / "other.db")
    left_open("export", "open", "--format", "jsonl", "-o", str(file))
    other("import", str(file))
    assert "open: D1 on entry 15" in words(other, "show", "open")


def test_a_dispute_about_a_secret_tells_no_secret(evening: Run) -> None:
    """Given a game with a secret setup (IWO 4.2), when the US side disputes it, then it learns from `show D1` only that
    it is a secret, and the umpire sees where the units are."""
    secret = next(n for n in range(2, 9) if "INF1" in evening("why", "evening", str(n)).output)
    evening("dispute", "evening", str(secret), "are there 25?", "--by", "us")
    for side in ("us", "everybody"):
        shown = words(evening, "show", "evening", "D1", "--as", side, code=None)
        assert "INF1" not in shown
    assert "a secret of the Japanese side" in words(evening, "show", "evening", "D1", "--as", "us")
    assert "INF1" in words(evening, "show", "evening", "D1")


def standing(run: Run) -> list[str]:
    """The rulings that stand."""
    told = json.loads(run("log", "open", "--json").stdout)
    return [line["words"] for line in told if line["words"].startswith("ruling") and not line["struck"]]


def test_a_ruling_outlives_a_take_back_of_what_was_said_before_it(left_open: Run) -> None:
    """Given rulings behind a landing, when it is taken back, then the last of each reading stands at once, and redo
    offers the landing without them."""
    left_open("ruling", "open", "R-02", "once")
    left_open("ruling", "open", "R-02", "per-unit", "--why", "agreed")
    back = words(left_open, "takeback", "open", "8")
    assert "ruling: R-02 is read as per-unit (agreed)" in back
    assert standing(left_open)[-1] == "ruling: R-02 is read as per-unit (agreed)"
    waiting = words(left_open, "redo", "open", "--show")
    assert "land 4D-R23 Green" in waiting
    assert "ruling" not in waiting
    left_open("redo", "open", "--skip", "0")
    assert standing(left_open)[-1] == "ruling: R-02 is read as per-unit (agreed)"
    assert "4D-R23's move ends" in words(left_open, "log", "open", "--last", "6")


def test_a_ruling_itself_can_be_taken_back(left_open: Run) -> None:
    left_open("ruling", "open", "R-02", "per-unit")
    left_open("takeback", "open")
    assert standing(left_open) == []


def test_a_file_of_lines_says_itself_what_stands(left_open: Run, tmp_path: Path) -> None:
    """Given a file with a take-back, when its lines are said, then no ruling stands that the file does not say."""
    lines = tmp_path / "more.diary"
    lines.write_text('note "first"\nruling R-02 per-unit\nnote "more"\ntakeback 20\nnote "again"\n', "utf-8")
    left_open("play", "open", str(lines))
    assert standing(left_open) == []
