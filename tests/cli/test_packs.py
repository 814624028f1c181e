"""Packs: a form to fill in, tables, questions, and what is missing in the game's terms."""

from __future__ import annotations

import csv
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from domain.games import load
from domain.kernel.packs import read_pack
from replays import library
from tests.cli.conftest import Run

SAMPLE = library.pack_text("iwo", "sample")


def told(run: Run, path: Path, code: int = 1) -> str:
    return " ".join(run("pack", "check", "iwo", str(path), code=code).stdout.split())


def test_the_form_holds_every_row_the_text_knows(run: Run, tmp_path: Path) -> None:
    """IWO 22.2.1, 22.1.3, 22.3.1, 22.5, 26: given the form, then what the rulebook says stands in it, and the check
    says the rest."""
    path = tmp_path / "mine.toml"
    run("pack", "new", "iwo", "-o", str(path))
    rows = tomllib.loads(path.read_text())
    assert {"3D-R3", "3D-R9", "3D-R21", "3D-ART", "3D-TK", "AIR5", "NAV3", "HQ", "RKT", "109ART4"} <= set(rows["units"])
    assert rows["areas"]["Funami"]["name"] == "Funami Dai"
    assert "# assault =   # Assault Rating: the first black number [IWO 2.1.1(5)]" in path.read_text()
    said = told(run, path)
    assert said.startswith(
        "missing: areas: Funami, Motoyama have no Basic Defense Value, no neighbours said [IWO 2.2.1, 10.1]"
    )
    assert "markers: safe-to-land has no count said [IWO 2.1.2]" in said


def test_a_form_that_is_there_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("an evening's work")
    assert "is there already" in run("pack", "new", "iwo", "-o", str(path), code=2).stderr
    assert path.read_text() == "an evening's work"


def test_a_whole_pack_lacks_nothing_and_what_is_against_the_text_is_no_failure(run: Run, tmp_path: Path) -> None:
    """Reading 9: given a counter that says other than the text, then it is remarked on, and exit code 0: the counter is
    right."""
    assert "nothing is missing" in run("pack", "check", "iwo", "sample").stderr
    path = tmp_path / "mine.toml"
    path.write_text(SAMPLE.replace("armor = 2", "armor = 1", 1))
    assert told(run, path, code=0).startswith(
        "against the text, where your copy may be right: units: 4D-TK has Armor Rating 1"
    )
    seen = json.loads(run("pack", "check", "iwo", str(path), "--json").stdout)
    assert seen["missing"] == []
    assert [finding["rule"] for finding in seen["against"]] == ["IWO 22.4.3"]


def test_a_game_begins_with_the_whole_rows_of_a_pack(run: Run, tmp_path: Path) -> None:
    """Given a form nobody has filled in, when a game begins with it, then no unit plays with a number nobody read."""
    path = tmp_path / "mine.toml"
    run("pack", "new", "iwo", "-o", str(path))
    said = run("new", "evening", "--system", "iwo", "--pack", str(path)).stderr
    assert "22 rows of the pack are not whole, and left out" in " ".join(said.split())
    out = run("pack", "export", "evening").stdout
    assert set(tomllib.loads(out)) == {"system", "name", "markers"}


# ---- tables ----


def write_table(path: Path, rows: Any, fields: list[str], key: str, delimiter: str = ",", between: str = ",") -> None:
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        lines = csv.writer(file, delimiter=delimiter)
        lines.writerow([key, *fields])
        for name, says in rows.items():
            cells = [says.get(field, "") for field in fields]
            lines.writerow(
                [name, *(between.join(c) if isinstance(c, list) else str(c).upper() if c is True else c for c in cells)]
            )


@pytest.mark.parametrize(("delimiter", "between"), [(",", ","), (";", ", ")])
def test_tables_come_back_as_the_pack_they_say(run: Run, tmp_path: Path, delimiter: str, between: str) -> None:
    """Given tables as a spreadsheet writes them, then they are read as the pack they say."""
    pack = read_pack(SAMPLE, load("iwo"), "sample")
    for chart, rows in pack.charts.items():
        schema = load("iwo").printed.charts[chart]
        write_table(tmp_path / f"{chart}.csv", rows, list(schema.model_fields), schema.KEY, delimiter, between)
    out = tmp_path / "mine.toml"
    run("pack", "read", "iwo", str(tmp_path), "--name", "sample", "--complete", "-o", str(out))
    assert read_pack(out.read_text(), load("iwo"), "mine").digest == pack.digest
    run("pack", "check", "iwo", str(out))


