"""The situation as a scene to draw: the hexes of Betio and its reef, what has been cleared, and who is where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from domain.betio.charts import GRID, WATER, HexCard, Terrain, UnitCard
from domain.betio.lines import standing
from domain.betio.state import Betio
from domain.kernel.facts import label
from domain.kernel.game import View
from domain.kernel.hexes import Grid
from domain.kernel.written import Board
from domain.wargame.war_facts import several
from projections.betio.words import areas, cargo, casualties, columns_grow_left, level, signed, when
from projections.scene import Cell, Counter, Edge, Scene
from projections.wargame.printed_words import if_read
from projections.wargame.scenes import REACH, centre, drawn_hexsides, no_fields, scene_within

SYMBOLS = {
    "infantry": "infantry",
    "engineer": "engineer", "artillery": "artillery", "sherman": "tank", "stuart": "tank", "hawkins": "infantry",
    "amtrack": "ship", "higgins": "ship", "lcm": "ship",
}  # fmt: skip
PLAIN: tuple[Terrain, ...] = ("clear", "beach", "reef", "sea", "road")
"""Ground that is drawn by its fill; what else there is has a letter."""
KEY = (
    ("p", "Pin 1"),
    ("P", "Pin 2"),
    ("s", "Active Supply chit"),
    ("<", "off course to the left"),
    (">", "off course to the right"),
)


def scene(game: View[Betio], *, fields: tuple[str, ...] = (), around: str = "") -> Scene:
    """The situation; what no chart has said yet of the map is left open, never asked.

    `around` is a hex, an area by its name, or a unit: the drawing ends five hexes from it, or from the middle of the
    area. Raises BadInput for names nobody knows.
    """
    no_fields(fields)
    state = game.state
    grid, cards = if_read(lambda: state.grid, GRID), state.rows(HexCard)
    middle = centre(grid, around, _middles(state, grid).items(), _hexes(state), "hex, area or unit") if around else ""
    names = {*cards, *state.hexes, *(unit.hex for unit in state.units.values() if unit.box == "map" and unit.hex)}
    shown = {name for name in names if not middle or grid.distance(middle, name) <= REACH}
    wanted = {unit.hex for unit in state.units.values() if unit.box == "map"} | {
        name for name, card in cards.items() if card.area
    }
    found = Scene(
        title=f"{game.rules.title}, turn {state.turn}, {when(state, state.turn)}"
        + (f", around {around}" if middle else ""),
        about=_about(state),
        cells=tuple(_cell(state, grid, name) for name in sorted(shown)),
        edges=_edges(tuple(cards.items())),
        counters=tuple(_counters(state)),
        sides=(("us", "Marine"),),
        focus=() if middle else tuple(sorted(wanted & shown)),
        key=KEY,
        notes=tuple(_notes(state)),
    )
    return scene_within(found, shown)


def _about(state: Betio) -> str:
    every, total = list(areas(state)), casualties(state)
    return (
        f"{sum(area.now.secured for area in every)} of {len(every)} areas secured, "
        f"{sum(len(area.left) for area in every)} hexes to clear; "
        f"casualties {'?' if total is None else f'{total:,}'}; Japanese morale {signed(level(state, 'JGM'))}, Marine "
        f"{signed(level(state, 'MGM'))}."
    )


def _middles(state: Betio, grid: Grid) -> Mapping[str, str]:
    """The hex in the middle of each area."""
    areas = {area: state.hexes_of(area) for area in state.areas}
    return {
        area: min(hexes, key=lambda hex: max(grid.distance(hex, to) for to in hexes), default="")
        for area, hexes in areas.items()
    }


def _hexes(state: Betio) -> Mapping[str, str]:
    """The hex of each unit, aboard a vessel that of the vessel; "" off the map."""
    carriers = ((name, unit if unit.stands else state.units.get(unit.vessel)) for name, unit in state.units.items())
    return {name: carrier.hex if carrier and carrier.stands else "" for name, carrier in carriers}


# ---- the ground ----


def _cell(state: Betio, grid: Grid, name: str) -> Cell:
    """A hex: its fill and letters, and the Marines' control where it is cleared."""
    row, half = Board(grid, leftward=columns_grow_left(state)).drawn_at(name)
    card = state.rows(HexCard).get(name)
    now = state.hexes.get(name)
    marks = []
    if now is not None:
        marks += ["Supply Head"] * now.head + [
            f"improved position{'' if now.position == 'complete' else ', begun'}"
        ] * bool(now.position)
        marks += [several(now.suppression, "suppression marker")] * bool(now.suppression)
    if card is None:
        return Cell(name, row, half, "unknown", grounds=tuple(marks))
    control = "us" if now is not None and now.cleared else ""  # a Cleared Hex Marker: Landing Beach Hexes have none
    fill = (
        "water"
        if all(kind in WATER for kind in card.terrain) or card.pier
        else "beach"
        if "beach" in card.terrain or card.landing
        else "land"
    )
    built = [label(kind) for kind in dict.fromkeys(card.terrain) if kind not in (*PLAIN, "strongpoint", "pier")]
    if card.pier:
        built.append("Long Pier")
    if card.strongpoints and not (control or (now and now.demolished >= 2 * card.strongpoints)):
        built.append("strongpoint" if card.strongpoints == 1 else f"{card.strongpoints} strongpoints")
    return Cell(name, row, half, fill, grounds=(*marks, *built), control=control, title=card.area or card.entry)


