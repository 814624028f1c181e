"""Blood Reef in the live recorder: a whole turn of the campaign that was played, and what it costs to type."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.record.diary import Diary
from tests.cli.conftest import Run, imported
from tests.cli.terminal import ROOT, Terminal

TURN_ON_PAPER = """\
T4 M. Air 4: none. S1>N1 radio, direct, black. S23 inf +1: 42=7, miss. Red2 -448, 4 left, CVP 7. T23 T27 ours
J. 2-F5 -248, 8 left, CVP 11. S1>N1 radio, direct, black. S26 inf +2: 14=7, miss, ROF; +1: 21=4, hit, ROF: \
Red2 -448 bombarded, 3 left, CVP 8; +1: 36=10, miss
"""
"""The fourth turn of `red-two` in the shortest notes that still say what fired and hit, who was lost, how many are
left, and how points stand."""

MARINE_PLAYER_TURN = (
    "4",
    "n",
    "S1",
    "direct",
    "access black",
    "shoot S23 infantry drm=1 42",
    "Red2:4-4-8",
    "T23,27",
    "over",
)
JAPANESE_PLAYER_TURN = (
    "2-F5:2-4-8",
    "n", "n", "S1", "direct", "access black", "shoot S26 infantry drm=2 14", "shoot S26 infantry drm=1 21",
    "Red2:4-4-8 cause=bombardment", "shoot S26 infantry drm=1 36", "over",
)  # fmt: skip


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for side in ("JP", "US"):
        monkeypatch.setenv(f"WARDIARY_PASSPHRASE_{side}", "")  # what is hidden lies open in the file
    return tmp_path / "d.db"


def test_a_whole_turn_costs_fewer_keys_than_its_notes(run: Run, path: Path) -> None:
    """BRT 15.3: given a turn of the played campaign, when it is typed as it comes, then it stands where it stood; on
    paper it is more to write."""
    text = (ROOT / "replays" / "reef" / "red-two.diary").read_text()
    for name, turn in (("evening", 4), ("played", 5)):
        imported(
            run, path.parent, name, text.partition(f"# 20 AM, Initial Scenario, turn {turn}, Marine Player Turn")[0]
        )
    with Terminal(path, "record", "evening", "--as", "umpire") as at:
        at.keys = 0
        for line in MARINE_PLAYER_TURN:
            told = at.say(line, "us attack>" if line == "S1" else ">")
        assert "Battery Access of N1 is lost" in " ".join(told.split())
        for line in JAPANESE_PLAYER_TURN:
            told = at.say(line, "us attack>" if line == "S1" else ">")
            if line.endswith("21"):
                assert "and hits: 2+1 +1 = 4 for 6, infantry target type, ROF kept" in " ".join(told.split())
        assert "turn 5" in " ".join(told.split())
        assert at.keys < len(TURN_ON_PAPER)
    with Diary(path) as diary:
        typed, played = (diary.open(diary.find(name).id).state for name in ("evening", "played"))
    assert typed == played


def test_a_wave_is_not_given_up_by_a_slip_of_the_hand(run: Run, path: Path) -> None:
    """BRT CG2.3: given a wave that enters now, when the turn goes by without it, then it is asked for, and typed on
    purpose it is lost."""
    text = (ROOT / "replays" / "reef" / "red-two.diary").read_text()
    before, _, _ = text.partition("# 20 AM, Initial Scenario, turn 5, Marine Player Turn, Movement Phase")
    imported(run, path.parent, "evening", before.rpartition("enter")[0])
    with Terminal(path, "record", "evening", "--as", "umpire") as at:
        told = " ".join(at.say("over", ">").split())
        assert "of wave 2-W3: still to `enter`, or eliminated, `over missed=yes` [BRT CG2.3]" in told
        assert "seven M4A2 of 2-F11 (none left)" in " ".join(at.say("over missed=yes", ">").split())
        assert "wave 2-W3 enters now" in at.say("undo", ">")
