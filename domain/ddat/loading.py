"""DDaT 5.11: units go on LVTs. DDaT 5.14: LVTs are available again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.ddat import facts as f
from domain.ddat.charts import GRID, ApproachCard
from domain.ddat.common import Objections, UnitNames, heed, verbs
from domain.ddat.state import MAP, Ddat
from domain.kernel.errors import BadInput
from domain.kernel.table import Table

ROW = ("20", "39")
"""The first and last column of the beach approach row, 0120 to 0139 (5.12, reading AMB-03)."""


def in_approach(state: Ddat, hex: str) -> bool:
    """Whether a hex is a beach approach hex from which LVTs run: lettered ones, and those of the row between them; not
    Green (15.4)."""
    name = state.board.approach_at(hex)
    return (bool(name) and not name.startswith("G")) or (hex[:2] == "01" and ROW[0] <= hex[2:] <= ROW[1])


def on_the_reef(state: Ddat, hex: str) -> bool:
    """Whether a hex is a beach approach hex, Green's among them."""
    return bool(state.board.approach_at(hex)) or in_approach(state, hex)


def by_drift_alone(state: Ddat, hex: str) -> bool:
    """DDaT 5.31: whether a hex is a beach approach hex without letters."""
    return in_approach(state, hex) and not state.board.approach_at(hex)


def waiting(state: Ddat) -> dict[str, tuple[str, ...]]:
    """Units in approach hexes that no LVT carries yet, by hex from west to east; tanks and Green's units are left
    out."""
    loaded = {name for load in state.loads.values() for name in load.units}
    found: dict[str, tuple[str, ...]] = {}
    for hex, units in sorted(state.us_hexes().items(), key=lambda item: -GRID.spot(item[0]).half):
        able = tuple(n for n in units if n not in loaded and state.card(n).type != "tank" and n not in state.carried)
        if able and in_approach(state, hex):
            found[hex] = able
    return found


def fits(steps: Sequence[int], lvts: Sequence[int]) -> bool:
    """DDaT 5.11: a full LVT carries one or two units of up to four steps, a reduced one a unit of up to two, two
    reduced ones one of three or four.

    `steps` are those of the units, without HQs.
    """
    kinds = sorted(lvts, reverse=True)
    if kinds == [2]:
        return len(steps) <= 2 and sum(steps) <= 4
    if kinds == [1]:
        return len(steps) <= 1 and sum(steps) <= 2
    return kinds == [1, 1] and len(steps) == 1 and 3 <= sum(steps) <= 4


def steps_of(state: Ddat, units: Sequence[str]) -> list[int]:
    """The steps of units that take room on an LVT: HQs take none."""
    return [state.units[n].steps for n in units if not state.card(n).leader]


def available(state: Ddat) -> tuple[int, ...]:
    """LVTs that can be loaded now; none while there is no communication with the ships (EV)."""
    return () if state.no_lvt == state.turn else state.lvts


def lvts_for(state: Ddat, units: Sequence[str]) -> tuple[int, ...]:
    """The LVTs these units take: as few steps of LVT as carry them. () when none do."""
    steps, there = steps_of(state, units), available(state)
    for lvts in ((1,), (1, 1), (2,)):
        if fits(steps, lvts) and _are_there(lvts, there):
            return lvts
    return ()


def _are_there(lvts: Sequence[int], there: Sequence[int]) -> bool:
    return all(there.count(steps) >= lvts.count(steps) for steps in lvts)


