"""The ledgers as the command line shows them: the rows of one game, with their sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from projections.ledgers import AGGREGATES, LEDGERS
from projections.part import Part
from projections.view import Views


@dataclass(frozen=True)
class Report:
    """Rows in the order of the record, and their sums. `columns` is the order to show them in."""

    columns: tuple[str, ...]
    rows: list[dict[str, Any]]
    totals: list[dict[str, Any]]


def timeline(views: Views, game: str, part: Part | None = None, *, struck: bool = False) -> Report:
    """A sentence for each fact that says anything."""
    return _report(views, game, part, "timeline", "", struck)


def declarations(views: Views, game: str, part: Part | None = None, *, struck: bool = False) -> Report:
    """The declarations, with the sides that made them."""
    return _report(views, game, part, "declarations", "", struck)


def casualties(views: Views, game: str, part: Part | None = None, *, struck: bool = False) -> Report:
    """Steps lost and got back, unit by unit; the sums are by side."""
    return _report(views, game, part, "casualties", "casualties_by_side", struck)


def points(views: Views, game: str, part: Part | None = None, *, struck: bool = False) -> Report:
    """Victory points, award by award, with the side's total after each; the sums are by side."""
    report = _report(views, game, part, "points", "points_by_side", struck)
    have: Counter[str] = Counter()
    for row in report.rows:
        have[row["side"]] += 0 if row.get("struck") else row["amount"]
        row["total"] = have[row["side"]]
    return report


def tracks(views: Views, game: str, part: Part | None = None, *, struck: bool = False) -> Report:
    """Every move of a marker on a track; the sums tell where each stands now."""
    return _report(views, game, part, "tracks", "tracks_now", struck)


def fire(views: Views, game: str, part: Part | None = None, *, struck: bool = False) -> Report:
    """Every resolution of fire; the sums compare hits with the expected number, by side and kind."""
    return _report(views, game, part, "fire", "fire_by_kind", struck)


def chance(views: Views, game: str, part: Part | None = None, *, struck: bool = False) -> Report:
    """Every roll and draw; the sums compare each side's dice with the expected ones."""
    return _report(views, game, part, "chance", "luck", struck)


TABLES: Mapping[str, Callable[..., Report]] = {
    table.__name__: table for table in (timeline, declarations, casualties, points, tracks, fire, chance)
}
"""The tables by name."""


def _report(views: Views, game: str, part: Part | None, name: str, totals: str, struck: bool) -> Report:
    own = next(ledger.own for ledger in LEDGERS if ledger.name == name)
    columns = ("version", "moment", *own, "rule", *(("struck",) if struck else ()))
    shown = ", ".join(f'"{column}"' for column in columns)
    which = "game = :game" + ("" if struck else " AND NOT struck") + (" AND version BETWEEN :first AND :last" if part else "")
    values = {"game": game, "first": part.first if part else 0, "last": part.last if part else 0}
    rows = views.rows(f"SELECT {shown} FROM {name} WHERE {which} ORDER BY version, item", values)
    sums = views.rows(f"{_of_part() if part else ''} SELECT * FROM {totals} WHERE game = :game", values) if totals else []
    return Report(columns, rows, [{k: v for k, v in row.items() if k != "game"} for row in sums])


def _of_part() -> str:
    """SQL that narrows the ledgers to a part of a game, and the sums over them, under their usual names."""
    narrowed = {ledger.name: f"SELECT * FROM main.{ledger.name} WHERE version BETWEEN :first AND :last" for ledger in LEDGERS}
    return "WITH " + ", ".join(f"{name} AS ({query})" for name, query in {**narrowed, **AGGREGATES}.items())
