"""What Tarawa: Bloody Betio tells a report of itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from domain.betio import facts
from domain.betio.state import TOO_MANY, WORST
from domain.kernel.facts import Fact, Fire
from projections.betio.tables import TABLES
from projections.betio.tables.fights import worths
from projections.betio.words import MORALE
from projections.report.counting import View
from projections.report.model import Table
from projections.report.tells import OTHER, Deed, GameTells, Measure, Win

IN_REPORT = tuple(name for name in TABLES if name != "tracks")
"""Where the markers stand now is what the last rows of other tables say."""
CASUALTIES = "Casualties"


def tables(view: View) -> tuple[Table, ...]:
    """All of the game's own, in their order."""
    return tuple(TABLES[name](view) for name in IN_REPORT)


def won(view: View) -> Iterator[Win]:
    """Nobody: Japanese fire comes out of areas, which have no service record."""
    return iter(())


def shooters(fire: Fire) -> Sequence[str]:
    """The Marines whose attack it was; the Japanese are areas."""
    return fire.by if fire.side == "us" else ()


def faces(view: View, fact: Fact) -> Sequence[int]:
    """What each face of the die would have brought."""
    return worths(view, fact)


def number_of(track: str) -> Any:
    """What is charted of a marker: the number in its box; 0 while nobody has read out its track."""
    return lambda rows: next((float(row["number"]) for row in rows if row["track"] == track and row["number"] != "?"), 0.0)


TELLS = GameTells(
    columns=("landed", "moved", "assaulted", "demolished", "cleared"),
    suffered=("under fire", "pinned"),
    deeds={
        facts.Landed: (Deed("landed", "unit"),),
        facts.UnitsMoved: (Deed("moved", "units"),),
        facts.AssaultDeclared: (
            Deed("assaulted", lambda fact: () if fact.demolition else fact.units),
            Deed("demolished", lambda fact: fact.units if fact.demolition else ()),
        ),
        facts.AssaultResolved: (Deed("cleared", lambda fact: fact.units if fact.cleared else ()),),
        facts.FireResolved: (Deed("under fire", "target"),),
        facts.Pinned: (Deed("pinned", "units"),),
        facts.ActiveSupplyGiven: (Deed(OTHER, "units", "Active Supply"),),
        facts.RecoveryBegun: (Deed(OTHER, "units", "recovery attempted"),),
        facts.BanzaiBegan: (Deed(OTHER, lambda fact: () if fact.target == fact.hex else (fact.target,), "target of a Banzai attack"),),
        facts.Retreated: (Deed(OTHER, "units", "retreated"),),
    },
    won=won,
    about="Vessels stand here too. A hex is cleared by all who took part in its assault.",
    tables=tables,
    shooters=shooters,
    faces=faces,
    levels={
        CASUALTIES: ((TOO_MANY, "no victory"),),
        **{f"{title} morale": ((WORST, "the worst"),) for title in MORALE.values()},
    },
    charts_tracks=False,
    measures=(
        Measure(CASUALTIES, "us", "tracks", number_of("casualties")),
        *(Measure(f"{title} morale", title, "tracks", number_of(title)) for title in MORALE.values()),
    ),
)
