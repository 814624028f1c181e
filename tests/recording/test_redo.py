"""What was taken back and waits to be said again: the queue as the record alone tells it."""

from __future__ import annotations

from typing import Any

import pytest

from auditing.why import why
from domain.kernel.entries import standing
from domain.kernel.game import Game
from recording.waiting import Waiting, WaitingLine
from tests.projections.test_views import SETUP
from tests.replays.test_notation import begin, say

LINES = (
    SETUP,
    "bombards Green:NAV1",
    "bombard Green 5511",
    "land 4D-R23 Green",
    "  fire INF1",
    "  dice 56214",
    "next to=us_assault",
)
LANDING = ("land 4D-R23 Green", "  fire INF1", "  dice 56214", "next to=us_assault")


@pytest.fixture
def game() -> Game[Any]:
    """A bombardment, a landing answered step by step, and the phase's end."""
    return begin(*LINES)


def end_of(game: Game[Any], text: str) -> int:
    """The entry a line ended with."""
    at = LINES.index(text) + 1
    return [entry.version for entry in game.entries if entry.ends][at]


def back_to(game: Game[Any], text: str) -> Game[Any]:
    return say(game, f"takeback {end_of(game, text)}")


def waiting(game: Game[Any]) -> Waiting:
    return Waiting(game.rules, game.entries)


def texts(game: Game[Any]) -> list[str]:
    return [line.text for line in waiting(game).lines]


def passed(game: Game[Any]) -> list[str]:
    return [line.text for line in waiting(game).lines if line.passed]


def facts(game: Game[Any]) -> list[Any]:
    return [entry.fact for entry in standing(game.entries)]


def redo(game: Game[Any]) -> Game[Any]:
    while lines := waiting(game).fresh:
        say(game, lines[0].text)
    return game


def test_nothing_waits_in_a_game_without_a_take_back(game: Game[Any]) -> None:
    assert texts(game) == []


def test_several_undos_wait_in_the_order_of_play(game: Game[Any]) -> None:
    before = facts(game)
    for _ in LANDING:
        say(game, "takeback")
    assert texts(game) == list(LANDING)
    assert facts(redo(game)) == before
    assert texts(game) == []


def test_a_second_take_back_keeps_the_lines_of_the_first(game: Game[Any]) -> None:
    before = facts(game)
    back_to(game, "land 4D-R23 Green")
    back_to(game, "bombards Green:NAV1")
    assert texts(game) == ["bombard Green 5511", *LANDING]
    assert facts(redo(game)) == before


def test_what_is_said_again_waits_no_longer_until_it_is_taken_back_too(game: Game[Any]) -> None:
    back_to(game, "bombard Green 5511")
    say(game, LANDING[0])
    assert texts(game) == list(LANDING[1:])
    say(game, LANDING[1])
    say(game, "takeback")
    say(game, "takeback")
    assert texts(game) == list(LANDING)


@pytest.mark.parametrize(
    "aside",
    [
        'note "a coffee"',
        "photo beach.jpg " + 64 * "0",
        "ruling R-02 per-unit",
        'adjust INF1 steps=1 "one dot"',
        "jp: pass kirikami",
        "chart areas Green bdv=0",
        'adjourn "the last train"',
    ],
)
def test_what_is_said_beside_the_rules_leaves_the_lines_waiting(game: Game[Any], aside: str) -> None:
    back_to(game, "bombard Green 5511")
    say(game, aside)
    assert [line.text for line in waiting(game).fresh] == list(LANDING)


def test_a_ruling_goes_before_the_lines_it_is_for(game: Game[Any]) -> None:
    """Given a ruling that came too late and was taken back with the lines it is for, when it is made first, then it is
    not made twice."""
    say(game, "ruling R-02 per-unit")
    back_to(game, "bombard Green 5511")
    assert texts(game) == [*LANDING, "ruling R-02 per-unit"]
    say(game, 'ruling R-02 once "on second thoughts"')
    assert texts(game) == list(LANDING)
    assert texts(redo(game)) == []


def test_a_note_that_was_struck_waits_like_a_line() -> None:
    game = begin(SETUP, 'note "one"', 'note "two"')
    say(game, "takeback")
    say(game, "takeback")
    assert texts(game) == ['note "one"', 'note "two"']
    say(game, 'note "two"')
    assert texts(game) == ['note "one"']


def test_the_same_declaration_with_other_dice_or_answers_is_that_line_said_again(game: Game[Any]) -> None:
    back_to(game, "bombards Green:NAV1")
    say(game, "bombard Green 1156")
    assert texts(game) == list(LANDING)
    say(game, "land 4D-R23 Green")
    say(game, "  fire none")
    assert texts(game) == ["next to=us_assault"]  # nobody asks for dice


