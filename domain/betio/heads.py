"""BB 7.7.3, 7.7.4 a Supply Head that is overrun."""

from __future__ import annotations

from domain.betio import facts as f
from domain.betio.charts import PIER_BASE
from domain.betio.state import Betio
from domain.kernel.questions import Roll
from domain.kernel.table import Table


def share(pool: int, heads: int) -> int:
    """BB 7.7.3: the pool by the number of heads before the loss, halves rounded up (reading A-20)."""
    return (2 * pool + heads) // (2 * heads) if heads else 0


def lose_head(table: Table[Betio], hex: str) -> None:
    """BB 7.7.3, 7.7.4: the Supply Head is gone, with its share of the points; that at the base of the pier takes a die
    more."""
    state = table.state
    lost = share(state.pool, len(state.heads))
    if hex == PIER_BASE:
        lost += table.ask(
            Roll(
                name="points",
                by="table",
                rule="BB 7.7.4",
                words="the supply points lost with the head at the pier",
                count=1,
            )
        )[0]
    lost = min(lost, state.pool)
    table.record(f.HeadsLost(rule="BB 7.7.3", places=(hex,), lost=lost, pool=state.pool - lost))
