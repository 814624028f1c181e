"""What the map is scrolled to while nothing is to be tapped there: what the question or the last line is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from domain.kernel.facts import Declared
from domain.kernel.game import View
from domain.wargame.pieces import WarState

NAME = re.compile(r"[^\s,;:'\"()\[\]{}]+")
AMONG = 40
"""Number of last entries among which the last line is looked for."""


def what_about(view: View[Any], question: str) -> tuple[str, ...]:
    """The places that a question or the last lines name, and those where the units stand that they name."""
    state = view.state
    units: Any = state.units if isinstance(state, WarState) else {}
    occupied = {unit.place for unit in units.values()}
    for line in (question, *_last_lines(view)):
        named = dict.fromkeys(units[name].place if name in units else name for name in NAME.findall(line))
        if not occupied.isdisjoint(named):
            return tuple(named)
    return tuple(NAME.findall(question))


def _last_lines(view: View[Any]) -> Iterator[str]:
    """What was declared last, in words, newest first."""
    for entry in islice(reversed(view.entries), AMONG):
        if isinstance(entry.fact, Declared):
            yield str(dict(entry.fact.values))
