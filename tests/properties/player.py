"""The random player: declares what the verbs offer, answers every kind of question, and sometimes plays against a
rule."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, Literal, get_args, get_origin

from domain.games import load, rules_of
from domain.kernel import aside_facts
from domain.kernel.entries import standing
from domain.kernel.errors import BadInput, Diverged, RuleBroken
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game, Outcome
from domain.kernel.questions import OneOf, Question, ReadOut, YesNo
from domain.kernel.table import Answers, Given
from domain.kernel.verbs import Groups, Verb
from tests import shipped
from tests.free.words import random_line

NEXT = "next"


PAPER = "free"
"""The system whose rules refuse nothing: played at random its lines are any words and marks."""


class RandomPlayer:
    """Plays one game from a seed. `irregular` is the chance of a declaration against a rule, or a value set by hand."""

    def __init__(self, system: str, pack: str, seed: int, irregular: float = 0.0, scenario: str = "") -> None:
        self.chance = random.Random(seed)
        self.irregular = irregular
        found = shipped.pack(system, pack)
        began = GameBegan(
            system=system,
            title=f"seed {seed}",
            pack=found.name,
            pack_digest=found.digest,
            charts=found.charts,
            complete=found.complete,
            readings=self.readings(system),
            hidden=("recorded", "paper")[seed % 2],
            scenario=scenario,
        )
        self.game: Game[Any] = Game(rules_of(began))
        self.game.follow(self.game.begin(began).entries)
        self.regular = True

    def readings(self, system: str) -> dict[str, str]:
        """Half the games are played with readings of their own."""
        rules = load(system)
        if self.chance.random() < 0.5:
            return {}
        return {r.id: self.chance.choice(list(r.choices)) for r in rules.readings.values()}

    def play(self, most: int = 4000) -> Iterator[Outcome]:
        """One outcome after the other, each already followed by the game, until the game is over."""
        for _ in range(most):
            if self.game.state.result and not self.game.waits:
                return
            outcome = self.answer() if self.game.waits else self.declare()
            self.game.follow(outcome.entries)
            yield outcome
        raise AssertionError(f"the game did not end within {most} appends")

    def answer(self) -> Outcome:
        question = self.game.pending()
        assert question is not None
        if self.irregular and self.chance.random() < self.irregular:
            self.regular = False
            return self.adjusted()
        if isinstance(question, ReadOut):  # a declaration against a rule asks a chart for what it does not hold
            assert not self.regular
            assert self.game.running is not None
            before = max(e.version for e in standing(self.game.entries) if e.version < self.game.running.version)
            return self.game.take_back(before, "nothing is printed for that")
        value = self.sample(question)
        try:
            return self.game.answer(Answers({question.name: _queue(Given(value))}))
        except RuleBroken:  # a value set by hand meanwhile has made the declaration one against a rule
            assert not self.regular
            return self.game.answer(Answers({question.name: _queue(Given(value))}), as_played="the table goes on")

    def sample(self, question: Question[Any]) -> Any:
        if question.default is not None and self.chance.random() < 0.3 and not question.refuse(question.default):
            return question.default
        return question.sample(self.chance)

    def declare(self) -> Outcome:
        if self.irregular and self.chance.random() < self.irregular:
            self.regular = False
            return self.adjusted() if self.chance.random() < 0.5 else self.as_played()
        if self.game.rules.code == PAPER and self.chance.random() < 0.6:
            return self.game.declare(
                "line", {"text": random_line(self.chance)}, side=self.chance.choice(("", *self.game.rules.sides))
            )
        for verb in self.verbs():
            offers = list(islice(verb.offers(self.game.state), 40)) if verb.offers else []
            self.chance.shuffle(offers)
            for values in offers[:4]:
                try:
                    return self.game.declare(verb.name, values)
                except (RuleBroken, BadInput):
                    continue
        try:
            return self.game.declare(NEXT)
        except RuleBroken:  # what the phase owes, something insisted on has made impossible
            assert not self.regular
            return self.game.declare(NEXT, as_played="the table goes on")

    def verbs(self) -> list[Verb[Any]]:
        """The verbs of the phase at hand, what is owed first; going on is one of the choices."""
        phase = self.game.state.phase
        here = [v for v in self.game.rules.play.verbs.values() if phase in v.phases]
        anywhere = [
            v
            for v in self.game.rules.play.verbs.values()
            if not v.phases and v.name != NEXT and self.chance.random() < 0.02
        ]
        self.chance.shuffle(here)
        owed = self.game.rules.play.sequence.at(self.game.state)
        leave = not (owed and owed.owed(self.game.state)) and self.chance.random() < 0.12
        return [] if leave else [*anywhere, *here]

    def as_played(self) -> Outcome:
        """A declaration nobody offered, insisted on."""
        verbs = [v for v in self.game.rules.play.verbs.values() if v.name != "setup"]
        for _ in range(20):
            verb = self.chance.choice(verbs)
            try:
                return self.game.declare(verb.name, self.values(verb), as_played="so it was played")
            except (BadInput, RuleBroken):
                continue
        return self.game.declare(NEXT, as_played="so it was played")

    def values(self, verb: Verb[Any]) -> dict[str, Any]:
        """Any names of the right kind, legal or not."""
        values: dict[str, Any] = {}
        for parameter in verb.parameters:
            if parameter.mark is None or not parameter.required:
                continue
            if isinstance(parameter.mark, Groups):
                head, members = (
                    list(self.game.rules.names(self.game.state, kind))
                    for kind in (parameter.mark.head, parameter.mark.member)
                )
                values[parameter.name] = {self.chance.choice(head): tuple(self.chance.sample(members, 2))}
                continue
            known = list(self.game.rules.names(self.game.state, parameter.mark.kind))
            if not known:
                raise BadInput(f"there is no {parameter.mark.kind} yet")
            name = self.chance.choice(known)
            values[parameter.name] = (name,) if "tuple" in str(parameter.kind) else name
        return values

    def adjusted(self) -> Outcome:
        """A value set by hand that leaves pieces and places holding together: no identity is broken that held
        before."""
        before = set(self.game.rules.play.identities(self.game.state))
        for _ in range(20):
            change = self.chance.choice(list(self.adjustments()))
            outcome = self.game.beside(
                *aside_facts.adjusting(self.game, [change], "the counters on the table are right", insisted="they are")
            )
            if before.issuperset(self.game.rules.play.identities(self.game.trial(outcome.entries).state)):
                break
        return outcome

    def adjustments(self) -> Iterator[tuple[tuple[str, ...], Any]]:
        """What one could set by hand: of one entry of each collection every field whose type says what else it may
        hold."""
        state = self.game.state
        for collection in self.game.rules.vocabulary.collections:
            entries = getattr(state, collection)
            if not entries:
                continue
            name = self.chance.choice(list(entries))
            for field in getattr(type(entries[name]), "model_fields", ()):  # a number has none
                alike = [getattr(entry, field) for entry in entries.values()]
                now = self.another(type(entries[name]).model_fields[field].annotation, alike)
                if now is not None:
                    yield (collection, name, field), now

    def another(self, kind: Any, alike: list[Any]) -> Any:
        """A value of a type; a number or word one of those that the same field has elsewhere. None for other types."""
        if kind is bool:
            return self.chance.random() < 0.5
        if get_origin(kind) is Literal:
            return self.chance.choice(get_args(kind))
        return self.chance.choice(alike) if kind in (int, str) else None


class CarefulPlayer(RandomPlayer):
    """A random player that looks one declaration ahead and takes what leaves the game worth most, its open questions
    left to chance.

    A game says what its state is `worth` to the side that plays with care, and which `ideas` there are beside the
    offers.
    """

    tries = 2
    """How often what is left to chance is tried out."""
    side = "us"

    def worth(self, state: Any) -> float:
        raise NotImplementedError

    def ideas(self, state: Any) -> Iterator[tuple[str, dict[str, Any]]]:
        yield from ()

    def declare(self) -> Outcome:
        state = self.game.state
        phase = self.game.rules.play.sequence.at(state)
        least = None if phase and phase.owed(state) else self.worth(state)
        tried = (
            self.attempt(partial(self.game.declare, name, values), self.tries)
            for name, values in self.candidates(state)
        )
        return self.best(tried, least) or self.game.declare(NEXT)

    def candidates(self, state: Any) -> Iterator[tuple[str, Any]]:
        for verb in self.game.rules.play.verbs.values():
            if state.phase in verb.phases and verb.offers:
                yield from ((verb.name, values) for values in islice(verb.offers(state), 60))
        yield from self.ideas(state)

    def answer(self) -> Outcome:
        question = self.game.pending()
        if not isinstance(question, (OneOf, YesNo)) or question.by != self.side:
            return super().answer()
        options: tuple[Any, ...] = question.options if isinstance(question, OneOf) else (True, False)
        answers = (Answers({question.name: _queue(Given(value))}) for value in options)
        return (
            self.best((self.attempt(partial(self.game.answer, each), 1) for each in answers), None) or super().answer()
        )

    def attempt(self, said: Callable[[], Outcome], tries: int) -> tuple[float, Outcome] | None:
        """What something said leads to, and what that is worth; None when it is refused."""
        try:
            outcome = said()
        except (RuleBroken, BadInput):
            return None
        ends = [self.played_out(outcome) for _ in range(tries if outcome.question else 1)]
        return sum(map(self.worth, ends)) / len(ends), outcome

    def played_out(self, outcome: Outcome) -> Any:
        """The state after an outcome when its questions are answered at random."""
        trial, question = self.game.trial(outcome.entries), outcome.question
        while question is not None:
            more = trial.answer(Answers({question.name: _queue(Given(self.sample(question)))}))
            trial.follow(more.entries)
            question = more.question
        return trial.state

    def best(self, tried: Iterable[tuple[float, Outcome] | None], least: float | None) -> Outcome | None:
        """The outcome worth most, if it is worth more than the least; None without one."""
        able = [found for found in tried if found is not None and (least is None or found[0] > least)]
        return max(able, key=lambda found: found[0])[1] if able else None


def _queue(given: Given) -> Any:
    from collections import deque

    return deque([given])


__all__ = ["CarefulPlayer", "Diverged", "RandomPlayer", "standing"]
