"""BB 3.5 reef movement, 3.4.6 to 3.4.14, 3.6 unloading and landing, 1.7 the Long Pier, 1.8 obstacles, 3.4.9 the
tide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from domain.betio import facts as f
from domain.betio.charts import PIER_BASE, PIER_DROPS, PIER_END, PIER_WAY_IN, VESSELS, WRECK, HexCard
from domain.betio.clearing import abandon, clear
from domain.betio.common import HexName, Objections, UnitName, fine, heed, verbs
from domain.betio.course import ahead, beside_pier, down_the_pier, is_pier, off_course
from domain.betio.lines import standing
from domain.betio.points import left
from domain.betio.stacking import why_not_afloat, why_not_stack
from domain.betio.state import TIDE, Betio, Unit
from domain.betio.supply import deliver
from domain.betio.terrain import cost
from domain.betio.way import Entering, Price, in_full
from domain.kernel.facts import Gain
from domain.kernel.remembering import rests_on
from domain.kernel.table import Table
from domain.wargame.pieces import STANDING

PIER_LANDINGS = 2
"""BB 1.7.4."""


@rests_on(STANDING, "charts")
def afloat(state: Betio) -> tuple[str, ...]:
    """Units and vessels on the reef or the Long Pier; vessels on a beach too, which go back from there (3.4.14)."""
    return tuple(
        name for name, unit in state.units.items() if unit.stands and (unit.is_vessel or not on_land(state, unit.hex))
    )


def wades(unit: Unit) -> bool:
    """BB 1.8.1: whether a reef obstacle lets a unit pass."""
    return not (unit.is_vessel or unit.is_tank)


def on_land(state: Betio, hex: str) -> bool:
    """Whether a hex is one of Betio; the Long Pier is none."""
    card = state.ground(hex)
    return bool(card.area) and not card.pier


# ---- 3.5 a step ----


def why_not_impulse(state: Betio) -> Objections:
    """BB 2.1.3: an impulse of turn 1 that was given up."""
    if state.turn == 1 and state.impulse <= state.given_up:
        yield "BB 2.1.3", f"{state.given_up} impulses of this turn were given up"


def _on_the_way(state: Betio, unit: str, a: str, b: str) -> str:
    """What is said of a hex further off to which no way was found: the hex towards it, and what stands against that."""
    near = min(state.grid.neighbours(a), key=lambda hex: state.grid.distance(hex, b))
    barred = next((f"{why} [{rule}]" for rule, why in why_not_step(state, unit, a, near)), "")
    return f"no way there is open to {unit}: {barred}" if barred else f"each hex on the way is named, path={near},…,{b}"


def why_not_step(state: Betio, unit: str, a: str, b: str) -> Objections:
    """BB 3.4.8, 3.4.9, 1.7.7, 1.8.1, 3.5.2: what stands against a step on the reef or the pier; Higgins boats go by the
    tide (reading A-82)."""
    now, card = state.units[unit], state.ground(b)
    if not state.grid.adjacent(a, b):
        yield "BB 3.5.3", f"{b} is {state.grid.distance(a, b)} hexes from {a}, and {_on_the_way(state, unit, a, b)}"
        return
    if now.kind == "lcm" and not card.entry:
        yield "BB 3.4.8", f"{unit} leaves the Invasion Entry Hexes never"
    if now.kind == "higgins" and not card.entry and state.turn not in TIDE:
        yield "BB 3.4.8", f"{unit} leaves the Invasion Entry Hexes only on turns {TIDE[0]} to {TIDE[-1]}"
    if "reef-obstacle" in card.terrain and (now.is_vessel or now.is_tank):
        yield "BB 1.8.1", f"there is a reef obstacle in {b}"
    if card.pier or is_pier(state, a):
        yield from _on_the_pier(state, unit, a, b)
        return
    if on_land(state, b) and not card.landing:
        yield "BB 1.9.1", f"{b} is no Landing Beach Hex"
    elif not on_land(state, b) and "reef" not in card.terrain:
        yield "BB 3.5.1", f"{b} is no reef"
    if now.kind == "artillery":
        yield "BB 3.4.7", f"{unit} is artillery, and does not wade"
    to_the_wreck = (
        state.wrecks
        and now.kind in ("infantry", "hawkins")
        and state.grid.distance(b, WRECK) < state.grid.distance(a, WRECK)
    )  # 10.4.2
    if not (now.returning or now.shift or to_the_wreck) and b not in ahead(state, a, now.beach, wades=wades(now)):
        yield "BB 3.5.2", f"{b} is not on a shortest route from {a} to {now.beach or 'a beach'}"


def _on_the_pier(state: Betio, unit: str, a: str, b: str) -> Objections:
    """Reading A-63; BB 1.7.2 to 1.7.7: onto the Long Pier, along it and off it."""
    now = state.units[unit]
    if now.is_vessel or now.is_tank:
        yield "BB 1.7.7", f"{unit} does not enter the Long Pier"
    elif not is_pier(state, a) and b != PIER_WAY_IN:
        yield "BB 1.7.7", f"the Long Pier is entered at its end, or by {PIER_WAY_IN}"
    elif not is_pier(state, a) and now.kind not in ("infantry", "hawkins"):
        yield "BB 1.7.7", f"{unit} does not enter the Long Pier by {PIER_WAY_IN}: infantry does"
    elif is_pier(state, a) and b not in down_the_pier(state, a):
        yield "BB 1.7.2", f"{b} is not the next hex of the Long Pier from {a}"
    if now.kind == "artillery" and not state.pier_cleared:
        yield "BB 1.7.5", f"{unit} is artillery, and the Long Pier is not cleared"
    elif b == PIER_BASE and state.is_uncleared(PIER_BASE) and now.kind not in ("infantry", "hawkins"):
        yield "BB 1.7.3", f"infantry clears {PIER_BASE}, before others enter it"


def steps_onto_pier(state: Betio, a: str, b: str) -> bool:
    """BB 1.7.7: whether a step leads onto the Long Pier where it is not landed on."""
    return b == PIER_WAY_IN and not is_pier(state, a)


def why_not_go(state: Betio, unit: str, path: Sequence[str]) -> Objections:
    """BB 3.5: what stands against a path across the reef or along the pier; a pin does not (reading A-72)."""
    now = state.units[unit]
    yield from why_not_impulse(state)
    if not now.stands:
        yield "BB 3.5.1", f"{unit} is not on the reef"
        return
    if now.on_pier:
        yield "BB 1.7.4", f"{unit} has landed on the Long Pier in this turn: that is all it does"
    if on_land(state, now.hex) and standing(state, unit) == "isolated":
        yield "BB 7.9.2", f"{unit} is isolated"
    here, rest, stepped_on = now.hex, left(state, unit), now.stepped_on
    for n, hex in enumerate(path):
        yield from why_not_step(state, unit, here, hex)
        stepped_on = stepped_on or steps_onto_pier(state, here, hex)
        if stepped_on and hex == PIER_BASE and state.is_uncleared(hex):
            yield (
                "BB 4.5.1",
                f"{hex} is not cleared: without an assault who was landed at the end of the Long Pier enters it, "
                f"and {unit} was not",
            )
        points = cost(state, now.kind, here, hex)
        if points is None:
            yield "BB TEC", f"{unit} cannot enter {hex}"
            return
        if points > rest:
            yield "BB 3.5.3", f"{hex} costs more than the {f.points(rest)} AP left"
        rest -= points
        here = hex
        if n < len(path) - 1 and state.ground(hex).landing:
            yield "BB 3.6.1", f"{unit} goes ashore in {hex}, the first beach hex it comes to"
    if path and on_land(state, path[-1]):
        yield from why_not_land(state, unit, path[-1])
    elif path:
        yield from why_not_afloat(state, path[-1], unit)


def why_not_land(state: Betio, unit: str, hex: str) -> Objections:
    """BB 3.3, 3.6.1: whether who comes ashore, a vessel's passenger or who wades, may stack in a hex of the beach."""
    lands = state.units[unit].cargo if state.units[unit].is_vessel else unit
    if lands in state.units:
        yield from why_not_stack(state, hex, (lands,))


