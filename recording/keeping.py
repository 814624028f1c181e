"""Where a game is kept while it is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from domain.kernel.entries import Entry
from domain.kernel.game import Game, Outcome


class Keeper(Protocol):
    """A diary, or what takes its place."""

    def append(self, game: Game[Any], outcome: Outcome, declaration: str = "") -> Sequence[Entry]:
        """Records an outcome; the game follows it. Raises Overtaken when somebody else was first: the game has followed
        that."""

    def recorded(self, game_id: str, declaration: str) -> bool:
        """Whether something was recorded under this id of a caller's."""

    def refresh(self, game: Game[Any]) -> Sequence[Entry]:
        """Reads what others have recorded; the game follows it."""
