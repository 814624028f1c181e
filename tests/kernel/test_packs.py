"""Packs of the kernel: what is known and what is not, said in a game's own words."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from domain.games import load
from domain.kernel.errors import BadInput
from domain.kernel.packs import asked_of, both_ways, examine, explain, form, read_pack, write_pack, write_toml
from replays import library

IWO = load("iwo")
SAMPLE = library.pack_text("iwo", "sample")


def found(text: str) -> list[str]:
    return [str(finding) for finding in examine(text, IWO, "mine").findings]


def test_the_form_is_a_pack_at_once() -> None:
    """Given the form as it is written, then it is TOML, and a pack of the rows that lack nothing."""
    text = form(IWO, "mine")
    assert tomllib.loads(text)["name"] == "mine"
    held = examine(text, IWO, "mine")
    assert held.pack.charts["markers"]["cave"] == {"count": 21}
    assert {chart: len(rows) for chart, rows in held.begun.items()} == {"areas": 2, "units": 19, "markers": 1}


def test_every_line_of_the_form_can_be_filled_in() -> None:
    """Given each block of the form with its # taken away and its gaps filled, then it is a row of its chart."""
    numbers = {"bdv", "bombard", "assault", "mp", "steps", "count", "division"}
    words = {
        "symbols": "[]",
        "box": '"none"',
        "adjacent": "[]",
        "at": "true",
        "range": '"1"',
        "type": '"infantry"',
        "red": "false",
        "armor": "0",
        "side": '"jp"',
    }
    lines = []
    for n, line in enumerate(form(IWO, "mine").splitlines()):
        bare = line.removeprefix("# ")
        field, equals, rest = bare.partition(" =")
        if bare.startswith("["):
            lines.append(bare.replace("NAME", f"row {n}"))
        elif equals and field in numbers | set(words):
            given = rest.partition("#")[0].strip()
            lines.append(f"{field} = {given or words.get(field, '1')}  #{rest.partition('#')[2]}")
        elif not line.startswith("#"):
            lines.append(line)
    held = examine("\n".join(lines), IWO, "mine")
    assert held.begun == {}
    assert len(held.pack.charts["areas"]) == 2 + 4
    assert len(held.pack.charts["units"]) == 19 + len([group for group in IWO.printed.groups if group.chart == "units"])


def test_what_the_text_says_of_a_row_fits_its_chart() -> None:
    for known in IWO.printed.roster:
        assert set(known.says) <= set(IWO.printed.charts[known.chart].model_fields), known
        assert known.rule.startswith("IWO ")
    for group in IWO.printed.groups:
        assert set(group.says) | set(group.likely) <= set(IWO.printed.charts[group.chart].model_fields), group
        assert set(group.likely) <= set(asked_of(IWO, group.chart, group.says)), group


def test_every_field_is_explained_with_its_rule() -> None:
    for chart, schema in IWO.printed.charts.items():
        for field in schema.model_fields:
            assert explain(IWO, chart, field).endswith("]"), (chart, field)


@pytest.mark.parametrize(
    ("says", "asked"),
    [
        ({"side": "us", "type": "air"}, {"bombard"}),
        ({"side": "us", "type": "tank"}, {"division", "armor", "assault", "mp", "steps"}),
        ({"side": "jp", "type": "mortar"}, {"red", "at", "bombard", "range", "assault", "mp", "steps"}),
        ({"side": "jp", "type": "rocket"}, {"red", "at", "range", "assault", "mp", "steps"}),
    ],
)
def test_a_counter_is_asked_only_for_what_is_printed_on_it(says: dict[str, Any], asked: set[str]) -> None:
    """IWO 2.1.1."""
    fields = asked_of(IWO, "units", says)
    assert set(fields) - set(says) == asked
    assert list(fields.values())[-1], (
        "what must be said comes last, so that a row is whole only when all of it was asked for"
    )


