"""DDaT 11: control, Japanese and US communication; 7.1, 10.2, 16.2: command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial, reduce
from operator import or_

from domain.ddat.board import Board
from domain.ddat.charts import GRID, CommandSpace
from domain.ddat.fields import field, under_fire, whole_field
from domain.ddat.state import Ddat
from domain.kernel.english import names
from domain.kernel.objections import Objections
from domain.kernel.remembering import rests_on
from domain.kernel.ways import Way, shortest
from domain.wargame.pieces import STANDING

OTHERS = 2
"""To how many other positions or groups a position in Japanese communication has a path (11.2)."""

# ---- 11.1 control ----


@rests_on("units", "positions", "invader", "invader_hex", "turn", "charts")
def us_control(state: Ddat) -> frozenset[str]:
    """DDaT 11.1: the hexes US units control; at night only those they are in (19)."""
    around = [hex for from_ in _controlling(state) for hex in GRID.neighbours(from_)]
    return garrisoned(state).union(state.us_hexes().keys() - _contested(state), around)


def _contested(state: Ddat) -> frozenset[str]:
    """DDaT 11.11: the hexes with a Japanese unit, which no US unit controls, nor those around them from there."""
    hexes = held_hexes(state)
    return hexes if state.invader is None else hexes | {state.invader_hex}


def _controlling(state: Ddat) -> tuple[str, ...]:
    """The hexes from which US units control those around them: none at night (19)."""
    contested, controls = _contested(state), partial(_controls_around, state)
    there = () if state.night else state.us_hexes().items()
    return tuple([hex for hex, units in there if hex not in contested and any(map(controls, units))])


def _controls_around(state: Ddat, unit: str) -> bool:
    card = state.card(unit)
    return card.type == "tank" or (card.type == "infantry" and state.units[unit].steps >= 2)


@rests_on("positions", "charts")
def held_hexes(state: Ddat) -> frozenset[str]:
    """The hexes of the positions with a Japanese unit."""
    positions = state.board.positions
    return frozenset([positions[name].hex for name in state.held()])


@rests_on("positions", "charts")
def garrisoned(state: Ddat) -> frozenset[str]:
    """The hexes that a US garrison holds (17.21)."""
    return frozenset([state.place(name).hex for name, now in state.positions.items() if now.garrison and not now.unit])


# ---- 11.2 Japanese communication ----


@rests_on("units", "positions", "invader", "invader_hex", "turn", "charts", "readings")
def connected(state: Ddat) -> tuple[str, ...]:
    """DDaT 11.2: the position hexes in Japanese communication as things stand.

    A path runs over land (reading AMB-65), not through a beach hex nor one that US units hold or control, to two other
    positions or groups with Japanese units and no US unit in their hex (reading AMB-84). Its two ends may be beach
    hexes (reading AMB-98); a Japanese unit cancels the control of its own hex (11.21), and an empty position may be
    controlled itself (11.22).
    """
    return _connected(state.board, _open_land(state), tuple(_ends(state).items()))


@lru_cache(maxsize=16)
def _connected(board: Board, open_to: int, held: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """The same over this land, with these positions that a path may lead to, and their groups: losses that move nobody
    leave them as they were."""
    ends, out = dict(held), board.ways_out(open_to)
    reached = [
        (stretch, {group for name, group in ends.items() if out[name] & stretch})
        for stretch in board.stretches(open_to)
    ]
    enough = reduce(or_, [stretch for stretch, groups in reached if len(groups) > OTHERS], 0)

    def has_others(name: str) -> bool:
        groups = {ends[other] for other in board.beside[name] if other in ends}
        groups.update(*[there for stretch, there in reached if out[name] & stretch])
        return len(groups - {board.group_of[name]}) >= OTHERS

    return tuple(sorted([name for name, ways in out.items() if ways & enough or has_others(name)]))


def _open_land(state: Ddat) -> int:
    """The hexes over which a path of Japanese communication may lead, as bits of the board: none that US units hold or
    control (11.2), but for the control of a hex with a Japanese unit (11.21)."""
    board = state.board
    controlled = reduce(or_, map(board.around, _controlling(state)), 0) & ~board.bits(held_hexes(state))
    barred = controlled | board.bits(state.us_hexes()) | board.bits(garrisoned(state))
    return board.passable(over_water=state.reading("AMB-65") != "land") & ~barred


def _ends(state: Ddat) -> Mapping[str, str]:
    """The positions that a path may lead to, and their groups."""
    board, us = state.board, state.us_hexes()
    return {name: board.group_of[name] for name in state.held() if board.positions[name].hex not in us}


@rests_on(STANDING)
def nearest_us(state: Ddat, hex: str) -> int:
    """How far the nearest US unit is; farther than any map is wide without one."""
    return GRID.nearest(hex, state.us_hexes())


# ---- 11.3 US communication ----


@rests_on("positions", "invader", "invader_hex", "charts")
def us_connected(state: Ddat) -> frozenset[str]:
    """DDaT 11.3: the hexes in US communication: by a path to a beach hex of the beachhead, clear of the Japanese and
    their fields.

    It may lead over water (reading AMB-83).
    """
    board, blocked = state.board, japanese_fields(state)
    return board.flood(board.beachhead - blocked, blocked)


@rests_on("positions", "invader", "invader_hex", "charts")
def japanese_fields(state: Ddat) -> frozenset[str]:
    """DDaT 11.3, 11.31: hexes with a Japanese unit, or in the field of one, disrupted or not, by day as by night."""
    board = state.board
    groups = dict.fromkeys([board.group_of[name] for name in state.held()])
    hexes = held_hexes(state).union(*[whole_field(state, group) for group in groups])
    return hexes if state.invader is None else hexes | {state.invader_hex}


def blockers(state: Ddat, hex: str) -> tuple[str, ...]:
    """The Japanese-held positions whose unit or field keeps US communication out of a hex (11.3)."""
    return tuple(name for name in state.held() if state.place(name).hex == hex or hex in field(state, name, "held"))


# ---- in words ----


def traced(state: Ddat, name: str) -> Objections:
    """DDaT 11.2, 11.3: whether a unit or position is in communication, and by which hexes."""
    if name in state.positions and name in state.board.positions:
        yield from _japanese_path(state, name)
    elif name in state.on_map():
        yield from _us_path(state, name)


def _japanese_path(state: Ddat, position: str) -> Objections:
    board, open_land = state.board, state.board.named(_open_land(state))
    group_at = {board.positions[name].hex: group for name, group in _ends(state).items()}
    here, found, known = board.positions[position].hex, list[str](), {board.group_of[position]}
    while len(found) < OTHERS:
        others = {hex for hex, group in group_at.items() if group not in known}
        way = shortest(GRID, here, others.__contains__, open_land.__contains__)
        if not way:
            break
        known.add(group_at[way[-1]])
        found.append(f"to {board.by_hex[way[-1]]}{_by(way)}")
    paths = " and ".join(found)
    if len(found) == OTHERS:
        yield "DDaT 11.2", f"{position} in {here} is in Japanese communication: {paths}"
    else:
        reached = f"it has a path {paths} alone" if found else "it has a path to no other"
        yield "DDaT 11.2", f"{position} in {here} is not in Japanese communication with two others: {reached}"


def _us_path(state: Ddat, unit: str) -> Objections:
    board, blocked, here = state.board, japanese_fields(state), state.units[unit].hex
    if here in blocked:
        yield "DDaT 11.3", f"{unit} in {here} is not in US communication: {_blocked_by(state, (here,))}"
        return
    clear = frozenset(board.near) - blocked
    way = shortest(GRID, here, (board.beachhead - blocked).__contains__, clear.__contains__)
    if way is None:
        ring = GRID.ring(board.flood(frozenset((here,)), blocked))
        yield "DDaT 11.3", f"{unit} in {here} has no path to the beachhead: {_blocked_by(state, ring)}"
    else:
        end = f" of {way[-1]}{_by(way)}" if way else ""
        yield "DDaT 11.3", f"{unit} in {here} is in US communication with the beachhead{end}"


def _blocked_by(state: Ddat, hexes: Sequence[str]) -> str:
    """Who keeps US communication out of hexes, in words."""
    by = dict.fromkeys(name for hex in hexes for name in blockers(state, hex))
    invader = state.invader is not None and state.invader_hex in hexes
    who = (*by, *(["the unit that infiltrates"] if invader else []))
    return f"in the way {'is' if len(who) == 1 else 'are'} {names(who)}, with the field of fire"


def _by(way: Way) -> str:
    """The hexes of a way, without its end."""
    return f" by {', '.join(way[:-1])}" if way[:-1] else ""


# ---- 10.2, 16.2 command ----


def command_range(state: Ddat, hq: str) -> int:
    """DDaT 10.2, 16.2: how far the command of an HQ or CP on the map goes; 0 for its own hex (19)."""
    post = state.units[hq].post
    if state.night:
        return 0
    return state.read(CommandSpace, str(post)).range if post else 1


def command(state: Ddat) -> Mapping[str, tuple[str, ...]]:
    """DDaT 7.1: the units in command as things stand, and of which HQs."""
    found: dict[str, tuple[str, ...]] = {}
    for hq in (name for name in state.on_map() if state.card(name).leader):
        if state.units[hq].post and under_fire(state, state.units[hq].hex):
            continue  # 16.32
        for name in within_range(state, hq):
            found[name] = (*found.get(name, ()), hq)
    return found


def within_range(state: Ddat, hq: str) -> tuple[str, ...]:
    """DDaT 10.2, 16.3: the units within the command range of an HQ or CP."""
    hexes = _reached(state, state.units[hq].hex, command_range(state, hq))
    return tuple(name for name in state.on_map() if name != hq and state.units[name].hex in hexes)


def _reached(state: Ddat, hex: str, most: int) -> frozenset[str]:
    """DDaT 16.31: command runs through fields, not through Japanese units."""
    found, edge = {hex}, [hex]
    for _ in range(most):
        edge = [n for h in edge for n in GRID.neighbours(h) if n not in found and not state.enemy_in(n)]
        found.update(edge)
    return frozenset(found)
