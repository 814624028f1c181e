"""What the map is scrolled to while nothing is to be tapped there: what the question or the last line is about, or
where most units are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from domain.kernel.facts import Declared
from domain.kernel.game import View
from domain.wargame.pieces import WarState

NAME = re.compile(r"[^\s,;:'\"()\[\]{}]+")
FULLEST = 40
"""Number of places that are looked at for want of others."""
AMONG = 40
"""Number of last entries among which the last line is looked for."""


def what_about(view: View[Any], question: str) -> tuple[str, ...]:
    """The places that a question or the last lines name, and those where the units stand that they name; then those
    where most units are. A page looks at the first that is on its map."""
    state = view.state
    units: Any = state.units if isinstance(state, WarState) else {}
    occupied = Counter(unit.place for unit in units.values())
    for line in (question, *_last_lines(view)):
        named = dict.fromkeys(units[name].place if name in units else name for name in NAME.findall(line))
        if not occupied.keys().isdisjoint(named):
            break
    else:
        named = dict.fromkeys(NAME.findall(question))
    return tuple(named | dict.fromkeys(place for place, _ in occupied.most_common(FULLEST) if place))


def _last_lines(view: View[Any]) -> Iterator[str]:
    """What was declared last, in words, newest first."""
    for entry in islice(reversed(view.entries), AMONG):
        if isinstance(entry.fact, Declared):
            yield str(dict(entry.fact.values))