def open_ways(state: Betio, unit: str, end: str) -> Entering:
    """BB 3.5, 3.6.1: what each hex costs a unit on its way across the reef, where it may pass through it; the first
    beach hex is the last."""

    def entering(a: str, b: str) -> Price | None:
        points = cost(state, state.units[unit].kind, a, b)
        if points is None or (state.ground(b).landing and b != end) or not fine(why_not_step(state, unit, a, b)):
            return None
        return Price(points)

    return entering


def offers(state: Betio) -> Iterator[Mapping[str, Any]]:
    """A step ahead for each who is on the reef."""
    for unit in afloat(state):
        now = state.units[unit]
        if now.shift and fine(why_not_impulse(state)):
            yield {"units": (unit,)}
            continue
        near: tuple[str, ...] = (*ahead(state, now.hex, now.beach, wades=wades(now)), *down_the_pier(state, now.hex))
        if now.returning:
            near = state.grid.neighbours(now.hex)
        for hex in near:
            if fine(why_not_go(state, unit, (hex,))):
                yield {"units": (unit,), "path": (hex,)}


def straight_on(state: Betio, unit: str) -> tuple[str, ...]:
    """BB 3.5.2, 3.4.14: to the beach or down the pier, of an empty vessel back to an entry hex: as far as the AP last
    in this impulse."""
    now = state.units[unit]
    here, found = now.hex, list[str]()
    entries = [hex for hex, card in state.rows(HexCard).items() if card.entry]
    while True:
        near: tuple[str, ...] = (*ahead(state, here, now.beach, wades=wades(now)), *down_the_pier(state, here))
        if now.returning:
            far = min((state.grid.distance(here, hex) for hex in entries), default=0)
            near = tuple(
                hex
                for hex in state.grid.neighbours(here)
                if min(state.grid.distance(hex, entry) for entry in entries) < far
            )
        here = next((hex for hex in near if fine(why_not_go(state, unit, (*found, hex)))), "")
        if here:
            found.append(here)
        if not here or on_land(state, here):
            return tuple(found)


