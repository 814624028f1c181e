"""Words that any story may need: counts, lists and clauses, as facts have them, and capitals and full stops."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from domain.kernel.english import NUMBERS, clauses, count_of, names, number, was

K = TypeVar("K")
V = TypeVar("V")

COMMON = """A After Against All Among And At Before Behind By Close For From In Into It Nobody Not Of On One Only Out
Over The Then There They Three To Two Under With"""
PLAIN = frozenset(COMMON.split())
"""Words that lose their capital when another comes before them; what begins with anything else may be a name."""


def sentence(words: str) -> str:
    """These words with a capital and a full stop."""
    words = words.strip()
    return words and capital(words) + ("" if words.endswith((".", "!", "?", "”")) else ".")


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
    "sentence",
    "was",
]
