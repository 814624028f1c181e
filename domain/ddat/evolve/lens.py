"""What the modules beside this one share: changes to a Japanese force, names in fields, and fields that begin anew."""

from __future__ import annotations

from typing import Any

from domain.ddat.state import UNREAD, Ddat, Force
from domain.wargame.war_evolve import WarEvolve

evolve: WarEvolve[Ddat] = WarEvolve()

NOBODY = dict(Force())
"""A position after its force has left."""


def force_of(force: Force) -> dict[str, Any]:
    """Unit and depth marker, as they go from one place to another."""
    return {name: getattr(force, name) for name in NOBODY}


def force(state: Ddat, where: str, **change: Any) -> Ddat:
    """The state after a change to the force in a position, or to the one fighting in another hex."""
    if where == state.invader_hex and state.invader is not None:
        return state.but(invader=state.invader.but(**change))
    return state.with_place(where, **change)


def read(state: Ddat, name: str) -> Ddat:
    """The state once the face of a Japanese piece has been read."""
    return state if name in state.faces or name in ("", UNREAD) else state.but(faces=(*state.faces, name))


def more(names: tuple[str, ...], *new: str) -> tuple[str, ...]:
    """Names with others that are not among them yet."""
    return (*names, *[name for name in new if name not in names])


def less(names: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """Names without these."""
    return tuple([name for name in names if name not in gone])


AT_FIRST = dict(Ddat())
"""The fields of a game that has not begun."""


def anew(state: Ddat, *fields: str, **change: Any) -> Ddat:
    """The state with these fields as they were at first."""
    return state.but(**{field: AT_FIRST[field] for field in fields}, **change)
