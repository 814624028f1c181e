"""A wire between a client and a server that can be cut at a certain word."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal

Moment = Literal["before", "during", "after", "silently"]
COMMIT = b"COMMIT"


class Wire:
    """Passes bytes on between a port of its own and a server's, until it is told to cut.

    It cuts at a COMMIT: `before` it reaches the server, `during` its work, or `after` the server has answered. In the
    last two cases the client never hears what became of it. `silently` is before, and the server hears nothing of it.
    """

    def __init__(self, port: int) -> None:
        self.server_port = port
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        self.cut: Moment | None = None
        self.is_down = False
        """Whether nobody gets through at all."""
        self.cuts = 0
        self.passes = 0
        """Number of COMMITs that get through before it cuts."""

    def run(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listening.accept()
                if self.is_down:
                    client.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self.server_port))
                Connected(self, client, server).run()


@contextmanager
def ended(one: socket.socket) -> Iterator[None]:
    """Ends a connection in the end: who is at its other end hears so at once."""
    try:
        with suppress(OSError):
            yield
    finally:
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()


class Connected:
    """One connection through a wire."""

    def __init__(self, wire: Wire, client: socket.socket, server: socket.socket) -> None:
        self.wire, self.client, self.server = wire, client, server
        self.is_deaf, self.answered = threading.Event(), threading.Event()

    def run(self) -> None:
        for direction in (self._to_server, self._to_client):
            threading.Thread(target=direction, daemon=True).start()

    def _to_server(self) -> None:
        with ended(self.client), ended(self.server):
            while said := self.client.recv(65_536):
                if self.wire.cut and COMMIT in said and self._is_due():
                    moment, self.wire.cut, self.wire.passes = self.wire.cut, None, 0
                    self.wire.cuts += 1
                    if moment == "silently":
                        self.client.shutdown(socket.SHUT_RDWR)
                        self.answered.wait(10)
                        return
                    if moment != "before":
                        self.is_deaf.set()
                        self.server.sendall(said)
                    if moment == "after":
                        self.answered.wait(10)
                    return
                self.server.sendall(said)

    def _is_due(self) -> bool:
        self.wire.passes -= 1
        return self.wire.passes < 0

    def _to_client(self) -> None:
        with ended(self.client), ended(self.server):
            while said := self.server.recv(65_536):
                if self.is_deaf.is_set():
                    self.answered.set()
                    return
                self.client.sendall(said)


@contextmanager
def wire(port: int) -> Iterator[Wire]:
    made = Wire(port)
    threading.Thread(target=made.run, daemon=True).start()
    try:
        yield made
    finally:
        made.listening.close()
