"""The door of the server: what every request must be, and what every answer carries.

It stands before the application and knows nothing of games. It refuses in a line of words what a page of ours does not
send: another Host (a name of a stranger's that leads here), a POST from another page, too much at once. No answer
tells a path or a trace of the program. Streams pass as they come.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from domain.kernel.errors import BadInput, Trouble
from domain.kernel.limits import BURST, PAGES, PHOTOGRAPH, STREAMS, TAP

STATIC = "/static/"
"""What lies below may be kept by the browser as the application says."""
PHOTO = "/photo"
"""The end of the paths that take a photograph."""
FORM_AROUND = TAP
"""Bytes that a form needs around a photograph."""
REMEMBERED = 1_000
"""Phones whose rates are remembered, before those that have been quiet are forgotten."""
READ_ON = 1_000_000
"""Bytes of a refused request that are read and dropped: a browser that still sends hears no answer."""
WAITED = 5.0
"""Seconds for which they are waited for."""
DEFAULT_PORTS = {"http": ":80", "https": ":443"}
"""What browsers leave out of a Host and an Origin."""

ALWAYS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "referrer-policy": "same-origin",  # by `no-referrer`, Chromium sends `Origin: null` with every form
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
"""What every answer says to the browser. A photograph is taken by the system's own camera, so no page needs one."""
WHERE_HEEDED = {"cross-origin-opener-policy": "same-origin"}
"""What is said besides by TLS, or to the laptop's own browser. Elsewhere browsers pass it over, and complain of it."""
LOOPBACK = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")


class Refusal(NamedTuple):
    status: int
    words: str


ELSEWHERE = Refusal(421, "This is not an address of this table: open the one that the laptop shows.")
ANOTHER_PAGE = Refusal(403, "That did not come from this table's page; nothing was recorded. Open the page again.")
UNKNOWN_METHOD = Refusal(405, "A page is opened here, or a form sent; nothing else.")
TOO_MUCH = Refusal(413, f"That is more than can be sent at once ({TAP // 1_000} kB); nothing was recorded.")
TOO_LARGE = Refusal(
    413, f"That photograph is larger than can be recorded ({PHOTOGRAPH // 1_000_000} MB); nothing was recorded."
)
TOO_FAST = Refusal(429, "That was too much in a second: nothing of it was recorded. Wait a moment.")
BROKEN = Refusal(500, "Something went wrong here; the laptop shows what. Open the page again to see what was recorded.")


class Flow:
    """How much somebody may still send now: a burst, which comes back at half its size a second."""

    def __init__(self, now: float) -> None:
        self.left, self.at = float(BURST), now

    def take(self, now: float) -> bool:
        self.left, self.at = min(BURST, self.left + (now - self.at) * BURST / 2), now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Streams:
    """The pages that are being told what happens. No more than the machine can serve, and few of one phone, so that
    none takes the room of the others."""

    def __init__(self, most: int = STREAMS, of_one: int = PAGES) -> None:
        self.most, self.of_one = most, of_one
        self.open: Counter[str] = Counter()

    def _require_room(self, phone: str) -> None:
        """Raises BadInput if there are too many."""
        if self.open.total() >= self.most:
            raise BadInput(f"{self.most} pages are open on this laptop, and it serves no more; close one")
        if self.open[phone] >= self.of_one:
            raise BadInput(f"{self.of_one} pages of this phone are open already; close one")

    @contextmanager
    def one_more(self, phone: str) -> Iterator[None]:
        """Raises BadInput if there are too many."""
        self._require_room(phone)
        self.open[phone] += 1
        try:
            yield
        finally:
            self.open[phone] -= 1
            if not self.open[phone]:
                del self.open[phone]


def tell_laptop(error: Exception) -> None:
    """Tells the laptop what went wrong."""
    if isinstance(error, Trouble):
        print(f"✗ {error}", file=sys.stderr)
    else:
        traceback.print_exception(error, file=sys.stderr)


