"""IWO 9 US bombardment, 16 Japanese bombardment, 22.5 rocket artillery."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from domain.iwo import facts as f
from domain.iwo.common import AreaName, Objections, Plan, fine, heed, verbs
from domain.iwo.concealed import unknown, unseen
from domain.iwo.fire import arrange, collapse_cave, ignores, rated, remove_markers, resolve, roll_pool, shelter, spread
from domain.iwo.hidden import pass_damage, reveal, show_caves
from domain.iwo.plans import unresolved, why_not_plan, why_not_resolve
from domain.iwo.state import ELIMINATED, OTHER, SIDES, SUPPORT, Iwo
from domain.iwo.victory import check_survivors
from domain.kernel.facts import Fire, Loss, Purpose
from domain.kernel.questions import Roll
from domain.kernel.table import Table
from domain.wargame.sides import declaring

PHASES = {"us_bombard": "us", "jp_bombard": "jp"}

SUPPORT_STACK = 5
"""Air and naval units that an area can hold (IWO 3)."""


class Cited(NamedTuple):
    """The rules of a side's bombardment: section 16 says what is different from 9."""

    whole: str
    declared: str
    artillery: str
    hits: str
    damage: str
    shelter: str
    row: str
    losses: str


CITED = {
    "us": Cited("IWO 9", "IWO 9.1", "IWO 9.1.2", "IWO 9.3.1", "IWO 9.3.2", "IWO 9.3.2", "IWO 9.3.3(1)", "IWO 9.3.3(2)"),
    "jp": Cited("IWO 16", "IWO 16", "IWO 16(1)", "IWO 16", "IWO 16", "IWO 16(4)", "IWO 16(5)", "IWO 16(5)"),
}

# ---- 9.1 target areas and bombarding units ----


def in_range(state: Iwo, unit: str, area: str) -> bool:
    """IWO 2.1.1(4), 9.1.2: whether a unit's Bombardment Range reaches an area. Reading R-17: its own too."""
    here = state.units[unit].area
    if here == area:
        return state.card(unit).range == "any" or pinned(state, unit) or state.reading("R-17") == "yes"
    return state.card(unit).range == "any" or area in state.adjacent(here)


def pinned(state: Iwo, unit: str) -> bool:
    """IWO 9.1.2: artillery with a revealed enemy in its area can only target that area."""
    now = state.units[unit]
    return bool(state.at(now.area, OTHER[now.side], "revealed"))


def why_not_target(state: Iwo, area: str, side: str, units: tuple[str, ...]) -> Objections:
    """IWO 3, 9.1, 9.1.1: what stands against an area as the target of these units. Reading R-22: each side bombards it
    once."""
    before = state.areas[area].bombarded
    if side in before or (before and state.reading("R-22") == "both"):
        yield "IWO 9.1", f"{area} has been bombarded this turn"
    support = [unit for unit in units if not state.card(unit).ground]
    if len(support) > SUPPORT_STACK:
        yield "IWO 3", f"at most {SUPPORT_STACK} air and naval units bombard {area}, not {len(support)}"


def why_no_gun(state: Iwo, unit: str, side: str) -> Objections:
    """IWO 9, 16(1): what stands against a unit's bombarding at all, wherever it is."""
    now, card = state.units[unit], state.card(unit)
    if now.side != side:
        yield CITED[side].whole, f"{unit} is not {SIDES[side]}"
    if now.steps <= 0 or now.out:
        yield CITED[side].whole, f"{unit} is out of play"
    if not card.ground:
        if now.area != SUPPORT:
            yield "IWO 9.1.1", f"{unit} is not in the American Support Box"
        if now.grounded:
            yield "IWO 9.1.1", f"{unit} is grounded by the weather (6)"
        if now.fired:
            yield "IWO 9.1", f"{unit} has bombarded this turn"
        return
    if not card.artillery:
        yield CITED[side].artillery, f"{unit} has no Bombardment Rating"
    if now.fired:
        yield "IWO 3", f"{unit} has fired"


def why_not_bombard(state: Iwo, unit: str, area: str, side: str) -> Objections:
    """IWO 9.1.1, 9.1.2, 16(1), 16(3): what stands against a unit's bombarding an area. Reading R-23: from a box none
    does."""
    yield from why_no_gun(state, unit, side)
    now = state.units[unit]
    if not state.card(unit).ground:
        return
    if now.area not in state.areas:
        yield "IWO 9.1.2", f"{unit} is not on the map"
        return
    if pinned(state, unit) and area != now.area:
        yield "IWO 9.1.2", f"{unit} is with a revealed enemy and can only bombard {now.area}"
    if not in_range(state, unit, area):
        yield "IWO 2.1.1(4)", f"{area} is out of {unit}'s range"


def _worth(state: Iwo, area: str, side: str) -> bool:
    """Whether a bombardment may do something there: to enemies who are seen or may hide, or to a marker (16(6))."""
    seen = state.at(area, OTHER[side], "revealed")
    return bool(seen) or (state.controls("jp", area) if side == "us" else bool(state.areas[area].removable))


def _plans(state: Iwo) -> Iterator[Mapping[str, Any]]:
    """A plan a unit; the random player and completions build on these."""
    side = PHASES.get(state.phase, "us")
    if not fine(why_not_plan(state, "IWO 9.1", "bombardments")):
        return
    areas = [area for area in state.areas if _worth(state, area, side)]
    for unit in state.units:
        for area in areas:
            if fine(why_not_bombard(state, unit, area, side)) and fine(why_not_target(state, area, side, (unit,))):
                yield {"plan": {area: (unit,)}}


