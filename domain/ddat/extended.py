"""DDaT 15.1 V, 16, 17: the Engineer and HQ Phase. Support markers, garrisons, command posts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.ddat import facts as f
from domain.ddat.charts import GRID, CommandSpace
from domain.ddat.common import PositionName, UnitName, verbs
from domain.ddat.communication import connected, japanese_fields, us_connected
from domain.ddat.state import MAP, Ddat
from domain.kernel.table import Table

FARTHEST = 5
"""The farthest a command post commands (16.0)."""


def supporters(state: Ddat, beach_only: bool = False) -> tuple[str, ...]:
    """DDaT 17.0 (reading AMB-16): SP engineers in US communication and outside the fields of Japanese units."""
    safe = us_connected(state)
    return tuple(
        name
        for name, now in state.units.items()
        if now.box == MAP and state.card(name).support and now.hex in safe and not state.under_fire(now.hex, disrupted_too=True)
        and (not beach_only or now.hex in state.board.beach)
    )  # fmt: skip


def take_support(table: Table[Ddat]) -> None:
    """DDaT 15.1 V(1), 17.0: a marker for each eligible engineer; none while they take cover (EV)."""
    state = table.state
    if state.no_support:
        table.record(f.NothingDone(rule="DDaT EV", what="support markers", why="the engineers take cover"))
        return
    engineers = supporters(state, table.reading("AMB-16") == "beach")
    table.record(f.MarkersTaken(rule="DDaT 17.0", kind="support", count=len(engineers), why=", ".join(engineers)))


def _spend(table: Table[Ddat], on: str) -> None:
    table.require(table.state.support > 0, "DDaT 17.0", "no support marker is left: one for each eligible SP engineer")
    table.record(f.MarkerSpent(rule="DDaT 17.1", kind="support", on=on))


# ---- 17.2 garrisons ----


def may_garrison(state: Ddat, position: str) -> str:
    """DDaT 17.2: why no garrison can be placed in a position; "" when it can."""
    hex = state.place(position).hex
    if state.positions[position].unit or state.positions[position].garrison:
        return f"{position} is held by {'a garrison' if state.positions[position].garrison else 'a Japanese unit'}"
    if not any(state.at(h) for h in (hex, *GRID.neighbours(hex))):
        return f"no US unit is in or next to {position}"
    if hex in japanese_fields(state) or state.under_fire(hex, disrupted_too=True):
        return f"{position} is in the field of fire of a Japanese unit; disrupted ones count"
    return "" if hex in us_connected(state) else f"{position} is not in US communication"


def _garrisons(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if state.support:
        near = {h for hex in state.us_hexes() for h in (hex, *GRID.neighbours(hex))}
        for name in state.positions:
            if state.place(name).hex in near and not may_garrison(state, name):
                yield {"position": name}


@verbs("DDaT 17.2", side="us", steps=("engineer",), offers=_garrisons)
def garrison(table: Table[Ddat], position: PositionName) -> None:
    """DDaT 17.2: a support marker becomes the garrison of a position hex."""
    why = may_garrison(table.state, position)
    table.require(not why, "DDaT 17.2", why)
    _spend(table, f"a garrison in {position}")
    table.record(f.GarrisonPlaced(rule="DDaT 17.2", position=position))


# ---- 17.3 removing disruption ----


def _reliefs(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if state.support:
        safe = us_connected(state)
        yield from ({"unit": n} for n, u in state.units.items() if u.box == MAP and u.disrupted and u.hex in safe)


@verbs("DDaT 17.3", side="us", steps=("engineer",), offers=_reliefs)
def relieve(table: Table[Ddat], unit: UnitName) -> None:
    """DDaT 17.3: a support marker takes the disrupted marker off a unit in US communication."""
    state = table.state
    table.require(state.units[unit].disrupted, "DDaT 17.3", f"{unit} is not disrupted")
    table.require(state.units[unit].hex in us_connected(state), "DDaT 17.1", f"{unit} is not in US communication")
    _spend(table, f"{unit} recovers")
    table.record(f.UnitsRecovered(rule="DDaT 17.3", units=(unit,)))


# ---- 16 command posts ----


def may_convert(state: Ddat, hq: str) -> str:
    """DDaT 16.1 (reading AMB-37): why an HQ cannot become a command post where it is."""
    hex = state.units[hq].hex
    linked = connected(state)
    for name in state.positions:
        field = state.board.dots[state.board.group_of[name]]
        potential = bool(state.positions[name].unit) or (name in linked and not state.us_held(name))
        if hex in field and potential:
            return f"{hex} is in the potential field of fire of {name}"
    held = state.under_fire(hex, disrupted_too=True)
    return f"{hex} is in the field of fire of {held[0]}" if held else ""


def _conversions(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name, now in state.units.items():
        if now.box == MAP and not now.post and state.card(name).type == "hq" and name not in state.established and not may_convert(state, name):
            yield {"unit": name}


@verbs("DDaT 16.1", side="us", steps=("engineer",), offers=_conversions)
def post(table: Table[Ddat], unit: UnitName) -> None:
    """DDaT 16.1: an HQ becomes a command post, outside every potential Japanese field of fire."""
    state = table.state
    table.require(state.card(unit).type == "hq" and state.units[unit].box == MAP, "DDaT 16.1", f"{unit} is no HQ on the map")
    table.require(not state.units[unit].post, "DDaT 16.1", f"{unit} is a command post already")
    why = may_convert(state, unit)
    table.require(not why, "DDaT 16.1", why)
    table.record(f.CommandChanged(rule="DDaT 16.1", unit=unit, space=1, why="established"))


def last_space(state: Ddat) -> int:
    """The last known space of the Command Post track."""
    return max((int(name) for name in state.rows(CommandSpace) if name.isdecimal()), default=1)


def at_the_end(state: Ddat, space: int) -> bool:
    """Whether a range marker can go no farther: five hexes are the most (16.0), or the track is known to end there."""
    here = state.rows(CommandSpace).get(str(space))
    return (here is not None and here.range >= FARTHEST) or (CommandSpace.CHART in state.complete and space >= last_space(state))


def _extensions(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name, now in state.units.items():
        may = now.box == MAP and now.post and name not in state.established and not state.under_fire(now.hex)
        if may and now.post < last_space(state) and not at_the_end(state, now.post):
            yield {"unit": name}


@verbs("DDaT 16.2", side="us", steps=("engineer",), offers=_extensions)
def extend(table: Table[Ddat], unit: UnitName) -> None:
    """DDaT 16.2: the range marker of a command post established before goes one space on."""
    state = table.state
    now = state.units[unit]
    table.require(bool(now.post), "DDaT 16.2", f"{unit} is no command post")
    table.require(unit not in state.established, "DDaT 16.2", f"{unit} was established or advanced in this phase")
    table.require(not state.under_fire(now.hex), "DDaT 16.2", f"{unit} is in the field of fire of an occupied position")
    table.require(not at_the_end(state, now.post), "DDaT 16.2", f"the range marker of {unit} is at the end of the track")
    space = table.read(CommandSpace, str(now.post + 1))
    table.record(f.CommandChanged(rule="DDaT 16.2", unit=unit, space=now.post + 1, why=f"range {space.range}"))


def _abandonments(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name, now in state.units.items():
        if now.box == MAP and now.post and state.under_fire(now.hex):
            yield {"unit": name}


@verbs("DDaT 16.11", side="us", steps=("engineer",), offers=_abandonments)
def abandon(table: Table[Ddat], unit: UnitName) -> None:
    """DDaT 16.11: a command post is a headquarters again, on its plain side."""
    table.require(bool(table.state.units[unit].post), "DDaT 16.11", f"{unit} is no command post")
    table.record(f.CommandChanged(rule="DDaT 16.11", unit=unit, space=0, why="abandoned"))
