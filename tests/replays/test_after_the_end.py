"""After the end of a game: what is said on is irregular, and what is settled is judged by the rules anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from auditing.audit import IRREGULAR, audit
from auditing.why import why
from domain.kernel.errors import BadInput, RuleBroken
from domain.kernel.facts import GameEnded, Irregular
from domain.kernel.game import Game
from projections.report.build import Drawings, build
from projections.report.stats import counting, stats
from replays.diary_file import play, read, write
from tests import shipped
from tests.acceptance import cases
from tests.replays.test_notation import say

CASES = Path(__file__).parents[1] / "cases" / "ddat"


def disputed() -> Game[Any]:
    """DDaT 18.1: the 20 November scenario is over with 15 positions secured, one of which projects onto the southern
    beach."""
    case = next(case for case in shipped.cases(CASES) if case.id == "DDAT-S-13")
    return cases.run(case)


def counted() -> Game[Any]:
    """IWO 24(3): a game that was over with the count after the last turn, 34 points to 12."""
    return shipped.played("iwo", "first-landing")


def ends(game: Game[Any]) -> list[tuple[str, str]]:
    return [(entry.fact.winner, entry.fact.why) for entry in game.entries if isinstance(entry.fact, GameEnded)]


def irregular(game: Game[Any], after: int) -> list[tuple[str, str]]:
    return [
        (entry.fact.rule, entry.fact.why)
        for entry in game.entries
        if isinstance(entry.fact, Irregular) and entry.version > after
    ]


def test_what_is_insisted_on_after_the_end_is_irregular_by_the_rule_that_nothing_follows() -> None:
    """IWO 24: given a game that is over, then a declaration is refused, and on the table's insistence irregular, also
    by the audit."""
    game = shipped.played("iwo", "guns-and-tanks")
    over = game.version
    with pytest.raises(RuleBroken, match="the game is over: the Japanese have 40 victory points"):
        say(game, "jp: bombard Coral")
    say(game, 'jp: next !"one more look"')
    assert irregular(game, over)[0] == ("IWO 24", "the game is over: the Japanese have 40 victory points")
    last = list(audit(game))[-1]
    assert (last.verdict, last.rule) == (IRREGULAR, "IWO 24")


@pytest.mark.parametrize("line", ["concede us", "jp: pass fire"])
def test_nobody_gives_up_or_passes_in_a_game_that_is_over(line: str) -> None:
    with pytest.raises(
        BadInput, match=r"the game is over: .*; a note can still be said, and `takeback` strikes the end"
    ):
        say(counted(), line)


REMARKS = (
    'note "a fine evening"',
    "photo beach.jpg " + 64 * "0",
    'adjourn "until May"',
    'ruling R-02 per-unit "for next time"',
)


@pytest.mark.parametrize("line", REMARKS)
def test_what_is_only_remarked_after_the_end_changes_no_result(line: str) -> None:
    game = counted()
    result, over = game.state.result, game.version
    say(game, line)
    assert (game.state.result, len(ends(game)), irregular(game, over)) == (result, 1, [])


@pytest.mark.parametrize(("choice", "winner"), [("win", "us"), ("loss", "jp")])
def test_a_ruling_that_victory_rests_on_has_it_judged_anew(choice: str, winner: str) -> None:
    """DDaT 18.1, AMB-15: given a game that ended disputed, which is no draw, when the table rules, then it is won or
    lost, everywhere."""
    game = disputed()
    assert ends(game)[-1][0] == ""
    assert game.state.result is not None
    assert game.state.result.disputed
    assert tallied(game) == (0, 0, 0, 1)
    told = [entry.fact.sentence() for entry in game.entries if isinstance(entry.fact, GameEnded)]
    assert told[-1].startswith("the game ends: the result is disputed, ")
    assert build(game.seen_by("umpire"), drawn=Drawings.NOTHING).result.words.startswith("The result is disputed: ")
    say(game, f'ruling AMB-15 {choice} "the designer says so"')
    assert [ended[0] for ended in ends(game)] == ["", winner]
    assert (game.state.result.winner, game.state.result.why) == ends(game)[-1]
    assert f"read as a {choice}" in game.state.result.why
    assert tallied(game) == (int(winner == "us"), int(winner == "jp"), 0, 0)
    assert build(game.seen_by("umpire"), drawn=Drawings.NOTHING).result.words.startswith(
        "The Americans win" if winner == "us" else "The Japanese win"
    )
    say(game, "takeback")
    assert game.state.result.disputed


def tallied(game: Game[Any]) -> tuple[int, int, int, int]:
    """How often the US player has won, lost, drawn and had a disputed result."""
    tallies = {tally.player: (tally.won, tally.lost, tally.drawn, tally.disputed) for tally in stats([counting(game)])}
    return tallies["nobody named (US)"]


def test_the_line_that_was_ruled_gives_the_same_result_when_it_is_said_again() -> None:
    """Given a ruling after the end, then the game as a text file is played to the same result."""
    game = counted()
    say(game, 'adjust vp_us=40 "a marker lay under the map"')
    text = write(game, lambda name: shipped.pack("iwo"))
    again = play(read(text, "again.diary", lambda name: shipped.pack("iwo")))
    assert (again.state.result, ends(again)) == (game.state.result, ends(game))


def test_points_set_by_hand_after_the_end_are_judged_and_counted_everywhere() -> None:
    """IWO 24(3): given 34 points to 12, when the count is put right, then show, ledger, why and result have the same
    number."""
    game = counted()
    say(game, 'adjust vp_us=35 "a marker lay under the map"')
    assert game.state.result is not None
    assert (game.state.result.winner, game.state.result.why) == (
        "us",
        "the US have 35 victory points to 34 after turn 9",
    )
    assert sum(points.amount for entry in game.stands for points in entry.fact.points if points.side == "us") == 35
    assert why(game, "points:us", depth=1).words == "us has 35 victory points"
    assert why(game, "points:us").on[-1].words == "+23: set by hand: vp_us 12 to 35 (a marker lay under the map)"


def test_where_the_game_would_not_have_ended_it_stays_over_and_that_is_irregular() -> None:
    """IWO 24(2): given a game ended by 40 points, when there were only 37, then it is over all the same, and the record
    says what to do."""
    game = shipped.played("iwo", "flag-on-the-crater")
    result, over = game.state.result, game.version
    say(game, 'adjust vp_jp=37 "the marker"')
    ((rule, words),) = irregular(game, over)
    assert (rule, game.state.result, game.state.vp_jp) == ("IWO 24(2)", result, 37)
    assert "take back the line that ended it" in words


def test_a_side_that_gave_up_has_lost_whatever_is_ruled() -> None:
    """Given a concession, when points are set by hand that would win by themselves, then it stays conceded."""
    game = shipped.played("iwo", "first-landing").at(300)
    say(game, "concede us")
    say(game, 'adjust vp_us=40 "a marker lay under the map"')
    assert [by for by, _ in ends(game)] == ["jp"]
    assert game.state.result is not None
    assert game.state.result.by == "concession"


def test_points_of_the_ledger_are_those_of_the_situation() -> None:
    """Given the played games, each with a total set by hand in the middle, then what was scored adds up to what the
    state says."""
    for name in ("first-landing", "guns-and-tanks", "flag-on-the-crater"):
        game = shipped.played("iwo", name)
        middle = game.at(next(entry.version for entry in game.stands if entry.version > 300 and entry.ends))
        say(middle, 'adjust vp_jp=2 vp_us=9 "the markers"')
        for view in (game, middle):
            scored = {
                side: sum(p.amount for e in view.stands for p in e.fact.points if p.side == side)
                for side in ("us", "jp")
            }
            assert view.rules.scoring is not None
            assert scored == view.rules.scoring.points(view.state)


def test_a_report_has_the_number_of_the_situation_and_what_was_set_by_hand_is_no_turning_point() -> None:
    """Given points set by hand after the end, then headline and curve have them, the first result what it was, and
    nothing turned on it."""
    game = counted()
    say(game, 'adjust vp_us=35 "a marker lay under the map"')
    told = build(game.seen_by("umpire"), drawn=Drawings.NOTHING)
    assert told.result.words == "The Americans win with 35 victory points to 34 after turn 9."
    results = [line.words for chapter in told.chapters for line in chapter.lines if line.kind == "result"]
    assert results == ["The Japanese win with 34 victory points to 12 after turn 9.", told.result.words]
    (curve,) = [lines for title, lines in told.series if title == "Victory points"]
    assert {line.side: line.points[-1].value for line in curve} == {"us": 35, "jp": 34}
    assert not [swing for swing in told.swings if game.version - 1 in swing.entries]
