"""The library: the packs and played games that come with wardiary, and the user's own files."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import IO

from domain.games import SYSTEMS, load
from domain.kernel.errors import BadInput
from domain.kernel.limits import LINE, LINES, TEXT, TOML
from domain.kernel.packs import Examined, Pack, examine, examine_data, load_toml
from replays.dictated import Dictated, is_dictated, read_dictated


def read_text(path: str | Path, most: int = TEXT) -> str:
    """The text of a file, without the byte-order mark that some editors put before it.

    Raises BadInput if it is missing, too large, or not UTF-8 text.
    """
    check_file(path, most)
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}") from error
    if len(data) > most:  # it has grown, or does not tell its size
        raise BadInput(f"{path} is larger than {most / 1_000_000:g} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{path}:{line}: byte {error.start} is not UTF-8 text; save it as UTF-8") from error


def bounded_lines(file: IO[str], where: str) -> Iterator[str]:
    """The lines of an open text, which may be endless, or one endless line.

    Raises BadInput, naming the line, for a line too long or too many.
    """
    try:
        for number in range(1, LINES + 2):
            line = file.readline(LINE + 2)  # a whole line with its end still fits, and one character more does not
            if not line:
                return
            if number > LINES:
                raise BadInput(f"{where}: more than {LINES} lines")
            if len(line.rstrip("\r\n")) > LINE:
                raise BadInput(f"{where}:{number}: a line has at most {LINE} characters")
            yield line
    except UnicodeDecodeError as error:
        raise BadInput(f"{where} is not UTF-8 text: {error.reason}") from error


def check_file(path: str | Path, most: int = TEXT) -> None:
    """Raises BadInput for anything but a file of readable size: a folder, a pipe, an endless device."""
    try:
        found = os.stat(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}") from error
    if not stat.S_ISREG(found.st_mode):
        raise BadInput(f"{path} is no file: it cannot be read from here")
    if found.st_size > most:
        raise BadInput(f"{path} is larger than {most / 1_000_000:g} MB")


def shipped_packs(system: str) -> list[str]:
    """The names of the packs that come with wardiary for a system."""
    return list(load(system).printed.packs)


def pack(system: str, name: str, beside: Path | None = None) -> Pack:
    """A pack by its shipped name, or by a file's path, also relative to the file that names it. Raises BadInput.

    Rows that still lack a field are left out: the game would be played with a number that nobody has read.
    """
    return examined(system, name, beside).pack


def examined(system: str, name: str, beside: Path | None = None) -> Examined:
    """A pack with what it still lacks. Raises BadInput."""
    if name in load(system).printed.packs:
        return _shipped(system, name)
    return examine_data(pack_said(system, name, beside).data, load(system), str(_pack_file(system, name, beside)))


def pack_said(system: str, name: str, beside: Path | None = None) -> Dictated:
    """What a pack says, whether it is written in lines or as TOML. Raises BadInput."""
    text, rules = pack_text(system, name, beside), load(system)
    where = f"pack {name}" if name in rules.printed.packs else str(_pack_file(system, name, beside))
    in_lines = is_dictated(text) or where.endswith(".txt")
    return read_dictated(text, rules, where) if in_lines else Dictated(load_toml(text, where), {})


@cache
def _shipped(system: str, name: str) -> Examined:
    """A shipped pack, examined once. Nobody changes it."""
    return examine(pack_text(system, name), load(system), f"pack {name}")


def pack_text(system: str, name: str, beside: Path | None = None) -> str:
    """The text of a pack, which may be incomplete. Raises BadInput."""
    if name in load(system).printed.packs:
        return resources.files(SYSTEMS[system].rules).joinpath("packs", f"{name}.toml").read_text("utf-8")
    return read_text(_pack_file(system, name, beside), TOML)


def _pack_file(system: str, name: str, beside: Path | None) -> Path:
    for path in ([beside / name] if beside else []) + [Path(name)]:
        for candidate in (path, *(path.with_name(path.name + end) for end in (".toml", ".txt") if path.name)):
            if candidate.is_file():
                return candidate
    raise BadInput(
        f"there is no pack {name!r}: give a file, or one that comes with wardiary "
        f"({', '.join(load(system).printed.packs) or 'none'})"
    )


def played_games(system: str) -> list[str]:
    """The names of the played games that come with wardiary."""
    folder = resources.files("replays").joinpath(system)
    return sorted(entry.name.removesuffix(".diary") for entry in folder.iterdir() if entry.name.endswith(".diary"))


def played_game(system: str, name: str) -> str:
    """The text of a played game that comes with wardiary. Raises BadInput."""
    if name not in played_games(system):
        raise BadInput(f"there is no played game {name!r}; there are {', '.join(played_games(system)) or 'none'}")
    return resources.files("replays").joinpath(system, f"{name}.diary").read_text("utf-8")
