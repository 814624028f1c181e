"""The views file: all ledgers of all games of a diary, as one audience may see them.

The rows and the position they are true for commit in one transaction, so an interrupted catch-up goes on from where it
was. The file holds nothing that the diary does not. It is built again if it is damaged, if the code that made it has
changed, if it was made from another diary, or if its proof fails. A proof covers a game's rows, and the entry and seal
up to which they go; it commits with them (`projections.derived`).
"""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from eventsourcing import persistence
from eventsourcing.persistence import Notification, PersistenceError, Tracking
from eventsourcing.sqlite import (
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteTrackingRecorder,
)
from sqlite_utils import Database

import domain
from domain.kernel.entries import Entry, seen
from domain.kernel.errors import BadInput, Damaged
from domain.kernel.facts import Fact, Irregular, SecretsOpened, Stub, TakenBack
from domain.record.codec import Keys, decode
from domain.record.diary import Diary, GameLine
from domain.record.sqlite_files import LOG, SHARED, beside
from domain.record.storage import DurableConnection
from projections import derived, ledgers

APPLICATION_ID = 0x57415256  # "WARV"
PAGE = 2000
"""Number of entries read and committed at a time."""
EVERYTHING = "umpire"
"""The audience that may see everything. Any other sees what is nobody's secret, or its own."""

IN_MEMORY = ":memory:"
"""The path of views that are not kept."""

UNREADABLE = (PersistenceError, sqlite3.Error, LookupError, TypeError, ValueError)
"""The errors of reading our own file after somebody has changed it: bytes that are no text, words for numbers, missing
rows.
"""

Progress = Callable[[int, int], None]


def ledger_path(diary: Path, audience: str = EVERYTHING) -> Path:
    """The place of a diary's views: beside it, one file for each audience."""
    return diary.with_name(f"{diary.stem}.views{'' if audience == EVERYTHING else '-' + audience}.db")


