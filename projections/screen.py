"""A game no screen was made for: every value by its path."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.kernel.state import say, walk


def words(game: Any) -> list[str]:
    return []


def meetings(game: Any, side: str) -> Iterator[str]:
    return iter(())


def overview(game: Any) -> Iterator[str]:
    for path, value in walk(game.state):
        if path[0] not in ("charts", "complete", "readings"):
            yield f"{'.'.join(path)} = {say(value)}"