def test_a_row_without_its_ratings_is_no_row_yet() -> None:
    """Given an air unit nobody has read the rating of, then no game plays with 0 dice for it, and the chart is not
    complete."""
    text = SAMPLE.replace(
        '[units."AIR1"]\nside = "us"\ntype = "air"\nbombard = 3', '[units."AIR1"]\nside = "us"\ntype = "air"'
    )
    assert text != SAMPLE
    held = examine(text, IWO, "mine")
    assert "AIR1" not in held.pack.charts["units"]
    assert held.begun["units"]["AIR1"] == {"side": "us", "type": "air"}
    assert held.pack.complete == ("areas", "markers")
    assert "units: AIR1 has no Bombardment Rating said [IWO 2.1.1(4)]" in found(text)


def test_the_sample_lacks_nothing() -> None:
    assert found(SAMPLE) == []
    assert write_pack(examine(SAMPLE, IWO, "sample").pack) == write_pack(read_pack(SAMPLE, IWO, "sample"))


@pytest.mark.parametrize(
    ("old", "new", "says", "against"),
    [
        ("bdv = 0", "bdv = 1", "areas: 2 of 3 beaches, the areas with Basic Defense Value 0 [IWO 2.2.1, 14]", False),
        ("bdv = 0", "bdv = 1", "areas: Green has a Beach symbol, and Basic Defense Value 1 [IWO 2.2.1, 3]", True),
        ('name = "Funami Dai"', 'name = "Funami"', "areas: none of the name 'Funami Dai' [IWO 23.1(1)]", False),
        (
            'box = "stars"',
            'box = "none"',
            "areas: none with the box Stars and Stripes?, where there is one [IWO 14]",
            False,
        ),
        (
            "bdv = 2",
            'bdv = 2\nbox = "beachhead"',
            "areas: Isthmus has the box Beachhead? and is no beach [IWO 14]",
            True,
        ),
        (
            'adjacent = ["Crater", "Isthmus", "Amber"]',
            'adjacent = ["Crater", "Isthmus"]',
            "areas: Amber is next to Green, but Green is not said to be next to Amber",
            False,
        ),
        (
            'adjacent = ["Crater", "Isthmus", "Amber"]',
            'adjacent = ["Crater", "Isthmus", "Ambre"]',
            "areas: Green is next to Ambre, which has no row; is it Amber?",
            False,
        ),
        (
            '[areas."Saddle"]',
            '[areas."Sadddle"]\nbdv = 3\nadjacent = ["Saddle"]\n\n[areas."Saddle"]',
            "areas: Sadddle and Saddle are nearly the same name: is one a slip?",
            True,
        ),
        (
            '[areas."Saddle"]',
            '[areas."Rock"]\nbdv = 2\nadjacent = ["Reef"]\n\n[areas."Reef"]\nbdv = 2\nadjacent = '
            '["Rock"]\n\n[areas."Saddle"]',
            "areas: Rock, Reef cannot be reached from any landing area [IWO 10.1, 10.3]",
            False,
        ),
        (
            '[areas."Ridge"]',
            '[areas."Ridge: north"]',
            "areas: Ridge: north: a name cannot hold :, which part the words of a line",
            False,
        ),
        ('type = "hq"', 'type = "infantry"', "units: no Japanese HQ, where there is 1 [IWO 22.3.1]", False),
        ('type = "rocket"', 'type = "hq"', "units: 2 Japanese HQ, where there is 1 [IWO 22.3.1]", True),
        (
            '[units."NAV1"]\nside = "us"\ntype = "naval"\nbombard = 4',
            "",
            "units: with the markers, the Turn and the Victory Point markers",
            True,
        ),
        ("armor = 2", "armor = 1", "units: 4D-TK has Armor Rating 1; that of every US tank is 2 [IWO 22.4.3]", True),
        (
            "steps = 4",
            "steps = 3",
            "units: 4D-R23 has 3 steps; US Marine units have 4 (the counter is right) [IWO 3]",
            True,
        ),
        (
            "mp = 2\nsteps = 2",
            "mp = 2\nsteps = 5",
            "units: INF1 has 5 steps; most ground units have 2 (the counter is right) [IWO 3]",
            True,
        ),
        (
            'range = "1"\nassault = 1\nmp = 1\nsteps = 1',
            'range = "1"\nassault = 1\nmp = 1\nsteps = 3',
            "units: MOR1 has 3 steps; Japanese artillery has 1 (the counter is right) [IWO 3]",
            True,
        ),
        ("assault = 4\n", "", "units: 4D-R23 has no Assault Rating said [IWO 2.1.1(5)]", False),
        (
            "division = 3",
            "division = 4",
            "units: the 3rd Division is three regiments, artillery and tanks; here it is 2 marines,",
            False,
        ),
        (
            '[units."3D-TK"]\nside = "us"\ntype = "tank"',
            '[units."3D-TK"]\nside = "us"\ntype = "gun"',
            'units: 3D-TK: symbol is "gun" here, "tank" by the text [IWO 22.2.1, 22.4.3]',
            True,
        ),
        (
            'complete = ["areas", "units", "markers"]',
            'complete = ["areas"]',
            "units: 49 said so far; when these are all, name units under `complete`",
            False,
        ),
        ('[markers."cave"]\ncount = 21', "", "markers: cave: how many there are [IWO 4.1]", False),
        ("count = 21", "count = 20", "markers: cave: count is 20 here, 21 by the text [IWO 4.1]", True),
    ],
)
def test_what_is_missing_or_against_the_text_is_told_with_its_rule(
    old: str, new: str, says: str, against: bool
) -> None:
    """Given the whole sample with one slip, then the slip is named; what the printed game may have right is told
    apart."""
    assert old in SAMPLE
    held = examine(SAMPLE.replace(old, new, 1), IWO, "mine")
    told = held.against if against else held.missing
    assert any(str(finding).startswith(says) for finding in told), [str(finding) for finding in held.findings]


