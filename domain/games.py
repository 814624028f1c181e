"""The closed table of game systems. Only the system that is opened is loaded; no stored text ever names a module."""

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple

from domain.kernel import facts
from domain.kernel.errors import BadInput, unknown
from domain.kernel.evolve import Evolve
from domain.kernel.facts import GameBegan
from domain.kernel.parts import Play
from domain.kernel.rules import Rules
from domain.kernel.state import State


class System(NamedTuple):
    """A game system: its title, and the two places where it lives."""

    title: str
    rules: str
    """The package of its rules, which holds `RULES`: and `rules_of(began)`, where what holds depends on how a game
    begins."""
    shown: str = ""
    """The package of what is shown of it: `story`, `report`, `screen`, `scene`, `examples`; "" where it has nothing of
    its own."""
    any_title: bool = False
    """Whether its games have titles of their own, since nobody has written their rules."""


SYSTEMS: dict[str, System] = {
    "iwo": System("Iwo Jima: Rage Against the Marines", "domain.iwo", "projections.iwo"),
    "ddat": System("D-Day at Tarawa", "domain.ddat", "projections.ddat"),
    "iph": System("Invasion Pearl Harbor", "domain.iph", "projections.iph"),
    "betio": System("Tarawa: Bloody Betio", "domain.betio", "projections.betio"),
    "reef": System("Blood Reef: Tarawa, the campaign games", "domain.reef", "projections.reef"),
    "free": System("any game", "domain.free", "projections.free", any_title=True),
}
"""Every system, by its code."""


@lru_cache
def load(code: str) -> Rules[Any]:
    """The rules of a system. Raises BadInput when there is no such system."""
    if code not in SYSTEMS:
        raise unknown("game system", code, SYSTEMS)
    rules: Rules[Any] = import_module(SYSTEMS[code].rules).RULES
    return rules


def rules_of(began: GameBegan) -> Rules[Any]:
    """The rules that hold in a game: those of its system, or what the system makes of how the game began. Raises
    BadInput."""
    rules = load(began.system)
    special = _special(began.system)
    return special(began) if special else rules


def listed_as(rules: Rules[Any]) -> str:
    """The name under which a game is listed and counted: its system's code, or the title of its own that a system for
    any game gives it."""
    known = SYSTEMS.get(rules.code)
    return rules.title if known and known.any_title else rules.code


def load_or_unknown(code: str, began: Callable[[], GameBegan | None] = lambda: None) -> Rules[Any]:
    """The rules of a game, or an empty set for a system this wardiary does not know: its games are listed, not played.

    `began` finds how the game began; it is asked for only where the rules depend on it.
    """
    try:
        rules = load(code)
    except BadInput:
        return _unknown(code)
    found = began() if _special(code) else None
    return rules_of(found) if found else rules


def _special(code: str) -> Callable[[GameBegan], Rules[Any]] | None:
    found: Callable[[GameBegan], Rules[Any]] | None = getattr(import_module(SYSTEMS[code].rules), "rules_of", None)
    return found


def _unknown(code: str) -> Rules[Any]:
    return Rules(
        code=code,
        title=f"unknown system {code!r}",
        citation="",
        sides={},
        initial=State(),
        play=Play(
            verbs={},
            evolve=Evolve(),
            topics=facts.topics(facts),
        ),
    )


@lru_cache(maxsize=256)
def shown_part(code: str, part: str) -> ModuleType | None:
    """A module of what is shown of a system; None where it has none, or is not known."""
    package = SYSTEMS[code].shown if code in SYSTEMS else ""
    name = f"{package}.{part}"
    return import_module(name) if package and find_spec(name) else None
