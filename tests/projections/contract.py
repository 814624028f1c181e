"""What every views file must do, whoever may look into it: one contract, run for each audience."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.entries import standing
from domain.kernel.errors import BadInput
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from domain.record.diary import Diary
from projections.ledger_file import LedgerFile
from projections.ledgers import AGGREGATES, LEDGERS
from tests import shipped, warm
from tests.properties.player import RandomPlayer


def begin(diary: Diary, name: str) -> Game[Any]:
    pack = shipped.pack("iwo")
    began = GameBegan(
        system="iwo", title=name, pack=pack.name, pack_digest=pack.digest, charts=pack.charts, complete=pack.complete
    )
    return diary.new("iwo", name, began)


def play(diary: Diary, game: Game[Any], appends: int, seed: int = 1) -> None:
    """So many appends of a random game, in the diary."""
    player = RandomPlayer("iwo", "sample", seed)
    player.game = game
    for _ in range(appends):
        if game.state.result:
            return
        diary.append(game, player.answer() if game.waits else player.declare())


def tables(views: LedgerFile) -> dict[str, list[dict[str, Any]]]:
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
    """Given a diary with games under way, the views are atomic with their position, resumable, and the same however
    they were made."""

    audience: str

    def open(self, tmp_path: Path, name: str = "views.db") -> LedgerFile:
        return LedgerFile(tmp_path / name, self.audience)

    def test_rebuild_equals_catch_up_entry_by_entry(self, tmp_path: Path) -> None:
        with (
            Diary(tmp_path / "d.db") as diary,
            self.open(tmp_path) as slowly,
            self.open(tmp_path, "at-once.db") as at_once,
        ):
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
            before, reached = tables(views), views.reached(game.id)
            hold = views._hold

            def fail(*args: Any) -> None:
                hold(*args)
                raise Interrupted

            views._hold = fail  # type: ignore[method-assign]
            with pytest.raises(Interrupted):
                views.catch_up(diary)
            assert (tables(views), views.reached(game.id)) == (before, reached)
            views._hold = hold  # type: ignore[method-assign]
            views.catch_up(diary)
            with self.open(tmp_path, "fresh.db") as fresh:
                fresh.catch_up(diary)
                assert tables(views) == tables(fresh)

    def test_a_kill_in_the_middle_of_a_catch_up_loses_and_doubles_nothing(self, tmp_path: Path) -> None:
        with Diary(tmp_path / "d.db") as diary:
            game = begin(diary, "one")
            play(diary, game, 150, seed=11)
            before = 0
            for lines in (1, 30, 90):
                (asked, asks), (tells, told) = os.pipe(), os.pipe()
                words = (str(diary.path), str(tmp_path / "views.db"), self.audience)
                follower = warm.start("tests.projections.following", *words, stdin=asked, stdout=told)
                os.close(asked)
                os.close(told)
                with open(asks, "w") as go_on, open(tells) as far:
                    go_on.write("\n" * (lines + 5))  # however long we are kept from it, it does not come to the end
                    go_on.flush()
                    reached = [int(far.readline()) for _ in range(lines)]
                    follower.kill()
                    follower.wait(30)
                assert reached == list(range(before + 1, before + lines + 1))
                with self.open(tmp_path) as views:
                    before = views.reached(game.id)
                    assert reached[-1] <= before < game.version
            with self.open(tmp_path) as views, self.open(tmp_path, "fresh.db") as fresh:
                assert views.catch_up(diary) == game.version - before
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
            stands = {entry.version for entry in standing(game.entries)}
            backs = {entry.version for entry in game.entries if entry.fact.TOPIC == "taken-back"}
            for row in views.rows("SELECT version, struck FROM timeline"):
                assert bool(row["struck"]) == (
                    row["version"] not in stands and row["version"] not in backs - {min(backs)}
                ), row
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
            shared = (
                "SELECT version, words FROM timeline WHERE game=:g AND version BETWEEN 1 AND :at ORDER BY version, item"
            )
            assert views.rows(shared, {"g": one.id, "at": at}) == views.rows(shared, {"g": branch.id, "at": at})
            diary.rename(two.id, "second")
            views.catch_up(diary)
            assert views.rows("SELECT COUNT(*) AS n FROM games WHERE name='second'")[0]["n"] == 1

    def test_a_damaged_file_or_one_of_older_code_is_made_again(self, tmp_path: Path) -> None:
        with Diary(tmp_path / "d.db") as diary:
            play(diary, begin(diary, "one"), 10)
            self.open(tmp_path).close()
            whole_file = (tmp_path / "views.db").read_bytes()
            (tmp_path / "views.db").write_bytes(whole_file[:100] + b"\x07" * 5000)
            with self.open(tmp_path) as views:
                views.catch_up(diary)
                whole = tables(views)
                assert whole["timeline"]
            drops = [f"DROP TABLE {name}" for name in ("about", "chance", "proofs")] + ["DROP VIEW luck"]
            for change in ("UPDATE proofs SET source='older'", *drops):
                with closing(sqlite3.connect(tmp_path / "views.db")) as raw, raw:
                    raw.execute("UPDATE timeline SET words='stale'")
                    raw.execute(change)
                with self.open(tmp_path) as views:
                    views.catch_up(diary)
                    assert tables(views) == whole, change

    def test_another_programs_file_is_left_alone(self, tmp_path: Path) -> None:
        with closing(sqlite3.connect(tmp_path / "views.db")) as raw, raw:
            raw.execute("CREATE TABLE recipes (name TEXT)")
        before = (tmp_path / "views.db").read_bytes()
        with pytest.raises(BadInput, match="is not a views file"):
            self.open(tmp_path)
        assert (tmp_path / "views.db").read_bytes() == before
        assert [path.name for path in tmp_path.iterdir()] == ["views.db"]

    def test_columns_are_named_and_hold_no_blobs(self, tmp_path: Path) -> None:
        with Diary(tmp_path / "d.db") as diary, self.open(tmp_path) as views:
            play(diary, begin(diary, "one"), 60)
            views.catch_up(diary)
        with closing(sqlite3.connect(tmp_path / "views.db")) as raw:
            for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").fetchall():
                cursor = raw.execute(f'SELECT * FROM "{name}"')
                assert all(column[0].isidentifier() for column in cursor.description), name
                assert not any(isinstance(value, bytes) for row in cursor for value in row), name
