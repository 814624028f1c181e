"""What every views file must do, whoever may look into it: one contract, run for each audience."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from domain.record import Diary
from projections.ledgers import AGGREGATES, LEDGERS
from projections.view import Views
from replays import library
from tests.properties.player import RandomPlayer

AUDIENCES = ("umpire", "us", "jp")


def begin(diary: Diary, name: str) -> Game[Any]:
    pack = library.pack("iwo", "sample")
    began = GameBegan(system="iwo", title=name, pack=pack.name, pack_digest=pack.digest, charts=pack.charts, complete=pack.complete)
    return diary.new("iwo", name, began)


def play(diary: Diary, game: Game[Any], appends: int, seed: int = 1) -> None:
    """So many appends of a random game, in the diary."""
    player = RandomPlayer("iwo", "sample", seed)
    player.game = game
    for _ in range(appends):
        if game.state.result:
            return
        diary.append(game, player.answer() if game.waits else player.declare())


def tables(views: Views) -> dict[str, list[dict[str, Any]]]:
    """Everything in the file, in its own order."""
    names = [ledger.name for ledger in LEDGERS]
    found = {name: views.rows(f"SELECT * FROM {name} ORDER BY game, version, item") for name in names}
    found["games"] = views.rows("SELECT * FROM games ORDER BY id")
    for name in AGGREGATES:
        found[name] = sorted(views.rows(f"SELECT * FROM {name}"), key=repr)
    return found


class Interrupted(Exception):
    pass


class ViewContract:
    """Given a diary with games under way, the views are atomic with their position, resumable, and the same however they were made."""

    audience: str

    def open(self, tmp_path: Path, name: str = "views.db") -> Views:
        return Views(tmp_path / name, self.audience)

    def test_rebuild_equals_catch_up_entry_by_entry(self, tmp_path: Path) -> None:
        with Diary(tmp_path / "d.db") as diary, self.open(tmp_path) as slowly, self.open(tmp_path, "at-once.db") as at_once:
            game = begin(diary, "one")
            slowly.catch_up(diary)
            for _ in range(25):
                play(diary, game, 3, seed=game.version)
                slowly.catch_up(diary, page=1)
            at_once.catch_up(diary)
            assert tables(slowly) == tables(at_once)
            before = tables(slowly)
            slowly.rebuild(diary)
            assert tables(slowly) == before
            assert before["timeline"]
            assert before["chance"]

    def test_rows_and_position_move_together_or_not_at_all(self, tmp_path: Path) -> None:
        with Diary(tmp_path / "d.db") as diary, self.open(tmp_path) as views:
            game = begin(diary, "one")
            play(diary, game, 20)
            views.catch_up(diary)
            play(diary, game, 60, seed=2)
            before, position = tables(views), views.position()
            insert = views.recorder._insert_tracking

            def fail(*args: Any) -> None:
                insert(*args)
                raise Interrupted

            views.recorder._insert_tracking = fail  # type: ignore[method-assign]
            try:
                views.catch_up(diary)
                raise AssertionError("it was to be interrupted")
            except Interrupted:
                pass
            assert (tables(views), views.position()) == (before, position)
            views.recorder._insert_tracking = insert  # type: ignore[method-assign]
            views.catch_up(diary)
            with self.open(tmp_path, "fresh.db") as fresh:
                fresh.catch_up(diary)
                assert tables(views) == tables(fresh)

    def test_a_take_back_strikes_rows_and_nested_ones_too(self, tmp_path: Path) -> None:
        with Diary(tmp_path / "d.db") as diary, self.open(tmp_path) as views:
            game = begin(diary, "one")
            play(diary, game, 30)
            ends = [entry.version for entry in game.entries if entry.ends]
            diary.append(game, game.take_back(ends[20], "first"))
            play(diary, game, 10, seed=3)
            diary.append(game, game.take_back(ends[10], "second"))
            play(diary, game, 5, seed=4)
            views.catch_up(diary)
            from domain.kernel.game import standing

            stands = {entry.version for entry in standing(game.entries)}
            backs = {entry.version for entry in game.entries if entry.fact.TOPIC == "taken-back"}
            for row in views.rows("SELECT version, struck FROM timeline"):
                assert bool(row["struck"]) == (row["version"] not in stands and row["version"] not in backs - {min(backs)}), row
            sums = views.rows("SELECT COUNT(*) AS n FROM chance WHERE NOT struck")[0]["n"]
            rolled = [e for e in standing(game.entries) if e.fact.TOPIC == "rolled"]
            assert sums == len(rolled)

    def test_several_games_and_a_branch_keep_apart(self, tmp_path: Path) -> None:
        with Diary(tmp_path / "d.db") as diary, self.open(tmp_path) as views:
            one, two = begin(diary, "one"), begin(diary, "two")
            play(diary, one, 30, seed=5)
            play(diary, two, 40, seed=6)
            at = [entry.version for entry in one.entries if entry.ends][12]
            branch = diary.branch(one.id, at, "three")
            play(diary, branch, 10, seed=7)
            views.catch_up(diary)
            games = {row["name"]: row["entries"] for row in views.rows("SELECT name, entries FROM games")}
            assert games == {"one": one.version, "two": two.version, "three": branch.version}
            shared = "SELECT version, words FROM timeline WHERE game=:g AND version BETWEEN 1 AND :at ORDER BY version, item"
            assert views.rows(shared, {"g": one.id, "at": at}) == views.rows(shared, {"g": branch.id, "at": at})
            diary.rename(two.id, "second")
            views.catch_up(diary)
            assert views.rows("SELECT COUNT(*) AS n FROM games WHERE name='second'")[0]["n"] == 1

    def test_a_damaged_or_foreign_file_is_made_again_or_left_alone(self, tmp_path: Path) -> None:
        with Diary(tmp_path / "d.db") as diary:
            game = begin(diary, "one")
            play(diary, game, 10)
            (tmp_path / "views.db").write_bytes(b"SQLite format 3\x00" + b"\x07" * 5000)
            with self.open(tmp_path) as views:
                views.catch_up(diary)
                assert tables(views)["timeline"]

    def test_columns_are_named_and_hold_no_blobs(self, tmp_path: Path) -> None:
        with Diary(tmp_path / "d.db") as diary, self.open(tmp_path) as views:
            play(diary, begin(diary, "one"), 60)
            views.catch_up(diary)
        raw = sqlite3.connect(tmp_path / "views.db")
        try:
            for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").fetchall():
                cursor = raw.execute(f'SELECT * FROM "{name}"')
                assert all(column[0].isidentifier() for column in cursor.description), name
                assert not any(isinstance(value, bytes) for row in cursor for value in row), name
        finally:
            raw.close()
