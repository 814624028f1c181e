"""A play to hand on: the file of Board Game Stats, of every system."""

from __future__ import annotations

import json

import pytest

from domain.games import SYSTEMS
from projections.plays import bgstats
from replays.library import played_games
from tests import shipped

FIRST = [(code, played_games(code)[0]) for code in SYSTEMS]


@pytest.mark.parametrize(("system", "name"), FIRST)
def test_a_played_game_is_one_play(system: str, name: str) -> None:
    """Given a game as it was played, when it is handed on, then each who played has a score, and twice is
    the same."""
    game = shipped.played(system, name)
    play = bgstats(game.seen_by("umpire"))
    assert json.loads(json.dumps(play)) == play == bgstats(game.seen_by("umpire"))
    (one,) = play["plays"]
    assert one["gameRefId"] == play["games"][0]["id"]
    known = {player["id"] for player in play["players"]}
    assert {score["playerRefId"] for score in one["playerScores"]} == known
    won = [score["role"] for score in one["playerScores"] if score["winner"]]
    result = game.state.result
    assert won == ([game.rules.sides[result.winner]] if result and result.winner in game.rules.sides else [])
    assert all(isinstance(score["score"], str) for score in one["playerScores"])


def test_points_of_three_sides_are_each_their_own() -> None:
    play = bgstats(shipped.played("free", "three-roads").seen_by("umpire"))
    assert play["games"][0]["name"] == "Roads and Harbours"
    assert [(one["role"], one["score"]) for one in play["plays"][0]["playerScores"]] == [
        ("Ann", "1"),
        ("Bob", "2"),
        ("Carol", "1"),
    ]
