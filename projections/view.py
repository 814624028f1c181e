"""The views file: all ledgers of all games of a diary, as one audience may see them.

The rows and the position they are true for commit in one transaction, so a catch-up may be killed at any point and goes
on from where it was. The file holds nothing that the diary does not: when it is damaged, when the code that made it has
changed, when it was made from another diary, or when its proof does not hold, it is built again. A proof says which rows a
game has, and up to which entry and seal of its record; it commits with them (`projections.derived`).
"""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from eventsourcing import persistence
from eventsourcing.persistence import Notification, PersistenceError, Tracking
from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool, SQLiteCursor, SQLiteDatastore, SQLiteTrackingRecorder
from sqlite_utils import Database

import domain
from domain.kernel.entries import Entry, seen
from domain.kernel.errors import BadInput, Damaged
from domain.kernel.facts import Fact, Irregular, Sealed, SecretsOpened, TakenBack
from domain.record.codec import Keys, decode
from domain.record.diary import Diary, GameLine
from domain.record.sqlite_files import LOG, SHARED, beside
from domain.record.storage import DurableConnection
from projections import derived, ledgers

APPLICATION_ID = 0x57415256  # "WARV"
PAGE = 2000
"""Entries read, and committed, at a time."""
EVERYTHING = "umpire"
"""The audience that may see all there is. Any other sees what is secret to nobody, or to itself."""

IN_MEMORY = ":memory:"
"""In place of a path: views that are not kept."""

UNREADABLE = (PersistenceError, sqlite3.Error, LookupError, TypeError, ValueError)
"""What reading our own file may lead to, where somebody has been at it: bytes that are no text, words in place of numbers, rows that are gone."""

Progress = Callable[[int, int], None]


def views_path(diary: Path, audience: str = EVERYTHING) -> Path:
    """Where the views of a diary lie: beside it, a file for each audience."""
    return diary.with_name(f"{diary.stem}.views{'' if audience == EVERYTHING else '-' + audience}.db")


