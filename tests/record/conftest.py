from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from domain import games
from domain.kernel.game import Game
from domain.record.diary import Diary
from tests.record.toy import BEGAN, PLAYED, say


@pytest.fixture(autouse=True)
def forget_toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """The toy system is known; calling this forgets it."""
    monkeypatch.setitem(games.SYSTEMS, "toy", games.System("Two Forts", "tests.record.toy"))
    games.load.cache_clear()

    def forget() -> None:
        monkeypatch.delitem(games.SYSTEMS, "toy")
        games.load.cache_clear()

    yield forget
    games.load.cache_clear()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "diary.db"


@pytest.fixture
def diary(path: Path) -> Iterator[Diary]:
    with Diary(path, by="Ann") as diary:
        yield diary


@pytest.fixture
def game(diary: Diary) -> Game[Any]:
    return diary.new("toy", "forts", BEGAN)


@pytest.fixture
def played(diary: Diary, game: Game[Any]) -> Game[Any]:
    """A small game with a die roll, a question that was left open, a secret and a fact of version 2."""
    for verb, values, answers in PLAYED:
        say(diary, game, verb, values, **answers)
    return game
