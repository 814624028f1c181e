"""What this user's machine has seen of games: up to which entry, with which seal. Kept away from the diaries.

One file cannot prove that nothing was cut off its end, or that no older copy was put back. Who has seen more can. A game's
memory is one small file; whatever is wrong with it, it is done without.
"""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from domain.record.diary import Diary
from projections import derived


class Seen(NamedTuple):
    """The last entry of a game that was seen here, and its seal in hex."""

    version: int
    head: str


def _file(game_id: str) -> Path | None:
    """Where the memory of a game lies; None for an id that is none, or where nothing can be kept."""
    if not derived.key() or not re.fullmatch("[0-9a-f]{32}", game_id):
        return None
    return derived.key_file().parent / "seen" / game_id


def seen(game_id: str) -> Seen | None:
    """What was seen of a game here; None for nothing."""
    file = _file(game_id)
    if file is None:
        return None
    with suppress(OSError, ValueError):
        version, head, proof = file.read_text("ascii").split()
        if derived.holds(proof, "seen", game_id, version, head):
            return Seen(int(version), head)
    return None


def is_damaged(game_id: str) -> bool:
    """Whether something is kept of a game, and cannot be read, or was not written by this user."""
    file = _file(game_id)
    return file is not None and file.exists() and seen(game_id) is None


def remember(diary: Diary, game_id: str) -> None:
    """Remembers how far a game has come."""
    file = _file(game_id)
    if file is None:
        return
    version = diary.last(game_id)
    head = diary.head(game_id)
    with suppress(OSError):
        file.parent.mkdir(exist_ok=True, mode=0o700)
        part = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
        part.write_text(f"{version} {head} {derived.proof('seen', game_id, version, head)}\n", "ascii")
        os.replace(part, file)


def missing(diary: Diary, game_id: str) -> str:
    """What a diary lacks of a game that was seen here, in words; "" for nothing."""
    known = seen(game_id)
    if known is None or diary.head(game_id, known.version) == known.head:
        return ""
    last = diary.last(game_id)
    if last < known.version:
        return (
            f"this machine has seen its entry {known.version}, seal {known.head[:16]}, and it ends at {last}: "
            f"{known.version - last} entries are gone, or this is an older copy"
        )
    return f"this machine has seen another entry {known.version}, seal {known.head[:16]}: it was written anew, or this is another copy"
