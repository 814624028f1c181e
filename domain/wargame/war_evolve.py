"""The state changes of the shared facts. A game's Evolve begins with these, and adds those of its own facts."""

from __future__ import annotations

from typing import TypeVar

from domain.kernel.evolve import Evolve
from domain.kernel.facts import Fact
from domain.wargame import war_facts as f
from domain.wargame.pieces import WarState

W = TypeVar("W", bound=WarState)


class WarEvolve(Evolve[W]):
    """An Evolve that knows the facts of `wargame.war_facts`, and the losses, gains and tracks on any fact.

    A game's own function for such a fact goes on from the state these leave.
    """

    def __init__(self) -> None:
        super().__init__()
        self.on(Fact)(_with_losses)
        self.on(f.UnitsBecome)(_units_become)
        self.on(f.PlacesBecome)(lambda fact, state: state.with_places(fact.places, **fact.become))
        self.on(f.StateBecomes)(lambda fact, state: state.but(**fact.become))
        self.on(f.UnitsPlaced)(_units_placed)
        self.on(f.ControlChanged)(lambda fact, state: state.with_place(fact.place, control=fact.to, **fact.become))


def _with_losses(fact: Fact, state: W) -> W:
    """The state after the losses, gains and tracks on a fact of any kind."""
    for loss in fact.losses:
        if loss.left is not None and loss.unit in state.units:
            state = state.with_unit(loss.unit, steps=loss.left)
    for gain in fact.gains:
        if gain.now is not None and gain.unit in state.units:
            state = state.with_unit(gain.unit, steps=gain.now)
    for track in fact.tracks:
        if track.name in state.tracks and isinstance(track.now, int):
            state = state.but(tracks={**state.tracks, track.name: track.now})
    return state


def _units_become(fact: f.UnitsBecome, state: W) -> W:
    place, become = fact.place, fact.become
    if place is not None:
        return state.with_units_at(fact.units, place, **become)
    return state.with_units(fact.units, **become) if become else state


def _units_placed(fact: f.UnitsPlaced, state: W) -> W:
    if fact.side:
        state = state.with_units(fact.units, side=fact.side)
    for name, steps in fact.steps.items():
        state = state.with_unit(name, steps=steps)
    return state
