"""A table served from a diary on PostgreSQL whose answers are lost: no phone is told anything false, and a tap that is
sent again is recorded once."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from domain.kernel.facts import GameBegan
from domain.kernel.state import RECORDED
from domain.record import server_store
from domain.record.diary import Diary
from domain.record.server_store import ANSWER, Awaited, ServerStore
from domain.record.store import Away
from tests.record.cutting import Moment, wire
from tests.record.stranger import ServerPlace
from tests.record.test_server import ENDED
from tests.servers.playing import MEANWHILE
from tests.servers.postgres import Cluster
from tests.web.table import Table

ENGINES = ("server",)
CHARTS = {"game": {"Drive": {"sides": ["Ann", "Bob"]}}}
BEGAN = GameBegan(system="free", title="evening", charts=CHARTS, hidden=RECORDED)


@pytest.mark.parametrize(("moment", "down"), [("before", False), ("during", True), ("after", True)])
def test_a_tap_that_the_diary_did_not_answer_is_sent_again_and_recorded_once(
    cluster: Cluster,
    place: ServerPlace,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    moment: Moment,
    down: bool,
) -> None:
    """Given a wire that is cut as a tap is recorded, when the phone is answered, then it is told to send it again; and
    when it does, with its id, it is recorded, and there once."""
    monkeypatch.setattr(server_store, "PATIENCE", 0.5)
    with wire(cluster.port) as cut:
        url = place.address.replace(str(cluster.port), str(cut.port))
        with Diary(ServerStore(url, tmp_path), by="Ann") as diary:
            id = diary.new("free", "evening", BEGAN).id
            with Table(diary, id, tmp_path / "seats.json", ("ann",)) as table:
                phone = table.phones["ann"]
                said = {"tap": "typed", "line": "24-1 goes", "id": "tap", "at": str(table.game.version)}
                cut.cut, cut.passes, cut.is_down = moment, 1, down  # it is first asked whether the id is there
                away = phone.post("/tap", said)
                cut.is_down = False
                again = phone.post("/tap", said)
                once_more = phone.post("/tap", said)
            words = [entry.fact.sentence() for entry in diary.entries(id)]
    assert (away.status, cut.cuts) == (503, 1)
    assert "is sent again, and recorded once" in away.body
    assert (again.status, once_more.status) == (200, 200)
    assert 'class="refused"' not in again.body
    assert sum("24-1 goes" in one for one in words) == 1


def test_pages_are_told_what_the_diary_waits_for(
    place: ServerPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.app.ALIVE", 0.01)
    told: list[str] = []
    storage = ServerStore(place.address, tmp_path, told.append)
    with Diary(storage) as diary:
        id = diary.new("free", "evening", BEGAN).id
        with Table(diary, id, tmp_path / "seats.json", ("ann",)) as table:
            page = table.phones["ann"].listen()
            with storage._waits.told(ANSWER), storage._waits.told(ANSWER):
                table.do(page.hears(MEANWHILE))
            assert storage.waits_for == ""
            page.end()
    assert told == [ANSWER]


def test_a_server_that_says_nothing_is_told_before_its_connection_counts_as_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits = Awaited(lambda words: None)
    with waits.asking():
        assert waits.words == ""
        monkeypatch.setattr(server_store, "WAITS_ALOUD", -1.0)
        assert waits.words == ANSWER
    assert waits.words == ""


def test_a_connection_that_ends_is_told_once_and_by_nothing_else(
    place: ServerPlace, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Given a connection that the server ends within an append, when it fails, then what psycopg could not end beside
    that is not told on the terminal."""
    store = ServerStore(place.address, tmp_path)

    def rows() -> Iterator[tuple[str, str, int]]:
        yield "a", "b", 1
        with psycopg.connect(place.address, autocommit=True) as other:
            other.execute(ENDED.encode())
        yield from (("a", f"c{n}", n) for n in range(500))

    def append() -> None:
        with store.writing("a", lambda: False) as c:
            c.executemany("INSERT INTO declarations VALUES (?,?,?)", rows())

    with caplog.at_level(logging.WARNING), pytest.raises(Away):
        append()
    assert [record.getMessage() for record in caplog.records] == []
    store.close()
