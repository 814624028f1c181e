"""What became of each sub-command: units and steps at the start, lost by cause, and left."""

from __future__ import annotations

from domain.iph.state import Iph
from domain.kernel.entries import standing
from projections.iph.forces import strengths
from projections.report.counting import Tally, View, table_of
from projections.report.model import Cell, ReportTable
from projections.report.toll import steps_lost

CAUSES = ("battle", "landing", "control")
"""Why steps are lost: in battle, on the way ashore, and markers whose hex is taken."""


def casualties(view: View) -> ReportTable:
    """A row for each force; what is set by hand changes what is left, and is no loss."""
    state: Iph = view.state
    tally = Tally()
    for entry in standing(view.entries):
        for loss in entry.fact.losses:
            if loss.unit in state.units:
                command = state.units[loss.unit].command
                if lost := steps_lost(view, loss):
                    tally.add(command, loss.cause, version=entry.version, amount=lost)
                    tally.add(command, "lost", version=entry.version, amount=lost)
    rows: list[tuple[Cell, ...]] = [
        (
            one.title,
            str(one.units_at_start),
            str(one.start),
            *(tally.figure(one.command, cause) for cause in CAUSES),
            tally.figure(one.command, "lost"),
            str(one.left),
            str(one.units),
        )
        for one in strengths(state)
    ]
    return table_of(
        "Casualties by sub-command",
        (
            "force",
            "units",
            "steps",
            *(f"lost in {cause}" if cause != "control" else "lost with the hex" for cause in CAUSES),
            "lost",
            "steps left",
            "units left",
        ),
        rows,
        "Units and steps at the start, steps lost by cause, and what is left; ships have none. Banzai "
        "losses stand with the battles in which they were called.",
    )
