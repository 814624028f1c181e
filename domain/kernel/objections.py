"""What stands against a declaration: each condition once, by which a verb is refused, and not offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.kernel.errors import Unread
from domain.kernel.table import Table

Objections = Iterator[tuple[str, str]]
"""The rules that a declaration breaks, each with why in words. A condition stands once: a verb is refused for it, and not offered."""


def heed(table: Table[Any], objections: Objections) -> None:
    """Refuses a declaration for the first objection; where the table insists, each is recorded."""
    for rule, why in objections:
        table.require(False, rule, why)


def fine(objections: Objections) -> bool:
    """Whether nothing stands against a declaration, as far as the charts have been read."""
    try:
        return next(objections, None) is None
    except Unread:
        return True
