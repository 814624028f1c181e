"""Hex maps: the picture and the drawing of letters, of a small scene and of a small D-Day at Tarawa."""

from __future__ import annotations

import string
from dataclasses import replace
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.ddat.charts import ApproachCard, ForceCard, MapFeature, PositionCard, UnitCard
from domain.ddat.state import Ddat, Force, Position, Unit
from domain.kernel.errors import BadInput
from projections.ddat.scene import KEY, LETTERS_OF
from projections.ddat.scene import drawn as scene
from projections.hexmap import hex_svg, hex_text, whole_map
from projections.hexmap.lettering import NAME, Rectangle, words_wide
from projections.scene import Badge, Cell, Counter, Doings, Dot, Edge, Firing, Lost, Scene, Went

SVG = "{http://www.w3.org/2000/svg}"


def written(picture: str) -> str:
    """All that can be read in a picture without pointing at anything."""
    return " ".join(found.text or "" for found in ElementTree.fromstring(picture).iter(f"{SVG}text"))


# ---- a scene of no game ----

SMALL = Scene(
    title="A small place",
    about="Two sides <meet> & look",
    cells=(
        Cell("a1", 1, 1, "water"),
        Cell("a2", 1, 3, "beach", label="L1"),
        Cell("b1", 2, 0, "land", grounds=("wood",), control="x"),
        Cell("b2", 2, 2, "land", grounds=("wall",)),
        Cell("b3", 2, 4, "land"),
    ),
    edges=(Edge("b1", "b2", "river"), Edge("a2", "b3", "cliff")),
    counters=(
        Counter("b1", "Alpha", "x", "infantry", steps=3, signs="*", says="infantry, 3 steps"),
        Counter("b1", "Beta", "x", "tank", steps=2, disrupted=True),
        Counter("b2", "Gamma", "y", "engineer"),
        Counter("b3", "?", "y", hidden=True, disrupted=True, says="face down, disrupted"),
    ),
    badges=(Badge("b3", "P9", "green", "G", "x", "guns destroyed"),),
    dots=(Dot("b1", "green", "G", True), Dot("b2", "green", "G", False)),
    sides=(("x", "Ours"), ("y", "Theirs")),
    key=(("*", "with a hero"),),
    notes=("Delta is elsewhere",),
)


def test_the_drawing_of_letters_shows_each_hex_with_who_is_there() -> None:
    drawn = hex_text(SMALL).splitlines()
    at = drawn.index("   ~a1   :L1")
    assert drawn[at : at + 6] == [
        "   ~a1   :L1",
        "   ~     :",
        "            ---",
        "wb1   ab2    P9G x",
        ".I3*t2|E     (?)",
        " G     g",
    ]


def test_both_drawings_name_every_unit_and_every_colour_in_words() -> None:
    for drawn in (hex_text(SMALL), written(hex_svg(SMALL))):
        for said in (
            "Alpha",
            "Beta",
            "Gamma",
            "face down, disrupted",
            "P9 green",
            "G green",
            "guns destroyed",
            "Delta is elsewhere",
            "* with",
        ):
            assert said in drawn, said


def test_a_picture_stands_for_itself() -> None:
    picture = ElementTree.fromstring(hex_svg(SMALL))
    assert picture.tag == f"{SVG}svg"
    assert picture.get("viewBox", "").startswith("0 0 ")
    assert picture.findtext(f"{SVG}title") == "A small place"
    assert "Two sides <meet> & look" in (picture.findtext(f"{SVG}desc") or "")
    linked = [value for found in picture.iter() for name, value in found.items() if "href" in name or "http" in value]
    assert linked == []


