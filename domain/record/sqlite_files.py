"""SQLite files as strangers may have left them: looked at before SQLite may write.

Opening one for writing is not harmless. A journal lying beside it is played back into it, and a journal may name a file to
be deleted; a link beside it leads what is written elsewhere. So all that SQLite would open is looked at first, by names
and first bytes alone.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

HEADER = b"SQLite format 3\x00"
LOGS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""How a write-ahead log begins."""
JOURNALS = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
"""How a journal's first part begins; and how it ends, where it names another file."""
HEAD, PAGES_BEFORE = 28, slice(16, 20)
"""Of that beginning: its bytes, and where in it the number of pages stands that the file had before."""
ONE_PAGE = 65536
"""Bytes of the largest page."""
JOURNAL, LOG, SHARED = "-journal", "-wal", "-shm"
"""What SQLite keeps beside a file while it is in use; of ours only the last two, as they are in WAL mode."""


def beside(path: Path, tail: str) -> Path:
    """The file of that tail beside an SQLite file."""
    return path.with_name(path.name + tail)


def application_id(path: Path) -> int | None:
    """The number by which programs know their SQLite files; None for a file that is none. Raises OSError."""
    with path.open("rb") as file:
        header = file.read(100)
    return int.from_bytes(header[68:72], "big") if header[:16] == HEADER else None


def strange(path: Path) -> str:
    """Why SQLite must not open this file for writing, in words; "" when it may. A file that is not there yet is fine."""
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
    """Whether the journal beside a file is of its very making, which goes on or was interrupted: it says that nothing was there before, and
    names no other file, and nothing is there yet that was finished. SQLite may undo it. Raises OSError.
    """
    journal = beside(path, JOURNAL)
    try:
        if path.stat().st_size > ONE_PAGE or (path.stat().st_size and application_id(path) != 0):
            return False
        said = journal.read_bytes() if journal.stat().st_size <= ONE_PAGE else b"more than one page"
    except FileNotFoundError:
        return False
    begun = len(said) < HEAD or not any(said[: len(JOURNALS)])  # how it begins is written last, and without that it is not played back
    new = len(said) < HEAD or not any(said[PAGES_BEFORE])
    return (begun or said[:8] == JOURNALS) and new and said[-8:] != JOURNALS


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(4)


def can_write(path: Path) -> bool:
    """Whether a file, and what SQLite keeps beside it, can be written."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))
