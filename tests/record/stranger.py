"""What somebody who holds the file can do to it with SQLite alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection of somebody else's; what it did is committed."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def untriggered(path: Path) -> Iterator[sqlite3.Connection]:
    """The same with the append-only triggers out of the way; they are put back, so that nothing shows in the schema."""
    with raw(path) as connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type='trigger'").fetchall()
        connection.execute("PRAGMA synchronous=OFF")
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for _, sql in triggers:
            connection.execute(sql)
