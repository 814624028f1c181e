"""A wargame of a hundred lines, with none of its own about what is shown of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from auditing.audit import audit
from domain import games
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from domain.record.diary import Diary
from projections import areamap
from projections.ledger_file import IN_MEMORY, LedgerFile
from projections.ledger_tables import TABLES
from projections.report.build import build
from projections.report.page import page
from projections.shown import shown
from recording.hearing import hear
from replays.notation import split
from tests.wargame import toy

LINES = {
    "areas": (
        "march R1 Ridge",
        "march R2 Ridge",
        "storm Ridge 66",
        "next",
        "march B2 Ridge",
        "next",
        "storm Ridge 16",
        "next",
    ),
    "hexes": (
        "march R1 0201",
        "march R2 0201",
        "storm 0201 66",
        "next",
        "march B2 0201",
        "next",
        "storm 0201 16",
        "next",
    ),
}


@pytest.fixture(params=list(LINES))
def diary(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Diary, Game[Any]]]:
    """A game of it, played in a diary."""
    monkeypatch.setitem(games.SYSTEMS, "ridge", games.System("The Ridge", "tests.wargame.toy"))
    games.load.cache_clear()
    names = {"areas": toy.AREAS, "hexes": toy.HEXES}[request.param]
    near = {names[0]: [names[1]], names[1]: [names[0], names[2]], names[2]: [names[1]]}
    began = GameBegan(
        system="ridge",
        title="On the ridge",
        scenario=request.param,
        charts={"places": {name: {"near": n} for name, n in near.items()}},
    )
    with Diary(tmp_path / "d.db") as made:
        game = made.new("ridge", "evening", began)
        for text in LINES[request.param]:
            line = split(text, game.rules.sides)
            assert line is not None
            made.append(game, hear(game, line))
        yield made, made.open(game.id)
    games.load.cache_clear()


def test_which_rules_hold_is_asked_of_the_beginning(diary: tuple[Diary, Game[Any]]) -> None:
    made, game = diary
    assert game.began is not None
    assert game.rules is toy.rules_of(game.began)
    assert (game.state.GRID is not None) == (game.began.scenario == "hexes")
    assert made.rules(game.id) is game.rules


def test_the_vocabulary_folds_its_facts(diary: tuple[Diary, Game[Any]]) -> None:
    """RI 2 to 5: given two turns, then units stand where they went, steps, courage and ground are what the facts
    say."""
    _, game = diary
    west, middle, east = game.state.places
    assert {name: (unit.at, unit.steps) for name, unit in game.state.units.items()} == {
        "R1": (middle, 2),
        "R2": (middle, 3),
        "B1": (middle, 0),
        "B2": (middle, 0),
    }
    assert game.state.tracks == {"courage": 3}
    assert {name: place.control for name, place in game.state.places.items()} == {
        west: "red",
        middle: "blue",
        east: "blue",
    }
    assert game.state.turn == 2
    assert game.rules.play.sequence.moment(game.state).ids == ("turn-2", "blue_move")
    assert {finding.verdict for finding in audit(game)} == {"agrees"}


def test_it_has_every_ledger(diary: tuple[Diary, Game[Any]]) -> None:
    made, game = diary
    with LedgerFile(IN_MEMORY) as views:
        views.catch_up(made)
        tables = {name: table(views, game.id).rows for name, table in TABLES.items()}
    assert [(row["unit"], row["steps"], row["cause"]) for row in tables["casualties"]] == [
        ("B1", 2, "assault"),
        ("B2", 1, "assault"),
    ]
    assert [row["kind"] for row in tables["fire"]] == ["assault", "assault"]
    assert [(row["name"], row["now"]) for row in tables["tracks"]] == [("courage", 4), ("courage", 3)]
    # nobody scores here, and no place has a side to change hands
    assert [name for name, rows in tables.items() if not rows] == ["points", "control"]


def test_it_has_a_story_that_names_every_loss(diary: tuple[Diary, Game[Any]]) -> None:
    _, game = diary
    told = shown("ridge").chapters(game.seen_by("umpire"))
    words = " ".join(line.words for _, lines in told for line in lines)
    assert [title for title, _ in told] == ["Turn 1", "Turn 2"]
    assert "B1 loses 2 steps, none left" in words
    assert "R1 marches to" in words


def test_it_has_a_screen_and_a_map(diary: tuple[Diary, Game[Any]]) -> None:
    _, game = diary
    screen, scene = shown("ridge").screen, shown("ridge").scene(game)
    lines = list(screen.overview(game))
    middle = list(game.state.places)[1]
    assert any(middle in line and "R1 ●●" in line for line in lines)
    assert max(map(len, lines)) <= 80
    assert screen.words(game) == ["courage 3"]
    assert scene is not None
    assert {(counter.name, counter.hex) for counter in scene.counters} == {("R1", middle), ("R2", middle)}
    assert areamap.area_svg(scene).startswith("<svg") or scene.kind == "hexes"


def test_it_has_a_report(diary: tuple[Diary, Game[Any]]) -> None:
    _, game = diary
    report = build(game.seen_by("umpire"))
    assert {"Casualties", "Every roll"} <= {table.title for table in report.tables} or report.tables
    assert "<svg" in page(report)


def test_it_is_short_and_says_nothing_of_what_is_shown() -> None:
    """Given its source, then it is about a hundred lines, and imports nothing that shows."""
    source = Path(toy.__file__).read_text(encoding="utf-8")
    code = [
        line
        for line in source.splitlines()
        if line.strip() and not line.strip().startswith(('"""', "from ", "import "))
    ]
    assert len(code) <= 110
    assert "projections" not in source
