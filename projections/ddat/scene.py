"""The situation of a game as a scene to draw: the ground, who stands and who lies where, and fields of fire on
request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from domain.ddat.board import Board
from domain.ddat.charts import COLOURS, GRID, CommandSpace, DepthCard, ForceCard, UnitCard
from domain.ddat.communication import us_control
from domain.ddat.fields import INTENSE, field
from domain.ddat.state import TITLES, UNREAD, Ddat, Force, Position, Unit
from domain.kernel.errors import BadInput, Unread, unknown
from domain.kernel.game import View
from domain.kernel.limits import COUNT
from domain.kernel.written import Board as Numbering
from domain.wargame.war_facts import several
from projections.scene import Badge, Cell, Counter, Dot, Edge, Scene
from projections.wargame.scenes import REACH, centre, explained

MAP = Numbering(GRID, leftward=True)
LETTERS_OF = {"orange": "O", "red": "R", "blue": "B", "green": "G", "brown": "N", "purple": "P"}
"""A letter for each colour; N is brown, since B is blue."""
KEY = (
    ("?", "face down"),
    ("+", "with a depth marker face down"),
    ("&", "with a depth marker face up"),
    ("*", "with a hero, or an HQ on its hero side"),
    ("°", "inspired"),
    ("c", "command post"),
    ("g", "US garrison"),
    ("a", "guns"),
    ("x", "guns destroyed"),
    ("s", "smoke"),
)


def scene(game: View[Ddat], *, fields: tuple[str, ...] = (), around: str = "") -> Scene:
    """The map of a game. Raises BadInput for names that nobody has heard of."""
    return drawn(game.state, fields=fields, around=around)


def drawn(state: Ddat, *, fields: tuple[str, ...] = (), around: str = "") -> Scene:
    """The situation as it is known; what no chart has said yet of the map is left open, never asked.

    `fields`: positions (by id or hex), colours, or `all`, whose fields of fire are shown: of a position its printed
    field, of colours and of all only what is projected now (6.2). `around`: a hex, a position or a US unit; the drawing
    ends five hexes from it. Raises BadInput for names that nobody has heard of.
    """
    dots, notes = _fields(state, fields)
    named = [word for word in fields if word.casefold() not in (*COLOURS, "all")]
    counters: tuple[Counter, ...] = (*_us(state), *_japanese(state))
    badges = tuple(_badge(state, name, now) for name, now in state.positions.items() if name in state.board.positions)
    middle = _centre(state, around) if around else ""
    cells = _cells(state)
    if middle:
        cells = tuple(cell for cell in cells if GRID.distance(middle, cell.name) <= REACH)
    shown = {cell.name for cell in cells}
    counters = tuple(counter for counter in counters if counter.hex in shown)
    badges = tuple(badge for badge in badges if badge.hex in shown)
    dots = tuple(dot for dot in dots if dot.hex in shown)
    held = len(state.held())
    return Scene(
        title=f"D-Day at Tarawa, turn {state.turn}, {TITLES[state.scenario]}"
        + (f", around {around}" if middle else ""),
        about=f"{len(state.on_map())} US units on the map, {several(held, 'position')} held by the Japanese. North "
        "is at the top.",
        cells=cells,
        edges=tuple(edge for edge in _edges(state.board) if edge.a in shown or edge.b in shown),
        counters=counters,
        badges=badges,
        dots=dots,
        sides=(("us", "US"), ("jp", "Japanese")),
        focus=()
        if middle
        else tuple(dict.fromkeys([*state.us_hexes(), *(dot.hex for dot in _fields(state, named)[0])])),
        key=explained(KEY, counters, badges),
        notes=tuple(notes),
    )


def _centre(state: Ddat, word: str) -> str:
    places = [(name, card.hex) for name, card in state.board.positions.items()]
    if word in state.units and not state.units[word].stands:  # who is not there is not meant by a name misspelt either
        raise BadInput(f"{word} is not on the map")
    units = {name: unit.hex for name, unit in state.units.items() if unit.stands}
    return centre(GRID, word, places, units, "hex, position or US unit")


# ---- the ground ----


def _cells(state: Ddat) -> tuple[Cell, ...]:
    """A rectangle with everything that is known to lie anywhere, and one hex around it."""
    board = state.board
    known = _printed(board) | set(state.us_hexes()) | ({state.invader_hex} if state.invader_hex else set())
    if not known:
        return ()
    spots = [GRID.spot(hex) for hex in known]
    rows, halves = [s.row for s in spots], [s.half for s in spots]
    control = _control(state)
    bare = _bare(board, min(rows) - 1, max(rows) + 1, min(halves) - 2, max(halves) + 2)
    return tuple(replace(cell, control="us") if cell.name in control else cell for cell in bare)


@lru_cache(maxsize=8)
def _printed(board: Board) -> frozenset[str]:
    """The hexes of which a chart says anything."""
    ground = {hex for feature in board.features.values() for hex in feature.hexes}
    return frozenset(ground | set(board.by_hex) | {card.hex for card in board.approaches.values()})


@lru_cache(maxsize=8)
def _bare(board: Board, top: int, bottom: int, east: int, west: int) -> tuple[Cell, ...]:
    """A rectangle of the printed map, which nobody controls: play does not change it, so it is made once."""
    sets = {name: frozenset(feature.hexes) for name, feature in board.features.items()}
    labels = {card.hex: name for name, card in board.approaches.items()}
    found = []
    for row in range(top, bottom + 1):
        for half in range(west, east - 1, -1):
            name = GRID.name(row, half)
            if name and GRID.spot(name).half == half:
                terrain = board.terrain(name) + tuple(kind for kind in ("wreck",) if name in sets.get(kind, ()))
                found.append(Cell(name, *MAP.drawn_at(name), _fill(sets, name), labels.get(name, ""), terrain))
    return tuple(found)


def _fill(sets: dict[str, frozenset[str]], hex: str) -> str:
    for kind in ("beach", "land"):
        if hex in sets.get(kind, ()):
            return kind
    return "water" if "land" in sets else "unknown"


def _edges(board: Board) -> Iterator[Edge]:
    for kind, feature in board.features.items():
        for side in feature.sides:
            a, _, b = side.partition("/")
            yield Edge(a, b, kind)


def _control(state: Ddat) -> frozenset[str]:
    """The hexes under US control (11.1), or only those with US units while a chart is missing that says more."""
    try:
        return us_control(state)
    except Unread:
        return frozenset(hex for hex in state.us_hexes() if not state.enemy_in(hex))


# ---- counters and positions ----


def _us(state: Ddat) -> Iterator[Counter]:
    cards = state.rows(UnitCard)
    for name, unit in state.units.items():
        if unit.stands:
            card = cards.get(name)
            ryan = state.ryan == name
            heroes = "*" * min(
                COUNT, unit.heroes + (unit.heroic and not unit.post) + (ryan and not state.ryan_inspired)
            )
            inspired = "°" * min(COUNT, unit.inspired + (ryan and state.ryan_inspired))
            yield Counter(
                unit.hex,
                name,
                "us",
                symbol=card.type if card else "",
                steps=None if card and card.leader else unit.steps,
                disrupted=unit.disrupted,
                signs=heroes + inspired + ("c" if unit.post else ""),
                says=", ".join(_of_unit(state, name, unit, card)),
            )


def _of_unit(state: Ddat, name: str, unit: Unit, card: UnitCard | None) -> Iterator[str]:
    if card:
        yield "HQ" if card.leader else card.type
    if not (card and card.leader):
        yield several(unit.steps, "step")
    if unit.post:
        space = state.rows(CommandSpace).get(str(unit.post))
        yield f"command post in space {unit.post}" + (f" of range {space.range}" if space else "")
    elif unit.heroic:
        yield "hero side"
    for words, there in (("disrupted", unit.disrupted), ("acted", name in state.acted)):
        if there:
            yield words
    for count, words in ((unit.heroes, "hero"), (unit.inspired, "inspired")):
        if count:
            yield words if count == 1 else f"{words} {count} times"
    if state.ryan == name:
        yield "Major Ryan" + (" (inspired)" if state.ryan_inspired else "")
    for load in state.loads.values():
        if name in load.units and load.lvts:
            yield f"LVT {'+'.join(map(str, load.lvts))}"


def _japanese(state: Ddat) -> Iterator[Counter]:
    places = state.board.positions
    for name in state.held():
        if name in places:
            yield _force(state, places[name].hex, state.positions[name])
    if state.invader and state.invader_hex:
        yield _force(state, state.invader_hex, state.invader)


def _force(state: Ddat, hex: str, force: Force) -> Counter:
    face = state.rows(ForceCard).get(force.unit)
    tank = force.tank or (face.tank if face else "")
    symbol = "tank" if tank else "hq" if face and face.hq else "infantry"
    depth = "" if not force.depth else "&" if force.depth_shown else "+"
    return Counter(
        hex,
        force.unit,
        "jp",
        symbol="" if not force.revealed else symbol,
        hidden=not force.revealed,
        disrupted=force.disrupted,
        signs=depth,
        says=", ".join(_of_force(state, force, face, tank)),
    )


def _of_force(state: Ddat, force: Force, face: ForceCard | None, tank: str) -> Iterator[str]:
    yield "revealed" if force.revealed else "face down"
    if tank:
        yield f"{tank} tank"
    if face:
        yield _strength(face.strength, face.weapons)
    if force.disrupted:
        yield "disrupted"
    if force.depth:
        name = "" if force.depth == UNREAD else f" {force.depth}"
        kind = f"{force.depth_type} " if force.depth_type else ""
        marker = state.rows(DepthCard).get(force.depth)
        what = (
            ""
            if not marker
            else " (reinforcement)"
            if marker.reinforcement
            else f" ({_strength(marker.strength, marker.weapons)})"
        )
        yield f"{kind}depth{name}{what} face {'up' if force.depth_shown else 'down'}"


def _strength(strength: int, weapons: Iterable[str]) -> str:
    return f"strength {strength}" + (f" needs {' '.join(weapons)}" if weapons else "")


def _badge(state: Ddat, name: str, now: Position) -> Badge:
    card = state.board.positions[name]
    guns = card.artillery != "none"
    marks = (
        ("g", "US garrison", now.garrison),
        ("x", "guns destroyed", now.guns_destroyed),
        ("s", "smoke", now.smoke),
        ("a", f"{card.artillery} guns", guns and not now.guns_destroyed),
    )
    says = [words for _, words, there in marks if there]
    return Badge(
        card.hex,
        name,
        card.colour,
        LETTERS_OF[card.colour],
        "".join(sign for sign, _, there in marks if there),
        ", ".join(says),
    )


# ---- fields of fire ----


def _fields(state: Ddat, words: Iterable[str]) -> tuple[tuple[Dot, ...], list[str]]:
    """The dots of the fields asked for, and a line about each."""
    board = state.board
    strong: dict[tuple[str, str], bool] = {}
    notes = []
    for word in words:
        name = board.by_hex.get(word, word.upper())
        if name in board.positions:
            now = field(state, name)
            fields = {name: now or field(state, name, "printed")}
            how = f"fired by {', '.join(state.firers(name))}" if now else "as printed; nobody there projects it now"
            group = "+".join(board.groups[board.group_of[name]])
            notes.append(f"Field of fire of {group} ({board.positions[name].colour}): {how}")
        elif word.casefold() == "all" or word.casefold() in COLOURS:
            colours = COLOURS if word.casefold() == "all" else (word.casefold(),)
            firsts = [board.groups[group][0] for colour in colours for group in board.of_colour[colour]]
            fields = {first: dots for first in firsts if (dots := field(state, first))}
            names = ["+".join(board.groups[board.group_of[first]]) for first in fields]
            notes.append(f"Fields of fire, {word.casefold()}: {', '.join(names) or 'nobody projects one now'}")
        else:
            raise unknown("position or colour", word, [*COLOURS, "all", *board.positions])
        for first, dots in fields.items():
            colour = board.positions[first].colour
            for hex, kind in dots.items():
                strong[hex, colour] = strong.get((hex, colour), False) or kind == INTENSE
    return tuple(Dot(hex, colour, LETTERS_OF[colour], intense) for (hex, colour), intense in strong.items()), notes
