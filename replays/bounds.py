"""Limits on the facts of strangers' files: they may hold no more than can be typed.

The limits are marked at the fields of the facts (`domain.kernel.facts`) and are checked only here, where facts come in:
a diary opens whatever it already holds. A field without a mark is limited all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from domain.kernel.facts import Fact, Frozen
from domain.kernel.limits import NOTE, ROWS, Bounds, Longest, Most

TEXT = Longest("a text", NOTE)
VALUES = Most("values in one list", ROWS)


class _Field(NamedTuple):
    name: str
    longest: Longest | None
    most: Most | None
    bounds: Bounds | None


@cache
def _fields(kind: type[Frozen]) -> tuple[_Field, ...]:
    def mark(info: Any, which: type[Any]) -> Any:
        return next((found for found in info.metadata if isinstance(found, which)), None)

    return tuple(
        _Field(name, mark(info, Longest), mark(info, Most), mark(info, Bounds))
        for name, info in kind.model_fields.items()
    )


def excess(fact: Fact) -> str:
    """The first thing in a fact that exceeds what can be typed, in words with the limit; "" if there is none."""
    return next(_excess(fact, TEXT, VALUES), "")


def _excess(value: Any, longest: Longest, most: Most) -> Iterator[str]:
    if isinstance(value, str):
        if len(value) > longest.most:
            yield f"{longest.what} has at most {longest.most} characters, this one {len(value)}"
    elif isinstance(value, Frozen):
        for field in _fields(type(value)):
            inner = getattr(value, field.name)
            if field.bounds and not field.bounds.least <= inner <= field.bounds.most:
                yield f"{field.name} is {field.bounds.least} to {field.bounds.most}, not {inner}"
            for words in _excess(inner, field.longest or longest, field.most or most):
                yield f"{field.name}: {words}"
    elif isinstance(value, (tuple, list, Mapping)):
        if len(value) > most.most:
            yield f"{most.what} are {most.most} at most, these {len(value)}"
        for inner in (*value, *value.values()) if isinstance(value, Mapping) else value:
            yield from _excess(inner, longest, most)
