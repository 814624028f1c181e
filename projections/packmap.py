"""The map of a pack, as far as it has been written down: a scene to draw, and letters as they lie on the board.

Only the charts are looked at, and what they say of their own fields (`domain.kernel.written`); no game is known here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from string import ascii_lowercase
from typing import Any

from domain.kernel.errors import BadInput
from domain.kernel.rules import Rules
from domain.kernel.state import Row
from domain.kernel.written import Board, Links, OfHexes, mark_on
from projections.scene import Badge, Cell, Edge, Scene
from projections.text import folded

FILLS = {
    "sea": "water", "ocean": "water", "reef": "water", "reef-obstacle": "water", "pier": "water", "beach": "beach",
    "south-beach": "beach", "rough": "rough", "mountain": "mountain", "land": "land", "hinterland": "land",
    "clear": "land",
}  # fmt: skip
"""Ground that has a pattern of its own; what else there is has a letter."""
COASTAL = "coastal"
COAST, BORDER = "coast", "border of an area"
ON_ITS_SIDE = "The map lies on its side: a column of hexes is a row here, and the first column is the lowest."
UNREAD, UNSAID = ".", "?"
"""A hex that no chart knows, and one of which the ground is not said."""
Rows = Mapping[str, Mapping[str, Any]]
Charts = Mapping[str, Rows]


@dataclass
class PrintedHexes:
    """What a pack's charts say of the hexes of the map."""

    rules: Rules[Any]
    charts: Charts
    board: Board
    words: dict[str, list[str]] = field(default_factory=dict)
    """The ground of each hex, what it is first of all first; empty where it is not said."""
    titles: dict[str, str] = field(default_factory=dict)
    areas: dict[str, str] = field(default_factory=dict)
    more: set[str] = field(default_factory=set)
    """Hexes of which more is said than their ground."""
    marks: dict[str, list[str]] = field(default_factory=dict)
    """What else a chart of hexes says, and of which."""
    links: set[tuple[str, str, str, bool]] = field(default_factory=set)
    """Links by kind, first and second hex, and whether they lead through hexes."""
    badges: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The printed place in a hex, and its colour."""
    letters: dict[str, str] = field(default_factory=dict)
    """The letter of each word of the ground."""

    def __post_init__(self) -> None:
        for chart, schema in self.rules.printed.charts.items():
            for row, says in self.charts.get(chart, {}).items():
                if schema.KEY == "hex":
                    self._hex(schema, row, says)
                else:
                    self._other(schema, row, says)
        for word in dict.fromkeys(words[0] for words in self.words.values() if words):
            self.letters.setdefault(word, _free_letter(word, self.letters.values()))

    def _hex(self, schema: type[Row], name: str, says: Mapping[str, Any]) -> None:
        if not self.board.is_hex(name):
            return
        self.words.setdefault(name, [])
        known = {word: letter for letter, word in schema.LETTERS.items()}
        for key, value in says.items():
            values = value if isinstance(value, (list, tuple)) else [value]
            links = mark_on(schema.model_fields[key], Links)
            if links:
                for one in map(str, values):
                    word, _, end = one.rpartition("/")
                    self._link(links.word or word, name, end, links.through)
                if not links.both and values:
                    self.marks.setdefault(f"{links.word} of", []).append(name)
            elif values and all(isinstance(one, str) and one in known for one in values):
                self.words[name] += values
                self.letters |= {one: known[one] for one in values}
            elif key in ("name", "area"):
                (self.titles if key == "name" else self.areas)[name] = str(value)
                self.more.add(name)
            elif value not in (False, "", 0, []):
                self.more.add(name)
                if key != COASTAL:  # the coast is drawn
                    said = key if value is True else " ".join([key, *map(str, values)])
                    self.marks.setdefault(said, []).append(name)

    def _other(self, schema: type[Row], row: str, says: Mapping[str, Any]) -> None:
        """A row of a chart of something else: a feature of the map, a place in a hex."""
        for key, value in says.items():
            of = mark_on(schema.model_fields[key], OfHexes)
            if not of:
                continue
            if of.sides:
                for one in value:
                    a, _, b = str(one).partition("/")
                    self._link(row, a, b, False)
            elif isinstance(value, str) and self.board.is_hex(value):
                self.words.setdefault(value, [])
                self.badges[value] = (row, str(says.get("colour", "")))
            elif schema.KEY == "feature":
                for name in self._expanded(value):
                    self.words.setdefault(name, []).append(row)

    def _expanded(self, words: Sequence[str]) -> Iterator[str]:
        for word in words:
            first, dash, last = str(word).partition("-")
            yield from self.board.run(first, last) if dash else ([first] if self.board.is_hex(first) else [])

    def _link(self, kind: str, a: str, b: str, through: bool) -> None:
        if self.board.is_hex(a) and self.board.is_hex(b) and self.board.adjacent(a, b):
            first, second = sorted((a, b))
            self.links.add((kind, first, second, through))

    def told(self) -> set[str]:
        """The hexes of which anything is said: their own rows, or that a road or a hexside of theirs is."""
        return {*self.words, *(end for _, a, b, _ in self.links for end in (a, b))}

    def near(self, name: str) -> list[str]:
        """The hexes around one, by their printed names."""
        around = self.board.grid.neighbours(self.board.known_as(name))
        return [printed for one in around if (printed := self.board.printed_as(one))]

    def fill(self, name: str) -> str:
        """The pattern of a hex."""
        words = self.words.get(name)
        return next((FILLS[word] for word in words if word in FILLS), "land") if words else "unknown"

    def plain(self) -> dict[str, str]:
        """For each pattern the word that it says alone, which is that of most hexes. Others have a letter, too."""
        counted = Counter(word for words in self.words.values() for word in words if word in FILLS)
        return {FILLS[word]: word for word, _ in reversed(counted.most_common())}

    def coasts(self) -> Iterator[tuple[str, str]]:
        """The hexsides of coastal hexes towards what is sea, or is not read."""
        for chart, schema in self.rules.printed.charts.items():
            if schema.KEY == "hex" and COASTAL in schema.model_fields:
                rows = self.charts.get(chart, {})
                for name in (name for name, says in rows.items() if says.get(COASTAL) and self.board.is_hex(name)):
                    for end in self.near(name):
                        if self.fill(end) in ("water", "unknown") and not rows.get(end, {}).get(COASTAL):
                            yield name, end

    def borders(self) -> Iterator[tuple[str, str]]:
        """The hexsides between areas, and around them."""
        for name, area in self.areas.items():
            for end in self.near(name):
                if self.areas.get(end) != area and (end not in self.areas or name < end):
                    yield name, end


def _free_letter(word: str, taken: Collection[str]) -> str:
    """A letter for a word that no other has: one of its own if there is one left."""
    free = (letter for letter in f"{word}{ascii_lowercase}" if letter.isalpha() and letter not in taken)
    return next(free, "z")


def hexes(rules: Rules[Any], charts: Charts) -> PrintedHexes | None:
    """What a pack says of its hexes; None for a game without any."""
    boards = rules.printed.boards
    return PrintedHexes(rules, charts, boards(charts)[0]) if boards else None


# ---- a picture ----


def map_scene(rules: Rules[Any], charts: Charts, title: str) -> Scene:
    """The map so far as a scene to draw. Unread hexes around what is read are drawn as unknown ground."""
    known = hexes(rules, charts)
    if known is None:
        return _areas(rules, charts, title)
    names = known.told() | {near for name in known.words for near in known.near(name)}
    edges = [Edge(a, b, kind, across=through) for kind, a, b, through in sorted(known.links)]
    edges += [Edge(a, b, COAST) for a, b in known.coasts()] + [Edge(a, b, BORDER) for a, b in known.borders()]
    colours, plain = _colour_letters(known), known.plain()
    return Scene(
        title=title,
        about=_about(known),
        cells=tuple(_cell(known, name, plain) for name in sorted(names)),
        edges=tuple(edges),
        badges=tuple(
            Badge(hex, name, colour or "no colour", colours[colour]) for hex, (name, colour) in known.badges.items()
        ),
        notes=(*_patterns(plain), *_names(known), *_listed("Besides", known.marks)),
        letters=tuple(known.letters.items()),
    )


def _about(known: PrintedHexes) -> str:
    unsaid = sum(not words for words in known.words.values())
    said = f"{len(known.words)} hexes read" + (f", the ground of {unsaid} not said." if unsaid else ".")
    return f"{said} {ON_ITS_SIDE}" if known.board.grid.columns else said


def _colour_letters(known: PrintedHexes) -> dict[str, str]:
    """A letter for each colour, as the reports have them: the first of its word, or else one from its end."""
    letters = {"": ""}
    for colour in sorted({colour for _, colour in known.badges.values() if colour}):
        letters[colour] = _free_letter(colour[0] + colour[::-1], [one.lower() for one in letters.values()]).upper()
    return letters


def _cell(known: PrintedHexes, name: str, plain: Mapping[str, str]) -> Cell:
    row, half = known.board.drawn_at(name)
    grounds = tuple(word for word in known.words.get(name, ()) if word not in plain.values())
    return Cell(
        name, row, half, known.fill(name), grounds=grounds, title=known.titles.get(name) or known.areas.get(name, "")
    )


def _patterns(plain: Mapping[str, str]) -> Iterator[str]:
    said = [f"{pattern} is {word}" for pattern, word in plain.items() if pattern != word]
    if said:
        yield f"Without a letter: {', '.join(said)}"


def _names(known: PrintedHexes) -> Iterator[str]:
    for heading, named in (("Names", known.titles), ("Areas", known.areas)):
        said: dict[str, list[str]] = {}
        for hex, title in sorted(named.items()):
            said.setdefault(title, []).append(hex)
        yield from _listed(heading, said)


def _listed(heading: str, said: Mapping[str, Sequence[str]]) -> Iterator[str]:
    if said:
        yield f"{heading}: " + ", ".join(f"{what} {' '.join(where)}" for what, where in said.items())


def _areas(rules: Rules[Any], charts: Charts, title: str) -> Scene:
    """A map of areas: each with what is said of it, and lines to its neighbours."""
    chart, listed = next(iter(rules.printed.mutual.items()), ("", ""))
    rows = charts.get(chart, {})
    ends = {tuple(sorted((name, str(near)))) for name, says in rows.items() for near in says.get(listed, ())}
    names = list(dict.fromkeys([*rows, *(name for edge in sorted(ends) for name in edge)]))
    return Scene(
        title=title,
        about="Lines join neighbouring areas; places and distances are not those of the printed map.",
        kind="areas",
        cells=tuple(
            Cell(
                name, 0, 0, label=str(rows.get(name, {}).get("name", "")), grounds=tuple(_said(rows.get(name), listed))
            )
            for name in names
        ),
        edges=tuple(Edge(a, b, "way") for a, b in sorted(ends)),
    )


def _said(says: Mapping[str, Any] | None, listed: str) -> Iterator[str]:
    if says is None:
        yield "not read yet"
        return
    for key, value in says.items():
        if key not in ("name", listed) and value not in (False, "", [], "none"):
            yield ", ".join(map(str, value)) if isinstance(value, list) else f"{key} {value}"


# ---- letters ----


def letters(rules: Rules[Any], charts: Charts, width: int = 80) -> Iterator[str]:
    """The map in letters, row by row as it lies on the board; below it what they mean. Lines fit the width."""
    known = hexes(rules, charts)
    if known is None:
        raise BadInput(f"{rules.title} has no map of hexes")
    if not known.told():
        yield "no hex has been read yet"
        return
    sheet = _sheet(known)
    halves = [half for _, half in sheet]
    first, last = min(halves), max(halves)
    wide = last - first + 1
    longest = max(map(len, known.told()))
    label = min(LABEL, width - wide) if longest + wide <= width else LABEL
    each = 2 * ceil(wide / ceil(wide / (width - label)) / 2)
    for left in range(first, last + 1, each):
        if left > first:
            yield ""
        yield from _part(known, sheet, left, min(left + each - 1, last), label)
    yield ""
    yield from _key(known)


LABEL = 6
"""The width of a row's first hex and the blanks behind it, where there is room for blanks."""
BOTH = "+"
"""A road over a hexside with a sign of its own."""
Sheet = Mapping[tuple[int, int], str]
"""Letters by line and column. A row of hexes is every other line; between two hexes is what joins or parts them."""


