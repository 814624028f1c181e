"""The file itself refuses to change what it holds, whoever asks."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.game import Game
from domain.record.diary import Diary
from tests.record.stranger import REFUSED, Place
from tests.record.toy import R1_NORTH, say

ENGINES = ("file", "server")

TABLES = ("stored_events", "seals", "declarations")
COLUMNS = {
    "stored_events": ("originator_id", "originator_version", "topic", "state"),
    "seals": ("originator_id", "originator_version", "salt", "leaf", "head"),
    "declarations": ("originator_id", "declaration", "originator_version"),
}


@pytest.fixture
def declared(diary: Diary, played: Game[Any]) -> Game[Any]:
    say(diary, played, "march", R1_NORTH, "line 7")
    return played


def rows(place: Place) -> dict[str, list[Any]]:
    with place.raw() as c:
        return {table: c.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in TABLES}


@pytest.mark.parametrize(("table", "column"), [(table, column) for table in TABLES for column in COLUMNS[table]])
def test_nothing_is_updated(declared: Game[Any], place: Place, table: str, column: str) -> None:
    before = rows(place)
    with place.raw() as c, pytest.raises(REFUSED, match="the record is append-only"):
        c.execute(f"UPDATE {table} SET {column} = {column}")
    assert rows(place) == before


@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_deleted(declared: Game[Any], place: Place, table: str) -> None:
    before = rows(place)
    for where in ("", f" WHERE originator_version = (SELECT MAX(originator_version) FROM {table})"):
        with place.raw() as c, pytest.raises(REFUSED, match="the record is append-only"):
            c.execute(f"DELETE FROM {table}{where}")
    assert rows(place) == before


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.file_only
def test_nothing_is_replaced(diary: Diary, declared: Game[Any], place: Place, table: str) -> None:
    """REPLACE deletes without asking the triggers, unless they are recursive; on the diary's connections they are."""
    before = rows(place)
    with (
        diary.storage.datastore.get_connection(commit=True) as connection,
        pytest.raises(REFUSED, match="append-only"),
    ):
        connection._sqlite_conn.execute(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")
    assert rows(place) == before


@pytest.mark.parametrize("version", [19, 40, 2**62])
def test_no_version_is_stored_without_the_one_before_it(declared: Game[Any], place: Place, version: int) -> None:
    before = rows(place)
    assert declared.version == 17
    with place.raw() as c, pytest.raises(REFUSED, match="a version is missing before this one"):
        c.execute("INSERT INTO stored_events VALUES (?,?,'noted','{}')", (declared.id, version))
    assert rows(place) == before


def test_a_game_does_not_begin_in_its_middle(declared: Game[Any], place: Place) -> None:
    with place.raw() as c, pytest.raises(REFUSED, match="a version is missing before this one"):
        c.execute("INSERT INTO stored_events VALUES ('another game', 2, 'noted', '{}')")
