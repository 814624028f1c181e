"""What is no diary, or no whole one, is refused in clear words and left as it was, byte for byte."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.errors import BadInput, Damaged
from domain.kernel.game import Game
from domain.record.diary import Diary
from domain.record.sqlite_files import JOURNAL, JOURNALS, beside
from domain.record.storage import FORMAT
from projections.ledger_file import LedgerFile
from tests.record.stranger import raw
from tests.record.toy import BEGAN


def refused(path: Path, words: str) -> None:
    before, there = path.read_bytes(), set(path.parent.iterdir())
    with pytest.raises(Damaged, match=words) as told:
        Diary(path)
    assert str(path) in str(told.value)
    assert path.read_bytes() == before
    assert set(path.parent.iterdir()) == there, "nothing is left lying beside it"


@pytest.fixture
def closed(diary: Diary, played: Game[Any], path: Path) -> Path:
    """A diary's file, closed."""
    diary.close()
    return path


# ---- files of something else ----


@pytest.mark.parametrize(
    "content",
    [
        b"x",
        b"Dear diary\n" * 50,
        b"\0" * 4096,
        b"SQLite format 2\0" * 300,
        b"PK\x03\x04" + b"\0" * 3000,
        b"SQLite format",
    ],
    ids=["one byte", "text", "zeros", "an older SQLite", "zip", "half a heading"],
)
def test_a_file_that_is_not_sqlite_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    refused(path, "is not a diary: it is no SQLite file")


def made_by(path: Path, *statements: str) -> Path:
    with raw(path) as c:
        for statement in statements:
            c.execute(statement)
    return path


@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
@pytest.mark.parametrize("application_id", [0, 0x47504B47])
def test_another_programs_sqlite_file_is_refused(path: Path, journal: str, application_id: int) -> None:
    """Most programs leave the application id at 0, so the schema is looked at too, read-only."""
    made_by(
        path,
        f"PRAGMA journal_mode={journal}",
        f"PRAGMA application_id={application_id}",
        "CREATE TABLE recipes (name TEXT)",
        "INSERT INTO recipes VALUES ('soup')",
    )
    refused(path, "is not a diary: it is another program's SQLite file")


def test_a_file_with_the_librarys_table_alone_is_refused(path: Path) -> None:
    """As eventsourcing itself makes it, perhaps with topics that name modules."""
    made_by(
        path,
        "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB, "
        "PRIMARY KEY (originator_id, originator_version))",
        "INSERT INTO stored_events VALUES ('g', 1, 'os:system', '{}')",
    )
    refused(path, "another program's SQLite file")


# ---- diaries that were changed ----


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER mine AFTER INSERT ON games BEGIN DELETE FROM games; END",
        "CREATE VIEW mine AS SELECT * FROM games",
        "CREATE TABLE mine (a)",
        "CREATE INDEX mine ON games (created)",
        "ALTER TABLE seals ADD COLUMN mine TEXT",
        "CREATE TABLE generated (a, b AS (a + 1))",
    ],
)
def test_a_diary_with_something_added_is_refused(closed: Path, statement: str) -> None:
    made_by(closed, statement)
    refused(closed, "is not as wardiary made it: .*(mine|generated)")


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TRIGGER stored_events_update",
        "DROP TRIGGER seals_delete",
        "DROP TRIGGER declarations_update",
        "DROP TRIGGER stored_events_gap",
        "DROP TABLE seals",
        "DROP TABLE games",
    ],
)
def test_a_diary_with_something_taken_away_is_refused(closed: Path, statement: str) -> None:
    made_by(closed, statement)
    refused(closed, "is not as wardiary made it: tables or triggers are missing")


def test_a_trigger_that_was_replaced_is_seen(closed: Path) -> None:
    made_by(
        closed, "DROP TRIGGER seals_update", "CREATE TRIGGER seals_update BEFORE UPDATE ON seals BEGIN SELECT 1; END"
    )
    refused(closed, "is not as wardiary made it: CREATE TRIGGER seals_update")


def test_a_diary_of_a_newer_format_is_refused(closed: Path) -> None:
    made_by(closed, f"PRAGMA user_version={FORMAT + 1}", "CREATE TABLE later (a)")
    refused(closed, rf"was written by a newer wardiary \(format {FORMAT + 1}\); this one reads up to {FORMAT}")


def test_statistics_of_sqlite_itself_are_no_change(closed: Path) -> None:
    made_by(closed, "ANALYZE", "VACUUM")
    with Diary(closed) as diary:
        assert diary.verify(diary.find("forts").id) == []


# ---- damage ----


@pytest.mark.parametrize("left", [20, 99, 100, 600, 4096, 5000, 0.5])
def test_a_truncated_diary_is_refused(closed: Path, left: float) -> None:
    content = closed.read_bytes()
    closed.write_bytes(content[: int(left if left > 1 else left * len(content))])
    refused(closed, "cannot be opened as a diary: ")


def wrong_with(path: Path) -> list[str]:
    """What a diary's checks say; none of them raises anything but Damaged."""
    said: list[str] = []
    with Diary(path) as diary:
        checks: tuple[Callable[[], Any], ...] = (
            diary.whole,
            lambda: [p for game in diary.games() for p in diary.verify(game.id)],
        )
        for check in checks:
            try:
                said += map(str, check())
            except Damaged as error:
                said.append(str(error))
    return said


def test_a_diary_cut_within_its_last_page_is_reported(closed: Path) -> None:
    """SQLite opens such a file, reading zeros in place of what is missing."""
    closed.write_bytes(closed.read_bytes()[:-1000])
    assert wrong_with(closed)


