"""DDaT 5: LVTs, landing and wading; and all other ways US units come to a hex."""

from __future__ import annotations

from domain.ddat import facts as f
from domain.ddat.charts import UnitCard
from domain.ddat.evolve.lens import evolve, more
from domain.ddat.state import Ddat, Load


def without(lvts: tuple[int, ...], *gone: int) -> tuple[int, ...]:
    """The LVTs without some, by their steps."""
    left = list(lvts)
    for steps in gone:
        if steps in left:
            left.remove(steps)
    return tuple(left)


@evolve.on(f.LoadMade)
def load_made(fact: f.LoadMade, state: Ddat) -> Ddat:
    load = Load(units=fact.units, lvts=fact.lvts, hex=fact.hex, facing=fact.facing)
    return state.but(lvts=without(state.lvts, *fact.lvts), loads={**state.loads, fact.units[0]: load})


@evolve.on(f.LoadingEnded)
def loading_ended(fact: f.LoadingEnded, state: Ddat) -> Ddat:
    tanks = {
        name: Load(units=(name,), hex=state.units[name].hex, facing=facing)
        for name, facing in fact.tanks.items()
        if name in state.units
    }
    return state.but(loads={**state.loads, **tanks})


@evolve.on(f.Drifted)
def drifted(fact: f.Drifted, state: Ddat) -> Ddat:
    load = state.loads.get(fact.load)
    if load is None:
        return state
    state = state.but(loads={**state.loads, fact.load: load.but(hex=fact.hex, facing=fact.facing)})
    return state.with_units(load.units, hex=fact.hex, facing=fact.facing)


@evolve.on(f.Landed)
def landed(fact: f.Landed, state: Ddat) -> Ddat:
    load = state.loads.get(fact.load)
    gone = len(load.lvts) - len(fact.lvts) if load else 0
    return state.with_units(fact.units, hex=fact.hex).but(
        loads={name: one for name, one in state.loads.items() if name != fact.load},
        landed=(*state.landed, *fact.lvts),
        carried=more(state.carried, *fact.units),
        lvts_lost=state.lvts_lost + gone,
        lvt_steps_lost=state.lvt_steps_lost + fact.lvt_steps_lost,
    )


@evolve.on(f.LvtHit)
def lvt_hit(fact: f.LvtHit, state: Ddat) -> Ddat:
    left = (*without(state.lvts, fact.steps), *((fact.steps - 1,) if fact.steps > 1 else ()))
    lost = state.lvts_lost + (fact.steps == 1)
    return state.but(lvts=tuple(sorted(left, reverse=True)), lvts_lost=lost, lvt_steps_lost=state.lvt_steps_lost + 1)


@evolve.on(f.UnitsMoved)
def units_moved(fact: f.UnitsMoved, state: Ddat) -> Ddat:
    if fact.how in ("wade", "ride"):
        return state.but(carried=more(state.carried, *fact.units))
    cards = state.rows(UnitCard)
    hqs = tuple(name for name in fact.units if fact.how == "move" and name in cards and cards[name].leader)
    return state.but(moved_hq=more(state.moved_hq, *hqs)) if hqs else state
