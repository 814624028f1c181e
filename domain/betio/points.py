"""BB 4.2 Action Points, 8.5.4 what low morale takes of them, 4.2.6 Battalion Integrity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from domain.betio import facts as f
from domain.betio.charts import CostCard, IntegrityCard
from domain.betio.common import Objections
from domain.betio.facts.actions import points
from domain.betio.state import HALF, LATE, REGIMENTS, Betio
from domain.kernel.facts import Modifier
from domain.kernel.table import Table

INTEGRITY = 2
"""BB 4.2.6: hexes between the two infantry units of a battalion."""
KNOWN_COSTS = {"fire": 1, "support": 1, "assault": 3, "demolition": 2}
"""BB 4.4.2, 4.7.3, 4.5.5, 4.6.4: what the text itself says of the Action Cost Chart."""


def full(state: Betio, unit: str) -> int:
    """BB 4.2.1, 4.2.2, 8.5.4: halves of the APs a unit begins with: of its side, less its regiment's negative morale
    (reading A-32, reading A-86)."""
    now, card = state.units[unit], state.card(unit)
    most = card.ap_back if now.reversed else card.ap
    low = min(0, state.morale(now.regiment)) if now.regiment in REGIMENTS else 0
    return HALF * max(0, most + low)


def left(state: Betio, unit: str) -> int:
    """Halves of the Action Points a unit has left in this turn, or impulse."""
    now = state.units[unit]
    if now.spent or now.on_pier:
        return now.halves
    return max(0, full(state, unit) - (HALF * LATE if now.late else 0))


def price(table: Table[Betio], action: Literal["fire", "support", "assault", "demolition"]) -> int:
    """BB 4.2.3: halves for an action: by the Action Cost Chart where it has been read out."""
    row = table.state.rows(CostCard).get(action)
    return HALF * (row.points if row else KNOWN_COSTS[action])


def why_not_pay(state: Betio, units: Iterable[str], halves: int, rule: str) -> Objections:
    for unit in units:
        if left(state, unit) < halves:
            yield rule, f"{unit} has {points(left(state, unit))} AP left, not {points(halves)}"


def pay(
    table: Table[Betio],
    units: Sequence[str],
    halves: int,
    action: Literal["fire", "support", "assault", "demolition"],
    rule: str,
) -> None:
    """Units pay for an action."""
    after = tuple(max(0, left(table.state, unit) - halves) for unit in units)
    table.record(f.PointsSpent(rule=rule, units=tuple(units), halves=halves, left=after, action=action))


def has_integrity(state: Betio, unit: str) -> bool:
    """BB 4.2.6: the other infantry unit of its battalion is at most two hexes away, wherever that is; an engineer has
    two others (reading A-89)."""
    now = state.units[unit]
    if not now.battalion or not now.fights:
        return False
    others = [
        name
        for name, one in state.units.items()
        if name != unit and one.battalion == now.battalion and one.kind == "infantry" and one.steps
    ]
    places = [state.place_of(other) for other in others]
    return any(place and state.grid.distance(now.hex, place) <= INTEGRITY for place in places)


def integrity(table: Table[Betio], units: Sequence[str], action: str) -> tuple[Modifier, ...]:
    """BB 4.2.6: what it adds to the die, where all who act have it (reading A-89)."""
    if not units or not all(has_integrity(table.state, unit) for unit in units):
        return ()
    amount = table.read(IntegrityCard, action).amount
    return (f.term("integrity", amount, "BB 4.2.6"),) if amount else ()
