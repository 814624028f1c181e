"""The rows that a line speaks of: `24-1..12`, `met|unmet/twice/alone`, `1601..1640`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from domain.kernel.errors import BadInput
from domain.kernel.limits import ROWS
from domain.kernel.strict import whole
from replays.dictated.items import QUOTED, Item, brief, unquoted
from replays.dictated.lexicon import RUN, Lexicon

NUMBERS = re.compile(r"(-?\d+)\.\.(-?\d+)")
NAMED = re.compile(r"(.*?)(\d+)\.\.(?:\1)?(\d+)")
NUMBERED = re.compile(r"(.*\D)\d+")
"""A name that ends with a number; `ART1,2` would be a row called 2."""
PARTS = re.compile(r"([/:])")


def rows_named(words: Lexicon, item: Item, *, either_way: bool = False) -> Iterator[str]:
    """The rows that an item names. `either_way` allows runs that go backwards, where each row has its own value.
    Raises BadInput."""
    if item.field:
        raise BadInput(f"{item} stands where rows are named")
    for before, value in zip(("", *item.values), item.values, strict=False):
        stem = None if words.of_hexes or QUOTED in before else NUMBERED.fullmatch(before)
        if value.isdigit() and stem:
            raise BadInput(f"{brief(before)},{value}: write {before},{stem[1]}{value}, or a run {before}..{value}")
        if QUOTED in value and len(unquoted(value)) == len(value) - 1:
            yield unquoted(value)
        elif words.of_hexes:
            run = RUN.fullmatch(value)
            yield from words.boards[0].run(*words.ends(value)) if run and either_way else words.hexes(value)
        else:
            yield from _names(value)


def separator(words: Lexicon) -> str:
    """What parts the last part of a row's name from the others, as the chart's key has it."""
    return ":" if ":" in words.schema.KEY and "/" not in words.schema.KEY else "/"


def _names(value: str) -> Iterator[str]:
    """Names with the runs and alternatives of each of their parts written out."""
    parts: list[list[str]] = []
    count = 1
    for part in PARTS.split(value):
        parts.append(_alternatives(part))
        count *= len(parts[-1])
        if count > ROWS:
            raise BadInput(f"{brief(value)}: more than {ROWS} rows")
    yield from (unquoted("".join(chosen)) for chosen in product(*parts))


def _alternatives(part: str) -> list[str]:
    found: list[str] = []
    for one in part.split("|"):
        found += _run(one) if ".." in one else [one]
        if len(found) > ROWS:
            raise BadInput(f"{brief(part)}: more than {ROWS} rows")
    return found


def _run(word: str) -> list[str]:
    numbers, named = NUMBERS.fullmatch(word), NAMED.fullmatch(word)
    if not (numbers or named):
        raise BadInput(f"{brief(word)}: a run goes from a number to a higher one, as in 24-1..12")
    try:
        stem = "" if numbers else named[1]  # type: ignore[index]
        first, last = (whole(n) for n in (numbers.groups() if numbers else named.groups()[1:]))  # type: ignore[union-attr]
    except ValueError as error:
        raise BadInput(f"{brief(word)}: {error}") from error
    if not first <= last:
        raise BadInput(f"{brief(word)}: the run goes backwards; write {stem}{last}..{first}")
    if last - first >= ROWS:
        raise BadInput(f"{brief(word)}: more than {ROWS} rows")
    wide = 0 if numbers else len(named[2])  # type: ignore[index]
    return [f"{stem}{n:0{wide}}" for n in range(first, last + 1)]
