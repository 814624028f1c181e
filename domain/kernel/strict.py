"""Strict readers for JSON and TOML written by strangers.

Strict means that no two readers could read two things, and that the result can be written, shown and folded again. So
no key may stand twice; numbers must be whole and of a size games have; nothing may be nested deep; no character may
command a terminal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from domain.kernel.limits import DEEP, DIGITS, KEYS, TOML


def unprintable(text: str, besides: str = "\t") -> int:
    """The position, from 1, of the first character that commands a terminal, turns text around or is half a character;
    0 if none.
    """
    if text.isprintable():
        return 0
    return next((n for n, c in enumerate(text, 1) if not c.isprintable() and c not in besides), 0)


def whole(text: str) -> int:
    """The whole number in a text. Raises ValueError. int() alone would accept `1_0`, ` 7 `, and a million digits."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if len(digits) > DIGITS:
        raise ValueError(f"a number of more than {DIGITS} digits")
    if not digits.isdecimal():
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{key!r} stands twice in one object")
        found[key] = value
    return found


def _refuse_number(text: str) -> Any:
    raise ValueError(f"a number {text[:20]} cannot stand here: whole numbers only")


_BRACKET = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)


def strict_json(text: bytes) -> Any:
    """The value of a JSON text. Raises ValueError with the reason."""
    depth = deepest = 0
    for found in _BRACKET.finditer(text):
        first = found[0][:1]
        if first in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first in b"]}":
            depth -= 1
    if deepest > DEEP:
        raise ValueError(f"nested {deepest} deep; {DEEP} is the most")
    value = json.loads(
        text.decode("utf-8"),
        object_pairs_hook=_no_duplicates,
        parse_float=_refuse_number,
        parse_constant=_refuse_number,
        parse_int=whole,
    )
    check_plain(value)
    return value


_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]++|\\.)*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?:^|[\[{{,])[ \t]*+{_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{KEYS}}}", re.MULTILINE)


def strict_toml(text: str) -> dict[str, Any]:
    """The value of a TOML text. Raises ValueError with the reason and, if the text cannot be parsed, the line."""
    import tomllib  # imported late: nothing that is recorded is TOML

    if len(text) > TOML:
        raise ValueError(f"the text has {len(text)} characters; {TOML} is the most")
    if long := _LONG_KEY.search(text):
        raise ValueError(f"a key of more than {KEYS} parts (at line {text.count(chr(10), 0, long.end()) + 1})")
    try:
        value = tomllib.loads(text)
    except RecursionError:
        raise ValueError("values are nested too deep") from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # int() refuses some texts too
        raise ValueError(f"a number of more than {DIGITS} digits") from None
    check_plain(value, besides="\t\n")
    return value


def check_plain(value: Any, besides: str = "\t", path: tuple[str, ...] = (), depth: int = 0) -> None:
    """Raises ValueError, naming the place, if a value at any depth is not allowed by a strict reader."""
    if depth > DEEP:
        raise ValueError(_at(path, f"nested more than {DEEP} deep"))
    if isinstance(value, str):
        wrong = unprintable(value, besides)
        if wrong:
            raise ValueError(
                _at(path, f"{value[:60]!r}: character {wrong} is a control character, or one that cannot be shown")
            )
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            check_plain(key, "", path, depth)
            check_plain(inner, besides, (*path, key), depth + 1)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            check_plain(inner, besides, path, depth + 1)
    elif isinstance(value, int):
        if abs(value) >= 10**DIGITS:
            raise ValueError(_at(path, f"a number of more than {DIGITS} digits"))
    elif value is not None:
        raise ValueError(
            _at(path, f"{value} cannot stand here: texts, whole numbers, true and false, lists and tables only")
        )


def _at(path: tuple[str, ...], words: str) -> str:
    return f"{'.'.join(path)}: {words}" if path else words
