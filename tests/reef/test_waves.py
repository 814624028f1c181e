"""BRT CG2.3: how many Assault Waves are owed, as somebody reckons who knows how many were sealed and not what is in
them."""

from __future__ import annotations

from dataclasses import replace

from domain.reef.landing import owed_waves, to_enter, unassigned
from domain.reef.state import Reef
from replays import diary_file


def planning() -> Reef:
    """Blood Reef before its waves are said, with nothing on paper."""
    file = diary_file.shipped("reef", "red-two")
    first = next(n for n, (_, text) in enumerate(file.lines) if text.startswith("wave "))
    state = diary_file.play(replace(file, lines=file.lines[:first])).state
    assert isinstance(state, Reef)
    return state


def test_a_formation_without_content_needs_no_wave() -> None:
    """Given At-Start Formations of which nothing is left to enter, then waves are owed for the others alone, known or
    sealed."""
    state = planning()
    due = unassigned(state)
    blt = state.formations[due[0]].blt
    first = to_enter(state, blt)[0]
    others = set(due) - {first}
    gone = {name: unit.but(steps=0, off=0) for name, unit in state.units.items() if unit.group in others}
    left = state.but(units={**state.units, **gone})
    assert to_enter(left, blt) == (first,)
    assert owed_waves(state.but(sealed_waves=("2-W1",)))
    assert not owed_waves(left.but(sealed_waves=("2-W1",)))
