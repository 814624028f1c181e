"""A table that is served without a server: its phones ask the whole application, in one loop of events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import urlencode

from starlette.types import Message

from domain.kernel.entries import SPECTATOR
from domain.kernel.game import Game
from domain.record.diary import Diary
from tests.web.asking import HOST, ORIGIN, Answer, answered, scope_of
from web.app import Venue, application
from web.door import Door
from web.seats import Seat, Seats
from web.served_game import ServedGame
from web.tapping import Tapping

T = TypeVar("T")
PLAYERS = ("us", "jp", "", SPECTATOR)
BOUNDARY = "----a-phone"


class Table:
    """A venue of one game, with a phone for each audience."""

    def __init__(self, diary: Diary, game_id: str, seats: Path, audiences: Sequence[str] = PLAYERS) -> None:
        self.trouble: list[Exception] = []
        """What the laptop was told that went wrong."""
        self.clock = 0.0
        """The clock of the door; no request waits for it."""
        self.runner = asyncio.Runner()
        self.drawing = ThreadPoolExecutor(1)
        self.served = ServedGame(diary, game_id, "evening", self.drawing)
        self.served.begin()
        self.seats = Seats(seats)
        self.venue = Venue({game_id: self.served}, self.seats, port=8000, address=ORIGIN, secure=False)
        self.app = Door(
            application(self.venue),
            [HOST],
            "http",
            seat_of=self.venue.seat_of,
            trouble=self.trouble.append,
            clock=lambda: self.clock,
        )
        self.phones = {audience: self.join(audience) for audience in audiences}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.runner.close()
        self.served.close()
        self.drawing.shutdown()

    def join(self, audience: str) -> Phone:
        """One more phone of an audience."""
        return Phone(self, *self.seats.join(self.seats.code(self.served.id, audience)))

    def do(self, does: Coroutine[Any, Any, T]) -> T:
        """Does something in the table's loop of events."""
        return self.runner.run(does)

    @property
    def game(self) -> Game[Any]:
        return self.served.game


class Phone:
    """A phone that has a seat at the table."""

    def __init__(self, table: Table, token: str, seat: Seat) -> None:
        self.table, self.token, self.seat = table, token, seat
        self.key = sha256(f"page {token}".encode()).hexdigest()[:32]
        self.taps = 0

    @property
    def tapping(self) -> Tapping:
        """What is half tapped on it, and what it was told last."""
        return self.table.served.phone(self.seat.id).tapping

    def get(self, path: str) -> Answer:
        return self.table.do(self.asks("GET", path))

    def post(self, path: str, fields: Mapping[str, str], **more: Any) -> Answer:
        return self.table.do(self.asks("POST", path, urlencode({"key": self.key, **fields}), **more))

    def tap(self, sent: str, **fields: str) -> Answer:
        """Taps on a page that shows the present."""
        self.taps += 1
        at = str(self.table.game.version)
        return self.post("/tap", {"tap": sent, "at": at, "id": f"tap-{self.taps}", **fields})

    def photograph(self, content: bytes, **fields: str) -> Answer:
        """Sends a photograph."""
        parts = [
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in {"key": self.key, **fields}.items()
        ]
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'.encode()
        body = b"".join((*parts, head, content, f"\r\n--{BOUNDARY}--\r\n".encode()))
        return self.table.do(self.asks("POST", "/photo", body, kind=f"multipart/form-data; boundary={BOUNDARY}"))

    async def asks(
        self,
        method: str,
        path: str,
        body: str | bytes = b"",
        *,
        kind: str = "application/x-www-form-urlencoded",
        more: Iterable[tuple[str, str]] = (("x-part", "yes"),),
    ) -> Answer:
        """What the table answers this phone."""
        self.table.clock += 1
        heads = [("cookie", f"{self.table.venue.cookie}={self.token}"), ("content-type", kind), *more]
        content = body.encode() if isinstance(body, str) else body
        return await answered(self.table.app, scope_of(method, path, more=heads), [content])

    @asynccontextmanager
    async def stream(self, path: str = "/stream") -> AsyncIterator[list[str]]:
        """What this phone is told as it happens, for as long as it is there; the signs of life left out."""
        self.table.clock += 1
        told: list[str] = []
        gone = asyncio.Event()

        async def receive() -> Message:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if text := message.get("body", b"").decode():
                if not text.startswith("event: alive"):
                    told.append(text)
            elif message["type"] == "http.response.start" and message["status"] != 200:
                told.append(str(message["status"]))

        scope = scope_of("GET", path, more=[("cookie", f"{self.table.venue.cookie}={self.token}")])
        listening = asyncio.ensure_future(self.table.app(scope, receive, send))
        try:
            yield told
        finally:
            gone.set()
            await asyncio.wait_for(listening, 5)
