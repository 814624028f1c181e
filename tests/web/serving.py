"""A real server for a moment, with a page behind the door."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from web.door import Door


async def page(request: Request) -> PlainTextResponse:
    return PlainTextResponse("the page")


async def tap(request: Request) -> PlainTextResponse:
    return PlainTextResponse(f"{len(await request.body())} bytes")


@contextmanager
def served(**settings: Any) -> Iterator[int]:
    """A server on a port of its own, which it yields."""
    listening = socket.create_server(("127.0.0.1", 0))
    port: int = listening.getsockname()[1]
    routes = [Route("/", page), Route("/tap", tap, methods=["POST"])]
    app = Door(Starlette(routes=routes), [f"127.0.0.1:{port}"], "https" if "ssl_certfile" in settings else "http")
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off", **settings))
    thread = Thread(target=lambda: asyncio.run(server.serve([listening])))
    thread.start()
    try:
        yield port
    finally:
        server.should_exit = True
        thread.join(10)
        listening.close()
