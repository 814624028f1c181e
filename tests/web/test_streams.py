"""Streams of a table: they tell all that happened, end with whoever heard them, and outlive a diary that fails."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.entries import SPECTATOR, UMPIRE
from domain.kernel.errors import BadInput, Damaged
from domain.kernel.limits import PAGES
from domain.record.diary import Diary
from projections.kept_screens import shown_last
from recording.keeping import Kept
from recording.recorder import Recorder
from recording.situation import situation
from tests.web.table import Table
from tests.web.test_taps import served, told
from web.served_game import Sight, watch
from web.tapping import Tapping


def elsewhere(folder: Path, table: Table, text: str) -> None:
    """Somebody records a line on another recorder."""
    with Diary(folder / "evening.db", "Ann") as diary:
        Recorder(diary.open(table.served.id), Kept(diary, str)).hear(text)


def test_whoever_goes_leaves_nothing_behind(tmp_path: Path) -> None:
    with served(tmp_path) as table:
        us = table.phones["us"]
        for _ in range(40):
            us.listen().end()
        streams = [us.listen() for _ in range(PAGES)]
        assert len(table.served._streams) == PAGES
        refused = us.get("/stream")
        assert (refused.status, refused.body) == (400, f"{PAGES} pages of this phone are open already; close one")
        assert table.phones[SPECTATOR].listen().status == 200
        table.venue.ended = True
        table.served.tell()
        for stream in streams:
            table.do(asyncio.wait_for(stream.ended(), 5))
        assert not table.venue.streams.open.keys() - {table.phones[SPECTATOR].seat.id}


def test_a_seat_that_is_freed_is_told_nothing_more(tmp_path: Path) -> None:
    with served(tmp_path) as table:
        us = table.phones["us"]
        stream = us.listen()
        us.tap("verb/next")
        assert us.seat.id in table.served.phones
        table.venue.free(us.seat.id)
        table.phones["jp"].tap("note", words="without you")
        table.do(asyncio.wait_for(stream.ended(), 5))
        assert us.seat.id not in table.served.phones
        assert us.get("/table").status == 303
        assert us.post("/tap", {}).status == 403


def noted(table: Table, text: str) -> None:
    with table.served.speaking("jp") as recorder:
        recorder.hear(f"note {text}")


def test_what_is_recorded_while_a_map_is_drawn_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path) as table:
        drawn, us, waiting = table.served.moment, table.phones["us"], ["meanwhile"]

        async def moment(audience: str) -> Sight:
            if waiting:  # between the words and the map of a stream
                text = waiting.pop()
                await table.served.run(partial(noted, table, text))
            return await drawn(audience)

        stream = us.listen()
        monkeypatch.setattr(table.served, "moment", moment)
        us.tap("note", words="first")
        table.do(stream.heard(table.game.version))
        assert "meanwhile" in "".join(stream.told)


def test_who_was_first_is_told_in_words(tmp_path: Path) -> None:
    with served(tmp_path) as table:
        us = table.phones["us"]
        stream = us.listen()
        elsewhere(tmp_path, table, "note first")
        page = us.tap("typed", line="note second").body
        assert told(us).startswith("somebody else had recorded what stands above")
        assert "Say it again: note second" in page
        table.do(stream.heard(table.game.version))
        assert "first" in "".join(stream.told)


def test_what_is_tapped_is_shown_at_the_command_line_without_its_rules(tmp_path: Path) -> None:
    """Given a served game that goes on, then its screen is kept for `wardiary show`, not once for every tap."""
    with served(tmp_path) as table:
        diary, us = table.served.diary, table.phones["us"]

        async def kept() -> None:
            watching = asyncio.ensure_future(watch([table.served], table.trouble.append))
            async with asyncio.timeout(10):
                while table.served.kept_at < table.game.version:
                    await asyncio.sleep(0.05)
            watching.cancel()

        us.tap("note", words="first")
        table.do(kept())
        us.tap("note", words="second")
        assert not table.served.is_unkept()
        assert shown_last(diary.path, "evening") is None
        table.do(kept())
        found = shown_last(diary.path, "evening")
        assert found is not None
        assert found[0].entries == table.game.version
        assert found[1] == [*situation(table.game.seen_by(UMPIRE))]
        assert table.trouble == []


def test_a_table_goes_on_when_its_diary_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path) as table:
        table.do(asyncio.sleep(0))
        us, said = table.phones["us"], list[str]()
        lasts = table.served.diary.lasts

        def fails(*_: Any) -> dict[str, int]:
            raise Damaged(f"{table.served.diary.place} cannot be read: disk I/O error")

        async def watched() -> None:
            watching = asyncio.ensure_future(watch([table.served], lambda error: said.append(str(error))))
            await asyncio.sleep(0.7)
            monkeypatch.setattr(table.served.diary, "lasts", lasts)
            await asyncio.to_thread(elsewhere, tmp_path, table, "note on we go")
            async with asyncio.timeout(10):
                while table.served.told.version < before + 1:
                    await asyncio.sleep(0.05)
            watching.cancel()

        before = table.game.version
        monkeypatch.setattr(table.served.diary, "lasts", fails)
        table.do(watched())
        assert len(said) == 1
        assert "on we go" in us.get("/table").body


def test_what_cannot_be_written_is_told_without_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path) as table:
        us, before, diary = table.phones["us"], table.game.version, table.served.diary

        def fails(*_: Any, **__: Any) -> None:
            raise OSError(28, "No space left on device", str(tmp_path / "evening.db-wal"))

        monkeypatch.setattr(diary.storage, "insert", fails)
        page = us.tap("note", words="lost").body
        assert told(us).startswith("nothing was recorded: [Errno 28] No space left on device")
        assert str(tmp_path) not in page
        assert table.served.in_words(BadInput(f"{diary.place} is gone")) == "the diary is gone"
        monkeypatch.undo()
        us.tap("note", words="kept")
        assert (told(us), table.game.version) == ("", before + 1)


def test_what_was_half_tapped_and_makes_no_sense_any_more_is_dropped(tmp_path: Path) -> None:
    with served(tmp_path) as table:
        us = table.phones["us"]
        table.served.phone(us.seat.id).tapping = Tapping(verb="nonsense")
        assert us.get("/table").status == 200
        assert told(us).startswith("there is no verb 'nonsense'")
