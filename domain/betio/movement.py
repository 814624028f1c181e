"""BB 4.3 movement on Betio, 1.5 the runway; the verb `move`, on the reef too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.betio import facts as f
from domain.betio import reef
from domain.betio.charts import HexCard
from domain.betio.clearing import abandon, note_occupied
from domain.betio.common import HexNames, Objections, UnitNames, draw, fine, heed, named, verbs
from domain.betio.facts.codes import StayCode
from domain.betio.japanese import offensive_terms, shoot
from domain.betio.lines import standing
from domain.betio.points import left
from domain.betio.stacking import why_not_stack
from domain.betio.state import Betio
from domain.betio.terrain import cost
from domain.betio.way import Entering, Price, in_full
from domain.kernel.table import Table
from domain.kernel.verbs import Along
from domain.wargame.pieces import setting_out

RUNWAY_RANGE = 3
"""BB 1.5.3."""


def why_not_act(state: Betio, unit: str) -> Objections:
    """What stands against any action of a unit in this Ground Phase."""
    now = state.units[unit]
    if not now.stands or now.is_vessel or not reef.on_land(state, now.hex):
        yield "BB 4.2.1", f"{unit} is not on Betio"
    elif now.digging:
        yield "BB 1.3.2", f"{unit} builds an improved position: that is all it does in this turn"
    elif now.recovering:
        yield "BB 4.9.2", f"{unit} attempts recovery: that is all it does in this turn"
    elif now.on_pier:
        yield "BB 1.7.4", f"{unit} has landed on the Long Pier in this turn: that is all it does"
    elif now.pin and state.reading("A-14") == "no-action":
        yield "BB 4.5.7", f"{unit} is pinned"


def why_not_move(state: Betio, units: Sequence[str], path: Sequence[str]) -> Objections:
    """BB 4.3, 7.9.2, 3.3: what stands against a path over land."""
    if len({state.units[unit].hex for unit in units}) > 1:
        yield "BB 4.3.1", f"{', '.join(units)} are in different hexes"
        return
    for unit in units:
        yield from why_not_act(state, unit)
        now = state.units[unit]
        if standing(state, unit) == "isolated":
            yield "BB 7.9.2", f"{unit} is isolated"
        here, rest = now.hex, left(state, unit)
        for hex in path:
            yield from why_not_enter(state, here, hex)
            points = cost(state, now.kind, here, hex)
            if points is None:
                yield "BB TEC", f"{unit} cannot enter {hex}"
                break
            if points > rest:
                yield "BB 4.3.1", f"{hex} costs {f.points(points)} of the {f.points(rest)} AP that {unit} has left"
            rest -= points
            here = hex
    for hex in path:
        yield from why_not_stack(state, hex, units)  # reading A-58


def why_not_enter(state: Betio, a: str, b: str) -> Objections:
    """BB 4.3.3, 4.5.1, 1.7.7: whether a hex of Betio may be entered from the one next to it."""
    card = state.ground(b)
    if not a:  # played on against "is not on Betio"
        yield "BB 4.3.1", f"{b} is entered from no hex"
    elif not state.grid.adjacent(a, b):
        near = min(state.grid.neighbours(a), key=lambda hex: state.grid.distance(hex, b))
        yield (
            "BB 4.3.1",
            f"{b} is {state.grid.distance(a, b)} hexes from {a}: each hex on the way is named, path={near},…,{b}",
        )
    elif card.pier and not card.area:
        yield "BB 1.7.2", f"{b} is on the Long Pier, where units move in the Invasion Impulses"
    elif not card.area:
        yield "BB 4.3.1", f"{b} is none of the hexes of Betio"
    elif state.is_uncleared(b):
        yield "BB 4.3.3", f"{b} is not cleared"


def _moves(state: Betio) -> Iterator[Mapping[str, Any]]:
    if state.phase == "reef":
        yield from reef.offers(state)
        return
    for unit in state.ashore():
        for hex in state.grid.neighbours(state.units[unit].hex):
            if hex in state.rows(HexCard) and fine(why_not_move(state, (unit,), (hex,))):
                yield {"units": (unit,), "path": (hex,)}


def near(state: Betio, hex: str) -> Iterator[str]:
    """The hexes that have been read out next to one."""
    return (other for other in state.grid.neighbours(hex) if other in state.rows(HexCard))


def open_ways(state: Betio, units: Sequence[str]) -> Entering:
    """BB 4.3.1, 3.3, 1.5.3: what each hex costs these units on their way over land, where they may pass through it."""

    def entering(a: str, b: str) -> Price | None:
        points = [cost(state, state.units[unit].kind, a, b) for unit in units]
        if None in points or not fine(why_not_enter(state, a, b)) or not fine(why_not_stack(state, b, units)):
            return None
        return Price(max(halves or 0 for halves in points), draws_fire(state, b))

    return entering


@verbs("BB 4.3.1", side="us", phases=("reef", "actions"), offers=_moves, along=Along("path", near, setting_out))
def move(table: Table[Betio], units: UnitNames, path: HexNames = ()) -> None:
    """BB 4.3, 3.5: units go hex by hex, `move 2/2-A 2623,2622`, or by the cheapest way, `move 2/2-A 2622`.

    In an Invasion Impulse they go across the reef; without a path straight on, as far as their AP last: `move
    amtrack-1..6`.
    """
    units = named(units)
    if table.state.phase == "reef":
        for unit in units:
            reef.go(table, unit, path)
        return
    if units:
        path = in_full(table.state, table.state.units[units[0]].hex, path, open_ways(table.state, units))
    table.require(bool(units and path), "BB 4.3.1", "say who goes where: `move 2/2-A 2622`")
    heed(table, why_not_move(table.state, units, path))
    if not units or not path:
        table.by_hand("where to?")
        return
    walk(table, units, path)


def walk(table: Table[Betio], units: Sequence[str], path: Sequence[str]) -> None:
    """BB 4.3.1, 1.5.3, 1.5.4: units walk; on each runway hex near the Japanese they come under fire, and go on if they
    are able.

    Who is left with too few APs (reading A-46), or pinned where that bars it (reading A-14), stays behind.
    """
    going = tuple(units)
    here, leg, spent = table.state.units[units[0]].hex, list[str](), dict.fromkeys(units, 0)
    for n, hex in enumerate(path):
        if n and not leg:  # they have just been under fire
            going = tuple(
                unit for unit in going if table.state.units[unit].steps and goes_on(table, unit, here, path[n:])
            )
            if not going:
                return
        for unit in going:
            spent[unit] += cost(table.state, table.state.units[unit].kind, here, hex) or 0
        leg.append(hex)
        here = hex
        if is_on_runway(table.state, hex):
            record(table, going, leg, spent)
            leg, spent = [], dict.fromkeys(going, 0)
            under_fire(table, going, hex)
    record(table, going, leg, spent)


def goes_on(table: Table[Betio], unit: str, here: str, rest: Sequence[str]) -> bool:
    """Whether a unit that may have been under fire goes the rest of its way; where it does not, the record says why. A
    table may insist."""
    now = table.state.units[unit]
    pinned = bool(now.pin) and table.state.reading("A-14") == "no-action"
    short = (cost(table.state, now.kind, here, rest[0]) or 0) > left(table.state, unit)
    if table.as_played or not (pinned or short):
        return True
    why: StayCode = "pinned" if pinned else "points"
    table.record(
        f.WayCutShort(rule="BB 4.5.7" if pinned else "BB 4.3.1", unit=unit, hex=here, rest=tuple(rest), why=why)
    )
    return False


def record(table: Table[Betio], units: Sequence[str], path: Sequence[str], spent: Mapping[str, int]) -> None:
    """The move itself, by those who pay the same; what they leave and where they come."""
    if not path:
        return
    start = table.state.units[units[0]].hex
    for points in dict.fromkeys(spent[unit] for unit in units):
        same = tuple(unit for unit in units if spent[unit] == points)
        after = tuple(max(0, left(table.state, unit) - points) for unit in same)
        table.record(f.UnitsMoved(rule="BB 4.3.1", units=same, path=tuple(path), cost=points, left=after))
    abandon(table, start)
    note_occupied(table, path)


def is_on_runway(state: Betio, hex: str) -> bool:
    """BB 1.5.3: whether a hex shows the runway symbol."""
    return "runway" in state.ground(hex).terrain


def draws_fire(state: Betio, hex: str) -> bool:
    """BB 1.5.3: whether who enters a hex is fired at."""
    return is_on_runway(state, hex) and state.near_japanese(hex, RUNWAY_RANGE)


def under_fire(table: Table[Betio], units: Sequence[str], hex: str) -> None:
    """BB 1.5.3: immediate Offensive Fire on who enters a hex with a runway symbol within three hexes of an uncleared
    hex.

    Reading A-25: at each of them; or it is the one roll of the area in the turn, at one of them.
    """
    if not draws_fire(table.state, hex):
        return
    area = table.state.area_of(hex)
    if table.state.reading("A-25") == "instead":
        if area in table.state.runway_fire:
            return
        units = (draw(table, "victim", "BB 1.5.3", f"at whom is fired in {hex}", units),)
    for unit in units:
        shoot(table, "runway", unit, area, offensive_terms(table.state, hex, area), "BB 1.5.3")
