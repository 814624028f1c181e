"""DDaT 6.4, 6.51, 8.33, 9, 17.21, 19: Japanese units and their depth markers, guns; garrisons of positions."""

from __future__ import annotations

from domain.ddat import facts as f
from domain.ddat.charts import DepthCard
from domain.ddat.evolve.lens import NOBODY, evolve, force, force_of, less, more, read
from domain.ddat.state import UNREAD, Ddat, Force, Position


def from_pool(state: Ddat, pool: f.Pool | None) -> Ddat:
    """The state after a depth marker was taken from its box."""
    left = {"coastal": state.coastal_pool, "inland": state.inland_pool}
    return state.but(**{f"{pool}_pool": max(0, left[pool] - 1)}) if pool else state


@evolve.on(f.ForcePlaced)
def force_placed(fact: f.ForcePlaced, state: Ddat) -> Ddat:
    depth = {"depth": UNREAD, "depth_type": fact.depth} if fact.depth else {}
    state = from_pool(state, fact.depth).with_place(
        fact.position, **{**NOBODY, **depth, "unit": UNREAD, "garrison": False}
    )
    acting = (
        (fact.position,) if fact.position in state.active else ()
    )  # one that comes otherwise has taken no action (9.3)
    return state.but(reserve=max(0, state.reserve - 1), done=more(state.done, *acting))


@evolve.on(f.ForceMoved)
def force_moved(fact: f.ForceMoved, state: Ddat) -> Ddat:
    """Who comes to a position takes no other action in the phase; who leaves one in exchange has acted if he had."""
    old, there = state.positions.get(fact.position) or Position(), state.positions.get(fact.to)
    if there is None:
        state = state.with_place(fact.position, **NOBODY)
        state = state.but(invader=Force(**force_of(old)), invader_hex=fact.to)
        return state.but(done=less(state.done, fact.position), active=less(state.active, fact.position))
    state = state.with_place(fact.position, **(force_of(there) if fact.swap else NOBODY))
    state = state.with_place(fact.to, **force_of(old), garrison=False)
    swapped = (fact.position,) if fact.swap and fact.to in (*state.done, *state.active) else ()
    state = state.but(active=less(state.active, fact.position, fact.to))
    return state.but(done=more(less(state.done, fact.position), *swapped, fact.to))


@evolve.on(f.ForceReturned)
def force_returned(fact: f.ForceReturned, state: Ddat) -> Ddat:
    back = state.invader
    if back is None:
        return state
    state = state.with_place(
        fact.position, **force_of(back.but(disrupted=fact.disrupted or back.disrupted)), garrison=False
    )
    return state.but(invader=None, invader_hex="", done=more(state.done, fact.position))


@evolve.on(f.ForceRevealed)
def force_revealed(fact: f.ForceRevealed, state: Ddat) -> Ddat:
    return read(force(state, fact.where, unit=fact.unit, revealed=True), fact.unit)


@evolve.on(f.ForceHidden)
def forces_hidden(fact: f.ForceHidden, state: Ddat) -> Ddat:
    for name in fact.positions:
        if now := state.positions.get(name):
            state = state.with_place(name, revealed=now.revealed and bool(now.tank), depth_shown=False)
    return state


@evolve.on(f.ForceDisrupted)
def force_disrupted(fact: f.ForceDisrupted, state: Ddat) -> Ddat:
    return force(state, fact.where, disrupted=True)


@evolve.on(f.ForceDefeated)
def force_defeated(fact: f.ForceDefeated, state: Ddat) -> Ddat:
    if fact.where == state.invader_hex and state.invader is not None:
        state = state.but(invader=None, invader_hex="")
    else:
        state = state.with_place(fact.where, **NOBODY).but(
            done=less(state.done, fact.where), active=less(state.active, fact.where)
        )
    if fact.to == "reserve":
        return state.but(reserve=state.reserve + 1, faces=less(state.faces, fact.unit))
    if fact.to == "out":
        return state.but(out_of_play=state.out_of_play + 1, gone=more(state.gone, fact.unit))
    if fact.elite:
        return state.but(eliminated_elite=state.eliminated_elite + 1)
    return state.but(eliminated_other=state.eliminated_other + 1)


@evolve.on(f.Reorganized)
def reorganized(fact: f.Reorganized, state: Ddat) -> Ddat:
    """Which units come back nobody sees: any in the eliminated box may lie face down again, those out of play never."""
    standing = {*state.gone, *(face for now in state.positions.values() for face in (now.unit, now.depth))}
    return state.but(
        eliminated_elite=state.eliminated_elite - fact.elite,
        eliminated_other=state.eliminated_other - fact.other,
        reserve=state.reserve + fact.elite + fact.other,
        faces=tuple(name for name in state.faces if name in standing or name in state.rows(DepthCard)),
    )


# ---- 9 depth markers ----


@evolve.on(f.DepthPlaced)
def depth_placed(fact: f.DepthPlaced, state: Ddat) -> Ddat:
    return from_pool(force(state, fact.where, depth=UNREAD, depth_type=fact.pool, depth_shown=False), fact.pool)


@evolve.on(f.DepthRevealed)
def depth_revealed(fact: f.DepthRevealed, state: Ddat) -> Ddat:
    return read(force(state, fact.where, depth=fact.marker, depth_shown=True), fact.marker)


@evolve.on(f.DepthLost)
def depth_lost(fact: f.DepthLost, state: Ddat) -> Ddat:
    return force(state, fact.where, depth="", depth_type="", depth_shown=False)
