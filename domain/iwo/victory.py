"""IWO 23, 24: points are scored at once, and may end the game; so may the last unit of a side."""

from __future__ import annotations

from domain.iwo import facts as f
from domain.iwo.charts import UnitCard
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
            end(table, "IWO 24(2)", side, f"the {SIDES[side]} have {have} victory points", "victory-points")


def survives(state: Iwo, side: str) -> bool | None:
    """IWO 24(1): whether a side has a unit on the map; None where only the Japanese player can tell.

    Reading R-11: not while US units wait to land; before any has been ashore the question does not arise. Of units whose place
    the record does not know some live as long as they have more steps than damage has ever been passed to the concealed.
    """
    units = {name: unit for name, unit in state.units.items() if unit.side == side and state.card(name).ground}
    alive = [unit for unit in units.values() if unit.steps > 0]
    if any(unit.area in state.areas for unit in alive):
        return True
    if side == "us":
        ashore = state.landed or any(unit.out in ("eliminated", "overstacked") for unit in units.values())
        waiting = any(unit.area in (LANDING, RESERVE) and unit.out in ("", "not-entered") for unit in alive)
        return not ashore or (waiting and state.reading("R-11") == "go-on")
    unseen = sum(unit.steps for unit in alive if not unit.area)
    return unseen > state.damage_passed or (None if unseen or not state.whole(UnitCard) else False)


def check_survivors(table: Table[Iwo], side: str) -> None:
    """IWO 24(1): a side without surviving units on the map has lost. Where the record cannot know, the Japanese player is asked."""
    if table.state.result:
        return
    alive = survives(table.state, side)
    if alive is None:
        words = "whether any Japanese unit is alive, on either map"
        alive = table.ask(YesNo(name="survivors", by="jp", rule="IWO 24(1)", words=words, default=True))
    if not alive:
        end(table, "IWO 24(1)", OTHER[side], f"no {SIDES[side]} unit survives on the map", "no-survivors")


def compare(table: Table[Iwo]) -> None:
    """IWO 24(3): after the last turn, who has more points; nobody, with as many (reading R-24)."""
    us, jp = table.state.vp_us, table.state.vp_jp
    winner = "us" if us > jp else "jp" if jp > us else ""
    score = f"{max(us, jp)} victory points to {min(us, jp)} after turn {TURNS}"
    why = f"the {SIDES[winner]} have {score}" if winner else f"{us} victory points each after turn {TURNS}"
    by: f.EndCode = "final-count"
    table.end("IWO 24(3)", winner, why, by=by)


def judge(table: Table[Iwo]) -> None:
    """IWO 24: the end of the game by where it stands, as far as the record knows: 40 points, no survivors, or the count after the last turn."""
    check_points(table)
    for side in SIDES:
        if survives(table.state, side) is False:
            check_survivors(table, side)
    if table.state.turn >= TURNS and table.state.step == "end":
        compare(table)


def end(table: Table[Iwo], rule: str, winner: str, why: str, by: f.EndCode) -> None:
    """The game is over, at once; one that a table plays on against the rules ends no second time."""
    if table.state.result is None:
        table.end(rule, winner, why, by=by)
