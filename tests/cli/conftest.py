"""A diary of one's own, and the program run on it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from projections.derived import key_file
from projections.kept_screens import screens_folder

SETUP = (
    "setup caves=Green:2,Amber:2,Coral:2,Crater:2,Saddle:2,Motoyama:2,Funami:2,Isthmus:2,Ridge:2,Quarry:2,Orchard:1 "
    "units=Green:INF1,MAR1;Amber:INF2,MG1;Coral:INF3,MAR2;Crater:INF4,ART1,MOR1;Saddle:INF5,MG2,ART2,HQ;Motoyama:INF6,TK1,TK2,MAR3;"
    "Funami:MG3,AT1,GUN1;Isthmus:AT2,GUN2;Ridge:HART,RKT;Orchard:MOR2"
)

Run = Callable[..., Result]
Prepared = Callable[[Path, Callable[[Run], object]], Run]


def running(diary: Path) -> Run:
    """Runs `wardiary` on a diary; what goes wrong unasked is a failure of the test."""

    def run(*words: str, code: int | None = 0, input: str | None = None) -> Result:
        result = CliRunner().invoke(main, ["--diary", str(diary), "--by", "Ann", *words], input=input)
        assert code in (None, result.exit_code), result.output + repr(result.exception)
        return result

    return run


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return running(tmp_path / "d.db")


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """Makes a diary as somebody makes it who is told how: once, and then it is copied, with what this machine has seen
    of its games."""
    made: dict[tuple[object, ...], tuple[Path, dict[str, bytes]]] = {}

    def prepare(path: Path, make: Callable[[Run], object]) -> Run:
        variables = sorted(each for each in os.environ.items() if each[0].startswith(("WARDIARY", "XDG_STATE_HOME")))
        seen = key_file().parent / "seen"
        key = (make, *variables)
        seen.mkdir(parents=True, exist_ok=True)
        if key not in made:
            first, before = tmp_path_factory.mktemp("prepared") / path.name, set(os.listdir(seen))
            make(running(first))
            shutil.rmtree(screens_folder(first), ignore_errors=True)
            made[key] = first, {name: (seen / name).read_bytes() for name in set(os.listdir(seen)) - before}
        first, files = made[key]
        assert os.listdir(first.parent) == [first.name]
        shutil.copyfile(first, path)
        for name, data in files.items():
            (seen / name).write_bytes(data)
        return running(path)

    return prepare


def call(diary: Path, game: str, name: str) -> None:
    """Gives a game a name that it could not be given, as a diary of old may hold it."""
    with closing(sqlite3.connect(diary)) as raw, raw:
        raw.execute("UPDATE games SET name=? WHERE name=?", (name, game))


def new_evening(run: Run) -> None:
    """Ann and Bob begin a game with its secrets in the record."""
    players = ("--player", "us=Ann", "--player", "jp=Bob")
    run("new", "evening", "--system", "iwo", "--pack", "sample", *players, "--hidden", "recorded")


def begin_evening(run: Run) -> None:
    new_evening(run)
    run("declare", "evening", SETUP)


@pytest.fixture
def evening(prepared: Prepared, tmp_path: Path) -> Run:
    """A game under way: set up, in its first turn."""
    return prepared(tmp_path / "d.db", begin_evening)


def imported(run: Run, folder: Path, name: str, text: str) -> None:
    """A game from the text of a `.diary` file, or from its beginning."""
    file = folder / f"{name}.diary"
    file.write_text(text)
    run("import", str(file), "--name", name)


def words(run: Run, *said: str, code: int | None = 0) -> str:
    """What a command says, in one line."""
    return " ".join(run(*said, code=code).output.split())


def leave_open(run: Run) -> None:
    """Ann and Bob land under fire, and do not agree on the dice of entry 15."""
    run("new", "open", "--system", "iwo", "--pack", "sample", "--player", "us=Ann", "--player", "jp=Bob")
    for line in ("setup", "land 4D-R23 Green fire=INF1 56214"):
        run("declare", "open", line)
    run("dispute", "open", "15", "Bob: it was 51214", "--by", "Bob")


@pytest.fixture
def left_open(prepared: Prepared, tmp_path: Path) -> Run:
    """A game with a dispute about the dice of entry 15."""
    return prepared(tmp_path / "d.db", leave_open)
