"""Where the other side's passphrase was not said: its lines are neither read, said again nor taken back there, and
nothing stops for that."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.unlocking import variable
from tests.cli.conftest import SETUP, Run, new_evening
from tests.cli.terminal import Terminal

BOBS = "suribachi"
CAVES, UNITS = SETUP.removeprefix("setup ").split()
LINES = ("setup", f"  {CAVES}", f"  {UNITS}")


def bob(run: Run, monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Says lines on Bob's own recorder, where his passphrase stands."""
    with monkeypatch.context() as there:
        there.setenv(variable("jp"), BOBS)
        for line in lines:
            run("declare", "evening", line, "--as", "jp")


@pytest.fixture
def begun(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A game whose Japanese secrets lie under Bob's passphrase, at the first question of his setup."""
    with monkeypatch.context() as there:
        there.setenv(variable("jp"), BOBS)
        new_evening(run)
    bob(run, monkeypatch, LINES[0])
    return run


LOOKS = (
    ("log",),
    ("log", "--as",
     "us"), ("show", "--as", "us"), ("audit",), ("audit", "--as", "us"), ("why", "4"), ("why", "5", "--as", "us"),
    ("table", "casualties"), ("report", "--as", "us"), ("report",), ("export", "--format", "jsonl"), ("position",),
)  # fmt: skip


@pytest.mark.parametrize("struck", [1, 2])
def test_lines_that_were_taken_back_unread_wait_for_their_side(
    begun: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, struck: int
) -> None:
    """IWO 4: given that Bob took back sealed answers, then Ann, who cannot read them, records on, and is offered none
    of them."""
    monkeypatch.chdir(tmp_path)
    bob(begun, monkeypatch, *LINES[1 : struck + 1], *["takeback 1 lines"] * struck)
    assert "no struck line waits" not in begun("redo", "evening", "--as", "us", code=None).stderr
    with Terminal(tmp_path / "d.db", "record", "evening", "--as", "us") as table:
        table.say("redo list", "(a secret line, Japanese)")
        table.say("redo", "Japanese")
        table.say("note we wait", "note: we wait")
    for word, *rest in LOOKS:
        said = begun(word, "evening", *rest)
        assert "Traceback" not in said.output
    bob(begun, monkeypatch, *LINES[1:])  # they are said again, and all goes on
    assert "no struck line waits" in begun("redo", "evening", "--as", "us", code=2).stderr


def test_sealed_answers_are_taken_back_by_their_side_alone(begun: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """IWO 4: given setup, caves and units said line by line, when Ann, who cannot read them, takes back, she is
    refused; Bob is not."""
    bob(begun, monkeypatch, *LINES[1:])
    before = begun("log", "evening", "--as", "us").stdout
    said = begun("declare", "evening", "takeback 1 lines", "--as", "us", code=2).stderr
    assert "is the Japanese side's word, and only that side takes it back" in " ".join(said.split())
    assert begun("log", "evening", "--as", "us").stdout == before
    bob(begun, monkeypatch, "takeback 1 lines")
    said = begun("declare", "evening", "takeback 1 lines", "--as", "us", code=2).stderr
    assert "is the Japanese side's word" in " ".join(said.split())
