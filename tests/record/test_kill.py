"""kill -9 in the middle of whatever is recorded: nothing that was acknowledged is lost, nothing is there by half."""

from __future__ import annotations

import random
from pathlib import Path

from tests.record.attacks.kills import kills
from tests.record.attacks.writer import DOES


def test_twenty_processes_killed_at_any_moment_lose_nothing(path: Path) -> None:
    """Four writers and one that writes a file at a time; after each round the diary is opened and counted."""
    *_, found = kills(path, 20, random.Random(19425219))
    assert found.kills == 20
    assert set(DOES) <= found.acknowledged.keys(), "some of it was never done: the test has seen too little"
    assert sum(found.acknowledged.values()) > 80, "the writers were killed before they wrote"