class Views:
    """One audience's views file, opened, and made when it is not there."""

    def __init__(self, path: str | Path, audience: str = EVERYTHING, unlocked: str = "") -> None:
        """Raises BadInput when the file is something else, or strange: it is not touched then.

        `unlocked` is the one game they are of, with what is sealed in it and can be read by the keys at hand: in memory alone, since
        nothing sealed lies in a file in the clear.
        """
        self.path, self.audience, self.unlocked = Path(path), audience, unlocked
        assert not unlocked or str(path) == IN_MEMORY
        self.key = f"views/{audience}"
        self.kept = str(path) != IN_MEMORY
        self.renewed = ""
        """Why what was there before was made again, to be told after the file's name; "" where it was not."""
        self._said: Mapping[str, str] | None = {}
        if self.kept:
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
        except UNREADABLE as error:
            raise Damaged(f"the views in {self.path} cannot be read: {error}; build them again with `wardiary rebuild`") from error

    def position(self) -> int:
        """The notification up to which the rows are true; 0 when nothing has been read yet."""
        with self._transaction(commit=False) as (c, _):
            return self._position(c)

    # ---- whether it is true ----

    def true_of(self, diary: Diary, game: str) -> bool:
        """Whether the rows of a game are those that were made from its record, as far as they go."""
        try:
            with self._transaction(commit=False) as (c, db):
                held = self._held(db, game)
                return held is not None and held.sums == self._sums(c, game) and diary.head(game, held.version) == held.head
        except UNREADABLE:
            return False

    def sure(self, diary: Diary, game: str, progress: Progress | None = None) -> None:
        """Sees to it that what is read of a game here is what its record says: builds everything again where it is not. Raises Damaged.

        Views that are not kept were made by this process: nobody else can have put anything there.
        """
        if self.kept and not self.true_of(diary, game):
            self.rebuild(diary, progress)
            self.renewed = derived.DAMAGED

    def _held(self, db: Database, game: str) -> _Proof | None:
        """The proof of a game's rows; None where there is none that holds."""
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
            found[ledger.name] = (derived.total(stand, ledger.name) + 2 * derived.total(struck, ledger.name)) % derived.BOUND
        return found

    # ---- following a diary ----

    def catch_up(self, diary: Diary, progress: Progress | None = None, page: int = PAGE) -> int:
        """Adds what the diary has recorded since; returns how many entries that was.

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
        """Builds everything again from the diary; returns how many entries it holds. Raises Damaged."""
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
        topics = {line.id: diary.rules(line.id).topics for line in lines.values()}
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
                    self._make(c, db, opened)  # what was sealed can be read now, from the first entry on
                    continue
                read = {str(n.originator_id) for n in wanted}
                if read - lines.keys():  # begun since we looked, or in no list: then they are not shown
                    lines = {line.id: line for line in diary.games()}
                    topics = {game: diary.rules(game).topics for game in read | lines.keys()}
                proofs = {game: self._held(db, game) for game in read}
                if self.kept and any(proof is None and self._has_rows(c, game) for game, proof in proofs.items()):
                    self._make(c, db, opened)  # what is there was not made from this record, or not by this user
                    self.renewed = derived.DAMAGED
                    continue
                self._add_games(c, diary, lines, wanted)
                listed = [n for n in wanted if str(n.originator_id) in lines]
                back = {str(n.originator_id) for n in listed if n.topic == TakenBack.TOPIC}
                first = {str(n.originator_id): n.originator_version for n in reversed(listed)}
                runs = {game: _Runs(diary.take_backs(game), first[game]) for game in back}
                sums = self._add(c, listed, topics, {game: diary.keys(game, published=not self.unlocked) for game in read}, runs)
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
        self, c: SQLiteCursor, diary: Diary, proofs: Mapping[str, _Proof | None], notifications: list[Notification],
        sums: Mapping[str, Mapping[str, int]],
    ) -> None:
        """Brings the proofs up to a page of entries: what its rows add to each game's sums, and the seal it goes up to."""
        reached = {str(n.originator_id): n.originator_version for n in notifications}
        for game, version in reached.items():
            before = proofs.get(game)
            added = {
                name: ((before.sums.get(name, 0) if before else 0) + sums.get(game, {}).get(name, 0)) % derived.BOUND
                for name in (ledger.name for ledger in ledgers.LEDGERS)
            }
            self._hold(c, game, _Proof(version, diary.head(game, version), added))

    def _add(
        self, c: SQLiteCursor, notifications: list[Notification], topics: Mapping[str, Mapping[str, type[Fact]]], keys: Mapping[str, Keys],
        runs: Mapping[str, _Runs],
    ) -> dict[str, dict[str, int]]:
        """Rows for a page of entries; gives what they add to each game's sums.

        This is the loop everything waits for: plain tuples, one executemany a table.
        """
        waiting: dict[str, list[tuple[Any, ...]]] = {ledger.name: [] for ledger in ledgers.LEDGERS}
        sums: dict[str, dict[str, int]] = {}

        @cache
        def filled(game: str) -> set[str]:
            """The ledgers in which a game has rows."""
            found = set()
            for ledger in ledgers.LEDGERS:
                c.execute(f"SELECT 1 FROM {ledger.name} WHERE game=? LIMIT 1", (game,))
                if c.fetchone():
                    found.add(ledger.name)
            return found

        def count(game: str, name: str, number: int) -> None:
            of_game = sums.setdefault(game, {})
            of_game[name] = of_game.get(name, 0) + number

        def write() -> None:
            for name, rows in waiting.items():
                if rows:
                    into = f"INTO {name} VALUES ({','.join('?' * len(rows[0]))})"
                    try:
                        c.executemany(f"INSERT {into}", rows)
                    except OverflowError:  # numbers SQLite takes no more, as only a stranger's entries have: they hide nothing else
                        rows[:] = [row for row in rows if ledgers.fits(row)]
                        c.executemany(f"INSERT OR REPLACE {into}", rows)
                    for game, of_game in groupby(rows, key=itemgetter(0)):
                        filled(game).add(name)
                        count(game, name, derived.total(of_game, name))
                    rows.clear()

        def strike(game: str, after: int, before: int) -> None:
            which = "WHERE game=? AND version>? AND version<? AND NOT struck"
            for ledger in ledgers.LEDGERS:
                if ledger.name not in filled(game):
                    continue
                # read before they are struck, as the proof reads them: of a REAL 2.0 an UPDATE would return a whole number
                c.execute(f"SELECT * FROM {ledger.name} {which}", (game, after, before))
                if struck := list(map(tuple, c.fetchall())):
                    count(game, ledger.name, derived.total(struck, ledger.name))  # a struck row counts twice
                    c.execute(f"UPDATE {ledger.name} SET struck=1 {which}", (game, after, before))

        entries = seen((_entry(n, topics[str(n.originator_id)], keys[str(n.originator_id)]) for n in notifications), self.audience)
        for notification, entry in zip(notifications, entries, strict=True):
            game, version, fact = str(notification.originator_id), notification.originator_version, entry.fact
            moment = " / ".join(entry.moment.path)
            for ledger in ledgers.takers(fact):
                for item, row in enumerate(ledgers.rows_of(ledger, entry)):
                    waiting[ledger.name].append((game, version, item, moment, *row, fact.rule, 0, entry.moment.key))
            if isinstance(fact, TakenBack):
                write()
                for first, last in runs[game].take_back(version, fact.to):
                    strike(game, first - 1, last + 1)
        write()
        return sums

    def _add_games(self, c: SQLiteCursor, diary: Diary, lines: Mapping[str, GameLine], notifications: list[Notification]) -> None:
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
        """Begins anew when the last entry read is not the diary's any more; takes over names that were changed."""
        with self._transaction(commit=False) as (c, db):
            position = self._position(c)
            anchor = self._about(db, "anchor")
            held = list(db.query("SELECT * FROM games"))
            proved = {row["game"] for row in db.query("SELECT * FROM proofs")}
            if int(self._about(db, "opened")) < 0 or {row["id"] for row in held} != proved:  # all is read: what cannot be is found here
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
        """Anything that is not a views file of this audience is somebody's, and what is strange may harm: both are left alone."""
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
        self.datastore = _Datastore(str(self.path.absolute()) if self.kept else f"file:views-{id(self)}?mode=memory&cache=shared")
        self.recorder = SQLiteTrackingRecorder(self.datastore)
        try:
            with self._transaction(commit=False) as (_, db):
                if self._is_current(db):
                    return
            with self._transaction(commit=True) as (c, db):
                if not self._is_current(db):  # another process may have made it meanwhile
                    self._make(c, db)
                    if self._said != {}:
                        self.renewed = derived.why_anew(self._said, source_digest())
        except BaseException:
            self.datastore.close()
            raise

    def _start_over(self) -> None:
        """Throws a damaged file of ours away and makes a new one. Raises Damaged where that cannot be.

        Called once the error is no longer being handled: it holds what was being read, and Windows removes no file that anybody reads.
        """
        if hasattr(self, "datastore"):
            self.datastore.close()
        gc.collect(1)  # what the error held, and itself: they are young
        self.renewed, self._said = derived.DAMAGED, {}
        files = [beside(self.path, tail) for tail in ("", LOG, SHARED) if self.kept]
        try:
            try:
                _remove(files)
            except PermissionError:
                gc.collect()  # they have grown old: a search of seconds in a large process, so only where it has to be
                _remove(files)
        except OSError as error:
            words = "is damaged, and open in another program or not yours to change; close it and say it again"
            raise Damaged(f"{self.path} {words}") from error
        self._connect()

    def _make(self, c: SQLiteCursor, db: Database, opened: int = 0) -> None:
        """Empty tables, in place of whatever is there. `opened` is the last place in the diary where secrets were opened."""
        for view in db.view_names():
            c.execute(f'DROP VIEW "{view}"')
        for table in reversed(db.table_names()):
            c.execute(f'DROP TABLE "{table}"')
        db.table("about").create({"what": str, "value": str}, pk="what")
        about = {"audience": self.audience, **derived.about(source_digest()), "anchor": "", "opened": str(opened)}
        db.table("about").insert_all({"what": what, "value": value} for what, value in about.items())
        db.table("games").create(dict(ledgers.GAMES), pk="id")
        for ledger in ledgers.LEDGERS:
            # a foreign key, so that Datasette shows the game's name
            db.table(ledger.name).create(ledger.columns, pk=("game", "version", "item"), foreign_keys=[("game", "games", "id")])
        for name, select in ledgers.AGGREGATES.items():
            db.create_view(name, select)
        db.table("proofs").create({"game": str, "version": int, "head": str, "sums": str, "proof": str}, pk="game")
        c.execute(f"PRAGMA application_id={APPLICATION_ID}")
        SQLiteTrackingRecorder(self.datastore)._create_table(c)
        db.table("about").insert({"what": "schema", "value": self._schema(db)})

    def _schema(self, db: Database) -> str:
        """A proof of all that is made in the file: tables, and the sums over them that are worked out when they are read."""
        made = sorted(row["sql"] for row in db.query("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
        return derived.proof("schema", self.audience, *made)

    def _is_current(self, db: Database) -> bool:
        """Whether this code made the file, for this user, and all it made is there and nothing else."""
        if "about" not in db.table_names():
            return False
        about = {row["what"]: row["value"] for row in db.query("SELECT what, value FROM about")}
        return about.get("source") == source_digest() and about.get("schema") == self._schema(db)


class _Proof(NamedTuple):
    """What a game's rows were made from: its entries up to a version, with the seal there, and the sum of each ledger's rows."""

    version: int
    head: str
    sums: dict[str, int]


class _Runs:
    """The runs of a game's entries whose rows stand, in order; the last goes on. To look for them among all that were struck takes very long."""

    def __init__(self, backs: Iterable[tuple[int, int]], before: int) -> None:
        """`backs` are the take-backs, where each stands and to where it goes; only those `before` an entry have been."""
        self.closed: list[tuple[int, int]] = []
        self.first = 0
        for version, to in backs:
            if version < before:
                self.take_back(version, to)

    def take_back(self, version: int, to: int) -> list[tuple[int, int]]:
        """The runs that stand no more. What takes back stands itself, until it is taken back."""
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
    """What can be built again need not be on the disk before anything is said: a crash costs a page, never the file."""

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
def source_digest() -> str:
    """A digest of the code that makes the rows: sentences are the games' own, so of all of `domain` too."""
    digest = sha256()
    for package in (domain.__file__, __file__):
        for source in sorted(Path(str(package)).parent.rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()


def _is_damage(error: Exception) -> bool:
    """Whether the file itself is wrong; not whether it is locked, or the disk full."""
    if not isinstance(error, (PersistenceError, sqlite3.Error)):
        return True  # values of other kinds than were written there
    plain = type(error) in (sqlite3.DatabaseError, persistence.DatabaseError)
    return plain or any(words in str(error) for words in ("no such table", "no such column", "malformed", "not a database", "Could not decode"))


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
