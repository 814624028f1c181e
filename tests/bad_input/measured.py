"""What a command costs: the program in a process of its own, its time and the most memory it held, beside what it takes
to read it."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NamedTuple

from tests import warm

PATIENCE = 60
"""Seconds after which a command is taken to wait for ever."""


class Cost(NamedTuple):
    """How a command ended, what it said, the seconds it computed, and the bytes it held at most: the read program among
    them, in each alike."""

    code: int
    stderr: str
    seconds: float
    memory: int


def cost(folder: Path, *words: str, stdin: int | IO[bytes] = subprocess.DEVNULL) -> Cost:
    """What `wardiary` costs on the diary of a folder. Raises TimeoutExpired when it waits for ever."""
    with TemporaryFile() as said:
        program = warm.start(
            "cli.main", "--diary", str(folder / "d.db"), "--by", "Ann", *words, stdin=stdin, stderr=said
        )
        try:
            code = program.wait(PATIENCE)
        finally:
            program.kill()
        said.seek(0)
        return Cost(code, said.read().decode(errors="replace"), *program.usage)
