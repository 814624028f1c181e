"""A game of Invasion Pearl Harbor, and other worlds of it: every act that all see is the same, and what only the
Japanese player knows is not."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any

from domain.games import load
from domain.iph.charts import LandingCard, LandingModifierCard
from domain.iph.facts import (
    AttackDeclared,
    ForceMoved,
    LossesTaken,
    OddsComputed,
    StackExamined,
    TurnBegan,
    UnitsLanded,
    UnitsMoved,
)
from domain.iph.landing import due, room
from domain.iph.state import JAPANESE, Iph
from domain.kernel.entries import Entry, seen
from domain.kernel.errors import Trouble
from domain.kernel.facts import Decided, Declared, Fact, Rolled
from domain.kernel.game import Game, Outcome
from domain.kernel.questions import Roll, Some
from tests.properties.pearl import Pressing
from tests.properties.worlds import said_again

LENGTH = 480


@cache
def played(seed: int, most: int = LENGTH) -> tuple[Outcome, ...]:
    """The beginning of a game."""
    player = Pressing(seed)
    return (Outcome(tuple(player.game.entries)), *islice(player.play(), most))


def public_of(entry: Entry) -> Entry:
    """What the US player sees of an entry."""
    return next(iter(seen([entry], "us")))._replace(time="")


def public(outcome: Outcome) -> list[Entry]:
    """What the US player sees of an append."""
    return [*map(public_of, outcome.entries)]


def named(outcome: Outcome) -> set[str]:
    """The Japanese units that come to light in an append: those that are examined, and those that lose a step (reading
    R-34)."""
    facts = [entry.fact for entry in outcome.entries]
    examined = {unit for fact in facts if isinstance(fact, StackExamined) for unit in fact.units}
    return examined | {loss.unit for fact in facts for loss in fact.losses}


class Other:
    """Another world: every act that all see is the same, done by other hands.

    Whoever comes to light no more from here on may do what another does that cannot be told from him: both are afloat,
    or in the same hex, and have done the same. Of those who neither move nor attack in the turn, others are stalled.
    """

    def __init__(self, outcomes: Sequence[Outcome], seed: int) -> None:
        self.outcomes, self.chance = outcomes, random.Random(seed)
        self.first: Game[Any] = Game(load("iph"))
        """The game as it was played."""
        self.game: Game[Any] = Game(load("iph"))
        """And as it is played here."""
        self.hands: dict[str, str] = {}
        """By whom is done what a unit did."""
        self.stalled: set[str] = set()
        """Who is stalled here, or was there, in this turn."""

    def play(self) -> Iterator[Outcome]:
        later = [set[str]()]
        for outcome in reversed(self.outcomes):
            later.append(later[-1] | named(outcome))
        for n, outcome in enumerate(self.outcomes):
            if not self.game.waits:
                self.exchange(later[-1 - n])
            first = outcome.entries[0].fact
            said = said_again(self.game, first, self.instead(n, first))
            self.game.follow(said.entries)
            self.first.follow(outcome.entries)
            if any(isinstance(entry.fact, TurnBegan) for entry in outcome.entries):
                self.stalled.clear()
            yield said

    def exchange(self, later: set[str]) -> None:
        state: Iph = self.first.state
        alike: dict[Any, list[str]] = {}
        for name, unit in state.units.items():
            if unit.command in JAPANESE and unit.steps and name not in later | self.stalled:
                alike.setdefault((unit, state.card(name), name in state.force), []).append(name)
        for names in alike.values():
            if self.chance.random() < 0.3:
                others = [self.hands.get(name, name) for name in self.chance.sample(names, len(names))]
                self.hands |= dict(zip(names, others, strict=True))

    def by(self, value: Any) -> Any:
        """What is said of units, said of those who are in their place here."""
        if isinstance(value, str):
            return self.hands.get(value, value)
        if isinstance(value, Mapping):
            return {self.by(key): self.by(inner) for key, inner in value.items()}
        return [self.by(inner) for inner in value] if isinstance(value, (list, tuple)) else value

    def instead(self, n: int, fact: Fact) -> Any:
        if isinstance(fact, Declared):
            return self.by(fact.values)
        if isinstance(fact, Decided) and fact.side == "jp":
            return self.by(fact.value)
        return self.dice(n, fact.dice) if isinstance(fact, Rolled) and fact.name == "landing" else None

    def dice(self, n: int, dice: Sequence[int]) -> list[int]:
        """Other dice of a landing, where whether a unit is stalled makes no difference to what it does, nor to where
        attacks come from."""
        state: Iph = self.first.state
        landed = next(
            fact.places
            for fact in reversed([entry.fact for entry in self.first.entries])
            if isinstance(fact, UnitsLanded)
        )
        rest = [entry.fact for outcome in self.outcomes[n:] for entry in outcome.entries]
        rest = rest[: next((at for at, fact in enumerate(rest) if isinstance(fact, TurnBegan)), len(rest))]
        busy = {unit for fact in rest if isinstance(fact, UnitsMoved) for unit in fact.units}
        from_here = {hex for fact in rest if isinstance(fact, AttackDeclared) for hex in fact.hexes}
        found = []
        for (unit, hex), die in zip(
            [(unit, hex) for hex, units in landed.items() for unit in units], dice, strict=True
        ):
            quiet = [face for face in range(1, 7) if effect(state, hex, face) in ("ashore", "stalled")]
            free = die in quiet and unit not in busy and hex not in from_here
            found.append(self.chance.choice(quiet) if free else die)
            if effect(state, hex, found[-1]) != effect(state, hex, die):
                self.stalled.add(unit)
        return found


def effect(state: Iph, hex: str, die: int) -> str:
    """IPH 8.5: what a die of a landing does."""
    by_date = state.read(LandingModifierCard, f"{state.date}-dec").amount if state.date > 7 else 0
    return state.read(LandingCard, str(die + by_date + state.ground(hex).landing)).effect


def by_right(one: Fact, other: Fact) -> bool:
    """Whether in these all see by right how many there are: the strength of who fights, who is examined or loses a
    step, that nobody stays behind."""
    behind = isinstance(one, ForceMoved) and isinstance(other, ForceMoved) and one.vacated != other.vacated
    return behind or isinstance(one, (OddsComputed, StackExamined, LossesTaken))


class Fewer(Other):
    """A world in which from some append on fewer units do things, or more. It ends where all see by right how many
    there are, or nobody is there who could do the same.
    """

    tries = 6
    """So often somebody else is sought who could."""

    def __init__(self, outcomes: Sequence[Outcome], seed: int, since: int) -> None:
        super().__init__(outcomes, seed)
        self.since = since

    def play(self) -> Iterator[Outcome]:
        for n, outcome in enumerate(self.outcomes):
            found = self.found(outcome) if n >= self.since else outcome
            if found is None:
                return
            self.game.follow(found.entries)
            self.first.follow(outcome.entries)
            yield found

    def found(self, outcome: Outcome) -> Outcome | None:
        """The same before everybody's eyes; None where that cannot be."""
        for _ in range(self.tries):
            try:
                said = said_again(self.game, first := outcome.entries[0].fact, self.otherwise(first))
            except Trouble:
                continue
            if public(said) == public(outcome):
                return said
            one, other = next(pair for pair in zip(public(said), public(outcome), strict=False) if pair[0] != pair[1])
            assert by_right(one.fact, other.fact), f"{one} tells it from {other}"
        return None

    def otherwise(self, fact: Fact) -> Any:
        match fact:
            case Declared(verb="move", side="jp"):
                return {**fact.values, "units": self.others(tuple(fact.values["units"]))}
            case Declared(verb="land"):
                return {"places": self.landing([*fact.values["places"]])}
            case Rolled(name="landing"):
                question = self.game.pending()
                assert isinstance(question, Roll)
                return [self.chance.randint(1, 6) for _ in range(question.count)]
            case Decided(name="advance", side="jp"):
                question = self.game.pending()
                assert isinstance(question, Some)
                return self.advance(question.options, tuple(fact.value))
        return None

    def others(self, units: Sequence[str]) -> tuple[str, ...]:
        """Some of those in the same hex who can do the same as these: set out, go on, or be moved again."""
        then: Iph = self.first.state
        state: Iph = self.game.state

        def stage(state: Iph, name: str) -> tuple[bool, bool]:
            return state.units[name].allowance is None, name in state.force

        there = state.mobile(then.units[units[0]].hex, "jp")
        able = [name for name in there if not state.units[name].stalled and stage(state, name) == stage(then, units[0])]
        return tuple(self.chance.sample(able, self.chance.randint(1, len(able)))) if able else ()

    def advance(self, able: Sequence[str], units: Sequence[str]) -> tuple[str, ...]:
        """Who advances out of the same hexes."""
        then: Iph = self.first.state
        state: Iph = self.game.state
        found: list[str] = []
        for hex in dict.fromkeys(then.units[name].hex for name in units):
            here = [name for name in able if state.units[name].hex == hex]
            found += self.chance.sample(here, self.chance.randint(min(1, len(here)), len(here)))
        return tuple(found)

    def landing(self, hexes: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """As many as can come ashore, in the same hexes."""
        state: Iph = self.game.state
        waiting, must = self.chance.sample(state.afloat(), len(state.afloat())), due(state)
        places = {hex: [waiting.pop()] for hex in hexes if waiting}
        for hex, most in room(state).items():
            while hex in places and len(places[hex]) < most and sum(map(len, places.values())) < must:
                places[hex].append(waiting.pop())
        return {hex: tuple(units) for hex, units in places.items()}


def fewer(outcomes: Sequence[Outcome], seed: int) -> tuple[int, list[Outcome]]:
    """The world of that kind that goes on longest, and since when it is another."""
    starts = [
        n
        for n, outcome in enumerate(outcomes)
        if any(isinstance(entry.fact, (UnitsLanded, ForceMoved)) for entry in outcome.entries)
    ]
    worlds = (
        (at, [*Fewer(outcomes, seed, at).play()]) for at in random.Random(seed).sample(starts, min(len(starts), 12))
    )
    return max(worlds, key=lambda world: len(world[1]) - world[0])


class Elsewhere(Other):
    """A world in which one thing is written down otherwise, before it is shown."""

    def __init__(self, outcomes: Sequence[Outcome], seed: int, question: str) -> None:
        super().__init__(outcomes, seed)
        self.question = question

    def instead(self, n: int, fact: Fact) -> Any:
        if not (isinstance(fact, Decided) and fact.name == self.question and fact.side == "jp"):
            return None
        question = self.game.pending()
        assert question is not None
        return next(value for _ in range(20) if (value := question.sample(self.chance)) != question.restore(fact.value))
