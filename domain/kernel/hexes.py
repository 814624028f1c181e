"""Hexes: coordinates, neighbours, distance, rings and lines, for any printed numbering.

Maps number their hexes differently. `Grid` describes the numbering; everything else is the same for all of them. Four
digits name a hex: row and column, in the grid's order. Columns may grow to the right or to the left; what matters is
which rows lie half a hex further along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from domain.kernel.errors import BadInput
from domain.kernel.limits import LIST


class Spot(NamedTuple):
    """The position of a hex: its row, and twice its place along the row, so that half hexes are whole numbers."""

    row: int
    half: int


DIRECTIONS = {
    "ahead": (0, 2),
    "back": (0, -2),
    "down-ahead": (1, 1),
    "down-back": (1, -1),
    "up-ahead": (-1, 1),
    "up-back": (-1, -1),
}
"""The six directions as (row, half) offsets of a `Spot`. `ahead` is the way the columns grow, `down` the way the rows
grow.
"""

FAR = 1_000
"""The distance to a piece that is in no hex: more than any map's width."""


@dataclass(frozen=True, eq=False, repr=False)
class Grid:
    """A numbering in rows. `shifted` names the rows that lie half a hex further along: the odd or the even ones.

    Names have two digits for the row, then two for the column (`row_first`), or the other way round. For a map whose
    hexes lie in straight columns (`columns`), rows and columns change places: it is seen from its side.
    """

    shifted: str = "even"
    row_first: bool = True
    columns: bool = False

    def spot(self, name: str) -> Spot:
        """The position of the hex with this name. Raises BadInput if it is not the name of a hex."""
        return _spot(self, name)

    def name(self, row: int, half: int) -> str:
        """The name of the hex at a position; "" if no hex can have it (beyond the first or last row or column)."""
        column = (half - self._shift(row)) // 2
        if not (0 < row < 100 and 0 <= column < 100):
            return ""
        first, second = (column, row) if self.columns else (row, column)
        return f"{first:02}{second:02}" if self.row_first else f"{second:02}{first:02}"

    def numbered(self, row: int, column: int) -> str:
        """The name of the hex with these numbers of its row and column; "" if no hex can have them."""
        return self.name(row, 2 * column + self._shift(row))

    def _shift(self, row: int) -> int:
        return int((row % 2 == 0) == (self.shifted == "even"))

    def neighbours(self, name: str) -> tuple[str, ...]:
        """The hexes next to a hex."""
        return _neighbours(self, name)

    def distance(self, a: str, b: str) -> int:
        """The number of hexes from one to the other, counting the last and not the first; `FAR` if either is ""."""
        return _distance(self, a, b) if a and b else FAR

    def nearest(self, name: str, others: Iterable[str]) -> int:
        """The distance to the nearest of other hexes; `FAR` if there is none."""
        return min(map(_from(self, name).__getitem__, filter(None, others)), default=FAR) if name else FAR

    def adjacent(self, a: str, b: str) -> bool:
        """Whether two hexes touch. Nothing touches ""."""
        return self.distance(a, b) == 1

    def toward(self, name: str, direction: str) -> str:
        """The next hex in one of the `DIRECTIONS`; "" off the grid."""
        if not name:
            return ""
        spot, (down, along) = self.spot(name), DIRECTIONS[direction]
        return self.name(spot.row + down, spot.half + along)

    def within(self, name: str, most: int) -> tuple[str, ...]:
        """The hexes at most `most` hexes away, nearest first, with the hex itself."""
        return _within(self, name, most)

    def ring(self, hexes: Iterable[str]) -> tuple[str, ...]:
        """The hexes next to any of these, without these themselves."""
        inside = tuple(hexes)
        seen = set(inside)
        return tuple(n for h in inside for n in self.neighbours(h) if not (n in seen or seen.add(n)))  # type: ignore[func-returns-value]

    def line(self, name: str, direction: str) -> Iterator[str]:
        """The hexes beyond a hex in one direction, up to the edge of the grid."""
        here = self.toward(name, direction)
        while here:
            yield here
            here = self.toward(here, direction)

    def reach(self, start: str, open_to: Callable[[str], bool]) -> Iterator[str]:
        """The hexes that can be reached from a hex through open ones, nearest first. The start is not tested."""
        edge, seen = [start], {start}
        while edge:
            here, edge = edge, []
            for hex in here:
                for near in self.neighbours(hex):
                    if near not in seen and open_to(near):
                        seen.add(near)
                        edge.append(near)
                        yield near

    def expand(self, words: Iterable[str]) -> tuple[str, ...]:
        """The single names in a list of names and runs along a row, `1226-1229`. Raises BadInput."""
        found: list[str] = []
        for word in words:
            first, dash, last = word.partition("-")
            a, b = self.spot(first), self.spot(last if dash else first)
            if a.row != b.row or b.half < a.half:
                raise BadInput(f"{word} is no run along a row, as in {first}-{self.name(a.row, a.half + 6) or first}")
            found += [self.name(a.row, half) for half in range(a.half, b.half + 1, 2)] if dash else [first]
            if len(found) > LIST:
                raise BadInput(f"more than {LIST} hexes")
        return tuple(found)


def is_hex(word: str) -> bool:
    """Whether a word can be the name of a hex: four digits."""
    return len(word) == 4 and word.isascii() and word.isdecimal()


@lru_cache(maxsize=20_000)
def _spot(grid: Grid, name: str) -> Spot:
    if not is_hex(name):
        raise BadInput(f"{name!r} is no hex: four digits, as in 1226")
    first, second = int(name[:2]), int(name[2:])
    row, column = (first, second) if grid.row_first != grid.columns else (second, first)
    return Spot(row, 2 * column + grid._shift(row))


@lru_cache(maxsize=100_000)
def _distance(grid: Grid, a: str, b: str) -> int:
    here, there = _spot(grid, a), _spot(grid, b)
    rows, halves = abs(here.row - there.row), abs(here.half - there.half)
    return max(rows, (rows + halves) // 2)


class _Distances(dict[str, int]):
    """The distances from a hex, each worked out when it is first asked for."""

    def __init__(self, grid: Grid, name: str) -> None:
        super().__init__()
        self.grid, self.name = grid, name

    def __missing__(self, other: str) -> int:
        found = self[other] = _distance(self.grid, self.name, other)
        return found


@lru_cache(maxsize=256)
def _from(grid: Grid, name: str) -> _Distances:
    return _Distances(grid, name)


@lru_cache(maxsize=20_000)
def _neighbours(grid: Grid, name: str) -> tuple[str, ...]:
    return tuple(hex for direction in DIRECTIONS if (hex := grid.toward(name, direction)))


@lru_cache(maxsize=20_000)
def _within(grid: Grid, name: str, most: int) -> tuple[str, ...]:
    found, edge, seen = [name], [name], {name}
    for _ in range(most):
        edge = [n for h in edge for n in _neighbours(grid, h) if not (n in seen or seen.add(n))]  # type: ignore[func-returns-value]
        found += edge
    return tuple(found)
