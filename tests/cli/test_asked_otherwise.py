"""Answers behind a corrected entry whose questions are asked otherwise now: about others, or with other options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Prepared, Run
from tests.cli.terminal import Terminal

BEGUN = """\
setup
bombards Green:NAV1,AIR1 Amber:NAV2 caves=2 caves=1
bombard Green 6551123
bombard Amber 1234
"""
ARTILLERY = f"{BEGUN}land 4D-R23 Green fire=ART1 dice=56\nnext to=us_assault found=none\n"
"""ART1 comes to light by its fire, entry 31; whom a search finds, entry 40, cannot be ART1 then."""
MACHINE_GUN = f"{BEGUN}land 4D-R23 Green fire=MG1 steps=1 dice=562146\n"
"""MG1 fires, entry 31, and has one step left, entry 32."""
KEPT = "kept, though it is asked otherwise: #{} found none: ART1 could be named too"


def play_artillery(run: Run) -> None:
    run("new", "evening", "--system", "iwo", "--pack", "sample")
    run("play", "evening", "-", input=ARTILLERY)


def play_machine_gun(run: Run) -> None:
    run("new", "evening", "--system", "iwo", "--pack", "sample")
    run("play", "evening", "-", input=MACHINE_GUN)


@pytest.fixture
def artillery(prepared: Prepared, tmp_path: Path) -> Run:
    return prepared(tmp_path / "d.db", play_artillery)


@pytest.fixture
def machine_gun(prepared: Prepared, tmp_path: Path) -> Run:
    return prepared(tmp_path / "d.db", play_machine_gun)


def test_an_answer_that_could_have_named_more_is_named(artillery: Run) -> None:
    """IWO 10.5: given nobody found while ART1 was known, when ART1 did not fire after all, then that nobody is found is
    kept, and named in a dry run by its entry, in JSON, and once recorded by its new entry."""
    tried = artillery("fix", "evening", "31", "none", "--dry-run").stdout
    assert KEPT.format(40) in tried
    assert "nothing else comes out otherwise" not in tried
    found = json.loads(artillery("fix", "evening", "31", "none", "--dry-run", "--json").stdout)
    assert found["asked_otherwise"] == [KEPT.format(40)]
    told = artillery("fix", "evening", "31", "none").stdout
    assert KEPT.format(49) in told
    assert " 49  the Japanese side decides found: none" in artillery("log", "evening").stdout


def test_the_recorder_names_it_too(artillery: Run, tmp_path: Path) -> None:
    with Terminal(tmp_path / "d.db", "record", "evening") as at:
        assert KEPT.format(49) in " ".join(at.say("fix 31 none", "us>").split())


def test_a_choice_about_another_unit_is_for_the_table(machine_gun: Run) -> None:
    """IWO 3, 11.1.1: given MG1 fired with one step left, when it was MG2, then how many steps MG2 has left is nobody's
    word yet; once it is said, everything is recorded."""
    stopped = machine_gun("fix", "evening", "31", "MG2", code=1).stderr
    words = " ".join(stopped.split())
    assert 'it was "how many steps MG1 has left", now "how many steps MG2 has left"' in words
    assert "--say ANSWER" in words
    assert "nothing was recorded" in words
    machine_gun("fix", "evening", "--say", "2")
    log = machine_gun("log", "evening").stdout
    assert "the Japanese side decides fire: MG2" in log
    assert "the Japanese side decides steps: 2" in log


def test_the_same_answer_may_be_said_of_another_unit(machine_gun: Run) -> None:
    machine_gun("fix", "evening", "31", "MG2", code=1)
    machine_gun("fix", "evening", "--say", "1")
    assert "MG2 is revealed in Green" in machine_gun("log", "evening").stdout


def test_a_line_that_says_both_needs_no_word_more(machine_gun: Run) -> None:
    """Given the line is corrected with the new unit and its steps, then nothing is left to be decided."""
    machine_gun("fix", "evening", "28", "fire=MG2", "steps=1")
    assert "MG2 is revealed in Green" in machine_gun("log", "evening").stdout
