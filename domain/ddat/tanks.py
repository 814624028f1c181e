"""DDaT 13: Japanese tank units. They fire, advance, overrun; as an event too."""

from __future__ import annotations

from functools import partial

from domain.ddat import facts as f
from domain.ddat.board import number
from domain.ddat.charts import GRID
from domain.ddat.common import choose
from domain.ddat.communication import connected, nearest_us
from domain.ddat.deeds import Act, begin, move_in, nearest_hexes, note, shoot, why_not_nearest
from domain.ddat.fields import Gun, in_field
from domain.ddat.gunnery import Call
from domain.ddat.state import MAP, Ddat
from domain.ddat.summary import Check
from domain.kernel.table import Table

TANK_RANGE = 4
"""How far a tank unit advances (13.2)."""


def default_tank_action(table: Table[Ddat], position: str, symbol: str) -> None:
    """DDaT 13.2: fire if US units are in the field, otherwise advance; whom it hits without a fire card says reading
    AMB-94."""
    call = Call("", table.state.place(position).colour, False, "", False, True, symbol)
    act = Act(Check("tank", (position,)), call, Gun((position,), tank=True))
    (tank_fire if in_field(table.state, act.gun) else advance_or_stay)(table, act)


def tank_fire(table: Table[Ddat], act: Act) -> None:
    """DDaT 13.2: fire of the tank unit where it stands."""
    shoot(table, act)


def advance_or_stay(table: Table[Ddat], act: Act) -> None:
    """DDaT 13.2: an advance, if there is a position for it."""
    if advance(table, act) is None:
        _stay(table, act, "no position to advance to")


def double_advance(table: Table[Ddat], act: Act) -> None:
    """DDaT 13.2 A: two advances; fire where no advance is possible."""
    there = advance(table, act)
    if there is not None:
        advance(table, there, of=act.check)
    elif in_field(table.state, act.gun):
        shoot(table, act)
    else:
        _stay(table, act, "no position to advance to, no US unit in its field")


def advance_and_fire(table: Table[Ddat], act: Act) -> None:
    """DDaT 13.2 P: an advance, then fire."""
    there = advance(table, act)
    if in_field(table.state, (there or act).gun):
        shoot(table, there or act)
    elif there is None:
        _stay(table, act, "no position to advance to, no US unit in its field")


def multiple_fire(table: Table[Ddat], act: Act) -> None:
    """DDaT 13.2 M: fire, and fire again."""
    shoot(table, act)
    if in_field(table.state, act.gun):
        shoot(table, act, again=True)


def overrun(table: Table[Ddat], act: Act) -> None:
    """DDaT 13.2 R (reading AMB-81): fire, then into the nearest hex with a unit that was hit, an HQ too."""
    hits = shoot(table, act)
    state = table.state
    left = [name for name in hits if state.units[name].box == MAP]
    words = f"which hex the tank unit of {act.position} overruns"
    barred = partial(why_not_nearest, state, act.position, left, "DDaT 13.2")
    to = choose(table, "overrun", nearest_hexes(state, act.position, left), "DDaT 13.2", words, barred, "hex")
    if to:
        move_in(table, act.position, to, "DDaT 13.2")


def advance(table: Table[Ddat], act: Act, of: Check | None = None) -> Act | None:
    """DDaT 13.2: to a position within four hexes nearer to the nearest US unit; it changes places with a unit there.

    Returns the unit where it is then, None where it cannot advance. `of` is what was checked, when this is a second
    advance.
    """
    state, position = table.state, act.position
    here = state.place(position).hex
    linked = state.connected if state.phase == "fire" else connected(state)
    near = (
        p
        for p in state.positions
        if p != position and GRID.distance(here, state.place(p).hex) <= TANK_RANGE and not state.us_held(p)
    )
    nearer = (p for p in near if nearest_us(state, state.place(p).hex) < nearest_us(state, here))
    open_to = [p for p in nearer if not state.positions[p].unit or p in linked]
    if not open_to:
        return None

    def order(p: str) -> tuple[int, bool, int, int, str]:
        hex = state.place(p).hex
        return (nearest_us(state, hex), bool(state.positions[p].unit), GRID.distance(here, hex), -number(p), p)

    to = min(open_to, key=order)
    begin(table, act._replace(check=of or act.check), "advance", "DDaT 13.2", f"to {to}")
    table.record(f.ForceMoved(rule="DDaT 13.2", position=position, to=to, swap=bool(state.positions[to].unit)))
    return act.moved(to)


def _stay(table: Table[Ddat], act: Act, why: str) -> None:
    note(table, act, "no-action", why, "DDaT 13.2")
