"""Small things that new users stumbled over: what a command takes for granted is what the line says."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.conftest import Run


def test_a_file_is_written_in_the_form_of_its_ending(run: Run, tmp_path: Path) -> None:
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--player", "us=Ann")
    run("export", "evening", "-o", str(tmp_path / "x.jsonl"))
    run("export", "evening", "-o", str(tmp_path / "x.diary"))
    assert (tmp_path / "x.jsonl").read_text("utf-8").startswith("{")
    assert (tmp_path / "x.diary").read_text("utf-8").startswith("wardiary 1")


def test_a_note_is_by_whoever_plays(run: Run) -> None:
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--player", "us=Ann")
    run("note", "evening", "--by", "ann", "everything on Green")
    assert "us: note" in run("export", "evening").stdout


def test_games_are_listed_with_who_plays_and_no_milliseconds(run: Run) -> None:
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--player", "us=Ann", "--player", "jp=Bob")
    listed = run("games").stdout
    assert "Ann, Bob" in listed
    assert re.search(r"  \d\d\d\d-\d\d-\d\d$", listed.splitlines()[1])


def test_games_are_listed_with_where_they_stand(run: Run) -> None:
    """Given a game in its Bombardment Phase, then the list says so, and after a take-back of a take-back's line where
    it stood before."""

    def now() -> list[str]:
        return list(json.loads(run("games", "--json").stdout)[0]["moment"])

    run("new", "evening", "--system", "iwo", "--pack", "sample")
    assert now() == ["turn 1", "Setup"]
    run("declare", "evening", "setup")
    assert now() == ["turn 1", "US Recovery Phase"]
    run("declare", "evening", "next")
    assert "turn 1, US" in run("games").stdout
    assert now() == ["turn 1", "US Bombardment Phase"]
    run("takeback", "evening")
    assert now() == ["turn 1", "US Recovery Phase"]
    run("note", "evening", "once more")
    run("takeback", "evening")
    assert now() == ["turn 1", "US Recovery Phase"]
    run("takeback", "evening")
    assert now() == ["turn 1", "Setup"]


def test_a_scenario_that_nobody_named_is_said(run: Run) -> None:
    told = run("new", "evening", "--system", "ddat", "--pack", "sample").stderr
    assert "scenario first-waves; --scenario names another" in told


def test_n_goes_on_outside_the_recorder_too(run: Run) -> None:
    """Given the US Recovery Phase with nothing to do, when `n` is declared, then it goes on as at the prompt; what is
    owed is said as there."""
    run("new", "evening", "--system", "iwo", "--pack", "sample")
    assert "first: the Japanese `setup` [IWO 4]" in run("declare", "evening", "n", code=2).stderr
    run("declare", "evening", "setup")
    assert "US Bombardment Phase" in run("declare", "evening", "n").stdout
    assert "US Movement Phase" in run("declare", "evening", "us: n").stdout
    run("declare", "evening", "land 4D-R23 Green")
    run("declare", "evening", "n")  # an answer, where a question is open
    assert "the Japanese side decides fire: none" in run("log", "evening").stdout
