"""The ledgers of all games as files, and the questions of docs/archive.md asked of them."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from domain.kernel.entries import Entry
from domain.kernel.facts import Noted
from domain.record.diary import Diary
from projections import ledger_file
from projections.ledger_file import LedgerFile, ledger_path
from tests.projections.contract import begin, play

ROOT = Path(__file__).parents[2]
QUESTIONS = re.findall(r"## (.+?)\n.*?```sql\n(.*?)```", (ROOT / "docs/archive.md").read_text("utf-8"), re.S)
FLAG = ROOT / "replays/iwo/flag-on-the-crater.diary"


@pytest.fixture(scope="module")
def diary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("archive") / "d.db"
    for file in (FLAG, ROOT / "replays/iph/thirteen-to-four.diary"):
        assert say(path, "import", str(file)).exit_code == 0
    return path


def say(diary: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--diary", str(diary), *words])


def test_the_nine_questions_have_one_answer_in_sqlite_datasette_and_duckdb(diary: Path, tmp_path: Path) -> None:
    """Given two played games, when the page's questions are asked, then three engines answer alike, and all but one
    of them find something."""
    import duckdb
    from datasette.app import Datasette

    assert len(QUESTIONS) == 9
    out = tmp_path / "out"
    said = say(diary, "export", "--ledgers", str(out), "--as", "umpire")
    assert said.exit_code == 0, said.output
    path = ledger_path(diary)
    with closing(sqlite3.connect(path)) as db:
        sqlite = [db.execute(sql).fetchall() for _, sql in QUESTIONS]

    async def ask() -> list[list[tuple[Any, ...]]]:
        site = Datasette([str(path)])
        await site.invoke_startup()
        name = next(iter(name for name in site.databases if name != "_internal"))
        found = [[tuple(row) for row in (await site.get_database(name).execute(sql)).rows] for _, sql in QUESTIONS]
        site.get_database(name).close()
        return found

    off = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
    with duckdb.connect(":memory:", config=off) as db:
        for file in out.glob("*.parquet"):
            db.execute(f"CREATE VIEW {file.stem} AS SELECT * FROM '{file}'")
        duck = [db.execute(sql).fetchall() for _, sql in QUESTIONS]
    for (title, _), one, other, third in zip(QUESTIONS, sqlite, duck, asyncio.run(ask()), strict=True):
        assert one == other == third, title
        assert one or title in ("Rulings and irregularities", "A place that fell before a turn"), title


def test_a_place_that_fell_before_a_turn_is_one_where(diary: Path) -> None:
    """Given a game in which Motoyama fell on turn 7, then it is found before turn 8, and not before turn 5."""
    with Diary(diary) as held, LedgerFile(ledger_path(diary)) as views:
        views.catch_up(held)
        ask = "SELECT DISTINCT game FROM control WHERE place='Motoyama' AND side='us' AND NOT struck AND turn < "
        assert [len(views.rows(ask + turn)) for turn in ("5", "8")] == [0, 1]


@pytest.mark.parametrize("name", ["letters.txt", "control.csv", "ABOUT.txt"])
def test_nothing_is_written_beside_a_strangers_files(name: str, tmp_path: Path) -> None:
    """Given a folder with somebody's file, by a name of his or of ours, then it is refused and unchanged."""
    diary = small(tmp_path / "d.db")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).write_text("mine")
    said = say(diary, "export", "--ledgers", str(tmp_path / "out"), "--format", "csv")
    assert (said.exit_code, [path.name for path in (tmp_path / "out").iterdir()]) == (2, [name])
    assert name in said.output
    assert (tmp_path / "out" / name).read_text() == "mine"


def test_an_exports_own_folder_is_written_again(diary: Path, tmp_path: Path) -> None:
    """Given an export, when it is said again in the other form, then the files of the former are gone."""
    for form in ("csv", "parquet"):
        assert say(diary, "export", "--ledgers", str(tmp_path / "out"), "--format", form).exit_code == 0
    assert {path.suffix for path in (tmp_path / "out").iterdir()} == {".parquet", ".txt"}


def small(path: Path) -> Path:
    """A diary of two games of some entries."""
    with Diary(path) as diary:
        for name in ("one", "two"):
            play(diary, begin(diary, name), 20, seed=len(name))
    return path


