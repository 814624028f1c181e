"""Dice said on one line for a phase that goes from roll to roll: they wait where a player has to choose first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.games import load
from domain.kernel.errors import BadInput
from domain.kernel.facts import Decided, GameBegan, Rolled
from domain.kernel.game import Game
from recording.recorder import Recorder
from replays import library
from replays.notation import speak, split
from tests.recording.in_memory import InMemory

FIXTURE = Path(__file__).parents[1] / "cases" / "betio"
POSITION = (
    "set turn=2 impulse=2 phase=landing_fire",
    'set 2/8-A box=map hex=2327 beach="Red 3"',
    'set 2/8-B box=map hex=2328 beach="Red 3"',
    'set 2/8-E box=map hex=2329 beach="Red 3"',
)


@pytest.fixture
def recorder() -> Recorder:
    """Three units that wade, and come under fire."""
    pack = library.pack("betio", "fixture.toml", FIXTURE)
    game: Game[Any] = Game(load("betio"))
    began = GameBegan(
        system="betio",
        title="Tarawa",
        pack=pack.name,
        pack_digest=pack.digest,
        charts=pack.charts,
        complete=pack.complete,
    )
    game.follow(game.begin(began).entries)
    for text in POSITION:
        line = split(text, game.rules.sides)
        assert line is not None
        game.follow(speak(game, line).entries)
    return Recorder(game, InMemory())


def answers(game: Game[Any]) -> list[str]:
    """Dice and decisions, in their order."""
    facts = [entry.fact for entry in game.entries]
    return [
        str(fact.dice[0]) if isinstance(fact, Rolled) else str(fact.value)
        for fact in facts
        if isinstance(fact, (Rolled, Decided))
    ]


def test_dice_wait_for_a_choice_and_go_on_after_it(recorder: Recorder) -> None:
    """BB 3.7, 3.8.1: given three dice on a line, when the first two are hits, then each stops for its choice, and the
    rest goes on by itself."""
    recorder.hear("landing-fire 2 3 4")
    assert recorder.waiting == ("3", "4")
    recorder.hear("step")
    assert recorder.waiting == ("4",)
    recorder.hear("morale")
    assert recorder.waiting == ()
    assert answers(recorder.game) == ["2", "step", "3", "morale", "4"]
    assert recorder.game.state.phase == "suppression"


def test_a_line_may_say_how_hits_are_taken(recorder: Recorder) -> None:
    recorder.hear("landing-fire 2 3 4 hit=step hit=morale")
    assert answers(recorder.game) == ["2", "step", "3", "morale", "4"]


def test_what_was_waiting_is_let_go_with_a_line_that_is_taken_back(recorder: Recorder) -> None:
    recorder.hear("landing-fire 2 3 4")
    recorder.undo()
    assert recorder.waiting == ()
    assert recorder.game.waits is None


def test_dice_that_nothing_will_call_for_are_refused(recorder: Recorder) -> None:
    """Given more dice than there are rolls, when no choice is in between, then nothing is recorded."""
    version = recorder.game.version
    with pytest.raises(BadInput, match="nothing asks for"):
        recorder.hear("landing-fire 2 3 4 5 6 hit=step hit=step")
    assert recorder.game.version == version


def test_other_answers_do_not_wait(recorder: Recorder) -> None:
    with pytest.raises(BadInput, match="nothing asks for colour=red"):
        recorder.hear("landing-fire 2 colour=red")
