"""A diary's rows on a PostgreSQL server (the extra `postgres`: psycopg and its pool).

PostgreSQL keeps the rows, and a cluster above it survives a machine's death. What can be lost on the way is an answer:
the server has recorded, and the client never hears so. `writing` then asks, and never guesses.
"""

from __future__ import annotations

import logging
import re
import selectors
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from eventsourcing.persistence import DataError, IntegrityError, OperationalError, PersistenceError, StoredEvent
from psycopg import conninfo
from psycopg.rows import tuple_row
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from domain.kernel.errors import BadInput, Damaged, Trouble
from domain.record.server_address import in_one_line, noticing, without_password
from domain.record.server_tables import Server, look_at_server, look_at_tables, make_tables, settle
from domain.record.store import Away, NotKnown, Parameters, StoreCursor, insert

# what the pool tries again is told in words, once; what psycopg cannot end on a lost connection comes after its cause
logging.getLogger("psycopg").setLevel(logging.ERROR)

PATIENCE = 30.0
"""Seconds for which a lost server is looked for: longer than a second machine needs to take its place."""
WAITS_ALOUD = 2.0
"""Seconds after which it is said what is waited for."""
SECOND = "the server has it, and waits for the second machine"
ANSWER = "the server does not answer, and is looked for"
MOST_CONNECTIONS = 10
ENDED = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout)
"""What is raised when a connection, or the server, is gone."""

Connection = psycopg.Connection[Any]


