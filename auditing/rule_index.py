"""The rulebook as an index: each rule's subject, its place in the code, the cases that show it, its readings and its
mends.

The list of cases that show a rule lies beside this module, because cases are not installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from domain.games import SYSTEMS, load
from domain.kernel.errors import BadInput, unknown
from domain.kernel.rulebook import Numbered, rulebook
from domain.kernel.rules import Mend, Rules
from domain.kernel.state import Reading, Settled
from domain.kernel.strict import strict_json

CASES = "cited.json"
"""The file of cited cases: system -> rule's number -> the cases that cite it, each with its title."""


class CitedCase(NamedTuple):
    """A case that shows a rule."""

    id: str
    title: str


@dataclass(frozen=True)
class Indexed:
    """A numbered rule, and everything that concerns it."""

    rule: Numbered
    citation: str
    """The number in the form in which it is cited: `DDaT 6.34`."""
    module: str
    """The module of its place below the game's folder, and the name there; both "" if the rule needs no code."""
    name: str
    cases: Sequence[CitedCase] = ()
    readings: Sequence[Reading | Settled] = ()
    mends: Sequence[Mend] = ()
    parts: Sequence[str] = ()
    """The numbers of its parts, `8.6(1)` or `8.61` of `8.6`."""

    def plain(self) -> dict[str, Any]:
        """The rule in its JSON form."""
        return {
            "rule": self.citation,
            "about": self.rule.about,
            "module": self.module,
            "name": self.name,
            "nothing": self.rule.nothing,
            "cases": [case._asdict() for case in self.cases],
            "readings": [reading.id for reading in self.readings],
            "mends": [{"version": mend.version, "what": mend.what, "case": mend.case} for mend in self.mends],
            "parts": list(self.parts),
        }


def numbers(rules: Rules[Any], cited: Iterable[str]) -> Iterator[str]:
    """The numbers of cited rules, `DDaT 6.34, 12.8` or one by one, in the form of the rulebook's index."""
    known = rulebook(rules.code)
    for text in cited:
        for part in text.split(", "):
            number = part.removeprefix(f"{rules.citation} ")
            yield next((one for one in (number, f"{number}.0", number.removesuffix(".0")) if one in known), number)


@cache
def _cited(code: str) -> Mapping[str, Sequence[CitedCase]]:
    """The cases that cite each rule of a system."""
    file = resources.files("auditing").joinpath(CASES)
    systems = strict_json(file.read_bytes()) if file.is_file() else {}
    return {number: [CitedCase(*case) for case in cases] for number, cases in systems.get(code, {}).items()}


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
            rule,
            f"{rules.citation} {number}",
            module,
            name,
            cited.get(number, ()),
            [reading for reading in readings if number in numbers(rules, [reading.rule])],
            [mend for mend in rules.mends if number in numbers(rules, mend.rules)],
            parts[number],
        )
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
    """The direct parts of each rule, in the rulebook's order: 8.6(1) and 8.61 of 8.6, 12.10 of 12.0.

    They stand after it, before the next rule of its rank.
    """
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
    """Whether a number continues another: 8.61 continues 8.6, but 4.0 II does not continue 4.0 I."""
    stem = whole.removesuffix(".0").removesuffix(")")
    rest = number.removeprefix(stem)
    return rest != number and not (stem[-1].isalpha() and rest[:1].isalnum())


def look_up(code: str, number: str) -> Indexed:
    """A rule by its number, with or without the citation's prefix. Raises BadInput, with the closest numbers."""
    rules, index = load(code), indexed(code)
    if not index:
        raise BadInput(f"{rules.title} has no index of its rulebook")
    wanted = next(numbers(rules, [" ".join(number.split())]))
    alike = {one.casefold(): one for one in index}
    if wanted.casefold() not in alike:
        raise unknown(f"rule of {rules.citation}", number, index)
    return index[alike[wanted.casefold()]]
