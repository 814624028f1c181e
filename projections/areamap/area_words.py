"""A scene of areas in words: for a text screen, and as the list below a diagram."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator

from projections.scene import Cell, Scene
from projections.text import folded


def area_text(scene: Scene) -> Iterator[str]:
    """The scene for a text screen: every area with its contents and neighbours, in lines that fit."""
    yield from folded(f"{scene.title}. {scene.about}")
    near: dict[str, list[str]] = {cell.name: [] for cell in scene.cells}
    for edge in scene.edges:
        near[edge.a].append(edge.b)
        near[edge.b].append(edge.a)
    yield ""
    for cell in scene.cells:
        head, said = area_contents(scene, cell)
        ways = f"; next to {', '.join(near[cell.name])}" if near[cell.name] else ""
        yield from folded(f"{head}: {said}{ways}", rest="    ")
    yield ""
    for note in scene.notes:
        yield from folded(note, rest="    ")


def area_list(scene: Scene) -> Iterator[tuple[str, str]]:
    """The list in words: every area by name with its contents, every unit by name; then the empty areas, and the
    notes."""
    names, busy = dict(scene.sides), {counter.hex for counter in scene.counters}
    empty: dict[str, list[str]] = {}
    for cell in scene.cells:
        if cell.name in busy or cell.grounds:
            yield area_contents(scene, cell)
        else:
            held = f"{names[cell.control]} control" if cell.control in names else "Nobody's"
            empty.setdefault(f"{held}, nothing there" if names else "Nothing there", []).append(named_area(cell))
    for head, areas in empty.items():
        yield head, ", ".join(areas)
    for note in scene.notes:
        head, colon, said = note.partition(": ")
        yield (head, said) if colon else ("Note", note)


def named_area(cell: Cell) -> str:
    """An area by its printed name, with its short one where that says more."""
    return (
        f"{cell.label} ({cell.name})"
        if cell.label and _plain(cell.label) != _plain(cell.name)
        else cell.label or cell.name
    )


def _plain(name: str) -> str:
    return "".join(name.casefold().split())


def area_contents(scene: Scene, cell: Cell) -> tuple[str, str]:
    """(name, contents) of an area."""
    names = dict(scene.sides)
    parts = [f"{names[cell.control]} control" if cell.control in names else "nobody's"] if names else []
    parts += [f"{count} {word}s" if count > 1 else word for word, count in Count(cell.grounds).items()]
    said = ", ".join(parts)
    for side, name in scene.sides:
        there = [
            f"{c.name} ({c.says})" if c.says else c.name
            for c in scene.counters
            if c.hex == cell.name and c.side == side
        ]
        if there:
            said += f"; {name} {', '.join(there)}"
    return named_area(cell), said
