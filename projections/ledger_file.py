"""The views file: the ledgers of a diary's games, as one audience may see them.

Each game stands in it for itself. Its proof says up to which entry and seal its rows go, which code made them, and
what they are; it commits in one transaction with the rows (`projections.derived`), so it is the game's progress too,
and an interrupted catch-up goes on from there. A game is made anew, and no other, if its proof fails, if other code
made it, if its record is another than before, or if secrets in it were opened since. The file holds nothing that the
diary does not.
"""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from eventsourcing import persistence
from eventsourcing.persistence import PersistenceError
from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool, SQLiteCursor, SQLiteDatastore
from sqlite_utils import Database

from domain.kernel.entries import seen
from domain.kernel.errors import BadInput, Damaged, Trouble
from domain.kernel.facts import SecretsOpened
from domain.record.diary import Diary
from domain.record.glance import GameLine
from domain.record.sqlite_files import LOG, SHARED, beside
from domain.record.storage import DurableConnection
from projections import derived, ledgers
from projections.ledger_rows import NOT_READ, NewRows, Runs, entry_of

APPLICATION_ID = 0x57415256  # "WARV"
PAGE = 2000
"""Number of a game's entries read and committed at a time."""
EVERYTHING = "umpire"
"""The audience that may see everything. Any other sees what is nobody's secret, or its own."""

IN_MEMORY = ":memory:"
"""The path of views that are not kept."""

UNREADABLE = (PersistenceError, sqlite3.Error, LookupError, TypeError, ValueError)
"""The errors of reading our own file after somebody has changed it: bytes that are no text, words for numbers, missing
rows.
"""

UNREAD = (
    "SELECT version FROM timeline WHERE game = :game AND irregular = 1 "
    "AND words = 'irregular: entry ' || version || ' ' || :why ORDER BY version LIMIT 1"
)
"""Asks for the first entry of a game that could not be read."""

REBUILDING = "rebuilding"
"""Said of a file that a rebuild has emptied and not yet filled."""

Progress = Callable[[int, int], None]
T = TypeVar("T")


def ledger_path(diary: Path, audience: str = EVERYTHING) -> Path:
    """The place of a diary's views: beside it, one file for each audience."""
    return diary.with_name(f"{diary.stem}.views{'' if audience == EVERYTHING else '-' + audience}.db")


class Unkept(Damaged):
    """The views file itself cannot be read or written, whatever the game."""


