"""A real terminal for the live recorder: a pseudo-terminal whose screen can be read."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from contextlib import suppress
from pathlib import Path

import pyte

from tests.cli.resting import LOOK, rests

ROOT = Path(__file__).parents[2]
ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[a-zA-Z]|[=>]|\][^\x07]*\x07)")
CURSOR = b"\x1b[6n"
"""The program asks where the cursor is; a terminal answers."""
UP = "\x1b[A"


class Terminal:
    """`wardiary` in a terminal of 80 columns; `say` types a line and waits for what it leads to."""

    def __init__(self, diary: Path, *words: str, rows: int = 50) -> None:
        self.screen = pyte.HistoryScreen(80, rows, history=5000, ratio=1.0)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.keys = 0
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(ROOT)
            os.environ["TERM"] = "xterm-256color"
            os.environ.setdefault("WARDIARY_PASSPHRASE_JP", "")  # what is hidden lies open in the file, unless a test has a passphrase
            os.execv(sys.executable, [sys.executable, "-m", "cli.main", "--diary", str(diary), "--by", "Ann", *words])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))

    def __enter__(self) -> Terminal:
        self.wait("Ctrl-D leaves")
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        os.close(self.fd)

    def text(self) -> str:
        """What stands on the screen, and what has scrolled off it."""
        above = ["".join(row[x].data for x in range(80)).rstrip() for row in self.screen.history.top]
        return "\n".join([*above, *(line.rstrip() for line in self.screen.display)]).rstrip()

    def bottom(self) -> list[str]:
        """The last lines of the screen that are not empty: the status line."""
        return [line.rstrip() for line in self.screen.display if line.strip()][-4:]

    def line(self) -> str:
        """The line the cursor is in."""
        return str(self.screen.display[self.screen.cursor.y]).rstrip()

    def type(self, keys: str) -> None:
        self.keys += len(keys)
        os.write(self.fd, keys.encode())

    def say(self, line: str, expected: str) -> str:
        """Types a line; returns what was written from then on, once `expected` stands in it and nothing more is written."""
        return self.press(line + "\r", expected)

    def press(self, keys: str, expected: str) -> str:
        before = len(self.raw)
        self.type(keys)
        return self.wait(expected, before)

    def complete(self, keys: str, expected: str) -> None:
        """Types keys and waits until the line being typed holds the words, in however many pieces it was drawn."""
        self.type(keys)
        end = time.monotonic() + 15.0
        while expected not in self.screen.display[self.screen.cursor.y]:
            assert time.monotonic() < end, f"{expected!r} did not appear:\n{self.text()[-3000:]}"
            self.wait("", len(self.raw))

    def wait(self, expected: str, after: int = 0, seconds: float = 15.0) -> str:
        """Waits until the words are written after that many bytes, and the program waits for more keys. Returns what was written."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.fd], [], [], LOOK)[0]:
                try:
                    data = os.read(self.fd, 65536)
                except OSError:
                    data = b""
                if not data:
                    return self.written(after)
                self.raw += data
                self.stream.feed(data)
                if CURSOR in data:
                    os.write(self.fd, f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R".encode())
            elif expected in self.written(after) and rests(self.pid, self.fd):
                return self.written(after)
        raise AssertionError(f"{expected!r} did not appear:\n{self.written(after)[-3000:]}")

    def written(self, after: int = 0) -> str:
        """What the program wrote after that many bytes, without what moves the cursor or colours."""
        return ESCAPES.sub("", self.raw[after:].decode(errors="replace")).replace("\r", "")

    def ended(self, seconds: float = 15.0) -> int:
        """The exit code, once the program has ended."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(OSError):
                if select.select([self.fd], [], [], 0)[0]:
                    self.raw += os.read(self.fd, 65536)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            time.sleep(LOOK)
        raise AssertionError("the program goes on")
