"""Counters of units as pictures, and other parts that drawings of maps share. No game is known here.

Sides differ in the shape of their counters, kinds of units in simple shapes of our own, so nothing is told by colour
alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SYMBOL_LETTERS = {
    "infantry": "I",
    "tank": "T", "engineer": "E", "artillery": "A", "hq": "H", "fort": "F", "ship": "S", "plane": "P", "beachhead": "B",
}  # fmt: skip
SYMBOL_WORDS = {"hq": "HQ"}
"""Symbols whose text differs from their name in a scene."""
FONT = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"
INK = "#1d1d1b"
SIDE_FILLS = ("#ffffff", "#f6d9d3", "#dfeedd", "#fdf0c4")
"""The fills of counters, side by side; with more sides they come again, and an inner line tells those apart."""


# ---- elements ----


def printable(text: str) -> str:
    """A text without characters that command a terminal or an XML reader."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "\ufffd" for c in text)


def add(parent: Element, tag: str, said: str = "", /, **attributes: str | float) -> Element:
    """A new element. Underscores in attribute names become hyphens."""
    plain = {
        name.replace("_", "-"): value if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")
        for name, value in attributes.items()
    }
    child = ElementTree.SubElement(parent, tag, plain)
    child.text = printable(said) or None
    return child


def corner_list(corners: Iterable[tuple[float, float]]) -> str:
    """The corners of a polygon as an attribute's value."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def path_number(value: float) -> str:
    """A length as a path says it."""
    return f"{value:.1f}".removesuffix(".0")


def ems(text: str) -> float:
    """The width of a text in the widest of the fonts, in units of its size."""
    return sum(0.35 if c in " .,:;'fijlt|I-" else 0.9 if c in "mwMW" else 0.72 if c.isupper() else 0.62 for c in text)


def fitting(text: str, wide: float, size: float) -> float:
    """The size of letters, at most `size`, at which a text is about `wide` units wide."""
    ems = sum(0.36 if c in "/ .,'°*-il" else 0.68 for c in text)
    return min(size, wide / ems) if ems else size


# ---- counters ----

OUTLINES = {
    "fort": "M{x} {mid}l{half} -{h2}l{half} {h2}v{h2}h-{w}z",
    "ship": "M{x} {mid}h{w}l-{w4} {h2}h-{half}zM{centre} {mid}v-{h2}",
    "plane": "M{x} {mid}h{w}M{centre} {y}v{h}M{left} {low}h{half}",
    "beachhead": "M{x} {low}h{w}M{left} {low}a{w4} {h} 0 0 1 {half} 0",
}
"""Symbols that are not drawn in a box."""


def outline(
    parent: Element,
    x: float,
    y: float,
    wide: float,
    high: float,
    *,
    at: int,
    broken: bool = False,
    cut: float = 5.0,
) -> None:
    """Draws a counter's edge by the place of its side: a rectangle for the first, with cut corners for the second,
    round for the third, an arrow for the fourth. The next four have a line more within."""
    again, shape = divmod(max(0, at), len(SIDE_FILLS))
    look: dict[str, str | float] = {
        "fill": SIDE_FILLS[shape],
        "stroke": INK,
        "stroke_width": 1.4,
        "stroke_dasharray": "3 2" if broken else "none",
    }
    for line in range(again + 1):
        _edge(parent, shape, (x + 2 * line, y + 2 * line, wide - 4 * line, high - 4 * line), cut, look)


def _edge(
    parent: Element, shape: int, box: tuple[float, float, float, float], cut: float, look: dict[str, str | float]
) -> None:
    x, y, wide, high = box
    if shape == 0:
        add(parent, "rect", x=x, y=y, width=wide, height=high, **look)
        return
    if shape == 2:
        add(parent, "rect", x=x, y=y, width=wide, height=high, rx=high / 2, **look)
        return
    if shape == 3:
        corners = [(x, y), (x + wide - cut, y), (x + wide, y + high / 2), (x + wide - cut, y + high), (x, y + high)]
    else:
        corners = [(x + cut, y), (x + wide - cut, y), (x + wide, y + cut), (x + wide, y + high - cut)]
        corners += [(x + wide - cut, y + high), (x + cut, y + high), (x, y + high - cut), (x, y + cut)]
    add(parent, "polygon", points=corner_list(corners), **look)


def side_place(sides: Sequence[str], side: str) -> int:
    """The place of a side among all, by which it is drawn; that of the first for one that is not known."""
    return sides.index(side) if side in sides else 0


def symbol(parent: Element, kind: str, x: float, y: float, wide: float, high: float) -> None:
    """Draws the simple shape for a kind of unit: a crossed box, an oval, an E, a dot, a flag; five corners, a hull,
    wings, a bow.
    """
    line: dict[str, str | float] = {"stroke": INK, "stroke_width": 1.1, "fill": "none"}
    if kind == "hq":
        flag = f"M{x + 2:.1f} {y + high:.1f} V{y:.1f} H{x + wide:.1f} V{y + high * 0.55:.1f} H{x + 2:.1f}"
        add(parent, "path", d=flag, stroke=INK, stroke_width=1.1, fill=INK)
        return
    if kind == "?":
        add(parent, "text", "?", x=x + wide / 2, y=y + high, font_size=12, font_weight="bold", text_anchor="middle")
        return
    middle, centre = x + wide / 2, y + high / 2
    if kind in OUTLINES:
        where = {
            "x": x,
            "y": y,
            "w": wide,
            "h": high,
            "half": wide / 2,
            "w4": wide / 4,
            "h2": high / 2,
            "left": x + wide / 4,
            "low": y + high,
            "mid": centre,
            "centre": middle,
        }
        add(
            parent,
            "path",
            d=OUTLINES[kind].format_map({name: f"{length:.1f}" for name, length in where.items()}),
            **line,
        )
        return
    add(parent, "rect", x=x, y=y, width=wide, height=high, **line)
    if kind == "infantry":
        add(
            parent,
            "path",
            d=f"M{x:.1f} {y:.1f} l{wide:.1f} {high:.1f} M{x:.1f} {y + high:.1f} l{wide:.1f} {-high:.1f}",
            **line,
        )
    elif kind == "tank":
        add(parent, "ellipse", cx=middle, cy=centre, rx=wide / 2 - 2, ry=high / 2 - 1.8, **line)
    elif kind == "engineer":
        add(parent, "text", "E", x=middle, y=centre + 3, font_size=8.5, font_weight="bold", text_anchor="middle")
    elif kind == "artillery":
        add(parent, "circle", cx=middle, cy=centre, r=2.2, fill=INK)
