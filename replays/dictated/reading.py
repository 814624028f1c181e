"""A pack's text read: every line says fields of rows, and no two lines may say two things of one.

pack iph mine                    the system and the pack's name; then about, owner, edition, invented, complete
hexes                            a chart; what follows is of it
1139..1122: 4s2c r3m             each hex of a run, by letters
coastal 1125,1130..1132          a word, and the rows it is said of
road 1530-1630..1633             a chain
1631 name="Haleiwa" landing=1    a row, and what is said of it
2:1/1..6: 1-0 2*0-1 …            a line of a table: what each of several rows says
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice, pairwise
from typing import Any, NamedTuple

from domain.kernel.errors import BadInput, Mistakes, Trouble, unknown
from domain.kernel.limits import LIST, MISTAKES, NAME, NAMED, NOTE, ROWS
from domain.kernel.packs import by_the_text, check_field
from domain.kernel.rules import Rules
from replays.dictated.items import QUOTED, Item, Statement, brief, lines_of, unquoted
from replays.dictated.lexicon import WITHIN, Field, Lexicon
from replays.dictated.row_names import rows_named, separator

Place = tuple[str, str, str]
"""A chart, a row, a field."""

HEAD = ("pack", "about", "owner", "edition", "invented", "complete", "text")
"""What may be said of a pack before its first chart."""
TABLE, COMPLETE, TEXT, ALL = "table", "complete", "text", "all"
NOTHING = ("-", ".")
"""What stands in a table or on a map for a row of which nothing is said."""
TIMES = re.compile(r"(\d{1,3})\*(.+)")
LETTER = re.compile(r"(\d{0,3})(\D)")


class Dictated(NamedTuple):
    """What a text says, as TOML would hold it, and the line that says each field."""

    data: dict[str, Any]
    lines: Mapping[Place, int]


def is_dictated(text: str) -> bool:
    """Whether a text is a pack in lines, and not TOML: its first word that is no remark is `pack`."""
    first = next(
        (line.strip() for line in text.lstrip("\ufeff").split("\n") if line.strip() and line.strip()[0] != "#"), ""
    )
    return first.split(maxsplit=1)[:1] == ["pack"] and "=" not in first


def read_dictated(text: str, rules: Rules[Any], where: str) -> Dictated:
    """What a pack's text says. Raises BadInput with file, line and what is allowed."""
    reading = _Reading(rules)
    wrong = reading.wrong
    said = False
    for line in lines_of(text, where, wrong):
        said = True
        if len(wrong) >= MISTAKES or reading.full:
            break
        reading.try_to_hear(line)
    if not said and not wrong:
        raise BadInput(f"{where}:1: nothing is said here; the first line is pack {rules.code} and a name")
    if not reading.full and len(wrong) < MISTAKES:
        try:
            found = reading.finished()
        except Trouble as error:
            wrong.append((reading.blamed, error))
    if wrong:
        lines = [f"{where}:{number}: {error}" for number, error in sorted(wrong[:MISTAKES], key=lambda one: one[0])]
        more = [f"{where}: only the first {MISTAKES} mistakes are named"] if len(wrong) >= MISTAKES else []
        raise Mistakes("\n".join([*lines, *more])) from wrong[0][1]
    return found


class _Link(NamedTuple):
    lexicon: Lexicon
    field: Field
    word: str
    value: str
    line: int


