"""IWO 11 Japanese defensive fire, 18 US defensive fire, and how a unit retreats (11.1.2)."""

from __future__ import annotations

from functools import partial
from itertools import islice

from domain.iwo import facts as f
from domain.iwo.common import Objections, enter, fine
from domain.iwo.concealed import unknown, unseen
from domain.iwo.fire import ignores, rated, resolve, roll_pool, spread
from domain.iwo.hidden import bars, reveal, why_not_there
from domain.iwo.state import SIDES, Iwo
from domain.kernel.facts import Purpose
from domain.kernel.questions import NOTHING, OneOf
from domain.kernel.table import Table

SURPRISE = 2
"""Dice more for a concealed unit that opens fire (IWO 11.1.1)."""


WHOLE = {"jp": "IWO 11", "us": "IWO 18"}
DAMAGE = {"jp": "IWO 11.1.1", "us": "IWO 18"}


def defensive_fire(table: Table[Iwo], target: str, side: str, *, landing: bool) -> bool:
    """IWO 11, 18: the side that does not move may fire at a unit that has entered an area. Returns whether it did: that
    ends the move."""
    area = table.state.units[target].area
    firer, concealed = firing_unit(table, target, side)
    if not firer:
        to = table.gives(retreat_of(table.state, target, 0, ()), NOTHING, "IWO 11.1.2(1)", f"nobody fires at {target}")
        table.spares("dice", DAMAGE[side], f"nobody fires at {target}")
        if to != NOTHING:
            end_move(table, target, to)
        return to != NOTHING
    while firer:
        damage = damage_number(table, target, side, firer, concealed=concealed)
        to = retreat(table, target, damage, landing=landing)
        step_losses(table, target, damage if to == NOTHING else max(0, damage - 1), side, firer)
        table.record(f.UnitsFired(rule="IWO 11.2", units=(firer,)))
        end_move(table, target, to)
        firer, concealed = another_firer(table, target, side, area, firer)
    return True


def another_firer(table: Table[Iwo], target: str, side: str, area: str, first: str) -> tuple[str, bool]:
    """IWO 10.4: one unit fires at a unit that enters an area, and no other; the one that the table lets fire all the
    same."""
    question, _ = who_fires(table, target, side, area)
    firer = table.gives(question, NOTHING, "IWO 10.4", f"{first} has fired at {target}: one unit fires at each entry")
    now = table.state.units.get(firer)
    if now is None:
        return "", False
    there = table.state.units[target]
    if there.steps <= 0 or there.area != area:
        table.by_hand(f"{target} is no more in {area}")
        return "", False
    concealed = side == "jp" and now.status == "concealed"
    reveal(table, firer, "IWO 11.1.1", "opens-fire", area)
    return firer, concealed


def firing_unit(table: Table[Iwo], target: str, side: str) -> tuple[str, bool]:
    """IWO 11.1, 11.1.1, 18: the one unit that fires, "" for none, and whether it was concealed until now.

    The Japanese player is asked wherever a unit of his may be concealed. Who is revealed elsewhere while he is asked
    does not fire.
    """
    area = table.state.units[target].area
    while True:
        firer = chosen_to_fire(table, target, side, area)
        if firer not in table.state.units:
            return "", False
        concealed = side == "jp" and table.state.units[firer].status == "concealed"
        claimed = firer in unknown(table.state)
        reveal(table, firer, "IWO 11.1.1", "opens-fire", area)
        if not claimed or table.state.units[firer].area == area:
            return firer, concealed


def chosen_to_fire(table: Table[Iwo], target: str, side: str, area: str) -> str:
    """IWO 11, 18: the answer to who fires at a unit that has entered an area."""
    state = table.now()
    question, ready = who_fires(table, target, side, area)
    somebody = any(state.units[unit].status == "revealed" for unit in ready) or (side == "jp" and unseen(state))
    return table.ask(question) if somebody else table.gives(question, NOTHING)


def who_fires(table: Table[Iwo], target: str, side: str, area: str) -> tuple[OneOf, tuple[str, ...]]:
    """IWO 11, 18: the question which unit fires at one that has entered an area, and those that may."""
    state = table.now()
    claims = unknown(state) if side == "jp" and fine(why_not_there(table, area)) else ()
    ready = tuple(unit for unit in (*state.at(area, side), *claims) if not state.units[unit].fired)
    question = OneOf(
        name="fire",
        by=side,
        rule=WHOLE[side],
        words=f"defensive fire at {target} entering {area}: which unit, or {NOTHING}",
        options=(NOTHING, *ready),
        default=NOTHING,
        shown_to="jp" if side == "jp" else "",
        names="unit",
        barred=partial(why_no_fire, table, side, area),
    )
    return question, ready


def why_no_fire(table: Table[Iwo], side: str, area: str, unit: str) -> Objections:
    """IWO 11, 18: why a unit does not fire at who enters an area."""
    state = table.now()
    now = state.units.get(unit)
    if now is None:
        return
    if now.side != side or not state.card(unit).ground:
        yield WHOLE[side], f"{unit} is no {SIDES[side]} ground unit"
    if now.fired:
        yield "IWO 11", f"{unit} has fired"
    if unit in unknown(state):
        yield from why_not_there(table, area)
    if now.area != area:
        yield WHOLE[side], f"{unit} is not in {area}"


