"""What is odd on the map of a pack, each at its place: roads to nowhere, coasts without a sea, names given twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.errors import BadInput
from domain.kernel.printed import PackFinding
from domain.kernel.rules import Rules
from domain.kernel.state import Row
from domain.kernel.written import Board, Links, mark_on

SEA = ("sea", "ocean")
"""Ground that is no land, where a map has hexes of it."""
Rows = Mapping[str, Mapping[str, Any]]


def misplaced(rules: Rules[Any], charts: Mapping[str, Rows], complete: list[str]) -> Iterator[PackFinding]:
    """What the charts of hexes say that no printed map shows. A hex that is not read yet is nothing odd.

    The printed game may be right: nothing of it is missing.
    """
    if not rules.printed.boards:
        return
    boards = rules.printed.boards(charts)
    for chart, schema in rules.printed.charts.items():
        if schema.KEY == "hex" and len(boards) == 1:
            rows = charts.get(chart, {})
            whole = chart in complete
            found = [
                *_names(boards[0], rows),
                *_links(boards[0], schema, rows, whole),
                *_coasts(boards[0], schema, rows, whole),
            ]
            yield from (PackFinding(chart, words, against=True) for words in found)


def _names(board: Board, rows: Rows) -> Iterator[str]:
    """Rows that are no hexes; a name of two places that do not touch."""
    named: dict[str, list[str]] = {}
    for hex, says in rows.items():
        if not board.is_hex(hex):
            yield f"{hex} is no hex of this map"
        elif says.get("name"):
            named.setdefault(str(says["name"]), []).append(hex)
    for name, hexes in named.items():
        reached = {hexes[0]}
        while more := [
            hex for hex in hexes if hex not in reached and any(_near(board, hex, one, 2) for one in reached)
        ]:
            reached.update(more)
        if far := [hex for hex in hexes if hex not in reached]:
            yield f"{name} is the name of {hexes[0]} and of {far[0]}, which lie apart"


def _near(board: Board, a: str, b: str, most: int) -> bool:
    return board.grid.distance(board.known_as(a), board.known_as(b)) <= most


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
