"""DDaT 7.32: infiltrating: a move past a Japanese position, in its field of fire."""

from __future__ import annotations

from collections.abc import Sequence

from domain.ddat.cards import draw_card
from domain.ddat.charts import GRID, FireCard
from domain.ddat.common import Objections, heed
from domain.ddat.fields import field, projectors, under_fire
from domain.ddat.leaders import fire_loss
from domain.ddat.state import MAP, Ddat
from domain.kernel.questions import YesNo
from domain.kernel.table import Table


def infiltrates(state: Ddat, start: str, to: str) -> tuple[str, ...]:
    """DDaT 7.32: the positions past which this step infiltrates: next to them and in their field before and after.

    A group is one position: one may pass from one of its units to another (6.21, reading AMB-52). It is named by a unit
    that is not disrupted, one next to both hexes if it can be.
    """
    past = []
    for position in under_fire(state, to):
        if start not in field(state, position):
            continue
        occupied = {member: state.place(member).hex for member in projectors(state, position, "held")}
        before = [member for member, hex in occupied.items() if GRID.adjacent(hex, start)]
        after = [member for member, hex in occupied.items() if GRID.adjacent(hex, to)]
        if before and after:
            past.append(min(state.firers(position), key=lambda firer: firer not in before or firer not in after))
    return tuple(past)


def why_not_infiltrate(state: Ddat, units: Sequence[str]) -> Objections:
    """DDaT 7.32: why these units do not infiltrate: artillery, and HQs by themselves."""
    for name in units:
        kind = state.card(name).type
        if kind == "artillery":
            yield "DDaT 7.32", f"{name} is artillery: it may not infiltrate"
        if kind == "hq" and all(state.card(other).leader for other in units):
            yield "DDaT 7.32", f"{name} infiltrates only with another unit"


def infiltrate(table: Table[Ddat], units: Sequence[str], here: str, hex: str) -> tuple[str, ...]:
    """DDaT 7.32: a card for a step past a position, one for a stack (reading AMB-31).

    Returns who goes on: a unit that loses a step may stay, and no HQ goes by itself.
    """
    state = table.state
    past = infiltrates(state, here, hex)
    checked = tuple(name for name in units if state.card(name).assaults)
    if past:
        heed(table, why_not_infiltrate(state, units))
    if past and checked and not state.night:
        _check_infiltration(table, units, checked, past, hex)
    going = tuple(
        name
        for name in units
        if table.state.units[name].box == MAP and not _stays(table, name, state.units[name].steps, here)
    )
    alone = going != tuple(units) and all(state.card(name).leader for name in going)
    return () if alone else going


def _check_infiltration(
    table: Table[Ddat], units: Sequence[str], checked: Sequence[str], past: Sequence[str], hex: str
) -> None:
    """DDaT 7.32: the card of an infiltration: a position whose colour it shows takes a step from those with the
    symbol."""
    state = table.state
    words = f"the infiltration past {', '.join(past)}"
    card = draw_card(table, "infiltration", words, "DDaT 7.32", of=tuple(units), at=hex)
    face = table.read(FireCard, card)
    firing = [position for position in past if _fires_on(state, position, face)]
    struck = [name for name in checked if state.card(name).symbol == face.symbol] if firing else []
    for name in struck:
        fire_loss(table, name, "DDaT 7.32", "infiltration", by=tuple(firing[:1]), card=card, hit=False)


def _stays(table: Table[Ddat], unit: str, steps: int, here: str) -> bool:
    """DDaT 7.32: whether a unit that had so many steps, and lost one, stays where it is; an unhurt one goes on."""
    question = YesNo(
        name="stay", by="us", rule="DDaT 7.32", words=f"{unit} stays in {here} after the loss?", default=False
    )
    if table.state.units[unit].steps == steps:
        return table.gives(
            question, False, "DDaT 7.32", f"{unit} has lost no step on the way out of {here}, and goes on"
        )
    return table.ask(question)


def _fires_on(state: Ddat, position: str, face: FireCard) -> bool:
    """Whether a card has a position fire on those who infiltrate: a double symbol needs two units, or depth (6.3)."""
    shown = face.shows(state.place(position).colour)
    return shown is not None and (
        not shown.double or sum(state.positions[p].weight for p in state.firers(position)) >= 2
    )
