"""BB 3.2, 3.4.1 to 3.4.5, 12 who enters where; 1.4 Bairiki; 7.5 Direct Supply on its way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Annotated, Any

from domain.betio import facts as f
from domain.betio import morale
from domain.betio.charts import PIER_END, HexCard
from domain.betio.common import HexName, Objections, UnitName, UnitNames, fine, heed, verbs
from domain.betio.lines import traces
from domain.betio.schedule import MURRAY, entry_of, why_not_yet
from domain.betio.stacking import why_not_afloat
from domain.betio.state import FIRST_SUPPLY, MARINE, Betio
from domain.kernel.questions import OneOf
from domain.kernel.table import Table
from domain.kernel.verbs import Named

HAWKINS = "hawkins"
BattalionName = Annotated[str, Named("battalion")]


def carries(state: Betio, vessel: str, unit: str) -> bool:
    """BB 3.4.1: tanks arrive in LCMs, all others in amtracks or Higgins boats."""
    return (state.units[vessel].kind == "lcm") == state.units[unit].is_tank


def why_not_vessel(state: Betio, vessel: str) -> Objections:
    """Whether a vessel is free to load."""
    now = state.units[vessel]
    if not now.is_vessel:
        yield "BB 3.4.5", f"{vessel} is no vessel"
    elif not now.steps:
        yield "BB 3.4.5", f"{vessel} is eliminated"
    elif now.box != "waiting":
        yield "BB 3.4.14", f"{vessel} is on the reef still"
    elif now.cargo:
        yield "BB 3.4.2", f"{vessel} carries {now.cargo}"


def why_not_hex(state: Betio, hex: str, beach: str) -> Objections:
    """BB 3.2.1, 3.2.2: an Invasion Entry Hex of the beach one is assigned to."""
    entry = state.ground(hex).entry
    if not entry:
        yield "BB 3.2.1", f"{hex} is no Invasion Entry Hex"
    elif beach and entry != beach:
        yield "BB 3.2.2", f"{hex} is an entry hex of {entry}, not of {beach}"


def why_not_enter(state: Betio, unit: str, hex: str, vessel: str) -> Objections:
    """BB 3.4, 12: what stands against a unit's entering there in this turn."""
    now, entry = state.units[unit], entry_of(state, unit)
    if now.is_vessel:
        yield "BB 3.4.5", f"{unit} is a vessel: say who enters, where, and aboard which vessel"
        return
    if now.box != "waiting" or not now.steps:
        yield "BB 3.4.4", f"{unit} is not waiting to land"
        return
    yield from why_not_yet(state, unit)
    if now.kind == HAWKINS:
        if vessel:
            yield "BB 3.4.3", f"{unit} needs no vessel"
        if hex not in PIER_END:
            yield "BB 3.4.3", f"{unit} begins in {' or '.join(PIER_END)}"
        yield from why_not_afloat(state, hex, unit)  # reading A-81
        return
    if not vessel:
        yield "BB 3.4.5", f"{unit} needs a vessel"
        return
    yield from why_not_vessel(state, vessel)
    if state.units[vessel].is_vessel and not carries(state, vessel, unit):
        yield (
            "BB 3.4.1",
            f"{unit} does not arrive in {vessel}: tanks come in LCMs, all others in amtracks or Higgins boats",
        )
    yield from why_not_hex(state, hex, entry.beach if entry else "")
    yield from why_not_afloat(state, hex, vessel)


def why_not_bound(state: Betio, unit: str, hex: str) -> Objections:
    """BB 3.2.1, 3.2.2: what stands against where a unit would enter, whatever vessel brings it."""
    now, entry = state.units[unit], entry_of(state, unit)
    if now.box == "waiting" and now.steps and not now.is_vessel and now.kind != HAWKINS:
        yield from why_not_hex(state, hex, entry.beach if entry else "")


def some_vessel(table: Table[Betio], unit: str) -> str:
    """BB 3.4.1, 3.4.5: the vessel that brings a unit, of those that are free; "" where it needs none, or none is."""
    state = table.state
    now = state.units[unit]
    if (
        now.kind == HAWKINS
        or now.is_vessel
        or now.box != "waiting"
        or not now.steps
        or not fine(why_not_yet(state, unit))
    ):
        return ""
    free = tuple(
        name
        for name, one in state.units.items()
        if one.is_vessel and fine(why_not_vessel(state, name)) and carries(state, name, unit)
    )
    if not free:
        return ""
    question = OneOf(
        name="vessel",
        by="us",
        rule="BB 3.4.5",
        words=f"the vessel that brings {unit}",
        options=free,
        default=free[0],
        names="unit",
    )
    return table.choose(question)


def _entries(state: Betio) -> Iterator[Mapping[str, Any]]:
    waiting = [
        name for name, unit in state.units.items() if unit.box == "waiting" and unit.steps and not unit.is_vessel
    ]
    free = [name for name in state.units if state.units[name].is_vessel and fine(why_not_vessel(state, name))]
    hexes = [hex for hex, card in state.rows(HexCard).items() if card.entry and not state.standing(hex)]
    for unit in waiting:
        if state.units[unit].kind == HAWKINS:
            yield from ({"unit": unit, "hex": hex} for hex in PIER_END if fine(why_not_enter(state, unit, hex, "")))
            continue
        vessel = next((name for name in free if carries(state, name, unit)), "")
        if vessel and fine(why_not_yet(state, unit)):
            yield from (
                {"unit": unit, "hex": hex, "vessel": vessel}
                for hex in hexes
                if fine(why_not_enter(state, unit, hex, vessel))
            )


