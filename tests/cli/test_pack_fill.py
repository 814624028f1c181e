"""Filling in a pack beside the board, how far it is, and what a game gives back to it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from cli.filling import Filling
from domain.games import load
from domain.kernel.packs import examine
from domain.kernel.state import say
from replays import library
from replays.dictated import read_dictated
from tests.cli.conftest import Run

SAMPLE = library.pack_text("iwo", "sample")


def fill(run: Run, path: Path, *said: str, system: str = "iwo") -> str:
    told: str = run("pack", "fill", system, str(path), input="".join(line + "\n" for line in said)).stderr
    return told


def rows_of(path: Path, chart: str) -> dict[str, dict[str, Any]]:
    rows: dict[str, dict[str, Any]] = tomllib.loads(path.read_text())[chart]
    return rows


def typed(path: Path) -> list[str]:
    """The lines of a pack behind what the text knows."""
    lines = path.read_text().split("\n")
    return [line for line in lines[lines.index("hexes") :] if line]


def a_map(tmp_path: Path) -> Path:
    path = tmp_path / "mine.txt"
    path.write_text(
        "pack iph mine\ncomplete areas,airfields,terrain,crt,landing,landing-modifiers,carrier-warfare,"
        "night,turns,units\ngrid\nrows even\ncomplete\n\nhexes  # the island\n"
    )
    return path


# ---- a map ----


def test_a_map_is_read_row_by_row_as_it_lies_on_the_board(run: Run, tmp_path: Path) -> None:
    """IPH 2.2: given the left end of the first row, then letters alone make each further row, from left to right."""
    path = a_map(tmp_path)
    said = fill(run, path, "6s", "1139: 6s4c", "5s 2c", "", "quit", system="iph")
    assert "the first row needs its left end too" in said
    assert "hexes 1139 … 1130, 10 rows: terrain" in said.replace("hexes 1130 … 1139", "hexes 1139 … 1130")
    assert typed(path)[-2:] == ["1239..1233: 5s 2c", "# all said: hexes, rows of the map"]


def test_a_line_of_any_kind_is_taken_at_any_prompt(run: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path)
    lines = (
        "1139..1130: 6s4c",
        "coastal 1134,1133",
        "road 1132-1131",
        '1131 name="Mill"',
        "# the east is torn",
        "quit",
    )
    said = fill(run, path, *lines, system="iph")
    assert typed(path)[1:] == list(lines[:-1]) or typed(path)[-5:] == list(lines[:-1])
    assert "hexes 1133, 1134: coastal yes" in said
    assert "hexes 1131: name Mill" in said


def test_undo_takes_the_last_line_back_and_what_followed_from_it(run: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path)
    said = fill(run, path, "undo", "1139..1130: 6s4c", "5s2c", "undo", "undo", "quit", system="iph")
    assert "taken back: 5s2c" in said.replace("1239..1233: ", "")
    assert "taken back: 1139..1130: 6s4c" in said
    assert not {"1139..1130: 6s4c", "1239..1233: 5s2c"} & {*typed(path)}


def test_undo_in_a_later_sitting_takes_the_last_line_of_the_file(run: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path)
    fill(run, path, "1139..1130: 6s4c", "coastal 1134,", "1133", "# to do", "quit", system="iph")
    fill(run, path, "undo", "quit", system="iph")
    assert typed(path)[-2:] == ["1139..1130: 6s4c", "# to do"]


def test_a_line_against_an_earlier_one_names_both_and_changes_nothing(run: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path)
    fill(run, path, "1139..1130: 6s4c", "quit", system="iph")
    before = path.read_text()
    said = fill(run, path, "rough 1135", "4s2q", "sea", "quit", system="iph")
    number = before.split("\n").index("1139..1130: 6s4c") + 1
    told = " ".join(said.split())
    assert f"1135: terrain is rough here, sea in line {number}, `1139..1130: 6s4c`; one of them is wrong" in told
    assert "'q' is no letter of the map: s sea" in told
    assert path.read_text() == before


def test_what_is_said_is_in_the_file_before_the_next_prompt(tmp_path: Path) -> None:
    """Given a line, when the power fails behind it, then it stands; what another program wrote meanwhile stands too."""
    path = a_map(tmp_path)
    filling = Filling(load("iph"), path)
    gap = filling.next()
    assert gap
    assert filling.answer(gap, "1139..1130: 6s4c")[0] == ""
    path.write_text(path.read_text() + "1129 rough  # by hand\n")
    gap = filling.next()
    assert gap
    assert filling.answer(gap, "5s2c")[0] == ""
    assert "1129 rough  # by hand\n" in path.read_text()
    assert "1239..1233: 5s2c\n" in path.read_text()
    assert filling.draft.undo() in ("5s2c", "1239..1233: 5s2c")
    assert path.read_text().endswith("1129 rough  # by hand\n\nhexes\n") or path.read_text().endswith("by hand\n")


def test_go_leads_to_a_row_of_the_map_a_row_and_a_chart(run: Run, tmp_path: Path) -> None:
    path = a_map(tmp_path)
    said = fill(
        run,
        path,
        "1139..1130: 6s4c",
        "go 1533",
        "4s",
        "go 1135",
        '"Mill"',
        "go areas",
        "go Atlantis",
        "quit",
        system="iph",
    )
    assert "1533..1530: 4s" in typed(path)
    assert '1135 "Mill"' in typed(path)
    assert "Atlantis: no chart, hex or row is called so" in said


def test_what_is_asked_is_explained_with_an_example_and_the_letters(run: Run, tmp_path: Path) -> None:
    told = " ".join(fill(run, a_map(tmp_path), "?", "quit", system="iph").split())
    assert "s sea, c clear, r rough" in told
    assert ": 2scr" in told
    assert "undo takes the last line back" in told


# ---- counters and areas ----


def test_a_counter_is_asked_for_what_only_it_can_tell_and_no_other_row_answers_for_it(run: Run, tmp_path: Path) -> None:
    """IWO 2.1.1: given every area said, then a regiment is asked for its two figures; Enter repeats nothing of the
    regiment before."""
    path = tmp_path / "mine.toml"
    path.write_text('system = "iwo"\nname = "ours"\ncomplete = ["areas"]\n')
    said = fill(run, path, "4-3", "", "3", "2", "quit")
    assert "Armor" not in said
    assert "Assault Rating: the first black number [IWO 2.1.1(5)]" in said
    assert "it must be said; skip leaves it open" in said
    rows = rows_of(path, "units")
    assert {row: (rows[row]["assault"], rows[row]["mp"]) for row in ("3D-R3", "3D-R9")} == {
        "3D-R3": (4, 3),
        "3D-R9": (3, 2),
    }


def test_counters_of_a_group_are_said_in_runs(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("pack iwo mine\ncomplete areas\n")
    said = fill(run, path, *["skip"] * 19, "4D-R23..25 4-3", "A:B", "", "quit")
    rows = read_dictated(path.read_text(), load("iwo"), "mine").data["units"]
    assert rows["4D-R24"] == {"side": "us", "type": "marines", "division": 4, "assault": 4, "mp": 3, "steps": 4}
    assert "a name cannot hold :" in said or "A:B" in said
    assert "# all said: units, regiments of the 4th Division (orange)" in path.read_text()


@pytest.mark.parametrize("ending", ["toml", "txt"])
def test_a_pack_is_filled_in_by_questions_and_goes_on_where_it_stopped(run: Run, tmp_path: Path, ending: str) -> None:
    """IWO 2.2.1, 10.1: given answers, when the player leaves in the middle of a row, then every answer is kept, and
    none is asked for again; what touches is entered both ways, and asked of both."""
    path = tmp_path / f"mine.{ending}"
    said = fill(run, path, "two", "2", "Motoyama, Green", "quit")
    assert "two" in said
    assert "holds what was said so far" in said
    said = fill(run, path, "2")  # the pipe ends: as good as quit
    assert "areas: Funami" not in said
    said = fill(run, path, "Motoyama", "Funami", "Green", "", "", "Funami", "quit")
    assert "Motoyama is not next to itself" in said
    assert "Basic Defense Value" not in said
    rows = library.pack_said("iwo", str(path)).data["areas"]
    assert rows["Funami"]["adjacent"] == ["Motoyama", "Green"]
    assert rows["Motoyama"]["adjacent"] == ["Funami"]
    assert rows["Green"] == {"bdv": 0, "symbols": ["beach"], "box": "beachhead", "adjacent": ["Funami"]}


def test_a_whole_pack_is_asked_for_nothing(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SAMPLE)
    assert "nothing is open" in fill(run, path)
    assert path.read_text() == SAMPLE


def test_an_island_filled_in_by_questions_alone_lacks_nothing(tmp_path: Path) -> None:
    """Given the sample's areas read out answer by answer, then the pack says what the sample says, and nothing more is
    asked."""
    sample = tomllib.loads(SAMPLE)
    path = tmp_path / "mine.toml"
    path.write_text(SAMPLE[: SAMPLE.index("[areas.")].replace('"areas", ', "") + SAMPLE[SAMPLE.index("[units.") :])
    filling = Filling(load("iwo"), path)
    asked = 0
    while ask := filling.next():
        asked += 1
        assert asked < 400, ask
        rows = sample[ask.chart]
        if ask.kind == "row":
            field = ask.fields[0]
            value = rows[ask.row].get(field, load("iwo").printed.charts[ask.chart].model_fields[field].default)
            answer = say(tuple(value) if isinstance(value, list) else value)
        elif ask.group:
            fits = [
                row
                for row, says in rows.items()
                if row not in filling.draft.charts[ask.chart]
                and all(says.get(field, False) == value for field, value in ask.group.says.items())
            ]
            answer = fits[0] if fits else ""
        elif ask.kind == "more":
            (field,) = ask.fields
            told = filling.draft.charts[ask.chart]
            open_rows = [row for row, says in rows.items() if says.get(field) and field not in told.get(row, {})]
            answer = f"{open_rows[0]} {field}={say(rows[open_rows[0]][field])}" if open_rows else ""
        else:
            answer = "yes"
        assert filling.answer(ask, answer)[0] == "", (ask, answer)
    held = examine(path.read_text(), load("iwo"), "mine")
    assert [str(finding) for finding in held.missing] == []
    assert {row: sorted(held.pack.charts["areas"][row]["adjacent"]) for row in sample["areas"]} == {
        row: sorted(says["adjacent"]) for row, says in sample["areas"].items()
    }


# ---- how far it is, and what a game gives back ----


def test_the_standing_says_what_is_needed_first_and_what_play_asks_for(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("pack iph mine\ncomplete turns\ngrid\nrows even\nhexes\n1139..1130: 6s4c\n")
    said = run("pack", "status", "iph", str(path)).stdout
    assert "best read first, the set-up needs it:\n  hexes 10 of 28 or more; areas 0 of 3; units 0 of" in said
    assert "crt 0 of 36" in said.partition("asked in play if need be:")[2]
    assert said.endswith("whole:\n  grid; turns\n")
    for system in ("iwo", "reef", "betio", "ddat"):
        pack = "sample" if system == "iwo" else "from-the-rulebook"
        lines = run("pack", "status", system, pack).stdout.splitlines()
        assert len(lines) < 23
        assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("system", ["iph", "reef", "iwo", "betio", "ddat"])
def test_what_is_needed_first_are_charts(system: str) -> None:
    printed = load(system).printed
    assert printed.first
    assert set(printed.first) <= set(printed.charts)


def test_a_pack_of_three_rows_is_played_and_grows(run: Run, tmp_path: Path) -> None:
    """IWO 2: given a game on a pack of three rows, when play reads out further ones, then `take` puts them at the end
    of the pack, behind its remarks and in its order; twice takes nothing twice."""
    path = tmp_path / "mine.txt"
    mine = (
        "pack iwo mine  # Ann's\n\nunits  # the tray\n"
        "AIR5 us air bombard=3\nAIR1 us air bombard=2  # it is torn\n\nareas\n"
        "# the beaches\nGreen 0 beach beachhead adjacent=Motoyama\n"
    )
    path.write_text(mine)
    run("new", "evening", "--system", "iwo", "--pack", str(path))
    run("declare", "evening", "setup")
    run("declare", "evening", "chart units INF7 side=jp type=infantry assault=3 mp=2 steps=2")
    run("declare", "evening", "bombards Green:AIR1")
    run("declare", "evening", "caves 0")
    run("declare", "evening", "bombard Green 55")
    assert "1 row taken" in run("pack", "take", "evening", str(path)).stderr
    assert path.read_text().startswith(mine)
    assert path.read_text().removeprefix(mine).split() == [
        "#",
        "read",
        "out",
        "in",
        "evening",
        "units",
        "INF7",
        "jp",
        "infantry",
        "3-2-2",
    ]
    assert "no rows taken" in run("pack", "take", "evening", str(path)).stderr
    path.write_text(path.read_text().replace("INF7 jp infantry 3-2-2", "INF7 jp infantry 4-2-2"))
    before = path.read_text()
    assert "assault is 4 there, and 3 in evening" in run("pack", "take", "evening", str(path), code=2).stderr
    assert path.read_text() == before


def test_toml_grows_at_its_end_too(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('# my own\nsystem = "iwo"\nname = "ours"\n\n[units.AIR1]  # torn\nside = "us"\ntype = "air"\n')
    run("new", "evening", "--system", "iwo", "--pack", str(path))
    run("declare", "evening", "chart units INF7 side=jp type=infantry assault=3 mp=2 steps=2")
    run("pack", "take", "evening", str(path))
    assert path.read_text().startswith("# my own\n")
    assert "# torn" in path.read_text()
    assert rows_of(path, "units")["INF7"]["assault"] == 3
    run("declare", "evening", "chart units AIR1 side=us type=air bombard=3")
    run("pack", "take", "evening", str(path))
    assert rows_of(path, "units")["AIR1"]["bombard"] == 3
