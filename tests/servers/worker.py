"""A recorder that declares without end, and keeps a journal of what it was told.

    python -m tests.servers.worker ADDRESS FOLDER GAME WHO

It runs until FOLDER holds a file `stop`. Each line of its journal is a word and the id of a declaration: `invoked`;
`acknowledged`; `refused`, nothing was recorded; `unknown`, and later `in` or `out`; `overtaken`, and said again.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import IO, Any

from domain import games
from domain.kernel.errors import Damaged
from domain.kernel.game import Game
from domain.record.diary import Diary, Overtaken
from domain.record.server_store import ServerStore
from domain.record.store import NotKnown
from tests.record.toy import R1_NORTH

PAUSE = 0.05


def declares(diary: Diary, game: Game[Any], id: str, write: Any) -> None:
    """Says one line until it knows what became of it."""
    while True:
        try:
            diary.refresh(game)
            diary.append(game, game.declare("march", R1_NORTH), id)
            write("acknowledged", id)
            return
        except Overtaken:
            write("overtaken", id)
        except NotKnown:
            write("unknown", id)
            write("in" if known(diary, game, id) else "out", id)
            return
        except Damaged as damaged:
            print(damaged, file=sys.stderr)
            write("refused" if "nothing was recorded" in str(damaged) else "unread", id)
            time.sleep(0.5)
            return


def known(diary: Diary, game: Game[Any], id: str) -> bool:
    while True:
        try:
            return diary.recorded(game.id, id)
        except (NotKnown, Damaged):
            time.sleep(0.5)


def main(address: str, folder: Path, game_id: str, who: str) -> None:
    games.SYSTEMS["toy"] = games.System("Two Forts", "tests.record.toy")
    with (
        (folder / f"{who}.journal").open("a", buffering=1) as journal,
        Diary(ServerStore(address, folder / who), by=who) as diary,
    ):
        record(diary, diary.open(game_id), who, folder / "stop", journal)


def record(diary: Diary, game: Game[Any], who: str, stop: Path, journal: IO[str]) -> None:
    number = 0
    while not stop.exists():
        number += 1
        id = f"{who}-{number}"
        journal.write(f"invoked {id}\n")
        declares(diary, game, id, lambda word, said: journal.write(f"{word} {said}\n"))
        time.sleep(PAUSE)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], sys.argv[4])
