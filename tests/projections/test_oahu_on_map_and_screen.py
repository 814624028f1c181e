"""The map and the screen of Invasion Pearl Harbor: what is there is shown, what a side may not know is not, and all of
it fits."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from xml.etree import ElementTree

import click
import pytest

from domain.games import load
from domain.iph import facts as f
from domain.iph.charts import GRID, GRIDS, GridCard, HexCard
from domain.iph.state import JAPANESE, Iph
from domain.kernel.entries import standing
from domain.kernel.errors import BadInput
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game, View
from projections import hexmap
from projections.iph.forces import strengths
from projections.iph.scene import scene
from projections.scene import Scene
from projections.shown import shown
from recording.situation import situation, status
from replays.lines import split
from replays.notation import speak
from tests.iph.warlike import fought

SEEDS = (2, 3)
SIDES = ("umpire", "us", "jp")


MOMENTS = 8


@cache
def moments(seed: int) -> tuple[Game[Iph], ...]:
    """A game as it stood at the end of some of its phases, from the set-up to the end. Nobody changes it."""
    ends = [entry.version for entry in fought(seed).entries if entry.ends]
    found = tuple(fought(seed).at(version) for version in (*ends[20 :: len(ends) // 7], ends[-1]))
    assert len(found) == MOMENTS
    return found


VIEWS = [
    pytest.param((seed, n), side, id=f"{seed}-{n}-{side}") for seed in SEEDS for n in range(MOMENTS) for side in SIDES
]
"""Each moment, by its game and its number: no game is played before a test looks at it."""
every_view = pytest.mark.parametrize(("game", "side"), VIEWS, indirect=["game"])
every_moment = pytest.mark.parametrize(("game", "side"), VIEWS[:: len(SIDES)], indirect=["game"])


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game[Iph]:
    seed, number = request.param
    return moments(seed)[number]


def seen(game: Game[Iph], side: str) -> View[Iph]:
    return game.seen_by(side)


def unknown_to_the_us(game: Game[Iph]) -> set[str]:
    """The Japanese units ashore that the US player has not examined where they are."""
    return {
        name for name, unit in game.state.units.items() if unit.command in JAPANESE and unit.stands and not unit.known
    }


def named(units: set[str], text: str) -> set[str]:
    return {name for name in units if re.search(rf"\b{re.escape(name)}\b", text)}


# ---- the map ----


@every_view
def test_everybody_who_is_known_to_stand_somewhere_is_drawn_there_once(game: Game[Iph], side: str) -> None:
    view = seen(game, side)
    drawn = [
        (counter.name, counter.hex)
        for counter in scene(view).counters
        if not counter.hidden and counter.symbol != "plane"
    ]
    assert sorted(drawn) == sorted((name, unit.hex) for name, unit in view.state.units.items() if unit.stands)
    assert sorted(counter.hex for counter in scene(view).counters if counter.hidden) == sorted(view.state.sighted)


def test_the_us_player_sees_that_somebody_is_there_and_not_who() -> None:
    """Given each moment of a game with its secrets in the record, then all that is drawn for the US side names none of
    them."""
    hidden = 0
    for game in moments(2):
        drawn = scene(game.seen_by("us"))
        secret = unknown_to_the_us(game)
        hidden += len(secret)
        for picture in (hexmap.hex_text(drawn), hexmap.hex_svg(drawn), hexmap.whole_map(drawn).svg):
            assert named(secret, picture) == set()
        assert {game.state.units[name].hex for name in secret} == {
            counter.hex for counter in drawn.counters if counter.hidden
        }
        assert all(counter.name == "?" and counter.steps is None for counter in drawn.counters if counter.hidden)
        assert named(secret, hexmap.hex_text(scene(game))) == secret
    assert hidden > 30


@every_moment
def test_every_drawing_is_well_formed_and_fits_a_terminal(game: Game[Iph], side: str) -> None:
    drawn = scene(seen(game, side))
    assert max(map(len, hexmap.hex_text(drawn).splitlines())) <= 80
    for picture in (hexmap.hex_svg(drawn), hexmap.whole_map(drawn).svg):
        ElementTree.fromstring(picture)


def the_map() -> Scene:
    return scene(fought(2))


def test_terrain_is_told_apart_by_ground_and_by_letters() -> None:
    """Given the whole map, then rough ground and mountains are grounds of their own, what men have built has a letter,
    the rest is land."""
    cards = fought(2).state.rows(HexCard)
    cells = {cell.name: cell for cell in the_map().cells}
    grounds = {"clear": ("land", ()), "rough": ("rough", ()), "mountain": ("mountain", ())}
    for name, card in cards.items():
        built = ("land", (card.terrain.replace("-", " "),))
        fill, letters = grounds.get(card.terrain, built)
        assert (cells[name].fill, cells[name].grounds) == (
            fill,
            (*(["beachhead"] if name in fought(2).state.beachheads else []), *letters),
        )
        assert cells[name].title == card.name
    assert {cell.fill for cell in cells.values() if cell.name not in cards} == {"water"}
    drawn = hexmap.hex_text(the_map())
    words = ("city", "military installation", "airfield", "oil storage", "fortification", "beachhead")
    told = dict(re.findall(rf"\b([a-z])\s+({'|'.join(words)})", " ".join(drawn.split())))
    assert sorted(told.values()) == sorted(words)
    for sign, kind in (("%", "rough"), ("^", "mountain"), ("~", "water")):
        assert f"{sign} {kind}" in drawn
    for ground in ("rough", "mountain", "water", "land"):
        assert f'id="ground-{ground}"' in hexmap.hex_svg(the_map())


def test_roads_and_hexsides_are_drawn_once_each() -> None:
    cards = fought(2).state.rows(HexCard)
    drawn = Counter((edge.kind, frozenset((edge.a, edge.b))) for edge in the_map().edges)
    assert set(drawn.values()) == {1}
    roads = {frozenset((name, near)) for name, card in cards.items() for near in card.roads}
    water = {frozenset((name, near)) for name, card in cards.items() for near in card.water}
    streams = {frozenset((name, side.partition("/")[2])) for name, card in cards.items() for side in card.sides}
    for kind, sides in (("road", roads), ("all-water", water), ("stream", streams)):
        assert {both for one, both in drawn if one == kind} == sides
    assert all(edge.across == (edge.kind == "road") for edge in the_map().edges)
    assert all(word in hexmap.hex_text(the_map()) for word in ("- / \\ road", "all-water", "stream"))


def test_north_is_at_the_top_and_columns_grow_to_the_west() -> None:
    at = {cell.name: (cell.row, cell.half) for cell in the_map().cells}
    assert at["1630"][0] < at["3020"][0]
    assert at["1631"][1] == at["1630"][1] - 2
    assert at["1630"][1] == at["1730"][1] - 1, "even rows lie half a hex further west"
    odd = fought(2).state.but(charts={**fought(2).state.charts, "grid": {"rows": GridCard(shifted="odd")}})
    other: Game[Iph] = fought(2).trial()
    other.state = odd
    at = {cell.name: (cell.row, cell.half) for cell in scene(other).cells}
    assert at["1730"][1] == at["1630"][1] - 1
    assert GRIDS["odd"] != GRID


@every_moment
def test_control_is_that_of_the_japanese_and_markers_stand_in_their_hexes(game: Game[Iph], side: str) -> None:
    drawn = scene(game)
    assert {cell.name for cell in drawn.cells if cell.control} == {
        name for name in game.state.hexes if game.state.control(name) == "jp"
    }
    assert all(cell.control in ("", "jp") for cell in drawn.cells)
    assert {counter.hex for counter in drawn.counters if counter.symbol == "beachhead"} == set(game.state.beachheads)
    row = [counter.hex for counter in drawn.counters if counter.symbol == "ship"]
    assert row == (["3020"] if game.state.bbrow and game.state.units["BBRow"].hex else [])


def test_aircraft_that_interdict_a_hex_are_drawn_until_the_turn_is_over() -> None:
    game = fought(2)
    placed = next(entry for entry in standing(game.entries) if isinstance(entry.fact, f.InterdictionPlaced))
    assert isinstance(placed.fact, f.InterdictionPlaced)
    planes = {counter.hex for counter in scene(game.at(placed.version)).counters if counter.symbol == "plane"}
    assert planes == set(placed.fact.hexes)
    over = next(entry for entry in game.entries if entry.version > placed.version and entry.moment.phase == "end")
    at_end = game.at(over.version)
    assert any(hex.interdicted for hex in at_end.state.hexes.values())
    assert not any(counter.symbol == "plane" for counter in scene(at_end).counters)


def test_a_scene_around_a_hex_a_place_or_a_unit_ends_five_hexes_from_it() -> None:
    game = moments(2)[0]
    unit = next(name for name, one in game.state.units.items() if one.stands)
    for around, centre in (("2821", "2821"), ("pearl city", "2821"), (unit, game.state.units[unit].hex)):
        near = {cell.name for cell in scene(game, around=around).cells}
        assert centre in near
        assert {GRID.distance(centre, name) for name in near} == set(range(6))


@pytest.mark.parametrize("asked", [{"around": "Tokyo"}, {"around": "12"}, {"around": "IJA-24"}, {"fields": ("all",)}])
def test_names_nobody_has_heard_of_are_refused(asked: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        scene(moments(2)[0], **asked)  # type: ignore[arg-type]


def bare(*lines: str) -> Game[Iph]:
    """A game of which nothing has been read out but what these lines say."""
    game: Game[Iph] = Game(load("iph"))
    game.follow(game.begin(GameBegan(system="iph", title="bare")).entries)
    for line in lines:
        game.follow(speak(game, split(line)).entries)
    return game


def test_what_nobody_has_read_out_is_left_open() -> None:
    assert scene(bare()).cells == ()
    known = scene(bare("chart hexes 2325 terrain=city", "set 24-1 hex=2424"))
    cells = {cell.name: cell.fill for cell in known.cells}
    assert cells["2325"] == "land"
    assert cells["2424"] == "unknown"
    assert {(counter.name, counter.hex) for counter in known.counters} == {("24-1", "2424")}


# ---- the screen ----


@every_view
def test_the_screen_is_eighty_columns_wide(game: Game[Iph], side: str) -> None:
    view = seen(game, side)
    lines = [click.unstyle(line) for line in (*situation(view), *status(view))]
    assert [line for line in lines if len(line) > 80] == []


def test_the_screen_of_the_us_player_names_nobody_he_has_not_seen() -> None:
    for game in moments(2):
        said = "\n".join([*situation(game.seen_by("us")), *status(game.seen_by("us"))])
        waiting = set(game.state.afloat())
        ashore = unknown_to_the_us(game)
        assert named(ashore, said) == set() or not game.seen_by("us").state.sighted
        if game.seen_by("us").state.sighted:
            assert named(waiting | ashore, said) == set(), "who is afloat would tell who is ashore"


@every_view
def test_the_screen_says_where_the_game_stands(game: Game[Iph], side: str) -> None:
    view = seen(game, side)
    state = view.state
    said = "\n".join(click.unstyle(line) for line in shown("iph").screen.overview(view))
    assert f"{state.vp} of 22" in said
    assert f"turn         {state.turn} of 11" in said
    assert all(chit in said for chit in (*state.cup.inside, *state.cup.aside))
    assert all(ship in said for ship in state.ships)
    assert ("Battleship Row in play" in said) == state.bbrow
    assert ("in rebellion" in said) == state.rebellion
    for force in strengths(state):
        steps = sum(unit.steps for unit in state.units.values() if unit.command == force.command)
        assert re.search(
            rf"{force.title} +{force.units} of +{force.units_at_start} units, +{steps} of +{force.start} steps", said
        )
    if not state.sighted:
        for command in JAPANESE:
            there = [unit for unit in state.units.values() if unit.command == command and unit.steps]
            assert (
                f"{sum(unit.stands for unit in there)} ashore, {sum(not unit.stands for unit in there)} afloat" in said
            )


def test_in_a_combat_phase_the_lines_that_stay_say_what_can_be_attacked_and_from_where() -> None:
    game, checked = fought(2), 0
    for entry in standing(game.entries):
        if isinstance(entry.fact, f.AttackDeclared) and entry.fact.kind == "ground" and not entry.fact.momentum:
            before = game.at(entry.of - 1)
            lines = {line.split()[0]: line for line in shown("iph").screen.meetings(before.seen_by("umpire"))}
            assert set(entry.fact.hexes) <= set(re.findall(r"\d{4}", lines[entry.fact.target].partition(": from ")[2]))
            checked += 1
            if checked == 12:
                return


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_player_glances_at_has_the_day_the_points_and_the_chits(seed: int) -> None:
    for game in moments(seed):
        words = " · ".join(shown("iph").screen.words(game))
        assert f"VP {game.state.vp}" in words
        assert f"{len(game.state.cup.inside)} in the cup" in words
        assert re.match(r"[789] December, (morning|afternoon|evening|night)", words)
