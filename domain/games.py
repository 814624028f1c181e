"""The closed table of game systems. Only the system that is opened is loaded; no stored text ever names a module."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

from domain.kernel import facts
from domain.kernel.errors import BadInput, unknown
from domain.kernel.rules import Evolve, Moment, Rules
from domain.kernel.state import State

SYSTEMS = {
    "iwo": "domain.iwo",
    "ddat": "domain.ddat",
}
"""Code of each system and the package that holds its `RULES`."""

TITLES = {
    "iwo": "Iwo Jima: Rage Against the Marines",
    "ddat": "D-Day at Tarawa",
}


@lru_cache
def load(code: str) -> Rules[Any]:
    """The rules of a system. Raises BadInput when there is no such system."""
    if code not in SYSTEMS:
        raise unknown("game system", code, SYSTEMS)
    rules: Rules[Any] = import_module(SYSTEMS[code]).RULES
    return rules


def load_or_unknown(code: str) -> Rules[Any]:
    """The rules of a system, or an empty set for one this wardiary does not know: its games are listed, not played."""
    try:
        return load(code)
    except BadInput:
        return Rules(
            code=code, title=f"unknown system {code!r}", version="", citation="", over="", initial=State(), sides={}, verbs={},
            evolve=Evolve(), steps=(), charts={}, topics=facts.topics(facts), names=lambda state, kind: (),
            moment=lambda state: Moment(),
        )  # fmt: skip