class ServerStore:
    """A diary's rows on a PostgreSQL server. Raises BadInput, Damaged.

    `folder` is where this machine keeps what is made anew from the record. `tell` says aloud what the recorder waits
    for.
    """

    def __init__(self, url: str, folder: Path, tell: Callable[[str], None] | None = None) -> None:
        self.place, self._url = without_password(url), noticing(url)
        self._waits = Awaited(tell or (lambda words: None))
        self._warned, self._finding = threading.local(), threading.Lock()
        self.server, self.pool = self._opened()
        self.path = folder / f"{self.server.cluster}-{self.server.database}" / "wardiary.db"
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)

    @property
    def read_only(self) -> bool:
        """Whether the server that was found is a standby. Who writes looks again."""
        return self.server.standby

    @property
    def waits_for(self) -> str:
        return self._waits.words

    def _opened(self) -> tuple[Server, ConnectionPool[Connection]]:
        """What the server says of itself, and connections to it, after a look at the tables."""
        with self._first_connection() as (connection, address):
            server = look_at_server(connection)
            look_at_tables(connection)
        if not server.standby:  # it may have been made the first just now: what comes later is to be written, too
            address = self._url
        pool: ConnectionPool[Connection] = ConnectionPool(
            address,
            kwargs={"autocommit": True, "row_factory": tuple_row},
            min_size=0,
            max_size=MOST_CONNECTIONS,
            configure=self._configure,
            check=_check,
            timeout=WAITS_ALOUD,
            reconnect_timeout=PATIENCE,
            open=True,
        )
        return server, pool

    @contextmanager
    def _first_connection(self) -> Iterator[tuple[Connection, str]]:
        """A connection to look with, and its address. If no server may be written, one that can be read is taken,
        whatever the address asks for.
        """
        address = self._url
        connection = _connected(address, self.place)
        if connection is None:
            address = conninfo.make_conninfo(address, target_session_attrs="any")
            connection = _connected(address, self.place, last=True)
        assert connection is not None
        try:
            with connection:
                settle(connection)
                yield connection, address
        except psycopg.Error as error:
            raise Damaged(f"{self.place} cannot be opened as a diary: {in_one_line(error, self._url)}") from error
        except Damaged as damaged:
            raise Damaged(f"{self.place} is not opened: {damaged}") from None

    def _find_one_to_write(self) -> None:
        """Looks again for a server that may be written: a standby may have taken the first one's place since."""
        with self._finding:
            if self.read_only:
                before = self.pool
                try:
                    self.server, self.pool = self._opened()
                except Trouble as trouble:
                    raise Away(str(trouble)) from trouble
                before.close()
            if self.read_only:
                raise Away("this server is a standby, which can be read and not recorded on")

    def _configure(self, connection: Connection) -> None:
        settle(connection)
        connection.add_notice_handler(self._noticed)

    def _noticed(self, notice: psycopg.errors.Diagnostic) -> None:
        """A commit that was not waited for is no commit on two machines."""
        if notice.severity_nonlocalized == "WARNING":
            self._warned.by = " ".join((notice.message_primary or "").split())

    # ---- reading ----

    def select(self, statement: str, parameters: Parameters = ()) -> list[Any]:
        """The rows of a query. A server that is away is looked for: reading twice does no harm."""
        until = time.monotonic() + PATIENCE
        with ExitStack() as aloud:
            while True:
                try:
                    with self._errors(), self._connection(until) as connection, self._waits.asking():
                        return connection.execute(in_psycopg(statement), parameters or None).fetchall()
                except Away as away:
                    if time.monotonic() > until:
                        raise Away(f"the server is away: {away}") from away
                    aloud.enter_context(self._waits.told(ANSWER))
                    time.sleep(0.2)

    @contextmanager
    def _connection(self, until: float) -> Iterator[Connection]:
        """A connection of the pool, which is looked for until a time."""
        with ExitStack() as used:
            with ExitStack() as aloud:
                while True:
                    try:
                        connection = used.enter_context(self.pool.connection())
                        break
                    except PoolTimeout:
                        if time.monotonic() > until:
                            raise
                        aloud.enter_context(self._waits.told(ANSWER))
            yield connection

    def start_of(self, column: str, most: int | None = None) -> str:
        text = column if most is None else f"SUBSTR({column}, 1, {most})"
        return f"CONVERT_TO({text}, 'UTF8')"

    # ---- writing ----

    @contextmanager
    def writing(self, game_id: str, is_stored: Callable[[], bool]) -> Iterator[StoreCursor]:
        """A transaction of one game. A lost answer is asked for; if nobody can be asked, NotKnown is raised."""
        if self.read_only:
            self._find_one_to_write()
        committing = False
        try:
            with (
                ExitStack() as aloud,
                self._errors(),
                self._connection(time.monotonic() + PATIENCE) as connection,
                self._waits.asking(),
            ):
                self._warned.by = ""
                with connection.transaction():
                    c = connection.cursor()
                    _take_turn(c, game_id)
                    yield ServerCursor(c)
                    committing = True
                    aloud.enter_context(self._waits.soon(SECOND))
        except Away as away:
            if not committing or not self.settled(game_id, is_stored):
                raise Away(f"the connection to the server was lost: {away}") from away
        if self._warned.by:
            raise NotKnown(
                f"the server did not wait for the second machine ({self._warned.by}): it is recorded on one machine, "
                "and would be lost with that; say nothing again, and look with `log`"
            )

    def insert(self, events: Sequence[StoredEvent], declaration: str) -> None:
        game_id, version, last = str(events[-1].originator_id), events[-1].originator_version, b""

        def is_stored() -> bool:
            """Seals are salted, so nobody else has this one."""
            asked = (game_id, version, last)
            return bool(
                self.select("SELECT 1 FROM seals WHERE originator_id=? AND originator_version=? AND head=?", asked)
            )

        with self.writing(game_id, is_stored) as c:
            last = insert(c, events, declaration)

    def settled(self, game_id: str, is_stored: Callable[[], bool]) -> bool:
        """Whether a commit whose answer was lost has happened. Raises NotKnown.

        The game's turn is taken first: whoever has it knows that the lost transaction is over, one way or the other.
        """
        until = time.monotonic() + PATIENCE
        with ExitStack() as aloud:
            while time.monotonic() < until:
                try:
                    with (
                        self._errors(),
                        self._connection(until) as connection,
                        self._waits.asking(),
                        connection.transaction(),
                    ):
                        c = connection.cursor()
                        c.execute("SELECT set_config('lock_timeout', %s, true)", (f"{int(PATIENCE)}s",))
                        _take_turn(c, game_id)
                    return is_stored()
                except Away:
                    aloud.enter_context(self._waits.told(ANSWER))
                    time.sleep(0.3)
                except PersistenceError:
                    break
        raise NotKnown(
            "the server's answer was lost, and it cannot be asked now: it is not known yet whether this was recorded. "
            "Say nothing again; look with `log` when it answers"
        )

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """The engine's errors as those of persistence; Away if the server is gone."""
        try:
            yield
        except psycopg.IntegrityError as error:
            raise IntegrityError(in_one_line(error, self._url)) from error
        except psycopg.errors.ReadOnlySqlTransaction as error:
            self.server = self.server._replace(standby=True)  # it was the first, and is no more
            raise Away(in_one_line(error, self._url)) from error
        except ENDED as error:
            if _is_refusal(error):
                raise OperationalError(in_one_line(error, self._url)) from error
            raise Away(in_one_line(error, self._url)) from error
        except (psycopg.Error, PoolClosed, UnicodeError) as error:
            raise DataError(in_one_line(error, self._url)) from error

    # ---- health ----

    def settings(self) -> dict[str, Any]:
        names = ("server_version", "fsync", "full_page_writes", "synchronous_commit", "synchronous_standby_names")
        row = self.select("SELECT " + ", ".join(f"current_setting('{name}')" for name in names))[0]
        return dict(zip(names, row, strict=True))

    def damage(self) -> list[str]:
        """The pages whose checksum was wrong, where the cluster has checksums."""
        rows = self.select(
            "SELECT checksum_failures, CAST(checksum_last_failure AS text) FROM pg_stat_database "
            "WHERE datname = current_database()"
        )
        return [f"{failures} pages with a wrong checksum, the last on {at}" for failures, at in rows if failures]

    def space_left(self) -> int | None:
        return None

    def close(self) -> None:
        self.pool.close()


