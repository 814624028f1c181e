"""DDaT 2.21, 6.32, 7.6, 10: US units lose and regain steps, are disrupted, recover and leave play; heroes rise and
fall."""

from __future__ import annotations

from domain.ddat import facts as f
from domain.ddat.evolve.lens import evolve, less, more
from domain.ddat.state import Ddat, Unit


@evolve.on(f.StepLost)
def step_lost(fact: f.StepLost, state: Ddat) -> Ddat:
    if fact.hit:
        guns = fact.loss.cause in f.GUNS
        groups = (
            () if guns else tuple(state.board.group_of.get(by, by) for by in fact.by)
        )  # guns are no fire of a position (15.2)
        if not guns:
            state = state.but(hit_by_guns=less(state.hit_by_guns, fact.unit))
        elif fact.unit not in state.hit:
            state = state.but(hit_by_guns=more(state.hit_by_guns, fact.unit))
        state = state.but(hit={**state.hit, fact.unit: more(state.hit.get(fact.unit, ()), *groups)})
    return state.but(loss_box=more(state.loss_box, fact.unit)) if fact.boxed else state


@evolve.on(f.UnitsRemoved)
def units_removed(fact: f.UnitsRemoved, state: Ddat) -> Ddat:
    return state.but(
        shaken=less(state.shaken, *fact.units), loss_box=more(state.loss_box, *(fact.units if fact.boxed else ()))
    )


@evolve.on(f.UnitsDisrupted)
def units_disrupted(fact: f.UnitsDisrupted, state: Ddat) -> Ddat:
    return state.but(shaken=more(state.shaken, *fact.units)) if fact.shaken else state


@evolve.on(f.UnitsRecovered)
def units_recovered(fact: f.UnitsRecovered, state: Ddat) -> Ddat:
    return state.but(shaken=less(state.shaken, *fact.units))


# ---- 10 heroes, Major Ryan, HQs ----


@evolve.on(f.HeroPlaced)
def hero_placed(fact: f.HeroPlaced, state: Ddat) -> Ddat:
    now = state.units.get(fact.unit) or Unit()
    change = {"inspired": now.inspired + 1} if fact.inspired else {"heroes": now.heroes + 1}
    return state.with_unit(fact.unit, **change).but(heroes_left=max(0, state.heroes_left - 1))


@evolve.on(f.RyanPlaced)
def ryan_placed(fact: f.RyanPlaced, state: Ddat) -> Ddat:
    """DDaT 10.17: Major Ryan is with a unit; as he comes into play, he is one of the eight heroes (reading AMB-23)."""
    return state.but(ryan=fact.unit, heroes_left=state.heroes_left - fact.first)


@evolve.on(f.LeaderHit)
def leader_hit(fact: f.LeaderHit, state: Ddat) -> Ddat:
    now, inspired = state.units.get(fact.unit) or Unit(), fact.now == "inspired"
    if fact.leader == "ryan":
        return state.but(ryan_inspired=True) if inspired else state.but(ryan="")
    if fact.leader == "hero":
        return state.with_unit(fact.unit, heroes=max(0, now.heroes - 1), inspired=now.inspired + inspired)
    return state.with_unit(fact.unit, heroic=False, post=0) if fact.now == "plain" else state
