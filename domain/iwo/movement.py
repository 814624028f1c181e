"""IWO 10 US movement and landing, 22.2.1 the 3rd Division, 17.1 and 17.2(1) Japanese units moving openly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.iwo import facts as f
from domain.iwo.common import AreaName, AreaPath, Objections, UnitName, enter, fine, heed, verbs
from domain.iwo.concealed import on_maps
from domain.iwo.defensive_fire import defensive_fire
from domain.iwo.hidden import reveal, search
from domain.iwo.state import LANDING, OTHER, RESERVE, SIDES, Iwo
from domain.iwo.victory import award
from domain.kernel.facts import Points
from domain.kernel.table import Table
from domain.kernel.verbs import Along
from domain.wargame.sides import declaring

PHASES = {"us_move": "us", "jp_move": "jp"}

# ---- 10.3 landing ----

PENALTY = 10
"""Japanese VP for the 3rd Division without a Beachhead (IWO 22.2.1)."""
BEACH_LANDINGS, COAST_LANDINGS = 5, 1
"""Units that can land a turn on a beach, and elsewhere on the coast (IWO 10.3)."""


def landing_cost(state: Iwo, area: str) -> int:
    """IWO 10.3: 1 MP onto a Beachhead, 2 onto another beach, 3 elsewhere on the coast."""
    if not state.ground(area).beach:
        return 3
    return 1 if state.areas[area].beachhead else 2


def why_not_land(state: Iwo, unit: str, area: str) -> Objections:
    """IWO 10.1, 10.3, 22.4.1: what stands against a unit's landing in an area."""
    now, card, ground, there = state.units[unit], state.card(unit), state.ground(area), state.areas[area]
    if now.side != "us" or not card.ground:
        yield "IWO 10.3", f"{unit} is no US ground unit"
    if now.area != LANDING:
        yield "IWO 10.3", f"{unit} is not in the Landing Area Box"
    if not ground.coastal:
        yield "IWO 10.3", f"{area} is not on the coast"
    if (card.artillery or card.type == "tank") and not (ground.beach and there.beachhead):
        yield "IWO 10.3", f"{unit} can only land on a beach with a Beachhead"
    most = BEACH_LANDINGS if ground.beach else COAST_LANDINGS
    if there.landings >= most:
        yield "IWO 10.3", f"{most} unit{'s' if most > 1 else ''} a turn can land in {area}"
    if not state.passable(unit, area):
        yield "IWO 22.4.1", "tanks cannot enter hills"
    if landing_cost(state, area) > card.mp:
        yield "IWO 10.1", f"landing in {area} takes {landing_cost(state, area)} MP, {unit} has {card.mp}"


def _landings(state: Iwo) -> Iterator[Mapping[str, Any]]:
    for unit, now in state.units.items():
        if now.area == LANDING and now.steps:
            for area in state.areas:
                if state.room(area, "us") > 0 and fine(why_not_land(state, unit, area)):
                    yield {"unit": unit, "area": area}


@verbs(
    "IWO 10.3",
    side="us",
    phases=("us_move",),
    offers=_landings,
    along=Along("on", Iwo.adjacent, lambda state, said: said.get("area", "")),
    barred={"jp": ("IWO 17.1(2)", "no Japanese unit lands, that is for the US side")},
)
def land(table: Table[Iwo], unit: UnitName, area: AreaName, on: AreaPath = ()) -> None:
    """IWO 10.3: a US ground unit lands from the Landing Area Box, and may go on with the MP it has left (reading
    R-19)."""
    heed(table, why_not_land(table.state, unit, area))
    heed(table, why_not_path(table.state, unit, area, on, landing_cost(table.state, area)))
    cost, points = landing_cost(table.state, area), penalty(table.state, unit, area)
    award(table, f.UnitLanded(rule="IWO 10.3", unit=unit, area=area, cost=cost, points=points))
    if arrive(table, unit, landing=True):
        go(table, unit, on)


