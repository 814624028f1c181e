"""Answers said on a line before their questions come: they wait, and what nothing asks for is told and not recorded."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games import load
from domain.kernel.errors import BadInput, NotAsked, RuleBroken
from domain.kernel.facts import Decided, GameBegan, Rolled
from domain.kernel.game import Game
from recording.recorder import Recorder
from replays import library
from replays.notation import speak, split
from tests.recording.in_memory import InMemory

OAHU = (
    "set turn=3 phase=jp_fight",
    "set Hiei,Kirishima box=close-in", "set SNLF-1,SNLF-2 hex=2023 known=yes", "set 24-1,24-2,24-3 hex=2024",
)  # fmt: skip
IWO = (
    "set phase=us_move turn=2 set_up=yes",
    "set Isthmus control=us",
    "set INF1 area=Green status=concealed",
    "set 4D-R23 area=landing",
)


def begun(system: str, *position: str, **more: Any) -> Game[Any]:
    pack = library.pack(system, "sample")
    game: Game[Any] = Game(load(system))
    began = GameBegan(
        system=system,
        title="T",
        pack=pack.name,
        pack_digest=pack.digest,
        charts=pack.charts,
        complete=pack.complete,
        **more,
    )
    game.follow(game.begin(began).entries)
    for text in position:
        line = split(text, game.rules.sides)
        assert line is not None
        game.follow(speak(game, line).entries)
    return game


@pytest.fixture
def recorder() -> Recorder:
    """A battle for which battleships may give support: they are asked for first."""
    return Recorder(begun("iph", *OAHU), InMemory())


def answers(game: Game[Any]) -> list[str]:
    facts = [entry.fact for entry in game.entries]
    return [
        f"{fact.name} {fact.dice[0]}" if isinstance(fact, Rolled) else f"{fact.name} {fact.value}"
        for fact in facts
        if isinstance(fact, (Rolled, Decided))
    ]


def test_answers_wait_for_their_questions_in_whatever_order(recorder: Recorder) -> None:
    """IPH 7.1, 12.1: given a battle, when banzai and die are said before the ships, then both wait, and are said by
    themselves after these."""
    recorder.hear("attack 2024 die=4 banzai=no")
    assert recorder.waiting == ("die=4", "banzai=no")
    recorder.hear("ships Hiei")
    assert answers(recorder.game) == ["ships ['Hiei']", "banzai False", "die 4"]
    assert recorder.waiting == recorder.let_go == ()


def test_what_the_table_insists_on_waits_with_its_reason(recorder: Recorder) -> None:
    recorder.hear('attack 2024 us-loss=SNLF-1 !"it stood with them"')
    for line in ("none", "no", "4"):
        recorder.hear(line)
    assert answers(recorder.game)[-1] == "us-loss SNLF-1"
    assert [entry.fact.sentence() for entry in recorder.game.entries if entry.fact.TOPIC == "irregular"]


def test_what_nothing_asks_for_in_the_end_is_told_and_recorded_nowhere(recorder: Recorder) -> None:
    recorder.hear("attack 2024 fate=2 banzai=no die=4 us-loss=24-1 jp-loss=SNLF-1 jp-loss=SNLF-1")
    recorder.hear("none")
    assert recorder.game.waits is None
    assert recorder.let_go == ("fate=2",)
    assert "fate" not in {getattr(entry.fact, "name", "") for entry in recorder.game.entries}


def test_what_waits_goes_with_the_line_that_is_taken_back(recorder: Recorder) -> None:
    recorder.hear("attack 2024 banzai=no die=4")
    recorder.undo()
    assert (recorder.waiting, recorder.let_go) == ((), ("banzai=no", "die=4"))
    recorder.let_go = ()
    recorder.hear("attack 2024 ships=none banzai=yes")
    assert answers(recorder.game)[-1] == "banzai True"


def test_an_answer_that_is_refused_when_its_turn_comes_is_let_go_and_the_others_wait(recorder: Recorder) -> None:
    """Given answers that wait, when one of them does not hold, then what was recorded before it stands, and it alone
    has to be said again."""
    recorder.hear("attack 2024 banzai=no die=9 us-loss=24-1")
    with pytest.raises(BadInput, match="a die shows 1 to 6, not 9"):
        recorder.hear("none")
    assert answers(recorder.game) == ["ships []", "banzai False"]
    assert recorder.waiting == ("us-loss=24-1",)
    recorder.hear("4")
    assert answers(recorder.game)[-1] == "us-loss 24-1"


def test_one_that_is_against_a_rule_when_its_turn_comes_can_be_insisted_on(recorder: Recorder) -> None:
    recorder.hear("attack 2024 banzai=no die=4 us-loss=SNLF-1")
    with pytest.raises(RuleBroken, match=r"IPH 10\.9"):
        recorder.hear("none")
    recorder.insist("it stood with them")
    assert answers(recorder.game)[-1] == "us-loss SNLF-1"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("attack 2024 bonzai=no die=4", "there is no question 'bonzai'; did you mean banzai"),
        ("attack 2024 die=4 colour=red", "nothing asks for die=4, colour=red"),
        ("attack 2024 banzai=no 4 5 6", "nothing asks for"),
    ],
)
def test_slips_do_not_wait(recorder: Recorder, line: str, why: str) -> None:
    version = recorder.game.version
    with pytest.raises(NotAsked, match=why):
        recorder.hear(line)
    assert recorder.game.version == version


@pytest.mark.parametrize("line", ["banzai=no", "banzai no", "  banzai no", "die 4"])
def test_an_answer_that_is_said_alone_before_its_turn_is_refused_by_the_rule_of_the_open_question(
    recorder: Recorder, line: str
) -> None:
    """IPH 7.1: given the open question for the ships, then nothing else is answered."""
    recorder.hear("attack 2024")
    with pytest.raises(NotAsked, match=r"the open question is ships: .*7\.1") as refused:
        recorder.hear(line)
    assert refused.value.rule == "IPH 7.1"


def test_an_answer_to_what_the_rules_gave_before_is_refused_with_why(recorder: Recorder) -> None:
    """IPH 7.2: given no aircraft before turn 5, when the open question is banzai, then `air` is not asked for, and the
    rule says why."""
    recorder.hear("attack 2024 ships=none")
    with pytest.raises(NotAsked, match=r"air=1: .*\[IPH [\d.]+\]; the open question is banzai"):
        recorder.hear("air 1")


def test_what_waits_for_a_question_that_does_not_come_is_let_go() -> None:
    """IWO 11: given a landing, when nobody fires at it, then the dice that were said for that go to nobody."""
    recorder = Recorder(begun("iwo", *IWO), InMemory())
    recorder.hear("land 4D-R23 Green fire=none")
    recorder.undo()
    recorder.let_go = ()
    recorder.hear("land 4D-R23 Green dice=1111 steps=2")
    assert recorder.game.waits
    assert recorder.game.waits.name == "fire"
    assert recorder.waiting == ("dice=1111", "steps=2")
    recorder.hear("fire none")
    assert recorder.waiting == ()
    assert recorder.let_go == ("dice=1111", "steps=2")


def test_nothing_waits_of_a_line_that_is_said_unseen() -> None:
    """Given the Japanese side's secrets, when a line of theirs is said unseen, then no word of it waits, for what waits
    is shown."""
    recorder = Recorder(
        begun("iwo", "set phase=jp_move turn=2 set_up=yes", "set INF1 area=Green status=concealed"), InMemory()
    )
    with pytest.raises(BadInput, match="that cannot be said here"):
        recorder.say_unseen("jp", "allowance steps=2")
    assert recorder.waiting == recorder.let_go == ()
