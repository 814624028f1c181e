"""The file under the record: durable connections, a recorder that seals, and a check before opening.

The storage is eventsourcing's recorder on a datastore whose connections are set and verified. No environment variable
and no stored text names anything to be imported: the recorder is built here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from eventsourcing.persistence import OperationalError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteTransaction,
)

from domain.kernel.errors import Damaged
from domain.record.sqlite_files import READ_ONLY, application_id, to_be_read
from domain.record.store import seal
from domain.record.turns import Turns

APPLICATION_ID = 0x57415244  # "WARD"
FORMAT = 2
FULL = 2


class DurableTransaction(SQLiteTransaction):
    """A writer takes the write lock at once, so that no other writer comes between reading the last seal and writing
    the next.
    """

    def __enter__(self) -> SQLiteCursor:
        cursor = self.connection.cursor()
        cursor.execute("BEGIN IMMEDIATE" if self.commit else "BEGIN")
        return cursor


class DurableConnection(SQLiteConnection):
    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        with DurableTransaction(self, commit=commit) as cursor, cursor:
            yield cursor


PRAGMAS = {"synchronous": FULL, "fullfsync": 1, "checkpoint_fullfsync": 1, "trusted_schema": 0, "recursive_triggers": 1}
"""Pragmas set on every connection, then read back: a build of SQLite may have other defaults."""


class DurablePool(SQLiteConnectionPool):
    def _create_connection(self) -> SQLiteConnection:
        if self.db_name.startswith(READ_ONLY):
            return self._only_to_read()
        made = super()._create_connection()
        raw: sqlite3.Connection = made._sqlite_conn
        for name, value in PRAGMAS.items():
            raw.execute(f"PRAGMA {name}={value}")
        found = pragmas(raw)
        wanted = {**PRAGMAS, "journal_mode": "wal"}
        wrong = {name: found[name] for name in wanted if found[name] != wanted[name]}
        if wrong:
            raw.close()
            raise Damaged(f"this SQLite does not keep what it acknowledges: {wrong}; nothing is recorded with it")
        return DurableConnection(raw, self.max_age)

    def _only_to_read(self) -> SQLiteConnection:
        """A connection to a file or folder that cannot be written. It acknowledges nothing."""
        raw = sqlite3.connect(
            self.db_name, uri=True, check_same_thread=False, isolation_level=None, timeout=self.lock_timeout or 15
        )
        raw.execute("PRAGMA trusted_schema=0")
        raw.row_factory = sqlite3.Row
        return DurableConnection(raw, self.max_age)


def pragmas(connection: sqlite3.Connection) -> dict[str, Any]:
    """The pragmas in force on a connection."""
    return {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in (*PRAGMAS, "journal_mode")}


class DurableDatastore(SQLiteDatastore):
    """The library's datastore with our own connections. Only arguments configure it."""

    def __init__(self, path: str, *, lock_timeout: int = 15) -> None:
        super().__init__(path, lock_timeout=lock_timeout, originator_id_type="text")
        self.pool.close()
        self.pool = DurablePool(db_name=path, lock_timeout=lock_timeout)
        self.lock_timeout = lock_timeout
        self.writers = Turns()

    @contextmanager
    def get_connection(self, *, commit: bool) -> Iterator[SQLiteConnection]:
        """A connection. Writers wait for each other before they ask the pool for one.

        In the pool a writer that waits would hold up every reader behind it.
        """
        if not commit:
            with super().get_connection(commit=False) as connection:
                yield connection
            return
        if not self.writers.take(self.lock_timeout):
            raise OperationalError(f"another writer has not ended in {self.lock_timeout} seconds")
        try:
            with super().get_connection(commit=True) as connection:
                yield connection
        finally:
            self.writers.pass_on()


TABLES = (
    "CREATE TABLE IF NOT EXISTS seals (originator_id TEXT, originator_version INTEGER, salt BLOB, leaf BLOB, head "
    "BLOB, "
    "PRIMARY KEY (originator_id, originator_version)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS declarations (originator_id TEXT, declaration TEXT, originator_version INTEGER, "
    "PRIMARY KEY (originator_id, declaration)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS games (id TEXT PRIMARY KEY, name TEXT UNIQUE, system TEXT, created TEXT, put_away "
    "INTEGER DEFAULT 0) "
    "WITHOUT ROWID",
)


def _triggers(events: str) -> tuple[str, ...]:
    """The triggers that make the table append-only: no update, no delete, no version without the one before it."""
    kept = [
        f"CREATE TRIGGER IF NOT EXISTS {table}_{what.lower()} BEFORE {what} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END"
        for table in (events, "seals", "declarations")
        for what in ("UPDATE", "DELETE")
    ]
    gap = (
        f"CREATE TRIGGER IF NOT EXISTS {events}_gap BEFORE INSERT ON {events} WHEN NEW.originator_version > 1 AND "
        "NOT EXISTS "
        f"(SELECT 1 FROM {events} WHERE originator_id = NEW.originator_id AND originator_version = "
        "NEW.originator_version - 1) "
        f"BEGIN SELECT RAISE(ABORT, 'a version is missing before this one'); END"
    )
    return (*kept, gap)


class SealedRecorder(SQLiteApplicationRecorder):
    """The library's recorder, sealing every event in its own transaction. Nothing is ever changed or deleted."""

    def construct_create_table_statements(self) -> list[str]:
        return [*super().construct_create_table_statements(), *TABLES, *_triggers(self.events_table_name)]

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        ids = super()._insert_events(c, stored_events, **kwargs)
        seal(c, stored_events, kwargs.get("declaration", ""))
        return ids


def look_before_opening(path: Path, recorder: SealedRecorder) -> None:
    """Refuses a file that is not a diary before anything can change it: by its first bytes, then read-only by its
    schema.
    """
    found = application_id(path)
    if found is None:
        raise Damaged(f"{path} is not a diary: it is no SQLite file")
    if found not in (APPLICATION_ID, 0):
        raise Damaged(f"{path} is not a diary: it is another program's SQLite file")
    # without a log immutable: otherwise even a reader leaves files beside it
    with closing(sqlite3.connect(to_be_read(path), uri=True)) as raw:
        _check_schema(raw, recorder, path)


def _check_schema(raw: sqlite3.Connection, recorder: SealedRecorder, path: Path) -> None:
    """Refuses a file whose schema holds anything that is not ours, such as somebody else's triggers."""
    found = {sql.strip() for (sql,) in raw.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    version = raw.execute("PRAGMA user_version").fetchone()[0]
    marked = raw.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    if not found and not marked and not version:
        return
    if not marked:
        raise Damaged(f"{path} is not a diary: it is another program's SQLite file")
    if version < FORMAT:
        raise Damaged(
            f"{path} was written by an older wardiary (format {version}), which no release was; export its games "
            "there as .jsonl"
        )
    if version > FORMAT:
        raise Damaged(f"{path} was written by a newer wardiary (format {version}); this one reads up to {FORMAT}")
    ours = {statement.replace(" IF NOT EXISTS", "") for statement in recorder.create_table_statements}
    foreign = {sql for sql in found - ours if not sql.startswith("CREATE TABLE sqlite_")}
    if foreign or ours - found:
        raise Damaged(
            f"{path} is not as wardiary made it: "
            f"{'; '.join(sorted(foreign) or ['tables or triggers are missing'])[:300]}"
        )
