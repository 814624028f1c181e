"""DDaT 11: control, Japanese and US communication; 7.1, 10.2, 16.2: command."""

from __future__ import annotations

from collections.abc import Mapping

from domain.ddat.charts import GRID, CommandSpace
from domain.ddat.state import MAP, Ddat


def us_control(state: Ddat) -> frozenset[str]:
    """DDaT 11.1: the hexes US units control; at night only those they are in (19)."""
    held = set()
    for hex, units in state.us_hexes().items():
        if state.enemy_in(hex):
            continue  # 11.11
        held.add(hex)
        if not state.night and any(_controls_around(state, unit) for unit in units):
            held.update(GRID.neighbours(hex))
    held.update(state.place(name).hex for name, now in state.positions.items() if now.garrison and not now.unit)
    return frozenset(held)


def _controls_around(state: Ddat, unit: str) -> bool:
    card, steps = state.card(unit), state.units[unit].steps
    return card.type == "tank" or (card.type == "infantry" and steps >= 2)


def connected(state: Ddat) -> tuple[str, ...]:
    """DDaT 11.2: the position hexes in Japanese communication as things stand.

    A path runs over land, not through a beach hex nor one that US units hold or control, to two other positions or groups
    with Japanese units. Its two ends may be beach hexes; a Japanese unit cancels the control of its own hex (11.21), and an
    empty position may be controlled itself (11.22).
    """
    board = state.board
    us, control = state.us_hexes(), us_control(state)
    japanese = {state.place(name).hex for name in state.held()}
    blocked = set(us) | {state.place(name).hex for name, now in state.positions.items() if now.garrison and not now.unit}
    blocked |= control - japanese
    open_land = board.land - board.beach - blocked
    part: dict[str, int] = {}
    for hex in sorted(open_land):
        if hex not in part:
            part[hex] = number = len(part)
            for near in GRID.reach(hex, open_land.__contains__):
                part[near] = number
    touch: dict[str, set[int]] = {}
    for name, card in board.positions.items():
        ground = (card.hex,) if card.hex in part else GRID.neighbours(card.hex)
        touch[name] = {part[hex] for hex in ground if hex in part}
    targets = [name for name in state.held() if board.positions[name].hex not in us]
    groups_in: dict[int, set[str]] = {}
    for name in targets:
        for number in touch[name]:
            groups_in.setdefault(number, set()).add(board.group_of[name])
    near_targets = {board.positions[name].hex: board.group_of[name] for name in targets}
    found = []
    for name, card in board.positions.items():
        groups: set[str] = set()
        for number in touch[name]:
            groups |= groups_in.get(number, set())
        groups |= {near_targets[hex] for hex in GRID.neighbours(card.hex) if hex in near_targets}
        if len(groups - {board.group_of[name]}) >= 2:
            found.append(name)
    return tuple(sorted(found))


def us_connected(state: Ddat) -> frozenset[str]:
    """DDaT 11.3: the hexes in US communication: by a path to a beach hex of the beachhead, clear of the Japanese and their fields."""
    board = state.board
    blocked = japanese_fields(state)
    start = [hex for hex in sorted(board.beachhead) if hex not in blocked]
    found = set(start)
    edge = start
    while edge:
        following = []
        for hex in edge:
            for near in board.near(hex):
                if near not in found and near not in blocked:
                    found.add(near)
                    following.append(near)
        edge = following
    return frozenset(found)


def japanese_fields(state: Ddat) -> frozenset[str]:
    """DDaT 11.31: hexes with a Japanese unit, or in the printed field of one, disrupted or not."""
    board = state.board
    groups = {board.group_of[name] for name in state.held()}
    hexes = {hex for group in groups for hex in board.dots[group]} | {state.place(name).hex for name in state.held()}
    if state.invader is not None:
        hexes.add(state.invader_hex)
    return frozenset(hexes)


def blockers(state: Ddat, hex: str) -> tuple[str, ...]:
    """The Japanese-held positions whose unit or printed field keeps US communication out of a hex."""
    board = state.board
    return tuple(
        name for name in state.held() if state.place(name).hex == hex or hex in board.dots[board.group_of[name]]
    )  # fmt: skip


# ---- command ----


def command_range(state: Ddat, hq: str) -> int:
    """DDaT 10.2, 16.2: how far an HQ or CP commands; -1 for not at all (16.32), 0 for its own hex (19)."""
    now = state.units[hq]
    if now.box != MAP:
        return -1
    if now.post and state.under_fire(now.hex):
        return -1
    if state.night:
        return 0
    return state.read(CommandSpace, str(now.post)).range if now.post else 1


def command(state: Ddat) -> Mapping[str, tuple[str, ...]]:
    """DDaT 7.1: the units in command as things stand, and of which HQs."""
    found: dict[str, tuple[str, ...]] = {}
    for hq in (name for name, now in state.units.items() if now.box == MAP and state.card(name).type == "hq"):
        reach = command_range(state, hq)
        if reach < 0:
            continue
        hexes = _reached(state, state.units[hq].hex, reach)
        for name, now in state.units.items():
            if now.box == MAP and name != hq and now.hex in hexes:
                found[name] = (*found.get(name, ()), hq)
    return found


def _reached(state: Ddat, hex: str, most: int) -> frozenset[str]:
    """DDaT 16.31: command runs through fields, not through Japanese units."""
    found, edge = {hex}, [hex]
    for _ in range(most):
        edge = [n for h in edge for n in GRID.neighbours(h) if n not in found and not state.enemy_in(n)]
        found.update(edge)
    return frozenset(found)


def nearest_us(state: Ddat, hex: str) -> int:
    """How far the nearest US unit is; 99 without one."""
    return min((GRID.distance(hex, there) for there in state.us_hexes()), default=99)
