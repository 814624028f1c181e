"""FREE 1: what a table says of its game as it begins, or takes from a game before it: the charts of a pack."""

from __future__ import annotations

from typing import Annotated

from domain.kernel.limits import Bounds
from domain.kernel.state import Row

SIDES_MOST = 12
"""Sides of a game."""


class GameRow(Row, chart="game", key="game"):
    """The game, by its title."""

    sides: tuple[str, ...]
    """Who plays it."""
    phases: tuple[str, ...] = ()
    """The phases of a turn; one that begins with a side's name is that side's."""
    dice: str = "6"
    """The sides of its usual die, or the words on its faces."""
    turns: Annotated[int, Bounds(0, 99)] = 0
    """The number of turns, after which the side with the most points has won; 0 if nobody has said."""
    map: str = "areas"
    """areas or hexes"""
    hides: tuple[str, ...] = ()
    """The sides that may say a line in secret."""


class PieceRow(Row, chart="pieces", key="piece"):
    """A piece, or several alike that their places tell apart."""

    side: str = ""
    """Whose it is; "" for nobody's."""
    several: bool = False
    """Whether it is the name of several alike."""
    steps: Annotated[int, Bounds(0, 99)] = 0
    """0 where nobody counts them."""
    at: str = ""
    """Where it stands first."""


class PlaceRow(Row, chart="places", key="place"):
    """A place on the map."""

    near: tuple[str, ...] = ()
    """The places beside it."""
    held: str = ""
    """The side that holds it first."""


class CountRow(Row, chart="counts", key="count"):
    """Something counted: what each side has of it, or all of them together."""

    starts: int = 0
    """What all together have of it first."""
