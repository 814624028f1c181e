"""SQLite files that strangers may have left: they are checked before SQLite may write.

Opening a file for writing is not harmless. SQLite plays back a journal lying beside it, and a journal may name a file
to be deleted; a link beside it redirects what is written. So everything that SQLite would open is checked first, by
names and first bytes alone.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

HEADER = b"SQLite format 3\x00"
LOGS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""The first bytes of a write-ahead log."""
JOURNALS = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
"""The first bytes of a journal, and its last ones if it names another file."""
HEAD, PAGES_BEFORE = 28, slice(16, 20)
"""The length of a journal's header, and the place in it of the file's former number of pages."""
ONE_PAGE = 65536
"""Bytes of the largest page."""
JOURNAL, LOG, SHARED = "-journal", "-wal", "-shm"
"""The endings of files that SQLite keeps beside a file in use.

Ours use only the last two, because they are in WAL mode.
"""


def beside(path: Path, tail: str) -> Path:
    """The file with this ending beside an SQLite file."""
    return path.with_name(path.name + tail)


def application_id(path: Path) -> int | None:
    """The number by which programs know their SQLite files; None if the file is not one. Raises OSError."""
    with path.open("rb") as file:
        header = file.read(100)
    return int.from_bytes(header[68:72], "big") if header[:16] == HEADER else None


def strange(path: Path) -> str:
    """The reason why SQLite must not open this file for writing, in words; "" if it may. A missing file is fine."""
    for each in (path, *(beside(path, tail) for tail in (JOURNAL, LOG, SHARED))):
        try:
            found = os.lstat(each)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            return f"{each} cannot be looked at: {error.strerror or error}"
        if stat.S_ISLNK(found.st_mode):
            return f"{each} is a link"
        if not stat.S_ISREG(found.st_mode):
            return f"{each} is no file"
        if each != path and found.st_nlink > 1:
            return f"{each} is a file of another name too"
        if each.name.endswith(JOURNAL) and each != path and not of_the_making(path) and os.path.lexists(each):
            return f"{each} lies beside it, which wardiary does not leave there"
        if each.name.endswith(LOG) and each != path and found.st_size and _beginning(each) not in LOGS:
            return f"{each} lies beside it, and is no log of SQLite's"
    return ""


def of_the_making(path: Path) -> bool:
    """Whether the journal beside a file belongs to the file's creation, which goes on or was interrupted. Raises
    OSError.

    Such a journal says that the file was empty, and names no other file; and the file holds nothing finished yet.
    SQLite may undo it.
    """
    journal = beside(path, JOURNAL)
    try:
        if path.stat().st_size > ONE_PAGE or (path.stat().st_size and application_id(path) != 0):
            return False
        said = journal.read_bytes() if journal.stat().st_size <= ONE_PAGE else b"more than one page"
    except FileNotFoundError:
        return False
    # its first bytes are written last, and without them it is not played back
    begun = len(said) < HEAD or not any(said[: len(JOURNALS)])
    new = len(said) < HEAD or not any(said[PAGES_BEFORE])
    return (begun or said[:8] == JOURNALS) and new and said[-8:] != JOURNALS


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(4)


def can_write(path: Path) -> bool:
    """Whether a file, and the files that SQLite keeps beside it, can be written."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


READ_ONLY = "file://"
"""The beginning of a read-only file's name: a URI instead of a path."""


def to_be_read(file: Path) -> str:
    """The name that opens a file read-only. If a log lies beside it, SQLite must be able to read that too."""
    return file.as_uri() + ("?mode=ro" if beside(file, LOG).exists() else "?mode=ro&immutable=1")


def start_of(column: str, most: int | None = None) -> str:
    """An expression for the bytes of a stored text, or for the first of them. SQLite keeps anything in any column."""
    raw = f"CAST({column} AS BLOB)"
    return raw if most is None else f"SUBSTR({raw}, 1, {most})"
