"""BB 4.1 booby traps and snipers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.betio import facts as f
from domain.betio.charts import TrapCard
from domain.betio.common import draw, line, roll, verbs
from domain.betio.hits import lose_steps
from domain.betio.state import Betio
from domain.kernel.table import Table


def victims(state: Betio, area: str) -> tuple[str, ...]:
    """BB 4.1.1, 4.1.4: whom it may befall: no tank, and nobody in a Landing Beach Hex."""
    return tuple(
        name
        for name in state.in_area(area)
        if not state.units[name].is_tank and not state.ground(state.units[name].hex).landing
    )


def trapped(state: Betio, area: str) -> bool:
    """BB 4.1.2, 4.1.5: unsecured, or next to an area that is, with Marines who are not all in Landing Beach Hexes."""
    open_to = not state.secured(area) or any(not state.secured(near) for near in state.neighbours_of(area))
    return open_to and any(not state.ground(state.units[name].hex).landing for name in state.in_area(area))


def due(state: Betio) -> tuple[str, ...]:
    """The areas that have still to roll."""
    return tuple(area for area in state.areas if area not in state.done and trapped(state, area))


def owed_traps(state: Betio) -> str:
    return "booby traps and snipers, `traps`, a die for each area" if due(state) else ""


def _traps(state: Betio) -> Iterator[Mapping[str, Any]]:
    if due(state):
        yield {}


@verbs("BB 4.1.2", side="us", phases=("traps",), offers=_traps)
def traps(table: Table[Betio]) -> None:
    """BB 4.1: a roll on the Booby Trap/Sniper Table for each area with Marines that is or borders an unsecured one;
    whom it befalls is drawn."""
    while areas := due(table.state):
        table.mark()
        area = areas[0]
        (die,) = roll(table, "trap", "BB 4.1.2", f"booby traps and snipers in {area}", at=area)
        steps = line(table, TrapCard, die).steps
        table.record(f.TrapsRolled(rule="BB 4.1.2", area=area, die=die, steps=steps))
        if steps and (
            unit := draw(table, "victim", "BB 4.1.3", f"whom it befalls in {area}", victims(table.state, area))
        ):
            lose_steps(table, unit, steps, "booby-trap", "BB 4.1.3")  # never as morale (reading A-34)
    table.mark()
    table.leave("traps")
