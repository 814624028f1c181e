"""Whoever looks at what another hides does not call off on his own what he looked for, nor look by corrections and
trials (IPH 6.8)."""

from __future__ import annotations

from typing import Any

import pytest

from domain.iph.facts import StackExamined
from domain.kernel.errors import BadInput, OutOfTurn, Shut
from domain.kernel.facts import TakenBack
from domain.kernel.game import Game
from recording import fix
from recording.recorder import Recorder
from tests.recording.in_memory import begun, recorder, words

AT_THE_PASS = (
    "set turn=3 phase=us_fight chit=24-1",
    "set 24-1,24-2 hex=2024", "jp: set SNLF-1,SNLF-2 hex=2023", "jp: set IJA-5 hex=2025",
)  # fmt: skip
"""Two hidden stacks, each next to US units that may attack."""


def at_the_pass(*lines: str, audience: str) -> Recorder:
    return recorder(*AT_THE_PASS, *lines, game=begun("recorded", "iph"), audience=audience)


def declared(game: Game[Any]) -> int:
    return next(entry.version for entry in game.stands if entry.fact.TOPIC == "iph.attack-declared") - 1


def back(game: Game[Any]) -> TakenBack:
    return next(fact for entry in reversed(game.entries) if isinstance(fact := entry.fact, TakenBack))


@pytest.mark.parametrize("line", ["undo", "takeback 1 lines", "takeback 1 lines corrected"])
def test_on_his_own_recorder_nobody_looks_and_calls_it_off(line: str) -> None:
    """IPH 6.8: given an attack that showed a stack, when its player takes it back on his own recorder, then it is
    refused, with the rule."""
    at = at_the_pass(audience="us")
    at.say("attack 2023")
    version = at.game.version
    with pytest.raises(
        (OutOfTurn, BadInput), match="lines are corrected with `fix`" if "corrected" in line else r"look.*\[IPH 6.8\]"
    ):
        at.undo() if line == "undo" else at.say(line)
    assert at.game.version == version


def test_where_both_look_on_it_is_taken_back_and_the_record_says_what_was_seen() -> None:
    at = at_the_pass("us: attack 2023", audience="")
    told = words(at.undo())
    assert back(at.game).rule == "IPH 6.8"
    assert "called off after a look: in 2023: SNLF-1 (2 steps), SNLF-2 (2 steps)" in told


def test_what_showed_nothing_is_taken_back_as_ever() -> None:
    at = at_the_pass('us: note "we think"', audience="us")
    at.undo()
    assert (back(at.game).rule, back(at.game).looked) == ("", "")


def test_a_correction_on_his_own_recorder_looks_nowhere_else() -> None:
    """IPH 6.8: given an attack on one stack, when its player corrects it to one on another, then it is refused, and
    nothing of that one is told."""
    at = at_the_pass("us: attack 2023", audience="us")
    for words_ in (["attack", "2025"], ["target=2025"]):
        with pytest.raises(OutOfTurn, match="where both look on") as refused:
            fix.begin(at.game, declared(at.game), words_, audience="us")
        assert "IJA" not in str(refused.value)
    assert fix.begin(at.game, declared(at.game), ["attack", "2025"]).stop is None
    with_both = fix.begin(at.game, declared(at.game), ["attack", "2025"], audience="")
    assert any(isinstance(entry.fact, StackExamined) and entry.fact.hex == "2025" for entry in with_both.again.stands)


def test_what_lost_steps_there_is_not_held_against_another_stack_for_him() -> None:
    """IPH 6.8: given the losses were answered, when the attack is corrected to another stack, then no refusal lists who
    stands there."""
    at = at_the_pass("us: attack 2023", audience="us")
    other = Recorder(at.game, at.keeper, "umpire")
    for line in ("banzai no", "die 1", "jp-loss SNLF-1"):
        other.say(f"  {line}")
    with pytest.raises(OutOfTurn, match="where both look on"):
        fix.begin(at.game, declared(at.game), ["attack", "2025"], audience="us")


def test_a_trial_looks_nowhere() -> None:
    """Given a hidden stack, when its attack is only tried, then nothing is worked out of an empty one, and nothing
    without the passphrase."""
    at = at_the_pass(audience="us")
    with pytest.raises(BadInput, match="rests on what is hidden"):
        at.foresee("attack 2023")
    at.game.shut = {"jp": "the Japanese passphrase is needed"}
    with pytest.raises(Shut):
        at.foresee("attack 2023")