def test_a_page_overwritten_with_rubbish_is_reported(closed: Path) -> None:
    content, size = closed.read_bytes(), 4096
    for page in range(1, len(content) // size):
        closed.write_bytes(content[: page * size] + b"\xa5" * size + content[(page + 1) * size :])
        assert wrong_with(closed), f"page {page}"
    closed.write_bytes(content)
    assert wrong_with(closed) == []


# ---- places that are none ----


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is a folder: give a file's path"):
        Diary(tmp_path)


@pytest.mark.parametrize(
    "name", [":memory:", "games/:memory:.db", "file:x.db?mode=memory", "a.db?mode=memory", "file:x.db"]
)
def test_a_diary_is_not_kept_in_memory(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="is no place to keep a diary"):
        Diary(name)
    assert list(tmp_path.iterdir()) == []


def test_a_path_below_a_file_is_refused(path: Path) -> None:
    path.write_bytes(b"x")
    with pytest.raises(Damaged, match="cannot be opened as a diary"):
        Diary(path / "diary.db")
    assert path.read_bytes() == b"x"


@pytest.mark.parametrize("name", ["a?b#c%20d.db", "Kriegstagebuch für Bob.db", "日誌.db", "no suffix"])
def test_any_other_name_is_a_name(tmp_path: Path, name: str) -> None:
    with Diary(tmp_path / "new folder" / name) as diary:
        diary.new("toy", "forts", BEGAN)
    with Diary(str(tmp_path / "new folder" / name)) as diary:
        assert [g.name for g in diary.games()] == ["forts"]
    assert [p.name for p in (tmp_path / "new folder").iterdir()] == [name]


def test_an_empty_file_becomes_a_diary(path: Path) -> None:
    path.touch()
    with Diary(path) as diary:
        assert diary.games() == []
    with sqlite3.connect(path) as c:
        assert c.execute("PRAGMA application_id").fetchone() == (0x57415244,)
    c.close()


def test_a_diary_whose_making_was_interrupted_is_made_anew(path: Path) -> None:
    """Killed between setting the journal mode and creating the tables: a file without any."""
    made_by(path, "PRAGMA journal_mode=WAL", "CREATE TABLE t (a)", "DROP TABLE t")
    with Diary(path) as diary:
        assert diary.games() == []


# ---- whose making was interrupted ----


def torn(path: Path, pages: int = 0) -> None:
    """A file as its maker left it who was killed in the middle: one page is written, and the journal says how many
    pages there were before."""
    made_by(path, "CREATE TABLE t (a)", "DROP TABLE t")
    path.write_bytes(path.read_bytes()[:4096])
    numbers = b"".join(number.to_bytes(4, "big") for number in (0, 0, pages, 512, 4096))
    beside(path, JOURNAL).write_bytes(JOURNALS + numbers + bytes(484))


def test_a_diary_of_which_a_page_and_its_journal_were_written_is_made_anew(path: Path) -> None:
    """Killed while the journal mode was set: the journal says that nothing was there before, so SQLite may undo it."""
    torn(path)
    with Diary(path) as diary:
        assert diary.games() == []
    assert not beside(path, JOURNAL).exists()


def unbegun(path: Path, pages: int = 0) -> None:
    """A file as its maker has it before the journal is on the disk: nothing is written, and the journal says all but
    how it begins."""
    path.touch()
    numbers = b"".join(number.to_bytes(4, "big") for number in (0, 19450219, pages, 512, 4096))
    beside(path, JOURNAL).write_bytes(bytes(8) + numbers + bytes(484))


def test_who_comes_while_another_makes_the_file_takes_it_for_no_strangers(path: Path) -> None:
    """Given a diary, and views, whose maker has just begun or was killed then, when they are opened, then they are
    opened."""
    unbegun(path)
    unbegun(path.with_name("v.db"))
    with Diary(path) as diary, LedgerFile(path.with_name("v.db"), "red") as views:
        views.catch_up(diary)
        assert diary.games() == views.rows("SELECT * FROM games") == []


def test_views_whose_maker_has_set_no_more_than_the_journal_mode_are_made(path: Path) -> None:
    made_by(path.with_name("v.db"), "PRAGMA journal_mode=WAL")
    with Diary(path) as diary, LedgerFile(path.with_name("v.db"), "red") as views:
        views.catch_up(diary)


def test_views_whose_making_was_interrupted_are_made_anew(path: Path) -> None:
    views_file = path.with_name("v.db")
    with Diary(path) as diary:
        game = diary.new("toy", "forts", BEGAN)
        torn(views_file)
        with LedgerFile(views_file, "red") as views:
            views.catch_up(diary)
            assert [row["entries"] for row in views.rows("SELECT entries FROM games")] == [game.version]


@pytest.mark.parametrize("how", ["pages before", "another file's name", "a diary"])
def test_a_journal_that_would_play_something_back_is_left_alone(path: Path, how: str) -> None:
    """Given a journal beside a file, when it is not of that file's making alone, then nothing is opened and both are
    left as they were."""
    if how == "a diary":
        Diary(path).close()
    held = path.read_bytes() if path.exists() else b""
    torn(path, pages=int(how == "pages before"))
    if held:
        path.write_bytes(held)
    if how == "another file's name":
        with beside(path, JOURNAL).open("ab") as journal:
            journal.write(b"another.db" + bytes(8) + JOURNALS)
    refused(path, "lies beside it, which wardiary does not leave there")


@pytest.mark.parametrize("how", ["pages before", "another file's name"])
def test_nor_is_one_that_does_not_say_yet_how_it_begins(path: Path, how: str) -> None:
    unbegun(path, pages=int(how == "pages before"))
    if how == "another file's name":
        with beside(path, JOURNAL).open("ab") as journal:
            journal.write(b"another.db" + bytes(8) + JOURNALS)
    refused(path, "lies beside it, which wardiary does not leave there")
