"""A program that is started by forking does as one that Python starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from tests import warm
from tests.cli.conftest import Run


@pytest.mark.parametrize("words", ["show evening", "show nowhere", "declare evening -"])
def test_it_says_and_ends_the_same(evening: Run, tmp_path: Path, words: str) -> None:
    """Given words, and what stands on stdin, when both ways to start are taken, then the streams and the exit code are
    the same."""
    said = [
        subprocess.run(
            [*program, "--diary", str(tmp_path / "d.db"), *words.split()],
            input=b"lnad\n",
            capture_output=True,
            cwd=warm.ROOT,
        )
        for program in ([sys.executable, "-m", "cli.main"], warm.command("cli.main"))
    ]
    assert (said[0].returncode, said[0].stdout, said[0].stderr) == (said[1].returncode, said[1].stdout, said[1].stderr)
    assert said[0].stdout or said[0].stderr


def test_it_is_killed_and_told_of(evening: Run, tmp_path: Path) -> None:
    """Given a program that waits, when it is killed, then that is told; given one that ends, then its code and what it
    took."""
    wait, write = os.pipe()
    waiting = warm.start("cli.main", "--diary", str(tmp_path / "d.db"), "declare", "evening", "-", stdin=wait)
    with pytest.raises(subprocess.TimeoutExpired):
        waiting.wait(0.1)
    assert waiting.poll() is None
    waiting.kill()
    assert waiting.wait(30) == -signal.SIGKILL
    os.close(wait)
    os.close(write)
    with TemporaryFile() as said:
        ended = warm.start("cli.main", "--diary", str(tmp_path / "d.db"), "show", "nowhere", stderr=said)
        assert ended.wait(30) == 2
        said.seek(0)
        assert b"nowhere" in said.read()
    assert ended.usage.seconds > 0
    assert ended.usage.memory > 10_000_000


def test_what_an_interpreter_reads_when_it_begins_is_not_taken_for_said() -> None:
    with pytest.raises(AssertionError, match="cannot be said to one that has begun"):
        warm.start("cli.main", "--help", env={**os.environ, "PYTHONIOENCODING": "ascii"})
