"""Tarawa: Bloody Betio in the live recorder: the landing of the first turn, a whole turn, and what they cost to
type."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.record.diary import Diary
from tests.cli.conftest import Run, imported
from tests.cli.terminal import ROOT, Terminal

LANDING_ON_PAPER = """\
T1 bomb 4: 3 chits, Point -1, East 0, Wharf -2. Offsh 5
Am1 2/2A 1433, Am2 2/2B 1434, Am3 3/2A 1438, Am4 3/2B 1439, Am5 2/8A 1427, Am6 2/8B 1428, Hawk 1431
I1 Am1>2036 Am2>2035 Am3>2041 Am4>1941 Am5>2030 Am6>2031 Hawk>2032
AL Hawk 2+2+1-2=3, Am1 3+2+1-2=4, Am2 1+2+1-2=2, Am3 1+2+1=4, Am4 1+2+1=4, Am5 1+2+1=4, Am6 1+2+1-1=3
"""
"""The same in the shortest notes that still say who came where, and by which modifiers nobody was hit."""

TURN_ON_PAPER = """\
T5 17h. Offsh 4: 1. Supp 3+1=3. Act 1/2A 2/2B 2/8A 3/8E, pool 2
I1 Am1>2237 Am5>2337 Am4>2848. AL 3/8A 4+1=5: m (8: -1), 2000, MGM+1; 3/8B 1; Sh1 2. Sup R3 6 E
I2 Am5>1938 Am1>1839. AL 3/8A 4+1=5: m, 3/8B 6+1=7: s; Sh1 1, 2100. Sup 2
I3 Am5>1540 Am1>1440. AL 4,1,1: 0. Sup 2
Tr 5,6: 1/2A s; 1,3
1/2A>2732 1/2B>2730 2/2E>2636
Dem 2637 3/2E+2/2E: DF 1,4; 5+1=6 2st, clr: JGM+1 MGM+2 2:+1
As 2830 2/8E +10/1: DF 3; 2 s, clr
As 2834 2/2B +10/3: DF 4 s; 5 clr
As 2735 2/2A +10/1: DF 6 m; 2 s clr
As 2726 2/8A +10/3+off: DF 6 s; 4 clr
2/2B>2834 2/8A>2627 2/8B>2726
As 2725 2/8B +10/1: DF 1; 5 clr
1/2E>2733. Dem 2833 1/2E +1/2A,2/2B: DF 1; co 3 +1; 3: 1 st
3/2E>2738 3/8E>2827
OF E 2/8A 6 s; Wh 1/2A 2; Co 3/2A 1; Bk 4 s
"""
"""The fifth turn of `issue-in-doubt` in the shortest notes that still say who went where, and by which dice who was
lost; without modifiers."""

ACTIONS = (
    "1/2-A 2732",
    "1/2-B 2730", "2/2-E 2636", "demolish 3/2-E,2/2-E 2637 1 4 5", "3/2-E", "assault 2/8-E 2830 10/1 3 2 hit=s",
    "assault 2/2-B 2834 10/3 4 hit=s 5",
    "assault 2/2-A 2735 10/1 6 hit=m 2 hit=s", "assault 2/8-A 2726 10/3 offshore=yes 6 hit=s 4", "2/2-B 2834",
    "2/8-A 2627",
    "2/8-B 2726",
    "assault 2/8-B 2725 10/1 1 5", "1/2-E 2733", "demolish 1/2-E 2833 1/2-A,2/2-B 1 3 3", "3/2-E 2738", "3/8-E 2827",
)  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "d.db"


def test_a_landing_costs_fewer_keys_than_its_notes(run: Run, path: Path) -> None:
    """BB 2, 3: given the first turn, when it is typed as it comes, then names, hexes and dice are enough; on paper it
    is more."""
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
        assert (
            "+2 Japanese General Morale [BB 8.5.2]; +1 target in 2032 [BB TEC]; -2 modifier chit in Wharf [BB "
            "2.2.1]: 2;" in told
        )
        assert at.keys < len(LANDING_ON_PAPER)
    with Diary(path) as diary:
        game = diary.open(diary.find("evening").id)
    assert game.state.phase == "suppression"


def test_a_whole_turn_costs_fewer_keys_than_its_notes(run: Run, path: Path) -> None:
    """BB 13: given a turn of the played game, when it is typed as it comes, then the game stands where it stood; on
    paper it is more to write."""
    text = (ROOT / "replays" / "betio" / "issue-in-doubt.diary").read_text()
    for name, turn in (("evening", 5), ("played", 6)):
        imported(run, path.parent, name, text.partition(f"# turn {turn},")[0])
    with Terminal(path, "record", "evening") as at:
        at.keys = 0
        for line in ("4", "3", "1/2-A,2/2-B,2/8-A,3/8-E", "n", "n"):
            at.say(line, "us>")
        assert "amtrack-1 moves to 2535-2436-2336-2237" in " ".join(at.say("amtrack-1,4,5", "us>").split())
        for line in ("landing-fire 4 hit=m 1 2", 'suppress "Red 3" East 6', "n"):
            at.say(line, "us>")
        for line in ("amtrack-1,5", "landing-fire 4 hit=m 6 hit=s 1", 'suppress "Red 3" East 2', "n"):
            at.say(line, "us>")
        for line in ("amtrack-1,5", "n", "4 1 1", 'suppress "Red 3" East 2', "n", "5 6 1/2-A 1 3"):
            at.say(line, "us>")
        for line in ACTIONS:
            at.say(line, "us raise>" if "2637" in line else "us>")
        for line in ("n", "2/8-A 6 hit=s 1/2-A 2 3/2-A 1 4 hit=s"):
            at.say(line, "us>")
        assert "turn 6" in at.say("n", "us>")
        assert at.keys < len(TURN_ON_PAPER)
    with Diary(path) as diary:
        typed, played = (diary.open(diary.find(name).id).state for name in ("evening", "played"))
    assert typed == played
