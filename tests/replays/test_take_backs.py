"""Take-backs in text count lines: a rule that records one fact more leaves every written game as it was."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain import games
from domain.kernel.entries import standing
from domain.kernel.errors import BadInput
from domain.kernel.facts import Noted
from domain.kernel.table import Table
from replays import diary_file, library
from tests import shipped
from tests.projections.test_views import SETUP
from tests.replays.test_notation import begin, say

PLAYED = [(system, name) for system in games.SYSTEMS for name in library.played_games(system)]


def with_one_fact_more(rules: Any) -> Any:
    """The rules, every procedure of which records a fact that it does not record today."""

    def noting(procedure: Any) -> Any:
        def run(table: Table[Any], **values: Any) -> None:
            if not table.resumed:
                table.record(Noted(text="one fact more"))
            procedure(table, **values)

        return run

    verbs = {name: replace(verb, procedure=noting(verb.procedure)) for name, verb in rules.play.verbs.items()}
    return replace(rules, play=replace(rules.play, verbs=verbs))


@pytest.mark.parametrize(("system", "name"), PLAYED)
def test_played_games_stand_though_a_procedure_records_one_fact_more(
    system: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = diary_file.shipped(system, name)
    before = shipped.played(system, name)
    more = with_one_fact_more(games.rules_of(file.began))
    monkeypatch.setattr(diary_file, "rules_of", lambda began: more)
    after = diary_file.play(file)
    assert after.version > before.version
    assert after.state == before.state
    assert [type(e.fact) for e in standing(after.entries) if not isinstance(e.fact, Noted)] == [
        type(e.fact) for e in standing(before.entries) if not isinstance(e.fact, Noted)
    ]


def test_the_last_lines_that_stand_are_struck() -> None:
    """Given four lines, when two are taken back, then one, then a line is said and two are taken back, each time the
    last that stand go."""
    game = begin(SETUP, "bombards Green:NAV1", "bombard Green 5511", 'note "a"')
    after = {text: n for n, text in enumerate(("begin", "setup", "bombards", "bombard", "note"))}
    ends = [e.version for e in game.entries if e.ends]
    say(game, "takeback 2 lines")
    assert standing(game.entries)[-1].version == ends[after["bombards"]]
    say(game, 'takeback 1 line "once more"')
    assert standing(game.entries)[-1].version == ends[after["setup"]]
    say(game, 'note "b"')
    say(game, "takeback 2 lines")
    assert standing(game.entries)[-1].version == ends[after["begin"]]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("takeback 9 lines", "9 lines cannot be taken back: so many do not stand"),
        ("takeback 0 lines", "0 lines cannot"),
    ],
)
def test_more_lines_than_stand_cannot_be_struck(text: str, says: str) -> None:
    game = begin(SETUP)
    with pytest.raises(BadInput, match=says):
        say(game, text)


def test_no_game_that_is_shipped_names_an_entry_in_a_take_back() -> None:
    for system, name in PLAYED:
        for number, line in diary_file.shipped(system, name).lines:
            words = line.split()
            assert words[:1] != ["takeback"] or words[2:3] in (["line"], ["lines"]), f"{name}:{number}: {line}"
