"""What the players leave open: a dispute stands whatever is taken back, said again or corrected."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.disputes import disputes_in
from domain.kernel.errors import BadInput
from domain.kernel.facts import Declared, Disputed, DisputeSettled
from domain.kernel.game import Game
from projections.report.appendix import disputes
from projections.stories import REMARKS
from recording.waiting import Waiting
from replays.asides import lines_after
from replays.diary_file import play, read, write
from tests.projections.test_views import SETUP
from tests.replays.test_diary_file import find_pack
from tests.replays.test_notation import begin, say

LANDING = "land 4D-R23 Green fire=INF1 56214"


@pytest.fixture
def landed() -> Game[Any]:
    return begin(SETUP, LANDING)


def dice(game: Game[Any]) -> int:
    """The entry of the dice."""
    return next(entry.version for entry in game.entries if entry.fact.TOPIC == "rolled")


def test_a_dispute_takes_what_others_say_and_is_settled(landed: Game[Any]) -> None:
    """Given dice on which the players do not agree, when one opens a dispute, another says more and both settle it,
    then it is open until then, and holds all that was said, with the side that said it."""
    say(landed, f'dispute {dice(landed)} "Bob: it was 51214"')
    say(landed, 'us: dispute D1 "I saw a 6"')
    assert landed.disputes["D1"].open
    assert landed.disputes["D1"].entry == dice(landed)
    say(landed, 'settle D1 "as it stands"')
    one = landed.disputes["D1"]
    assert not one.open
    assert [type(entry.fact) for entry in one.said] == [Disputed, Disputed, DisputeSettled]
    assert one.said[1].fact == Disputed(dispute="D1", text="I saw a 6", side="us")


def test_no_take_back_strikes_a_dispute(landed: Game[Any]) -> None:
    """Given a dispute about dice, when the landing is taken back, then the dispute is open still, the take-back counts
    and strikes the landing alone, and nothing but the landing waits to be said again."""
    lines = lines_after(landed, 1)
    say(landed, f'dispute {dice(landed)} "it was a 4"')
    assert lines_after(landed, 1) == lines
    say(landed, "takeback")
    assert not any(isinstance(entry.fact, Declared) and entry.fact.verb == "land" for entry in landed.stands)
    assert landed.disputes["D1"].open
    assert landed.disputes == disputes_in(landed.entries)
    assert [line.text.split()[0] for line in Waiting(landed.rules, landed.entries).lines] == ["land"]
    with pytest.raises(BadInput, match="nothing stands after entry"):
        landed.take_back(next(e.version for e in reversed(landed.stands) if e.ends))


def test_a_side_takes_back_its_own_move_under_anothers_dispute() -> None:
    """Given a US note and a Japanese dispute after it, when the US side takes its note back, then it may: the dispute
    is not struck."""
    game = begin(SETUP, "us: note x", 'jp: dispute 10.3 "may it?"')
    say(game, "us: takeback")
    assert game.disputes["D1"].open
    assert game.trial().disputes == game.disputes


def test_a_dispute_said_again_after_its_settlement_opens_it(landed: Game[Any]) -> None:
    say(landed, 'dispute IWO 10.3 "a tank?"')
    say(landed, 'settle D1 "agreed"')
    say(landed, 'dispute D1 "look at the photograph"')
    assert landed.disputes["D1"].open
    say(landed, 'dispute 1 "another"')
    assert [*landed.disputes] == ["D1", "D2"]


@pytest.mark.parametrize(
    ("settled", "is_open"), [("settle D1 by 1 lines", True), ('settle D1 by 1 lines "we agreed"', False)]
)
def test_what_settled_it_is_taken_back(landed: Game[Any], settled: str, is_open: bool) -> None:
    """Given a dispute that a ruling settled, when the ruling is taken back, then it is open again, unless words settled
    it too; said again, the ruling settles it."""
    begun = landed.version
    say(landed, 'dispute R-02 "each unit, or once?"')
    say(landed, "ruling R-02 per-unit")
    say(landed, settled)
    assert not landed.disputes["D1"].open
    landed.follow(landed.take_back(begun).entries)
    assert landed.disputes["D1"].open is is_open
    told = [line.words for line in disputes(landed.seen_by("umpire")) if line.kind == "dispute"]
    assert ("Still open" in told[0]) is is_open
    assert f"entry {begun + 2} was taken back since" in told[1]
    assert landed.disputes == disputes_in(landed.entries) == landed.at(landed.version).disputes
    say(landed, "ruling R-02 per-unit")
    assert not landed.disputes["D1"].open
    landed.follow(landed.take_back(begun).entries)
    if is_open:
        say(landed, 'settle D1 "once, we agreed"')
    assert not landed.disputes["D1"].open


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('dispute D9 "x"', "there is no dispute D9: there are D1, D2"),
        ('settle D9 "x"', "there is no dispute D9"),
        ('dispute 999 "x"', "there is no entry 999; there are up to"),
        ('dispute 0 "x"', "there is no entry 0"),
        ('dispute 9999999999 "x"', "more than 9 digits"),
        ('dispute 99 lines "x"', "there is no line 99 lines from here"),
        ('dispute 1 " "', "what is disputed"),
        ("dispute 1", "dispute ENTRY"),
        ('dispute 99.9 "x"', "there is no entry, dispute or rule '99.9'"),
        ('dispute 1 "a\x07b"', "control character"),
        ("dispute 1 " + "x" * 4001, "at most 4000 characters"),
        ('dispute 1 "x" photo ../a.jpg ' + 64 * "0", "without its folder"),
        ('dispute 1 "x" photo a.jpg 12', "64 hexadecimal digits"),
        ("settle D1", "how is it settled"),
        ("settle D1 by 999", "there is no entry 999"),
        ('settle D2 "x"', "D2 was settled at entry"),
    ],
)
def test_what_says_nothing_of_a_dispute_is_refused(landed: Game[Any], line: str, why: str) -> None:
    """Given an open dispute and a settled one, when what is said names neither or nothing that is there, then it is
    refused, and nothing is recorded."""
    for text in ('dispute 1 "x"', 'dispute 1 "y"', 'settle D2 "z"'):
        say(landed, text)
    before = landed.version
    with pytest.raises(BadInput, match=why):
        say(landed, line)
    assert landed.version == before


def test_a_diary_file_says_a_dispute_again(landed: Game[Any]) -> None:
    """Given disputes about an entry within a line and one that was struck since, when the game's file is read, then the
    same is recorded."""
    for text in (
        f'dispute {dice(landed)} "it was a 4"',
        "takeback",
        "land 4D-R23 Amber fire=none",
        f'us: dispute {dice(landed)} "still"',
        "settle D1 by 3",
    ):
        say(landed, text)
    again = play(read(write(landed, find_pack), "a file", find_pack))
    assert [entry.fact for entry in again.entries][1:] == [entry.fact for entry in landed.entries][1:]
    assert again.disputes["D2"].open


def test_a_report_tells_a_dispute_and_that_it_is_open(landed: Game[Any]) -> None:
    """Given a dispute about dice that were taken back, when the report tells what was settled, then it says that the
    dispute is open still, and that its entry was taken back."""
    say(landed, f'dispute {dice(landed)} "it was a 4"')
    say(landed, "takeback")
    (line,) = [one for one in disputes(landed.seen_by("umpire")) if one.kind == "dispute"]
    assert "it was a 4. Still open." in line.words
    assert f"Entry {dice(landed)} was taken back since." in line.words
    assert REMARKS[Disputed](landed.seen_by("umpire"), landed.disputes["D1"].said[0]).kind == "dispute"
