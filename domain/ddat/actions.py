"""DDaT 7: US actions. Who may act, paid or free; moving, infiltrating, entering enemy hexes, recovering; stacking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.ddat import facts as f
from domain.ddat.amphibious import CAPACITY
from domain.ddat.charts import GRID, FireCard, TerrainCard
from domain.ddat.close_combat import close_combat
from domain.ddat.common import (
    HexName,
    HexPath,
    UnitName,
    UnitNames,
    choose,
    draw_card,
    enter_hex,
    fire_loss,
    remove_unit,
    verbs,
)
from domain.ddat.communication import command, us_connected
from domain.ddat.gunnery import INTENSE
from domain.ddat.november import RYAN_WITH
from domain.ddat.state import EXTENDED, MAP, Ddat
from domain.kernel.facts import Loss
from domain.kernel.questions import YesNo
from domain.kernel.table import Table

PAID = 3
"""DDaT 7.0: actions a turn, beside the free ones."""


def open_phase(table: Table[Ddat]) -> None:
    """DDaT 7.1, 7.4: command and places as the phase begins."""
    state = table.state
    hexes = {name: now.hex for name, now in state.units.items() if now.box == MAP}
    table.record(f.ActionPhaseOpened(rule="DDaT 7.1", commanded=command(state), hexes=hexes))


# ---- 7.1, 7.2 paid and free ----


def commanders(state: Ddat, unit: str) -> tuple[str, ...]:
    """The HQs that command a unit since the start of the phase (10.2). One that moves gives no more free actions, but still commands (7.33)."""
    return tuple(hq for hq in state.commanded.get(unit, ()) if state.units[hq].box == MAP)


def free_reason(state: Ddat, unit: str) -> str:
    """DDaT 7.1: why a unit acts for free; "" when it does not."""
    now = state.units[unit]
    if now.heroes:
        return "hero"
    if now.inspired or (state.ryan == unit and state.ryan_inspired):
        return "inspired"
    if state.card(unit).leader:
        return "headquarters"
    if any(hq not in state.moved_hq for hq in commanders(state, unit)):
        return "in command"
    if state.ryan and not state.ryan_inspired and state.ryan in state.at(now.hex):
        return "Major Ryan"
    return "support" if unit in state.free_by_support else ""


def able_to_act(state: Ddat, unit: str) -> bool:
    now = state.units[unit]
    return now.box == MAP and not now.acted and not now.disrupted


def cost(state: Ddat, units: Sequence[str]) -> tuple[int, dict[str, str]]:
    """DDaT 7.21: the paid actions it takes that these units do the same thing, two of a stack for one; and who acts for free."""
    free = {name: reason for name in units if (reason := free_reason(state, name))}
    paying = [name for name in units if name not in free]
    hexes = [state.units[name].hex for name in paying]
    return sum(-(-hexes.count(hex) // 2) for hex in dict.fromkeys(hexes)), free


def act(table: Table[Ddat], units: Sequence[str], action: str) -> None:
    """Units act: once a phase each (7.1), three paid actions in all (7.0), disrupted ones not at all (7.6)."""
    state = table.state
    for at, name in enumerate(units):
        now = state.units[name]
        table.require(name not in units[:at], "DDaT 7.1", f"{name} is named twice")
        table.require(now.box == MAP, "DDaT 7.0", f"{name} is not on the map")
        table.require(not now.acted, "DDaT 7.1", f"{name} has acted in this phase")
        table.require(not now.disrupted, "DDaT 7.6", f"{name} is disrupted: it may only recover")
    paid, free = cost(state, units)
    why = f"{', '.join(n for n in units if n not in free)} would be action {state.paid + paid} of {PAID}, and nothing makes it free"
    table.require(state.paid + paid <= PAID, "DDaT 7.0", why)
    table.record(f.ActionTaken(rule="DDaT 7.1" if not paid else "DDaT 7.2", units=tuple(units), action=action, paid=paid, free=free))


# ---- 7.3 moving ----


def allowance(state: Ddat) -> int:
    """Hexes of a move: two, three from turn 11 (15.31), one in the night (19)."""
    return 1 if state.night else 3 if state.turn >= EXTENDED else 2


def must_stop(state: Ddat, hex: str) -> str:
    """DDaT 7.31: why a move ends in a hex; "" when it may go on."""
    if any(state.enemy_in(near) for near in GRID.neighbours(hex)):
        return "next to an enemy unit"
    for position in state.under_fire(hex):
        if state.field(position).get(hex) == INTENSE:
            return f"in the intense field of fire of {position}"
    return ""


def infiltrates(state: Ddat, start: str, to: str) -> tuple[str, ...]:
    """DDaT 7.32: the undisrupted positions past which this step infiltrates: next to them and in their field before and after."""
    found = []
    for near in GRID.neighbours(start):
        position = state.jp_at(near)
        if not position or state.positions[position].disrupted or GRID.distance(near, to) != 1:
            continue
        dots = state.field(position)
        if start in dots and to in dots:
            found.append(position)
    return tuple(found)


def _moves(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name, now in state.units.items():
        if not able_to_act(state, name) or now.post or not state.board.is_land(now.hex):
            continue
        if cost(state, (name,))[0] + state.paid > PAID:
            continue
        for hex in GRID.neighbours(now.hex):
            if state.board.is_land(hex) and not state.enemy_in(hex) and len(state.at(hex)) < CAPACITY:
                yield {"units": (name,), "path": (hex,)}


@verbs("DDaT 7.3", side="us", steps=("action",), offers=_moves)
def move(table: Table[Ddat], units: UnitNames, path: HexPath) -> None:
    """DDaT 7.3: a unit, or a stack together, moves hex by hex over land; it may infiltrate past a position (7.32)."""
    state = table.state
    start = state.units[units[0]].hex
    table.require(len({state.units[name].hex for name in units}) == 1, "DDaT 7.21", "units that move together start in one hex")
    table.require(len(units) - sum(state.card(n).leader for n in units) <= CAPACITY, "DDaT 7.21", "a stack is two units, HQs apart")
    for name in units:
        table.require(not state.units[name].post, "DDaT 16.0", f"{name} is a command post: it may not move")
    table.require(bool(start) and state.board.is_land(start), "DDaT 7.3", f"{units[0]} is not on land")
    most = allowance(state)
    table.require(len(path) <= most, "DDaT 19" if state.night else "DDaT 7.3", f"{len(path)} hexes; {most} is the most")
    here = start
    for at, hex in enumerate(path):
        _check_step(table, units, here, hex)
        stop = must_stop(table.state, hex)
        last = at == len(path) - 1
        table.require(last or not stop, "DDaT 7.31", f"the move ends in {hex}: it is {stop}")
        slow = "" if last else _slowed(table, units, here, hex)
        table.require(not slow, "DDaT 7.3", f"the move ends in {hex}: {slow} (Terrain Effects Chart)")
        here = hex
    act(table, units, f"move to {path[-1]}")
    way = [start, *path]
    for here, hex in zip(way, path, strict=False):
        if not _infiltrate(table, units, here, hex):
            return
    left = tuple(name for name in units if table.state.units[name].box == MAP)
    if left:
        table.record(f.UnitsMoved(rule="DDaT 7.3", units=left, path=path, how="move"))
        enter_hex(table, path[-1])


def _check_step(table: Table[Ddat], units: Sequence[str], here: str, hex: str) -> None:
    state = table.state
    table.require(GRID.distance(here, hex) == 1, "DDaT 7.3", f"{hex} is not next to {here}")
    table.require(state.board.is_land(hex), "DDaT 7.3", f"{hex} is no land hex")
    table.require(not state.enemy_in(hex), "DDaT 7.4", f"the enemy is in {hex}: `enter` it from the hex next to it")
    for terrain, row in _ground(table, here, hex):
        for name in units:
            kind = state.card(name).type
            table.require(kind not in row.bars, "DDaT 7.3", f"{name} may not enter {terrain} ({hex}; Terrain Effects Chart)")


def _ground(table: Table[Ddat], here: str, hex: str) -> Iterator[tuple[str, TerrainCard]]:
    """DDaT 7.3: what the Terrain Effects Chart says of a hex, and of a seawall on the way into it."""
    board = table.state.board
    walled = "seawall" in board.features and board.across("seawall", here, hex)
    for terrain in (*board.terrain(hex), *(("seawall",) if walled else ())):
        yield terrain, table.read(TerrainCard, terrain)


def _slowed(table: Table[Ddat], units: Sequence[str], here: str, hex: str) -> str:
    """DDaT 7.3: which terrain ends the move of one of the units; "" for none."""
    kinds = {table.state.card(name).type for name in units}
    return next((f"{terrain} stops {', '.join(row.stops)}" for terrain, row in _ground(table, here, hex) if kinds & set(row.stops)), "")


def _infiltrate(table: Table[Ddat], units: Sequence[str], here: str, hex: str) -> bool:
    """DDaT 7.32: a card for a step past a position. False when the units stay where they are or nobody is left."""
    state = table.state
    past = infiltrates(state, here, hex)
    checked = tuple(name for name in units if state.card(name).assaults)
    for name in units:
        kind = state.card(name).type
        table.require(not past or kind != "artillery", "DDaT 7.32", f"{name} is artillery: it may not infiltrate")
        alone = kind == "hq" and not any(state.card(other).type != "hq" for other in units)
        table.require(not past or not alone, "DDaT 7.32", f"{name} infiltrates only with another unit")
    if not past or not checked or state.night:
        return True
    card = draw_card(table, "infiltration", f"the infiltration past {', '.join(past)}", "DDaT 7.32")
    face = table.read(FireCard, card)
    firing = []
    for position in past:
        shown = face.shows(state.place(position).colour)
        weight = sum(state.positions[p].weight for p in state.firers(position))
        if shown is not None and (not shown.double or weight >= 2):
            firing.append(position)
    struck = [name for name in checked if state.card(name).symbol == face.symbol] if firing else []
    for name in struck:
        fire_loss(table, name, "DDaT 7.32", "infiltration", by=firing[0], card=card, hit=False)
    left = tuple(name for name in units if table.state.units[name].box == MAP)
    if all(table.state.units[name].steps == state.units[name].steps for name in struck):
        return True
    if all(state.card(name).leader for name in left):
        return False
    return not table.ask(YesNo(name="stay", by="us", rule="DDaT 7.32", words=f"{', '.join(left)} stay in {here} after the loss?", default=False))


# ---- 7.4 entering an enemy hex ----


def _entries(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name in state.on_map():
        if not able_to_act(state, name) or not state.card(name).assaults or cost(state, (name,))[0] + state.paid > PAID:
            continue
        for hex in GRID.neighbours(state.units[name].hex):
            if state.jp_at(hex) and hex not in state.attacked and GRID.distance(state.began_at.get(name, hex), hex) == 1:
                yield {"units": (name,), "hex": hex}


@verbs("DDaT 7.4", side="us", steps=("action",), offers=_entries)
def enter(table: Table[Ddat], units: UnitNames, hex: HexName) -> None:
    """DDaT 7.4: infantry or engineers go into an adjacent enemy hex; the close combat comes after all actions."""
    state = table.state
    table.require(bool(state.jp_at(hex)), "DDaT 7.4", f"no Japanese unit is in {hex}")
    table.require(hex not in state.attacked, "DDaT 7.4", f"{hex} has been attacked in this phase")
    for name in units:
        card = state.card(name)
        may = card.assaults or (card.type == "tank" and table.reading("AMB-20") == "yes")
        table.require(may, "DDaT 7.4", f"{name} is {card.type}: only infantry and engineers enter an enemy hex")
        near = GRID.distance(state.began_at.get(name, state.units[name].hex), hex) == 1 and GRID.distance(state.units[name].hex, hex) == 1
        table.require(near, "DDaT 7.4", f"{name} did not begin the phase next to {hex}")
    act(table, units, f"enter {hex}")
    table.record(f.UnitsMoved(rule="DDaT 7.4", units=tuple(units), path=(hex,), how="enter"))


# ---- 7.6 recovering ----


def _recoveries(state: Ddat) -> Iterator[Mapping[str, Any]]:
    shaken = tuple(n for n, u in state.units.items() if u.disrupted and not u.shaken and not u.acted and u.box == MAP)
    if shaken:
        yield {"units": shaken}


@verbs("DDaT 7.6", side="us", steps=("action",), name="recover", offers=_recoveries)
def recover(table: Table[Ddat], units: UnitNames) -> None:
    """DDaT 7.6: disrupted units lose their markers, for free; not those disrupted in this very phase."""
    for name in units:
        now = table.state.units[name]
        table.require(now.disrupted, "DDaT 7.6", f"{name} is not disrupted")
        table.require(not now.shaken, "DDaT 7.6", f"{name} was disrupted in this phase: the marker stays until the next")
        table.require(not now.acted, "DDaT 7.1", f"{name} has acted in this phase")
    table.record(f.UnitsRecovered(rule="DDaT 7.6", units=tuple(units)))
    table.record(f.ActionTaken(rule="DDaT 7.6", units=tuple(units), action="recover", free=dict.fromkeys(units, "disrupted")))


# ---- 10.17 Major Ryan, 17.4 support ----


def _ryans(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if state.step == "setup" and not state.ryan:
        for name in state.on_map():
            if _ryan_begins_with(state, name):
                yield {"unit": name}


def _ryan_begins_with(state: Ddat, unit: str) -> bool:
    """Infantry in a Red 1 approach hex (3.0); in 21 November one of four units (20.2)."""
    now = state.units[unit]
    if now.box != MAP or state.card(unit).type != "infantry":
        return False
    return unit in RYAN_WITH if state.scenario == "21-november" else state.board.approach_at(now.hex).startswith("R1")


@verbs("DDaT 10.17", side="us", steps=("setup", "action"), offers=_ryans)
def ryan(table: Table[Ddat], unit: UnitName) -> None:
    """DDaT 10.17, 3.0: Major Ryan begins with an infantry unit of Red 1, and may be with any unit of his hex."""
    state = table.state
    now = state.units[unit]
    if state.step == "setup":
        if state.scenario == "21-november":
            table.require(_ryan_begins_with(state, unit), "DDaT 20.2", f"{unit} is none of {', '.join(RYAN_WITH)} on the map")
        else:
            table.require(_ryan_begins_with(state, unit), "DDaT 3.0", f"{unit} is no infantry in a Red 1 approach hex")
        table.record(f.RyanPlaced(rule="DDaT 3.0", unit=unit, first=not state.ryan))
        return
    table.require(bool(state.ryan) and not state.ryan_inspired, "DDaT 10.17", "Major Ryan is not in play, or no more than an inspiration")
    here = bool(state.ryan) and now.box == MAP and now.hex == state.units[state.ryan].hex
    table.require(here, "DDaT 10.17", f"Major Ryan is not in the hex of {unit}")
    table.record(f.RyanPlaced(rule="DDaT 10.17", unit=unit))


def _supports(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if state.support:
        safe = us_connected(state)
        for name in state.on_map():
            if able_to_act(state, name) and not free_reason(state, name) and state.units[name].hex in safe:
                yield {"unit": name}


@verbs("DDaT 17.4", side="us", steps=("action",), offers=_supports)
def support(table: Table[Ddat], unit: UnitName) -> None:
    """DDaT 17.4: a support marker lets one unit in US communication act for free."""
    state = table.state
    table.require(state.support > 0, "DDaT 17.1", "no support marker is left this turn")
    table.require(not state.units[unit].acted, "DDaT 7.1", f"{unit} has acted in this phase")
    table.require(not state.units[unit].disrupted, "DDaT 7.6", f"{unit} is disrupted: it may only recover, which is free")
    table.require(state.units[unit].hex in us_connected(state), "DDaT 17.1", f"{unit} is not in US communication")
    table.record(f.ActionFreed(rule="DDaT 17.4", unit=unit))


# ---- 4.0 IV(2), 7.53: close combat and stacking ----


def entered(state: Ddat, hex: str) -> tuple[str, ...]:
    """The US units in an enemy hex that fight there: those that may enter one (7.4)."""
    return tuple(name for name in state.at(hex) if state.card(name).assaults or state.card(name).type == "tank")


def contested(state: Ddat) -> tuple[str, ...]:
    """Hexes with both sides in which close combat is still to be fought."""
    return tuple(hex for hex in state.us_hexes() if hex not in state.resolved and state.enemy_in(hex) and entered(state, hex))


def owed_combats(state: Ddat) -> str:
    due = contested(state)
    return f"the close combat in {', '.join(due)}, `combat {due[0]}`" if due else ""


def _combats(state: Ddat) -> Iterator[Mapping[str, Any]]:
    yield from ({"hex": hex} for hex in contested(state))


@verbs("DDaT 8.6", side="us", steps=("combat",), offers=_combats)
def combat(table: Table[Ddat], hex: HexName) -> None:
    """DDaT 8.6: one of the close combats after all US actions."""
    state = table.state
    units = entered(state, hex)
    if not units or not state.enemy_in(hex):
        table.require(False, "DDaT 8.6", f"{hex} does not hold units of both sides")
        return
    table.require(hex not in state.resolved, "DDaT 8.6", f"the close combat in {hex} has been fought")
    close_combat(table, hex, units, attacker="us")


def enforce_stacking(table: Table[Ddat]) -> None:
    """DDaT 7.53: after all close combats two units may stay in a hex; HQs, heroes and garrisons do not count (7.51)."""
    for hex in tuple(table.state.us_hexes()):
        while True:
            state = table.state
            units = [name for name in state.at(hex) if not state.card(name).leader]
            if len(units) <= CAPACITY:
                break
            unit = choose(table, "eliminate", units, "DDaT 7.53", f"which unit of {hex} is eliminated: it holds {len(units)}")
            loss = Loss(side="us", unit=unit, steps=state.units[unit].steps, cause="stacking", eliminated=True)
            remove_unit(table, unit, "DDaT 7.53", "stacking", losses=(loss,))
