"""DDaT 8.61-8.64: how a close combat ends: where its units stand then, and who of them is disrupted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from domain.ddat import facts as f
from domain.ddat.board import number
from domain.ddat.charts import GRID
from domain.ddat.combat import Combat, jp_alive, survivors
from domain.ddat.common import Objections, choose, unbarred
from domain.ddat.communication import nearest_us, us_connected
from domain.ddat.forces import disrupt_force, enter_hex
from domain.ddat.losses import disrupt, eliminate
from domain.ddat.state import Ddat
from domain.kernel.table import Table

# ---- 8.63 withdrawal ----


def leave(table: Table[Ddat], combat: Combat) -> None:
    """DDaT 8.63: US units that withdraw go to a hex next to the close combat."""
    left = survivors(table.state, combat)
    if not left:
        return
    barred = partial(why_not_withdraw, table.state, combat)
    to = choose(
        table,
        "withdraw-to",
        unbarred(GRID.neighbours(combat.hex), barred),
        "DDaT 8.63",
        "where the US units withdraw to",
        barred,
        "hex",
    )
    if to:
        combat.over = "withdrawal"
        _take_posts_down(table, left)
        table.record(f.UnitsMoved(rule="DDaT 8.63", units=left, path=(to,), how="withdraw"))
        enter_hex(table, to)


def why_not_withdraw(state: Ddat, combat: Combat, to: str) -> Objections:
    """DDaT 8.63: why US units do not withdraw to a hex: land or water next to them, in US communication if there is
    any."""
    if combat.over != "withdrawal":
        yield "DDaT 8.63", f"the close combat in {combat.hex} has ended by {combat.over}, and nobody withdraws"
    near = [hex for hex in GRID.neighbours(combat.hex) if state.board.on_board(hex) and not state.enemy_in(hex)]
    if not GRID.adjacent(combat.hex, to):
        yield "DDaT 8.63", f"{to} is not next to {combat.hex}"
    elif to not in near:
        yield "DDaT 8.63", f"a Japanese unit is in {to}" if state.enemy_in(to) else f"{to} is not on the map"
    elif to not in (safe := us_connected(state)) and not safe.isdisjoint(near):
        yield "DDaT 8.63", f"{to} is not in US communication"


def _take_posts_down(table: Table[Ddat], units: Sequence[str]) -> None:
    """DDaT 16.0 (reading AMB-63): a command post does not move; who withdraws with the others is a headquarters again,
    on its plain side."""
    for name in units:
        if table.state.units[name].post:
            table.record(f.CommandChanged(rule="DDaT 16.0", unit=name, change="abandoned", space=0))


# ---- 8.61, 8.62, 8.64 elimination, exhaustion, tank units ----


def settle(table: Table[Ddat], combat: Combat) -> None:
    left = survivors(table.state, combat)
    if not jp_alive(table.state, combat):  # 8.61
        for unit in left:
            disrupt(table, unit, "DDaT 8.61")
        enter_hex(table, combat.hex)
    elif combat.over == "exhaustion" and combat.attacker == "us":  # 8.62
        _japanese_stay(table, combat, disrupted=True, rule="DDaT 8.62")
        _us_return(table, combat, left)
    elif combat.over == "exhaustion":
        for unit in left:
            disrupt(table, unit, "DDaT 8.62")
        _japanese_return(table, combat)
    else:
        for unit in left if combat.over == "elimination" else ():  # an HQ that landed with those who fell
            eliminate(table, unit, "DDaT 10.22", "close-combat")
        _japanese_stay(table, combat, disrupted=combat.over == "elimination", rule="DDaT 8.61")


def _us_return(table: Table[Ddat], combat: Combat, units: Sequence[str]) -> None:
    """DDaT 8.62: US attackers go back to the adjacent land hex nearest to where they came from, disrupted."""
    for unit in units:
        state = table.state
        entry = combat.entry or state.began_at.get(unit, combat.hex)
        barred = partial(why_not_return, state, combat.hex, entry)
        ways = unbarred(GRID.neighbours(combat.hex), barred)
        to = choose(table, "return", ways, "DDaT 8.62", f"where {unit} goes back to", barred, "hex")
        if to:
            table.record(f.UnitsMoved(rule="DDaT 8.62", units=(unit,), path=(to,), how="return"))
            enter_hex(table, to)
        disrupt(table, unit, "DDaT 8.62")


def why_not_return(state: Ddat, hex: str, entry: str, to: str) -> Objections:
    """DDaT 8.62: why US attackers do not go back from a close combat to a hex: the land next to it that is nearest to
    where they came from."""
    near = [h for h in GRID.neighbours(hex) if not state.enemy_in(h)]
    land = [h for h in near if state.board.is_land(h)]
    least = min((GRID.distance(h, entry) for h in land or near), default=0)
    if not GRID.adjacent(hex, to):
        yield "DDaT 8.62", f"{to} is not next to {hex}"
    elif to not in near:
        yield "DDaT 8.62", f"a Japanese unit is in {to}"
    elif land and to not in land:
        yield "DDaT 8.62", f"{to} is no land hex"
    elif GRID.distance(to, entry) > least:
        yield "DDaT 8.62", f"{to} is farther than others from {entry}, where they came from"


def _japanese_stay(table: Table[Ddat], combat: Combat, *, disrupted: bool, rule: str) -> None:
    """A Japanese force keeps its position, outside one it goes to the nearest unoccupied one.

    A tank unit is not disrupted (8.61, 8.64), nor is anybody whom US units withdrew from (8.63, reading AMB-97).
    """
    if combat.where not in table.state.positions:
        return_to_position(table, combat, disrupted=disrupted and not table.state.force_at(combat.where).tank)
    elif disrupted:
        disrupt_force(table, combat.where, rule)


def _japanese_return(table: Table[Ddat], combat: Combat) -> None:
    """DDaT 8.62: Japanese attackers go back to the position they came from, disrupted; a tank outside a position to the
    nearest (8.64)."""
    state = table.state
    if combat.where in state.positions:
        if combat.origin and combat.origin != combat.where:
            table.record(f.ForceMoved(rule="DDaT 8.62", position=combat.where, to=combat.origin))
        disrupt_force(table, combat.origin or combat.where, "DDaT 8.62")
    elif state.force_at(combat.where).tank:
        return_to_position(table, combat, disrupted=False)
    else:
        table.record(f.ForceReturned(rule="DDaT 8.62", position=combat.origin, disrupted=True))


def return_to_position(table: Table[Ddat], combat: Combat, *, disrupted: bool) -> None:
    """DDaT 8.61, 8.64 (reading AMB-10): to the nearest unoccupied position, then the one closest to a US unit, then the
    lowest number."""
    state = table.state
    rule = "DDaT 8.64" if state.force_at(combat.where).tank else "DDaT 8.61"
    free = [name for name, now in state.positions.items() if not now.unit and not state.us_held(name)]

    def order(name: str) -> tuple[int, int, int, str]:
        hex = state.place(name).hex
        return (GRID.distance(combat.hex, hex), nearest_us(state, hex), number(name), name)

    table.record(f.ForceReturned(rule=rule, position=min(free or [combat.origin], key=order), disrupted=disrupted))
