"""Games of Invasion Pearl Harbor: both sides can win, and the victory points are those of the ground held and of what
is lost for good."""

from __future__ import annotations

import pytest

from domain.iph.control import worth
from domain.iph.facts.codes import FOR_GOOD
from domain.iph.state import Iph
from domain.kernel.facts import Points
from domain.kernel.game import Game
from tests.properties.invaders import Invaders
from tests.properties.player import RandomPlayer

TEN = range(10)


def test_each_side_can_win_by_considered_play() -> None:
    """IPH 4.2, 4.3: given the Japanese with a plan against a US side that plays by chance, then of ten games each side
    wins one at the least."""
    winners = set[str]()
    for seed in TEN:
        player = Invaders(seed)
        for _ in player.play():
            pass
        assert player.game.state.result is not None
        winners.add(player.game.state.result.winner)
        if winners == {"jp", "us"}:
            break
    assert winners == {"jp", "us"}


PLAYERS = {
    "recorded": RandomPlayer("iph", "sample", 900),
    "paper": RandomPlayer("iph", "sample", 901),
    "planned": Invaders(4),
}


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_points_are_those_of_the_ground_held_and_of_what_is_gone_for_good(player: RandomPlayer) -> None:
    """IPH 4.4, 4.6, 4.8: given a game, when the points are reckoned anew from hexes, markers and losses, then they are
    the score, at every append."""
    readings = player.game.state.readings
    game: Game[Iph] = player.game
    points: list[Points] = []
    for outcome in player.play():
        state = game.state
        points += (one for entry in outcome.entries for one in entry.fact.points)
        if not state.vp and not state.landed:
            continue
        held = sum(worth(state, hex) for hex, now in state.hexes.items() if now.control == "jp")
        of_marker = readings.get("R-12", "marker") == "marker"
        markers = (
            len(state.beachheads)
            if of_marker
            else sum(now.beachhead and now.control == "jp" for now in state.hexes.values())
        )
        assert (
            held + markers + sum(one.amount for one in points if one.code in FOR_GOOD)
            == state.vp
            == sum(one.amount for one in points)
        )
