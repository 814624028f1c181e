"""What no answer could make hold is refused before anybody is asked: lines nobody offered, said in random games of
every system."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import pytest

from domain.games import SYSTEMS, load
from domain.kernel.errors import BadInput, RuleBroken
from domain.kernel.game import Outcome
from domain.kernel.questions import Question, ReadOut
from domain.kernel.table import Answers
from domain.kernel.verbs import Groups, Parameter, Verb
from tests.properties.player import PAPER, RandomPlayer

EVERY, TRIES = 7, 100
"""Lines are tried at every so many appends; their questions are answered so many times, as long as it was for
nothing."""


class Mistaken:
    """Says what is offered with one name changed, or any names, and looks whether its questions could lead to
    anything."""

    def __init__(self, player: RandomPlayer, seed: int) -> None:
        self.player, self.chance = player, random.Random(seed)
        self.found: list[str] = []
        self.asked = 0

    def play(self) -> None:
        for n, _ in enumerate(self.player.play()):
            if n % EVERY == 0 and not self.player.game.waits and not self.player.game.state.result:
                for verb, values in self.lines():
                    self.say(verb, values)

    def lines(self) -> Iterator[tuple[Verb[Any], Mapping[str, Any]]]:
        game = self.player.game
        for verb in game.rules.play.verbs.values():
            if verb.name == "setup":
                continue
            offers = list(islice(verb.offers(game.state), 40)) if verb.offers else []
            if offers:
                yield verb, self.changed(verb, self.chance.choice(offers))
            try:
                yield verb, self.player.values(verb)
            except (BadInput, ValueError):  # there are no such names yet, or too few
                continue

    def changed(self, verb: Verb[Any], values: Mapping[str, Any]) -> Mapping[str, Any]:
        """An offer with another name in place of one of its own, or more of them."""
        marked = [parameter for parameter in verb.parameters if parameter.mark is not None]
        if not marked:
            return values
        parameter = self.chance.choice(marked)
        return {**values, parameter.name: self.other(parameter, values.get(parameter.name))}

    def other(self, parameter: Parameter, said: Any) -> Any:
        if isinstance(parameter.mark, Groups):
            groups = dict(said or {})
            head = self.name(parameter.mark.head)
            return {**groups, head: (*groups.get(head, ()), self.name(parameter.mark.member))}
        assert parameter.mark is not None
        name = self.name(parameter.mark.kind)
        return tuple(dict.fromkeys((*(said or ()), name))) if parameter.several else name

    def name(self, kind: str) -> str:
        return self.chance.choice(list(self.player.game.rules.names(self.player.game.state, kind)) or [""])

    def say(self, verb: Verb[Any], values: Mapping[str, Any]) -> None:
        try:
            outcome = self.player.game.declare(verb.name, values)
        except (RuleBroken, BadInput):
            return
        if outcome.question is None:
            return
        self.asked += 1
        why = ""
        for _ in range(TRIES):
            why = self.refused_behind(outcome)
            if not why:
                return
        asked = outcome.question.name
        self.found.append(
            f"{self.player.game.version}: {verb.name} {values} asks {asked}, and is refused whatever is said: {why}"
        )

    def refused_behind(self, outcome: Outcome) -> str:
        """Why the line is refused behind the answers to its questions; "" where it holds."""
        trial, question = self.player.game.trial(outcome.entries), outcome.question
        while question is not None and not isinstance(question, ReadOut):
            value = self.answer(question)
            try:
                outcome = trial.answer(Answers.of({question.name: [value]}))
            except RuleBroken as error:
                return "" if question.objection(value) else str(error)
            trial.follow(outcome.entries)
            question = outcome.question
        return ""

    def answer(self, question: Question[Any]) -> Any:
        usual = question.default is not None and self.chance.random() < 0.3 and not question.refuse(question.default)
        return question.default if usual else question.sample(self.chance)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_no_answer_could_make_hold_is_refused_before_anybody_is_asked(system: str) -> None:
    """Given a random game, when lines are said that nobody offered, then none asks a question behind which it is
    refused, whatever is answered."""
    seed = 6
    scenarios = tuple(load(system).scenarios) or ("",)
    mistaken = Mistaken(RandomPlayer(system, "sample", seed, scenario=scenarios[seed % len(scenarios)]), seed)
    mistaken.play()
    assert mistaken.asked or system == PAPER
    assert mistaken.found == []
