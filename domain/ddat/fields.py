"""DDaT 6.2, 13.1, 19: fields of fire, as they are printed and as they are projected.

Five questions are asked of them, which the rules answer differently:

    printed     the dots of a position or group, a tank unit's ring and the night with them (12.9, 12.10, 8.4)
    field       what its units project now; disrupted ones project nothing but for US communication (6.4, 11.31)
    under_fire  the same, seen from a hex (7.31, 8.1, 16.11, 17.2)
    reach       what one fire reaches: the units that take part, with machine guns the hexes next to intense ones (6.31, 12)
    in_field    the US units in it
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.ddat.charts import GRID
from domain.ddat.state import Ddat
from domain.kernel.remembering import rests_on

INTENSE, STEADY, MACHINE_GUN = "intense", "steady", "machine-gun"
"""The kinds of dots; machine guns fire where none is printed (6.31)."""


class Gun(NamedTuple):
    """Who fires: the position hexes whose units take part, with machine guns (12, M) or as a tank unit (13)."""

    hexes: tuple[str, ...]
    machine_guns: bool = False
    tank: bool = False


def printed(state: Ddat, position: str, *, tank: bool = False, by: Sequence[str] = ()) -> Mapping[str, str]:
    """The dots of a position or group, hex to kind, wider by one steady hex with a tank; at night only hexes next to those who fire (19)."""
    group = state.board.group_of[position]
    dots = state.board.wide[group] if tank else state.board.dots[group]
    if state.night:
        near = {hex for p in (by or state.members(position)) for hex in GRID.neighbours(state.place(p).hex)}
        return {hex: dot for hex, dot in dots.items() if hex in near}
    return dots


@rests_on("positions", "turn", "charts")
def field(state: Ddat, position: str, disrupted_too: bool = False) -> Mapping[str, str]:
    """The field of fire of a position or group, hex to kind of dot (6.2, 6.21, 6.24); empty without a unit that projects it.

    `disrupted_too`: as US communication sees it, where disrupted units project their printed field (11.31).
    """
    firing = [p for p in state.members(position) if state.positions[p].unit and (disrupted_too or not state.positions[p].disrupted)]
    if not firing:
        return {}
    tank = any(state.positions[p].tank and not state.positions[p].disrupted for p in firing)
    return printed(state, position, tank=tank, by=firing)


@rests_on("positions", "turn", "charts")
def under_fire(state: Ddat, hex: str, disrupted_too: bool = False) -> tuple[str, ...]:
    """The positions, one for each group, in whose field of fire a hex lies."""
    firsts = (state.board.groups[group][0] for group in state.board.fields_into.get(hex, ()))
    return tuple(first for first in firsts if hex in field(state, first, disrupted_too))


def reach(state: Ddat, gun: Gun) -> Mapping[str, str]:
    """The hexes a fire reaches, with their dots (6.2, 6.24); with machine guns also those next to intense ones (6.31)."""
    dots = printed(state, gun.hexes[0], tank=gun.tank, by=gun.hexes)
    if not gun.machine_guns:
        return dots
    ring = GRID.ring(hex for hex, dot in dots.items() if dot == INTENSE)
    return {**dict.fromkeys((hex for hex in ring if hex not in dots), MACHINE_GUN), **dots}


@rests_on("units", "turn", "charts")
def in_field(state: Ddat, gun: Gun) -> tuple[str, ...]:
    """The US units in the field of a fire, machine guns left out."""
    dots = reach(state, gun._replace(machine_guns=False))
    return tuple(name for name in state.on_map() if state.units[name].hex in dots)