class LedgerFile:
    """One audience's views file, opened. It is made if it is missing."""

    def __init__(self, path: str | Path, audience: str = EVERYTHING, unlocked: str = "") -> None:
        """Raises BadInput, without touching the file, if it is something else, or unsafe to open.

        `unlocked` is a game whose readable sealed secrets are included. Its views are in memory only, because no file
        may hold sealed secrets unencrypted.
        """
        self.path, self.audience, self.unlocked = Path(path), audience, unlocked
        assert not unlocked or str(path) == IN_MEMORY
        self.kept = str(path) != IN_MEMORY
        self.renewed = ""
        """The reason why an existing file was made again, in words that follow its name; "" if it was not."""
        self.renewed_games: dict[str, str] = {}
        """The games whose rows were made again, and why, in such words; none if all of the file was."""
        self.unread: dict[str, str] = {}
        """The games that could not be caught up with, and why."""
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

    def unreadable(self, game: str) -> str:
        """The first entry of a game that could not be read, in words; "" if all could. Raises Damaged."""
        bad = self.rows(UNREAD, {"game": game, "why": NOT_READ})
        return f"entry {bad[0]['version']} {NOT_READ}" if bad else ""

    def reached(self, game: str) -> int:
        """The last entry of a game that its rows include; -1 if none was read yet."""
        with self._transaction(commit=False) as (_, db):
            held = self._held(db, game)
            return held.version if held else -1

    # ---- what a game came to ----

    def remembered(self, game: str, head: str) -> str:
        """What was remembered of a game at this seal, by this code; "" if nothing."""
        try:
            with self._transaction(commit=False) as (_, db):
                for row in db.query("SELECT head, said, proof FROM remembered WHERE game=:game", {"game": game}):
                    parts = ("remembered", game, row["head"], rows_source_digest(), row["said"])
                    if row["head"] == head and derived.holds(row["proof"], *parts):
                        return str(row["said"])
        except UNREADABLE:
            pass  # it is worked out again
        return ""

    def remember(self, game: str, head: str, said: str) -> None:
        """Keeps what a game came to at a seal. Raises Damaged."""
        proof = derived.proof("remembered", game, head, rows_source_digest(), said)

        def write() -> None:
            with self._transaction(commit=True) as (c, _):
                c.execute("INSERT OR REPLACE INTO remembered VALUES (?,?,?,?)", (game, head, said, proof))

        self._changing(write)

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

    def sure(self, diary: Diary, line: GameLine, progress: Progress | None = None) -> None:
        """Makes sure that a game's rows agree with its record; else makes them again. Raises Damaged.

        Ledgers that are not kept need no check: this process made them, so nobody else can have changed them.
        """
        if self.kept and not self.true_of(diary, line.id):
            self._changing(lambda: self._forget_game(line.id))
            self.follow(diary, line, progress)
            self.renewed_games[line.id] = derived.DAMAGED

    def _held(self, db: Database, game: str) -> Proof | None:
        """The valid proof of a game's rows; None if there is none. What is not kept needs none: nobody else saw it."""
        for row in db.query("SELECT * FROM proofs WHERE game=:game", {"game": game}):
            signed = (row["version"], row["head"], row["opened"], row["source"], row["sums"])
            ours = row["source"] == rows_source_digest() and derived.holds(row["proof"], self.audience, game, *signed)
            if ours or not self.kept:
                sums = {name: int(number, 16) for name, number in (pair.split(":") for pair in row["sums"].split())}
                return Proof(row["version"], row["head"], row["opened"], sums)
        return None

    def _hold(self, c: SQLiteCursor, game: str, held: Proof) -> None:
        sums = " ".join(f"{name}:{number:x}" for name, number in held.sums.items())
        signed = (held.version, held.head, held.opened, rows_source_digest(), sums)
        made = derived.proof(self.audience, game, *signed)
        c.execute("INSERT OR REPLACE INTO proofs VALUES (?,?,?,?,?,?,?)", (game, *signed, made))

    @staticmethod
    def _why_not_held(db: Database, game: str) -> str:
        """The reason why the rows of a game without a valid proof are made again."""
        row = next(db.query("SELECT source FROM proofs WHERE game=:game", {"game": game}), None)
        return derived.OTHER_CODE if row and row["source"] != rows_source_digest() else derived.DAMAGED

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

    def follow(self, diary: Diary, line: GameLine, progress: Progress | None = None, page: int = PAGE) -> int:
        """Adds what the diary has recorded of one game since; returns the number of entries.

        `progress` is called after each page with the entry reached and the game's last. Raises Trouble.
        """
        return self._changing(lambda: self._follow(diary, line, progress, page))

    def catch_up(self, diary: Diary, progress: Progress | None = None, page: int = PAGE) -> int:
        """Adds what the diary has recorded of all games since; returns the number of entries.

        A game that cannot be read is named in `unread`, and hides no other. Raises Damaged.
        """
        done, followed, self.unread = 0, dict[str, int](), {}
        while new := [line for line in diary.games() if line.id not in followed and self.unlocked in ("", line.id)]:
            total = sum(followed.values()) + sum(line.entries for line in new)
            for line in new:
                before = sum(followed.values())
                told = (lambda at, _, before=before, total=total: progress(before + at, total)) if progress else None
                followed[line.id] = line.entries
                try:
                    done += self.follow(diary, line, told, page)
                except Unkept:
                    raise
                except Trouble as error:
                    self.unread[line.id] = str(error)
        self.keep_only(followed)
        return done

    def keep_only(self, games: Iterable[str]) -> None:
        """Deletes what is there of games that are not the diary's. Raises Damaged."""
        self._changing(lambda: self._keep_only(games))

    def rebuild(self, diary: Diary, progress: Progress | None = None, page: int = PAGE) -> int:
        """Builds everything again from the diary; returns the number of entries read.

        One that was interrupted goes on where it was. Raises Damaged.
        """
        self._changing(self._begin_to_rebuild)
        done = self.catch_up(diary, progress, page)
        self._changing(self._end_rebuilding)
        return done

    def _changing(self, change: Callable[[], T]) -> T:
        """Changes the file, in a new one if it is damaged. Raises Damaged if it cannot be written."""
        try:
            try:
                return change()
            except UNREADABLE as error:
                if not _is_damage(error):
                    raise
            self._start_over()
            return change()
        except (PersistenceError, sqlite3.Error) as error:
            raise Unkept(f"the views in {self.path} cannot be written: {error}") from error

    def _follow(self, diary: Diary, line: GameLine, progress: Progress | None, page: int) -> int:
        rules, done = diary.rules(line.id), 0
        last, opened, followed = -1, 0, -1
        runs = Runs((), 0)
        while True:
            before, last = last, diary.last(line.id)
            opened = max(opened, diary.last_of(line.id, SecretsOpened, after=before))  # what was there stays
            with self._transaction(commit=False) as (_, db):
                held, why = self._to_go_on(db, diary, line, opened)
                if held and held.version == last and self._is_called(db, line):
                    return done
            with self._transaction(commit=True) as (c, db):
                held, why = self._to_go_on(db, diary, line, opened)
                if held is None:
                    self._forget(c, line.id)
                    held = Proof(-1, "", opened, {})
                if why:
                    self.renewed_games[line.id] = why
                rows = diary.stored(line.id, held.version, limit=page)
                reached = rows[-1][0] if rows else held.version
                self._list(c, line, rules.title, reached)
                if not rows:
                    return done
                if held.version != followed:  # somebody else has gone on, or nobody before
                    runs = Runs(diary.take_backs(line.id) if held.version >= 0 else (), rows[0][0])
                followed = reached
                topics, keys = rules.play.topics, diary.keys(line.id, published=not self.unlocked)
                new = NewRows(c, line.id, rules)
                entries = (entry_of(version, topic, state, topics, keys) for version, topic, state in rows)
                new.add(seen(entries, self.audience), runs)
                self._hold(c, line.id, held.further(reached, diary.head(line.id, reached), new.sums))
            done += len(rows)
            if progress:
                progress(reached, max(reached, last))

    def _to_go_on(self, db: Database, diary: Diary, line: GameLine, opened: int) -> tuple[Proof | None, str]:
        """The proof from which a game's rows can be gone on with; else None, and why, "" if nothing is wrong."""
        listed = next(db.query("SELECT * FROM games WHERE id=:id", {"id": line.id}), None)
        held = self._held(db, line.id)
        if held is None:
            return None, self._why_not_held(db, line.id) if listed and self.kept else ""
        if held.version >= 0 and diary.head(line.id, held.version) != held.head:
            return None, derived.OTHER_DIARY
        if listed is None or (listed["system"], listed["entries"]) != (line.system, held.version):
            return None, derived.DAMAGED
        return (held, "") if held.opened == opened else (None, "")  # more of the same record can be read

    @staticmethod
    def _is_called(db: Database, line: GameLine) -> bool:
        return any(row["name"] == line.name for row in db.query("SELECT * FROM games WHERE id=:id", {"id": line.id}))

    @staticmethod
    def _list(c: SQLiteCursor, line: GameLine, title: str, entries: int) -> None:
        c.execute(
            "INSERT INTO games VALUES (?,?,?,?,?,?) "
            "ON CONFLICT (id) DO UPDATE SET entries=excluded.entries, name=excluded.name, title=excluded.title",
            (line.id, line.name, line.system, title, line.created, entries),
        )

    @staticmethod
    def _forget(c: SQLiteCursor, game: str) -> None:
        for ledger in ledgers.LEDGERS:
            c.execute(f"DELETE FROM {ledger.name} WHERE game=?", (game,))
        c.execute("DELETE FROM proofs WHERE game=?", (game,))

    def _forget_game(self, game: str) -> None:
        with self._transaction(commit=True) as (c, _):
            self._forget(c, game)

    def _keep_only(self, games: Iterable[str]) -> None:
        with self._transaction(commit=False) as (_, db):
            strange = {row["id"] for row in db.query("SELECT id FROM games")} - {*games}
        for game in strange:
            with self._transaction(commit=True) as (c, _):
                self._forget(c, game)
                c.execute("DELETE FROM games WHERE id=?", (game,))
        if strange and self.kept and not self.renewed:
            self.renewed = derived.OTHER_DIARY

    def _begin_to_rebuild(self) -> None:
        with self._transaction(commit=True) as (c, db):
            if not self._about(db, REBUILDING):
                self._make(c, db)
                db.table("about").upsert({"what": REBUILDING, "value": "1"}, pk="what")

    def _end_rebuilding(self) -> None:
        with self._transaction(commit=True) as (c, _):
            c.execute("DELETE FROM about WHERE what=?", (REBUILDING,))

    @staticmethod
    def _about(db: Database, what: str) -> str:
        return str(next(db.query("SELECT value FROM about WHERE what=:what", {"what": what}), {}).get("value", ""))

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

    def _make(self, c: SQLiteCursor, db: Database) -> None:
        """Makes empty tables in place of existing ones."""
        for view in db.view_names():
            c.execute(f'DROP VIEW "{view}"')
        for table in reversed(db.table_names()):
            c.execute(f'DROP TABLE "{table}"')
        db.table("about").create({"what": str, "value": str}, pk="what")
        about = {"audience": self.audience, **derived.file_description(rows_source_digest())}
        db.table("about").insert_all({"what": what, "value": value} for what, value in about.items())
        db.table("games").create(dict(ledgers.GAMES), pk="id")
        for ledger in ledgers.LEDGERS:
            # a foreign key lets Datasette show the game's name
            db.table(ledger.name).create(
                ledger.columns, pk=("game", "version", "item"), foreign_keys=[("game", "games", "id")]
            )
        for name, select in ledgers.AGGREGATES.items():
            db.create_view(name, select)
        proofs = {"game": str, "version": int, "head": str, "opened": int, "source": str, "sums": str, "proof": str}
        db.table("proofs").create(proofs, pk="game")
        db.table("remembered").create({"game": str, "head": str, "said": str, "proof": str}, pk="game")
        c.execute(f"PRAGMA application_id={APPLICATION_ID}")
        db.table("about").insert({"what": "schema", "value": self._schema(db)})

    def _schema(self, db: Database) -> str:
        """A proof of everything defined in the file: tables, and the views that sum them when they are read."""
        made = sorted(row["sql"] for row in db.query("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
        return derived.proof("schema", self.audience, *made)

    def _is_current(self, db: Database) -> bool:
        """Whether the file was made for this user, with the tables and views of this code."""
        if "about" not in db.table_names():
            return False
        about = {row["what"]: row["value"] for row in db.query("SELECT what, value FROM about")}
        return about.get("audience") == self.audience and about.get("schema") == self._schema(db)


class Proof(NamedTuple):
    """The source of a game's rows: its entries up to a version, the seal there, and the sum of each ledger's rows."""

    version: int
    head: str
    opened: int
    """The last entry that had opened secrets when the rows were begun; 0 if none had."""
    sums: Mapping[str, int]

    def further(self, version: int, head: str, added: Mapping[str, int]) -> Proof:
        """The proof after more rows."""
        sums = {
            ledger.name: (self.sums.get(ledger.name, 0) + added.get(ledger.name, 0)) % derived.BOUND
            for ledger in ledgers.LEDGERS
        }
        return Proof(version, head, self.opened, sums)


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


def rows_source_digest() -> str:
    """A digest of the code that makes the rows. It covers all of `domain`, because sentences are the games' own."""
    return derived.code_at_work("domain", "projections")


def _is_damage(error: Exception) -> bool:
    """Whether the file itself is damaged, and not just locked, or the disk full."""
    if not isinstance(error, (PersistenceError, sqlite3.Error)):
        return True  # values of other types than were written there
    plain = type(error) in (sqlite3.DatabaseError, persistence.DatabaseError)
    return plain or any(
        words in str(error)
        for words in ("no such table", "no such column", "malformed", "not a database", "Could not decode")
    )
