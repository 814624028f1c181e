"""The situation of any game on a screen of 80 columns: place by place, the sides in columns, steps as dots.

A game has a screen of its own in its folder, or builds one from these parts. A game without pieces is shown value by
value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from domain.kernel.game import View
from domain.kernel.state import say, walk
from domain.wargame.pieces import Piece, Place, WarState
from projections.text import clean, cut, dots, folded_list, paint, width

Marks = Callable[[Any], str]
"""The signs beside a unit or place."""


def plain(thing: Piece | Place) -> str:
    """No marks."""
    return ""


def words(game: View[Any]) -> list[str]:
    """The positions of the markers on tracks, for a quick look."""
    tracks = game.state.tracks if isinstance(game.state, WarState) else {}
    return [f"{name} {now}" for name, now in tracks.items()]


def meetings(game: View[Any]) -> Iterator[str]:
    """The places where both sides stand."""
    if isinstance(game.state, WarState):
        yield from met(game)


def overview(game: View[Any]) -> Iterator[str]:
    """All pieces place by place, or all values by their paths."""
    if isinstance(game.state, WarState):
        yield ""
        yield from places(game)
        yield from boxes(game)
        return
    for path, value in walk(game.state):
        if path[0] not in ("charts", "complete", "readings"):
            yield f"{'.'.join(path)} = {say(value)}"


# ---- parts of a screen ----


def steps(game: View[Any], name: str) -> str:
    """A unit's steps as dots, the lost ones hollow if the full number is known."""
    have = game.state.units[name].steps
    card = game.state.charts.get("units", {}).get(name)
    return dots(have, getattr(card, "steps", have))


def met(game: View[Any], seen: Callable[[Any], bool] = lambda unit: True, place_marks: Marks = plain) -> Iterator[str]:
    """The places where several sides stand, with the units that `seen` accepts; one line each."""
    state: WarState = game.state
    for name in dict.fromkeys([*state.every_place, *state.occupied()]):
        there = [unit for unit in state.standing(name) if seen(state.units[unit])]
        here = {
            side: [f"{unit}{steps(game, unit)}" for unit in there if state.units[unit].side == side]
            for side in game.rules.sides
        }
        if name and sum(map(bool, here.values())) > 1:
            marks = place_marks(state.every_place[name]) if name in state.every_place else ""
            yield f"{name}{f' {marks}' if marks else ''}: " + " against ".join(
                " ".join(units) for units in here.values() if units
            )


def places(
    game: View[Any], unit_marks: Marks = plain, place_marks: Marks = plain, head: str = "place"
) -> Iterator[str]:
    """The places as rows: who holds them, and the units of each side in a column of its own; `head` is what the game
    calls a place."""
    state: WarState = game.state
    sides, names = list(game.rules.sides), list(state.every_place) or sorted(filter(None, state.occupied()))
    heads = {name: cut(name, 20) for name in names}
    held = {name: f"{now.holder.upper()} {place_marks(now)}".strip() for name, now in state.every_place.items()}
    name_width, held_width = (max(map(len, words)) for words in ([head, *heads.values()], ["held by", *held.values()]))
    column = (width() - name_width - held_width - 2 - 2 * len(sides)) // max(1, len(sides))

    def row(first: str, second: str, cells: Sequence[str]) -> str:
        further = "  ".join(f"{cut(c, column):{column}}" for c in cells)
        return f"{first:{name_width}}  {second:{held_width}}  {further}".rstrip()

    def said(name: str) -> str:
        marks = unit_marks(state.units[name])
        return f"{clean(name)} {steps(game, name)}" + (f" {marks}" if marks else "")

    yield row(head, "held by", [game.rules.sides[side] for side in sides])
    for name in names:
        here = [[said(unit) for unit in state.standing(name, side)] for side in sides]
        for n in range(max(1, *map(len, here))):
            text = row(
                heads[name] if n == 0 else "",
                held.get(name, "") if n == 0 else "",
                [h[n] if n < len(h) else "" for h in here],
            )
            ours = name in state.every_place and state.every_place[name].holder == sides[0]
            yield paint(text, fg="cyan") if ours else text


def boxes(game: View[Any], unit_marks: Marks = plain) -> Iterator[str]:
    """The units in no place of the map, box by box."""
    state: WarState = game.state
    found: dict[str, list[str]] = {}
    on_map: Mapping[str, Any] = state.every_place or {name: there for name, there in state.occupied().items() if name}
    for name, unit in state.units.items():
        if unit.place not in on_map:
            marks = unit_marks(unit)
            counted = f" {steps(game, name)}" if unit.steps > 1 or "○" in steps(game, name) else ""
            said = (
                f"{name}{counted if unit.steps else ''}" + (f" {marks}" if marks else "") + ("" if unit.steps else " †")
            )
            found.setdefault(unit.place or "not placed, or not known", []).append(said)
    for box, units in found.items():
        yield from folded_list(f"{box}: ", units, "    ")
