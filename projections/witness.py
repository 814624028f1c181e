"""The witness: the last entry and seal of each game that this user's machine has seen. It is kept away from the
diaries.

A file alone cannot prove that its end was not cut off, or that it is not an older copy. A witness that has seen more
can. A game's memory is one small file; if anything is wrong with it, it is not used.
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


class LastSeen(NamedTuple):
    """The last entry of a game that was seen here, and its seal in hex."""

    version: int
    head: str


def _file(game_id: str) -> Path | None:
    """The place of a game's memory; None for an invalid id, or if nothing can be kept."""
    if not derived.own_key() or not re.fullmatch("[0-9a-f]{32}", game_id):
        return None
    return derived.key_file().parent / "seen" / game_id


def last_seen(game_id: str) -> LastSeen | None:
    """The last entry of a game seen here; None if there is none."""
    file = _file(game_id)
    if file is None:
        return None
    with suppress(OSError, ValueError):
        version, head, proof = file.read_text("ascii").split()
        if derived.holds(proof, "seen", game_id, version, head):
            return LastSeen(int(version), head)
    return None


def is_damaged(game_id: str) -> bool:
    """Whether a game's memory exists, but cannot be read or was not written by this user."""
    file = _file(game_id)
    return file is not None and file.exists() and last_seen(game_id) is None


def remember(diary: Diary, game_id: str) -> None:
    """Stores how far a game has come."""
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
    """The entries seen here that a diary lacks, in words; "" if none."""
    known = last_seen(game_id)
    if known is None or diary.head(game_id, known.version) == known.head:
        return ""
    last = diary.last(game_id)
    if last < known.version:
        return (
            f"this machine has seen its entry {known.version}, seal {known.head[:16]}, and it ends at {last}: "
            f"{known.version - last} entries are gone, or this is an older copy"
        )
    return (
        f"this machine has seen another entry {known.version}, seal {known.head[:16]}: it was written anew, or "
        "this is another copy"
    )
