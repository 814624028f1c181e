"""IWO 23: victory points for airfields, Stars and Stripes and survival; 24(3) the final count.

Others come with what brings them: each US step lost (23.2(1), `fire`), and the 3rd Division without a Beachhead
(23.2(2), `movement`).
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.iwo import facts as f
from domain.iwo.charts import FUNAMI_DAI, MOTOYAMA, AreaCard, UnitCard
from domain.iwo.concealed import hq
from domain.iwo.hidden import living
from domain.iwo.state import Iwo
from domain.iwo.victory import award, compare
from domain.kernel.facts import Points, Purpose
from domain.kernel.questions import Number, Roll, YesNo
from domain.kernel.table import Table

# ---- 23.1 US points ----

AIRFIELD, BOTH_AIRFIELDS = 2, 2
"""Points for each Safe to Land, and more for both airfields (IWO 23.1(1))."""


def use_airfields(table: Table[Iwo]) -> None:
    """IWO 23.1(1): points for each Safe to Land, and for both airfields together."""
    state = table.state
    safe = [area for area, now in state.areas.items() if "safe" in now.markers]
    points = [f.points("us", AIRFIELD, "safe-to-land", area) for area in safe]
    if {FUNAMI_DAI, MOTOYAMA} <= {state.ground(area).name for area in safe}:
        points.append(f.points("us", BOTH_AIRFIELDS, "both-airfields"))
    if points:
        award(table, f.PointsScored(rule="IWO 23.1(1)", points=tuple(points)))


def raise_the_flag(table: Table[Iwo], rule: str) -> None:
    """IWO 14, 23.1(2): once a game, a die of victory points; when, reading R-01 says."""
    purpose = Purpose(kind="stars-and-stripes")
    die = table.ask(
        Roll(name="flag", by="us", rule=rule, words="the die for Stars and Stripes", count=1, purpose=purpose)
    )[0]
    award(table, f.PointsScored(rule=rule, points=(f.points("us", die, "stars-and-stripes"),)))


# ---- 23.2 Japanese points, 24(3) the final count ----

ALIVE, HQ_ALIVE, HELD = 1, 5, 3
"""Points for each unit that lives, for the HQ, and for each area held (IWO 23.2(3), 23.2(4), 23.2(5))."""


def final_count(table: Table[Iwo]) -> None:
    """IWO 23.2(3)-(5), 24(3): the Japanese points at the end of turn 9, and who has more (reading R-26)."""
    table.record(f.PointsScored(rule="IWO 23.2", points=tuple(survival(table))))
    compare(table)


def survival(table: Table[Iwo]) -> Iterator[Points]:
    """IWO 23.2(3), 23.2(4), 23.2(5): a point a living unit, 5 for the HQ, 3 an area. Reading R-28: the HQ is a living
    unit besides."""
    alive, headquarters = living(table, "IWO 23.2(3)"), hq(table.state)
    besides = table.state.reading("R-28") == "both"
    for unit in alive:
        if unit != headquarters or besides:
            yield f.points("jp", ALIVE, "unit-alive", unit)
    if headquarters in alive:
        yield f.points("jp", HQ_ALIVE, "hq-alive", headquarters)
    more, hq_too = unread_units(table)
    if count := more - (hq_too and not besides):
        yield f.points("jp", ALIVE * count, "units-unread")
    if hq_too:
        yield f.points("jp", HQ_ALIVE, "hq-unread")
    for area, now in table.state.areas.items():
        if now.control == "jp":
            yield f.points("jp", HELD, "area-held", area)
    if areas := unread_areas(table):
        yield f.points("jp", HELD * areas, "areas-unread")


def unread_units(table: Table[Iwo]) -> tuple[int, bool]:
    """IWO 23.2(3), 23.2(4): how many Japanese units live that nobody has read out, and whether the HQ is one of
    them."""
    state = table.state
    if state.whole(UnitCard):
        return 0, False
    words = "how many Japanese units are alive that nobody has read out, the HQ included"
    count = table.ask(Number(name="unread-units", by="jp", rule="IWO 23.2(3)", words=words, default=0))
    if not count or any(card.type == "hq" for card in state.rows(UnitCard).values()):
        return count, False
    words = "whether the Japanese HQ is one of them"
    return count, table.ask(YesNo(name="unread-hq", by="jp", rule="IWO 23.2(4)", words=words, default=True))


def unread_areas(table: Table[Iwo]) -> int:
    """IWO 23.2(5): how many areas nobody has read out. No US unit has been there, so they are the Japanese player's
    (3)."""
    state = table.state
    if state.whole(AreaCard):
        return 0
    named = len({near for area in state.areas for near in state.adjacent(area)} - set(state.areas))
    words = "how many areas of the map nobody has read out, all Japanese-controlled"
    return table.ask(
        Number(name="unread-areas", by="table", rule="IWO 23.2(5)", words=words, least=named, default=named)
    )
