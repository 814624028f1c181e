"""IWO 9 US bombardment, 16 Japanese bombardment, 22.5 rocket artillery."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.iwo import facts as f
from domain.iwo.common import (
    SUPPORT_STACK,
    AreaName,
    Plan,
    acting,
    armor,
    arrange,
    check_survivors,
    collapse_cave,
    count_hits,
    fire,
    roll_pool,
    spread,
    verbs,
)
from domain.iwo.hidden import reveal, show_caves
from domain.iwo.state import ELIMINATED, SIDES, SUPPORT, Iwo
from domain.kernel.facts import Loss, Modifier
from domain.kernel.questions import OneOf, Order, Roll
from domain.kernel.state import PAPER
from domain.kernel.table import Table

SIDE_OF = {"us_bombard": "us", "jp_bombard": "jp"}
RULE = {"us": "IWO 9", "jp": "IWO 16"}


def in_range(state: Iwo, unit: str, area: str) -> bool:
    """IWO 2.1.1(4), 9.1.2: whether a unit's Bombardment Range reaches an area."""
    here = state.units[unit].area
    if here == area:
        return state.card(unit).range == "any" or pinned(state, unit) or state.readings.get("R-17", "yes") == "yes"
    return state.card(unit).range == "any" or area in state.adjacent(here)


def pinned(state: Iwo, unit: str) -> bool:
    """IWO 9.1.2: artillery with a revealed enemy in its area can only target that area."""
    now = state.units[unit]
    return bool(state.at(now.area, "jp" if now.side == "us" else "us", "revealed"))


def _bombarders(state: Iwo, side: str) -> list[str]:
    return [
        name
        for name, now in state.units.items()
        if now.side == side and now.steps > 0 and not now.fired and not now.grounded
        and ((now.area == SUPPORT and not state.card(name).ground) or (now.area in state.areas and state.card(name).artillery))
    ]  # fmt: skip


def _plans(state: Iwo) -> Iterator[Mapping[str, Any]]:
    """A plan a unit; the random player and completions build on these."""
    if state.planned:
        return
    side = SIDE_OF.get(state.step, "us")
    for unit in _bombarders(state, side):
        here = state.units[unit].area
        for area in state.areas:
            if here == SUPPORT or (in_range(state, unit, area) and not (pinned(state, unit) and area != here)):
                enemy = state.at(area, "jp" if side == "us" else "us", "revealed")
                if enemy or (side == "us" and state.areas[area].control == "jp"):
                    yield {"plan": {area: (unit,)}}


@verbs("IWO 9.1", steps=("us_bombard", "jp_bombard"), offers=_plans)
def bombards(table: Table[Iwo], plan: Plan) -> None:
    """IWO 9.1: all target areas and the units that bombard them are declared before the first die."""
    side = acting(table, SIDE_OF)
    rule = RULE[side]
    state = table.state
    table.require(not state.planned, "IWO 9.1", "the bombardments of this phase are declared: nothing may be added")
    seen: set[str] = set()
    for area, units in plan.items():
        before = state.areas[area].bombarded
        again = side in before or (before and table.reading("R-22") == "both")
        table.require(not again, "IWO 9.1", f"{area} has been bombarded this turn")
        support = [unit for unit in units if not state.card(unit).ground]
        table.require(len(support) <= SUPPORT_STACK, "IWO 3", f"at most {SUPPORT_STACK} air and naval units bombard {area}, not {len(support)}")
        for unit in units:
            if unit in table.state.unknown():
                reveal(table, unit, "IWO 16(2)", "it bombards")
            table.require(unit not in seen, "IWO 9.1", f"{unit} bombards one area a turn")
            seen.add(unit)
            _require_bombarder(table, unit, area, side, rule)
    table.record(f.BombardmentsDeclared(rule="IWO 9.1" if side == "us" else "IWO 16", side=side, plan=plan))
    if side == "us":
        for area in plan:
            show_caves(table, area, "IWO 9.2")
    else:
        for units in plan.values():
            for unit in units:
                reveal(table, unit, "IWO 16(2)", "it bombards")


