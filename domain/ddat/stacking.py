"""DDaT 7.5: how many units a hex may hold."""

from __future__ import annotations

from domain.ddat.common import choose
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
            unit = choose(table, "eliminate", units, "DDaT 7.53", f"which unit of {hex} is eliminated: it holds {len(units)}")
            eliminate(table, unit, "DDaT 7.53", "stacking")
