"""A part of a game: its tables and report count what lies in it, and all parts together make the game."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from domain.kernel.entries import standing
from domain.kernel.errors import BadInput
from domain.kernel.game import Game
from projections.part import part_of, within
from projections.report.build import Drawings, build
from projections.report.model import Figure
from projections.shown import shown
from tests import shipped

GAMES = (("iwo", "flag-on-the-crater"), ("iph", "over-the-pali"), ("ddat", "two-days"))
every_game = pytest.mark.parametrize(("system", "name"), GAMES, ids=[name for _, name in GAMES])


def parts(game: Game[Any]) -> list[str]:
    """The outermost parts, by their names."""
    return list(dict.fromkeys(entry.moment.path[0] for entry in standing(game.entries) if entry.moment.path))


def lost(entries: list[Any]) -> int:
    return sum(loss.steps for entry in entries for loss in entry.fact.losses)


@every_game
def test_the_parts_follow_each_other_and_make_the_game(system: str, name: str) -> None:
    """Given a game, then each of its parts begins in the state in which the one before has ended, and what they cost is
    what the game cost."""
    game = shipped.played(system, name)
    found = [within(game, part_of(game, title)) for title in parts(game)]
    assert len(found) > 1
    for before, after in pairwise(found):
        assert after.rules.initial == before.state
    assert found[-1].state == game.state
    assert sum(lost(part.stands) for part in found) == lost(standing(game.entries)) > 0


@every_game
def test_a_report_of_a_part_tells_of_it_alone(system: str, name: str) -> None:
    """Given a game, when one of its turns is reported, then every entry it cites is of that turn."""
    game = shipped.played(system, name)
    title = parts(game)[1]
    part = part_of(game, title)
    report = build(game.seen_by("umpire"), part=title, drawn=Drawings.NOTHING)
    assert report.title.endswith(f": {title}")
    assert report.result.words == f"This is a part of the game: {title}."
    cited = {entry for chapter in report.chapters for line in chapter.lines for entry in line.entries}
    cited |= {
        e
        for table in report.tables
        for row in table.rows
        for cell in row
        if isinstance(cell, Figure)
        for e in cell.entries
    }
    assert cited
    assert part.first <= min(cited) <= max(cited) <= part.last


@every_game
def test_every_table_of_a_game_is_made_of_a_part_too(system: str, name: str) -> None:
    """Given a game, when its own tables are made of one of its turns, then they are made, of the same columns or
    fewer."""
    game = shipped.played(system, name)
    part = within(game, part_of(game, parts(game)[1]))
    for summary in shown(system).summaries.values():
        assert isinstance(summary.rows(part), list)


def test_a_name_that_several_parts_have_says_which_they_are() -> None:
    """Given a game whose turns have the same phases, when a phase is named alone, then the refusal names the turns it
    is of."""
    game = shipped.played("iwo", "flag-on-the-crater")
    path = standing(game.entries)[-1].moment.path
    with pytest.raises(BadInput, match="say which, as in --part"):
        part_of(game, path[1])
    assert part_of(game, ", ".join(path[:2]).upper()).path == path[:2]
    with pytest.raises(BadInput, match="there is no part 'turn 99'"):
        part_of(game, "turn 99")
