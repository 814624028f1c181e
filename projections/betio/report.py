"""What Tarawa: Bloody Betio tells a report of itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.betio import facts
from domain.betio.state import TOO_MANY, WORST
from domain.kernel.facts import Fire
from projections.betio.stakes import STAKES
from projections.betio.tables import TABLES
from projections.betio.tables.fights import worths
from projections.betio.words import MORALE
from projections.report.tells import OTHER, Deed, GameTells, Measure, no_wins, tables_of

CASUALTIES = "Casualties"


def shooters(fire: Fire) -> Sequence[str]:
    """The Marines whose attack it was; the Japanese are areas."""
    return fire.by if fire.side == "us" else ()


def number_of(track: str) -> Any:
    """What is charted of a marker: the number in its box; 0 while nobody has read out its track."""
    return lambda rows: next(
        (float(row["number"]) for row in rows if row["track"] == track and row["number"] != "?"), 0.0
    )


TELLS = GameTells(
    stakes=STAKES,
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
        facts.BanzaiBegan: (
            Deed(OTHER, lambda fact: () if fact.target == fact.hex else (fact.target,), "target of a Banzai attack"),
        ),
        facts.Retreated: (Deed(OTHER, "units", "retreated"),),
    },
    won=no_wins,  # Japanese fire comes out of areas
    about="Vessels stand here too. A hex is cleared by all who took part in its assault.",
    tables=tables_of(TABLES, but=("tracks",)),  # where the markers stand now is what the last rows of other tables say
    shooters=shooters,
    faces=worths,
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
