"""Writing files: each is complete or absent, and no file is overwritten unasked.

A written file carries a mark that says what it is, and of which game. An existing file is overwritten only if it
carries the same mark, or on request; a diary, or a file that SQLite keeps beside one, never. A file is made under a
temporary name, put on the disk, and only then renamed, so that a kill or a power loss leaves the old one or the new
one. Several files are all made before the first is renamed; the one that names the others comes last. Files left over
by a killed process are removed by the next writer there, a minute later at the earliest.
"""

from __future__ import annotations

import os
import secrets
import stat
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from domain.kernel.errors import BadInput

COMMENTS = {
    ".html": ("<!-- ", " -->"),
    ".htm": ("<!-- ", " -->"),
    ".md": ("<!-- ", " -->"),
    ".markdown": ("<!-- ", " -->"),
    ".svg": ("<!-- ", " -->"),
    ".bbcode": ("[size=7]", "[/size]"),
    ".pdf": ("%", ""),
}
"""The form of a comment in a file, by its ending; any other has it after a #."""
MARKED = 4_096
"""Number of bytes at a file's beginning, and at its end, that are searched for its mark."""
PART = ".wardiary-"
LEFT_OVER = 60
"""Seconds after which an unfinished file belongs to nobody any more."""
SQLITE = b"SQLite format 3\x00"
BESIDE = ("-journal", "-wal", "-shm")


def mark(what: str, game_id: str) -> str:
    """The mark of a file written of a game."""
    return f"wardiary: {what} of game {game_id}"


def marked(data: bytes, path: Path, said: str) -> bytes:
    """The data with its mark as a comment at the end."""
    before, after = COMMENTS.get(path.suffix.casefold(), ("# ", ""))
    return data.rstrip(b"\n") + f"\n{before}{said}{after}\n".encode()


def check_writable(path: Path, said: str = "", overwrite: bool = False) -> None:
    """Refuses a path where nothing may be written, or somebody's file lies. Raises BadInput."""
    for tail in BESIDE:
        if path.name.endswith(tail) and _begins(path.with_name(path.name.removesuffix(tail)), SQLITE):
            raise BadInput(
                f"{path} is where SQLite keeps what belongs to {path.name.removesuffix(tail)}; name another with -o"
            )
    try:
        found = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}; name another with -o") from error
    if stat.S_ISLNK(found.st_mode):
        raise BadInput(f"{path} is a link; name the file it leads to, or another, with -o")
    if not stat.S_ISREG(found.st_mode):
        raise BadInput(
            f"{path} cannot be written: it is {'a folder' if stat.S_ISDIR(found.st_mode) else 'no file'}; name "
            "another with -o"
        )
    if _begins(path, SQLITE):
        raise BadInput(f"{path} is an SQLite file, perhaps a diary, and is never written over; name another with -o")
    if found.st_size and not overwrite and not (said and carries(path, said)):
        what = "it is nothing that was written of this game" if said else "it is not written over unasked"
        raise BadInput(f"{path} is there already, and {what}; --overwrite writes over it, -o names another")


def check_folder(path: Path) -> None:
    """Refuses a file in a folder that is not there: a slip of the pen makes none. Raises BadInput."""
    if not path.parent.is_dir():
        raise BadInput(
            f"{path} cannot be written: there is no folder {path.parent}; make it first, or name another with -o"
        )


def _begins(path: Path, beginning: bytes) -> bool:
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(beginning)) == beginning
    return False


def carries(path: Path, said: str) -> bool:
    """Whether a file carries a mark, at its beginning or its end."""
    with suppress(OSError), path.open("rb") as file:
        beginning = file.read(MARKED)
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - MARKED))
        return said.encode() in beginning or said.encode() in file.read()
    return False


def write_all(
    files: Mapping[Path, bytes | Path],
    said: str = "",
    *,
    overwrite: bool = False,
    old: Sequence[Path] = (),
    like: Path | None = None,
    private: bool = False,
) -> Path:
    """Writes files, the last of which names the others, then removes old ones; returns the last. Raises BadInput.

    Each is given by its content, or by another file that has it.
    The last one carries the mark. The others are known as ours by their names, which the caller ensures. Missing
    folders are made. The files get the permissions of `like`; `private` ones are their owner's alone. On an error the
    former file is unchanged.
    """
    last = [*files][-1]
    check_writable(last, said, overwrite)
    made: list[Path] = []
    path = last
    try:
        for folder in reversed([folder for folder in (last.parent, *last.parent.parents) if not folder.exists()]):
            folder.mkdir()
            made.append(folder)
        _sweep(last.parent)
        for path in (*files, *old):
            # renaming changes nothing then, but Windows refuses it while another program has the file open
            if path.exists():
                path.rename(path)
        path = last
        with _aside(files, like, private) as parts:
            for path, part in parts.items():
                os.replace(part, path)
        for folder in {path.parent for path in files}:
            _put_on_the_disk(folder)
        made.clear()
        for path in old:
            path.unlink(missing_ok=True)
    except PermissionError as error:
        raise BadInput(
            f"{path} is open in another program, or not yours to change; close it and say it again, or name "
            "another with -o"
        ) from error
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}; name another place with -o") from error
    finally:
        for folder in reversed(made):
            with suppress(OSError):  # somebody has put something into it meanwhile
                folder.rmdir()
    return last


@contextmanager
def _aside(files: Mapping[Path, bytes | Path], like: Path | None, private: bool) -> Iterator[dict[Path, Path]]:
    """The files, complete and on the disk, each under a free temporary name: final path -> temporary path."""
    parts = {path: path.with_name(f"{PART}{secrets.token_hex(8)}.part") for path in files}
    try:
        for number, (path, part) in enumerate(parts.items()):
            with open(part, "xb", opener=_for_its_owner if private else None) as file:
                if like is not None:
                    part.chmod(stat.S_IMODE(like.stat().st_mode))
                content = files[path]
                if isinstance(content, Path):
                    from shutil import copyfileobj  # imported late: only what a report takes along is copied

                    with content.open("rb") as source:
                        copyfileobj(source, file)
                else:
                    file.write(content)
                file.flush()
                os.fsync(file.fileno())
            for made in [*parts.values()][:number]:
                os.utime(made)  # keeps it from counting as left over while others are being made
        yield parts
    finally:
        for part in parts.values():
            with suppress(OSError):  # a program that looks at every new file still holds it
                part.unlink(missing_ok=True)


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _put_on_the_disk(folder: Path) -> None:
    with suppress(OSError):  # Windows opens no folders
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _sweep(folder: Path) -> None:
    """Removes files left over by a killed process."""
    for part in folder.glob(f"{PART}{'[0-9a-f]' * 16}.part"):
        with suppress(OSError):
            if time.time() - part.lstat().st_mtime > LEFT_OVER:
                part.unlink()
