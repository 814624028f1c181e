"""What a command costs: the program in a process of its own, its time and the most memory it held."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import IO, NamedTuple

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""Seconds after which a command is taken to wait for ever."""

MEASURE = """
import os, sys
pid = os.posix_spawn(sys.executable, [sys.executable, "-m", "cli.main", *sys.argv[2:]], os.environ)
_, status, usage = os.wait4(pid, 0)
largest = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
with open(sys.argv[1], "w") as file:
    file.write(f"{usage.ru_utime + usage.ru_stime} {largest}")
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""Run by a small process: a child begins with the memory of whoever starts it, and this test suite has much."""


class Cost(NamedTuple):
    """How a command ended, what it said, the seconds it computed, and the bytes it held at most."""

    code: int
    stderr: str
    seconds: float
    memory: int


def cost(folder: Path, *words: str, stdin: int | IO[bytes] = subprocess.DEVNULL) -> Cost:
    """What `wardiary` costs on the diary of a folder. Raises TimeoutExpired when it waits for ever."""
    told = folder / "cost"
    said = subprocess.run(
        [sys.executable, "-S", "-c", MEASURE, str(told), "--diary", str(folder / "d.db"), "--by", "Ann", *words],
        cwd=ROOT, capture_output=True, stdin=stdin, timeout=PATIENCE, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    seconds, memory = told.read_text().split()
    return Cost(said.returncode, said.stderr.decode(errors="replace"), float(seconds), int(memory))
