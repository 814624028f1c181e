"""IWO 10 US movement and landing, 11 and 18 defensive fire, 17 Japanese movement, 22.2.1 the 3rd Division."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.iwo import facts as f
from domain.iwo.common import (
    US_STACK,
    AreaName,
    AreaPath,
    UnitName,
    acting,
    armor,
    award,
    count_hits,
    enter,
    fire,
    lose_step,
    roll_pool,
    verbs,
)
from domain.iwo.hidden import JP_STACK, bars, named, reveal, room, search
from domain.iwo.state import LANDING, OTHER, RESERVE, SIDES, Iwo
from domain.kernel.facts import Modifier, Points, Purpose
from domain.kernel.questions import NOTHING, Assign, OneOf, Roll
from domain.kernel.state import PAPER
from domain.kernel.table import Table

PENALTY = 10
"""Japanese VP for the 3rd Division without a Beachhead (IWO 22.2.1)."""

# ---- 10.3 landing ----


def landing_cost(state: Iwo, area: str) -> int:
    """IWO 10.3: 1 MP onto a Beachhead, 2 onto another beach, 3 elsewhere on the coast."""
    if not state.ground(area).beach:
        return 3
    return 1 if state.areas[area].beachhead else 2


def _landings(state: Iwo) -> Iterator[Mapping[str, Any]]:
    for unit, now in state.units.items():
        if now.area != LANDING or now.side != "us" or not now.steps:
            continue
        card = state.card(unit)
        for area in state.areas:
            ground = state.ground(area)
            heavy = card.artillery or card.type == "tank"
            room = len(state.at(area, "us")) < US_STACK and state.areas[area].landings < (5 if ground.beach else 1)
            fits = ground.coastal and room and landing_cost(state, area) <= card.mp and state.passable(unit, area)
            if fits and not (heavy and not (ground.beach and state.areas[area].beachhead)):
                yield {"unit": unit, "area": area}


@verbs("IWO 10.3", side="us", steps=("us_move",), offers=_landings)
def land(table: Table[Iwo], unit: UnitName, area: AreaName, on: AreaPath = ()) -> None:
    """IWO 10.3: a US ground unit lands from the Landing Area Box, and may go on with the MP it has left."""
    state = table.state
    now, card, ground = state.units[unit], state.card(unit), state.ground(area)
    table.require(now.side == "us" and card.ground, "IWO 10.3", f"{unit} is no US ground unit")
    table.require(now.area == LANDING, "IWO 10.3", f"{unit} is not in the Landing Area Box")
    table.require(ground.coastal, "IWO 10.3", f"{area} is not on the coast")
    if card.artillery or card.type == "tank":
        table.require(ground.beach and state.areas[area].beachhead, "IWO 10.3", f"{unit} can only land on a beach with a Beachhead")
    most = 5 if ground.beach else 1
    table.require(state.areas[area].landings < most, "IWO 10.3", f"{most} unit{'s' if most > 1 else ''} a turn can land in {area}")
    table.require(state.passable(unit, area), "IWO 22.4.1", "tanks cannot enter hills")
    cost = landing_cost(state, area)
    table.require(cost <= card.mp, "IWO 10.1", f"landing in {area} takes {cost} MP, {unit} has {card.mp}")
    points: tuple[Points, ...] = ()
    scored = state.penalty_scored and table.reading("R-02") == "once"
    if card.division == 3 and not state.areas[area].beachhead and not scored:
        points = (Points(side="jp", amount=PENALTY, why=f"{unit} of the 3rd Division without a Beachhead (22.2.1)"),)
    award(table, f.UnitLanded(rule="IWO 10.3", unit=unit, area=area, cost=cost, points=points))
    if arrive(table, unit, landing=True):
        go(table, unit, on)


@verbs("IWO 22.2.1", side="us", offers=lambda state: [{}] if state.third_division == "inactive" and state.set_up else [])
def third_division(table: Table[Iwo]) -> None:
    """IWO 22.2.1: the 3rd Marine Division moves from the Reserve Box to the Landing Area Box, at any time."""
    state = table.state
    table.require(state.third_division == "inactive", "IWO 22.2.1", "the 3rd Marine Division is active already")
    units = tuple(n for n, u in state.units.items() if u.side == "us" and u.area == RESERVE and state.card(n).division == 3 and u.steps)
    table.record(f.ThirdDivisionActivated(rule="IWO 22.2.1", units=units))


# ---- 10.1, 17.2(1) moving ----


def _moves(state: Iwo) -> Iterator[Mapping[str, Any]]:
    side = "us" if state.step == "us_move" else "jp"
    limit = US_STACK if side == "us" else JP_STACK
    slots = side == "us" or state.jp_moves_used < state.jp_moves_allowed
    for unit, now in state.units.items():
        if now.side != side or now.area not in state.areas or not now.steps or now.done:
            continue
        begun = now.moved > 0
        if (begun and state.moving != unit) or now.moved >= state.card(unit).mp or not (begun or slots):
            continue
        for area in state.adjacent(now.area):
            if state.passable(unit, area) and len(state.at(area, side)) < limit:
                yield {"unit": unit, "path": (area,)}


@verbs("IWO 10.1", steps=("us_move", "jp_move"), offers=_moves)
def move(table: Table[Iwo], unit: UnitName, path: AreaPath) -> None:
    """IWO 10.1, 17.2(1): a unit moves, area by area; a concealed Japanese unit is revealed first (17.2(2))."""
    state = table.state
    side = acting(table, {"us_move": "us", "jp_move": "jp"})
    now, card = state.units[unit], state.card(unit)
    table.require(now.side == side and card.ground, "IWO 10", f"{unit} is no {SIDES[side]} ground unit")
    on_map = now.area in state.areas or unit in state.unknown()
    table.require(on_map, "IWO 17.1(2)" if side == "jp" else "IWO 10.1", f"{unit} is not on the map")
    if side == "jp":
        take_move(table, unit)
        reveal(table, unit, "IWO 17.2(2)", "it moves openly")
    else:
        table.require(not now.moved or state.moving == unit, "IWO 10", f"{unit} has completed its movement: another unit has moved since")
    go(table, unit, path)


def go(table: Table[Iwo], unit: str, path: tuple[str, ...]) -> None:
    """IWO 10.1, 10.2: one MP an area; contact, fire or want of MP ends the move, and the rest of the path lapses."""
    if path:
        table.require(not table.state.units[unit].done, "IWO 10.2", f"{unit}'s move is over")
    for area in path:
        now = table.state.units[unit]
        table.require(area in table.state.adjacent(now.area), "IWO 10.1", f"{area} is not adjacent to {now.area}")
        table.require(table.state.passable(unit, area), "IWO 22.4.1", f"{unit} is a tank, and {area} is a hill")
        table.require(now.moved < table.state.card(unit).mp, "IWO 10.1", f"{unit} has used its {table.state.card(unit).mp} MP")
        table.record(f.UnitMoved(rule="IWO 10.1", unit=unit, area=area))
        if not arrive(table, unit, landing=False):
            return


def arrive(table: Table[Iwo], unit: str, *, landing: bool) -> bool:
    """IWO 3, 10.2, 10.4: what entering an area brings: stacking, defensive fire, contact. False when the move is over."""
    now = table.state.units[unit]
    area, enemy = now.area, OTHER[now.side]
    if not enter(table, unit, area):
        return False
    if defensive_fire(table, unit, enemy, landing=landing):
        return False
    if table.state.at(area, enemy, "revealed"):
        table.record(f.MoveEnded(rule="IWO 10.2", unit=unit, why=f"{SIDES[enemy]} units in {area}"))
        return False
    return True


# ---- 11, 18 defensive fire ----


def defensive_fire(table: Table[Iwo], target: str, by: str, *, landing: bool) -> bool:
    """IWO 11, 18: one upright unit in the area may fire at the unit that entered. True when that ended its move.

    The Japanese player is asked at every entry while he may have concealed units anywhere, so that the question says
    nothing; the US units are open, and the US player is asked only where one can fire.
    """
    state = table.state
    area = state.units[target].area
    ready = tuple(u for u in (*state.at(area, by), *(state.unknown() if by == "jp" else ())) if not state.units[u].fired)
    known = [u for u in ready if state.units[u].status == "revealed"]
    if not known and not (by == "jp" and state.unseen()):
        return False
    rule = "IWO 11" if by == "jp" else "IWO 18"
    firer = table.ask(
        OneOf(name="fire", by=by, rule=rule, words=f"defensive fire at {target} entering {area}: which unit, or {NOTHING}",
              options=(NOTHING, *ready), default=NOTHING, shown_to="jp" if by == "jp" else "")
    )  # fmt: skip
    if firer == NOTHING or firer not in table.state.units:
        return False
    concealed = table.state.units[firer].status == "concealed"
    reveal(table, firer, "IWO 11.1.1", "it opens fire", area)
    bonus, note = 0, ""
    if by == "jp" and concealed:
        if table.state.observed(area):
            note = "observed, no surprise"
        else:
            bonus, note = 2, "surprise, +2 dice"
    pool = table.state.card(firer).assault + bonus
    kind = f"{SIDES[by]} defensive fire"
    dice = roll_pool(table, by, pool, f"{rule}.1.1" if by == "jp" else rule, f"{firer}'s fire at {target}")
    damage = count_hits(dice)
    modifiers = [Modifier(rule="", amount=bonus, why="dice for surprise (11.1.1)")] if bonus else []
    table.record(
        f.FireResolved(rule="IWO 11.1.1" if by == "jp" else "IWO 18", kind=kind, area=area, target=target, damage=damage, note=note,
                       fire=fire(kind, by, (firer,), target, dice, modifiers, damage))
    )  # fmt: skip
    to = retreat(table, target, damage, landing=landing)
    if to != NOTHING:
        damage = max(0, damage - 1)
    anti_tank = by == "jp" and table.state.card(firer).at
    shield = [] if anti_tank else armor(table.state, target)
    for _ in range(damage):
        if table.state.units[target].steps <= 0:
            break
        if shield:
            table.record(f.LossIgnored(rule="IWO 22.4.3", unit=target, why=shield.pop()))
        else:
            lose_step(table, target, "IWO 11.1.2(2)", kind)
    table.record(f.UnitsFired(rule="IWO 11.2", units=(firer,)))
    if table.state.units[target].steps > 0:
        if to != NOTHING:
            table.record(f.UnitRetreated(rule="IWO 11.1.3", unit=target, area=to))
            enter(table, target, to)
        else:
            table.record(f.MoveEnded(rule="IWO 11.1.3", unit=target, why="defensive fire"))
    return True


def retreat(table: Table[Iwo], unit: str, damage: int, *, landing: bool) -> str:
    """IWO 11.1.2(1): the fired-at unit may retreat to an adjacent eligible area; the area, or "none".

    Landing units and tanks (22.4.2) may not. An area where the Japanese know of a concealed unit of theirs is barred when it is named.
    """
    side = table.state.units[unit].side
    open_areas: list[str] = []
    if landing:
        table.no_choice("retreat", "IWO 11.1.2(1)", "a landing unit cannot retreat")
    elif table.state.card(unit).type == "tank":
        table.no_choice("retreat", "IWO 22.4.2", "tanks cannot retreat under defensive fire")
    elif damage == 0 and table.reading("R-12") == "refused":
        table.no_choice("retreat", "IWO 11.1.2(1)", "there is no damage to reduce")
    else:
        open_areas = list(table.state.retreats(unit))
        if not open_areas:
            table.no_choice("retreat", "IWO 11.1.2(1)", f"no area next to {table.state.units[unit].area} is open to {unit}")
    while open_areas:
        to = table.ask(
            OneOf(name="retreat", by=side, rule="IWO 11.1.2(1)", words=f"{unit} faces {damage} damage: retreat where, or {NOTHING}",
                  options=(NOTHING, *open_areas), default=NOTHING)
        )  # fmt: skip
        if to == NOTHING or not barred(table, unit, to):
            return to
        open_areas = [area for area in open_areas if area != to]
    return NOTHING


def barred(table: Table[Iwo], unit: str, area: str) -> bool:
    """Reading 29: a concealed Japanese unit bars a US retreat; that something is there is all that is disclosed."""
    if bars(table, unit, area):
        table.record(f.RetreatBarred(rule="IWO 11.1.2(1)", unit=unit, area=area))
        return True
    return False


# ---- 10.5 the end of US movement ----


def end_us_move(table: Table[Iwo]) -> None:
    """IWO 10.5: concealed units and caves in areas with US units are revealed."""
    areas = [area for area in table.state.areas if table.state.at(area, "us")]
    search(table, areas, "IWO 10.5", "US units are in its area")


# ---- 17 Japanese movement ----


@verbs("IWO 17.1(1)", side="jp", steps=("jp_move",), offers=lambda state: [] if state.jp_moves_allowed else [{}])
def allowance(table: Table[Iwo]) -> None:
    """IWO 17.1(1): a die gives how many Japanese units may move: 1-2 one, 3-4 two, 5-6 three."""
    table.require(not table.state.jp_moves_allowed, "IWO 17.1(1)", "the movement die of this phase is rolled")
    die = table.ask(Roll(name="die", by="jp", rule="IWO 17.1(1)", words="the Japanese movement die", purpose=Purpose(kind="movement")))[0]
    table.record(f.AllowanceRolled(rule="IWO 17.1(1)", allowed=(die + 1) // 2))


def take_move(table: Table[Iwo], unit: str) -> None:
    """IWO 17.1(1): a unit's first step takes up one of the moves allowed."""
    state = table.state
    now = state.units[unit]
    table.require(not now.done, "IWO 17", f"{unit} has moved")
    if now.moved:
        table.require(state.moving == unit, "IWO 10", f"{unit} has completed its movement: another unit has moved since")
        return
    table.require(state.jp_moves_allowed > 0, "IWO 17.1(1)", "the movement die is not rolled: `allowance DIE`")
    left = state.jp_moves_allowed - state.jp_moves_used
    table.require(left > 0, "IWO 17.1", f"{state.jp_moves_allowed} Japanese unit(s) may move this turn, and as many have")
    table.record(f.MovesUsed(rule="IWO 17.1", count=1))


