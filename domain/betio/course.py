"""BB 3.5.2 to 3.5.6 the way across the reef: towards the beach by the shortest route, and off course; 1.7.7, 1.7.8
beside the pier."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from domain.betio.charts import PIER_BASE, GridCard, HexCard
from domain.betio.state import Betio
from domain.kernel.remembering import rests_on

ROUND = ("ahead", "up-ahead", "up-back", "back", "down-back", "down-ahead")
"""The six directions in turn, counter-clockwise where columns grow to the right."""


@rests_on("charts")
def landing_hexes(state: Betio, beach: str) -> tuple[str, ...]:
    """The Landing Beach Hexes of a beach, of all where none is named (1.9.1)."""
    return tuple(hex for hex, card in state.rows(HexCard).items() if card.landing and beach in ("", card.landing))


@rests_on("charts")
def steps_to(state: Betio, beach: str, *, wades: bool = True) -> dict[str, int]:
    """How many hexes it is from each hex of reef to the beach, across the reef; vessels and tanks go round reef
    obstacles (1.8.1)."""
    edge = list(landing_hexes(state, beach))
    found = dict.fromkeys(edge, 0)
    rows = state.rows(HexCard)
    while edge:
        ring: list[str] = []
        for hex in edge:
            for near in state.grid.neighbours(hex):
                reef = near in rows and "reef" in rows[near].terrain and not rows[near].pier
                if reef and near not in found and (wades or "reef-obstacle" not in rows[near].terrain):
                    found[near] = found[hex] + 1
                    ring.append(near)
        edge = ring
    return found


def ahead(state: Betio, hex: str, beach: str, *, wades: bool = True) -> tuple[str, ...]:
    """BB 3.2.3, 3.5.2, 3.5.4, 3.5.5: the hexes in front: those on a shortest route to the beach (reading A-78)."""
    far = steps_to(state, beach, wades=wades)
    here = far.get(hex)
    if here is None:
        return ()
    return tuple(near for near in state.grid.neighbours(hex) if far.get(near, here) < here)


def beside_pier(state: Betio, hex: str) -> bool:
    """BB 1.7.8: on the Long Pier, or next to it."""
    return is_pier(state, hex) or any(is_pier(state, near) for near in state.grid.neighbours(hex))


def is_pier(state: Betio, hex: str) -> bool:
    row = state.rows(HexCard).get(hex)
    return row is not None and row.pier


def down_the_pier(state: Betio, hex: str) -> tuple[str, ...]:
    """BB 1.7.2: the next hexes of the Long Pier towards its base."""
    here = state.grid.distance(hex, PIER_BASE)
    pier = (near for near in state.grid.neighbours(hex) if is_pier(state, near) or near == PIER_BASE)
    return tuple(near for near in pier if state.grid.distance(near, PIER_BASE) < here)


def direction_of(state: Betio, a: str, b: str) -> str:
    """In which of the six directions a neighbour lies."""
    return next((one for one in ROUND if state.grid.toward(a, one) == b), "")


def off_course(
    state: Betio, hex: str, beach: str, shift: Literal["left", "right"], *, wades: bool = True
) -> Iterator[str]:
    """BB 3.5.6, 3.2.4: the hexes in a row in which a unit goes that is shifted: through its front hex on that side.

    Where one hex alone lies in front, that on its side of it.
    """
    front = [ROUND.index(direction_of(state, hex, near)) for near in ahead(state, hex, beach, wades=wades)]
    if not front:
        return
    mirrored = state.read(GridCard, "rows").columns == "left"
    turn = 1 if (shift == "left") != mirrored else -1
    if len(front) == 1:
        way = (front[0] + turn) % 6
    else:  # of two in turn, the one that comes later going round to that side
        first, second = front[0], front[1]
        way = second if (first + turn) % 6 == second else first
    yield from state.grid.line(hex, ROUND[way])
