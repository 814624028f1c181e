"""What somebody can do to a diary's file who has SQLite alone, or no passphrase, or a program of his own."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from domain.kernel.game import Game
from domain.record.diary import Diary
from domain.record.seals import Sealed, chained, leaf_of

VERIFY = Path(__file__).parents[2] / "auditing" / "verify.py"


@contextmanager
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection of somebody else's; what it did is committed."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def untriggered(path: Path) -> Iterator[sqlite3.Connection]:
    """The same with the append-only triggers out of the way; they are put back, so that nothing shows in the schema."""
    with raw(path) as connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type='trigger'").fetchall()
        connection.execute("PRAGMA synchronous=OFF")
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for _, sql in triggers:
            connection.execute(sql)


def keyless(path: Path) -> Diary:
    """The diary as somebody opens it who knows no passphrase."""
    return Diary(path)


def by_itself(file: Path, lines: Sequence[str] = ()) -> str:
    """What `verify.py` says of an export, which is first made of lines where there are any."""
    if lines:
        file.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return subprocess.run(
        [sys.executable, str(VERIFY), str(file)], capture_output=True, text=True, check=False
    ).stdout.strip()


def rewritten(diary: Diary, game: Game[Any], version: int, change: Callable[[dict[str, Any]], None]) -> list[Sealed]:
    """The game as who holds the file writes it anew: an entry says something else, and every seal is made again. It is
    put in the file."""
    made = []
    for entry in diary.sealed(game.id):
        state = entry.state or b""
        if entry.version == version:
            body = json.loads(state)
            change(body)
            body["fact"] = body.pop("fact")
            state = json.dumps(body, separators=(",", ":")).encode()
        made.append(entry._replace(state=state, leaf=leaf_of(entry.salt, entry.topic, state)))
    resealed = list(chained(b"", game.id, made))
    with untriggered(diary.path) as c:
        for entry in resealed:
            place = (game.id, entry.version)
            c.execute(
                "UPDATE stored_events SET state=? WHERE originator_id=? AND originator_version=?", (entry.state, *place)
            )
            c.execute(
                "UPDATE seals SET leaf=?, head=? WHERE originator_id=? AND originator_version=?",
                (entry.leaf, entry.head, *place),
            )
    return resealed
