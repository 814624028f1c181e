"""Rows read out at the table: a second reading is asked about, and what the text determines is held against the first;
files and cases note it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games import load
from domain.kernel.errors import RuleBroken
from domain.kernel.facts import GameBegan, Irregular
from domain.kernel.game import Game
from recording.recorder import Recorder
from replays import library
from replays.notation import speak, split
from tests.recording.in_memory import InMemory


def begun(system: str, *without: tuple[str, str]) -> Recorder:
    """A game whose pack lacks some rows."""
    pack = library.pack(system, "sample")
    charts = {
        chart: {row: says for row, says in rows.items() if (chart, row) not in without}
        for chart, rows in pack.charts.items()
    }
    game: Game[Any] = Game(load(system))
    game.follow(game.begin(GameBegan(system=system, title="T", pack=pack.name, charts=charts)).entries)
    return Recorder(game, InMemory())


def irregular(recorder: Recorder) -> list[tuple[str, str]]:
    return [
        (entry.fact.rule, entry.fact.as_played) for entry in recorder.game.entries if isinstance(entry.fact, Irregular)
    ]


def test_what_the_text_says_of_a_row_is_held_against_its_reading() -> None:
    """IPH 9.8: given a map that lacks 1740, when it is read out as rough, then the text's mountain stands against that;
    the table may insist."""
    recorder = begun("iph", ("hexes", "1740"))
    with pytest.raises(RuleBroken, match=r"mountain.*\[IPH 9\.8\]"):
        recorder.hear("chart hexes 1740 terrain=rough coastal=yes")
    recorder.insist("our map shows it so")
    assert irregular(recorder) == [("IPH 9.8", "our map shows it so")]
    assert recorder.game.state.charts["hexes"]["1740"].terrain == "rough"


def test_what_it_says_of_rows_together_is_held_against_it_too() -> None:
    """IPH 2.4: given the companies of the SNLF, when one is read out as 4-4, then the text's 3-3 stands against
    that."""
    recorder = begun("iph", ("units", "SNLF-1"))
    says = "side=jp command=SNLF attack=4 defence=4 reduced_attack=1 reduced_defence=1"
    with pytest.raises(RuleBroken, match=r"IPH 2\.4"):
        recorder.hear(f"chart units SNLF-1 {says}")
    recorder.hear(f'chart units SNLF-1 {says} !"the counter says so"')
    assert irregular(recorder) == [("IPH 2.4", "the counter says so")]


def test_a_second_reading_is_asked_about_with_what_stood_first() -> None:
    """Given a row that is known, when it is read out otherwise, then that is refused once with what it said, and stands
    where the table says why."""
    recorder = begun("iwo")
    was = recorder.game.state.charts["areas"]["Green"].bdv
    with pytest.raises(
        RuleBroken, match=f"areas chart's row Green was read otherwise in the pack sample: bdv {was}; .*misread"
    ):
        recorder.hear(f"chart areas Green bdv={was + 1}")
    assert recorder.game.state.charts["areas"]["Green"].bdv == was
    recorder.insist("misread")
    assert recorder.game.state.charts["areas"]["Green"].bdv == was + 1
    assert [as_played for _, as_played in irregular(recorder)] == ["misread"]


def test_the_same_reading_again_is_nothing() -> None:
    recorder = begun("iwo")
    recorder.hear(f"chart areas Green bdv={recorder.game.state.charts['areas']['Green'].bdv}")
    assert irregular(recorder) == []


def test_a_file_says_what_was_said_and_notes_it() -> None:
    """Given lines of before it was asked about, when they are said from a file, then they hold as they did."""
    recorder = begun("iwo")
    line = split("chart areas Green bdv=3", recorder.game.rules.sides)
    assert line is not None
    recorder.game.follow(speak(recorder.game, line).entries)
    assert recorder.game.state.charts["areas"]["Green"].bdv == 3
    assert irregular(recorder) == [("", "")]
