"""DDaT 15.1 V, 16, 17: the Engineer and HQ Phase. Support markers, garrisons, command posts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from domain.ddat import facts as f
from domain.ddat.charts import GRID, CommandSpace
from domain.ddat.common import Objections, PositionName, UnitName, heed, verbs
from domain.ddat.communication import connected, japanese_fields, us_connected
from domain.ddat.fields import field, under_fire
from domain.ddat.state import MAP, Ddat
from domain.kernel.table import Table

FARTHEST = 5
"""The farthest a command post commands (16.0)."""


# ---- 17.0, 17.1 support markers ----


def supporters(state: Ddat) -> tuple[str, ...]:
    """DDaT 17.0 (reading AMB-16): SP engineers in US communication, and so outside the fields of Japanese units."""
    safe = us_connected(state)
    if state.reading("AMB-16") == "beach":
        safe &= state.board.beach
    able = ((name, state.units[name].hex) for name in state.on_map() if state.card(name).support)
    return tuple(name for name, hex in able if hex in safe)


def take_support(table: Table[Ddat]) -> None:
    """DDaT 15.1 V(1), 17.0: a marker for each eligible engineer; none while they take cover (EV)."""
    if table.state.no_support:
        table.record(f.NothingDone(rule="DDaT EV", what="support-markers", why="the engineers take cover"))
        return
    engineers = supporters(table.state)
    table.record(f.MarkersTaken(rule="DDaT 17.0", kind="support", count=len(engineers), by=engineers))


def why_not_spend(state: Ddat) -> Objections:
    """DDaT 17.0: why no support marker can be spent."""
    if state.support <= 0:
        yield "DDaT 17.0", "no support marker is left: one for each eligible SP engineer"


def _spend(table: Table[Ddat], on: Literal["garrison", "recovery"], at: str) -> None:
    heed(table, why_not_spend(table.state))
    table.record(f.MarkerSpent(rule="DDaT 17.1", kind="support", on=on, at=at))


# ---- 17.2 garrisons ----


def why_not_garrison(state: Ddat, position: str) -> Objections:
    """DDaT 17.2: why no garrison can be placed in a position."""
    hex, now = state.place(position).hex, state.positions[position]
    if now.unit or now.garrison:
        yield "DDaT 17.2", f"{position} is held by {'a garrison' if now.garrison else 'a Japanese unit'}"
    elif not any(state.at(h) for h in (hex, *GRID.neighbours(hex))):
        yield "DDaT 17.2", f"no US unit is in or next to {position}"
    elif hex in japanese_fields(state):
        yield "DDaT 17.2", f"{position} is in the field of fire of a Japanese unit; disrupted ones count"
    elif hex not in us_connected(state):
        yield "DDaT 17.2", f"{position} is not in US communication"


def _garrisons(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if not any(why_not_spend(state)):
        yield from ({"position": name} for name in state.positions if not any(why_not_garrison(state, name)))


@verbs("DDaT 17.2", side="us", phases=("engineer",), offers=_garrisons)
def garrison(table: Table[Ddat], position: PositionName) -> None:
    """DDaT 17.2: a support marker becomes the garrison of a position hex."""
    heed(table, why_not_garrison(table.state, position))
    _spend(table, "garrison", position)
    table.record(f.GarrisonPlaced(rule="DDaT 17.2", places=(position,)))


# ---- 17.3 removing disruption ----


def why_not_relieve(state: Ddat, unit: str) -> Objections:
    """DDaT 17.3: why a unit does not recover for a support marker."""
    if not state.units[unit].disrupted:
        yield "DDaT 17.3", f"{unit} is not disrupted"
    if state.units[unit].hex not in us_connected(state):
        yield "DDaT 17.1", f"{unit} is not in US communication"


def _reliefs(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if not any(why_not_spend(state)):
        yield from ({"unit": name} for name in state.on_map() if not any(why_not_relieve(state, name)))


@verbs("DDaT 17.3", side="us", phases=("engineer",), offers=_reliefs)
def relieve(table: Table[Ddat], unit: UnitName) -> None:
    """DDaT 17.3: a support marker takes the disrupted marker off a unit in US communication."""
    heed(table, why_not_relieve(table.state, unit))
    _spend(table, "recovery", unit)
    table.record(f.UnitsRecovered(rule="DDaT 17.3", units=(unit,)))


# ---- 16 command posts ----


def potential_field(state: Ddat, hex: str) -> str:
    """DDaT 16.1 (reading AMB-37): a position that fires into a hex, or would if a Japanese unit went there; "" for
    none."""
    linked = connected(state)
    open_to = (
        name for name, now in state.positions.items() if now.unit or (name in linked and not state.us_held(name))
    )
    return next((name for name in open_to if hex in field(state, name, "printed")), "")


def why_not_post(state: Ddat, unit: str) -> Objections:
    """DDaT 16.1: why a unit does not become a command post where it is."""
    now = state.units[unit]
    if not state.card(unit).leader or now.box != MAP:
        yield "DDaT 16.1", f"{unit} is no HQ on the map"
    if now.post:
        yield "DDaT 16.1", f"{unit} is a command post already"
    if by := potential_field(state, now.hex):
        yield "DDaT 16.1", f"{now.hex} is in the potential field of fire of {by}"
    elif held := under_fire(state, now.hex, "held"):
        yield "DDaT 16.1", f"{now.hex} is in the field of fire of {held[0]}"


def _conversions(state: Ddat) -> Iterator[Mapping[str, Any]]:
    hqs = (name for name in state.on_map() if state.card(name).leader and name not in state.established)
    yield from ({"unit": name} for name in hqs if not any(why_not_post(state, name)))


@verbs("DDaT 16.1", side="us", phases=("engineer",), offers=_conversions)
def post(table: Table[Ddat], unit: UnitName) -> None:
    """DDaT 16.1: an HQ becomes a command post, outside every potential Japanese field of fire."""
    heed(table, why_not_post(table.state, unit))
    table.record(f.CommandChanged(rule="DDaT 16.1", unit=unit, change="established", space=1))


def last_space(state: Ddat) -> int:
    """The last known space of the Command Post track."""
    return max((int(name) for name in state.rows(CommandSpace) if name.isdecimal()), default=1)


def at_the_end(state: Ddat, space: int) -> bool:
    """Whether a range marker can go no farther: five hexes are the most (16.0), or the track is known to end there."""
    here = state.rows(CommandSpace).get(str(space))
    return (here is not None and here.range >= FARTHEST) or (
        CommandSpace.CHART in state.complete and space >= last_space(state)
    )


def why_not_extend(state: Ddat, unit: str) -> Objections:
    """DDaT 16.2: why the range marker of a unit does not go on."""
    now = state.units[unit]
    if not now.post:
        yield "DDaT 16.2", f"{unit} is no command post"
    if unit in state.established:
        yield "DDaT 16.2", f"{unit} was established or advanced in this phase"
    if under_fire(state, now.hex):
        yield "DDaT 16.2", f"{unit} is in the field of fire of an occupied position"
    if at_the_end(state, now.post):
        yield "DDaT 16.2", f"the range marker of {unit} is at the end of the track"


def _extensions(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name in state.on_map():
        if state.units[name].post < last_space(state) and not any(why_not_extend(state, name)):
            yield {"unit": name}


@verbs("DDaT 16.2", side="us", phases=("engineer",), offers=_extensions)
def extend(table: Table[Ddat], unit: UnitName) -> None:
    """DDaT 16.2: the range marker of a command post established before goes one space on."""
    heed(table, why_not_extend(table.state, unit))
    space = table.state.units[unit].post + 1
    reach = table.read(CommandSpace, str(space)).range
    table.record(f.CommandChanged(rule="DDaT 16.2", unit=unit, change="extended", space=space, reach=reach))


def _abandonments(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name in state.on_map():
        if state.units[name].post and under_fire(state, state.units[name].hex):
            yield {"unit": name}


@verbs("DDaT 16.11", side="us", phases=("engineer",), offers=_abandonments)
def abandon(table: Table[Ddat], unit: UnitName) -> None:
    """DDaT 16.11: a command post is a headquarters again, on its plain side."""
    table.require(bool(table.state.units[unit].post), "DDaT 16.11", f"{unit} is no command post")
    table.record(f.CommandChanged(rule="DDaT 16.11", unit=unit, change="abandoned", space=0))
