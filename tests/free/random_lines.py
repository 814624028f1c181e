"""Random lines of words and marks: whatever is typed, nothing breaks, and the record says itself again.

`python -m tests.free.random_lines 10000` says so many.
"""

from __future__ import annotations

import sys
from random import Random
from typing import NamedTuple

from auditing.audit import DIFFERS, UNDECIDABLE, audit
from domain.kernel.errors import Trouble
from domain.kernel.questions import Roll
from replays.diary_file import play, read, write
from tests.free.table import begun, recorder, stale
from tests.free.words import random_line


class Said(NamedTuple):
    lines: int
    refused: int


def say(seed: int, lines: int) -> Said:
    """Says random lines in one game. Raises AssertionError where the record does not hold."""
    chance = Random(seed)
    game = begun(("German", "Soviet", "Ann")[: chance.randint(2, 3)], map=chance.choice(("areas", "hexes")))
    at, refused = recorder(game), 0
    for _ in range(lines):
        text = random_line(chance)
        if len(text.strip()) < 2 or text.strip().startswith(("!", "#")):
            continue
        try:
            if isinstance(dice := game.pending(), Roll):  # dice in brackets wait, and nothing else
                at.hear(dice.say(dice.pick(chance)))
            at.hear(text)
        except Trouble:
            refused += 1
        assert stale(game.state) == []
    again = play(read(write(game, lambda name: None), "again", lambda name: None))
    assert again.state == game.state
    assert [entry.fact for entry in again.entries[1:]] == [entry.fact for entry in game.entries[1:]]
    assert [one for one in audit(game) if one.verdict in (DIFFERS, UNDECIDABLE)] == []
    return Said(lines, refused)


if __name__ == "__main__":
    some = [say(seed, 200) for seed in range(int(sys.argv[1]) // 200)]
    print(sum(one.lines for one in some), "lines,", sum(one.refused for one in some), "refused")
