"""Take-backs: what stands is what would have been folded without them, and each costs about what it strikes."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

import pytest

from domain.kernel import aside_facts
from domain.kernel.entries import standing
from domain.kernel.facts import Fact
from domain.kernel.game import Game
from domain.kernel.rules import Rules
from replays.notation import before_last, speak, split
from tests.bad_input.readers import opening


def say(game: Game[Any], text: str) -> None:
    line = split(text, game.rules.sides)
    assert line is not None
    game.follow(speak(game, line).entries)


def begun() -> Game[Any]:
    game: Game[Any] = Game(opening().rules)
    game.follow(opening().entries)
    return game


def alike(one: Game[Any], other: Game[Any]) -> None:
    for name in ("state", "version", "waits", "running", "began", "entries", "stands"):
        assert getattr(one, name) == getattr(other, name), name


@pytest.mark.parametrize("seed", range(25))
def test_what_stands_is_what_was_never_taken_back(seed: int) -> None:
    """Given lines said and taken back at random, then the game is the same folded one by one, at once, and without what
    was struck."""
    chance, game = Random(seed), begun()
    for n in range(60):
        ends = [entry.version for entry in game.stands if entry.ends][:-1]
        if ends and chance.random() < 0.45:
            game.follow(game.take_back(chance.choice(ends[-5:] if chance.random() < 0.8 else ends)).entries)
        else:
            say(game, chance.choice([f"adjust INF1 steps={n % 3}", f"adjust vp_us={n}", "note"]) + f' "{n}"')
    one_by_one, at_once, never = (Game(game.rules) for _ in range(3))
    for entry in game.entries:
        one_by_one.follow([entry])
    at_once.follow(game.entries)
    alike(one_by_one, game)
    alike(at_once, game)
    never.follow(standing(game.entries))
    assert (never.state, never.waits, never.running, never.stands) == (
        game.state,
        game.waits,
        game.running,
        game.stands,
    )


def counting() -> tuple[Game[Any], list[int]]:
    """A game, and a count of the facts it has folded."""
    folded = [0]
    rules = opening().rules

    class Counting(Rules[Any]):
        def fold(self, fact: Fact, state: Any) -> Any:
            folded[0] += 1
            return super().fold(fact, state)

    game: Game[Any] = Game(Counting(**{each.name: getattr(rules, each.name) for each in fields(rules) if each.init}))
    game.follow(opening().entries)
    return game, folded


def test_many_take_backs_fold_little_more_than_was_said() -> None:
    """1,000 lines, each taken back at once: about as many folds as entries, where folding from the beginning would be a
    hundred times that."""
    game, folded = counting()
    for n in range(1_000):
        say(game, f'note "{n}"')
        say(game, 'takeback "again"')
    assert folded[0] < 4 * len(game.entries)
    assert len(game.points) < 20


def test_taking_back_line_by_line_folds_little_more_than_was_said() -> None:
    """1,000 lines, then all taken back from the last to the first: some folds a line, not as many as there are
    lines."""
    game, folded = counting()
    for n in range(1_000):
        game.follow(game.beside(aside_facts.note(game, str(n))).entries)
    before = folded[0]
    for _ in range(999):
        game.follow(game.take_back(before_last(game)).entries)
    assert folded[0] - before < 20 * 1_000
