"""What a diary is kept in: one SQLite file (`sqlite_store`), or a PostgreSQL server (`server_store`).

A store runs the diary's statements. They are written once, in the words that both engines understand, with `?` and
`:name` for parameters. A store raises the persistence errors of eventsourcing, whatever its engine.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from eventsourcing.persistence import PersistenceError, StoredEvent

from domain.kernel.errors import Damaged, Trouble
from domain.record.seals import head_of, leaf_of

Parameters = Sequence[Any] | Mapping[str, Any]


class StoreCursor(Protocol):
    """A cursor within a transaction."""

    def execute(self, statement: str, parameters: Parameters = ..., /) -> Any: ...

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> Any: ...

    def fetchone(self) -> Any: ...


class Store(Protocol):
    """The rows of a diary: entries, seals, ids of declarations, the list of games."""

    place: str
    """Where it is, as messages say it: a path, or an address without its password."""
    path: Path
    """The file beside which lies what is made anew from the record: the diary's own, or one on the user's machine."""

    @property
    def read_only(self) -> bool:
        """Whether it can be read, and nothing recorded in it."""

    @property
    def waits_for(self) -> str:
        """What somebody waits for just now, in words; "" for nothing."""

    def select(self, statement: str, parameters: Parameters = ()) -> list[Any]:
        """The rows of a query, as tuples. Raises PersistenceError."""

    def writing(self, game_id: str, is_stored: Callable[[], bool]) -> AbstractContextManager[StoreCursor]:
        """A transaction that writes of one game, and of which everything or nothing is stored.

        No other writer of the game comes between. `is_stored` tells whether it has been stored, in case that the answer
        to the commit is lost. Raises IntegrityError, PersistenceError, and NotKnown if nobody can be asked.
        """

    def settled(self, game_id: str, is_stored: Callable[[], bool]) -> bool:
        """Whether something of a game is stored, asked when nothing that is on its way can change that any more. Raises
        NotKnown if nobody can be asked.
        """

    def insert(self, events: Sequence[StoredEvent], declaration: str) -> None:
        """Stores new entries of one game with their seals and their declaration's id. Raises as `writing` does."""

    def start_of(self, column: str, most: int | None = None) -> str:
        """An expression for the bytes of a stored text, or for the first of them, whatever stands in the column."""

    def settings(self) -> dict[str, Any]:
        """The settings in force that decide what survives a loss of power."""

    def damage(self) -> list[str]:
        """What the engine itself finds wrong."""

    def space_left(self) -> int | None:
        """The free bytes where it lies; None if they cannot be known from here."""

    def close(self) -> None: ...


class Away(PersistenceError):
    """The store was looked for, and does not answer; nothing was stored."""


class StoreAway(Damaged):
    """The store does not answer. Nothing was recorded, and the same may be said again when it does."""


class NotKnown(Trouble):
    """The store's answer was lost, and it cannot be asked whether it has recorded. Nothing should be said again."""


def insert(c: StoreCursor, events: Sequence[StoredEvent], declaration: str = "") -> bytes:
    """Stores new entries of one game, sealed, in a transaction. Returns the last seal: no other append has it."""
    c.executemany(
        "INSERT INTO stored_events VALUES (?,?,?,?)",
        [(event.originator_id, event.originator_version, event.topic, event.state) for event in events],
    )
    return seal(c, events, declaration)


def seal(c: StoreCursor, events: Sequence[StoredEvent], declaration: str = "") -> bytes:
    """Seals entries in the transaction that stores them, and lists the id they were declared under. Returns the last
    seal.
    """
    heads: dict[str, bytes] = {}
    game = ""
    for stored in events:
        game = str(getattr(stored.originator_id, "hex", stored.originator_id))
        if game not in heads:
            c.execute(
                "SELECT head FROM seals WHERE originator_id=? AND originator_version<? ORDER BY "
                "originator_version DESC LIMIT 1",
                (game, stored.originator_version),
            )
            row = c.fetchone()
            heads[game] = row[0] if row else b""
        salt = secrets.token_bytes(16)
        leaf = leaf_of(salt, stored.topic, stored.state)
        heads[game] = head_of(heads[game], game, stored.originator_version, leaf)
        c.execute("INSERT INTO seals VALUES (?,?,?,?,?)", (game, stored.originator_version, salt, leaf, heads[game]))
    if declaration and events:
        first = events[0]
        c.execute(
            "INSERT INTO declarations VALUES (?,?,?)", (first.originator_id, declaration, first.originator_version)
        )
    return heads.get(game, b"")
