"""DDaT 8.6: close combat."""

from __future__ import annotations

from domain.ddat import facts as f
from domain.ddat.evolve.lens import evolve, force, less, more
from domain.ddat.state import UNSEEN, Ddat


def dealt(state: Ddat, **piles: int) -> Ddat:
    """Face-down piles as they lie now."""
    return state.but(deck=state.deck.but(dealt={pile: n for pile, n in {**state.deck.dealt, **piles}.items() if n > 0}))


@evolve.on(f.CombatBegan)
def combat_began(fact: f.CombatBegan, state: Ddat) -> Ddat:
    return dealt(state, us=fact.us, jp=fact.jp)


@evolve.on(f.PileChanged)
def pile_changed(fact: f.PileChanged, state: Ddat) -> Ddat:
    now: dict[str, int] = {fact.pile: state.deck.dealt.get(fact.pile, 0) + fact.by}
    if fact.by < 0:
        now[UNSEEN] = state.deck.dealt.get(UNSEEN, 0) - fact.by
    return dealt(state, **now)


@evolve.on(f.MarkersRemoved)
def markers_removed(fact: f.MarkersRemoved, state: Ddat) -> Ddat:
    if fact.side == "us":
        return state.with_units(fact.units, disrupted=False).but(shaken=less(state.shaken, *fact.units))
    for where in fact.units:
        state = force(state, where, disrupted=False)
    return state


@evolve.on(f.CombatEnded)
def combat_ended(fact: f.CombatEnded, state: Ddat) -> Ddat:
    return state.but(deck=state.deck.put_back("us").put_back("jp"), resolved=more(state.resolved, fact.hex))
