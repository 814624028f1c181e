"""A part of a game (a date, a scenario, a turn, a phase), shown as if the game had begun there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from domain.kernel.entries import standing
from domain.kernel.errors import BadInput, unknown
from domain.kernel.game import View

MANY = 6
"""Maximum number of parts listed in a refusal."""


class Part(NamedTuple):
    """A part of a game: its place in the sequence of play, and its first and last entries."""

    path: tuple[str, ...]
    first: int
    last: int

    @property
    def title(self) -> str:
        return ", ".join(self.path)


def part_of(game: View[Any], words: str) -> Part:
    """The part of a game with this name: `21 AM`, `turn 3`, `21 AM, turn 3`.

    Raises BadInput if there is none, or several.
    """
    names = [name.strip().casefold() for name in re.split("[,/]", words)]
    found: dict[tuple[str, ...], list[int]] = {}
    for entry in standing(game.entries):
        path = _called(entry.moment.path, names)
        if path:
            found.setdefault(path, []).append(entry.version)
    if not found:
        raise unknown(
            "part", words, list(dict.fromkeys(name for entry in standing(game.entries) for name in entry.moment.path))
        )
    if len(found) > 1:
        alike = [", ".join(path) for path in found]
        more = f" and {len(alike) - MANY} more" if len(alike) > MANY else ""
        raise BadInput(f"{words!r} may be {'; '.join(alike[:MANY])}{more}: say which, as in --part {alike[0]!r}")
    ((path, versions),) = found.items()
    return Part(path, versions[0], versions[-1])


def _called(path: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """The path up to the last of these names, if all of them lie along it in this order; else ()."""
    at = 0
    for name in names:
        here = next((n for n in range(at, len(path)) if path[n].casefold() == name), None)
        if here is None:
            return ()
        at = here + 1
    return tuple(path[:at])


def within(game: View[Any], part: Part) -> View[Any]:
    """The game from the first entry of a part to its last, starting from the state before it."""
    before = game.empty()
    before.follow(entry for entry in standing(game.entries) if entry.version < part.first)
    found = game.empty(replace(game.rules, initial=before.state))
    found.follow(entry for entry in game.entries if part.first <= entry.version <= part.last)
    found.began = before.began
    return found
