"""DDaT 12.1-12.10: the lettered actions of coastal, inland and unoccupied positions, by their numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from domain.ddat import facts as f
from domain.ddat.artillery import aim_artillery, aim_mortars, artillery_targets, mortar_fire, mortar_targets
from domain.ddat.board import number
from domain.ddat.charts import GRID
from domain.ddat.common import Objections, choose, unbarred
from domain.ddat.communication import nearest_us
from domain.ddat.deeds import MARCH, Act, begin, move_in, nearest_hexes, note, shoot, why_not_nearest
from domain.ddat.fields import INTENSE, Gun, field, in_field
from domain.ddat.forces import has_guns, place_depth, pool_for
from domain.ddat.gunnery import Call, Rivals, distance, matches
from domain.ddat.leaders import fire_loss
from domain.ddat.losses import disrupt
from domain.ddat.state import Ddat
from domain.ddat.step_limit import why_not_lose
from domain.ddat.summary import Check, Task, blinded, checks, decide, supplied, was_checked
from domain.ddat.tanks import advance_and_fire, advance_or_stay, double_advance, multiple_fire, overrun, tank_fire
from domain.kernel.hexes import FAR
from domain.kernel.table import Table

PATROL_RANGE = 4


def perform(table: Table[Ddat], check: Check, call: Call, others: Rivals) -> None:
    """DDaT 12: one check, its decision with the reason, and what follows, before the next position is checked."""
    decision = decide(table.state, check, call)
    act = Act(check, call, decision.gun, others)
    if decision.task == "no-action":
        note(table, act, "no-action", decision.why, decision.rule)
    else:
        PERFORMED[decision.task](table, act)


def open_fire(table: Table[Ddat], act: Act) -> None:
    """DDaT 6.3, 12 M: regular fire."""
    shoot(table, act)


# ---- 12.1, 12.2 R ----


def resupply(table: Table[Ddat], act: Act) -> None:
    """DDaT 12.1: depth for each unit without, disrupted ones too (9.2); from turn 11 the position fires too."""
    placeable = supplied(table.state, act.check.hexes)
    begin(table, act, "resupply", "DDaT 12.1")
    for position in placeable:
        if pool_for(table.state, position):
            place_depth(table, position, "DDaT 12.1")
    if table.state.extended:
        shoot(table, act)


def redeploy(table: Table[Ddat], act: Act) -> None:
    """DDaT 12.2: to an unoccupied position hex within three hexes and nearer to the nearest US unit; from turn 11 it
    may fire from there.

    It may be one of its own group; who is checked first, from west to east, is there first (12.21). Among equals the
    player chooses (reading AMB-82).
    """
    state, position = table.state, act.position
    here = state.place(position)
    open_to = [p for p in _within_march(state, position) if not state.us_held(p)]
    if here.coastal and not state.extended:
        note(table, act, "no-action", "no US unit in its field of fire", "DDaT 12.2")
    elif state.wires_cut:
        note(table, act, "no-action", "wires cut", "DDaT EV")
    elif not open_to:
        note(table, act, "no-action", "no unoccupied position within three hexes is nearer to a US unit", "DDaT 12.2")
    else:
        barred = partial(why_not_redeploy, state, position)
        to = choose(
            table,
            "redeploy",
            unbarred(open_to, barred),
            "DDaT 12.2",
            f"which position {position} redeploys to",
            barred,
            "position",
        )
        if not to:
            return
        begin(table, act._replace(gun=Gun((position,))), "redeploy", "DDaT 12.2", f"to {to}")
        table.record(f.ForceMoved(rule="DDaT 12.2", position=position, to=to))
        there = Act(Check("held", (to,)), act.call, Gun((to,)))
        if state.extended and in_field(table.state, there.gun):
            shoot(table, there)


def why_not_redeploy(state: Ddat, position: str, to: str) -> Objections:
    """DDaT 12.2: why a unit does not redeploy to a position: one of another colour is before it, a nearer one, one of a
    higher number."""
    here, open_to = state.place(position), [p for p in _within_march(state, position) if not state.us_held(p)]

    def order(p: str) -> tuple[bool, int, int]:
        return (state.place(p).colour == here.colour, GRID.distance(here.hex, state.place(p).hex), -number(p))

    first = min(open_to, key=order)
    if to not in open_to:
        yield (
            "DDaT 12.2",
            f"{to} is no unoccupied position within {MARCH} hexes and nearer to a US unit than {position}",
        )
    elif order(to)[0] > order(first)[0]:
        yield "DDaT 12.2", f"{first} is of another colour than {position}, and {to} is not"
    elif order(to)[1] > order(first)[1]:
        yield "DDaT 12.2", f"{first} is nearer to {position} than {to}"
    elif order(to) > order(first):
        yield "DDaT 12.2", f"{first} has a higher number than {to}"


def _within_march(state: Ddat, position: str) -> list[str]:
    """DDaT 12.2, 12.8 (readings AMB-28, AMB-60): positions without a Japanese unit within three hexes and nearer to a
    US unit."""
    far = nearest_us(state, state.place(position).hex)
    free = (p for p in state.board.round_about(position, MARCH) if p in state.positions and not state.positions[p].unit)
    return [p for p in free if nearest_us(state, state.place(p).hex) < far]


# ---- 12.4, 12.7 M and A without a US unit near ----


def mortars(table: Table[Ddat], act: Act) -> None:
    """DDaT 12.4: without a US unit in the field, those with the symbol within four hexes; without such a one no action
    (12.42)."""
    hexes, symbol = act.gun.hexes, act.call.symbol
    if blinded(table.state, act.gun):
        note(table, act, "no-fire", "smoke", "DDaT EV")
        return
    able = mortar_targets(table.state, hexes, symbol)
    insisted = "" if able else aim_mortars(table, hexes, symbol, (), 1)
    if not (able or insisted or mortar_targets(table.state, hexes, symbol)):
        note(table, act, "no-action", f"no US unit with the {symbol} within mortar range", "DDaT 12.42")
        return
    begin(table, act, "mortar-fire", "DDaT 12.4")
    mortar_fire(table, hexes, act.call.card, symbol, (insisted,) if insisted else ())


def guns(table: Table[Ddat], act: Act) -> None:
    """DDaT 12.7: a coastal position with guns hits one unit in an approach hex, the water or on a beach, at any
    distance.

    It needs guns and no communication (12.71).
    """
    state, symbol = table.state, act.call.symbol
    firing = tuple(p for p in act.gun.hexes if has_guns(state, p))
    if not firing:
        note(table, act, "no-action", "no artillery", "DDaT 12.7")
    elif state.night:
        note(table, act, "no-action", "night", "DDaT 19")
    elif blinded(state, act.gun):
        note(table, act, "no-fire", "smoke", "DDaT EV")
    elif not artillery_targets(state, symbol)[0]:
        note(table, act, "no-action", f"no US unit with the {symbol} in approach, water or beach hexes", "DDaT 12.7")
    else:
        begin(table, act, "artillery-fire", "DDaT 12.7")
        unit = aim_artillery(table, "DDaT 12.7", symbol)
        fire_loss(table, unit, "DDaT 12.7", "artillery", by=firing[:1], card=act.call.card)


# ---- 12.6 P ----


def patrol(table: Table[Ddat], act: Act) -> None:
    """DDaT 12.6: all US units in the field are disrupted, or one within four hexes (reading AMB-70); HQs never are
    (12.61)."""
    state = table.state
    seen = in_field(state, act.gun)
    if seen:
        begin(table, act, "patrol", "DDaT 12.6")
        for unit in seen:
            disrupt(table, unit, "DDaT 12.6")
        return
    near = [name for name in state.on_map() if not any(_why_not_in_reach(state, act, name))]
    barred = partial(why_not_patrol, state, act, min(near, key=partial(_patrol_order, state, act), default=""))

    def whom(able: tuple[str, ...]) -> str:
        return choose(table, "patrol", able, "DDaT 12.6", f"whom the patrol of {act.position} disrupts", barred)

    able = unbarred(near, barred)
    insisted = "" if able else whom(able)
    if able or insisted:
        begin(table, act, "patrol", "DDaT 12.6")
        disrupt(table, insisted or whom(able), "DDaT 12.6")
    else:
        note(table, act, "no-action", "no undisrupted US unit within four hexes", "DDaT 12.6")


def why_not_patrol(state: Ddat, act: Act, best: str, unit: str) -> Objections:
    """DDaT 12.6, 12.61: why a patrol without a US unit in its field does not disrupt a unit.

    Of the undisrupted ones within four hexes the nearest, then one with the symbol (reading AMB-70), then the
    strongest. `best` is the first of them, "" where there is none.
    """
    yield from _why_not_in_reach(state, act, unit)
    best = best or unit
    (far, no_symbol, _), (least, wrong, _) = _patrol_order(state, act, unit), _patrol_order(state, act, best)
    if far > least:
        yield "DDaT 12.6", f"{best} is nearer to {act.position} than {unit}"
    elif no_symbol > wrong:
        yield "DDaT 12.6", f"{best} shows the {act.call.symbol}, and {unit} does not"
    elif state.strength(unit) < state.strength(best):
        yield "DDaT 12.6", f"{best} is stronger than {unit}"


def _why_not_in_reach(state: Ddat, act: Act, unit: str) -> Objections:
    """DDaT 12.6, 12.61: why a unit is none that a patrol could disrupt, whoever else is there."""
    if state.card(unit).leader:
        yield "DDaT 12.61", f"{unit} is an HQ"
    elif not state.units[unit].stands or distance(state, act.gun.hexes, state.units[unit].hex) > PATROL_RANGE:
        yield "DDaT 12.6", f"{unit} is not within {PATROL_RANGE} hexes of {act.position}"
    elif state.units[unit].disrupted:
        yield "DDaT 12.6", f"{unit} is disrupted already"


def _patrol_order(state: Ddat, act: Act, unit: str) -> tuple[int, bool, int]:
    """DDaT 12.6 (reading AMB-70): who is disrupted first: the nearest, with the symbol, of most strength."""
    shown = (
        matches(state, unit, act.call.symbol)
        if state.reading("AMB-70") == "concentrated"
        else state.card(unit).symbol == act.call.symbol
    )
    far = distance(state, act.gun.hexes, state.units[unit].hex) if state.units[unit].stands else FAR
    return (far, not shown, -state.strength(unit))


# ---- 12.8 A ----


def assault(table: Table[Ddat], act: Act) -> None:
    """DDaT 12.8: into the nearest US-occupied hex of the field; without one, to the position within three hexes nearest
    a US unit.

    Each hex of a group by itself (12.81), against US units as the actions before have left them (12.82).
    """
    state, position = table.state, act.position
    seen = in_field(state, act.gun)
    if state.wires_cut:
        note(table, act, "no-action", "wires cut", "DDaT EV")
    elif seen:
        begin(table, act, "assault", "DDaT 12.8")
        barred = partial(why_not_nearest, state, position, seen, "DDaT 12.8")
        to = choose(
            table,
            "assault",
            nearest_hexes(state, position, seen),
            "DDaT 12.8",
            f"which hex {position} assaults",
            barred,
            "hex",
        )
        move_in(table, position, to, "DDaT 12.8")
    elif near := _within_march(state, position):
        begin(table, act, "assault", "DDaT 12.8")
        barred_there = partial(why_not_assault, state, position)
        best = unbarred(near, barred_there)
        to = choose(
            table, "assault", best, "DDaT 12.8", f"which position {position} assaults", barred_there, "position"
        )
        move_in(table, position, state.place(to).hex, "DDaT 12.8")
    else:
        note(table, act, "no-action", "no position within three hexes is nearer to a US unit", "DDaT 12.8")


def why_not_assault(state: Ddat, position: str, to: str) -> Objections:
    """DDaT 12.8 (reading AMB-28): why a force without a US unit in its field does not go to a position."""
    here, near = state.place(position).hex, _within_march(state, position)

    def order(p: str) -> tuple[int, int]:
        return (nearest_us(state, state.place(p).hex), GRID.distance(here, state.place(p).hex))

    first = min(near, key=order)
    if to not in near:
        yield (
            "DDaT 12.8",
            f"{to} is no position without a Japanese unit, within {MARCH} hexes and nearer to a US unit than "
            f"{position}",
        )
    elif order(to)[0] > order(first)[0]:
        yield "DDaT 12.8", f"{first} is nearer to a US unit than {to}"
    elif order(to) > order(first):
        yield "DDaT 12.8", f"{first} is nearer to {position} than {to}"


# ---- 12.3, 12.5, 12.9, 12.10 unoccupied positions ----


def reinforce(table: Table[Ddat], act: Act) -> None:
    """DDaT 12.3: a reserve unit with depth, in the lowest-numbered hex only (12.31); from turn 11 it fires."""
    for position in _bring_up(table, act, "reinforce", "DDaT 12.3", depth=True):
        there = Act(Check("held", (position,)), act.call, Gun((position,)))
        if table.state.extended and in_field(table.state, there.gun):
            shoot(table, there)


def muster(table: Table[Ddat], act: Act) -> None:
    """DDaT 12.5: a reserve unit in every eligible hex (12.51), with depth from turn 11."""
    _bring_up(table, act, "muster", "DDaT 12.5", depth=table.state.extended)


def infiltrate(table: Table[Ddat], act: Act) -> None:
    """DDaT 12.10: a reserve unit alone in every eligible hex out of communication (12.101); it does not fire."""
    _bring_up(table, act, "infiltrate", "DDaT 12.10", depth=False)


def _bring_up(table: Table[Ddat], act: Act, action: f.Deed, rule: str, *, depth: bool) -> tuple[str, ...]:
    """Reserve units are placed face down, with a depth marker of the position's box or the other one; alone when both
    are empty (12.32)."""
    hexes = _served(table.state, act)
    if not hexes:
        note(table, act, "no-action", "no reserve unit is left for it", rule)
        return ()
    note(table, act, action, rule=rule)
    for position in hexes:
        table.record(
            f.ForcePlaced(rule=rule, position=position, depth=pool_for(table.state, position) if depth else None)
        )
    return hexes


def _served(state: Ddat, act: Act) -> tuple[str, ...]:
    """DDaT 12.32, 12.52, 12.102: with too few reserve units, the hexes closest to US units get them, of those of the
    colour (reading AMB-61)."""
    hexes = act.check.hexes
    due = [check for _, check in checks(state, act.call) if check.kind == "empty" and not was_checked(state, check)]
    wanting = [p for check in due for p in check.hexes if p not in hexes]
    everyone = sorted(
        (*hexes, *wanting), key=lambda p: (nearest_us(state, state.place(p).hex), state.board.from_west[p])
    )
    return tuple(p for p in hexes if p in everyone[: state.reserve])


def ambush(table: Table[Ddat], act: Act) -> None:
    """DDaT 12.9 (reading AMB-40): one unit with the symbol loses a step in an intense hex, or else is disrupted in a
    steady one.

    In a concentrated target every unit has it (6.35).
    """
    state = table.state
    able, intense = ambushed(state, act)
    barred = partial(why_not_ambush, state, act)

    def whom(able: Sequence[str]) -> str:
        return choose(
            table, "ambush", unbarred(able, barred), "DDaT 12.91", f"whom the ambush at {act.position} strikes", barred
        )

    insisted = "" if able else whom(able)
    if not able and not insisted:
        note(table, act, "no-action", f"no US unit with the {act.call.symbol} in its printed field", "DDaT 12.9")
        return
    note(table, act, "ambush", rule="DDaT 12.9")
    unit = insisted or whom(able)
    if intense:
        fire_loss(table, unit, "DDaT 12.9", "ambush", by=(act.position,), card=act.call.card)
    else:
        disrupt(table, unit, "DDaT 12.9")


def ambushed(state: Ddat, act: Act) -> tuple[list[str], bool]:
    """DDaT 12.9: the units an ambush could strike, and whether they are in intense hexes: first those there that may
    lose a step (reading AMB-79)."""
    dots = field(state, act.position, "printed")
    able = [name for name in state.on_map() if not any(_why_not_seen(state, act, dots, name))]
    intense = [
        name
        for name in able
        if dots[state.units[name].hex] == INTENSE and not any(why_not_lose(state, name, act.position))
    ]
    return intense or [name for name in able if dots[state.units[name].hex] != INTENSE], bool(intense)


def _why_not_seen(state: Ddat, act: Act, dots: Mapping[str, str], unit: str) -> Objections:
    """DDaT 12.9: why a unit is none that an ambush could strike: it has no step, is not in the printed field or not of
    the symbol."""
    if not state.units[unit].steps:
        yield "DDaT 12.9", f"{unit} has no step"
    elif state.units[unit].hex not in dots:
        yield "DDaT 12.9", f"{unit} is not in the printed field of fire of {act.position}"
    elif not matches(state, unit, act.call.symbol):
        yield "DDaT 12.9", f"{unit} does not show the {act.call.symbol}"


def why_not_ambush(state: Ddat, act: Act, unit: str) -> Objections:
    """DDaT 12.9, 12.91, 6.34: why an ambush does not strike a unit: it strikes in intense hexes first, the nearest, of
    most steps."""
    yield from _why_not_seen(state, act, field(state, act.position, "printed"), unit)
    able, intense = ambushed(state, act)
    if unit not in able:
        yield from why_not_lose(state, unit, act.position)
        yield (
            "DDaT 12.9",
            f"{able[0]} is in an intense hex, and {unit} is not" if intense else f"{unit} is in an intense hex",
        )

    def order(name: str) -> tuple[int, int]:
        return (distance(state, act.check.hexes, state.units[name].hex), -state.units[name].steps)

    if unit in able:
        first = min(able, key=order)
        if order(first)[0] < order(unit)[0]:
            yield "DDaT 12.91", f"{first} is nearer to {act.position} than {unit}"
        elif order(first) < order(unit):
            yield "DDaT 12.91", f"{first} has more steps than {unit}"


PERFORMED: Mapping[Task, Callable[[Table[Ddat], Act], None]] = {
    "fire": open_fire,
    "fire-with-machine-guns": open_fire,
    "resupply": resupply, "redeploy": redeploy, "mortar-fire": mortars, "patrol": patrol,
    "assault": assault,
    "artillery-fire": guns, "reinforce": reinforce, "muster": muster, "ambush": ambush, "infiltrate": infiltrate,
    "tank-fire": tank_fire, "advance": advance_or_stay, "overrun": overrun, "multiple-fire": multiple_fire,
    "advance-and-fire": advance_and_fire, "double-advance": double_advance,
}  # fmt: skip
