"""BRT CG6, CG3.3: Air Support."""

from __future__ import annotations

from typing import Literal

from domain.kernel.table import Table
from domain.reef import facts as f
from domain.reef.common import Objections, heed, roll, verbs
from domain.reef.state import INITIAL, Reef

ARRIVES = 2
"""BRT CG6: a dr of at most this."""


def why_no_air(state: Reef) -> Objections:
    """BRT CG6: when no Air Support dr is made."""
    if state.night:
        yield "BRT CG6", "there is no Air Support at night"
    if state.cg == "I" and state.number <= INITIAL:
        yield "BRT CG6", "there is no Air Support in the Initial Scenario of CG I"
    if state.fighters:
        yield "BRT CG6", "Air Support is on board"
    if (
        state.reading("R-11") == "game-turn" and state.mover != "us" and state.phase == "rally"
    ):  # elsewhere it is the phase that is wrong
        yield "BRT CG6", "the dr is made in the Marine Rally Phase (reading R-11)"


def owed_air(state: Reef) -> str:
    """BRT CG6: the dr has to be made in every Rally Phase it may be made in."""
    due = not any(why_no_air(state)) and state.air_turn < clock(state)
    return "the Air Support dr, `air`" if due else ""


def clock(state: Reef) -> int:
    """Game turns, or Player Turns, that have begun."""
    return 2 * state.turn + state.half


@verbs("BRT CG6", side="us", phases=("rally",), offers=lambda state: [{}] if owed_air(state) else [])
def air(table: Table[Reef]) -> None:
    """BRT CG6, CG3.3: the Air Support dr: with 2 or less '44 FB arrive; AR, SR, FFE, acquisitions and Battery Access
    go: `air 3`."""
    heed(table, why_no_air(table.state))
    table.require(not table.state.mover or table.state.air_turn < clock(table.state), "BRT CG6", "the dr has been made")
    die = roll(table, "air", "BRT CG6", "the Air Support dr", by="us")[0]
    table.record(f.AirRolled(rule="BRT CG6", turn=clock(table.state), die=die, came=die <= ARRIVES))
    if die > ARRIVES:
        return
    for name, now in table.state.modules.items():
        if now.counters:
            table.record(f.CountersPlaced(rule="BRT CG3.3", module=name))
    if lost := tuple(name for name, now in table.state.modules.items() if now.access or now.acquired):
        table.record(f.AccessLost(rule="BRT CG3.3", modules=lost))


@verbs(
    "BRT CG6",
    side="us",
    name="fb-gone",
    offers=lambda state: [{}] if state.fighters and state.phase == "defensive_fire" else [],
)
def fighters_gone(table: Table[Reef], why: Literal["left", "eliminated", "recalled"] = "left") -> None:
    """BRT CG6: the last FB has left, at the end of a friendly Defensive Fire Phase (reading R-35), or is lost: `fb-gone
    why=recalled`.

    Who leaves is on board until that phase is over: no NOBA, nor Battery Access, follows in it.
    """
    table.require(table.state.fighters, "BRT CG6", "no Air Support is on board")
    friendly = table.state.phase == "defensive_fire" and table.state.mover == "jp"
    table.require(why != "left" or friendly, "BRT CG6", "FB leave at the end of a friendly Defensive Fire Phase")
    table.record(f.FightersLeft(rule="BRT CG6", why=why, at_end=why == "left"))
