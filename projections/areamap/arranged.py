"""Where the areas of a diagram stand, laid out from their neighbours alone: a planar drawing whose outline is the
longest cycle, spread out until no area lies on another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx

Places = Mapping[str, tuple[float, float]]

WIDE = 360.0
"""The width of the drawing, which is a telephone's. All sizes are sizes there."""
EDGE = 6.0
BOX, TALL = 85.0, 92.0
"""The width of an area's box, and its maximum height while no area holds more than four units and nothing happens."""
GAP = 4.0
ROUNDS = 160


def layout(adjacency: Mapping[str, Sequence[str]], tall: float = TALL) -> Places:
    """The centre of each area's box, laid out from its neighbours. The same neighbours and height always give the same
    result.

    No box covers another, and none lies outside 0 to `WIDE`. Neighbours that are not areas are left out.
    """
    ways = tuple(
        (name, tuple(sorted(near for near in there if near in adjacency))) for name, there in sorted(adjacency.items())
    )
    return _layout(ways, tall)


@lru_cache(maxsize=16)
def _layout(ways: tuple[tuple[str, tuple[str, ...]], ...], tall: float) -> Places:
    import networkx

    graph: networkx.Graph[str] = networkx.Graph()
    graph.add_nodes_from(name for name, _ in ways)
    graph.add_edges_from((name, near) for name, there in ways for near in there if near != name)
    if not graph:
        return {}
    names = sorted(graph)
    lone = [min(part) for part in networkx.connected_components(graph)]
    linked = graph.copy()
    linked.add_edges_from(pairwise(lone))  # for the drawing only: a separate part stands beside the rest
    spots = _upright(_even(linked, _planar(linked), dict(networkx.all_pairs_shortest_path_length(linked))))
    high = max(tall, len(names) * (BOX + GAP) * (tall + GAP) / WIDE * 1.25)
    for _ in range(12):
        found = _apart(_fitted(spots, high, tall), sorted(tuple(sorted(edge)) for edge in graph.edges), tall)
        if _is_clear(found, tall):
            break
        high *= 1.12
    top = min(y for _, y in found.values()) - tall / 2
    return {name: (round(x, 1), round(y - top, 1)) for name, (x, y) in found.items()}


def _planar(graph: networkx.Graph[str]) -> dict[str, list[float]]:
    """A layout with the longest face on a circle, and every other area in the centre of its neighbours (Tutte).

    If lines must cross, all areas stand on the circle.
    """
    import networkx

    names = sorted(graph)
    planar, found = networkx.check_planarity(graph)
    embedding: Any = found
    rim = names
    if planar and graph.number_of_edges():
        seen: set[tuple[str, str]] = set()
        faces = [
            embedding.traverse_face(a, b, mark_half_edges=seen)
            for a, b in sorted(embedding.edges)
            if (a, b) not in seen
        ]
        rim = list(dict.fromkeys(max(faces, key=lambda face: len(set(face)))))
    spots = {name: [0.01 * at, 0.0] for at, name in enumerate(names)}
    for at, name in enumerate(rim):
        spots[name] = [cos(2 * pi * at / len(rim)), sin(2 * pi * at / len(rim))]
    inner = sorted(set(names) - set(rim))
    for _ in range(80):
        for name in inner:
            near = [spots[other] for other in graph[name]]
            spots[name] = [sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)]
    return spots


def _even(
    graph: networkx.Graph[str], spots: dict[str, list[float]], far: Mapping[str, Mapping[str, int]]
) -> dict[str, list[float]]:
    """A layout whose distances match the numbers of steps between areas (Kamada and Kawai), by majorisation from these
    spots.
    """
    names = sorted(graph)
    size = sqrt(len(names)) / 2
    spots = {name: [x * size, y * size] for name, (x, y) in spots.items()}
    for _ in range(30):
        for a in names:
            x = y = weight = 0.0
            for b in names:
                if a != b:
                    want, dx, dy = far[a][b], spots[a][0] - spots[b][0], spots[a][1] - spots[b][1]
                    now, share = hypot(dx, dy) or 1e-6, 1 / want**2
                    x += share * (spots[b][0] + want * dx / now)
                    y += share * (spots[b][1] + want * dy / now)
                    weight += share
            if weight:
                spots[a] = [x / weight, y / weight]
    return spots


