"""DDaT 6.2, 13.1, 19: fields of fire: whose they are, how far they go, and who is in them.

A field is that of a position; the hexes of a group are one position with one field (6.21). By whose dots count, there
are three:

    projected   what its non-disrupted units project (6.4, 6.41): fire; US moves (7.31, 7.32), artillery (8.1, 15.32)
                and command posts (16.2, 16.32) in it; the set-up of 21 November (20.2)
    held        what its units project, disrupted or not (11.31): US communication, garrisons and command posts put
                there (16.1, 17.2)
    printed     its dots, whoever is in it (2.1): unoccupied positions that act (12.9, 12.10), potential fields (16.1),
                secured positions (14.2)

Each is one steady hex wider than its dots where a non-disrupted tank unit projects it (6.24, 13.1; reading AMB-45). In
the Fire Phase of the night it is no more than the hexes next to those who project it, but for US communication; in
other phases it is as by day (19, reading AMB-46).

Who is in the field of a barrage's target is said in `barrage` (reading AMB-47). What one fire reaches may be more than
the field, with machine guns, and less, where only the tank unit of a group fires in its wider field (reading AMB-59):
`reach`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from domain.ddat.charts import GRID
from domain.ddat.state import Ddat
from domain.kernel.remembering import rests_on
from domain.wargame.pieces import STANDING

INTENSE, STEADY, MACHINE_GUN = "intense", "steady", "machine-gun"
"""The kinds of dots; machine guns fire where none is printed (6.31)."""
Field = Literal["projected", "held", "printed"]
"""Whose dots count."""


class Gun(NamedTuple):
    """Who fires: the position hexes whose units take part, with machine guns (12, M) or as a tank unit (13)."""

    hexes: tuple[str, ...]
    machine_guns: bool = False
    tank: bool = False


# ---- the field of a position ----


@rests_on("positions", "turn", "phase", "charts")
def field(state: Ddat, position: str, which: Field = "projected") -> Mapping[str, str]:
    """DDaT 6.2, 6.21: the field of fire of a position or group, hex to kind of dot; empty where nobody projects it."""
    by = projectors(state, position, which)
    if not by:
        return {}
    if which == "held":
        return whole_field(state, state.board.group_of[position])
    tank = which != "printed" and any(state.positions[p].tank for p in by)
    return _dots(state, position, by, tank=tank)


def whole_field(state: Ddat, group: str) -> Mapping[str, str]:
    """DDaT 11.3, 11.31: the field of a group that Japanese units hold, disrupted or not, by day as by night."""
    board, positions = state.board, state.positions
    tank = any(positions[name].tank and not positions[name].disrupted for name in board.groups[group])
    return (board.wide if tank else board.dots)[group]


def projectors(state: Ddat, position: str, which: Field = "projected") -> tuple[str, ...]:
    """DDaT 6.4, 6.41, 11.31: the hexes of a position or group whose units project its field; of the printed one,
    all."""
    members = state.members(position)
    if which == "printed":
        return members
    return tuple(
        p for p in members if state.positions[p].unit and (which == "held" or not state.positions[p].disrupted)
    )


def _dots(state: Ddat, position: str, by: Sequence[str], *, tank: bool) -> Mapping[str, str]:
    """DDaT 6.21, 6.24, 19: the dots of a position or group, wider with a tank unit.

    In the night's Fire Phase only those next to the hexes it fires from.
    """
    board = state.board
    dots = (board.wide if tank else board.dots)[board.group_of[position]]
    if not (state.night and state.phase == "fire"):
        return dots
    near = {hex for p in by for hex in GRID.neighbours(state.place(p).hex)}
    return {hex: dot for hex, dot in dots.items() if hex in near}


@rests_on("positions", "turn", "phase", "charts")
def under_fire(state: Ddat, hex: str, which: Field = "projected") -> tuple[str, ...]:
    """The positions, one that projects it for each group, in whose field of fire a hex lies."""
    board = state.board
    groups = (board.groups[group] for group in board.fields_into.get(hex, ()))
    return tuple(
        projectors(state, members[0], which)[0] for members in groups if hex in field(state, members[0], which)
    )


# ---- what one fire reaches ----


def reach(state: Ddat, gun: Gun) -> Mapping[str, str]:
    """The hexes a fire reaches, with their dots (6.2, 6.24); with machine guns also those next to intense ones
    (6.31)."""
    dots = _aimed(state, gun)
    if not gun.machine_guns:
        return dots
    ring = GRID.ring(hex for hex, dot in dots.items() if dot == INTENSE)
    return {**dict.fromkeys((hex for hex in ring if hex not in dots), MACHINE_GUN), **dots}


def _aimed(state: Ddat, gun: Gun) -> Mapping[str, str]:
    """What a fire reaches, machine guns left out."""
    return _dots(state, gun.hexes[0], gun.hexes, tank=gun.tank or _beside_a_tank(state, gun.hexes[0]))


def _beside_a_tank(state: Ddat, position: str) -> bool:
    """DDaT 6.21, 6.24 (reading AMB-59): whether a non-disrupted tank unit of the group widens the field for all who
    fire of it."""
    return state.reading("AMB-59") == "group" and any(state.positions[p].tank for p in state.firers(position))


@rests_on(STANDING, "positions", "turn", "phase", "charts", "readings")
def in_field(state: Ddat, gun: Gun) -> tuple[str, ...]:
    """The US units in the field of a fire, machine guns left out (reading AMB-76); a garrison alone is none (17.21,
    reading AMB-48)."""
    dots = _aimed(state, gun)
    return tuple(name for name in state.on_map() if state.units[name].hex in dots)


def sees(state: Ddat, gun: Gun) -> bool:
    """Whether a US unit is in the field of a fire, machine guns left out."""
    return not state.us_hexes().keys().isdisjoint(_aimed(state, gun))
