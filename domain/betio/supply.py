"""BB 7 supply: points, Active Supply, Direct Supply, Supply Heads, who is found unsupplied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.betio import facts as f
from domain.betio.charts import PIER_BASE, HexCard, SupplyCard
from domain.betio.common import HexNames, Objections, UnitNames, fine, heed, line, named, roll, terms_of, total, verbs
from domain.betio.lines import (
    HEAD_DISTANCE,
    ISOLATED,
    at_any_distance,
    functioning,
    general,
    isolated_from,
    just_landed,
    linked,
    nearby,
    traces,
)
from domain.betio.state import FIRST_SUPPLY, Betio
from domain.kernel.facts import Modifier
from domain.kernel.table import Table

# ---- 7.1 supply points ----


def owed_supply(state: Betio) -> str:
    return "" if state.supply_turn == state.turn else "the supply die, `supply`"


def supply_terms(state: Betio) -> tuple[Modifier, ...]:
    """BB 7.1.3, 10.2.2, 10.3.2."""
    return terms_of(
        f.term("pier-head", PIER_BASE in functioning(state), "BB 7.1.3"),
        f.term("submarine", -state.submarine, "BB 10.2.2"),
        f.term("fleet-raid", -(state.fleet_raid == "supply"), "BB 10.3.2"),
    )


@verbs("BB 7.1.2", side="us", phases=("supply",), offers=lambda state: [{}] if owed_supply(state) else [])
def supply(table: Table[Betio]) -> None:
    """BB 7.1: the die on the Supply Point Table, from turn 3 on."""
    state = table.state
    table.require(state.turn >= FIRST_SUPPLY, "BB 7.1.1", f"supply begins on turn {FIRST_SUPPLY}")
    table.require(state.supply_turn != state.turn, "BB 7.1.2", "the supply die of this turn has been rolled")
    terms = supply_terms(state)
    (die,) = roll(table, "supply", "BB 7.1.2", "the Supply Point Table", terms)
    points = line(table, SupplyCard, total((die,), terms)).points
    table.record(f.SupplyRolled(rule="BB 7.1.2", supply_turn=state.turn, die=die, terms=terms, rolled=points))
    table.leave("supply")


def accumulate(table: Table[Betio]) -> None:
    """BB 7.7.1, 7.7.2: what was not sent goes to the pool, where a Supply Head functions; else it is lost (reading
    A-35)."""
    points = table.state.points
    if not points:
        return
    kept = bool(functioning(table.state)) or table.state.reading("A-35") == "kept"
    pool = table.state.pool + (points if kept else 0)
    table.record(f.SupplyAccumulated(rule="BB 7.7.1", pool=pool, lost=0 if kept else points))


# ---- 7.3 Active Supply ----


def why_not_activate(state: Betio, units: Sequence[str]) -> Objections:
    """BB 7.3.2 to 7.3.7, 7.3.10: what stands against Active Supply chits."""
    for unit in units:
        now = state.units[unit]
        if not state.may_assault(unit) or not now.stands:
            yield "BB 7.3.4", f"{unit} is no infantry or engineer unit on Betio"
        elif now.active:
            yield "BB 7.3.7", f"{unit} has an Active Supply chit"
        elif unit in due_free(state):
            yield "BB 7.3.7", f"{unit} has an Active Supply chit without cost in this turn (7.6.3)"
        elif not traces(state, unit):
            yield "BB 7.3.2", f"{unit} traces no line over cleared hexes to a Supply Head"
    at_hand = state.pool + (state.points if functioning(state) else 0)
    if len(units) > at_hand:
        yield "BB 7.3.3", f"{len(units)} points are needed, and there are {at_hand}"


def _activations(state: Betio) -> Iterator[Mapping[str, Any]]:
    if state.pool or state.points:
        yield from ({"units": (unit,)} for unit in state.ashore() if fine(why_not_activate(state, (unit,))))


@verbs("BB 7.3.3", side="us", phases=("allocate",), offers=_activations)
def activate(table: Table[Betio], units: UnitNames) -> None:
    """BB 7.3: Active Supply chits, a point from the pool for each: `activate 2/2-A,2/8-A`; their whole battalions have
    it nearby (7.3.5)."""
    heed(table, why_not_activate(table.state, units))
    from_pool = min(len(units), table.state.pool)
    table.record(
        f.ActiveSupplyGiven(
            rule="BB 7.3.6", units=units, pool=table.state.pool - from_pool, fresh=len(units) - from_pool
        )
    )


def due_free(state: Betio) -> tuple[str, ...]:
    """BB 7.6.3: who has a chit without cost on its third turn, since it has neither assaulted nor demolished in its
    first two."""
    return tuple(
        name
        for name in state.ashore()
        if state.may_assault(name)
        and (now := state.units[name]).landed
        and state.turn == now.landed + 2
        and not now.attacked_early
        and not now.active
    )


def free_supply(table: Table[Betio]) -> None:
    """BB 7.6.3: the chits that come without cost, before any action of the turn; no point is given out for one of them
    (7.3.7)."""
    if able := due_free(table.state):
        table.record(f.ActiveSupplyGiven(rule="BB 7.6.3", units=able, pool=table.state.pool, free=True))


def use_up(table: Table[Betio]) -> None:
    """BB 7.3.9, 13: who has assaulted or demolished in this turn, and is there still, loses the chit; not on turns 1
    and 2."""
    state = table.state
    spent = tuple(name for name, now in state.units.items() if now.active and now.attacked and now.stands)
    shared = [
        name
        for name, now in state.units.items()
        if now.attacked and not now.active and now.stands and not just_landed(state, name)
    ]
    for name in shared:  # who had it from another of its battalion: one chit of those nearby is used (reading A-56)
        mates = [
            other
            for other, one in state.units.items()
            if one.active and one.stands and one.battalion == state.units[name].battalion
        ]
        near = [other for other in mates if nearby(state, state.units[other].hex, state.units[name].hex)]
        if near and not any(other in spent for other in near):
            spent += (near[0],)
    if spent and state.turn >= FIRST_SUPPLY:
        table.record(f.ActiveSupplyUsed(rule="BB 7.3.9", units=tuple(dict.fromkeys(spent))))


# ---- 7.5 Direct Supply ----


def deliver(table: Table[Betio], battalion: str, hex: str) -> None:
    """BB 7.5.3, 7.5.5: units of the battalion in this or the next area, with a line to the hex, are in General and
    Active Supply.

    One of them has the chit, since a point is one (7.3.4), and the others share it (7.3.5); who is of no battalion, and
    needs no chit (7.3.10), is in General Supply by it too (reading A-92).
    """
    state = table.state
    able = tuple(
        name
        for name in state.ashore()
        if state.units[name].battalion in ("", battalion)
        and nearby(state, state.units[name].hex, hex)
        and linked(state, state.units[name].hex, hex)
    )
    without = [
        name
        for name in able
        if state.may_assault(name) and not state.units[name].active and name not in due_free(state)
    ]
    fighting = sorted(without, key=lambda name: traces(state, name))
    chit = tuple(fighting[:1])
    table.record(f.DirectSupplyLanded(rule="BB 7.5.3", battalion=battalion, hex=hex, units=chit, relieved=able))


# ---- 7.4 Supply Heads ----


def why_not_head(state: Betio, hex: str) -> Objections:
    """BB 7.4.1, 7.4.2: where a Supply Head may be (reading A-77); at the base of a pier that is not cleared by reading
    A-96."""
    card = state.ground(hex)
    if hex in state.heads:
        yield "BB 7.4.3", f"there is a Supply Head in {hex}"
    beach = card.landing or ("beach" in card.terrain and state.is_cleared(hex))
    near = state.near_japanese(hex, HEAD_DISTANCE - 1)
    if hex == PIER_BASE:
        free = at_any_distance(state, hex)
        if state.is_uncleared(hex) or not (free or (beach and not near)):
            yield "BB 1.7.6", f"{hex} is not cleared" if free else "the Long Pier is not cleared"
    elif not beach:
        yield "BB 7.4.1", f"{hex} is no invasion beach hex, nor a cleared beach hex"
    elif near:
        yield "BB 7.4.1", f"{hex} is less than {HEAD_DISTANCE} hexes from an uncleared hex"


def _heads(state: Betio) -> Iterator[Mapping[str, Any]]:
    rows = state.rows(HexCard)
    yield from ({"hexes": (hex,)} for hex in rows if state.area_of(hex) and fine(why_not_head(state, hex)))


@verbs("BB 7.4.3", side="us", phases=("heads",), offers=_heads)
def head(table: Table[Betio], hexes: HexNames) -> None:
    """BB 7.4: Supply Heads, in beach hexes three hexes from any uncleared one, or at the base of the pier: `head
    2731`."""
    hexes = named(hexes)
    for hex in hexes:
        heed(table, why_not_head(table.state, hex))
    table.record(f.HeadsPlaced(rule="BB 7.4.3", places=hexes))


# ---- 7.8, 7.9 ----


def check_supply(table: Table[Betio]) -> None:
    """BB 7.8.1, 7.2.3, 7.9.1: who traces no line spends his Active Supply chit, or is unsupplied, and in the end
    isolated."""
    state = table.state
    spent = tuple(name for name in state.ashore() if state.units[name].active and not general(state, name))
    if spent:
        table.record(f.ActiveSupplyUsed(rule="BB 7.2.3", units=spent))
    found: dict[str, int] = {}
    for name in state.ashore():
        before = state.units[name].unsupplied
        phases = 0 if general(state, name) or name in spent else before + 1
        if phases != before:
            found[name] = phases
    if found:
        isolated = isolated_from(state)
        words = "" if isolated == ISOLATED else f.as_found(found, isolated)
        table.record(f.SupplyFound(rule="BB 7.8.1", units=tuple(found), phases=tuple(found.values()), words=words))
