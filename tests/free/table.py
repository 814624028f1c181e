"""A table that plays a game by lines of paper, in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.games import rules_of
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from domain.kernel.state import RECORDED
from recording.recorder import Recorder
from tests.recording.in_memory import InMemory


def begun(sides: Sequence[str] = ("German", "Soviet"), hidden: str = RECORDED, **row: Any) -> Game[Any]:
    """A game without rules of its own, with these sides."""
    charts = {"game": {"Drive": {"sides": list(sides), **row}}}
    began = GameBegan(system="free", title="An evening", charts=charts, hidden=hidden)
    game: Game[Any] = Game(rules_of(began))
    game.follow(game.begin(began).entries)
    return game


def recorder(game: Game[Any]) -> Recorder:
    """A recorder of a game at one screen."""
    return Recorder(game, InMemory())
