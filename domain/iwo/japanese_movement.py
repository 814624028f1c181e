"""IWO 17 Japanese movement: the allowance, moving concealed, hiding; 3 showing oneself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.iwo import facts as f
from domain.iwo.common import AreaPath, Objections, UnitName, enter, fine, heed, verbs
from domain.iwo.concealed import on_maps, unknown, unseen
from domain.iwo.hidden import move_unseen, reveal
from domain.iwo.movement import (
    WAY,
    arrive,
    go,
    may_move_yet,
    use_move,
    ways,
    why_no_move_left,
    why_not_begin,
    why_not_path,
)
from domain.iwo.state import Iwo
from domain.kernel.facts import Purpose
from domain.kernel.questions import Roll
from domain.kernel.table import Table

# ---- 17.1 the allowance ----


def why_no_allowance(state: Iwo) -> Objections:
    """IWO 17.1(1): the die is rolled once a phase."""
    if state.jp_moves_allowed:
        yield "IWO 17.1(1)", "the movement die of this phase is rolled"


@verbs(
    "IWO 17.1(1)", side="jp", phases=("jp_move",), offers=lambda state: [{}] if fine(why_no_allowance(state)) else []
)
def allowance(table: Table[Iwo]) -> None:
    """IWO 17.1(1): a die gives how many Japanese units may move: 1-2 one, 3-4 two, 5-6 three."""
    heed(table, why_no_allowance(table.state))
    die = table.ask(
        Roll(
            name="die", by="jp", rule="IWO 17.1(1)", words="the Japanese movement die", purpose=Purpose(kind="movement")
        )
    )[0]
    table.record(f.AllowanceRolled(rule="IWO 17.1(1)", allowed=(die + 1) // 2))


def owed_allowance(state: Iwo) -> str:
    return "the movement die, `allowance DIE`" if fine(why_no_allowance(state)) else ""


# ---- 17.2(2) moving concealed, revealed at the end ----


def why_not_reveal(state: Iwo, unit: str, rule: str) -> Objections:
    """IWO 3, 17.2(2): what stands against a unit's coming to light."""
    now = state.units[unit]
    if now.side != "jp" or not on_maps(state, unit):
        yield rule, f"{unit} is no Japanese unit on the map"
    if now.status != "concealed":
        yield rule, f"{unit} is revealed already"


def why_not_creep(state: Iwo, unit: str) -> Objections:
    """IWO 17.1, 17.2(2): what stands against a unit's moving concealed until it is revealed."""
    yield from why_not_reveal(state, unit, "IWO 17.2(2)")
    yield from why_not_begin(state, unit)


def _creeps(state: Iwo) -> Iterator[Mapping[str, Any]]:
    for unit in state.on_map("jp"):
        if fine(why_not_creep(state, unit)):
            yield from ways(state, unit, concealed=True)


@verbs("IWO 17.2(2)", side="jp", phases=("jp_move",), secret="jp", offers=_creeps, along=WAY, listed=may_move_yet)
def creep(table: Table[Iwo], unit: UnitName, path: AreaPath) -> None:
    """IWO 17.2(2): a unit moves concealed with one MP less than printed, and is revealed where its move ends.

    Reading R-21: on its way into a US-controlled area it is revealed as well (17.2(3)); what is left of the path it
    goes in the open.
    """
    heed(table, why_not_creep(table.state, unit))
    now = table.state.units[unit]
    heed(table, why_not_path(table.state, unit, now.area, path, now.moved, concealed=True))
    use_move(table, unit)
    here, spent, openly, met = table.state.units[unit].area, table.state.units[unit].moved, path, False
    for area in path:
        here, spent, openly = area, spent + 1, openly[1:]
        if met := table.state.meets_us(area):
            break
    if unit not in unknown(table.state):
        table.record(f.ConcealedMoves(rule="IWO 17.2(2)", secret="jp", moves={unit: here}))
    if come_to_light(table, unit, here, "IWO 17.2(2)", "us-area-entered" if met else "move-ended"):
        go(table, unit, openly, spent)
    end_concealed_move(table, unit, "IWO 17.2(2)")


def come_to_light(table: Table[Iwo], unit: str, area: str, rule: str, cause: f.RevealCause, behind: int = 0) -> bool:
    """IWO 17.2(2), 17.2(3): a unit that has moved concealed is revealed, and may be fired at (18). False when its move
    is over.

    So it is, too, where the unit is shown elsewhere (3) while its steps are asked for.
    """
    reveal(table, unit, rule, cause, area)
    return table.state.units[unit].area == area and arrive(table, unit, behind=behind)


def end_concealed_move(table: Table[Iwo], unit: str, rule: str) -> None:
    """The move of a unit that has moved concealed is over; on paper nothing else says so."""
    now = table.state.units[unit]
    if now.steps and not now.done:
        table.record(f.MoveEnded(rule=rule, unit=unit, cause="concealed-move"))


