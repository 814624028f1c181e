"""The ledgers as the command line shows them: the rows of one game, with their sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from projections.ledger_file import LedgerFile
from projections.ledgers import AGGREGATES, LEDGERS
from projections.part import Part


@dataclass(frozen=True)
class LedgerRows:
    """Rows in the order of the record, and their sums. `columns` is the order to show them in."""

    columns: tuple[str, ...]
    rows: list[dict[str, Any]]
    totals: list[dict[str, Any]]


def points(ledgers: LedgerFile, game: str, part: Part | None = None, *, struck: bool = False) -> LedgerRows:
    """Victory points, award by award, with the side's total after each; the sums are by side."""
    report = table(ledgers, game, part, struck=struck, name="points", totals="points_by_side")
    have: Counter[str] = Counter()
    for row in report.rows:
        have[row["side"]] += 0 if row.get("struck") else row["amount"]
        row["total"] = have[row["side"]]
    return report


def table(
    ledgers: LedgerFile, game: str, part: Part | None = None, *, struck: bool = False, name: str, totals: str = ""
) -> LedgerRows:
    """The ledger of this name, and the SQL view that adds it up, if any."""
    own = next(ledger.own for ledger in LEDGERS if ledger.name == name)
    columns = ("version", "moment", *own, "rule", *(("struck",) if struck else ()))
    shown = ", ".join(f'"{column}"' for column in columns)
    which = (
        "game = :game"
        + ("" if struck else " AND NOT struck")
        + (" AND version BETWEEN :first AND :last" if part else "")
    )
    values = {"game": game, "first": part.first if part else 0, "last": part.last if part else 0}
    rows = ledgers.rows(f"SELECT {shown} FROM {name} WHERE {which} ORDER BY version, item", values)
    sums = (
        ledgers.rows(f"{_of_part() if part else ''} SELECT * FROM {totals} WHERE game = :game", values)
        if totals
        else []
    )
    return LedgerRows(columns, rows, [{k: v for k, v in row.items() if k != "game"} for row in sums])


def _of_part() -> str:
    """SQL that narrows the ledgers to a part of a game, and the sums over them, under their usual names."""
    narrowed = {
        ledger.name: f"SELECT * FROM main.{ledger.name} WHERE version BETWEEN :first AND :last" for ledger in LEDGERS
    }
    return "WITH " + ", ".join(f"{name} AS ({query})" for name, query in {**narrowed, **AGGREGATES}.items())


TABLES: Mapping[str, Callable[..., LedgerRows]] = {
    "timeline": partial(table, name="timeline"),  # a sentence for each fact that says anything
    "declarations": partial(table, name="declarations"),  # what was declared, by whom
    "casualties": partial(
        table, name="casualties", totals="casualties_by_side"
    ),  # steps lost and got back, unit by unit
    "points": points,
    "tracks": partial(
        table, name="tracks", totals="tracks_now"
    ),  # every move of a marker; in all, where each stands now
    "fire": partial(
        table, name="fire", totals="fire_by_kind"
    ),  # every resolution; in all, hits against what was to be expected
    "chance": partial(
        table, name="chance", totals="luck"
    ),  # every roll and draw; in all, the dice against what was to be expected
    "control": partial(table, name="control"),  # who took which place from whom
}
"""Every table by its name: a ledger, with what it comes to."""
