"""What Invasion Pearl Harbor tells a report of itself."""

from __future__ import annotations

from domain.iph import facts
from domain.iph.state import WIN
from projections.iph.stakes import STAKES
from projections.iph.tables import TABLES
from projections.iph.tables.fights import faces, won
from projections.report.tells import OTHER, Deed, GameTells, no_units, tables_of

TELLS = GameTells(
    stakes=STAKES,
    columns=("landed", "moved", "attacked"),
    deeds={
        facts.UnitsLanded: (Deed("landed", lambda fact: (unit for units in fact.places.values() for unit in units)),),
        facts.UnitsMoved: (Deed("moved", "units"),),
        facts.UnitsCommitted: (Deed("attacked", "units"),),
        facts.UnitsStalled: (Deed(OTHER, "units", "stalled"),),
        facts.StackExamined: (Deed(OTHER, "units", "under attack"),),
        facts.BattleshipsSupport: (Deed(OTHER, "ships", "support"),),
        facts.BattleshipStruck: (Deed(OTHER, "ship", "struck"),),
    },
    won=won,
    about="Ships stand here too; they have no steps.",
    tables=tables_of(TABLES),
    shooters=no_units,
    faces=faces,
    calls={
        "Fire by kind": "",  # the battles have tables of their own
        "Hits against expected hits": "Battle results against the mean",
        "fire": "battle",
        "shots": "battles",
        "hits": "steps called for",
        "How the cards fell": "How the chits fell",
    },
    levels={"Victory points": ((WIN, "Japanese victory"), (0, "US victory"))},
)