def test_tables_as_they_are_written_hold_what_the_form_holds(run: Run, tmp_path: Path) -> None:
    """Given tables nobody has filled in, then they are read, with what the form says; the check takes them as they
    are."""
    folder = tmp_path / "mine"
    run("pack", "new", "iwo", "--table", "-o", str(folder))
    assert "is there already" in run("pack", "new", "iwo", "--table", "-o", str(folder), code=2).stderr
    said = run("pack", "read", "iwo", str(folder))
    assert "22 rows are not whole yet" in said.stderr
    form = tomllib.loads(run("pack", "new", "iwo").stdout)
    read = tomllib.loads(said.stdout)
    assert {chart: read[chart] for chart in ("areas", "units", "markers")} == {
        chart: form[chart] for chart in ("areas", "units", "markers")
    }
    assert "areas: Funami, Motoyama have no Basic Defense Value" in told(run, folder)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("area,bdv,colour\n", "areas.csv:1: the first line names the columns: area, name, bdv"),
        ("area,bdv,bdv\n", "areas.csv:1: the first line names the columns"),
        ("", "areas.csv:1: the first line names the columns"),
        ("area,bdv\nGreen,0\nAmber,two\n", "areas.csv:3: Amber, column bdv: 'two' is not a whole number"),
        (
            "area,bdv,box\nGreen,0,beech\n",
            "areas.csv:2: Green, column box: 'beech' is not one of none, beachhead, safe, stars",
        ),
        ("area,bdv\nGreen,0\nGreen,0\n", "areas.csv:3: Green stands twice"),
        ("area,bdv\n,0\n", "areas.csv:2: the area has no name"),
        ("area,bdv\nGreen,0,1\n", "areas.csv:2: Green: 3 cells under 2 columns"),
        ('area,bdv\n"Green,0\n', "areas.csv:2: unexpected end of data"),
    ],
)
def test_a_wrong_cell_is_told_with_file_line_and_column(run: Run, tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "areas.csv").write_text(text)
    assert says in run("pack", "read", "iwo", str(tmp_path), code=2).stderr


def test_a_folder_without_tables_is_told(run: Run, tmp_path: Path) -> None:
    assert "holds none of areas.csv, units.csv, markers.csv" in run("pack", "read", "iwo", str(tmp_path), code=2).stderr


# ---- what a game has learned ----


def test_what_was_read_out_in_play_is_in_the_pack_of_the_game(run: Run, tmp_path: Path) -> None:
    """Given a game with the sample, when a further row is read out, then the exported pack is the sample and that
    row."""
    run("new", "evening", "--system", "iwo", "--pack", "sample")
    out = tmp_path / "mine.toml"
    run("pack", "export", "evening", "-o", str(out))
    assert read_pack(out.read_text(), load("iwo"), "mine").digest == read_pack(SAMPLE, load("iwo"), "sample").digest
    run("declare", "evening", "chart units INF7 side=jp type=infantry assault=3 mp=2 steps=2")
    run("pack", "export", "evening", "-o", str(out))
    assert read_pack(out.read_text(), load("iwo"), "mine").charts["units"]["INF7"] == {
        "side": "jp",
        "type": "infantry",
        "assault": 3,
        "mp": 2,
        "steps": 2,
    }


def test_a_counter_read_out_in_play_stands_where_it_was_set_up(run: Run, tmp_path: Path) -> None:
    """IWO 4.2: given a pack without an air unit, when it is read out in play, then it bombards; and nothing asks for it
    again."""
    path = tmp_path / "mine.toml"
    air = '[units."AIR1"]\nside = "us"\ntype = "air"\nbombard = 3\n'
    assert air in SAMPLE
    path.write_text(SAMPLE.replace(air, "").replace('complete = ["areas", "units", "markers"]', 'complete = ["areas"]'))
    run("new", "evening", "--system", "iwo", "--pack", str(path))
    run("declare", "evening", "setup")
    run("declare", "evening", "chart units AIR1 side=us type=air bombard=3")
    run("declare", "evening", "bombards Green:AIR1")
    run("declare", "evening", "caves 0")
    run("declare", "evening", "bombard Green 551")
    assert "AIR1" in tomllib.loads(run("pack", "export", "evening").stdout)["units"]


