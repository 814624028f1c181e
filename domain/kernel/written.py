"""How the charts of the printed game are written down as one would dictate them: marks on their fields, and the map's
numbering.

`replays.dictated` makes one notation of these for every game. A chart also says in which order its counters show their
figures (`Row.FIGURES`), and which letters stand for the ground (`Row.LETTERS`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from pydantic.fields import FieldInfo

from domain.kernel.errors import BadInput
from domain.kernel.hexes import DIRECTIONS, Grid, Spot
from domain.kernel.limits import LIST, ROWS


class OfHexes(NamedTuple):
    """Marks a hex or a list of hexes: runs and chains may be written. `sides` are hexsides, each as `1227/1228`."""

    sides: bool = False


class Links(NamedTuple):
    """Marks a list of the rows that a row is linked with: a link is said once for both of its ends."""

    word: str = ""
    """What a line of links begins with; "" where each value of the list says it itself, as `stream/2124`."""
    through: bool = False
    """Whether it leads from hex to hex, as a road does, or lies on the hexside between them."""
    both: bool = True
    """Whether both ends list it, or the first alone."""
    of: tuple[str, str] = ("", "")
    """Where one end alone lists it: the field and the value by which it is that end, whichever is said first."""


M = TypeVar("M")
WIDEST = 4 * ROWS
"""Hexes over which a region's edge may reach."""


def mark_on(info: FieldInfo, mark: type[M]) -> M | None:
    """The mark of this kind on a chart's field; None if it has none."""
    return next((one for one in info.metadata if isinstance(one, mark)), None)


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """The map as its owner sees it: how its hexes are numbered, and whether their numbers grow to the left."""

    grid: Grid
    leftward: bool = False
    known_as: Callable[[str], str] = str
    """A printed name as the grid has it. Raises BadInput."""
    printed_as: Callable[[str], str] = str

    def spot(self, name: str) -> Spot:
        """Where a hex lies. Raises BadInput if it is not the name of one."""
        return self.grid.spot(self.known_as(name))

    def drawn_at(self, name: str) -> tuple[int, int]:
        """Where a hex lies as one looks at the board: its row downwards, and twice its place to the right."""
        spot = self.spot(name)
        return (-spot.row if self.grid.columns else spot.row), (-spot.half if self.leftward else spot.half)

    def is_hex(self, name: str) -> bool:
        """Whether this can be the name of a hex."""
        try:
            self.spot(name)
        except BadInput:
            return False
        return True

    def adjacent(self, a: str, b: str) -> bool:
        """Whether two hexes touch."""
        return self.grid.adjacent(self.known_as(a), self.known_as(b))

    def place(self, name: str) -> tuple[int, int]:
        """The numbers of a hex's row and column. Raises BadInput if it is not the name of one."""
        spot = self.spot(name)
        return spot.row, spot.half // 2

    def run(self, first: str, last: str) -> tuple[str, ...]:
        """The hexes from one to another along a row or a column, forwards or backwards. Raises BadInput."""
        (row, column), (to_row, to_column) = self.place(first), self.place(last)
        if row != to_row and column != to_column:
            raise BadInput(f"{first}..{last}: a run stays in its row or column{self._example(first)}")
        length = abs(to_row - row) + abs(to_column - column)
        if length >= LIST:
            raise BadInput(f"{first}..{last}: more than {LIST} hexes")
        down, along = (to_row > row) - (to_row < row), (to_column > column) - (to_column < column)
        names = (self.grid.numbered(row + down * n, column + along * n) for n in range(length + 1))
        found = tuple(map(self.printed_as, names))
        if not all(found):
            raise BadInput(f"{first}..{last}: a run stays on the map{self._example(first)}")
        return found

    def _example(self, first: str) -> str:
        row, column = self.place(first)
        ends = (self.printed_as(self.grid.numbered(*end)) for end in ((row, column + 3), (row + 3, column)))
        further = " or ".join(f"{first}..{end}" for end in ends if end)
        return f", as {further}" if further else ""

    def around(self, edge: Sequence[str]) -> tuple[str, ...]:
        """The hexes on a closed chain and within it, row by row. Raises BadInput if the chain does not close."""
        if len(edge) < 2 or edge[0] != edge[-1]:
            raise BadInput(f"the edge does not close: it goes from {edge[0]} to {edge[-1]}; it ends where it begins")
        on = {self.spot(name) for name in edge}
        rows, halves = [spot.row for spot in on], [spot.half for spot in on]
        first = Spot(min(rows) - 1, min(halves) - 2)
        last = Spot(max(rows) + 1, max(halves) + 2)
        if (last.row - first.row) * (last.half - first.half) // 2 > WIDEST:
            raise BadInput(f"the edge reaches over more than {WIDEST} hexes; {ROWS} is the most in it")
        a_hex = self.spot(edge[0])
        lies = [
            Spot(row, half)
            for row in range(first.row, last.row + 1)
            for half in range(first.half, last.half + 1)
            if (half - row - a_hex.half + a_hex.row) % 2 == 0
        ]
        outside = {spot for spot in lies if spot.row in (first.row, last.row) or not _between(first, spot, last)}
        ahead, inside = [*outside], {*lies} - outside - on
        while ahead:
            here = ahead.pop()
            near = {Spot(here.row + down, here.half + along) for down, along in DIRECTIONS.values()} & inside
            inside -= near
            ahead += near
        return tuple(self.printed_as(self.grid.name(*spot)) for spot in lies if spot in inside or spot in on)


def _between(first: Spot, spot: Spot, last: Spot) -> bool:
    """Whether a hex is none of the leftmost or rightmost."""
    return first.half + 2 <= spot.half <= last.half - 2


Boards = Callable[[Mapping[str, Mapping[str, Any]]], tuple[Board, ...]]
"""The boards that a pack's charts allow, the likeliest first: more than one while it does not say how the map is
numbered."""
