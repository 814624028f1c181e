"""Maps of a report: diagrams of areas, of a small scene and of played games, and hex maps in parts."""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.game import Game
from projections.areamap import area_svg
from projections.areamap.areas import LEAST
from projections.areamap.arranged import BOX, TALL, WIDE, layout
from projections.hexmap import sheets as hex_sheets
from projections.iwo.scene import scene as areas
from projections.report.maps import Situation, map_situation
from projections.report.model import Picture
from projections.scene import Cell, Counter, Edge, Scene
from tests.shipped import played

SVG = "{http://www.w3.org/2000/svg}"


@cache
def middle() -> Game[Any]:
    """Guns and tanks in the middle of the game: both sides hold areas, and some of the Japanese are concealed."""
    game = played("iwo", "guns-and-tanks")
    return game.at(game.entries[len(game.entries) // 3].version)


def read(picture: str) -> str:
    """All that can be read in a picture without pointing at anything, lines joined."""
    return " ".join("".join(found.itertext()) for found in ElementTree.fromstring(picture).iter(f"{SVG}text"))


def groups(picture: str) -> dict[str, Element]:
    """The groups of a picture by the title each has."""
    return {
        title: group
        for group in ElementTree.fromstring(picture).iter(f"{SVG}g")
        if (title := group.findtext(f"{SVG}title") or "")
    }


def shape(group: Element) -> Element:
    return next(child for child in group if child.tag != f"{SVG}title")


# ---- a scene of no game ----

SMALL = Scene(
    title="A small place",
    about="Two sides <meet> & look",
    cells=(
        Cell("N", 0, 0, label="Northern Heights", control="x", grounds=("cave", "hidden cave", "Fort")),
        Cell("S", 0, 0, control="y"),
        Cell("E", 0, 0),
    ),
    edges=(Edge("N", "S", "way"), Edge("S", "E", "way")),
    counters=(
        Counter("N", "Alpha", "x", "infantry", steps=3, signs="f", says="infantry, 3 steps, fired"),
        Counter("N", "Beta", "y", "tank", steps=2, hidden=True, says="tank, concealed"),
        *(Counter("S", f"G{n}", "y", "artillery", steps=1) for n in range(11)),
    ),
    sides=(("x", "Ours"), ("y", "Theirs")),
    key=(("f", "fired"),),
    notes=("Ours at sea: Delta",),
)


def test_every_area_and_every_unit_is_named_in_words() -> None:
    said = read(area_svg(SMALL))
    for words in (
        "Northern Heights (N)",
        "Alpha (infantry, 3 steps, fired)",
        "Beta (tank",
        "G10",
        "Nobody's",
        "Ours at sea: Delta",
        "+4",
    ):
        assert words in said, words


def test_six_units_in_an_area_have_their_names_on_the_diagram() -> None:
    """Given areas of which one holds six units, when it is drawn as wide as a telephone, then each counter has its
    name, and lies in its area."""
    six = tuple(Counter("S", f"5D-R{n}", "y", "infantry", steps=4, signs="f") for n in range(21, 27))
    drawn = groups(area_svg(replace(SMALL, counters=six), listed=False))
    area = shape(next(group for title, group in drawn.items() if title.startswith("S: ")))
    top, high = float(area.get("y", 0)), float(area.get("height", 0))
    for counter in six:
        written = [found for found in drawn[counter.name].iter(f"{SVG}text") if found.text == counter.name]
        assert written, counter.name
        assert float(written[0].get("font-size", 0)) >= 7
        assert top < float(written[0].get("y", 0)) < top + high


def test_a_picture_stands_for_itself_and_says_what_it_shows() -> None:
    picture = ElementTree.fromstring(area_svg(SMALL))
    assert (picture.tag, picture.get("role")) == (f"{SVG}svg", "img")
    assert picture.findtext(f"{SVG}title") == "A small place"
    assert "Two sides <meet> & look" in (picture.findtext(f"{SVG}desc") or "")
    assert [
        value for found in picture.iter() for name, value in found.items() if "href" in name or "http" in value
    ] == []


def test_nothing_is_said_by_colour_alone() -> None:
    """Given a diagram, when its colours are gone, then control differs by line and letter, units by shape, caves by
    line, status by sign."""
    drawn = groups(area_svg(SMALL))
    held = {title.partition(":")[0]: group for title, group in drawn.items() if "control" in title or "nobody" in title}
    assert {name: shape(group).get("stroke-dasharray") for name, group in held.items()} == {
        "Northern Heights (N)": "none",
        "S": "6 2.5",
        "E": "1.5 2.5",
    }
    assert [held[name].findtext(f"{SVG}text") for name in ("Northern Heights (N)", "S", "E")] == ["O", "T", "E"]
    ours, theirs = drawn["Alpha: infantry, 3 steps, fired"], drawn["Beta: tank, concealed"]
    assert (shape(ours).tag, shape(theirs).tag) == (f"{SVG}rect", f"{SVG}polygon")
    assert (shape(ours).get("stroke-dasharray"), shape(theirs).get("stroke-dasharray")) == ("none", "3 2")
    assert [found.text for found in ours.iter(f"{SVG}text")] == ["f", "Alpha"]
    assert [found.text for found in theirs.iter(f"{SVG}text")] == ["?", "Beta"]
    assert len(list(ours.iter(f"{SVG}circle"))) == 3  # a dot a step
    caves = [found.get("stroke-dasharray") for found in held["Northern Heights (N)"] if found.tag == f"{SVG}path"]
    assert caves == ["none", "2 1.5"]


def test_sides_of_which_the_first_letter_is_the_same_are_told_apart_by_name() -> None:
    alike = replace(SMALL, sides=(("x", "Red"), ("y", "Royal")))
    drawn = groups(area_svg(alike))
    assert [group.findtext(f"{SVG}text") for title, group in drawn.items() if "control" in title] == ["Red", "Royal"]


# ---- where areas are ----


def overlapping(places: dict[str, tuple[float, float]]) -> list[tuple[str, str]]:
    names = sorted(places)
    return [
        (a, b)
        for at, a in enumerate(names)
        for b in names[at + 1 :]
        if abs(places[a][0] - places[b][0]) < BOX and abs(places[a][1] - places[b][1]) < TALL
    ]


def complete(names: Sequence[str]) -> dict[str, list[str]]:
    return {name: [other for other in names if other != name] for name in names}


@pytest.mark.parametrize(
    "adjacency",
    [
        {"a": []},
        {"a": ["b"], "b": ["a"]},
        {str(n): [str(n - 1), str(n + 1)] for n in range(12)},
        complete("abcdefgh"),
        {"a": ["b"], "b": ["a"], "c": ["d"], "d": ["c"], "e": []},
        {f"{x}{y}": [f"{x + 1}{y}", f"{x}{y + 1}"] for x in range(5) for y in range(6)},
        {"hub": [str(n) for n in range(20)]} | {str(n): [] for n in range(20)},
    ],
    ids=["one", "two", "row", "crossing", "apart", "grid", "star"],
)
def test_no_area_lies_on_another_whatever_the_map(adjacency: dict[str, list[str]]) -> None:
    places = dict(layout(adjacency))
    assert set(places) == set(adjacency)
    assert overlapping(places) == []
    assert all(BOX / 2 <= x <= WIDE - BOX / 2 and y >= TALL / 2 - 0.1 for x, y in places.values())


def test_the_layout_depends_on_the_neighbours_alone() -> None:
    given_map = {"a": ["b", "c"], "b": ["c"], "c": ["d", "elsewhere"], "d": ["a"]}
    turned = {name: list(reversed(given_map[name])) for name in reversed(given_map)}
    assert layout(given_map) == layout(turned)
    assert layout({}) == {}


def test_the_same_game_is_drawn_the_same_and_areas_stay_where_they_are() -> None:
    game = played("iwo", "guns-and-tanks")
    assert map_situation(middle().seen_by("umpire")) == map_situation(middle().seen_by("umpire"))
    before, after = (
        dict(layout({cell.name: near_of(areas(at), cell.name) for cell in areas(at).cells})) for at in (middle(), game)
    )
    assert before == after


def near_of(scene: Scene, name: str) -> list[str]:
    return [edge.b if edge.a == name else edge.a for edge in scene.edges if name in (edge.a, edge.b)]


NAMES = st.text(alphabet=string.printable + "<&\"'\x00\x1b\u202e\ufffe\ud800é", max_size=30)


@settings(max_examples=40)
@given(name=NAMES, says=NAMES, word=NAMES)
def test_whatever_things_are_called_the_picture_is_well_formed(name: str, says: str, word: str) -> None:
    odd = Scene(
        title=name,
        about=says,
        cells=(Cell(word, 0, 0, label=name, grounds=(says, "cave"), control=says), Cell("b", 0, 0)),
        edges=(Edge(word, "b", says),),
        counters=(Counter(word, name, says, word, 3, signs=word, says=says),),
        sides=((says, name),),
        key=((word, name),),
        notes=(says,),
    )
    ElementTree.fromstring(area_svg(odd))


def test_an_empty_scene_is_drawn_all_the_same() -> None:
    assert ElementTree.fromstring(area_svg(Scene(title="Nothing"))).findtext(f"{SVG}title") == "Nothing"


# ---- games ----


def shown(game: Game[Any], side: str = "umpire") -> Picture:
    """The one picture of a situation."""
    (picture,) = map_situation(game.seen_by(side)).pictures
    return picture


def test_a_game_of_areas_is_drawn_with_all_its_areas_and_units() -> None:
    game = middle()
    picture = shown(game)
    said = " ".join([read(picture.svg), *(words for line in picture.words for words in line)])
    for name, card in game.state.charts["areas"].items():
        assert (card.name or name) in said
    for name, unit in game.state.units.items():
        assert (name in said) == (unit.steps > 0), name
    assert "Turn 2" in picture.title
    assert "US: 4 counters on the map" in picture.alt
    assert "2 areas controlled" in picture.alt


def test_letters_can_be_read_on_a_telephone() -> None:
    """Given a drawing 360 wide, when it is shown 360 pixels wide, then no letters but signs and long names are below
    nine pixels."""
    for version in (60, middle().version, 500):
        picture = shown(played("iwo", "guns-and-tanks").at(version))
        root = ElementTree.fromstring(picture.svg)
        assert root.get("viewBox", "").split()[2] == f"{WIDE:.0f}"
        small = [found.text for found in root.iter(f"{SVG}text") if float(found.get("font-size", "0")) < LEAST]
        assert [text for text in small if text not in ("?", "f", "?f")] == [], version


def test_the_us_are_not_shown_what_they_do_not_know() -> None:
    picture = shown(middle().seen_by("us"), "us")
    concealed = [name for name, unit in middle().state.units.items() if unit.status == "concealed" and unit.steps]
    assert concealed
    for name in concealed:
        assert name not in f"{read(picture.svg)} {picture.words}"
        assert name not in (ElementTree.fromstring(picture.svg).findtext(f"{SVG}desc") or "")
    assert "hidden cave" not in picture.svg
    assert "as US knows it" in picture.alt


def test_a_hex_map_is_shown_whole_and_every_counter_in_parts_that_fit_a_page() -> None:
    game = played("ddat", "first-waves")
    scene, (whole,), parts = map_situation(game.seen_by("umpire"))
    assert scene is not None
    assert whole.title.startswith("D-Day at Tarawa, turn 10")
    assert [part.title.rpartition(", ")[2] for part in parts] == [
        f"part {n} of {len(parts)} from the left" for n in range(1, len(parts) + 1)
    ]
    listed = " ".join(" ".join(line) for part in parts for line in part.words)
    for name in game.state.on_map():
        assert name in listed
    for part in parts:
        _, _, wide, high = map(float, ElementTree.fromstring(part.svg).get("viewBox", "").split())
        assert wide <= 500
        assert high / wide < 3.4


ROWS = tuple(Cell(f"{row:02}.{half:02}", row, half) for row in range(20) for half in range(0, 40, 2))


def test_parts_end_two_rows_from_those_in_them_and_each_lists_its_own() -> None:
    scene = Scene(
        title="Long",
        cells=ROWS,
        sides=(("x", "Ours"),),
        counters=(Counter("02.00", "Near", "x"), Counter("15.38", "Far", "x"), Counter("99.99", "Lost", "x")),
    )
    first, second = hex_sheets(scene, across=10)
    assert "00.00" in read(first.svg)
    assert "05.00" not in read(first.svg)
    assert ("Near" in read(first.svg), "Far" in read(first.svg)) == (True, False)
    assert (first.words, set(second.words)) == ((("02.00", "Near"),), {("15.38", "Far"), ("99.99", "Lost")})
    assert all(words in read(second.svg) for words in ("13.38", "17.38", "Far"))
    assert "12.38" not in read(second.svg)


def test_parts_in_which_nothing_changed_are_not_drawn_again_and_keep_their_numbers() -> None:
    before = Scene(title="Long", cells=ROWS, counters=(Counter("02.00", "Near", "x"), Counter("15.38", "Far", "x")))
    after = replace(before, counters=(Counter("02.00", "Near", "x"), Counter("14.38", "Far", "x")))
    assert [sheet.title for sheet in hex_sheets(before, across=5)] == [
        "Long, part 1 of 4 from the left",
        "Long, part 4 of 4 from the left",
    ]
    assert [sheet.title for sheet in hex_sheets(after, across=5, before=before)] == ["Long, part 4 of 4 from the left"]
    assert hex_sheets(before, across=5, before=before) == []


def test_rows_of_open_water_between_those_in_a_part_are_left_out() -> None:
    sea = tuple(cell if cell.row > 10 else replace(cell, fill="water") for cell in ROWS)
    ((_, _, drawn, _),) = hex_sheets(
        Scene(title="Long", cells=sea, counters=(Counter("02.00", "Near", "x"), Counter("15.18", "Far", "x"))), across=0
    )
    assert "7 rows of open water" in read(drawn)
    assert [row for row in range(20) if f"{row:02}.00" in read(drawn)] == [1, 2, 3, *range(11, 18)]


def test_a_game_without_areas_or_hexes_has_no_map() -> None:
    game = played("iwo", "guns-and-tanks")
    empty: Game[Any] = Game(game.rules)
    assert map_situation(empty.seen_by("umpire")) == Situation()
