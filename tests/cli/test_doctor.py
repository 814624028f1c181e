"""What `doctor` finds, what it cannot, and what is shown when files beside the diary say something else."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from cli import health
from domain.record.diary import Diary
from projections import derived, snapshots
from projections.ledger_file import IN_MEMORY, LedgerFile
from tests.cli.conftest import Run

FIRED = "land 4D-R23 Green fire=INF1 56214"


def edit(path: Path, *statements: str) -> None:
    """A change by somebody who may do anything to the file: triggers are dropped, and stand again afterwards."""
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        triggers = raw.execute("SELECT name, sql FROM sqlite_master WHERE type='trigger'").fetchall()
        for name, _ in triggers:
            raw.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            raw.execute(statement)
        for _, sql in triggers:
            raw.execute(sql)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE games SET system='ddat'", "is listed as one of 'ddat'"),
        ("DELETE FROM games", "is in no list of games"),
        ("UPDATE declarations SET declaration='other'", "the id it was declared under"),
        ("DELETE FROM declarations", "the id it was declared under"),
        ("INSERT INTO declarations SELECT id, 'x', 3 FROM games", "the id it was declared under"),
        ("UPDATE games SET id='0123456789abcdef0123456789abcdef'", "is in no list of games"),
    ],
)
def test_what_stands_beside_the_entries_must_agree_with_them(
    evening: Run, tmp_path: Path, change: str, says: str
) -> None:
    evening("declare", "evening", "--id", "first", FIRED)
    edit(tmp_path / "d.db", change)
    said = evening("doctor", code=1)
    assert says in said.output
    assert "WRONG" in said.output


def test_a_declaration_said_again_is_recorded_once(evening: Run) -> None:
    evening("declare", "evening", "--id", "first", FIRED)
    before = evening("log", "evening").stdout
    assert "recorded already" in evening("declare", "evening", "--id", "first", FIRED).stderr
    evening("branch", "evening", "what-if")
    assert "recorded already" in evening("declare", "what-if", "--id", "first", FIRED).stderr
    assert evening("log", "evening").stdout == before
    assert "the diary is whole" in evening("doctor").stdout


def test_a_log_taken_away_and_an_older_copy_are_known_from_what_this_machine_has_seen(
    evening: Run, tmp_path: Path
) -> None:
    """Given a copy of the diary, when more is recorded and the copy put back, then doctor says what is gone, and so
    does whoever records on."""
    shutil.copy(tmp_path / "d.db", tmp_path / "older.db")
    evening("declare", "evening", FIRED)
    shutil.copy(tmp_path / "older.db", tmp_path / "d.db")
    said = evening("doctor", code=1).output
    assert "entries are gone, or this is an older copy" in said
    assert "mind: this machine has seen its entry" in evening("note", "evening", "and on").stderr


def test_a_record_written_anew_is_known_from_what_this_machine_has_seen(evening: Run, tmp_path: Path) -> None:
    evening("declare", "evening", FIRED)
    edit(
        tmp_path / "d.db",
        "UPDATE seals SET head = zeroblob(32) WHERE originator_version = (SELECT MAX(originator_version) FROM seals)",
    )
    assert "this machine has seen another entry" in evening("doctor", code=1).output


def test_doctor_says_what_no_single_file_can_prove(evening: Run) -> None:
    said = evening("doctor").stderr
    assert "nothing was cut off its end" in said.replace("\n", " ")
    assert "wardiary verify GAME SEAL" in said.replace("\n", " ")


def test_one_bad_game_does_not_hide_the_others(evening: Run, tmp_path: Path) -> None:
    """Given a second game whose entries nobody can read, then the first is listed, shown, tabled and counted, and
    doctor names the bad one."""
    evening("declare", "evening", FIRED)
    evening("new", "bad", "--system", "iwo", "--pack", "sample")
    bad = "(SELECT id FROM games WHERE name='bad')"
    edit(
        tmp_path / "d.db",
        f"UPDATE stored_events SET state=x'7b' WHERE originator_id={bad}",
        f"UPDATE stored_events SET topic='nowhere' WHERE originator_id={bad} AND originator_version=2",
        f"UPDATE games SET created=NULL, name=NULL WHERE id={bad}",
    )
    assert "evening" in evening("games").stdout
    assert "4D-R23" in evening("show", "evening").stdout
    assert evening("table", "evening", "casualties").stdout.count("4D-R23") == 2
    assert "Ann" in evening("stats").output or "iwo" in evening("stats").output
    assert "cannot be read" in evening("doctor", code=1).output


def test_a_game_is_put_away_and_brought_back(evening: Run) -> None:
    evening("branch", "evening", "what-if")
    evening("put-away", "what-if")
    assert "what-if" not in evening("games").stdout
    assert "1 put away" in evening("games").stderr
    assert "what-if" in evening("games", "--all").stdout
    assert "what-if" in evening("show", "what-if").stdout
    evening("bring-back", "what-if")
    assert "what-if" in evening("games").stdout


# ---- derived files ----


WRONG_ROWS = (
    "UPDATE casualties SET steps=9",
    "DELETE FROM casualties", "UPDATE points SET amount=99", "UPDATE timeline SET words='he gave up'",
    "UPDATE fire SET hits=0",
    "UPDATE chance SET dice='6 6 6 6 6'", "UPDATE casualties SET struck=1", "DELETE FROM points",
    "INSERT INTO points SELECT game, version, 77, moment, period, turn, 'us', 50, 'a gift', 1, rule, 0, moment_key "
    "FROM points LIMIT 1",
    "UPDATE proofs SET version=version+1",
    "UPDATE proofs SET head='00'", "UPDATE proofs SET proof='00'", "DELETE FROM proofs",
    "DROP VIEW casualties_by_side", "CREATE TRIGGER mine AFTER INSERT ON points BEGIN DELETE FROM points; END",
    "UPDATE about SET value='' WHERE what='schema'",
)  # fmt: skip


@pytest.mark.parametrize("change", WRONG_ROWS)
def test_a_row_that_is_not_of_the_record_is_never_shown(evening: Run, tmp_path: Path, change: str) -> None:
    evening("declare", "evening", FIRED)
    names = ("casualties", "points", "fire", "chance", "timeline")
    true = [evening("table", "evening", name).stdout for name in names]
    edit(tmp_path / "d.views.db", change)
    assert [evening("table", "evening", name).stdout for name in names] == true


def test_a_view_in_the_schema_that_adds_up_otherwise_is_not_used(evening: Run, tmp_path: Path) -> None:
    evening("declare", "evening", FIRED)
    true = evening("table", "evening", "points").stdout
    other = "CREATE VIEW points_by_side AS SELECT game, side, 99 AS points, 0 AS permanent FROM points"
    edit(tmp_path / "d.views.db", "DROP VIEW points_by_side", other)
    assert evening("table", "evening", "points").stdout == true


def test_somebody_elses_views_are_made_again(evening: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given views made with another user's key, then they count for nothing."""
    evening("declare", "evening", FIRED)
    true = evening("table", "evening", "points").stdout
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "somebody"))
    with LedgerFile(tmp_path / "d.views.db") as views, Diary(tmp_path / "d.db") as diary:
        views.catch_up(diary)
        assert views.true_of(diary, diary.find("evening").id)
    assert evening("table", "evening", "points").stdout == true


