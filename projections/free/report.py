"""What a game by lines of paper tells a report of itself."""

from __future__ import annotations

from domain.free.state import side_of_count
from projections.free.stakes import STAKES
from projections.free.tables import tables
from projections.report.counting import View
from projections.report.tells import GameTells


def whose_count(view: View, name: str) -> tuple[str, str]:
    """The side that has something counted, and what that is."""
    return side_of_count(view.rules.sides, name)


TELLS = GameTells(stakes=STAKES, whose_track=whose_count, tables=tables)