class Awaited:
    """What the threads of this process wait for just now. The recorder is told when the first of them does."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell, self._lock, self._waiting = tell, threading.Lock(), Counter[str]()
        self._asked: dict[object, float] = {}
        """When each of the questions was asked that the server has not answered yet."""

    @property
    def words(self) -> str:
        """Whoever waits for the second machine holds a connection, and so may be why others get none."""
        since = time.monotonic() - WAITS_ALOUD
        silent = any(asked < since for asked in [*self._asked.values()])
        return next((words for words in (SECOND, ANSWER) if self._waiting[words]), ANSWER if silent else "")

    @contextmanager
    def asking(self) -> Iterator[None]:
        """While a question is on its way. A machine without power does not hang up, and says nothing."""
        key = object()
        self._asked[key] = time.monotonic()
        try:
            yield
        finally:
            del self._asked[key]

    @contextmanager
    def told(self, words: str) -> Iterator[None]:
        """While it is waited for."""
        self._count(words, 1)
        try:
            yield
        finally:
            self._count(words, -1)

    @contextmanager
    def soon(self, words: str) -> Iterator[None]:
        """The same, told only if it takes longer than one cares to wait unasked."""
        with ExitStack() as aloud:
            waiting = threading.Timer(WAITS_ALOUD, lambda: aloud.enter_context(self.told(words)))
            waiting.daemon = True
            waiting.start()
            try:
                yield
            finally:
                waiting.cancel()
                waiting.join()  # what it has begun to say is taken back after it was said

    def _count(self, words: str, by: int) -> None:
        with self._lock:
            first = by > 0 and not self._waiting[words]
            self._waiting[words] += by
        if first:
            self.tell(words)


class ServerCursor:
    """A cursor of psycopg that takes the diary's statements."""

    def __init__(self, c: psycopg.Cursor[Any]) -> None:
        self.c = c

    def execute(self, statement: str, parameters: Parameters = (), /) -> None:
        self.c.execute(in_psycopg(statement), parameters or None)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> None:
        self.c.executemany(in_psycopg(statement), rows)

    def fetchone(self) -> Any:
        return self.c.fetchone()


def in_psycopg(statement: str) -> bytes:
    """A statement with the parameters as psycopg writes them. The diary's statements hold no other `?`, `:` or `%`."""
    return re.sub(r":(\w+)", r"%(\1)s", statement.replace("?", "%s")).encode()


def _take_turn(c: psycopg.Cursor[Any], game_id: str) -> None:
    """Awaited until no other transaction writes of this game. It is held until the transaction is over."""
    c.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (game_id,))


def _check(connection: Connection) -> None:
    """Asks the server of a connection only if there is something to read: that is how it hangs up. Asking each time
    would double the ways to it."""
    with selectors.DefaultSelector() as at:
        at.register(connection.fileno(), selectors.EVENT_READ)
        if at.select(0):
            ConnectionPool.check_connection(connection)


def _is_refusal(error: BaseException) -> bool:
    """Whether the server itself has refused a statement and goes on: a lock that timed out, a disk that is full."""
    state = getattr(error, "sqlstate", None) or ""
    return state[:2] in ("53", "55", "40") and state != "53300"


def _connected(url: str, place: str, last: bool = False) -> Connection | None:
    """A connection; None if there is a server, and none such as the address asks for. Raises Damaged."""
    try:
        return psycopg.connect(url, autocommit=True, row_factory=tuple_row)
    except psycopg.OperationalError as error:
        if not last and conninfo.conninfo_to_dict(url).get("target_session_attrs", "any") != "any":
            return None
        raise Damaged(f"{place} cannot be reached: {in_one_line(error, url)}") from error
    except (psycopg.Error, UnicodeError) as error:
        raise BadInput(f"{place} is no address of a server: {in_one_line(error, url)}") from error


def set_up(url: str, grant: Iterable[str] = ()) -> bool:
    """Makes a diary's tables on a server, and lets roles record. True if they were not there. Raises BadInput,
    Damaged.
    """
    place = without_password(url)
    connection = _connected(url, place, last=True)
    assert connection is not None
    with connection:
        try:
            server = look_at_server(connection)
            if server.standby:
                raise Damaged("it is a standby: its first machine takes tables")
            return make_tables(connection, grant)
        except psycopg.Error as error:
            raise Damaged(f"{place} takes no tables from this role: {in_one_line(error, url)}") from error
        except Damaged as damaged:
            raise Damaged(f"{place}: {damaged}") from None