@lru_cache(maxsize=8)
def _edges(cards: tuple[tuple[str, HexCard], ...]) -> tuple[Edge, ...]:
    """What hexsides show that are not clear."""
    sides = ((name, word.partition("/")) for name, card in cards for word in card.sides)
    return drawn_hexsides((label(kind), name, near) for name, (kind, _, near) in sides if kind != "clear")


# ---- who is where ----


def _counters(state: Betio) -> Iterator[Counter]:
    """Ground units first, so that they are seen where there are many; vessels with what they carry."""
    cards = state.rows(UnitCard)
    for name, unit in sorted(state.units.items(), key=lambda item: item[1].is_vessel):
        if unit.stands:
            signs = (
                {1: "p", 2: "P"}.get(unit.pin, "") + "s" * unit.active + {"left": "<", "right": ">"}.get(unit.shift, "")
            )
            says = ", ".join(_of_unit(state, name, cards.get(name)))
            yield Counter(unit.hex, name, unit.side, SYMBOLS.get(unit.kind, ""), unit.steps, signs=signs, says=says)


def _of_unit(state: Betio, name: str, card: UnitCard | None) -> Iterator[str]:
    """What there is to say of a unit."""
    unit = state.units[name]
    yield unit.kind if unit.is_vessel or unit.is_tank else label(unit.kind)
    yield f"{unit.steps} of {several(card.steps, 'step')}" if card else several(unit.steps, "step")
    if unit.reversed:
        yield "on its reverse side"
    if unit.pin:
        yield f"Pin {unit.pin}"
    if unit.cargo:
        yield f"carries {cargo(unit.cargo)}"
    if unit.shift:
        yield f"off course to the {unit.shift}"
    if unit.active:
        yield "Active Supply"
    if not unit.is_vessel and (supply := standing(state, name)) != "supplied":
        yield supply


def _notes(state: Betio) -> Iterator[str]:
    """Who is on no hex, and what the areas are."""
    aboard = [f"{name} in {unit.vessel}" for name, unit in state.units.items() if unit.box == "aboard"]
    for title, names in (
        ("Aboard", aboard),
        ("Bairiki", [name for name, unit in state.units.items() if unit.box == "bairiki"]),
        ("Waiting", [name for name, unit in state.units.items() if unit.box == "waiting"]),
        ("Lost", [name for name, unit in state.units.items() if unit.box == "lost"]),
    ):
        if names:
            yield f"{title}: {', '.join(names)}"
    secured = [area.name for area in areas(state) if area.now.secured]
    if secured:
        yield f"Secured: {', '.join(secured)}"
    to_clear = [f"{area.name} {len(area.left)} of {area.hexes}" for area in areas(state) if not area.now.secured]
    if to_clear:
        yield f"To clear: {', '.join(to_clear)}"
