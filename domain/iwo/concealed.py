"""IWO 2.2.2, 3: who is concealed, and whether the record or the Japanese player alone knows where."""

from __future__ import annotations

from domain.iwo.state import MILOPS_ELIMINATED, Iwo


def unknown(state: Iwo) -> tuple[str, ...]:
    """Concealed units whose place only the Japanese player knows: on paper all, and otherwise those read out after the
    setup."""
    return tuple(
        n for n, u in state.units.items() if u.side == "jp" and u.status == "concealed" and not u.area and u.steps > 0
    )


def unseen(state: Iwo) -> int:
    """Japanese units that are concealed, or died so: a number both sides know (IWO 9.3.3(5))."""
    return sum(
        u.side == "jp"
        and ((u.status == "concealed" and u.area in state.areas) or u.area == MILOPS_ELIMINATED or not u.area)
        for u in state.units.values()
    )


def unseen_steps(state: Iwo) -> int:
    """How many steps the unseen Japanese units had at least, as everybody knows it, before damage was passed to them
    (IWO 9.3.3(3)).

    The steps that the record holds of them nobody else knows, so there each unit counts for one.
    """
    return sum(state.units[unit].steps for unit in unknown(state)) if state.on_paper else unseen(state)


def on_maps(state: Iwo, unit: str) -> bool:
    """Whether a unit is in an area of either map."""
    return state.units[unit].area in state.areas or unit in unknown(state)


def hq(state: Iwo) -> str:
    """The Japanese HQ while it is in play, on either map; "" otherwise."""
    for name, unit in state.units.items():
        if unit.side == "jp" and unit.steps > 0 and on_maps(state, name) and state.card(name).type == "hq":
            return name
    return ""