def _creeps(state: Iwo) -> Iterator[Mapping[str, Any]]:
    if state.jp_moves_used >= state.jp_moves_allowed:
        return
    for unit, now in state.units.items():
        if now.side == "jp" and now.status == "concealed" and now.area in state.areas and not now.done and state.card(unit).mp > 1:
            for area in state.adjacent(now.area):
                if state.passable(unit, area) and len(state.at(area, "jp")) < JP_STACK:
                    yield {"unit": unit, "path": (area,)}


@verbs("IWO 17.2(2)", side="jp", steps=("jp_move",), secret=True, offers=_creeps)
def creep(table: Table[Iwo], unit: UnitName, path: AreaPath) -> None:
    """IWO 17.2(2): a unit moves concealed with one MP less than printed, and is revealed where its move ends."""
    state = table.state
    now, card = state.units[unit], state.card(unit)
    on_map = now.area in state.areas or unit in state.unknown()
    table.require(now.side == "jp" and on_map, "IWO 17.2(2)", f"{unit} is no Japanese unit on the map")
    table.require(now.status == "concealed", "IWO 17.2(2)", f"{unit} is revealed: it moves openly")
    take_move(table, unit)
    here, spent = now.area, now.moved
    for area in path:
        table.require(not here or area in table.state.adjacent(here), "IWO 10.1", f"{area} is not adjacent to {here}")
        table.require(table.state.passable(unit, area), "IWO 22.4.1", f"{unit} is a tank, and {area} is a hill")
        table.require(spent < card.mp - 1, "IWO 17.2(2)", f"{unit} has {max(0, card.mp - 1)} MP when it is revealed after moving")
        here, spent = area, spent + 1
        if meets_us(table.state, area):
            break
    if unit in state.unknown():
        reveal(table, unit, "IWO 17.2(2)", "its move ends", here)
    else:
        table.record(f.ConcealedMoves(rule="IWO 17.2(2)", secret="jp", moves={unit: here}))
        reveal(table, unit, "IWO 17.2(2)", "its move ends")
    arrive(table, unit, landing=False)
    end_concealed_move(table, unit, "IWO 17.2(2)")