def _sheet(known: PrintedHexes) -> Sheet:
    """The whole map in letters."""
    sheet: dict[tuple[int, int], str] = {}
    rows: dict[int, list[int]] = {}
    for name in known.told():
        row, half = known.board.drawn_at(name)
        rows.setdefault(row, []).append(half)
        sheet[2 * row, half] = _letter(known, name)
    for row, halves in rows.items():
        for half in range(min(halves), max(halves), 2):
            sheet.setdefault((2 * row, half), UNREAD)
    for _, a, b, through in known.links:
        (row, half), (below, beside) = sorted(map(known.board.drawn_at, (a, b)))
        if row == below:
            spot, stroke = (2 * row, half + 1), "-" if through else "!"
        else:
            spot, stroke = (2 * row + 1, min(half, beside)), ("\\" if beside > half else "/") if through else ":"
        sheet[spot] = stroke if sheet.get(spot, stroke) == stroke else BOTH
    return sheet


def _part(known: PrintedHexes, sheet: Sheet, left: int, right: int, wide: int) -> Iterator[str]:
    """The lines of the sheet between two columns; one empty line stands for any number of empty rows."""
    firsts: dict[int, str] = {}
    for (row, half), name in sorted((known.board.drawn_at(name), name) for name in known.told()):
        if left <= half <= right:
            firsts.setdefault(2 * row, name)
    apart = False
    for line in range(min(firsts, default=0), max(firsts, default=-1) + 2):
        drawn = "".join(sheet.get((line, half), " ") for half in range(left, right + 1)).rstrip()
        if drawn:
            yield from [""] * apart
            yield f"{firsts.get(line, ''):<{wide}}{drawn}"
            apart = False
        elif line % 2 == 0:
            apart = True


def _letter(known: PrintedHexes, name: str) -> str:
    words = known.words.get(name)
    if words is None:
        return UNREAD
    letter = known.letters[words[0]] if words else UNSAID
    return letter.upper() if name in known.more or len(words) > 1 else letter


def _key(known: PrintedHexes) -> Iterator[str]:
    drawn = {words[0] for words in known.words.values() if words}
    signs = [f"{letter} {word}" for word, letter in known.letters.items() if word in drawn]
    signs += ["capital: more is said of it"] if known.more else []
    signs += [f"{UNSAID} ground not said"] if not all(known.words.values()) else []
    signs.append(f"{UNREAD} not read")
    kinds = {
        through: sorted({kind for kind, _, _, over in known.links if over is through}) for through in (True, False)
    }
    signs += [f"- / \\ {', '.join(kinds[True])}"] if kinds[True] else []
    signs += [f"! : {', '.join(kinds[False])}"] if kinds[False] else []
    over = {(a, b) for _, a, b, through in known.links if through}
    signs += [f"{BOTH} both"] if any((a, b) in over for _, a, b, through in known.links if not through) else []
    yield from folded(", ".join(signs))
    for note in _names(known):
        yield from folded(note, rest="  ")
