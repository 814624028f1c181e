"""A scene of any game of pieces in places: areas, or hexes numbered by rows or by columns. No game is known here.

A game adds its own signs and words (for places, for units) in a `Look`. Without one, everything is drawn plain.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from domain.kernel.errors import BadInput, unknown
from domain.kernel.game import View
from domain.kernel.hexes import Grid
from domain.kernel.written import Board
from domain.wargame.pieces import Piece, Place, WarState
from domain.wargame.war_facts import several
from projections.scene import Cell, Counter, Edge, Scene
from projections.wargame.scenes import REACH, explained, heading

SYMBOLS = {
    "marines": "infantry",
    "infantry": "infantry", "machine-gun": "infantry", "tank": "tank", "engineer": "engineer", "hq": "hq",
    "mortar": "artillery",
    "artillery": "artillery",
    "heavy-artillery": "artillery", "rocket": "artillery", "gun": "artillery", "at-gun": "artillery",
}  # fmt: skip
"""The simple shape for each type of unit, by the type's name on its card."""


def _nothing(place: Place) -> Iterator[str]:
    return iter(())


def _bare(piece: Piece) -> Traits:
    return Traits()


@dataclass(frozen=True)
class Traits:
    """The visible properties of a unit beside its name, side, shape and steps."""

    hidden: bool = False
    signs: str = ""
    says: tuple[str, ...] = ()


@dataclass(frozen=True)
class Look:
    """A game's additions to the drawing of its pieces and places."""

    grounds: Callable[[Any], Iterable[str]] = _nothing
    """The words or signs that mark a place."""
    seen: Callable[[Any], Traits] = _bare
    about: Callable[[View[Any]], str] = lambda game: ""
    """A sentence on the state of the game."""
    key: tuple[tuple[str, str], ...] = ()
    """The meanings of the signs."""


PLAIN = Look()


def scene(game: View[Any], look: Look = PLAIN, *, around: str = "") -> Scene:
    """The pieces and places of a game. Places without a chart row are left out.

    Raises BadInput for an unknown place.
    """
    state: WarState = game.state
    return _hexes(game, state, state.GRID, look, around) if state.GRID else _areas(game, state, look, around)


# ---- areas ----


def neighbours(game: View[Any]) -> Mapping[str, tuple[str, ...]]:
    """The places next to each place, by the charts that name neighbours. Places outside the game are left out."""
    places = game.state.every_place
    found: dict[str, tuple[str, ...]] = dict.fromkeys(places, ())
    for chart, field in game.rules.printed.mutual.items():
        for name, row in game.state.charts.get(chart, {}).items():
            if name in found:
                found[name] = tuple(near for near in getattr(row, field, ()) if near in places and near != name)
    return found


def _areas(game: View[Any], state: WarState, look: Look, around: str) -> Scene:
    ways = neighbours(game)
    if around and around not in ways:
        raise unknown("place", around, ways)
    kept = {around, *ways[around]} if around else set(state.every_place)
    cards = {name: row for chart in game.rules.printed.mutual for name, row in game.state.charts.get(chart, {}).items()}
    edges = {tuple(sorted((a, b))) for a, there in ways.items() for b in there if a in kept and b in kept}
    cells = tuple(
        Cell(
            name,
            0,
            0,
            label=getattr(cards.get(name), "name", ""),
            grounds=tuple(look.grounds(place)),
            control=place.holder,
        )
        for name, place in state.every_place.items()
        if name in kept
    )
    joined = "Lines join neighbouring areas; places" if edges else "Places"
    about = f"{joined} and distances are not those of the printed map."
    return _scene(game, state, look, kept, cells, tuple(Edge(a, b, "way") for a, b in sorted(edges)), about, "areas")


# ---- hexes ----


def _hexes(game: View[Any], state: WarState, grid: Grid, look: Look, around: str) -> Scene:
    names = dict.fromkeys(name for name in (*state.every_place, *state.occupied()) if _is_hex(grid, name))
    if around and not _is_hex(grid, around):
        raise unknown("hex", around, names)
    kept = {name for name in names if not around or grid.distance(around, name) <= REACH}
    cells = []
    for name in sorted(kept):
        (row, half), place = Board(grid).drawn_at(name), state.every_place.get(name)
        cells.append(
            Cell(
                name,
                row,
                half,
                grounds=tuple(look.grounds(place)) if place else (),
                control=place.holder if place else "",
            )
        )
    about = "The map lies on its side: north is at the left." if grid.columns else ""
    return _scene(game, state, look, kept, tuple(cells), (), about, "hexes")


def _is_hex(grid: Grid, name: str) -> bool:
    try:
        grid.spot(name)
    except BadInput:
        return False
    return True


# ---- both ----


def _scene(
    game: View[Any],
    state: WarState,
    look: Look,
    places: set[str],
    cells: tuple[Cell, ...],
    edges: tuple[Edge, ...],
    about: str,
    kind: Literal["hexes", "areas"],
) -> Scene:
    counters = tuple(_counters(state, places, look))
    return Scene(
        title=heading(game),
        about=" ".join(filter(None, (look.about(game), about))),
        kind=kind,
        cells=cells,
        edges=edges,
        counters=counters,
        sides=tuple(game.rules.sides.items()),
        key=explained(look.key, counters),
        notes=tuple(_elsewhere(state, game.rules.sides)),
    )


def _counters(state: WarState, places: set[str], look: Look) -> Iterator[Counter]:
    cards = state.charts.get("units", {})
    for name, unit in state.units.items():
        if unit.place in places and unit.stands:
            kind, seen = getattr(cards.get(name), "type", ""), look.seen(unit)
            steps = unit.shown_steps
            left = "" if steps is None else several(steps, "step")
            said = ", ".join(filter(None, (kind, left, *seen.says)))
            yield Counter(
                unit.place,
                name,
                unit.side,
                SYMBOLS.get(kind, ""),
                steps,
                hidden=seen.hidden,
                signs=seen.signs,
                says=said,
            )


def _elsewhere(state: WarState, sides: Mapping[str, str]) -> Iterator[str]:
    """The units in no place of the map, by side and box, and the number of those in unknown places."""
    boxes: dict[tuple[str, str], list[str]] = {}
    hidden: Count[str] = Count()
    for name, unit in state.units.items():
        if unit.place in state.every_place or not unit.stands or (state.GRID and _is_hex(state.GRID, unit.place)):
            continue
        if unit.place:
            boxes.setdefault((unit.side, unit.place), []).append(name)
        else:
            hidden[unit.side] += 1
    for (side, box), units in boxes.items():
        yield f"{sides.get(side, side)} {box} box: {', '.join(units)}"
    for side, count in hidden.items():
        yield f"{sides.get(side, side)}: {several(count, 'unit')} concealed somewhere, or lost concealed"