def test_sides_and_dots_differ_in_shape_and_not_in_colour_alone() -> None:
    picture = ElementTree.fromstring(hex_svg(SMALL))
    shapes = {}
    for group in picture.iter(f"{SVG}g"):
        title = group.findtext(f"{SVG}title") or ""
        shapes[title] = next(
            (one.tag.removeprefix(SVG) for one in group.iter() if one.tag not in (f"{SVG}g", f"{SVG}title")), ""
        )
    assert shapes["Alpha in b1: infantry, 3 steps"] == "rect"
    assert shapes["Gamma in b2"] == "polygon"
    fills = {
        title: group
        for group in picture.iter(f"{SVG}g")
        if "field of fire" in (title := group.findtext(f"{SVG}title") or "")
    }
    assert {title: group[1].get("fill") == "#ffffff" for title, group in fills.items()} == {
        "b1: green field of fire, strong": False,
        "b2: green field of fire, weak": True,
    }
    assert [group[2].text for group in fills.values()] == ["G", "G"]


def test_what_is_too_wide_is_cut_into_parts_from_left_to_right() -> None:
    given_cells = tuple(Cell(f"{half:03}", 1, half) for half in range(0, 60, 2))
    row = Scene(title="Long", cells=given_cells, counters=(Counter("058", "Far", "x"),), sides=(("x", "Ours"),))
    drawn = hex_text(row)
    assert [line for line in drawn.splitlines() if line.startswith("Part")] == [
        f"Part {n} of 3, from the left" for n in (1, 2, 3)
    ]
    assert drawn.index("000") < drawn.index("058")
    assert "Part 5 of 5" in written(hex_svg(row))
    assert "Part" not in written(hex_svg(row, across=0))


def test_around_the_focus_two_hexes_are_kept_and_the_list_still_names_the_rest() -> None:
    given_cells = tuple(Cell(f"{half:03}", 1, half) for half in range(0, 60, 2))
    row = Scene(
        title="Long", cells=given_cells, counters=(Counter("058", "Far", "x"),), sides=(("x", "Ours"),), focus=("010",)
    )
    drawn = hex_text(row).splitlines()
    assert " 006   008   010   012   014" in drawn
    assert "  058  Far" in drawn


def test_a_stack_without_room_is_counted_and_the_list_names_it() -> None:
    stack = Scene(
        title="Stack",
        cells=(Cell("1", 1, 0),),
        sides=(("x", "Ours"),),
        counters=tuple(
            Counter("1", name, "x", "infantry", steps=4) for name in ("Alpha", "Beta", "Gamma", "Delta", "Epsilon")
        ),
    )
    assert "\n 5:20\n" in hex_text(stack)
    assert "+2" in written(hex_svg(stack))
    for name in ("Alpha", "Beta", "Gamma", "Delta", "Epsilon"):
        assert name in hex_text(stack)
        assert name in written(hex_svg(stack))


def test_rows_of_open_water_are_named_and_not_drawn() -> None:
    sea = Scene(
        title="Sea",
        cells=tuple(Cell(f"s{row}", row, row % 2, "water") for row in range(5)),
        counters=(Counter("s0", "Boat", "x"),),
    )
    assert hex_text(sea).splitlines()[2:5] == ["~s0", "~!", "~~~ 4 rows of open water, s1 to s4 ~~~"]


UPLAND = Scene(
    title="Upland",
    cells=(
        Cell("a1", 1, 1, "rough", title="Ridge"),
        Cell("a2", 1, 3, "mountain", title="Ridge"),
        Cell("b1", 2, 0, grounds=("city",), title="Town"),
        Cell("b2", 2, 2),
        Cell("b3", 2, 4),
    ),
    edges=(
        *(Edge(a, b, "road", across=True) for a, b in (("a1", "b1"), ("b1", "b2"), ("b2", "a2"))),
        Edge("a2", "b3", "cliff"),
    ),
    counters=(
        Counter("b1", "Wall", "x", "fort", steps=1),
        Counter("b2", "Boat", "x", "ship"),
        Counter("b3", "Flyer", "x", "plane"),
        Counter("a1", "Landing", "x", "beachhead"),
    ),
    sides=(("x", "Ours"),),
)


