"""IWO 13 and 20 control, 14 construction, 21 the End Phase, 23 victory points, 24 the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from domain.iwo import facts as f
from domain.iwo.charts import FUNAMI_DAI, MARKERS, MOTOYAMA, Marker, MarkerCard
from domain.iwo.common import AreaName, Objections, fine, heed, verbs
from domain.iwo.hidden import hq, living, show_marines
from domain.iwo.state import RESERVE, Iwo
from domain.iwo.victory import TURNS, award, compare
from domain.kernel.facts import Points, Purpose
from domain.kernel.questions import OneOf, Roll
from domain.kernel.table import Table
from domain.kernel.verbs import Named

WITHDRAWALS = (3, 7, 8)
"""Turns at whose end a naval unit is withdrawn (IWO 21)."""

# ---- 13, 20 control ----


def determine_control(table: Table[Iwo], rule: str) -> None:
    """IWO 13, 20: units of one side alone take an area; what cannot stay there is removed."""
    for area, now in table.state.areas.items():
        us, jp = bool(table.state.at(area, "us")), bool(table.state.at(area, "jp"))
        if us and not jp and now.control == "jp":
            table.record(f.ControlChanged(rule=f"{rule}(2)", place=area, to="us", caves=now.caves))
        elif jp and not us and now.control == "us":
            table.record(f.ControlChanged(rule=f"{rule}(1)", place=area, to="jp", markers=now.removable))


# ---- 14 construction ----

MarkerName = Annotated[Marker, Named("marker")]


def placed(state: Iwo, marker: Marker) -> int:
    """How many of a marker are on the map."""
    return sum(marker in area.markers for area in state.areas.values())


def why_not_construct(state: Iwo, marker: Marker, area: str) -> Objections:
    """IWO 14: what stands against placing a marker in an area."""
    now, kind = state.areas[area], MARKERS[marker]
    if now.control != "us":
        yield "IWO 14", f"{area} is not US-controlled"
    if state.ground(area).box != marker:
        yield "IWO 14", f"{area} has no box for the {kind.title} marker"
    if marker in now.markers:
        yield "IWO 14", f"{area} has its {kind.title} marker"
    count = kind.most or state.read(MarkerCard, kind.row).count
    if placed(state, marker) >= count:
        yield "IWO 14", f"there {'is' if count == 1 else 'are'} only {count} {kind.title} marker(s)"


def _constructions(state: Iwo) -> Iterator[Mapping[str, Any]]:
    for area in state.areas:
        marker = state.ground(area).box
        if marker != "none" and fine(why_not_construct(state, marker, area)):
            yield {"marker": marker, "area": area}


@verbs("IWO 14", side="us", steps=("construct",), offers=_constructions)
def construct(table: Table[Iwo], marker: MarkerName, area: AreaName) -> None:
    """IWO 14: a marker from the Reserve Box goes into a US-controlled area with the box for it."""
    heed(table, why_not_construct(table.state, marker, area))
    table.record(f.MarkerPlaced(rule="IWO 14", area=area, marker=marker))
    if marker == "stars" and table.state.reading("R-01") == "at-once":
        raise_the_flag(table, "IWO 14")


def raise_the_flag(table: Table[Iwo], rule: str) -> None:
    """IWO 14, 23.1(2): once a game, a die of victory points."""
    purpose = Purpose(kind="stars-and-stripes")
    die = table.ask(Roll(name="flag", by="us", rule=rule, words="the die for Stars and Stripes", count=1, purpose=purpose))[0]
    award(table, f.PointsScored(rule=rule, points=(f.points("us", die, "stars-and-stripes"),)))


# ---- 21 the End Phase ----


def end_phase(table: Table[Iwo]) -> None:
    """IWO 21, 23, 22.1: US points, what leaves play on this turn, and the next turn or the end of the game."""
    turn = table.state.turn
    use_airfields(table)
    if table.state.stars_turn == turn and not table.state.stars_scored:
        raise_the_flag(table, "IWO 23.1(2)")
    if turn == 1:
        end_of_turn_1(table)
    if turn in WITHDRAWALS:
        withdraw(table, "naval", "IWO 21", "naval-withdrawal")
    if turn >= TURNS:
        final_count(table)
    table.record(f.TurnBegan(rule="IWO 21", turn=turn + 1))


def use_airfields(table: Table[Iwo]) -> None:
    """IWO 23.1(1): points for each Safe to Land, and for both airfields together."""
    state = table.state
    safe = [area for area, now in state.areas.items() if "safe" in now.markers]
    points = [f.points("us", 2, "safe-to-land", area) for area in safe]
    if {FUNAMI_DAI, MOTOYAMA} <= {state.ground(area).name for area in safe}:
        points.append(f.points("us", 2, "both-airfields"))
    if points:
        award(table, f.PointsScored(rule="IWO 23.1(1)", points=tuple(points)))


def end_of_turn_1(table: Table[Iwo]) -> None:
    """IWO 22.1.2, 22.1.3: the Japanese Marines are revealed, and one air unit leaves."""
    show_marines(table)
    withdraw(table, "air", "IWO 22.1.3", "air-withdrawal")


def withdraw(table: Table[Iwo], kind: str, rule: str, cause: f.RemovalCause) -> None:
    """One support unit goes to the Reserve Box; the US player says which."""
    units = table.state.support(kind)
    if not units:
        return
    unit = units[0]
    if len(units) > 1:
        unit = table.ask(
            OneOf(name="withdraw", by="us", rule=rule, words=f"which {kind} unit goes to the Reserve Box", options=units)
        )
    table.record(f.UnitRemoved(rule=rule, unit=unit, to=RESERVE, cause=cause))


def final_count(table: Table[Iwo]) -> None:
    """IWO 23.2(3)-(5), 24(3): the Japanese points at the end of turn 9, and who has more."""
    table.record(f.PointsScored(rule="IWO 23.2", points=tuple(survival(table))))
    compare(table)


def survival(table: Table[Iwo]) -> Iterator[Points]:
    """IWO 23.2(3)-(5): a point a living unit, 5 for the HQ, 3 an area. Reading 28: the HQ is a living unit besides."""
    alive, headquarters = living(table, "IWO 23.2(3)"), hq(table.state)
    for unit in alive:
        if unit != headquarters or table.state.reading("R-28") == "both":
            yield f.points("jp", 1, "unit-alive", unit)
    if headquarters in alive:
        yield f.points("jp", 5, "hq-alive", headquarters)
    for area, now in table.state.areas.items():
        if now.control == "jp":
            yield f.points("jp", 3, "area-held", area)
