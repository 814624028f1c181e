"""BB 4.4 Fire Actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.betio import facts as f
from domain.betio.charts import HexCard, MarineFireCard
from domain.betio.common import HexName, Objections, UnitName, UnitNames, fine, heed, line, roll, terms_of, total, verbs
from domain.betio.lines import standing
from domain.betio.movement import why_not_act
from domain.betio.points import KNOWN_COSTS, integrity, left, pay, price, why_not_pay
from domain.betio.state import HALF, MARINE, Betio
from domain.betio.support import spend_offshore, supported, why_not_offshore, why_not_support_all
from domain.betio.terrain import combat
from domain.kernel.facts import Fire, Modifier
from domain.kernel.table import Table


def reach(state: Betio) -> int:
    """Reading A-47: how far a Fire Action reaches."""
    return 1 if state.reading("A-47") == "adjacent" else 2


def why_not_target(state: Betio, hex: str) -> Objections:
    """BB 4.4.1: an uncleared hex, or a strongpoint that stands."""
    if not state.is_uncleared(hex):
        yield "BB 4.4.1", f"{hex} is no uncleared hex, nor one with a strongpoint that stands"


def why_not_fire(state: Betio, unit: str, hex: str) -> Objections:
    """BB 4.4.1, 7.9.2: what stands against a Fire Action."""
    now = state.units[unit]
    if not now.fights:
        rule = "BB 4.7.4" if now.is_tank or now.kind == "artillery" else "BB 4.4.1"
        yield rule, f"{unit} does not fire: infantry and engineers do"
    yield from why_not_act(state, unit)
    if standing(state, unit) == "isolated":
        yield "BB 7.9.2", f"{unit} is isolated"
    yield from why_not_target(state, hex)
    if now.stands and state.grid.distance(now.hex, hex) > reach(state):
        yield "BB 4.4.2", f"{hex} is more than {reach(state)} away from {unit} (reading A-47)"


def _fires(state: Betio) -> Iterator[Mapping[str, Any]]:
    for unit in state.ashore():
        if not state.units[unit].fights or left(state, unit) < HALF * KNOWN_COSTS["fire"]:
            continue
        near = state.grid.within(state.units[unit].hex, reach(state))
        yield from (
            {"unit": unit, "target": hex}
            for hex in near
            if hex in state.rows(HexCard) and fine(why_not_fire(state, unit, hex))
        )


@verbs("BB 4.4.2", side="us", phases=("actions",), name="fire", offers=_fires)
def fire_action(
    table: Table[Betio], unit: UnitName, target: HexName, support: UnitNames = (), offshore: bool = False
) -> None:
    """BB 4.4: infantry or engineers fire at an uncleared hex for 1 AP: `fire 2/2-A 2728`, with support=Sherman-1,
    offshore=yes."""
    heed(table, why_not_fire(table.state, unit, target))
    heed(table, why_not_pay(table.state, (unit,), price(table, "fire"), "BB 4.4.2"))
    heed(table, why_not_support_all(table, support, (unit,), target, "fire"))
    if offshore:
        heed(table, why_not_offshore(table.state, "fire"))
    pay(table, (unit,), price(table, "fire"), "fire", "BB 4.4.2")
    helped = supported(table, support, "fire") + (spend_offshore(table) if offshore else ())
    terms = (*marine_terms(table.state, unit, target), *helped, *integrity(table, (unit,), "fire"))
    (die,) = roll(table, "marine-fire", "BB 4.4.2", f"{unit} fires at {target}", terms, (unit,), target)
    result = line(table, MarineFireCard, total((die,), terms)).result
    fire = Fire(
        kind="marine-fire",
        side="us",
        by=(unit,),
        at=target,
        chance=(die,),
        modifiers=terms,
        hits=result != "none",
        outcome=result != "none",
    )
    table.record(
        f.FireActionResolved(
            rule="BB 4.4.2", units=(unit,), target=target, die=die, terms=terms, result=result, fire=fire
        )
    )
    if result != "none":
        now = table.state.hexes.get(target)
        table.record(f.SuppressionPlaced(rule="BB 4.4.2", hex=target, markers=(now.suppression if now else 0) + 1))


def marine_terms(state: Betio, unit: str, target: str) -> tuple[Modifier, ...]:
    """BB 8.5.3, TEC, 7.8.3: what changes a Fire Action."""
    return terms_of(
        f.term("marine-morale", state.morale(MARINE), "BB 8.5.3"),
        f.term("terrain", combat(state, target, (state.units[unit].hex,)), "BB TEC", target),
        f.term("unsupplied", -(standing(state, unit) == "unsupplied"), "BB 7.8.3"),
    )
