"""The event list (EV)."""

from __future__ import annotations

from domain.ddat import facts as f
from domain.ddat.evolve.lens import evolve, positions
from domain.ddat.state import Ddat


@evolve.on(f.EventBegan)
def event_began(fact: f.EventBegan, state: Ddat) -> Ddat:
    return state.but(event_drawn=True)


@evolve.on(f.Counterattacked)
def counterattacked(fact: f.Counterattacked, state: Ddat) -> Ddat:
    return state.but(counterattack="next" if fact.next_turn else "now")


@evolve.on(f.WiresCut)
def wires_cut(fact: f.WiresCut, state: Ddat) -> Ddat:
    return state.but(wires_cut=True)


@evolve.on(f.SmokeLaid)
def smoke_laid(fact: f.SmokeLaid, state: Ddat) -> Ddat:
    return positions(state, fact.positions, smoke=True)


@evolve.on(f.ShibasakiKilled)
def shibasaki_killed(fact: f.ShibasakiKilled, state: Ddat) -> Ddat:
    return state.but(ignore_kill=False, shibasaki=state.shibasaki if fact.escaped else "killed")


@evolve.on(f.EngineersCovered)
def engineers_covered(fact: f.EngineersCovered, state: Ddat) -> Ddat:
    return state.but(no_support=True)


@evolve.on(f.LvtsSilent)
def lvts_silent(fact: f.LvtsSilent, state: Ddat) -> Ddat:
    return state.but(no_lvt=fact.turn)
