"""When a program at a terminal has said all it has to say and waits for keys: told by what it does, not by how long it
is silent."""

from __future__ import annotations

import select
import sys
from contextlib import suppress
from pathlib import Path

LOOK = 0.01
"""Seconds of silence between two looks at what the program does."""
LOOKS = 2 if sys.platform == "linux" else 10
"""Looks in a row that have to find it at rest. Where the system does not tell what a program does, silence alone has to
last longer."""


def rests(pid: int, fd: int) -> bool:
    """Whether a program has nothing more to write to its terminal, whose other end is `fd`, before somebody types."""
    return all(not select.select([fd], [], [], LOOK)[0] and sleeps(pid) for _ in range(LOOKS))


def sleeps(pid: int) -> bool:
    """Whether every thread of a program sleeps: none computes, and none waits for a disk."""
    with suppress(OSError):
        return all(
            thread.read_text().rpartition(")")[2].split()[0] == "S"
            for thread in Path(f"/proc/{pid}/task").glob("*/stat")
        )
    return False
