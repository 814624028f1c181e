"""What Blood Reef tells a report of itself."""

from __future__ import annotations

from domain.reef import facts
from projections.reef.stakes import STAKES
from projections.reef.tables import TABLES
from projections.report.tells import Deed, GameTells, no_units, no_wins, tables_of

TELLS = GameTells(
    stakes=STAKES,
    columns=("entered",),
    deeds={facts.PiecesEntered: (Deed("entered", lambda fact: tuple(fact.pieces)),)},
    won=no_wins,  # the fighting is on the map, and its outcomes are recorded without who brought them about
    about="Pieces of a kind in a Formation, or at a beach, are one row.",
    tables=tables_of(TABLES),
    shooters=no_units,
    charts_tracks=False,
)
