"""The rulebook as an index: of each numbered rule what it is about, where it stands, what shows it, how it is read, and what was mended.

    python -m replays.rulebook docs

writes `docs/rules-<game>.md` and `docs/readings-<game>.md`, and beside this module which case shows which rule, since cases are not
installed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from domain.games import SYSTEMS, load
from domain.kernel.errors import BadInput, unknown
from domain.kernel.packs import load_toml
from domain.kernel.rulebook import Numbered, rulebook
from domain.kernel.rules import Mend, Rules
from domain.kernel.state import Reading, Settled
from domain.kernel.strict import strict_json
from projections.shown import shown
from replays.asides import cell

CASES = "cited.json"
"""Of each system the cases that cite a rule, by its number: each with its title."""


class Shown(NamedTuple):
    """A case that shows a rule."""

    id: str
    title: str


@dataclass(frozen=True)
class Indexed:
    """A numbered rule, and all that concerns it."""

    rule: Numbered
    citation: str
    """The number as it is cited: `DDaT 6.34`."""
    module: str
    """The module below the game's folder where it stands, and there its name; both "" where nothing has to be done."""
    name: str
    cases: Sequence[Shown] = ()
    readings: Sequence[Reading | Settled] = ()
    mends: Sequence[Mend] = ()
    parts: Sequence[str] = ()
    """The numbers of its parts, `8.6(1)` or `8.61` of `8.6`."""

    def plain(self) -> dict[str, Any]:
        """The same as JSON has it."""
        return {
            "rule": self.citation, "about": self.rule.about, "module": self.module, "name": self.name, "nothing": self.rule.nothing,
            "cases": [case._asdict() for case in self.cases], "readings": [reading.id for reading in self.readings],
            "mends": [{"version": mend.version, "what": mend.what, "case": mend.case} for mend in self.mends], "parts": list(self.parts),
        }  # fmt: skip


def numbers(rules: Rules[Any], cited: Iterable[str]) -> Iterator[str]:
    """The numbers of rules that are cited, `DDaT 6.34, 12.8` or one by one; each as the rulebook's index calls it."""
    known = rulebook(rules.code)
    for text in cited:
        for part in text.split(", "):
            number = part.removeprefix(f"{rules.citation} ")
            yield next((one for one in (number, f"{number}.0", number.removesuffix(".0")) if one in known), number)


@cache
def _cited(code: str) -> Mapping[str, Sequence[Shown]]:
    """The cases that cite each rule of a system."""
    file = resources.files("replays").joinpath(CASES)
    systems = strict_json(file.read_bytes()) if file.is_file() else {}
    return {number: [Shown(*case) for case in cases] for number, cases in systems.get(code, {}).items()}


def indexed(code: str) -> Mapping[str, Indexed]:
    """The index of a system, in the rulebook's order; empty where there is none."""
    rules, cited = load(code), _cited(code)
    known = rulebook(code)
    parts = _parts(known)
    readings: list[Reading | Settled] = [*rules.readings.values(), *rules.settled.values()]
    found = {}
    for number, rule in known.items():
        module, name = _place(code, rule.place)
        found[number] = Indexed(
            rule, f"{rules.citation} {number}", module, name, cited.get(number, ()),
            [reading for reading in readings if number in numbers(rules, [reading.rule])],
            [mend for mend in rules.mends if number in numbers(rules, mend.rules)],
            parts[number],
        )  # fmt: skip
    return found


def _place(code: str, place: str) -> tuple[str, str]:
    """The module of a place, by its path below the game's folder, and the name there; both "" for no place."""
    parts = place.split(".")
    folder = resources.files(SYSTEMS[code].rules)
    for length in range(len(parts) - 1, 0, -1):
        module = "/".join(parts[:length])
        if folder.joinpath(f"{module}.py").is_file():
            return module, ".".join(parts[length:])
    return "", ""


