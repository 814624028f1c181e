"""DDaT 5.2: wading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from domain.ddat import facts as f
from domain.ddat.board import FARTHEST
from domain.ddat.charts import GRID
from domain.ddat.common import HexPath, Objections, UnitName, choose, heed, verbs
from domain.ddat.forces import enter_hex
from domain.ddat.loading import by_drift_alone
from domain.ddat.state import MAP, Ddat
from domain.kernel.table import Table

Path = tuple[str, ...]


def waders(state: Ddat) -> tuple[str, ...]:
    """Units that must wade, and can."""
    return tuple(name for name in state.on_map() if not any(why_not_wade(state, name)) and usual_ways(state, name))


def why_not_wade(state: Ddat, unit: str) -> Objections:
    """DDaT 5.2: why a unit does not wade: it is not in the water, or was set down by an LVT in this phase, or has
    waded."""
    now = state.units[unit]
    if now.box != MAP or not state.board.is_afloat(now.hex):
        yield "DDaT 5.2", f"{unit} is not in the water"
    if unit in state.carried:
        yield "DDaT 5.2", f"{unit} was set down or has waded in this phase"


# ---- 5.21 which way ----


def depth_of(state: Ddat) -> int:
    """Hexes a unit wades: two, three from turn 11 (5.2)."""
    return 3 if state.extended else 2


def usual_ways(state: Ddat, unit: str) -> tuple[Path, ...]:
    """DDaT 5.2: the ways to the nearest beach hexes; to any where those are barred."""
    hex, board = state.units[unit].hex, state.board
    ways = _as_far_as_it_must(state, _nearest(state, hex, depth_of(state)))
    close = board.to_beach.get(hex, FARTHEST + 1) <= depth_of(state)
    return ways if ways and (ways[0][-1] in board.beach or not close) else all_ways(state, unit)


def all_ways(state: Ddat, unit: str) -> tuple[Path, ...]:
    """DDaT 5.2, 5.21: every way with each step nearer to a beach hex, one and the same for them all, ashore where that
    can be."""
    hex, far = state.units[unit].hex, depth_of(state)
    return _as_far_as_it_must(state, (*_nearest(state, hex, far), *_towards(state, hex, far, state.board.beach)))


def _as_far_as_it_must(state: Ddat, paths: Iterable[Path]) -> tuple[Path, ...]:
    """DDaT 5.2: of some paths those into a beach hex, else the longest."""
    found = {path for path in paths if path}
    ashore = {path for path in found if path[-1] in state.board.beach}
    longest = max(map(len, found), default=0)
    return tuple(sorted(ashore or {path for path in found if len(path) == longest}))


def _nearest(state: Ddat, hex: str, left: int) -> Iterator[Path]:
    """The paths from a hex to its nearest beach hexes, over water; they end sooner only on a beach or where no way goes
    on."""
    far = state.board.to_beach
    ways = (
        [near for near in _open(state, hex) if near in far and far[near] < far.get(hex, FARTHEST + 1)] if left else []
    )
    for near in ways:
        yield from ((near, *rest) for rest in _nearest(state, near, left - 1))
    if not ways:
        yield ()


def _towards(state: Ddat, hex: str, left: int, beach: frozenset[str]) -> Iterator[Path]:
    """The paths from a hex with every step nearer to one and the same of some beach hexes."""
    ways = {near: nearer for near in _open(state, hex) if (nearer := _nearer(state, hex, near, beach))} if left else {}
    for near, nearer in ways.items():
        yield from ((near, *rest) for rest in _towards(state, near, left - 1, nearer))
    if not ways:
        yield ()


def _nearer(state: Ddat, hex: str, near: str, beach: frozenset[str]) -> frozenset[str]:
    """The beach hexes that a step comes nearer to, over water (reading AMB-96)."""
    before, after = state.board.beaches_from(hex), state.board.beaches_from(near)
    return frozenset(goal for goal in beach if goal in after and (goal not in before or after[goal] < before[goal]))


def _open(state: Ddat, hex: str) -> list[str]:
    """The water hexes a unit may wade into from a hex: none from a beach.

    None across a pier (5.22), where one comes by drift alone (5.31), or with the enemy in it (reading AMB-54).
    """
    board = state.board
    if hex in board.beach:
        return []
    near = (near for near in GRID.neighbours(hex) if board.is_water(near))
    return [
        near
        for near in near
        if not board.across("pier", hex, near) and not by_drift_alone(state, near) and not state.enemy_in(near)
    ]


def why_not_way(state: Ddat, unit: str, path: Path) -> Objections:
    """DDaT 5.2, 5.21 (reading AMB-57), 5.22: why a unit does not wade this way."""
    for here, hex in pairwise((state.units[unit].hex, *path)):
        if state.board.across("pier", here, hex):
            yield "DDaT 5.22", f"a pier lies between {here} and {hex}"
        elif by_drift_alone(state, hex):
            yield "DDaT 5.31", f"{hex} is an approach hex without letters: units get there only by drift"
        elif state.enemy_in(hex):
            yield "DDaT 5.2", f"a Japanese unit is in {hex}"
    ways = all_ways(state, unit) if state.reading("AMB-57") == "any" else usual_ways(state, unit)
    if path not in ways:
        yield "DDaT 5.21", f"{'-'.join(path)}: {unit} may wade {_say(ways)}"


def owed_wading(state: Ddat) -> str:
    if state.night or "beach" not in state.board.features:
        return ""
    left = waders(state)
    return f"{', '.join(left)} must wade, `wade`" if left else ""


def _wades(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name in waders(state):
        yield {"unit": name}


@verbs("DDaT 5.2", side="us", phases=("wade",), offers=_wades)
def wade(table: Table[Ddat], unit: UnitName = "", path: HexPath = ()) -> None:
    """DDaT 5.2, 5.21: a unit in the water wades two hexes towards a beach hex, three from turn 11; without a path to
    the nearest.

    Without a name, all wade that must.
    """
    for name in (unit,) if unit else waders(table.state):
        heed(table, why_not_wade(table.state, name))
        if path:
            heed(table, why_not_way(table.state, name, path))
        way = path or _choose_way(table, name, usual_ways(table.state, name))
        if way:
            table.record(f.UnitsMoved(rule="DDaT 5.2", units=(name,), path=way, how="wade"))
            enter_hex(table, way[-1])


def _choose_way(table: Table[Ddat], unit: str, paths: Sequence[Path]) -> Path:
    def barred(said: str) -> Objections:
        return why_not_way(table.state, unit, _path(said))

    return _path(choose(table, "wade", map("-".join, paths), "DDaT 5.2", f"how {unit} wades", barred, names=""))


def _path(said: str) -> Path:
    """A way as it is said: hexes with hyphens, or commas, between them."""
    return tuple(said.replace(",", "-").split("-")) if said else ()


def _say(paths: Sequence[Path]) -> str:
    return " or ".join("-".join(path) for path in paths[:6]) or "nowhere"
