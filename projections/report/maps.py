"""The situation at a moment as a picture for a report: a hex map, a diagram of areas, or nothing where a game has
neither."""

from __future__ import annotations

from collections import Counter as Count
from typing import Any, NamedTuple

from domain.kernel.game import View
from domain.wargame.war_facts import several
from projections import areamap, hexmap
from projections.report.model import Picture
from projections.scene import Scene
from projections.shown import shown
from projections.stories.words import sentence

ACROSS = 7
"""Hexes a part of a map drawn in detail is wide: more than these cannot be read on a telephone."""


class Situation(NamedTuple):
    """How a game stood at a moment, drawn."""

    scene: Scene | None = None
    pictures: tuple[Picture, ...] = ()
    """What everybody wants to see: one picture, or none where a game has nothing to draw."""
    details: tuple[Picture, ...] = ()
    """Parts of it with every counter, for those who follow the moves: of a hex map, where one picture is too small for
    that."""


def map_situation(view: View[Any], before: Scene | None = None) -> Situation:
    """The map of a game at a moment, as its audience may see it. `before` is the scene some time earlier, as a turn
    ago: then who moved and who is gone is shown, and only those details that changed.
    """
    side, scene = view.audience, shown(view.rules.code).scene(view)
    if scene is None or not scene.cells:
        return Situation()
    if scene.kind == "areas":
        alt = f"{_alt(scene, 'Diagram of areas', side)} Every unit is named in the list below the diagram."
        return Situation(
            scene,
            (Picture(scene.title, areamap.area_svg(scene, listed=False), alt, words=tuple(areamap.area_list(scene))),),
        )
    details = tuple(
        Picture(
            sheet.title,
            sheet.svg,
            f"Hex map: {sheet.title}. Every unit is named in the list below the map.",
            part=sheet.part or "the map",
        )
        for sheet in hexmap.sheets(scene, across=ACROSS, before=before)
    )
    whole = hexmap.overview_svg(scene, before, across=ACROSS)
    return Situation(scene, (Picture(f"{scene.title}. {scene.about}", whole, _alt(scene, "Hex map", side)),), details)


def turning_map(after: View[Any], before: View[Any]) -> tuple[Picture, ...]:
    """The map on which a game turned, with what moved and went in the declaration that turned it."""
    now, then = (shown(view.rules.code).scene(view) for view in (after, before))
    if now is None or not now.cells:
        return ()
    if now.kind == "areas":
        return (Picture(now.title, areamap.area_svg(now, listed=False), _alt(now, "Diagram of areas", after.audience)),)
    whole = hexmap.overview_svg(now, then, across=ACROSS)
    return (Picture(now.title, whole, _alt(now, "Hex map", after.audience)),)


def _alt(scene: Scene, kind: str, side: str) -> str:
    """What the picture shows, in a few sentences: how many units of whom, and who holds how much."""
    words = [
        f"{kind}: {scene.title}"
        + ("" if side == "umpire" else f", as {dict(scene.sides).get(side, side)} knows it")
        + "."
    ]
    if scene.about:
        words.append(sentence(scene.about))
    held = Count(cell.control for cell in scene.cells)
    seen = {cell.name for cell in scene.cells}
    for code, name in scene.sides:
        where = Count(counter.hex for counter in scene.counters if counter.side == code and counter.hex in seen)
        most = [f"{place} {count}" for place, count in where.most_common(3) if count > 1]
        holds = f", {several(held[code], 'area')} controlled" if held[code] and scene.edges and "area" in kind else ""
        words.append(
            f"{name}: {several(where.total(), 'unit')} on the map"
            + (f", most in {', '.join(most)}" if most else "")
            + f"{holds}."
        )
    return " ".join(words)
