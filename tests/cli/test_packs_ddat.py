"""Packs of D-Day at Tarawa: cards in sections, a map of hexes, and what the rulebook's text lets be checked."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.games import load
from domain.kernel.packs import asked_of, examine, examine_data, explain, number_runs, read_pack
from replays import library
from tests.cli.conftest import Run

DDAT = load("ddat")
SAMPLE = library.pack_text("ddat", "sample")


def told(run: Run, path: Path) -> str:
    return " ".join(run("pack", "check", "ddat", str(path), code=1).stdout.split())


# ---- what the text says ----


def test_what_the_text_says_of_a_row_fits_its_chart() -> None:
    for known in DDAT.printed.roster:
        fields = DDAT.printed.charts[known.chart].model_fields
        assert set(known.says) <= set(fields), known
        assert known.rule.startswith("DDaT ")
    for group in DDAT.printed.groups:
        assert set(group.says) | set(group.likely) <= set(DDAT.printed.charts[group.chart].model_fields), group
    for chart, schema in DDAT.printed.charts.items():
        for field in schema.model_fields:
            assert explain(DDAT, chart, field).endswith("]"), (chart, field)


def test_an_event_is_asked_only_for_what_it_has_printed() -> None:
    assert list(asked_of(DDAT, "events", {"event": "naval-fire"})) == ["event"]
    assert list(asked_of(DDAT, "events", {"event": "smoke"})) == ["event", "zone"]
    assert "range" not in asked_of(DDAT, "units", {"type": "infantry"})
    assert "location" not in asked_of(DDAT, "landing", {"units": "X"})


def test_no_row_of_a_shipped_pack_is_left_out() -> None:
    """Given the packs that come with wardiary, then every row that stands in them plays; the sample lacks nothing."""
    for name in DDAT.printed.packs:
        held = examine(library.pack_text("ddat", name), DDAT, name)
        assert held.begun == {}
        assert held.against == []
    assert examine(SAMPLE, DDAT, "sample").findings == []


def test_the_form_holds_every_row_the_text_knows(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    run("pack", "new", "ddat", "-o", str(path))
    form = tomllib.loads(path.read_text())
    assert form["fire"]["19"] == {"colours": ["2orange", "green:star", "2brown"], "symbol": "diamond"}
    assert len(form["events"]) == 3 * 54
    said = told(run, path)
    assert said.startswith("missing: drift: 1-16, 18-21, 23-33, 35-53 have no drift said [DDaT 5.12]")
    assert "positions: 0 of 28 with an artillery class or a C, where the coastal units are set up [DDaT 3.0]" in said
    assert "units: 1 of 12 units that arrive on turn 1 [DDaT 3.0]" in said


# ---- tables ----


def cell(value: Any) -> str:
    """As a spreadsheet writes it: truth in capitals, lists with spaces, numbers without the 0 they began with."""
    if isinstance(value, bool):
        return str(value).upper()
    text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text.lstrip("0") or "0" if text.isdecimal() else text


def test_tables_come_back_as_the_pack_they_say(run: Run, tmp_path: Path) -> None:
    for chart, rows in tomllib.loads(SAMPLE).items():
        if chart in DDAT.printed.charts:
            schema = DDAT.printed.charts[chart]
            with (tmp_path / f"{chart}.csv").open("w", newline="") as file:
                lines = csv.writer(file)
                lines.writerow([schema.KEY, *schema.model_fields])
                lines.writerows(
                    [row, *(cell(says.get(field, "")) for field in schema.model_fields)] for row, says in rows.items()
                )
    out = tmp_path / "mine.toml"
    run("pack", "read", "ddat", str(tmp_path), "--name", "sample", "--complete", "-o", str(out))
    assert read_pack(out.read_text(), DDAT, "mine").digest == read_pack(SAMPLE, DDAT, "sample").digest
    assert '"1112-1123"' in out.read_text(), "runs stay as they were written"


def test_tables_as_they_are_written_hold_what_the_form_holds(run: Run, tmp_path: Path) -> None:
    run("pack", "new", "ddat", "--table", "-o", str(tmp_path / "mine"))
    read = tomllib.loads(run("pack", "read", "ddat", str(tmp_path / "mine")).stdout)
    form = tomllib.loads(run("pack", "new", "ddat").stdout)
    assert all(read[chart] == form.get(chart, {}) for chart in DDAT.printed.charts if chart in read)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("position,hex\nA1,12\n", "positions.csv:2: A1, column hex: '12' is no hex: four digits, as in 1226"),
        ("position,steady\nA1,1226-1301\n", "A1, column steady: 1226-1301 is no run along a row"),
    ],
)
def test_a_wrong_hex_is_told_with_file_line_and_column(run: Run, tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "positions.csv").write_text(text)
    assert says in " ".join(run("pack", "read", "ddat", str(tmp_path), code=2).stderr.split())


# ---- questions ----


def test_the_deck_is_read_card_by_card(run: Run, tmp_path: Path) -> None:
    """Given an empty pack, then a card's sections are asked together, a word may be said by how it begins, and nothing
    is asked twice."""
    path = tmp_path / "mine.toml"

    def fill(*said: str) -> str:
        return run("pack", "fill", "ddat", str(path), input="".join(line + "\n" for line in said)).stderr

    card = ("drift", "1R", "4-2", "inland1", "smoke", "E", "tank gr", "tank", "gr", "hero", "orange blue")
    said = fill(*card, "2orange:R blue, green:star", "cir 8any", "stop")
    assert "event is one of none, ammo-dump" in said
    assert (
        said.index("landing: 1")
        < said.index("events: 1:17-30")
        < said.index("combat: 1")
        < said.index("fire: 1")
        < said.index("drift: 2")
    )
    held = tomllib.loads(path.read_text())
    assert held["events"]["1:11-16"] == {"event": "tank", "colour": "green"}
    assert held["fire"]["1"] == {
        "colours": ["2orange:R", "blue", "green:star"],
        "symbol": "circle",
        "artillery": "8any",
    }
    assert "drift: 2" in fill("drift", "stop")


def test_a_position_is_said_with_its_fields_as_runs(run: Run, tmp_path: Path) -> None:
    """DDaT 2.1: given complete cards, then positions are asked, those of a zone by their id; a slip in a hex is told at
    once."""
    path = tmp_path / "mine.toml"
    path.write_text('system = "ddat"\nname = "ours"\ncomplete = ["drift", "landing", "events", "combat", "fire"]\n')
    lines = ("12x6", "1226", "bl", "yes", "A4 C medium intense=1225..1227,1326", "A4 steady=0420..0421", "undo")
    lines = (*lines, "A4 steady=0420..0422", "stop", "")
    said = run("pack", "fill", "ddat", str(path), input="\n".join(lines)).stderr
    assert "'12x6' is no hex" in said
    assert tomllib.loads(path.read_text())["positions"]["A4"] == {
        "hex": "1226",
        "colour": "blue",
        "coastal": True,
        "setup": "C",
        "artillery": "medium",
        "intense": ["1225", "1226", "1227", "1326"],
        "steady": ["0420", "0421", "0422"],
    }


# ---- what is missing or against the text ----


def drop(chart: str, *rows: str) -> Callable[[dict[str, Any]], object]:
    return lambda data: [data[chart].pop(row) for row in rows]


def put(chart: str, row: str, **says: Any) -> Callable[[dict[str, Any]], object]:
    return lambda data: data[chart].setdefault(row, {}).update(says)


@pytest.mark.parametrize(
    ("slip", "says", "against"),
    [
        (drop("drift", "3", "4", "5"), "drift: no row for 3-5 [DDaT 5.12]", False),
        (drop("events", "3:2-10", "3:11-16", "3:17-30", "4:2-10"), "events: no row for 3, 4:2-10 [DDaT 4.0]", False),
        (put("drift", "03", drift="none"), "drift: 03: no such card; they are called 1 to 54", False),
        (
            put("landing", "4", units="3", location="none"),
            "landing: 4: where the run ends is not said [DDaT 5.12]",
            False,
        ),
        (
            put("fire", "1", colours=["red", "red:A", "blue"]),
            "fire: 1 shows red twice; the three colours of a card differ [DDaT 6.1]",
            True,
        ),
        (put("fire", "19", colours=["orange", "green", "brown"]), "fire: 19: position colours is", True),
        (
            put("events", "3:2-10", event="naval-hits-position", circle="E6", diamond="X1", triangle="E8"),
            "events: 3:2-10 names position X1, which has no row [DDaT EV]",
            False,
        ),
        (put("events", "3:2-10", event="smoke", zone=""), "events: 3:2-10: smoke without zone [DDaT EV]", False),
        (
            put("positions", "E6", coastal=False),
            "positions: E6: coast is false here, true by the text [DDaT 2.1]",
            True,
        ),
        (
            put("positions", "E6", hex="1720"),
            "positions: E6 (1720): coastal here, though neither in nor next to a beach hex [DDaT 2.1]",
            True,
        ),
        (
            put("positions", "A2", setup="none", artillery="none"),
            "positions: 27 of 28 with an artillery class or a C",
            False,
        ),
        (
            put("positions", "A8", intense=["1109"]),
            "positions: 1109 in the fields of both A1 and A8; fields of one colour (red) never overlap",
            True,
        ),
        (put("positions", "A1", steady=[], intense=[]), "positions: A1: no fire dots said [DDaT 2.1]", False),
        (put("positions", "A1", group="B4/B8"), "positions: group B4/B8 of A1, B4, B8 is", True),
        (
            put("positions", "Q9", hex="1521", colour="red", coastal=False, steady=["1522"]),
            "positions: Q9 is no id",
            True,
        ),
        (
            put("approaches", "R2A", hex="0118"),
            "approaches: R2A in 0118 is not between 0120 and 0139 [DDaT 5.12]",
            True,
        ),
        (
            put("approaches", "R2A", facing="none"),
            "approaches: R2A: where its arrow points is not said [DDaT 2.1]",
            False,
        ),
        (
            put("map", "beach", hexes=["1226"]),
            "approaches: R1A, arrow zigzag: no beach hex lies on its line [DDaT 5.12]",
            False,
        ),
        (put("map", "wreck", hexes=["0521"]), "approaches: R1A, arrow zigzag: no LVT wreck lies on its line", False),
        (put("map", "pier", sides=["0126/0128"]), "map: pier: 0126/0128 is no hexside", False),
        (put("map", "swamp", hexes=["1521"]), "map: swamp has no row in terrain [DDaT 7.3]", False),
        (
            put("units", "A/1/2", strength=[5, 4, 3]),
            "units: A/1/2 has 3 attack strengths and 4 steps [DDaT 2.21]",
            True,
        ),
        (put("units", "C/1/2", arrival=2), "units: 11 of 12 units that arrive on turn 1", False),
        (drop("units", "HQ-18"), "units: 2 of 3 headquarters [DDaT 16.21]", False),
        (drop("japanese", "J01"), "japanese: 27 of 28 units with the coastal code [DDaT 3.0]", False),
        (put("japanese", "T1", tank="green"), "japanese: 2 green tank units; their colours differ [DDaT 2.23]", True),
        (
            put("japanese", "J02", weapons=["BAR"]),
            "japanese: J02 requires BAR, which no US unit of the pack has [DDaT 8.2]",
            True,
        ),
        (put("counts", "coastal", count=16), "depth: 15 of 16 coastal depth markers [DDaT 2.25]", True),
        (
            put("counts", "inland", count=10),
            "counts: 10 inland depth markers; 21 November alone has 11 [DDaT 20.1]",
            True,
        ),
        (drop("attack-chart", "met/less/alone"), "attack-chart: no row for met/less/alone [DDaT 8.3]", False),
        (drop("command", "4"), "command: a space is left out between the first and the last [DDaT 16.2]", False),
    ],
)
def test_what_is_missing_or_against_the_text_is_told_with_its_rule(
    slip: Callable[[dict[str, Any]], object], says: str, against: bool
) -> None:
    """Given the whole sample with one slip, then the slip is named; what the printed game may have right is told
    apart."""
    data = tomllib.loads(SAMPLE)
    slip(data)
    held = examine_data(data, DDAT, "mine")
    findings = [str(finding) for finding in (held.against if against else held.missing)]
    assert any(finding.startswith(says) for finding in findings), [str(finding) for finding in held.findings]


def test_long_lists_are_told_as_runs() -> None:
    assert number_runs(["1", "2", "3", "5", "6", "A1"]) == "1-3, 5, 6, A1"
    assert number_runs([f"{n}:2-10" for n in range(20)]).endswith("11:2-10 and 8 more")
