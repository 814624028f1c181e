"""Whose games count in `stats`, and what does not for want of a passphrase."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Run


def counted(run: Run, *words: str) -> set[str]:
    return {row["player"] for row in json.loads(run("stats", "--json", *words).stdout)}


def test_players_of_a_demo_are_nobodys_players(run: Run) -> None:
    """Given a game of one's own, a demo and a branch of it, then the demo's players count only where they are asked
    for."""
    run("demo", "--system", "iph", "--game", "halei-wa")
    run("demo")
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--player", "us=Ann", "--player", "jp=Bob")
    assert counted(run) == {"Ann", "Bob"}
    assert "2 demos are left out; --demos counts them too" in run("stats").stderr
    run("branch", "first-landing", "what-if")
    assert counted(run, "--branches") == {"Ann", "Bob"}
    assert {"Ann", "Bob", "Ellis", "Mori", "nobody named (US)"} <= counted(run, "--demos")


@pytest.fixture
def rolled(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A game of Blood Reef whose Japanese leaders were rolled for in secret."""
    monkeypatch.setenv("WARDIARY_PASSPHRASE_JP", "a long enough one")
    monkeypatch.setenv("WARDIARY_PASSPHRASE_US", "another long one")
    run(
        "new",
        "reef",
        "--system",
        "reef",
        "--pack",
        "sample",
        "--player",
        "us=Ann",
        "--player",
        "jp=Bob",
        "--hidden",
        "recorded",
    )
    run("declare", "reef", "leaders", "--auto")
    run("note", "reef", "--by", "jp", "--secret", "the HQ is in Red2")
    return run


def test_what_is_sealed_is_said_to_be_missing_with_its_passphrase(rolled: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given secrets of Bob's, when his passphrase is not there, then a table says how much of his does not count, and
    where it may stand."""
    whole = {row["player"]: row for row in json.loads(rolled("stats", "--json").stdout)}
    assert "NOT COUNTED" not in rolled("stats").stdout
    assert whole["Bob"]["sealed"] == 0
    monkeypatch.delenv("WARDIARY_PASSPHRASE_JP")
    told = rolled("stats").stdout.partition("NOT COUNTED, FOR WANT OF A PASSPHRASE\n")[2].splitlines()
    row = dict(zip(told[0].split(), told[1].split(), strict=True))
    assert (row["game"], row["player"], row["passphrase"]) == ("reef", "Bob", "WARDIARY_PASSPHRASE_JP")
    left = {row["player"]: row for row in json.loads(rolled("stats", "--json").stdout)}
    assert left["Bob"]["sealed"] == int(row["rolls"]) + int(row["draws"]) + int(row["others"]) > 0
    assert whole["Bob"]["dice"] - left["Bob"]["dice"] == 2 * int(row["rolls"]) > 0
    assert left["Ann"]["sealed"] == 0