def test_findings_stand_by_chart() -> None:
    charts = [line.partition(":")[0] for line in found(form(IWO, "mine"))]
    assert charts == sorted(charts, key=["areas", "units", "markers"].index)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[areas.Green]\nbdvv = 0", "mine: areas.Green: bdvv: is no field of the areas chart; fields are name, bdv,"),
        (
            '[areas.Green]\nadjacent = "Amber"',
            "mine: areas.Green: adjacent: 'Amber' is not a word, several joined by commas",
        ),
        ("[areas]\nGreen = 1", "mine: areas.Green is no row: write [areas.Green] and its fields below"),
        ("[arias.Green]\nbdv = 0", "mine: there is no chart 'arias'; did you mean areas"),
        ("[areas.Green\n", "mine: Expected"),
    ],
)
def test_what_no_pack_may_hold_is_refused_with_its_place(text: str, says: str) -> None:
    with pytest.raises(BadInput) as told:
        examine('system = "iwo"\n' + text, IWO, "mine")
    assert str(told.value).startswith(says)


def test_neighbours_are_entered_both_ways() -> None:
    """Given A said with B; when B is said with C, then A is B's too, and C, not said yet, is left to be asked."""
    rows: dict[str, dict[str, Any]] = {
        "A": {"adjacent": ["B"]},
        "B": {"adjacent": ["C"]},
        "C": {},
        "D": {"adjacent": []},
    }
    both_ways(rows, "B", "adjacent")
    assert rows == {"A": {"adjacent": ["B"]}, "B": {"adjacent": ["C", "A"]}, "C": {}, "D": {"adjacent": []}}
    rows["C"] = {"adjacent": ["B", "D"]}
    both_ways(rows, "C", "adjacent")
    assert rows["D"] == {"adjacent": ["C"]}


def test_a_pack_that_is_not_whole_comes_back_as_it_was_written() -> None:
    data = tomllib.loads(form(IWO, "mine"))
    assert tomllib.loads(write_toml(data)) == data
