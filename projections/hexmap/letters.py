"""A scene on a hex map as a drawing of letters for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence

from projections.counters import SYMBOL_LETTERS, printable
from projections.hexmap.layout import (
    SAID,
    by_hex,
    cropped,
    edge_kinds,
    ground_letters,
    hex_list,
    legend,
    parts,
    road_kinds,
)
from projections.scene import Cell, Counter, Scene

CELL = 6
"""Letters a hex is wide."""
EDGE_LETTERS = (("=", "|"), ("-", "!"), ('"', "/"))
"""For each kind of hexside: as it lies and as it stands."""
ROAD_LETTERS = ("-", "/", "\\")
"""Ways to the hex beside, to one below on the left, and on the right."""
FILL_LETTERS = {"water": "~", "beach": ":", "rough": "%", "mountain": "^", "unknown": "_"}
CONTROL_LETTERS = (".", ",")


def hex_text(scene: Scene, width: int = 80) -> str:
    """A drawing for a terminal, no line longer than `width`, with a key and a list of the units below.

    A hex is six letters wide: its ground and its name or position above, who is there below, then the fields of fire.
    """
    cells = cropped(scene)
    cut = parts(cells, max(1, (width - CELL // 2) // CELL))
    lines = [scene.title, *([scene.about] if scene.about else [])]
    for at, part in enumerate(cut, 1):
        lines += [
            "",
            *([f"Part {at} of {len(cut)}, from the left"] if len(cut) > 1 else []),
            *_Letters(scene, part).lines(),
        ]
    lines += ["", *legend(scene)]
    lines += [f"{title}: {words}" for title, words in _letters_key(scene)]
    for title, said in hex_list(scene):
        lines += ["", title, *(f"  {line}" for line in said)]
    return "\n".join(_wrapped(lines, width)) + "\n"


def _wrapped(lines: Iterable[str], width: int) -> Iterator[str]:
    for line in lines:
        line = printable(line)
        if len(line) <= width:
            yield line.rstrip()
        else:
            indent = " " * min(4, width - 1)
            yield from textwrap.wrap(
                line, width, subsequent_indent=indent, break_on_hyphens=False, drop_whitespace=True
            )


def _letters_key(scene: Scene) -> Iterator[tuple[str, str]]:
    here = {cell.fill for cell in scene.cells}
    map_signs = [f"{sign} {SAID.get(fill, fill)}" for fill, sign in FILL_LETTERS.items() if fill in here]
    names = dict(scene.sides)
    controlled = {cell.control for cell in scene.cells if cell.control}
    map_signs += [
        f"{sign} {names[side]} control"
        for side, sign in zip(names, CONTROL_LETTERS, strict=False)
        if side in controlled
    ]
    map_signs += [f"{' '.join(_edge_letters(at))} {kind}" for kind, at in edge_kinds(scene).items()]
    map_signs += [f"{' '.join(ROAD_LETTERS)} {kind}" for kind in road_kinds(scene)]
    if map_signs:
        yield "Map", ", ".join(map_signs)
    units = ["I4 a unit's letter and steps"] if any(c.steps is not None for c in scene.counters) else []
    units += ["! face up"] if any(_is_plain(c) for c in scene.counters) else []
    units += ["small letter or (brackets) disrupted"] if any(c.disrupted for c in scene.counters) else []
    units += (
        ["3:9 three units with nine steps"] if any(len(there) > 2 for there in by_hex(scene.counters).values()) else []
    )
    if units:
        yield "Counters", ", ".join(units)
    if scene.dots:
        yield "Fields of fire", "a colour's letter on a line of its own, large where strong, small where weak"


def _edge_letters(kind: int) -> tuple[str, str]:
    return EDGE_LETTERS[min(kind, len(EDGE_LETTERS) - 1)]


def _is_plain(counter: Counter) -> bool:
    return not counter.hidden and counter.symbol not in SYMBOL_LETTERS


def _sign(counter: Counter) -> str:
    letter = "?" if counter.hidden else SYMBOL_LETTERS.get(counter.symbol, "!")
    said = letter + ("" if counter.steps is None else str(counter.steps)) + counter.signs
    if not counter.disrupted:
        return said
    return said[0].lower() + said[1:] if letter.isalpha() else f"({said})"


class _Letters:
    """One part of the map in letters."""

    def __init__(self, scene: Scene, cells: Sequence[Cell]) -> None:
        self.rows: dict[int, list[Cell]] = {}
        for cell in cells:
            self.rows.setdefault(cell.row, []).append(cell)
        self.left = min(cell.half for cell in cells)
        self.wide = (max(cell.half for cell in cells) - self.left + 2) * CELL // 2
        self.grounds = ground_letters(scene)
        self.badges = {badge.hex: badge for badge in scene.badges}
        self.counters, self.dots = by_hex(scene.counters), by_hex(scene.dots)
        kinds = edge_kinds(scene)
        self.edges = {frozenset((edge.a, edge.b)): kinds[edge.kind] for edge in scene.edges if not edge.across}
        self.roads = {frozenset((edge.a, edge.b)) for edge in scene.edges if edge.across}
        self.by_edge = frozenset(hex for edge in scene.edges for hex in (edge.a, edge.b))
        self.left_of = {(cell.row, cell.half + 2): cell.name for cell in cells}
        self.right_of = {(cell.row, cell.half - 2): cell.name for cell in cells}
        self.control = dict(zip((side for side, _ in scene.sides), CONTROL_LETTERS, strict=False))

    def lines(self) -> Iterator[str]:
        above: list[Cell] = []
        empty: list[int] = []
        for row in sorted(self.rows):
            cells = self.rows[row]
            if self._is_empty(cells):
                empty.append(row)
                continue
            yield from self._passed(empty)
            empty = []
            between = self._between(above, cells)
            if between:
                yield between
            yield self._line(cells, self._upper)
            yield self._line(cells, self._lower)
            if any(cell.name in self.dots for cell in cells):
                yield self._line(cells, self._fields)
            above = cells
        yield from self._passed(empty)

    def _is_empty(self, cells: Iterable[Cell]) -> bool:
        """Nothing but open water."""
        things = (self.badges, self.counters, self.dots, self.by_edge)
        return not any(
            c.fill != "water" or c.label or c.grounds or c.control or any(c.name in there for there in things)
            for c in cells
        )

    def _passed(self, empty: Sequence[int]) -> Iterator[str]:
        """Rows of open water: one is drawn, for more there is a line that names them."""
        if len(empty) == 1:
            yield self._line(self.rows[empty[0]], self._upper)
            yield self._line(self.rows[empty[0]], self._lower)
        elif empty:
            first, last = self.rows[empty[0]], self.rows[empty[-1]]
            yield f"~~~ {len(empty)} rows of open water, {first[0].name} to {last[-1].name} ~~~"

    def _line(self, cells: Iterable[Cell], says: Callable[[Cell], str]) -> str:
        line = [" "] * self.wide
        for cell in cells:
            at = (cell.half - self.left) * CELL // 2
            line[at : at + CELL] = says(cell)[:CELL].ljust(CELL)
        return "".join(line).rstrip()

    def _upper(self, cell: Cell) -> str:
        ground = self.grounds[cell.grounds[0]] if cell.grounds else FILL_LETTERS.get(cell.fill, " ")
        badge = self.badges.get(cell.name)
        said = ground + (f"{badge.name}{badge.letter}".ljust(4) + badge.signs[:1] if badge else cell.label or cell.name)
        road = frozenset((cell.name, self.right_of.get((cell.row, cell.half), ""))) in self.roads
        return said.ljust(CELL - 1)[: CELL - 1] + ROAD_LETTERS[0] if road else said

    def _lower(self, cell: Cell) -> str:
        there = self.counters.get(cell.name, ())
        said = "".join(_sign(counter) for counter in there)
        if len(said) >= CELL:  # no room for each: how many, with how many steps; the list names them
            said = f"{len(there)}:{sum(counter.steps or 0 for counter in there)}"
        return self._first(cell) + said

    def _first(self, cell: Cell) -> str:
        kind = self.edges.get(frozenset((cell.name, self.left_of.get((cell.row, cell.half), ""))))
        if kind is not None:
            return _edge_letters(kind)[1]
        return self.control.get(cell.control) or FILL_LETTERS.get(cell.fill, " ")

    def _fields(self, cell: Cell) -> str:
        dots = sorted(self.dots.get(cell.name, ()), key=lambda dot: (not dot.strong, dot.letter))
        return FILL_LETTERS.get(cell.fill, " ") + "".join(
            dot.letter.upper() if dot.strong else dot.letter.lower() for dot in dots
        )

    def _between(self, above: Sequence[Cell], below: Sequence[Cell]) -> str:
        """The hexsides between two rows, three letters each, and the ways across them; "" without any."""
        line = [" "] * self.wide
        lower = {cell.name: cell for cell in below}
        for cell in above:
            for name, other in lower.items():
                both = frozenset((cell.name, name))
                if abs(cell.half - other.half) == 1 and (both in self.edges or both in self.roads):
                    at = (max(cell.half, other.half) - self.left) * CELL // 2
                    if both in self.edges:
                        line[at : at + CELL // 2] = _edge_letters(self.edges[both])[0] * (CELL // 2)
                    if both in self.roads:
                        line[at + 1] = ROAD_LETTERS[2 if other.half > cell.half else 1]
        return "".join(line).rstrip()
