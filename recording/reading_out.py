"""Reading a row of a chart out from the printed game, field by field: what is asked, and the line that says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from domain.kernel.errors import BadInput
from domain.kernel.rules import Rules
from domain.kernel.state import Row, describe, parse_field, say
from replays.lines import quote, quoted

MISREAD = "misread"
"""The reason with which a row that was read out is said again."""


@dataclass(frozen=True)
class FieldAsked:
    """A field of a chart's row that is read out from the printed game."""

    name: str
    kind: str
    """Its type in a player's words."""
    needed: bool
    """Whether the row cannot do without it."""
    options: tuple[str, ...] = ()
    """The words it is chosen from, if they are fixed."""
    several: bool = False
    usual: str = ""
    """The value it has if nothing is said; in a row that is known, the one it has now."""


def fields_of(rules: Rules[Any], chart: str, row: Row | None = None) -> tuple[FieldAsked, ...]:
    """The fields of a chart's rows as they are asked for, perhaps for a row that is known."""
    return tuple(_field(name, field, row) for name, field in rules.printed.charts[chart].model_fields.items())


def _field(name: str, field: FieldInfo, row: Row | None) -> FieldAsked:
    kind, several = field.annotation, False
    if get_origin(kind) is tuple:
        kind, several = get_args(kind)[0], True
    options = ("yes", "no") if kind is bool else get_args(kind) if get_origin(kind) is Literal else ()
    needed = field.is_required() and row is None
    held = getattr(row, name) if row else None if needed else field.get_default(call_default_factory=True)
    usual = "" if needed else say(held)
    return FieldAsked(name, describe(field.annotation), needed, tuple(map(str, options)), several, usual)


def check_said(rules: Rules[Any], chart: str, name: str, text: str) -> None:
    """Checks what is said of one field. Raises BadInput."""
    parse_field(rules.printed.charts[chart], name, text, spaced=False)


def row_line(chart: str, row: str, said: Mapping[str, str], *, known: bool) -> str:
    """The line that says a row, from what is said of its fields; those left empty are as they are.

    Raises BadInput if nothing is said of a row that is `known`.
    """
    if known and not any(said.values()):
        raise BadInput(f"the {chart} chart's row {row} stays as it is")
    fields = " ".join(f"{name}={quote(value)}" for name, value in said.items() if value)
    return f"chart {chart} {quote(row)} {fields}" + (f" !{quoted(MISREAD)}" if known else "")
