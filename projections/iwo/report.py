"""What Iwo Jima tells a report of itself."""

from __future__ import annotations

from domain.iwo import facts
from projections.iwo.stakes import STAKES
from projections.report.tells import OTHER, Deed, GameTells

HIT = "times hit"

TELLS = GameTells(
    stakes=STAKES,
    columns=("landed", "returned", "moved", "retreated"),
    suffered=(HIT,),
    deeds={
        facts.UnitLanded: (Deed("landed", "unit"),),
        facts.UnitReturned: (Deed("returned", "unit"),),
        facts.UnitMoved: (Deed("moved", "unit"),),
        facts.ConcealedMoves: (Deed("moved", "moves"),),
        facts.UnitRetreated: (Deed("retreated", "unit"),),
        facts.StepLost: (Deed(HIT, "unit"),),
        facts.ConcealedLosses: (Deed(HIT, "left"),),
        facts.LossIgnored: (Deed(HIT, "unit"), Deed(OTHER, "unit", "loss ignored")),
        facts.UnitRevealed: (Deed(OTHER, "unit", "revealed"),),
        facts.UnitHidden: (Deed(OTHER, "unit", "hidden again"),),
        facts.AirGrounded: (Deed(OTHER, "units", "grounded"),),
        facts.KirikamiDeclared: (Deed(OTHER, "unit", "Kirikami charge"),),
        facts.UnitOverstacked: (Deed(OTHER, "unit", "removed for want of room"),),
        facts.UnitRemoved: (Deed(OTHER, "unit", "left play"),),
    },
)
