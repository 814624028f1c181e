from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from domain import games
from domain.kernel.game import Game
from domain.record.diary import Diary
from tests.record.stranger import FilePlace, Place, ServerPlace
from tests.record.toy import BEGAN, PLAYED, say
from tests.servers.postgres import MADE, Cluster, running


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


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A module says in `ENGINES` where its diaries are kept; `file_only` marks what SQLite alone can do or suffer."""
    engines = getattr(metafunc.module, "ENGINES", ())
    if engines and "place" in metafunc.fixturenames and not metafunc.definition.get_closest_marker("file_only"):
        metafunc.parametrize("place", engines, indirect=True)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with running() as cluster:
        yield cluster


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Where the diary is kept: in a file, or on a server."""
    if getattr(request, "param", "file") == "file":
        yield FilePlace(tmp_path / "diary.db")
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    url = cluster.database(MADE)
    yield ServerPlace(url, tmp_path)
    cluster.drop(url)


@pytest.fixture
def diary(place: Place) -> Iterator[Diary]:
    with place.opened(by="Ann") as diary:
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
