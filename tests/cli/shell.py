"""An interactive shell in a pseudo-terminal, whose `wardiary` completes as the program does and otherwise writes down
what it was given."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shlex
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests import warm
from tests.cli.resting import LOOK, rests

ROOT = Path(__file__).parents[2]

COMMANDS = {
    "bash": ("bash", "--norc", "--noprofile", "-i"),
    "zsh": ("zsh", "-f", "-i"),
    "fish": ("fish", "--no-config", "-i"),
}
BEFORE = {"bash": "", "zsh": "autoload -Uz compinit; compinit -D -u; ", "fish": ""}

PROGRAM = """\
#!/bin/sh
if [ -n "$_WARDIARY_COMPLETE" ] || [ "$1" = completion ]; then PYTHONPATH='{root}' exec {program} "$@"; fi
for word in "$@"; do printf '%s\\n' "$word"; done >> '{given}.part'
mv '{given}.part' '{given}'
"""

LONGEST = 30.0
"""Seconds a shell has for one line."""


def environment(folder: Path, diary: Path, *, anew: bool = False) -> dict[str, str]:
    """The environment of a shell that finds such a `wardiary` in the folder; it writes into the file `given` there.

    Python itself is started where `anew` says so; else one that has read the program is asked.
    """
    words = [sys.executable, "-m", "cli.main"] if anew else warm.command("cli.main")
    program = folder / "bin" / "wardiary"
    program.parent.mkdir(parents=True)
    program.write_text(PROGRAM.format(root=ROOT, program=shlex.join(words), given=folder / "given"))
    program.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        "WARDIARY": str(diary),
        "TERM": "xterm",
        "LC_ALL": "C.UTF-8",
        "HISTFILE": "",
        "fish_greeting": "",
    }


class Shell:
    """A shell in a folder of its own, that has read the completion script."""

    def __init__(self, name: str, folder: Path, diary: Path) -> None:
        self.given = folder / "given"
        found = environment(folder, diary)
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(COMMANDS[name][0], COMMANDS[name], found)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 200, 0, 0))
        self.seen = b""
        self._read_until(lambda: bool(self.seen) and self._asks(), "its prompt")
        assert self.type(f"{BEFORE[name]}wardiary completion {name} > script; source ./script; wardiary ready\r") == [
            "ready"
        ]

    def __enter__(self) -> Shell:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        os.close(self.fd)
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)

    def type(self, keys: str) -> list[str]:
        """Types keys that run the program in the end; returns the words it was given. A shell answers Tab before it
        reads on."""
        self.given.unlink(missing_ok=True)
        self.seen = b""
        os.write(self.fd, keys.encode())
        self._read_until(lambda: self.given.exists() and self._asks(), f"what {keys!r} runs")
        return self.given.read_text().splitlines()

    def _asks(self) -> bool:
        """Whether it waits for a line, and for no program that runs in the foreground."""
        return os.tcgetpgrp(self.fd) == self.pid and rests(self.pid, self.fd)

    def _read_until(self, there: Callable[[], bool], what: str) -> None:
        """Reads what the shell writes until something is there."""
        end = time.monotonic() + LONGEST
        while not there():
            assert time.monotonic() < end, f"{what} did not come: {self.seen.decode(errors='replace')}"
            while select.select([self.fd], [], [], LOOK)[0]:
                try:
                    self.seen += os.read(self.fd, 65536)
                except OSError:
                    break
