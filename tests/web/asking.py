"""Requests as a server hands them to an application, without one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1:8000"
ORIGIN = f"http://{HOST}"


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: str
    parts: int
    """In how many it came."""
    unread: int
    """Parts of the body that nobody asked for."""


def ask(
    app: ASGIApp,
    method: str = "GET",
    path: str = "/",
    *,
    host: str | None = HOST,
    origin: str | None = ORIGIN,
    body: Iterable[bytes] = (b"",),
    said: int | None = None,
    more: Iterable[tuple[str, str]] = (),
    address: str = "192.168.1.7",
) -> Answer:
    """What an application answers. An Origin goes with a POST, and `said` is the length that is said of the body."""
    scope = scope_of(method, path, host=host, origin=origin, said=said, more=more, address=address)
    return asyncio.run(answered(app, scope, [*body]))


def scope_of(
    method: str,
    path: str,
    *,
    host: str | None = HOST,
    origin: str | None = ORIGIN,
    said: int | None = None,
    more: Iterable[tuple[str, str]] = (),
    address: str = "192.168.1.7",
) -> Scope:
    """The head of a request."""
    named = {"host": host, "origin": origin if method == "POST" else None, "content-length": said}
    headers = [*((name, str(value)) for name, value in named.items() if value is not None), *more]
    path, _, query = path.partition("?")
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
        "client": (address, 50_000),
    }


async def answered(app: ASGIApp, scope: Scope, body: list[bytes]) -> Answer:
    """What an application answers in the present loop of events."""
    coming, sent = iter(body), list[Message]()
    left = len(body)

    async def receive() -> Message:
        nonlocal left
        left -= 1
        part = next(coming, None)
        if part is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": part, "more_body": left > 0}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    starts = [message for message in sent if message["type"] == "http.response.start"]
    assert sent[:1] == starts, "an answer begins once"
    bodies = [message.get("body", b"") for message in sent[1:]]
    headers = [(name.decode(), value.decode()) for name, value in starts[0]["headers"]]
    assert len(dict(headers)) == len(headers), "no header stands twice"
    return Answer(starts[0]["status"], dict(headers), b"".join(bodies).decode(), len(bodies), len([*coming]))


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that reads all, and tells how much it was."""
    came, more = 0, True
    while more:
        message = await receive()
        came += len(message.get("body", b""))
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": f"{came} bytes".encode()})
