"""A scene on a hex map as a picture (SVG) with every counter in it, and a list that names every unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from projections.counters import (
    INK,
    SYMBOL_LETTERS,
    add,
    symbol,
)
from projections.hexmap.ground import (
    FILLS,
    fill_of,
    outlines,
)
from projections.hexmap.layout import (
    SAID,
    cropped,
    hex_list,
    legend,
    parts,
    road_kinds,
    trimmed,
)
from projections.hexmap.sheet_hexes import EDGE, LINE, TEXT, WIDE_LETTERS, DrawnHexes
from projections.scene import Cell, Scene


def hex_svg(scene: Scene, *, across: int = 7, bare: bool = False) -> str:
    """A picture that stands for itself: one SVG element, no fonts or files from elsewhere. `bare` is a map without
    counters: its print is larger, and the names of places stand on it.

    `across` is how many hexes a part of the map is wide at most: seven can be read on a telephone. 0 draws one sheet.
    """
    drawn = [trimmed(part, set(scene.focus)) for part in parts(cropped(scene), across)]
    return ElementTree.tostring(_Picture(scene, drawn, scene, bare=bare).draw(), encoding="unicode") + "\n"


class Sheet(NamedTuple):
    """A part of a map, drawn: the title of the map, which part of it this is ("" for all of it), the picture as SVG,
    and in words who is in it."""

    of: str
    part: str
    svg: str
    words: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> str:
        return f"{self.of}, {self.part}" if self.part else self.of


def sheets(scene: Scene, *, across: int = 7, before: Scene | None = None) -> list[Sheet]:
    """A picture for each part of the whole map: each fits a page, and lists in words what is in it. The first explains
    the signs of all.

    A part always has the same hexes, whoever stands there. Those where nobody is are left out; with `before`, the same
    map earlier, also those where nothing changed since. The last one tells what is in no part, too.
    """
    whole = parts(scene.cells, across)
    drawn = {cell.name for part in whole for cell in part}
    kept = [(at, part) for at, part in enumerate(whole, 1) if _news(scene, before, part)]
    found: list[Sheet] = []
    for at, part in kept:
        here = {cell.name for cell in part}
        last = (at, part) == kept[-1]
        own = replace(
            scene,
            counters=tuple(c for c in scene.counters if c.hex in here or (last and c.hex not in drawn)),
            badges=tuple(b for b in scene.badges if b.hex in here or (last and b.hex not in drawn)),
            notes=scene.notes if last else (),
        )
        which = f"part {at} of {len(whole)} from the left" if len(whole) > 1 else ""
        told = scene if at == kept[0][0] else None
        first = min(cell.half for cell in part)
        picture = _Picture(scene, [_peopled(own, part)], told, f"P{which[1:]}" if which else "", first=first)
        words = tuple((where, said) for _, lines in hex_list(own) for where, said in map(_parted, lines))
        svg = ElementTree.tostring(picture.draw_part(), encoding="unicode") + "\n"
        found.append(Sheet(scene.title, which, svg, words))
    return found


def _parted(line: str) -> tuple[str, str]:
    """A line of the list: where, or of whom, and what there is to say."""
    where, two, said = line.partition("  ")
    if not two:
        where, _, said = line.partition(": ")
    return (where, said) if said else ("", where)


def _news(scene: Scene, before: Scene | None, part: Sequence[Cell]) -> bool:
    """Whether somebody is in a part, or was, and stands there otherwise than before."""
    here = {cell.name for cell in part}

    def there(moment: Scene) -> tuple[frozenset[object], ...]:
        return tuple(
            frozenset(one for one in things if one.hex in here)
            for things in (moment.counters, moment.badges, moment.dots)
        )

    return any(there(scene)) if before is None else there(scene) != there(before)


def _peopled(scene: Scene, part: Sequence[Cell]) -> list[Cell]:
    """A part from two rows above those in it to two rows below, without what is nothing but water further than a row
    from them."""
    there = {one.hex for things in (scene.counters, scene.badges, scene.dots) for one in things}
    rows = {cell.row for cell in part if cell.name in there}
    ground = {cell.row for cell in part if cell.fill != "water"}
    kept = [
        cell for cell in trimmed(part, there) if cell.row in ground or rows & {cell.row - 1, cell.row, cell.row + 1}
    ]
    return kept or list(part)


class _Picture(DrawnHexes):
    """Hexes, and what stands around them: titles, what the signs mean, the list that names every unit."""

    def draw(self) -> Element:
        add(self.root, "title", self.title)
        lists = list(hex_list(self.scene if self.told is None else self.told))
        listed = "; ".join(f"{title}: {'; '.join(said)}" for title, said in lists)
        add(self.root, "desc", f"{self.scene.about} {listed}".strip())
        self._patterns()
        paper = add(self.root, "rect", width="100%", height="100%", fill="#ffffff")
        self._write(self.title, size=16, bold=True)
        self._write(self.scene.about)
        for at, part in enumerate(self.parts, 1):
            if len(self.parts) > 1:
                self.y += LINE / 2
                self._write(f"Part {at} of {len(self.parts)}, from the left", bold=True)
            self._map(part)
        self._legend(self.scene if self.told is None else self.told)
        for title, said in lists:
            self.y += LINE / 2
            self._write(title, bold=True)
            for line in said:
                self._write(line, hang=True)
        self.y += EDGE
        paper.set("height", f"{self.y:.0f}")
        self.root.set("viewBox", f"0 0 {self.wide:.0f} {self.y:.0f}")
        return self.root

    def draw_part(self) -> Element:
        """The picture without what is said below it and, as page or paper say it too, above it."""
        self.pointed = False
        add(self.root, "title", self.title)
        self._patterns()
        paper = add(self.root, "rect", width="100%", height="100%", fill="#ffffff")
        if len(self.title) != len(self.scene.title):
            self._write(self.title, size=16, bold=True)
        for part in self.parts:
            self._map(part)
        if self.told is not None:
            self._legend(self.told)
        self.y += EDGE
        paper.set("height", f"{self.y:.0f}")
        self.root.set("viewBox", f"0 0 {self.wide:.0f} {self.y:.0f}")
        return self.root

    def _patterns(self) -> None:
        """Water has waves, beaches are stippled, rough ground has tufts and mountains peaks, so that they can be told
        apart without colour."""
        defs = add(self.root, "defs")
        for fill in dict.fromkeys(fill_of(cell) for part in self.parts for cell in part):
            pattern = add(defs, "pattern", id=f"ground-{fill}", width=16, height=12, patternUnits="userSpaceOnUse")
            add(pattern, "rect", width=16, height=12, fill=FILLS[fill])
            if fill == "water":
                add(pattern, "path", d="M0 4 q4 -3 8 0 t8 0", fill="none", stroke="#b4d3e4")
            elif fill == "beach":
                for x, y in ((3, 3), (11, 9)):
                    add(pattern, "circle", cx=x, cy=y, r=1, fill="#cdb778")
            elif fill == "unknown":
                add(pattern, "path", d="M-2 6l8 -8M-2 14l16 -16M6 14l12 -12", stroke="#c9c9c2", stroke_width=1)
            elif fill == "rough":
                add(pattern, "path", d="M2 5l2 -3l2 3M10 11l2 -3l2 3", fill="none", stroke="#a89a64")
            elif fill == "mountain":
                add(pattern, "path", d="M1 11l7 -10l7 10M5 5l3 3l3 -3", fill="none", stroke="#98835d")

    # ---- what the signs mean ----

    def _legend(self, scene: Scene) -> None:
        """The signs, drawn alike wherever they stand, so that pages keep them once."""
        root, above = self.root, self.y
        self.root, self.y = add(root, "g", transform=f"translate(0 {above:.1f})"), LINE / 2
        for line in legend(scene):
            if not line.startswith("Units: "):
                self._write(line)
        symbols = dict.fromkeys(c.symbol for c in scene.counters if c.symbol in SYMBOL_LETTERS and not c.hidden)
        samples: list[tuple[str, str]] = [("symbol", symbol) for symbol in symbols]
        samples += [("fill", fill) for fill in dict.fromkeys(fill_of(cell) for part in self.parts for cell in part)]
        samples += [("control", side) for side, _ in scene.sides if any(cell.control == side for cell in scene.cells)]
        samples += [("road", kind) for kind in road_kinds(scene)] + [("edge", kind) for kind in self.kinds]
        samples += [("disrupted", "disrupted")] * any(c.disrupted for c in scene.counters)
        samples += [("dot", "strong field of fire"), ("ring", "weak")] if scene.dots else []
        names = dict(scene.sides)
        x, larger = EDGE, self.larger
        self.y += LINE * larger
        for sort, what in samples:
            words = f"{names[what]} control" if sort == "control" else SAID.get(what, what)
            words = "not read" if self.bare and what == "unknown" else words
            wide = 30 + WIDE_LETTERS * larger * len(words)
            if x + wide > self.wide - EDGE and x > EDGE:
                x, self.y = EDGE, self.y + (LINE + 3) * larger
            self._sample(sort, what, x, self.y - 8 - 5 * larger)
            add(self.root, "text", words, x=x + 22, y=self.y - 4, **{"font_size": TEXT * larger} if larger > 1 else {})
            x += wide
        self.root, self.y = root, above + self.y + 4

    def _sample(self, sort: str, what: str, x: float, y: float) -> None:
        if sort == "symbol":
            symbol(self.root, what, x + 2, y, 14, 10)
        elif sort == "fill":
            add(self.root, "path", d=outlines([(x + 9, y + 5)], 7, 8), fill=f"url(#ground-{what})", stroke="#9aa39a")
        elif sort == "control":
            add(self.root, "path", d=outlines([(x + 9, y + 5)], 7, 8), **self._control(what))
        elif sort == "road":
            self._road_line(f"M{x:.1f} {y + 5:.1f}h18")
        elif sort == "edge":
            self._edge_line(what, f"M{x:.1f} {y + 5:.1f}h18")
        elif sort == "disrupted":
            add(
                self.root,
                "rect",
                x=x,
                y=y - 2,
                width=18,
                height=14,
                fill="#ffffff",
                stroke=INK,
                stroke_width=1.4,
                stroke_dasharray="3 2",
            )
            self._strike(self.root, x, y - 2, 18, 14)
        else:
            add(
                self.root,
                "circle",
                cx=x + 9,
                cy=y + 5,
                r=6,
                fill=INK if sort == "dot" else "#ffffff",
                stroke=INK,
                stroke_width=1.6,
            )
