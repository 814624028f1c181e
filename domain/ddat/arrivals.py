"""DDaT 5.3, 15.4, 21.2, 21.3: units of the next turn come to beach approach hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from domain.ddat import facts as f
from domain.ddat.charts import GRID, ApproachCard
from domain.ddat.common import Objections, heed, verbs
from domain.ddat.november import anchor, deploy, misplaced, to_deploy
from domain.ddat.stacking import room
from domain.ddat.state import NIGHT, TRACK, Ddat
from domain.kernel.errors import BadInput
from domain.kernel.table import Table
from domain.kernel.verbs import Groups

Placing = Annotated[Mapping[str, tuple[str, ...]], Groups("place", "unit")]
OPEN_D = 5
"""The turn from which approach hexes D may be used (5.3, reading AMB-25)."""


def arriving(state: Ddat) -> tuple[str, ...]:
    """Units that are due next turn (5.3); those of the first turn during setup."""
    turn = state.turn if state.phase == "setup" else state.turn + 1
    return tuple(name for name, now in state.units.items() if now.box == TRACK and now.due == turn)


def beaches_of(state: Ddat, unit: str) -> tuple[str, ...]:
    """The beaches a unit may arrive at: the one printed on it, or what an option says (21.2, 21.3)."""
    card = state.card(unit)
    if card.by == "D+2":  # all of them at one beach (reading AMB-68)
        return (state.landing_d2,) if state.landing_d2 else ("R2", "R3")
    if card.arrival == NIGHT + 1 and state.landing_1_8 and card.beach == "R2":
        return (state.landing_1_8,)
    return (card.beach,)


def why_not_approach(state: Ddat, unit: str, approach: str) -> Objections:
    """DDaT 5.3, 21.3: why a unit cannot be placed in a lettered approach hex: of its own beach, D from turn 5 on, two
    units in each."""
    beaches = beaches_of(state, unit)
    if not any(beach and approach.startswith(beach) for beach in beaches):
        rule = "DDaT 21.3" if state.card(unit).by == "D+2" else "DDaT 5.3"
        yield rule, f"{unit} arrives at {' or '.join(beaches)}, not {approach}"
    if is_shut(state, approach):
        yield "DDaT 5.3", f"{approach} may be used from turn {OPEN_D} on (reading AMB-25)"
    if not state.card(unit).leader and room(state, state.read(ApproachCard, approach).hex) <= 0:
        yield "DDaT 5.3", f"{approach} holds two units; HQs and heroes do not count (7.51)"


def is_shut(state: Ddat, approach: str) -> bool:
    """Whether an approach hex D may not be used yet (5.3)."""
    return approach.endswith("D") and state.turn < OPEN_D


def open_approaches(state: Ddat, unit: str) -> tuple[str, ...]:
    """DDaT 5.3: the approach hexes with room for a unit, of its own beach."""
    return tuple(name for name in state.rows(ApproachCard) if not any(why_not_approach(state, unit, name)))


def owed_arrivals(state: Ddat) -> str:
    due = [name for name in arriving(state) if open_approaches(state, name)]
    if not due:
        return ""
    beaches: dict[str, list[str]] = {}
    for name in due:
        beaches.setdefault(" or ".join(beaches_of(state, name)), []).append(name)
    where = "; ".join(f"{', '.join(names)} at {beach}" for beach, names in beaches.items())
    return (
        f"there arrive{'s' if len(due) == 1 else ''} {where}: place them, as in `place "
        f"{open_approaches(state, due[0])[0]}:{due[0]}`"
    )


def wait_for_room(table: Table[Ddat]) -> None:
    """DDaT 5.3: units that find no room in the approach hexes of their beach, where stacking binds, try again next turn
    (reading AMB-73)."""
    late = arriving(table.state)
    if late:
        table.record(f.UnitsDelayed(rule="DDaT 5.3", units=late, due=table.state.turn + 2))


def _placings(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name in arriving(state):
        for approach in open_approaches(state, name):
            yield {"places": {approach: (name,)}}
    if state.phase == "setup" and state.scenario == "21-november":
        for name in to_deploy(state)[:3]:
            there, most, _ = anchor(name, state)
            yield from (
                {"places": {hex: (name,)}} for hex in GRID.within(there, most) if not misplaced(state, name, hex)
            )


@verbs("DDaT 5.3", side="us", phases=("setup", "arrive"), offers=_placings)
def place(table: Table[Ddat], places: Placing) -> None:
    """DDaT 5.3, 3.0: units of the next turn go into approach hexes A, B or C of their beach, D from turn 5; at most two
    in a hex."""
    if not places:
        due = owed_arrivals(table.state)
        raise BadInput("no unit is named" + (f": {due}" if due else ", and none is due"))
    for head, units in places.items():
        for unit in units:
            _place(table, head, unit)


def _place(table: Table[Ddat], head: str, unit: str) -> None:
    state = table.state
    if state.phase == "setup" and state.scenario == "21-november" and unit not in arriving(state):
        deploy(table, head, unit)
        return
    approach = head if head in state.rows(ApproachCard) else state.board.approach_at(head)
    if not approach:
        table.require(False, "DDaT 5.31", f"{head} is a hex without letters: units get there only by drift")
        table.by_hand(f"{head} has no place in which {unit} could wait")
        return
    table.require(unit in arriving(state), "DDaT 5.3", f"{unit} does not arrive next turn")
    heed(table, why_not_approach(state, unit, approach))
    put_in_approach(table, unit, approach, "DDaT 5.3")


def put_in_approach(table: Table[Ddat], unit: str, approach: str, rule: str) -> None:
    """A unit stands in an approach hex, and faces where its arrow points (2.1)."""
    card = table.read(ApproachCard, approach)
    table.record(
        f.UnitsPlaced(
            rule=rule, at=card.hex, units=(unit,), facing=card.facing if card.facing != "none" else "", words=approach
        )
    )
