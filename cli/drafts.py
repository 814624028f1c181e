"""A pack in the making: its lines, what they say, and its file, which is written safely after each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from cli.writing import write_out
from domain.kernel.errors import BadInput, Trouble
from domain.kernel.limits import TOML
from domain.kernel.packs import check_field, examine_data, lacking, load_toml, write_toml
from domain.kernel.rules import Rules
from domain.kernel.state import check_row, say
from domain.kernel.written import Links, mark_on
from replays import library
from replays.dictated import read_dictated, write_dictated
from replays.dictated.dictating import SAFE
from replays.dictated.items import Item, Statement, in_quotes, lines_of, unquoted

LINES = ".txt"
"""The ending of a pack in lines."""
ALL_SAID = "# all said: "
"""The beginning of a remark that names a question which has nothing more to ask."""
BY_THE_TEXT = "# by the rulebook's text"
IN_LINE = re.compile(r" in line (\d+)")
Rows = dict[str, dict[str, Any]]
"""The rows of a chart with the fields said so far."""


class Understood(NamedTuple):
    """What a line changed: the rows of a chart, with the fields it said of each."""

    chart: str
    rows: Mapping[str, Mapping[str, Any]]
    completes: bool = False

    def __str__(self) -> str:
        words = [self._said()] if self.rows else []
        return ", ".join(words + [f"{self.chart} is complete"] * self.completes) or "all of it was said already"

    def _said(self) -> str:
        names = list(self.rows)
        shown = ", ".join(names) if len(names) < 4 else f"{names[0]} … {names[-1]}, {len(names)} rows"
        fields = dict.fromkeys(field for says in self.rows.values() for field in says)
        return f"{self.chart} {shown}: " + ", ".join(self._field(field) for field in fields)

    def _field(self, field: str) -> str:
        values = [says[field] for says in self.rows.values() if field in says]
        return f"{field} {_shown(values[0])}" if all(value == values[0] for value in values) else field


class Draft:
    """The lines of a pack. A `.txt` is these lines; of a TOML file they are what it says, and it is made of them."""

    def __init__(self, rules: Rules[Any], file: Path) -> None:
        self.rules, self.file = rules, file
        self.in_lines = file.suffix == LINES
        self.before: list[tuple[str, str, str]] = []
        """The text and the chart before each line of this sitting, and the line."""
        self.chart = ""
        """The chart of the last line of this sitting."""
        self.told: dict[str, set[str]] = {}
        """The rows of which a line says by itself what touches them, by chart."""
        self.touched = False
        """Whether its last lines may be none that somebody has typed."""
        self.text = self.on_disk = ""
        if file.exists():
            self._read()
        else:
            self.text = write_dictated({"system": rules.code, "name": file.stem}, rules)
        self._hear(self.text)
        self.own = len([*self.lines()])
        """The lines that were there when the sitting began."""

    def _read(self) -> None:
        text = library.read_text(self.file, TOML)
        self.on_disk = text
        if self.in_lines:
            self.text = text if text.endswith("\n") or not text else text + "\n"
            examine_data(self._examined(self.text), self.rules, str(self.file))
            return
        data = load_toml(text, str(self.file))
        examine_data(data, self.rules, str(self.file))
        self.head = {key: value for key, value in data.items() if not isinstance(value, Mapping)}
        marks = "".join(f"{line}\n" for line in text.splitlines() if line.startswith(ALL_SAID))
        plain = {**data, "name": data.get("name", self.file.stem)}
        touching = ""
        for chart, field in self.rules.printed.mutual.items():
            if chart in data:
                links = {row: says[field] for row, says in data[chart].items() if says.get(field)}
                plain[chart] = {
                    row: {key: value for key, value in says.items() if key != field} if says.get(field) else says
                    for row, says in data[chart].items()
                }
                touching += f"{chart}\n" + "".join(
                    self.link_line(chart, row, ends) + "\n" for row, ends in links.items()
                )
        self.text = write_dictated(plain, self.rules) + touching + marks

    def _examined(self, text: str) -> dict[str, Any]:
        return {"name": self.file.stem, **read_dictated(text, self.rules, str(self.file)).data}

    def link_line(self, chart: str, row: str, ends: Sequence[str]) -> str:
        """The line that says what touches a row."""
        return f"{self._link_word(chart)} {_end(row)}/{'+'.join(map(_end, ends))}"

    def _link_word(self, chart: str) -> str:
        field = self.rules.printed.mutual[chart]
        links = mark_on(self.rules.printed.charts[chart].model_fields[field], Links)
        return links.word if links else field

    def lines(self) -> Iterator[str]:
        """The lines as they stand."""
        yield from StringIO(self.text)

    def _hear(self, text: str) -> None:
        """Reads the lines. Raises BadInput; then nothing has changed."""
        said = read_dictated(text, self.rules, str(self.file))
        self.charts: dict[str, Rows] = {chart: dict(said.data.get(chart, {})) for chart in self.rules.printed.charts}
        self.complete: list[str] = list(said.data.get("complete", ()))
        self.done = [line.removeprefix(ALL_SAID).strip() for line in text.splitlines() if line.startswith(ALL_SAID)]
        self.said = said
        self.text = text
        self._who_is_told()

    def _who_is_told(self) -> None:
        mutual = {self._link_word(chart): chart for chart in self.rules.printed.mutual}
        self.told = {
            chart: {row for row, says in self.charts[chart].items() if says.get(field) == []}
            for chart, field in self.rules.printed.mutual.items()
        }
        for line in lines_of(self.text, str(self.file)) if mutual else ():
            if chart := mutual.get(line.items[0].word if line.items else ""):
                self.told[chart] |= {
                    unquoted(value.split("/")[0]) for item in line.items[1:] for value in item.values if "/" in value
                }

    # ---- lines ----

    def add(self, chart: str, *lines: str, typed: str = "", by_itself: bool = False) -> Understood:
        """Takes lines in below their chart, and writes the file. What follows from the line before, `by_itself`, is
        taken back with it. Raises BadInput; then nothing has changed."""
        self._look_again()
        heading = [f"\n{chart}"] if chart and chart != self.chart else []
        text = self.text + "".join(f"{line}\n" for line in (*heading, *lines))
        before, had, completed, done = self.text, self.charts, self.complete, self.done
        try:
            self._hear(text)
            self._check(had)
        except Trouble as error:
            self.charts, self.complete, self.text, self.done = had, completed, before, done
            self._who_is_told()
            raise BadInput(self._located(str(error), text)) from error
        if by_itself:
            self.touched = True
        else:
            self.before.append((before, self.chart, typed or lines[-1]))
        if chart:
            self.chart = chart
        self.write()
        return self._understood(chart, had, completed)

    def _understood(self, chart: str, had: Mapping[str, Rows], completed: Sequence[str]) -> Understood:
        for name in [chart, *self.charts]:
            rows = {
                row: new
                for row, says in self.charts.get(name, {}).items()
                if (new := {f: value for f, value in says.items() if had[name].get(row, {}).get(f) != value})
                or row not in had[name]
            }
            if rows or (name in self.complete and name not in completed):
                return Understood(name, rows, name in self.complete and name not in completed)
        return Understood(chart, {})

    def _check(self, had: Mapping[str, Rows]) -> None:
        """Raises BadInput for a row that no pack may hold."""
        for chart, rows in self.charts.items():
            for row, says in rows.items():
                if had[chart].get(row) == says:
                    continue
                try:
                    if lacking(self.rules, chart, says):
                        for field, value in says.items():
                            check_field(self.rules, chart, field, value)
                    else:
                        check_row(self.rules.printed.charts[chart], says)
                except Trouble as error:
                    raise BadInput(f"{row}: {error}") from error

    def _located(self, words: str, text: str) -> str:
        """A refusal in terms of the lines above: where another line is at fault, what it says."""
        words = re.sub(r"^.*?:(\d+): ", "", words.removeprefix(str(self.file)), count=1)
        other = IN_LINE.search(words)
        if not other:
            return words
        number = int(other[1])
        if not self.in_lines and number <= self.own:
            return words.replace(other[0], f" in {self.file}")
        line = next(islice(text.splitlines(), number - 1, None), "").strip()
        place = f"{other[0]}, `{line}`" if self.in_lines else f" by `{line}`"
        return words.replace(other[0], place)

    def undo(self) -> str:
        """Takes the last line back, and returns it; "" if there is none. A TOML file keeps no lines of earlier
        sittings."""
        self._look_again()
        if self.before:
            text, self.chart, line = self.before.pop()
            self._hear(text)
            self.write()
            return line
        said = [*lines_of(self.text, str(self.file))] if self.in_lines and not self.touched else []
        if not said or said[-1].items[0].word in ("pack", *self.charts):
            return ""
        lines = [line.removesuffix("\n") for line in self.lines()]
        line = said[-1].raw
        end = said[-1].number
        while end < len(lines) and lines[end - 1].split(" #")[0].rstrip().endswith(","):
            end += 1
        self._hear("".join(f"{one}\n" for one in [*lines[: said[-1].number - 1], *lines[end:]]))
        self.chart = ""
        self.write()
        return line

    def _look_again(self) -> None:
        """Takes up what somebody else has written into the file meanwhile."""
        if not self.in_lines or not self.file.exists():
            return
        now = library.read_text(self.file, TOML)
        if now != self.on_disk:
            self._read()
            self._hear(self.text)
            self.before.clear()
            self.chart = ""

    def write(self) -> None:
        """Writes the file."""
        text = self.text if self.in_lines else self._toml()
        write_out(text, self.file, overwrite=True)
        self.on_disk = text

    def _toml(self) -> str:
        marks = "".join(f"{ALL_SAID}{label}\n" for label in self.done)
        said: dict[str, Any] = {}
        for chart, rows in self.charts.items():
            field = self.rules.printed.mutual.get(chart)
            told = self.told.get(chart, set())
            kept = {
                row: {key: value for key, value in says.items() if key != field or row in told}
                for row, says in rows.items()
            }
            said[chart] = {row: says for row, says in kept.items() if says}
        head = {key: value for key, value in self.said.data.items() if not isinstance(value, Mapping)}
        return marks + write_toml({**head, "complete": self.complete, **said})

    # ---- what the text knows ----

    def enter_known(self) -> None:
        """Puts in what the rulebook's text says of rows that certainly exist, where no line says it yet."""
        missing: dict[str, Rows] = {}
        for known in self.rules.printed.roster:
            has = self.charts[known.chart].get(known.row, {})
            new = {field: value for field, value in known.says.items() if field not in has}
            if new and known.chart not in self.complete:
                missing.setdefault(known.chart, {})[known.row] = new
        text = self.text + in_sections(missing, self.charts, self.rules, f"{BY_THE_TEXT}\n" if missing else "")
        if missing:
            self._hear(text)
            self.touched = True
            self.own = len([*self.lines()])

    def statement(self, line: str) -> Statement | None:
        """A line taken apart; None if it is a remark alone. Raises BadInput."""
        try:
            return next(iter(lines_of(line, "")), None)
        except BadInput as error:
            raise BadInput(re.sub(r"^:\d+: ", "", str(error))) from error


def in_sections(new: Mapping[str, Mapping[str, Any]], charts: Mapping[str, Any], rules: Rules[Any], remark: str) -> str:
    """Rows as lines to be put at the end of a pack, each chart under its name."""
    if not new:
        return ""
    grid = {"grid": charts["grid"]} if charts.get("grid") and "grid" not in new else {}
    parts = write_dictated({"system": rules.code, **grid, **new}, rules).split("\n\n")[1:]
    return (
        "\n"
        + remark
        + "\n\n".join(part.rstrip("\n") for part in parts if not (grid and part.startswith("grid\n")))
        + "\n"
    )


def meant_by(item: Item) -> list[str]:
    """The values of an item as they were meant."""
    return [unquoted(value) for value in item.values]


def bare(word: str) -> str:
    """A name as it may stand in a line, in quotes where it must."""
    return word if SAFE.fullmatch(word) and ".." not in word and word not in ("none", "-") else in_quotes(word)


def _end(word: str) -> str:
    return in_quotes(word) if set(word) & set("/+") else bare(word)


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    return "yes" if value is True else "no" if value is False else say(value)