def test_another_answer_to_the_same_question_is_that_answer_said_again(game: Game[Any]) -> None:
    back_to(game, "land 4D-R23 Green")
    say(game, "  fire MAR1")
    assert texts(game) == ["  dice 56214", "next to=us_assault"]


def test_an_answer_to_another_declaration_takes_none_away() -> None:
    game = begin(SETUP, "land 4D-R23 Green", "  fire none", "land 4D-R24 Green", "  fire none")
    say(game, f"takeback {[e.version for e in game.entries if e.ends][1]}")
    say(game, "land 4D-R25 Amber")
    say(game, "  fire none")
    assert texts(game) == ["land 4D-R23 Green", "  fire none", "land 4D-R24 Green", "  fire none"]


def test_another_declaration_leaves_the_lines_waiting_but_they_are_passed(game: Game[Any]) -> None:
    back_to(game, "bombard Green 5511")
    say(game, "land 4D-R24 Green fire=none")
    assert texts(game) == passed(game) == list(LANDING)
    say(game, "land 4D-R23 Green")
    assert texts(game) == list(LANDING[1:])


def test_what_was_passed_stays_behind_what_is_struck_later(game: Game[Any]) -> None:
    """Given a mistake that was taken back and said right, when something later is taken back, then only that is
    offered."""
    say(game, "takeback")
    say(game, "land 4D-R24 Green fire=none")
    say(game, "takeback")
    assert texts(game) == ["land 4D-R24 Green fire=none", "next to=us_assault"]
    assert passed(game) == ["next to=us_assault"]


def test_what_was_passed_waits_no_longer_when_the_game_has_gone_on() -> None:
    game = begin(SETUP, "land 4D-R23 Green fire=none")
    say(game, "takeback")
    say(game, "land 4D-R24 Green fire=none")
    assert texts(game) == ["land 4D-R23 Green fire=none"]
    say(game, "next to=us_assault kirikami=none")
    assert texts(game) == []


def test_what_is_said_instead_of_a_line_takes_its_place(game: Game[Any]) -> None:
    """Given the line that is offered, when one of its kind is said, then that is it; when another is, then it waits
    on."""
    back_to(game, "bombard Green 5511")
    queue = waiting(game)
    first = queue.lines[0]
    say(game, "jp: reveal INF2")
    queue.follow(game.entries, first)
    assert [line.text for line in queue.lines] == list(LANDING)
    say(game, "land 4D-R24 Green")
    queue.follow(game.entries, first)
    assert [line.text for line in queue.lines] == list(LANDING[1:])
    say(game, "  fire INF1")
    queue.follow(game.entries)
    assert [line.text for line in queue.lines] == list(LANDING[2:])  # its answers are the new one's


def test_a_line_is_left_out_with_its_answers(game: Game[Any]) -> None:
    back_to(game, "bombard Green 5511")
    queue = waiting(game)
    queue.leave_out(queue.lines[1])
    assert [line.text for line in queue.lines] == [LANDING[0], *LANDING[2:]]
    queue.leave_out(queue.lines[0])
    assert [line.text for line in queue.lines] == [LANDING[3]]


def test_a_line_says_whose_secret_it_holds(game: Game[Any]) -> None:
    say(game, "jp: pass fire")
    say(game, f"takeback {end_of(game, SETUP)}")
    assert [line.secret for line in waiting(game).lines if line.text in ("jp: pass fire", LANDING[0])] == ["", "jp"]


def test_a_record_read_bit_by_bit_tells_the_same(game: Game[Any]) -> None:
    back_to(game, "land 4D-R23 Green")
    back_to(game, "bombards Green:NAV1")
    say(game, "bombard Green 5511")
    say(game, 'note "and on"')
    say(game, LANDING[0])
    queue = Waiting(game.rules)
    told: list[WaitingLine] = []
    for count in (n for n, entry in enumerate(game.entries, 1) if entry.ends):
        queue.follow(game.entries[:count])
        told = queue.lines
    assert told == waiting(game).lines


def test_lines_said_again_after_a_ruling_run_under_it() -> None:
    """IWO 12, reading 12: given an assault taken back, when the table rules first, then what waits is as it was, and
    rests on the ruling."""
    assault = "assault Green 11112222 retreat=none"
    landed = ("land 4D-R23 Green fire=none", "land 4D-R24 Green fire=none", "next us_assault kirikami=none")
    game = begin(SETUP, *landed, "assaults Green:4D-R23,4D-R24", assault)
    say(game, "takeback")
    before = texts(game)
    say(game, 'ruling R-12 allowed "agreed"')
    assert texts(game) == before
    redo(game)
    resolved = max(entry.version for entry in standing(game.entries) if entry.fact.TOPIC == "iwo.attack-resolved")
    assert "ruling: R-12 is read as allowed (agreed)" in [cause.words for cause in why(game, str(resolved)).on]
