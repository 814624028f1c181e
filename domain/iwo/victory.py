"""IWO 23, 24: points are scored at once, and may end the game; so may the last unit of a side."""

from __future__ import annotations

from domain.iwo import facts as f
from domain.iwo.charts import UnitCard
from domain.iwo.concealed import unseen_steps
from domain.iwo.state import LANDING, OTHER, RESERVE, SIDES, Iwo
from domain.kernel.facts import Fact
from domain.kernel.questions import YesNo
from domain.kernel.table import Table

TURNS = 9
"""Turns of a game, whose points are counted after the last one (IWO 24(3))."""

WINNING = 40
"""Victory points that end the game at once (IWO 3, 24(2))."""


def award(table: Table[Iwo], fact: Fact) -> None:
    """IWO 24(2): points are scored at once, and 40 of them end the game."""
    table.record(fact)
    check_points(table)


def check_points(table: Table[Iwo]) -> None:
    """IWO 24(2): 40 points end the game."""
    for side, have in (("us", table.state.vp_us), ("jp", table.state.vp_jp)):
        if have >= WINNING:
            table.end_once("IWO 24(2)", side, f"the {SIDES[side]} have {have} victory points", "victory-points")


def survives(state: Iwo, side: str) -> bool | None:
    """IWO 24(1): whether a side has a unit on the map; None where only the Japanese player can tell.

    Reading R-11: not while US units wait to land; before any has been ashore the question does not arise. Where the
    record does not know of every Japanese unit, what everybody knows decides whether he is asked: nobody is seen, and
    damage may have taken all who are not.
    """
    units = {name: unit for name, unit in state.units.items() if unit.side == side and state.card(name).ground}
    alive = [unit for unit in units.values() if unit.steps > 0]
    there = any(unit.area in state.areas for unit in alive)
    if side == "us":
        ashore = state.landed or any(unit.out in ("eliminated", "overstacked") for unit in units.values())
        waiting = any(unit.area in (LANDING, RESERVE) and unit.out in ("", "not-entered") for unit in alive)
        return there or not ashore or (waiting and state.reading("R-11") == "go-on")
    if any(unit.area in state.areas and unit.status == "revealed" for unit in alive):
        return True
    if state.whole(UnitCard) and all(unit.area for unit in alive):
        return there
    return True if unseen_steps(state) > state.damage_passed or (there and state.on_paper) else None


def check_survivors(table: Table[Iwo], side: str) -> None:
    """IWO 24(1): a side without surviving units on the map has lost. Where the record cannot know, the Japanese player
    is asked."""
    state = table.now()
    if state.result:
        return
    alive = survives(state, side)
    if alive is None:
        known = state.on_map("jp")
        question = YesNo(
            name="survivors",
            by="jp",
            rule="IWO 24(1)",
            words="whether any Japanese unit is alive, on either map",
            default=True,
            shown_to="jp",
            check=lambda alive: "there are units alive on the MilOps map" if known and not alive else "",
        )
        alive = table.ask(question)
    if not alive:
        table.end_once("IWO 24(1)", OTHER[side], f"no {SIDES[side]} unit survives on the map", "no-survivors")


def compare(table: Table[Iwo]) -> None:
    """IWO 24(3): after the last turn, who has more points; nobody, with as many (reading R-24)."""
    us, jp = table.state.vp_us, table.state.vp_jp
    winner = "us" if us > jp else "jp" if jp > us else ""
    score = f"{max(us, jp)} victory points to {min(us, jp)} after turn {TURNS}"
    why = f"the {SIDES[winner]} have {score}" if winner else f"{us} victory points each after turn {TURNS}"
    by: f.EndCode = "final-count"
    table.end("IWO 24(3)", winner, why, by=by)


def judge(table: Table[Iwo]) -> None:
    """IWO 24: the end of the game by where it stands, as far as the record knows: 40 points, no survivors, or the count
    after the last turn."""
    check_points(table)
    for side in SIDES:
        if survives(table.state, side) is False:
            check_survivors(table, side)
    if table.state.turn >= TURNS and table.state.phase == "end":
        compare(table)
