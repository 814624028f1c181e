"""Invasion Pearl Harbor: the invented island is one the text's game can be played on, and a slip in a pack is found."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from domain.iph import roster
from domain.iph.charts import (
    CHARTS,
    FORD_ISLAND,
    GRIDS,
    MARINES_AT,
    SCHOFIELD,
    VP_OF,
    AreaCard,
    GridCard,
    HexCard,
    LandingCard,
    Terrain,
)
from domain.kernel.limits import ROWS, TOML
from domain.kernel.printed import Known
from domain.kernel.state import check_row

PACK = Path(roster.__file__).with_name("packs") / "sample.toml"
Says = dict[str, dict[str, dict[str, Any]]]


@cache
def text() -> str:
    return PACK.read_text(encoding="utf-8")


@cache
def data() -> Mapping[str, Any]:
    return tomllib.loads(text())


@cache
def read() -> Says:
    """The rows of its charts, each as the strict reader of packs takes it."""
    return {
        chart: {row: check_row(schema, says) for row, says in data().get(chart, {}).items()}
        for chart, schema in CHARTS.items()
    }


def charts() -> Says:
    """The same; the test may change them."""
    return deepcopy(read())


HEXES = {hex: HexCard.model_validate(says) for hex, says in data()["hexes"].items()}
PRINTED = [chart for chart in CHARTS if chart != "airfields"]
"""The charts of a pack: which hexes are airfields, a map that is whole says by itself."""
AREAS = {area: AreaCard.model_validate(says).hexes for area, says in data()["areas"].items()}
GRID = GRIDS[GridCard.model_validate(data()["grid"]["rows"]).shifted]


def of(*terrains: Terrain) -> list[str]:
    return [hex for hex, card in HEXES.items() if card.terrain in terrains]


def reached(start: str, ways: Mapping[str, Iterable[str]]) -> set[str]:
    """All hexes that these ways lead to."""
    found, ahead = {start}, [start]
    while ahead:
        further = [near for near in ways[ahead.pop()] if near not in found]
        found.update(further)
        ahead += further
    return found


def within(most: int, *centres: str) -> set[str]:
    """The hexes of the island at most so far from any of these, where units may stand while Battleship Row lives
    (11.1)."""
    return {
        hex for hex in HEXES if hex != FORD_ISLAND and min(GRID.distance(hex, centre) for centre in centres) <= most
    }


# ---- it says what a pack must, and that it is invented ----


def test_it_is_an_invented_pack_complete_in_every_chart() -> None:
    assert (data()["system"], data()["name"], data()["invented"]) == ("iph", "sample", True)
    assert "not the published map, counters or charts" in data()["about"]
    assert data()["complete"] == PRINTED
    assert len(text()) < TOML
    assert max(map(len, charts().values())) <= ROWS


def test_nothing_is_missing_and_nothing_against_the_text() -> None:
    assert [*map(str, roster.check(charts(), data()["complete"]))] == []


@pytest.mark.parametrize("known", roster.ROSTER, ids=lambda known: f"{known.chart}.{known.row}")
def test_what_the_text_knows_stands_there(known: Known) -> None:
    says = data()[known.chart][known.row]
    schema = CHARTS[known.chart]
    card = schema.model_validate(says)
    assert {field: getattr(card, field) for field in known.says} == known.says
    assert not [field for field, must in roster.printed(known.chart, says).items() if must and field not in says]


@pytest.mark.parametrize("chart", CHARTS)
def test_every_field_is_explained_and_every_row_that_is_asked_for_has_it(chart: str) -> None:
    fields = CHARTS[chart].model_fields
    assert {name for name in roster.FIELDS if name.startswith(f"{chart}.")} == {f"{chart}.{field}" for field in fields}
    for group in roster.GROUPS:
        if group.chart == chart:
            assert {*group.says, *group.likely, *roster.printed(chart, group.says)} <= set(fields)


def test_the_map_that_is_drawn_is_the_map_that_is_said() -> None:
    letters = {
        "clear": ".",
        "rough": "r",
        "mountain": "^",
        "city": "C",
        "military-installation": "M",
        "fortification": "F",
        "oil-storage": "O",
        "airfield": "A",
    }
    spots = {GRID.spot(hex): letters[card.terrain] for hex, card in HEXES.items()}
    west = max(spot.half for spot in spots)
    for row in range(min(spots).row, max(spots).row + 1):
        line = {west - spot.half: letter for spot, letter in spots.items() if spot.row == row}
        drawn = "".join(line.get(place, " ") for place in range(max(line) + 1))
        assert f"\n#   {row}  {drawn}\n" in text()


# ---- what the text says of the map ----


def test_hexes_are_numbered_as_the_examples_count() -> None:
    """IPH 3.3, 3.2: whichever rows are shifted, 1727 is four hexes from 2125, and 1630 to 1632 lie in a line."""
    for grid in GRIDS.values():
        assert grid.distance("1727", SCHOFIELD[0]) == 4
        assert grid.adjacent(*SCHOFIELD)
        assert grid.adjacent("1630", "1631")
        assert grid.adjacent("1631", "1632")


def test_ford_island_is_an_airfield_with_water_all_around_and_the_island_beyond() -> None:
    """IPH 4.5, 9.10, 11.2."""
    around = GRID.neighbours(FORD_ISLAND)
    assert set(HEXES[FORD_ISLAND].water) == set(around)
    assert len(around) == 6
    assert [FORD_ISLAND in HEXES[near].water for near in around] == [True] * 6
    assert HEXES[FORD_ISLAND].roads == ()


def test_forts_honolulu_and_airfields_are_as_many_as_the_text_counts() -> None:
    """IPH 3.3, 9.14, 2.2, 7.15."""
    honolulu = [hex for hex, card in HEXES.items() if card.honolulu]
    assert len(of("fortification")) == 7
    assert (len(honolulu), {HEXES[hex].terrain for hex in honolulu}) == (5, {"city"})
    city = {hex: [near for near in GRID.neighbours(hex) if near in honolulu] for hex in honolulu}
    part = reached(honolulu[0], city)
    assert part < set(honolulu)
    assert any(GRID.distance(one, other) == 2 for one in part for other in honolulu if other not in part)
    assert len(of("airfield")) >= 2


def test_all_of_the_island_hangs_together_without_crossing_water() -> None:
    """IPH 9.10: but for Ford Island, which is reached by its own rule."""
    ways = {
        hex: [near for near in GRID.neighbours(hex) if near in HEXES and near not in card.water]
        for hex, card in HEXES.items()
    }
    assert reached(SCHOFIELD[0], ways) == set(HEXES) - {FORD_ISLAND}


def test_one_net_of_roads_joins_the_towns_schofield_and_the_coasts() -> None:
    net = reached(SCHOFIELD[0], {hex: card.roads for hex, card in HEXES.items()})
    assert {*of("city"), *SCHOFIELD, *MARINES_AT} <= net
    assert [area for area, line in AREAS.items() if not net & set(line)] == []


def test_the_coast_is_where_the_sea_begins() -> None:
    """IPH 3.2, 3.3."""
    assert [
        hex for hex, card in HEXES.items() if card.coastal != any(near not in HEXES for near in GRID.neighbours(hex))
    ] == []


# ---- beachheads (3.2, 3.5, 8.5) ----


CENTRES = [(area, line[n - 1 : n + 2]) for area, line in AREAS.items() for n in range(1, len(line) - 1)]


@pytest.mark.parametrize(("area", "beach"), CENTRES, ids=lambda said: said if isinstance(said, str) else said[1])
def test_every_centre_gives_three_coastal_hexes_in_a_line(area: str, beach: tuple[str, ...]) -> None:
    """IPH 3.2: a hex of an area with a neighbour on either side of it in the same area."""
    assert len({*beach}) == 3
    assert all(GRID.adjacent(one, other) for one, other in pairwise(beach))
    assert all(HEXES[hex].coastal for hex in beach)


def test_the_example_starts_with_four_points() -> None:
    """IPH 4.6: three beachheads and the city of Halei-wa; the end of the area is no centre."""
    assert ("North Coast", ("1632", "1631", "1630")) in CENTRES
    assert [VP_OF.get(HEXES[hex].terrain, 0) for hex in ("1630", "1631", "1632")] == [1, 0, 0]
    assert AREAS["North Coast"][0] == "1632"


def test_no_beach_is_where_the_us_may_set_up() -> None:
    """The text does not say what becomes of US units in a beachhead hex: here there can be none when it is revealed
    (3.3, 3.5)."""
    beaches = {hex for line in AREAS.values() for hex in line}
    assert not beaches & within(4, *SCHOFIELD)
    assert not beaches & within(4, *MARINES_AT)
    assert not beaches & set(of("fortification"))
    assert all(HEXES[hex].coastal for hex in beaches), "the 25th Division stays off the coast"


def test_the_landing_table_has_every_result_and_stalls_at_four_and_five() -> None:
    """IPH 8.5."""
    table = {int(result): LandingCard.model_validate(says).effect for result, says in data()["landing"].items()}
    dates = [0, *(says["amount"] for says in data()["landing-modifiers"].values())]
    beaches = {HEXES[hex].landing for line in AREAS.values() for hex in line}
    assert len(beaches) > 1
    for die in range(1, 7):
        assert {die + date + beach for date in dates for beach in beaches} <= set(table)
    assert [result for result, effect in table.items() if effect == "stalled"] == [4, 5]


# ---- the US set-up has room (3.3, 6.5) ----


def test_the_24th_has_room_around_schofield() -> None:
    """IPH 3.3: 37 companies within four hexes, four to a hex, and twice over, so that there is something to choose."""
    assert 4 * len(within(4, *SCHOFIELD)) >= 2 * 37


def test_the_25th_has_room_in_the_south() -> None:
    """IPH 3.3: 37 companies in hexes of rows 28 and higher that are not on the coast, three to a hex."""
    inland = [hex for hex, card in HEXES.items() if hex >= "2800" and not card.coastal and hex != FORD_ISLAND]
    assert 3 * len(inland) >= 2 * 37


def test_the_marines_have_room_around_each_of_their_places() -> None:
    """IPH 3.3, 6.4: four battalions, one to a hex; some of these hexes are forts, where alone they may stand with
    others."""
    for place in MARINES_AT:
        assert len(within(4, place)) >= 4
    assert len(within(4, *MARINES_AT) & set(of("fortification"))) > 1


# ---- victory (4.2, 4.4) ----


def test_the_points_to_win_are_there_and_not_around_any_beach() -> None:
    """IPH 4.2, 4.6: with three beachheads 19 more win; there are less than twice as many, and not half of them within
    four hexes of a beach."""
    worth = {hex: VP_OF.get(card.terrain, 0) for hex, card in HEXES.items()}
    assert 19 < sum(worth.values()) < 2 * 19
    for _, beach in CENTRES:
        near = [hex for hex in HEXES if min(GRID.distance(hex, one) for one in beach) <= 4]
        assert sum(worth[hex] for hex in near) < 19 / 2


# ---- a slip in a pack is found ----


def found(said: Says) -> set[tuple[str, str]]:
    """The charts of which something is found, with the rules it is by."""
    return {(finding.chart, finding.rule) for finding in roster.check(said, data()["complete"])}


def unsaid(*path: str) -> Says:
    """The sample pack without this row, or this field of a row."""
    said: Any = charts()
    inner = said
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return said  # type: ignore[no-any-return]


def but(chart: str, row: str, **says: Any) -> Says:
    """The sample pack with these fields of a row, which may be new."""
    said = charts()
    said[chart][row] = {**said[chart].get(row, {}), **says}
    return said


@pytest.mark.parametrize("chart", PRINTED)
def test_a_row_that_the_text_knows_is_missed(chart: str) -> None:
    known = next(known for known in roster.ROSTER if known.chart == chart)
    assert f"no row for {known.row}" in [finding.words for finding in roster.check(unsaid(chart, known.row), ())]


def test_a_pack_that_is_being_filled_in_is_looked_at_too() -> None:
    """Rows that are not whole stand as they were written, with runs along a row of the map; and how the rows lie may
    not be said yet."""
    begun = {"1226": {"roads": ["1227-1229"]}, "1227": {"roads": ["1226"]}, "1228": {}}
    words = "1226/1228, 1226/1229: a road between hexes that do not touch"
    for grid, told in (({}, []), ({"rows": {"shifted": "odd"}}, [words])):
        found = [finding.words for finding in roster.check({"grid": grid, "hexes": begun}, ())]
        assert [said for said in found if "a road" in said] == told


@pytest.mark.parametrize(
    ("said", "chart", "rule"),
    [
        (but("hexes", "1729", terrain="fortification"), "hexes", "3.3"),
        (but("hexes", "3513", terrain="city", honolulu=True), "hexes", "9.14"),
        (but("hexes", "3415", terrain="clear"), "hexes", "2.2, 9.14"),
        (but("hexes", "1631", terrain="city"), "hexes", "4.6"),
        (but("hexes", "16-30", terrain="clear"), "hexes", "2.2"),
        (but("hexes", "1730", roads=["1630"]), "hexes", "9.9"),
        (but("hexes", "1630", roads=["1530", "1631", "1730", "1632"]), "hexes", "9.9"),
        (but("hexes", "1220", roads=["1221", "1219"]), "hexes", "9.9"),
        (but("hexes", "3121", water=["3020", "3120"]), "hexes", "9.10"),
        (but("hexes", "3121", roads=["3020"]), "hexes", "9.10"),
        (but("hexes", "1829", sides=["stream/1729"]), "hexes", "9.2, 10.2"),
        (but("hexes", "1829", sides=["cliff/1729", "stream/1730"]), "terrain", "9.2, 10.2"),
        (unsaid("hexes", FORD_ISLAND, "water"), "hexes", "9.10"),
        (unsaid("hexes", "1428", "coastal"), "areas", "3.2"),
        (but("hexes", "1428", terrain="sea"), "areas", "3.2"),
        (
            but("areas", "North Coast", hexes=["1632", "1631", "1530", "1429", "1428", "1328", "1327", "1226", "1225"]),
            "areas",
            "3.2",
        ),
        (
            but("areas", "North Coast", hexes=["1631", "1630", "1530", "1429", "1428", "1328", "1327", "1226", "1225"]),
            "areas",
            "3.2",
        ),
        (but("areas", "South Coast", hexes=["3317"]), "areas", "3.2"),
        (unsaid("landing", "9"), "landing", "8.5"),
        (but("landing", "six", effect="ashore"), "landing", "8.5"),
        (but("crt", "5:1/1", attacker=0, defender=4), "crt", "10.9"),
        (but("turns", "12", date=9, part="night"), "turns", "2.10"),
        (but("units", "24-38", side="us", command="24", attack=1, defence=2), "units", "3.3, 3.4"),
        (but("units", "24-1", side="jp"), "units", "2.5, 2.12"),
        (but("units", "24-1", reduced_attack=1, reduced_defence=1), "units", "2.11"),
        (but("units", "USMC-1", reduced_attack=3, reduced_defence=4), "units", "2.11"),
        (but("units", "IJA-1", reduced_attack=0, reduced_defence=0), "units", "2.11"),
        (but("units", "SNLF-1", attack=4), "units", "2.4"),
    ],
)
def test_what_is_said_against_the_text_is_found(said: Says, chart: str, rule: str) -> None:
    assert (chart, f"IPH {rule}") in found(said)


def test_honolulu_has_a_gap() -> None:
    """IPH 2.2: one hex lies between two parts of the city."""
    said = but("hexes", "3513", terrain="city", honolulu=True)
    said["hexes"]["3415"].update(terrain="clear", honolulu=False)
    assert ("hexes", "IPH 2.2") in found(said)


def test_the_japanese_are_fewer_than_the_counters_that_are_left() -> None:
    """IPH 2.1, 3.4: the tally of 176 counters leaves 55 for companies and control markers."""
    said = charts()
    company = said["units"]["IJA-1"]
    said["units"].update({f"IJA-{n}": company for n in range(25, 31)})
    assert found(said) == set()
    said["units"]["IJA-31"] = company
    assert found(said) == {("units", "IPH 2.1, 3.4")}
    none = {**said, "units": {unit: says for unit, says in said["units"].items() if says["command"] != "IJA"}}
    assert found(none) == {("units", "IPH 2.12")}
