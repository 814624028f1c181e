"""A diary of one's own, and the program run on it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main

SETUP = (
    "setup caves=Green:2,Amber:2,Coral:2,Crater:2,Saddle:2,Motoyama:2,Funami:2,Isthmus:2,Ridge:2,Quarry:2,Orchard:1 "
    "units=Green:INF1,MAR1;Amber:INF2,MG1;Coral:INF3,MAR2;Crater:INF4,ART1,MOR1;Saddle:INF5,MG2,ART2,HQ;Motoyama:INF6,TK1,TK2,MAR3;"
    "Funami:MG3,AT1,GUN1;Isthmus:AT2,GUN2;Ridge:HART,RKT;Orchard:MOR2"
)

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs `wardiary` on the diary; what goes wrong unasked is a failure of the test."""

    def run(*words: str, code: int | None = 0, input: str | None = None) -> Result:
        result = CliRunner().invoke(main, ["--diary", str(tmp_path / "d.db"), "--by", "Ann", *words], input=input)
        assert code in (None, result.exit_code), result.output + repr(result.exception)
        return result

    return run


def call(diary: Path, game: str, name: str) -> None:
    """Gives a game a name that it could not be given, as a diary of old may hold it."""
    with closing(sqlite3.connect(diary)) as raw, raw:
        raw.execute("UPDATE games SET name=? WHERE name=?", (name, game))


@pytest.fixture
def evening(run: Run) -> Run:
    """A game under way: set up, in its first turn."""
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--player", "us=Ann", "--player", "jp=Bob", "--hidden", "recorded")
    run("declare", "evening", SETUP)
    return run


def imported(run: Run, folder: Path, name: str, text: str) -> None:
    """A game from the text of a `.diary` file, or from its beginning."""
    file = folder / f"{name}.diary"
    file.write_text(text)
    run("import", str(file), "--name", name)