def _require_bombarder(table: Table[Iwo], unit: str, area: str, side: str, rule: str) -> None:
    state = table.state
    now, card = state.units[unit], state.card(unit)
    table.require(now.side == side, rule, f"{unit} is not {SIDES[side]}")
    table.require(now.steps > 0 and not now.out, rule, f"{unit} is out of play")
    if not card.ground:
        table.require(now.area == SUPPORT, "IWO 9.1.1", f"{unit} is not in the American Support Box")
        table.require(not now.grounded, "IWO 9.1.1", f"{unit} is grounded by the weather (6)")
        table.require(not now.fired, "IWO 9.1", f"{unit} has bombarded this turn")
        return
    table.require(card.artillery, "IWO 16(1)" if side == "jp" else "IWO 9.1.2", f"{unit} has no Bombardment Rating")
    table.require(now.area in state.areas, "IWO 9.1.2", f"{unit} is not on the map")
    table.require(not now.fired, "IWO 3", f"{unit} has fired")
    if now.area in state.areas:
        if pinned(state, unit):
            table.require(area == now.area, "IWO 9.1.2", f"{unit} is with a revealed enemy and can only bombard {now.area}")
        table.require(in_range(state, unit, area), "IWO 2.1.1(4)", f"{area} is out of {unit}'s range")


def _targets(state: Iwo) -> Iterator[Mapping[str, Any]]:
    for area in state.plan:
        if area not in state.resolved:
            yield {"area": area}


def unresolved(state: Iwo) -> str:
    """What is owed before the phase may end: every declared attack is resolved (IWO 9.4, 12.3)."""
    left = [area for area in state.plan if area not in state.resolved]
    word = "bombard" if state.step.endswith("bombard") else "assault"
    return f"{word} {' and '.join(left)}, declared and not resolved" if left else ""


@verbs("IWO 9.3", steps=("us_bombard", "jp_bombard"), offers=_targets)
def bombard(table: Table[Iwo], area: AreaName) -> None:
    """IWO 9.3: one bombardment is resolved: dice, damage, the row, what passes to concealed units, the cave or marker."""
    side = acting(table, SIDE_OF)
    table.require(area in table.state.plan, "IWO 9.1", f"no bombardment of {area} was declared")
    table.require(area not in table.state.resolved, "IWO 9.1", f"{area} has been bombarded this turn")
    units = table.state.plan.get(area, ())
    if side == "us":
        _us_bombardment(table, area, units)
    else:
        _jp_bombardment(table, area, units)
    table.record(f.UnitsFired(rule="IWO 9.3.5", units=tuple(u for u in units if table.state.units[u].steps > 0)))
    table.record(f.AttackResolved(rule=RULE[side], area=area))


def _us_bombardment(table: Table[Iwo], area: str, units: tuple[str, ...]) -> None:
    pool = sum(table.state.card(unit).bombard for unit in units)
    dice = roll_pool(table, "us", pool, "IWO 9.3.1", f"the bombardment of {area}")
    hits = count_hits(dice)
    modifiers: list[Modifier] = []
    if table.state.areas[area].control == "jp":
        modifiers.append(Modifier(rule="IWO 9.3.2", amount=-table.state.ground(area).bdv, why="Basic Defense Value"))
        modifiers.append(Modifier(rule="IWO 9.3.2", amount=-table.state.areas[area].caves, why="caves"))
    damage = max(0, hits + sum(m.amount for m in modifiers))
    table.record(
        f.FireResolved(rule="IWO 9.3.2", kind="US bombardment", area=area, damage=damage,
                       fire=fire("US bombardment", "us", units, area, dice, modifiers, damage))
    )  # fmt: skip
    row = arrange(table, table.state.at(area, "jp", "revealed"), "us", "IWO 9.3.3(1)") if damage else ()
    left = spread(table, row, damage, {}, "IWO 9.3.3(2)", "US bombardment")
    if left and table.state.unseen():
        _concealed_losses(table, area, left)
    if hits:
        collapse_cave(table, area, "IWO 9.3.4")


