"""The story of a game: what it tells is what stands, all of it once, and nothing that a side may not know."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from domain.kernel.facts import Noted, TakenBack
from domain.kernel.game import Game, seen, standing
from projections.report.model import Line
from projections.stories import LONGEST, opening, tell
from replays import diary_file, library

GAMES = [(system, name) for system in ("iwo", "ddat") for name in library.played_games(system)]
SIDES = [(system, name, side) for system, name in GAMES for side in ("umpire", "us", "jp")]


@cache
def played(system: str, name: str) -> Game[Any]:
    return diary_file.play(diary_file.read(library.played_game(system, name), name, lambda pack: library.pack(system, pack)))


@cache
def lines(system: str, name: str, side: str = "umpire") -> tuple[Line, ...]:
    return tuple(line for _, told in tell(system).chapters(played(system, name), side=side) for line in told)


@pytest.mark.parametrize(("system", "name"), GAMES)
def test_every_entry_told_exists_and_stands(system: str, name: str) -> None:
    game = played(system, name)
    stands = {entry.version for entry in standing(game.entries)} | {e.version for e in game.entries if isinstance(e.fact, TakenBack)}
    assert all(set(line.entries) <= stands for line in lines(system, name))
    assert any(line.entries for line in lines(system, name))


@pytest.mark.parametrize(("system", "name", "side"), SIDES)
def test_every_loss_that_a_side_saw_is_told_once(system: str, name: str, side: str) -> None:
    lost = {entry.version for entry in seen(standing(played(system, name).entries), side) if entry.fact.losses}
    told = Counter(version for line in lines(system, name, side) for version in line.entries)
    assert {version: told[version] for version in lost} == dict.fromkeys(lost, 1)


@pytest.mark.parametrize(("system", "name"), GAMES)
def test_a_unit_that_is_lost_is_named_by_the_line_that_tells_it(system: str, name: str) -> None:
    facts = {entry.version: entry.fact for entry in standing(played(system, name).entries)}
    for line in lines(system, name):
        for version in line.entries:
            for loss in facts[version].losses if version in facts else ():
                assert loss.unit in line.words or " more" in line.words, (loss, line)


@pytest.mark.parametrize(("system", "name", "side"), SIDES)
def test_it_reads_well(system: str, name: str, side: str) -> None:
    for _, told in tell(system).chapters(played(system, name), side=side):
        for before, line in zip((None, *told), told, strict=False):
            if line.kind != "story":
                continue
            assert len(line.words) <= LONGEST
            assert before is None or opening(before.words) != opening(line.words)
            assert line.words[-1] in ".…!”"
            assert not re.search(r"\b(IWO|DDaT|EV) \d|\(\d+\.\d", re.sub("“[^”]*”", "", line.words)), line.words
            assert not re.search(r"  | ,|\.\.|;\.|: ;|\band and\b|\bone (steps|cards|dice|hits)\b|\{|\}", line.words), line.words


@pytest.mark.parametrize(("system", "name"), GAMES)
def test_notes_stand_verbatim_in_their_order(system: str, name: str) -> None:
    noted = [entry.fact.text for entry in standing(played(system, name).entries) if isinstance(entry.fact, Noted)]
    assert [line.words for line in lines(system, name) if line.kind == "note"] == noted


@pytest.mark.parametrize(("system", "name", "side"), SIDES)
def test_a_side_is_told_what_it_saw_and_nothing_else(system: str, name: str, side: str) -> None:
    """The story of the whole record for a side is the story of the record that only holds what that side saw."""
    game = played(system, name)
    saw: Game[Any] = Game(game.rules)
    saw.follow(seen(game.entries, side))
    assert tell(system).chapters(game, side=side) == tell(system).chapters(saw, side=side)


def test_secret_losses_are_the_japanese_players_alone() -> None:
    game = played("iwo", "guns-and-tanks")
    secret = [entry for entry in standing(game.entries) if entry.fact.secret == "jp" and entry.fact.losses]
    assert secret
    first = secret[0]
    units = [loss.unit for loss in first.fact.losses]
    mine, theirs = (next(line for line in lines("iwo", "guns-and-tanks", side) if first.version in line.entries) for side in ("jp", "us"))
    assert all(unit in mine.words for unit in units)
    assert not any(unit in theirs.words for unit in units)


def test_a_take_back_is_told_with_what_it_struck() -> None:
    told = [line for line in lines("iwo", "guns-and-tanks") if line.kind == "taken-back"]
    assert len(told) == 1
    assert "after entry 582" in told[0].words


@pytest.mark.parametrize("name", library.played_games("iwo"))
def test_the_points_told_are_the_points_of_the_game(name: str) -> None:
    game = played("iwo", name)
    scored = Counter(dict.fromkeys(("us", "jp"), 0))
    for entry in standing(game.entries):
        for point in entry.fact.points:
            scored[point.side] += point.amount
    assert scored == {"us": game.state.vp_us, "jp": game.state.vp_jp}


@pytest.mark.parametrize("system", ["iwo", "ddat"])
def test_the_plain_story_serves_every_game(system: str) -> None:
    name = library.played_games(system)[0]
    game = played(system, name)
    told = [line for _, some in tell("unknown").chapters(game) for line in some]
    assert {version for line in told for version in line.entries} >= {e.version for e in standing(game.entries) if e.fact.losses}
    assert json.dumps([line.words for line in told])