def test_roads_lead_across_hexsides_and_rough_ground_has_letters() -> None:
    drawn = hex_text(UPLAND).splitlines()
    at = drawn.index("   %a1   ^a2")
    assert drawn[at : at + 5] == [
        "   %a1   ^a2",
        "   %B    ^",
        "    /     / ===",
        "cb1  - b2    b3",
        " F1    S     P",
    ]
    assert "% rough, ^ mountain, = | cliff, - / \\ road" in hex_text(UPLAND)
    assert "b1 Town  Wall" in hex_text(UPLAND)


def test_pictures_draw_each_kind_of_ground_road_and_unit_in_a_way_of_its_own() -> None:
    picture = ElementTree.fromstring(hex_svg(UPLAND))
    patterns = {found.get("id"): [child.get("d") for child in found] for found in picture.iter(f"{SVG}pattern")}
    assert len({str(shape) for shape in patterns.values()}) == len(patterns) == 3
    shapes = {}
    for group in picture.iter(f"{SVG}g"):
        if title := group.findtext(f"{SVG}title"):
            shapes[title] = [path.get("d") for path in group.iter(f"{SVG}path")]
    assert all(len(shape) == 1 for shape in shapes.values())
    for word in ("fort", "ship", "plane", "beachhead", "rough", "mountain", "road", "cliff"):
        assert word in written(hex_svg(UPLAND)), word


def test_the_whole_map_says_once_what_several_hexes_are_called() -> None:
    said = [found.text for found in ElementTree.fromstring(whole_map(UPLAND).svg).iter(f"{SVG}text")]
    assert (said.count("Ridge"), said.count("Town")) == (1, 1)


def test_nothing_to_draw_is_drawn_all_the_same() -> None:
    assert hex_text(Scene(title="Nothing")) == "Nothing\n\n"
    assert ElementTree.fromstring(hex_svg(Scene(title="Nothing"))).findtext(f"{SVG}title") == "Nothing"


NAMES = st.text(alphabet=string.printable + "<&\"'\x00\x1b\u202e\ufffe\ud800é", max_size=30)


@settings(max_examples=60)
@given(name=NAMES, says=NAMES, word=NAMES, width=st.integers(20, 120))
def test_whatever_things_are_called_lines_fit_and_pictures_are_well_formed(
    name: str, says: str, word: str, width: int
) -> None:
    odd = Scene(
        title=name,
        about=says,
        cells=(Cell(word, 1, 0, word, name, (says, word)), Cell("b", 1, 2)),
        edges=(Edge(word, "b", says),),
        counters=(Counter(word, name, says, word, 3, signs=word, says=says),),
        badges=(Badge("b", name, word, says, word, name),),
        dots=(Dot("b", word, name, True),),
        sides=((says, name),),
        key=((word, name),),
        notes=(says,),
    )
    drawn = hex_text(odd, width)
    assert max(map(len, drawn.splitlines())) <= width
    assert all(c.isprintable() or c == "\n" for c in drawn)
    ElementTree.fromstring(hex_svg(odd))
    ElementTree.fromstring(whole_map(odd, across=1).svg)


# ---- the whole map at a glance ----

THEN = Scene(
    title="Then",
    cells=tuple(
        Cell(f"{row}{half:02}", row, half, "water" if row == 0 else "land")
        for row in range(4)
        for half in range(row % 2, 20, 2)
    ),
    counters=(
        Counter("204", "Alpha", "x", "infantry", steps=3),
        Counter("206", "Beta", "x", "tank"),
        Counter("208", "?", "y", hidden=True),
        Counter("210", "Gamma", "y"),
    ),
    badges=(Badge("212", "P1", "red", "R"),),
    sides=(("x", "Ours"), ("y", "Theirs")),
)
DID = Doings(
    went=(Went("x", "Alpha", ("204", "206", "210")), Went("x", "Delta", ("", "210"))),
    shots=(Firing("x", "206", "208"), Firing("y", "", "210")),
    lost=(Lost("x", "206", 2), Lost("y", "208", 1)),
    gone=("206",),
    taken=(("208", "x"),),
)
SIGNS = ("Ours", "Theirs", "Theirs, face down", "nobody there", "moved", "fire", "fired at", "steps lost", "gone")


