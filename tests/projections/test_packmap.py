"""Where the drawings of a pack put its hexes, roads and hexsides: held against the numbering of the map alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from math import dist
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from domain.games import load
from domain.kernel.rules import Rules
from projections import packmap
from projections.areamap import area_svg
from projections.areamap.area_words import named_area
from projections.areamap.areas import ems
from projections.hexmap import hex_svg
from projections.hexmap.sheet_hexes import HALF, RADIUS
from replays import library

SVG = "{http://www.w3.org/2000/svg}"
LAID = {
    "iph": ("1630 1629", "1630 1730"),
    "betio": ("2738 2737", "2738 2838"),
    "ddat": ("0139 0138", "1226 1326"),
    "reef": ("O49 P49", "O50 O49"),
}
"""A hex and its right neighbour, and a hex and one below: IPH 2.2; BB 4.3.1; DDaT 5.11, where drift to the left
ends at 0139 and to the right at 0120; BRT 15.2, which lies on its side."""
Point = tuple[float, float]
NUMBER = r"(-?[\d.]+)"
SIGNS = (-1, 1)


@lru_cache
def sample(code: str) -> tuple[Rules[Any], packmap.Charts, packmap.PrintedHexes]:
    rules, charts = load(code), library.pack_said(code, "sample").data
    known = packmap.hexes(rules, charts)
    assert known
    return rules, charts, known


@lru_cache
def picture(code: str) -> Element:
    rules, charts, _ = sample(code)
    return ElementTree.fromstring(hex_svg(packmap.map_scene(rules, charts, "mine"), across=0, bare=True))


@lru_cache
def middles(code: str) -> Mapping[str, Point]:
    """The middle of the hex in which each number stands in the picture."""
    _, _, known = sample(code)
    outlines = {point for path in paths(code) for point in tops(path)}
    found: dict[str, Point] = {}
    for text in picture(code).iterfind(f"{SVG}g/{SVG}text"):
        if text.text and known.board.is_hex(text.text):
            spot = float(text.get("x", "")), float(text.get("y", ""))
            found[text.text] = min(((x, y + RADIUS) for x, y in outlines), key=lambda middle: dist(middle, spot))
            assert dist(found[text.text], spot) < RADIUS / 2, text.text
    return found


def paths(code: str) -> list[str]:
    return [path.get("d", "") for path in picture(code).iter(f"{SVG}path")]


def tops(path: str) -> list[Point]:
    """The uppermost corners of the hexes of a path."""
    return [(float(x), float(y)) for x, y in re.findall(rf"M{NUMBER} {NUMBER}l31 18v36", path)]


@lru_cache
def strokes(code: str) -> list[tuple[Point, Point]]:
    """The ends of every straight line in the picture."""
    found = [re.findall(rf"M{NUMBER} {NUMBER}L{NUMBER} {NUMBER}", path) for path in paths(code)]
    return [((float(a), float(b)), (float(c), float(d))) for lines in found for a, b, c, d in lines]


def corners(middle: Point) -> list[Point]:
    x, y = middle
    return [
        (x, y - RADIUS),
        (x, y + RADIUS),
        *((x + right * HALF, y + RADIUS / 2 * up) for right in SIGNS for up in SIGNS),
    ]


def is_drawn(code: str, a: Point, b: Point) -> bool:
    return any(dist(a, one) + dist(b, other) < 2 or dist(b, one) + dist(a, other) < 2 for one, other in strokes(code))


@pytest.mark.parametrize("code", LAID)
def test_every_hex_of_the_picture_touches_its_six_neighbours(code: str) -> None:
    """Given the sample, then each hex is drawn once, as far from each neighbour as hexes are wide, and the map is
    neither turned nor mirrored."""
    _, _, known = sample(code)
    places = middles(code)
    assert set(known.words) <= set(places)
    assert len(set(places.values())) == len(places)
    for name in known.words:
        assert len(known.near(name)) <= 6
        for near in known.near(name):
            assert dist(places[name], places[near]) == pytest.approx(2 * HALF, abs=1), (name, near)
    (left, right), (above, below) = (map(places.__getitem__, pair.split()) for pair in LAID[code])
    assert (right[0] - left[0], right[1] - left[1]) == pytest.approx((2 * HALF, 0))
    assert (abs(below[0] - above[0]), below[1] - above[1]) == pytest.approx((HALF, 1.5 * RADIUS))


@pytest.mark.parametrize("code", LAID)
def test_every_road_and_hexside_of_the_picture_lies_where_its_hexes_meet(code: str) -> None:
    """Given the sample, then a road is a line from middle to middle, a hexside one between the two corners that both
    hexes have."""
    rules, charts, _ = sample(code)
    places = middles(code)
    edges = packmap.map_scene(rules, charts, "mine").edges
    assert edges
    for edge in edges:
        ends = [places[edge.a], places[edge.b]]
        if not edge.across:
            ends = [one for one in corners(ends[0]) if any(dist(one, other) < 1 for other in corners(ends[1]))]
        assert len(ends) == 2, edge
        assert is_drawn(code, ends[0], ends[1]), edge


@pytest.mark.parametrize("code", LAID)
def test_every_hex_road_and_hexside_of_the_letters_stands_at_its_place(code: str) -> None:
    """Given the sample, then beside the first hex of each row every other one stands as far as the board says, and
    between two hexes the sign of what joins or parts them."""
    rules, charts, known = sample(code)
    lines = list(packmap.letters(rules, charts, 400))
    left = min(known.board.drawn_at(name)[1] for name in known.words)
    found: dict[tuple[int, int], str] = {}
    row = 0
    for line in lines[: len(lines) - 1 - lines[::-1].index("")]:
        label = line[: packmap.LABEL].strip()
        row = 2 * known.board.drawn_at(label)[0] if label else row + 1
        found |= {(row, left + at): sign for at, sign in enumerate(line[packmap.LABEL :])}
    for name, words in known.words.items():
        row, half = known.board.drawn_at(name)
        assert found[2 * row, half].lower() == (known.letters[words[0]] if words else packmap.UNSAID), name
    for kind, a, b, through in known.links:
        (row, half), (other, beside) = known.board.drawn_at(a), known.board.drawn_at(b)
        sign = found[row + other, half + (beside - half) // 2 if row == other else min(half, beside)]
        assert sign in ("-/\\+" if through else "!:+"), (kind, a, b)


def test_ground_of_one_pattern_is_told_apart() -> None:
    """BB 4.3.1, BRT 15.2, DDaT 5.11: given water of several sorts and beaches of two, then one pattern is for several
    and all but the commonest have a letter; what else is said of a hex is listed below."""
    for code, words in (("betio", {"pier", "reef-obstacle"}), ("reef", {"pier"}), ("ddat", {"south-beach"})):
        rules, charts, _ = sample(code)
        scene = packmap.map_scene(rules, charts, "mine")
        assert words <= {ground for cell in scene.cells for ground in cell.grounds}
    notes = packmap.map_scene(*sample("betio")[:2], "mine").notes
    assert "water is reef" in notes[0]
    assert "strongpoints 2 " in notes[-1]


def test_every_area_and_way_of_the_picture_is_drawn_and_no_name_leaves_its_box() -> None:
    """Given the sample of a map of areas, then each is a box with its name in it, each way a line from box to box."""
    rules, charts = load("iwo"), library.pack_said("iwo", "sample").data
    scene = packmap.map_scene(rules, charts, "mine")
    root = ElementTree.fromstring(area_svg(scene))
    boxes: dict[str, Point] = {}
    for group in root.iter(f"{SVG}g"):
        title, box = group.findtext(f"{SVG}title"), group.find(f"{SVG}rect")
        if title and box is not None:
            x, y, wide, high = (float(box.get(key, "")) for key in ("x", "y", "width", "height"))
            boxes[title.partition(":")[0]] = x + wide / 2, y + high / 2
            for text in group.iter(f"{SVG}text"):
                size = float(text.get("font-size", ""))
                start = float(text.get("x", "")) - (ems(text.text or "") * size / 2) * (
                    text.get("text-anchor") == "middle"
                )
                assert x <= start, text.text
                assert start + ems(text.text or "") * size <= x + wide, text.text
    assert len(boxes) == len(scene.cells)
    named = {cell.name: boxes[named_area(cell)] for cell in scene.cells}
    ways = [tuple(map(float, re.findall(NUMBER, path.get("d", "")))) for path in root.iter(f"{SVG}path")]
    for edge in scene.edges:
        ends = {named[edge.a], named[edge.b]}
        assert any(
            len(way) == 6 and all(min(dist(end, way[:2]), dist(end, way[4:])) < 0.3 for end in ends) for way in ways
        ), edge
