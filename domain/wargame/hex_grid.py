"""Maps of hexes: how the printed map numbers them, the names of hexes that a player may say, and what is written of
hexsides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, ClassVar, Literal

from domain.kernel.hexes import Grid, is_hex
from domain.kernel.remembering import indexes
from domain.kernel.state import Row
from domain.kernel.verbs import Names
from domain.kernel.written import Board, Boards
from domain.wargame.pieces import WarState

GRIDS: Mapping[str, Grid] = {shifted: Grid(shifted=shifted) for shifted in ("even", "odd")}
"""The numberings by rows, row first."""


class GridCard(Row, chart="grid", key="rows"):
    """Which rows of the map lie half a hex further along: the even ones or the odd ones."""

    shifted: Literal["even", "odd"]


class HexState(WarState):
    """A game of pieces on a map of hexes whose numbering is a chart of one row."""

    GRIDS: ClassVar[Mapping[str, Grid]] = GRIDS
    LINES: ClassVar[str] = "rows"
    """The name of that row: what is shifted, rows or columns."""

    @indexes("charts")
    def grid(self) -> Grid:
        """How the printed map numbers its hexes."""
        return self.GRIDS[self.read(GridCard, self.LINES).shifted]


def boards(
    grids: Mapping[str, Grid] = GRIDS,
    *,
    lines: str = HexState.LINES,
    leftward: bool | None = None,
    known_as: Callable[[str], str] = str,
    printed_as: Callable[[str], str] = str,
) -> Boards:
    """The boards of a map whose grid chart says which of its lines are shifted; also which way its columns grow, where
    `leftward` does not."""

    def found(charts: Mapping[str, Mapping[str, Any]]) -> tuple[Board, ...]:
        said = charts.get(GridCard.CHART, {}).get(lines, {})
        left = said.get("columns", "left") == "left" if leftward is None else leftward
        likely = [grid for shifted, grid in grids.items() if said.get("shifted", shifted) == shifted]
        return tuple(Board(grid, left, known_as, printed_as) for grid in likely)

    return found


class Hexes(Names):
    """The hexes that have been read out, for completion; any other is good too that `may_be` there, since a map need
    not be known whole."""

    def __contains__(self, name: Any) -> bool:
        return tuple.__contains__(self, name) or (is_hex(name) and self.may_be(name))

    def may_be(self, name: str) -> bool:
        """Whether a hex that has not been read out can be on the map."""
        return True


def towards(sides: Iterable[str], hex: str) -> tuple[str, ...]:
    """The terrain of the hexside towards a neighbour, where hexsides are written as `stream/2124`."""
    return tuple(word.partition("/")[0] for word in sides if word.endswith(f"/{hex}"))


def hexside_check(example: str, terrains: Collection[str] = ()) -> Callable[[tuple[str, ...]], tuple[str, ...]]:
    """A check of hexsides that are written so; of these terrains, where the text knows them all. It raises ValueError,
    or BadInput."""

    def check(words: tuple[str, ...]) -> tuple[str, ...]:
        for word in words:
            terrain, _, hex = word.partition("/")
            if not terrain or not hex or (terrains and terrain not in terrains):
                raise ValueError(f"{word!r}: a hexside is said as its terrain and the hex beyond it, like {example}")
            GRIDS["even"].spot(hex)
        return words

    return check
