"""Nine disputes that tables have had, each settled with the commands that somebody at the table would type."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Prepared, Run, words

ROOT = Path(__file__).parents[2]


def land(run: Run) -> None:
    run("new", "mine", "--system", "iwo", "--pack", "sample", "--player", "us=Ann", "--player", "jp=Bob")
    for line in (
        "setup",
        "land 4D-R23 Green fire=INF1 56214",
        "land 4D-R24 Green fire=none",
        'land 4D-TK Green fire=none !"we forgot the Beachhead"',
        "land 5D-R26 Amber fire=none",
    ):
        run("declare", "mine", line)


def finish(run: Run) -> None:
    run("import", str(ROOT / "replays/iwo/guns-and-tanks.diary"), "--name", "guns")


@pytest.fixture
def mine(prepared: Prepared, tmp_path: Path) -> Run:
    """The first evening: 4D-R23 was shot at on the beach, the tank landed against the rule, and the US have gone on."""
    return prepared(tmp_path / "d.db", land)


@pytest.fixture
def guns(prepared: Prepared, tmp_path: Path) -> Run:
    """A finished game: the Japanese have 40 victory points."""
    return prepared(tmp_path / "d.db", finish)


def log(run: Run, game: str, **finding: Any) -> int:
    """The last entry of the log that says something."""
    rows = json.loads(run("log", game, "--json").stdout)
    return int(next(row["version"] for row in reversed(rows) if finding["says"] in row["words"]))


def test_which_readings_held_in_a_finished_game(guns: Run) -> None:
    """1: one command, also of a game that is long over: R-02 as it was played, not as it would be by default today."""
    assert "once" in words(guns, "ruling", "guns", "R-02")
    first = json.loads(guns("export", "guns", "--format", "jsonl").stdout.splitlines()[1])
    assert first["data"]["fact"]["readings"]["R-02"] == "once"
    assert first["data"]["made"]


def test_a_die_was_misread_two_phases_ago(mine: Run) -> None:
    """4, 5, 6: one command; what followed is said again, `fire none` among it, and the losses are those of the right
    dice."""
    mine("declare", "mine", "next to=us_assault found=none caves=0")
    die = log(mine, "mine", says="INF1's fire at 4D-R23")
    assert "otherwise now" in words(mine, "fix", "mine", str(die), "11111")
    assert words(mine, "why", "mine", "4D-R23.steps").startswith("units.4D-R23.steps is 4")
    assert "4D-R24 lands at Green" in words(mine, "log", "mine")
    assert "differs" not in words(mine, "audit", "mine")


def test_a_ruling_was_forgotten(mine: Run) -> None:
    """4: three commands: back to before it, the ruling, and the lines again; they then run under it."""
    landed = log(mine, "mine", says="4D-R24 lands")
    mine("takeback", "mine", str(landed - 2))
    mine("ruling", "mine", "R-12", "refused", "--why", "agreed before the game")
    assert "4D-R24 lands" in words(mine, "redo", "mine")
    assert log(mine, "mine", says="R-12") < log(mine, "mine", says="4D-R24 lands")
    assert "differs" not in words(mine, "audit", "mine")


def test_who_has_won_when_the_points_were_counted_wrong(guns: Run) -> None:
    """7, 13: one command after the end; situation, statistics, tables and audit then say the same."""
    assert "Mori" in words(guns, "stats")
    said = words(guns, "adjust", "guns", "vp_jp=39", "--why", "the flag was counted twice")
    assert "39" in said
    assert "39" in words(guns, "show", "guns")
    assert "jp 39" in words(guns, "table", "guns", "points")
    assert words(guns, "why", "guns", "points:jp").startswith("jp has 39 victory points")


def test_where_a_point_came_from(guns: Run) -> None:
    """8, 9: one command: the log says what was scored and by which rule, and why goes back to the dice and never
    forward."""
    row = next(
        row for row in json.loads(guns("table", "guns", "points", "--json").stdout)["rows"] if row["side"] == "jp"
    )
    assert "1 point to the Japanese side" in words(guns, "log", "guns")
    told = json.loads(guns("why", "guns", str(row["version"]), "--json").stdout)

    def versions(cause: dict[str, Any]) -> list[int]:
        return [cause.get("version", 0), *(found for inner in cause.get("on", ()) for found in versions(inner))]

    assert max(versions(told)) == row["version"]


def test_somebody_was_there_after_all(mine: Run) -> None:
    """11: what was answered stands in the way by its entry's number; the table may insist, and the audit says so."""
    mine("declare", "mine", "next to=us_assault found=none caves=0 caves=0")
    said = log(mine, "mine", says="the Japanese side decides found: none")
    refused = words(mine, "declare", "mine", "jp: reveal INF2 where=Amber", code=2)
    assert f"entry {said} says that nobody else is concealed in Amber" in refused
    mine("declare", "mine", 'jp: reveal INF2 where=Amber !"it was there all along"')
    audited = words(mine, "audit", "mine")
    assert f"irregular as recorded: where: entry {said} says that nobody else is concealed in Amber" in audited
    assert "it was there all along" in audited


def test_whose_dice_these_were(mine: Run, tmp_path: Path) -> None:
    """12: nobody says of typed dice that wardiary rolled them; what a file says of them stays the file's word."""
    refused = words(mine, "declare", "mine", "land 5D-R27 Coral fire=INF5 ~66666", code=2)
    assert "marks dice that wardiary rolled" in refused
    mine("declare", "mine", "land 5D-R27 Coral fire=INF5", "--auto")
    assert "generated" in words(mine, "log", "mine")
    mine("export", "mine", "-o", str(tmp_path / "mine.diary"))
    mine("import", str(tmp_path / "mine.diary"), "--name", "theirs")
    assert "generated, says the file" in words(mine, "log", "theirs")


def test_two_files_of_one_game(mine: Run, tmp_path: Path) -> None:
    """14: one command says where they part, one takes in what only goes on, one whether a seal that was read aloud
    still fits."""
    copy = tmp_path / "bobs.jsonl"
    seal = mine("head", "mine").stdout.strip()
    mine("export", "mine", "--format", "jsonl", "-o", str(copy))
    mine("declare", "mine", "next to=us_assault found=none caves=0")
    assert "goes on" in words(mine, "compare", "mine", str(copy))
    assert "nothing up to it has been changed" in words(mine, "verify", "mine", seal[:16])
    mine("--diary", str(tmp_path / "bob.db"), "import", str(copy))
    mine("export", "mine", "--format", "jsonl", "-o", str(copy), "--overwrite")
    assert "entries more" in words(mine, "--diary", str(tmp_path / "bob.db"), "import", str(copy))


def test_a_chart_was_read_wrong(mine: Run) -> None:
    """16: one command of one field; it says which declarations had read the row, and the audit how they come out with
    it."""
    assert "come out otherwise" in words(mine, "declare", "mine", "chart units INF1 assault=4")
    assert "rests on a corrected row" in words(mine, "audit", "mine")


def test_a_branch_that_asks_what_if_is_no_second_game(guns: Run) -> None:
    """15: however many branches there are, the evening counts once."""
    before = json.loads(guns("stats", "--json").stdout)
    guns("branch", "guns", "what-if", "--at", "299")
    assert "1 branch is left out" in words(guns, "stats")
    assert json.loads(guns("stats", "--json").stdout) == before
