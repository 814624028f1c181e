"""DDaT 12: Japanese lettered actions of coastal, inland and unoccupied positions. DDaT 13: tank units.

`Check` is one position, or one hex of it, to be checked for an action; `perform` carries out what the Japanese Fire/Action
Summary says of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain.ddat import facts as f
from domain.ddat.board import number, zone
from domain.ddat.charts import GRID
from domain.ddat.close_combat import close_combat
from domain.ddat.common import choose, disrupt, fire_loss, place_depth, pool_for
from domain.ddat.communication import connected, nearest_us
from domain.ddat.gunnery import (
    INTENSE,
    Call,
    Gun,
    Rivals,
    artillery_hit,
    artillery_targets,
    field_of,
    fire,
    in_field,
    mortar_targets,
    no_rivals,
    spent_by_guns,
)
from domain.ddat.state import EXTENDED, MAP, Ddat
from domain.kernel.facts import Fire
from domain.kernel.table import Table

NEAR = 2
"""How near a US unit must be for an unoccupied position to act (12)."""
REINFORCED_ZONES = "DEF"
"""Zones whose coastal positions may be reinforced (12.33)."""
MORTAR_RANGE = PATROL_RANGE = TANK_RANGE = 4
MARCH = 3
"""How far units redeploy or assault (12.2, 12.8)."""


class Check(NamedTuple):
    """What is checked: a held position or group, one hex of it, a tank unit, or an unoccupied one with its eligible hexes."""

    kind: str
    hexes: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.hexes[0]


HELD, TANK, EMPTY = "held", "tank", "empty"


# ---- 12, procedure: what is checked ----


def checks(state: Ddat, call: Call, *, unoccupied: bool = True) -> list[Check]:
    """DDaT 12: the positions of a colour that are checked, from west to east (reading AMB-30); also without those nobody is in."""
    found: list[Check] = []
    for group in state.board.of_colour.get(call.colour, ()):
        members = state.board.groups[group]
        held = [p for p in members if state.positions[p].unit]
        if not held:
            hexes = open_hexes(state, members, call) if unoccupied else ()
            if hexes:
                found.append(Check(EMPTY, hexes))
            continue
        found += [Check(TANK, (p,)) for p in held if state.positions[p].tank]
        others = tuple(p for p in held if not state.positions[p].tank)
        if others and each_hex_alone(state, others, call):
            found += [Check(HELD, (p,)) for p in others]
        elif others:
            found.append(Check(HELD, others))
    return sorted(found, key=lambda check: west_to_east(state, check))


def west_to_east(state: Ddat, check: Check) -> tuple[int, int]:
    """The place of a check among those of its colour: that of its westernmost hex."""
    return min(state.board.west_to_east(p) for p in check.hexes)


def was_checked(state: Ddat, check: Check) -> bool:
    """Every position hex is checked once, whoever has come or gone since; a unit that came in speaks for no other of its group."""
    hexes = [p for p in check.hexes if not state.positions[p].done] or check.hexes
    return any(hex in state.checked for hex in hexes)


def each_hex_alone(state: Ddat, hexes: tuple[str, ...], call: Call) -> bool:
    """DDaT 12.81, 12.21: for assaults and redeployments every hex of a group is checked by itself."""
    if call.letter == "A":
        return not state.place(hexes[0]).coastal
    return call.letter == "R" and not in_field(state, Gun(state.firers(hexes[0]) or hexes))


def open_hexes(state: Ddat, members: Sequence[str], call: Call) -> tuple[str, ...]:
    """The hexes of an unoccupied position that its letter lets act, lowest number first (12, 12.10)."""
    free = [p for p in sorted(members, key=number) if not state.us_held(p)]
    if call.letter == "I":
        us = state.us_hexes()
        return tuple(p for p in free if p not in state.connected and any(hex in us for hex in state.printed_field(p)))
    if call.letter not in ("R", "M", "A"):
        return ()
    near = [p for p in free if p in state.connected and nearest_us(state, state.place(p).hex) <= NEAR]
    if call.letter == "R":
        return tuple(p for p in near if not state.place(p).coastal or zone(p) in REINFORCED_ZONES)[:1]
    return tuple(p for p in near if not state.place(p).coastal)


# ---- 6.3, 12: may it act at all ----


def able(state: Ddat, check: Check) -> tuple[str, ...]:
    """The hexes of a check with a unit that may act: not disrupted (6.41), not acted before in this phase (reading AMB-38)."""
    return tuple(p for p in check.hexes if not state.positions[p].disrupted and not state.positions[p].done)


def strong_enough(state: Ddat, check: Check, hexes: Sequence[str], call: Call) -> bool:
    """DDaT 6.3: a double symbol needs a unit with depth, or two units of the group."""
    if not call.double:
        return True
    if check.kind == TANK:
        return bool(state.positions[check.name].depth)
    group = [p for p in state.firers(check.name) if not state.positions[p].tank]
    return sum(state.positions[p].weight for p in {*group, *hexes}) >= 2


def perform(table: Table[Ddat], check: Check, call: Call, others: Rivals) -> None:
    """DDaT 12: one check, its decision with the reason, and what follows, before the next position is checked."""
    state = table.state
    if check.kind == EMPTY:
        _unoccupied(table, check, call)
        return
    hexes = able(state, check)
    gun = Gun(hexes or check.hexes, tank=check.kind == TANK)
    if not hexes:
        why = "disrupted" if all(state.positions[p].disrupted for p in check.hexes) else "has acted in this phase"
        note(table, check, call, "no action", why)
    elif check.kind == TANK:
        if strong_enough(state, check, hexes, call):
            _tank(table, check.name, call, others)
        else:
            note(table, check, call, "no action", "a double symbol, and no depth marker")
    elif call.letter == "R" and in_field(state, gun):
        _resupply(table, check, hexes, call, others)
    elif not strong_enough(state, check, hexes, call):
        note(table, check, call, "no action", "a double symbol, and only one unit")
    else:
        _held(table, check, gun, call, others)


def note(table: Table[Ddat], check: Check, call: Call, action: str, why: str = "", rule: str = "DDaT 12.0") -> None:
    name = check.name if len(check.hexes) == 1 else "/".join(check.hexes)
    table.record(f.PositionChecked(rule=rule, position=name, colour=call.colour, card=call.card, action=action, why=why))


def _held(table: Table[Ddat], check: Check, gun: Gun, call: Call, others: Rivals) -> None:
    """A position with Japanese units, as the summary has it for coastal and inland ones."""
    state = table.state
    seen = in_field(state, gun)
    coastal = state.place(check.name).coastal
    if call.letter == "P" and not coastal:
        _patrol(table, check, gun, call, seen)
    elif call.letter == "A" and not coastal:
        _assault(table, check, call, seen)
    elif call.letter == "A" and not seen:
        _artillery(table, check, gun, call)
    elif call.letter == "R" and not seen:
        _redeploy(table, check, call)
    elif call.letter == "M" and not seen:
        _mortar(table, check, gun, call)
    elif not seen:
        note(table, check, call, "no action", "no US unit in its field of fire", "DDaT 6.3")
    else:
        open_fire(table, check, gun._replace(machine_guns=call.letter == "M"), call, others)


def open_fire(table: Table[Ddat], check: Check, gun: Gun, call: Call, others: Rivals) -> tuple[str, ...]:
    """Regular fire, unless smoke keeps a coastal position from it (EV)."""
    if any(table.state.positions[p].smoke for p in gun.hexes):
        note(table, check, call, "no fire", "smoke", "DDaT EV")
        return ()
    note(table, check, call, "fire with machine guns" if gun.machine_guns else "fire", rule="DDaT 12.0" if gun.machine_guns else "DDaT 6.3")
    sweep_garrisons(table, gun)
    return fire(table, gun, call, others=others)


def sweep_garrisons(table: Table[Ddat], gun: Gun) -> None:
    """DDaT 17.21: a garrison alone in the field of a unit that acts is removed."""
    state = table.state
    dots = field_of(state, gun)
    for name, now in state.positions.items():
        hex = state.place(name).hex if now.garrison else ""
        if now.garrison and hex in dots and not state.at(hex):
            table.record(f.GarrisonRemoved(rule="DDaT 17.21", position=name, why=f"alone in the field of {gun.hexes[0]}"))


# ---- 12.1, 12.2 R ----


def supplied(state: Ddat, hexes: Sequence[str]) -> tuple[str, ...]:
    """DDaT 12.1, 11.2: the hexes whose unit would get a depth marker: it has none, is in communication, and a box holds one."""
    return tuple(p for p in hexes if not state.positions[p].depth and p in state.connected and pool_for(state, p))


def _resupply(table: Table[Ddat], check: Check, hexes: Sequence[str], call: Call, others: Rivals) -> None:
    """DDaT 12.1: depth for each unit without; otherwise, and from turn 11 afterwards too, fire. A lone unit may on a double symbol (AMB-13)."""
    state = table.state
    gun = Gun(tuple(hexes))
    lone = [p for p in hexes if not state.positions[p].depth]
    placeable = supplied(state, hexes)
    if placeable:
        note(table, check, call, "re-supply", rule="DDaT 12.1")
        sweep_garrisons(table, gun)
        for position in placeable:
            if pool_for(table.state, position):
                place_depth(table, position, "DDaT 12.1")
        if state.turn >= EXTENDED:
            open_fire(table, check, gun, call, others)
        return
    why = "no depth marker can be placed" if lone else "all its units have depth"
    if lone and table.reading("AMB-14") == "nothing":
        note(table, check, call, "no action", why, "DDaT 12.1")
    elif strong_enough(state, check, hexes, call):
        open_fire(table, check, gun, call, others)
    else:
        note(table, check, call, "no action", f"a double symbol, and {why}", "DDaT 12.1")


def _redeploy(table: Table[Ddat], check: Check, call: Call) -> None:
    """DDaT 12.2: to an unoccupied position hex within three hexes and nearer to the nearest US unit."""
    state = table.state
    position = check.name
    if state.place(position).coastal and state.turn < EXTENDED:
        note(table, check, call, "no action", "no US unit in its field of fire", "DDaT 12.2")
        return
    if state.wires_cut:
        note(table, check, call, "no action", "wires cut", "DDaT EV")
        return
    here = state.place(position)
    open_to = [
        p for p in state.positions
        if p != position and not state.positions[p].unit and not state.us_held(p) and GRID.distance(here.hex, state.place(p).hex) <= MARCH
        and nearest_us(state, state.place(p).hex) < nearest_us(state, here.hex)
    ]  # fmt: skip
    if not open_to:
        note(table, check, call, "no action", "no unoccupied position within three hexes is nearer to a US unit", "DDaT 12.2")
        return
    to = min(open_to, key=lambda p: (state.place(p).colour == here.colour, GRID.distance(here.hex, state.place(p).hex), -number(p), zone(p)))
    note(table, check, call, "redeploy", f"to {to}", "DDaT 12.2")
    sweep_garrisons(table, Gun((position,)))
    table.record(f.ForceMoved(rule="DDaT 12.2", position=position, to=to))
    gun = Gun((to,))
    if state.turn >= EXTENDED and in_field(table.state, gun):
        open_fire(table, Check(HELD, (to,)), gun, call, no_rivals)


# ---- 12.4, 12.6, 12.7 M, P and A without a US unit near ----


def _mortar(table: Table[Ddat], check: Check, gun: Gun, call: Call) -> None:
    """DDaT 12.4: one or two units with the symbol within four hexes lose a step, most steps first."""
    state = table.state
    able_ = mortar_targets(state, gun.hexes, call.symbol)
    if not able_:
        note(table, check, call, "no action", f"no US unit with the {call.symbol} within mortar range", "DDaT 12.42")
        return
    note(table, check, call, "mortar fire", rule="DDaT 12.4")
    sweep_garrisons(table, gun)
    limit = 2 if sum(state.positions[p].weight for p in gun.hexes) >= 2 else 1
    hits: list[str] = []
    while able_ and len(hits) < limit:
        ties = [name for name in able_ if state.units[name].steps == state.units[able_[0]].steps]
        if len(ties) <= limit - len(hits):
            hits += ties
        else:
            hits.append(choose(table, "mortar", ties, "DDaT 12.41", f"whom the mortars of {check.name} hit"))
        able_ = [name for name in able_ if name not in hits]
    table.record(
        f.PositionFired(rule="DDaT 12.4", position=check.name, card=call.card, limit=limit, eligible=tuple(hits + able_), hits=tuple(hits),
                        missed=dict.fromkeys(able_, "beyond the limit"),
                        fire=_fire_fact("mortar", gun.hexes, state, hits))
    )  # fmt: skip
    for unit in hits:
        fire_loss(table, unit, "DDaT 12.4", "mortar", by=check.name, card=call.card)


def _fire_fact(kind: str, by: Sequence[str], state: Ddat, hits: Sequence[str]) -> Fire:
    at = ", ".join(dict.fromkeys(state.units[n].hex for n in hits))
    return Fire(kind=kind, side="jp", by=tuple(by), at=at, hits=len(hits), outcome=len(hits))


def _patrol(table: Table[Ddat], check: Check, gun: Gun, call: Call, seen: Sequence[str]) -> None:
    """DDaT 12.6: all US units in the field are disrupted, or one within four hexes; HQs never are."""
    state = table.state
    if seen:
        note(table, check, call, "patrol", rule="DDaT 12.6")
        sweep_garrisons(table, gun)
        for unit in seen:
            disrupt(table, unit, "DDaT 12.6")
        return
    far = {
        name: min(GRID.distance(state.place(p).hex, now.hex) for p in gun.hexes)
        for name, now in state.units.items()
        if now.box == MAP and not now.disrupted and not state.card(name).leader
    }
    near = [name for name, n in far.items() if n <= PATROL_RANGE]
    if not near:
        note(table, check, call, "no action", "no undisrupted US unit within four hexes", "DDaT 12.6")
        return

    def order(name: str) -> tuple[int, bool, int]:
        return (far[name], state.card(name).symbol != call.symbol, -strength(state, name))

    best = min(order(name) for name in near)
    note(table, check, call, "patrol", rule="DDaT 12.6")
    sweep_garrisons(table, gun)
    words = f"whom the patrol of {check.name} disrupts"
    disrupt(table, choose(table, "patrol", (n for n in near if order(n) == best), "DDaT 12.6", words), "DDaT 12.6")


def strength(state: Ddat, unit: str) -> int:
    """The attack strength on the side a unit shows (2.21)."""
    card, steps = state.card(unit), state.units[unit].steps
    at = card.steps - steps
    return card.strength[at] if steps and 0 <= at < len(card.strength) else 0


def strength_in(state: Ddat, hex: str) -> int:
    return sum(strength(state, name) for name in state.at(hex))


def _artillery(table: Table[Ddat], check: Check, gun: Gun, call: Call) -> None:
    """DDaT 12.7: a coastal position with guns hits one unit in an approach hex, the water or on a beach, at any distance."""
    state = table.state
    guns = [p for p in gun.hexes if state.place(p).artillery != "none" and not state.positions[p].guns_destroyed]
    if not guns or state.night:
        note(table, check, call, "no action", "night" if guns else "no artillery", "DDaT 19" if guns else "DDaT 12.7")
        return
    if not artillery_targets(state, call.symbol)[0]:
        note(table, check, call, "no action", f"no US unit with the {call.symbol} in approach, water or beach hexes", "DDaT 12.7")
        return
    note(table, check, call, "artillery fire", rule="DDaT 12.7")
    sweep_garrisons(table, gun)
    artillery_hit(table, "DDaT 12.7", call.symbol, call.card, guns[0])


# ---- 12.8 A: assault ----


def _assault(table: Table[Ddat], check: Check, call: Call, seen: Sequence[str]) -> None:
    """DDaT 12.8: into the nearest US-occupied hex of the field; without one, to the position within three hexes nearest a US unit."""
    state = table.state
    position = check.name
    here = state.place(position).hex
    if state.wires_cut:
        note(table, check, call, "no action", "wires cut", "DDaT EV")
        return
    if seen:
        hexes = {state.units[name].hex for name in seen}
        order = {hex: (GRID.distance(here, hex), strength_in(state, hex)) for hex in sorted(hexes)}
        best = min(order.values())
        words = f"which hex {position} assaults"
        note(table, check, call, "assault", rule="DDaT 12.8")
        sweep_garrisons(table, Gun((position,)))
        to = choose(table, "assault", (hex for hex, key in order.items() if key == best), "DDaT 12.8", words)
        move_in(table, position, to)
        return
    near = [
        p for p in state.positions
        if p != position and not state.positions[p].unit and GRID.distance(here, state.place(p).hex) <= MARCH
        and nearest_us(state, state.place(p).hex) < nearest_us(state, here)
    ]  # fmt: skip
    if not near:
        note(table, check, call, "no action", "no position within three hexes is nearer to a US unit", "DDaT 12.8")
        return
    keys = {p: (nearest_us(state, state.place(p).hex), GRID.distance(here, state.place(p).hex)) for p in near}
    note(table, check, call, "assault", rule="DDaT 12.8")
    sweep_garrisons(table, Gun((position,)))
    words = f"which position {position} assaults"
    to = choose(table, "assault", (p for p in near if keys[p] == min(keys.values())), "DDaT 12.8", words)
    move_in(table, position, state.place(to).hex)


def move_in(table: Table[Ddat], position: str, hex: str) -> None:
    """A Japanese force enters a hex; with US units there it is a close combat at once (8.6)."""
    state = table.state
    there = state.board.by_hex.get(hex, "")
    if there and state.positions[there].garrison:
        table.record(f.GarrisonRemoved(rule="DDaT 17.21", position=there, why="a Japanese unit enters"))
    table.record(f.ForceMoved(rule="DDaT 12.8", position=position, to=there or hex))
    units = table.state.at(hex)
    if units:
        close_combat(table, hex, units, attacker="jp", origin=position)


# ---- unoccupied positions: 12.3, 12.5, 12.9, 12.10 ----


def _unoccupied(table: Table[Ddat], check: Check, call: Call) -> None:
    {"R": _reinforce, "M": _muster, "A": _ambush, "I": _infiltrate}[call.letter](table, check, call)


def short_of_reserves(state: Ddat, call: Call, hexes: Sequence[str]) -> tuple[str, ...]:
    """DDaT 12.32, 12.52, 12.102: with too few reserve units, the hexes closest to US units get them."""
    due = [check for check in checks(state, call) if check.kind == EMPTY and not was_checked(state, check)]
    wanting = [p for check in due for p in check.hexes if p not in hexes]
    everyone = sorted((*hexes, *wanting), key=lambda p: (nearest_us(state, state.place(p).hex), state.board.west_to_east(p)))
    served = everyone[: state.reserve]
    return tuple(p for p in hexes if p in served)


def _bring_up(table: Table[Ddat], check: Check, call: Call, action: str, rule: str, *, depth: bool) -> tuple[str, ...]:
    """Reserve units are placed face down, with a depth marker of the position's box or the other one."""
    hexes = short_of_reserves(table.state, call, check.hexes)
    if not hexes:
        note(table, check, call, "no action", "no reserve unit is left for it", rule)
        return ()
    note(table, check, call, action, rule=rule)
    for position in hexes:
        table.record(f.ForcePlaced(rule=rule, position=position, depth=pool_for(table.state, position) if depth else ""))
    return hexes


