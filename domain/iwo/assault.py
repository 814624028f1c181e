"""IWO 12 US assault, 19 Japanese assault."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.iwo import facts as f
from domain.iwo.charges import charging
from domain.iwo.common import AreaName, Objections, Plan, enter, fine, heed, verbs
from domain.iwo.defensive_fire import barred, no_way_back, why_no_damage
from domain.iwo.fire import (
    arrange,
    collapse_cave,
    ignores,
    rated,
    remove_markers,
    require_alive,
    resolve,
    roll_pool,
    shelter,
    spread,
)
from domain.iwo.plans import unresolved, why_not_plan, why_not_resolve
from domain.iwo.state import OTHER, SIDES, Iwo
from domain.kernel.facts import Purpose
from domain.kernel.questions import Assign
from domain.kernel.table import Table
from domain.wargame.sides import declaring

PHASES = {"us_assault": "us", "jp_assault": "jp"}
WHOLE = {"us": "IWO 12", "jp": "IWO 19"}
DECLARED = {"us": "IWO 12.1", "jp": "IWO 19"}

# ---- 12.1, 19 target areas and assaulting units ----


def targets(state: Iwo, area: str, side: str) -> tuple[str, ...]:
    """IWO 12: the enemies a side can assault in an area. Concealed ones were revealed when US movement ended (10.5)."""
    return state.at(area, OTHER[side], "revealed")


def why_not_target(state: Iwo, area: str, side: str) -> Objections:
    """IWO 12: what stands against an area as the target of an assault."""
    if not targets(state, area, side):
        yield "IWO 12", f"there is no {SIDES[OTHER[side]]} unit in {area}"


def why_not_assault(state: Iwo, unit: str, area: str, side: str) -> Objections:
    """IWO 12, 12.1: what stands against a unit's assaulting an area."""
    now = state.units[unit]
    if now.side != side or not state.card(unit).ground:
        yield "IWO 12", f"{unit} is no {SIDES[side]} ground unit"
    if now.area != area:
        yield "IWO 12", f"{unit} is not in {area}"
    if now.fired:
        yield "IWO 12.1", f"{unit} has fired"


def _plans(state: Iwo) -> Iterator[Mapping[str, Any]]:
    """All that may assault, and each area alone."""
    if not fine(why_not_plan(state, "IWO 12.1", "assaults")):
        return
    side = PHASES.get(state.phase, "us")
    ready = {
        area: tuple(unit for unit in state.at(area, side) if fine(why_not_assault(state, unit, area, side)))
        for area in state.areas
        if fine(why_not_target(state, area, side))
    }
    ready = {area: units for area, units in ready.items() if units}
    for plan in (ready, *({area: units} for area, units in ready.items())):
        if plan:
            yield {"plan": plan}


@verbs("IWO 12.1", phases=tuple(PHASES), offers=_plans)
def assaults(table: Table[Iwo], plan: Plan) -> None:
    """IWO 12.1: all areas to be assaulted and the units that take part are declared before the first die."""
    side = declaring(table, PHASES)
    state = table.state
    heed(table, why_not_plan(state, "IWO 12.1", "assaults"))
    seen: set[str] = set()
    for area, units in plan.items():
        heed(table, why_not_target(state, area, side))
        for unit in units:
            heed(table, why_not_assault(state, unit, area, side))
            table.require(unit not in seen, "IWO 12.1", f"{unit} assaults once a phase")
            seen.add(unit)
    table.record(f.AssaultsDeclared(rule=DECLARED[side], side=side, plan=plan))


# ---- 12.2, 19 execution ----


