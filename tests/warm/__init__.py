"""The program, started hundreds of times: by a process that has read it once, and forks.

To read the program takes ten times as long as most of what it is started for. `start` begins a process that does what
`python -m MODULE WORDS` does, with streams, an environment and a folder of its own; `command` is that for whoever
starts programs by their words, as a shell does. It is a real process of one thread: it can be killed, and ends as
Python ends.

What an interpreter reads when it begins, such as PYTHONIOENCODING or the locale, stays what it was: tests of these
start Python itself, and a few of each kind of the others do as well.
"""

from __future__ import annotations

import atexit
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, NamedTuple

ROOT = Path(__file__).parents[2]
READS = ("PYTHON", "LC_", "LANG")
"""How the variables begin that an interpreter reads when it begins."""
STREAMS, TERMINAL = b"s", b"t"
"""What a process is given: three streams, or a terminal that becomes its own."""
FD = int | IO[bytes] | IO[str]
NOTHING = subprocess.DEVNULL


class Usage(NamedTuple):
    """What a process that has ended took: seconds it computed, and the most bytes it held."""

    seconds: float
    memory: int


class Program:
    """A process that was started so; it has no parent here, so what became of it is told on a connection."""

    ENDED = struct.Struct("=idq")

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        (self.pid,) = struct.unpack("=i", connection.recv(4))
        self.returncode: int | None = None
        self.usage = Usage(0, 0)

    def poll(self) -> int | None:
        """How it ended, as a `Popen` says it; None while it runs."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        """Waits until it has ended. Raises TimeoutExpired."""
        if self.returncode is None:
            self.connection.settimeout(timeout)
            try:
                status, *usage = self.ENDED.unpack(self.connection.recv(self.ENDED.size))
            except (BlockingIOError, TimeoutError):
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0) from None
            self.connection.close()
            self.returncode, self.usage = os.waitstatus_to_exitcode(status), Usage(*usage)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Sends it a signal, unless it has ended: its number may be another's by then."""
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it has ended since
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@cache
def _server() -> tuple[str, dict[str, str]]:
    """Where the process that forks is asked, and the variables it has read; it ends with this one, and removes the
    folder."""
    folder = tempfile.mkdtemp(prefix="wardiary-warm-")
    place = f"{folder}/asked"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.warm.server", place],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )
    assert process.stdout is not None

    def end(mine: int = os.getpid()) -> None:
        if os.getpid() == mine:  # and not in a process this one has forked
            process.communicate(timeout=10)

    assert process.stdout.read(), "it has not begun"
    process.stdout.close()
    atexit.register(end)
    return place, _read(os.environ)


def _read(variables: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in variables.items() if name.startswith(READS) and name != "PYTHONPATH"}


def start(
    module: str,
    *words: str,
    stdin: FD = NOTHING,
    stdout: FD = NOTHING,
    stderr: FD = NOTHING,
    terminal: int | None = None,
    env: Mapping[str, str] | None = None,
) -> Program:
    """Starts `python -m MODULE WORDS` in the folder of the project, with streams or in a terminal of its own."""
    place, read = _server()
    env = os.environ if env is None else env
    assert _read(env) == read, "what an interpreter reads when it begins cannot be said to one that has begun"
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.connect(place)
    asked = "\0".join((str(ROOT), module, str(len(env)), *(f"{name}={value}" for name, value in env.items()), *words))
    with open(os.devnull, "r+b") as nothing:
        streams = (stdin, stdout, stderr) if terminal is None else (terminal,) * 3
        ends = [
            nothing.fileno() if one == NOTHING else one if isinstance(one, int) else one.fileno() for one in streams
        ]
        socket.send_fds(connection, [STREAMS if terminal is None else TERMINAL], ends)
        connection.sendall(os.fsencode(asked))
        connection.shutdown(socket.SHUT_WR)
        return Program(connection)


def command(module: str) -> list[str]:
    """The words that start the module so; further words are its own. The process they start waits for the module's, and
    ends as it did."""
    return [sys.executable, "-IS", str(Path(__file__).with_name("asks.py")), _server()[0], module]
