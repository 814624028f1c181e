"""Packs: a form to fill in, tables, questions, and what is missing in the game's terms."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.games import load
from domain.kernel.packs import examine, form, read_pack
from replays import library
from tests.cli.conftest import Run

SAMPLE = library.pack_text("iwo", "sample")


def missing(run: Run, path: Path) -> str:
    return " ".join(run("pack", "check", "iwo", str(path), code=1).stdout.split())


def test_the_form_holds_every_row_the_text_knows_and_reads_at_once(run: Run, tmp_path: Path) -> None:
    """IWO 22.2.1, 22.1.3, 22.3.1, 22.5, 26: given the form, then what the rulebook says stands in it, and the check says the rest."""
    path = tmp_path / "mine.toml"
    run("pack", "new", "iwo", "-o", str(path))
    held = examine(path.read_text(), load("iwo"), "mine")
    assert {"3D-R3", "3D-R9", "3D-R21", "3D-ART", "3D-TK", "AIR5", "NAV3", "HQ", "RKT", "109ART4"} <= set(held.pack.charts["units"])
    assert set(held.begun["areas"]) == {"Funami", "Motoyama"}
    told = missing(run, path)
    assert "areas: Funami has no bdv said: Basic Defense Value" in told
    assert "areas: 0 of 3 beaches, areas with value 0 [IWO 14]" in told
    assert "units: 3D-R9 has no Assault Rating said [IWO 2.1.1]" in told
    assert "markers: safe-to-land has no count said" in told


def test_the_sample_lacks_nothing(run: Run) -> None:
    assert "nothing is missing" in run("pack", "check", "iwo", "sample").stderr


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("bdv = 0", "bdv = 1", "areas: 2 of 3 beaches"),
        ("bdv = 0", "bdv = 1", "areas: Green has a beach symbol, and value 1 (reading 8)"),
        ('name = "Funami Dai"', 'name = "Funami"', "areas: 0 areas are called 'Funami Dai' [IWO 23.1(1)]"),
        ('box = "stars"', 'box = "none"', "areas: one has the Stars and Stripes box [IWO 14]"),
        ('type = "hq"', 'type = "infantry"', "units: 0 of 1 hq [IWO 22.3.1]"),
        ('type = "rocket"', 'type = "mortar"', "units: 0 of 1 rocket [IWO 22.5]"),
        ("armor = 2", "armor = 1", "whose Armor Rating is 2 [IWO 22.4.3]"),
        ("division = 3", "division = 4", "units: 4 of the 3rd Division's 5"),
        ('adjacent = ["Crater", "Isthmus", "Amber"]', 'adjacent = ["Crater", "Isthmus"]', "areas: Amber is next to Green, but Green is not said"),
        ('complete = ["areas", "units", "markers"]', 'complete = ["areas"]', "not said to be all: name units under complete"),
        ("[areas.\"Coral\"]", "[areas.\"Corral\"]", "which has no row"),
    ],
)
def test_what_is_missing_or_against_the_text_is_told_with_its_rule(run: Run, tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in SAMPLE
    path = tmp_path / "mine.toml"
    path.write_text(SAMPLE.replace(old, new, 1))
    assert says in missing(run, path)


def test_tables_come_back_as_the_pack_they_say(run: Run, tmp_path: Path) -> None:
    """Given tables for a spreadsheet, when they are filled in, then they are read as a pack; a wrong cell is told with file and line."""
    folder = tmp_path / "mine"
    run("pack", "new", "iwo", "--table", "-o", str(folder))
    assert "is there already" in run("pack", "new", "iwo", "--table", "-o", str(folder), code=2).stderr
    assert "areas.csv:2: bdv: is missing" in run("pack", "read", "iwo", str(folder), code=2).stderr
    pack = read_pack(SAMPLE, load("iwo"), "sample")
    for chart, rows in pack.charts.items():
        schema = load("iwo").charts[chart]
        fields = list(schema.model_fields)
        lines = [",".join([schema.KEY, *fields])]
        for name, says in rows.items():
            cells = [says.get(field, "") for field in fields]
            lines.append(",".join([name, *(f'"{",".join(c)}"' if isinstance(c, list) else str(c).lower() if c is True else str(c) for c in cells)]))
        (folder / f"{chart}.csv").write_text("\n".join(lines) + "\n")
    out = tmp_path / "mine.toml"
    run("pack", "read", "iwo", str(folder), "--name", "sample", "--complete", "-o", str(out))
    assert read_pack(out.read_text(), load("iwo"), "mine").digest == pack.digest
    (folder / "areas.csv").write_text("area,bdv,colour\n")
    assert "areas.csv:1: the first line names the columns: area, name, bdv" in run("pack", "read", "iwo", str(folder), code=2).stderr


def test_a_pack_is_filled_in_by_questions_and_goes_on_where_it_stopped(run: Run, tmp_path: Path) -> None:
    """Given a pack filled in by questions, when the player stops, then nothing is lost, and nothing is asked twice."""
    path = tmp_path / "mine.toml"
    path.write_text('system = "iwo"\nname = "ours"\n[areas.Motoyama]\nadjacent = ["Funami"]\n')
    said = run("pack", "fill", "iwo", str(path), input="two\n2\nMotoyama\nstop\n").stderr
    assert "'two' is not a whole number" in said
    held = examine(path.read_text(), load("iwo"), "mine")
    assert held.pack.charts["areas"]["Funami"] == {"name": "Funami Dai", "symbols": ["airfield"], "box": "safe", "bdv": 2, "adjacent": ["Motoyama"]}
    assert held.begun["areas"]["Motoyama"] == {"adjacent": ["Funami"]}
    assert held.pack.name == "ours"
    said = run("pack", "fill", "iwo", str(path), input="2\nBeach\n\n\nstop\n").stderr
    assert "areas: Funami" not in said
    held = examine(path.read_text(), load("iwo"), "mine")
    assert held.pack.charts["areas"]["Motoyama"]["adjacent"] == ["Funami"]
    assert held.pack.charts["areas"]["Beach"] == {"bdv": 0, "symbols": ["beach"], "box": "beachhead"}


def test_every_field_of_the_form_says_what_it_means() -> None:
    text = form(load("iwo"), "mine")
    for schema in load("iwo").charts.values():
        for field in schema.model_fields:
            assert f"#   {field}: " in text
