"""A diagram of areas as a picture (SVG): the neighbours, the owners and the occupants of each area, and what happened
there."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from projections.areamap.area_words import area_list
from projections.areamap.areas import BOLD, CAVE, CONTROL_FILLS, HIDDEN_CAVE, LEAST, LINE, TEXT, DrawnAreas
from projections.areamap.arranged import EDGE, WIDE
from projections.counters import (
    INK,
    SYMBOL_LETTERS,
    SYMBOL_WORDS,
    add,
    ems,
    outline,
    printable,
    side_place,
    symbol,
)
from projections.scene import STILL, Doings, Scene
from projections.signs import MapPicture, explained_signs, sample

SIGN = 19.0
"""How wide the place of a sign is before what it means."""


def area_svg(scene: Scene, *, listed: bool = True) -> str:
    """A self-contained picture: one SVG element, without fonts or files from elsewhere.

    A list below it names every unit; if not `listed`, the caller shows the list elsewhere.

    A scene's cells are the areas. Their labels are the printed names; their grounds are markers and caves, repeated by
    their number. Its edges are the ways between areas. A cell's place on a hex map is ignored.
    """
    return area_map(scene, listed=listed).svg


def area_map(scene: Scene, did: Doings = STILL, *, listed: bool = True) -> MapPicture:
    """The same picture with what happened on the map, and where more units stand than it has room for."""
    diagram = _Diagram(scene, did)
    svg = ElementTree.tostring(diagram.draw(listed), encoding="unicode") + "\n"
    return MapPicture(svg, tuple(diagram.stacks))


class _Diagram(DrawnAreas):
    """Areas, and what stands around them: titles, what the signs mean, the list that names every unit."""

    def draw(self, listed: bool) -> Element:
        scene = self.scene
        add(self.root, "title", scene.title)
        add(
            self.root,
            "desc",
            " ".join(filter(None, (scene.about, *(f"{head}: {said}." for head, said in area_list(scene))))),
        )
        self._pattern()
        paper = add(self.root, "rect", width="100%", height="100%", fill="#ffffff")
        self._write(scene.title, size=14, bold=True)
        self._write(scene.about)
        self.y += 6
        self._map()
        self._legend()
        for head, said in area_list(scene) if listed else ():
            self.y += 2
            self._write(f"{head}: {said}", bold=len(printable(head)) + 1)
        self.y += EDGE
        paper.set("height", f"{self.y:.0f}")
        self.root.set("viewBox", f"0 0 {WIDE:.0f} {self.y:.0f}")
        return self.root

    def _pattern(self) -> None:
        """Defines the hatching of the second side's areas."""
        pattern = add(
            add(self.root, "defs"), "pattern", id="held-second", width=6, height=6, patternUnits="userSpaceOnUse"
        )
        add(pattern, "rect", width=6, height=6, fill=CONTROL_FILLS[1])
        add(pattern, "path", d="M-1 1 L1 -1 M0 6 L6 0 M5 7 L7 5", stroke="#dcbca6", stroke_width=0.9)

    # ---- what the signs mean ----

    def _legend(self) -> None:
        scene = self.scene
        grounds = {word for cell in scene.cells for word in cell.grounds}
        samples = [
            ("control", side, f"{name} control")
            for side, name in scene.sides
            if any(cell.control == side for cell in scene.cells)
        ]
        samples += [("cave", kind, kind) for kind in (CAVE, HIDDEN_CAVE) if kind in grounds]
        samples += [
            ("unit", side, f"{name} unit") for side, name in scene.sides if any(c.side == side for c in scene.counters)
        ]
        samples += [
            ("symbol", kind, SYMBOL_WORDS.get(kind, kind))
            for kind in SYMBOL_LETTERS
            if any(c.symbol == kind for c in scene.counters)
        ]
        samples += [("dots", "", "steps")] * any(c.steps for c in scene.counters)
        samples += [("hidden", "", "concealed")] * any(c.hidden for c in scene.counters)
        samples += [("did", sign, words) for sign, words in explained_signs(self.drawn)]
        samples += [("sign", sign, words) for sign, words in scene.key]
        samples += [("sign", short, word) for word, short in self.short.items()]
        x = EDGE
        self.y += LINE
        for sort, what, words in samples:
            lead = max(SIGN, ems(what) * TEXT * BOLD + 5) if sort == "sign" else SIGN
            wide = lead + 7 + ems(words) * TEXT
            if x + wide > WIDE - EDGE and x > EDGE:
                x, self.y = EDGE, self.y + LINE + 3
            self._sample(sort, what, x + (lead - SIGN) / 2, self.y - 13)
            add(self.root, "text", words, x=x + lead, y=self.y - 4, font_size=TEXT)
            x += wide
        self.y += 6

    def _sample(self, sort: str, what: str, x: float, y: float) -> None:
        if sort == "control":
            self._badge(self.root, what, x + 1, y - 0.5)
        elif sort == "cave":
            self._cave(self.root, x + 3, y, hidden=what == HIDDEN_CAVE)
        elif sort in ("unit", "hidden"):
            outline(self.root, x, y, 16, 11, at=side_place(self.sides, what), broken=sort == "hidden", cut=3)
            if sort == "hidden":
                add(self.root, "text", "?", x=x + 8, y=y + 9, font_size=LEAST, text_anchor="middle")
        elif sort == "did":
            path, look = sample(what, x + 8, y + 5)
            add(self.root, "path", d=path, **look)
        elif sort == "symbol":
            symbol(self.root, what, x + 2, y + 1, 11, 8.2)
        elif sort == "dots":
            for step in range(3):
                add(self.root, "circle", cx=x + 4 + step * 4.2, cy=y + 6, r=1.7, fill=INK)
        else:
            add(self.root, "text", what, x=x + 8, y=y + 9, font_size=TEXT, font_weight="bold", text_anchor="middle")