def meets_us(state: Iwo, area: str) -> bool:
    """IWO 17.2(3): whether a concealed unit that enters is revealed at once."""
    return state.controls("us", area) or bool(state.at(area, "us"))


def sneaks(state: Iwo) -> dict[str, tuple[str, ...]]:
    """IWO 17.2(3): who may move concealed, and where to: one MP for units with two or more."""
    return {
        unit: tuple(a for a in state.adjacent(now.area) if state.passable(unit, a) and len(state.at(a, "jp")) < JP_STACK)
        for unit, now in state.units.items()
        if now.side == "jp" and now.status == "concealed" and now.area in state.areas and now.steps > 0
        and not now.done and not now.moved and state.card(unit).mp >= 2
    }  # fmt: skip


def _may_sneak(state: Iwo) -> Iterator[Mapping[str, Any]]:
    if state.jp_moves_used < state.jp_moves_allowed and state.unseen():
        yield {}


@verbs("IWO 17.2(3)", side="jp", steps=("jp_move",), offers=_may_sneak)
def sneak(table: Table[Iwo]) -> None:
    """IWO 17.2(3): one of the moves is used in secret: a concealed unit moves one area on the MilOps map, or none does."""
    state = table.state
    left = state.jp_moves_allowed - state.jp_moves_used
    table.require(state.jp_moves_allowed > 0, "IWO 17.1(1)", "the movement die is not rolled: `allowance DIE`")
    table.require(left > 0, "IWO 17.1", f"{state.jp_moves_allowed} Japanese unit(s) may move this turn, and as many have")
    use_in_secret(table, 1)


