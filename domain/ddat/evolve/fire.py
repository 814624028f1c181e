"""DDaT 6, 12, 13: Japanese fire and actions."""

from __future__ import annotations

from domain.ddat import facts as f
from domain.ddat.evolve.lens import anew, evolve, more
from domain.ddat.state import Ddat


@evolve.on(f.FirePhaseOpened)
def fire_phase_opened(fact: f.FirePhaseOpened, state: Ddat) -> Ddat:
    return anew(
        state, "hit", "hit_by_guns", "checked", "checking", "answered", "active", "fire_card", "done", "resolved", connected=fact.connected
    )


@evolve.on(f.PositionChecked)
def position_checked(fact: f.PositionChecked, state: Ddat) -> Ddat:
    acts = fact.positions if fact.action not in ("no-action", "no-fire") else ()
    groups = (state.board.group_of.get(p, p) for p in acts if p in state.positions)
    state = state.but(active=more(state.active, *acts), answered=more(state.answered, *groups))
    return state.but(checked=(*state.checked, *fact.positions), checking=fact.colour)


@evolve.on(f.FirePhaseEnded)
def fire_phase_ended(fact: f.FirePhaseEnded, state: Ddat) -> Ddat:
    return anew(state, "hit", "hit_by_guns", fires=state.fires + 1, counterattack="" if state.counterattack == "now" else state.counterattack)
