"""Durability is set and read back on every connection; nothing outside our code configures the store."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from eventsourcing.persistence import StoredEvent

from domain import games
from domain.kernel.errors import BadInput, Damaged
from domain.kernel.facts import UnknownFact
from domain.kernel.game import Game
from domain.record import storage
from domain.record.diary import Diary
from domain.record.storage import DurableConnection, pragmas
from tests.record.toy import BEGAN, R1_NORTH, say

ROOT = Path(__file__).parents[2]
DURABLE = {
    "synchronous": 2,
    "fullfsync": 1, "checkpoint_fullfsync": 1, "trusted_schema": 0, "recursive_triggers": 1, "journal_mode": "wal",
}  # fmt: skip


def test_a_diary_keeps_what_it_acknowledged(diary: Diary) -> None:
    assert diary.settings() == DURABLE


def test_every_connection_is_set_also_those_of_other_threads(diary: Diary) -> None:
    together = Barrier(8)

    def look(_: int) -> tuple[int, dict[str, Any]]:
        with diary.storage.datastore.get_connection(commit=False) as connection:
            together.wait(timeout=10)  # all hold one at the same time, so each holds its own
            assert isinstance(connection, DurableConnection)
            return id(connection), pragmas(connection._sqlite_conn)

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(look, range(8)))
    assert len({connection for connection, _ in found}) == 8
    assert [settings for _, settings in found] == [DURABLE] * 8


def test_a_file_of_another_journal_mode_is_set_when_it_is_opened(diary: Diary, game: Game[Any], path: Path) -> None:
    diary.close()
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("PRAGMA journal_mode=DELETE")
    other.close()
    with Diary(path) as again:
        assert again.settings() == DURABLE
        assert again.open(game.id).state == game.state


def test_an_sqlite_that_does_not_do_as_it_is_told_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`synchronous` has no level 7; what is read back is another, as with a build that ignores the setting."""
    monkeypatch.setitem(storage.PRAGMAS, "synchronous", 7)
    with pytest.raises(Damaged, match="does not keep what it acknowledges"):
        Diary(path)


def test_a_writer_holds_the_lock_from_its_beginning(diary: Diary, path: Path) -> None:
    """The last seal is read and the next written under one lock: nobody can write in between."""
    with diary.storage.datastore.transaction(commit=True):
        other = sqlite3.connect(path, timeout=0, isolation_level=None)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.close()


# ---- nothing names a module to be imported ----

SCRIPT = """
import sys
from domain import games
games.SYSTEMS["toy"] = games.System("Two Forts", "tests.record.toy")
from domain.record.diary import Diary
from tests.record.toy import BEGAN, R1_NORTH, say
with Diary(sys.argv[1], by="Ann") as diary:
    game = diary.new("toy", "forts", BEGAN)
    say(diary, game, "march", R1_NORTH)
    opened = diary.open(game.id)
    assert opened.state == game.state and opened.version == 4, opened
    assert diary.verify(game.id) == []
    assert diary.settings()["synchronous"] == 2
    print([(topic, bytes(state)) for _, topic, state in diary.stored(game.id)][3])
assert "landmine" not in sys.modules
"""

VARIABLES = (
    "PERSISTENCE_MODULE", "MAPPER_TOPIC", "TRANSCODER_TOPIC", "COMPRESSOR_TOPIC", "CIPHER_TOPIC", "TZINFO_TOPIC",
    "AGGREGATE_RECORDER_TOPIC", "APPLICATION_RECORDER_TOPIC", "PROCESS_RECORDER_TOPIC", "TRACKING_RECORDER_TOPIC",
    "POSTGRES_GET_PASSWORD_TOPIC",
    "FACTORY_TOPIC", "DIARY_PERSISTENCE_MODULE", "DIARY_CIPHER_TOPIC", "DIARY_COMPRESSOR_TOPIC",
)  # fmt: skip