def way_off_course(state: Betio, unit: str) -> tuple[str, ...]:
    """BB 3.5.6: where a shifted unit goes in this impulse: in a row until its AP are spent, or a Landing Beach Hex is
    reached.

    Onto the Long Pier it is not pushed, and goes along it instead (1.7.7, reading A-39); where it cannot go on it
    stays.
    """
    now = state.units[unit]
    if now.shift == "":
        return ()
    here, rest, found = now.hex, left(state, unit), list[str]()
    for hex in beside(state, now.hex, off_course(state, now.hex, now.beach, now.shift, wades=wades(now))):
        points = cost(state, now.kind, here, hex) if not fine_reef(state, unit, here, hex) else None
        full = bool(state.ground(hex).landing) and not fine(why_not_land(state, unit, hex))
        if points is None or points > rest or full:
            break
        found.append(hex)
        rest -= points
        here = hex
        if state.ground(hex).landing:
            break
    return tuple(found)


def beside(state: Betio, start: str, course: Iterable[str]) -> Iterator[str]:
    """BB 1.7.7: a course, from where it would lead onto the Long Pier on along the pier, towards its base."""
    here = start
    for hex in course:
        if is_pier(state, hex):
            break
        yield hex
        here = hex
    else:
        return
    while here:
        far = state.grid.distance(here, PIER_BASE)
        near = (hex for hex in state.grid.neighbours(here) if beside_pier(state, hex) and not is_pier(state, hex))
        here = next((hex for hex in near if state.grid.distance(hex, PIER_BASE) < far), "")
        if here:
            yield here


def fine_reef(state: Betio, unit: str, a: str, b: str) -> bool:
    """Whether something stands against a step off course."""
    return (
        is_pier(state, b)
        or not fine(why_not_step(state, unit, a, b))
        or bool(state.standing(b) and not state.ground(b).landing)
    )


def go(table: Table[Betio], unit: str, path: Sequence[str]) -> None:
    """BB 3.5, 3.6: a unit or vessel goes on, and ashore where it comes to a beach; off course first (reading A-45)."""
    now = table.state.units[unit]
    shifted = bool(now.shift)
    if shifted:
        forced = way_off_course(table.state, unit)
        table.require(
            not path or tuple(path) in (forced, forced[-1:]),
            "BB 3.5.6",
            f"{unit} is off course: it goes {'-'.join(forced) or 'nowhere'}",
        )
        path = tuple(path) if path and tuple(path) != forced[-1:] and table.as_played else forced
    if shifted and not path:
        table.record(f.ReefMoved(rule="BB 3.5.6", units=(unit,), path=(), cost=0, left=(0,), shifted=True))
        table.record(f.ShiftPlaced(rule="BB 3.5.6", units=(unit,), shift=""))
        return
    path = path or straight_on(table.state, unit)
    table.require(bool(path), "BB 3.5.2", f"the way of {unit} is barred: say where it goes")
    if not path:
        table.by_hand(f"where does {unit} go?")
        return
    path = in_full(table.state, now.hex, path, open_ways(table.state, unit, path[-1]))
    heed(table, why_not_go(table.state, unit, path))
    here, spent = now.hex, 0
    for hex in path:
        spent += cost(table.state, now.kind, here, hex) or 0
        here = hex
    left_over = left(table.state, unit) - spent
    rest = 0 if shifted else max(0, left_over)  # off course it goes on until all are spent (3.5.6)
    rule = "BB 1.7.2" if is_pier(table.state, path[-1]) else "BB 3.5.1"
    stepped_on = steps_onto_pier(table.state, now.hex, path[0])
    table.record(
        f.ReefMoved(
            rule=rule, units=(unit,), path=tuple(path), cost=spent, left=(rest,), shifted=shifted, stepped_on=stepped_on
        )
    )
    abandon(table, now.hex)
    if shifted:
        table.record(f.ShiftPlaced(rule="BB 3.5.6", units=(unit,), shift=""))
    arrive(table, unit, late=left_over <= 0, shifted=shifted)