def use_in_secret(table: Table[Iwo], moves: int) -> None:
    """One secret answer and one sealed fact for this many moves, whether or not a unit moves (section 4 of the digest)."""
    if table.state.hidden == PAPER:
        use_on_paper(table, moves)
        return
    chosen = table.ask(
        Assign(name="sneak", by="jp", rule="IWO 17.2(3)", secret="jp", items=sneaks(table.state), most=moves, default={},
               words=f"at most {moves} concealed unit{'s' if moves > 1 else ''} moving one area, or {NOTHING}", check=room(table.state))
    )  # fmt: skip
    moving = {unit: area for unit, area in chosen.items() if unit in table.state.units}
    table.record(f.MovesUsed(rule="IWO 17.1", count=moves))
    table.record(f.ConcealedMoves(rule="IWO 17.2(3)", secret="jp", moves=moving))
    for unit, area in moving.items():
        if meets_us(table.state, area):
            reveal(table, unit, "IWO 17.2(3)", "it entered a US area")
            arrive(table, unit, landing=False)


def use_on_paper(table: Table[Iwo], moves: int) -> None:
    """The moves are made on the MilOps map; the record learns only of units that a US area reveals (17.2(3))."""
    table.record(f.MovesUsed(rule="IWO 17.1", count=moves))
    areas = [area for area in table.state.areas if meets_us(table.state, area)]
    if areas:
        words = f"units that moved concealed into {', '.join(areas)} and are revealed there, as area:unit, or {NOTHING}"
        entered = table.ask(
            Assign(name="entered", by="jp", rule="IWO 17.2(3)", words=words, items=dict.fromkeys(table.state.unknown(), tuple(areas)),
                   most=moves, default={}, check=room(table.state), grouped=True)
        )  # fmt: skip
        for unit, area in named(table.state, entered).items():
            reveal(table, unit, "IWO 17.2(3)", "it entered a US area", area)
            arrive(table, unit, landing=False)
            end_concealed_move(table, unit, "IWO 17.2(3)")


