"""SNLF and IJA units that are together in a Japanese Movement Phase can always part before it is over (IPH 9.13,
9.5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from domain.iph.movement import partings
from domain.iph.parting import can_part, together
from domain.iph.state import Iph
from domain.kernel.errors import BadInput, RuleBroken
from domain.kernel.game import Game
from recording.hearing import hear
from replays.lines import split
from tests.properties.pearl import Pressing
from tests.properties.player import NEXT


def met(seed: int) -> Iterator[Game[Iph]]:
    """A game where both have met without a Beachhead marker."""
    player = Pressing(seed)
    for _ in player.play():
        if player.game.state.phase == "jp_move" and not player.game.waits and any(together(player.game.state)):
            yield player.game


def test_whoever_is_together_parts_by_what_is_offered_and_the_phase_ends() -> None:
    """Given units that have met, when they go where it is offered, then nobody has to agree, and the phase is left."""
    several = 0
    for game in islice(met(0), 0, 60, 5):
        trial, moves = game.at(game.version), 0
        while any(together(trial.state)):
            assert can_part(trial.state)
            assert trial.rules.play.sequence.at(trial.state).owed(trial.state)  # type: ignore[union-attr]
            outcome = trial.declare("move", dict(next(partings(trial.state))))
            assert outcome.question is None
            trial.follow(outcome.entries)
            moves += 1
        several += moves > 1
        trial.follow(trial.declare(NEXT).entries)
        assert trial.state.phase != "jp_move"
    assert several


@pytest.mark.parametrize("line", [NEXT, f'{NEXT} !"so it was played"', "attack 2226 2227"])
def test_a_screen_that_both_see_does_not_tell_whether_anybody_is_together(line: str) -> None:
    """IPH 9.13, 6.8: given secrets in the record, when the phase is ended where both look on, then the same is said,
    whoever is together."""
    player, told = Pressing(0), dict[bool, set[str]]()
    for _ in player.play():
        game = player.game
        seen = game.seen_by("").state
        assert seen.met == game.state.met
        assert seen.met or not any(together(game.state))
        if game.state.phase == "jp_move" and not game.waits and seen.met:
            said = split(line, game.rules.sides)
            assert said is not None
            with pytest.raises(BadInput) as refused:
                hear(game, said, "")
            told.setdefault(any(together(game.state)), set()).add(str(refused.value))
        if len(told) == 2:
            break
    assert told[True] == told[False]
    assert len(told[True]) == 1


def test_it_is_ended_unseen() -> None:
    """IPH 9.13: given units that have met, when the Japanese player says it unseen, then he alone is told who has to
    part."""
    game = next(met(0))
    said = split(NEXT, game.rules.sides)
    assert said is not None
    with pytest.raises(RuleBroken, match=r"apart in .* \[IPH 9.13\]"):
        hear(game, said, "jp")