def _concealed_losses(table: Table[Iwo], area: str, damage: int) -> None:
    """IWO 9.3.3(3)-(5): the rest goes to concealed units in an order of the Japanese player's; nobody else learns whether any are there.

    The question is put to him, and one sealed fact recorded, whether or not he has a unit there.
    """
    table.record(f.DamagePassed(rule="IWO 9.3.3(3)", area=area, damage=damage))
    if table.state.hidden == PAPER:  # settled on the MilOps map
        return
    concealed = table.state.at(area, "jp", "concealed")
    order = table.ask(
        Order(name="order", by="jp", rule="IWO 9.3.3(3)", secret="jp", items=concealed, default=concealed,
              words=f"the order of concealed units in {area}, first to lose first")
    )  # fmt: skip
    steps = {unit: table.state.units[unit].steps for unit in order}
    start = dict(steps)
    while damage and any(steps.values()):
        for unit in order:
            if damage and steps[unit]:
                steps[unit] -= 1
                damage -= 1
    lost = {unit: left for unit, left in steps.items() if left < start[unit]}
    losses = tuple(
        Loss(side="jp", unit=unit, steps=start[unit] - left, cause="US bombardment", eliminated=left == 0) for unit, left in lost.items()
    )
    table.record(f.ConcealedLosses(rule="IWO 9.3.3(4)", secret="jp", area=area, left=lost, excess=damage, losses=losses))
    check_survivors(table, "jp")


def _jp_bombardment(table: Table[Iwo], area: str, units: tuple[str, ...]) -> None:
    rockets = [unit for unit in units if table.state.card(unit).type == "rocket"]
    rocket_hits = 0
    if rockets:
        words = f"the rocket artillery's hits on {area}"
        dice_of_rockets = table.ask(Roll(name="rocket", by="jp", rule="IWO 22.5", words=words, count=len(rockets)))
        rocket_hits = sum(dice_of_rockets)
    pool = sum(table.state.card(unit).bombard for unit in units)
    dice = roll_pool(table, "jp", pool, "IWO 16", f"the bombardment of {area}")
    hits = count_hits(dice) + rocket_hits
    modifiers: list[Modifier] = []
    if table.state.areas[area].control == "us":
        modifiers.append(Modifier(rule="IWO 16(4)", amount=-table.state.ground(area).bdv, why="Basic Defense Value"))
    damage = max(0, hits + sum(m.amount for m in modifiers))
    table.record(
        f.FireResolved(
            rule="IWO 16", kind="Japanese bombardment", area=area, damage=damage, note=f"{rocket_hits} hits by rocket" if rockets else "",
            fire=fire("Japanese bombardment", "jp", units, area, dice, modifiers, damage, extra=rocket_hits),
        )
    )  # fmt: skip
    for unit in rockets:
        loss = Loss(side="jp", unit=unit, steps=table.state.units[unit].steps, cause="rocket artillery used", eliminated=True)
        table.record(
            f.UnitRemoved(rule="IWO 22.5", unit=unit, to=ELIMINATED, out="eliminated", why="rocket artillery is used once", losses=(loss,))
        )
    targets = table.state.at(area, "us")
    row = arrange(table, targets, "jp", "IWO 16(5)") if damage else ()
    spread(table, row, damage, {unit: armor(table.state, unit) for unit in row}, "IWO 16(5)", "Japanese bombardment")
    if hits:
        remove_marker(table, area, "IWO 16(6)", every=table.reading("R-16") == "all")
    check_survivors(table, "jp")


def remove_marker(table: Table[Iwo], area: str, rule: str, every: bool) -> None:
    """IWO 16(6), 19: a Beachhead or Safe to Land marker goes; of two in one area, one is named (reading 16)."""
    now = table.state.areas[area]
    markers = [marker for marker, there in (("beachhead", now.beachhead), ("safe", now.safe_to_land)) if there]
    if len(markers) > 1 and not every:
        markers = [
            table.ask(OneOf(name="marker", by="jp", rule=rule, words=f"which marker in {area} is removed", options=tuple(markers)))
        ]
    for marker in markers:
        table.record(f.MarkerRemoved(rule=rule, area=area, marker=marker))
