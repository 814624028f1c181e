"""BB 11.1 victory and defeat, judged at every event."""

from __future__ import annotations

from domain.betio.charts import HexCard
from domain.betio.state import TOO_MANY, Betio
from domain.kernel.table import Table


def all_cleared(state: Betio) -> bool:
    """BB 11.1: every hex of Betio, as far as the map is known whole."""
    return HexCard.CHART in state.complete and not any(state.to_clear(area) for area in state.areas)


def settle(table: Table[Betio]) -> None:
    """BB 11.1: judged at every event: all hexes cleared with fewer than 5,000 casualties wins, 5,000 cannot be won any
    more."""
    state = table.state
    if state.result:
        return
    if state.casualties >= TOO_MANY:
        table.end("BB 11.1", "jp", f"{state.casualties} casualties", by="casualties")
    if all_cleared(state):
        table.end("BB 11.1", "us", "every hex of Betio is cleared", by="victory")