@verbs("BB 3.4.4", side="us", phases=("place",), offers=_entries)
def enter(table: Table[Betio], unit: UnitName, hex: HexName, vessel: UnitName = "") -> None:
    """BB 3.4.4: a unit aboard a vessel in an Invasion Entry Hex of its beach: `enter 2/2-A 1435 amtrack-1`; Hawkins at
    the end of the pier.

    Where no vessel is named it is asked for.
    """
    if not vessel:
        heed(table, why_not_bound(table.state, unit, hex))
        vessel = some_vessel(table, unit)
    heed(table, why_not_enter(table.state, unit, hex, vessel))
    now = table.state.units[unit]
    if (
        now.is_vessel
        or now.box != "waiting"
        or not now.steps
        or (vessel and not fine(why_not_vessel(table.state, vessel)))
    ):
        table.by_hand(f"{unit} cannot enter so")
    beach = table.state.ground(hex).entry
    table.record(f.UnitEntered(rule="BB 3.4.4", vessel=vessel, cargo=unit, hex=hex, beach=beach))
    if now.battalion == MURRAY and not table.state.murray:
        table.record(f.MurrayCommitted(rule="BB 12.2"))
        morale.move(table, MARINE, -2, "murray", "BB 12.2", unit)


# ---- 1.4 Bairiki ----


def why_not_bairiki(state: Betio, unit: str) -> Objections:
    """BB 1.4.1, 1.4.2: artillery of the 10th that has not landed."""
    now = state.units[unit]
    if now.kind != "artillery":
        yield "BB 1.4.1", f"{unit} is no artillery of the 10th"
    elif now.box != "waiting" or not now.steps:
        yield "BB 1.4.2", f"{unit} is not off the map: nobody goes from Betio to Bairiki"
    else:
        yield from why_not_yet(state, unit)


def _to_bairiki(state: Betio) -> Iterator[Mapping[str, Any]]:
    yield from (
        {"units": (name,)}
        for name, unit in state.units.items()
        if unit.kind == "artillery" and fine(why_not_bairiki(state, name))
    )


@verbs("BB 1.4.1", side="us", phases=("place",), offers=_to_bairiki)
def bairiki(table: Table[Betio], units: UnitNames) -> None:
    """BB 1.4.1: artillery into the Bairiki Island Box, from where it supports on the two easternmost areas; it stays
    there."""
    for unit in units:
        heed(table, why_not_bairiki(table.state, unit))
    table.record(f.PlacedOnBairiki(rule="BB 1.4.1", units=units))


# ---- 7.5 Direct Supply ----


def battalions(state: Betio) -> tuple[str, ...]:
    """The battalions, by their names; who is of none, artillery, tanks and Hawkins, by its own."""
    return tuple(dict.fromkeys(unit.battalion or name for name, unit in state.units.items() if not unit.is_vessel))


def of_battalion(state: Betio, battalion: str) -> tuple[str, ...]:
    """The units of a battalion on Betio, or the one that is of none."""
    return tuple(name for name in state.ashore() if battalion == (state.units[name].battalion or name))


def why_not_send(state: Betio, battalion: str, vessel: str, hex: str) -> Objections:
    """BB 7.5.1, 7.5.2, 7.5.4: what stands against sending a battalion a supply point."""
    if state.turn < FIRST_SUPPLY:
        yield "BB 7.1.1", f"there are no supply points before turn {FIRST_SUPPLY}"
    elif not state.points:
        yield "BB 7.5.1", "no supply point of this turn is left"
    if battalion in state.direct or any(now.cargo == f"supply {battalion}" for now in state.units.values()):
        yield "BB 7.5.4", f"{battalion} has its one point of Direct Supply in this turn"
    mates = of_battalion(state, battalion)
    if all(traces(state, name) for name in mates):
        yield "BB 7.5.3", f"no unit of {battalion} on Betio lacks a line to a Supply Head"
    yield from why_not_vessel(state, vessel)
    if state.units[vessel].kind == "lcm":
        yield "BB 7.5.1", "amtracks, or Higgins boats, deliver supply"
    yield from why_not_hex(state, hex, "")
    yield from why_not_afloat(state, hex, vessel)


def _sendings(state: Betio) -> Iterator[Mapping[str, Any]]:
    if not state.points:
        return
    free = [name for name, unit in state.units.items() if unit.kind == "amtrack" and fine(why_not_vessel(state, name))]
    ashore = dict.fromkeys(
        state.units[name].battalion or name for name in state.ashore() if state.units[name].unsupplied
    )
    hexes = [hex for hex, card in state.rows(HexCard).items() if card.entry and not state.standing(hex)]
    for battalion in ashore:
        for vessel in free[:1]:
            yield from ({"battalion": battalion, "vessel": vessel, "hex": hex} for hex in islice(hexes, 6))


@verbs("BB 7.5.2", side="us", phases=("place",), offers=_sendings)
def send(table: Table[Betio], battalion: BattalionName, vessel: UnitName, hex: HexName) -> None:
    """BB 7.5.2: a supply point for a battalion, aboard an amtrack in an entry hex: `send 1/2 amtrack-3 1435`; it lands
    like a unit."""
    heed(table, why_not_send(table.state, battalion, vessel, hex))
    if not fine(why_not_vessel(table.state, vessel)):
        table.by_hand(f"{vessel} cannot be loaded")
    table.record(f.DirectSupplySent(rule="BB 7.5.4", battalion=battalion, vessel=vessel))
    table.record(
        f.UnitEntered(
            rule="BB 7.5.2", vessel=vessel, cargo=f"supply {battalion}", hex=hex, beach=table.state.ground(hex).entry
        )
    )
