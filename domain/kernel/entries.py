"""Entries: facts in their place in a game's record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol, TypeVar

from domain.kernel.facts import Fact, TakenBack

UMPIRE = "umpire"
"""The audience that may see all there is."""


class Moment(NamedTuple):
    """Where in the game something happened: a key that sorts, the path in words, and the ids of the phases along it."""

    key: str = ""
    path: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()

    @property
    def phase(self) -> str:
        """The id of the phase itself, "" before the game."""
        return self.ids[-1] if self.ids else ""


class Waits(NamedTuple):
    """The question a procedure stopped at; it stands on the last entry of its append and is no fact of its own."""

    name: str
    by: str
    words: str
    rule: str = ""
    secret: str = ""


class Made(NamedTuple):
    """By what an entry was made: the versions of wardiary and of the system's rules."""

    program: str
    rules: str


class Entry(NamedTuple):
    """A fact in its place in a game's record."""

    version: int
    of: int
    """The version of the declaration it belongs to."""
    fact: Fact
    ends: bool = False
    """The last entry of its append: here a take-back may end, and nowhere else."""
    waits: Waits | None = None
    moment: Moment = Moment()
    at: str = ""
    """When it was recorded: UTC, ISO 8601."""
    by: str = ""
    """Who recorded it."""
    made: Made | None = None
    """By what it was made: the first entry says so, and after it the first by something else."""


class Placed(Protocol):
    """Whatever stands at a version of a record."""

    @property
    def version(self) -> int: ...


P = TypeVar("P", bound=Placed)


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that have not been taken back, the take-backs themselves left out."""
    kept: list[Entry] = []
    for entry in entries:
        if isinstance(entry.fact, TakenBack):
            strike(kept, entry.fact.to)
        else:
            kept.append(entry)
    return kept


def strike(kept: list[P], to: int) -> None:
    """Takes the entries after a version away."""
    while kept and kept[-1].version > to:
        kept.pop()


def seen(entries: Iterable[Entry], side: str) -> Iterable[Entry]:
    """The entries as a side may see them: another side's secret facts are replaced by their public stubs."""
    for entry in entries:
        fact = entry.fact
        if fact.secret and side not in (fact.secret, UMPIRE):
            yield entry._replace(fact=fact.public())
        else:
            yield entry
