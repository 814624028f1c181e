"""Where a game is kept while it is recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from domain.kernel.entries import Entry
from domain.kernel.game import Game, Outcome
from domain.record.diary import Diary
from projections import witness

Way = Callable[[str], str]
"""How a side's passphrase is said at this front end, in words."""


class Keeper(Protocol):
    """A diary, or what takes its place."""

    def append(self, game: Game[Any], outcome: Outcome, declaration: str = "") -> Sequence[Entry]:
        """Records an outcome; the game follows it. Raises Overtaken when somebody else was first: the game has followed
        that."""

    def recorded(self, game_id: str, declaration: str) -> bool:
        """Whether something was recorded under this id of a caller's."""

    def refresh(self, game: Game[Any]) -> Sequence[Entry]:
        """Reads what others have recorded; the game follows it."""


class Kept:
    """The diary in which a game is recorded, from its opening on.

    This machine remembers the recorded entries too, unless it has seen more than the diary holds.
    """

    def __init__(self, diary: Diary, way: Way) -> None:
        self.diary, self.way = diary, way
        self.gone = ""
        """What this machine has seen of the game and the diary lacks, in words; "" for nothing.

        It must not forget that something is gone.
        """

    def open(self, game_id: str) -> Game[Any]:
        """The game, to be recorded as far as it can be read."""
        game: Game[Any] = self.diary.open(game_id)
        game.shut = self._shut(game_id)
        self.gone = witness.missing(self.diary, game_id)
        return game

    def unlock(self, game: Game[Any], side: str, passphrase: str) -> None:
        """Unlocks a side's sealed secrets; the game is folded with them. Each of its recorders has then to begin anew.

        Raises BadInput for a wrong passphrase.
        """
        self.diary.unlock(game.id, side, passphrase)
        game.refold(self.diary.entries(game.id, upto=game.version))
        game.shut = self._shut(game.id)

    def append(self, game: Game[Any], outcome: Outcome, declaration: str = "") -> list[Entry]:
        entries: list[Entry] = self.diary.append(game, outcome, declaration)
        if not self.gone:
            witness.remember(self.diary, game.id)
        return entries

    def recorded(self, game_id: str, declaration: str) -> bool:
        return bool(self.diary.recorded(game_id, declaration))

    def refresh(self, game: Game[Any]) -> list[Entry]:
        found: list[Entry] = self.diary.refresh(game)
        return found

    def _shut(self, game_id: str) -> dict[str, str]:
        """The sides whose passphrases are missing, each with what is told of anything that may rest on them."""
        sides = self.diary.rules(game_id).sides
        return {
            side: f"that may rest on what the {sides.get(side, side)} side keeps sealed: {self.way(side)}"
            for side in self.diary.locked(game_id)
        }