def keep_courses(table: Table[Betio]) -> None:
    """BB 3.5.6: who is off course and has not moved in this impulse goes as he must, before it ends (reading A-45)."""
    for unit in afloat(table.state):
        now = table.state.units[unit]
        if now.shift and not now.spent and now.stands:
            go(table, unit, ())


def arrive(table: Table[Betio], unit: str, *, late: bool, shifted: bool) -> None:
    """BB 3.6.1 to 3.6.3, 1.7.3: who has come to a beach hex is ashore, whatever it is (reading A-28).

    Infantry that was landed at the end of the pier and has come down to its base clears it (reading A-63). Who was
    ashore before lands no second time (7.6.1).
    """
    now = table.state.units[unit]
    if now.hex == PIER_BASE and not now.is_vessel:
        clears = now.kind in ("infantry", "hawkins") and not now.stepped_on
        if clears and not table.state.pier_cleared:
            table.record(f.PierCleared(rule="BB 1.7.3", unit=unit))
        if clears and table.state.is_uncleared(PIER_BASE):
            clear(table, PIER_BASE, (), "BB 1.7.3")
        if not now.landed:
            table.record(f.Landed(rule="BB 1.7.2", unit=unit, hex=now.hex))
    elif table.state.ground(now.hex).landing:
        if now.is_vessel and now.cargo:
            cargo = now.cargo if now.cargo in table.state.units else "supply"
            table.record(f.Landed(rule="BB 3.6.2", unit=cargo, vessel=unit, hex=now.hex, late=late))
            if now.cargo not in table.state.units:
                deliver(table, now.cargo.partition(" ")[2], now.hex)
        elif not now.is_vessel and not now.landed:
            table.record(f.Landed(rule="BB 3.5.6" if shifted else "BB 3.5.5", unit=unit, hex=now.hex))


# ---- 3.4.6, 3.4.10, 3.6.4, 3.6.5 unloading ----


def why_not_unload(state: Betio, vessel: str, hex: str, onto: str) -> Objections:
    """BB 3.4.6 to 3.4.12, 3.6.4, 1.7.4 to 1.7.6: what stands against unloading there (reading A-16)."""
    now = state.units[vessel]
    yield from why_not_impulse(state)
    if onto and now.stands and not now.is_vessel:
        yield "BB 3.4.11", f"{vessel} is in {now.hex}, and amtracks pick up nobody from there"
        return
    if not now.is_vessel or not now.stands:
        yield "BB 3.4.6", f"{vessel} is no vessel on the reef"
        return
    if not now.cargo:
        yield "BB 3.4.6", f"{vessel} carries nothing"
        return
    if now.spent:
        yield "BB 3.4.12", f"{vessel} has moved in this impulse: unloading takes all of it"
    if onto:
        yield from _onto(state, vessel, onto)
    elif hex in PIER_END:
        yield from _onto_pier(state, vessel, hex)
    else:
        if hex != now.hex or not state.ground(hex).entry:
            yield "BB 3.4.6", f"{vessel} unloads at the edge of the reef, in the Invasion Entry Hex where it is"
        if now.kind == "amtrack":
            yield "BB 3.6.1", f"{vessel} is an amtrack: it unloads on a beach, or at the end of the Long Pier"
        if now.cargo not in state.units:
            yield "BB 7.5.1", f"{now.cargo} lands on a beach, or on the pier"
        elif state.units[now.cargo].kind == "artillery":
            yield "BB 3.4.7", f"{now.cargo} is artillery, and does not wade"


