"""The situation as a scene to draw: the hexes that are known, who Controls them, Front Lines, Setup Areas, Guns and
Snipers.

Pieces stand in no hex of this record (reading R-24): what is in a Setup Area is noted below the map.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import unknown
from domain.kernel.game import View
from domain.kernel.written import Board
from domain.reef.charts import BEACH_WORDS, WATER, GridCard, HexCard
from domain.reef.organization import written
from domain.reef.state import GRIDS, SIDES, Reef, Slip, spot, water
from domain.wargame.war_facts import several
from projections.reef.words import SIDE
from projections.scene import Cell, Counter, Edge, Scene
from projections.wargame.scenes import REACH, heading, no_fields, scene_within

BEACH_OF = {hex: BEACH_WORDS[beach] for beach in WATER for hex in water(beach)}
"""The beaches by their entry hexes; those of Green Beach are read out."""
FILLS = {"ocean": "water", "pier": "water", "beach": "beach", "hinterland": "land"}


def scene(game: View[Reef], *, fields: tuple[str, ...] = (), around: str = "") -> Scene | None:
    """The map as far as it has been read out or spoken of; None while nobody has said how its columns lie.

    `around` is a hex: the drawing ends some hexes from it. Raises BadInput for what is no hex.
    """
    no_fields(fields)
    state = game.state
    if "columns" not in state.rows(GridCard):
        return None
    counters = (*_guns(state), *_snipers(state))
    spoken = {
        *state.ground,
        *state.perimeter,
        *(hex for area in state.areas.values() for hex in area.hexes),
        *(one.hex for one in counters),
    }
    names = {*state.rows(HexCard), *spoken}
    if around and around not in names:
        raise unknown("hex", around, sorted(names))
    shown = {name for name in names if not around or state.distance(around, name) <= REACH}
    found = Scene(
        title=heading(game),
        about=" ".join(_about(state)),
        cells=tuple(_cell(state, name) for name in sorted(shown)),
        edges=tuple(_seawalls(state)),
        counters=counters,
        sides=tuple(SIDES.items()),
        focus=() if around else tuple(sorted(spoken & shown)),
        notes=tuple(_notes(state)),
    )
    return scene_within(found, shown)


def _about(state: Reef) -> Iterator[str]:
    held = len(state.strategic_of("us"))
    yield f"The Marines Control {several(held, 'Strategic Location')}; the map lies on its side."


def _cell(state: Reef, name: str) -> Cell:
    """A hex: a column of the map is a row of the drawing, as its columns are the straight lines."""
    grid = GRIDS[state.rows(GridCard)["columns"].shifted]
    row, half = Board(grid, known_as=spot).drawn_at(name)
    card, now = state.rows(HexCard).get(name), state.ground.get(name)
    told = []
    if card and card.terrain == "pier":
        told.append("pier")
    if state.strategic(name):
        told.append("Strategic Location")
    if name in state.perimeter:
        told.append("Marine Front Line")
    if now and now.smoke:
        told.append("Smoke" if now.smoke == "smoke" else "Dispersed Smoke")
    if name in state.blasts:
        told.append("centre of a bombardment")
    areas = [area for area, one in state.areas.items() if name in one.hexes]
    return Cell(
        name,
        row,
        half,
        FILLS[card.terrain] if card else "unknown",
        grounds=tuple(told),
        control=now.control if now else "",
        title=f"Setup Area {', '.join(areas)}" if areas else BEACH_OF.get(name, ""),
    )


def _seawalls(state: Reef) -> Iterator[Edge]:
    for name, card in state.rows(HexCard).items():
        breached = state.ground[name].breached if name in state.ground else ()
        for beyond in card.seawalls:
            yield Edge(name, beyond, "breached seawall" if beyond in breached else "seawall")


def _guns(state: Reef) -> Iterator[Counter]:
    for name, gun in state.guns.items():
        if gun.hex and gun.status == "there":
            told = [
                gun.type,
                *["in a pillbox"] * gun.pillbox,
                *["malfunctioning"] * (not gun.works),
                *["not fully manned"] * (not gun.manned),
            ]
            yield Counter(gun.hex, name, "jp", "artillery", says=", ".join(told))


def _snipers(state: Reef) -> Iterator[Counter]:
    for name, hex in state.snipers.items():
        yield Counter(hex, name, name.partition("-")[0], "", says="Sniper")


def _notes(state: Reef) -> Iterator[str]:
    """What is Retained where, what came out of the pool, what is sealed."""
    for name, area in state.areas.items():
        total: dict[str, int] = {}
        for unit, number in area.pieces.items():
            kind = unit.rpartition(":")[2]
            total[kind] = total.get(kind, 0) + number
        yield f"Setup Area {name} ({SIDE[area.side]}{', Isolated' * area.isolated}): {written(total)}"
    closed: list[Slip] = [slip for slip in state.slips.values() if not slip.open]
    if closed:
        yield f"Sealed slips: {len(closed)}"


__all__ = ["scene"]
