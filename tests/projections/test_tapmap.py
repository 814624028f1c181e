"""Maps to be tapped: every place and counter is an element with its name, and one place is drawn by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from domain.kernel.game import Game
from projections.scene import Scene
from projections.shown import shown
from projections.tapmap import HALF, RADIUS, place_id, tap_map
from tests import shipped

GAMES = (
    ("iwo", "guns-and-tanks"),
    ("ddat", "first-waves"),
    ("iph", "thirteen-to-four"),
    ("betio", "one-two-one"),
    ("reef", "red-two"),
)


def scene(system: str, name: str, audience: str = "umpire") -> Scene:
    game: Game[Any] = shipped.played(system, name)
    found = shown(system).scene(game.seen_by(audience))
    assert found is not None
    return found


@pytest.mark.parametrize(("system", "name"), GAMES)
def test_every_place_and_counter_is_an_element_with_its_name(system: str, name: str) -> None:
    of = scene(system, name)
    root = ElementTree.fromstring(tap_map(of).svg())
    places = {one.get("data-place"): one for one in root.iter() if one.get("data-place")}
    assert [*places] == [cell.name for cell in of.cells]
    assert root.get("role") == "group"
    ids = [one.get("id") for one in places.values()]
    assert len({*ids}) == len(ids)
    for cell in of.cells:
        there = [counter.name for counter in of.counters if counter.hex == cell.name]
        drawn = [one.get("data-unit") for one in places[cell.name].iter() if one.get("data-unit")]
        assert drawn == (there if len(there) <= 4 else there[:3])
        label = places[cell.name].get("aria-label") or ""
        assert all(unit in label for unit in there)


@pytest.mark.parametrize(("system", "name"), GAMES[:2])
def test_of_two_moments_only_the_places_that_differ_are_drawn_anew(system: str, name: str) -> None:
    """Given one unit gone from where it was to another place, then those two places are drawn otherwise, and no other,
    and nothing beneath them."""
    before = scene(system, name)
    moved = before.counters[0]
    to = next(cell.name for cell in before.cells if cell.name != moved.hex)
    after = replace(before, counters=(*before.counters[1:], replace(moved, hex=to)))
    then, now = tap_map(before), tap_map(after)
    assert {*now.changed(then)} == {moved.hex, to}
    assert now.changed(now) == {}
    assert now.ground == then.ground
    assert f'data-unit="{moved.name}"' in now.changed(then)[to]


def test_a_hex_is_large_enough_for_a_finger_and_names_are_harmless() -> None:
    assert min(2 * HALF, 1.5 * RADIUS) >= 44
    assert place_id("Red 1") != place_id("Red-1")
    assert place_id('"><script>').replace("-", "").replace("_", "").isalnum()
    of = scene("iwo", "guns-and-tanks")
    named = replace(of.cells[0], name="<script>", label="<b>")
    drawn = tap_map(replace(of, cells=(named, *of.cells[1:]))).svg()
    assert "<script>" not in drawn
    ElementTree.fromstring(drawn)


def test_what_is_hidden_is_nowhere_in_the_map_of_another_side() -> None:
    """IWO 3: given concealed units in the record, then the US map names none of them in a place."""
    game = shipped.played("iwo", "first-landing")
    hidden = {path[1] for path, owner in game.secrets(game.state).items() if owner == "jp" and path[0] == "units"}
    assert hidden
    drawn = ElementTree.fromstring(tap_map(scene("iwo", "first-landing", "us")).svg())
    shown_ = {one.get("data-unit") for one in drawn.iter()} - {None}
    assert shown_.isdisjoint(hidden)
