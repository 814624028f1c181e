"""English that facts and stories share: counts in words, lists, clauses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


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


def was(some: Iterable[Any]) -> str:
    """The verb for one or several."""
    return "was" if len(list(some)) == 1 else "were"
