"""DDaT 19: what is peculiar to the overnight turn. How far units move, fire and command then is said where they do."""

from __future__ import annotations

from functools import partial

from domain.ddat import facts as f
from domain.ddat.cards import shuffle
from domain.ddat.charts import GRID
from domain.ddat.common import Objections, choose, unbarred
from domain.ddat.forces import enter_hex
from domain.ddat.losses import remove_unit
from domain.ddat.state import MAP, OUT, Ddat
from domain.kernel.table import Table

BACK = 2
"""Non-elite units that return at the end of the night."""


def out_of_the_water(table: Table[Ddat]) -> None:
    """DDaT 19 I: every unit in the water goes to the nearest beach hex; artillery that has not landed is removed."""
    for name in table.state.units:
        state = table.state
        now = state.units[name]
        if now.box != MAP or not state.board.is_afloat(now.hex):
            continue
        barred = partial(why_not_ashore, state, name)
        nearest = sorted(unbarred(state.board.beach, barred))
        hex = choose(table, "beach-hex", nearest, "DDaT 19", f"the beach hex {name} goes to", barred, "hex")
        if hex:
            table.record(f.UnitsMoved(rule="DDaT 19", units=(name,), path=(hex,), how="wade"))
            enter_hex(table, hex)
    for name, now in table.state.units.items():
        if now.box not in (MAP, OUT) and table.state.card(name).type == "artillery":
            remove_unit(table, name, "DDaT 19", "night")


def why_not_ashore(state: Ddat, unit: str, hex: str) -> Objections:
    """DDaT 19 I: why a unit does not go to a hex as the night falls: it goes to the nearest beach hex without a
    Japanese unit."""
    here = state.units[unit].hex
    open_to = [beach for beach in state.board.beach if not state.enemy_in(beach)]
    if hex not in open_to:
        yield "DDaT 19", f"a Japanese unit is in {hex}" if hex in state.board.beach else f"{hex} is no beach hex"
    elif (far := GRID.distance(here, hex)) > (least := min(GRID.distance(here, beach) for beach in open_to)):
        yield "DDaT 19", f"{hex} is {far} hexes from {unit}, and the nearest beach hex {least}"


def night_counterattack(table: Table[Ddat]) -> None:
    """Reading AMB-32: a counterattack drawn on turn 15 is carried out in the first Fire Phase of the night."""
    if table.state.night and table.state.counterattack == "next":
        table.record(f.Counterattacked(rule="DDaT EV"))
        shuffle(table, "DDaT EV")


def reorganize(table: Table[Ddat]) -> None:
    """DDaT 19 VII (readings AMB-36, AMB-89): half of the elite and two other eliminated units return; all but tank
    units is lost from sight."""
    state = table.state
    elite, other = state.eliminated_elite // 2, min(BACK, state.eliminated_other)
    if elite or other:
        table.record(f.Reorganized(rule="DDaT 19", elite=elite, other=other))
    shown = tuple(
        p
        for p, now in table.state.positions.items()
        if now.unit and (now.depth_shown or (now.revealed and not now.tank))
    )
    if shown:
        table.record(f.ForceHidden(rule="DDaT 19", positions=shown))
