"""A table that plays a game by lines of paper, in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.games import rules_of
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from domain.kernel.remembering import Remembering, remembered
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


def stale(state: Remembering) -> list[str]:
    """What a state remembers otherwise than it would work it out anew."""
    fresh = type(state).model_construct(**dict(state))
    return [work.__name__ for work, asked, value in remembered(state) if work(fresh, *asked) != value]


def recorder(game: Game[Any]) -> Recorder:
    """A recorder of a game at one screen."""
    return Recorder(game, InMemory())
