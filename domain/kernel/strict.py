"""JSON as strangers may write it to us: read strictly, or not at all."""

from __future__ import annotations

import json
from typing import Any

DEEPEST = 40
"""How deep values may be nested."""


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{key!r} stands twice in one object")
        found[key] = value
    return found


def _refuse_number(text: str) -> Any:
    raise ValueError(f"a number {text} cannot stand here: whole numbers only")


def _whole(text: str) -> int:
    if len(text) > 12:
        raise ValueError("a number of more than 12 digits")
    return int(text)


def strict_json(text: bytes) -> Any:
    """JSON without what two readers might read differently: no duplicate keys, floats, huge numbers, lone surrogates.

    Raises ValueError, saying what is wrong.
    """
    depth = deepest = 0
    in_string = escaped = False
    for byte in text:
        if in_string:
            if escaped:
                escaped = False
            elif byte == 0x5C:
                escaped = True
            elif byte == 0x22:
                in_string = False
        elif byte == 0x22:
            in_string = True
        elif byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    if deepest > DEEPEST:
        raise ValueError(f"nested {deepest} deep; {DEEPEST} is the most")
    value = json.loads(
        text.decode("utf-8"), object_pairs_hook=_no_duplicates, parse_float=_refuse_number, parse_constant=_refuse_number, parse_int=_whole
    )
    json.dumps(value, ensure_ascii=False).encode("utf-8")  # a lone surrogate cannot be written again
    return value
