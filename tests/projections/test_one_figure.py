"""One figure has one meaning: story, tiles, charts and tables of a turn are added up against each other in every
game."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from domain.games import SYSTEMS
from projections.report.build import Drawings, build
from projections.report.every_form import tiles as rows_of
from projections.report.model import Figure, Report
from projections.stories.words import number
from replays import library
from tests.shipped import played

GAMES = [(system, name) for system in SYSTEMS for name in library.played_games(system)]
TITLES = {"us": ("US", "Marine"), "jp": ("Japanese",)} | {
    name.casefold(): (name,) for name in ("Red", "Blue", "Ann", "Bob", "Carol")
}
SPOKEN = {
    "iph": (r"cost the Americans ([\w-]+) steps? and the Japanese ([\w-]+) steps?;",),
    "iwo": (
        r"cost the Americans ([\w-]+) steps? and the Japanese ([\w-]+) steps?",
        r"Americans had lost ([\w-]+) steps?, the Japanese ([\w-]+) steps?",
        r"ended with ([\w-]+) steps? lost by the Americans and ([\w-]+) steps? by",
    ),
    "ddat": (r"cost the US ([\w-]+) steps?", r"the US lost ([\w-]+) steps?"),
    "reef": (r"cost the Marines ([\w-]+) pieces?, and the Japanese ([\w-]+) pieces?",),
    "free": (),
    "betio": (r"cost the Marines ([\w-]+) steps?",),
}
"""How the last line of a turn tells what it cost: the US steps first."""
PIECES = {"reef": "pieces lost"}
"""What is lost where it is no steps."""


@cache
def report(system: str, name: str) -> Report:
    return build(played(system, name).seen_by("umpire"), drawn=Drawings.NOTHING)


def tiles(one: Report, lost: str = "steps lost") -> list[tuple[str, Counter[str]]]:
    """Of each turn with tiles, the steps, or what else is lost, that each side lost."""
    found = []
    for chapter in one.chapters:
        told: Counter[str] = Counter()
        for words, figure in chapter.figures:
            for side, titles in TITLES.items():
                if words in [f"{title} {lost}" for title in titles]:
                    told[side] += int(figure.value)
        found.append((chapter.title, told))
    return found


@pytest.mark.parametrize(("system", "name"), GAMES)
def test_tiles_charts_and_tables_lose_the_same_steps(system: str, name: str) -> None:
    """Given a played game, then the tiles of its turns, the end of its chart and the tables of losses by side, by
    cause, by unit and of service records add up to the same steps."""
    one, steps = report(system, name), PIECES.get(system, "steps lost")
    sides = {title: side for side, titles in TITLES.items() for title in titles}
    in_tiles = sum((told for _, told in tiles(one, steps)), Counter[str]())
    chart = {
        line.side: int(line.points[-1].value)
        for title, lines in one.series
        if title == steps.capitalize()
        for line in lines
    }
    assert +in_tiles == +Counter(chart)
    for table in one.tables:
        if table.title in ("Losses", "Losses by cause", "Losses by unit", "Service records"):
            summed: Counter[str] = Counter()
            for row in table.rows:
                cell = row[table.columns.index(steps)] if steps in table.columns else ""
                if isinstance(cell, Figure):
                    summed[sides[str(row[0])]] += int(cell.value)
            assert +summed == +in_tiles, table.title


@pytest.mark.parametrize(("system", "name"), GAMES)
def test_the_story_of_a_turn_tells_the_steps_of_its_tiles(system: str, name: str) -> None:
    """Given a turn whose story says what it cost, then in the figures of its tiles."""
    one = report(system, name)
    for chapter, (_, told) in zip(one.chapters, tiles(one, PIECES.get(system, "steps lost")), strict=True):
        for words in [line.words for line in chapter.lines if line.kind == "story"][-2:]:
            found = next(filter(None, (re.search(way, words, re.IGNORECASE) for way in SPOKEN[system])), None)
            if found:
                spoken = [word if word != "no" else number(0) for word in found.groups()]
                assert spoken == [number(told[side]) for side in ("us", "jp")[: len(spoken)]], (chapter.title, words)


def test_what_a_turn_is_headed_with_is_what_its_story_counts() -> None:
    """DDaT 14.2: given turns headed by how many positions are secured, then their stories count as many; and the one
    number at which a check is won is no line of a game that has passed the check."""
    one = report("ddat", "two-days")
    headed = [chapter for chapter in one.chapters if chapter.headline.endswith("are secured")]
    assert headed
    for chapter in headed:
        assert f"{chapter.headline.split()[0].lower()} positions in all" in " ".join(one.words for one in chapter.lines)
    assert not any("hold" in swing.head.value for swing in one.swings), "held is not secured"


def test_the_curve_of_a_campaign_is_the_ground_it_is_won_with() -> None:
    """BRT 15.2: given a campaign, then the curve that decides it counts Strategic Locations, as they stand."""
    one, game = report("reef", "red-two"), played("reef", "red-two")
    (line,) = dict(one.series)["Strategic Locations"]
    assert line.points[-1].value == len(game.state.strategic_of("us")) > 20
    assert len({point.moment for point in line.points}) == len(line.points)
    assert not {"Steps lost", "Units eliminated"} & set(dict(one.series))
    assert not any("eliminated" in table.columns for table in one.tables if table.title.startswith("Losses"))


def test_a_side_that_nobody_plays_has_a_row_of_its_own() -> None:
    """Given a solitaire game, then what the Japanese did in a turn stands beside their name."""
    one = report("betio", "issue-in-doubt")
    assert {side for chapter in one.chapters for side, _ in rows_of(one, chapter.figures)} == {"Marine", "Japanese"}


@pytest.mark.parametrize("name", library.played_games("iph"))
def test_ships_are_no_steps(name: str) -> None:
    """IPH 2.11: given ships that were lost, then nobody counts them as steps, and by sub-command the losses are those
    of the turns."""
    one = report("iph", name)
    by_unit = next((table for table in one.tables if table.title == "Losses by unit"), None)
    for row in by_unit.rows if by_unit else ():
        cell = row[by_unit.columns.index("steps lost")] if by_unit and "steps lost" in by_unit.columns else ""
        if str(row[1]).startswith(("CV", "Hiei", "Kirishima")) and isinstance(cell, Figure):
            assert cell.value == "0"
    forces = next(table for table in one.tables if table.title == "Casualties by sub-command")
    lost = [row[forces.columns.index("lost")] for row in forces.rows] if "lost" in forces.columns else []
    assert (
        sum(int(cell.value) for cell in lost if isinstance(cell, Figure))
        == sum((told for _, told in tiles(one)), Counter[str]()).total()
    )
