"""A pack written as a text that one would dictate; `read_dictated` gives it back to the last field.

A chart is written in several ways, each is read again, and the shortest that says the same is taken: the reader alone
knows what a line means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

from domain.kernel.errors import Trouble
from domain.kernel.packs import by_the_text
from domain.kernel.rules import Rules
from domain.kernel.state import adapter
from domain.kernel.written import Board
from replays.dictated.items import Item, in_quotes, items_of
from replays.dictated.lexicon import AROUND, Field, Lexicon
from replays.dictated.reading import ALL, COMPLETE, NOTHING, TABLE, TEXT, read_dictated
from replays.dictated.row_names import separator
from replays.dictated.trails import stars, trails

WIDE = 96
"""The longest line, where it can be parted."""
SAFE = re.compile(r"(?!\.)[A-Za-z0-9_'/:.()*+&-]+(?<![:.])")
FIGURES = re.compile(r"\d+(?:-\d+)*")
NUMBERED = re.compile(r"(.*?)(\d+)")
ALONG, DOWN = (0, 1), (1, 0)
"""A step along a row, and along a column."""
Says = Mapping[str, Any]


def write_dictated(data: Mapping[str, Any], rules: Rules[Any]) -> str:
    """The text of a pack's data, whose values must be good ones; its rows may still lack fields."""
    charts = {chart: _in_full(rules, chart, data[chart]) for chart in rules.printed.charts if chart in data}
    lines = [" ".join(["pack", rules.code, *([_name(str(data["name"]))] if "name" in data else [])])]
    lines += [f"{key} {in_quotes(str(data[key]))}" for key in ("about", "owner", "edition") if data.get(key)]
    if data.get("invented"):
        lines.append("invented")
    if complete := list(data.get("complete", ())):
        lines.append(f"{COMPLETE} {ALL if complete == list(rules.printed.charts) else ','.join(complete)}")
    head = f"pack {rules.code}\n"
    if "grid" in charts:  # which hexes touch follows from it
        head += _written(rules, charts, "grid", head) + "\n"
    for chart in charts:
        lines += ["", _written(rules, charts, chart, head)]
    return "\n".join(lines) + "\n"


def _in_full(rules: Rules[Any], chart: str, rows: Mapping[str, Says]) -> dict[str, dict[str, Any]]:
    """Rows with their values as a pack holds them: runs of hexes written out, fields in the chart's order."""
    fields = rules.printed.charts[chart].model_fields
    full: dict[str, dict[str, Any]] = {}
    for row, says in rows.items():
        full[row] = {}
        for field, info in fields.items():
            if field in says:
                kind = adapter(info.rebuild_annotation())
                full[row][field] = kind.dump_python(kind.validate_python(says[field]), mode="json")
    return full


def _written(rules: Rules[Any], charts: Mapping[str, Mapping[str, Says]], chart: str, head: str) -> str:
    """A chart's lines in the shortest way that says the same."""
    boards = rules.printed.boards
    words, rows = Lexicon(rules, chart, boards(charts) if boards else ()), charts[chart]
    writer = _Writer(words, rows)
    ways = [(chart, way) for way in writer.ways()]
    if (left := _not_by_text(rules, chart, rows)) is not None:
        ways += [(f"{chart}\n{TEXT}", way) for way in _Writer(words, left).ways()]
    best = ""
    for begun, way in ways:
        try:
            text = "\n".join([begun, *way()])
            same = read_dictated(f"{head}{text}", rules, chart).data.get(chart, {}) == charts[chart]
        except (Trouble, ValueError):
            continue
        if same and (not best or len(text) < len(best)):
            best = text
    return best or "\n".join([chart, *writer.field_by_field()])


