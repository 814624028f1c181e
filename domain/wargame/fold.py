"""How the shared facts change a state: a game's Evolve begins with this, and adds what its own facts change."""

from __future__ import annotations

from typing import TypeVar

from domain.kernel.evolve import Evolve
from domain.kernel.facts import Fact
from domain.wargame import facts as f
from domain.wargame.pieces import WarState

W = TypeVar("W", bound=WarState)


class Fold(Evolve[W]):
    """An Evolve that knows the facts of `wargame.facts`, and what every fact says of losses, gains and tracks.

    A game's own function for such a fact goes on from what is done here.
    """

    def __init__(self) -> None:
        super().__init__()
        self.on(f.UnitsBecome)(lambda fact, state: state.with_units(fact.units, **fact.become))
        self.on(f.PlacesBecome)(lambda fact, state: state.with_places(fact.places, **fact.become))
        self.on(f.StateBecomes)(lambda fact, state: state.but(**fact.become))
        self.on(f.UnitsPlaced)(_placed)
        self.on(f.UnitsMoved)(lambda fact, state: state.with_units_at(fact.units, fact.to) if fact.path else state)
        self.on(f.UnitsRemoved)(lambda fact, state: state.with_units_at(fact.units, fact.to, steps=0))
        self.on(f.ControlChanged)(lambda fact, state: state.with_place(fact.place, control=fact.to))

    def __call__(self, fact: Fact, state: W) -> W:
        for loss in fact.losses:
            if loss.left is not None and loss.unit in state.units:
                state = state.with_unit(loss.unit, steps=loss.left)
        for gain in fact.gains:
            if gain.now is not None and gain.unit in state.units:
                state = state.with_unit(gain.unit, steps=gain.now)
        for track in fact.tracks:
            if track.name in state.tracks and isinstance(track.now, int):
                state = state.but(tracks={**state.tracks, track.name: track.now})
        return super().__call__(fact, state)


def _placed(fact: f.UnitsPlaced, state: W) -> W:
    state = state.with_units_at(fact.units, fact.at, **({"side": fact.side} if fact.side else {}))
    for name, steps in fact.steps.items():
        state = state.with_unit(name, steps=steps)
    return state
