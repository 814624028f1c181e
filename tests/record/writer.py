"""Records until it is killed, in a game of its own, and says each declaration on stdout once it is acknowledged.

    python -m tests.record.writer DIARY NAME
"""

from __future__ import annotations

import sys

from domain import games
from domain.record import Diary
from tests.record.toy import BEGAN, say

games.SYSTEMS["toy"] = "tests.record.toy"


def main(path: str, name: str) -> None:
    with Diary(path, by=name) as diary:
        game = diary.new("toy", name, BEGAN)
        print("begun", game.id, game.version, flush=True)
        for n in range(1_000_000):
            squads = ("R1", "R2", "B1", "R1", "R2")[: n % 5 + 1]  # appends of two to six entries
            say(diary, game, "march", {"squads": squads, "fort": "north" if n % 2 else "south"}, f"line {n}")
            print(n, game.id, game.version, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