def damage_number(table: Table[Iwo], target: str, side: str, firer: str, *, concealed: bool) -> int:
    """IWO 11.1.1, 18: its Assault Rating in dice, two more from concealment unless observed; each hit is a point of
    damage."""
    area = table.state.units[target].area
    observed = concealed and table.state.observed(area)
    surprise = (f.modifier("surprise", SURPRISE, "IWO 11.1.1"),) if concealed and not observed else ()
    pool = (*rated((firer,), lambda unit: table.state.card(unit).assault, DAMAGE[side]), *surprise)
    purpose = Purpose(kind="defensive-fire", of=(firer,), at=area)
    dice = roll_pool(table, side, pool, DAMAGE[side], f"{firer}'s fire at {target}", purpose)
    fire = resolve("defensive-fire", side, (firer,), target, dice, surprise)
    table.record(f.FireResolved(rule=DAMAGE[side], fire=fire, entered=area, surprise=bool(surprise), observed=observed))
    return fire.outcome


def step_losses(table: Table[Iwo], target: str, damage: int, side: str, firer: str) -> None:
    """IWO 11.1.2(2), 22.4.3: a step a point; armor takes some, but not of an anti-tank unit's fire. 11.1.2(3): what is
    left is lost."""
    anti_tank = side == "jp" and table.state.card(firer).at
    ignored = {} if anti_tank else {target: ignores(table.state, target)}
    spread(table, (target,), damage, ignored, "IWO 11.1.2(2)", "defensive-fire")


def end_move(table: Table[Iwo], target: str, to: str) -> None:
    """IWO 11.1.3: a unit that lives on retreats, or stays; its move is over."""
    if table.state.units[target].steps <= 0:
        return
    if to == NOTHING:
        table.record(f.MoveEnded(rule="IWO 11.1.3", unit=target, cause="defensive-fire"))
    else:
        table.record(f.UnitRetreated(rule="IWO 11.1.3", unit=target, area=to))
        enter(table, target, to)


# ---- 11.1.2(1) retreat ----


def why_no_damage(state: Iwo, damage: int) -> str:
    """Reading R-12: why a retreat may not be declared that has no damage to reduce; "" where it may."""
    return "" if damage > 0 or state.reading("R-12") == "allowed" else "there is no damage to reduce"


def why_no_retreat(state: Iwo, unit: str, damage: int, *, landing: bool) -> Objections:
    """IWO 11.1.2(1), 22.4.2: why a unit under defensive fire has no retreat to declare; of no way back, what bars
    each."""
    if landing:
        yield "IWO 11.1.2(1)", "a landing unit cannot retreat"
    elif state.card(unit).type == "tank":
        yield "IWO 22.4.2", "tanks cannot retreat under defensive fire"
    elif why := why_no_damage(state, damage):
        yield "IWO 11.1.2(1)", why
    elif not state.retreats(unit):
        yield "IWO 11.1.2(1)", no_way_back(state, unit)


def no_way_back(state: Iwo, unit: str) -> str:
    """IWO 11.1.2(1): why no area next to a unit is open to it."""
    here = state.units[unit].area
    each = "; ".join(why for area in state.adjacent(here) for _, why in islice(state.why_no_way_back(unit, area), 1))
    return f"no area next to {here} is open to {unit}" + (f": {each}" if each else "")


def retreat(table: Table[Iwo], unit: str, damage: int, *, landing: bool) -> str:
    """IWO 11.1.2(1): the fired-at unit may retreat to an adjacent eligible area; the area, or "none".

    An area where the Japanese know of a concealed unit of theirs is barred when it is named.
    """
    open_areas = table.state.retreats(unit)
    while True:
        question = retreat_of(table.state, unit, damage, open_areas)
        rule, why = next(why_no_retreat(table.state, unit, damage, landing=landing), ("", ""))
        to = table.gives(question, NOTHING, rule, why) if why or not open_areas else table.ask(question)
        if to == NOTHING or not barred(table, unit, to):
            return to
        open_areas = tuple(area for area in open_areas if area != to)


def retreat_of(state: Iwo, unit: str, damage: int, open_areas: tuple[str, ...]) -> OneOf:
    """IWO 11.1.2(1): the question where a unit retreats to."""
    return OneOf(
        name="retreat",
        by=state.units[unit].side,
        rule="IWO 11.1.2(1)",
        words=f"{unit} faces {damage} damage: retreat where, or {NOTHING}",
        options=(NOTHING, *open_areas),
        default=NOTHING,
        names="area",
        barred=partial(state.why_no_way_back, unit),
    )


def barred(table: Table[Iwo], unit: str, area: str) -> bool:
    """IWO 11.1.2(1), reading R-29: a concealed Japanese unit bars a US retreat; that something is there is all that is
    disclosed."""
    if table.state.units[unit].side == "us" and bars(table, area, "IWO 11.1.2(1)", f"{unit}'s retreat"):
        table.record(f.RetreatBarred(rule="IWO 11.1.2(1)", unit=unit, area=area))
        return True
    return False