def written(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize("what", ["cut", "half made", "of another machine", "of another release"])
def test_views_that_cannot_be_trusted_are_made_again_before_an_export(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a views file as a kill, another machine or another release left it, then an export is the same as without
    any."""
    diary, views = small(tmp_path / "d.db"), ledger_path(tmp_path / "d.db")
    words = ("export", "--format", "csv", "--as", "umpire", "--ledgers")
    assert say(diary, *words, str(tmp_path / "without")).exit_code == 0
    if what == "cut":
        views.write_bytes(views.read_bytes()[: views.stat().st_size // 2])
    elif what == "half made":
        views.unlink()
        with Diary(diary) as held, LedgerFile(views) as half, pytest.raises(KeyboardInterrupt):
            half.follow(held, held.find("one"), interrupted, page=5)
    else:
        views.unlink()
        with monkeypatch.context() as there, Diary(diary) as held:
            if what == "of another release":
                there.setattr(ledger_file, "rows_source_digest", lambda: "the next release")
            else:
                there.setenv("XDG_STATE_HOME", str(tmp_path))  # with a key of its own
            there.setattr(ledger_file, "entry_of", lambda at, *_: Entry(at, at, Noted(text="never")))
            with LedgerFile(views) as theirs:
                theirs.catch_up(held)
    said = say(diary, *words, str(tmp_path / "out"))
    assert said.exit_code == 0, said.output
    assert written(tmp_path / "out") == written(tmp_path / "without")


def interrupted(reached: int, last: int) -> None:
    if reached > last // 2:
        raise KeyboardInterrupt


EXPORT = """
import os, sys
from cli.main import main
replace, left = os.replace, int(sys.argv[1])
def last(*files):
    global left
    if not left:
        print("waits", flush=True)
        sys.stdin.readline()
    left -= 1
    replace(*files)
os.replace = last
main(sys.argv[2:])
"""
"""Exports, and waits when so many files have got their names."""


def test_an_export_that_was_killed_between_files_is_said_again(tmp_path: Path) -> None:
    """Given the first export into a folder, killed when some of its files are there, then ABOUT.txt names none of them,
    and the same words write what they would have."""
    diary = small(tmp_path / "d.db")
    words = ["--diary", str(diary), "export", "--format", "csv", "--ledgers"]
    with subprocess.Popen(
        [sys.executable, "-c", EXPORT, "4", *words, str(tmp_path / "out")],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as export:
        assert export.stdout is not None
        assert export.stdout.readline() == b"waits\n"
        export.kill()
    assert len([*(tmp_path / "out").glob("*.csv")]) == 3
    assert b".csv" not in (tmp_path / "out/ABOUT.txt").read_bytes()
    for part in (tmp_path / "out").glob(".wardiary-*"):
        os.utime(part, (0, 0))  # nobody works on it any more
    for folder in ("out", "without"):
        said = CliRunner().invoke(main, [*words, str(tmp_path / folder)])
        assert said.exit_code == 0, said.output
    assert written(tmp_path / "out") == written(tmp_path / "without")


def test_an_export_names_its_files_by_their_digests(diary: Path, tmp_path: Path) -> None:
    """Given an export, then ABOUT.txt holds the digest of every other file; when one of another export lies there,
    as after a kill in between, then it does not fit."""
    out = tmp_path / "out"
    assert say(diary, "export", "--ledgers", str(out), "--format", "csv").exit_code == 0

    def misfits() -> list[str]:
        said = [line.split("  ") for line in (out / "ABOUT.txt").read_text().splitlines() if line[0] != "#"]
        assert {name for _, name in said} == {path.name for path in out.glob("*.csv")}
        return [name for digest, name in said if sha256((out / name).read_bytes()).hexdigest() != digest]

    assert misfits() == []
    (out / "control.csv").write_text("of,another,export\n")
    assert misfits() == ["control.csv"]


def test_one_side_never_gets_the_others_secrets(tmp_path: Path) -> None:
    """Given a note that is a secret of one side, when ledgers are exported, then they are in its own and the
    umpire's alone; a game that cannot be read is named and left out, and the others are there."""
    with Diary(tmp_path / "d.db") as diary:
        game = begin(diary, "one")
        diary.append(game, game.beside(Noted(text="the gun is at Green", secret="jp")))
        bad = begin(diary, "broken").id
        diary.append(other := begin(diary, "two"), other.beside(Noted(text="high surf")))
    with closing(sqlite3.connect(tmp_path / "d.db")) as db, db:
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type='trigger'").fetchall()
        for name, _ in triggers:
            db.execute(f'DROP TRIGGER "{name}"')
        db.execute("UPDATE stored_events SET state='{' WHERE originator_id=? AND originator_version=1", (bad,))
        for _, made in triggers:
            db.execute(made)
    for audience, told in (("", False), ("us", False), ("jp", True), ("umpire", True)):
        out = tmp_path / f"out-{audience}"
        said = say(tmp_path / "d.db", "export", "--ledgers", str(out), "--format", "csv", "--as", audience)
        assert said.exit_code == 0, said.output
        assert "left out: broken" in said.output
        written = b"".join(path.read_bytes() for path in out.iterdir())
        assert (b"the gun is at Green" in written) == told, audience
        assert b"high surf" in written
        assert b"broken" not in written


def test_a_missing_extra_is_named(diary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    said = say(diary, "export", "--ledgers", str(tmp_path / "out"))
    assert said.exit_code == 2
    assert "wardiary[archive]" in said.output
    assert not (tmp_path / "out").exists()


def broken(path: Path) -> Path:
    """A diary of a good game, and of one whose second entry cannot be read."""
    with Diary(path) as diary:
        game = begin(diary, "good")
        diary.append(game, game.beside(Noted(text="high surf")))
        other = begin(diary, "broken")
        diary.append(other, other.beside(Noted(text="no")))
    with closing(sqlite3.connect(path)) as db, db:
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type='trigger'").fetchall()
        for name, _ in triggers:
            db.execute(f'DROP TRIGGER "{name}"')
        db.execute("UPDATE stored_events SET state='{' WHERE originator_id=? AND originator_version=2", (other.id,))
        for _, made in triggers:
            db.execute(made)
    return path


@pytest.mark.parametrize("words", [["stats"], ["stats", "."], ["rulings", "export"], ["rebuild"]], ids=" ".join)
def test_whatever_asks_over_all_games_names_those_it_could_not_read(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a game that cannot be read among others, then it is named with its entry, and the others are told of."""
    monkeypatch.chdir(tmp_path)
    said = say(broken(tmp_path / "d.db"), *words)
    assert said.exit_code == 0, said.output
    assert re.search(r"\bbroken\b.*: entry 2\b", said.stderr), said.stderr


def test_a_branch_is_known_by_its_entry_0(tmp_path: Path) -> None:
    """Given a branch in views of all games, then the page's condition finds it alone; no export has
    it."""
    path = small(tmp_path / "d.db")
    with Diary(path) as diary:
        one = diary.find("one")
        branch = diary.branch(one.id, one.entries, "what if").id
    condition = re.search(r"`game IN \((.+)\)`", (ROOT / "docs/archive.md").read_text("utf-8"))
    assert condition
    assert say(path, "rebuild").exit_code == 0
    with closing(sqlite3.connect(ledger_path(path))) as db:
        assert db.execute("SELECT COUNT(*) FROM games").fetchone() == (3,)
        assert db.execute(condition[1]).fetchall() == [(branch,)]
    assert "1 branch is left out" in say(path, "export", "--ledgers", str(tmp_path / "out"), "--format", "csv").output
    assert branch.encode() not in b"".join(written(tmp_path / "out").values())


def test_full_text_search_as_the_page_says(diary: Path, tmp_path: Path) -> None:
    """Given the views' file copied, when `sqlite-utils enable-fts` has run as the page says, then Datasette finds
    words by it, and wardiary's own file is as it was."""
    from datasette.app import Datasette
    from sqlite_utils.cli import cli

    assert "sqlite-utils enable-fts archive.db timeline words" in (ROOT / "docs/archive.md").read_text("utf-8")
    assert say(diary, "rebuild").exit_code == 0
    copy, before = tmp_path / "archive.db", sha256(ledger_path(diary).read_bytes()).digest()
    with closing(sqlite3.connect(ledger_path(diary))) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        (like,) = source.execute("SELECT COUNT(*) FROM timeline WHERE words LIKE '%beachhead%'").fetchone()
    done = CliRunner().invoke(cli, ["enable-fts", str(copy), "timeline", "words"])
    assert done.exit_code == 0, done.output

    async def search() -> int:
        site = Datasette([str(copy)])
        await site.invoke_startup()
        answer = await site.client.get("/archive/timeline.json?_search=beachhead&_shape=array&_size=max")
        site.get_database("archive").close()
        return len(answer.json())

    assert 0 < asyncio.run(search()) <= like
    assert sha256(ledger_path(diary).read_bytes()).digest() == before


def test_a_turn_of_blood_reef_is_its_scenario_and_turn(tmp_path: Path) -> None:
    """Given a played game of Blood Reef, then every entry of a scenario carries the scenario as period and its turn,
    in step with the moments in words."""
    path = tmp_path / "reef.db"
    assert say(path, "import", str(ROOT / "replays/reef/red-two.jsonl")).exit_code == 0
    with Diary(path) as held, LedgerFile(ledger_path(path)) as views:
        views.catch_up(held)
        rows = views.rows("SELECT moment, period, turn FROM timeline ORDER BY version, item")
    turns = [row for row in rows if row["turn"] is not None]
    assert turns
    assert all(re.search(rf"\b(turn )?{row['turn']}\b", row["moment"], re.I) for row in turns)
    assert all(isinstance(row["period"], int) for row in turns)


def test_what_a_passphrase_seals_comes_out_for_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a side's secret under its passphrase, then no export holds it, whoever asks, and whether the passphrase is
    at hand or not."""
    monkeypatch.setenv("WARDIARY_PASSPHRASE_JP", "a long enough one")
    path = tmp_path / "d.db"
    new = "new reef --system reef --pack sample --player us=Ann --player jp=Bob --hidden recorded"
    assert say(path, *new.split()).exit_code == 0
    assert say(path, "note", "reef", "--by", "jp", "--secret", "the HQ is in Red2").exit_code == 0
    for number, at_hand in enumerate((True, False)):
        if not at_hand:
            monkeypatch.delenv("WARDIARY_PASSPHRASE_JP")
        for audience in ("public", "us", "jp", "umpire"):
            out = tmp_path / f"{audience}-{number}"
            said = say(path, "export", "--ledgers", str(out), "--format", "csv", "--as", audience)
            assert said.exit_code == 0, said.output
            assert not any(b"Red2" in file.read_bytes() for file in out.iterdir()), audience
    assert b"Red2" not in ledger_path(path).read_bytes()