@pytest.fixture
def landmine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module that leaves a trace when it is imported; the trace."""
    folder = tmp_path / "lying about"
    folder.mkdir()
    (folder / "landmine.py").write_text("open(__file__ + '.went-off', 'w').close()\nclass X: pass\nutc = None\n")
    monkeypatch.syspath_prepend(folder)
    return folder / "landmine.py.went-off"


def test_environment_variables_change_nothing_and_import_nothing(tmp_path: Path, landmine: Path) -> None:
    elsewhere = tmp_path / "elsewhere.db"
    hostile = {
        **dict.fromkeys(VARIABLES, "landmine:X"),
        "SQLITE_DBNAME": str(elsewhere),
        "DIARY_SQLITE_DBNAME": str(elsewhere),
        "CIPHER_KEY": "x",
        "CREATE_TABLE": "no",
        "ORIGINATOR_ID_TYPE": "uuid",
        "SQLITE_LOCK_TIMEOUT": "0",
        "IS_SNAPSHOTTING_ENABLED": "y",
    }
    environment = {**os.environ, "PYTHONPATH": f"{landmine.parent}{os.pathsep}{ROOT}"}

    def run(name: str, more: dict[str, str]) -> str:
        said = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(tmp_path / name)],
            env={**environment, **more},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert said.returncode == 0, said.stderr
        return said.stdout.split('"moment"')[1]

    assert run("hostile.db", hostile) == run("plain.db", {})
    assert not landmine.exists()
    assert not elsewhere.exists()


@pytest.mark.parametrize("module", ["domain.record.diary", "projections.ledger_file"])
def test_no_module_is_named_by_the_environment_whichever_of_ours_is_imported_first(module: str, landmine: Path) -> None:
    """eventsourcing looks at TZINFO_TOPIC as it is imported."""
    environment = {**os.environ, "PYTHONPATH": f"{landmine.parent}{os.pathsep}{ROOT}", "TZINFO_TOPIC": "landmine:utc"}
    subprocess.run([sys.executable, "-c", f"import {module}"], env=environment, check=True, timeout=60)
    assert not landmine.exists()


@pytest.mark.parametrize(
    "topic", ["os:system", "this", "this:s", "landmine", "landmine:X", "eventsourcing.domain:Snapshot", "../x", ""]
)
def test_a_stored_topic_imports_nothing_and_gives_an_unknown_fact(
    diary: Diary, game: Game[Any], landmine: Path, topic: str
) -> None:
    loaded = set(sys.modules)
    with diary.storage.datastore.transaction(commit=True) as c:
        diary.storage.recorder._insert_events(
            c, [StoredEvent(game.id, 3, topic, b'{"at":"","fact":{"topic":"landmine:X","n":1}}')]
        )
    (entry,) = diary.refresh(game)
    assert isinstance(entry.fact, UnknownFact)
    assert (entry.fact.stored_topic, entry.fact.data) == (topic, {"topic": "landmine:X", "n": 1})
    assert diary.verify(game.id) == []
    assert diary.open(game.id).version == 3
    assert not landmine.exists()
    assert not {"this", "landmine"} & (set(sys.modules) - loaded)


@pytest.mark.parametrize("system", ["landmine", "landmine:X", "this", "os.path", "domain.record.diary", ""])
def test_a_stored_system_imports_nothing(diary: Diary, game: Game[Any], landmine: Path, system: str) -> None:
    with diary.storage.datastore.transaction(commit=True) as c:
        c.execute("UPDATE games SET system=?", (system,))
    assert diary.rules(game.id).title == f"unknown system {system!r}"
    assert diary.open(game.id).version == 2
    assert not landmine.exists()
    assert "this" not in sys.modules


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe",
        b'{"at":"","fact":',
        b'{"fact":{}}',
        b'{"by":"Ann","fact":{}}',
        b'[1,"fact":{}}',
        b'{"at":"","fact":[]}',
        b'{"at":"","fact":{"text":7}}',
        b'{"at":"","fact":{"text":"a","more":1}}',
        b'{"at":"","v":"x","fact":{}}',
        b'{"at":"","v":-1,"fact":{"text":"a"}}',
        b'{"at":"","v":9,"fact":{"text":"a"}}',
        b'{"at":"","moment":7,"fact":{"text":"a"}}',
        b'{"at":"","waits":[1],"fact":{"text":"a"}}',
        b'{"at":"","fact":' + b"[" * 100_000 + b"}",
    ],
)
def test_bytes_that_hold_no_entry_are_reported_by_their_version(diary: Diary, game: Game[Any], stored: bytes) -> None:
    with diary.storage.datastore.transaction(commit=True) as c:
        diary.storage.recorder._insert_events(c, [StoredEvent(game.id, 3, "noted", stored)])
    with pytest.raises(Damaged, match=r"entry 3 \(noted\) cannot be read"):
        diary.open(game.id)
    assert [problem.version for problem in diary.verify(game.id)] == [3]
    assert diary.games()[0].entries == 3


# ---- systems this wardiary does not know ----


def test_a_game_of_an_unknown_system_is_listed_verified_opened_and_branched(
    diary: Diary, played: Game[Any], forget_toy: Any
) -> None:
    before = [tuple(row) for row in diary.stored(played.id)]
    forget_toy()

    assert diary.find("forts").system == "toy"
    assert diary.verify(played.id) == []
    opened = diary.open(played.id)
    assert opened.version == played.version
    assert opened.rules.title == "unknown system 'toy'"
    assert opened.rules.play.verbs == {}
    assert [e.moment for e in opened.entries] == [e.moment for e in played.entries]
    assert opened.entries[0].fact == BEGAN
    with pytest.raises(BadInput, match="there is no verb 'march'"):
        opened.declare("march", R1_NORTH)

    branch = diary.branch(played.id, 15, "what if")
    assert [tuple(row) for row in diary.stored(branch.id)[1:]] == before
    assert diary.verify(branch.id) == []


def test_a_branch_made_without_the_system_plays_on_with_it(diary: Diary, played: Game[Any], path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(games.SYSTEMS, "toy")
        games.load.cache_clear()
        branch = diary.branch(played.id, 15, "what if")
    with Diary(path) as again:
        opened = again.open(branch.id)
        assert opened.state == played.state
        say(again, opened, "march", R1_NORTH)
