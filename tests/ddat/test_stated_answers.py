"""D-Day at Tarawa: an answer that is stated where nothing asks for it agrees in silence, or is refused by a rule and
can be insisted on.

The examples are cases, DDAT-N-02 to DDAT-N-06; here random games state random answers.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from domain.kernel.errors import BadInput, RuleBroken
from domain.kernel.game import Outcome
from domain.kernel.questions import ReadOut
from domain.kernel.table import Answers, Given
from tests.properties.test_insisting import REASON, Insisting, names_of, random_player

SEEDS = range(int(os.environ.get("WARDIARY_SEEDS", "3")))
STATED = {
    "artillery": "unit",
    "hit": "unit", "leader": "unit", "mortar": "unit", "patrol": "unit", "ambush": "unit", "attack-loss": "unit",
    "loss": "unit",
    "blasted": "unit",
    "hero": "unit", "boat": "unit", "hitch": "unit", "ryan": "unit", "delay": "unit", "withdraw-to": "hex",
    "return": "hex",
    "overrun": "hex",
    "assault": "hex", "gun-hex": "hex", "reveal": "position", "depth-of": "position", "wild": "tactic",
    "support-for": "requirement", "stay": "", "leave": "", "sacrifice": "", "save": "", "ignore": "", "beach": "",
}  # fmt: skip
"""Questions, and the kind of names their answers are; "" for yes."""


class Stating(Insisting):
    """A random game whose declarations and answers come with one more answer, to a question that need not be asked."""

    every, tries = 5, 5
    refusals = 0

    def answer(self) -> None:
        question = self.game.pending()
        if question is not None and not isinstance(question, ReadOut):
            said = {question.name: self.player.sample(question)}
            self.state(said, lambda answers, as_played: self.game.answer(answers, as_played=as_played))

    def declare(self) -> None:
        offered = (
            (verb.name, values)
            for verb in self.player.verbs()
            if verb.offers
            for values in verb.offers(self.game.state)
        )
        if first := next(offered, None):
            name, values = first
            self.state(
                {}, lambda answers, as_played: self.game.declare(name, values, answers=answers, as_played=as_played)
            )

    def state(self, said: Mapping[str, Any], say: Callable[[Answers, str], Outcome]) -> None:
        name = self.chance.choice([name for name in STATED if name not in said])
        kind = STATED[name]
        value = self.chance.choice(list(self.game.rules.names(self.game.state, kind))) if kind else "yes"
        about = f"{self.game.version}: {name}={value}"

        def answers() -> Answers:
            return Answers({other: deque([Given(given)]) for other, given in {**said, name: value}.items()})

        try:
            say(answers(), "")
        except RuleBroken:
            self.refusals += 1
        except BadInput:
            return
        else:
            return
        try:
            outcome = say(answers(), REASON)
        except BadInput as error:
            self.refused(about, error)
            return
        self.carried_out(about, outcome, names_of(value) if kind else set())


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_stated_unasked_is_refused_by_a_rule_or_insisted_on(seed: int) -> None:
    """Given a random game, when answers nobody asks for are stated, then those that are refused by a rule can be
    insisted on, and are done."""
    stating = Stating(random_player("ddat", seed), seed)
    stating.play()
    assert stating.refusals
    assert stating.found == []
