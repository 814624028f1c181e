"""The report as a PDF: the same page, laid out for paper by WeasyPrint.

What is long on a screen is set for paper here: the words of a map stand beside or below its picture as text and not in it, the record
is two columns of small type, and every table has its columns measured beforehand, as laying out text to measure it takes the time.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from markupsafe import Markup, escape

from domain.kernel.errors import BadInput
from projections.report.model import Cell, Figure, Picture, Report, Table
from projections.report.page import RECORD, Row, View, columns, runs, text_of, written

ACROSS = 118
"""Letters of a table's type from one margin to the other."""
GAP, NUMBERED = 2, 5
"""Letters between two columns, and those the number of an entry or source behind a figure takes."""
ASIDE = ("moment", "side", "rule", "note")
"""Columns of the record that are told in its words on paper."""
WIDTHS = "".join(f".w{letters} {{ width: {letters * 0.53:.2f}em }}" for letters in range(1, ACROSS + 1))
LAYOUT = f"""
table {{ table-layout: fixed; width: 1px; }} {WIDTHS}
details th {{ width: 6em; }} details th + th {{ width: 22em; }} details th + th + th {{ width: 8em; }}
#also ~ .record {{ width: 100%; }} #also ~ .record th {{ width: 4em; }} #also ~ .record th + th {{ width: auto; }}
"""
LOOSE = "* { break-inside: auto !important; break-after: auto !important; break-before: auto !important; }"


def sheet(report: Report, photos: Mapping[str, bytes] | None = None, paper: str = "A4") -> bytes:
    """The PDF, on "A4" or "letter" paper. Raises BadInput when what lays it out is not installed: it is an extra."""
    try:
        import weasyprint
    except (ImportError, OSError) as error:  # OSError: the package is there, and the Pango library it calls is not
        raise BadInput(f"a PDF needs WeasyPrint and Pango: pip install 'wardiary[pdf]' ({error}); or print the HTML page from a browser") from error
    own = weasyprint.urls.URLFetcher(allowed_protocols=("data",))  # what the page itself holds, and nothing else
    made: Any = weasyprint.HTML(string=written(report, Paper(report, photos or {})), url_fetcher=own)
    styles = [weasyprint.CSS(string=f"@page {{ size: {paper} }} {LAYOUT}")]
    try:
        laid = made.render(stylesheets=styles)
    except AssertionError:  # WeasyPrint fails to place some blocks that are to be kept together; nothing is then
        laid = made.render(stylesheets=[*styles, weasyprint.CSS(string=LOOSE)])
    laid.metadata.authors = [name for _, name in report.players if name]
    return bytes(laid.write_pdf())


class Paper(View):
    """What the template asks for, as it is set on paper."""

    def __init__(self, report: Report, photos: Mapping[str, bytes]) -> None:
        super().__init__(report, photos)
        self.appendix = [told(table, rows) if table.title == RECORD else short(table, rows) for table, rows in self.appendix]

    def columns(self, table: Table) -> list[str]:
        return [f"{kind} w{wide}" for kind, wide in zip(columns(table), widths(table), strict=True)]

    def refs(self, entries: Iterable[int]) -> Markup:
        """Links to entries; those that follow each other are one, to the first of them."""
        entries = list(entries)
        self.cited.update(entries)
        found = (Markup('<a href="#e{}">{}</a>').format(a, a if a == b else f"{a}–{b}") for a, b in runs(entries))
        return Markup(", ").join(found)

    def picture(self, picture: Picture) -> Markup:
        """The drawing as a picture of its own; of one with words below it, the picture, what its signs mean, and the words as text."""
        apart = taken_apart(picture.svg)
        if apart is None:
            return image(picture.svg, picture.alt, "whole")
        part = re.search(r"part \d+ of \d+.*", picture.title)
        head = Markup('<p class="said"><b>{}</b></p>').format(part[0].capitalize()) if part else Markup()
        key = image(apart.key, "", "key") if apart.key else Markup()
        words = Markup("<br>").join(apart.words if part else [*apart.about[1:2], *apart.words])
        return head + image(apart.map, picture.alt, "map") + Markup('<p class="said">{}{}</p>').format(key, words)