def _onto(state: Betio, vessel: str, onto: str) -> Objections:
    """BB 3.4.10: from a Higgins boat onto an amtrack."""
    now, other = state.units[vessel], state.units[onto]
    if now.kind != "higgins" or other.kind != "amtrack":
        yield "BB 3.4.10", "a Higgins boat unloads onto an amtrack, and no other vessel"
    elif not other.stands or not state.grid.adjacent(now.hex, other.hex):
        yield "BB 3.4.10", f"{onto} is not next to {vessel}"
    elif other.cargo:
        yield "BB 3.4.10", f"{onto} carries {other.cargo}"
    elif other.spent:
        yield "BB 3.4.10", f"{onto} has moved in this impulse"


def _onto_pier(state: Betio, vessel: str, hex: str) -> Objections:
    now = state.units[vessel]
    unit = state.units.get(now.cargo)
    if now.hex not in PIER_DROPS or not state.grid.adjacent(now.hex, hex):
        yield "BB 3.6.5", f"vessels unload onto the Long Pier from {' or '.join(PIER_DROPS)}"
    if unit is None:
        if not state.pier_cleared:
            yield "BB 1.7.6", "the Long Pier is not cleared: no supply lands on it"
    elif unit.is_tank:
        yield "BB 1.7.7", f"{now.cargo} does not enter the Long Pier"
    elif unit.kind == "artillery" and not state.pier_cleared:
        yield "BB 1.7.5", f"{now.cargo} is artillery, and the Long Pier is not cleared"
    if unit is None:
        return
    if PIER_BASE in state.heads:
        if unit.kind != "artillery" or state.pier_artillery:
            yield (
                "BB 1.7.6",
                f"with a Supply Head in {PIER_BASE}, one artillery unit a turn lands on the Long Pier, and nobody else",
            )
    elif state.pier_landings >= PIER_LANDINGS:
        yield "BB 1.7.4", f"{PIER_LANDINGS} units have landed on the Long Pier in this turn"
    yield from why_not_afloat(state, hex, now.cargo)  # reading A-81


def _unloadings(state: Betio) -> Iterator[Mapping[str, Any]]:
    for vessel, now in state.units.items():
        if now.is_vessel and now.stands and now.cargo and not now.spent:
            for hex in (now.hex, *PIER_END):
                if fine(why_not_unload(state, vessel, hex, "")):
                    yield {"vessel": vessel, "hex": hex}
            others = (
                name for name, unit in state.units.items() if unit.kind == "amtrack" and unit.stands and not unit.cargo
            )
            yield from (
                {"vessel": vessel, "onto": onto} for onto in others if fine(why_not_unload(state, vessel, "", onto))
            )


@verbs("BB 3.4.6", side="us", phases=("reef",), offers=_unloadings)
def unload(table: Table[Betio], vessel: UnitName, hex: HexName = "", onto: UnitName = "") -> None:
    """BB 3.4.6, 3.4.12: a vessel at the edge of the reef unloads: `unload higgins-1`, onto the pier `unload higgins-1
    1431`, or onto=amtrack-2."""
    now = table.state.units[vessel]
    hex = hex or now.hex
    heed(table, why_not_unload(table.state, vessel, hex, onto))
    if not now.cargo or not now.stands:
        table.by_hand(f"{vessel} has nothing to unload")
        return
    pier = hex in PIER_END and not onto
    table.record(
        f.Unloaded(
            rule="BB 3.4.10" if onto else "BB 3.4.6", vessel=vessel, unit=now.cargo, hex=hex, onto=onto, pier=pier
        )
    )
    if pier and now.cargo not in table.state.units:
        deliver(table, now.cargo.partition(" ")[2], PIER_BASE)  # reading A-80


# ---- 3.4.14, 4.9.13 vessels again ----


def vessels_back(table: Table[Betio]) -> None:
    """BB 3.4.14, 4.9.13: empty vessels in entry hexes may load again; of two that are lost of a kind, one comes back
    (reading A-50, reading A-70)."""
    state = table.state
    back = tuple(
        name
        for name, now in state.units.items()
        if now.is_vessel and now.stands and not now.cargo and state.ground(now.hex).entry
    )
    if back:
        table.record(f.VesselGone(rule="BB 3.4.14", units=back))
    for kind in VESSELS:
        lost = [
            name
            for name, now in table.state.units.items()
            if now.kind == kind and now.box == "lost" and not now.exchanged
        ]
        if len(lost) > 1:
            steps = max(1, table.state.card(lost[0]).steps // 2)
            gain = Gain(side="us", unit=lost[0], steps=steps, cause="returned", now=steps)
            table.record(f.VesselReturned(rule="BB 4.9.13", units=(lost[0],), spent=lost[1], gains=(gain,)))
