"""Two packs of one game: where they differ, what only one of them says, and one pack made of both.

A link that both of its ends list, such as a road, is one thing: it is compared, and decided, once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from domain.kernel.limits import NAME
from domain.kernel.packs import HEAD
from domain.kernel.rules import Rules
from domain.kernel.written import Board, Links, OfHexes, mark_on

Rows = Mapping[str, Mapping[str, Any]]
Charts = Mapping[str, Rows]
Pair = tuple[str, str]
Choice = Literal["A", "B", "neither"]
"""Which of two packs is followed where they differ; with `neither` the field is left open."""

NUMBERED = re.compile(r"(.*?)(\d{1,9})")
MOST = 12
"""Maximum number of runs in a list."""


class RowDifference(NamedTuple):
    """A field of a row of which two packs say different things. Of a link, the row is its first end; `end` the other.

    A pack that lacks the link says None.
    """

    chart: str
    row: str
    field: str
    one: Any
    other: Any
    end: str = ""
    mark: str = ""
    """What stands between the ends of a link: - through hexes, / on the hexside between them."""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.chart, f"{self.row}{self.mark}{self.end}", self.field

    def __str__(self) -> str:
        chart, row, _ = self.key
        named = f"{self.field} " if not self.end else ""
        return f"{f'{chart} {row}: ' if chart else ''}{named}{_in_words(self.one)} / {_in_words(self.other)}"


class Only(NamedTuple):
    """Rows that only one of two packs has; with `field`, rows of both of which only one says this field."""

    chart: str
    field: str
    rows: tuple[str, ...]
    said: str
    """The rows, counted and in runs."""


class PacksCompared(NamedTuple):
    """Where two packs differ, and what only the first and only the second one says."""

    differences: tuple[RowDifference, ...]
    only: tuple[tuple[Only, ...], tuple[Only, ...]]


def compare_packs(rules: Rules[Any], one: Mapping[str, Any], other: Mapping[str, Any]) -> PacksCompared:
    """Compares what two packs say: their editions, and their charts in the order of the board."""
    found: list[RowDifference] = []
    only: tuple[list[Only], list[Only]] = ([], [])
    if one.get("edition") and other.get("edition") and one["edition"] != other["edition"]:
        found.append(RowDifference("", "", "edition", one["edition"], other["edition"]))
    for chart in rules.printed.charts:
        a, b = one.get(chart, {}), other.get(chart, {})
        order = _order(rules, chart, one)
        found += sorted(_differences(rules, chart, a, b, order), key=lambda difference: order(difference.row))
        for mine, theirs, lone in ((a, b, only[0]), (b, a, only[1])):
            fields: dict[str, list[str]] = {}
            for row in sorted(mine, key=order):
                for field in [""] if row not in theirs else [key for key in mine[row] if key not in theirs[row]]:
                    fields.setdefault(field, []).append(row)
            lone += (Only(chart, field, tuple(rows), _runs(rules, one, chart, rows)) for field, rows in fields.items())
    return PacksCompared(tuple(found), (tuple(only[0]), tuple(only[1])))


def merged(
    rules: Rules[Any],
    one: Mapping[str, Any],
    other: Mapping[str, Any],
    chosen: Mapping[tuple[str, str, str], Choice],
) -> dict[str, Any]:
    """One pack of two: what only one says is taken; a difference as it is chosen, and left open where it is not."""
    data = {key: value for key, value in {**other, **one}.items() if key not in rules.printed.charts}
    both = dict.fromkeys(str(pack["owner"]) for pack in (one, other) if pack.get("owner"))
    if len(" and ".join(both)) <= NAME and both:
        data["owner"] = " and ".join(both)
    if other.get("invented"):
        data["invented"] = True
    charts: dict[str, dict[str, dict[str, Any]]] = {}
    for chart in rules.printed.charts:
        a, b = one.get(chart, {}), other.get(chart, {})
        if a or b:
            rows = charts[chart] = {
                row: {**b.get(row, {}), **a.get(row, {})} for row in [*a, *(r for r in b if r not in a)]
            }
            for field in _linked(rules, chart):
                _join(rows, b, field)
    for difference in compare_packs(rules, one, other).differences:
        choice = chosen.get(difference.key, "neither")
        value = {"A": difference.one, "B": difference.other, "neither": None}[choice]
        if not difference.chart:
            data.pop(difference.field, None)
            data |= {difference.field: value} if value else {}
        elif difference.end:
            _relink(rules, charts[difference.chart], difference, value)
        else:
            charts[difference.chart][difference.row].pop(difference.field)
            if choice != "neither":
                charts[difference.chart][difference.row][difference.field] = value
    data["complete"] = [chart for chart in rules.printed.charts if _is_complete(chart, one, other)]
    head = {key: data[key] for key in HEAD if data.get(key)}
    return {**head, **{chart: _in_order(rows, rules, chart) for chart, rows in charts.items()}}


def _is_complete(chart: str, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether a pack says that a chart has every row, and the other has no further one."""
    return any(
        chart in pack.get("complete", ()) and set(further.get(chart, {})) <= set(pack.get(chart, {}))
        for pack, further in ((one, other), (other, one))
    )


def _in_order(rows: dict[str, dict[str, Any]], rules: Rules[Any], chart: str) -> dict[str, dict[str, Any]]:
    """Rows with their fields in the order of the chart."""
    fields = list(rules.printed.charts[chart].model_fields)
    return {row: {field: says[field] for field in fields if field in says} for row, says in rows.items()}


# ---- fields ----


