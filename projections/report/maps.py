"""The situation at a moment as a picture for a report: a hex map, a diagram of areas, or nothing where a game has
neither."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from domain.kernel.entries import Entry
from domain.kernel.game import View
from domain.wargame.war_facts import several
from projections import areamap, hexmap
from projections.report.doings import doings, told_names
from projections.report.model import Picture
from projections.scene import STILL, Doings, Scene
from projections.shown import shown
from projections.stories.words import sentence

ACROSS = 7
"""Hexes a part of a map drawn in detail is wide: more than these cannot be read on a telephone."""


class Span(NamedTuple):
    """Entries of a game that stand, and its state before them."""

    state: Any
    entries: Sequence[Entry]


class Situation(NamedTuple):
    """How a game stood at a moment, drawn."""

    scene: Scene | None = None
    pictures: tuple[Picture, ...] = ()
    """What everybody wants to see: one picture, or none where a game has nothing to draw."""
    details: tuple[Picture, ...] = ()
    """Parts of it with every counter, for those who follow the moves: of a hex map, where one picture is too small for
    that."""


def map_situation(view: View[Any], before: Scene | None = None, span: Span | None = None, words: str = "") -> Situation:
    """The map of a game at a moment, as its audience may see it. `before` is the scene some time earlier, as a turn
    ago: then only those details that changed are shown. `span` is what was recorded since, which is drawn; `words` are
    what a story says of it: the names it speaks of are on the map.
    """
    side, scene = view.audience, shown(view.rules.code).scene(view)
    if scene is None or not scene.cells:
        return Situation()
    did = _did(view, span, before, scene)
    if scene.kind == "areas":
        alt = f"{_alt(scene, 'Diagram of areas', side)} Every unit is named in the list below the diagram."
        drawn = areamap.area_map(scene, did, listed=False)
        listed = tuple(areamap.area_list(scene))
        return Situation(scene, (Picture(scene.title, drawn.svg, alt, words=listed, stacks=drawn.stacks),))
    if not scene.counters and not any(cell.control for cell in scene.cells):
        return Situation(scene)  # nobody is there yet
    details = tuple(
        Picture(
            sheet.title,
            sheet.svg,
            f"Hex map: {sheet.part or 'the whole'}. Every unit is named in the list below the map.",
            part=sheet.part or "the map",
            words=sheet.words,
        )
        for sheet in hexmap.sheets(scene, across=ACROSS, before=before)
    )
    whole = hexmap.whole_map(scene, did, across=ACROSS, told=told_names(scene, words))
    title = f"{scene.title}. {scene.about}"
    return Situation(scene, (Picture(title, whole.svg, _alt(scene, "Hex map", side), stacks=whole.stacks),), details)


def turning_map(after: View[Any], before: View[Any], entries: Sequence[Entry], words: str) -> tuple[Picture, ...]:
    """The map on which a game turned, with what the declaration that turned it did."""
    now, then = (shown(view.rules.code).scene(view) for view in (after, before))
    if now is None or not now.cells:
        return ()
    did = _did(after, Span(before.state, entries), then, now)
    if now.kind == "areas":
        drawn, kind = areamap.area_map(now, did, listed=False), "Diagram of areas"
    else:
        drawn, kind = hexmap.whole_map(now, did, across=ACROSS, told=told_names(now, words)), "Hex map"
    return (Picture(now.title, drawn.svg, _alt(now, kind, after.audience), stacks=drawn.stacks),)


def _did(view: View[Any], span: Span | None, before: Scene | None, scene: Scene) -> Doings:
    """What is drawn of what happened. Before the first map units are set up, and have not come on to it."""
    if span is None:
        return STILL
    did = doings(view.rules, span.state, span.entries, before or scene, scene)
    if before and before.counters:
        return did
    went = (one._replace(path=one.path if one.path[0] else one.path[1:]) for one in did.went)
    return replace(did, went=tuple(one for one in went if len(one.path) > 1))


def _alt(scene: Scene, kind: str, side: str) -> str:
    """What the picture shows, in a few sentences: how many counters of whom, and who holds how much."""
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
            f"{name}: {several(where.total(), 'counter')} on the map"
            + (f", most in {', '.join(most)}" if most else "")
            + f"{holds}."
        )
    return " ".join(words)
