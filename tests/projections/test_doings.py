"""What a turn did on the map, from the facts of every game: moves, fire, losses, what changed hands, and the names a
story speaks of."""

from __future__ import annotations

from functools import cache

import pytest

from projections.report.build import Drawings, build, turns_played
from projections.report.counting import View
from projections.report.doings import doings, told_names
from projections.report.model import Report
from projections.report.toll import toll
from projections.report.turning import swings
from projections.scene import Badge, Cell, Counter, Doings, Scene
from projections.shown import shown
from tests.shipped import played

GAMES = (
    ("iwo", "guns-and-tanks", "umpire"), ("iwo", "guns-and-tanks", "us"), ("ddat", "first-waves", "umpire"),
    ("iph", "two-to-one", "umpire"), ("betio", "five-over-three", "umpire"), ("reef", "red-two", "umpire"),
)  # fmt: skip


@cache
def view_of(system: str, name: str, side: str) -> View:
    return played(system, name).seen_by(side)


@cache
def report_of(system: str, name: str, side: str) -> Report:
    return build(view_of(system, name, side), drawn=Drawings.MAPS)


def turns(view: View) -> list[tuple[Doings, Scene, dict[str, int]]]:
    """What each turn did, the scene after it, and what its losses were for each side."""
    found, state, before = [], view.empty().state, None
    for turn in turns_played(view):
        scene = shown(view.rules.code).scene(turn.after)
        assert scene is not None
        did = doings(view.rules, state, turn.entries, before or scene, scene)
        found.append((did, scene, toll(view, turn.entries)))
        state, before = turn.after.state, scene
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(game))
def test_a_turn_is_drawn_as_its_facts_tell_it(game: tuple[str, str, str]) -> None:
    """Given a game, then each way of a unit that still stands ends where it stands; everything drawn is on the map; and
    nobody lost more on it than the turn's figures say."""
    view = view_of(*game)
    for did, scene, cost in turns(view):
        cells = {cell.name for cell in scene.cells}
        stands = {counter.name: counter.hex for counter in scene.counters if not counter.hidden}
        for one in did.went:
            assert stands.get(one.unit, one.path[-1]) == one.path[-1] or one.unit not in stands
            assert set(one.path[1:]) <= cells
        assert {place for place, _ in did.taken} | {lost.place for lost in did.lost} | set(did.gone) <= cells
        for side, steps in cost.items():
            assert sum(lost.steps for lost in did.lost if lost.side == side) <= steps
        holders = {cell.name: cell.control for cell in scene.cells}
        assert all(holders[place] == side for place, side in did.taken)


def test_all_that_is_lost_on_the_map_stands_on_it() -> None:
    """Given D-Day at Tarawa, where nothing is lost off the map, then the map and the figures of a turn say the same."""
    drawn = [dict.fromkeys(cost, 0) for _, _, cost in turns(view_of("ddat", "first-waves", "umpire"))]
    told = [cost for _, _, cost in turns(view_of("ddat", "first-waves", "umpire"))]
    for sums, (did, _, _) in zip(drawn, turns(view_of("ddat", "first-waves", "umpire")), strict=True):
        for lost in did.lost:
            sums[lost.side] += lost.steps
    assert drawn == told
    assert sum(cost["us"] for cost in told) > 20


def test_each_sort_of_doing_comes_from_some_game() -> None:
    every = [did for game in GAMES for did, _, _ in turns(view_of(*game))]
    for sort in ("went", "shots", "lost", "gone", "taken"):
        assert any(getattr(did, sort) for did in every), sort


def test_a_side_sees_no_move_of_whom_it_does_not_know() -> None:
    """Given Iwo Jima as the US know it, then of the Japanese only those move on their map that are revealed; the
    umpire's has others, too."""
    moved = {
        side: {one.unit for did, _, _ in turns(view_of("iwo", "guns-and-tanks", side)) for one in did.went}
        for side in ("us", "umpire")
    }
    told = " ".join(entry.fact.sentence() for entry in view_of("iwo", "guns-and-tanks", "us").entries)
    assert [unit for unit in moved["us"] if unit not in told] == []
    assert [unit for unit in moved["umpire"] if unit not in told] != []


def test_the_names_a_story_speaks_of_are_found_and_those_that_only_look_like_them_are_not() -> None:
    scene = Scene(
        title="Names",
        cells=(Cell("2627", 0, 0, title="Cove"), Cell("2628", 0, 2, title="Cove"), Cell("2629", 0, 4, label="R1")),
        counters=(
            *(Counter("2627", f"24-{n}", "us") for n in range(1, 6)),
            Counter("2629", "K/3/2", "us"),
            Counter("2629", "Hidden", "jp", hidden=True),
        ),
        badges=(Badge("2628", "D6", "red", "R"),),
    )
    words = "24-2..4 left the Cove and K/3/2 fired at D6. Hidden in 2629-2630, D66 and 124-1 saw it: 24-10 did not."
    told = {"2627": ("24-2", "24-3", "24-4", "Cove"), "2629": ("K/3/2",), "2628": ("D6",)}
    assert told_names(scene, words) == told
    assert told_names(Scene(title="Nothing"), words) == {}


@pytest.mark.parametrize("game", GAMES[2:5], ids=lambda game: "-".join(game))
def test_the_map_of_a_turn_names_the_units_and_positions_of_its_story(game: tuple[str, str, str]) -> None:
    """Given a game of hexes, then of each hex with told names at least one stands on the map of that turn."""
    view = view_of(*game)
    for chapter in report_of(*game).chapters:
        for picture in chapter.pictures:
            scene = next(scene for _, scene, _ in turns(view) if picture.title.startswith(scene.title))
            told = told_names(scene, " ".join(line.words for line in chapter.lines))
            named = {hex: names for hex, names in told.items() if set(names) - {hex}}
            assert [hex for hex, names in named.items() if not any(name in picture.svg for name in names)] == []


def test_a_wave_comes_in_at_its_entry_hexes() -> None:
    """BRT CG2.3: given a battalion that lands, whose pieces stand in no hex of the record (reading R-24), then the map
    of that turning point has its entry hexes, Z22 to Z26, and the beach by its name."""
    view = view_of("reef", "red-two", "umpire")
    swing = next(one for one in swings(view, drawn=True) if "lands on" in one.head.value)
    (picture,) = swing.pictures
    assert "Red Beach Two" in swing.head.value
    assert "Red Beach Two" in picture.svg
    assert ">moved<" in picture.svg
    landed = [one.path for did, _, _ in turns(view) for one in did.went if one.unit == "2-W1"]
    assert landed == [("", "Z22"), ("", "Z23"), ("", "Z24"), ("", "Z25"), ("", "Z26")]
