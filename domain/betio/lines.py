"""BB 7.2 General Supply, 7.3.5, 7.5.5, 7.6 who is in Active Supply; 7.8, 7.9 unsupplied and isolated."""

from __future__ import annotations

from typing import Literal

from domain.betio.charts import PIER_BASE, HexCard
from domain.betio.state import Betio
from domain.kernel.remembering import rests_on

UNSUPPLIED, ISOLATED = 1, 3
"""BB 7.8.1, 7.9.1: Supply Phases in a row (reading A-21)."""


HEAD_DISTANCE = 3
"""BB 7.4.1: hexes of a Supply Head from the nearest uncleared one."""


@rests_on("charts", "hexes", "pier_cleared", "readings")
def supplied_hexes(state: Betio) -> frozenset[str]:
    """BB 7.2.2: the hexes from which a line over cleared land hexes leads to a functioning Supply Head."""
    found = set(functioning(state))
    edge = list(found)
    rows = state.rows(HexCard)
    while edge:
        here = edge.pop()
        for near in state.grid.neighbours(here):
            if near in rows and near not in found and rows[near].area and not rows[near].pier and is_open(state, near):
                found.add(near)
                edge.append(near)
    return frozenset(found)


def is_open(state: Betio, hex: str) -> bool:
    """Whether a hex is cleared land: a runway counts once it is occupied."""
    return state.is_cleared(hex)


def functions(state: Betio, hex: str) -> bool:
    """BB 7.4.1, 7.4.2: a Supply Head functions where it could be placed (reading A-55)."""
    return (
        not state.is_uncleared(hex) if at_any_distance(state, hex) else not state.near_japanese(hex, HEAD_DISTANCE - 1)
    )


def at_any_distance(state: Betio, hex: str) -> bool:
    """BB 7.4.2: the base of the Long Pier, before that is cleared too (reading A-96); other hexes keep their distance
    (reading A-98)."""
    return hex == PIER_BASE and (state.pier_cleared or state.reading("A-96") == "base")


def traces(state: Betio, unit: str) -> bool:
    """BB 7.2.2."""
    return state.units[unit].hex in supplied_hexes(state)


def just_landed(state: Betio, unit: str) -> bool:
    """BB 7.6.1: the turn on which it landed, and the next."""
    landed = state.units[unit].landed
    return bool(landed) and state.turn <= landed + 1


def general(state: Betio, unit: str) -> bool:
    """BB 7.2.1, 7.6.1, 7.6.2, 1.4.2: whether a unit is in General Supply."""
    now = state.units[unit]
    return now.box == "bairiki" or just_landed(state, unit) or traces(state, unit) or directly(state, unit)


def directly(state: Betio, unit: str) -> bool:
    """BB 7.5.3, 7.5.5, 7.10.1: a point of Direct Supply has landed for its battalion in this turn, in this or the next
    area, with a line to there.

    For who is of no battalion that of any does (reading A-92).
    """
    now = state.units[unit]
    hexes = [hex for battalion, hex in state.delivered.items() if now.battalion in ("", battalion)]
    return now.stands and any(nearby(state, now.hex, hex) and linked(state, now.hex, hex) for hex in hexes)


def nearby(state: Betio, a: str, b: str) -> bool:
    """Whether two hexes are in the same area, or in neighbouring ones."""
    area = state.area_of(b)
    return state.area_of(a) in (area, *state.neighbours_of(area))


def linked(state: Betio, a: str, b: str) -> bool:
    """BB 7.5.5: whether a line over cleared land hexes leads from one to the other."""
    rows = state.rows(HexCard)
    return a == b or b in state.grid.reach(
        a, lambda hex: hex in rows and bool(rows[hex].area) and state.is_cleared(hex)
    )


def functioning(state: Betio) -> tuple[str, ...]:
    """The Supply Heads that function: where they could be placed now (reading A-55)."""
    return tuple(head for head in state.heads if functions(state, head))


def active(state: Betio, unit: str) -> bool:
    """BB 7.3.1, 7.3.5, 7.6.1: who may assault or demolish: by its own chit, one of its battalion in this or the next
    area, or just landed."""
    now = state.units[unit]
    if now.active or just_landed(state, unit):
        return True
    here = state.area_of(now.hex)
    near = {here, *state.neighbours_of(here)} if here else set()
    return any(
        one.active and one.battalion == now.battalion and one.stands and state.area_of(one.hex) in near
        for one in state.units.values()
        if one.battalion and now.battalion
    )


def standing(state: Betio, unit: str) -> Literal["supplied", "unsupplied", "isolated"]:
    """BB 7.8.1, 7.9.1: how a unit stands, as it was found in the last Supply Phase; a path that opens relieves it at
    once (7.10.1)."""
    now = state.units[unit]
    if not now.unsupplied or general(state, unit):
        return "supplied"
    return "isolated" if now.unsupplied >= isolated_from(state) else "unsupplied"


def isolated_from(state: Betio) -> int:
    """Reading A-21: at which Supply Phase in a row a unit is isolated."""
    return ISOLATED + (state.reading("A-21") == "fourth")
