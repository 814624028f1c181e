"""Phones at a table as the laptop knows them: a server in a process of its own, seats, taps, and streams that wait."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlencode

SPECTATORS = "spectators"
CODE = re.compile(r"^  (.+?): ([A-Z]{6})   ")
KEY = re.compile(r'name="key" value="(\w+)"')


@dataclass
class Waiting:
    """An open stream: what it was told, and when it was told something that is waited for."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    wanted: bytes = b""
    seen: asyncio.Event = field(default_factory=asyncio.Event)
    heard: bytes = b""
    listening: asyncio.Future[None] | None = None

    async def listen(self) -> None:
        while part := await self.reader.read(65_536):
            self.heard = self.heard[-200:] + part
            if self.wanted and self.wanted in self.heard:
                self.seen.set()

    def wait_for(self, words: str) -> None:
        self.wanted, self.heard = words.encode(), b""
        self.seen.clear()


@dataclass
class Server:
    """A served diary: its process, its port, and the codes it printed, by game and seat."""

    process: subprocess.Popen[str]
    port: int
    codes: dict[str, dict[str, str]]

    async def ask(self, method: str, path: str, cookie: str = "", **fields: str) -> tuple[int, dict[str, str], str]:
        """One request: its status, headers and body. Said again while it is told to wait a moment."""
        body = urlencode(fields).encode()
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(self._head(method, path, cookie, len(body)) + body)
            said = await reader.read()
            writer.close()
            head, _, content = said.partition(b"\r\n\r\n")
            first, *lines = head.decode("latin-1").split("\r\n")
            status = int(first.split()[1])
            if status != HTTPStatus.TOO_MANY_REQUESTS:
                headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
                return status, headers, content.decode("utf-8", "replace")
            await asyncio.sleep(0.2)

    def _head(self, method: str, path: str, cookie: str, length: int) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"host: 127.0.0.1:{self.port}", "connection: close", "x-part: yes"]
        lines += [f"cookie: {cookie}"] if cookie else []
        if method == "POST":
            lines += [f"origin: http://127.0.0.1:{self.port}", f"content-length: {length}"]
            lines += ["content-type: application/x-www-form-urlencoded"]
        return "\r\n".join([*lines, "", ""]).encode()

    async def join(self, code: str) -> str:
        """The cookie of a phone that joined by a code."""
        status, headers, body = await self.ask("POST", "/join", code=code)
        assert status == HTTPStatus.SEE_OTHER, body
        return headers["set-cookie"].partition(";")[0]

    async def key(self, cookie: str) -> str:
        """The word by which a page of this phone is known."""
        _, _, body = await self.ask("GET", "/table", cookie)
        found = KEY.search(body)
        assert found, body[:300]
        return found[1]

    async def stream(self, cookie: str) -> Waiting:
        """An open stream of a phone, which is listened to from now on."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        writer.write(self._head("GET", "/stream?at=0", cookie, 0))
        await reader.readuntil(b"\r\n\r\n")
        waiting = Waiting(reader, writer)
        waiting.listening = asyncio.ensure_future(waiting.listen())
        return waiting

    def memory(self) -> int:
        """The resident bytes of the server, where the system tells them; else 0."""
        status = Path(f"/proc/{self.process.pid}/status")
        found = re.search(r"VmRSS:\s+(\d+)", status.read_text("ascii")) if status.exists() else None
        return int(found[1]) * 1024 if found else 0


@asynccontextmanager
async def serving(diary: str, *games: str, env: Mapping[str, str] | None = None) -> AsyncIterator[Server]:
    """The server of some games, on a free port, until the end of the block. `env` is its environment, if it has one
    of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "cli.main", "--diary", diary, "serve", *games, "--port", str(port)]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=env)
    assert process.stdout
    codes: dict[str, dict[str, str]] = {}
    name = ""
    process.stdout.readline()
    while len(codes) < len(games) or SPECTATORS not in codes[name]:  # theirs is the last of a game, and always stands
        line = process.stdout.readline()
        assert line, "the server ended"
        if found := CODE.match(line):
            codes[name][found[1]] = found[2]
        elif line.strip() and not line.startswith(" "):
            name = line.strip()
            codes[name] = {}
    try:
        yield Server(process, port, codes)
    finally:
        process.terminate()
        process.communicate(timeout=10)


async def heard_by(server: Server, game: str, streams: int, taps: int, every: float = 0.0) -> list[float]:
    """For each tap of a note, the seconds from its POST until the last of some streams has it in its log.

    `every` is the number of seconds from one tap to the next, at least.
    """
    codes = server.codes[game]
    cookie = await server.join(codes.pop(next(iter(codes))))
    key = await server.key(cookie)
    phones = [await server.stream(cookie)]
    looking = [await server.join(codes[SPECTATORS]) for _ in range(streams - 1)]
    phones += [await server.stream(one) for one in looking]
    await asyncio.sleep(1 + streams / 50)
    took = []
    for number in range(taps):
        words = f"note-{number:04}-of-{cookie[-8:]}"
        for phone in phones:
            phone.wait_for(words)
        begun = time.perf_counter()
        status, _, body = await server.ask(
            "POST", "/tap", cookie, key=key, at="99999999", tap="note", words=words, id=words
        )
        assert status == HTTPStatus.OK, body
        await asyncio.wait_for(asyncio.gather(*(phone.seen.wait() for phone in phones)), 30)
        took.append(time.perf_counter() - begun)
        await asyncio.sleep(max(0.0, every - took[-1]))
    for phone in phones:
        phone.writer.close()
    return took
