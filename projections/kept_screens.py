"""The screens of games as `show` printed them last, kept beside the diary: a game that has not changed since is shown
again at once.

To work one out takes the game's rules and most of the program, and to load these takes longer than all else. So whoever
shows a game or records in it keeps its screen, each in a file of its own. It is shown again only if nothing that it
rests on has changed: the game's last entry and its seal, the code at work, the width of the screen, and the file's
schema. It counts only with a proof by the user's own key (`projections.derived`). A game with secrets under a
passphrase has none, because they would lie here unencrypted.
"""

import json
import os
import secrets
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from domain.kernel.errors import BadInput
from domain.record.glance import GameLine, Glance
from projections import derived
from projections.text import Painted, width

LARGEST = 1_000_000
"""Maximum number of bytes of a kept screen."""
MOST = 40
"""Maximum number of screens kept."""


class Screenful(NamedTuple):
    """A game's screen, and all that it rests on."""

    game: str
    version: int
    head: str
    """The seal of that entry, in hex."""
    schema: str
    """The schema of the diary, as it was when it was opened whole."""
    code: str
    width: int
    lines: list[list[Any]]
    """Each line, and whether it holds colours of our own."""

    def texts(self) -> list[str]:
        return [Painted(text) if painted else text for text, painted in self.lines]


def screens_folder(diary: Path) -> Path:
    """The place of a diary's screens: beside it."""
    return diary.with_name(f"{diary.stem}.screens")


def _place(folder: Path, game_id: str) -> Path:
    """The place of a game's screen of the present width. An id may be a stranger's, and is no name for a file."""
    return folder / derived.proof("screen of", game_id, width())[:32]


def code_of_screens() -> str:
    """A digest of the code that makes screens.

    Whoever keeps them for hours asks at the beginning: it is remembered, and on the disk the code may become another.
    """
    return derived.code_at_work("domain", "projections", "replays", "recording", "cli")


def shown_last(diary: Path, name: str) -> tuple[GameLine, list[str]] | None:
    """The line of a game and the lines of its screen, if it was kept and nothing has changed since.

    None: the diary is to be opened, which also says what is wrong.
    """
    folder = screens_folder(diary)
    with suppress(BadInput, OSError, sqlite3.Error), Glance(diary) as glance:
        schema = glance.schema()
        if not any(kept.schema == schema for kept in _every(folder)):
            return None
        line = glance.find(name)
        kept = _read(_place(folder, line.id))
        stands = (line.id, *glance.last(line.id), schema, code_of_screens(), width())
        if kept is not None and kept[: len(stands)] == stands:
            return line, kept.texts()
    return None


def _every(folder: Path) -> Iterator[Screenful]:
    """The screens in a folder, each read when it is asked for. Raises OSError if there is no folder."""
    for name in os.listdir(folder) if _is_folder(folder) else ():
        if kept := _read(folder / name):
            yield kept


def _is_folder(path: Path) -> bool:
    """Whether there is a folder, and no link to one. Raises OSError if there is nothing."""
    return stat.S_ISDIR(os.lstat(path).st_mode)


def _read(path: Path) -> Screenful | None:
    """The screen in a file; None if there is none, or this user did not keep it."""
    with suppress(OSError):
        found = os.lstat(path)
        if stat.S_ISREG(found.st_mode) and found.st_size <= LARGEST:
            proof, _, said = path.read_bytes().partition(b"\n")
            if derived.holds(proof.decode("ascii", "replace"), "screen", said):
                return Screenful(*json.loads(said))
    return None


def keep_screen(diary: Path, game_id: str, version: int, lines: Sequence[str]) -> None:
    """Keeps the screen of a game as it stands at a version, if it still stands there.

    The diary has been opened whole, and no side of the game has a passphrase.
    """
    texts = [[str(text), isinstance(text, Painted)] for text in lines]
    with suppress(BadInput, OSError, sqlite3.Error), Glance(diary) as glance:
        last, head = glance.last(game_id)
        if not derived.own_key() or last != version or not head:
            return
        kept = Screenful(game_id, version, head, glance.schema(), code_of_screens(), width(), texts)
        said = json.dumps(kept).encode()
        folder = screens_folder(diary)
        folder.mkdir(mode=0o700, exist_ok=True)
        if _is_folder(folder):
            _write(_place(folder, game_id), derived.proof("screen", said).encode() + b"\n" + said)
            _let_go(folder)


def _write(path: Path, content: bytes) -> None:
    """Puts a whole file in the place of the one before. It shows everything, and is for its owner's eyes."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        part.write_bytes(content)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _let_go(folder: Path) -> None:
    """Deletes the oldest of too many screens, and with them what a killed process left."""
    if len(os.listdir(folder)) > MOST:
        with os.scandir(folder) as there:
            oldest = sorted((entry.stat(follow_symlinks=False).st_mtime_ns, entry.path) for entry in there)
        for _, path in oldest[: len(oldest) - MOST]:
            Path(path).unlink(missing_ok=True)