def penalty(state: Iwo, unit: str, area: str) -> tuple[Points, ...]:
    """IWO 22.2.1, 23.2(2): the Japanese points for a unit of the 3rd Division that enters without a Beachhead. Reading
    R-02: once a game."""
    if (
        state.card(unit).division != 3
        or state.areas[area].beachhead
        or (state.penalty_scored and state.reading("R-02") == "once")
    ):
        return ()
    return (f.points("jp", PENALTY, "third-division", unit),)


# ---- 22.2.1 the 3rd Division ----


def why_not_activate(state: Iwo) -> Objections:
    """IWO 5, 22.2.1: what stands against activating the 3rd Division."""
    if state.phase == "setup":
        yield "IWO 4", "the game is still being set up"
    if state.third_division != "inactive":
        yield "IWO 22.2.1", "the 3rd Marine Division is active already"


@verbs("IWO 22.2.1", side="us", offers=lambda state: [{}] if fine(why_not_activate(state)) else [], meanwhile=True)
def third_division(table: Table[Iwo]) -> None:
    """IWO 22.2.1: the 3rd Marine Division moves from the Reserve Box to the Landing Area Box, at any time (reading
    R-35)."""
    state = table.state
    heed(table, why_not_activate(state))
    units = tuple(
        n
        for n, u in state.units.items()
        if u.side == "us" and u.area == RESERVE and state.card(n).division == 3 and u.steps
    )
    table.record(f.ThirdDivisionActivated(rule="IWO 22.2.1", units=units))


# ---- 10, 17.1 who may move ----


def why_not_go_on(state: Iwo, unit: str) -> Objections:
    """IWO 10: one unit at a time, and each to its end; however the next one moves (17.2)."""
    if state.units[unit].moved and state.moving != unit:
        yield "IWO 10", f"{unit} has completed its movement: another move has begun since"


def why_no_move_left(state: Iwo) -> Objections:
    """IWO 17.1(1): why none of the Japanese moves allowed is left."""
    if not state.jp_moves_allowed:
        yield "IWO 17.1(1)", "the movement die is not rolled: `allowance DIE`"
    elif state.jp_moves_used >= state.jp_moves_allowed:
        yield "IWO 17.1", f"{state.jp_moves_allowed} Japanese unit(s) may move this turn, and as many have"


def why_not_begin(state: Iwo, unit: str) -> Objections:
    """IWO 10, 17, 17.1: why a Japanese unit may not begin to move, or go on with it."""
    if state.units[unit].done:
        yield "IWO 17", f"{unit} has moved"
    yield from why_not_go_on(state, unit) if state.units[unit].moved else why_no_move_left(state)


def may_move_yet(state: Iwo) -> bool:
    """IWO 10, 17.1: whether a move may be begun, or gone on with, as far as everybody knows."""
    now = state.units.get(state.moving)
    goes_on = now is not None and now.moved > 0 and not now.done
    return goes_on or PHASES.get(state.phase) == "us" or fine(why_no_move_left(state))


def use_move(table: Table[Iwo], unit: str) -> None:
    """IWO 17.1(1): a unit's first step takes up one of the moves allowed."""
    if not table.state.units[unit].moved:
        table.record(f.MovesUsed(rule="IWO 17.1", count=1))


# ---- 10.1, 17.2(1) moving ----


def why_not_move(state: Iwo, unit: str, side: str) -> Objections:
    """IWO 10, 10.2, 17.1: what stands against a side's moving a unit at all; contact, or fire, ends its move."""
    if state.units[unit].side != side or not state.card(unit).ground:
        yield "IWO 10", f"{unit} is no {SIDES[side]} ground unit"
    if not on_maps(state, unit):
        yield "IWO 17.1(2)" if side == "jp" else "IWO 10.1", f"{unit} is not on the map"
    yield from why_not_begin(state, unit) if side == "jp" else why_not_go_on(state, unit)
    if state.units[unit].done:
        yield "IWO 10.2", f"{unit}'s move is over"


def why_not_enter(state: Iwo, unit: str, here: str, area: str, spent: int, *, concealed: bool = False) -> Objections:
    """IWO 10.1, 17.2(2), 22.4.1: what stands against a unit's going from one area to another; `here` is "" where only
    its side knows."""
    if here and area not in state.adjacent(here):
        yield "IWO 10.1", f"{area} is not adjacent to {here}"
    if not state.passable(unit, area):
        yield "IWO 22.4.1", f"{unit} is a tank, and {area} is a hill"
    printed = state.card(unit).mp
    if concealed and spent >= printed - 1:
        yield "IWO 17.2(2)", f"{unit} has {max(0, printed - 1)} MP when it is revealed after moving"
    elif spent >= printed:
        yield "IWO 10.1", f"{unit} has used its {printed} MP"


