"""Tables on narrow screens: no line is wider than the screen, and no word is split in its middle."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main
from cli.output import print_table
from domain.record.diary import Diary
from projections.game_tables import COLUMNS
from projections.shown import shown
from tests import shipped

GAMES = (
    ("iwo", "first-landing"),
    ("ddat", "first-waves"),
    ("iph", "halei-wa"),
    ("betio", "five-over-three"),
    ("reef", "red-two"),
)
ROWS = 60
"""Of each table so many rows."""
ENDLESS = 100_000


@pytest.fixture(scope="module")
def diary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five played games, one of each system."""
    path = tmp_path_factory.mktemp("narrow") / "d.db"
    with Diary(path) as kept:
        for system, name in GAMES:
            kept.store(system, shipped.played(system, name))
    return path


def words_of(told: str) -> set[str]:
    return set(re.split(r"[\s,·]+", told))


@pytest.mark.parametrize("system", [system for system, _ in GAMES])
def test_no_table_of_any_game_splits_a_word(
    diary: Path, system: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given every ledger and table of a game, then at 80, 60 and 40 columns each fits, and holds the words it has on an
    endless screen."""

    def told(heads: Sequence[str], rows: Sequence[Mapping[str, object]], columns: int) -> str:
        monkeypatch.setattr("cli.output.screen_columns", lambda: columns)
        print_table(heads, rows)
        return capsys.readouterr().out

    for name, heads in {
        **COLUMNS,
        **{own: summary.columns for own, summary in shown(system).summaries.items()},
    }.items():
        done = CliRunner().invoke(main, ["--diary", str(diary), "table", system, name, "--json"])
        rows = json.loads(done.stdout)["rows"][:ROWS]
        if not rows:
            continue
        whole = words_of(told(heads, rows, ENDLESS))
        for columns in (80, 60, 40):
            narrow = told(heads, rows, columns)
            assert whole <= words_of(narrow), (name, columns, whole - words_of(narrow))
            assert [
                line for line in narrow.splitlines() if len(line) > columns and re.search("[ ,]", line.strip())
            ] == [], (name, columns)


def test_a_table_whose_longest_words_do_not_fit_is_told_row_by_row(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cli.output.screen_columns", lambda: 20)
    print_table(("unit", "cause", "steps_lost"), [{"unit": "4D-R23", "cause": "bombardment", "steps_lost": 1}])
    assert capsys.readouterr().out == "unit 4D-R23 ·\n  cause bombardment\n  · steps lost 1\n"
