"""Snapshots: a game looked at through them is the game folded from its beginning, whatever happens to the file."""

from __future__ import annotations

import random
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domain.kernel import aside_facts
from domain.kernel.errors import BadInput
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from domain.record.diary import Diary
from projections import snapshots
from projections.snapshots import look_back, snapshots_path
from tests.properties.player import RandomPlayer

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 40)


@pytest.fixture
def diary(tmp_path: Path) -> Iterator[Diary]:
    with Diary(tmp_path / "d.db") as diary:
        yield diary


def random_game(diary: Diary, seed: int, most: int = 200) -> Game[Any]:
    """A random game with take-backs, values set by hand and irregularities."""
    player = RandomPlayer("iwo", "sample", seed, irregular=0.03)
    chance = random.Random(seed)
    for n, _ in enumerate(player.play()):
        if n % 30 == 29:
            ends = [entry.version for entry in player.game.entries if entry.ends]
            try:
                player.game.follow(player.game.take_back(chance.choice(ends[-50:-1]), "tried").entries)
            except BadInput:  # taken back already
                continue
        if n > most:
            break
    return diary.store(f"seed {seed}", player.game)


def rows(diary: Diary) -> int:
    with closing(sqlite3.connect(snapshots_path(diary.path))) as raw:
        return int(raw.execute("SELECT COUNT(*) FROM snapshots").fetchone()[0])


@pytest.mark.parametrize("seed", range(400, 408))
def test_a_game_from_a_snapshot_is_the_game(diary: Diary, seed: int) -> None:
    """Given any version, first without snapshots and then with them, then state, open question, version and beginning
    are those of the whole fold."""
    game = random_game(diary, seed)
    versions = [entry.version for entry in game.entries if entry.ends][::9]
    for _ in range(2):
        for at in (None, *versions):
            seen, whole = look_back(diary, game.id, at), game if at is None else game.at(at)
            assert (seen.state, seen.waits, seen.version, seen.began) == (
                whole.state,
                whole.waits,
                whole.version,
                whole.began,
            ), at
    assert rows(diary) > 2
    assert len(look_back(diary, game.id).entries) < 120


def test_a_take_back_to_before_a_snapshot_is_seen(diary: Diary) -> None:
    game = random_game(diary, 410)
    look_back(diary, game.id)
    first = next(e.version for e in game.entries if e.ends and e.version > 5)
    diary.append(game, game.take_back(first, "all of it"))
    assert look_back(diary, game.id).state == game.state
    diary.append(game, game.beside(aside_facts.note(game, "and on")))
    assert look_back(diary, game.id).version == game.version


def test_another_source_or_another_record_makes_a_snapshot_worthless(
    diary: Diary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = random_game(diary, 411)
    look_back(diary, game.id)
    kept = rows(diary)
    with closing(sqlite3.connect(snapshots_path(diary.path))) as raw, raw:
        raw.execute("UPDATE snapshots SET head='00', state='{}'")
    assert look_back(diary, game.id).state == game.state
    monkeypatch.setattr(snapshots, "fold_digest", lambda: "mended")
    assert look_back(diary, game.id).state == game.state
    assert rows(diary) == kept


@pytest.mark.parametrize("damage", [b"", b"nonsense" * 1000, None])
def test_a_damaged_file_is_made_anew(diary: Diary, damage: bytes | None) -> None:
    """By its first hundred bytes it is known for ours; without them it is somebody's, and left alone."""
    game = random_game(diary, 412)
    look_back(diary, game.id)
    path = snapshots_path(diary.path)
    if damage is None:
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:100] * bool(damage) + damage)
    assert look_back(diary, game.id).state == game.state
    assert rows(diary) > 0
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0 or damage is not None


def test_a_file_that_is_not_ours_is_left_as_it_is(diary: Diary) -> None:
    game = random_game(diary, 412)
    snapshots_path(diary.path).write_bytes(b"nonsense" * 1000)
    assert look_back(diary, game.id).state == game.state
    assert snapshots_path(diary.path).read_bytes() == b"nonsense" * 1000


def test_a_snapshot_somebody_wrote_counts_for_nothing(diary: Diary) -> None:
    """Given rows whose state says something else, each under its right seal, then what is shown is what the record
    says."""
    game = random_game(diary, 411)
    look_back(diary, game.id)
    with closing(sqlite3.connect(snapshots_path(diary.path))) as raw, raw:
        for version, state in raw.execute("SELECT version, state FROM snapshots").fetchall():
            raw.execute(
                "UPDATE snapshots SET state=? WHERE version=?", (state.replace('"vp_us":', '"vp_us":9'), version)
            )
    assert look_back(diary, game.id).state == game.state
    versions = [entry.version for entry in game.entries if entry.ends][::9]
    assert all(look_back(diary, game.id, at).state == game.at(at).state for at in versions)
    with snapshots.Snapshots(snapshots_path(diary.path)) as kept:
        assert kept.throw_away_what_is_wrong(diary) == 0, "they were made again on the way"


def test_another_programs_file_in_its_place_is_left_alone(diary: Diary) -> None:
    game = random_game(diary, 413)
    with closing(sqlite3.connect(snapshots_path(diary.path))) as raw, raw:
        raw.execute("CREATE TABLE precious (x)")
    assert look_back(diary, game.id).state == game.state
    with closing(sqlite3.connect(snapshots_path(diary.path))) as raw:
        assert [name for (name,) in raw.execute("SELECT name FROM sqlite_master")] == ["precious"]


def test_secrets_under_a_passphrase_never_lie_in_a_snapshot(diary: Diary) -> None:
    player = RandomPlayer("iwo", "sample", 414)
    began = player.game.entries[0].fact
    assert isinstance(began, GameBegan)
    game = diary.new("iwo", "sealed", began, {"jp": "suribachi"})
    for n, outcome in enumerate(player.play()):
        diary.append(game, outcome)
        if n > 60:
            break
    assert look_back(diary, game.id).state == game.state
    assert not snapshots_path(diary.path).exists()


def test_two_who_look_at_once_do_not_disturb_each_other(diary: Diary) -> None:
    game = random_game(diary, 415)
    script = (
        "import sys; from domain.record.diary import Diary; from projections import snapshots; snapshots.EVERY = 10\n"
        "with Diary(sys.argv[1]) as d: print(snapshots.look_back(d, sys.argv[2]).version)"
    )
    both = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(diary.path), game.id], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    assert [process.communicate(timeout=60)[0].strip() for process in both] == [str(game.version)] * 2
    assert look_back(diary, game.id).state == game.state


def test_a_version_that_is_not_there_is_refused(diary: Diary) -> None:
    game = random_game(diary, 416, most=30)
    with pytest.raises(BadInput, match="this game has entries 1 to"):
        look_back(diary, game.id, game.version + 1)