def why_not_path(
    state: Iwo, unit: str, here: str, path: Sequence[str], spent: int, *, concealed: bool = False
) -> Objections:
    """IWO 10.1, 17.2(2), 22.4.1: what stands against a path as it is declared, all of it: none of that depends on what
    is met on the way."""
    for n, area in enumerate(path):
        yield from why_not_enter(state, unit, here, area, spent + n, concealed=concealed)
        here = area


def ways(state: Iwo, unit: str, *, concealed: bool = False) -> Iterator[Mapping[str, Any]]:
    """The next steps of a unit that may move, to where it finds room (3)."""
    now = state.units[unit]
    for area in state.adjacent(now.area):
        if state.room(area, now.side) > 0 and fine(
            why_not_enter(state, unit, now.area, area, now.moved, concealed=concealed)
        ):
            yield {"unit": unit, "path": (area,)}


WAY = Along("path", Iwo.adjacent, lambda state, said: state.units[said["unit"]].area if "unit" in said else "")
"""How a unit's path goes on from where it is."""


def _moves(state: Iwo) -> Iterator[Mapping[str, Any]]:
    side = PHASES.get(state.phase, "jp")
    for unit, now in state.units.items():
        if now.steps and fine(why_not_move(state, unit, side)):
            yield from ways(state, unit)


@verbs("IWO 10.1", phases=tuple(PHASES), offers=_moves, along=WAY, listed=may_move_yet)
def move(table: Table[Iwo], unit: UnitName, path: AreaPath) -> None:
    """IWO 10.1, 17.2(1): a unit moves, area by area; a concealed Japanese unit is revealed first (17.2(2))."""
    side = declaring(table, PHASES)
    heed(table, why_not_move(table.state, unit, side))
    now = table.state.units[unit]
    heed(table, why_not_path(table.state, unit, now.area, path, now.moved))
    if side == "jp":
        use_move(table, unit)
        reveal(table, unit, "IWO 17.2(2)", "moves")
    go(table, unit, path)


def go(table: Table[Iwo], unit: str, path: tuple[str, ...], crept: int = 0) -> None:
    """IWO 10.1, 10.2: one MP an area; contact, fire or want of MP ends the move, and the rest of the path lapses.

    With so many areas `crept` a unit has moved concealed, and has one MP less (17.2(2)).
    """
    for n, area in enumerate(path):
        now = table.state.units[unit]
        spent = crept + n if crept else now.moved
        heed(table, why_not_enter(table.state, unit, now.area, area, spent, concealed=crept > 0))
        table.record(f.UnitMoved(rule="IWO 10.1", unit=unit, area=area))
        if not arrive(table, unit):
            return


def arrive(table: Table[Iwo], unit: str, *, landing: bool = False, behind: int = 0) -> bool:
    """IWO 3, 10.2, 10.4: what entering an area brings: stacking, defensive fire, contact. False when the move is over.

    Contact is with those who are seen there as it enters (reading R-36), not with one who is revealed when it has.
    `behind` it so many more enter by moves made at once (reading R-18).
    """
    now = table.state.units[unit]
    area, enemy = now.area, OTHER[now.side]
    contact = bool(table.state.at(area, enemy, "revealed"))
    if not enter(table, unit, area, behind):
        return False
    if defensive_fire(table, unit, enemy, landing=landing):
        return False
    if contact:
        table.record(f.MoveEnded(rule="IWO 10.2", unit=unit, cause="contact"))
        return False
    return True


# ---- 10.5 the end of US movement ----


def end_us_move(table: Table[Iwo]) -> None:
    """IWO 10.5: concealed units and caves in areas with US units are revealed."""
    areas = [area for area in table.state.areas if table.state.at(area, "us")]
    search(table, areas, "IWO 10.5", "us-units")