def end_concealed_move(table: Table[Iwo], unit: str, rule: str) -> None:
    """A concealed move is a unit's whole move; on paper nothing else in the record says that it was made."""
    now = table.state.units[unit]
    if now.steps and not now.done:
        table.record(f.MoveEnded(rule=rule, unit=unit, why="a concealed move"))


def end_jp_move(table: Table[Iwo]) -> None:
    """Moves not used openly are used up in secret, so that nobody learns how many units moved concealed (17.2(3))."""
    left = table.state.jp_moves_allowed - table.state.jp_moves_used
    if left > 0 and table.state.unseen():
        use_in_secret(table, left)


def owed_jp_move(state: Iwo) -> str:
    return "" if state.jp_moves_allowed else "the movement die, `allowance DIE`"


def _hidings(state: Iwo) -> Iterator[Mapping[str, Any]]:
    if state.jp_moves_used >= state.jp_moves_allowed:
        return
    for unit in state.on_map("jp"):
        now = state.units[unit]
        if now.status == "revealed" and not now.done and not now.moved and not state.at(now.area, "us") and state.card(unit).mp:
            yield {"unit": unit}


@verbs("IWO 17.2(4)", side="jp", steps=("jp_move",), offers=_hidings)
def hide(table: Table[Iwo], unit: UnitName) -> None:
    """IWO 17.2(4): a revealed unit spends its whole movement to become concealed; not with a US ground unit in its area."""
    state = table.state
    now = state.units[unit]
    table.require(now.side == "jp" and now.area in state.areas, "IWO 17.2(4)", f"{unit} is no Japanese unit on the map")
    table.require(now.status == "revealed", "IWO 17.2(4)", f"{unit} is concealed already")
    table.require(state.card(unit).mp > 0, "IWO 17.2(4)", f"{unit} has no MP to hide with")
    table.require(not state.at(now.area, "us"), "IWO 17.2(4)", f"there are US ground units in {now.area}")
    table.require(not now.moved, "IWO 17.2(4)", f"{unit} has moved: hiding takes the whole MP allowance")
    if table.reading("R-20") == "refused":
        table.require(not state.controls("us", now.area), "IWO 17.2(4)", f"{now.area} is US-controlled")
    take_move(table, unit)
    table.record(f.UnitHidden(rule="IWO 17.2(4)", unit=unit))


@verbs("IWO 3", side="jp", name="reveal", offers=lambda state: ())
def reveal_unit(table: Table[Iwo], unit: UnitName) -> None:
    """IWO 3: the Japanese player may reveal a concealed unit at any time."""
    now = table.state.units[unit]
    on_map = now.area in table.state.areas or unit in table.state.unknown()
    table.require(now.side == "jp" and on_map, "IWO 3", f"{unit} is no Japanese unit on the map")
    table.require(now.status == "concealed", "IWO 3", f"{unit} is revealed already")
    reveal(table, unit, "IWO 3", "by choice")
