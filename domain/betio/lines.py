"""BB 7.2 General Supply, 7.3.5, 7.5.5, 7.6 who is in Active Supply; 7.8, 7.9 unsupplied and isolated."""

from __future__ import annotations

from typing import Literal

from domain.betio.charts import PIER_BASE, HexCard
from domain.betio.common import Objections
from domain.betio.state import Betio
from domain.kernel.english import names
from domain.kernel.remembering import rests_on
from domain.kernel.ways import Way, shortest

UNSUPPLIED, ISOLATED = 1, 3
"""BB 7.8.1, 7.9.1: Supply Phases in a row (reading A-21)."""


HEAD_DISTANCE = 3
"""BB 7.4.1: hexes of a Supply Head from the nearest uncleared one."""


@rests_on("charts", "hexes", "pier_cleared", "readings")
def supplied_hexes(state: Betio) -> frozenset[str]:
    """BB 7.2.2: the hexes from which a line over cleared land hexes leads to a functioning Supply Head."""
    found, neighbours = list(functioning(state)), state.grid.neighbours
    left = set(cleared_land(state)).difference(found)
    for here in found:  # which grows meanwhile
        new = [near for near in neighbours(here) if near in left]
        left.difference_update(new)
        found += new
    return frozenset(found)


@rests_on("charts", "hexes")
def cleared_land(state: Betio) -> frozenset[str]:
    """The hexes over which a line leads: cleared land, no pier; a runway counts once it is occupied."""
    return frozenset([hex for hex in _land(state) if state.is_cleared(hex)])


@rests_on("charts")
def _land(state: Betio) -> tuple[str, ...]:
    return tuple(hex for hex, card in state.rows(HexCard).items() if card.area and not card.pier)


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


# ---- in words ----


def traced(state: Betio, name: str) -> Objections:
    """BB 7.2, 7.4.1, 7.5.5, 7.6: how a unit is supplied, by which hexes; of a Supply Head, or of all, whether it
    functions."""
    for head in (name,) if name in state.heads else () if name else state.heads:
        yield "BB 7.4.1", f"the Supply Head in {head} {_head_words(state, head)}"
    if not (name or state.heads):
        yield "BB 7.4", "there is no Supply Head on the map"
    if name in state.ashore():
        yield from _supplied_by(state, name)


def _head_words(state: Betio, head: str) -> str:
    if functions(state, head):
        return "functions"
    near = [hex for hex in state.grid.within(head, HEAD_DISTANCE - 1) if state.is_uncleared(hex)]
    return f"does not function: {_uncleared(near)}"


def _supplied_by(state: Betio, unit: str) -> Objections:
    now, working = state.units[unit], functioning(state)
    if just_landed(state, unit):
        yield "BB 7.6.1", f"{unit} landed on turn {now.landed}, and needs no line on that turn and the next"
    open_to = cleared_land(state).__contains__
    way = shortest(state.grid, now.hex, lambda hex: hex in working, open_to)
    if way is not None and traces(state, unit):
        yield "BB 7.2.2", f"{unit} in {now.hex} traces a line to the Supply Head in {[now.hex, *way][-1]}{_by(way)}"
    else:
        reached = (now.hex, *state.grid.reach(now.hex, open_to))
        bars = [hex for hex in state.grid.ring(reached) if state.is_uncleared(hex)]
        why = f" ({', '.join(working)}): {_uncleared(bars)}" if working and bars else ""
        yield "BB 7.2.2", f"{unit} in {now.hex} traces no line over cleared land to a Supply Head that functions{why}"
        if not working:
            yield from traced(state, "")
    for battalion, hex in state.delivered.items():
        if now.battalion in ("", battalion) and nearby(state, now.hex, hex) and linked(state, now.hex, hex):
            way = shortest(state.grid, now.hex, hex.__eq__, state.is_cleared)
            yield "BB 7.5.5", f"a point of Direct Supply for {battalion} landed in {hex}{_by(way or ())}"


def _by(way: Way) -> str:
    """The hexes of a way, without its end."""
    return f", by {', '.join(way[:-1])}" if way[:-1] else ""


def _uncleared(hexes: list[str]) -> str:
    return f"{names(hexes)} {'is' if len(hexes) == 1 else 'are'} not cleared"
