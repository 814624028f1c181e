"""JSON and TOML as strangers may write them to us: read strictly, or not at all.

Strictly means that no two readers could read two things, and that what was read can be written, shown and folded again:
no key twice, only whole numbers of a size games have, nothing nested deep, no characters that command a terminal.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

DEEPEST = 40
"""How deep values may be nested."""

MOST_DIGITS = 12
"""How long a number may be."""

LARGEST_TOML = 1_000_000
"""Characters a TOML file may have: a pack of a thousand counters has a tenth of that."""

MOST_DOTS = 200
"""Dots a line of TOML may have: the time to read a key grows with their square."""


def unprintable(text: str, besides: str = "\t") -> int:
    """Where the first character stands that commands a terminal, turns text around or is half of one, from 1; 0 for none."""
    if text.isprintable():
        return 0
    return next((n for n, c in enumerate(text, 1) if not c.isprintable() and c not in besides), 0)


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{key!r} stands twice in one object")
        found[key] = value
    return found


def _refuse_number(text: str) -> Any:
    raise ValueError(f"a number {text[:20]} cannot stand here: whole numbers only")


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError(f"a number of more than {MOST_DIGITS} digits")
    return int(text)


_BRACKET = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)


def strict_json(text: bytes) -> Any:
    """The value of a JSON text. Raises ValueError, saying what is wrong."""
    depth = deepest = 0
    for found in _BRACKET.finditer(text):
        first = found[0][:1]
        if first in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first in b"]}":
            depth -= 1
    if deepest > DEEPEST:
        raise ValueError(f"nested {deepest} deep; {DEEPEST} is the most")
    value = json.loads(
        text.decode("utf-8"), object_pairs_hook=_no_duplicates, parse_float=_refuse_number, parse_constant=_refuse_number, parse_int=_whole
    )
    check_plain(value)
    return value


def strict_toml(text: str) -> dict[str, Any]:
    """The values of a TOML text. Raises ValueError, saying what is wrong."""
    if len(text) > LARGEST_TOML:
        raise ValueError(f"the file has {len(text)} characters; {LARGEST_TOML} is the most")
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            raise ValueError(f"line {number}: {line.count('.')} dots; {MOST_DOTS} is the most")
    try:
        value = tomllib.loads(text)
    except RecursionError:
        raise ValueError("values are nested too deep") from None
    check_plain(value, besides="\t\n")
    return value


def check_plain(value: Any, besides: str = "\t", depth: int = 0) -> None:
    """Refuses what a strict reader does not take, at any depth. Raises ValueError."""
    if depth > DEEPEST:
        raise ValueError(f"nested more than {DEEPEST} deep")
    if isinstance(value, str):
        wrong = unprintable(value, besides)
        if wrong:
            raise ValueError(f"{value[:60]!r}: character {wrong} is a control character, or one that cannot be shown")
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            check_plain(key, "", depth)
            check_plain(inner, besides, depth + 1)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            check_plain(inner, besides, depth + 1)
    elif isinstance(value, int):
        if abs(value) >= 10**MOST_DIGITS:
            raise ValueError(f"a number of more than {MOST_DIGITS} digits")
    elif value is not None:
        raise ValueError(f"{value} cannot stand here: texts, whole numbers, true and false, lists and tables only")