def _not_by_text(rules: Rules[Any], chart: str, rows: Mapping[str, Says]) -> dict[str, Says] | None:
    """What is still to be said where the text fills in what it determines; None if it would say too much."""
    known = {one.row for one in rules.printed.roster if one.chart == chart and one.says}
    left: dict[str, Says] = {}
    for row, says in rows.items():
        kept = dict(says)
        if by_the_text(rules, chart, row, kept) != says:
            return None
        for field in [*says][::-1]:
            less = {name: value for name, value in kept.items() if name != field}
            if by_the_text(rules, chart, row, less) == says:
                kept = less
        if kept or row not in known:
            left[row] = kept
    return left if known <= rows.keys() and left != rows else None


class _Writer:
    def __init__(self, words: Lexicon, rows: Mapping[str, Says]) -> None:
        self.lexicon, self.rows = words, rows
        self.known: dict[str, tuple[str, ...]] = {}

    def ways(self) -> Sequence[Callable[[], Iterable[str]]]:
        """The ways to write the chart."""
        if self.lexicon.of_hexes:
            return (self.as_a_map,)
        return (self.row_by_row, self.each_in_order, self.as_a_table)

    def field_by_field(self) -> list[str]:
        """Every row with every field by its name, in quotes: the way that always works."""
        rows = self.rows.items()
        return [
            " ".join([in_quotes(row), *(_keyed(field, says[field], in_quotes) for field in says)]) for row, says in rows
        ]

    # ---- values ----

    def values(self, says: Says) -> tuple[str, ...]:
        """The shortest words for some fields of a row, as the reader takes them."""
        key = repr(sorted(says.items()))
        if key not in self.known:
            self.known[key] = self._words(says)
        return self.known[key]

    def _words(self, says: Says) -> tuple[str, ...]:
        texts: tuple[str, ...] = ()
        so_far: dict[str, Any] = {}
        for name in self.lexicon.fields:
            if name in says:
                field, value = self.lexicon.fields[name], says[name]
                so_far[name] = value
                some = [(*texts, word) for word in self._bare(field, value)]
                if (
                    texts and field.kind is int and not field.several and value >= 0 and FIGURES.fullmatch(texts[-1])
                ):  # on a counter they stand together
                    some.insert(0, (*texts[:-1], f"{texts[-1]}-{value}"))
                texts = next((words for words in some if self._means(words, so_far)), (*texts, _keyed(name, value)))
        return texts

    def _means(self, texts: Sequence[str], says: Says) -> bool:
        """Whether the reader takes these words to say this."""
        try:
            return self.lexicon.read(items_of(" ".join(texts))) == says
        except Trouble:
            return False

    def _bare(self, field: Field, value: Any) -> Iterator[str]:
        """How a value may be said without its field's name."""
        if field.links:
            return
        if field.kind is bool:
            if value:
                yield field.terms[0]
        elif isinstance(value, list):
            if value:
                yield self.listed(field, value)
        elif field.choices or field.checked or field.of_hexes:
            word = str(value)
            yield word if SAFE.fullmatch(word) and ".." not in word else in_quotes(word)
        elif value != "":
            yield str(value) if field.kind is int else in_quotes(value)

    def listed(self, field: Field, values: Sequence[Any]) -> str:
        """A list of a field, its hexes in runs."""
        words = [str(value) for value in values]
        if field.of_hexes and field.of_hexes.sides:
            return ",".join(stars([tuple(word.partition("/")[::2]) for word in words]))  # type: ignore[misc]
        if field.of_hexes and self.lexicon.boards:
            return min([",".join(self.hexes(words)), *self._chained(words)], key=len)
        return ",".join(_name(word) for word in words)

    def _chained(self, words: Sequence[str]) -> Iterator[str]:
        """A list of hexes as a chain, if each touches the next."""
        board = self.lexicon.boards[0]
        if all(map(board.is_hex, words)) and all(board.adjacent(a, b) for a, b in pairwise(words)):
            chain = self._shortened("-".join(words))
            yield chain if "-" in chain else ",".join(words)

    # ---- rows ----

    def row(self, name: str) -> str:
        """The name of a row as it can stand anywhere in a line."""
        taken = self.lexicon.begins(Item("", (name,))) or name in (TABLE, COMPLETE, TEXT, *NOTHING)
        return in_quotes(name) if taken or name in self.lexicon.linked else _name(name)

    def names(self, rows: Sequence[str]) -> str:
        """Names of rows, those with numbers in a row as runs."""
        if self.lexicon.of_hexes:
            return min((",".join(self.hexes(some)) for some in self._either_way(rows)), key=len)
        found: list[str] = []
        for run in _runs(rows):
            first, last = self.row(run[0]), run[-1]
            tail = last if last.startswith("-") else NUMBERED.fullmatch(last)[2] if len(run) > 2 else ""  # type: ignore[index]
            found += (
                [f"{first}..{tail}"] if len(run) > 2 and not first.startswith('"') else [self.row(name) for name in run]
            )
        return ",".join(found)

    def _either_way(self, names: Sequence[str]) -> Iterator[list[str]]:
        """Hexes row by row, and column by column."""
        board = self.lexicon.boards[0]
        others = [name for name in names if not board.is_hex(name)]
        hexes = [name for name in names if board.is_hex(name)]
        yield sorted(hexes, key=board.place) + others
        yield sorted(hexes, key=lambda name: board.place(name)[::-1]) + others

    def hexes(self, names: Sequence[str]) -> list[str]:
        """Hexes in their order, with those whose numbers count on along a row or a column as runs."""
        board = self.lexicon.boards[0]
        runs: list[list[str]] = []
        for name in names:
            last = runs[-1] if runs else []
            if last and board.is_hex(name) and board.is_hex(last[-1]):
                step = _step(board, last[-1], name)
                if step in (ALONG, DOWN) and (len(last) == 1 or step == _step(board, last[0], last[1])):
                    last.append(name)
                    continue
            runs.append([name])
        return [word for run in runs for word in ([f"{run[0]}..{run[-1]}"] if len(run) > 2 else map(self._hex, run))]

    def _hex(self, name: str) -> str:
        return name if self.lexicon.boards[0].is_hex(name) else in_quotes(name)

    # ---- charts of no hexes ----

    def row_by_row(self) -> Iterator[str]:
        """Rows that say the same together, in their order."""
        linked, rest = self._links()
        yield from self._grouped(rest)
        yield from linked

    def _grouped(self, rows: Mapping[str, Says]) -> Iterator[str]:
        for _, group in groupby(rows.items(), lambda row: row[1]):
            alike = list(group)
            if not alike[0][1]:
                yield from (in_quotes(name) for name, _ in alike)
            else:
                yield _wrapped(" ".join([self.names([name for name, _ in alike]), *self.values(alike[0][1])]))

    def each_in_order(self) -> Iterator[str]:
        """Lines of many rows, with what each says behind the colon."""
        names: list[str] = []
        line = ""
        for name, says in self.rows.items():
            cell = self._cell(says)
            longer = f"{self.names([*names, name])}: {_counted([*(self._cell(self.rows[n]) for n in names), cell])}"
            if len(longer) > WIDE and names:
                yield line
                names, longer = [], f"{self.names([name])}: {cell}"
            names.append(name)
            line = longer
        if line:
            yield line

    def as_a_table(self) -> Iterator[str]:
        """Rows of the printed table, below a line with its columns."""
        between = separator(self.lexicon)
        columns: list[str] = []
        for head, group in groupby(self.rows, lambda name: name.rpartition(between)[0]):
            names = list(group)
            ends = [name.rpartition(between)[2] for name in names]
            if not head:
                raise ValueError(f"{names[0]} has no column")
            if ends != columns:
                columns = ends
                yield f"{TABLE} {self.names(columns).replace(',', ' ')}"
            yield f"{self.row(head)}: {_counted([self._cell(self.rows[name]) for name in names])}"

    def _cell(self, says: Says) -> str:
        """What a row says as one item. Raises ValueError if it takes more."""
        cell = ",".join(self.values(says))
        items = items_of(cell)
        if len(items) != 1 or items[0].word in NOTHING or "*" in cell or self.lexicon.read(items) != says:
            raise ValueError(f"{cell} is no single item")
        return cell

    # ---- the map ----

    def as_a_map(self) -> Iterator[str]:
        """The ground in letters as it lies on the board; what else is said, by what it is; links in chains."""
        linked, rows = self._links()
        told: dict[str, set[str]] = {name: set() for name in rows}
        yield from self._letters(rows, told)
        for field in self.lexicon.fields:
            found: dict[str, list[str]] = {}
            for name, says in rows.items():
                if field in says and field not in told[name]:
                    told[name].add(field)
                    found.setdefault(repr(says[field]), []).append(name)
            for names in found.values():
                yield from self._said_of(field, rows[names[0]][field], names)
        bare = [name for name, fields in told.items() if not fields and not self.rows[name]]
        yield from (in_quotes(name) for name in bare)
        yield from linked

    def _said_of(self, field: str, value: Any, names: list[str]) -> Iterator[str]:
        words = self.values({field: value})
        if not all(self.lexicon.begins(item) for item in items_of(" ".join(words))):
            if len(names) == 1:
                yield " ".join([self.names(names), *words])
                return
            words = (_keyed(field, value),)
        yield _wrapped(" ".join([*words, self.names(names)]))

    def _letters(self, rows: Mapping[str, Says], told: dict[str, set[str]]) -> Iterator[str]:
        letters = {word: letter for letter, word in self.lexicon.schema.LETTERS.items()}
        field = next((name for name, field in self.lexicon.fields.items() if set(letters) & set(field.terms)), "")
        board = self.lexicon.boards[0]
        drawn: dict[str, str] = {}
        for name, says in rows.items():
            value = says.get(field)
            word = value[0] if isinstance(value, list) and len(value) == 1 else value
            if isinstance(word, str) and word in letters and board.is_hex(name):
                drawn[name] = letters[word]
        for run in _runs_of(
            sorted(drawn, key=board.spot),
            lambda a, b: board.spot(a)[0] == board.spot(b)[0] and board.spot(b).half == board.spot(a).half + 2,
        ):
            if len(run) > 1:
                shown = run[::-1] if board.leftward else run
                yield f"{shown[0]}..{shown[-1]}: {''.join(drawn[name] for name in shown)}"
                for name in run:
                    told[name].add(field)

    # ---- links ----

    def _links(self) -> tuple[list[str], dict[str, dict[str, Any]]]:
        """The lines of links, and the rows without what these say."""
        rows = {name: dict(says) for name, says in self.rows.items()}
        lines: list[str] = []
        for field in self.lexicon.linked.values():
            lines += self._linked(field, rows)
        return lines, rows

    def _linked(self, field: Field, rows: dict[str, dict[str, Any]]) -> Iterator[str]:
        how = field.links
        if how is None:
            return
        listed = {name: list(says[field.name]) for name, says in rows.items() if says.get(field.name)}
        links = {(name, value) for name, values in listed.items() for value in values}

        def back(name: str, value: str) -> tuple[str, str]:
            word, slash, end = ("", "", value) if how.word else value.rpartition("/")
            return end, word + slash + name

        pairs: dict[str, list[tuple[str, str]]] = {}
        heard: dict[str, list[str]] = {}
        for name, value in ((name, value) for name, values in listed.items() for value in values):
            end, again = back(name, value)
            if (not how.both or (end, again) in links) and self._may_touch(name, end):
                said = pairs.setdefault(how.word or value.rpartition("/")[0], [])
                if not how.both or (end, name) not in said:
                    said.append((name, end))
                    for row, one in ((name, value), (end, again))[: 1 + how.both]:
                        heard.setdefault(row, []).append(one)
        usual = {
            name
            for name, values in heard.items()
            if listed[name] == (sorted(set(values)) if self.lexicon.of_hexes else values)
        }
        for name in usual:
            del rows[name][field.name]
        for word, ends in pairs.items():
            named = [(self._end(a), self._end(b)) for a, b in ends if a in usual or (how.both and b in usual)]
            if not named:
                continue
            if how.both and self.lexicon.of_hexes:
                chains = trails(named, "-" if how.through else "/")
                yield _wrapped(f"{word} {','.join(map(self._shortened, chains) if how.through else chains)}")
            else:
                yield _wrapped(f"{word} {','.join(stars(named))}")

    def _may_touch(self, name: str, end: str) -> bool:
        boards = self.lexicon.boards
        return not boards or (boards[0].is_hex(name) and boards[0].is_hex(end) and boards[0].adjacent(name, end))

    def _end(self, name: str) -> str:
        return (
            name if self.lexicon.of_hexes or (SAFE.fullmatch(name) and not set(name) & set("/+")) else in_quotes(name)
        )

    def _shortened(self, chain: str) -> str:
        """A chain with its stretches along a row as runs."""
        board = self.lexicon.boards[0]
        found: list[str] = []
        names = chain.split("-")
        at = 0
        while at < len(names):
            end = at + 1
            step = 0
            while end < len(names):
                a, b = board.spot(names[end - 1]), board.spot(names[end])
                if a.row != b.row or abs(b.half - a.half) != 2 or step not in (0, b.half - a.half):
                    break
                step = b.half - a.half
                end += 1
            found += [f"{names[at]}..{names[end - 1]}"] if end - at > 2 else names[at:end]
            at = end
        return "-".join(found)