# ---- 17.2(3) moving concealed ----


def sneaks(state: Iwo) -> dict[str, tuple[str, ...]]:
    """IWO 17.2(3): who may move concealed, and where to: one MP for units with two or more."""
    units = {name: state.units[name] for name in state.on_map("jp")}
    return {
        name: tuple(area for area in state.adjacent(unit.area) if state.passable(name, area))
        for name, unit in units.items()
        if unit.status == "concealed" and not unit.done and not unit.moved and state.card(name).mp >= 2
    }


def _may_sneak(state: Iwo) -> Iterator[Mapping[str, Any]]:
    if unseen(state) and fine(why_no_move_left(state)):
        yield {}


@verbs("IWO 17.2(3)", side="jp", phases=("jp_move",), offers=_may_sneak, listed=may_move_yet)
def sneak(table: Table[Iwo]) -> None:
    """IWO 17.2(3): one of the moves is used in secret: a concealed unit moves one area on the MilOps map, or none
    does."""
    heed(table, why_no_move_left(table.state))
    use_in_secret(table, 1)


def use_in_secret(table: Table[Iwo], moves: int) -> None:
    """IWO 3, 17.2(3): so many moves are used on the MilOps map; who enters a US area is revealed there, and who finds
    no room is removed."""
    watched = [area for area in table.state.areas if table.state.meets_us(area)]
    moved = move_unseen(table, moves, sneaks(table.state), watched)
    for unit, area in moved.items():
        behind = sum(table.state.units[other].area == area for other in _later(moved, unit))
        if area in watched:
            come_to_light(table, unit, area, "IWO 17.2(3)", "us-area-entered", behind)
            end_concealed_move(table, unit, "IWO 17.2(3)")
        elif table.state.units[unit].status == "concealed" and table.state.units[unit].area in table.state.areas:
            enter(table, unit, area, behind)


def _later(moved: Mapping[str, str], unit: str) -> tuple[str, ...]:
    """Who entered the area of a unit after it."""
    units = tuple(moved)
    return tuple(other for other in units[units.index(unit) + 1 :] if moved[other] == moved[unit])


def end_jp_move(table: Table[Iwo]) -> None:
    """Moves not used openly are used up in secret, so that nobody learns how many units moved concealed (17.2(3))."""
    left = table.state.jp_moves_allowed - table.state.jp_moves_used
    if left > 0 and unseen(table.state):
        use_in_secret(table, left)


# ---- 17.2(4) hiding ----


def why_not_hide(state: Iwo, unit: str) -> Objections:
    """IWO 17.1, 17.2(4): what stands against a unit's hiding. Readings R-20, R-32: it may in a US-controlled area; it
    is one of the moves."""
    now = state.units[unit]
    if now.side != "jp" or now.area not in state.areas:
        yield "IWO 17.2(4)", f"{unit} is no Japanese unit on the map"
    if now.status != "revealed":
        yield "IWO 17.2(4)", f"{unit} is concealed already"
    if not state.card(unit).mp:
        yield "IWO 17.2(4)", f"{unit} has no MP to hide with"
    if state.at(now.area, "us"):
        yield "IWO 17.2(4)", f"there are US ground units in {now.area}"
    if now.moved:
        yield "IWO 17.2(4)", f"{unit} has moved: hiding takes the whole MP allowance"
    if state.controls("us", now.area) and state.reading("R-20") == "refused":
        yield "IWO 17.2(4)", f"{now.area} is US-controlled"
    yield from why_not_begin(state, unit)


def _hidings(state: Iwo) -> Iterator[Mapping[str, Any]]:
    yield from ({"unit": unit} for unit in state.on_map("jp") if fine(why_not_hide(state, unit)))


@verbs("IWO 17.2(4)", side="jp", phases=("jp_move",), offers=_hidings, listed=may_move_yet)
def hide(table: Table[Iwo], unit: UnitName) -> None:
    """IWO 17.2(4): a revealed unit spends its whole movement to become concealed; not with a US ground unit in its
    area."""
    heed(table, why_not_hide(table.state, unit))
    use_move(table, unit)
    table.record(f.UnitHidden(rule="IWO 17.2(4)", unit=unit))


# ---- 3 showing oneself ----


@verbs("IWO 3", side="jp", name="reveal", offers=lambda state: (), meanwhile=True)
def reveal_unit(table: Table[Iwo], unit: UnitName) -> None:
    """IWO 3: the Japanese player may reveal a concealed unit at any time (reading R-35); caves he may not (reading
    R-27)."""
    heed(table, why_not_reveal(table.state, unit, "IWO 3"))
    reveal(table, unit, "IWO 3", "by-choice")
