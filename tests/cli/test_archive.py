"""The ledgers of all games as files, and the questions of docs/archive.md asked of them."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from domain.kernel.facts import Noted
from domain.record.diary import Diary
from projections.ledger_file import LedgerFile, ledger_path
from tests.projections.contract import ROOT, begin

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


def test_nothing_is_written_beside_a_strangers_files(diary: Path, tmp_path: Path) -> None:
    """Given a folder with somebody's file, then it is refused and unchanged; an export's own folder is written
    again."""
    (tmp_path / "letters.txt").write_text("mine")
    said = say(diary, "export", "--ledgers", str(tmp_path), "--format", "csv")
    assert (said.exit_code, [path.name for path in tmp_path.iterdir()]) == (2, ["letters.txt"])
    assert "letters.txt" in said.output
    for form in ("csv", "parquet"):
        assert say(diary, "export", "--ledgers", str(tmp_path / "out"), "--format", form).exit_code == 0
    assert {path.suffix for path in (tmp_path / "out").iterdir()} == {".parquet", ".txt"}


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
