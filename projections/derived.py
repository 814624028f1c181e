"""Files derived from a record: views and snapshots. They prove nothing by themselves.

They lie beside the diary, where anybody who handed the diary on may have put anything. So their contents count only
with a proof made with this user's key, which lies elsewhere; and a file is opened only after a check of what it is.
Anything without such a proof is derived again.
"""

from __future__ import annotations

import hmac
import os
import secrets
import sqlite3
import sys
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from struct import unpack
from typing import Any

from domain.record.sqlite_files import LOG, ONE_PAGE, application_id, beside, can_write, of_the_making, strange
from domain.version import VERSION

KEY_BYTES = 32
TOKEN_BYTES = 16
BOUND = 1 << (8 * TOKEN_BYTES)

DAMAGED = "was damaged"
OTHER_CODE = "was made by another version of wardiary"
OTHER_MACHINE = "was made on another machine, or by another user"
OTHER_DIARY = "was made of another diary, or of another copy of this one"
"""The reason why a derived file is made again, in words that follow the file's name."""


def key_file() -> Path:
    """The place of this user's key: among the state that programs keep, never beside the diary."""
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Preferences"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        said = os.environ.get("XDG_STATE_HOME", "")
        # a relative path is ignored, as XDG demands
        base = Path(said) if os.path.isabs(said) else Path.home() / ".local" / "state"
    return base / "wardiary" / "derived.key"


@lru_cache(maxsize=8)
def _key(path: Path) -> bytes:
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if path.exists() and path.is_file() and path.stat().st_size != KEY_BYTES:
            path.unlink()  # a key is complete from the start, so this one was damaged
        if not path.exists():
            _make(path)
        found = path.read_bytes()
        return found if len(found) == KEY_BYTES else b""
    return b""


def _make(path: Path) -> None:
    """Makes a new key file. It is complete from the start, and the first process that makes one wins."""
    made = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        made.touch(mode=0o600, exist_ok=False)
        made.write_bytes(secrets.token_bytes(KEY_BYTES))
        try:
            os.link(made, path)
        except FileExistsError:
            return
        except OSError:  # the file system has no links
            os.replace(made, path)
    finally:
        made.unlink(missing_ok=True)


def own_key() -> bytes:
    """This user's key, made on first use; b"" if none can be kept, and then nothing derived is kept either."""
    try:
        return _key(key_file())
    except RuntimeError:  # no home folder is known
        return b""


def proof(*parts: object) -> str:
    """A proof, in hex, that a holder of the key wrote these parts together."""
    said = blake2b(key=own_key())
    for part in parts:
        raw = part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogatepass")
        said.update(len(raw).to_bytes(8, "big") + raw)
    return said.hexdigest()


def holds(claimed: object, *parts: object) -> bool:
    """Whether a proof is that of these parts."""
    return (
        bool(own_key())
        and isinstance(claimed, str)
        and hmac.compare_digest(claimed.encode("utf-8", "replace"), proof(*parts).encode())
    )


def digest_sum(rows: Iterable[tuple[Any, ...]], table: str) -> int:
    """A number for these rows of a table, in any order: the sum of a keyed digest of each.

    Nobody can find other rows with the same number without the key. Added or removed rows are added or subtracted.
    """
    from pydantic_core import to_json  # imported late: a screen shown again needs none of it

    copy = blake2b(table.encode(), key=own_key(), digest_size=TOKEN_BYTES).copy
    digests: list[bytes] = []
    digest, json_of = digests.append, to_json
    for row in rows:
        one = copy()
        one.update(json_of(row))
        digest(one.digest())
    halves = unpack(f">{2 * len(digests)}Q", b"".join(digests))
    number: int = ((sum(halves[0::2]) << 64) + sum(halves[1::2])) % BOUND
    return number


@lru_cache
def code_at_work(*packages: str) -> str:
    """A digest of the code of these packages: where it lies, and the sizes and times of its files.

    By these Python, too, knows whether what it has compiled is current. To read them all would take longer than the
    look that this serves.
    """
    root = Path(__file__).parent.parent
    found = [f"{VERSION} {root}", *(about for package in packages for about in _files_of(str(root / package)))]
    return blake2b("\n".join(found).encode("utf-8", "surrogateescape")).hexdigest()


@lru_cache
def _files_of(folder: str) -> tuple[str, ...]:
    """The files of code in a folder, each with its size and time; looked at once, whoever asks for the digest."""
    found, folders = [], [folder]
    while folders:
        with os.scandir(folders.pop()) as there:
            for entry in there:
                if entry.name.endswith(".py"):
                    about = entry.stat()
                    found.append(f"{entry.path} {about.st_size} {about.st_mtime_ns}")
                elif entry.is_dir() and entry.name != "__pycache__":
                    folders.append(entry.path)
    return tuple(sorted(found))


def file_description(source: str) -> dict[str, str]:
    """The description that a derived file holds of itself: the digest of the code that made it, and a proof of the key.

    The proof tells nothing of the key.
    """
    return {"source": source, "maker": proof("maker")[:32]}


def says(path: Path) -> dict[str, str] | None:
    """The description in a `usable` derived file; {} if there is no file yet, None if it cannot be read.

    Changes nothing.
    """
    if not path.exists() or not path.stat().st_size:
        return {}
    with suppress(sqlite3.Error), closing(sqlite3.connect(path.absolute().as_uri() + "?mode=ro", uri=True)) as raw:
        return {str(what): str(value) for what, value in raw.execute("SELECT what, value FROM about")}
    return None


def why_anew(said: Mapping[str, str] | None, source: str) -> str:
    """The reason why a file with this description, which cannot be continued, is made again."""
    ours = file_description(source)
    if said is None or "source" not in said:
        return DAMAGED
    if said["source"] != ours["source"]:
        return OTHER_CODE
    return DAMAGED if said.get("maker") == ours["maker"] else OTHER_MACHINE


def usable(path: Path, mark: int) -> str:
    """The reason why no derived file can be kept at a path, in words.

    "" if it can: the path is free, the file is empty, or it carries this mark.
    """
    if not own_key():
        return f"no key can be kept in {key_file().parent}"
    if trouble := strange(path):
        return trouble
    try:
        if not can_write(path):
            return f"{path} cannot be written"
        if path.exists() and path.stat().st_size and not _is_marked(path, mark):
            return f"{path} is another program's file"
    except OSError as error:
        return f"{path} cannot be looked at: {error.strerror or error}"
    return ""


def _is_marked(path: Path, mark: int) -> bool:
    """Whether a file carries our mark. An interrupted file may have it in its log alone, or be empty."""
    found = application_id(path)
    if found == 0 and of_the_making(path):
        return True
    if found == 0 and (beside(path, LOG).exists() or path.stat().st_size <= ONE_PAGE):
        with suppress(sqlite3.Error), closing(sqlite3.connect(path.absolute().as_uri() + "?mode=ro", uri=True)) as raw:
            made = raw.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
            return made == 0 or bool(raw.execute("PRAGMA application_id").fetchone()[0] == mark)
    return found == mark
