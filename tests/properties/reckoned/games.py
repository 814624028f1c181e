"""The games that are reckoned again: random and considered players of every system, by number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from domain.games import load
from domain.kernel.entries import standing
from tests.iph.warlike import Warlike as WarlikePearl
from tests.properties.invaders import Invaders
from tests.properties.landing_force import LandingForce
from tests.properties.marines import Marines
from tests.properties.pearl import Pressing
from tests.properties.player import RandomPlayer
from tests.properties.reckoned.reckoning import Reckoning
from tests.reef.warlike import Warlike as WarlikeReef

SAMPLE, MOST = "sample", 8000
"""The pack that is played, and so many appends at most."""


def at_random(system: str) -> Callable[[int], RandomPlayer]:
    scenarios = tuple(load(system).scenarios) or ("",)
    return lambda seed: RandomPlayer(system, SAMPLE, seed, scenario=scenarios[seed // 4 % len(scenarios)])


def marines(seed: int) -> RandomPlayer:
    scenarios = tuple(load("ddat").scenarios)
    return Marines(seed, scenarios[seed // 4 % len(scenarios)])


def reef_at_war(seed: int) -> RandomPlayer:
    scenarios = tuple(load("reef").scenarios) or ("",)
    return WarlikeReef(seed, scenarios[seed // 2 % len(scenarios)])


PLAYERS: Mapping[str, tuple[Callable[[int], RandomPlayer], ...]] = {
    "iwo": (at_random("iwo"),),
    "ddat": (at_random("ddat"), at_random("ddat"), at_random("ddat"), marines),
    "iph": (at_random("iph"), Invaders, Pressing, WarlikePearl),
    "betio": (at_random("betio"), at_random("betio"), at_random("betio"), LandingForce),
    "reef": (at_random("reef"), reef_at_war),
}
"""Of each system its players, who take turns by the number of the game."""


class Reckoned(NamedTuple):
    """What a reckoning made of one game."""

    facts: int
    checked: Mapping[str, int]
    found: tuple[str, ...]


def reckon(system: str, number: int) -> Reckoned:
    """Plays game `number` of a system to its end and reckons it."""
    from tests.properties.reckoned import RECKONINGS

    player = PLAYERS[system][number % len(PLAYERS[system])](number)
    for _ in player.play(MOST):
        pass
    return over(RECKONINGS[system](), player)


def over(reckoning: Reckoning, player: RandomPlayer) -> Reckoned:
    """A whole game reckoned."""
    entries = standing(player.game.entries)
    for entry in entries:
        reckoning.follow(entry)
    return Reckoned(len(entries), reckoning.checked, tuple(reckoning.found))
