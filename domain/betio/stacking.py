"""BB 3.3 stacking."""

from __future__ import annotations

from collections.abc import Iterable

from domain.betio.common import Objections, named
from domain.betio.state import Betio

OTHERS = 1
"""BB 3.3.1: one tank, artillery or engineer unit besides (reading A-24)."""
INFANTRY = 2


def why_not_stack(state: Betio, hex: str, units: Iterable[str]) -> Objections:
    """BB 3.3.1 to 3.3.3: on land, two infantry units of a battalion with one other unit; without infantry an engineer
    with a tank or artillery."""
    names = named((*state.at(hex), *units))
    infantry = [name for name in names if state.units[name].kind in ("infantry", "hawkins")]
    others = [name for name in names if name not in infantry]
    if len({state.units[name].battalion for name in infantry}) > 1:
        yield "BB 3.3.3", f"infantry of different battalions: {', '.join(infantry)} in {hex}"
    elif len(infantry) > INFANTRY:
        yield "BB 3.3.1", f"{len(infantry)} infantry units in {hex}: two is the most"
    if infantry and len(others) > OTHERS:
        yield (
            "BB 3.3.1",
            f"{', '.join(others)} in {hex}: one tank, artillery or engineer unit is the most with infantry",
        )
    engineers = [name for name in others if state.units[name].kind == "engineer"]
    if not infantry and (len(others) > 2 or (len(others) == 2 and len(engineers) != 1)):
        yield (
            "BB 3.3.2",
            f"{', '.join(others)} in {hex}: without infantry, one engineer unit with one tank or artillery unit is "
            "the most",
        )


def why_not_afloat(state: Betio, hex: str, unit: str) -> Objections:
    """BB 3.3.4: on the reef there is one unit or vessel a hex; a vessel unloads onto its own; on the Long Pier too
    (reading A-81)."""
    there = [name for name in state.standing(hex) if name != unit]
    if there:
        yield "BB 3.3.4", f"{', '.join(there)} in {hex}: on the reef nobody stacks"
