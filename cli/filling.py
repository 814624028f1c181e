"""A pack filled in by questions: what is not said yet, in the order of the charts, and nothing twice."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

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
        from domain.kernel.packs import examine
        from replays import library

        self.rules, self.file = rules, file
        self.head: dict[str, Any] = {"system": rules.code, "name": file.stem}
        self.charts: dict[str, dict[str, dict[str, Any]]] = {chart: {} for chart in rules.charts}
        self.done: list[str] = []
        if file.exists():
            text = library.read_text(file)
            held, begun, _ = examine(text, rules, str(file))
            self.head |= {"name": held.name, **({"about": held.about} if held.about else {}), **({"invented": True} if held.invented else {})}
            for chart in rules.charts:
                self.charts[chart] = {row: dict(says) for row, says in {**held.charts.get(chart, {}), **begun.get(chart, {})}.items()}
            self.done = [f"complete {chart}" for chart in held.complete]
            self.done += [line.removeprefix(ALL_SAID) for line in text.splitlines() if line.startswith(ALL_SAID)]
        for known in rules.roster:
            if f"complete {known.chart}" in self.done:
                continue
            row = self.charts[known.chart].setdefault(known.row, {})
            self.charts[known.chart][known.row] = {**known.says, **row}
        self.before: list[Any] = []
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
            if trouble := self.answer(ask, said):
                talk(f"  {trouble}")
        talk(f"{self.file} is filled in; `wardiary pack check {self.rules.code} {self.file}` says what is missing")

    def next(self) -> Ask | None:
        """The first thing that is not said yet."""
        from domain.kernel.packs import asked_of, lacking

        for chart, rows in self.charts.items():
            if f"complete {chart}" in self.done:
                continue
            for row, says in rows.items():
                if lacking(self.rules, chart, says):
                    field = next(field for field in asked_of(self.rules, chart, says) if field not in says)
                    return Ask(chart, row, field)
            if chart in self.later:
                continue
            for group in self.rules.groups:
                if group.chart == chart and self._label(group) not in self.done and not self._full(group):
                    return Ask(chart, group=group)
            return Ask(chart)
        return None

    def answer(self, ask: Ask, said: str) -> str:
        """An answer entered and kept in the file; or in words why it is none."""
        self.before.append(copy.deepcopy((self.charts, self.done, self.later)))
        trouble = self._take(ask, said)
        if trouble:
            self.before.pop()
        else:
            self._keep()
        return trouble

    def _label(self, group: Any) -> str:
        return f"{group.chart}, {group.title}"

    def _full(self, group: Any) -> bool:
        return group.number is not None and len(self._members(group)) >= group.number

    def _members(self, group: Any) -> list[str]:
        return [row for row, says in self.charts[group.chart].items() if group.says and group.says.items() <= says.items()]

    def _base(self, chart: str, row: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """What is known of a row before its fields are asked for, and what is likely."""
        for known in self.rules.roster:
            if (known.chart, known.row) == (chart, row):
                return known.says, {}
        for group in self.rules.groups:
            if group.chart == chart and row in self._members(group):
                return group.says, group.likely
        return {}, {}

    def _heading(self, ask: Ask) -> str:
        if ask.group:
            so_far = ", ".join(self._members(ask.group))
            return f"{ask.chart}: {ask.group.title} [{ask.group.rule}]" + (f"; so far {so_far}" if so_far else "")
        if not ask.row:
            return f"{ask.chart}: {len(self.charts[ask.chart])} said"
        known = next((k for k in self.rules.roster if (k.chart, k.row) == (ask.chart, ask.row)), None)
        return f"{ask.chart}: {ask.row}" + (f", {known.look_for} [{known.rule}]" if known and known.look_for else "")

    def _prompt(self, ask: Ask) -> str:
        from domain.kernel.packs import explain

        if ask.field:
            words, default = explain(self.rules, ask.chart, ask.field), self._default(ask)
        elif ask.group:
            words, default = "the name of one more, Enter when these are all", ""
        else:
            words, default = f"are these all the {ask.chart} of the game? (yes or no)", "no"
        lines = folded(words, "  ", "  ")
        for line in lines[:-1]:
            talk(line)
        return str(click.prompt(lines[-1], default=default, show_default=bool(default), err=True)).strip()

    def _default(self, ask: Ask) -> str:
        """What Enter takes: what is likely, what the last row of the same kind had, or what a row has that does not say it."""
        from domain.kernel.state import say

        rows, info = self.charts[ask.chart], self.rules.charts[ask.chart].model_fields[ask.field]
        if ask.field == self.rules.mutual.get(ask.chart):
            near = [other for other, says in rows.items() if ask.row in says.get(ask.field, ())]
            return say(tuple(near)) if near else ""
        base, likely = self._base(ask.chart, ask.row)
        if ask.field in likely:
            return _text(likely[ask.field])
        kin = {key: value for key, value in base.items() if key not in ("name", "division")}
        if kin and ask.chart not in self.rules.mutual:  # counters of a kind are often alike, places on a map are not
            alike = [says[ask.field] for row, says in rows.items() if row != ask.row and ask.field in says and kin.items() <= says.items()]
            if alike:
                return _text(alike[-1])
        return "" if self._must(ask) else _text(info.default)

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
            elif trouble := bad_name(said):
                return trouble
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
        from domain.kernel.state import parse

        rows = self.charts[ask.chart]
        if not said and self._must(ask):
            return "it must be said; `stop` leaves, `back` goes back"
        try:
            value = parse(self.rules.charts[ask.chart].model_fields[ask.field].annotation, ",".join(w.strip() for w in said.split(",")))
        except BadInput as error:
            return str(error)
        mutual = ask.field == self.rules.mutual.get(ask.chart)
        if mutual and ask.row in value:
            return f"{ask.row} is not next to itself"
        rows[ask.row][ask.field] = list(value) if isinstance(value, tuple) else value
        if mutual:
            both_ways(rows, ask.row, ask.field)
        return ""

    def _back(self) -> None:
        if self.before:
            self.charts, self.done, self.later = self.before.pop()
            self._keep()
        else:
            talk("  there is nothing before it")

    def _keep(self) -> None:
        from domain.kernel.packs import write_toml

        complete = [chart for chart in self.charts if f"complete {chart}" in self.done]
        head = "".join(f"{ALL_SAID}{label}\n" for label in self.done if not label.startswith("complete "))
        write_out(head + write_toml({**self.head, "complete": complete, **self.charts}), self.file)


def _text(value: Any) -> str:
    from domain.kernel.state import say

    return say(tuple(value) if isinstance(value, list) else value)