def _step(board: Board, a: str, b: str) -> tuple[int, int]:
    """How the numbers of a hex's row and column count on to those of another."""
    (row, column), (to_row, to_column) = board.place(a), board.place(b)
    return to_row - row, to_column - column


def _name(word: str) -> str:
    return word if SAFE.fullmatch(word) and ".." not in word and word not in ("none", AROUND) else in_quotes(word)


def _keyed(field: str, value: Any, written: Callable[[str], str] = _name) -> str:
    """A value behind its field's name."""
    if isinstance(value, bool):
        return f"{field}={'yes' if value else 'no'}"
    values = value if isinstance(value, list) else [value]
    return f"{field}={','.join(str(one) if isinstance(one, int) else written(one) for one in values) or 'none'}"


def _counted(cells: Sequence[str]) -> str:
    """Cells, with those that stand several times in a row counted."""
    found = []
    for cell, group in groupby(cells):
        count = len(list(group))
        found += [f"{count}*{cell}"] if count > 2 else [cell] * count
    return " ".join(found)


def _runs_of(names: Sequence[str], follows: Callable[[str, str], bool]) -> list[list[str]]:
    runs: list[list[str]] = []
    for name in names:
        if runs and follows(runs[-1][-1], name):
            runs[-1].append(name)
        else:
            runs.append([name])
    return runs


def _runs(names: Sequence[str]) -> list[list[str]]:
    """Names with the same beginning and numbers that follow each other, together."""

    def follows(a: str, b: str) -> bool:
        if re.fullmatch(r"-?(?:0|[1-9]\d{0,8})", a):
            return b == str(int(a) + 1)
        one = NUMBERED.fullmatch(a)
        return bool(one and len(one[2]) < 9) and b == f"{one[1]}{int(one[2]) + 1:0{len(one[2])}}"  # type: ignore[index]

    return _runs_of(names, follows)


def _wrapped(text: str) -> str:
    """A line parted behind its commas."""
    lines, line = [], ""
    for piece in re.findall(r'(?:"(?:[^"\\]|\\.)*"|[^",])+,?', text):
        if line and len(line) + len(piece) > WIDE:
            lines.append(line)
            line = "  "
        line += piece
    return "\n".join([*lines, line])
