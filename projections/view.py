"""The views file: all ledgers of all games of a diary, as one audience may see them.

The rows and the position they are true for commit in one transaction, so a catch-up may be killed at any point and goes
on from where it was. The file holds nothing that the diary does not: when it is damaged, when the code that made it has
changed, or when it was made from another diary, it is built again.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from eventsourcing import persistence
from eventsourcing.persistence import Notification, PersistenceError, Tracking
from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool, SQLiteCursor, SQLiteDatastore, SQLiteTrackingRecorder
from sqlite_utils import Database

import domain
from domain.kernel.errors import BadInput
from domain.kernel.facts import Fact, Irregular, Sealed, SecretsOpened, TakenBack
from domain.kernel.game import seen
from domain.kernel.table import Entry
from domain.record import Damaged, Diary, DurableConnection, GameLine, Keys, decode
from projections import ledgers

APPLICATION_ID = 0x57415256  # "WARV"
PAGE = 2000
"""Entries read, and committed, at a time."""
EVERYTHING = "umpire"
"""The audience that may see all there is. Any other sees what is secret to nobody, or to itself."""

Progress = Callable[[int, int], None]


def views_path(diary: Path, audience: str = EVERYTHING) -> Path:
    """Where the views of a diary lie: beside it, a file for each audience."""
    return diary.with_name(f"{diary.stem}.views{'' if audience == EVERYTHING else '-' + audience}.db")


class Views:
    """One audience's views file, opened, and made when it is not there."""

    def __init__(self, path: str | Path, audience: str = EVERYTHING) -> None:
        """Raises BadInput when the file is something else: it is not touched then."""
        self.path, self.audience = Path(path), audience
        self.key = f"views/{audience}"
        self._refuse_another_file()
        self._open()

    def close(self) -> None:
        self.datastore.close()

    def __enter__(self) -> Views:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- reading ----

    def rows(self, statement: str, parameters: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
        """The rows of a query, as dicts in the order of its columns. Raises Damaged."""
        try:
            with self._transaction(commit=False) as (_, db):
                return list(db.query(statement, dict(parameters or {})))
        except (PersistenceError, sqlite3.Error) as error:
            raise Damaged(f"the views in {self.path} cannot be read: {error}; build them again with `wardiary rebuild`") from error

    def position(self) -> int:
        """The notification up to which the rows are true; 0 when nothing has been read yet."""
        with self._transaction(commit=False) as (c, _):
            return self._position(c)

    # ---- following a diary ----

    def catch_up(self, diary: Diary, progress: Progress | None = None, page: int = PAGE) -> int:
        """Adds what the diary has recorded since; returns how many entries that was.

        `progress` is called after each page with the position reached and the diary's last. Raises Damaged.
        """
        try:
            try:
                return self._catch_up(diary, progress, page)
            except (PersistenceError, sqlite3.Error) as error:
                if not _is_damage(error):
                    raise
                self._start_over()
                return self._catch_up(diary, progress, page)
        except (PersistenceError, sqlite3.Error) as error:
            raise Damaged(f"the views in {self.path} cannot be written: {error}") from error

    def rebuild(self, diary: Diary, progress: Progress | None = None, page: int = PAGE) -> int:
        """Builds everything again from the diary; returns how many entries it holds. Raises Damaged."""
        try:
            with self._transaction(commit=True) as (c, db):
                self._make(c, db)
        except (PersistenceError, sqlite3.Error) as error:
            if not _is_damage(error):
                raise Damaged(f"the views in {self.path} cannot be written: {error}") from error
            self._start_over()
        return self.catch_up(diary, progress, page)

    def _catch_up(self, diary: Diary, progress: Progress | None, page: int) -> int:
        lines = {line.id: line for line in diary.games()}
        topics = {line.id: diary.rules(line.id).topics for line in lines.values()}
        self._recognise(diary, lines)
        last = _last(diary)
        done = 0
        while True:
            with self._transaction(commit=True) as (c, db):
                notifications = _read(diary, self._position(c), page)
                if not notifications:
                    return done
                opened = max((n.id for n in notifications if n.topic == SecretsOpened.TOPIC), default=0)
                if opened > int(next(db.query("SELECT value FROM about WHERE what='opened'"))["value"]):
                    self._make(c, db, opened)  # what was sealed can be read now, from the first entry on
                    continue
                read = {str(n.originator_id) for n in notifications}
                if read - lines.keys():  # begun since we looked
                    lines = {line.id: line for line in diary.games()}
                    topics = {line.id: diary.rules(line.id).topics for line in lines.values()}
                self._add_games(c, diary, lines, notifications)
                self._add(c, notifications, topics, {game: diary.keys(game, published=True) for game in read})
                position = notifications[-1].id
                self.recorder._insert_tracking(c, Tracking(self.key, position))
                c.execute("UPDATE about SET value=? WHERE what='anchor'", (_anchor(notifications[-1]),))
            done += len(notifications)
            if progress:
                progress(position, max(last, position))

    def _add(
        self, c: SQLiteCursor, notifications: list[Notification], topics: Mapping[str, Mapping[str, type[Fact]]], keys: Mapping[str, Keys]
    ) -> None:
        """Rows for a page of entries. This is the loop everything waits for: plain tuples, one executemany a table."""
        waiting: dict[str, list[tuple[Any, ...]]] = {ledger.name: [] for ledger in ledgers.LEDGERS}

        def write() -> None:
            for name, rows in waiting.items():
                if rows:
                    c.executemany(f"INSERT INTO {name} VALUES ({','.join('?' * len(rows[0]))})", rows)
                    rows.clear()

        entries = seen((_entry(n, topics[str(n.originator_id)], keys[str(n.originator_id)]) for n in notifications), self.audience)
        for notification, entry in zip(notifications, entries, strict=True):
            game, version, fact = str(notification.originator_id), notification.originator_version, entry.fact
            key, path = entry.moment
            moment = " / ".join(path)
            for ledger in ledgers.takers(fact):
                for item, row in enumerate(ledger.rows(entry)):
                    waiting[ledger.name].append((game, version, item, moment, *row, fact.rule, 0, key))
            if isinstance(fact, TakenBack):
                write()
                for ledger in ledgers.LEDGERS:
                    c.execute(
                        f"UPDATE {ledger.name} SET struck=1 WHERE game=? AND version>? AND version<? AND NOT struck",
                        (game, fact.to, version),
                    )
        write()

    def _add_games(self, c: SQLiteCursor, diary: Diary, lines: Mapping[str, GameLine], notifications: list[Notification]) -> None:
        reached = {str(n.originator_id): n.originator_version for n in notifications}
        for game, version in reached.items():
            line = lines[game]
            c.execute(
                "INSERT INTO games VALUES (?,?,?,?,?,?) ON CONFLICT (id) DO UPDATE SET entries=excluded.entries",
                (line.id, line.name, line.system, diary.rules(game).title, line.created, version),
            )

    def _recognise(self, diary: Diary, lines: Mapping[str, GameLine]) -> None:
        """Begins anew when the last entry read is not the diary's any more; takes over names that were changed."""
        with self._transaction(commit=False) as (c, db):
            position = self._position(c)
            anchor = next(db.query("SELECT value FROM about WHERE what='anchor'"))["value"]
            renamed = [g["id"] for g in db.query("SELECT id, name FROM games") if g["id"] in lines and lines[g["id"]].name != g["name"]]
        found = _read(diary, position - 1, 1) if position else []
        if position and not (found and found[0].id == position and _anchor(found[0]) == anchor):
            with self._transaction(commit=True) as (c, db):
                self._make(c, db)
        elif renamed:
            with self._transaction(commit=True) as (c, _):
                c.executemany("UPDATE games SET name=? WHERE id=?", [(lines[game].name, game) for game in renamed])

    def _position(self, c: SQLiteCursor) -> int:
        return self.recorder._max_tracking_id(self.key, c) or 0

    # ---- the file ----

    @contextmanager
    def _transaction(self, *, commit: bool) -> Iterator[tuple[SQLiteCursor, Database]]:
        with self.datastore.transaction(commit=commit) as c:
            yield c, Database(c.sqlite_cursor.connection, recursive_triggers=False, execute_plugins=False)

    def _refuse_another_file(self) -> None:
        """Anything readable that is not a views file of this audience is somebody's: it is left alone."""
        if not self.path.exists() or not self.path.stat().st_size:
            return
        try:
            with closing(sqlite3.connect(self.path.absolute().as_uri() + "?mode=ro", uri=True)) as raw:
                ours = raw.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
                if not ours and raw.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]:
                    raise BadInput(f"{self.path} is not a views file; choose another name")
                held = raw.execute("SELECT value FROM about WHERE what='audience'").fetchone() if ours else None
        except sqlite3.DatabaseError:
            return
        if held and held[0] != self.audience:
            raise BadInput(f"{self.path} holds what {held[0]!r} may see; choose another name for {self.audience!r}")

    def _open(self) -> None:
        try:
            self._connect()
        except (PersistenceError, sqlite3.Error) as error:
            if not _is_damage(error):
                raise Damaged(f"{self.path} cannot be opened: {error}") from error
            self._start_over()

    def _connect(self) -> None:
        self.datastore = _Datastore(str(self.path))
        self.recorder = SQLiteTrackingRecorder(self.datastore)
        try:
            with self._transaction(commit=False) as (_, db):
                if _is_current(db):
                    return
            with self._transaction(commit=True) as (c, db):
                if not _is_current(db):  # another process may have made it meanwhile
                    self._make(c, db)
        except BaseException:
            self.datastore.close()
            raise

    def _start_over(self) -> None:
        """Puts a damaged file aside and makes a new one. Aside, not away: nobody can say what it was."""
        if hasattr(self, "datastore"):
            self.datastore.close()
        for tail in ("", "-wal", "-shm"):
            damaged = self.path.with_name(self.path.name + tail)
            if damaged.exists():
                os.replace(damaged, self.path.with_name(f"{self.path.name}.damaged{tail}"))
        self._connect()

    def _make(self, c: SQLiteCursor, db: Database, opened: int = 0) -> None:
        """Empty tables, in place of whatever is there. `opened` is the last place in the diary where secrets were opened."""
        for view in db.view_names():
            c.execute(f'DROP VIEW "{view}"')
        for table in reversed(db.table_names()):
            c.execute(f'DROP TABLE "{table}"')
        db.table("about").create({"what": str, "value": str}, pk="what")
        about = {"audience": self.audience, "source": source_digest(), "anchor": "", "opened": str(opened)}
        db.table("about").insert_all({"what": what, "value": value} for what, value in about.items())
        db.table("games").create(dict(ledgers.GAMES), pk="id")
        for ledger in ledgers.LEDGERS:
            # a foreign key, so that Datasette shows the game's name
            db.table(ledger.name).create(ledger.columns, pk=("game", "version", "item"), foreign_keys=[("game", "games", "id")])
        for name, select in ledgers.AGGREGATES.items():
            db.create_view(name, select)
        c.execute(f"PRAGMA application_id={APPLICATION_ID}")
        SQLiteTrackingRecorder(self.datastore)._create_table(c)


