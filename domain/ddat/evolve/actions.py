"""DDaT 7, 8, 16, 17: US actions, attacks and barrages, command posts, support and naval fire markers."""

from __future__ import annotations

from collections.abc import Mapping

from domain.ddat import facts as f
from domain.ddat.evolve.lens import evolve, more
from domain.ddat.state import Ddat

STRUCK: Mapping[str, str] = {"attack": "attacked", "barrage": "barraged", "naval": "shelled"}
"""Where a hex is kept, by what was done to it."""


@evolve.on(f.ActionTaken)
def action_taken(fact: f.ActionTaken, state: Ddat) -> Ddat:
    return state.but(acted=more(state.acted, *fact.units), paid=state.paid + fact.paid)


@evolve.on(f.HexAttacked)
def hex_attacked(fact: f.HexAttacked, state: Ddat) -> Ddat:
    field = STRUCK[fact.kind]
    return state.but(**{field: more(getattr(state, field), fact.hex)})


@evolve.on(f.CommandChanged)
def command_changed(fact: f.CommandChanged, state: Ddat) -> Ddat:
    return state.with_unit(fact.unit, post=fact.space, heroic=False).but(established=more(state.established, fact.unit))


@evolve.on(f.MarkersTaken)
def markers_taken(fact: f.MarkersTaken, state: Ddat) -> Ddat:
    if fact.kind == "support":
        return state.but(support=state.support + fact.count)
    return state.but(naval=state.naval + fact.count)


@evolve.on(f.MarkerSpent)
def marker_spent(fact: f.MarkerSpent, state: Ddat) -> Ddat:
    """DDaT 8.54: a marker that is used is gone; one of naval fire is kept until then."""
    if fact.kind == "support":
        return state.but(support=max(0, state.support - 1))
    return state.but(naval=max(0, state.naval - 1))


@evolve.on(f.ActionFreed)
def action_freed(fact: f.ActionFreed, state: Ddat) -> Ddat:
    return state.but(free_by_support=more(state.free_by_support, fact.unit), support=max(0, state.support - 1))
