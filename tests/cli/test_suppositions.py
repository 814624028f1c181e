"""What if it were read otherwise, and what was forgotten, at a shell: `audit --if`, `fix --if`, `--keep`, `before`,
`drop`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domain.record.diary import Diary
from tests.cli.conftest import Prepared, Run
from tests.cli.terminal import ROOT

LINES = """\
setup
bombards Green:NAV1,AIR1 caves=2
bombard Green 6551123
land 4D-R23 Green fire=INF1 steps=2 dice=56214
land 4D-R24 Amber fire=none
"""
"""Entry 21 is the landing at Green, 27 the dice of that fire, 33 the landing at Amber."""


def play_lines(run: Run) -> None:
    run("new", "evening", "--system", "iwo", "--pack", "sample")
    run("play", "evening", "-", input=LINES)


def play_guns_and_tanks(run: Run) -> None:
    run("import", str(ROOT / "replays/iwo/guns-and-tanks.jsonl"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "d.db"


@pytest.fixture
def turn(prepared: Prepared, path: Path) -> Run:
    return prepared(path, play_lines)


@pytest.fixture
def guns(prepared: Prepared, path: Path) -> Run:
    return prepared(path, play_guns_and_tanks)


def games(path: Path) -> dict[str, int]:
    """The games of a diary, and how many entries each has."""
    with Diary(path) as diary:
        return {one.name: one.entries for one in diary.games()}


def flat(text: str) -> str:
    return " ".join(text.split())


# ---- another reading, another row ----


def test_a_reading_is_settled_in_three_commands(guns: Run, path: Path) -> None:
    """IWO 22.2.1, R-02: given a finished game, when each landing costs ten points, then the audit names both that come
    out otherwise, the game is over on turn 3 by them, in two columns, and a branch keeps it."""
    judged = guns("audit", "guns-and-tanks", "--if", "R-02=per-unit").stdout
    assert "if R-02=per-unit: 2 declarations come out otherwise, first #355" in judged
    assert "would be: 3D-R21 lands at Coral for 2 MP, 10 points to the Japanese side" in flat(judged)
    before = games(path)

    tried = guns("fix", "guns-and-tanks", "--if", "R-02=per-unit", "--dry-run", "--as", "umpire")
    columns = flat(tried.stdout)
    assert "as played otherwise" in columns
    assert "points by then, Japanese 29 49" in columns
    assert "6 lines fit; the game is over by then, the Japanese have 49 victory points: 115 later lines" in flat(
        tried.stderr
    )
    assert games(path) == before

    kept = guns("fix", "guns-and-tanks", "--if", "R-02=per-unit", "--keep", "per-unit", "--as", "umpire")
    assert "112 later lines are left out: the game is over by then" in kept.stdout
    assert games(path) == {**before, "per-unit": 726}
    assert "The game is over: the Japanese have 49 victory points" in flat(guns("show", "per-unit").stdout)


def test_a_program_reads_what_comes_out_otherwise(guns: Run) -> None:
    found = json.loads(
        guns("audit", "guns-and-tanks", "--if", "R-02=per-unit", "--if", "R-12=refused", "--json").stdout
    )
    assert [(one["if"], [way["version"] for way in one["otherwise"]]) for one in found] == [
        ("R-02=per-unit", [355, 361]),
        ("R-12=refused", [283, 300]),
    ]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("--if", "R-99=each"), 2, "there is no reading 'R-99'"),
        (("--if", "R-02=never"), 2, "never"),
        (("--if", "units TK9 assault=3"), 2, "there is no row 'TK9' of the units chart; did you mean TK2 or TK1"),
        (("--if", "tanks TK1 assault=3"), 2, "there is no chart 'tanks'"),
        (("--if", "R-16=all"), 0, "if R-16=all: none comes out otherwise"),
        (("9999", "drop"), 2, "there is no entry 9999; there are up to"),
        (("21", "land 4D-R23 Nowhere"), 2, "Nowhere"),
    ],
)
def test_no_branch_is_left_of_what_cannot_be_begun(
    turn: Run, path: Path, words: tuple[str, ...], code: int, says: str
) -> None:
    """Given --keep, when the correction is refused or changes nothing, then there is no branch."""
    before = games(path)
    told = turn("fix", "evening", *words, "--keep", "other", "--as", "umpire", code=code)
    assert says in told.output
    assert games(path) == before


def test_a_branch_waits_for_what_no_longer_fits(turn: Run, path: Path) -> None:
    """IWO 11.1.1: given fire by a weaker unit, when a die too many was thrown, then the branch waits for the dice, and
    the game itself is as it was."""
    before = games(path)
    words = ("--if", "units INF1 assault=2", "--keep", "weaker", "--as", "umpire")
    stopped = turn("fix", "evening", *words, code=1)
    assert "decide with `wardiary fix weaker` and one of" in stopped.stderr
    turn("fix", "weaker", "--say", "dice=5621")
    assert games(path)["evening"] == before["evening"]
    assert "4 dice for INF1's fire at 4D-R23" in turn("log", "weaker").stdout


def test_whoever_may_not_see_what_is_hidden_supposes_nothing(guns: Run) -> None:
    told = guns("fix", "guns-and-tanks", "--if", "units INF1 assault=2", "--dry-run", "--as", "us", code=2)
    assert "--as umpire" in told.stderr


# ---- something forgotten, something that was not so ----


def test_a_line_that_was_forgotten_is_said_before_an_entry(turn: Run) -> None:
    """Given a note that belongs before a landing, then it stands before it, and nothing else comes out otherwise."""
    told = turn("fix", "evening", "21", "before", 'note "we agreed on the weather"')
    assert "nothing else comes out otherwise" in told.stdout
    log = turn("log", "evening").stdout
    standing = log[log.index("we agreed on the weather") :]
    assert "4D-R23 lands at Green" in standing
    assert "agrees" in turn("audit", "evening").stdout


def test_a_declaration_that_was_not_so_is_left_out_and_named(turn: Run) -> None:
    """IWO 10.3: given a landing that was never made, then it and its points are gone, and the line is named."""
    told = turn("fix", "evening", "21", "drop")
    assert "left out: 21 land 4D-R23 Green" in flat(told.stdout)
    assert "points: Japanese 0, was 2" in told.stdout
    assert "landing: 4D-R23 ●●●●" in turn("show", "evening").stdout
