"""Filling in a pack by questions: everything not said yet, in the order of the charts, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin

import click

from cli.output import folded, talk
from cli.writing import write_out
from domain.kernel.errors import BadInput
from domain.kernel.limits import TOML
from domain.kernel.packs import asked_of, bad_name, both_ways, examine, explain, load_toml, meaning, write_toml
from domain.kernel.printed import Group
from domain.kernel.rules import Rules
from domain.kernel.state import parse_field, say
from replays import library

Rows = dict[str, dict[str, Any]]
"""The rows of a chart with the fields said so far."""

ALL_SAID = "# all said: "
"""The beginning of the line in a pack's file that names a group whose rows have all been said."""


class Gap(NamedTuple):
    """A gap in a pack: a row's field, the name of a further row of a group, or whether a chart is complete."""

    chart: str
    row: str = ""
    field: str = ""
    group: Group | None = None


class Filling:
    """A pack in the making. Its file is written after every answer, so that leaving loses nothing."""

    def __init__(self, rules: Rules[Any], file: Path) -> None:
        self.rules, self.file = rules, file
        self.head: dict[str, Any] = {"system": rules.code, "name": file.stem}
        self.charts: dict[str, Rows] = {chart: {} for chart in rules.printed.charts}
        self.done: list[str] = []
        self.explained: set[str] = set()
        """Fields whose long explanation has been shown."""
        self.before: list[tuple[str, Rows, list[str], set[str]]] = []
        self.later: set[str] = set()
        """Incomplete charts that have no further questions this time."""
        if file.exists():
            self._read()
        for chart in self.charts:
            if f"complete {chart}" not in self.done:
                self._enter_known(chart)
                self._close(chart)

    def _read(self) -> None:
        """Reads the file's present contents. Raises BadInput."""
        text = library.read_text(self.file, TOML)
        held = examine(text, self.rules, str(self.file)).pack
        written = load_toml(text, str(self.file))
        self.head |= {
            "name": held.name,
            **({"about": held.about} if held.about else {}),
            **({"invented": True} if held.invented else {}),
        }
        for chart in self.rules.printed.charts:
            self.charts[chart] = {row: dict(says) for row, says in written.get(chart, {}).items()}
        self.done = [f"complete {chart}" for chart in held.complete]
        self.done += [line.removeprefix(ALL_SAID) for line in text.splitlines() if line.startswith(ALL_SAID)]

    def _enter_known(self, chart: str) -> None:
        """Puts the rows that certainly exist first, with the text's values where the file says nothing else."""
        rows = self.charts[chart]
        known = {
            known.row: {**known.says, **rows.get(known.row, {})}
            for known in self.rules.printed.roster
            if known.chart == chart
        }
        self.charts[chart] = known | {row: says for row, says in rows.items() if row not in known}

    def run(self) -> None:
        """Asks until nothing is left or the player stops."""
        told = ""
        while gap := self.next():
            head = self._heading(gap)
            if head != told:
                for line in folded(head, rest="  "):
                    talk(line)
                told = head
            try:
                said = self._prompt(gap)
            except (click.Abort, EOFError):
                said = "stop"
            if said == "stop":
                self._keep()
                talk(f"{self.file} holds what was said so far")
                return
            if said == "back":
                told = ""
                self._back()
                continue
            if said == "?":
                self.explained.discard(f"{gap.chart}.{gap.field}")
                continue
            if trouble := self.answer(gap, said):
                talk(f"  {trouble}")
        talk(f"{self.file} is filled in; `wardiary pack check {self.rules.code} {self.file}` says what is missing")

    def next(self) -> Gap | None:
        """The first gap. Charts about the same things, such as a card's sections, are filled side by side."""
        for _, together in groupby(self.charts, lambda chart: self.rules.printed.charts[chart].KEY.partition(":")[0]):
            charts = [chart for chart in together if f"complete {chart}" not in self.done]
            for chart, row in self._side_by_side(charts):
                if field := self._unsaid(chart, row):
                    return Gap(chart, row, field)
            for chart in charts:
                if chart not in self.later:
                    groups = (
                        g
                        for g in self.rules.printed.groups
                        if g.chart == chart and self._label(g) not in self.done and not self._full(g)
                    )
                    return Gap(chart, group=next(groups, None))
        return None

    def _side_by_side(self, charts: list[str]) -> Iterator[tuple[str, str]]:
        """The rows of charts, grouped by the thing they are about: 17 in one chart, 17:2-10 in another."""
        of: dict[str, list[tuple[str, str]]] = {}
        for chart in charts:
            for row in self.charts[chart]:
                of.setdefault(row.partition(":")[0], []).append((chart, row))
        for rows in of.values():
            yield from rows

    def _unsaid(self, chart: str, row: str) -> str:
        """The first field of a row that is asked for and not said; "" if there is none."""
        says = self.charts[chart][row]
        return next((field for field in asked_of(self.rules, chart, says) if field not in says), "")

    def _close(self, chart: str) -> None:
        """Completes a chart whose rows the rulebook's text knows, once all of them are said: nothing is left to ask."""
        printed = self.rules.printed
        known = any(known.chart == chart for known in printed.roster) and not any(
            group.chart == chart for group in printed.groups
        )
        if (
            known
            and f"complete {chart}" not in self.done
            and not any(self._unsaid(chart, row) for row in self.charts[chart])
        ):
            self.done.append(f"complete {chart}")

    def answer(self, gap: Gap, said: str) -> str:
        """Enters an answer and writes the file. Returns "" or, in words, why it is no answer."""
        rows = {row: dict(says) for row, says in self.charts[gap.chart].items()}
        self.before.append((gap.chart, rows, [*self.done], {*self.later}))
        trouble = self._take(gap, said)
        if trouble:
            self.before.pop()
        else:
            self._close(gap.chart)
            self._keep()
        return trouble

    def _label(self, group: Group) -> str:
        return f"{group.chart}, {group.title}"

    def _full(self, group: Group) -> bool:
        return group.number is not None and len(self._members(group)) >= group.number

    def _members(self, group: Group) -> list[str]:
        told = group.says or group.prefix
        rows = self.charts[group.chart].items()
        return [row for row, says in rows if told and row.startswith(group.prefix) and _fits(group.says, says)]

    def _base(self, chart: str, row: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """The known fields of a row before it is asked for, and the likely values of others."""
        for known in self.rules.printed.roster:
            if (known.chart, known.row) == (chart, row):
                return known.says, {}
        for group in self.rules.printed.groups:
            if group.chart == chart and row in self._members(group):
                return group.says, group.likely
        return {}, {}

    def _heading(self, gap: Gap) -> str:
        if gap.group:
            so_far = ", ".join(self._members(gap.group))
            return f"{gap.chart}: {gap.group.title} [{gap.group.rule}]" + (f"; so far {so_far}" if so_far else "")
        if not gap.row:
            return f"{gap.chart}: {len(self.charts[gap.chart])} said"
        known = next((k for k in self.rules.printed.roster if (k.chart, k.row) == (gap.chart, gap.row)), None)
        return f"{gap.chart}: {gap.row}" + (f", {known.look_for} [{known.rule}]" if known and known.look_for else "")

    def _question(self, gap: Gap) -> tuple[str, str]:
        """The words of a question, and the answer that Enter gives."""
        if gap.field:
            return explain(self.rules, gap.chart, gap.field), self._default(gap)
        if gap.group:
            left = f" of {gap.group.number}" if gap.group.number else ""
            return f"the name of one more{left}, Enter when these are all", ""
        return f"are these all the {gap.chart} of the game? (yes or no)", "no"

    def _prompt(self, gap: Gap) -> str:
        """Asks about a gap, and returns the player's answer. A long explanation is shown once."""
        words, default = self._question(gap)
        lines = folded(words, "  ", "  ")
        if gap.field and len(lines) > 1:
            if (key := f"{gap.chart}.{gap.field}") in self.explained:
                lines = [f"  {meaning(self.rules, gap.chart, gap.field).title} (? says more)"]
            self.explained.add(key)
        for line in lines[:-1]:
            talk(line)
        return str(click.prompt(lines[-1], default=default, show_default=bool(default), err=True)).strip()

    def _default(self, gap: Gap) -> str:
        """The answer that Enter gives: a likely value, the value of the last row of the same kind, or the field's
        default.
        """
        rows, info = self.charts[gap.chart], self.rules.printed.charts[gap.chart].model_fields[gap.field]
        if gap.field == self.rules.printed.mutual.get(gap.chart):
            near = [other for other, says in rows.items() if gap.row in says.get(gap.field, ())]
            return say(tuple(near)) if near else ""
        base, likely = self._base(gap.chart, gap.row)
        if gap.field in likely:
            return _text(likely[gap.field])
        kin = {key: value for key, value in base.items() if key not in ("name", "division")}
        # counters of a kind are often alike, places on a map are not
        if kin and gap.chart not in self.rules.printed.mutual:
            alike = [
                says[gap.field]
                for row, says in rows.items()
                if row != gap.row and gap.field in says and _fits(kin, says)
            ]
            if alike:
                return _text(alike[-1])
        return "" if self._must(gap) else _text(info.default) or "none"

    def _must(self, gap: Gap) -> bool:
        return bool(asked_of(self.rules, gap.chart, self.charts[gap.chart][gap.row]).get(gap.field))

    def _take(self, gap: Gap, said: str) -> str:
        rows = self.charts[gap.chart]
        if gap.field:
            return self._take_field(gap, said)
        if gap.group:
            if not said:
                self.done.append(self._label(gap.group))
            elif said in rows:
                return f"{said} is there already"
            elif trouble := bad_name(said, self.rules.printed.charts[gap.chart]):
                return trouble
            elif not said.startswith(gap.group.prefix):
                return f"these names begin with {gap.group.prefix}"
            else:
                rows[said] = dict(gap.group.says)
            return ""
        if said.casefold() not in ("y", "yes", "n", "no"):
            return "yes or no"
        if said.casefold() in ("y", "yes"):
            self.done.append(f"complete {gap.chart}")
        else:
            self.later.add(gap.chart)
        return ""

    def _take_field(self, gap: Gap, said: str) -> str:
        rows, schema = self.charts[gap.chart], self.rules.printed.charts[gap.chart]
        if not said and self._must(gap):
            return "it must be said; `stop` leaves, `back` goes back"
        mutual = gap.field == self.rules.printed.mutual.get(gap.chart)
        try:
            value = parse_field(
                schema, gap.field, _spelt_out(schema.model_fields[gap.field].annotation, said), spaced=not mutual
            )
        except BadInput as error:
            return str(error)
        if mutual and gap.row in value:
            return f"{gap.row} is not next to itself"
        rows[gap.row][gap.field] = list(value) if isinstance(value, tuple) else value
        if mutual:
            both_ways(rows, gap.row, gap.field)
        return ""

    def _back(self) -> None:
        if self.before:
            chart, self.charts[chart], self.done, self.later = self.before.pop()
            self._keep()
        else:
            talk("  there is nothing before it")

    def _keep(self) -> None:
        complete = [chart for chart in self.charts if f"complete {chart}" in self.done]
        head = "".join(f"{ALL_SAID}{label}\n" for label in self.done if not label.startswith("complete "))
        said = {chart: {row: says for row, says in rows.items() if says} for chart, rows in self.charts.items()}
        # the file was read before, and is a pack
        write_out(head + write_toml({**self.head, "complete": complete, **said}), self.file, overwrite=True)


def _fits(some: Mapping[str, Any], says: Mapping[str, Any]) -> bool:
    return all(field in says and says[field] == value for field, value in some.items())


def _spelt_out(kind: Any, said: str) -> str:
    """An answer with words of a closed list completed, if only one begins so."""
    inner = get_args(kind)[0] if get_origin(kind) is tuple else kind
    if get_origin(inner) is not Literal:
        return said
    words = said.replace(",", " ").split() if kind is not inner else [said]
    choices = [str(choice) for choice in get_args(inner)]
    found = []
    for word in words:
        meant = [choice for choice in choices if choice.startswith(word)]
        found.append(meant[0] if len(meant) == 1 and word not in ("", *choices) else word)
    return ",".join(found)


def _text(value: Any) -> str:
    return say(tuple(value) if isinstance(value, list) else value)
