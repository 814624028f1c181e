"""Invasion Pearl Harbor in the live recorder: a whole turn, and what it costs to type."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.record.diary import Diary
from tests.cli.conftest import Run, imported
from tests.cli.terminal import ROOT, Terminal

PAPER = """\
T2 Landing 2705 IJA1-3, 2706 IJA4, 2806 IJA5-6: 444265, 1-3,6 stalled
J att 3209 fr 3109,3110 14:1=4:1, terr 2L 2:1, die 3: -25-34, -SNLF11. Adv SNLF1,2,4,12
Mom 3310, banzai 1: 0. 12:3=4:1, 1L 3:1, die 2: -25-35,36, -SNLF12
BBF, 24F, USMCF
25M: 25-7-9 3511>3310, 6-1; 25-4-6 3413>3511, 5-1; 25-29-31 3708>3611, 6-1
USMCM, 24M: 24-17-19 2022>2021, 2-1; 24-24-27 2524>2623, 2-1
25F. J mv SNLF9,10 2806>3110, 6,7 2706>3109, 8 same, 3 2705>3109, 5 2912>2516, IJA5 2806>2912, IJA4 2706>2910
"""
"""The second turn of `over-the-pali` in the shortest notes that still say who went where, and by which odds and dice
who was lost."""

ON_PAPER = {
    "hidden: recorded": "hidden: paper",
    "choose choose=2706": "choose", "\nreveal\n": "\nreveal reveal=2706\n", "jp: note secret": "note",
}  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "d.db"


@pytest.fixture
def second_turn(run: Run, path: Path) -> Run:
    """The game that was played, up to its second turn; what was hidden lies on paper here."""
    text, _, _ = (ROOT / "replays" / "iph" / "over-the-pali.diary").read_text().partition("# game turn 2,")
    for sealed, on_paper in ON_PAPER.items():
        assert sealed in text
        text = text.replace(sealed, on_paper)
    imported(run, path.parent, "evening", text)
    return run


def test_a_whole_turn_costs_fewer_keys_than_its_notes(second_turn: Run, path: Path) -> None:
    """IPH 5: given the second turn, when it is typed as it comes, then units and hexes are enough, and numbers; on
    paper it is more."""
    with Terminal(path, "record", "evening") as at:
        at.keys = 0
        at.say("2705:IJA-1..3 2706:IJA-4 2806:IJA-5,6", "jp landing>")
        assert "IJA-1, IJA-2, IJA-3, IJA-6 are stalled" in at.say("444265", "both>")
        at.say("attack 3209", "jp ships>")
        at.say("", "jp banzai>")
        assert "14:1, so 4:1" in at.say("", "jp die>")
        at.say("3", "jp jp-loss>")
        at.say("", "jp advance>")
        at.say("", "jp momentum>")
        at.say("3310", "jp banzai>")
        at.say("y", "jp banzai-die>")
        assert "12:3, so 4:1" in at.say("1", "jp die>")
        at.say("2", "us us-loss>")
        at.say("", "us us-loss>")
        at.say("", "jp jp-loss>")
        at.say("SNLF-12", "jp>")
        at.say("n", "both>")
        for chit in ("BBRow-F", "24-F", "USMC-F"):
            assert f"{chit}ight" in at.say(chit, "us>")
        at.say("25-M", "us>")
        for move, die in (("25-7..9 3310", "6"), ("25-4..6 3511", "5"), ("25-29..31 3611", "6")):
            at.say(move, "us mf>")
            at.say(die, "us>")
        at.say("USMC-M", "us>")
        at.say("24-M", "us>")
        at.say("24-17..19 2118", "us mf>")
        assert "movement factor 1" in at.say("2", "us>")
        at.say("24-24..27 2622", "us mf>")
        at.say("2", "us>")
        at.say("25-F", "us>")
        at.say("SNLF-9,10 3110", "end it>")  # the Japanese phase that is left comes at the end
        at.say("", "jp way>")
        assert "2806-2907-3007-3008-3009-3110" in at.say("", "jp>")
        for move in ("SNLF-6,7 3109", "SNLF-8 3109", "SNLF-3 3109", "SNLF-5 2516", "IJA-5 2912", "IJA-4 2910"):
            at.say(move, "jp>")
        assert "game turn 3" in at.say("n", "jp>")
        assert at.keys < len(PAPER)
    with Diary(path) as diary:
        game = diary.open(diary.find("evening").id)
    assert game.state.turn == 3