def _reinforce(table: Table[Ddat], check: Check, call: Call) -> None:
    """DDaT 12.3: a reserve unit with depth in the lowest-numbered hex; from turn 11 it fires."""
    for position in _bring_up(table, check, call, "reinforce", "DDaT 12.3", depth=True):
        gun = Gun((position,))
        if table.state.turn >= EXTENDED and in_field(table.state, gun):
            open_fire(table, Check(HELD, (position,)), gun, call, no_rivals)


def _muster(table: Table[Ddat], check: Check, call: Call) -> None:
    """DDaT 12.5: a reserve unit in every eligible hex, with depth from turn 11."""
    _bring_up(table, check, call, "muster", "DDaT 12.5", depth=table.state.turn >= EXTENDED)


def _infiltrate(table: Table[Ddat], check: Check, call: Call) -> None:
    """DDaT 12.10: a reserve unit alone in every eligible hex out of communication; it does not fire."""
    _bring_up(table, check, call, "infiltrate", "DDaT 12.10", depth=False)


def _ambush(table: Table[Ddat], check: Check, call: Call) -> None:
    """DDaT 12.9 (reading AMB-40): one unit with the symbol loses a step in an intense hex, or else is disrupted in a steady one."""
    state = table.state
    dots = state.printed_field(check.name)
    there = {name: dots[now.hex] for name, now in state.units.items() if now.box == MAP and now.steps and now.hex in dots}
    able_ = [name for name in there if state.card(name).symbol == call.symbol]
    intense = [name for name in able_ if there[name] == INTENSE and not spent_by_guns(state, name)]
    able_ = intense or [name for name in able_ if there[name] != INTENSE]
    if not able_:
        note(table, check, call, "no action", f"no US unit with the {call.symbol} in its printed field", "DDaT 12.9")
        return
    note(table, check, call, "ambush", rule="DDaT 12.9")

    def order(name: str) -> tuple[int, int]:
        hex = state.units[name].hex
        return (min(GRID.distance(state.place(p).hex, hex) for p in check.hexes), -state.units[name].steps)

    best = min(order(name) for name in able_)
    unit = choose(table, "ambush", (n for n in able_ if order(n) == best), "DDaT 12.91", f"whom the ambush at {check.name} strikes")
    if intense:
        fire_loss(table, unit, "DDaT 12.9", "ambush", by=check.name, card=call.card)
    else:
        disrupt(table, unit, "DDaT 12.9")


