"""How the charts of the printed game are written down as one would dictate them: marks on their fields, and the map's
numbering.

`replays.dictated` makes one notation of these for every game. A chart also says in which order its counters show their
figures (`Row.FIGURES`), and which letters stand for the ground (`Row.LETTERS`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from pydantic.fields import FieldInfo

from domain.kernel.errors import BadInput
from domain.kernel.hexes import Grid, Spot
from domain.kernel.limits import LIST


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


M = TypeVar("M")


def mark_on(info: FieldInfo, mark: type[M]) -> M | None:
    """The mark of this kind on a chart's field; None if it has none."""
    return next((one for one in info.metadata if isinstance(one, mark)), None)


@dataclass(frozen=True)
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

    def run(self, first: str, last: str) -> tuple[str, ...]:
        """The hexes from one to another along a row, forwards or backwards. Raises BadInput."""
        a, b = self.spot(first), self.spot(last)
        if a.row != b.row:
            raise BadInput(f"{first}..{last}: a run stays in its row{self._example(a, first)}")
        step = 2 if b.half >= a.half else -2
        if abs(b.half - a.half) // 2 >= LIST:
            raise BadInput(f"{first}..{last}: more than {LIST} hexes")
        return tuple(self.printed_as(self.grid.name(a.row, half)) for half in range(a.half, b.half + step // 2, step))

    def _example(self, spot: Spot, first: str) -> str:
        further = self.grid.name(spot.row, spot.half + 6)
        return f", as {first}..{self.printed_as(further)}" if further else ""


Boards = Callable[[Mapping[str, Mapping[str, Any]]], tuple[Board, ...]]
"""The boards that a pack's charts allow, the likeliest first: more than one while it does not say how the map is
numbered."""
