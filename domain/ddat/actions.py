"""DDaT 7: US actions. Who may act, paid or free; moving, infiltrating, entering enemy hexes, recovering."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.ddat import facts as f
from domain.ddat.charts import GRID, TerrainCard
from domain.ddat.common import HexName, HexPath, Objections, UnitName, UnitNames, heed, verbs
from domain.ddat.communication import command, us_connected, within_range
from domain.ddat.fields import INTENSE, field, under_fire
from domain.ddat.forces import enter_hex
from domain.ddat.infiltration import infiltrate
from domain.ddat.leaders import hero_of
from domain.ddat.stacking import CAPACITY
from domain.ddat.state import MAP, Ddat
from domain.kernel.table import Table
from domain.kernel.verbs import Along
from domain.wargame.pieces import setting_out

PAID = 3
"""DDaT 7.0: actions a turn, beside the free ones."""


def open_phase(table: Table[Ddat]) -> None:
    """DDaT 7.1, 7.4: command and places as the phase begins."""
    state = table.state
    hexes = {name: state.units[name].hex for name in state.on_map()}
    table.record(f.ActionPhaseOpened(rule="DDaT 7.1", commanded=command(state), began_at=hexes))


# ---- 7.1, 7.2 paid and free ----


def commanders(state: Ddat, unit: str) -> tuple[str, ...]:
    """The HQs that command a unit since the start of the phase (10.2). One that moves gives no more free actions, but
    still commands (7.33)."""
    return tuple(hq for hq in state.commanded.get(unit, ()) if state.units[hq].box == MAP)


def free_reason(state: Ddat, unit: str) -> str:
    """DDaT 7.1, 10.12: the code of why a unit acts for free; "" when it does not."""
    now = state.units[unit]
    if now.heroes:
        return "hero"
    if now.inspired or (state.ryan == unit and state.ryan_inspired):
        return "inspired"
    if state.card(unit).leader:
        return "headquarters"
    if any(hq not in state.moved_hq for hq in commanders(state, unit)):
        return "in-command"
    if hero_of(state, unit) == "ryan":
        return "ryan"
    return "support" if unit in state.free_by_support else ""


def why_not_act(state: Ddat, unit: str) -> Objections:
    """DDaT 7.0, 7.1, 7.6: why a unit does not act: each does once a phase, disrupted ones not at all."""
    now = state.units[unit]
    if now.box != MAP:
        yield "DDaT 7.0", f"{unit} is not on the map"
    if unit in state.acted:
        yield "DDaT 7.1", f"{unit} has acted in this phase"
    if now.disrupted:
        yield "DDaT 7.6", f"{unit} is disrupted: it may only recover"


def cost(state: Ddat, units: Sequence[str]) -> tuple[int, dict[str, str]]:
    """DDaT 7.21: the paid actions it takes that these units do the same thing, two of a stack for one; and who acts for
    free."""
    free = {name: reason for name in units if (reason := free_reason(state, name))}
    hexes = [state.units[name].hex for name in units if name not in free]
    return sum(-(-hexes.count(hex) // 2) for hex in dict.fromkeys(hexes)), free


def why_not_together(state: Ddat, units: Sequence[str]) -> Objections:
    """DDaT 7.0: why these units do not act together: one does not act, or there are three paid actions in all."""
    for at, name in enumerate(units):
        if name in units[:at]:
            yield "DDaT 7.1", f"{name} is named twice"
        yield from why_not_act(state, name)
    paid, free = cost(state, units)
    if state.paid + paid > PAID:
        paying = [name for name in units if name not in free]
        yield (
            "DDaT 7.0",
            f"{', '.join(paying)} would be action {state.paid + paid} of {PAID}, and {_not_free(state, paying)}",
        )


def _not_free(state: Ddat, units: Sequence[str]) -> str:
    """DDaT 7.33, 16.32: why units whom an HQ is near do not act for free, in words."""
    moved = dict.fromkeys(hq for name in units for hq in commanders(state, name) if hq in state.moved_hq)
    if moved:
        return f"{', '.join(moved)} has moved and makes no action free any more (7.33)"
    posts = [name for name in state.on_map() if state.units[name].post and under_fire(state, state.units[name].hex)]
    mute = [hq for hq in posts if any(name in within_range(state, hq) for name in units)]
    if mute:
        by = under_fire(state, state.units[mute[0]].hex)[0]
        return f"{mute[0]}, in the field of fire of {by}, commands nobody (16.32)"
    return "nothing makes it free"


def act(table: Table[Ddat], units: Sequence[str], action: f.Action, at: str) -> None:
    """Units act, where nothing is against it."""
    heed(table, why_not_together(table.state, units))
    paid, free = cost(table.state, units)
    rule = "DDaT 7.2" if paid else "DDaT 7.1"
    table.record(f.ActionTaken(rule=rule, units=tuple(units), action=action, at=at, paid=paid, free=free))


# ---- 7.3 moving ----


def allowance(state: Ddat) -> int:
    """Hexes of a move: two, three from turn 11 (15.31), one in the night (19 VI)."""
    return 1 if state.night else 3 if state.extended else 2


def must_stop(state: Ddat, hex: str) -> str:
    """DDaT 7.31: why a move ends in a hex; "" when it may go on."""
    if state.near_enemy(hex):
        return "next to an enemy unit"
    by = next((position for position in under_fire(state, hex) if field(state, position)[hex] == INTENSE), "")
    return f"in the intense field of fire of {by}" if by else ""


def _moves(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name in state.on_map():
        now = state.units[name]
        if any(why_not_together(state, (name,))) or any(why_not_stack(state, (name,))):
            continue
        for hex in GRID.neighbours(now.hex):
            if state.board.is_land(hex) and not state.enemy_in(hex) and len(state.at(hex)) < CAPACITY:
                yield {"units": (name,), "path": (hex,)}


def near(state: Ddat, hex: str) -> Iterator[str]:
    """The land hexes next to one."""
    return (other for other in GRID.neighbours(hex) if state.board.is_land(other))


def why_not_stack(state: Ddat, units: Sequence[str]) -> Objections:
    """DDaT 7.21, 7.3, 16.0: why these units do not move together."""
    start = state.units[units[0]].hex
    if len({state.units[name].hex for name in units}) != 1:
        yield "DDaT 7.21", "units that move together start in one hex"
    if len(units) - sum(state.card(name).leader for name in units) > CAPACITY:
        yield "DDaT 7.21", "a stack is two units, HQs apart"
    for name in units:
        if state.units[name].post:
            yield "DDaT 16.0", f"{name} is a command post: it may not move"
        if name in state.carried and state.reading("AMB-56") == "turn":
            yield "DDaT 7.3", f"{name} came ashore in this turn, and did not start it on land"
    if not start or not state.board.is_land(start):
        yield "DDaT 7.3", f"{units[0]} is not on land"


def why_not_step(state: Ddat, units: Sequence[str], here: str, hex: str) -> Objections:
    """DDaT 7.3: why these units do not go from a hex to the next."""
    if not GRID.adjacent(here, hex):
        yield "DDaT 7.3", f"{hex} is not next to {here}"
    if not state.board.is_land(hex):
        yield "DDaT 7.3", f"{hex} is no land hex"
    if state.enemy_in(hex):
        yield "DDaT 7.4", f"the enemy is in {hex}: `enter` it from the hex next to it"
    for terrain, row in ground(state, here, hex):
        for name in units:
            if state.card(name).type in row.bars:
                yield "DDaT 7.3", f"{name} may not enter {terrain} ({hex}; Terrain Effects Chart)"


def why_not_on(state: Ddat, units: Sequence[str], here: str, hex: str) -> Objections:
    """DDaT 7.3, 7.31: why the move of these units ends in the hex it has come to."""
    if stop := must_stop(state, hex):
        yield "DDaT 7.31", f"the move ends in {hex}: it is {stop}"
    kinds = {state.card(name).type for name in units}
    slow = next(
        (
            f"{terrain} stops {', '.join(row.stops)}"
            for terrain, row in ground(state, here, hex)
            if kinds & set(row.stops)
        ),
        "",
    )
    if slow:
        yield "DDaT 7.3", f"the move ends in {hex}: {slow} (Terrain Effects Chart)"


def ground(state: Ddat, here: str, hex: str) -> Iterator[tuple[str, TerrainCard]]:
    """DDaT 7.3: what the Terrain Effects Chart says of a hex, and of a seawall on the way into it."""
    walled = "seawall" in state.board.features and state.board.across("seawall", here, hex)
    for terrain in (*state.board.terrain(hex), *(("seawall",) if walled else ())):
        yield terrain, state.read(TerrainCard, terrain)


@verbs("DDaT 7.3", side="us", phases=("action",), offers=_moves, along=Along("path", near, setting_out))
def move(table: Table[Ddat], units: UnitNames, path: HexPath) -> None:
    """DDaT 7.3: a unit, or a stack together, moves hex by hex over land; it may infiltrate past a position (7.32)."""
    heed(table, why_not_stack(table.state, units))
    start, most = table.state.units[units[0]].hex, allowance(table.state)
    table.require(
        len(path) <= most, "DDaT 19" if table.state.night else "DDaT 7.3", f"{len(path)} hexes; {most} is the most"
    )
    way = list(zip((start, *path), path, strict=False))
    for at, (here, hex) in enumerate(way, 1):
        heed(table, why_not_step(table.state, units, here, hex))
        if at < len(way):
            heed(table, why_not_on(table.state, units, here, hex))
    act(table, units, "move", path[-1])
    going: Sequence[str] = units
    for here, hex in way:
        going = infiltrate(table, going, here, hex)
    if going:
        table.record(f.UnitsMoved(rule="DDaT 7.3", units=tuple(going), path=path, how="move"))
        enter_hex(table, path[-1])


# ---- 7.4 entering an enemy hex ----


def why_not_enter(state: Ddat, units: Sequence[str], hex: str) -> Objections:
    """DDaT 7.4: why these units do not go into an enemy hex: infantry and engineers that began the phase next to it."""
    if not state.jp_at(hex):
        yield "DDaT 7.4", f"no Japanese unit is in {hex}"
    if hex in state.attacked:
        yield "DDaT 7.4", f"{hex} has been attacked in this phase"
    for name in units:
        card, now = state.card(name), state.units[name].hex
        if not card.assaults and not (card.type == "tank" and state.reading("AMB-20") == "yes"):
            yield "DDaT 7.4", f"{name} is {card.type}: only infantry and engineers enter an enemy hex"
        if not GRID.adjacent(state.began_at.get(name, now), hex) or not GRID.adjacent(now, hex):
            yield "DDaT 7.4", f"{name} did not begin the phase next to {hex}"


def _entries(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name in state.on_map():
        if state.card(name).assaults and not any(why_not_together(state, (name,))):
            near = GRID.neighbours(state.units[name].hex)
            yield from ({"units": (name,), "hex": hex} for hex in near if not any(why_not_enter(state, (name,), hex)))


@verbs("DDaT 7.4", side="us", phases=("action",), offers=_entries)
def enter(table: Table[Ddat], units: UnitNames, hex: HexName) -> None:
    """DDaT 7.4: infantry or engineers go into an adjacent enemy hex; the close combat comes after all actions."""
    heed(table, why_not_enter(table.state, units, hex))
    act(table, units, "enter", hex)
    table.record(f.UnitsMoved(rule="DDaT 7.4", units=tuple(units), path=(hex,), how="enter"))
    enter_hex(table, hex)


# ---- 7.6 recovering ----


def why_not_recover(state: Ddat, unit: str) -> Objections:
    """DDaT 7.6: why a unit does not recover: it is not disrupted, or was only in this very phase."""
    if not state.units[unit].disrupted:
        yield "DDaT 7.6", f"{unit} is not disrupted"
    if unit in state.shaken:
        yield "DDaT 7.6", f"{unit} was disrupted in this phase: the marker stays until the next"
    if unit in state.acted:
        yield "DDaT 7.1", f"{unit} has acted in this phase"


def _recoveries(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if able := tuple(name for name in state.on_map() if not any(why_not_recover(state, name))):
        yield {"units": able}


@verbs("DDaT 7.6", side="us", phases=("action",), name="recover", offers=_recoveries)
def recover(table: Table[Ddat], units: UnitNames) -> None:
    """DDaT 7.6: disrupted units lose their markers, for free; not those disrupted in this very phase."""
    for name in units:
        heed(table, why_not_recover(table.state, name))
    table.record(f.UnitsRecovered(rule="DDaT 7.6", units=tuple(units)))
    table.record(
        f.ActionTaken(rule="DDaT 7.6", units=tuple(units), action="recover", free=dict.fromkeys(units, "disrupted"))
    )


# ---- 17.4 support ----


def why_not_support(state: Ddat, unit: str) -> Objections:
    """DDaT 17.1, 17.4: why a support marker does not let a unit act for free."""
    if state.support <= 0:
        yield "DDaT 17.1", "no support marker is left this turn"
    if unit in state.acted:
        yield "DDaT 7.1", f"{unit} has acted in this phase"
    if state.units[unit].disrupted:
        yield "DDaT 7.6", f"{unit} is disrupted: it may only recover, which is free"
    if state.units[unit].hex not in us_connected(state):
        yield "DDaT 17.1", f"{unit} is not in US communication"


def _supports(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name in state.on_map() if state.support else ():
        if not any(why_not_support(state, name)) and not free_reason(state, name):
            yield {"unit": name}


@verbs("DDaT 17.4", side="us", phases=("action",), offers=_supports)
def support(table: Table[Ddat], unit: UnitName) -> None:
    """DDaT 17.4: a support marker lets one unit in US communication act for free."""
    heed(table, why_not_support(table.state, unit))
    table.record(f.ActionFreed(rule="DDaT 17.4", unit=unit))