class _Pool(SQLiteConnectionPool):
    """What can be built again need not be on the disk before anything is said: a crash costs a page, never the file."""

    def _create_connection(self) -> SQLiteConnection:
        raw = super()._create_connection()._sqlite_conn
        raw.execute("PRAGMA synchronous=NORMAL")
        return DurableConnection(raw, self.max_age)


class _Datastore(SQLiteDatastore):
    def __init__(self, path: str) -> None:
        super().__init__(path, lock_timeout=15, originator_id_type="text")
        self.pool.close()
        self.pool = _Pool(db_name=path, lock_timeout=15)


@lru_cache
def source_digest() -> str:
    """A digest of the code that makes the rows: sentences are the games' own, so of all of `domain` too."""
    digest = sha256()
    for package in (domain.__file__, __file__):
        for source in sorted(Path(str(package)).parent.rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()


def _is_current(db: Database) -> bool:
    """Whether this code made the file, and all it made is there."""
    made = {"about", "games", "tracking", *(ledger.name for ledger in ledgers.LEDGERS), *ledgers.AGGREGATES}
    if made - {*db.table_names(), *db.view_names()}:
        return False
    return [row["value"] for row in db.query("SELECT value FROM about WHERE what='source'")] == [source_digest()]


def _is_damage(error: Exception) -> bool:
    """Whether the file itself is wrong; not whether it is locked, or the disk full."""
    plain = type(error) in (sqlite3.DatabaseError, persistence.DatabaseError)
    return plain or any(words in str(error) for words in ("no such table", "no such column", "malformed", "not a database"))


def _read(diary: Diary, after: int, limit: int) -> list[Notification]:
    try:
        return list(diary.recorder.select_notifications(after, limit, inclusive_of_start=False))
    except (PersistenceError, sqlite3.Error) as error:
        raise Damaged(f"{diary.path} cannot be read: {error}") from error


def _last(diary: Diary) -> int:
    try:
        return diary.recorder.max_notification_id() or 0
    except (PersistenceError, sqlite3.Error) as error:  # the diary's trouble, not to be taken for the views'
        raise Damaged(f"{diary.path} cannot be read: {error}") from error


def _anchor(notification: Notification) -> str:
    """By which the diary is known again: ids alone are the same in every diary."""
    stored = notification.state or b""
    return sha256(f"{notification.originator_id} {notification.originator_version} {notification.topic} ".encode() + stored).hexdigest()


def _entry(notification: Notification, topics: Mapping[str, type[Fact]], keys: Keys) -> Entry:
    """The entry; where it cannot be read, words that say so in its place, since one bad entry must not hide the game."""
    version = notification.originator_version
    if notification.state is None:
        return Entry(version, version, Sealed(words="withheld: its seal stands for it"))
    try:
        return decode(version, notification.topic, notification.state, topics, keys)
    except Damaged:  # its text quotes what is stored, which may be a secret
        return Entry(version, version, Irregular(why=f"entry {version} cannot be read; `wardiary doctor` says more"))