class Door:
    """An application behind the door.

    `hosts` are its names with their ports, `seat_of` finds the id of a seat by the cookies of a request ("" if there
    is none), so that every phone at the table has a rate of its own; others share that of their address.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Collection[str],
        scheme: str,
        *,
        seat_of: Callable[[str], str] = lambda cookies: "",
        trouble: Callable[[Exception], None] = tell_laptop,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.app, self.seat_of, self.trouble, self.clock = app, seat_of, trouble, clock
        self.hosts = {host.lower().removesuffix(DEFAULT_PORTS[scheme]) for host in hosts}
        self.origins = {f"{scheme}://{host}" for host in self.hosts}
        self.scheme = scheme
        self._flows: dict[str, Flow] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self._hear(scope, receive, send)

    async def _hear(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send, self.scheme)
        if refusal := self._refusal(request):
            await request.refuse(refusal)
            return
        try:
            await self.app(scope, request.receive, request.send)
        except Exception as error:
            if request.refused is not request.too_much and not request.gone:
                self.trouble(error)
                request.refused = BROKEN
        if request.refused:
            await request.refuse(request.refused)

    def _refusal(self, request: Request) -> Refusal | None:
        """What stands against a request, as far as its head tells."""
        if request.only("host").lower().removesuffix(DEFAULT_PORTS[self.scheme]) not in self.hosts:
            return ELSEWHERE
        if not self._flow(request).take(self.clock()):
            return TOO_FAST
        if request.method not in ("GET", "HEAD", "POST"):
            return UNKNOWN_METHOD
        if request.method == "POST" and request.only("origin").lower() not in self.origins:
            return ANOTHER_PAGE
        said = request.only("content-length")
        return request.too_much if said.isdecimal() and int(said[:20]) > request.most else None

    def _flow(self, request: Request) -> Flow:
        seat = self.seat_of("; ".join(request.all("cookie")))
        now = self.clock()
        if len(self._flows) > REMEMBERED:  # whoever has been quiet for two seconds has a whole burst again
            self._flows = {who: flow for who, flow in self._flows.items() if now - flow.at < 2}
        return self._flows.setdefault(f"seat {seat}" if seat else f"at {request.address}", Flow(now))


class Request:
    """One request while it is answered: it counts what comes in, and puts on what goes out."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, scheme: str) -> None:
        self.path: str = scope["path"]
        self.method: str = scope["method"]
        self.address = str((scope.get("client") or [""])[0])
        self._headers: Collection[tuple[bytes, bytes]] = scope["headers"]
        self._receive, self._send = receive, send
        secure = scheme == "https" or LOOPBACK.fullmatch(self.only("host").lower()) is not None
        self._always = ALWAYS | WHERE_HEEDED if secure else ALWAYS
        self._photo = self.path.endswith(PHOTO)
        self.most = PHOTOGRAPH + FORM_AROUND if self._photo else TAP
        self.too_much = TOO_LARGE if self._photo else TOO_MUCH
        self.gone = False
        """Whether the phone has hung up."""
        self.refused: Refusal | None = None
        self._begun = self._whole = False
        self._came = 0

    def all(self, name: str) -> list[str]:
        return [value.decode("latin-1") for key, value in self._headers if key == name.encode()]

    def only(self, name: str) -> str:
        """A header that stands there once; otherwise ""."""
        found = self.all(name)
        return found[0] if len(found) == 1 else ""

    async def receive(self) -> Message:
        """The next part of what comes in. Raises BadInput beyond the limit, so that nothing is made of it."""
        message = await self._next()
        if self._came > self.most:
            self.refused = self.too_much
        if self.refused:
            raise BadInput(self.refused.words)
        return message

    async def _next(self) -> Message:
        message = await self._receive()
        self.gone = self.gone or message["type"] == "http.disconnect"
        self._came += len(message.get("body", b""))
        self._whole = self._whole or not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        """What the application answers. An answer to what was refused, or by its own failure, is said in our words."""
        if message["type"] == "http.response.start" and not self._begun:
            if not self.refused and message["status"] == BROKEN.status:
                self.refused = BROKEN
            if not self.refused:
                await self._begin(message)
        elif not self.refused:
            await self._send(message)

    async def refuse(self, refusal: Refusal) -> None:
        if self._begun:
            return
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(WAITED):
                await self._read_on()
        body = f"{refusal.words}\n".encode()
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
        if refusal is TOO_FAST:
            headers.append((b"retry-after", b"1"))
        await self._begin({"type": "http.response.start", "status": refusal.status, "headers": headers})
        await self._send({"type": "http.response.body", "body": b"" if self.method == "HEAD" else body})

    async def _read_on(self) -> None:
        upto = self._came + READ_ON
        while self.method == "POST" and not (self._whole or self.gone) and self._came <= upto:
            await self._next()

    async def _begin(self, message: Message) -> None:
        self._begun = True
        ours = dict(self._always)
        if not (self.path.startswith(STATIC) and message["status"] in (200, 206, 304)):
            ours["cache-control"] = "no-store"
        kept = [(key, value) for key, value in message.get("headers", ()) if key.lower().decode("latin-1") not in ours]
        await self._send({**message, "headers": [*kept, *((k.encode(), v.encode()) for k, v in ours.items())]})
