"""FREE 1: what a game has learned, as the charts of a pack: the next game of the title begins with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.free.charts import CountRow, GameRow, PieceRow, PlaceRow
from domain.free.marks import COUNT_OF, PIECE, PLACE, SEVERAL, Name
from domain.free.state import Free, side_code


def charts_learned(state: Free) -> Mapping[str, Any]:
    """FREE 1: the charts of a game: itself, its pieces, its places and what it counts. Steps and places stand as they
    were said before the game began, not as they are now."""
    game = {name: row.model_dump(mode="json", exclude_defaults=True) for name, row in state.rows(GameRow).items()}
    sides = {side_code(name): name for row in state.rows(GameRow).values() for name in row.sides}
    charts: dict[str, dict[str, Any]] = {
        GameRow.CHART: game,
        PieceRow.CHART: {},
        PlaceRow.CHART: {},
        CountRow.CHART: {},
    }
    for name, meaning in state.names.items():
        if chart := CHART_OF.get(meaning.kind):
            charts[chart][name] = _said(state, chart, name) or _learned(meaning, sides)
    return {chart: rows for chart, rows in charts.items() if rows}


CHART_OF: Mapping[str, str] = {
    PIECE: PieceRow.CHART,
    SEVERAL: PieceRow.CHART,
    PLACE: PlaceRow.CHART,
    COUNT_OF: CountRow.CHART,
}
"""The chart of each kind of name; other names are of one evening alone."""


def _said(state: Free, chart: str, name: str) -> Mapping[str, Any]:
    row = state.charts.get(chart, {}).get(name)
    return row.model_dump(mode="json", exclude_defaults=True) if row else {}


def _learned(meaning: Name, sides: Mapping[str, str]) -> Mapping[str, Any]:
    if CHART_OF[meaning.kind] != PieceRow.CHART:
        return {}
    return {"side": sides.get(meaning.side, meaning.side), **({"several": True} if meaning.kind == SEVERAL else {})}
