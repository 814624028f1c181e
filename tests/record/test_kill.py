"""kill -9 in the middle of whatever is recorded: nothing that was acknowledged is lost, nothing is there by half."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.record.attacks.kills import kills
from tests.record.attacks.writer import DOES


@pytest.fixture
def path() -> Iterator[Path]:
    """On a disk: in memory hardly anybody would be killed while he waits for it."""
    with TemporaryDirectory() as folder:
        yield Path(folder) / "diary.db"


def test_twenty_processes_killed_at_any_moment_lose_nothing(path: Path) -> None:
    """Four writers and one that writes a file at a time; after each round the diary is opened and counted."""
    *_, found = kills(path, 20, random.Random(19425219))
    assert found.kills == 20
    assert set(DOES) <= found.acknowledged.keys(), "some of it was never done: the test has seen too little"
    assert sum(found.acknowledged.values()) > 80, "the writers were killed before they wrote"
