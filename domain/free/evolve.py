"""What each fact changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.free import facts as f
from domain.free import sealed_facts as s
from domain.free.marks import PIECE, PLACE, Name
from domain.free.state import MISSED, Free, FreePiece
from domain.wargame.pieces import Area
from domain.wargame.war_evolve import WarEvolve

evolve: WarEvolve[Free] = WarEvolve()


@evolve.on(f.NameLearned)
def _learned(fact: f.NameLearned, state: Free) -> Free:
    state = state.with_name(fact.name, Name(kind=fact.kind, side=fact.side, of=fact.of))
    if fact.kind == PIECE and fact.name not in state.units:
        return state.but(units={**state.units, fact.name: FreePiece(side=fact.side)})
    if fact.kind == PLACE and fact.name not in state.places:
        return state.but(places={**state.places, fact.name: Area()})
    return state


@evolve.on(f.LineSaid)
def _said(fact: f.LineSaid, state: Free) -> Free:
    state = state.with_each({now.unit: _stands_now(now) for now in fact.pieces})
    if fresh := {now.at: Area() for now in fact.pieces if now.at and now.at not in state.places}:
        state = state.but(places={**state.places, **fresh})
    for name, side in fact.holds.items():
        state = _held(state, name, side)
    if fact.tracks:
        moved = {track.name: track.now for track in fact.tracks if isinstance(track.now, int)}
        state = state.but(tracks={**state.tracks, **moved})
    if fact.piles:
        state = state.but(piles={**state.piles, **fact.piles})
    return state.but(missed=(*state.missed, fact.text)[-MISSED:]) if fact.missed else state


def _stands_now(now: f.PieceNow) -> Mapping[str, Any]:
    return {"side": now.side, "at": now.at, "steps": now.steps, "counted": now.counted, "out": now.out}


def _held(state: Free, name: str, side: str) -> Free:
    if (meaning := state.names.get(name)) is None or meaning.kind != PIECE:
        return state.with_place(name, control=side)
    return state.with_unit(name, side=side).with_name(name, meaning.but(side=side))


sealing: WarEvolve[Free] = WarEvolve()
"""The same where a side hides something."""
sealing.by_type |= evolve.by_type


@sealing.on(s.LineSealed)
def _sealed(fact: s.LineSealed, state: Free) -> Free:
    written = {**state.written, fact.side: state.written.get(fact.side, 0) + 1}
    return state.but(slips={**state.slips, fact.slip: fact.side}, written=written)


@sealing.on(s.LineKept)
def _kept(fact: s.LineKept, state: Free) -> Free:
    return state.but(sealed={**state.sealed, fact.slip: fact.text})


@sealing.on(s.LineRevealed)
def _revealed(fact: s.LineRevealed, state: Free) -> Free:
    slips = {slip: side for slip, side in state.slips.items() if slip != fact.slip}
    return state.but(slips=slips, sealed={slip: text for slip, text in state.sealed.items() if slip != fact.slip})
