"""`wardiary rule`: a numbered rule at the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from domain.games import SYSTEMS, load
from domain.kernel.rulebook import rulebook


def wardiary(diary: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--diary", str(diary), *words])


@pytest.mark.parametrize("number", ["6.34", "DDaT 6.34"])
def test_a_rule_says_where_it_stands_how_it_is_read_and_what_shows_it(tmp_path: Path, number: str) -> None:
    """DDaT 6.34: given no diary at all, when a system's rule is asked for, with its citation or without, then it is
    told."""
    told = wardiary(tmp_path / "none.db", "rule", "ddat", number)
    assert told.exit_code == 0
    assert told.output.startswith("DDaT 6.34: ")
    assert "held to while one records" in told.output
    assert ".py" not in told.output
    assert "AMB-07" in told.output
    assert "DDAT-F-01" in told.output
    assert all(len(line) <= 80 for line in told.output.splitlines())


@pytest.mark.parametrize("code", SYSTEMS)
def test_what_the_text_says_comes_before_what_is_asked_of_it(tmp_path: Path, code: str) -> None:
    """Given a rule that may be read in several ways, when it is told, then its text is told, and below it the question
    and the choices."""
    rules = load(code)
    for reading in rules.readings.values():
        told = wardiary(tmp_path / "none.db", "rule", code, reading.rule).output
        lines, flat = told.splitlines(), " ".join(told.split())
        question = f"{reading.question[:1].upper()}{reading.question[1:]}"
        assert f"{reading.id} {reading.text} {question}" in flat
        asked = flat.partition(question)[2]
        assert asked.lstrip("?: ").startswith(f"{reading.default}, {reading.choices[reading.default]}; or ")
        assert all(len(line) <= 80 for line in lines)
        assert next(line for line in lines if line.startswith(f"  {reading.id}")).split()[1] == reading.text.split()[0]


def test_a_rule_of_a_game_is_read_as_that_game_reads_it(tmp_path: Path) -> None:
    """DDaT 12.1: given a game with a reading of its own, then its rule is told by that."""
    diary = tmp_path / "d.db"
    assert (
        wardiary(
            diary, "new", "evening", "--system", "ddat", "--pack", "sample", "--reading", "AMB-07=positions"
        ).exit_code
        == 0
    )
    of_game, of_system = (
        " ".join(wardiary(diary, "rule", name, "6.34").output.split()) for name in ("evening", "ddat")
    )
    assert "positions, no, for the fire of positions only; or all-fire" in of_game
    assert "all-fire, yes, for all fire of the phase; or positions" in of_system


def test_what_is_no_rule_is_told_with_what_was_perhaps_meant(tmp_path: Path) -> None:
    wrong = wardiary(tmp_path / "none.db", "rule", "ddat", "6.43")
    assert wrong.exit_code == 2
    assert "there is no rule '6.43' of DDaT; did you mean 6.4" in wrong.output
    assert wardiary(tmp_path / "none.db", "rule", "nothing", "6.34").exit_code == 2


@pytest.mark.parametrize("code", SYSTEMS)
def test_without_a_number_all_are_listed(tmp_path: Path, code: str) -> None:
    listed = json.loads(wardiary(tmp_path / "none.db", "rule", code, "--json").output)
    assert [row["rule"] for row in listed] == list(rulebook(code))
    one = json.loads(wardiary(tmp_path / "none.db", "rule", code, next(iter(rulebook(code))), "--json").output)
    assert one["rule"].startswith(load(code).citation)


@pytest.mark.parametrize(
    ("code", "number", "parts"),
    [
        ("ddat", "12.1", []),
        ("ddat", "12.10", ["12.101", "12.102"]),
        ("ddat", "8.0", ["8.1", "8.2", "8.3", "8.4", "8.5", "8.6"]),
        ("ddat", "8.6(3)", ["8.6(3a)", "8.6(3b)", "8.6(3c)"]),
        ("ddat", "4.0", ["4.0 I", "4.0 II", "4.0 III", "4.0 IV", "4.0 V"]),
        ("ddat", "4.0 IV", ["4.0 IV(1)", "4.0 IV(2)"]),
        ("iwo", "9", ["9.1", "9.2", "9.3", "9.4"]),
        ("iwo", "1", []),
    ],
)
def test_a_rule_names_its_direct_parts(tmp_path: Path, code: str, number: str, parts: list[str]) -> None:
    told = json.loads(wardiary(tmp_path / "none.db", "rule", code, number, "--json").output)
    assert told["parts"] == parts
