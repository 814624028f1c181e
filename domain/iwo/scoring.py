"""IWO 23: victory points for airfields, Stars and Stripes and survival; 24(3) the final count.

Others come with what brings them: each US step lost (23.2(1), `fire`), and the 3rd Division without a Beachhead (22.2.1, `movement`).
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.iwo import facts as f
from domain.iwo.charts import FUNAMI_DAI, MOTOYAMA
from domain.iwo.hidden import hq, living
from domain.iwo.state import Iwo
from domain.iwo.victory import award, compare
from domain.kernel.facts import Points, Purpose
from domain.kernel.questions import Roll
from domain.kernel.table import Table

# ---- 23.1 US points ----


def use_airfields(table: Table[Iwo]) -> None:
    """IWO 23.1(1): points for each Safe to Land, and for both airfields together."""
    state = table.state
    safe = [area for area, now in state.areas.items() if "safe" in now.markers]
    points = [f.points("us", 2, "safe-to-land", area) for area in safe]
    if {FUNAMI_DAI, MOTOYAMA} <= {state.ground(area).name for area in safe}:
        points.append(f.points("us", 2, "both-airfields"))
    if points:
        award(table, f.PointsScored(rule="IWO 23.1(1)", points=tuple(points)))


def raise_the_flag(table: Table[Iwo], rule: str) -> None:
    """IWO 14, 23.1(2): once a game, a die of victory points."""
    purpose = Purpose(kind="stars-and-stripes")
    die = table.ask(Roll(name="flag", by="us", rule=rule, words="the die for Stars and Stripes", count=1, purpose=purpose))[0]
    award(table, f.PointsScored(rule=rule, points=(f.points("us", die, "stars-and-stripes"),)))


# ---- 23.2 Japanese points, 24(3) the final count ----


def final_count(table: Table[Iwo]) -> None:
    """IWO 23.2(3)-(5), 24(3): the Japanese points at the end of turn 9, and who has more."""
    table.record(f.PointsScored(rule="IWO 23.2", points=tuple(survival(table))))
    compare(table)


def survival(table: Table[Iwo]) -> Iterator[Points]:
    """IWO 23.2(3)-(5): a point a living unit, 5 for the HQ, 3 an area. Reading R-28: the HQ is a living unit besides."""
    alive, headquarters = living(table, "IWO 23.2(3)"), hq(table.state)
    for unit in alive:
        if unit != headquarters or table.state.reading("R-28") == "both":
            yield f.points("jp", 1, "unit-alive", unit)
    if headquarters in alive:
        yield f.points("jp", 5, "hq-alive", headquarters)
    for area, now in table.state.areas.items():
        if now.control == "jp":
            yield f.points("jp", 3, "area-held", area)
