"""Processes that record on the same games at once: nothing is lost, nothing twice, and each is told when another was
first.

python -m tests.record.attacks.race DIARY WHO SEED LINES GAME...
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from domain import games
from domain.record.diary import Diary, Overtaken
from tests import warm
from tests.record.toy import BEGAN, R1_NORTH, say

ROOT = Path(__file__).parents[3]
GAMES = 4
PATIENCE = 300.0
READY = "ready\n"
"""What a racer says when it has opened every game, and waits."""


@dataclass(frozen=True)
class Raced:
    """What a race came to."""

    racers: int
    games: int
    recorded: int
    overtaken: int
    seconds: float


def race(path: Path, racers: int, lines: int, seed: int) -> Raced:
    """So many processes, each of so many lines, half of them on one game. Raises AssertionError for whatever is lost or
    twice."""
    with Diary(path) as diary:
        ids = [diary.new("toy", f"race {number}", BEGAN).id for number in range(GAMES)]
    began = time.monotonic()
    command = [*warm.command("tests.record.attacks.race"), str(path)]
    processes = [
        subprocess.Popen(
            [*command, f"racer {n}", str(seed + n), str(lines), *ids],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for n in range(racers)
    ]
    try:
        for process in processes:  # all have opened every game before the first says anything
            assert process.stdout is not None
            assert process.stdout.readline() == READY
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        said = [json.loads(process.communicate(timeout=PATIENCE)[0]) for process in processes]
    finally:
        for process in processes:
            process.kill()
    seconds = time.monotonic() - began

    recorded = 0
    with Diary(path) as diary:
        for game_id in ids:
            entries = diary.entries(game_id)
            assert [entry.version for entry in entries] == list(range(1, len(entries) + 1)), "versions have no gaps"
            assert diary.verify(game_id) == []
            by = Counter(entry.recorder for entry in entries if entry.ends)
            del by[""]  # the beginning
            assert by == {
                f"racer {n}": each["recorded"][game_id] for n, each in enumerate(said) if game_id in each["recorded"]
            }
            recorded += by.total()
        assert diary.whole() == []
    assert recorded == racers * lines
    return Raced(racers, GAMES, recorded, sum(each["overtaken"] for each in said), seconds)


def run(path: str, who: str, seed: str, lines: str, *ids: str) -> None:
    """One racer: says each line until it is recorded, and checks what it is told when another was first."""
    chance = random.Random(int(seed))
    recorded: Counter[str] = Counter()
    overtaken = 0
    with Diary(path, by=who) as diary:
        mine = {game_id: diary.open(game_id) for game_id in ids}
        print(READY, end="", flush=True)
        sys.stdin.readline()
        for number in range(int(lines)):
            game = mine[ids[0] if number % 2 else chance.choice(ids[1:])]
            while True:
                before = game.version
                try:
                    say(diary, game, "march", R1_NORTH, f"{who}, line {number}")
                    break
                except Overtaken as error:
                    overtaken += 1
                    told = [entry.version for entry in error.entries]
                    assert told == list(range(before + 1, game.version + 1)), "all that was recorded first is told"
                    assert told
            recorded[game.id] += 1
    print(json.dumps({"recorded": recorded, "overtaken": overtaken}))


if __name__ == "__main__":
    games.SYSTEMS["toy"] = games.System("Two Forts", "tests.record.toy")
    run(*sys.argv[1:])
