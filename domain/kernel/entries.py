"""Entries: facts at their places in a game's record."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from domain.kernel.facts import Fact, TakenBack

UMPIRE = "umpire"
"""The audience that may see everything."""
SPECTATOR = "spectator"
"""The audience that sees what all may see, and says nothing."""


class Moment(NamedTuple):
    """A moment of the game: a sort key, its path in words, and the ids of the phases along it."""

    key: str = ""
    path: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()

    @property
    def phase(self) -> str:
        """The id of the phase itself, "" before the game."""
        return self.ids[-1] if self.ids else ""


class Waits(NamedTuple):
    """The question a procedure stopped at. It stands on the last entry of its append and is not a fact."""

    name: str
    by: str
    """Who is asked, as in `Question`."""
    words: str
    rule: str = ""
    secret: str = ""


class Made(NamedTuple):
    """The versions of wardiary and of the system's rules that made an entry."""

    program: str
    rules: str


class Entry(NamedTuple):
    """A fact at its place in a game's record."""

    version: int
    of: int
    """The version of the declaration it belongs to."""
    fact: Fact
    ends: bool = False
    """Whether this is the last entry of its append. A take-back may end only at such an entry."""
    waits: Waits | None = None
    moment: Moment = Moment()
    time: str = ""
    """The time of recording: UTC, ISO 8601. Stored as `at`."""
    recorder: str = ""
    """The name of the recorder. Stored as `by`."""
    made: Made | None = None
    """The versions that made it. They stand on the first entry, and on each entry made by other versions than those
    before it.
    """


class Placed(Protocol):
    """Anything with a version in a record."""

    @property
    def version(self) -> int: ...


P = TypeVar("P", bound=Placed)


class Before(NamedTuple):
    """The standing entries before a place in a record, which nobody copies until they are looked at."""

    stands: Sequence[Entry] = ()
    length: int = 0

    def backwards(self) -> Iterator[Entry]:
        """The entries, the last first."""
        return (self.stands[n] for n in range(self.length - 1, -1, -1))


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that have not been taken back, without the take-backs themselves."""
    kept: list[Entry] = []
    for entry in entries:
        if isinstance(entry.fact, TakenBack):
            strike(kept, entry.fact.to)
        else:
            kept.append(entry)
    return kept


def strike(kept: list[P], to: int) -> None:
    """Removes the entries after a version, in place."""
    while kept and kept[-1].version > to:
        kept.pop()


def unstruck(entries: Sequence[Entry]) -> set[int]:
    """The versions of the entries that were not taken back, and of those that no take-back strikes."""
    return {entry.version for entry in standing(entries)} | {
        entry.version for entry in entries if not entry.fact.STRUCK
    }


def seen(entries: Iterable[Entry], side: str) -> Iterable[Entry]:
    """The entries as a side may see them: other sides' secret facts are replaced by their public stubs."""
    for entry in entries:
        fact = entry.fact
        if fact.secret and side not in (fact.secret, UMPIRE):
            yield entry._replace(fact=fact.public())
        else:
            yield entry
