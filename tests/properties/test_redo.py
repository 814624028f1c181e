"""Whatever is taken back, and however often, saying again what waits leads to where the game stood: no line is lost or
said twice."""

from __future__ import annotations

import random
from copy import copy
from typing import Any

import pytest

from domain.kernel.entries import standing
from domain.kernel.facts import Fact, Noted
from domain.kernel.game import Game
from recording.waiting import Waiting
from replays.notation import before_last, speak, split
from tests.properties.player import RandomPlayer

OFTEN = 0.04
FAR = 12
"""Lines a take-back goes back at most."""


def say(game: Game[Any], text: str) -> None:
    line = split(text, game.rules.sides)
    assert line is not None
    game.follow(speak(game, line).entries)


def stands(game: Game[Any]) -> list[Fact]:
    return [entry.fact for entry in standing(game.entries) if not isinstance(entry.fact, Noted)]


class Table:
    """Players who take back and say again at random, with notes and looks between. They follow what waits as a recorder
    does."""

    def __init__(self, game: Game[Any], chance: random.Random) -> None:
        self.game, self.chance = game, chance
        self.waiting = Waiting(game.rules)
        self.before = Waiting(game.rules)
        self.notes: list[str] = []

    def fumble(self) -> None:
        self.before = Waiting(self.game.rules, self.game.entries)
        for _ in range(self.chance.randint(1, 8)):
            self.chance.choice(
                (self.undo, self.take_back, self.take_back, self.redo, self.redo, self.note, self.look)
            )()

    def undo(self) -> None:
        self.game.follow(self.game.take_back(before_last(self.game)).entries)

    def take_back(self) -> None:
        ends = [entry.version for entry in standing(self.game.entries) if entry.ends]
        to = self.chance.choice(ends[-FAR:-1])
        self.game.follow(self.game.take_back(to).entries)

    def redo(self) -> None:
        self.look()
        for line in self.waiting.fresh[: self.chance.randint(1, FAR)]:
            say(self.game, line.text)

    def redo_all(self) -> None:
        while lines := self.look():
            say(self.game, lines[0].text)

    def note(self) -> None:
        self.notes.append(f"{len(self.notes)} was said between")
        say(self.game, f'note "{self.notes[-1]}"')

    def look(self) -> Any:
        """What waits, read line by line as it is said; what was said since the players began to fumble, read at once,
        tells the same."""
        self.waiting.follow(self.game.entries)
        at_once = twin(self.before)
        at_once.follow(self.game.entries)
        assert self.waiting.lines == at_once.lines
        return self.waiting.fresh


def twin(waiting: Waiting) -> Waiting:
    """One that has read as much, and reads on by itself."""
    made = copy(waiting)
    vars(made).update({name: copy(value) for name, value in vars(waiting).items() if isinstance(value, list | dict)})
    return made


@pytest.mark.parametrize(
    ("system", "seed", "scenario", "irregular"),
    [
        ("iwo", 0, "", 0.0),
        ("iwo", 1, "", 0.0),
        ("iwo", 102, "", 0.04),
        ("ddat", 0, "first-waves", 0.0),
        ("ddat", 101, "first-waves", 0.04),
    ],
)
def test_saying_again_all_that_waits_leads_to_where_the_game_stood(
    system: str, seed: int, scenario: str, irregular: float
) -> None:
    player = RandomPlayer(system, "sample", seed, irregular, scenario)
    chance = random.Random(seed)
    table = Table(player.game, chance)
    fumbled = 0
    for played, _ in enumerate(player.play()):
        if played < 3 or chance.random() > OFTEN or table.look():
            continue
        fumbled += 1
        before = stands(player.game)
        table.fumble()
        table.redo_all()
        assert stands(player.game) == before
        assert sorted(table.notes) == sorted(
            e.fact.text for e in standing(player.game.entries) if isinstance(e.fact, Noted)
        )
    assert fumbled > 5
