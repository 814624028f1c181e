"""What every drawing of a scene on a hex map needs: which hexes are drawn, in which parts, and what is said of them in
words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from math import ceil, dist
from typing import TypeVar

from projections.counters import SYMBOL_LETTERS, SYMBOL_WORDS
from projections.scene import Cell, Counter, Dot, Scene

MARGIN = 2
"""Hexes shown around the focus of a scene."""
SAID = SYMBOL_WORDS | {"unknown": "unknown ground"}
"""Words that read differently from what they are called in a scene."""


def cropped(scene: Scene) -> tuple[Cell, ...]:
    """The hexes to draw: those around the focus, or all."""
    kept = [cell for cell in scene.cells if cell.name in set(scene.focus)]
    if not kept:
        return scene.cells
    rows, halves = [cell.row for cell in kept], [cell.half for cell in kept]
    return tuple(
        cell
        for cell in scene.cells
        if min(rows) - MARGIN <= cell.row <= max(rows) + MARGIN
        and min(halves) - 2 * MARGIN <= cell.half <= max(halves) + 2 * MARGIN
    )


def in_use(scene: Scene, also: Iterable[str] = ()) -> tuple[Cell, ...]:
    """The hexes without those that lie apart from the rest of the map, where none of them matters: is of the focus, or
    of these; all where no hex matters."""
    wanted = {*scene.focus, *(counter.hex for counter in scene.counters), *also} if scene.focus else set()
    apart = {(cell.row, cell.half): cell for cell in scene.cells}
    kept: set[str] = set()
    while apart:
        joined, edge = set[str](), [apart.popitem()[1]]
        while edge:
            cell = edge.pop()
            joined.add(cell.name)
            beside = ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))
            near = ((cell.row + down, cell.half + along) for down, along in beside)
            edge += [apart.pop(spot) for spot in near if spot in apart]
        if not wanted or joined & wanted:
            kept |= joined
    return tuple(cell for cell in scene.cells if cell.name in kept)


def parts(cells: Sequence[Cell], across: int) -> list[list[Cell]]:
    """The hexes in parts of at most so many hexes along a row, about equally wide, from left to right; one part for
    0."""
    if not cells:
        return []
    first = min(cell.half for cell in cells)
    columns = (max(cell.half for cell in cells) - first) // 2 + 1
    count = ceil(columns / across) if across else 1
    each = ceil(columns / count)
    parts: list[list[Cell]] = [[] for _ in range(count)]
    for cell in cells:
        parts[(cell.half - first) // 2 // each].append(cell)
    return [part for part in parts if part]


def middle_of(cells: Sequence[Cell]) -> Cell:
    """The cell in the middle of several."""
    centre = (sum(c.half for c in cells) / len(cells), sum(2 * c.row for c in cells) / len(cells))
    return min(cells, key=lambda cell: dist((cell.half, 2 * cell.row), centre))


def trimmed(part: Sequence[Cell], there: Set[str]) -> list[Cell]:
    """A part without the rows that are far above or below these hexes; all of it where none of them is in it."""
    rows = [cell.row for cell in part if cell.name in there]
    return [cell for cell in part if not rows or min(rows) - MARGIN <= cell.row <= max(rows) + MARGIN]


Placed = TypeVar("Placed", Counter, Dot)


def by_hex(things: Iterable[Placed]) -> dict[str, list[Placed]]:
    found: dict[str, list[Placed]] = {}
    for thing in things:
        found.setdefault(thing.hex, []).append(thing)
    return found


def ground_letters(scene: Scene) -> dict[str, str]:
    """A small letter for each word of the ground: the one that players know, or one of its own while there are any."""
    words = list(dict.fromkeys(word for cell in scene.cells for word in cell.grounds))
    found = {word: letter for word, letter in scene.letters if word in words}
    for word in words:
        if word in found:
            continue
        free = (
            c for c in word.casefold() + "abcdefghijklmnopqrstuvwxyz" if "a" <= c <= "z" and c not in found.values()
        )
        found[word] = next(free, "z")
    return found


def edge_kinds(scene: Scene) -> dict[str, int]:
    """The kinds of hexsides, numbered: each has a line of its own."""
    return {kind: at for at, kind in enumerate(dict.fromkeys(edge.kind for edge in scene.edges if not edge.across))}


def road_kinds(scene: Scene) -> tuple[str, ...]:
    """The kinds of ways that lead from hex to hex."""
    return tuple(dict.fromkeys(edge.kind for edge in scene.edges if edge.across))


def hex_list(scene: Scene) -> Iterator[tuple[str, list[str]]]:
    """Headings and the lines below them: every unit by name, every position of which there is more to say."""
    order = {cell.name: (cell.row, cell.half) for cell in scene.cells}
    badges = {badge.hex: badge for badge in scene.badges}
    labels = {cell.name: cell.label or cell.title for cell in scene.cells}

    def place(hex: str) -> str:
        badge = badges.get(hex)
        return " ".join(
            word for word in (hex, f"{badge.name} {badge.colour}" if badge else labels.get(hex, "")) if word
        )

    for side, title in scene.sides:
        lines: dict[str, list[str]] = {}
        hidden: dict[str, list[str]] = {}
        for counter in sorted((c for c in scene.counters if c.side == side), key=lambda c: order.get(c.hex, (0, 0))):
            words = f"{counter.name}: {counter.says}" if counter.says else counter.name
            if counter.hidden:  # many lie alike, so each sort is said once
                hidden.setdefault(counter.says if counter.name == "?" and counter.says else words, []).append(
                    place(counter.hex)
                )
            else:
                lines.setdefault(place(counter.hex), []).append(words)
        said = [f"{where}  {'; '.join(words)}" for where, words in lines.items()]
        said += [f"{words}: {', '.join(where)}" for words, where in hidden.items()]
        if said:
            yield title, said
    marked: dict[str, list[str]] = {}
    for badge in sorted((b for b in scene.badges if b.says), key=lambda b: order.get(b.hex, (0, 0))):
        marked.setdefault(badge.says, []).append(place(badge.hex))
    if marked:
        yield "Positions", [f"{words}: {', '.join(where)}" for words, where in marked.items()]
    if scene.notes:
        yield "Notes", list(scene.notes)


def legend(scene: Scene) -> Iterator[str]:
    """What the signs of both drawings mean; those of one drawing only are explained by it."""
    symbols = dict.fromkeys(c.symbol for c in scene.counters if c.symbol in SYMBOL_LETTERS and not c.hidden)
    colours = {badge.letter: badge.colour for badge in scene.badges} | {dot.letter: dot.colour for dot in scene.dots}
    rows: tuple[tuple[str, Mapping[str, str]], ...] = (
        ("Signs", dict(scene.key)),
        ("Units", {SYMBOL_LETTERS[symbol]: SAID.get(symbol, symbol) for symbol in symbols}),
        ("Colours", colours),
        ("Ground", {letter: word for word, letter in ground_letters(scene).items()}),
    )
    for title, signs in rows:
        if signs:
            yield f"{title}: " + ", ".join(f"{sign} {words}" for sign, words in signs.items())