class _Reading:
    """What has been heard so far."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        self.head: dict[str, Any] = {"system": rules.code}
        self.charts: dict[str, dict[str, dict[str, Any]]] = {}
        self.complete: list[str] = []
        self.by_text: list[str] = []
        """The charts in which what the rulebook's text determines need not be said."""
        self.lines: dict[Place, int] = {}
        self.links: list[_Link] = []
        self.chart = ""
        self.columns: tuple[str, ...] = ()
        self.named = 0
        self.edges = 0
        """How many regions have been said by their edge: each takes a while to fill."""
        self.blamed = 0
        """The line that a trouble is about, where it is another one than the last heard."""
        self.known: dict[str, Lexicon] = {}
        self.wrong: list[tuple[int, Trouble]] = []
        """Mistakes with their lines."""
        self.lost = False
        """Whether a line was refused that may have named the chart of the lines behind it."""
        self.full = False
        """Whether the lines say more than is taken in."""

    def try_to_hear(self, line: Statement) -> None:
        """Takes a line in, or notes what is wrong with it."""
        alone = len(line.items) == 1 and line.each is None
        if self.lost and not (alone and line.items[0].word in self.rules.printed.charts):
            return
        self.lost = False
        try:
            self.hear(line)
        except Trouble as error:
            self.wrong.append((line.number, error))
            self.lost = alone or not self.chart

    def lexicon(self, chart: str) -> Lexicon:
        """The words of a chart, on the map as it has been described so far."""
        if chart not in self.known:
            boards = self.rules.printed.boards
            self.known[chart] = Lexicon(self.rules, chart, boards(self.charts) if boards else ())
        return self.known[chart]

    def hear(self, line: Statement) -> None:
        """Takes a line in. Raises BadInput."""
        if not line.items:
            raise BadInput("nothing stands before the colon; the rows do, as in 1..6: …")
        first = line.items[0]
        if first.word in self.rules.printed.charts and len(line.items) == 1 and line.each is None:
            self.chart, self.columns = first.word, ()
        elif not self.chart:
            self._head(first.word, line)
        elif first.word in (COMPLETE, TEXT) and len(line.items) == 1 and line.each is None:
            self._add_charts(first.word, [self.chart])
        elif first.word == TABLE:
            self._table(line.items[1:])
        elif line.each is not None:
            self._each(line)
        else:
            self._say(line)

    def _head(self, word: str, line: Statement) -> None:
        rest = line.items[1:]
        if word not in HEAD:
            known = ", ".join(self.rules.printed.charts)
            table = len(line.items[0].values) > 1 or ";" in word
            also = "; a table of a spreadsheet is a .csv in a folder, TOML a .toml" if table or not word else ""
            head = ", ".join(HEAD)
            raise BadInput(f"{brief(str(line.items[0]))}: first come {head}, then a chart by its name: {known}{also}")
        if word == "pack":
            if not rest or unquoted(rest[0].values[0]) != self.rules.code:
                named = str(rest[0]) if rest else "none"
                raise BadInput(f"the pack is for system {named!r}, this game is {self.rules.code!r}")
            if len(rest) > 1:
                self._headed("name", " ".join(map(str, rest[1:])), NAME)
        elif word == "invented":
            self.head[word] = True
        elif word in (COMPLETE, TEXT):
            charts = [unquoted(value) for item in rest for value in item.values]
            self._add_charts(word, list(self.rules.printed.charts) if charts == [ALL] else charts)
        elif line.each is not None or not rest:
            raise BadInput(f'{word} is said in words, in quotes where they hold a colon: {word} "…"')
        else:
            whole = len(rest) == 1 and QUOTED in rest[0].values[0]
            said = unquoted(rest[0].values[0]) if whole else line.raw.removeprefix(word).strip()
            self._headed(word, said, NOTE if word == "about" else NAME)

    def _headed(self, key: str, said: str, most: int) -> None:
        if len(said) > most:
            raise BadInput(f"{key} has {len(said)} characters; {most} is the most")
        if self.head.get(key, said) != said:
            raise BadInput(f"{key} was said before: {self.head[key]}")
        self.head[key] = said

    def _add_charts(self, word: str, charts: Sequence[str]) -> None:
        named = self.complete if word == COMPLETE else self.by_text
        for chart in charts:
            if chart not in self.rules.printed.charts:
                raise unknown("chart", chart, self.rules.printed.charts)
            if chart not in named:
                named.append(chart)

    def _fill_in(self, chart: str) -> None:
        """Gives the rows of a chart what the text determines of them, and adds those that it tells something of."""
        rows = self.charts.setdefault(chart, {})
        for known in self.rules.printed.roster:
            if known.chart == chart and known.says:
                rows.setdefault(known.row, {})
        for row in rows:
            rows[row] = by_the_text(self.rules, chart, row, rows[row])

    # ---- rows and what is said of them ----

    def _table(self, items: Sequence[Item]) -> None:
        """The columns of the lines that follow; a column that ends with the separator stands first in a row's name."""
        words = self.lexicon(self.chart)
        columns = [name for item in items for name in rows_named(words, item)] if not words.of_hexes else []
        if not columns:
            raise BadInput(f"{TABLE} names the columns of the lines below, as in {TABLE} 1..6, in a chart of no hexes")
        self.columns = tuple(columns)

    def _named(self, items: Sequence[Item], *, either_way: bool = False) -> list[str]:
        words = self.lexicon(self.chart)
        named = (row for item in items for row in rows_named(words, item, either_way=either_way))
        rows = list(islice(named, ROWS + 1))
        if len(rows) > ROWS:
            raise BadInput(f"more than {ROWS} rows")
        self._count(len(rows))
        if long := next((row for row in rows if not 0 < len(row) <= NAME), None):
            raise BadInput(f"the name of a row has {len(long)} characters; {NAME} is the most")
        return rows

    def _count(self, rows: int) -> None:
        self.named += rows
        if self.named > NAMED:
            self.full = True
            raise BadInput(f"the lines name more than {NAMED} rows")

    def _each(self, line: Statement) -> None:
        words = self.lexicon(self.chart)
        rows = self._named(self._with_regions(words, line.items), either_way=True)
        if self.columns:
            between = separator(words)
            rows = [
                column + row if column.endswith(between) else row + between + column.removeprefix(between)
                for row in rows
                for column in self.columns
            ]
        cells = self._cells(words, line.each or (), len(rows))
        if len(cells) != len(rows):
            raise BadInput(f"{len(rows)} rows, {rows[0]} to {rows[-1]}, and {len(cells)} values; each has one")
        read: dict[Item, dict[str, Any]] = {}
        for row, cell in zip(rows, cells, strict=True):
            if cell.word not in NOTHING:
                if cell not in read:
                    read[cell] = words.read([cell])
                self._set(row, read[cell], line.number)

    def _cells(self, words: Lexicon, items: Sequence[Item], wanted: int) -> list[Item]:
        if drawn := self._drawn(words, items, wanted):
            return drawn
        found: list[Item] = []
        for item in items:
            times = TIMES.fullmatch(item.field or item.values[0])
            if not times:
                found.append(item)
            elif item.field:
                found += [Item(times[2], item.values)] * int(times[1])
            else:
                found += [Item("", (times[2], *item.values[1:]))] * int(times[1])
        return found

    def _drawn(self, words: Lexicon, items: Sequence[Item], wanted: int) -> list[Item]:
        """The hexes of a row of the map in letters, `4s2c r3m`; empty if these are no letters. Raises BadInput."""
        letters, text = words.schema.LETTERS, "".join(item.word for item in items)
        drawn = LETTER.findall(text)
        if not letters or "".join(count + sign for count, sign in drawn) != text:
            return []
        if not all(item.word and item.word not in words.terms for item in items):
            return []
        if strange := next((sign for _, sign in drawn if sign not in letters and sign not in NOTHING), ""):
            said = ", ".join(f"{letter} {word}" for letter, word in letters.items())
            raise BadInput(f"{strange!r} is no letter of the map: {said}, . for nothing said")
        if sum(int(count or 1) for count, _ in drawn) > max(ROWS, wanted):
            raise BadInput(f"more than {ROWS} rows")
        return [Item("", (letters.get(sign, sign),)) for count, sign in drawn for _ in range(int(count or 1))]

    def _say(self, line: Statement) -> None:
        words = self.lexicon(self.chart)
        if self._is_link(words, line):
            return
        items = self._with_regions(words, line.items)
        known = self._known_rows()
        is_row = items[0].word in known and not any(item.word in known for item in items[1:])
        if not is_row and (words.begins(items[0]) or (words.of_hexes and not self._is_row(words, items[0]))):
            said: dict[str, Any] = {}
            taken = 0
            while taken < len(items) and (not taken or words.begins(items[taken])):
                taken += words.take(said, items[taken:])
            rows = self._named(items[taken:])
            if not rows:
                raise BadInput(f"{line.raw[:60]}: no row is named; a row stands before or behind what is said of it")
        else:
            if len(items) == 1:
                self._no_chart(items[0].word)
            rows, said = self._named(items[:1]), words.read(items[1:])
        for row in rows:
            self._set(row, said, line.number)

    def _known_rows(self) -> set[str]:
        """Rows of the chart that the text names or a line has said: by HQ the unit is meant, not the word hq."""
        told = {known.row for known in self.rules.printed.roster if known.chart == self.chart}
        return told | self.charts.get(self.chart, {}).keys()

    def _no_chart(self, word: str) -> None:
        """Raises BadInput if a word that stands alone is nearly the name of a chart."""
        printed = self.rules.printed
        likely = [chart for chart in printed.charts if len(word) > 2 and chart.startswith(word.casefold())]
        likely = likely or get_close_matches(word.casefold(), printed.charts, 1, 0.8)
        if likely and not any(known.chart == self.chart and known.row == word for known in printed.roster):
            raise BadInput(
                f"{word}: a chart is named whole, {' or '.join(likely)}; a row of that name stands in quotes"
            )

    def _with_regions(self, words: Lexicon, items: Sequence[Item]) -> list[Item]:
        found = words.regions(items)
        self.edges += sum(value.startswith(WITHIN) for item in found for value in item.values)
        if self.edges > LIST:
            self.full = True
            raise BadInput(f"more than {LIST} edges")
        return list(found)

    def _is_row(self, words: Lexicon, item: Item) -> bool:
        """Whether an item names hexes, or begins so that only a hex can be meant, or is in quotes."""
        first = item.values[0]
        if item.field:
            return False
        return (
            first[0].isdigit()
            or QUOTED in first
            or first.startswith(WITHIN)
            or words.boards[0].is_hex(re.split(r"[-/]|\.\.", first)[0])
        )

    def _set(self, row: str, said: Mapping[str, Any], line: int) -> None:
        chart = self.charts.setdefault(self.chart, {})
        if row not in chart and len(chart) >= ROWS:
            raise BadInput(f"the {self.chart} chart has more than {ROWS} rows")
        known = chart.setdefault(row, {})
        for field, value in said.items():
            if known.get(field, value) != value:
                raise BadInput(
                    f"{row}: {field} is {_said(value)} here, {_said(known[field])} in line "
                    f"{self.lines[self.chart, row, field]}; one of them is wrong"
                )
            if field not in known:
                known[field] = value
                self.lines[self.chart, row, field] = line
        if self.chart == "grid":
            self.known.clear()

    # ---- links ----

    def _is_link(self, words: Lexicon, line: Statement) -> bool:
        """Takes a line of links in, to be made when all rows are known, and says whether it was one."""
        word, items = line.items[0].word, line.items[1:]
        if len(words.linked) == 1 and not words.of_hexes and all("/" in item.word for item in line.items):
            word, items = next(iter(words.linked)), line.items  # `Green/Crater+Amber`: there is but one kind of link
        values = [value for item in items for value in item.values]
        if not (word and values and words.linked) or any(item.field for item in items):
            return False
        field = words.linked.get(word) or words.linked.get(word.replace("-", "_"))
        if field is None or not field.links or not field.links.word:
            sides = next((one for one in words.linked.values() if one.links and not one.links.word), None)
            if not sides or not all("/" in value for value in values):
                return False
            field = sides
        self.links += [_Link(words, field, word, value, line.number) for value in values]
        self.lines.setdefault((self.chart, "", field.name), line.number)
        return True

    def finished(self) -> Dictated:
        """Everything that was said, with its links made. Raises BadInput; `blamed` is the line it is about."""
        self.known.clear()
        made: dict[Place, dict[str, int]] = {}
        for link in self.links:
            self.blamed = link.line
            try:
                for place, value in self._ends(link):
                    made.setdefault(place, {}).setdefault(value, link.line)
            except Trouble as error:
                self.wrong.append((link.line, error))
                if self.full or len(self.wrong) >= MISTAKES:
                    break
        if self.wrong:
            return Dictated({}, {})
        for (chart, row, field), values in made.items():
            self._link(chart, row, field, values)
        for chart in self.by_text:
            self._fill_in(chart)
        charts = {
            chart: dict(sorted(rows.items())) if self.lexicon(chart).of_hexes else rows
            for chart, rows in self.charts.items()
        }
        head = {**self.head, **({"complete": self.complete} if self.complete else {})}
        return Dictated(
            {**head, **{chart: charts[chart] for chart in self.rules.printed.charts if chart in charts}}, self.lines
        )

    def _ends(self, link: _Link) -> Iterator[tuple[Place, str]]:
        """The rows that list a link, with what they list."""
        chart, how = link.lexicon.chart, link.field.links
        words = self.lexicon(chart)
        if how is None:
            return
        if how.through != ("/" not in link.value):
            where = "it leads through hexes" if how.through else "it lies between two"
            example = "1530-1630" if how.through else "1530/1630" if words.boards else "a/b"
            raise BadInput(f"{unquoted(link.value)}: {where}, {link.word} {example}")
        chain = words.chain(link.value) if how.through else ()
        pairs = list(pairwise(chain) if how.through else words.pairs(link.value))
        self._count(len(pairs) + 1)
        for a, b in pairs:
            if a == b:
                raise BadInput(f"{a} is not next to itself")
            if not how.both and how.of[0]:
                a, b = self._owner_first(chart, how.of, a, b)
            before = "" if how.word else f"{link.word}/"
            check_field(self.rules, chart, link.field.name, [before + b])
            yield (chart, a, link.field.name), before + b
            if how.both:
                yield (chart, b, link.field.name), before + a

    def _owner_first(self, chart: str, of: tuple[str, str], a: str, b: str) -> tuple[str, str]:
        """The ends of a link that one of them lists, that one first: whoever says it the other way means the same."""
        field, value = of
        first, second = (self.charts.get(chart, {}).get(end, {}).get(field) == value for end in (a, b))
        return (b, a) if second and not first else (a, b)

    def _link(self, chart: str, row: str, field: str, values: Mapping[str, int]) -> None:
        rows = self.charts.setdefault(chart, {})
        if row not in rows and len(rows) >= ROWS:
            raise BadInput(f"the {chart} chart has more than {ROWS} rows")
        listed = rows.setdefault(row, {}).get(field)
        if listed is not None:
            for value, line in values.items():
                if value not in listed:
                    self.blamed = line
                    raise BadInput(
                        f"{row}: {field} has {value} here, and is {_said(listed)} in line "
                        f"{self.lines[chart, row, field]}; one of them is wrong"
                    )
            return
        rows[row][field] = sorted(values) if self.lexicon(chart).of_hexes else list(values)
        self.lines[chart, row, field] = min(values.values())
        check_field(self.rules, chart, field, rows[row][field])


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) or "none" if isinstance(value, list) else str(value) or "none"
