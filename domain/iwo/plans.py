"""IWO 9.1, 12.1: attacks are declared before the first die, all of a phase at once; each is then resolved (9.4,
12.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.iwo.common import Objections
from domain.iwo.state import Iwo


def why_not_plan(state: Iwo, rule: str, attacks: str) -> Objections:
    """IWO 9.1, 12.1: the attacks of a phase are declared once."""
    if state.planned:
        yield rule, f"the {attacks} of this phase are declared: nothing may be added"


def why_not_resolve(state: Iwo, area: str, rule: str, undeclared: str, done: str) -> Objections:
    """IWO 9.1, 12.1: what was declared is resolved, and once."""
    if area not in state.plan:
        yield rule, undeclared
    if area in state.resolved:
        yield rule, done


def unresolved(state: Iwo) -> Iterator[Mapping[str, Any]]:
    """The attacks that are still to be resolved."""
    yield from ({"area": area} for area in state.plan if area not in state.resolved)


def owed(verb: str) -> Callable[[Iwo], str]:
    """What is owed before a phase may end: every declared attack is resolved (IWO 9.4, 12.3)."""

    def left(state: Iwo) -> str:
        areas = [offer["area"] for offer in unresolved(state)]
        return f"{verb} {' and '.join(areas)}, declared and not resolved" if areas else ""

    return left
