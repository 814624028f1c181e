"""Looking on: a second process watches what is recorded, and sees no more than it may."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import SETUP, Run, new_evening

ROOT = Path(__file__).parents[2]
SECRET = "the banzai is for turn 6"


class Watching:
    """A process that looks on, and what it has written so far."""

    def __init__(self, process: subprocess.Popen[bytes], told: Path) -> None:
        self.process, self.file = process, told

    def told(self) -> str:
        return " ".join(self.file.read_text("utf-8").split())  # as it is before it is folded

    def wait(self, words: str, seconds: float = 30.0) -> str:
        end = time.monotonic() + seconds
        while words not in self.told():
            assert time.monotonic() < end, f"{words!r} did not appear:\n{self.told()}"
            time.sleep(0.05)
        return self.told()

    def leave(self) -> int:
        """Ctrl-C, as a terminal sends it; the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=30)


@contextmanager
def watching(folder: Path, *words: str, **environment: str) -> Iterator[Watching]:
    told = folder / "told"
    command = [sys.executable, "-m", "cli.main", "--diary", str(folder / "d.db"), "watch", *words]
    ours = (
        {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler)}
        if sys.platform != "win32"
        else {}
    )
    plain = {name: value for name, value in os.environ.items() if not name.startswith("WARDIARY")}
    with (
        told.open("wb") as out,
        subprocess.Popen(  # type: ignore[call-overload]
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=plain | environment, **ours
        ) as process,
    ):
        try:
            yield Watching(process, told)
        finally:
            process.kill()


@pytest.fixture
def sealed(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A game whose Japanese secrets are under a passphrase."""
    monkeypatch.setenv("WARDIARY_PASSPHRASE_JP", "a long enough one")
    new_evening(run)
    return run


def test_whoever_looks_on_is_told_what_others_record_and_no_secret(sealed: Run, tmp_path: Path) -> None:
    """Given a sealed game, when others record while somebody without a passphrase looks on, then what all may see is
    told, in its order."""
    with watching(tmp_path, "evening") as screen:
        begun = screen.wait("Ctrl-C leaves")
        assert "Setup, Japanese to declare" in begun
        sealed("declare", "evening", SETUP)
        screen.wait("the Japanese dug in: 25 units and 21 caves")
        sealed("note", "evening", "--by", "jp", "--secret", SECRET)
        sealed("declare", "evening", "bombards Green:NAV1,AIR1")
        screen.wait("the Americans will bombard Green with NAV1, AIR1")
        sealed("declare", "evening", "bombard Green")
        screen.wait("? US: 7 dice for the bombardment of Green [IWO 9.3.1]")
        sealed("takeback", "evening", "--why", "the die was cocked")
        told = screen.wait("the die was cocked")
        assert told.endswith("US Bombardment Phase, US to declare")
        assert told.index("dug in: 25 units") < told.index("will bombard Green") < told.index("the die was cocked")
        assert told.count("will bombard Green") == 1
        assert SECRET not in told
        assert "INF1" not in told[len(begun) :]  # before, it is one of those that are not placed
        assert screen.leave() == 0
        assert "Traceback" not in screen.told()


def test_a_side_that_looks_on_with_its_passphrase_sees_its_own(sealed: Run, tmp_path: Path) -> None:
    with watching(tmp_path, "evening", "--as", "jp", WARDIARY_PASSPHRASE_JP="a long enough one") as screen:
        screen.wait("Ctrl-C leaves")
        sealed("note", "evening", "--by", "jp", "--secret", SECRET)
        screen.wait(SECRET)


def test_the_other_side_looks_on_without_that_passphrase(sealed: Run, tmp_path: Path) -> None:
    with watching(tmp_path, "evening", "--as", "us") as screen:
        screen.wait("Ctrl-C leaves")
        sealed("note", "evening", "--by", "jp", "--secret", SECRET)
        sealed("note", "evening", "everything on Green")
        assert SECRET not in screen.wait("everything on Green")


def test_a_side_whose_secrets_are_sealed_is_not_shown_without_its_passphrase(sealed: Run, tmp_path: Path) -> None:
    with watching(tmp_path, "evening", "--as", "jp") as screen:
        assert screen.process.wait(timeout=30) == 2
        assert "WARDIARY_PASSPHRASE_JP" in screen.told()


def test_nobody_looks_on_as_a_side_there_is_not(sealed: Run) -> None:
    assert "there is no side 'uk'" in sealed("watch", "evening", "--as", "uk", code=2).stderr
