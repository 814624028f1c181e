"""A game of areas on a screen of 80 columns: areas as rows, the sides beside each other, steps as dots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.iwo.state import Iwo
from domain.kernel.entries import UMPIRE
from domain.kernel.game import View
from projections.text import clean, cut, dots, folded, listed, paint, width


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
    units, areas = view.state.units, view.state.areas
    seen = {name: unit for name, unit in units.items() if unit.status != "concealed" or view.audience in (unit.side, UMPIRE)}
    for name in areas:
        there = {u: unit.side for u, unit in seen.items() if unit.area == name and unit.steps}
        here = {side: [f"{u}{_dots(view, u)}" for u, s in there.items() if s == side] for side in view.rules.sides}
        if all(here.values()):
            yield f"{f'{name} {_marks(areas[name])}'.rstrip()}: " + " against ".join(" ".join(names) for names in here.values())


def overview(view: View[Iwo]) -> Iterator[str]:
    """Everybody: the areas, and the boxes beside the map."""
    yield ""
    yield from _areas(view, view.state.areas, view.state.units)
    yield from _boxes(view, view.state.areas, view.state.units)


def _dots(view: View[Iwo], name: str) -> str:
    """A step a dot; the lost ones hollow, as far as the counter is known."""
    from domain.kernel.errors import Unread

    have: int = view.state.units[name].steps
    try:
        full: int = view.state.card(name).steps
    except Unread:
        full = have
    return dots(have, full)


def _unit(view: View[Iwo], name: str) -> str:
    unit = view.state.units[name]
    marks = (" fired" if unit.fired else "") + (" concealed" if unit.status == "concealed" else "")
    return f"{clean(name)} {_dots(view, name)}{marks}"


def _areas(view: View[Iwo], areas: Mapping[str, Any], units: Mapping[str, Any]) -> Iterator[str]:
    sides = list(view.rules.sides)
    names = {name: cut(name, 20) for name in areas}
    held = {name: f"{area.control.upper()} {_marks(area)}".strip() for name, area in areas.items()}
    name_width, held_width = (max(map(len, words)) for words in (["area", *names.values()], ["held by", *held.values()]))
    column = (width() - name_width - held_width - 2 - 2 * len(sides)) // len(sides)

    def row(first: str, second: str, cells: Sequence[str]) -> str:
        return f"{first:{name_width}}  {second:{held_width}}  {'  '.join(f'{cut(c, column):{column}}' for c in cells)}".rstrip()

    yield row("area", "held by", [view.rules.sides[s] for s in sides])
    for name, area in areas.items():
        here = [[_unit(view, u) for u, unit in units.items() if unit.area == name and unit.side == s and unit.steps] for s in sides]
        for n in range(max(1, *(len(h) for h in here))):
            text = row(names[name] if n == 0 else "", held[name] if n == 0 else "", [h[n] if n < len(h) else "" for h in here])
            yield paint(text, fg="cyan") if area.control == "us" else text
    legend = "B Beachhead, S Safe to Land, * Stars and Stripes, cN caves, hN hidden caves"
    yield from (paint(line, dim=True) for line in folded(legend, rest="  "))


MARKS = {"beachhead": "B", "safe": "S", "stars": "*"}
"""A letter for each marker."""


def _marks(area: Any) -> str:
    markers = "".join(MARKS[marker] for marker in area.markers)
    return markers + (f" c{area.caves}" if area.caves else "") + (f" h{area.hidden_caves}" if area.hidden_caves else "")


def _boxes(view: View[Iwo], areas: Mapping[str, Any], units: Mapping[str, Any]) -> Iterator[str]:
    boxes: dict[str, list[str]] = {}
    for name, unit in units.items():
        if unit.area not in areas:
            gone = "" if unit.steps else " †"
            spent = " down" if unit.grounded else " used" if unit.fired else ""
            dots = f" {_dots(view, name)}" if unit.steps and view.state.card(name).steps > 1 else ""
            boxes.setdefault(unit.area or "not placed, or not known", []).append(f"{name}{dots}{spent}{gone}")
    for box, names in boxes.items():
        yield from listed(f"{box}: ", names, "    ")
