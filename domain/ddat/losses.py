"""DDaT 2.21, 6.32, 6.33, 14.1: US units lose steps, are disrupted and leave play."""

from __future__ import annotations

from functools import partial

from domain.ddat import facts as f
from domain.ddat.common import Objections, choose, unbarred
from domain.ddat.state import FULL_STRENGTH, MAP, Ddat
from domain.kernel.facts import Loss
from domain.kernel.table import Table

DECISIVE = ("20-november", "two-days")
"""Scenarios in which a catastrophic loss is a decisive one (18.0)."""


def lose_step(
    table: Table[Ddat],
    unit: str,
    rule: str,
    cause: f.Cause,
    *,
    by: tuple[str, ...] = (),
    card: str = "",
    hit: bool = False,
) -> None:
    """DDaT 2.21, 6.32: a US unit loses a step.

    Infantry that falls to two steps leaves its counter in the Infantry Loss box; the last step removes the unit.
    """
    steps = table.state.units[unit].steps
    if steps <= 0:
        table.by_hand(f"{unit} has no step to lose")
        return
    left = steps - 1
    boxed = left == FULL_STRENGTH - 1 and table.state.card(unit).type == "infantry"
    loss = Loss(side="us", unit=unit, steps=1, cause=cause, left=left, eliminated=left == 0)
    table.record(f.StepLost(rule=rule, losses=(loss,), hit=hit, boxed=boxed, by=by, card=card))
    if left == 0:
        remove_unit(table, unit, rule, cause)
    elif boxed:
        check_catastrophe(table)


def eliminate(table: Table[Ddat], unit: str, rule: str, cause: f.Cause) -> None:
    """A US unit is lost whole, with all steps it has."""
    loss = Loss(side="us", unit=unit, steps=table.state.units[unit].steps, cause=cause, left=0, eliminated=True)
    remove_unit(table, unit, rule, cause, losses=(loss,))


def remove_unit(table: Table[Ddat], unit: str, rule: str, cause: f.Cause, *, losses: tuple[Loss, ...] = ()) -> None:
    """DDaT 10.11, 14.1: a US unit leaves play, with the heroes that are part of it (reading AMB-24), infantry at full
    strength into the loss box.

    Major Ryan goes to another unit in the hex, unless he is inspired (10.17).
    """
    state = table.state
    now = state.units[unit]
    goes = partial(why_not_ryans_next, state, unit)
    boxed = now.steps >= FULL_STRENGTH and state.card(unit).type == "infantry"
    table.record(f.UnitsRemoved(rule=rule, units=(unit,), cause=cause, losses=losses, boxed=boxed))
    if state.ryan == unit:
        others = unbarred(state.at(now.hex), goes)
        to = choose(table, "ryan", others, "DDaT 10.17", "Major Ryan goes to another unit of the hex", goes)
        table.record(f.RyanPlaced(rule="DDaT 10.17", unit=to))
    if boxed:
        check_catastrophe(table)


def why_not_ryans_next(state: Ddat, lost: str, unit: str) -> Objections:
    """DDaT 10.17: why Major Ryan does not go to a unit when his own is lost."""
    if state.ryan_inspired:
        yield "DDaT 10.17", "Major Ryan is no more than an inspiration, and is lost with his unit"
    elif unit == lost or state.units[unit].hex != state.units[lost].hex:
        yield "DDaT 10.17", f"{unit} is not in the hex of {lost}"


def check_catastrophe(table: Table[Ddat]) -> None:
    """DDaT 14.1, 18.0 (reading AMB-22): from turn 2 on, the game ends at once when no infantry on the map has three
    steps."""
    state = table.state
    if state.turn < 2 or not state.set_up or state.result or state.full_strength_infantry():
        return
    if state.reading("AMB-22") == "loss-box" and any(name not in state.loss_box for name in state.entered):
        return
    decisive = "decisive, " if state.scenario in DECISIVE else ""
    table.end(
        "DDaT 14.1",
        "jp",
        f"a {decisive}catastrophic loss, no infantry on the map has three steps",
        by="catastrophic-loss",
    )


def disrupt(table: Table[Ddat], unit: str, rule: str) -> None:
    """A US unit is disrupted; once is enough (6.33), leaders never are (10.32)."""
    now = table.state.units[unit]
    if now.disrupted or table.state.card(unit).leader or now.box != MAP:
        return
    table.record(f.UnitsDisrupted(rule=rule, units=(unit,), shaken=table.state.phase in ("action", "combat")))