@verbs("IWO 12.2", phases=tuple(PHASES), offers=unresolved)
def assault(table: Table[Iwo], area: AreaName) -> None:
    """IWO 12.2: one assault is resolved: dice, the row, retreats, losses, the cave or markers."""
    side = declaring(table, PHASES)
    undeclared, done = f"no assault on {area} was declared", f"{area} has been assaulted in this phase"
    heed(table, why_not_resolve(table.state, area, "IWO 12.1", undeclared, done))
    attackers = tuple(unit for unit in table.state.plan.get(area, ()) if table.state.units[unit].steps > 0)
    pool = rated(attackers, lambda unit: table.state.card(unit).assault, "IWO 12.2.1")
    charge = charging(table.state, attackers)
    purpose = Purpose(kind="assault", of=attackers, at=area)
    dice = roll_pool(table, side, (*pool, *charge), "IWO 12.2.1", f"the assault on {area}", purpose)
    modifiers = (*shelter(table.state, area, side, "IWO 12.2.2"), *charge)
    fire = resolve("assault", side, attackers, area, dice, modifiers)
    table.record(f.FireResolved(rule="IWO 12.2.2", fire=fire))
    retreating = losses(table, area, side, fire.outcome)
    if side == "us" and fire.hits:
        collapse_cave(table, area, "IWO 12.2.4")
    if side == "jp" and fire.outcome:
        remove_markers(table, area, "IWO 19", every=True)
    for unit, to in retreating.items():
        if table.state.units[unit].steps > 0:
            table.record(f.UnitRetreated(rule="IWO 12.2.5", unit=unit, area=to))
            enter(table, unit, to)
    table.record(f.UnitsFired(rule="IWO 12.2.6", units=attackers))
    table.record(f.AttackResolved(rule=WHOLE[side], area=area))


def losses(table: Table[Iwo], area: str, side: str, damage: int) -> dict[str, str]:
    """IWO 12.2.3: the row, who of it retreats, and the losses; 12.2.3(4): what is left of the damage is lost. Returns
    the retreats."""
    defenders = targets(table.now(), area, side)
    if damage:
        row = arrange(table, defenders, side, "IWO 12.2.3(1)")
    else:
        row = defenders
        table.spares("row", "IWO 12.2.3(1)", "no damage is done")
    retreating = retreats(table, row, OTHER[side], damage)
    ignored = {unit: ignores(table.state, unit, retreating=unit in retreating) for unit in row}
    spread(table, row, damage, ignored, "IWO 12.2.3(3)", "assault")
    return retreating


def why_no_retreat(state: Iwo, unit: str, damage: int) -> Objections:
    """IWO 12.2.3(2): why a defender has no retreat to declare."""
    if why := why_no_damage(state, damage):
        yield "IWO 12.2.3(2)", why
    elif not state.card(unit).mp:
        yield "IWO 12.2.3(2)", f"{unit} has no MP to retreat with"
    elif not state.retreats(unit):
        yield "IWO 12.2.3(2)", no_way_back(state, unit)


def retreats(table: Table[Iwo], row: Sequence[str], side: str, damage: int) -> dict[str, str]:
    """IWO 12.2.3(2): each defender may declare a retreat, to an area of its own, which is named at once (reading R-33);
    not units with 0 MP."""
    state = table.state

    def why_not(unit: str, area: str) -> Objections:
        if unit in row:
            yield from why_no_retreat(state, unit, damage)
            yield from state.why_no_way_back(unit, area)

    stuck = [why for unit in row for _, why in why_no_retreat(state, unit, damage)]
    items = {unit: state.retreats(unit) if fine(why_no_retreat(state, unit, damage)) else () for unit in row}
    declared: dict[str, str] = {}
    while True:
        question = Assign(
            name="retreat",
            by=side,
            rule="IWO 12.2.3(2)",
            items=items,
            default={},
            barred=why_not,
            words=f"damage {damage}: which {SIDES[side]} units retreat, and where",
        )
        why = "; ".join(dict.fromkeys(stuck)) or "nobody else has an area to retreat to"
        chosen = table.ask(question) if any(items.values()) else table.gives(question, {}, "IWO 12.2.3(2)", why)
        if not chosen:
            table.spares("barred", "IWO 11.1.2(1)", "nobody else retreats" if declared else "nobody retreats")
            return declared
        require_alive(table, chosen)
        declared |= {unit: area for unit, area in chosen.items() if not barred(table, unit, area)}
        items = {u: tuple(a for a in items.get(u, ()) if a != to) for u, to in chosen.items() if u not in declared}
