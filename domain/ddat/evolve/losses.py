"""DDaT 2.21, 6.32, 7.6, 10: US units lose and regain steps, are disrupted, recover and leave play; heroes rise and fall."""

from __future__ import annotations

from domain.ddat import facts as f
from domain.ddat.evolve.lens import evolve, less, more, unit, units
from domain.ddat.state import OUT, Ddat, Unit


@evolve.on(f.StepLost)
def step_lost(fact: f.StepLost, state: Ddat) -> Ddat:
    state = unit(state, fact.unit, steps=fact.left)
    if fact.hit:
        groups = (state.board.group_of.get(by, by) for by in fact.by)
        state = state.but(hit={**state.hit, fact.unit: more(state.hit.get(fact.unit, ()), *groups)})
    return state.but(loss_box=more(state.loss_box, fact.unit)) if fact.boxed else state


@evolve.on(f.StepGained)
def step_gained(fact: f.StepGained, state: Ddat) -> Ddat:
    return unit(state, fact.unit, steps=fact.now)


@evolve.on(f.UnitRemoved)
def unit_removed(fact: f.UnitRemoved, state: Ddat) -> Ddat:
    state = unit(state, fact.unit, box=OUT, hex="", steps=0, heroes=0, inspired=0, disrupted=False, post=0, heroic=False)
    return state.but(shaken=less(state.shaken, fact.unit))


@evolve.on(f.UnitDisrupted)
def unit_disrupted(fact: f.UnitDisrupted, state: Ddat) -> Ddat:
    state = unit(state, fact.unit, disrupted=True)
    return state.but(shaken=more(state.shaken, fact.unit)) if fact.shaken else state


@evolve.on(f.UnitsRecovered)
def units_recovered(fact: f.UnitsRecovered, state: Ddat) -> Ddat:
    return back_in_order(state, fact.units)


def back_in_order(state: Ddat, names: tuple[str, ...]) -> Ddat:
    """The state after US units lost their disrupted markers."""
    return units(state, names, disrupted=False).but(shaken=less(state.shaken, *names))


# ---- 10 heroes, Major Ryan, HQs ----


@evolve.on(f.HeroPlaced)
def hero_placed(fact: f.HeroPlaced, state: Ddat) -> Ddat:
    now = state.units.get(fact.unit) or Unit()
    change = {"inspired": now.inspired + 1} if fact.inspired else {"heroes": now.heroes + 1}
    return unit(state, fact.unit, **change).but(heroes_left=state.heroes_left - 1)


@evolve.on(f.RyanPlaced)
def ryan_placed(fact: f.RyanPlaced, state: Ddat) -> Ddat:
    return state.but(ryan=fact.unit, heroes_left=state.heroes_left - fact.first)


@evolve.on(f.LeaderHit)
def leader_hit(fact: f.LeaderHit, state: Ddat) -> Ddat:
    now, inspired = state.units.get(fact.unit) or Unit(), fact.now == "inspired"
    if fact.leader == "ryan":
        return state.but(ryan_inspired=True) if inspired else state.but(ryan="")
    if fact.leader == "hero":
        return unit(state, fact.unit, heroes=max(0, now.heroes - 1), inspired=now.inspired + inspired)
    return unit(state, fact.unit, heroic=False, post=0) if fact.now == "plain" else state