def _differences(
    rules: Rules[Any], chart: str, a: Rows, b: Rows, order: Callable[[str], Any]
) -> Iterator[RowDifference]:
    linked = _linked(rules, chart)
    for row in a:
        for field, value in a[row].items() if row in b else ():
            if field not in linked and field in b[row] and not _same(rules, chart, field, value, b[row][field]):
                yield RowDifference(chart, row, field, value, b[row][field])
    for field, how in linked.items():
        one, other = _links(a, field, how), _links(b, field, how)
        for ends in dict.fromkeys([*one, *other]):
            if one.get(ends) != other.get(ends) and _says(a, ends, field) and _says(b, ends, field):
                first, last = sorted(ends, key=order)
                mark = "-" if how.through else "/"
                yield RowDifference(chart, first, field, one.get(ends), other.get(ends), last, mark)


def _same(rules: Rules[Any], chart: str, field: str, one: Any, other: Any) -> bool:
    """Whether two values say the same: hexes do in any order, and a hexside from either of its hexes."""
    of = mark_on(rules.printed.charts[chart].model_fields[field], OfHexes)
    if of and isinstance(one, list):
        return _hexes(one, of) == _hexes(other, of)
    return bool(one == other)


def _hexes(values: Iterable[Any], of: OfHexes) -> list[str]:
    """Hexes or hexsides in one form and order."""
    said = map(str, values)
    return sorted("/".join(sorted(side.split("/"))) for side in said) if of.sides else sorted(said)


# ---- links ----


def _linked(rules: Rules[Any], chart: str) -> dict[str, Links]:
    """The fields of a chart that list links, which both ends do."""
    marks = {field: mark_on(info, Links) for field, info in rules.printed.charts[chart].model_fields.items()}
    return {field: mark for field, mark in marks.items() if mark and mark.both}


def _links(rows: Rows, field: str, how: Links) -> dict[Pair, list[str]]:
    """The links of a field: what each pair of rows has between them."""
    found: dict[Pair, list[str]] = {}
    for row, says in rows.items():
        for value in map(str, says.get(field, ())):
            word, _, end = ("", "", value) if how.word else value.rpartition("/")
            first, last = sorted((row, end))
            words = found.setdefault((first, last), [])
            if (word or how.word) not in words:
                words.append(word or how.word)
    return {ends: sorted(words) for ends, words in found.items()}


def _says(rows: Rows, ends: Pair, field: str) -> bool:
    return any(field in rows.get(end, {}) for end in ends)


def _join(rows: dict[str, dict[str, Any]], theirs: Rows, field: str) -> None:
    """Adds the other pack's links to those of each row."""
    for row, says in theirs.items():
        if field in says:
            mine = rows[row].get(field, [])
            rows[row][field] = [*mine, *(value for value in says[field] if value not in mine)]


def _relink(
    rules: Rules[Any], rows: dict[str, dict[str, Any]], difference: RowDifference, words: list[str] | None
) -> None:
    """Puts these links between two rows, in the place of any others."""
    how = _linked(rules, difference.chart)[difference.field]
    for row, end in ((difference.row, difference.end), (difference.end, difference.row)):
        if difference.field not in rows.get(row, {}):
            continue
        listed = [str(value) for value in rows[row][difference.field]]
        kept = [value for value in listed if (value if how.word else value.rpartition("/")[2]) != end]
        if now := kept + [end if how.word else f"{word}/{end}" for word in words or ()]:
            rows[row][difference.field] = now
        else:
            del rows[row][difference.field]


# ---- the order of the board, and runs ----


def _board(rules: Rules[Any], chart: str, charts: Charts) -> Board | None:
    of_hexes = rules.printed.boards and rules.printed.charts[chart].KEY == "hex"
    return rules.printed.boards(charts)[0] if of_hexes and rules.printed.boards else None


def _order(rules: Rules[Any], chart: str, charts: Charts) -> Callable[[str], Any]:
    """The order of a chart's rows: hexes as they lie on the board, others as the text or the pack names them."""
    board = _board(rules, chart, charts)
    known = [known.row for known in rules.printed.roster if known.chart == chart]
    ranks = {row: at for at, row in enumerate(dict.fromkeys([*known, *charts.get(chart, {})]))}

    def order(row: str) -> tuple[Any, ...]:
        if board and board.is_hex(row):
            return 0, *board.drawn_at(row)
        return 1, ranks.get(row, len(ranks)), 0

    return order


def _runs(rules: Rules[Any], charts: Mapping[str, Any], chart: str, rows: Sequence[str]) -> str:
    """Rows counted, and named in runs: `(12): 1601..1612`."""
    board = _board(rules, chart, charts)
    runs: list[list[str]] = []
    for row in rows:
        if runs and _follows(board, runs[-1][-1], row):
            runs[-1].append(row)
        else:
            runs.append([row])
    named = [f"{run[0]}..{run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs]
    more = sum(map(len, runs[MOST:]))
    return f"({len(rows)}): {', '.join(named[:MOST])}" + (f" and {more} more" if more else "")


def _follows(board: Board | None, before: str, row: str) -> bool:
    if board and board.is_hex(before) and board.is_hex(row):
        (down, along), (row_down, row_along) = board.drawn_at(before), board.drawn_at(row)
        return (row_down, row_along) == (down, along + 2)
    one, other = NUMBERED.fullmatch(before), NUMBERED.fullmatch(row)
    return bool(one and other and one[1] == other[1] and int(other[2]) == int(one[2]) + 1)


def _in_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    return "none" if value in (None, "") else str(value)
