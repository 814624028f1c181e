"""BB 4.9 recovery, 1.3 improved positions, 9 the Final Phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.betio import facts as f
from domain.betio import morale
from domain.betio.charts import RecoveryCard
from domain.betio.common import Objections, UnitNames, fine, heed, line, named, roll, terms_of, total, verbs
from domain.betio.lines import functions, general, standing
from domain.betio.movement import why_not_act
from domain.betio.points import has_integrity, integrity
from domain.betio.state import MARINE, REGIMENTS, Betio
from domain.kernel.facts import Gain, Modifier
from domain.kernel.table import Table

DISTANCE, SUPPLY = 3, 4
"""BB 4.9.2, 4.9.3."""
CAPS = ((4000, None), (3000, 4), (2000, 2))
"""BB 4.9.8, 4.9.9, 4.9.10, 4.9.11: at so many casualties, so many steps below full strength; None for no recovery at
all."""


# ---- 1.3 improved positions ----


def why_not_dig(state: Betio, unit: str) -> Objections:
    """BB 1.3.1, 1.3.2: what stands against building an improved position."""
    now = state.units[unit]
    if now.is_tank or now.is_vessel:
        yield "BB 1.3.1", f"{unit} builds no improved position"
    yield from why_not_act(state, unit)
    if now.spent:
        yield "BB 1.3.2", f"{unit} has done something in this turn: an improved position takes all its AP"
    if now.hex in state.hexes and state.hexes[now.hex].position == "complete":
        yield "BB 1.3.3", f"there is an improved position in {now.hex}"


def _digs(state: Betio) -> Iterator[Mapping[str, Any]]:
    yield from ({"units": (unit,)} for unit in state.ashore() if fine(why_not_dig(state, unit)))


@verbs("BB 1.3.2", side="us", phases=("actions",), offers=_digs)
def dig(table: Table[Betio], units: UnitNames) -> None:
    """BB 1.3: units build an improved position with all their AP of the turn; it is complete in the Final Phase: `dig
    10/1`."""
    for unit in units:
        heed(table, why_not_dig(table.state, unit))
    for hex in dict.fromkeys(table.state.units[unit].hex for unit in units):
        there = tuple(unit for unit in units if table.state.units[unit].hex == hex)
        table.record(f.DiggingBegun(rule="BB 1.3.2", units=there, hex=hex))


# ---- 4.9 recovery ----


def cap(state: Betio, unit: str) -> int | None:
    """BB 4.9.7 to 4.9.11, 5.2.1: up to how many steps a unit may recover; None where nobody recovers."""
    full_strength = state.card(unit).steps
    for casualties, below in CAPS:
        if state.casualties >= casualties:
            return None if below is None else full_strength - below
    return full_strength


def why_not_recover(state: Betio, unit: str) -> Objections:
    """BB 4.9.1 to 4.9.4, 4.9.11 to 4.9.13, 7.9.2: what stands against a Recovery Action."""
    now = state.units[unit]
    if now.is_tank:
        yield "BB 4.9.12", f"{unit} is a tank, and never recovers"
    elif now.is_vessel:
        yield "BB 4.9.13", f"{unit} is a vessel, and never recovers"
    yield from why_not_act(state, unit)
    if not state.lost_steps(unit):
        yield "BB 4.9.1", f"{unit} has lost no steps"
    most = cap(state, unit)
    if most is None:
        yield "BB 4.9.11", f"with {state.casualties} casualties nobody recovers"
    if now.spent or (now.landed and now.landed == state.turn):
        yield "BB 4.9.2", f"{unit} has done something in this turn"
    if now.stands and state.near_japanese(now.hex, DISTANCE - 1):
        yield "BB 4.9.2", f"{unit} is less than {DISTANCE} hexes from an uncleared hex"
    if now.trapped:
        yield "BB 4.9.4", f"{unit} has lost a step to booby traps or snipers in this turn"
    if standing(state, unit) == "isolated":
        yield "BB 7.9.2", f"{unit} is isolated"
    elif now.stands and not near_supply(state, unit) and not now.active and not _as_unsupplied(state, unit):
        yield (
            "BB 4.9.3",
            f"{unit} is not in General Supply within {SUPPLY} hexes of a Supply Head, and has no Active Supply "
            "chit to spend",
        )


def _as_unsupplied(state: Betio, unit: str) -> bool:
    """BB 7.8.3, reading A-11: whether an unsupplied unit attempts recovery all the same."""
    return state.reading("A-11") == "any" and standing(state, unit) == "unsupplied"


def near_supply(state: Betio, unit: str) -> bool:
    """BB 4.9.3."""
    here = state.units[unit].hex
    return general(state, unit) and any(
        functions(state, head) and state.grid.distance(here, head) <= SUPPLY for head in state.heads
    )


def _recoveries(state: Betio) -> Iterator[Mapping[str, Any]]:
    yield from (
        {"units": (unit,)} for unit in state.ashore() if state.lost_steps(unit) and fine(why_not_recover(state, unit))
    )


@verbs("BB 4.9.1", side="us", phases=("actions",), offers=_recoveries)
def recover(table: Table[Betio], units: UnitNames) -> None:
    """BB 4.9: units that have lost steps do nothing else in this turn; their dice come in the Morale Phase: `recover
    1/2-A,1/2-B,1/2-E`."""
    units = named(units)
    for unit in units:
        heed(table, why_not_recover(table.state, unit))
    state = table.state  # reading A-75: a chit is spent as the attempt is declared
    chits = tuple(
        unit
        for unit in units
        if state.units[unit].active and not near_supply(state, unit) and not _as_unsupplied(state, unit)
    )
    table.record(f.RecoveryBegun(rule="BB 4.9.17", units=units, chits=chits))


def due(state: Betio) -> tuple[str, ...]:
    """Who has still to roll: nobody whose recovery has failed."""
    return tuple(
        name
        for name, now in state.units.items()
        if now.recovering and not now.spoiled and now.steps and name not in state.done
    )


def owed_recovery(state: Betio) -> str:
    return "the dice of recovery, `recovery`" if due(state) else ""


def recovery_terms(table: Table[Betio], unit: str) -> tuple[Modifier, ...]:
    """BB 4.9.15, 4.9.16, 4.2.6: the sign of Marine General Morale, the night, and Battalion Integrity."""
    general_morale = table.state.morale(MARINE)
    return (
        *terms_of(
            f.term("marine-morale", (general_morale > 0) - (general_morale < 0), "BB 4.9.15"),
            f.term("night", int(table.state.night), "BB 4.9.16"),
        ),
        *integrity(table, (unit,), "recovery"),
    )


@verbs("BB 4.9.6", side="us", phases=("recovery",), name="recovery", offers=lambda state: [{}] if due(state) else [])
def recovery_dice(table: Table[Betio]) -> None:
    """BB 4.9.6, 8.5.5: a die for each unit that has attempted recovery and was not disturbed; then the regiments'
    morale (4.9.14)."""
    while units := due(table.state):
        table.mark()
        unit = units[0]
        terms = recovery_terms(table, unit)
        (die,) = roll(table, "recovery", "BB 4.9.6", f"recovery of {unit}", terms, (unit,))
        steps = line(table, RecoveryCard, total((die,), terms)).steps
        table.record(f.RecoveryRolled(rule="BB 4.9.6", unit=unit, die=die, terms=terms, steps=steps))
        gain_steps(table, unit, steps)
    table.mark()
    finish(table)
    table.leave("recovery")


def gain_steps(table: Table[Betio], unit: str, steps: int) -> None:
    """BB 4.9.7, 3.8.5: steps back, as far as the casualties allow (reading A-18); turned again with more than half."""
    state = table.state
    most, now = cap(state, unit), state.units[unit]
    gained = max(0, min(steps, (most or 0) - now.steps))
    if gained:
        after = now.steps + gained
        turned = (unit,) if now.reversed and 2 * after > state.card(unit).steps else ()
        gain = Gain(side="us", unit=unit, steps=gained, cause="recovery", now=after)
        table.record(f.StepsRecovered(rule="BB 4.9.6", gains=(gain,), turned=turned))


def finish(table: Table[Betio]) -> None:
    """BB 4.9.14: a whole battalion that attempted recovery with integrity raises its regiment, once a turn; then the
    chits are taken off."""
    trying = tuple(name for name, now in table.state.units.items() if now.recovering)
    for battalion in dict.fromkeys(table.state.units[name].battalion for name in trying):
        if battalion and recovered_together(table.state, battalion):
            regiment = next(now.regiment for now in table.state.units.values() if now.battalion == battalion)
            if regiment in REGIMENTS and regiment not in table.state.raised:
                morale.move(table, regiment, 1, "recovery", "BB 4.9.14", battalion)
    if trying:
        table.record(f.RecoveriesOver(rule="BB 4.9.17", units=trying))


def recovered_together(state: Betio, battalion: str) -> bool:
    """BB 4.9.14: both infantry units and the engineers attempted it, with Battalion Integrity, and one at least has
    recovered."""
    every = [name for name, now in state.units.items() if now.battalion == battalion and now.fights]
    living = [name for name in every if state.units[name].steps]
    return (
        len(living) == len(every) > 0
        and all(state.units[name].recovering and has_integrity(state, name) for name in every)
        and any(name in state.recovered for name in every)
    )


# ---- 9 the Final Phase ----


def final(table: Table[Betio]) -> None:
    """BB 9: improved positions are complete, fire suppression is taken off, pins are turned."""
    state = table.state
    begun = tuple(hex for hex, now in state.hexes.items() if now.position == "in-process")
    diggers = {now.hex for now in state.units.values() if now.digging and now.stands}
    dug, lost = tuple(hex for hex in begun if hex in diggers), tuple(hex for hex in begun if hex not in diggers)
    if lost:
        table.record(f.PositionsLost(rule="BB 1.3.4", places=lost))
    if dug:
        table.record(f.PositionsCompleted(rule="BB 9.1", places=dug))
    marked = tuple(hex for hex, now in state.hexes.items() if now.suppression)
    if marked:
        table.record(f.SuppressionRemoved(rule="BB 9.2", places=marked))
    pins = {name: now.pin - 1 for name, now in state.units.items() if now.pin}
    if pins:
        table.record(f.PinsTurned(rule="BB 9.3", pins=pins))
