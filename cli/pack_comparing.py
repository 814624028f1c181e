"""The commands `pack compare` and `pack merge`: two people's packs of one game, held beside each other."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, get_args

import click

from cli.output import clean, dump, folded, print_line, talk
from cli.packing import as_file, whose_copy
from cli.writing import write_out
from domain.games import load
from domain.kernel.errors import BadInput
from domain.kernel.limits import TOML
from domain.kernel.pack_differences import Choice, Only, PacksCompared, RowDifference, compare_packs, merged
from domain.kernel.packs import Examined, examine_data, explain, rows_digest
from domain.kernel.rules import Rules
from domain.kernel.strict import strict_json
from projections.whole_files import check_writable
from replays import library
from replays.dictated import Dictated
from replays.pack_tables import read_tables

Answers = dict[tuple[str, str, str], Choice]
ANSWERED = "# decided: "
"""The beginning of a line of a merged pack that keeps an answer, so that asking can go on from there."""
STOP, BACK, EXPLAIN = "stop", "back", "?"


class PackCopy(NamedTuple):
    """One of two packs: what it says, checked, and the lines that say it."""

    letter: Choice
    file: str
    found: Examined
    data: dict[str, Any]
    said: Dictated

    @property
    def digest(self) -> str:
        return rows_digest({chart: rows for chart, rows in self.data.items() if isinstance(rows, Mapping)})

    def line_of(self, difference: RowDifference) -> str:
        """Where the file says a field, `mine.txt:14`; "" for a form that has no lines of its own."""
        chart, row, field = difference.chart, difference.row, difference.field
        places = [(chart, row, field), (chart, difference.end, field)] if difference.end else [(chart, row, field)]
        line = next((self.said.lines[place] for place in places if place in self.said.lines), 0)
        return f"{self.file}:{line}" if line else ""


def pack_compare(system: str, a: str, b: str, as_json: bool) -> None:
    """`wardiary pack compare`: which rows and fields of two packs differ. Exit code 1 if any do."""
    rules = load(system)
    one, other = _copy(rules, "A", a), _copy(rules, "B", b)
    compared = compare_packs(rules, one.data, other.data)
    if as_json:
        dump(_as_data(compared, one, other))
    else:
        _tell(compared, one, other)
    if compared.differences:
        raise SystemExit(1)


def pack_merge(system: str, a: str, b: str, output: Path, prefer: str | None, overwrite: bool) -> None:
    """`wardiary pack merge`: one pack of two, with each difference asked once."""
    rules = load(system)
    Merging(rules, _copy(rules, "A", a), _copy(rules, "B", b), output, overwrite).run(prefer)


def _copy(rules: Rules[Any], letter: Choice, file: str) -> PackCopy:
    """A pack by its name or file, or a folder of CSV tables, with every value in one form. Raises BadInput."""
    if Path(file).is_dir():
        said = Dictated({"name": Path(file).name, **read_tables(rules, Path(file))}, {})
    else:
        said = library.pack_said(rules.code, file)
    found = examine_data({"system": rules.code, "name": Path(file).stem, **said.data}, rules, file)
    pack = found.pack
    head: dict[str, Any] = {
        "system": rules.code,
        "name": pack.name,
        "about": pack.about,
        "owner": pack.owner,
        "edition": pack.edition,
    }
    head |= {"invented": pack.invented, "complete": list(pack.complete)}
    charts = {
        chart: {**pack.charts.get(chart, {}), **found.begun.get(chart, {})}
        for chart in rules.printed.charts
        if chart in pack.charts or chart in found.begun
    }
    return PackCopy(letter, file, found, {key: value for key, value in head.items() if value} | charts, said)


# ---- telling ----


def _tell(compared: PacksCompared, one: PackCopy, other: PackCopy) -> None:
    for copy in (one, other):
        for line in folded(
            f"{copy.letter}: {copy.file}{whose_copy(copy.found.pack)}, {copy.found.counted}, {_seal(copy)}", rest="   "
        ):
            print_line(line)
    for difference in compared.differences:
        for line in folded(_line(difference, one, other), rest="  "):
            print_line(line)
    for copy, only in zip((one, other), compared.only, strict=True):
        for found in only:
            for line in folded(f"only {copy.letter} {_named(found)}", rest="  "):
                print_line(line)
    talk(_conclusion(compared))


def _seal(copy: PackCopy) -> str:
    return f"digest {copy.found.pack.digest[:16]}"


def _line(difference: RowDifference, one: PackCopy, other: PackCopy) -> str:
    where = " / ".join(line for copy in (one, other) if (line := copy.line_of(difference)))
    return f"{difference}" + (f"  ({where})" if where else "")


def _named(only: Only) -> str:
    return f"{f'says {only.field} of' if only.field else 'has'} {only.chart} {only.said}"


def _conclusion(compared: PacksCompared) -> str:
    number = len(compared.differences)
    if number:
        return f"{number} {'difference' if number == 1 else 'differences'}; `wardiary pack merge` asks each once"
    return "they say the same" if not any(compared.only) else "nothing differs; one has what the other lacks"


def _as_data(compared: PacksCompared, one: PackCopy, other: PackCopy) -> dict[str, Any]:
    """The whole comparison as data, for programs."""
    return {
        "copies": [
            {
                "file": copy.file,
                "name": copy.found.pack.name,
                "owner": copy.found.pack.owner,
                "edition": copy.found.pack.edition,
                "digest": copy.found.pack.digest,
                "only": [{"chart": only.chart, "field": only.field, "rows": only.rows} for only in lone],
            }
            for copy, lone in zip((one, other), compared.only, strict=True)
        ],
        "differences": [
            {
                "chart": difference.key[0],
                "row": difference.key[1],
                "field": difference.field,
                "values": [difference.one, difference.other],
                "lines": [copy.line_of(difference) for copy in (one, other)],
            }
            for difference in compared.differences
        ],
    }


# ---- merging ----


class Merging:
    """Two packs on their way into one. The file is whole after every answer, so that leaving loses nothing."""

    def __init__(self, rules: Rules[Any], one: PackCopy, other: PackCopy, output: Path, overwrite: bool) -> None:
        self.rules, self.one, self.other, self.output, self.overwrite = rules, one, other, output, overwrite
        self.differences = compare_packs(rules, one.data, other.data).differences
        self.mark = f"wardiary: merge of {one.digest[:16]} and {other.digest[:16]}"
        self.answers: Answers = {}
        for copy in (one, other):
            with suppress(OSError):
                if output.samefile(copy.file):
                    raise BadInput(f"{output} is one of the two; name another file with -o")
        check_writable(output, self.mark, overwrite)
        if not overwrite and output.exists():
            self._resume()

    def _resume(self) -> None:
        """Takes up the answers that the file keeps. Raises BadInput if it has been changed by hand since."""
        text = library.read_text(self.output, TOML)
        asked = {difference.key for difference in self.differences}
        for line in text.splitlines():
            if line.startswith(ANSWERED):
                with suppress(ValueError):
                    chart, row, field, choice = strict_json(line.removeprefix(ANSWERED).encode())
                    if (chart, row, field) in asked and choice in get_args(Choice):
                        self.answers[chart, row, field] = choice
        if text.strip() and not text.startswith(self._text()):
            raise BadInput(f"{self.output} has been changed since; go on in it by hand, or name another with -o")

    def run(self, prefer: str | None) -> None:
        """Asks about each difference that is not decided yet, and writes the pack."""
        if prefer:
            letter: Choice = "A" if prefer == "A" else "B"
            self.answers = {difference.key: letter for difference in self.differences} | self.answers
        left = [difference for difference in self.differences if difference.key not in self.answers]
        if left and not _at_terminal():
            files = f"{self.rules.code} {self.one.file} {self.other.file}"
            raise BadInput(
                f"{len(left)} to be decided, and nobody to ask; `wardiary pack compare {files}` shows them, "
                "--prefer A or --prefer B follows one of the two in all of them"
            )
        self._keep()
        asked: list[RowDifference] = []
        while left:
            said = self._ask(left[0], len(left))
            if said == STOP:
                talk(f"{self.output} holds what is decided; the same words go on from there")
                return
            if said == BACK and asked:
                left.insert(0, asked.pop())
                del self.answers[left[0].key]
            elif said == BACK:
                talk("  there is nothing before it")
                continue
            else:
                self.answers[left[0].key] = "neither" if said == "neither" else "A" if said == "A" else "B"
                asked.append(left.pop(0))
            self._keep()
        open_ = sum(choice == "neither" for choice in self.answers.values())
        talk(
            f"{self.output}: {len(self.differences)} decided"
            + (f", {open_} of them left open" if open_ else "")
            + f"; `wardiary pack check {self.rules.code} {self.output}` says what is missing"
        )

    def _ask(self, difference: RowDifference, left: int) -> str:
        for line in folded(_line(difference, self.one, self.other), rest="  "):
            talk(line)
        while True:
            try:
                words = f"  A, B or neither ({left} left; ? explains, back, stop)"
                said = str(click.prompt(words, default="", show_default=False, err=True)).strip()
            except (click.Abort, EOFError):
                return STOP
            meant = [
                word for word in (*get_args(Choice), BACK, STOP) if said and word.casefold().startswith(said.casefold())
            ]
            meant = [word for word in meant if word.casefold() == said.casefold()] or meant
            if said == EXPLAIN:
                said = explain(self.rules, difference.chart, difference.field) if difference.chart else difference.field
                for line in folded(f"A is {self.one.file}, B is {self.other.file}. {said}", "  ", "  "):
                    talk(line)
            elif len(meant) == 1:
                return str(meant[0])
            else:
                talk(f"  A for {clean(self.one.file)}, B for {clean(self.other.file)}, neither to leave it open")

    def _keep(self) -> None:
        write_out(self._text(), self.output, self.mark, overwrite=self.overwrite)

    def _text(self) -> str:
        data = merged(self.rules, self.one.data, self.other.data, self.answers) | {"name": self.output.stem}
        examine_data(data, self.rules, str(self.output))
        kept = [ANSWERED + json.dumps([*key, choice]) for key, choice in self.answers.items()]
        return "".join(f"{line}\n" for line in kept) + as_file(data, self.rules, self.output)


def _at_terminal() -> bool:
    return sys.stdin.isatty()
