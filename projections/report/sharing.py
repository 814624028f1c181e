"""Maps of one page, which share what they have in common: the ground of a map is the same turn after turn."""

from __future__ import annotations

import re
from collections import Counter as Count
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
SHORT = 45
"""Letters up to which a part is written again: to name it takes nearly as many."""
OWN = frozenset(("desc", "defs"))
"""No part that holds one of these is shared."""
WHOLE = ("title", "desc")
"""What a drawing as a whole says of itself: on the page, the words it is named by and its own text say it."""


class SharedDrawings:
    """The maps of a page. What several of them draw alike is kept once, in a drawing nobody sees (`kept`), and named
    where it stands (`drawn`)."""

    def __init__(self, drawings: Iterable[str]) -> None:
        self.roots = {svg: _read(svg) for svg in drawings if is_plain(svg)}
        self.ids: dict[str, str] = {}
        """What is named in a drawing's `defs`, by its markup, and its name on the page."""
        self.markup: dict[Element, str] = {}
        """The markup of every part that may be shared."""
        for root in self.roots.values():
            self._rename(root)
            self._write(root)
        counts = Count(markup for root in self.roots.values() for markup in self._shareable(root))
        self.parts = {
            markup: f"m{at}"
            for at, markup in enumerate((one for one, count in counts.items() if count > 1 and len(one) > SHORT), 1)
        }
        self.used: dict[str, None] = {}

    def drawn(self, svg: str, alt: str) -> str:
        """A map for the page, named in words, as wide as there is room; "" for a drawing that shares nothing.

        It is a group and no picture, so that its own text can be read aloud, and need not be told a second time.
        """
        root = self.roots.get(svg)
        if root is None:
            return ""
        body = "".join(self._written(child) for child in root if child.tag not in ("defs", *WHOLE))
        kept = {name: value for name, value in root.items() if name in ROOT}
        return f'<svg{_attributes(kept)} role="group" aria-label="{escape(alt)}">{body}</svg>'

    def kept(self) -> str:
        """What the maps that are drawn share, "" for nothing."""
        held = "".join(_named(markup, name) for markup, name in [*self.ids.items(), *self._parts()])
        return f'<svg class="shared" width="0" height="0" aria-hidden="true"><defs>{held}</defs></svg>' if held else ""

    def _parts(self) -> Iterator[tuple[str, str]]:
        return ((markup, self.parts[markup]) for markup in self.used)

    def _rename(self, root: Element) -> None:
        names: dict[str, str] = {}
        for defs in root.iter("defs"):
            for one in defs:
                if name := one.attrib.pop("id", ""):
                    names[f"url(#{name})"] = f"url(#{self.ids.setdefault(self._write(one), f'd{len(self.ids) + 1}')})"
        for element in root.iter():
            for attribute, value in element.attrib.items():
                if value in names:
                    element.set(attribute, names[value])

    def _write(self, element: Element) -> str:
        """The markup of an element. That of each part of it is kept, where it may be shared."""
        markup = _around(element, "".join([self._write(part) for part in element]))
        if element.tag not in OWN and all(part in self.markup for part in element):
            self.markup[element] = markup
        return markup

    def _shareable(self, root: Element) -> Iterator[str]:
        """The markup of every part that may be shared, the largest first."""
        for part in root:
            if part.tag not in (*OWN, *WHOLE):
                if part in self.markup:
                    yield self.markup[part]
                yield from self._shareable(part)

    def _written(self, element: Element) -> str:
        markup = self.markup.get(element, "")
        if name := self.parts.get(markup):
            self.used[markup] = None
            return f'<use href="#{name}"/>'
        return _around(element, "".join(map(self._written, element)))


ROOT = ("viewBox", "font-size")
"""What a map's outermost element keeps on the page, whose style says its letters and ink."""


POINTS = re.compile(r' (?:d|points|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|width|height|stroke-width|font-size)="[^"]*"')
WHOLE_NUMBER = re.compile(r"(?<=\d)\.0+(?!\d)")
"""Lengths and places of a drawing, and what may go from a whole number there."""


def is_plain(svg: str) -> bool:
    """Whether a drawing is a map of ours: without styles or links of its own, as charts have."""
    return svg.startswith("<svg" + NAMESPACE) and not any(
        tag in svg for tag in ("<style", "<use", "xlink", "<clipPath")
    )


def _read(svg: str) -> Element:
    svg = POINTS.sub(lambda points: WHOLE_NUMBER.sub("", points[0]), svg.replace(NAMESPACE, "", 1))
    return ElementTree.fromstring(svg)


def _around(element: Element, inner: str) -> str:
    """The markup of an element around that of its parts."""
    inner = f"{escape(element.text or '', quote=False)}{inner}"
    head = f"<{element.tag}{_attributes(element.attrib)}"
    return f"{head}>{inner}</{element.tag}>" if inner else f"{head}/>"


def _attributes(values: Mapping[str, str]) -> str:
    return "".join([f' {name}="{escape(value)}"' for name, value in values.items()])


def _named(markup: str, name: str) -> str:
    """Markup with an id, which none of its parts has."""
    tag = markup[1:].split(">", 1)[0].split(" ", 1)[0].rstrip("/")
    return f'<{tag} id="{name}"{markup[1 + len(tag) :]}'
