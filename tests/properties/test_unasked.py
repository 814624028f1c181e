"""What a declaration did not ask for, stated all the same: it agrees, or a rule refuses it, and never is it that
nothing asks for it, and no more."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from auditing.traces import procedures
from domain.games import SYSTEMS, load
from domain.kernel.errors import BadInput, NotAsked, RuleBroken
from domain.kernel.facts import Declared
from domain.kernel.questions import Answer, value_of
from domain.kernel.run import Procedure, run
from domain.kernel.table import Answers, Given
from tests.properties.player import PAPER, RandomPlayer

GAMES = {"iwo": 3, "reef": 2}
"""Random games of a system, where it is not one: few take long."""
EACH = 3
"""So often an answer of one name is stated to one verb."""

Said = dict[str, list[Given]]


def played(code: str) -> Iterator[tuple[Procedure[Any], Said]]:
    """The declarations of random games, and what answered them."""
    scenarios = tuple(load(code).scenarios) or ("",)
    for seed in range(GAMES.get(code, 1)):
        player = RandomPlayer(code, "sample", seed, scenario=scenarios[seed % len(scenarios)])
        assert all(player.play())
        for procedure in procedures(player.game):
            if isinstance(procedure, Procedure) and isinstance(procedure.declared.fact, Declared):
                said: Said = defaultdict(list)
                for fact in procedure.facts:
                    if isinstance(fact, Answer):
                        said[fact.name].append(Given(value_of(fact), getattr(fact, "source", "table")))
                yield procedure, said


@pytest.mark.parametrize("code", SYSTEMS)
def test_what_a_declaration_did_not_ask_for_is_refused_by_rule_or_agrees(code: str) -> None:
    """Given what a verb asked for elsewhere, when it is stated where the verb did not ask for it, then it agrees or a
    rule refuses it."""
    rules, every = load(code), [*played(code)]
    random.Random(code).shuffle(every)
    asked: dict[str, dict[str, Given]] = defaultdict(dict)
    for procedure, said in every:
        asked[procedure.declared.fact.verb] |= {name: values[-1] for name, values in said.items()}
    tried: dict[tuple[str, str], int] = defaultdict(int)
    without = []
    for procedure, said in every:
        verb = procedure.declared.fact.verb
        for name, value in asked[verb].items():
            if name in said or tried[verb, name] >= EACH:
                continue
            tried[verb, name] += 1
            try:
                run(rules, procedure, (), Answers.of({**said, name: [value]}))
            except (RuleBroken, NotAsked) as refused:
                if not refused.rule:
                    without.append(f"{verb} {name}={value.value}: {refused}")
            except BadInput as error:
                without.append(f"{verb} {name}={value.value}: {error}")
    assert tried or code == PAPER
    assert without == []
