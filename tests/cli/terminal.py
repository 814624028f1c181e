"""A real terminal for the live recorder: a pseudo-terminal whose screen can be read."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pyte

from tests import warm
from tests.cli.resting import LOOK, rests

ROOT = Path(__file__).parents[2]
ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[a-zA-Z]|[=>]|\][^\x07]*\x07)")
CURSOR = b"\x1b[6n"
"""The program asks where the cursor is; a terminal answers."""
UP = "\x1b[A"
OWN = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", *sys.argv[1:]])
"""


def begin_anew(module: str, *words: str, terminal: int, env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """A process of Python in a terminal of its own."""
    command = [sys.executable, "-c", OWN, module, *words]
    return subprocess.Popen(
        command, cwd=ROOT, env=env, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True
    )


class Terminal:
    """`wardiary` in a terminal of 80 columns; `say` types a line and waits for what it leads to."""

    def __init__(self, diary: Path, *words: str, rows: int = 50, anew: bool = False) -> None:
        """Python itself is started where `anew` says so; else one that has read the program is asked."""
        self.screen = pyte.HistoryScreen(80, rows, history=5000, ratio=1.0)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.keys = 0
        self.fd, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
        env = {
            "WARDIARY_PASSPHRASE_JP": "",
            **os.environ,
            "TERM": "xterm-256color",
        }  # what is hidden lies open, unless a test has a passphrase
        begin = begin_anew if anew else warm.start
        self.program = begin("cli.main", "--diary", str(diary), "--by", "Ann", *words, terminal=end, env=env)
        self.pid = self.program.pid
        os.close(end)

    def __enter__(self) -> Terminal:
        self.wait("Ctrl-D leaves")
        return self

    def __exit__(self, *_: object) -> None:
        self.program.kill()
        self.program.wait()
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
        """Types a line; returns what was written from then on, once `expected` stands in it and nothing more is
        written."""
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
        """Waits until the words are written after that many bytes, and the program waits for more keys. Returns what
        was written."""
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
            if (code := self.program.poll()) is not None:
                return code
            time.sleep(LOOK)
        raise AssertionError("the program goes on")
