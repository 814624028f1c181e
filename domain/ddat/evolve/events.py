"""The event list (EV)."""

from __future__ import annotations

from domain.ddat import facts as f
from domain.ddat.evolve.lens import evolve
from domain.ddat.state import Ddat


@evolve.on(f.Counterattacked)
def counterattacked(fact: f.Counterattacked, state: Ddat) -> Ddat:
    return state.but(counterattack="next" if fact.next_turn else "now")


@evolve.on(f.ShibasakiKilled)
def shibasaki_killed(fact: f.ShibasakiKilled, state: Ddat) -> Ddat:
    return state.but(ignore_kill=False, shibasaki=state.shibasaki if fact.escaped else "killed")


@evolve.on(f.LvtsSilent)
def lvts_silent(fact: f.LvtsSilent, state: Ddat) -> Ddat:
    return state.but(no_lvt=fact.turn)
