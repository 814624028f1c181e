"""Serving a venue: the server runs beside the laptop's own words, which list seats, free one and show codes."""

from __future__ import annotations

import asyncio
import gc
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import uvicorn

from domain.kernel.errors import BadInput, Trouble
from domain.record.diary import Diary
from recording.hearing import SPECTATOR
from web.addresses import in_brackets, own_addresses, qr_lines
from web.app import Venue, application
from web.certificate import certificate
from web.door import Door
from web.seats import Seats
from web.served_game import ServedGame, audiences

DRAWING = 2
"""Number of threads that draw pictures and earlier moments, for all tables."""
CALLED = {"": "one phone for all sides", SPECTATOR: "spectators"}
HELP = """\
seats            who sits where, and when each was last heard
codes            the codes that stand now; codes GAME: of one game, with pictures
free SEAT        ends a seat, as in free us-1; its code is shown anew
quit             ends the server; the phones keep their seats"""


class Address(NamedTuple):
    """Where a venue is served."""

    host: str
    port: int
    tls: bool

    @property
    def scheme(self) -> str:
        return "https" if self.tls else "http"

    @property
    def names(self) -> list[str]:
        """The names by which phones reach it."""
        if self.host in ("0.0.0.0", "::"):
            return [*own_addresses(), "127.0.0.1", "localhost"]
        return list(dict.fromkeys((self.host, "127.0.0.1", "localhost")))

    @property
    def address(self) -> str:
        return f"{self.scheme}://{in_brackets(self.names[0])}:{self.port}"


def _listening(place: Address) -> socket.socket:
    """The socket that listens at an address. Raises BadInput if nobody can."""
    try:
        family = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)[0][0]
        both = place.host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server((place.host, place.port), family=family, dualstack_ipv6=both, backlog=1024)
    except OSError as error:
        why = (error.strerror or str(error)).split(" (while")[0]
        raise BadInput(
            f"nobody can listen at {in_brackets(place.host)}:{place.port} ({why}); --port and --host name another"
        ) from error


class Serving:
    """A venue that is being served, until it is ended."""

    def __init__(
        self, diary: Diary, games: Sequence[tuple[str, str]], place: Address, folder: Path, seats: Path
    ) -> None:
        """`games` are ids and names; what is written lies in `folder`. Raises BadInput."""
        self.place, self.fingerprint = place, ""
        drawing = ThreadPoolExecutor(DRAWING, thread_name_prefix="drawing")
        self.tables = {id: ServedGame(Diary(diary.storage, diary.by), id, name, drawing) for id, name in games}
        self.venue = Venue(self.tables, Seats(seats), port=place.port, address=place.address, secure=place.tls)
        files: dict[str, str] = {}
        if place.tls:
            made = certificate(folder, place.names)
            self.fingerprint = made.fingerprint
            files = {"ssl_certfile": str(made.path), "ssl_keyfile": str(made.key)}
        hosts = [f"{in_brackets(name)}:{place.port}" for name in place.names]
        app = Door(application(self.venue), hosts, place.scheme, seat_of=self.venue.seat_of)
        self.server = uvicorn.Server(
            uvicorn.Config(
                app,
                host=place.host,
                port=place.port,
                log_level="critical",
                access_log=False,
                server_header=False,
                date_header=False,
                timeout_graceful_shutdown=2,
                **files,  # type: ignore[arg-type]
            )
        )
        self._thread = threading.Thread(target=self._run, name="serve", daemon=True)
        self._listening: list[socket.socket] = []
        self._over = threading.Event()
        """Set when the server has ended. Ctrl-C within `Thread.join` may take a thread that runs for one that ended."""

    def begin(self) -> None:
        """Opens the games, and listens. Raises Trouble, BadInput if nobody can listen there."""
        for table in self.tables.values():
            table.begin()
        gc.collect()
        gc.freeze()  # whole games are held to the end: looking through them for garbage would hold up taps
        self._listening = [_listening(self.place)]
        self._thread.start()
        while not (self.server.started or self._over.wait(0.02)):
            pass

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        finally:
            self._over.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self.server.serve(self._listening)

    def end(self) -> None:
        """Ends the server and the games' threads."""
        self.venue.ended = True  # the streams see it, and end
        for table in self.tables.values():
            table.tell_from_outside()
        self.server.should_exit = True
        self._over.wait(5)
        for table in self.tables.values():
            table.close()

    def wait(self) -> None:
        """Waits until the server ends."""
        while not self._over.wait(0.5):
            pass

    # ---- the laptop's words ----

    def codes(self, game: str = "", *, pictures: bool = False) -> Iterator[str]:
        """The codes that stand now, table by table; spent ones are named so. Raises BadInput for an unknown game."""
        for table in self._tables(game):
            yield f"{table.name}"
            seated = {seat.audience for seat, _ in self.venue.seats.listed(table.id)}
            for audience in audiences(table.game):
                name = CALLED.get(audience) or table.game.rules.sides[audience]
                if audience in seated and audience != SPECTATOR:
                    yield f"  {name}: a phone sits there; it lets further ones in"
                    continue
                code = self.venue.seats.code(table.id, audience)
                yield f"  {name}: {code}   {self.place.address}/#{code}"
                if pictures:
                    yield from (f"    {line}" for line in qr_lines(f"{self.place.address}/#{code}"))

    def seats(self) -> Iterator[str]:
        """Who sits where, and when each was last heard."""
        for table in self.tables.values():
            for seat, ago in self.venue.seats.listed(table.id):
                name = CALLED.get(seat.audience) or table.game.rules.sides[seat.audience]
                heard = "not heard since the start" if ago is None else f"heard {ago:.0f} s ago"
                yield f"{seat.id}: {table.name}, {name}, {heard}"

    def hear(self, line: str) -> Iterator[str]:
        """What a line of the laptop's comes to. Raises BadInput."""
        word, _, rest = line.strip().partition(" ")
        match word:
            case "":
                return
            case "seats":
                yield from list(self.seats()) or ["nobody sits here yet"]
            case "codes":
                yield from self.codes(rest.strip(), pictures=bool(rest))
            case "free":
                self.venue.free(rest.strip())
                yield f"{rest.strip()} is free"
                yield from self.codes()
            case "quit" | "exit":
                raise EOFError
            case _:
                yield from HELP.split("\n")

    def _tables(self, game: str) -> list[ServedGame]:
        found = [table for table in self.tables.values() if table.name.startswith(game)]
        if not found:
            raise BadInput(f"no game {game} is served: {', '.join(table.name for table in self.tables.values())}")
        return found

    def _heard(self, line: str) -> list[str]:
        """What a line comes to, carried out where the phones' requests are: no seat is looked up while one changes."""

        async def heard() -> list[str]:
            return list(self.hear(line))

        return asyncio.run_coroutine_threadsafe(heard(), self._loop).result()

    def listen(self, ask: Callable[[], str], tell: Callable[[str], None]) -> None:
        """Carries out the laptop's lines until it ends the server; where nobody types, waits."""
        try:
            while True:
                try:
                    for text in self._heard(ask()):
                        tell(text)
                except Trouble as trouble:
                    tell(f"✗ {trouble}")
        except EOFError:
            return
        finally:
            with suppress(KeyboardInterrupt):
                pass