def test_a_seawall_said_of_the_wrong_hex_is_named(run: Run, tmp_path: Path) -> None:
    """BRT CG4a, reading R-63: given a pack whose seawall stands with the ocean hex, then `check` names hex and rule."""
    path = tmp_path / "mine.toml"
    path.write_text('system = "reef"\nname = "mine"\n[hexes.S24]\nterrain = "ocean"\nseawalls = ["T24"]\n')
    found = json.loads(run("pack", "check", "reef", str(path), "--json", code=1).stdout)
    assert [finding["words"] for finding in found["against"]] == [
        "S24 is ocean and has seawalls towards T24: a seawall belongs to its Beach hex (reading R-63)"
    ]


def test_every_count_of_a_pack_is_the_same(run: Run, tmp_path: Path) -> None:
    """Given a pack of three rows, one not whole, then check, its JSON and status count three."""
    path = tmp_path / "mine.txt"
    path.write_text("pack iwo mine\nareas\nGreen 0\nAmber 0\nnext Green/Amber\nunits\nINF1 3\n")
    assert "mine: 3 rows, 1 of them not whole" in run("pack", "check", "iwo", str(path), code=1).stderr
    found = json.loads(run("pack", "check", "iwo", str(path), "--json", code=1).stdout)
    assert (found["rows"], found["begun"]) == (3, 1)
    assert "mine: 3 rows, 1 of them not whole of Iwo Jima" in run("pack", "status", "iwo", str(path)).stdout


@pytest.mark.parametrize("system", ["iwo", "iph", "ddat", "betio", "reef"])
def test_the_words_of_a_chart_are_told(run: Run, system: str) -> None:
    """Given a system, then every chart is told, and none of a chart that there is not."""
    told = run("pack", "words", system).stdout
    for chart in load(system).printed.charts:
        assert f"\n{chart}: " in f"\n{told}"
    assert max(map(len, told.splitlines())) <= 80
    assert "has no chart" in (said := run("pack", "words", system, "unit", code=2).stderr) or "unit" in said


def test_the_order_of_bare_figures_is_the_one_in_which_they_are_heard(run: Run, tmp_path: Path) -> None:
    """IWO 2.1.1: given figures in the order that `words` tells, then the pack has them so, and one too many is told."""
    assert (
        "bare figures go to assault, mp, steps, division, bombard, armor, in this"
        in run("pack", "words", "iwo", "units").stdout
    )
    path = tmp_path / "mine.txt"
    path.write_text("pack iwo mine\nunits\nINF1 jp infantry 3-2 2\n")
    assert "assault = 3\nmp = 2\nsteps = 2" in run("pack", "read", "iwo", str(path)).stdout
    path.write_text("pack iwo mine\nunits\nINF1 jp infantry 4 3-2 steps=4\n")
    refused = run("pack", "check", "iwo", str(path), code=2).stderr
    assert "steps is said twice, 2 and 4; bare figures go to assault, mp, steps" in refused


@pytest.mark.parametrize(("system", "most"), [("iwo", 3_200), ("iph", 12_650), ("betio", 18_000), ("ddat", 28_000)])
def test_what_was_written_down_from_a_drawing_says_what_the_sample_says(run: Run, system: str, most: int) -> None:
    """Given the text of somebody who had a drawing of the map before him, not the file, then it differs from `sample`
    nowhere, lacks nothing, and takes at most a third or a half of its keys."""
    said = Path(__file__).parents[1] / "replays" / "said" / f"{system}.txt"
    assert len(said.read_text()) < most
    assert "nothing is missing" in run("pack", "check", system, str(said)).stderr
    compared = run("pack", "compare", system, str(said), "sample", code=None)
    assert "only B" not in compared.stdout
    assert "they say the same" in compared.stderr or "nothing differs" in compared.stderr