def legend_of(picture: str) -> list[str]:
    said = [found.text or "" for found in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    return [word for word in (*SIGNS, "changed hands") if word in said]


def test_the_whole_map_says_what_its_signs_mean_and_only_of_those_it_has() -> None:
    assert legend_of(whole_map(THEN).svg) == ["Ours", "Theirs", "Theirs, face down", "nobody there"]
    after = whole_map(THEN, DID).svg
    assert legend_of(after) == [*SIGNS, "changed hands"]
    assert [word for word in ("−2", "−1") if word in written(after)] == ["−2", "−1"]


def test_what_is_nowhere_on_the_map_is_not_drawn() -> None:
    """Given doings in hexes that are not drawn, as of a game of which no map was read, then the map is as without."""
    away = Doings((Went("x", "A", ("a", "b")),), (Firing("x", "a", "b"),), (Lost("x", "b", 1),), ("b",), (("b", "x"),))
    assert whole_map(THEN, away).svg == whole_map(THEN).svg


TOLD = {"204": ("Alpha",), "206": ("P7", "206"), "208": ("U1", "U2", "U3", "V1", "W1", "X1"), "305": ("305",)}


def test_names_that_a_story_speaks_of_stand_on_the_map_and_cover_nothing() -> None:
    """Given a row of counters with names to be told, then each is there, none on another and none on a counter; of many
    in one hex three, a run being one; the number of a hex where there is room."""
    names = ("Alpha", "P7", "U1..3, V1, W1, +1", "305")
    root = ElementTree.fromstring(whole_map(THEN, DID, told=TOLD).svg)
    said = {found.text or "": found for found in root.iter(f"{SVG}text")}
    assert set(names) <= set(said)
    taken = [box_of(said[words], words) for words in names]
    halves = [cell.half for cell in THEN.cells]
    left = (float(root.attrib["viewBox"].split()[2]) - (max(halves) - min(halves) + 2) * 14) / 2  # in the middle
    for half in (4, 6, 8, 10):  # the counters of the third row, whose hexes are 28 wide and 32 high
        x, y = left + (half + 1) * 14, 6 + 16 + 2 * 24
        taken.append(Rectangle(x - 8, y - 6, x + 8, y + 6))
    assert [one for at, one in enumerate(taken) for other in taken[at + 1 :] if one.overlap(other) > 1] == []


def box_of(found: Element, words: str) -> Rectangle:
    x, y = float(found.get("x", 0)), float(found.get("y", 0))
    return Rectangle(x - words_wide(words, NAME) / 2, y - 0.74 * NAME, x + words_wide(words, NAME) / 2, y + 0.2 * NAME)


def test_stacks_of_the_whole_map_are_those_of_several_units() -> None:
    twice = replace(THEN, counters=(*THEN.counters, Counter("204", "Delta", "x", steps=1, signs="*")))
    (stack,) = whole_map(twice).stacks
    assert (stack.head, stack.units) == ("204", ("Alpha 3", "Delta 1 *"))


def test_the_whole_map_leaves_out_hexes_that_lie_apart_and_unused() -> None:
    """Given two hexes together and one far away, then it is drawn where it matters or something happens there."""
    cells = (Cell("A", 0, 0, "land"), Cell("B", 0, 2, "land"), Cell("far", 40, 90, "land"))
    given_map = Scene(title="Reef", cells=cells, focus=("A",), sides=(("x", "Ours"),))
    small = whole_map(given_map, told={"far": ("Far",)}).svg
    fired = whole_map(given_map, Doings(shots=(Firing("x", "A", "far"),))).svg
    every = [whole_map(replace(given_map, focus=focus)).svg for focus in ((), ("A", "far"))]

    def high(svg: str) -> float:
        return float(ElementTree.fromstring(svg).get("viewBox", "").split()[3])

    assert all(high(small) < high(other) for other in (fired, *every))


def test_the_parts_drawn_elsewhere_are_numbered_on_the_whole_map() -> None:
    said = [found.text for found in ElementTree.fromstring(whole_map(THEN, across=4).svg).iter(f"{SVG}text")]
    assert [word for word in said if word and word.isdecimal()] == ["1", "2", "3"]
    assert not any(word and word.isdecimal() for word in written(whole_map(THEN).svg).split())


def test_letters_of_the_whole_map_can_be_read_on_a_telephone() -> None:
    """Given the map of D-Day at Tarawa, when it is 308 pixels wide, as on a telephone of 360, then no letter is below
    seven pixels."""
    root = ElementTree.fromstring(whole_map(scene(tarawa())).svg)
    scale = 308 / float(root.get("viewBox", "").split()[2])
    sizes = [float(size) for found in root.iter() if (size := found.get("font-size"))]
    assert sizes
    assert min(sizes) * scale >= 7


# ---- D-Day at Tarawa ----


def tarawa(**other: object) -> Ddat:
    """A strip of beach with two US stacks before three positions."""
    places = {
        "E1": PositionCard(
            hex="1226", colour="brown", coastal=True, artillery="heavy", intense=("1125",), steady=("1126",)
        ),
        "E2": PositionCard(hex="1227", colour="blue", coastal=True, intense=("1126",)),
        "E3": PositionCard(hex="1325", colour="blue", coastal=False, steady=("1226",)),
    }
    ground = {
        "land": MapFeature(hexes=("1224-1229", "1324-1329")),
        "beach": MapFeature(hexes=("1124-1129",)),
        "seawall": MapFeature(sides=("1126/1227",)),
        "crater": MapFeature(hexes=("1328",)),
    }
    units = {
        "A/1/2": UnitCard(type="infantry", steps=4),
        "1/18": UnitCard(type="engineer", steps=2),
        "HQ-2": UnitCard(type="hq", steps=0),
        "3/C/2T": UnitCard(type="tank", steps=2),
        "B/1/2": UnitCard(type="infantry", steps=4),
    }
    state = Ddat(
        scenario="two-days",
        turn=4,
        charts={
            "positions": places,
            "map": ground,
            "units": units,
            "approaches": {"R2A": ApproachCard(hex="1028")},
            "japanese": {"J07": ForceCard(formation="7SSNL", strength=3, weapons=("FL",))},
        },
        units={
            "A/1/2": Unit(box="map", hex="1125", steps=3, heroes=1),
            "1/18": Unit(box="map", hex="1125", steps=1, disrupted=True),
            "HQ-2": Unit(box="map", hex="1125", heroic=True),
            "3/C/2T": Unit(box="map", hex="1028", steps=2),
            "B/1/2": Unit(box="track", due=5, steps=4),
        },
        positions={
            "E1": Position(unit="?", depth="?", depth_type="coastal"),
            "E2": Position(unit="J07", revealed=True, disrupted=True),
            "E3": Position(garrison=True),
        },
    )
    return state.but(**other)


def test_the_scene_says_who_is_where_and_how() -> None:
    seen = scene(tarawa())
    said = {(counter.hex, counter.name): counter for counter in seen.counters}
    assert said["1125", "A/1/2"].says == "infantry, 3 steps, hero"
    assert said["1125", "1/18"].disrupted
    assert said["1125", "HQ-2"].steps is None
    assert said["1125", "HQ-2"].signs == "*"
    assert said["1226", "?"].hidden
    assert said["1226", "?"].says == "face down, coastal depth face down"
    assert said["1227", "J07"].says == "revealed, strength 3 needs FL, disrupted"
    assert not any(name == "B/1/2" for _, name in said), "it is on the turn track"
    assert {badge.name: badge.says for badge in seen.badges} == {"E1": "heavy guns", "E2": "", "E3": "US garrison"}


def test_the_scene_has_north_at_the_top_and_west_at_the_left() -> None:
    at = {cell.name: (cell.row, cell.half) for cell in scene(tarawa()).cells}
    assert at["1028"][0] < at["1226"][0]
    assert at["1229"][1] < at["1224"][1]
    assert at["1226"][1] == at["1225"][1] - 2
    assert at["1226"][1] == at["1126"][1] - 1, "even rows lie half a hex further west"


def test_the_ground_comes_from_the_charts_and_is_left_open_without_them() -> None:
    cells = {cell.name: cell for cell in scene(tarawa()).cells}
    assert (cells["1126"].fill, cells["1225"].fill, cells["1027"].fill) == ("beach", "land", "water")
    assert cells["1328"].grounds == ("crater",)
    assert cells["1028"].label == "R2A"
    assert cells["1124"].control == "us"
    assert cells["1226"].control == ""
    state = tarawa()
    bare = scene(state.but(charts={"positions": state.charts["positions"]}))
    assert {cell.fill for cell in bare.cells} == {"unknown"}
    assert {counter.name for counter in bare.counters} >= {"A/1/2", "J07"}
    assert scene(Ddat()).cells == ()


def test_fields_of_fire_of_a_position_are_the_printed_ones_and_of_a_colour_those_projected_now() -> None:
    assert {(dot.hex, dot.letter, dot.strong) for dot in scene(tarawa(), fields=("E1",)).dots} == {
        ("1125", "N", True),
        ("1126", "N", False),
    }
    disrupted = scene(tarawa(), fields=("E2",))
    assert [dot.hex for dot in disrupted.dots] == ["1126"]
    assert "nobody there projects it now" in disrupted.notes[0]
    assert scene(tarawa(), fields=("blue",)).dots == ()
    assert {dot.colour for dot in scene(tarawa(), fields=("all",)).dots} == {"brown"}


def test_the_drawing_keeps_to_the_us_units_and_to_the_field_of_a_position_that_was_named() -> None:
    assert set(scene(tarawa(), fields=("all",)).focus) == {"1125", "1028"}
    assert set(scene(tarawa(), fields=("E1",)).focus) == {"1125", "1028", "1126"}


def test_a_scene_around_a_hex_a_position_or_a_unit_ends_five_hexes_from_it() -> None:
    for around in ("1125", "1/18"):
        assert {cell.name for cell in scene(tarawa(), around=around).cells} == {
            cell.name for cell in scene(tarawa(), around="1125").cells
        }
    assert "1131" not in {cell.name for cell in scene(tarawa(), around="E3").cells}


def test_an_invader_stands_in_a_hex_that_is_no_position() -> None:
    seen = scene(tarawa(invader=Force(unit="?", tank="red", revealed=True), invader_hex="1028"))
    assert [(c.hex, c.symbol) for c in seen.counters if c.side == "jp" and c.hex == "1028"] == [("1028", "tank")]


@pytest.mark.parametrize("asked", [{"fields": ("pink",)}, {"around": "Z9"}, {"around": "B/1/2"}, {"around": "12"}])
def test_names_nobody_has_heard_of_are_refused(asked: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        scene(tarawa(), **asked)  # type: ignore[arg-type]


def test_a_game_is_drawn_with_every_unit_named_in_lines_of_eighty() -> None:
    seen = scene(tarawa(), fields=("all",))
    drawn, picture = hex_text(seen), written(hex_svg(seen))
    assert max(map(len, drawn.splitlines())) <= 80
    for word in ("A/1/2", "1/18", "HQ-2", "3/C/2T", "J07", "1226 E1 brown", "heavy guns", "US garrison"):
        assert word in drawn, word
        assert word in picture, word


def test_every_colour_has_a_letter_and_every_sign_a_meaning() -> None:
    assert len(set(LETTERS_OF.values())) == len(LETTERS_OF) == 6
    assert len({sign for sign, _ in KEY}) == len(KEY)
