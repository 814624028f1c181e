"""A wire between phones and a table: it can be slow, held, or cut where it hurts."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress


class Wire:
    """Carries what comes to 127.0.0.1 on to a table that listens at 127.0.0.2, on the same port."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.late = 0.0
        """Seconds by which static files come later."""
        self.swallows = 0
        """Number of next taps whose answers are lost."""
        self.cuts = 0
        """Number of next messages of streams that are cut in their middle."""
        self.held = threading.Event()
        self.held.set()
        self._listening = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self._listen, daemon=True).start()

    def hold(self) -> None:
        """Carries nothing any more, and lets nobody know."""
        self.held.clear()

    def release(self) -> None:
        self.held.set()

    def close(self) -> None:
        self._listening.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listening.accept()
                threading.Thread(target=_Connection(self, phone).forth, daemon=True).start()


class _Connection:
    def __init__(self, wire: Wire, phone: socket.socket) -> None:
        self.wire, self.phone = wire, phone
        self.asks = b""
        """The beginning of the last request."""

    def forth(self) -> None:
        with suppress(OSError):
            self.table = socket.create_connection(("127.0.0.2", self.wire.port))
            threading.Thread(target=self.back, daemon=True).start()
            while sent := self.phone.recv(65536):
                self.wire.held.wait()
                if sent.startswith((b"GET ", b"POST ")):
                    self.asks = sent[:40]
                if self.asks.startswith(b"GET /static"):
                    time.sleep(self.wire.late)
                self.table.sendall(sent)
        self._close()

    def back(self) -> None:
        with suppress(OSError):
            while answer := self.table.recv(65536):
                self.wire.held.wait()
                if self.asks.startswith(b"POST /tap") and self.wire.swallows:
                    self.wire.swallows -= 1
                    break
                if self.asks.startswith(b"GET /stream") and self.wire.cuts and len(answer) > 200:
                    self.wire.cuts -= 1
                    self.phone.sendall(answer[: len(answer) // 2])
                    break
                self.phone.sendall(answer)
        self._close()

    def _close(self) -> None:
        for end in (self.phone, getattr(self, "table", self.phone)):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
                end.close()
