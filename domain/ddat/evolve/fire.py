"""DDaT 6, 12, 13: Japanese fire and actions."""

from __future__ import annotations

from domain.ddat import facts as f
from domain.ddat.evolve.lens import anew, evolve, more
from domain.ddat.state import Ddat


@evolve.on(f.FirePhaseOpened)
def fire_phase_opened(fact: f.FirePhaseOpened, state: Ddat) -> Ddat:
    return anew(
        state,
        "hit",
        "hit_by_guns",
        "stretched",
        "checked",
        "checking",
        "answered",
        "active",
        "fire_card",
        "done",
        "resolved",
        connected=fact.connected,
    )


@evolve.on(f.PositionChecked)
def position_checked(fact: f.PositionChecked, state: Ddat) -> Ddat:
    checked = (*state.checked, *fact.positions)
    if fact.action in ("no-action", "no-fire"):
        return state.but(checked=checked, checking=fact.colour)
    groups = [state.board.group_of.get(p, p) for p in fact.positions if p in state.positions]
    return state.but(
        active=more(state.active, *fact.positions),
        answered=more(state.answered, *groups),
        checked=checked,
        checking=fact.colour,
    )


@evolve.on(f.PositionFired)
def position_fired(fact: f.PositionFired, state: Ddat) -> Ddat:
    """DDaT 15.2: who hits more units than units and depth markers fire has used the one hit more of its group; mortars
    have none."""
    by = [p for p in fact.fire.by if p in state.positions]
    if fact.fire.kind == "mortar" or fact.fire.hits <= sum(state.positions[p].weight for p in by):
        return state
    return state.but(stretched=more(state.stretched, *(state.board.group_of[p] for p in by)))


@evolve.on(f.FirePhaseEnded)
def fire_phase_ended(fact: f.FirePhaseEnded, state: Ddat) -> Ddat:
    counterattack = "" if state.counterattack == "now" else state.counterattack
    return anew(state, "hit", "hit_by_guns", "stretched", fires=state.fires + 1, counterattack=counterattack)
