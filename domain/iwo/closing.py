"""IWO 13 and 20 control, 14 construction, 21 the End Phase, 23 victory points, 24 the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from domain.iwo import facts as f
from domain.iwo.charts import BEACHHEADS, FUNAMI_DAI, MOTOYAMA, MarkerCard
from domain.iwo.common import AreaName, award, verbs
from domain.iwo.hidden import living, show_marines
from domain.iwo.state import RESERVE, SIDES, Iwo
from domain.kernel.facts import Points
from domain.kernel.questions import OneOf, Roll
from domain.kernel.table import Table
from domain.kernel.verbs import Named

TURNS = 9
WITHDRAWALS = (3, 7, 8)
"""Turns at whose end a naval unit is withdrawn (IWO 21)."""

# ---- 13, 20 control ----


def determine_control(table: Table[Iwo], rule: str) -> None:
    """IWO 13, 20: units of one side alone take an area; what cannot stay there is removed."""
    for area in table.state.areas:
        now = table.state.areas[area]
        us, jp = bool(table.state.at(area, "us")), bool(table.state.at(area, "jp"))
        if us and not jp and now.control == "jp":
            table.record(f.ControlChanged(rule=f"{rule}(2)", area=area, to="us", caves=now.caves))
        elif jp and not us and now.control == "us":
            markers = tuple(m for m, there in (("beachhead", now.beachhead), ("safe", now.safe_to_land)) if there)
            table.record(f.ControlChanged(rule=f"{rule}(1)", area=area, to="jp", markers=markers))


def control_1(table: Table[Iwo]) -> None:
    """IWO 13: the First Control Determination Phase."""
    determine_control(table, "IWO 13")


def control_2(table: Table[Iwo]) -> None:
    """IWO 20: the Second Control Determination Phase."""
    determine_control(table, "IWO 20")


# ---- 14 construction ----

Marker = Annotated[Literal["beachhead", "safe", "stars"], Named("marker")]
MARKER_NAMES = ("beachhead", "safe", "stars")


def placed(state: Iwo, marker: str) -> int:
    field = {"beachhead": "beachhead", "safe": "safe_to_land", "stars": "stars"}[marker]
    return sum(bool(getattr(area, field)) for area in state.areas.values())


def _constructions(state: Iwo) -> Iterator[Mapping[str, Any]]:
    for area, now in state.areas.items():
        box = state.ground(area).box
        if now.control != "us" or box == "none":
            continue
        there = {"beachhead": now.beachhead, "safe": now.safe_to_land, "stars": now.stars or bool(state.stars_turn)}[box]
        if not there and placed(state, box) < _available(state, box):
            yield {"marker": box, "area": area}


def _available(state: Iwo, marker: str) -> int:
    if marker == "beachhead":
        return BEACHHEADS
    card = state.rows(MarkerCard).get("safe-to-land")
    return 1 if marker == "stars" else card.count if card else 2


@verbs("IWO 14", side="us", steps=("construct",), offers=_constructions)
def construct(table: Table[Iwo], marker: Marker, area: AreaName) -> None:
    """IWO 14: a marker from the Reserve Box goes into a US-controlled area with the box for it."""
    state = table.state
    now = state.areas[area]
    name = f.MARKERS[marker]
    table.require(now.control == "us", "IWO 14", f"{area} is not US-controlled")
    table.require(state.ground(area).box == marker, "IWO 14", f"{area} has no box for the {name} marker")
    there = {"beachhead": now.beachhead, "safe": now.safe_to_land, "stars": now.stars}[marker]
    table.require(not there, "IWO 14", f"{area} has its {name} marker")
    count = {"beachhead": BEACHHEADS, "stars": 1}.get(marker) or table.read(MarkerCard, "safe-to-land").count
    table.require(placed(state, marker) < count, "IWO 14", f"there {'is' if count == 1 else 'are'} only {count} {name} marker(s)")
    table.record(f.MarkerPlaced(rule="IWO 14", area=area, marker=marker))
    if marker == "stars" and table.reading("R-01") == "at-once":
        raise_the_flag(table, "IWO 14")


def raise_the_flag(table: Table[Iwo], rule: str) -> None:
    """IWO 14, 23.1(2): once a game, a die of victory points."""
    die = table.ask(Roll(name="flag", by="us", rule=rule, words="the die for Stars and Stripes", count=1))[0]
    award(table, f.PointsScored(rule=rule, points=(Points(side="us", amount=die, why="Stars and Stripes"),)))


# ---- 21 the End Phase ----


def end_phase(table: Table[Iwo]) -> None:
    """IWO 21, 23, 22.1: US points, what leaves play on this turn, and the next turn or the end of the game."""
    state = table.state
    airfields = [area for area, now in state.areas.items() if now.safe_to_land]
    if airfields:
        both = {FUNAMI_DAI, MOTOYAMA} <= {state.ground(area).name for area in airfields}
        points = tuple(Points(side="us", amount=2, why=f"Safe to Land in {area}") for area in airfields)
        points += (Points(side="us", amount=2, why=f"{FUNAMI_DAI} and {MOTOYAMA}"),) if both else ()
        award(table, f.PointsScored(rule="IWO 23.1(1)", points=points))
    if state.stars_turn == state.turn and not state.stars_scored:
        raise_the_flag(table, "IWO 23.1(2)")
    if state.turn == 1:
        end_of_turn_1(table)
    if state.turn in WITHDRAWALS:
        withdraw(table, "naval", "IWO 21", "withdrawn", f"a naval unit is withdrawn at the end of turn {state.turn}")
    if state.turn >= TURNS:
        final_count(table)
    table.record(f.TurnBegan(rule="IWO 21", turn=state.turn + 1))


def end_of_turn_1(table: Table[Iwo]) -> None:
    """IWO 22.1.2, 22.1.3: the Japanese Marines are revealed, and one air unit leaves."""
    show_marines(table)
    withdraw(table, "air", "IWO 22.1.3", "withdrawn", "four air units remain after turn 1")


def withdraw(table: Table[Iwo], kind: str, rule: str, out: str, why: str) -> None:
    """One support unit goes to the Reserve Box; the US player says which."""
    units = table.state.support(kind)
    if not units:
        return
    unit = units[0]
    if len(units) > 1:
        unit = table.ask(
            OneOf(name="withdraw", by="us", rule=rule, words=f"which {kind} unit goes to the Reserve Box", options=units)
        )
    table.record(f.UnitRemoved(rule=rule, unit=unit, to=RESERVE, out=out, why=why))


def final_count(table: Table[Iwo]) -> None:
    """IWO 23.2(3)-(5), 24(3): the Japanese points at the end of turn 9, and who has more."""
    state = table.state
    alive, hq = living(table, "IWO 23.2(3)"), state.hq()
    points = [Points(side="jp", amount=1, why=f"{unit} is alive") for unit in alive if unit != hq or table.reading("R-28") == "both"]
    if hq in alive:
        points.append(Points(side="jp", amount=5, why=f"the HQ {hq} is alive"))
    points += [Points(side="jp", amount=3, why=f"{area} is Japanese-controlled") for area, now in state.areas.items() if now.control == "jp"]
    table.record(f.PointsScored(rule="IWO 23.2", points=tuple(points)))
    us, jp = table.state.vp_us, table.state.vp_jp
    winner = "us" if us > jp else "jp" if jp > us else ""
    score = f"{max(us, jp)} victory points to {min(us, jp)} after turn 9"
    table.end("IWO 24(3)", winner, f"the {SIDES[winner]} have {score}" if winner else f"{us} victory points each after turn 9")
