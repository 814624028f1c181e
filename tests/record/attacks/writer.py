"""Records until it is killed, in a game of its own, and says on stdout what it did once that is acknowledged: a JSON
object a line.

python -m tests.record.attacks.writer DIARY NAME SEED
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from cli.writing import write_out
from domain import games
from domain.kernel.entries import standing
from domain.kernel.game import Game
from domain.record.diary import Diary
from projections.ledger_file import LedgerFile, ledger_path
from replays.interchange import write_jsonl
from tests.record.toy import BEGAN, say

PASSPHRASE = "suribachi"
DOES = {"declare": 6, "declare once": 6, "ambush": 3, "take back": 2, "rename": 1, "branch": 1, "export": 1, "look": 1}
"""What it does, and how often beside the others."""


class Writer:
    def __init__(self, diary: Diary, name: str, seed: int) -> None:
        self.diary, self.name = diary, name
        self.chance = random.Random(seed)
        self.game: Game[Any] = diary.new("toy", name, BEGAN, {"blue": PASSPHRASE} if seed % 2 else None)
        self.done = 0
        self.tell("begin", version=self.game.version)

    def tell(self, did: str, **what: Any) -> None:
        print(json.dumps({"did": did, "game": self.game.id, **what}), flush=True)

    def run(self) -> None:
        while True:
            self.done += 1
            (did,) = self.chance.choices([*DOES], [*DOES.values()])
            getattr(self, did.replace(" ", "_"))(did)

    def declare(self, did: str) -> None:
        squads = ("R1", "R2", "B1", "R1", "R2")[: self.chance.randint(1, 5)]  # appends of two to six entries
        line = f"line {self.done}" if did == "declare once" else ""
        say(self.diary, self.game, "march", {"squads": squads, "fort": self.chance.choice(("north", "south"))}, line)
        self.tell(did, version=self.game.version, id=line)

    declare_once = declare

    def ambush(self, did: str) -> None:
        say(self.diary, self.game, "ambush", {"squad": "B1", "fort": "south"})
        self.tell(did, version=self.game.version)

    def take_back(self, did: str) -> None:
        ends = [entry.version for entry in standing(self.game.entries) if entry.ends][-4:-1]
        if ends:
            self.diary.append(self.game, self.game.take_back(self.chance.choice(ends), "a slip"))
            self.tell(did, version=self.game.version)

    def rename(self, did: str) -> None:
        self.diary.rename(self.game.id, f"{self.name}, name {self.done}")
        self.tell(did, name=f"{self.name}, name {self.done}")

    def branch(self, did: str) -> None:
        made = self.diary.branch(self.game.id, self.game.version, f"{self.name}, branch {self.done}")
        self.tell(did, branch=made.id, entries=len(made.entries))

    def export(self, did: str) -> None:
        write_out(
            "".join(line + "\n" for line in write_jsonl(self.diary, self.game.id)),
            exported(self.diary.path, self.name),
            overwrite=True,
        )
        self.tell(did)

    def look(self, did: str) -> None:
        with LedgerFile(ledger_path(self.diary.path)) as views:
            views.catch_up(self.diary)
        self.tell(did)


def exported(diary: Path, name: str) -> Path:
    """Where a writer writes its exports."""
    return diary.with_name(f"{name}.jsonl")


def main(path: str, name: str, seed: str) -> None:
    games.SYSTEMS["toy"] = games.System("Two Forts", "tests.record.toy")
    with Diary(path, by=name) as diary:
        Writer(diary, name, int(seed)).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