# ---- 13 tank units ----


def default_tank_action(table: Table[Ddat], position: str, symbol: str) -> None:
    """DDaT 13.2: fire if US units are in the field, otherwise advance; as an event too."""
    call = Call("", table.state.place(position).colour, False, "", False, True, symbol)
    _tank(table, position, call, no_rivals)


def _tank(table: Table[Ddat], position: str, call: Call, others: Rivals) -> None:
    {"A": _double_advance, "R": _overrun, "M": _multiple_fire, "P": _advance_and_fire}.get(call.letter, _fire_or_advance)(
        table, position, call, others
    )


def _shoot(table: Table[Ddat], position: str, call: Call, others: Rivals, *, again: bool = False) -> tuple[str, ...]:
    gun = Gun((position,), tank=True)
    if any(table.state.positions[p].smoke for p in gun.hexes):
        note(table, Check(TANK, (position,)), call, "no fire", "smoke", "DDaT EV")
        return ()
    note(table, Check(TANK, (position,)), call, "tank fire", "again" if again else "", "DDaT 13.2")
    sweep_garrisons(table, gun)
    return fire(table, gun, call, "DDaT 13.2", others, again)


def _sees(state: Ddat, position: str) -> bool:
    return bool(in_field(state, Gun((position,), tank=True)))


