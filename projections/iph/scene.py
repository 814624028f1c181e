"""The situation on Oahu as a scene to draw: the ground, its roads and hexsides, who stands where, and who holds
what."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from domain.iph.charts import GRID, HexCard, Terrain, UnitCard
from domain.iph.state import BBROW, BEACHHEAD, COMMANDS, FORT, JAPANESE, STATIC, Iph, Unit
from domain.kernel.facts import label
from domain.kernel.game import View
from domain.kernel.hexes import Grid
from domain.kernel.written import Board
from domain.wargame.war_facts import several
from projections.iph.words import day, fleet, standing
from projections.scene import Cell, Counter, Edge, Scene
from projections.wargame.printed_words import if_read
from projections.wargame.scenes import REACH, centre, drawn_hexsides, no_fields, scene_within

FILLS: dict[Terrain, str] = {"rough": "rough", "mountain": "mountain", "sea": "water"}
"""Ground that is drawn by its own pattern; what men have built lies in otherwise clear hexes (9.8), and has a
letter."""
SYMBOLS = {FORT: "fort", BBROW: "ship", BEACHHEAD: "beachhead"}
"""What is no infantry."""
KEY = (("?", "Japanese units that have not been examined"), ("z", "stalled on the beach"))
ALL_WATER = "all-water"


def scene(game: View[Iph], *, fields: tuple[str, ...] = (), around: str = "") -> Scene:
    """The situation as its audience knows it; what no chart has said yet of the map is left open, never asked.

    `around` is a hex, a place by its name, or a unit: the drawing ends five hexes from it. Raises BadInput for names
    nobody knows.
    """
    no_fields(fields)
    state = game.state
    grid, cards = if_read(lambda: state.grid, GRID), state.rows(HexCard)
    middle = _centre(state, grid, around) if around else ""
    names = {*cards, *filter(None, state.occupied()), *state.sighted, *state.hexes}
    names |= {near for name in names for near in grid.neighbours(name)}
    shown = {name for name in names if not middle or grid.distance(middle, name) <= REACH}
    found = Scene(
        title=f"{game.rules.title}, turn {state.turn}, {day(state)}" + (f", around {around}" if middle else ""),
        about=f"{standing(state.vp)[:1].upper()}{standing(state.vp)[1:]}. North is at the top.",
        cells=tuple(_cell(state, grid, name) for name in sorted(shown)),
        edges=_edges(tuple(cards.items())),
        counters=tuple(_counters(state)),
        sides=(("us", "US"), ("jp", "Japanese")),
        key=KEY,
        notes=tuple(_notes(state, shown)),
    )
    return scene_within(found, shown)


def _centre(state: Iph, grid: Grid, word: str) -> str:
    """The hex that is meant; of a place of several hexes the first."""
    places = [(card.name, name) for name, card in state.rows(HexCard).items() if card.name]
    units = {name: unit.hex if unit.stands else "" for name, unit in state.units.items()}
    return centre(grid, word, places, units, "hex, place or unit", ", as far as it is known")


# ---- the ground ----


def _cell(state: Iph, grid: Grid, name: str) -> Cell:
    """A hex; columns grow to the west (2.2), so that they are drawn from right to left."""
    (row, half), card = Board(grid, leftward=True).drawn_at(name), state.rows(HexCard).get(name)
    control = "jp" if name in state.hexes and state.control(name) == "jp" else ""
    marker = ("beachhead",) if name in state.beachheads else ()  # a stack on it may leave no room for its counter
    if card is None:
        fill = "water" if HexCard.CHART in state.complete else "unknown"
        return Cell(name, row, half, fill, grounds=marker, control=control)
    built = (label(card.terrain),) if card.terrain not in ("clear", *FILLS) else ()
    return Cell(
        name,
        row,
        half,
        FILLS.get(card.terrain, "land"),
        grounds=(*marker, *built),
        control=control,
        title=card.name,
    )


@lru_cache(maxsize=8)
def _edges(cards: tuple[tuple[str, HexCard], ...]) -> tuple[Edge, ...]:
    """Roads, all-water hexsides and other terrain of hexsides."""
    sides: list[tuple[str, str, str]] = []
    for name, card in cards:
        sides += [("road", name, near) for near in card.roads] + [(ALL_WATER, name, near) for near in card.water]
        sides += [(kind, name, near) for kind, _, near in (word.partition("/") for word in card.sides)]
    return drawn_hexsides(sides)


# ---- who is where ----


def _counters(state: Iph) -> Iterator[Counter]:
    """US units and what is known of the Japanese, what never moves first; aircraft that interdict a hex, until the turn
    is over (7.13)."""
    cards = state.rows(UnitCard)
    for name, unit in sorted(state.units.items(), key=lambda item: item[1].command not in STATIC):
        if unit.stands:
            says = ", ".join(_of_unit(state, unit, cards.get(name)))
            symbol = SYMBOLS.get(unit.command, "infantry")
            yield Counter(unit.hex, name, unit.side, symbol, unit.steps, signs="z" * unit.stalled, says=says)
    for hex in state.sighted:
        yield Counter(hex, "?", "jp", hidden=True, says="Japanese units that have not been examined")
    if state.phase != "end":
        yield from (
            Counter(name, "Interdiction", "jp", "plane") for name, hex in state.hexes.items() if hex.interdicted
        )


def _of_unit(state: Iph, unit: Unit, card: UnitCard | None) -> Iterator[str]:
    """Factors on the side a unit shows, and its state; what it is where its name does not say so."""
    if unit.command in SYMBOLS:
        yield COMMANDS[unit.command]
    elif card:
        whole = unit.steps >= card.steps
        yield f"{card.attack}-{card.defence}" if whole else f"{card.reduced_attack}-{card.reduced_defence}, reduced"
    else:
        yield several(unit.steps, "step")
    if unit.stalled:
        yield "stalled"
    if unit.known and unit.command in JAPANESE:
        yield "examined"


def _notes(state: Iph, shown: set[str]) -> Iterator[str]:
    """What lies on no hex, and what the places are called."""
    for side, title in (("jp", "Japanese"), ("us", "US")):
        if any(ship.box != "distant" for ship in state.ships.values() if ship.side == side):
            yield f"{title} ships: " + "; ".join(f"{box} {', '.join(ships)}" for box, ships in fleet(state, side))
    named: dict[str, list[str]] = {}
    for name, card in state.rows(HexCard).items():
        if card.name and name in shown:
            named.setdefault(card.name, []).append(name)
    if named:
        yield "Places: " + ", ".join(f"{title} {' '.join(hexes)}" for title, hexes in named.items())
