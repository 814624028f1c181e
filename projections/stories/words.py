"""Words that any story may need: counts, lists and clauses, as facts have them, and capitals and full stops."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

from domain.kernel import english
from domain.kernel.english import NUMBERS, clauses, count_of, number, was

K = TypeVar("K")
V = TypeVar("V")

COMMON = """A After Against All Among And At Before Behind By Close For From In Into It Nobody Not Of On One Only Out
Over The Then There They Three To Two Under With"""
PLAIN = frozenset(COMMON.split())
"""Words that lose their capital when another comes before them; what begins with anything else may be a name."""


RUN = 3
"""So many names that are numbered one after the other are told as a run."""
COUNTED = re.compile(r"(.*\D)([1-9]\d*)")
"""A name that ends in its number."""


def names_in_runs(some: Iterable[str], most: int = 14, last: str = "and") -> str:
    """Names as a list in words; those that are numbered one after the other as a run: `SNLF-1..4`."""
    return english.names(runs(some), most, last)


names = names_in_runs
"""How a story lists names."""


def runs(some: Iterable[str]) -> list[str]:
    """Names in their order, each once, with runs where they are numbered one after the other."""
    kept: list[list[str]] = []
    for name in dict.fromkeys(some):
        if kept and _follows(kept[-1][-1], name):
            kept[-1].append(name)
        else:
            kept.append([name])
    return [word for run in kept for word in (run if len(run) < RUN else [f"{run[0]}..{_number(run[-1])}"])]


def _follows(before: str, name: str) -> bool:
    one, two = COUNTED.fullmatch(before), COUNTED.fullmatch(name)
    return bool(one and two and one[1] == two[1] and int(one[2]) + 1 == int(two[2]))


def _number(name: str) -> str:
    found = COUNTED.fullmatch(name)
    return found[2] if found else name


def sentence(words: str) -> str:
    """These words with a capital and a full stop."""
    words = words.strip()
    return words and capital(words) + ("" if words.rstrip('”"').endswith((".", "!", "?")) else ".")


def capital(words: str) -> str:
    """These words with a capital."""
    return words[:1].upper() + words[1:]


def joined_clauses(told: Iterable[str]) -> str:
    """Clauses, joined; with semicolons where commas would leave it open what belongs together."""
    every = list(told)
    return "; ".join(every) if any("," in one for one in every) else clauses(every)


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """The things of each key, the keys in the order they first come."""
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def opening(words: str) -> tuple[str, ...]:
    """The first three words of a line."""
    return tuple(words.lower().split()[:3])


def lower(words: str) -> str:
    """These words without their capital, unless they begin with what may be a name."""
    return words[:1].lower() + words[1:] if words.split(maxsplit=1)[0] in PLAIN else words


__all__ = [
    "NUMBERS",
    "capital",
    "clauses",
    "count_of",
    "grouped",
    "joined_clauses",
    "lower",
    "names",
    "number",
    "opening",
    "runs",
    "sentence",
    "was",
]
