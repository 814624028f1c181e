"""A game at a table without a terminal: begun, kept in memory, recorded before an audience."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.games import load
from domain.kernel.entries import Entry
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game, Outcome
from domain.record.diary import Overtaken
from recording.recorder import Recorder
from replays import library
from tests.projections.test_views import SETUP

AUDIENCES = ("", "us", "jp", "umpire")


class InMemory:
    """Keeps a game nowhere but in memory; what others record lies in `others` until it is read on, or comes first."""

    def __init__(self) -> None:
        self.others: list[Outcome] = []
        self.ids: set[str] = set()

    def append(self, game: Game[Any], outcome: Outcome, declaration: str = "") -> Sequence[Entry]:
        if self.others:
            raise Overtaken(self.refresh(game))
        self.ids.add(declaration)
        game.follow(outcome.entries)
        return outcome.entries

    def recorded(self, game_id: str, declaration: str) -> bool:
        return declaration in self.ids

    def refresh(self, game: Game[Any]) -> Sequence[Entry]:
        found = [entry for outcome in self.others for entry in outcome.entries]
        self.others = []
        game.follow(found)
        return found


def begun(hidden: str = "paper", system: str = "iwo", pack: str = "sample", scenario: str = "") -> Game[Any]:
    """A game begun; without a pack nothing of what is printed is known."""
    game: Game[Any] = Game(load(system))
    known = library.pack(system, pack) if pack else None
    charts = {"charts": known.charts, "complete": known.complete} if known else {}
    game.follow(game.begin(GameBegan(system=system, title="t", hidden=hidden, scenario=scenario, **charts)).entries)
    return game


def recorder(
    *lines: str, audience: str = "", hidden: str = "paper", game: Game[Any] | None = None, **more: Any
) -> Recorder:
    """A recorder of a game in which some lines were said, by the umpire: as they stand in a file."""
    game = game or begun(hidden)
    umpire = Recorder(game, InMemory(), "umpire")
    for line in lines:
        umpire.say(line)
    return Recorder(game, InMemory(), audience, **more)


def words(appends: Sequence[Sequence[Entry]]) -> str:
    """What was told, in sentences."""
    return "; ".join(said for append in appends for entry in append if (said := entry.fact.sentence()))


__all__ = ["AUDIENCES", "SETUP", "InMemory", "begun", "recorder", "words"]