class LedgerFile:
    """One audience's views file, opened. It is made if it is missing."""

    def __init__(self, path: str | Path, audience: str = EVERYTHING, unlocked: str = "") -> None:
        """Raises BadInput, without touching the file, if it is something else, or unsafe to open.

        `unlocked` is a game whose readable sealed secrets are included. Its views are in memory only, because no file
        may hold sealed secrets unencrypted.
        """
        self.path, self.audience, self.unlocked = Path(path), audience, unlocked
        assert not unlocked or str(path) == IN_MEMORY
        self.key = f"views/{audience}"
        self.kept = str(path) != IN_MEMORY
        self.renewed = ""
        """The reason why an existing file was made again, in words that follow its name; "" if it was not."""
        self._said: Mapping[str, str] | None = {}
        if self.kept:
            self._refuse_another_file()
        self._open()

    def close(self) -> None:
        self.datastore.close()

    def __enter__(self) -> LedgerFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- reading ----

    def rows(self, statement: str, parameters: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
        """The rows of a query, as dicts in the order of its columns. Raises Damaged."""
        try:
            with self._transaction(commit=False) as (_, db):
                return list(db.query(statement, dict(parameters or {})))
        except UNREADABLE as error:
            raise Damaged(
                f"the views in {self.path} cannot be read: {error}; build them again with `wardiary rebuild`"
            ) from error

    def position(self) -> int:
        """The last notification that the rows include; 0 if nothing has been read yet."""
        with self._transaction(commit=False) as (c, _):
            return self._position(c)

    # ---- whether it is true ----

    def true_of(self, diary: Diary, game: str) -> bool:
        """Whether a game's rows were made from its record, as far as they go."""
        try:
            with self._transaction(commit=False) as (c, db):
                held = self._held(db, game)
                return (
                    held is not None
                    and held.sums == self._sums(c, game)
                    and diary.head(game, held.version) == held.head
                )
        except UNREADABLE:
            return False

    def sure(self, diary: Diary, game: str, progress: Progress | None = None) -> None:
        """Makes sure that a game's rows agree with its record; else builds everything again. Raises Damaged.

        Ledgers that are not kept need no check: this process made them, so nobody else can have changed them.
        """
        if self.kept and not self.true_of(diary, game):
            self.rebuild(diary, progress)
            self.renewed = derived.DAMAGED

    def _held(self, db: Database, game: str) -> _Proof | None:
        """The valid proof of a game's rows; None if there is none."""
        for row in db.query("SELECT version, head, sums, proof FROM proofs WHERE game=:game", {"game": game}):
            if derived.holds(row["proof"], self.audience, game, row["version"], row["head"], row["sums"]):
                sums = {name: int(number, 16) for name, number in (pair.split(":") for pair in row["sums"].split())}
                return _Proof(row["version"], row["head"], sums)
        return None

    def _hold(self, c: SQLiteCursor, game: str, held: _Proof) -> None:
        sums = " ".join(f"{name}:{number:x}" for name, number in held.sums.items())
        made = derived.proof(self.audience, game, held.version, held.head, sums)
        c.execute("INSERT OR REPLACE INTO proofs VALUES (?,?,?,?,?)", (game, held.version, held.head, sums, made))

    @staticmethod
    def _sums(c: SQLiteCursor, game: str) -> dict[str, int]:
        found = {}
        for ledger in ledgers.LEDGERS:
            at = list(ledger.columns).index("struck")
            c.execute(f"SELECT * FROM {ledger.name} WHERE game=?", (game,))
            rows = list(map(tuple, c.fetchall()))
            struck = [(*row[:at], 0, *row[at + 1 :]) for row in rows if row[at] == 1]
            stand = [row for row in rows if row[at] != 1]
            found[ledger.name] = (
                derived.digest_sum(stand, ledger.name) + 2 * derived.digest_sum(struck, ledger.name)
            ) % derived.BOUND
        return found

    # ---- following a diary ----

    def catch_up(self, diary: Diary, progress: Progress | None = None, page: int = PAGE) -> int:
        """Adds the entries that the diary has recorded since; returns their number.

        `progress` is called after each page with the position reached and the diary's last. Raises Damaged.
        """
        try:
            try:
                return self._catch_up(diary, progress, page)
            except UNREADABLE as error:
                if not _is_damage(error):
                    raise
            self._start_over()
            return self._catch_up(diary, progress, page)
        except (PersistenceError, sqlite3.Error) as error:
            raise Damaged(f"the views in {self.path} cannot be written: {error}") from error

    def rebuild(self, diary: Diary, progress: Progress | None = None, page: int = PAGE) -> int:
        """Builds everything again from the diary; returns the number of its entries. Raises Damaged."""
        try:
            with self._transaction(commit=True) as (c, db):
                self._make(c, db)
            damaged = False
        except UNREADABLE as error:
            if not _is_damage(error):
                raise Damaged(f"the views in {self.path} cannot be written: {error}") from error
            damaged = True
        if damaged:
            self._start_over()
        return self.catch_up(diary, progress, page)

    def _catch_up(self, diary: Diary, progress: Progress | None, page: int) -> int:
        lines = {line.id: line for line in diary.games()}
        topics = {line.id: diary.rules(line.id).play.topics for line in lines.values()}
        self._recognise(diary, lines)
        last = _last(diary)
        done = 0
        while True:
            with self._transaction(commit=True) as (c, db):
                notifications = _read(diary, self._position(c), page)
                if not notifications:
                    return done
                wanted = [n for n in notifications if self.unlocked in ("", str(n.originator_id))]
                opened = max((n.id for n in wanted if n.topic == SecretsOpened.TOPIC), default=0)
                if opened > int(self._about(db, "opened")):
                    self._make(c, db, opened)  # sealed entries can be read now, from the first one on
                    continue
                read = {str(n.originator_id) for n in wanted}
                if read - lines.keys():  # begun since the list was read, or in no list: not shown
                    lines = {line.id: line for line in diary.games()}
                    topics = {game: diary.rules(game).play.topics for game in read | lines.keys()}
                proofs = {game: self._held(db, game) for game in read}
                if self.kept and any(proof is None and self._has_rows(c, game) for game, proof in proofs.items()):
                    self._make(c, db, opened)  # not made from this record, or not by this user
                    self.renewed = derived.DAMAGED
                    continue
                self._add_games(c, diary, lines, wanted)
                listed = [n for n in wanted if str(n.originator_id) in lines]
                back = {str(n.originator_id) for n in listed if n.topic == TakenBack.TOPIC}
                first = {str(n.originator_id): n.originator_version for n in reversed(listed)}
                runs = {game: _Runs(diary.take_backs(game), first[game]) for game in back}
                sums = self._add(
                    c, listed, topics, {game: diary.keys(game, published=not self.unlocked) for game in read}, runs
                )
                self._prove(c, diary, proofs, listed, sums)
                position = notifications[-1].id
                self.recorder._insert_tracking(c, Tracking(self.key, position))
                c.execute("UPDATE about SET value=? WHERE what='anchor'", (_anchor(notifications[-1]),))
            done += len(notifications)
            if progress:
                progress(position, max(last, position))

    @staticmethod
    def _has_rows(c: SQLiteCursor, game: str) -> bool:
        c.execute("SELECT 1 FROM games WHERE id=?", (game,))
        return c.fetchone() is not None

    def _prove(
        self,
        c: SQLiteCursor,
        diary: Diary,
        proofs: Mapping[str, _Proof | None],
        notifications: list[Notification],
        sums: Mapping[str, Mapping[str, int]],
    ) -> None:
        """Extends the proofs by a page of entries: by its rows' sums in each game, and by the seal of its last
        entry."""
        reached = {str(n.originator_id): n.originator_version for n in notifications}
        for game, version in reached.items():
            before = proofs.get(game)
            added = {
                name: ((before.sums.get(name, 0) if before else 0) + sums.get(game, {}).get(name, 0)) % derived.BOUND
                for name in (ledger.name for ledger in ledgers.LEDGERS)
            }
            self._hold(c, game, _Proof(version, diary.head(game, version), added))

    def _add(
        self,
        c: SQLiteCursor,
        notifications: list[Notification],
        topics: Mapping[str, Mapping[str, type[Fact]]],
        keys: Mapping[str, Keys],
        runs: Mapping[str, _Runs],
    ) -> dict[str, dict[str, int]]:
        """Adds the rows of a page of entries; returns what they add to each game's sums."""
        rows = _NewRows(c)
        entries = seen(
            (_entry(n, topics[str(n.originator_id)], keys[str(n.originator_id)]) for n in notifications), self.audience
        )
        for notification, entry in zip(notifications, entries, strict=True):
            game, version = str(notification.originator_id), notification.originator_version
            rows.add(game, version, entry)
            if isinstance(entry.fact, TakenBack):
                rows.write()
                for first, last in runs[game].take_back(version, entry.fact.to):
                    rows.strike(game, first - 1, last + 1)
        rows.write()
        return rows.sums

    def _add_games(
        self, c: SQLiteCursor, diary: Diary, lines: Mapping[str, GameLine], notifications: list[Notification]
    ) -> None:
        reached = {str(n.originator_id): n.originator_version for n in notifications}
        for game, version in reached.items():
            if game not in lines:
                continue
            line = lines[game]
            c.execute(
                "INSERT INTO games VALUES (?,?,?,?,?,?) ON CONFLICT (id) DO UPDATE SET entries=excluded.entries",
                (line.id, line.name, line.system, diary.rules(game).title, line.created, version),
            )

    def _recognise(self, diary: Diary, lines: Mapping[str, GameLine]) -> None:
        """Begins anew if the last entry read is no longer the diary's; takes over changed names of games."""
        with self._transaction(commit=False) as (c, db):
            position = self._position(c)
            anchor = self._about(db, "anchor")
            held = list(db.query("SELECT * FROM games"))
            proved = {row["game"] for row in db.query("SELECT * FROM proofs")}
            # everything is read, so unreadable rows are found here
            if int(self._about(db, "opened")) < 0 or {row["id"] for row in held} != proved:
                raise LookupError("games are missing, or proofs")
            renamed = [g["id"] for g in held if g["id"] in lines and lines[g["id"]].name != g["name"]]
        found = _read(diary, position - 1, 1) if position else []
        if position and not (found and found[0].id == position and _anchor(found[0]) == anchor):
            with self._transaction(commit=True) as (c, db):
                self._make(c, db)
            self.renewed = derived.OTHER_DIARY
        elif renamed:
            with self._transaction(commit=True) as (c, _):
                c.executemany("UPDATE games SET name=? WHERE id=?", [(lines[game].name, game) for game in renamed])

    def _position(self, c: SQLiteCursor) -> int:
        return self.recorder._max_tracking_id(self.key, c) or 0

    @staticmethod
    def _about(db: Database, what: str) -> str:
        for row in db.query("SELECT value FROM about WHERE what=:what", {"what": what}):
            return str(row["value"])
        raise LookupError(f"nothing is said of {what}")

    # ---- the file ----

    @contextmanager
    def _transaction(self, *, commit: bool) -> Iterator[tuple[SQLiteCursor, Database]]:
        with self.datastore.transaction(commit=commit) as c:
            yield c, Database(c.sqlite_cursor.connection, recursive_triggers=False, execute_plugins=False)

    def _refuse_another_file(self) -> None:
        """Raises BadInput for any file but this audience's views.

        It belongs to somebody, or is unsafe to open, and is left alone.
        """
        if trouble := derived.usable(self.path, APPLICATION_ID):
            raise BadInput(f"{self.path} is not a views file, or none that can be kept: {trouble}; choose another name")
        self._said = derived.says(self.path)
        if (held := (self._said or {}).get("audience", self.audience)) != self.audience:
            raise BadInput(f"{self.path} holds what {held!r} may see; choose another name for {self.audience!r}")

    def _open(self) -> None:
        try:
            self._connect()
            return
        except UNREADABLE as error:
            if not _is_damage(error):
                raise Damaged(f"{self.path} cannot be opened: {error}") from error
        self._start_over()

    def _connect(self) -> None:
        self.datastore = _Datastore(
            str(self.path.absolute()) if self.kept else f"file:views-{id(self)}?mode=memory&cache=shared"
        )
        self.recorder = SQLiteTrackingRecorder(self.datastore)
        try:
            with self._transaction(commit=False) as (_, db):
                if self._is_current(db):
                    return
            with self._transaction(commit=True) as (c, db):
                if not self._is_current(db):  # another process may have made it meanwhile
                    self._make(c, db)
                    if self._said != {}:
                        self.renewed = derived.why_anew(self._said, rows_source_digest())
        except BaseException:
            self.datastore.close()
            raise

    def _start_over(self) -> None:
        """Deletes our damaged file and makes a new one. Raises Damaged if that fails.

        It must be called after the error is handled: the error holds what was being read, and Windows removes no file
        that is being read.
        """
        if hasattr(self, "datastore"):
            self.datastore.close()
        gc.collect(1)  # frees the error and what it held, which are young objects
        self.renewed, self._said = derived.DAMAGED, {}
        files = [beside(self.path, tail) for tail in ("", LOG, SHARED) if self.kept]
        try:
            try:
                _remove(files)
            except PermissionError:
                gc.collect()  # they have grown old: this takes seconds in a large process, so it runs only if necessary
                _remove(files)
        except OSError as error:
            words = "is damaged, and open in another program or not yours to change; close it and say it again"
            raise Damaged(f"{self.path} {words}") from error
        self._connect()

    def _make(self, c: SQLiteCursor, db: Database, opened: int = 0) -> None:
        """Makes empty tables in place of existing ones.

        `opened` is the last place in the diary where secrets were opened.
        """
        for view in db.view_names():
            c.execute(f'DROP VIEW "{view}"')
        for table in reversed(db.table_names()):
            c.execute(f'DROP TABLE "{table}"')
        db.table("about").create({"what": str, "value": str}, pk="what")
        about = {
            "audience": self.audience,
            **derived.file_description(rows_source_digest()),
            "anchor": "",
            "opened": str(opened),
        }
        db.table("about").insert_all({"what": what, "value": value} for what, value in about.items())
        db.table("games").create(dict(ledgers.GAMES), pk="id")
        for ledger in ledgers.LEDGERS:
            # a foreign key lets Datasette show the game's name
            db.table(ledger.name).create(
                ledger.columns, pk=("game", "version", "item"), foreign_keys=[("game", "games", "id")]
            )
        for name, select in ledgers.AGGREGATES.items():
            db.create_view(name, select)
        db.table("proofs").create({"game": str, "version": int, "head": str, "sums": str, "proof": str}, pk="game")
        c.execute(f"PRAGMA application_id={APPLICATION_ID}")
        SQLiteTrackingRecorder(self.datastore)._create_table(c)
        db.table("about").insert({"what": "schema", "value": self._schema(db)})

    def _schema(self, db: Database) -> str:
        """A proof of everything defined in the file: tables, and the views that sum them when they are read."""
        made = sorted(row["sql"] for row in db.query("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
        return derived.proof("schema", self.audience, *made)

    def _is_current(self, db: Database) -> bool:
        """Whether this code made the file for this user, and it holds exactly what it should."""
        if "about" not in db.table_names():
            return False
        about = {row["what"]: row["value"] for row in db.query("SELECT what, value FROM about")}
        return about.get("source") == rows_source_digest() and about.get("schema") == self._schema(db)


class _Proof(NamedTuple):
    """The source of a game's rows: its entries up to a version, the seal there, and the sum of each ledger's rows."""

    version: int
    head: str
    sums: dict[str, int]


class _NewRows:
    """The rows that a page of entries adds to the ledgers, and what they add to each game's sums.

    Everything waits for this, so it uses plain tuples, and one executemany a table.
    """

    def __init__(self, c: SQLiteCursor) -> None:
        self.c = c
        self.waiting: dict[str, list[tuple[Any, ...]]] = {ledger.name: [] for ledger in ledgers.LEDGERS}
        self.sums: dict[str, dict[str, int]] = {}
        self.filled: dict[str, set[str]] = {}

    def add(self, game: str, version: int, entry: Entry) -> None:
        """Adds an entry's rows to those that wait to be written."""
        moment, fact = " / ".join(entry.moment.path), entry.fact
        for ledger in ledgers.takers(fact):
            for item, row in enumerate(ledgers.rows_of(ledger, entry)):
                self.waiting[ledger.name].append((game, version, item, moment, *row, fact.rule, 0, entry.moment.key))

    def write(self) -> None:
        """Writes the rows that wait."""
        for name, rows in self.waiting.items():
            if rows:
                into = f"INTO {name} VALUES ({','.join('?' * len(rows[0]))})"
                try:
                    self.c.executemany(f"INSERT {into}", rows)
                # numbers too large for SQLite, as only a stranger's entries have, must hide nothing else
                except OverflowError:
                    rows[:] = [row for row in rows if ledgers.fits(row)]
                    self.c.executemany(f"INSERT OR REPLACE {into}", rows)
                for game, of_game in groupby(rows, key=itemgetter(0)):
                    self._filled(game).add(name)
                    self._count(game, name, derived.digest_sum(of_game, name))
                rows.clear()

    def strike(self, game: str, after: int, before: int) -> None:
        """Strikes the written rows of a game between two versions."""
        which = "WHERE game=? AND version>? AND version<? AND NOT struck"
        filled = self._filled(game)
        for name in (ledger.name for ledger in ledgers.LEDGERS if ledger.name in filled):
            # read before striking, as the proof reads them: UPDATE would return a REAL 2.0 as a whole number
            self.c.execute(f"SELECT * FROM {name} {which}", (game, after, before))
            if struck := list(map(tuple, self.c.fetchall())):
                self._count(game, name, derived.digest_sum(struck, name))  # a struck row counts twice
                self.c.execute(f"UPDATE {name} SET struck=1 {which}", (game, after, before))

    def _filled(self, game: str) -> set[str]:
        """The ledgers in which a game has rows."""
        if game not in self.filled:
            found = self.filled[game] = set()
            for ledger in ledgers.LEDGERS:
                self.c.execute(f"SELECT 1 FROM {ledger.name} WHERE game=? LIMIT 1", (game,))
                if self.c.fetchone():
                    found.add(ledger.name)
        return self.filled[game]

    def _count(self, game: str, name: str, number: int) -> None:
        of_game = self.sums.setdefault(game, {})
        of_game[name] = of_game.get(name, 0) + number


class _Runs:
    """The runs of a game's entries whose rows stand, in order; the last run goes on.

    Searching all struck rows instead would take very long.
    """

    def __init__(self, backs: Iterable[tuple[int, int]], before: int) -> None:
        """`backs` are the take-backs as (their version, the version they go back to).

        Only those `before` an entry have happened.
        """
        self.closed: list[tuple[int, int]] = []
        self.first = 0
        for version, to in backs:
            if version < before:
                self.take_back(version, to)

    def take_back(self, version: int, to: int) -> list[tuple[int, int]]:
        """The runs that no longer stand. A take-back itself stands until it is taken back."""
        struck = []
        if self.first < version:
            self.closed.append((self.first, version - 1))
        self.first = version
        while self.closed and self.closed[-1][1] > to:
            first, last = self.closed.pop()
            struck.append((max(first, to + 1), last))
            if first <= to:
                self.closed.append((first, to))
        return struck


class _Pool(SQLiteConnectionPool):
    """A pool that commits without waiting for the disk: a crash costs a page that can be built again, never the
    file."""

    def _create_connection(self) -> SQLiteConnection:
        raw = super()._create_connection()._sqlite_conn
        raw.execute("PRAGMA synchronous=NORMAL")
        return DurableConnection(raw, self.max_age)


def _remove(files: Iterable[Path]) -> None:
    for file in files:
        file.unlink(missing_ok=True)


class _Datastore(SQLiteDatastore):
    def __init__(self, path: str) -> None:
        super().__init__(path, lock_timeout=15, originator_id_type="text")
        self.pool.close()
        self.pool = _Pool(db_name=path, lock_timeout=15)


@lru_cache
def rows_source_digest() -> str:
    """A digest of the code that makes the rows. It covers all of `domain`, because sentences are the games' own."""
    digest = sha256()
    for package in (domain.__file__, __file__):
        for source in sorted(Path(str(package)).parent.rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()


def _is_damage(error: Exception) -> bool:
    """Whether the file itself is damaged, and not just locked, or the disk full."""
    if not isinstance(error, (PersistenceError, sqlite3.Error)):
        return True  # values of other types than were written there
    plain = type(error) in (sqlite3.DatabaseError, persistence.DatabaseError)
    return plain or any(
        words in str(error)
        for words in ("no such table", "no such column", "malformed", "not a database", "Could not decode")
    )


def _read(diary: Diary, after: int, limit: int) -> list[Notification]:
    try:
        return list(diary.recorder.select_notifications(after, limit, inclusive_of_start=False))
    except (PersistenceError, sqlite3.Error) as error:
        raise Damaged(f"{diary.path} cannot be read: {error}") from error


def _last(diary: Diary) -> int:
    try:
        return diary.recorder.max_notification_id() or 0
    except (PersistenceError, sqlite3.Error) as error:  # the diary's trouble, which is not the views'
        raise Damaged(f"{diary.path} cannot be read: {error}") from error


def _anchor(notification: Notification) -> str:
    """The text that identifies the diary. Ids alone are the same in every diary."""
    stored = notification.state or b""
    return sha256(
        f"{notification.originator_id} {notification.originator_version} {notification.topic} ".encode() + stored
    ).hexdigest()


def _entry(notification: Notification, topics: Mapping[str, type[Fact]], keys: Keys) -> Entry:
    """The entry. An unreadable one is replaced by words that say so, because one bad entry must not hide the game."""
    version = notification.originator_version
    if notification.state is None:
        return Entry(version, version, Stub(words="withheld: its seal stands for it"))
    try:
        return decode(version, notification.topic, notification.state, topics, keys)
    except Damaged:  # its text quotes stored bytes, which may be a secret
        return Entry(version, version, Irregular(why=f"entry {version} cannot be read; `wardiary doctor` says more"))
