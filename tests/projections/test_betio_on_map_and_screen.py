"""What a Marine player sees of Betio: the map, the screen, and tables that add up to what the record holds."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any
from xml.etree import ElementTree

import click
import pytest

from domain.betio import facts as f
from domain.betio.charts import GRID, HexCard
from domain.betio.state import Betio
from domain.games import load
from domain.kernel.entries import standing
from domain.kernel.errors import BadInput
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from projections import hexmap
from projections.betio.report import TELLS
from projections.betio.scene import scene
from projections.betio.tables import TABLES
from projections.betio.tables.course import casualties, ground, morale, supply
from projections.betio.tables.fights import fire
from projections.betio.words import MORALE
from projections.report.model import Cell, Figure, ReportTable
from projections.report.series import series
from projections.shown import shown
from tests.projections.test_story_of_betio import GAMES, game_of

MOMENTS = 6


@cache
def moments(name: str) -> tuple[Game[Betio], ...]:
    """A game as it stood at the end of some of its phases. Nobody changes it."""
    ends = [entry.version for entry in game_of(name).entries if entry.ends]
    found = tuple(game_of(name).at(version) for version in (*ends[10 :: max(1, len(ends) // 5)], ends[-1]))
    assert len(found) == MOMENTS
    return found


VIEWS = [pytest.param((name, n), id=f"{name}-{n}") for name in GAMES for n in range(MOMENTS)]
"""Each moment, by its game and its number: no game is played before a test looks at it."""
every_view = pytest.mark.parametrize("game", VIEWS, indirect=True)
every_game = pytest.mark.parametrize("name", GAMES)


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game[Betio]:
    name, number = request.param
    return moments(name)[number]


def said(game: Game[Any]) -> str:
    return "\n".join(click.unstyle(line) for line in shown("betio").screen.overview(game))


def value(cell: Cell) -> str:
    return cell.value if isinstance(cell, Figure) else cell


def column(table: ReportTable, name: str) -> list[str]:
    """The cells of a column; nothing where no row says anything in it."""
    at = table.columns.index(name) if name in table.columns else -1
    return [value(row[at]) for row in table.rows] if at >= 0 else []


# ---- the map ----


@every_view
def test_everybody_on_the_map_is_drawn_once_where_he_stands(game: Game[Betio]) -> None:
    drawn = [(counter.name, counter.hex) for counter in scene(game).counters]
    assert sorted(drawn) == sorted((name, unit.hex) for name, unit in game.state.units.items() if unit.stands)


@every_view
def test_what_is_controlled_is_what_has_a_marker(game: Game[Betio]) -> None:
    held = {cell.name for cell in scene(game).cells if cell.control}
    assert held == {name for name, now in game.state.hexes.items() if now.cleared}
    heads = {cell.name for cell in scene(game).cells if "Supply Head" in cell.grounds}
    assert heads == set(game.state.heads)


@every_view
def test_a_drawing_is_well_formed_and_fits_a_terminal(game: Game[Betio]) -> None:
    drawn = scene(game)
    assert max(map(len, hexmap.hex_text(drawn).splitlines())) <= 80
    for picture in (hexmap.hex_svg(drawn), hexmap.whole_map(drawn).svg):
        ElementTree.fromstring(picture)


def test_a_strongpoint_is_drawn_until_its_hex_is_cleared() -> None:
    game = game_of("considered")
    cards = game.state.rows(HexCard)
    whole = {name for name, card in cards.items() if card.strongpoints and not game.state.is_cleared(name)}
    marked = {cell.name for cell in scene(game).cells if any("strongpoint" in ground for ground in cell.grounds)}
    assert marked == whole
    assert whole < {name for name, card in cards.items() if card.strongpoints}


def test_columns_grow_to_the_west_and_north_is_at_the_top() -> None:
    at = {cell.name: (cell.row, cell.half) for cell in scene(game_of("random")).cells}
    assert at["1430"][0] < at["2830"][0]
    assert at["2631"][1] == at["2630"][1] - 2


def test_a_scene_around_a_hex_an_area_or_a_unit_ends_five_hexes_from_it() -> None:
    game = game_of("considered")
    unit = next(name for name, one in game.state.units.items() if one.stands)
    for around, centre in (("2731", "2731"), (unit, game.state.units[unit].hex)):
        near = {cell.name for cell in scene(game, around=around).cells}
        assert centre in near
        assert max(GRID.distance(centre, name) for name in near) <= 5
    assert {cell.title for cell in scene(game, around="cove").cells} >= {"Cove"}


@pytest.mark.parametrize("asked", [{"around": "Tokyo"}, {"around": "12"}, {"around": "3/6-A"}, {"fields": ("all",)}])
def test_names_nobody_has_heard_of_are_refused(asked: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        scene(moments("random")[0], **asked)  # type: ignore[arg-type]


# ---- the screen ----


@every_view
def test_the_screen_says_where_everything_stands(game: Game[Betio]) -> None:
    state, lines = game.state, said(game)
    assert max(map(len, lines.splitlines())) <= 80
    assert f"{state.casualties} of 5000" in lines
    for track, title in MORALE.items():
        level = state.morale(track)
        assert f"{title} {f'{level:+d}' if level else '0'}" in " ".join(lines.split())
    assert f"{sum(area.secured for area in state.areas.values())} of {len(state.areas)} secured" in lines
    assert f"{sum(len(state.to_clear(area)) for area in state.areas)} hexes to clear" in lines
    assert all(name in lines for name in state.units)


def test_hours_that_nobody_has_read_out_are_said_to_be_inferred() -> None:
    """Reading A-41: given a game without a Turn Track, then the screen says that its hours are inferred; with one it
    does not."""
    game: Game[Betio] = Game(load("betio"))
    charts = {name: rows for name, rows in game_of("random").entries[0].fact.charts.items() if name != "turns"}  # type: ignore[attr-defined]
    game.follow(game.begin(GameBegan(system="betio", title="bare", charts=charts)).entries)
    assert "20 November, 0900 (inferred)" in shown("betio").screen.words(game)
    assert "20 November, 0900 (inferred)" in said(game)
    assert "(inferred)" in scene(game).title
    assert "inferred" not in said(game_of("random"))


# ---- tables ----


@every_game
def test_tables_by_turn_end_where_the_game_stands(name: str) -> None:
    game = game_of(name)
    state = game.state
    assert column(casualties(game), "casualties")[-1] == str(state.casualties)
    for track, title in MORALE.items():
        level = state.morale(track)
        assert column(morale(game), title)[-1] == (f"{level:+d}" if level else "0")
    assert column(ground(game), "hexes to clear")[-1] == str(sum(len(state.to_clear(area)) for area in state.areas))
    assert column(ground(game), "secured in all")[-1] == str(sum(area.secured for area in state.areas.values()))
    assert column(supply(game), "pool")[-1] == str(state.pool)


@every_game
def test_japanese_fire_is_counted_by_kind_with_what_was_to_be_expected(name: str) -> None:
    game = game_of(name)
    shots = [entry.fact for entry in standing(game.entries) if isinstance(entry.fact, f.FireResolved)]
    table = fire(game)
    rows = {value(row[0]): dict(zip(table.columns, map(value, row), strict=True)) for row in table.rows}
    kinds = Counter(f.FIRES[shot.kind] for shot in shots)
    assert {kind: int(rows[kind]["rolls"]) for kind in kinds} == kinds
    assert int(rows["in all"]["rolls"]) == len(shots)
    assert int(rows["in all"]["hits"]) == sum(shot.hits for shot in shots)
    assert int(rows["in all"]["asterisks"]) == sum(shot.casualties for shot in shots)
    assert 0.5 < float(rows["in all"]["expected hits"]) / int(rows["in all"]["hits"]) < 2


@every_game
def test_every_table_names_entries_that_stand_and_is_a_summary(name: str) -> None:
    game = game_of(name)
    stands = {entry.version for entry in standing(game.entries)}
    assert set(shown("betio").summaries) == set(TABLES)
    for key, table in TABLES.items():
        made = table(game)
        assert {
            version for row in made.rows for cell in row if isinstance(cell, Figure) for version in cell.entries
        } <= stands
        assert len(shown("betio").summaries[key].rows(game)) == len(made.rows)


def test_casualties_are_charted_with_the_line_where_the_invasion_fails() -> None:
    game = game_of("considered")
    charted = dict(series(game))
    assert TELLS.levels["Casualties"] == ((5000, "no victory"),)
    assert charted["Casualties"][0].points[-1].value == game.state.casualties
    for track, title in MORALE.items():
        if f"{title} morale" in charted:
            assert charted[f"{title} morale"][0].points[-1].value == game.state.morale(track)
