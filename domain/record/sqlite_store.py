"""A diary's rows in one SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eventsourcing.persistence import OperationalError, PersistenceError, StoredEvent

from domain.kernel.errors import BadInput, Damaged
from domain.record.sqlite_files import can_write, of_the_making, start_of, strange, to_be_read
from domain.record.storage import (
    APPLICATION_ID,
    FORMAT,
    DurableDatastore,
    SealedRecorder,
    look_before_opening,
    pragmas,
)
from domain.record.store import Parameters, StoreCursor


class SqliteStore:
    """One SQLite file, made if it is missing. Raises Damaged if the file is something else, BadInput if it is no path
    for one.
    """

    waits_for = ""

    def __init__(self, path: str | Path) -> None:
        self.path, self.place = Path(path), str(path)
        if ":memory:" in str(path) or "mode=memory" in str(path) or str(path).startswith("file:"):
            raise BadInput(f"{path} is no place to keep a diary: give a file's path")
        if self.path.is_dir():
            raise BadInput(f"{path} is a folder: give a file's path")
        if self.path.is_symlink() and not self.path.exists():
            raise Damaged(f"{path} is a link that leads nowhere: give a file's path")
        try:
            self._open(self.path.resolve())
        except (sqlite3.Error, PersistenceError, OSError) as error:
            raise Damaged(f"{path} cannot be opened as a diary: {error}") from error

    def _open(self, file: Path) -> None:
        if trouble := strange(file):
            raise Damaged(f"{self.path} is not opened: {trouble}; move that away if you do not know it")
        new = not file.exists() or file.stat().st_size == 0 or of_the_making(file)
        self.read_only = not new and not can_write(file)
        if new:
            file.parent.mkdir(parents=True, exist_ok=True)
        self.datastore = DurableDatastore(to_be_read(file) if self.read_only else str(file))
        self.recorder = SealedRecorder(self.datastore)
        if not new:
            look_before_opening(file, self.recorder)
        if not self.read_only:
            self._make_tables()

    def _make_tables(self) -> None:
        with self.datastore.get_connection(commit=True) as connection:
            raw: sqlite3.Connection = connection._sqlite_conn
            if raw.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
                with connection.transaction(commit=True) as c:
                    for statement in self.recorder.create_table_statements:
                        c.execute(statement)
                    c.execute(f"PRAGMA application_id={APPLICATION_ID}")
                    c.execute(f"PRAGMA user_version={FORMAT}")

    def select(self, statement: str, parameters: Parameters = ()) -> list[Any]:
        try:
            with self.datastore.transaction(commit=False) as c:
                c.execute(statement, parameters)
                return c.fetchall()  # type: ignore[no-any-return]
        except sqlite3.Error as error:
            raise OperationalError(error) from error

    @contextmanager
    def writing(self, game_id: str, is_stored: Callable[[], bool]) -> Iterator[StoreCursor]:
        """A transaction under the file's write lock. Its answer cannot be lost: the file is this process's own to
        write.
        """
        with self._as_persistence(), self.datastore.transaction(commit=True) as c:
            yield c

    def settled(self, game_id: str, is_stored: Callable[[], bool]) -> bool:
        return is_stored()

    def insert(self, events: Sequence[StoredEvent], declaration: str) -> None:
        with self._as_persistence():
            self.recorder.insert_events(events, declaration=declaration)

    @staticmethod
    @contextmanager
    def _as_persistence() -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise OperationalError(error) from error

    def start_of(self, column: str, most: int | None = None) -> str:
        return start_of(column, most)

    def settings(self) -> dict[str, Any]:
        with self.datastore.get_connection(commit=False) as connection:
            return pragmas(connection._sqlite_conn)

    def damage(self) -> list[str]:
        return [row[0] for row in self.select("PRAGMA integrity_check") if row[0] != "ok"]

    def space_left(self) -> int | None:
        from shutil import disk_usage  # imported late: a look needs none of it

        return disk_usage(self.path.parent).free

    def close(self) -> None:
        self.datastore.close()