def _advance(table: Table[Ddat], position: str, call: Call, of: str = "") -> str:
    """DDaT 13.2: to a position within four hexes nearer to the nearest US unit; it changes places with a unit there. Returns where it is.

    `of` is the position that was checked, when this is a second advance.
    """
    state = table.state
    here = state.place(position).hex
    linked = state.connected if state.step == "fire" else connected(state)
    open_to = [
        p for p, now in state.positions.items()
        if p != position and GRID.distance(here, state.place(p).hex) <= TANK_RANGE and not state.us_held(p)
        and nearest_us(state, state.place(p).hex) < nearest_us(state, here) and (not now.unit or p in linked)
    ]  # fmt: skip
    if not open_to:
        return ""

    def order(p: str) -> tuple[int, bool, int, int, str]:
        hex = state.place(p).hex
        return (nearest_us(state, hex), bool(state.positions[p].unit), GRID.distance(here, hex), -number(p), p)

    to = min(open_to, key=order)
    note(table, Check(TANK, (of or position,)), call, "advance", f"to {to}", "DDaT 13.2")
    sweep_garrisons(table, Gun((position,), tank=True))
    table.record(f.ForceMoved(rule="DDaT 13.2", position=position, to=to, swap=bool(state.positions[to].unit)))
    return to


