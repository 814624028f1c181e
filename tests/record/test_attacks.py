"""A few of each attack; `python -m tests.record.attacks` makes as many as one likes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.record import second_verifier
from tests.record.attacks.__main__ import main
from tests.record.attacks.edits import CHANGES, UNPROVABLE, edits
from tests.record.attacks.files import judged
from tests.record.attacks.race import race

SCRATCHES = ("a byte of the file", "a page of the file")


def test_every_edit_under_the_seals_is_told_by_the_doctor(path: Path) -> None:
    kinds = (*CHANGES, *SCRATCHES)
    found = dict(edits(path, 6 * len(kinds), random.Random(19450219), kinds))
    assert {name: kind.not_told for name, kind in found.items()} == {name: [] for name in kinds}
    assert all(found[name].told == found[name].done == 6 for name in CHANGES)


def test_what_nothing_within_the_file_can_tell_is_known(path: Path) -> None:
    """A tail cut with its seals, and a name: a seal that was written down elsewhere tells the one, the other is a
    label."""
    found = dict(edits(path, 4 * len(UNPROVABLE), random.Random(19450219), tuple(UNPROVABLE)))
    assert {name: len(kind.not_told) for name, kind in found.items()} == dict.fromkeys(UNPROVABLE, 4)


def test_edited_exports_are_judged_alike_by_three_verifiers(tmp_path: Path) -> None:
    """By verify.py, by the command, and by one that knows docs/format.md alone; and some of them are right."""
    found = list(judged(tmp_path, 100, random.Random(19450219)))
    assert [one for one in found if not one.alike] == []
    assert 10 < sum(all(one.verdicts) for one in found) < 90
    assert any(one.withheld[0] for one in found)


def test_the_second_verifier_is_short() -> None:
    """Somebody with docs/format.md writes one of at most 150 lines."""
    assert len(Path(second_verifier.__file__).read_text("utf-8").splitlines()) <= 150


def test_of_processes_that_race_each_line_is_recorded_once_and_the_slower_is_told(path: Path) -> None:
    raced = race(path, racers=3, lines=20, seed=19450219)
    assert raced.recorded == 60
    assert raced.overtaken > 0, "nobody was ever first: the test has seen nothing"


def test_the_figures_are_printed_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["--kills", "5", "--racers", "2", "--edits", "15", "--files", "5", "--seed", "3"])
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "seed 3"
    assert any(line.startswith("kills: 5, of ") for line in printed)
    assert any(line.startswith("race: 2 processes on 4 games ") for line in printed)
    (edits,) = [line for line in printed if line.startswith("edits: 13 that can be told, ")]
    assert printed[-1] == "files: 5 of 5 judged alike"
    assert code == (0 if edits.endswith(" 0 of them not told") else 1)
