"""A game of areas on a screen of 80 columns: areas as rows, the sides beside each other, steps as dots."""

from __future__ import annotations

from collections.abc import Iterator

from domain.iwo.state import Area, Iwo, Unit
from domain.kernel.entries import UMPIRE
from domain.kernel.game import View
from projections import screen
from projections.text import folded, paint


def words(view: View[Iwo]) -> list[str]:
    """What a player glances at: points, weather, moves, what holds for this turn."""
    state = view.state
    points = [f"{name} {getattr(state, f'vp_{side}')}" for side, name in view.rules.sides.items()]
    found = [f"VP {', '.join(points)}", f"{state.weather} weather"]
    if state.jp_moves_allowed:
        found.append(f"moves {state.jp_moves_used} of {state.jp_moves_allowed}")
    if state.kirikami_active:
        found.append("Kirikami: Japanese +1")
    if state.banzai_area:
        found.append(f"Banzai from {state.banzai_area}")
    return found


def meetings(view: View[Iwo]) -> Iterator[str]:
    """The areas where both sides stand, as far as the audience sees them."""

    def seen(unit: Unit) -> bool:
        return unit.area in view.state.areas and (unit.status != "concealed" or view.audience in (unit.side, UMPIRE))

    return screen.met(view, seen, _marks)


def overview(view: View[Iwo]) -> Iterator[str]:
    """Everybody: the areas, and the boxes beside the map."""
    yield ""
    yield from screen.places(view, _done, _marks, "area")
    legend = "B Beachhead, S Safe to Land, * Stars and Stripes, cN caves, hN hidden caves"
    yield from (paint(line, dim=True) for line in folded(legend, rest="  "))
    yield from screen.boxes(view, _spent)


def _done(unit: Unit) -> str:
    """What there is to see of a unit in an area."""
    return " ".join(["fired"] * unit.fired + ["concealed"] * (unit.status == "concealed"))


def _spent(unit: Unit) -> str:
    """Whether a unit beside the map can do no more in this turn."""
    return "down" if unit.grounded else "used" if unit.fired else ""


MARKS = {"beachhead": "B", "safe": "S", "stars": "*"}
"""A letter for each marker."""


def _marks(area: Area) -> str:
    markers = "".join(MARKS[marker] for marker in area.markers)
    return markers + (f" c{area.caves}" if area.caves else "") + (f" h{area.hidden_caves}" if area.hidden_caves else "")
