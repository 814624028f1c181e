"""Invasion Pearl Harbor: what is told of a phase that comes again, where it is said before its time."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.errors import RuleBroken
from domain.kernel.game import Game
from replays.notation import speak, split
from tests.recording.in_memory import begun

AT_NIGHT = (
    "set turn=8 phase=jp_move landed=48", "set played=window,pull,us_move,jp_move",
    "set cup.inside=25-Move cup.aside=24-Move,USMC-Move,24-Fight,25-Fight,USMC-Fight,BBRow-Fight",
    "set SNLF-1 hex=1829", "set Hiei box=close-in",
)  # fmt: skip


def say(game: Game[Any], *lines: str) -> Game[Any]:
    for text in lines:
        line = split(text, game.rules.sides)
        assert line is not None
        game.follow(speak(game, line).entries)
    return game


def refused(game: Game[Any], text: str) -> str:
    with pytest.raises(RuleBroken) as error:
        say(game, text)
    return str(error.value)


def test_chits_are_pulled_again_and_have_not_been_played() -> None:
    """IPH 5.6, 5.7: given a chit is left, when it is pulled in a Japanese phase, or before the ships are disposed, then
    that phase is at hand."""
    game = say(begun(system="iph"), *AT_NIGHT)
    assert "this is the Japanese Movement Phase" in refused(game, "us: pull 25-Move")
    say(game, "jp: next", "us: pull 25-Move", "us: next", "jp: next")
    assert game.state.phase == "jp_ships"
    assert "this is the Japanese Ship Disposition Segment" in refused(game, "us: pull 25-Move")


def test_the_submarine_is_not_refused_for_a_window_between_phases() -> None:
    """IPH 5.4, 5.7: given a chit must be pulled, when the submarine attacks, then it is told where that belongs."""
    game = say(begun(system="iph"), *AT_NIGHT, "jp: next", "us: next pull")
    assert "submarine belongs to the US Submarine Attack Phase" in refused(game, "us: submarine 25")


def test_a_japanese_phase_has_been_played() -> None:
    """IPH 5.7: each of them once a turn."""
    game = say(begun(system="iph"), *AT_NIGHT, "jp: next")
    assert "the Japanese Movement Phase has been played" in refused(game, "jp: move SNLF-1 1929")
