"""A full disk refuses and stores nothing by half; when there is room again, the game goes on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.errors import Damaged
from domain.kernel.game import Game
from domain.record.diary import Diary
from tests.record.toy import BEGAN, R1_NORTH, say

ROOT = Path(__file__).parents[2]


def room(diary: Diary, pages: int) -> None:
    """Lets the file grow by so many pages and no further, as a full disk would."""
    with diary.storage.datastore.get_connection(commit=True) as connection:
        raw = connection._sqlite_conn
        used = raw.execute("PRAGMA page_count").fetchone()[0]
        raw.execute(f"PRAGMA max_page_count={used + pages}")


def until_full(diary: Diary, game: Game[Any]) -> tuple[tuple[int, Any, str], str]:
    """Records until there is no room: what stood then, and the declaration that did not fit."""
    for n in range(500):
        before, line = (game.version, game.state, diary.head(game.id)), f"line {n}"
        try:
            say(diary, game, "march", {"squads": ("R1", "R2", "B1"), "fort": "north"}, line)
        except Damaged as error:
            told = str(error)
            break
    assert "nothing was recorded: database or disk is full; put it right and say it again" in told
    return before, line


def test_what_does_not_fit_is_refused_whole(diary: Diary, game: Game[Any], path: Path) -> None:
    room(diary, 2)
    before, line = until_full(diary, game)
    assert before[0] > 2, "some fitted"
    assert (game.version, game.state, diary.head(game.id)) == before
    assert diary.open(game.id).version == game.version
    assert diary.verify(game.id) == []
    assert diary.whole() == []

    room(diary, 1000)
    say(diary, game, "march", R1_NORTH, line)  # its id was not taken by the attempt
    with Diary(path) as again:
        assert again.open(game.id).version == game.version == before[0] + 2
        assert again.verify(game.id) == []


def test_a_game_that_does_not_fit_is_not_begun(diary: Diary, game: Game[Any]) -> None:
    room(diary, 2)
    until_full(diary, game)
    long = BEGAN.but(readings={"a long one": "Ann" * 5000})
    with pytest.raises(Damaged, match="nothing was recorded"):
        diary.new("toy", "another", long)
    with pytest.raises(Damaged, match="nothing was recorded"):
        diary.branch(game.id, game.version, "what if")
    assert [g.id for g in diary.games()] == [game.id]
    assert diary.verify(game.id) == []


SCRIPT = """
import resource, sys
from domain import games
games.SYSTEMS["toy"] = games.System("Two Forts", "tests.record.toy")
from domain.kernel.errors import Damaged
from domain.record.diary import Diary
from tests.record.toy import BEGAN, R1_NORTH, say
with Diary(sys.argv[1]) as diary:
    game = diary.new("toy", "forts", BEGAN)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), hard))
    try:
        for line in range(2000):
            version = game.version
            say(diary, game, "march", R1_NORTH, f"line {line}")
        sys.exit("it never was full")
    except Damaged as error:
        assert "nothing was recorded" in str(error), error
    assert game.version == version == diary.open(game.id).version and version > 2, version
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    say(diary, game, "march", R1_NORTH, f"line {line}")
    assert diary.verify(game.id) == [] and diary.whole() == []
    print(game.version)
"""


@pytest.mark.parametrize("limit", [200_000, 300_001])
def test_a_write_the_system_refuses_is_told_and_the_game_goes_on(path: Path, limit: int) -> None:
    """The operating system cuts the write off in the middle of a page, at a limit on the size of files."""
    said = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(path), str(limit)], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert said.returncode == 0, said.stderr
    with Diary(path) as diary:
        (game,) = diary.games()
        assert game.entries == int(said.stdout)
        assert diary.verify(game.id) == []
        assert diary.whole() == []
