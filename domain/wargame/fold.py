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
        self.on(f.TurnBegan)(lambda fact, state: state.but(turn=fact.turn))
        self.on(f.UnitsBecome)(lambda fact, state: state.with_units(fact.units, **fact.BECOME))
        self.on(f.StateBecomes)(lambda fact, state: state.but(**fact.BECOME))
        self.on(f.UnitsPlaced)(_placed)
        self.on(f.UnitsMoved)(_moved)
        self.on(f.UnitsRemoved)(_removed)
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


def _at(state: W, units: tuple[str, ...], place: str) -> W:
    piece = next((state.units[name] for name in units if name in state.units), None)
    return state.with_units(units, **{piece.AT if piece else "at": place})


def _placed(fact: f.UnitsPlaced, state: W) -> W:
    state = _at(state, fact.units, fact.at)
    if fact.side:
        state = state.with_units(fact.units, side=fact.side)
    for name, steps in fact.steps.items():
        state = state.with_unit(name, steps=steps)
    return state


def _moved(fact: f.UnitsMoved, state: W) -> W:
    return _at(state, fact.units, fact.path[-1]) if fact.path else state


def _removed(fact: f.UnitsRemoved, state: W) -> W:
    return _at(state, fact.units, fact.to).with_units(fact.units, steps=0)
