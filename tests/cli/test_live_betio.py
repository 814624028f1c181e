"""Tarawa: Bloody Betio in the live recorder: the landing of the first turn, and what it costs to type."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.record import Diary
from tests.cli.conftest import Run
from tests.cli.terminal import Terminal

PAPER = """\
T1 bomb 4: 3 chits, Point -1, East 0, Wharf -2. Offsh 5
Am1 2/2A 1433, Am2 2/2B 1434, Am3 3/2A 1438, Am4 3/2B 1439, Am5 2/8A 1427, Am6 2/8B 1428, Hawk 1431
I1 Am1>2036 Am2>2035 Am3>2041 Am4>1941 Am5>2030 Am6>2031 Hawk>2032
AL Hawk 2+2+1-2=3, Am1 3+2+1-2=4, Am2 1+2+1-2=2, Am3 1+2+1=4, Am4 1+2+1=4, Am5 1+2+1=4, Am6 1+2+1-1=3
"""
"""The same in the shortest notes that still say who came where, and by which modifiers nobody was hit."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "d.db"


def test_a_landing_costs_fewer_keys_than_its_notes(run: Run, path: Path) -> None:
    """BB 2, 3: given the first turn, when it is typed as it comes, then names, hexes and dice are enough; on paper it is more."""
    run("new", "evening", "--system", "betio", "--pack", "sample")
    with Terminal(path, "record", "evening") as at:
        at.keys = 0
        at.say("bombard 0", "table bombardment>")
        at.say("4", "us areas>")
        at.say("", "table chit>")
        at.say("-1", "table chit>")
        at.say("blank", "table chit>")
        at.say("-2", "us>")
        at.say("5", "us>")
        for entering in ("2/2-A 1433", "2/2-B 1434", "3/2-A 1438", "3/2-B 1439", "2/8-A 1427", "2/8-B 1428"):
            at.say(entering, "us vessel>")
            at.say("", "us>")
        at.say("enter Hawkins 1431", "us>")
        at.say("n", "us>")
        at.say("amtrack-1..6,Hawkins", "us>")
        told = " ".join(at.say("2 3 1 1 1 1 1", "us>").split())
        assert "+2 Japanese General Morale [BB 8.5.2]; +1 target in 2032 [BB TEC]; -2 modifier chit in Wharf [BB 2.2.1]: 2;" in told
        assert at.keys < len(PAPER)
    with Diary(path) as diary:
        game = diary.open(diary.find("evening").id)
    assert game.state.step == "suppression"
