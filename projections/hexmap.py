"""A scene on a hex map as a picture (SVG) and as a drawing of letters for a terminal. No game is known here.

Both say everything without colour: positions carry their colour's letter, sides differ in the shape of their counters,
grounds in their pattern, and under the map stands a list that names every unit. What is too wide is cut into parts that
stand below each other, from left to right.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil, hypot, sqrt
from typing import TypeVar
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from domain.kernel.scene import Badge, Cell, Counter, Dot, Edge, Scene
from projections.counters import FONT, INK, SYMBOL_LETTERS, SYMBOL_WORDS, add, clean, fitting, outline, points, symbol

MARGIN = 2
"""Hexes shown around the focus of a scene."""
SAID = SYMBOL_WORDS | {"unknown": "unknown ground"}
"""Words that read differently from what they are called in a scene."""


# ---- what both drawings share ----


def _cropped(scene: Scene) -> tuple[Cell, ...]:
    """The hexes to draw: those around the focus, or all."""
    kept = [cell for cell in scene.cells if cell.name in set(scene.focus)]
    if not kept:
        return scene.cells
    rows, halves = [cell.row for cell in kept], [cell.half for cell in kept]
    return tuple(
        cell
        for cell in scene.cells
        if min(rows) - MARGIN <= cell.row <= max(rows) + MARGIN and min(halves) - 2 * MARGIN <= cell.half <= max(halves) + 2 * MARGIN
    )


def _parts(cells: Sequence[Cell], across: int) -> list[list[Cell]]:
    """The hexes in parts of at most so many hexes along a row, about equally wide, from left to right; one part for 0."""
    if not cells:
        return []
    first = min(cell.half for cell in cells)
    columns = (max(cell.half for cell in cells) - first) // 2 + 1
    count = ceil(columns / across) if across else 1
    each = ceil(columns / count)
    parts: list[list[Cell]] = [[] for _ in range(count)]
    for cell in cells:
        parts[(cell.half - first) // 2 // each].append(cell)
    return [part for part in parts if part]


def _trimmed(scene: Scene, part: Sequence[Cell]) -> list[Cell]:
    """A part without the rows above and below that are far from the focus in it; all of it where there is none."""
    rows = [cell.row for cell in part if cell.name in set(scene.focus)]
    return [cell for cell in part if not rows or min(rows) - MARGIN <= cell.row <= max(rows) + MARGIN]


Placed = TypeVar("Placed", Counter, Dot)


def _by_hex(things: Iterable[Placed]) -> dict[str, list[Placed]]:
    found: dict[str, list[Placed]] = {}
    for thing in things:
        found.setdefault(thing.hex, []).append(thing)
    return found


def _ground_letters(scene: Scene) -> dict[str, str]:
    """A small letter for each word of the ground: one of its own where there is one left."""
    found: dict[str, str] = {}
    for word in dict.fromkeys(word for cell in scene.cells for word in cell.grounds):
        free = (c for c in word.casefold() + "abcdefghijklmnopqrstuvwxyz" if "a" <= c <= "z" and c not in found.values())
        found[word] = next(free, "z")
    return found


def _edge_kinds(scene: Scene) -> dict[str, int]:
    """The kinds of hexsides, numbered: each has a line of its own."""
    return {kind: at for at, kind in enumerate(dict.fromkeys(edge.kind for edge in scene.edges))}


def _listing(scene: Scene) -> Iterator[tuple[str, list[str]]]:
    """Headings and the lines below them: every unit by name, every position of which there is more to say."""
    order = {cell.name: (cell.row, cell.half) for cell in scene.cells}
    badges = {badge.hex: badge for badge in scene.badges}
    labels = {cell.name: cell.label for cell in scene.cells}

    def place(hex: str) -> str:
        badge = badges.get(hex)
        return " ".join(word for word in (hex, f"{badge.name} {badge.colour}" if badge else labels.get(hex, "")) if word)

    for side, title in scene.sides:
        lines: dict[str, list[str]] = {}
        hidden: dict[str, list[str]] = {}
        for counter in sorted((c for c in scene.counters if c.side == side), key=lambda c: order.get(c.hex, (0, 0))):
            words = f"{counter.name}: {counter.says}" if counter.says else counter.name
            if counter.hidden:  # many lie alike, so each sort is said once
                hidden.setdefault(counter.says if counter.name == "?" and counter.says else words, []).append(place(counter.hex))
            else:
                lines.setdefault(place(counter.hex), []).append(words)
        said = [f"{where}  {'; '.join(words)}" for where, words in lines.items()]
        said += [f"{words}: {', '.join(where)}" for words, where in hidden.items()]
        if said:
            yield title, said
    marked: dict[str, list[str]] = {}
    for badge in sorted((b for b in scene.badges if b.says), key=lambda b: order.get(b.hex, (0, 0))):
        marked.setdefault(badge.says, []).append(place(badge.hex))
    if marked:
        yield "Positions", [f"{words}: {', '.join(where)}" for words, where in marked.items()]
    if scene.notes:
        yield "Notes", list(scene.notes)


def _key(scene: Scene) -> Iterator[str]:
    """What the signs of both drawings mean; those of one drawing only are explained by it."""
    symbols = dict.fromkeys(c.symbol for c in scene.counters if c.symbol in SYMBOL_LETTERS and not c.hidden)
    colours = {badge.letter: badge.colour for badge in scene.badges} | {dot.letter: dot.colour for dot in scene.dots}
    rows: tuple[tuple[str, Mapping[str, str]], ...] = (
        ("Signs", dict(scene.key)),
        ("Units", {SYMBOL_LETTERS[symbol]: SAID.get(symbol, symbol) for symbol in symbols}),
        ("Colours", colours),
        ("Ground", {letter: word for word, letter in _ground_letters(scene).items()}),
    )
    for title, signs in rows:
        if signs:
            yield f"{title}: " + ", ".join(f"{sign} {words}" for sign, words in signs.items())


# ---- letters ----

CELL = 6
"""Letters a hex is wide."""
EDGE_LETTERS = (("=", "|"), ("-", "!"), ('"', "/"))
"""For each kind of hexside: as it lies and as it stands."""
FILL_LETTERS = {"water": "~", "beach": ":", "unknown": "_"}
CONTROL_LETTERS = (".", ",")


def text(scene: Scene, width: int = 80) -> str:
    """A drawing for a terminal, no line longer than `width`, with a key and a list of the units below.

    A hex is six letters wide: its ground and its name or position above, who is there below, then the fields of fire.
    """
    cells = _cropped(scene)
    parts = _parts(cells, max(1, (width - CELL // 2) // CELL))
    lines = [scene.title, *([scene.about] if scene.about else [])]
    for at, part in enumerate(parts, 1):
        lines += ["", *([f"Part {at} of {len(parts)}, from the left"] if len(parts) > 1 else []), *_Letters(scene, part).lines()]
    lines += ["", *_key(scene)]
    lines += [f"{title}: {words}" for title, words in _letters_key(scene)]
    for title, said in _listing(scene):
        lines += ["", title, *(f"  {line}" for line in said)]
    return "\n".join(_wrapped(lines, width)) + "\n"


def _wrapped(lines: Iterable[str], width: int) -> Iterator[str]:
    for line in lines:
        line = clean(line)
        if len(line) <= width:
            yield line.rstrip()
        else:
            indent = " " * min(4, width - 1)
            yield from textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False, drop_whitespace=True)


def _letters_key(scene: Scene) -> Iterator[tuple[str, str]]:
    here = {cell.fill for cell in scene.cells}
    map_signs = [f"{sign} {SAID.get(fill, fill)}" for fill, sign in FILL_LETTERS.items() if fill in here]
    names = dict(scene.sides)
    controlled = {cell.control for cell in scene.cells if cell.control}
    map_signs += [f"{sign} {names[side]} control" for side, sign in zip(names, CONTROL_LETTERS, strict=False) if side in controlled]
    map_signs += [f"{' '.join(_edge_letters(at))} {kind}" for kind, at in _edge_kinds(scene).items()]
    if map_signs:
        yield "Map", ", ".join(map_signs)
    units = ["I4 a unit's letter and steps"] if any(c.steps is not None for c in scene.counters) else []
    units += ["! face up"] if any(_is_plain(c) for c in scene.counters) else []
    units += ["small letter or (brackets) disrupted"] if any(c.disrupted for c in scene.counters) else []
    units += ["3:9 three units with nine steps"] if any(len(there) > 2 for there in _by_hex(scene.counters).values()) else []
    if units:
        yield "Counters", ", ".join(units)
    if scene.dots:
        yield "Fields of fire", "a colour's letter on a line of its own, large where strong, small where weak"


def _edge_letters(kind: int) -> tuple[str, str]:
    return EDGE_LETTERS[min(kind, len(EDGE_LETTERS) - 1)]


def _is_plain(counter: Counter) -> bool:
    return not counter.hidden and counter.symbol not in SYMBOL_LETTERS


def _sign(counter: Counter) -> str:
    letter = "?" if counter.hidden else SYMBOL_LETTERS.get(counter.symbol, "!")
    said = letter + ("" if counter.steps is None else str(counter.steps)) + counter.signs
    if not counter.disrupted:
        return said
    return said[0].lower() + said[1:] if letter.isalpha() else f"({said})"


class _Letters:
    """One part of the map in letters."""

    def __init__(self, scene: Scene, cells: Sequence[Cell]) -> None:
        self.rows: dict[int, list[Cell]] = {}
        for cell in cells:
            self.rows.setdefault(cell.row, []).append(cell)
        self.left = min(cell.half for cell in cells)
        self.wide = (max(cell.half for cell in cells) - self.left + 2) * CELL // 2
        self.grounds = _ground_letters(scene)
        self.badges = {badge.hex: badge for badge in scene.badges}
        self.counters, self.dots = _by_hex(scene.counters), _by_hex(scene.dots)
        kinds = _edge_kinds(scene)
        self.edges = {frozenset((edge.a, edge.b)): kinds[edge.kind] for edge in scene.edges}
        self.by_edge = frozenset(hex for edge in scene.edges for hex in (edge.a, edge.b))
        self.left_of = {(cell.row, cell.half + 2): cell.name for cell in cells}
        self.control = dict(zip((side for side, _ in scene.sides), CONTROL_LETTERS, strict=False))

    def lines(self) -> Iterator[str]:
        above: list[Cell] = []
        empty: list[int] = []
        for row in sorted(self.rows):
            cells = self.rows[row]
            if self._is_empty(cells):
                empty.append(row)
                continue
            yield from self._passed(empty)
            empty = []
            between = self._between(above, cells)
            if between:
                yield between
            yield self._line(cells, self._upper)
            yield self._line(cells, self._lower)
            if any(cell.name in self.dots for cell in cells):
                yield self._line(cells, self._fields)
            above = cells
        yield from self._passed(empty)

    def _is_empty(self, cells: Iterable[Cell]) -> bool:
        """Nothing but open water."""
        things = (self.badges, self.counters, self.dots, self.by_edge)
        return not any(c.fill != "water" or c.label or c.grounds or c.control or any(c.name in there for there in things) for c in cells)

    def _passed(self, empty: Sequence[int]) -> Iterator[str]:
        """Rows of open water: one is drawn, for more there is a line that names them."""
        if len(empty) == 1:
            yield self._line(self.rows[empty[0]], self._upper)
            yield self._line(self.rows[empty[0]], self._lower)
        elif empty:
            first, last = self.rows[empty[0]], self.rows[empty[-1]]
            yield f"~~~ {len(empty)} rows of open water, {first[0].name} to {last[-1].name} ~~~"

    def _line(self, cells: Iterable[Cell], says: Callable[[Cell], str]) -> str:
        line = [" "] * self.wide
        for cell in cells:
            at = (cell.half - self.left) * CELL // 2
            line[at : at + CELL] = says(cell)[:CELL].ljust(CELL)
        return "".join(line).rstrip()

    def _upper(self, cell: Cell) -> str:
        ground = self.grounds[cell.grounds[0]] if cell.grounds else FILL_LETTERS.get(cell.fill, " ")
        badge = self.badges.get(cell.name)
        return ground + (f"{badge.name}{badge.letter}".ljust(4) + badge.signs[:1] if badge else cell.label or cell.name)

    def _lower(self, cell: Cell) -> str:
        there = self.counters.get(cell.name, ())
        said = "".join(_sign(counter) for counter in there)
        if len(said) >= CELL:  # no room for each: how many, with how many steps; the list names them
            said = f"{len(there)}:{sum(counter.steps or 0 for counter in there)}"
        return self._first(cell) + said

    def _first(self, cell: Cell) -> str:
        kind = self.edges.get(frozenset((cell.name, self.left_of.get((cell.row, cell.half), ""))))
        if kind is not None:
            return _edge_letters(kind)[1]
        return self.control.get(cell.control) or FILL_LETTERS.get(cell.fill, " ")

    def _fields(self, cell: Cell) -> str:
        dots = sorted(self.dots.get(cell.name, ()), key=lambda dot: (not dot.strong, dot.letter))
        return FILL_LETTERS.get(cell.fill, " ") + "".join(dot.letter.upper() if dot.strong else dot.letter.lower() for dot in dots)

    def _between(self, above: Sequence[Cell], below: Sequence[Cell]) -> str:
        """The hexsides between two rows, three letters each; "" without any."""
        line = [" "] * self.wide
        lower = {cell.name: cell for cell in below}
        for cell in above:
            for name, other in lower.items():
                kind = self.edges.get(frozenset((cell.name, name)))
                if kind is not None and abs(cell.half - other.half) == 1:
                    at = (max(cell.half, other.half) - self.left) * CELL // 2
                    line[at : at + CELL // 2] = _edge_letters(kind)[0] * (CELL // 2)
        return "".join(line).rstrip()


# ---- a picture ----

RADIUS = 36.0
"""From the middle of a hex to a corner; rows are one and a half of it apart."""
HALF = RADIUS * sqrt(3) / 2
EDGE = 8.0
"""Room around the map."""
LINE = 17.0
LETTERS_ACROSS = 7.4
"""What a letter of the list takes, at most, on the average."""
FILLS = {"water": "#d3e6f0", "beach": "#f4e7bd", "land": "#e6ecd6", "unknown": "#f1f1ee"}
PAINTS = {
    "orange": ("#f08c1c", INK), "red": ("#c9252b", "#ffffff"), "blue": ("#2563ae", "#ffffff"), "green": ("#2f8f46", "#ffffff"),
    "brown": ("#7a5230", "#ffffff"), "purple": ("#7b3f98", "#ffffff"), "yellow": ("#f2d22e", INK), "black": ("#222222", "#ffffff"),
}  # fmt: skip
"""A colour of the game and the ink that can be read on it."""
EDGE_LINES = ("none", "7 4", "2 4")
"""For each kind of hexside, how its line is broken."""


def svg(scene: Scene, *, across: int = 7) -> str:
    """A picture that stands for itself: one SVG element, no fonts or files from elsewhere.

    `across` is how many hexes a part of the map is wide at most: seven can be read on a telephone. 0 draws one sheet.
    """
    return ElementTree.tostring(_Picture(scene, _pictured(scene, across), scene).draw(), encoding="unicode") + "\n"


def sheets(scene: Scene, *, across: int = 7) -> list[str]:
    """The same, a picture for each part: each fits a page, and says and lists what is in it; the last also what no part shows."""
    parts = _pictured(scene, across)
    found: list[str] = []
    told = {cell.name for part in parts[:-1] for cell in part}
    for at, part in enumerate(parts, 1):
        here = {cell.name for cell in part}
        last = at == len(parts)
        own = replace(
            scene,
            counters=tuple(c for c in scene.counters if c.hex in here or (last and c.hex not in told)),
            badges=tuple(b for b in scene.badges if b.hex in here or (last and b.hex not in told)),
            notes=scene.notes if last else (),
        )
        which = f", part {at} of {len(parts)} from the left" if len(parts) > 1 else ""
        found.append(ElementTree.tostring(_Picture(scene, [part], own, which).draw(), encoding="unicode") + "\n")
    return found


def _pictured(scene: Scene, across: int) -> list[list[Cell]]:
    return [_trimmed(scene, part) for part in _parts(_cropped(scene), across)]


def _hexagon(x: float, y: float, radius: float) -> str:
    half = radius * sqrt(3) / 2
    right, left = [(x + half, y - radius / 2), (x + half, y + radius / 2)], [(x - half, y + radius / 2), (x - half, y - radius / 2)]
    return points([(x, y - radius), *right, (x, y + radius), *left])


class _Picture:
    """The picture, drawn from the top down: these parts of a scene, and in words what `told` holds of it."""

    def __init__(self, scene: Scene, parts: list[list[Cell]], told: Scene, which: str = "") -> None:
        self.scene, self.parts, self.told = scene, parts, told
        self.title = scene.title + which
        widest = max((max(c.half for c in part) - min(c.half for c in part) + 2 for part in self.parts), default=12)
        self.wide = max(widest, 12) * HALF + 2 * EDGE
        self.spots = {cell.name: cell for cell in scene.cells}
        self.grounds = _ground_letters(scene)
        self.kinds = _edge_kinds(scene)
        self.sides = [side for side, _ in scene.sides]
        self.y = EDGE
        self.root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "font-family": FONT, "fill": INK})

    def draw(self) -> Element:
        add(self.root, "title", self.title)
        listed = "; ".join(f"{title}: {'; '.join(said)}" for title, said in _listing(self.told))
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
        self._legend()
        for title, said in _listing(self.told):
            self.y += LINE / 2
            self._write(title, bold=True)
            for line in said:
                self._write(line, hang=True)
        self.y += EDGE
        paper.set("height", f"{self.y:.0f}")
        self.root.set("viewBox", f"0 0 {self.wide:.0f} {self.y:.0f}")
        return self.root

    def _patterns(self) -> None:
        """Water has waves and beaches are stippled, so that they can be told apart without colour."""
        defs = add(self.root, "defs")
        for fill, colour in FILLS.items():
            pattern = add(defs, "pattern", id=f"ground-{fill}", width=16, height=12, patternUnits="userSpaceOnUse")
            add(pattern, "rect", width=16, height=12, fill=colour)
            if fill == "water":
                add(pattern, "path", d="M0 4 q4 -3 8 0 t8 0", fill="none", stroke="#b4d3e4")
            elif fill == "beach":
                for x, y in ((3, 3), (11, 9)):
                    add(pattern, "circle", cx=x, cy=y, r=1, fill="#cdb778")

    def _write(self, text: str, *, size: float = 13, bold: bool = False, hang: bool = False) -> None:
        """Lines of text below what is there, wrapped; `hang` indents all but the first."""
        wrap = max(20, int((self.wide - 2 * EDGE) / (LETTERS_ACROSS * size / 13)))
        for at, line in enumerate(textwrap.wrap(clean(text), wrap, break_on_hyphens=False)):
            self.y += LINE * size / 13
            add(self.root, "text", line, x=EDGE + (14 if hang and at else 0), y=self.y - 4, font_size=size, font_weight="bold" if bold else "normal")

    # ---- the map ----

    def _map(self, cells: Sequence[Cell]) -> None:
        left, top = min(cell.half for cell in cells), min(cell.row for cell in cells)
        self.y += 4
        self.left, self.top = EDGE + HALF - left * HALF, self.y + RADIUS - top * RADIUS * 1.5
        here = {cell.name for cell in cells}
        group = add(self.root, "g")
        for cell in cells:
            self._ground(group, cell)
        for edge in self.scene.edges:
            if edge.a in self.spots and edge.b in self.spots and (edge.a in here or edge.b in here):
                self._edge(group, edge)
        badges = {badge.hex: badge for badge in self.scene.badges}
        counters, dots = _by_hex(self.scene.counters), _by_hex(self.scene.dots)
        for cell in cells:
            self._label(group, cell, badges.get(cell.name))
            self._dots(group, cell, dots.get(cell.name, ()))
        for cell in cells:
            self._stack(group, cell, counters.get(cell.name, ()))
        self.y = self.top + max(cell.row for cell in cells) * RADIUS * 1.5 + RADIUS + 6

    def _at(self, cell: Cell) -> tuple[float, float]:
        return self.left + cell.half * HALF, self.top + cell.row * RADIUS * 1.5

    def _ground(self, group: Element, cell: Cell) -> None:
        x, y = self._at(cell)
        fill = cell.fill if cell.fill in FILLS else "land"
        add(group, "polygon", points=_hexagon(x, y, RADIUS), fill=f"url(#ground-{fill})", stroke="#9aa39a", stroke_width=0.8)
        if cell.control in self.sides:
            second = self.sides.index(cell.control) > 0
            add(
                group, "polygon", points=_hexagon(x, y, RADIUS - 3), fill="none", stroke="#2b4c7e", stroke_width=1.8,
                stroke_dasharray="5 4" if second else "none",
            )  # fmt: skip
        letters = "".join(self.grounds[word] for word in cell.grounds)
        if letters:
            add(group, "polygon", points=_hexagon(x, y, RADIUS), fill="#6b5a2a", fill_opacity="0.13")
            add(group, "text", letters, x=x, y=y + 30, font_size=10.5, font_style="italic", text_anchor="middle", fill="#444444")

    def _edge(self, group: Element, edge: Edge) -> None:
        (ax, ay), (bx, by) = self._at(self.spots[edge.a]), self._at(self.spots[edge.b])
        far = hypot(bx - ax, by - ay)
        if not far:
            return
        x, y, along, down = (ax + bx) / 2, (ay + by) / 2, -(by - ay) / far * RADIUS / 2, (bx - ax) / far * RADIUS / 2
        self._edge_line(group, self.kinds[edge.kind], x - along, y - down, x + along, y + down)

    def _edge_line(self, group: Element, kind: int, x1: float, y1: float, x2: float, y2: float) -> None:
        broken = EDGE_LINES[min(kind, len(EDGE_LINES) - 1)]
        add(group, "line", x1=x1, y1=y1, x2=x2, y2=y2, stroke="#5b4636", stroke_width=4.5, stroke_dasharray=broken)

    def _label(self, group: Element, cell: Cell, badge: Badge | None) -> None:
        x, y = self._at(cell)
        if badge is None:
            add(group, "text", cell.label or cell.name, x=x, y=y - 18, font_size=10.5, text_anchor="middle", fill="#565c56")
            return
        paint, ink = PAINTS.get(badge.colour, ("#dddddd", INK))
        said = f"{badge.name} {badge.letter}{' ' + badge.signs if badge.signs else ''}"
        wide = 7.2 * len(said) + 4
        pill = add(group, "g")
        add(pill, "title", f"{badge.name}, {badge.colour}, {badge.hex}{', ' + badge.says if badge.says else ''}")
        add(pill, "rect", x=x - wide / 2, y=y - 29, width=wide, height=14, rx=4, fill=paint, stroke=INK, stroke_width=0.6)
        add(pill, "text", said, x=x, y=y - 18, font_size=11.5, font_weight="bold", text_anchor="middle", fill=ink)

    def _dots(self, group: Element, cell: Cell, dots: Sequence[Dot]) -> None:
        """A full dot is strong, a ring is weak; both hold the letter of the colour."""
        x, y = self._at(cell)
        for at, dot in enumerate(dots):
            paint, ink = PAINTS.get(dot.colour, ("#dddddd", INK))
            cx = x + (at - (len(dots) - 1) / 2) * 13
            mark = add(group, "g")
            add(mark, "title", f"{cell.name}: {dot.colour} field of fire, {'strong' if dot.strong else 'weak'}")
            add(mark, "circle", cx=cx, cy=y + 18.5, r=5.6, fill=paint if dot.strong else "#ffffff", stroke=paint, stroke_width=1.6)
            add(mark, "text", dot.letter, x=cx, y=y + 21.6, font_size=8.8, font_weight="bold", text_anchor="middle", fill=ink if dot.strong else INK)

    # ---- counters ----

    def _stack(self, group: Element, cell: Cell, counters: Sequence[Counter]) -> None:
        """One alone has room for its name; up to two beside each other; up to four in two rows; of more, three and how many others there are."""
        x, y = self._at(cell)
        shown = counters if len(counters) <= 4 else counters[:3]
        low = len(counters) > 2
        wide, high = 42.0 if len(counters) == 1 else 29.0, 20.0 if low else 26.0
        for at, counter in enumerate(shown):
            row, in_row = divmod(at, 2)
            beside = min(2, len(counters) - 2 * row)
            self._counter(group, counter, x + (in_row - beside / 2) * (wide + 1) + 0.5, y - 14 + row * (high + 1), wide, high)
        if len(counters) > 4:
            add(group, "text", f"+{len(counters) - 3}", x=x + 15, y=y + 22, font_size=13, font_weight="bold", text_anchor="middle")

    def _counter(self, group: Element, counter: Counter, x: float, y: float, wide: float, high: float) -> None:
        second = counter.side in self.sides[1:]
        box = add(group, "g")
        add(box, "title", f"{counter.name} in {counter.hex}{': ' + counter.says if counter.says else ''}")
        outline(box, x, y, wide, high, second=second, broken=counter.disrupted)
        if counter.disrupted:
            self._strike(box, x, y, wide, high)
        name = clean(counter.name)
        if counter.hidden and name == "?":
            add(box, "text", "?" + counter.signs, x=x + wide / 2, y=y + high / 2 + 5.5, font_size=16, font_weight="bold", text_anchor="middle")
        else:
            upper = y + high - 11.5
            symbol(box, "?" if counter.hidden else counter.symbol, x + 2.5, y + 2.5, 12, min(10, upper - y - 3))
            said = ("" if counter.steps is None else str(counter.steps)) + counter.signs
            add(box, "text", said, x=x + wide - 2, y=upper, font_size=fitting(said, 10.5, 12), font_weight="bold", text_anchor="end")
            add(box, "text", name, x=x + wide / 2, y=y + high - 2.5, font_size=fitting(name, wide - 2, 10), text_anchor="middle")

    def _strike(self, box: Element, x: float, y: float, wide: float, high: float) -> None:
        add(box, "line", x1=x + 2, y1=y + high - 2, x2=x + wide - 2, y2=y + 2, stroke="#f0a0a8", stroke_width=5)

    # ---- what the signs mean ----

    def _legend(self) -> None:
        scene = self.told
        self.y += LINE / 2
        for line in _key(scene):
            if not line.startswith("Units: "):
                self._write(line)
        symbols = dict.fromkeys(c.symbol for c in scene.counters if c.symbol in SYMBOL_LETTERS and not c.hidden)
        samples: list[tuple[str, str]] = [("symbol", symbol) for symbol in symbols]
        samples += [("fill", fill) for fill in dict.fromkeys(cell.fill for cell in scene.cells) if fill in FILLS]
        samples += [("control", side) for side, _ in scene.sides if any(cell.control == side for cell in scene.cells)]
        samples += [("edge", kind) for kind in self.kinds] + [("disrupted", "disrupted")] * any(c.disrupted for c in scene.counters)
        samples += [("dot", "strong field of fire"), ("ring", "weak")] if scene.dots else []
        names = dict(scene.sides)
        x = EDGE
        self.y += LINE
        for sort, what in samples:
            words = f"{names[what]} control" if sort == "control" else SAID.get(what, what)
            wide = 32 + LETTERS_ACROSS * len(words)
            if x + wide > self.wide - EDGE and x > EDGE:
                x, self.y = EDGE, self.y + LINE + 3
            self._sample(sort, what, x, self.y - 13)
            add(self.root, "text", words, x=x + 22, y=self.y - 4, font_size=13)
            x += wide
        self.y += 4

    def _sample(self, sort: str, what: str, x: float, y: float) -> None:
        if sort == "symbol":
            symbol(self.root, what, x + 2, y, 14, 10)
        elif sort == "fill":
            add(self.root, "polygon", points=_hexagon(x + 9, y + 5, 8), fill=f"url(#ground-{what})", stroke="#9aa39a")
        elif sort == "control":
            second = self.sides.index(what) > 0
            broken = "5 4" if second else "none"
            add(self.root, "polygon", points=_hexagon(x + 9, y + 5, 8), fill="none", stroke="#2b4c7e", stroke_width=1.8, stroke_dasharray=broken)
        elif sort == "edge":
            self._edge_line(self.root, self.kinds[what], x, y + 5, x + 18, y + 5)
        elif sort == "disrupted":
            add(self.root, "rect", x=x, y=y - 2, width=18, height=14, fill="#ffffff", stroke=INK, stroke_width=1.4, stroke_dasharray="3 2")
            self._strike(self.root, x, y - 2, 18, 14)
        else:
            add(self.root, "circle", cx=x + 9, cy=y + 5, r=6, fill=INK if sort == "dot" else "#ffffff", stroke=INK, stroke_width=1.6)
