"""What Blood Reef tells a report of itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kernel.facts import Fact, Fire
from domain.reef import facts
from projections.reef.tables import TABLES
from projections.report.counting import View
from projections.report.model import Table
from projections.report.tells import Deed, GameTells, Win


def tables(view: View) -> tuple[Table, ...]:
    """All of the game's own, in their order."""
    return tuple(TABLES[name](view) for name in TABLES)


def won(view: View) -> Iterator[Win]:
    """Nobody: the fighting is on the map, and its outcomes are recorded without who brought them about."""
    return iter(())


def shooters(fire: Fire) -> Sequence[str]:
    """A naval battery has no service record."""
    return ()


def faces(view: View, fact: Fact) -> Sequence[int]:
    """A To Hit DR is of two dice: no face of one has a worth of its own."""
    return ()


TELLS = GameTells(
    columns=("entered",),
    suffered=(),
    deeds={facts.PiecesEntered: (Deed("entered", lambda fact: tuple(fact.pieces)),)},
    won=won,
    about="Pieces of a kind in a Formation, or at a beach, are one row.",
    tables=tables,
    shooters=shooters,
    faces=faces,
    levels={},
    charts_tracks=False,
    measures=(),
)