def image(svg: str, alt: str, kind: str) -> Markup:
    address = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
    return Markup('<img class="{}" alt="{}" src="{}">').format(kind, alt, address)


# ---- tables ----


def widths(table: Table) -> list[int]:
    """How many letters wide each column is: as its cells need, less where there is no room for all of it."""
    least, most = [], []
    for at, name in enumerate(table.columns):
        cells = [row[at] for row in table.rows if at < len(row)]
        words = [_length(word) for text in (*map(text_of, cells), name) for word in text.split()]
        least.append(min(max([*words, 2]), 18) + GAP)
        most.append(max([_length(text_of(cell)) + NUMBERED * _is_numbered(cell) + GAP for cell in cells] + [least[-1]]))
    room = ACROSS - sum(least)
    if room <= 0:
        return [max(1, wide * ACROSS // sum(least)) for wide in least]
    wish = sum(most) - sum(least)
    return [a + min(b - a, (b - a) * room // max(wish, 1)) for a, b in zip(least, most, strict=True)]


def _length(text: str) -> int:
    """How wide a text is, in small letters."""
    return len(text) + (sum(map(str.isupper, text)) + 1) // 3


def _is_numbered(cell: Cell) -> bool:
    """Whether the number of an entry or source stands behind it."""
    return isinstance(cell, Figure) and bool(cell.entries)


def short(table: Table, rows: Sequence[Row]) -> tuple[Table, list[Row]]:
    """A table of the appendix without columns that say the same in every row, or only what entry the row is of."""
    kept = [[text_of(cell) for cell in row.cells] for row in rows]
    same = [at for at in range(1, len(table.columns)) if len(kept) > 3 and len({row[at] for row in kept}) == 1]
    said = [f"{table.columns[at]}: {kept[0][at]}" for at in same if kept[0][at]]
    about = " ".join(filter(None, (table.about, f"In all rows {'; '.join(said)}." if said else "")))
    left = [at for at in range(len(table.columns)) if at not in same]
    found = [Row(row.entry, tuple(_own(row.cells[at], row.cells[0]) for at in left)) for row in rows]
    return table._replace(columns=tuple(table.columns[at] for at in left), rows=tuple(row.cells for row in found), about=about), found


def _own(cell: Cell, first: Cell) -> Cell:
    """A cell of a row about an entry: a link to that same row says nothing."""
    return text_of(cell) if isinstance(cell, Figure) and [str(entry) for entry in cell.entries] == [text_of(first)] else cell


def told(table: Table, rows: Sequence[Row]) -> tuple[Table, list[Row]]:
    """The record as two columns, the entry and what it tells; each moment once, where it begins."""
    names = [name.casefold() for name in table.columns]
    plain = [at for at, name in enumerate(names) if at and name not in ASIDE]
    moment, found = "", []
    for row in rows:
        cells = dict(zip(names, (text_of(cell) for cell in row.cells), strict=False))
        words = Markup()
        if cells.get("moment", moment) != moment:
            moment = cells["moment"]
            words += Markup('<b class="moment">{}</b> ').format(moment)
        if cells.get("side"):
            words += Markup("<i>{}</i> ").format(cells["side"])
        words += escape(", ".join(filter(None, (text_of(row.cells[at]) for at in plain if at < len(row.cells)))))
        aside = "; ".join(filter(None, (cells.get("rule"), cells.get("note"))))
        if aside:
            words += Markup(" <i>({})</i>").format(aside)
        found.append(Row(row.entry, (row.cells[0], words)))
    return Table(table.title, (table.columns[0], "what"), tuple(row.cells for row in found), table.about), found


# ---- drawings ----


class Apart(NamedTuple):
    """A drawing taken apart: what is written above its map, the map, what the signs mean, and what is written below."""

    about: list[Markup]
    map: str
    key: str
    words: list[Markup]


NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
LINE = 22
"""No two lines of the same words are further apart."""
ABOVE, BELOW = 15, 6
"""How far letters reach above and below where they stand, with some room."""


def taken_apart(svg: str) -> Apart | None:
    """A map with words above and below it, taken apart; None for any other drawing.

    The map ends with the last group of the drawing. Below it come words, samples of signs with what they mean, and a list whose
    headings are bold.
    """
    root = ElementTree.fromstring(svg.replace(NAMESPACE, "", 1))
    things = list(root)
    groups = [at for at, thing in enumerate(things) if thing.tag == "g"]
    if root.find("desc") is None or not groups:
        return None
    wide = float(root.get("viewBox", "0 0 0 0").split()[2])
    above = list(_first_lines(thing for thing in things[: groups[0]] if thing.tag == "text"))
    below = things[groups[-1] + 1 :]
    signs = [at for at, thing in enumerate(below) if thing.tag != "text"]
    listed = next((at for at, thing in enumerate(below) if at > max(signs, default=-1) and _is_heading(thing)), len(below))
    first = min(signs, default=listed)
    drawn = [thing for thing in things[: groups[-1] + 1] if thing not in above and thing.tag not in ("title", "desc", "rect")]
    top = float(above[-1].get("y", 0)) + BELOW if above else 0.0
    lines = [thing for thing in below if thing.tag == "text"]
    bottom = float(lines[0].get("y", 0)) - ABOVE if lines else float(root.get("viewBox", "0 0 0 0").split()[3])
    samples = [thing for thing in below[first:listed] if thing.tag == "text"]
    key = ""
    if samples:
        high = float(samples[0].get("y", 0)) - ABOVE
        key = _cut(root, [*root.iter("defs"), *below[first:listed]], wide, high, float(samples[-1].get("y", 0)) + BELOW)
    words = [*_paragraphs(below[:first]), *_paragraphs(below[listed:])]
    return Apart(list(_paragraphs(above)), _cut(root, drawn, wide, top, bottom), key, words)


def _first_lines(texts: Iterable[Element]) -> Iterator[Element]:
    """Lines that follow each other from the top."""
    y = 0.0
    for text in texts:
        below = float(text.get("y", 0))
        if y and below - y > LINE:
            return
        y = below
        yield text


def _is_heading(thing: Element) -> bool:
    return thing.tag == "text" and "text-anchor" not in thing.attrib and (thing.get("font-weight") == "bold" or thing.find("tspan") is not None)


def _paragraphs(texts: Sequence[Element]) -> Iterator[Markup]:
    """Lines put together again that were one: those further in than the others, and all of a sort that name no new thing."""
    margin = min((float(text.get("x", 0)) for text in texts), default=0.0)
    found: list[tuple[str, Markup]] = []
    for text in texts:
        sort = f"{text.get('font-size')} {_is_heading(text) and text.find('tspan') is None}"
        bold = "".join(filter(None, [text.findtext("tspan"), text.text if text.get("font-weight") == "bold" else ""]))
        rest = "".join(text.itertext())[len(bold) :]
        said = (Markup("<b>{}</b>").format(bold) if bold else Markup()) + escape(rest)
        further = float(text.get("x", 0)) > margin
        if found and (further or (found[-1][0] == sort and not _begins("".join(text.itertext())))):
            found[-1] = (found[-1][0], found[-1][1] + " " + said)
        else:
            found.append((sort, said))
    return (said for _, said in found)


def _begins(line: str) -> bool:
    return bool(re.match(r"[A-Z][\w' ()-]*: |\d{3,4}\b|face |light |medium |heavy ", line))


def _cut(root: Element, things: Iterable[Element], wide: float, top: float, bottom: float) -> str:
    """A drawing of some of the things in another, from so far down to so far down."""
    made = Element("svg", {name: value for name, value in root.attrib.items() if name not in ("viewBox", "width", "height", "role", "aria-label")})
    made.set("xmlns", "http://www.w3.org/2000/svg")
    made.set("viewBox", f"0 {top:.1f} {wide:.0f} {bottom - top:.1f}")
    made.extend(things)
    return ElementTree.tostring(made, encoding="unicode")