def _upright(spots: dict[str, list[float]]) -> dict[str, list[float]]:
    """The layout turned so that it is higher than wide."""
    turns = [pi * at / 18 for at in range(18)]

    def turned(turn: float) -> dict[str, list[float]]:
        return {name: [x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)] for name, (x, y) in spots.items()}

    def wide(turn: float) -> float:
        across = [x for x, _ in turned(turn).values()]
        return round(max(across) - min(across), 6)

    return turned(min(turns, key=wide))


def _fitted(spots: dict[str, list[float]], high: float, tall: float) -> dict[str, list[float]]:
    """The layout stretched to `WIDE` and to this height."""
    found = {name: list(spot) for name, spot in spots.items()}
    for axis, first, last in ((0, BOX / 2 + EDGE / 2, WIDE - BOX / 2 - EDGE / 2), (1, tall / 2, high - tall / 2)):
        values = [spot[axis] for spot in found.values()]
        low, span = min(values), max(values) - min(values)
        for spot in found.values():
            spot[axis] = first + (spot[axis] - low) / span * (last - first) if span > 1e-6 else (first + last) / 2
    return found


def _apart(spots: dict[str, list[float]], edges: Sequence[tuple[str, ...]], tall: float) -> dict[str, list[float]]:
    """The layout with boxes pushed off each other, and off the lines that pass under them."""
    names = sorted(spots)
    for at in range(ROUNDS):
        if at < ROUNDS * 0.7:
            for a, b in edges:
                for c in names:
                    if c not in (a, b):
                        _off_line(spots[a], spots[b], spots[c], tall)
        moved = False
        for at_a, a in enumerate(names):
            for b in names[at_a + 1 :]:
                moved = _off_box(spots[a], spots[b], tall) or moved
        if not moved and at >= ROUNDS * 0.7:
            break
    return spots


def _off_line(a: list[float], b: list[float], c: list[float], tall: float) -> None:
    """Moves the third point away from the line between the first two, if the line passes close to its middle."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = hypot(dx, dy)
    if long < 1:
        return
    along = ((c[0] - a[0]) * dx + (c[1] - a[1]) * dy) / long**2
    if not 0.05 < along < 0.95:
        return
    off = ((c[0] - a[0]) * -dy + (c[1] - a[1]) * dx) / long
    keep = (abs(dy) / long * BOX + abs(dx) / long * tall) / 2 * 0.75
    if abs(off) >= keep:
        return
    push = (keep - abs(off)) * 0.12 * (1 if off >= 0 else -1)
    nx, ny = -dy / long * push, dx / long * push
    for spot, share in ((c, 1.0), (a, -0.4), (b, -0.4)):
        spot[0], spot[1] = _inside(spot[0] + nx * share), spot[1] + ny * share


def _off_box(a: list[float], b: list[float], tall: float) -> bool:
    """Moves two boxes off each other, the shorter way; returns whether it was necessary."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    over_x, over_y = BOX + GAP - abs(dx), tall + GAP - abs(dy)
    if over_x <= 0.01 or over_y <= 0.01:
        return False
    if over_x < over_y:
        step = over_x / 2 * (1 if dx >= 0 else -1)
        a[0], b[0] = _inside(a[0] - step), _inside(b[0] + step)
        if BOX + GAP - abs(b[0] - a[0]) <= 0.01:
            return True
        over_y *= 0.25  # near the margin there is no room sideways
    step = over_y / 2 * (1 if dy >= 0 else -1)
    a[1], b[1] = a[1] - step, b[1] + step
    return True


def _inside(x: float) -> float:
    return min(max(x, (BOX + EDGE) / 2), WIDE - (BOX + EDGE) / 2)


def _is_clear(spots: Mapping[str, Sequence[float]], tall: float) -> bool:
    names = sorted(spots)
    return not any(
        abs(spots[a][0] - spots[b][0]) < BOX + 1 and abs(spots[a][1] - spots[b][1]) < tall + 1
        for at, a in enumerate(names)
        for b in names[at + 1 :]
    )
