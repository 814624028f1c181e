"""Words and figures of the printed game, as far as it has been read out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from domain.kernel.errors import Unread

T = TypeVar("T")
U = TypeVar("U")


def if_read(read: Callable[[], T], otherwise: U) -> T | U:
    """What the printed game says, or this while nobody has read it out."""
    try:
        return read()
    except Unread:
        return otherwise