def _loads(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if not waiting(state) or not available(state):
        return
    yield {}
    for units in waiting(state).values():
        for load in (units, *((n,) for n in units)):
            if lvts_for(state, load):
                yield {"units": load}


def why_not_load(state: Ddat, units: Sequence[str], lvts: Sequence[int]) -> Objections:
    """DDaT 5.11: why these units cannot go on these LVTs."""
    for name in units:
        now = state.units[name]
        if state.card(name).type == "tank":
            yield "DDaT 5.11", f"{name} is a tank unit: it lands by itself (5.4)"
        if now.box == MAP and state.board.approach_at(now.hex).startswith("G"):
            yield "DDaT 15.4", f"{name} is in an approach hex of Beach Green: it wades ashore, and no LVT carries it"
        elif now.box != MAP or not in_approach(state, now.hex):
            yield "DDaT 5.11", f"{name} is in no beach approach hex from which LVTs run"
        if any(name in load.units for load in state.loads.values()):
            yield "DDaT 5.11", f"{name} is loaded already"
    if len({state.units[name].hex for name in units}) != 1:
        yield "DDaT 5.11", "units of one load start in one hex"
    if state.no_lvt == state.turn:
        yield "DDaT EV", "no LVT is available this turn: no ship to shore communication"
    there = f"there are {state.lvts.count(2)} LVTs of two steps and {state.lvts.count(1)} of one"
    if not lvts:
        yield "DDaT 5.11", f"no available LVT carries {', '.join(units)}: {there}"
    if not _are_there(lvts, state.lvts):
        yield "DDaT 5.11", f"{there} in the Available LVTs box"
    steps = steps_of(state, units)
    if not fits(steps, lvts):
        yield (
            "DDaT 5.11",
            f"{sum(steps)} steps of {len(steps)} units are too much for an LVT of {'+'.join(map(str, lvts))}",
        )


@verbs("DDaT 5.11", side="us", phases=("load",), offers=_loads)
def load(table: Table[Ddat], units: UnitNames = (), lvts: str = "") -> None:
    """DDaT 5.11: units in an approach hex go on LVTs, `lvts` 2, 1 or 1+1; without names, all that can."""
    if not units:
        for there in waiting(table.state).values():
            for part in _parts(table.state, there):
                if chosen := lvts_for(table.state, part):
                    _load(table, part, chosen)
        return
    if lvts and any(word not in ("1", "2") for word in lvts.split("+")):
        raise BadInput(f"lvts={lvts}: 2, 1 or 1+1")
    if not table.state.units[units[0]].hex:  # the westernmost load goes first, so each starts somewhere (5.12)
        raise BadInput(
            f'{units[0]} is in no hex: where it stands is said first, `adjust {units[0]} box=map hex=HEX "WHY"`'
        )
    chosen = tuple(int(word) for word in lvts.split("+")) if lvts else lvts_for(table.state, units)
    heed(table, why_not_load(table.state, units, chosen))
    _load(table, units, chosen)


def _parts(state: Ddat, units: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The units of a hex as they are loaded: together where LVTs carry them so, else each by itself."""
    yield from (units,) if lvts_for(state, units) else _one_by_one(state, units)


def _one_by_one(state: Ddat, units: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every unit on LVTs of its own; HQs, which take no room, ride with the first."""
    leaders = tuple(n for n in units if state.card(n).leader)
    for n in units:
        if n not in leaders:
            yield (n, *leaders)
            leaders = ()


def _load(table: Table[Ddat], units: tuple[str, ...], lvts: tuple[int, ...]) -> None:
    table.record(
        f.LoadMade(
            rule="DDaT 5.11",
            units=units,
            lvts=lvts,
            hex=table.state.units[units[0]].hex,
            facing=heading(table.state, units[0]),
        )
    )


def heading(state: Ddat, unit: str) -> str:
    """Where a unit in an approach hex heads for: the way it was turned there, or that of the hex's arrow (2.1)."""
    now = state.units[unit]
    approach = state.board.approach_at(now.hex)
    return now.facing or (state.rows(ApproachCard)[approach].facing if approach else "")


def end_loading(table: Table[Ddat]) -> None:
    """DDaT 5.4: tank units in approach hexes run to the beach by themselves."""
    state = table.state
    tanks = {
        name: heading(state, name)
        for name in state.on_map()
        if state.card(name).type == "tank" and in_approach(state, state.units[name].hex) and name not in state.carried
    }
    table.record(f.LoadingEnded(rule="DDaT 5.4", tanks=tanks, words=_left_behind(state)))


def _left_behind(state: Ddat) -> str:
    """DDaT 5.11: who is not loaded though an LVT would carry him, in words: a slip perhaps."""
    left = [
        name
        for there in waiting(state).values()
        for part in _parts(state, there)
        if lvts_for(state, part)
        for name in part
    ]
    return f"not on LVTs, though there are some: {', '.join(left)}" if left else ""


def recover_lvts(table: Table[Ddat]) -> None:
    """DDaT 5.14: surviving LVTs are available again."""
    state = table.state
    carried = [steps for one in state.loads.values() for steps in one.lvts]
    if state.loads or state.landed:
        table.record(
            f.LvtsRecovered(rule="DDaT 5.14", lvts=tuple(sorted([*state.lvts, *carried, *state.landed], reverse=True)))
        )