def _stays(table: Table[Ddat], position: str, call: Call, why: str) -> None:
    note(table, Check(TANK, (position,)), call, "no action", why, "DDaT 13.2")


def _fire_or_advance(table: Table[Ddat], position: str, call: Call, others: Rivals) -> None:
    if _sees(table.state, position):
        _shoot(table, position, call, others)
    elif not _advance(table, position, call):
        _stays(table, position, call, "no position to advance to")


def _double_advance(table: Table[Ddat], position: str, call: Call, others: Rivals) -> None:
    to = _advance(table, position, call)
    if to:
        _advance(table, to, call, of=position)
    elif _sees(table.state, position):
        _shoot(table, position, call, others)
    else:
        _stays(table, position, call, "no position to advance to, no US unit in its field")


def _advance_and_fire(table: Table[Ddat], position: str, call: Call, others: Rivals) -> None:
    to = _advance(table, position, call)
    if _sees(table.state, to or position):
        _shoot(table, to or position, call, others)
    elif not to:
        _stays(table, position, call, "no position to advance to, no US unit in its field")


def _multiple_fire(table: Table[Ddat], position: str, call: Call, others: Rivals) -> None:
    if not _sees(table.state, position):
        _stays(table, position, call, "no US unit in its field")
        return
    _shoot(table, position, call, others)
    if _sees(table.state, position):
        _shoot(table, position, call, others, again=True)


def _overrun(table: Table[Ddat], position: str, call: Call, others: Rivals) -> None:
    if not _sees(table.state, position):
        _stays(table, position, call, "no US unit in its field")
        return
    hits = _shoot(table, position, call, others)
    state = table.state
    here = state.place(position).hex
    hexes = sorted({state.units[name].hex for name in hits if state.units[name].box == MAP})
    if not hexes:
        return
    order = {hex: (GRID.distance(here, hex), strength_in(state, hex)) for hex in hexes}
    best = min(order.values())
    words = f"which hex the tank unit of {position} overruns"
    hex = choose(table, "overrun", (hex for hex in hexes if order[hex] == best), "DDaT 13.2", words)
    move_in(table, position, hex)
