"""D-Day at Tarawa in the live recorder: a whole turn, and what it costs to type."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.record.diary import Diary
from tests.cli.conftest import Run
from tests.cli.terminal import ROOT, Terminal

OUT_OF_PLAY = (
    "H/2/2,B/1/2,K/3/8,1/A/1/18,L/3/2,M/3/2,F/2/2,G/2/2,G/2/8,H/2/8,3/A/2T,1/A/2T,3/C/2T,I/3/2,K/3/2,3/A/1/18,3/D/1/18,C/1/2,1/D/2/18,"
    "E/2/8,F/2/8,2/C/1/18,3/F/2/18"
)
POSITION = (
    "set turn=4 phase=load set_up=yes letters=M chits=R,P,A coastal_pool=12 inland_pool=13 reserve=4",
    "set E1 unit=?",
    "set E2 unit=? depth=? depth_type=coastal",
    "set E7 unit=? depth=? depth_type=inland",
    "set E8,D2,C9,D15 unit=?",
    "set E/2/2 box=map hex=0132 facing=south",
    "set A/1/2 box=map hex=1224",
    "set 2/A/1/18,HQ-8 box=map hex=1226",
    f"set {OUT_OF_PLAY} box=out steps=0",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "d.db"


@pytest.fixture
def fourth_turn(run: Run) -> Run:
    """Turn 4 on the sample island: a company to land, another next to a Japanese position, an HQ and an engineer on the
    beach."""
    run("new", "evening", "--system", "ddat", "--pack", "sample", "--scenario", "first-waves")
    for line in POSITION:
        run("declare", "evening", line)
    return run


def test_a_whole_turn_is_recorded_without_looking_up_a_command(fourth_turn: Run, path: Path) -> None:
    """DDaT 4.0: given turn 4, when landing, event, fire, actions and close combat are typed as they come, then cards
    are numbers alone."""
    with Terminal(path, "record", "evening") as at:
        at.say("load", "us>")
        told = at.say("54 45", "us>")  # the landing check that is due: a drift and a landing card
        assert "E/2/2 lands" in told
        assert "1226" in told
        told = at.say("place R2A:HQ-2,D/1/2 R3A:L/3/8", "us>")
        assert "Amphibious Operations, arrivals" in told
        told = at.say("22", "us reveal>")  # the event card
        assert "E1 | E2" in told
        at.say("E1", "table unit>")
        at.say("J07", "us>")
        told = at.say("19", "us>")  # the fire card: the whole phase
        assert "E7 fires, limit 2: hits" in told
        assert "a double symbol, and only one unit" in told
        at.say("enter A/1/2 1223", "us>")
        assert "1223: A/1/2 against E1 J07" in "\n".join(at.bottom())
        assert "first the close combat in 1223" in at.say("n", "us>")
        told = at.say("1223", "deck jp-card>")
        assert "US 4 cards, Japanese 1" in told
        told = at.say("19", "deck jp-card>")
        assert "19 cannot come up from the deck: it lies in the fire" in told
        at.say("1", "deck us-card>")
        at.say("withdraw", "deck jp-card>")  # under fire: one Japanese card more (8.63)
        told = at.say("8", "us>")
        assert "A/1/2 withdrew to 1323" in told
        assert "4 cards go back on the deck" in told
    with Diary(path) as diary:
        game = diary.open(diary.find("evening").id)
    assert game.state.deck.undealt() + len(game.state.deck.seen) + sum(game.state.deck.dealt.values()) == 54


PAPER = "19: E7>1/A/2T -1 D; D2>B/1/2 -1, HQ flip; E8 0; E3 no"
"""The worked example of the fire phase (6.3) in the shortest notes that still say who hit whom and why the others did
not."""


def test_the_worked_fire_phase_costs_three_keys(run: Run, path: Path) -> None:
    """DDaT 6.3: given the printed example's position, when its card is said, then everything follows; on paper it is
    twenty times as much."""
    said = (ROOT / "replays" / "ddat" / "fire-card-19.diary").read_text().replace("\nfire 19\n", "\n")
    file = path.parent / "example.diary"
    file.write_text(said)
    run("import", str(file), "--name", "evening")
    with Terminal(path, "record", "evening") as at:
        at.keys = 0
        told = at.say("19", "us>")
        assert "E7 fires, limit 2: hits 1/A/2T" in told
        assert "HQ-2 was hit (on the plain side now)" in told
        assert at.keys == 3
    assert at.keys * 10 < len(PAPER) + 1
