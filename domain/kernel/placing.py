"""What is odd on the map of a pack, each at its place: roads to nowhere, coasts without a sea, names given twice, hexes
beyond the edge of the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from domain.kernel.errors import BadInput
from domain.kernel.hexes import Grid
from domain.kernel.printed import PackFinding
from domain.kernel.rules import Rules
from domain.kernel.state import Row
from domain.kernel.written import Board, Links, mark_on

SEA = ("sea", "ocean")
"""Ground that is no land, where a map has hexes of it."""
MARGIN = 15
"""Rows or columns by which a map may reach beyond the outermost hexes that the text names."""
SHOWN = 3
Rows = Mapping[str, Mapping[str, Any]]


def misplaced(rules: Rules[Any], charts: Mapping[str, Rows], complete: list[str]) -> Iterator[PackFinding]:
    """What the charts of hexes say that no printed map shows. A hex that is not read yet is nothing odd.

    The printed game may be right: nothing of it is missing.
    """
    for chart in rules.printed.mutual:
        for name, named in _by_name(charts.get(chart, {}), "name").items():
            if len(named) > 1:
                yield PackFinding(chart, f"{name} is the name of {' and of '.join(named)}", against=True)
    if not rules.printed.boards:
        return
    boards = rules.printed.boards(charts)
    for chart, schema in rules.printed.charts.items():
        if schema.KEY == "hex" and len(boards) == 1:
            rows = charts.get(chart, {})
            whole = chart in complete
            found = [
                *_names(boards[0], rows, whole),
                *_beyond(rules, boards[0], chart, rows),
                *(_apart(boards[0], rows) if whole else ()),
                *(_holes(boards[0], rows) if whole else ()),
                *_links(boards[0], schema, rows, whole),
                *_gaps(boards[0], schema, rows),
                *_coasts(boards[0], schema, rows, whole),
            ]
            yield from (PackFinding(chart, words, against=True) for words in found)


def _names(board: Board, rows: Rows, whole: bool) -> Iterator[str]:
    """Rows that are no hexes; a name, or an area, of two places that do not touch."""
    yield from (f"{hex} is no hex of this map" for hex in rows if not board.is_hex(hex))
    hexes = {hex: says for hex, says in rows.items() if board.is_hex(hex)}
    for field in ("name", "area") if whole else ("name",):
        for name, named in _by_name(hexes, field).items():
            if far := _unreached(board, named, 2):
                yield f"{name} is the {field} of {named[0]} and of {far[0]}, which lie apart"


def _by_name(rows: Rows, field: str) -> dict[str, list[str]]:
    """The rows of each name."""
    named: dict[str, list[str]] = {}
    for row, says in rows.items():
        if says.get(field):
            named.setdefault(str(says[field]), []).append(row)
    return named


def _unreached(board: Board, hexes: list[str], most: int) -> list[str]:
    """The hexes that cannot be reached from the first in steps of so many hexes."""
    left, ahead = {board.known_as(hex): hex for hex in hexes[1:]}, [board.known_as(hexes[0])]
    while ahead and left:
        for near in board.grid.within(ahead.pop(), most):
            if left.pop(near, ""):
                ahead.append(near)
    return list(left.values())


def _beyond(rules: Rules[Any], board: Board, chart: str, rows: Rows) -> Iterator[str]:
    """Hexes far beyond those that the text names, where it names some all over the map."""
    by_text = [known.row for known in rules.printed.roster if known.chart == chart and board.is_hex(known.row)]
    places = [board.place(hex) for hex in by_text]
    for way, what in enumerate(("row", "column")):
        numbers = [place[way] for place in places]
        if not numbers or max(numbers) == min(numbers):
            continue
        first, last = min(numbers) - MARGIN, max(numbers) + MARGIN
        if far := [hex for hex in rows if board.is_hex(hex) and not first <= board.place(hex)[way] <= last]:
            outer = [by_text[numbers.index(edge(numbers))] for edge in (min, max)]
            yield f"{_some(far)} beyond the edge: by {what}s the text's outermost hexes are {' and '.join(outer)}"


def _apart(board: Board, rows: Rows) -> Iterator[str]:
    """Hexes that touch none of the others, in a map that is whole."""
    left = [hex for hex in rows if board.is_hex(hex)]
    parts: list[list[str]] = []
    while left:
        far = {*_unreached(board, left, 1)}
        parts.append([hex for hex in left if hex not in far])
        left = [hex for hex in left if hex in far]
    for part in sorted(parts, key=len)[:-1]:
        yield f"{_some(part)} apart from the rest of the map"


def _holes(board: Board, rows: Rows) -> Iterator[str]:
    """Hexes left out of a map that is whole, amid others."""
    known = {board.known_as(hex) for hex in rows if board.is_hex(hex)}
    left = sorted(hex for hex in board.grid.ring(known) if known.issuperset(board.grid.neighbours(hex)))
    if out := [board.printed_as(hex) for hex in left]:
        yield f"no row for {', '.join(out[:SHOWN])}{_more(out)}, with hexes on every side"


def _more(hexes: list[str]) -> str:
    return f" and {len(hexes) - SHOWN} more" if len(hexes) > SHOWN else ""


def _some(hexes: list[str]) -> str:
    """The first of some hexes, with the verb that fits them."""
    return f"{', '.join(hexes[:SHOWN])}{_more(hexes)} {'lies' if len(hexes) == 1 else 'lie'}"


def _gaps(board: Board, schema: type[Row], rows: Rows) -> Iterator[str]:
    """Chains of hexsides with one left out between two of their ends."""
    for field, info in schema.model_fields.items():
        how = mark_on(info, Links)
        if how is None or how.through or not how.both:
            continue
        sides: dict[str, set[frozenset[str]]] = {}
        for hex, says in rows.items():
            for value in says.get(field, ()):
                word, _, end = (how.word, "", value) if how.word else value.rpartition("/")
                if _is_next(board, hex, end):
                    sides.setdefault(word, set()).add(frozenset((board.known_as(hex), board.known_as(end))))
        for word, there in sides.items():
            for side in sorted(map(sorted, _left_out(board, there))):
                a, b = (board.printed_as(hex) for hex in side)
                if a in rows and b in rows:
                    yield f"the {word} has a gap of one hexside, {a}/{b}"


def _left_out(board: Board, sides: set[frozenset[str]]) -> Iterator[frozenset[str]]:
    """The hexsides, none of these, that join two ends of chains of these."""
    grid = board.grid
    joined: dict[frozenset[str], int] = {}
    for side in sides:
        for corner in _corners(grid, side):
            joined[corner] = joined.get(corner, 0) + 1
    ends = {corner for corner, count in joined.items() if count == 1}
    between = {frozenset(pair) for corner in ends for pair in combinations(sorted(corner), 2)} - sides
    yield from (side for side in between if len(corners := _corners(grid, side)) == 2 and corners <= ends)


def _corners(grid: Grid, side: frozenset[str]) -> set[frozenset[str]]:
    """The two corners where a hexside ends, each by the three hexes that meet there."""
    a, b = side
    return {side | {hex} for hex in grid.neighbours(a) if hex in grid.neighbours(b)}


def _links(board: Board, schema: type[Row], rows: Rows, whole: bool) -> Iterator[str]:
    """Links to nowhere, over more than a hex, and from one end alone."""
    for field, info in schema.model_fields.items():
        how = mark_on(info, Links)
        for hex, says in rows.items() if how else ():
            for value in says.get(field, ()):
                word, _, end = (how.word, "", value) if how and how.word else value.rpartition("/")
                if not _is_next(board, hex, end):
                    yield f"{hex}: the {word} leads to {end}, which is not next to it"
                elif end not in rows:
                    if whole:
                        yield f"{hex}: the {word} leads to {end}, which has no row"
                elif how and how.both and field in rows[end]:
                    back = hex if how.word else f"{word}/{hex}"
                    if back not in rows[end][field]:
                        yield f"{hex}: the {word} leads to {end}, where none comes from {hex}"


def _is_next(board: Board, hex: str, end: str) -> bool:
    try:
        return board.adjacent(hex, end)
    except BadInput:
        return False


def _coasts(board: Board, schema: type[Row], rows: Rows, whole: bool) -> Iterator[str]:
    """Coastal hexes among land, and gaps in a coast."""
    if "coastal" not in schema.model_fields:
        return
    for hex, says in rows.items():
        if board.is_hex(hex) and says.get("terrain") not in SEA:
            around = [board.printed_as(near) for near in board.grid.neighbours(board.known_as(hex))]
            unread = [near for near in around if near not in rows]
            wet = [near for near in around if rows.get(near, {}).get("terrain") in SEA] + (unread if whole else [])
            if says.get("coastal") and not wet and not unread:
                yield f"{hex} is coastal, and there is land on every side"
            if wet and not says.get("coastal"):
                yield f"{hex} is not coastal: the coast ends there, at {wet[0]}"
