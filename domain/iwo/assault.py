"""IWO 12 US assault, 19 Japanese assault, 22.3 the charges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.iwo import facts as f
from domain.iwo.bombardment import remove_marker
from domain.iwo.common import (
    AreaName,
    Plan,
    UnitName,
    acting,
    armor,
    arrange,
    check_survivors,
    collapse_cave,
    count_hits,
    enter,
    fire,
    lose_step,
    roll_pool,
    spread,
    verbs,
)
from domain.iwo.movement import barred
from domain.iwo.state import ELIMINATED, OTHER, SIDES, Iwo
from domain.kernel.facts import Loss, Modifier
from domain.kernel.questions import NOTHING, Assign, OneOf
from domain.kernel.table import Table

SIDE_OF = {"us_assault": "us", "jp_assault": "jp"}
RULE = {"us": "IWO 12", "jp": "IWO 19"}

# ---- 12.1, 19 declaring ----


def targets(state: Iwo, area: str, side: str) -> tuple[str, ...]:
    """IWO 12: the enemies a side can assault in an area. Concealed ones were revealed when US movement ended (10.5)."""
    return state.at(area, OTHER[side], "revealed")


def _ready(state: Iwo, side: str) -> dict[str, tuple[str, ...]]:
    found = {
        area: tuple(u for u in state.at(area, side) if not state.units[u].fired)
        for area in state.areas
        if targets(state, area, side) and state.at(area, side)
    }
    return {area: units for area, units in found.items() if units}


def _plans(state: Iwo) -> Iterator[Mapping[str, Any]]:
    if state.planned:
        return
    ready = _ready(state, SIDE_OF.get(state.step, "us"))
    if ready:
        yield {"plan": ready}
    for area, units in ready.items():
        yield {"plan": {area: units}}


@verbs("IWO 12.1", steps=("us_assault", "jp_assault"), offers=_plans)
def assaults(table: Table[Iwo], plan: Plan) -> None:
    """IWO 12.1: all areas to be assaulted and the units that take part are declared before the first die."""
    side = acting(table, SIDE_OF)
    state = table.state
    table.require(not state.planned, "IWO 12.1", "the assaults of this phase are declared: nothing may be added")
    seen: set[str] = set()
    for area, units in plan.items():
        table.require(bool(targets(state, area, side)), "IWO 12", f"there is no {SIDES[OTHER[side]]} unit in {area}")
        for unit in units:
            now = state.units[unit]
            table.require(now.side == side and state.card(unit).ground, "IWO 12", f"{unit} is no {SIDES[side]} ground unit")
            table.require(now.area == area, "IWO 12", f"{unit} is not in {area}")
            table.require(not now.fired, "IWO 12.1", f"{unit} has fired")
            table.require(unit not in seen, "IWO 12.1", f"{unit} assaults once a phase")
            seen.add(unit)
    table.record(f.AssaultsDeclared(rule="IWO 12.1" if side == "us" else "IWO 19", side=side, plan=plan))


def _targets(state: Iwo) -> Iterator[Mapping[str, Any]]:
    for area in state.plan:
        if area not in state.resolved:
            yield {"area": area}


# ---- 12.2, 19 execution ----


@verbs("IWO 12.2", steps=("us_assault", "jp_assault"), offers=_targets)
def assault(table: Table[Iwo], area: AreaName) -> None:
    """IWO 12.2: one assault is resolved: dice, the row, retreats, losses, the cave or markers."""
    side = acting(table, SIDE_OF)
    enemy = OTHER[side]
    table.require(area in table.state.plan, "IWO 12.1", f"no assault on {area} was declared")
    table.require(area not in table.state.resolved, "IWO 12.1", f"{area} has been assaulted in this phase")
    attackers = tuple(u for u in table.state.plan.get(area, ()) if table.state.units[u].steps > 0)
    pool = sum(table.state.assault_rating(unit) for unit in attackers)
    dice = roll_pool(table, side, pool, "IWO 12.2.1", f"the assault on {area}")
    hits = count_hits(dice)
    modifiers = _modifiers(table.state, area, side, attackers)
    damage = max(0, hits + sum(m.amount for m in modifiers if m.rule))
    kind = f"{SIDES[side]} assault"
    table.record(
        f.FireResolved(rule="IWO 12.2.2", kind=kind, area=area, damage=damage,
                       fire=fire(kind, side, attackers, area, dice, modifiers, damage))
    )  # fmt: skip
    defenders = targets(table.state, area, side)
    row = arrange(table, defenders, side, "IWO 12.2.3(1)") if damage else defenders
    retreats = _retreats(table, row, enemy, damage)
    ignore = {unit: (["retreat"] if unit in retreats else []) + armor(table.state, unit) for unit in row}
    spread(table, row, damage, ignore, "IWO 12.2.3(3)", kind)
    if side == "us" and hits:
        collapse_cave(table, area, "IWO 12.2.4")
    if side == "jp" and damage:
        remove_marker(table, area, "IWO 19", every=True)
    for unit, to in retreats.items():
        if table.state.units[unit].steps > 0:
            table.record(f.UnitRetreated(rule="IWO 12.2.5", unit=unit, area=to))
            enter(table, unit, to)
    table.record(f.UnitsFired(rule="IWO 12.2.6", units=attackers))
    table.record(f.AttackResolved(rule=RULE[side], area=area))


def _modifiers(state: Iwo, area: str, side: str, attackers: tuple[str, ...]) -> list[Modifier]:
    """IWO 12.2.2: what the ground takes off the hits, if the defender controls it; and the dice the charges added."""
    found: list[Modifier] = []
    if state.areas[area].control == OTHER[side]:
        found.append(Modifier(rule="IWO 12.2.2", amount=-state.ground(area).bdv, why="Basic Defense Value"))
        if side == "us":
            found.append(Modifier(rule="IWO 12.2.2", amount=-state.areas[area].caves, why="caves"))
    charge = sum(state.assault_rating(unit) - state.card(unit).assault for unit in attackers)
    if charge:
        found.append(Modifier(rule="", amount=charge, why="dice for the charge (22.3)"))
    return found


def _retreats(table: Table[Iwo], row: tuple[str, ...], side: str, damage: int) -> dict[str, str]:
    """IWO 12.2.3(2): each defender may declare a retreat, to an area of its own; not units with 0 MP."""
    state = table.state
    may = not (damage == 0 and table.reading("R-12") == "refused")
    items = {unit: state.retreats(unit) if may and state.card(unit).mp else () for unit in row}
    retreats: dict[str, str] = {}
    while any(items.values()):
        chosen = table.ask(
            Assign(name="retreat", by=side, rule="IWO 12.2.3(2)", items=items, default={},
                   words=f"damage {damage}: which {SIDES[side]} units retreat, and where")
        )  # fmt: skip
        chosen = {unit: area for unit, area in chosen.items() if unit in state.units}
        retreats |= {unit: area for unit, area in chosen.items() if not barred(table, unit, area)}
        again = {u: tuple(a for a in items.get(u, ()) if a != to) for u, to in chosen.items() if u not in retreats}
        items = again
    if not retreats:
        stuck = [unit for unit in row if not state.card(unit).mp]
        why = f"{', '.join(stuck)} has no MP to retreat with" if stuck else "no defender has an area to retreat to"
        table.no_choice("retreat", "IWO 12.2.3(2)", why)
    return retreats


# ---- 22.3.2 Kirikami ----


def _charges(state: Iwo) -> Iterator[Mapping[str, Any]]:
    if not state.planned and not state.kirikami_passed:
        for unit in swordsmen(state):
            yield {"unit": unit}


def swordsmen(state: Iwo) -> tuple[str, ...]:
    """The Japanese units with a US unit in their area."""
    return tuple(unit for area in state.areas if state.at(area, "us") for unit in state.at(area, "jp"))


@verbs("IWO 22.3.2", side="jp", steps=("us_assault",), offers=_charges)
def kirikami(table: Table[Iwo], unit: UnitName) -> None:
    """IWO 22.3.2: at the start of a US Assault Phase a Japanese unit with a US unit loses a step; all charge with +1."""
    now = table.state.units[unit]
    table.require(table.state.step == "us_assault" and not table.state.planned and not table.state.kirikami_passed,
                  "IWO 22.3.2", "a Kirikami Charge is declared at the start of the US Assault Phase")  # fmt: skip
    table.require(now.side == "jp" and now.area in table.state.areas, "IWO 22.3.2", f"{unit} is no Japanese unit on the map")
    table.require(bool(table.state.at(now.area, "us")), "IWO 22.3.2", f"there is no US unit with {unit}")
    if table.reading("R-13") == "one":
        table.require(not table.state.kirikami_active, "IWO 22.3.2", "one Kirikami Charge a turn (reading 13)")
    charge(table, unit)


def charge(table: Table[Iwo], unit: str) -> None:
    lose_step(table, unit, "IWO 22.3.2", "Kirikami")
    table.record(f.KirikamiDeclared(rule="IWO 22.3.2", unit=unit))


def start_us_assault(table: Table[Iwo]) -> None:
    """IWO 22.3.2: the Japanese player is offered the charge; with no unit beside a US unit there is nothing to offer."""
    while swordsmen(table.state):
        unit = table.ask(
            OneOf(name="kirikami", by="jp", rule="IWO 22.3.2", words=f"a Kirikami Charge: which unit loses a step, or {NOTHING}",
                  options=(NOTHING, *swordsmen(table.state)), default=NOTHING)
        )  # fmt: skip
        if unit == NOTHING or unit not in table.state.units:
            break
        charge(table, unit)
        if table.reading("R-13") == "one":
            break
    table.record(f.KirikamiPassed(rule="IWO 22.3.2"))


# ---- 22.3.1 Banzai ----


@verbs("IWO 22.3.1", side="jp", steps=("jp_assault",), offers=lambda state: [{}] if state.hq() and not state.banzai_area else [])
def banzai(table: Table[Iwo]) -> None:
    """IWO 22.3.1: with the HQ in play, units in its area and next to it assault with +2; it costs the HQ."""
    hq = table.state.hq()
    table.require(bool(hq), "IWO 22.3.1", "the HQ is no longer in play")
    table.require(not table.state.banzai_area, "IWO 22.3.1", "the Banzai Charge of this phase is declared")
    if hq:
        area = table.state.units[hq].area
        if not area:
            words = f"where {hq} is, whose charge it is"
            area = table.ask(OneOf(name="where", by="jp", rule="IWO 22.3.1", words=words, options=tuple(table.state.areas)))
        table.record(f.BanzaiDeclared(rule="IWO 22.3.1", area=area))


def end_jp_assault(table: Table[Iwo]) -> None:
    """IWO 22.3: after a Banzai the HQ is lost, wherever it is; a Kirikami ends."""
    hq = table.state.hq()
    if table.state.banzai_area and hq:
        loss = Loss(side="jp", unit=hq, steps=table.state.units[hq].steps, cause="Banzai", eliminated=True)
        table.record(
            f.UnitRemoved(rule="IWO 22.3.1", unit=hq, to=ELIMINATED, out="eliminated", why="the Banzai Charge is over", losses=(loss,))
        )
        check_survivors(table, "jp")
    if table.state.kirikami_active:
        table.record(f.KirikamiEnded(rule="IWO 22.3.2"))
