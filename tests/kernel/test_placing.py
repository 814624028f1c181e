"""Slips in a pack, each put into the sample, and the place that `pack check` names."""

from __future__ import annotations

import pytest

from domain.games import SYSTEMS, load
from domain.kernel.packs import examine_data
from replays import library
from replays.dictated import read_dictated

SLIPS = [
    ("iph", "hexes\n1690..1699 sea", "hexes: 1690, 1691, 1692 and 7 more lie beyond the edge: by columns"),
    ("iph", "hexes\n1645 sea", "hexes: 1645 lies apart from the rest of the map"),
    ("iph", "hexes\nstream 2120/2220,2121/2221", "hexes: the stream has a gap of one hexside, 2121/2220"),
    ("iph", "hexes\nroads=2121 2120", "hexes: 2120/2121: a road by the first hex, and not by the second [IPH 9.9]"),
    ("iph", 'hexes\n2120 "Ewa"', "hexes: Ewa is the name of 2120 and of 3225, which lie apart"),
    ("iph", "hexes\nfort 2120", "hexes: 8 of 7 fortification hexes [IPH 3.3]"),
    ("iph", "hexes\nhonolulu=no 3414", "4 of 5 hexes of Honolulu [IPH 9.14]"),
    ("iph", "hexes\ncoastal=yes 2125", "hexes: 2125 is coastal, and there is land on every side"),
    ("iph", 'areas\n"East Coast" hexes=1225', "1225: of both North Coast and East Coast; no hex of North Coast is"),
    ("iph", "units\n24-38 us 24 2-2", "units: 38 of the command 24, where there are 37 [IPH 3.3, 3.4]"),
    ("iph", "units\nFort-8 us fort 0-1", "units: 8 of the command fort, where there are 7 [IPH 3.3, 3.4]"),
    ("betio", "hexes\nsea 4699", "hexes: 4699 lies beyond the edge: by columns"),
    ("betio", "hexes\narea Point 4430", "hexes: Point is the area of 2521 and of 4430, which lie apart"),
    ("betio", "units\nX infantry 2-2 1 battalion=1/2", "units: 3 infantry units of 1/2, where there are 2"),
    ("betio", "units\nX infantry 2-2 1 battalion=none", "units: X is of no battalion [BB 4.9.14, 12.1]"),
    ("iwo", 'areas\nEastCliffs "East Cove"', "areas: East Cove is the name of EastCliffs and of EastCove"),
    ("iwo", "units\nAIR6 us air bombard=3", "units: 6 air units, where there are 5 [IWO 22.1.3]"),
    ("iwo", "units\nX us marines division=0 4-2-4", "units: X is of division 0; there are the 3rd, 4th and 5th"),
    ("reef", "entry-areas\nGreen hexes=Z14", "entry-areas: Z14: of Green here, and an entry hex of Red1 [BRT 15.2]"),
    ("reef", "allotments\nIV/Red1 gpp=3", "allotments: IV/Red1: no such row; they are I/Green, I/Red1"),
    ("ddat", "counts\nZ9 3", "counts: Z9: no such row; they are "),
    ("ddat", "barrage\nmet/four", "barrage: met/four: no such row; they are "),
    ("reef", "hexes\nocean ZZ99", "hexes: ZZ99 lies beyond the edge"),
]


@pytest.mark.parametrize(("code", "lines", "words"), SLIPS)
def test_a_slip_is_named_at_its_place(code: str, lines: str, words: str) -> None:
    """Given the sample with a slip, when it is checked, then what is odd is named, and nothing was odd before."""
    rules = load(code)
    said = read_dictated(f"pack {code}\n{lines}", rules, "slip.txt").data
    data = {**library.pack_said(code, "sample").data}
    data["complete"] = [*data.get("complete", ()), "hexes"] if code == "iph" else data.get("complete", [])
    for chart in rules.printed.charts:
        rows = {row: dict(says) for row, says in data.get(chart, {}).items()}
        for row, says in said.get(chart, {}).items():
            rows[row] = {**rows.get(row, {}), **says}
        data[chart] = rows
    findings = [str(finding) for finding in examine_data(data, rules, "slip").findings]
    assert any(words in finding for finding in findings), findings


def test_a_hex_left_out_amid_others_is_named() -> None:
    """Given a map said to be whole, when a hex in its middle has no row, then it is named."""
    data = {**library.pack_said("betio", "sample").data}
    data["hexes"] = {hex: says for hex, says in data["hexes"].items() if hex != "2736"}
    findings = [str(finding) for finding in examine_data(data, load("betio"), "x").findings]
    assert "hexes: no row for 2736, with hexes on every side" in findings


@pytest.mark.parametrize("code", SYSTEMS)
def test_nothing_is_odd_in_the_sample(code: str) -> None:
    """Given the sample, then nothing in it is against the text."""
    assert library.examined(code, "sample").against == []
