"""A pack filled in by questions: what is not said yet, in the order of the charts, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin

import click

from cli.files import write_out
from cli.output import folded, talk

ALL_SAID = "# all said: "
"""Opens the line in a pack's file that names a group of rows the player has said to be all."""


class Ask(NamedTuple):
    """What is to be asked next: a row's field, the name of a further row of a group, or whether a chart is complete."""

    chart: str
    row: str = ""
    field: str = ""
    group: Any = None


class Filling:
    """A pack in the making. It is in its file after every answer, so that leaving loses nothing."""

    def __init__(self, rules: Any, file: Path) -> None:
        from domain.kernel.limits import TOML
        from domain.kernel.packs import examine, load_toml
        from replays import library

        self.rules, self.file = rules, file
        self.head: dict[str, Any] = {"system": rules.code, "name": file.stem}
        self.charts: dict[str, dict[str, dict[str, Any]]] = {chart: {} for chart in rules.charts}
        self.done: list[str] = []
        if file.exists():
            text = library.read_text(file, TOML)
            held = examine(text, rules, str(file)).pack
            written = load_toml(text, str(file))
            self.head |= {"name": held.name, **({"about": held.about} if held.about else {}), **({"invented": True} if held.invented else {})}
            for chart in rules.charts:
                self.charts[chart] = {row: dict(says) for row, says in written.get(chart, {}).items()}
            self.done = [f"complete {chart}" for chart in held.complete]
            self.done += [line.removeprefix(ALL_SAID) for line in text.splitlines() if line.startswith(ALL_SAID)]
        for chart, rows in self.charts.items():
            if f"complete {chart}" not in self.done:
                known = {known.row: {**known.says, **rows.get(known.row, {})} for known in rules.printed.roster if known.chart == chart}
                self.charts[chart] = known | {row: says for row, says in rows.items() if row not in known}
                self._close(chart)
        self.explained: set[str] = set()
        """Fields whose long explanation was given already."""
        self.before: list[tuple[str, dict[str, dict[str, Any]], list[str], set[str]]] = []
        self.later: set[str] = set()
        """Charts that are not complete, and of which nothing more can be asked this time."""

    def run(self) -> None:
        """Asks until nothing is left or the player stops."""
        told = ""
        while ask := self.next():
            head = self._heading(ask)
            if head != told:
                for line in folded(head, rest="  "):
                    talk(line)
                told = head
            try:
                said = self._prompt(ask)
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
                self.explained.discard(f"{ask.chart}.{ask.field}")
                continue
            if trouble := self.answer(ask, said):
                talk(f"  {trouble}")
        talk(f"{self.file} is filled in; `wardiary pack check {self.rules.code} {self.file}` says what is missing")

    def next(self) -> Ask | None:
        """The first thing that is not said yet. Charts that say something of the same thing, as a card's sections, go side by side."""
        for _, together in groupby(self.charts, lambda chart: self.rules.charts[chart].KEY.partition(":")[0]):
            charts = [chart for chart in together if f"complete {chart}" not in self.done]
            for chart, row in self._side_by_side(charts):
                if field := self._unsaid(chart, row):
                    return Ask(chart, row, field)
            for chart in charts:
                if chart in self.later:
                    continue
                for group in self.rules.printed.groups:
                    if group.chart == chart and self._label(group) not in self.done and not self._full(group):
                        return Ask(chart, group=group)
                return Ask(chart)
        return None

    def _side_by_side(self, charts: list[str]) -> Iterator[tuple[str, str]]:
        """The rows of charts, those of the same thing together: 17 in one chart, 17:2-10 in another."""
        of: dict[str, list[tuple[str, str]]] = {}
        for chart in charts:
            for row in self.charts[chart]:
                of.setdefault(row.partition(":")[0], []).append((chart, row))
        for rows in of.values():
            yield from rows

    def _unsaid(self, chart: str, row: str) -> str:
        """The first field printed for a row that nobody has said; "" for none."""
        from domain.kernel.packs import asked_of

        says = self.charts[chart][row]
        return next((field for field in asked_of(self.rules, chart, says) if field not in says), "")

    def _close(self, chart: str) -> None:
        """A chart of which the rulebook's text knows every row is complete when all of them are said: nothing is left to ask."""
        printed = self.rules.printed
        known = any(known.chart == chart for known in printed.roster) and not any(group.chart == chart for group in printed.groups)
        if known and f"complete {chart}" not in self.done and not any(self._unsaid(chart, row) for row in self.charts[chart]):
            self.done.append(f"complete {chart}")

    def answer(self, ask: Ask, said: str) -> str:
        """An answer entered and kept in the file; or in words why it is none."""
        rows = {row: dict(says) for row, says in self.charts[ask.chart].items()}
        self.before.append((ask.chart, rows, [*self.done], {*self.later}))
        trouble = self._take(ask, said)
        if trouble:
            self.before.pop()
        else:
            self._close(ask.chart)
            self._keep()
        return trouble

    def _label(self, group: Any) -> str:
        return f"{group.chart}, {group.title}"

    def _full(self, group: Any) -> bool:
        return group.number is not None and len(self._members(group)) >= group.number

    def _members(self, group: Any) -> list[str]:
        told = group.says or group.prefix
        rows = self.charts[group.chart].items()
        return [row for row, says in rows if told and row.startswith(group.prefix) and _fits(group.says, says)]

    def _base(self, chart: str, row: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """What is known of a row before its fields are asked for, and what is likely."""
        for known in self.rules.printed.roster:
            if (known.chart, known.row) == (chart, row):
                return known.says, {}
        for group in self.rules.printed.groups:
            if group.chart == chart and row in self._members(group):
                return group.says, group.likely
        return {}, {}

    def _heading(self, ask: Ask) -> str:
        if ask.group:
            so_far = ", ".join(self._members(ask.group))
            return f"{ask.chart}: {ask.group.title} [{ask.group.rule}]" + (f"; so far {so_far}" if so_far else "")
        if not ask.row:
            return f"{ask.chart}: {len(self.charts[ask.chart])} said"
        known = next((k for k in self.rules.printed.roster if (k.chart, k.row) == (ask.chart, ask.row)), None)
        return f"{ask.chart}: {ask.row}" + (f", {known.look_for} [{known.rule}]" if known and known.look_for else "")

    def _prompt(self, ask: Ask) -> str:
        from domain.kernel.packs import explain, meaning

        if ask.field:
            words, default = explain(self.rules, ask.chart, ask.field), self._default(ask)
        elif ask.group:
            left = f" of {ask.group.number}" if ask.group.number else ""
            words, default = f"the name of one more{left}, Enter when these are all", ""
        else:
            words, default = f"are these all the {ask.chart} of the game? (yes or no)", "no"
        lines = folded(words, "  ", "  ")
        if ask.field and len(lines) > 1:
            if (key := f"{ask.chart}.{ask.field}") in self.explained:
                lines = [f"  {meaning(self.rules, ask.chart, ask.field).title} (? says more)"]
            self.explained.add(key)
        for line in lines[:-1]:
            talk(line)
        return str(click.prompt(lines[-1], default=default, show_default=bool(default), err=True)).strip()

    def _default(self, ask: Ask) -> str:
        """What Enter takes: what is likely, what the last row of the same kind had, or what a row has that does not say it."""
        from domain.kernel.state import say

        rows, info = self.charts[ask.chart], self.rules.charts[ask.chart].model_fields[ask.field]
        if ask.field == self.rules.printed.mutual.get(ask.chart):
            near = [other for other, says in rows.items() if ask.row in says.get(ask.field, ())]
            return say(tuple(near)) if near else ""
        base, likely = self._base(ask.chart, ask.row)
        if ask.field in likely:
            return _text(likely[ask.field])
        kin = {key: value for key, value in base.items() if key not in ("name", "division")}
        if kin and ask.chart not in self.rules.printed.mutual:  # counters of a kind are often alike, places on a map are not
            alike = [says[ask.field] for row, says in rows.items() if row != ask.row and ask.field in says and _fits(kin, says)]
            if alike:
                return _text(alike[-1])
        return "" if self._must(ask) else _text(info.default) or "none"

    def _must(self, ask: Ask) -> bool:
        from domain.kernel.packs import asked_of

        return bool(asked_of(self.rules, ask.chart, self.charts[ask.chart][ask.row]).get(ask.field))

    def _take(self, ask: Ask, said: str) -> str:
        from domain.kernel.packs import bad_name

        rows = self.charts[ask.chart]
        if ask.field:
            return self._take_field(ask, said)
        if ask.group:
            if not said:
                self.done.append(self._label(ask.group))
            elif said in rows:
                return f"{said} is there already"
            elif trouble := bad_name(said, self.rules.charts[ask.chart]):
                return trouble
            elif not said.startswith(ask.group.prefix):
                return f"these names begin with {ask.group.prefix}"
            else:
                rows[said] = dict(ask.group.says)
            return ""
        if said.casefold() not in ("y", "yes", "n", "no"):
            return "yes or no"
        if said.casefold() in ("y", "yes"):
            self.done.append(f"complete {ask.chart}")
        else:
            self.later.add(ask.chart)
        return ""

    def _take_field(self, ask: Ask, said: str) -> str:
        from domain.kernel.errors import BadInput
        from domain.kernel.packs import both_ways
        from domain.kernel.state import parse_field

        rows, schema = self.charts[ask.chart], self.rules.charts[ask.chart]
        if not said and self._must(ask):
            return "it must be said; `stop` leaves, `back` goes back"
        mutual = ask.field == self.rules.printed.mutual.get(ask.chart)
        try:
            value = parse_field(schema, ask.field, _spelt_out(schema.model_fields[ask.field].annotation, said), spaced=not mutual)
        except BadInput as error:
            return str(error)
        if mutual and ask.row in value:
            return f"{ask.row} is not next to itself"
        rows[ask.row][ask.field] = list(value) if isinstance(value, tuple) else value
        if mutual:
            both_ways(rows, ask.row, ask.field)
        return ""

    def _back(self) -> None:
        if self.before:
            chart, self.charts[chart], self.done, self.later = self.before.pop()
            self._keep()
        else:
            talk("  there is nothing before it")

    def _keep(self) -> None:
        from domain.kernel.packs import write_toml

        complete = [chart for chart in self.charts if f"complete {chart}" in self.done]
        head = "".join(f"{ALL_SAID}{label}\n" for label in self.done if not label.startswith("complete "))
        said = {chart: {row: says for row, says in rows.items() if says} for chart, rows in self.charts.items()}
        write_out(head + write_toml({**self.head, "complete": complete, **said}), self.file, overwrite=True)  # it was read, and is a pack


def _fits(some: Mapping[str, Any], says: Mapping[str, Any]) -> bool:
    return all(field in says and says[field] == value for field, value in some.items())


def _spelt_out(kind: Any, said: str) -> str:
    """Words of a closed list may be said by how they begin, when only one begins so."""
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
    from domain.kernel.state import say

    return say(tuple(value) if isinstance(value, list) else value)
