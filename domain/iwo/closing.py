"""IWO 13 and 20 control, 14 construction, 21 the End Phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Any

from domain.iwo import facts as f
from domain.iwo.charts import MARKERS, Marker, MarkerCard
from domain.iwo.common import AreaName, Objections, fine, heed, verbs
from domain.iwo.hidden import show_marines
from domain.iwo.scoring import final_count, raise_the_flag, use_airfields
from domain.iwo.state import RESERVE, Iwo
from domain.iwo.victory import TURNS
from domain.kernel.questions import OneOf
from domain.kernel.table import Table
from domain.kernel.verbs import Named

WITHDRAWALS = (3, 7, 8)
"""Turns at whose end a naval unit is withdrawn (IWO 21)."""

# ---- 13, 20 control ----


def determine_control(table: Table[Iwo], rule: str) -> None:
    """IWO 13, 20: units of one side alone take an area; markers that cannot stay are removed (13(1), 20(1)), or caves
    (13(2), 20(2)).

    Reading R-38: a concealed unit takes none, or does.
    """
    takes = "revealed" if table.state.reading("R-38") == "main-map" else ""
    for area, now in table.state.areas.items():
        us, jp = bool(table.state.at(area, "us")), bool(table.state.at(area, "jp", takes))
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
    if marker not in state.ground(area).boxes:
        yield "IWO 14", f"{area} has no box for the {kind.title} marker"
    if marker in now.markers:
        yield "IWO 14", f"{area} has its {kind.title} marker"
    count = kind.most or state.read(MarkerCard, kind.row).count
    if placed(state, marker) >= count:
        yield "IWO 14", f"there {'is' if count == 1 else 'are'} only {count} {kind.title} marker(s)"


def _constructions(state: Iwo) -> Iterator[Mapping[str, Any]]:
    for area in state.areas:
        for marker in state.ground(area).boxes:
            if fine(why_not_construct(state, marker, area)):
                yield {"marker": marker, "area": area}


@verbs("IWO 14", side="us", phases=("construct",), offers=_constructions)
def construct(table: Table[Iwo], marker: MarkerName, area: AreaName) -> None:
    """IWO 14: a marker from the Reserve Box goes into a US-controlled area with the box for it."""
    heed(table, why_not_construct(table.state, marker, area))
    table.record(f.MarkerPlaced(rule="IWO 14", area=area, marker=marker))
    if marker == "stars" and table.state.reading("R-01") == "at-once":
        raise_the_flag(table, "IWO 14")


# ---- 21 the End Phase ----


def end_phase(table: Table[Iwo]) -> None:
    """IWO 21, 23, 22.1: US points, what leaves play on this turn, and the next turn (reading R-31) or the end of the
    game."""
    turn = table.state.turn
    use_airfields(table)
    if table.state.stars_turn == turn and not table.state.stars_scored:
        raise_the_flag(table, "IWO 23.1(2)")
    if turn == 1:
        end_of_turn_1(table)
    else:
        withdraw(table, "naval", "IWO 21", "naval-withdrawal", due=turn in WITHDRAWALS)
    if turn >= TURNS:
        final_count(table)
    table.record(f.TurnBegan(rule="IWO 21", turn=turn + 1))


def end_of_turn_1(table: Table[Iwo]) -> None:
    """IWO 22.1.2, 22.1.3: the Japanese Marines are revealed, and one air unit leaves."""
    show_marines(table)
    withdraw(table, "air", "IWO 22.1.3", "air-withdrawal")


def withdraw(table: Table[Iwo], kind: str, rule: str, cause: f.RemovalCause, *, due: bool = True) -> None:
    """One support unit goes to the Reserve Box where that is due; the US player says which (reading R-04)."""
    question = OneOf(
        name="withdraw",
        by="us",
        rule=rule,
        words=f"which {kind} unit goes to the Reserve Box",
        options=table.state.support(kind),
        names="unit",
        barred=partial(why_no_withdrawal, table.state, kind, rule),
    )
    unit = (
        table.choose(question)
        if due
        else table.gives(question, "", rule, f"no {kind} unit leaves at the end of turn {table.state.turn}")
    )
    if unit:
        table.record(f.UnitRemoved(rule=rule, unit=unit, to=RESERVE, cause=cause))


def why_no_withdrawal(state: Iwo, kind: str, rule: str, unit: str) -> Objections:
    """IWO 21, 22.1.3: why a unit is not withdrawn."""
    if unit not in state.support(kind):
        yield rule, f"{unit} is no {kind} unit in play"
