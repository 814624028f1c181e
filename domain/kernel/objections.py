"""Objections to a declaration. Each condition is written once: by it a verb is refused, and by it it is not offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.kernel.errors import Unread
from domain.kernel.table import Table

Objections = Iterator[tuple[str, str]]
"""The rules that a declaration breaks, as (rule, why) pairs.

Each condition is written once: by it a verb is refused, and by it it is not offered.
"""


def heed(table: Table[Any], objections: Objections) -> None:
    """Refuses a declaration for its first objection. If the table insists, each objection is recorded."""
    for rule, why in objections:
        table.require(False, rule, why)


def fine(objections: Objections) -> bool:
    """Whether nothing speaks against a declaration, as far as the charts have been read."""
    try:
        return next(objections, None) is None
    except Unread:
        return True
