"""BB 6 Japanese Offensive Fire, 10.4 the wrecks, 1.5.3 the runway."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.betio import facts as f
from domain.betio.common import draw, verbs
from domain.betio.japanese import offensive_terms, shoot
from domain.betio.reef import afloat
from domain.betio.state import Betio
from domain.kernel.table import Table

RANGE = 2
"""BB 6.2: less than three hexes."""
WRECKS = "the wrecks"


def eligible(state: Betio, area: str) -> tuple[str, ...]:
    """BB 6.2, 6.3, 3.1.4: units of an area within two hexes of an uncleared hex, on the beach too; a runway is none
    (1.5.5)."""
    return tuple(name for name in state.in_area(area) if state.near_japanese(state.units[name].hex, RANGE))


def within_reach_of_wrecks(state: Betio) -> tuple[str, ...]:
    """BB 10.4.1, 3.7.2: who is on the reef, or on Betio within two hexes of a reef hex: one is fired at (reading A-49,
    reading A-69)."""
    wading = [name for name in afloat(state) if state.units[name].cargo or not state.units[name].is_vessel]
    near = [name for name in state.ashore() if state.near_reef(state.units[name].hex, RANGE)]
    return (*wading, *near)


def due(state: Betio) -> tuple[str, ...]:
    """The areas that have still to fire, and the wrecks after them."""
    fired = {*state.done, *(state.runway_fire if state.reading("A-25") == "instead" else ())}
    areas = [area for area in state.areas if area not in fired and eligible(state, area)]
    if state.wrecks and WRECKS not in state.done and within_reach_of_wrecks(state):
        areas.append(WRECKS)
    return tuple(areas)


def owed_fire(state: Betio) -> str:
    return "Japanese Offensive Fire, `offensive-fire`, a die for each area" if due(state) else ""


def _fires(state: Betio) -> Iterator[Mapping[str, Any]]:
    if due(state):
        yield {}


@verbs("BB 6.1", side="us", phases=("offensive",), offers=_fires)
def offensive_fire(table: Table[Betio]) -> None:
    """BB 6: a roll on the Japanese Fire Table for each area with a unit within two hexes of an uncleared one; its
    target is drawn."""
    while areas := due(table.state):
        table.mark()
        area = areas[0]
        if area == WRECKS:
            unit = draw(table, "victim", "BB 10.4.1", "at whom the wrecks fire", within_reach_of_wrecks(table.state))
            table.record(f.AreasDone(rule="BB 10.4.1", names=(area,)))
            shoot(table, "wrecks", unit, "", offensive_terms(table.state, table.state.units[unit].hex, ""), "BB 10.4.1")
            continue
        unit = draw(table, "victim", "BB 6.4", f"at whom is fired in {area}", eligible(table.state, area))
        table.record(f.AreasDone(rule="BB 6.3", names=(area,)))
        shoot(table, "offensive", unit, area, offensive_terms(table.state, table.state.units[unit].hex, area), "BB 6.5")
    table.mark()
    table.leave("offensive")
