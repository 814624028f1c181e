"""What games put together into a scene in the same way: its heading, the hex it is drawn around, hexsides, the signs it
explains."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from domain.kernel.errors import BadInput, unknown
from domain.kernel.game import View
from domain.kernel.hexes import Grid
from projections.scene import Badge, Counter, Edge, Scene
from projections.stories.words import capital

REACH = 5
"""How many hexes a drawing around one hex shows on every side."""


def no_fields(fields: tuple[str, ...]) -> None:
    """Refuses to show fields of fire, in a game that has none. Raises BadInput."""
    if fields:
        raise BadInput("there are no fields of fire in this game")


def heading(game: View[Any]) -> str:
    """When in the game we are; before it begins, what is played."""
    return capital(", ".join(game.rules.play.sequence.moment(game.state).path)) or game.rules.title


def centre(
    grid: Grid, word: str, places: Collection[tuple[str, str]], units: Mapping[str, str], what: str, hidden: str = ""
) -> str:
    """The hex that is meant: of a place by its name, of a unit on the map, or a hex by its number.

    `places` are names with their hexes; of a place of several hexes, which is named several times, the first is meant.
    `units` has "" for a unit that is not on the map; `hidden` is said after that, where more may stand there than is
    known. `what` are the things that can be named. Raises BadInput.
    """
    for name, hex in places:
        if name.casefold() == word.casefold():
            return hex
    if word in units:
        if not units[word]:
            raise BadInput(f"{word} is not on the map{hidden}")
        return units[word]
    if not word.isdecimal():
        raise unknown(what, word, [*(name for name, _ in places), *units])
    grid.spot(word)
    return word


def drawn_hexsides(sides: Iterable[tuple[str, str, str]]) -> tuple[Edge, ...]:
    """What hexsides show, each once, whichever of its two hexes says it; roads from hex to hex. A side is its kind and
    the two hexes."""
    found: dict[tuple[str, str, str], Edge] = {}
    for kind, one, other in sides:
        a, b = sorted((one, other))
        found[kind, a, b] = Edge(a, b, kind, across=kind == "road")
    return tuple(found.values())


def scene_within(scene: Scene, shown: Collection[str]) -> Scene:
    """A scene with nothing beyond these hexes: hexsides between two of them, counters in them, the signs that are left
    explained."""
    counters = tuple(counter for counter in scene.counters if counter.hex in shown)
    edges = tuple(edge for edge in scene.edges if edge.a in shown and edge.b in shown)
    return replace(scene, edges=edges, counters=counters, key=explained(scene.key, counters))


def explained(
    key: Iterable[tuple[str, str]], counters: Iterable[Counter], badges: Iterable[Badge] = ()
) -> tuple[tuple[str, str], ...]:
    """The signs that are drawn, with what they mean; a question mark stands for whoever is hidden."""
    signs = {sign for counter in counters for sign in counter.signs + "?" * counter.hidden} | {
        sign for badge in badges for sign in badge.signs
    }
    return tuple((sign, words) for sign, words in key if sign in signs)
