"""BB 3.9 Suppression Fire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from domain.betio import facts as f
from domain.betio.charts import PIER_BASE, MarineFireCard
from domain.betio.common import AreaName, Objections, fine, heed, line, roll, verbs
from domain.betio.course import is_pier, landing_hexes
from domain.betio.reef import afloat, why_not_impulse
from domain.betio.state import Betio, Unit
from domain.kernel.facts import Fire
from domain.kernel.table import Table
from domain.kernel.verbs import Named

BeachName = Annotated[str, Named("beach")]


def in_use(state: Betio) -> tuple[str, ...]:
    """BB 3.9.1, 1.7.10: the entry areas in use: units or laden vessels are on their way, on the pier too (reading A-79,
    reading A-37)."""
    coming = [state.units[name] for name in afloat(state) if not state.in_wreck(name)]
    coming = [now for now in coming if not now.returning and (now.cargo or not now.is_vessel)]
    return tuple(dict.fromkeys(filter(None, (beach_of(state, now) for now in coming if now.kind != "artillery"))))


def beach_of(state: Betio, unit: Unit) -> str:
    """The beach that somebody makes for; on the Long Pier Hawkins for the one nearest to its base (reading A-71)."""
    if unit.beach or not is_pier(state, unit.hex):
        return unit.beach
    near = min(landing_hexes(state, ""), key=lambda hex: (state.grid.distance(PIER_BASE, hex), hex), default="")
    return state.ground(near).landing if near else ""


def areas_of(state: Betio, beach: str) -> tuple[str, ...]:
    """BB 3.9.2: the areas with Landing Beach Hexes of a beach."""
    return tuple(dict.fromkeys(state.area_of(hex) for hex in landing_hexes(state, beach)))


def why_not_suppress(state: Betio, beach: str, area: str) -> Objections:
    yield from why_not_impulse(state)
    if beach not in in_use(state):
        yield "BB 3.9.1", f"no unit is on its way to {beach}"
    elif beach in state.suppressing:
        yield "BB 3.9.1", f"the entry area of {beach} has had its roll in this impulse"
    if area not in areas_of(state, beach):
        yield "BB 3.9.2", f"{area} has no hex of {beach}"


def _suppressions(state: Betio) -> Iterator[Mapping[str, Any]]:
    for beach in in_use(state):
        yield from (
            {"beach": beach, "area": area}
            for area in areas_of(state, beach)
            if fine(why_not_suppress(state, beach, area))
        )


@verbs("BB 3.9.1", side="us", phases=("suppression",), offers=_suppressions)
def suppress(table: Table[Betio], beach: BeachName, area: AreaName = "") -> None:
    """BB 3.9, 3.9.4: a roll on the Marine Fire Table for an entry area in use, at an area with a landing hex of it:
    `suppress "Red 3" Pocket`."""
    area = area or next(iter(areas_of(table.state, beach)), "")
    heed(table, why_not_suppress(table.state, beach, area))
    (die,) = roll(
        table, "suppress", "BB 3.9.1", f"Suppression Fire from {beach} at {area}", at=area
    )  # without morale (reading A-26)
    result = line(table, MarineFireCard, die).result
    fire = Fire(
        kind="suppression",
        side="us",
        by=(beach,),
        at=area,
        chance=(die,),
        hits=result != "none",
        outcome=result != "none",
    )
    table.record(f.SuppressionFired(rule="BB 3.9.1", beach=beach, area=area, die=die, result=result, fire=fire))
    if result != "none" and area in table.state.areas and not table.state.areas[area].suppressed:
        table.record(f.AreasSuppressed(rule="BB 3.9.2", areas=(area,), by="fire"))


def lift(table: Table[Betio], *, placed_before: bool = False) -> None:
    """BB 3.9.2, 3.9.5: the markers of the last Suppression Fire Impulse are taken off as the next begins;
    `placed_before` this impulse alone."""
    if placed_before and table.state.suppressing:
        return
    areas = tuple(area for area, now in table.state.areas.items() if now.suppressed == "fire")
    if areas:
        table.record(f.AreasSuppressed(rule="BB 3.9.2", areas=areas))
