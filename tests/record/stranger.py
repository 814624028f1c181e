"""What somebody can do to a diary's file who has SQLite alone, or no passphrase, or a program of his own."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import psycopg

from domain.kernel.game import Game
from domain.record.diary import Diary
from domain.record.seals import Sealed, chained, leaf_of
from domain.record.server_store import ServerStore, in_psycopg

VERIFY = Path(__file__).parents[2] / "auditing" / "verify.py"


REFUSED = (sqlite3.IntegrityError, psycopg.IntegrityError)
"""What is raised where the tables refuse a change."""


class FilePlace:
    """A diary's file, as somebody who holds it can open it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.address = str(path)

    def opened(self, by: str = "") -> Diary:
        return Diary(self.path, by)

    @contextmanager
    def raw(self) -> Iterator[sqlite3.Connection]:
        """A connection of somebody else's; what it did is committed."""
        connection = sqlite3.connect(self.path, isolation_level=None)
        try:
            yield connection
        finally:
            connection.close()

    @contextmanager
    def untriggered(self) -> Iterator[sqlite3.Connection]:
        """The same with the append-only triggers out of the way; they are put back, so that nothing shows in the
        schema."""
        with self.raw() as connection, dropped(connection):
            yield connection


class ServerConnection:
    """A connection to a server that takes statements as SQLite writes them."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.connection = connection

    def execute(self, statement: str, parameters: Any = ()) -> psycopg.Cursor[Any]:
        return self.connection.execute(in_psycopg(statement), parameters or None)


class ServerPlace:
    """A diary's database, as its owner can open it."""

    def __init__(self, url: str, folder: Path) -> None:
        self.address, self.folder = url, folder

    def opened(self, by: str = "") -> Diary:
        return Diary(ServerStore(self.address, self.folder), by)

    @contextmanager
    def raw(self) -> Iterator[ServerConnection]:
        with psycopg.connect(self.address, autocommit=True, options="-c search_path=wardiary") as connection:
            yield ServerConnection(connection)

    @contextmanager
    def untriggered(self) -> Iterator[ServerConnection]:
        with self.raw() as connection:
            connection.execute("SET session_replication_role = replica")
            yield connection


Place = FilePlace | ServerPlace


def place_of(diary: Diary) -> Place:
    """The place of a diary, for whoever can reach behind it."""
    if isinstance(diary.storage, ServerStore):
        return ServerPlace(diary.storage._url, diary.path.parents[1])
    return FilePlace(diary.path)


def raw(path: Path) -> AbstractContextManager[sqlite3.Connection]:
    return FilePlace(path).raw()


def untriggered(at: Diary | Path) -> AbstractContextManager[Any]:
    """A connection of somebody else's, with the append-only triggers out of the way."""
    return (FilePlace(at) if isinstance(at, Path) else place_of(at)).untriggered()


@contextmanager
def dropped(connection: sqlite3.Connection) -> Iterator[None]:
    triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type='trigger'").fetchall()
    connection.execute("PRAGMA synchronous=OFF")
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    yield
    for _, sql in triggers:
        connection.execute(sql)


def keyless(place: Place | Path) -> Diary:
    """The diary as somebody opens it who knows no passphrase."""
    return Diary(place) if isinstance(place, Path) else place.opened()


def by_itself(file: Path, lines: Sequence[str] = ()) -> str:
    """What `verify.py` says of an export, which is first made of lines where there are any."""
    if lines:
        file.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return subprocess.run(
        [sys.executable, str(VERIFY), str(file)], capture_output=True, text=True, check=False
    ).stdout.strip()


def rewritten(diary: Diary, game: Game[Any], version: int, change: Callable[[dict[str, Any]], None]) -> list[Sealed]:
    """The game as who holds the file writes it anew: an entry says something else, and every seal is made again. It is
    put in the file."""
    made = []
    for entry in diary.sealed(game.id):
        state = entry.state or b""
        if entry.version == version:
            body = json.loads(state)
            change(body)
            body["fact"] = body.pop("fact")
            state = json.dumps(body, separators=(",", ":")).encode()
        made.append(entry._replace(state=state, leaf=leaf_of(entry.salt, entry.topic, state)))
    resealed = list(chained(b"", game.id, made))
    with untriggered(diary) as c:
        for entry in resealed:
            place = (game.id, entry.version)
            c.execute(
                "UPDATE stored_events SET state=? WHERE originator_id=? AND originator_version=?", (entry.state, *place)
            )
            c.execute(
                "UPDATE seals SET leaf=?, head=? WHERE originator_id=? AND originator_version=?",
                (entry.leaf, entry.head, *place),
            )
    return resealed
