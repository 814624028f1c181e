"""kill -9 in the middle of appends: nothing that was acknowledged is lost, nothing is there by half."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from domain.kernel.facts import Declared
from domain.record import Diary
from tests.record.stranger import raw

ROOT = Path(__file__).parents[2]
ROUNDS, WRITERS = 10, 5


class Writer:
    """A process that records in a game of its own and says each declaration once it is acknowledged."""

    def __init__(self, path: Path, name: str) -> None:
        command = [sys.executable, "-m", "tests.record.writer", str(path), name]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)

    def begun(self) -> str:
        """Waits until its game has begun, and returns the game's id."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().split()[1]

    def killed(self) -> dict[str, int]:
        """What it had said by the time it was killed: declarations, and the version after each. A line cut short was not said."""
        self.process.kill()
        said, _ = self.process.communicate()
        assert self.process.returncode == -9
        lines = [line.split() for line in said.splitlines(keepends=True) if line.endswith("\n")]
        return {f"line {n}": int(version) for n, _, version in lines}


def test_fifty_writers_killed_at_any_moment_lose_nothing(path: Path) -> None:
    """Ten rounds of five writers, each in its own game of one diary; after each round the diary is opened and counted."""
    chance = random.Random(19450219)
    Diary(path).close()
    acknowledged = 0
    for number in range(ROUNDS):
        writers = [Writer(path, f"round {number} writer {n}") for n in range(WRITERS)]
        try:
            games = [writer.begun() for writer in writers]
            said = []
            for writer in writers:
                time.sleep(chance.uniform(0, 0.08))
                said.append(writer.killed())
        finally:
            for writer in writers:
                writer.process.kill()
        for game_id, lines in zip(games, said, strict=True):
            check(path, game_id, lines)
            acknowledged += len(lines)
        with Diary(path) as diary:
            assert diary.whole() == []
    assert acknowledged > ROUNDS * WRITERS, "the writers were killed before they wrote: the test has seen nothing"


def check(path: Path, game_id: str, said: dict[str, int]) -> None:
    with Diary(path) as diary:
        entries = diary.entries(game_id)
        assert diary.verify(game_id) == []
        assert diary.open(game_id).version == len(entries)
    with raw(path) as c:
        stored = dict(c.execute("SELECT declaration, originator_version FROM declarations WHERE originator_id=?", (game_id,)).fetchall())

    assert [e.version for e in entries] == list(range(1, len(entries) + 1))
    assert entries[-1].ends, "a declaration is there whole or not at all"
    assert [e.version for e in entries if isinstance(e.fact, Declared)] == sorted(stored.values())
    assert set(said) <= set(stored), "none that was acknowledged is lost"
    assert len(stored) - len(said) <= 1, "one may have been committed and not said any more"
    for line, version in said.items():
        assert (entries[version - 1].ends, entries[version - 1].of) == (True, stored[line])
