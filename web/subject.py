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
    """The places that a question or the last line names, and those where the units stand that it names."""
    state = view.state
    units: Any = state.units if isinstance(state, WarState) else {}
    named = NAME.findall(question or next(_last_lines(view), ""))
    return tuple(dict.fromkeys(units[name].place if name in units else name for name in named))


def _last_lines(view: View[Any]) -> Iterator[str]:
    """What was declared last, in words, newest first."""
    for entry in islice(reversed(view.entries), AMONG):
        if isinstance(entry.fact, Declared):
            yield str(dict(entry.fact.values))
