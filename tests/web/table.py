"""A table that is served without a server: its phones ask the whole application, in one loop of events."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
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

    def listen(self, path: str = "/stream") -> Stream:
        """Opens a stream on this phone."""
        self.table.clock += 1
        stream = Stream(self, path)
        self.table.do(stream.begun())
        return stream


class Stream:
    """What a phone is told as it happens, until it ends; signs of life left out."""

    def __init__(self, phone: Phone, path: str) -> None:
        self.phone, self.path = phone, path
        self.told: list[str] = []
        self.status = 0
        self.at = -1
        """The version up to which it was told everything."""
        self.moments = 0
        """Of how many moments it was told."""
        self._gone = asyncio.Event()
        self._alive = ""
        """What it said last to say that it is there."""

    async def begun(self) -> None:
        table = self.phone.table
        scope = scope_of("GET", self.path, more=[("cookie", f"{table.venue.cookie}={self.phone.token}")])
        self._listening = asyncio.ensure_future(table.app(scope, self._receive, self._send))
        while not self.status:
            await asyncio.sleep(0)

    async def _receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        text = message.get("body", b"").decode()
        if text.startswith("event: alive"):
            self._alive = text
        elif text:
            self.told.append(text)
        if found := re.match("id: ([0-9]+)", text):
            self.at = int(found[1])
            self.moments += 1

    async def heard(self, version: int) -> None:
        """Waits until it was told of a version."""
        async with asyncio.timeout(8):
            while self.at < version:
                await asyncio.sleep(0.001)

    async def told_of(self, moments: int) -> None:
        """Waits until it was told of so many moments."""
        async with asyncio.timeout(8):
            while self.moments < moments:
                await asyncio.sleep(0.001)

    async def ended(self) -> None:
        """Waits until the table ends it."""
        await self._listening

    async def hears(self, words: str) -> None:
        """Waits until its signs of life say some words."""
        async with asyncio.timeout(20):
            while words not in self._alive:
                await asyncio.sleep(0.001)

    def end(self) -> None:
        """The phone goes away."""

        async def gone() -> None:
            self._gone.set()
            await asyncio.wait_for(self._listening, 5)

        self.phone.table.do(gone())
