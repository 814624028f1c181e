"""A situation written as values by their paths begins another game just there."""

from __future__ import annotations

from itertools import islice

import pytest

from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from replays.notation import speak, split
from replays.positions import OF_THE_GAME, position_lines
from tests import shipped
from tests.properties.player import RandomPlayer


@pytest.mark.parametrize(
    ("system", "scenario", "appends"), [("iwo", "", 120), ("ddat", "first-waves", 150), ("ddat", "21-november", 250)]
)
def test_a_situation_can_be_set_up_again(system: str, scenario: str, appends: int) -> None:
    """Given a game under way, when its values are said as `set` lines in a new one, then both stand alike in all that
    play is about."""
    player = RandomPlayer(system, "sample", 2, scenario=scenario)
    for _ in islice(player.play(), appends):
        pass
    player.game.follow([])
    lines = list(position_lines(player.game))
    pack = shipped.pack(system)
    again: Game[object] = Game(player.game.rules)
    began = GameBegan(
        system=system, title="again", scenario=scenario, pack=pack.name, charts=pack.charts, complete=pack.complete
    )
    again.follow(again.begin(began).entries)
    for line in lines:
        read = split(line, again.rules.sides)
        assert read is not None
        again.follow(speak(again, read).entries)
    here, there = player.game.state, again.state
    assert {name: getattr(here, name) for name in type(here).model_fields if name not in OF_THE_GAME} == {
        name: getattr(there, name) for name in type(there).model_fields if name not in OF_THE_GAME
    }
    hidden = [name for name, unit in getattr(here, "units", {}).items() if getattr(unit, "status", "") == "concealed"]
    view = again.seen_by("us").state
    assert all(view.units[name].area == "" for name in hidden)  # what was hidden is hidden in the new game too
