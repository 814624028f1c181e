"""The games that are told in the matrix: those that were played and come with wardiary, random ones, and considered
ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from domain.games import load, rules_of
from domain.kernel.entries import Entry
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from domain.kernel.state import RECORDED
from replays.notation import appends
from tests import shipped
from tests.iph.warlike import Warlike as WarlikeOnOahu
from tests.properties.invaders import Invaders
from tests.properties.landing_force import LandingForce
from tests.properties.marines import Marines
from tests.properties.pearl import Pressing
from tests.properties.player import RandomPlayer
from tests.reef.warlike import Warlike as WarlikeOnTheReef

SHIPPED = {
    "iwo": ("guns-and-tanks",
            "flag-on-the-crater"), "ddat": ("two-days",), "iph": ("over-the-pali",), "betio": ("issue-in-doubt",),
    "reef": ("red-two",), "free": ("the-ford",),
}  # fmt: skip
"""Of each system the games played to their end that are told; the first is told wherever it can be."""

Player = Callable[[int], RandomPlayer]

CONSIDERED: dict[str, dict[str, Player]] = {
    "iwo": {},
    "ddat": {"marines": lambda seed: Marines(seed, "first-waves")},
    "iph": {
        "invaders": lambda seed: Invaders(seed, defended=True),
        "warlike": WarlikeOnOahu,
        "pressing": Pressing,
    },
    "betio": {"landing-force": LandingForce},
    "reef": {"warlike": lambda seed: WarlikeOnTheReef(seed, "II")},
    "free": {},
}
"""Of each system the players who know what they want. In Iwo Jima nobody does, nor in a game without rules."""

LENGTH = 400
"""So many appends of a random or considered game are played."""


class Source(NamedTuple):
    """A game that is told: which it is, and what was played."""

    name: str
    entries: Sequence[Entry]

    @property
    def began(self) -> GameBegan:
        began = self.entries[0].fact
        assert isinstance(began, GameBegan)
        return began


def played(system: str, name: str) -> Source:
    """A game that comes with wardiary."""
    return Source(name, tuple(shipped.played(system, name).entries))


@cache
def random(system: str, seed: int, length: int = LENGTH) -> Source:
    """The beginning of a random game: with even seeds what is hidden is recorded, with odd ones it lies on paper."""
    scenarios = tuple(load(system).scenarios) or ("",)
    return _played(
        f"random {seed}", RandomPlayer(system, "sample", seed, scenario=scenarios[seed // 2 % len(scenarios)]), length
    )


@cache
def considered(system: str, name: str, seed: int, length: int = LENGTH) -> Source:
    """The beginning of a considered game; likewise."""
    return _played(f"{name} {seed}", CONSIDERED[system][name](seed), length)


def _played(name: str, player: RandomPlayer, length: int) -> Source:
    for _ in islice(player.play(10 * length), length):
        pass
    return Source(name, tuple(player.game.entries))


def shipped_game(system: str, name: str, paper: bool) -> Source:
    """A game that comes with wardiary; where what is hidden lies on paper, as it is said there."""
    from tests.matrix.on_paper import on_paper  # which has games from here

    source = played(system, name)
    return on_paper(system, name) if paper and source.began.hidden == RECORDED else source


def sources(system: str, paper: bool, seeds: int) -> Iterator[Source]:
    """All that is told of a system: played, considered, random. Of those who choose by a seed, half keep what is hidden
    on paper."""
    yield from (shipped_game(system, name, paper) for name in SHIPPED[system])
    for seed in range(seeds):
        for name in CONSIDERED[system]:
            yield considered(system, name, 2 * seed + paper)
        yield random(system, 2 * seed + paper)


def part(source: Source, start: int, most: int) -> tuple[list[Entry], list[Entry]]:
    """What was played before a part of a game, and that part: so many appends each, no take-back reaching out of the
    part."""
    before: list[Entry] = []
    rest: list[Entry] = []
    for n, append in enumerate(appends(source.entries)):
        if n < max(1, start):
            before += append
        elif n < start + most:
            rest += append
    return before, rest


def state_of(source: Source, upto: int) -> Any:
    """Where a game stood after that entry."""
    game: Game[Any] = Game(rules_of(source.began))
    game.follow(entry for entry in source.entries if entry.version <= upto)
    return game.state


__all__ = ["CONSIDERED", "SHIPPED", "Source", "considered", "part", "played", "random", "sources", "state_of"]
