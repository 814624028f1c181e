"""DDaT 5.2: wading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.ddat import facts as f
from domain.ddat.board import FARTHEST
from domain.ddat.charts import GRID
from domain.ddat.common import HexPath, Objections, UnitName, choose, heed, verbs
from domain.ddat.forces import enter_hex
from domain.ddat.state import MAP, Ddat
from domain.kernel.table import Table

Path = tuple[str, ...]


def waders(state: Ddat) -> tuple[str, ...]:
    """Units that must wade, and can."""
    return tuple(name for name in state.on_map() if not any(why_not_wade(state, name)) and wading_paths(state, name))


def why_not_wade(state: Ddat, unit: str) -> Objections:
    """DDaT 5.2: why a unit does not wade: it is not in the water, or was set down by an LVT in this phase, or has waded."""
    now = state.units[unit]
    if now.box != MAP or not state.board.is_afloat(now.hex):
        yield "DDaT 5.2", f"{unit} is not in the water"
    if unit in state.carried:
        yield "DDaT 5.2", f"{unit} was set down or has waded in this phase"


def wading_paths(state: Ddat, unit: str) -> tuple[Path, ...]:
    """DDaT 5.2: the paths open to a wading unit: every hex nearer a beach, into one if possible, as far as it must, never across a pier."""
    paths = {path for path in _onward(state, state.units[unit].hex, 3 if state.extended else 2) if path}
    ashore = {path for path in paths if path[-1] in state.board.beach}
    longest = max(map(len, paths), default=0)
    return tuple(sorted(ashore or {path for path in paths if len(path) == longest}))


def _onward(state: Ddat, hex: str, left: int) -> Iterator[Path]:
    """The paths from a hex, at most so many hexes long, that end sooner only on a beach or where no way goes on."""
    ways = _nearer(state, hex) if left and hex not in state.board.beach else []
    for near in ways:
        yield from ((near, *rest) for rest in _onward(state, near, left - 1))
    if not ways:
        yield ()


def _nearer(state: Ddat, hex: str) -> list[str]:
    """The hexes next to a hex that are nearer a beach, and open."""
    board, far = state.board, state.board.to_beach
    here = far.get(hex, FARTHEST + 1)
    able = (near for near in GRID.neighbours(hex) if near in far and far[near] < here)
    return [near for near in able if not board.across("pier", hex, near) and not state.enemy_in(near)]


def owed_wading(state: Ddat) -> str:
    if state.night or "beach" not in state.board.features:
        return ""
    left = waders(state)
    return f"{', '.join(left)} must wade, `wade`" if left else ""


def _wades(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name in waders(state):
        yield {"unit": name}


@verbs("DDaT 5.2", side="us", steps=("wade",), offers=_wades)
def wade(table: Table[Ddat], unit: UnitName = "", path: HexPath = ()) -> None:
    """DDaT 5.2: a unit in the water wades two hexes towards the beach, three from turn 11; without a name, all that must."""
    for name in (unit,) if unit else waders(table.state):
        heed(table, why_not_wade(table.state, name))
        paths = wading_paths(table.state, name)
        if path:
            table.require(path in paths, "DDaT 5.21", f"{'-'.join(path)}: {name} may wade {_say(paths)}")
        way = path or _choose_way(table, name, paths)
        if way:
            table.record(f.UnitsMoved(rule="DDaT 5.2", units=(name,), path=way, how="wade"))
            enter_hex(table, way[-1])


def _choose_way(table: Table[Ddat], unit: str, paths: Sequence[Path]) -> Path:
    said = choose(table, "wade", map("-".join, paths), "DDaT 5.2", f"how {unit} wades")
    return tuple(said.split("-")) if said else ()


def _say(paths: Sequence[Path]) -> str:
    return " or ".join("-".join(path) for path in paths[:6]) or "nowhere"
