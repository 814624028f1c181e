"""Packs: a form to fill in, tables, questions, and what is missing in the game's terms."""

from __future__ import annotations

import csv
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from domain.games import load
from domain.kernel.packs import examine, read_pack
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


# ---- questions ----


def fill(run: Run, path: Path, *said: str) -> str:
    return run("pack", "fill", "iwo", str(path), input="".join(line + "\n" for line in said)).stderr


def rows_of(path: Path, chart: str) -> dict[str, dict[str, Any]]:
    rows: dict[str, dict[str, Any]] = tomllib.loads(path.read_text())[chart]
    return rows


def test_a_pack_is_filled_in_by_questions_and_goes_on_where_it_stopped(run: Run, tmp_path: Path) -> None:
    """Given a form, when the player stops in the middle of a row, then every answer is kept, and none is asked for
    again."""
    path = tmp_path / "mine.toml"
    run("pack", "new", "iwo", "--name", "ours", "-o", str(path))
    said = fill(run, path, "two", "2", "Motoyama, Green", "stop")
    assert "'two' is not a whole number" in said
    assert "holds what was said so far" in said
    assert rows_of(path, "areas")["Funami"]["adjacent"] == ["Motoyama", "Green"]
    said = fill(run, path, "2")  # the pipe ends: as good as stop
    assert "areas: Funami" not in said
    said = fill(run, path, "Funami", "Green", "", "", "", "stop")
    assert "Basic Defense Value" not in said
    assert "neighbours: the areas next to it [IWO 10.1] [Funami]" in said
    rows = rows_of(path, "areas")
    assert rows["Motoyama"] == {
        "name": "Motoyama Airfield",
        "symbols": ["airfield"],
        "box": "safe",
        "bdv": 2,
        "adjacent": ["Funami"],
    }
    assert rows["Green"] == {"bdv": 0, "symbols": ["beach"], "box": "beachhead", "adjacent": ["Funami"]}
    assert tomllib.loads(path.read_text())["name"] == "ours"


def test_a_group_said_to_be_all_is_not_asked_for_again(run: Run, tmp_path: Path) -> None:
    """IWO 14: given three beaches, then no fourth is asked for; given Enter for the coast, then the next time it begins
    with the hills."""
    path = tmp_path / "mine.toml"
    fill(run, path, "2", "Motoyama", "2", "", "A", "", "", "Funami", "B", "", "", "A", "C", "", "", "B", "", "stop")
    said = fill(run, path, "", "", "yes", "stop")
    assert "beaches" not in said
    assert "coastal" not in said
    assert "hills" in said
    assert tomllib.loads(path.read_text())["complete"] == ["areas"]
    assert "areas" not in fill(run, path, "stop")


def test_back_takes_back_the_last_answer_row_and_name(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    areas = ("back", "3", "back", "2", "Motoyama", "2", "", "A:B", "Grean", "back", "Green", "back", "back")
    said = fill(run, path, *areas, "Motoyama", "Funami, Amber", "Amber", "stop")
    assert "there is nothing before it" in said
    assert "Motoyama is not next to itself" in said
    assert "A:B: a name cannot hold :" in said
    rows = rows_of(path, "areas")
    assert rows["Funami"]["bdv"] == 2
    assert "Grean" not in rows
    assert rows["Amber"] == {"bdv": 0}
    assert rows["Motoyama"]["adjacent"] == ["Funami", "Amber"]


def test_a_neighbour_entered_one_way_is_entered_both_ways(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    fill(run, path, "2", "none", "2", "Funami", "stop")
    rows = rows_of(path, "areas")
    assert rows["Funami"]["adjacent"] == ["Motoyama"]
    assert rows["Motoyama"]["adjacent"] == ["Funami"]


def test_a_counter_is_asked_for_what_is_on_it_and_the_last_of_its_kind_is_offered(run: Run, tmp_path: Path) -> None:
    """Given every area said, then a regiment is asked for two numbers, and Enter takes those of the regiment before."""
    path = tmp_path / "mine.toml"
    path.write_text('system = "iwo"\nname = "ours"\ncomplete = ["areas"]\n')
    said = fill(run, path, "4", "3", "", "", "", "", "stop")
    assert "Armor" not in said
    assert "Assault Rating: the first black number [IWO 2.1.1(5)] [4]" in said
    rows = rows_of(path, "units")
    assert rows["3D-R21"] == {
        "side": "us",
        "type": "marines",
        "division": 3,
        "steps": 4,
        "name": "21/3",
        "assault": 4,
        "mp": 3,
    }


def test_a_whole_pack_is_asked_for_nothing(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SAMPLE)
    assert "is filled in" in fill(run, path)
    assert path.read_text() == SAMPLE


def test_an_island_filled_in_by_questions_alone_lacks_nothing(run: Run, tmp_path: Path) -> None:
    """Given the sample read out answer by answer, then the pack says what the sample says, and nothing more is
    asked."""
    from cli.filling import Filling
    from domain.kernel.state import say

    sample = tomllib.loads(SAMPLE)
    path = tmp_path / "mine.toml"
    filling = Filling(load("iwo"), path)
    sample["units"] |= {f"109ART{n}": sample["units"]["ART1"] for n in range(1, 5)}
    asked = 0
    while ask := filling.next():
        asked += 1
        if ask.field:
            value = sample[ask.chart][ask.row].get(
                ask.field, load("iwo").printed.charts[ask.chart].model_fields[ask.field].default
            )
            answer = say(tuple(value) if isinstance(value, list) else value)
        elif ask.group:
            fits = [
                row
                for row, says in sample[ask.chart].items()
                if row not in filling.charts[ask.chart]
                and all(says.get(field, False) == value for field, value in ask.group.says.items())
            ]
            answer = fits[0] if fits else ""
        else:
            answer = "yes"
        assert filling.answer(ask, answer) == ""
    held = examine(path.read_text(), load("iwo"), "mine")
    assert [str(finding) for finding in held.missing] == []
    assert {row: held.pack.charts["areas"][row]["adjacent"] for row in sample["areas"]}.keys() == sample["areas"].keys()
    assert asked < 400
    assert [finding.rule for finding in held.against] == ["IWO 2, 4.2"], (
        "the four of 109 Artillery are more than the sample's 88 counters"
    )


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
