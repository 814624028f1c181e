"""Words that any story may need: counts, lists and clauses, capitals and full stops."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
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


def number(count: int) -> str:
    """A count in words up to twelve."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def count_of(count: int, one: str, many: str = "") -> str:
    """So many of a thing."""
    return f"{number(count)} {one if count == 1 else many or one + 's'}"


def names(some: Iterable[str], most: int = 14, last: str = "and") -> str:
    """Names as a list in words, with `last` before the last; of very many the first, and how many more."""
    every = list(dict.fromkeys(some))
    if len(every) > most:
        return ", ".join(every[: most - 2]) + f" and {len(every) - most + 2} more"
    return f" {last} ".join(part for part in (", ".join(every[:-1]), *every[-1:]) if part)


def clauses(some: Iterable[str]) -> str:
    """Clauses, joined."""
    every = [clause for clause in some if clause]
    return ", and ".join(part for part in (", ".join(every[:-1]), *every[-1:]) if part)


def joined_clauses(told: Iterable[str]) -> str:
    """Clauses, joined; with semicolons where commas would leave it open what belongs together."""
    every = list(told)
    return "; ".join(every) if any("," in one for one in every) else clauses(every)


def was(some: Iterable[Any]) -> str:
    """The verb for one or several."""
    return "was" if len(list(some)) == 1 else "were"


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