def _parts(numbers: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """The direct parts of each rule, in the rulebook's order: 8.6(1) and 8.61 of 8.6, 12.10 of 12.0. They follow it before the next of its rank."""
    parts: dict[str, list[str]] = {}
    above: list[str] = []
    for number in numbers:
        while above and not _is_below(number, above[-1]):
            above.pop()
        if above:
            parts[above[-1]].append(number)
        parts[number] = []
        above.append(number)
    return parts


def _is_below(number: str, whole: str) -> bool:
    """Whether a number goes on where another ends: 8.61 after 8.6, but 4.0 II not after 4.0 I."""
    stem = whole.removesuffix(".0").removesuffix(")")
    rest = number.removeprefix(stem)
    return rest != number and not (stem[-1].isalpha() and rest[:1].isalnum())


def look_up(code: str, number: str) -> Indexed:
    """A rule by its number, with the citation's prefix or without. Raises BadInput, with what was perhaps meant."""
    rules, index = load(code), indexed(code)
    if not index:
        raise BadInput(f"{rules.title} has no index of its rulebook")
    wanted = next(numbers(rules, [" ".join(number.split())]))
    alike = {one.casefold(): one for one in index}
    if wanted.casefold() not in alike:
        raise unknown(f"rule of {rules.citation}", number, index)
    return index[alike[wanted.casefold()]]


# ---- the pages ----


def rules_page(code: str) -> str:
    """`docs/rules-<game>.md`: the index, as Markdown."""
    return "\n".join(_rules_page(load(code))) + "\n"


def _rules_page(rules: Rules[Any]) -> Iterator[str]:
    index = indexed(rules.code)
    done = sum(bool(one.module) for one in index.values())
    yield f"# {rules.title}: the rulebook as an index"
    yield ""
    yield "<!-- Generated by `python -m replays.rulebook docs`. Edit the game's rulebook.toml, its rules and cases, not this page. -->"
    yield ""
    yield f"Every numbered rule, {len(index)} of them: {done} have a place in [domain/{rules.code}](../domain/{rules.code}), for"
    yield f"{len(index) - done} nothing has to be done. `wardiary rule {rules.code} {shown(rules.code).examples['rule']}` shows one at the table."
    yield f"How ambiguous rules are read: [readings](readings-{rules.code}.md)."
    yield ""
    yield "| rule | about | where | cases | readings |"
    yield "| --- | --- | --- | --- | --- |"
    for number, one in index.items():
        where = f"[`{one.rule.place}`](../domain/{rules.code}/{one.module}.py)" if one.module else f"– {one.rule.nothing}"
        cases = ", ".join(case.id for case in one.cases)
        readings = ", ".join(reading.id for reading in one.readings)
        yield f"| {number} | {cell(one.rule.about)} | {cell(where)} | {cell(cases)} | {readings} |"


def readings_page(code: str) -> str:
    """`docs/readings-<game>.md`: every reading, as Markdown."""
    return "\n".join(_readings_page(load(code))) + "\n"


def _readings_page(rules: Rules[Any]) -> Iterator[str]:
    yield f"# {rules.title}: how it is read where the rulebook leaves it open"
    yield ""
    yield "<!-- Generated by `python -m replays.rulebook docs`. Edit readings.py of the game, not this page. -->"
    yield ""
    yield "Where the text is ambiguous, divided or silent. A table rules otherwise with"
    yield f"`wardiary ruling GAME {next(iter(rules.readings), 'ID')} CHOICE`, or as a game begins, `wardiary new … --reading ID=CHOICE`;"
    yield "the record keeps which held when."
    yield ""
    yield "## A table may choose"
    yield ""
    yield "| id | rule | what the text says, and leaves open | question | choices, the first is the usual one |"
    yield "| --- | --- | --- | --- | --- |"
    for reading in rules.readings.values():
        choices = "; ".join(f"`{choice}` {what}" for choice, what in reading.choices.items())
        if reading.since > 1:
            choices += f" (since version {reading.since} of these rules, `{reading.before}` before)"
        yield f"| {reading.id} | {reading.rule} | {cell(reading.text)} | {cell(reading.question)} | {cell(choices)} |"
    yield ""
    yield "## Read one way"
    yield ""
    yield "| id | rule | question | how it is read | why, and why there is no choice |"
    yield "| --- | --- | --- | --- | --- |"
    for settled in rules.settled.values():
        yield f"| {settled.id} | {settled.rule} | {cell(settled.question)} | {cell(settled.read)} | {cell(settled.why)} |"


# ---- which case shows which rule ----


def cited_by_cases(folder: Path) -> dict[str, dict[str, list[Shown]]]:
    """Of each system the cases below a folder that name a rule, or are refused by it, by its number."""
    found: dict[str, dict[str, list[Shown]]] = {}
    for code in SYSTEMS:
        rules = load(code)
        by_number: dict[str, list[Shown]] = {number: [] for number in rulebook(code)}
        for path in sorted((folder / code).glob("*.toml")):
            case = load_toml(path.read_text("utf-8"), str(path))
            if "when" not in case:
                continue
            steps = [step for part in (case, *case.get("variant", ())) for step in part.get("when", ())]
            refused = (step["refused"] for step in steps if isinstance(step.get("refused"), str))
            for number in dict.fromkeys(numbers(rules, [*case.get("rules", ()), *refused])):
                by_number.setdefault(number, []).append(Shown(case["id"], case.get("title", "")))
        found[code] = {number: cases for number, cases in by_number.items() if cases}
    return found


def cases_file(folder: Path) -> str:
    """The file that says which case shows which rule, a line a rule."""
    systems = []
    for code, by_number in cited_by_cases(folder).items():
        lines = ",\n".join(f"    {json.dumps(number)}: {json.dumps(cases, ensure_ascii=False)}" for number, cases in by_number.items())
        systems.append(f"  {json.dumps(code)}: {{\n{lines}\n  }}")
    return "{\n" + ",\n".join(systems) + "\n}\n"


def main(docs: Path) -> None:
    """Writes all of it again."""
    Path(__file__).with_name(CASES).write_text(cases_file(Path(__file__).parents[1] / "tests" / "cases"), encoding="utf-8")
    _cited.cache_clear()
    for code in SYSTEMS:
        (docs / f"readings-{code}.md").write_text(readings_page(code), encoding="utf-8")
        if rulebook(code):
            (docs / f"rules-{code}.md").write_text(rules_page(code), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
