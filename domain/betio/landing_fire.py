"""BB 3.7 Japanese Anti-Landing Fire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.betio.charts import PIER_BASE, HexCard
from domain.betio.common import verbs
from domain.betio.course import landing_hexes
from domain.betio.japanese import landing_terms, shoot
from domain.betio.reef import afloat
from domain.betio.state import Betio
from domain.kernel.remembering import rests_on
from domain.kernel.table import Table


def area_ahead(state: Betio, unit: str) -> str:
    """BB 3.7.1, 3.7.4, reading A-66: out of which area of its beach a unit, or a supply point (7.5.2), is fired at: the
    nearest; "" for none."""
    now = state.units[unit]
    supply = bool(now.cargo) and now.cargo not in state.units
    areas = _areas_before(state, now.hex, now.beach)
    return next((area for area in areas if (not state.secured(area) if supply else defended(state, area))), "")


@rests_on("charts", "complete")
def _areas_before(state: Betio, hex: str, beach: str) -> tuple[str, ...]:
    """The areas of the hexes of a beach, that of the nearest first; for who is assigned to none, on the pier, that of
    its base."""
    hexes = landing_hexes(state, beach) if beach else (PIER_BASE,)
    known = sorted((state.grid.distance(hex, beach_hex), beach_hex) for beach_hex in hexes if state.area_of(beach_hex))
    return tuple(dict.fromkeys(state.area_of(beach_hex) for _, beach_hex in known))


@rests_on("charts", "complete", "areas", "hexes")
def defended(state: Betio, area: str) -> bool:
    """BB 3.7.1: the area is unsecured, or next to an uncleared hex (reading A-87)."""
    if not state.secured(area):
        return True
    return any(
        state.is_uncleared(near)
        for hex in state.hexes_of(area)
        for near in state.grid.neighbours(hex)
        if near in state.rows(HexCard)
    )


def exposed(state: Betio, unit: str) -> bool:
    """BB 3.7.1, 3.7.3, 3.7.8: whether Anti-Landing Fire may be directed at a unit or vessel; empty ones only in the
    first impulse (reading A-15).

    Infantry in the wreck advances nowhere (10.4.2, reading A-88).
    """
    return not why_spared(state, unit) and bool(area_ahead(state, unit))


def why_spared(state: Betio, unit: str) -> tuple[str, str] | None:
    """BB 3.7.3, 3.7.8, 10.4.2: by which rule a unit or vessel is no target wherever it makes for, and why; None for all
    others."""
    now = state.units[unit]
    if state.in_wreck(unit):
        return "BB 10.4.2", f"{unit} is in the wreck"
    if now.is_vessel and now.returning:
        return "BB 3.7.8", f"{unit} is empty, and on its way back"
    if now.is_vessel and not now.cargo and state.impulse > 1:
        return "BB 3.7.3", f"{unit} carries nothing"
    return None


def targets(state: Betio) -> Iterator[str]:
    """BB 3.7.4: who rates a roll in this impulse and has had none, in the order of their counters."""
    if state.turn == 1 and state.impulse <= state.given_up:  # 2.1.3
        return
    yield from (unit for unit in afloat(state) if unit not in state.done and exposed(state, unit))


def next_target(state: Betio) -> str:
    """The first of these; "" for none."""
    return next(targets(state), "")


def owed_fire(state: Betio) -> str:
    count = len([*targets(state)])
    if not count:
        return ""
    return (
        f"Anti-Landing Fire, `landing-fire` and {count} {'die' if count == 1 else 'dice'}, one for each unit and "
        "vessel on its way"
    )


def _fires(state: Betio) -> Iterator[Mapping[str, Any]]:
    if next_target(state):
        yield {}


@verbs("BB 3.7.4", side="us", phases=("landing_fire",), offers=_fires)
def landing_fire(table: Table[Betio]) -> None:
    """BB 3.7: a roll on the Japanese Fire Table for each unit and vessel on its way: `landing-fire`, then dice, or
    `landing-fire 4 3 5`."""
    while unit := next_target(table.state):
        table.mark()
        area = area_ahead(table.state, unit)
        shoot(
            table, "anti-landing", unit, area, landing_terms(table.state, table.state.units[unit].hex, area), "BB 3.7.5"
        )
    table.mark()
    for unit in afloat(table.state):
        if spared := why_spared(table.state, unit):
            table.spares("fire", *spared)
            break
    table.leave("landing_fire")
