"""Whatever a table insists on is done, or refused with a word on how to set it by hand; never recorded and dropped."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from auditing.audit import DIFFERS, UNDECIDABLE, audit
from domain.games import SYSTEMS, load
from domain.kernel.entries import Entry
from domain.kernel.errors import BadInput, ByHand, NotAsked, RuleBroken, Unknown
from domain.kernel.facts import Declared, Fact, GameEnded, Irregular, PhaseBegan
from domain.kernel.game import Game, Outcome
from domain.kernel.questions import (
    CHANCE,
    NOTHING,
    Answer,
    Assign,
    Number,
    OneOf,
    Order,
    Question,
    ReadOut,
    Some,
    YesNo,
)
from domain.kernel.sequence import DONE, NEXT
from domain.kernel.table import Answers
from domain.record.codec import decode, encode
from tests.properties.landing_force import LandingForce
from tests.properties.player import PAPER, RandomPlayer

REASON = "so it was played"
GOES_ON = "the table goes on"
SEEDS = range(int(os.environ.get("WARDIARY_SEEDS", "4")))


class Insisting:
    """A random game in which, now and then, what was refused is insisted on, in a copy that goes on from there."""

    every = 7
    """After so many declarations and answers something is insisted on."""
    tries = 3

    def __init__(self, player: RandomPlayer, seed: int) -> None:
        self.player = player
        self.chance = random.Random(seed)
        self.stored: Game[Any] = Game(self.game.rules)
        """The same game as it is read again from what was stored of it."""
        self.found: list[str] = []
        self.done = 0

    @property
    def game(self) -> Game[Any]:
        return self.player.game

    def play(self) -> None:
        for n, _ in enumerate(self.player.play()):
            if n % self.every == 0:
                for _ in range(self.tries):
                    self.answer() if self.game.waits else self.declare()

    # ---- answers ----

    def answer(self) -> None:
        """An answer nobody offered to the open question."""
        question = self.game.pending()
        if question is None or isinstance(question, (ReadOut, YesNo, *CHANCE)):
            return
        value = self.other(question)
        if value is None or question.objection(value) is None:
            return
        about = f"{self.game.version}: {question.name} {value}"
        try:
            self.game.trial().answer(Answers.of({question.name: [value]}))
        except (RuleBroken, Unknown):
            pass
        else:
            self.found.append(f"{about}: accepted without insisting")
        try:
            outcome = self.game.answer(Answers.of({question.name: [value]}), as_played=REASON)
        except BadInput as error:
            self.refused(about, error)
            return
        first = value[:1] if isinstance(question, Order) else value  # who stands behind may be spared
        self.carried_out(about, outcome, names_of(first))

    def other(self, question: Question[Any]) -> Any:
        """An answer of the question's kind, of names that may be none of its options."""
        if isinstance(question, Number):
            return question.most + self.chance.randint(1, 3)
        if isinstance(question, OneOf):
            return self.name_like(question.options, question.names)
        if isinstance(question, (Some, Order)):
            options = question.options if isinstance(question, Some) else question.items
            found = (self.name_like(options, question.names) for _ in range(self.chance.randint(1, 2)))
            return tuple(dict.fromkeys(filter(None, found))) or None
        if isinstance(question, Assign):
            item, target = self.name_like(tuple(question.items), question.names), self.name_like(question.targets(), "")
            return {item: target} if item and target else None
        return None

    def name_like(self, options: tuple[str, ...], kind: str) -> str:
        rules, state = self.game.rules, self.game.state
        kind = kind or rules.kind_of(state, tuple(option for option in options if option != NOTHING))
        names = list(rules.names(state, kind)) if kind else []
        return self.chance.choice(names) if names else ""

    # ---- declarations ----

    def declare(self) -> None:
        """A declaration nobody offered."""
        verb = self.chance.choice(
            [verb for verb in self.game.rules.play.verbs.values() if verb.name not in ("setup", NEXT, DONE)]
        )
        try:
            values = self.player.values(verb)
        except BadInput:  # nobody it could name is there yet
            return
        about = f"{self.game.version}: {verb.name} {values}"
        try:
            self.game.declare(verb.name, values)
            return
        except (RuleBroken, BadInput):
            pass
        try:
            outcome = self.game.declare(verb.name, values, as_played=REASON)
        except BadInput as error:
            self.refused(about, error)
            return
        self.carried_out(about, outcome, names_of(tuple(values.values())))

    # ---- what comes of it ----

    def to_the_end(self, outcome: Outcome) -> list[Fact]:
        """What follows, its questions answered at random."""
        trial, facts, question = self.game.trial(outcome.entries), [*outcome.facts], outcome.question
        while question is not None:
            if isinstance(question, ReadOut):
                return [*facts, GameEnded(winner="", why="nobody knows what is printed")]
            try:
                more = trial.answer(Answers.of({question.name: [question.sample(self.chance)]}))
            except RuleBroken:  # what has been insisted on leaves no legal answer
                more = trial.answer(Answers.of({question.name: [question.pick(self.chance)]}), as_played=GOES_ON)
            trial.follow(more.entries)
            facts += more.facts
            question = more.question
        return facts

    def refused(self, about: str, error: BadInput) -> None:
        if not isinstance(error, (ByHand, Unknown, NotAsked)) and "needs" not in str(error):
            self.found.append(f"{about}: {type(error).__name__}: {error}")

    def carried_out(self, about: str, outcome: Outcome, names: set[str]) -> None:
        """What is recorded does something about what was named, and replays as it was said."""
        self.done += 1
        follows = self.to_the_end(outcome)
        effects = [fact for fact in follows if not isinstance(fact, (Declared, Irregular, Answer, PhaseBegan))]
        effects += [fact for fact in follows if isinstance(fact, PhaseBegan) and fact.phase in names]
        if effects and isinstance(effects[-1], GameEnded):
            return
        told = "".join(fact.model_dump_json() for fact in effects)
        if missing := sorted(name for name in names if name not in told and self.hex_of(name) not in told):
            self.found.append(
                f"{about}: nothing came of {', '.join(missing)}: {[type(fact).__name__ for fact in outcome.facts]}"
            )
        if not any(isinstance(fact, Irregular) and fact.as_played == REASON for fact in follows):
            self.found.append(f"{about}: not irregular")
        again = self.reopened(outcome.entries)
        if again.waits:
            again.pending()
        bad = [finding for finding in audit(again, self.game.version) if finding.verdict in (DIFFERS, UNDECIDABLE)]
        self.found += [f"{about}: {finding.why}" for finding in bad]

    def reopened(self, more: tuple[Entry, ...]) -> Game[Any]:
        """The game as it is read again from what would be stored, with these entries."""

        def stored(entries: Sequence[Entry]) -> Iterator[Entry]:
            for entry in entries:
                yield decode(entry.version, entry.fact.TOPIC, encode(entry), self.game.rules.play.topics)

        self.stored.follow(stored(self.game.entries[len(self.stored.entries) :]))
        held = self.stored
        again = replace(held, entries=[*held.entries], stands=[*held.stands], points=[*held.points], views={})
        again.state = held.state
        again.follow(stored(more))
        return again

    def hex_of(self, name: str) -> str:
        """The hex by which the record tells of a printed place of that name; the name itself where there is none."""
        rows = (rows[name] for rows in self.game.state.charts.values() if name in rows)
        return next((row.hex for row in rows if getattr(row, "hex", "")), name)


def names_of(value: Any) -> set[str]:
    """The names in an answer or in the values of a declaration."""
    if isinstance(value, str):
        return {value} - {NOTHING}
    if isinstance(value, Mapping):
        return set(value).union(*map(names_of, value.values()))
    return set().union(*map(names_of, value)) if isinstance(value, tuple) else set()


def random_player(system: str, seed: int) -> RandomPlayer:
    """A random player of one of a system's scenarios."""
    scenarios = [*load(system).scenarios, ""] if load(system).scenarios else [""]
    return RandomPlayer(system, "sample", seed, scenario=scenarios[seed % max(1, len(scenarios) - 1)])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_insisted_on_is_done_or_refused(system: str, seed: int) -> None:
    """Given a random game, when answers and declarations that are refused are insisted on, then each is done, or is to
    be set by hand."""
    insisting = Insisting(random_player(system, seed), seed)
    insisting.play()
    assert insisting.done or system == PAPER
    assert insisting.found == []


def test_what_is_insisted_on_ashore_is_done_or_refused() -> None:
    """The same of a considered game of Tarawa: Bloody Betio: at random hardly anybody comes ashore."""
    insisting = Insisting(LandingForce(5), 5)
    insisting.play()
    assert insisting.done
    assert insisting.found == []
