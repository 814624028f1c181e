"""DDaT 7.5: how many units a hex may hold."""

from __future__ import annotations

from functools import partial

from domain.ddat.common import Objections, choose
from domain.ddat.losses import eliminate
from domain.ddat.state import Ddat
from domain.kernel.table import Table

CAPACITY = 2
"""Units a hex may hold (5.3, 7.5)."""


def counted(state: Ddat, hex: str) -> tuple[str, ...]:
    """The US units of a hex that count: HQs, heroes and garrisons do not (7.51)."""
    return tuple(name for name in state.at(hex) if not state.card(name).leader)


def room(state: Ddat, hex: str) -> int:
    """How many more units a hex may hold."""
    return CAPACITY - len(counted(state, hex))


def enforce_stacking(table: Table[Ddat]) -> None:
    """DDaT 7.53: after all close combats two units may stay in a hex."""
    for hex in tuple(table.state.us_hexes()):
        while room(table.state, hex) < 0:
            units = counted(table.state, hex)
            words = f"which unit of {hex} is eliminated: it holds {len(units)}"
            unit = choose(table, "eliminate", units, "DDaT 7.53", words, partial(why_not_eliminate, table.state, hex))
            eliminate(table, unit, "DDaT 7.53", "stacking")


def why_not_eliminate(state: Ddat, hex: str, unit: str) -> Objections:
    """DDaT 7.51, 7.53: why a unit is not eliminated for the stacking limit of a hex."""
    if state.units[unit].hex != hex:
        yield "DDaT 7.53", f"{unit} is not in {hex}"
    elif state.card(unit).leader:
        yield "DDaT 7.51", f"{unit} is an HQ, which does not count"