def test_without_a_place_for_a_key_nothing_derived_is_kept(
    evening: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no folder").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "no folder"))
    derived._key.cache_clear()
    evening("declare", "evening", FIRED)
    said = evening("table", "evening", "points")
    assert "no key can be kept" in said.stderr
    assert "jp" in said.stdout
    assert not (tmp_path / "d.views.db").exists()


# ---- a stranger's folder ----


def super_journal(victim: Path) -> bytes:
    """A rollback journal that names a file to be deleted once it is played back (SQLite file format, 3)."""
    name = str(victim).encode()
    header = (
        b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
        + b"\x00" * 4
        + b"\x00\x00\x00\x01"
        + b"\x00\x00\x00\x01"
        + b"\x00\x00\x02\x00"
        + b"\x00\x00\x10\x00"
    )
    tail = (1).to_bytes(4, "big") + name + len(name).to_bytes(4, "big") + (sum(name) & 0xFFFFFFFF).to_bytes(4, "big")
    return header.ljust(512, b"\x00") + tail + b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"


LOOKS = (
    ("show", "evening"),
    ("table", "evening", "points"),
    ("games",),
    ("log", "evening"),
    ("stats",),
    ("audit", "evening"),
)


@pytest.mark.parametrize("file", ["d.db", "d.views.db", "d.snapshots.db", "d.views-us.db"])
def test_a_journal_that_names_a_victim_deletes_nothing(evening: Run, tmp_path: Path, file: str) -> None:
    evening("declare", "evening", FIRED)
    evening("table", "evening", "points", "--as", "us")
    evening("show", "evening", "--at", "9")
    victim = tmp_path / "victim"
    victim.write_text("keep me")
    journal = tmp_path / f"{file}-journal"
    journal.write_bytes(super_journal(victim))
    kept = journal.read_bytes()
    for words in (*LOOKS, ("table", "evening", "points", "--as", "us"), ("doctor",), ("rebuild",)):
        said = evening(*words, code=None)
        assert "Traceback" not in said.output
        assert "fault of its own" not in said.output
        assert said.exit_code == (2 if file == "d.db" else 0) or words == ("rebuild",), (words, said.output)
    assert victim.read_text() == "keep me"
    assert journal.read_bytes() == kept


@pytest.mark.parametrize("tail", ["", "-wal", "-shm", "-journal"])
@pytest.mark.parametrize("file", ["d.views.db", "d.snapshots.db"])
@pytest.mark.parametrize(
    "make",
    [os.symlink, os.link, lambda victim, link: os.mkdir(link), lambda victim, link: os.mkfifo(link)],
    ids=["link", "second name", "folder", "pipe"],
)
def test_what_lies_in_the_place_of_a_derived_file_is_not_touched(
    evening: Run, tmp_path: Path, file: str, tail: str, make: Callable[[Path, Path], None]
) -> None:
    evening("declare", "evening", FIRED)
    victim = tmp_path / "victim"
    victim.write_text("keep me")
    make(victim, tmp_path / (file + tail))
    for words in (*LOOKS, ("doctor",)):
        said = evening(*words, code=None)
        assert said.exit_code == 0, (words, said.output)
    assert victim.read_text() == "keep me"


@pytest.mark.parametrize("tail", ["-wal", "-shm", "-journal"])
def test_a_link_beside_the_diary_is_refused(evening: Run, tmp_path: Path, tail: str) -> None:
    victim = tmp_path / "victim"
    victim.write_text("keep me")
    (tmp_path / f"d.db{tail}").symlink_to(victim)
    for words in (*LOOKS, ("note", "evening", "x")):
        assert "is a link" in evening(*words, code=2).stderr
    assert victim.read_text() == "keep me"


def test_a_diary_that_cannot_be_written_can_be_read(
    evening: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a folder in which nothing may be written, then everything can be looked at, nothing is left there, and
    recording is refused."""
    evening("declare", "evening", FIRED)
    before = {file.name: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    real = os.access

    def access(path: Path, mode: int) -> bool:
        return real(path, mode) and not (mode & os.W_OK and Path(path) in (tmp_path, tmp_path / "d.db"))

    monkeypatch.setattr(os, "access", access)
    for words in (*LOOKS, ("doctor",)):
        evening(*words)
    assert "nothing was recorded" in evening("note", "evening", "x", code=2).stderr
    assert {file.name: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == before


def test_an_empty_database_of_another_format_is_left_alone(run: Run, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "d.db")) as raw:
        raw.execute("PRAGMA user_version=77")
    before = (tmp_path / "d.db").read_bytes()
    assert "another program's SQLite file" in run("games", code=2).stderr
    assert (tmp_path / "d.db").read_bytes() == before


def test_a_seal_read_aloud_is_checked(evening: Run) -> None:
    evening("declare", "evening", FIRED)
    seal = evening("head", "evening").stdout.strip()
    evening("note", "evening", "later")
    for said in (seal, seal[:16], f"{seal[:8]} {seal[8:16]}…", seal[:20].upper()):
        assert "nothing up to it has been changed" in evening("verify", "evening", said).stdout
    assert "is no seal of evening" in evening("verify", "evening", "0" * 16, code=1).stdout
    assert "is no seal: 16 to 64" in evening("verify", "evening", seal[:15], code=2).stderr


def test_what_is_gone_is_remembered_until_it_is_accepted(evening: Run, tmp_path: Path) -> None:
    """Given an older copy that was put back, when it is recorded on, then doctor still says what is gone, until that is
    taken as it is."""
    shutil.copy(tmp_path / "d.db", tmp_path / "older.db")
    evening("declare", "evening", FIRED)
    shutil.copy(tmp_path / "older.db", tmp_path / "d.db")
    evening("note", "evening", "and on")
    evening("table", "evening", "points")
    assert "entries are gone" in evening("doctor", code=1).output
    evening("doctor", "--accept")
    assert "the diary is whole" in evening("doctor").stdout


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('us: move INF4 Green !"x"', "insisting on that here would tell what is hidden"),
        ('adjust hidden=paper "x"', "hidden is settled when a game begins"),
        ('adjust INF2 side=us "x"', "that would bring to light what jp hides"),
        ('adjust INF2 status=revealed "x"', "that would bring to light what jp hides"),
        ("us: open jp " + "0" * 64, "jp opens its own secrets"),
    ],
)
def test_nothing_hidden_is_got_at_sideways(evening: Run, line: str, says: str) -> None:
    before = evening("log", "evening").stdout
    assert says in evening("declare", "evening", line, code=2).stderr
    assert evening("log", "evening").stdout == before


@pytest.mark.parametrize(
    "line", ["jp: reveal INF2", "jp: pass fire", 'jp: adjust INF2 status=revealed "x"', "jp: creep INF2 Amber"]
)
def test_a_sides_recorder_takes_no_line_of_the_other_that_hides_something(evening: Run, line: str) -> None:
    assert "this recorder is the US side's" in evening("declare", "evening", "--as", "us", line, code=2).stderr


def test_struck_secrets_are_shown_to_their_side_alone(evening: Run) -> None:
    evening("takeback", "evening")
    for words in ((), ("--as", "us")):
        said = evening("redo", "evening", "--show", *words).stdout
        assert "INF1" not in said
        assert "a secret line of jp" in said
    assert "INF1" in evening("redo", "evening", "--show", "--as", "jp").stdout


# ---- what doctor says of what lies beside a diary ----

NO_TEXT = "CAST(x'ff61' AS TEXT)"
UNREADABLE = (
    f"UPDATE timeline SET words={NO_TEXT}",
    f"UPDATE games SET title={NO_TEXT}",
    f"UPDATE games SET name={NO_TEXT}",
    f"UPDATE proofs SET sums={NO_TEXT}",
    f"UPDATE about SET value={NO_TEXT} WHERE what='schema'",
    f"UPDATE about SET value={NO_TEXT} WHERE what='audience'",
    "DELETE FROM about WHERE what='schema'",
    "UPDATE proofs SET opened='x'",
    "UPDATE proofs SET version='x'",
    "DELETE FROM proofs",
    "UPDATE points SET why=x'ff00'",
    "DELETE FROM games",
    "UPDATE fire SET expected='much'",
)


@pytest.mark.parametrize("change", UNREADABLE)
def test_views_that_cannot_be_read_are_made_again_with_a_line_and_stop_nothing(
    evening: Run, tmp_path: Path, change: str
) -> None:
    """Given a views file with bytes that are no text, or words in place of numbers, then tables show what the record
    says, and doctor ends."""
    evening("declare", "evening", FIRED)
    names = ("casualties", "points", "fire", "chance", "timeline")
    true = [evening("table", "evening", name).stdout for name in names]
    edit(tmp_path / "d.views.db", change)
    said = evening("doctor")
    assert re.search(r"mind  d\.views\.db: (it|1 game in it) was damaged: (it was )?made again", said.stdout)
    assert "the diary is whole" in said.stdout
    assert "ok  d.views.db: up to date" in evening("doctor").stdout
    edit(tmp_path / "d.views.db", change)
    first = evening("table", "evening", names[0])
    assert "made again" in first.stderr
    assert first.stdout == true[0]
    assert [evening("table", "evening", name).stdout for name in names] == true
    assert evening("table", "evening", "points").stderr == ""


def looked_at(evening: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Views and snapshots lie beside the diary."""
    monkeypatch.setattr(snapshots, "EVERY", 1)
    evening("declare", "evening", FIRED)
    evening("table", "evening", "points")
    evening("position", "evening")


@pytest.fixture
def paper(run: Run) -> Run:
    """A game with nothing under a passphrase: it has snapshots."""
    run("new", "evening", "--system", "iwo", "--pack", "sample")
    run("declare", "evening", "setup")
    return run


def test_a_diary_moved_to_another_machine_is_whole(paper: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a diary moved with its views and snapshots, then doctor says where these were made, makes them again, and
    finds nothing wrong."""
    looked_at(paper, monkeypatch)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "elsewhere"))
    said = paper("doctor").stdout
    for name in ("d.views.db", "d.snapshots.db"):
        assert f"mind  {name}: it was made on another machine, or by another user: it was made again" in said
    assert "WRONG" not in said
    assert "the diary is whole" in said
    assert "mind" not in paper("doctor").stdout


WRONG_SNAPSHOTS = (
    f"UPDATE snapshots SET state={NO_TEXT}",
    f"UPDATE snapshots SET game={NO_TEXT}",
    "UPDATE snapshots SET proof=x'ff'",
    f"UPDATE about SET value={NO_TEXT}",
    "UPDATE snapshots SET head='00'",
)


@pytest.mark.parametrize("change", WRONG_SNAPSHOTS)
def test_a_damaged_snapshot_is_nothing_of_the_record(
    paper: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    looked_at(paper, monkeypatch)
    true = paper("position", "evening").stdout
    edit(tmp_path / "d.snapshots.db", change)
    said = paper("doctor")
    assert (
        "mind  d.snapshots.db: it was damaged" in said.stdout
        or "d.snapshots.db: it was made by another version" in said.stdout
    )
    assert "the diary is whole" in said.stdout
    paper("position", "evening")
    edit(tmp_path / "d.snapshots.db", change)
    again = paper("position", "evening")
    assert again.stdout == true
    assert "it is made again" in again.stderr or "SET game=" in change


def test_what_was_behind_and_another_diary_are_told_apart(
    paper: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at(paper, monkeypatch)
    paper("note", "evening", "later")
    assert "ok  d.views.db: 1 entries behind the record; it has caught up" in paper("doctor").stdout
    paper("--diary", str(tmp_path / "e.db"), "new", "other", "--system", "iwo", "--pack", "sample")
    shutil.copy(tmp_path / "d.views.db", tmp_path / "e.views.db")
    said = paper("--diary", str(tmp_path / "e.db"), "doctor").stdout
    assert "mind  e.views.db: it was made of another diary, or of another copy of this one: it was made again" in said


def test_a_damaged_memory_and_a_damaged_key_are_made_again(
    paper: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    looked_at(paper, monkeypatch)
    (seen,) = (tmp_path / "state" / "wardiary" / "seen").iterdir()
    seen.write_bytes(b"\xff\xfe")
    assert (
        "mind  what was seen of evening: it was damaged: from here on it is remembered anew" in paper("doctor").stdout
    )
    (tmp_path / "state" / "wardiary" / "derived.key").write_bytes(b"short")
    derived._key.cache_clear()
    assert "made on another machine" in paper("table", "evening", "points").stderr
    assert paper("table", "evening", "points").stderr == ""


def test_without_a_key_views_in_memory_are_worked_out_once(
    paper: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given no place for a key, then what is told is that no views can be kept, and nothing of a memory; many pages
    come to an end."""
    paper("declare", "evening", FIRED)
    (tmp_path / "no folder").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "no folder"))
    said = paper("table", "evening", "points").stderr
    assert "without a views file" in said
    assert "memory" not in said
    with Diary(tmp_path / "d.db") as diary, LedgerFile(IN_MEMORY) as views:
        assert views.catch_up(diary, page=1) == diary.last(diary.find("evening").id)


# ---- doctor ends, whatever a file holds ----


def test_doctor_tells_what_it_looks_at_as_it_goes(evening: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    before: list[int] = []
    verify = Diary.verify
    monkeypatch.setattr(health, "print_line", lambda *words: said.append(" ".join(words)))
    monkeypatch.setattr(Diary, "verify", lambda diary, game: before.append(len(said)) or verify(diary, game))
    evening("branch", "evening", "what-if")
    evening("doctor")
    assert before == [2, 3], "settings and file are told before the first game is looked at, and that before the second"


@pytest.mark.parametrize(
    "error", [RecursionError("deep"), MemoryError(), AssertionError(), KeyError("x"), OverflowError("much")]
)
def test_whatever_goes_wrong_with_one_game_is_told_of_it_and_the_rest_is_looked_at(
    evening: Run, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    evening("branch", "evening", "what-if")
    verify = Diary.verify

    def verified(diary: Diary, game: str) -> object:
        if diary.find("evening").id == game:
            raise error
        return verify(diary, game)

    monkeypatch.setattr(Diary, "verify", verified)
    said = evening("doctor", code=1)
    assert f"WRONG  game evening: it cannot be looked at ({type(error).__name__}" in said.stdout
    assert "ok  game what-if" in said.stdout
    assert "ok  space" in said.stdout
    assert "something is wrong" in said.stderr


def test_whatever_goes_wrong_with_a_derived_file_is_nothing_of_the_record(
    evening: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening("declare", "evening", FIRED)
    evening("table", "evening", "points")

    def fail(*_: object) -> None:
        raise RuntimeError("no such luck")

    monkeypatch.setattr(LedgerFile, "follow", fail)
    said = evening("doctor").stdout
    assert "mind  d.views.db: it cannot be looked at (RuntimeError: no such luck)" in said
    assert "the diary is whole" in said


@pytest.mark.parametrize("column", ["name", "system", "created"])
def test_a_list_of_games_that_is_no_text_hides_no_game(evening: Run, tmp_path: Path, column: str) -> None:
    evening("branch", "evening", "what-if")
    edit(tmp_path / "d.db", f"UPDATE games SET {column}={NO_TEXT} WHERE name='what-if'")
    assert "evening" in evening("games").stdout
    assert "4D-R23" in evening("show", "evening").stdout
    said = evening("doctor", code=None)
    assert "ok  game evening" in said.stdout
    assert "fault of its own" not in said.output


def test_a_name_of_fifty_million_bytes_holds_nothing_up(evening: Run, tmp_path: Path) -> None:
    """Given a stranger's diary with such a name, then the list shows its beginning, at once."""
    edit(tmp_path / "d.db", "UPDATE games SET name=REPLACE(HEX(zeroblob(25000000)), '0', 'x')")
    began = time.monotonic()
    said = evening("games").stdout
    assert time.monotonic() - began < 5
    assert len(said) < 5_000
