"""Losses that a side suffers in secret: its own tables count them where its passphrase was said, and no other's do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.desk import Desk
from cli.live_looks import Looks
from cli.session import Session
from tests.cli.conftest import SETUP, Run

PASSPHRASE = "a long enough one"


@pytest.fixture
def hit(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """IWO 9.3.3: a bombardment whose damage a concealed unit takes, in secret, under a passphrase; and one of another
    game before it."""
    monkeypatch.setenv("WARDIARY_PASSPHRASE_JP", PASSPHRASE)
    lines = tmp_path / "lines.txt"
    lines.write_text(f"{SETUP}\nbombards Green:NAV1,AIR1\nbombard Green 6551123\n  order MAR1,INF1\n")
    for game in ("other", "evening"):
        run(
            "new",
            game,
            "--system",
            "iwo",
            "--pack",
            "sample",
            "--player",
            "us=Ann",
            "--player",
            "jp=Bob",
            "--hidden",
            "recorded",
        )
        run("play", game, str(lines))
    return run


def lost(run: Run, side: str, *words: str) -> list[tuple[str, int]]:
    told = json.loads(run("table", "evening", "casualties", "--as", side, "--json", *words).stdout)
    return [(row["unit"], row["steps"]) for row in told["rows"]]


def test_a_side_counts_its_own_concealed_losses_and_no_other_does(hit: Run, tmp_path: Path) -> None:
    assert lost(hit, "jp") == [("MAR1", 1)]
    assert lost(hit, "umpire") == [("MAR1", 1)]
    assert lost(hit, "us") == []
    assert "MAR1 now 1" in hit("table", "evening", "timeline", "--as", "jp", "--json").stdout
    assert "MAR1 now 1" not in hit("table", "evening", "timeline", "--as", "us", "--json").stdout
    hit("takeback", "evening")
    assert lost(hit, "jp") == []
    assert lost(hit, "jp", "--struck") == [("MAR1", 1)]
    hit("table", "evening", "casualties", "--as", "us")
    for file in tmp_path.glob("d.*"):
        assert b"MAR1 now" not in file.read_bytes(), file


def test_without_the_passphrase_it_is_said_that_they_are_lacking(hit: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WARDIARY_PASSPHRASE_JP")
    assert lost(hit, "jp") == []
    told = hit("table", "evening", "casualties", "--as", "jp").stderr
    assert "without what the Japanese side keeps sealed: its passphrase may stand in WARDIARY_PASSPHRASE_JP" in told
    assert "WARDIARY_PASSPHRASE_JP" not in hit("table", "evening", "casualties", "--as", "us").stderr


@pytest.mark.parametrize(("side", "counts"), [("jp", True), ("us", False), ("", False)])
def test_in_the_recorder_a_table_is_the_one_of_its_screen(
    hit: Run, tmp_path: Path, side: str, counts: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = Desk(tmp_path / "d.db", "Bob")
    Looks(Session.open(desk, "evening", side)).table(["casualties"])
    desk.close()
    assert ("MAR1" in capsys.readouterr().out) is counts
