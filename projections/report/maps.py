"""The situation at a moment as a picture for a report: a hex map, a diagram of areas, or nothing where a game has neither."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from domain.kernel.game import Game
from domain.kernel.limits import COUNT
from projections import areamap, hexmap
from projections.areamap import CAVE, HIDDEN_CAVE
from projections.report.model import Picture
from projections.scene import Cell, Counter, Edge, Scene
from projections.shown import shown

ACROSS = 7
"""Hexes a part of a map drawn in detail is wide: more than these cannot be read on a telephone."""
SYMBOLS = {
    "marines": "infantry", "infantry": "infantry", "machine-gun": "infantry", "tank": "tank", "hq": "hq",
    "mortar": "artillery", "artillery": "artillery", "heavy-artillery": "artillery", "rocket": "artillery", "gun": "artillery", "at-gun": "artillery",
}  # fmt: skip
"""The simple shape for each type of unit in a game of areas."""


class Situation(NamedTuple):
    """How a game stood at a moment, drawn."""

    scene: Scene | None = None
    pictures: tuple[Picture, ...] = ()
    """What everybody wants to see: one picture, or none where a game has nothing to draw."""
    details: tuple[Picture, ...] = ()
    """Parts of it with every counter, for those who follow the moves: of a hex map, where one picture is too small for that."""


def situation(game_at: Game[Any], side: str = "umpire", before: Scene | None = None) -> Situation:
    """The map as that side may see it, from the game at a moment. `before` is the scene some time earlier, as a turn ago:
    then who moved and who is gone is shown, and only those details that changed.

    The game must be folded from what the side may see (`Game.seen_by`); `side` only says whose view the words are of.
    """
    state = game_at.state
    if (drawing := shown(game_at.rules.code).scene) is not None:
        scene = drawing(state)
        if not scene.cells:
            return Situation()
        details = tuple(
            Picture(title, svg, f"Hex map: {title}. Every unit is named in the list below the map.")
            for title, svg in hexmap.sheets(scene, across=ACROSS, before=before)
        )
        whole = hexmap.overview(scene, before, across=ACROSS)
        return Situation(scene, (Picture(f"{scene.title}. {scene.about}", whole, _alt(scene, "Hex map", side)),), details)
    if getattr(state, "areas", None) and getattr(state, "units", None) is not None:
        scene = areas(game_at)
        alt = f"{_alt(scene, 'Diagram of areas', side)} Every unit is named in the list below the diagram."
        return Situation(scene, (Picture(scene.title, areamap.svg(scene, listed=False), alt, tuple(areamap.listing(scene))),))
    return Situation()


def _alt(scene: Scene, kind: str, side: str) -> str:
    """What the picture shows, in a few sentences: how many units of whom, and who holds how much."""
    words = [f"{kind}: {scene.title}" + ("" if side == "umpire" else f", as {dict(scene.sides).get(side, side)} knows it") + "."]
    if scene.about:
        words.append(scene.about if scene.about.endswith(".") else scene.about + ".")
    held = Count(cell.control for cell in scene.cells)
    seen = {cell.name for cell in scene.cells}
    for code, name in scene.sides:
        where = Count(counter.hex for counter in scene.counters if counter.side == code and counter.hex in seen)
        most = [f"{place} {count}" for place, count in where.most_common(3) if count > 1]
        holds = f", {_n(held[code], 'area')} controlled" if held[code] and scene.edges and "area" in kind else ""
        words.append(f"{name}: {_n(where.total(), 'unit')} on the map" + (f", most in {', '.join(most)}" if most else "") + f"{holds}.")
    return " ".join(words)


def _n(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


# ---- games of areas ----


def areas(game: Game[Any]) -> Scene:
    """A game's areas and units as a scene; what the charts do not say yet is left out."""
    state, rules = game.state, game.rules
    charts: Mapping[str, Mapping[str, Any]] = state.charts
    cards = charts.get("areas", {})
    names = tuple(state.areas)
    ways = {tuple(sorted((a, b))) for a in names for b in getattr(cards.get(a), "adjacent", ()) if b in state.areas and a != b}
    counters = tuple(_counters(state))
    return Scene(
        title=", ".join((game.began.title if game.began else rules.title, *rules.moment(state).path)),
        about=f"{_points(game)}Lines join neighbouring areas; places and distances are not those of the printed map.",
        cells=tuple(
            Cell(name, 0, 0, label=getattr(cards.get(name), "name", ""), grounds=tuple(_grounds(area)), control=area.control)
            for name, area in state.areas.items()
        ),
        edges=tuple(Edge(a, b, "way") for a, b in sorted(ways)),
        counters=counters,
        sides=tuple(rules.sides.items()),
        key=(("f", "fired"),) if any("f" in counter.signs for counter in counters) else (),
        notes=tuple(_elsewhere(state, rules.sides)),
    )


def _points(game: Game[Any]) -> str:
    state = game.state
    found = [f"{name} {getattr(state, f'vp_{side}')}" for side, name in game.rules.sides.items() if hasattr(state, f"vp_{side}")]
    return f"Victory points: {', '.join(found)}. " if found else ""


def _grounds(area: Any) -> Iterator[str]:
    for field, sign in (("caves", CAVE), ("hidden_caves", HIDDEN_CAVE)):
        yield from [sign] * min(getattr(area, field, 0), COUNT)
    for field, words in (("beachhead", "Beachhead"), ("safe_to_land", "Safe to Land"), ("stars", "Stars and Stripes")):
        if getattr(area, field, False):
            yield words


def _counters(state: Any) -> Iterator[Counter]:
    cards = state.charts.get("units", {})
    for name, unit in state.units.items():
        if unit.area in state.areas and unit.steps > 0:
            kind = getattr(cards.get(name), "type", "")
            concealed = unit.status == "concealed"
            says = [kind, _n(unit.steps, "step"), *["concealed"] * concealed, *["fired"] * unit.fired]
            said = ", ".join(filter(None, says))
            yield Counter(unit.area, name, unit.side, SYMBOLS.get(kind, ""), unit.steps, hidden=concealed, signs="f" * unit.fired, says=said)


def _elsewhere(state: Any, sides: Mapping[str, str]) -> Iterator[str]:
    """The living units that are in no area, by side and box; how many lie somewhere unknown."""
    boxes: dict[tuple[str, str], list[str]] = {}
    unknown: Count[str] = Count()
    for name, unit in state.units.items():
        if unit.area in state.areas or unit.steps <= 0:
            continue
        if unit.area:
            boxes.setdefault((unit.side, unit.area), []).append(name)
        else:
            unknown[unit.side] += 1
    for (side, box), units in boxes.items():
        yield f"{sides.get(side, side)} {box} box: {', '.join(units)}"
    for side, count in unknown.items():
        yield f"{sides.get(side, side)}: {_n(count, 'unit')} concealed somewhere, or lost concealed"