@verbs("IWO 9.1", phases=tuple(PHASES), offers=_plans)
def bombards(table: Table[Iwo], plan: Plan) -> None:
    """IWO 9, 9.1, 16: all target areas and the units that bombard them are declared before the first die; then
    concealed ones show (reading R-34)."""
    side = declaring(table, PHASES)
    state = table.state
    heed(table, why_not_plan(state, "IWO 9.1", "bombardments"))
    seen: set[str] = set()
    hidden = unknown(state)
    for area, units in plan.items():
        heed(table, why_not_target(state, area, side, units))
        for unit in units:
            table.require(unit not in seen, "IWO 9.1", f"{unit} bombards one area a turn")
            seen.add(unit)
            heed(table, why_no_gun(state, unit, side) if unit in hidden else why_not_bombard(state, unit, area, side))
    for area, units in plan.items():
        for unit in units:
            if unit in hidden:
                reveal(table, unit, "IWO 16(2)", "bombards")
                heed(table, why_not_bombard(table.state, unit, area, side))
    table.record(f.BombardmentsDeclared(rule=CITED[side].declared, side=side, plan=plan))
    for area, units in plan.items():
        if side == "us":
            show_caves(table, area, "IWO 9.2")
        else:
            for unit in units:
                reveal(table, unit, "IWO 16(2)", "bombards")


# ---- 9.3, 16 execution ----


@verbs("IWO 9.3", phases=tuple(PHASES), offers=unresolved)
def bombard(table: Table[Iwo], area: AreaName) -> None:
    """IWO 9.3: one bombardment is resolved: dice, damage, the row, what passes to concealed units, the cave or
    marker."""
    side = declaring(table, PHASES)
    undeclared, done = f"no bombardment of {area} was declared", f"{area} has been bombarded this turn"
    heed(table, why_not_resolve(table.state, area, "IWO 9.1", undeclared, done))
    units = table.state.plan.get(area, ())
    fire = hits_and_damage(table, area, side, units)
    left = losses(table, area, side, fire.outcome)
    if side == "us":
        if left and unseen(table.state):
            pass_damage(table, area, left)
        if fire.hits:
            collapse_cave(table, area, "IWO 9.3.4")
    else:
        if fire.hits:
            remove_markers(table, area, "IWO 16(6)", every=table.state.reading("R-16") == "all")
        check_survivors(table, "jp")
    table.record(f.UnitsFired(rule="IWO 9.3.5", units=tuple(u for u in units if table.state.units[u].steps > 0)))
    table.record(f.AttackResolved(rule=CITED[side].whole, area=area))


def hits_and_damage(table: Table[Iwo], area: str, side: str, units: tuple[str, ...]) -> Fire:
    """IWO 9.3.1, 9.3.2, 16(4), 22.5: the dice of all units together, and the hits of rocket artillery, which is
    spent."""
    cited = CITED[side]
    rockets = tuple(unit for unit in units if table.state.card(unit).type == "rocket")
    rocket_hits = fire_rockets(table, area, rockets)
    pool = rated(units, lambda unit: table.state.card(unit).bombard, cited.hits)
    dice = roll_pool(
        table, side, pool, cited.hits, f"the bombardment of {area}", Purpose(kind="bombardment", of=units, at=area)
    )
    fire = resolve(
        "bombardment",
        side,
        units,
        area,
        dice,
        shelter(table.state, area, side, cited.shelter),
        rocket_hits,
        len(rockets),
    )
    table.record(f.FireResolved(rule=cited.damage, fire=fire, rocket_hits=rocket_hits))
    for unit in rockets:
        lost = Loss(
            side="jp", unit=unit, steps=table.state.units[unit].steps, cause="rocket-artillery", left=0, eliminated=True
        )
        table.record(f.UnitRemoved(rule="IWO 22.5", unit=unit, to=ELIMINATED, cause="rocket-artillery", losses=(lost,)))
    return fire


def fire_rockets(table: Table[Iwo], area: str, rockets: tuple[str, ...]) -> int:
    """IWO 22.5: rocket artillery hits as often as its die says."""
    if not rockets:
        table.spares("rocket", "IWO 22.5", "no rocket artillery bombards")
        return 0
    words = f"the rocket artillery's hits on {area}"
    purpose = Purpose(kind="rocket-artillery", of=rockets, at=area)
    dice = table.ask(Roll(name="rocket", by="jp", rule="IWO 22.5", words=words, count=len(rockets), purpose=purpose))
    return sum(dice)


def losses(table: Table[Iwo], area: str, side: str, damage: int) -> int:
    """IWO 9.3.3(1), 9.3.3(2), 16(5): the row of the enemies who are seen, and their losses. Returns what is left of the
    damage.

    Who is revealed while the row is asked for (3) stands in it. Air and naval support is in no area, and in no row
    (22.6).
    """
    if not damage:
        table.spares("row", CITED[side].row, "no damage is done")
        return 0
    row = arrange(table, table.now().at(area, OTHER[side], "revealed"), side, CITED[side].row)
    return spread(
        table, row, damage, {unit: ignores(table.state, unit) for unit in row}, CITED[side].losses, "bombardment"
    )
