"""`.vlog` files: logs of Vassal. Only the lines of their chat are read."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from domain.kernel.errors import BadInput
from replays.library import check_file

UNPACKED = 64_000_000
"""Bytes that a log may have once unpacked."""
SAVED = "savedGame"
"""The file in the archive that holds the log."""
HEXED, SQUEEZED, RAW = b"!VCSK", b"!VCSZ", b"VOBS"
"""How a saved game begins: hexadecimal digits under a key of two of them; the same, deflated before; bytes under a key
of one."""
CHAT = ("CHAT<", "CHAT")
ESCAPE = "\x1b"
"""What parts the commands of a log."""


def chat_of(file: Path) -> list[str]:
    """The lines of chat in a log. Raises BadInput for a file that is none."""
    check_file(file, UNPACKED)
    try:
        with ZipFile(file) as archive:
            if SAVED not in archive.namelist():
                raise BadInput(f"{file} holds no {SAVED}: it is no log of Vassal")
            if archive.getinfo(SAVED).file_size > UNPACKED:
                raise BadInput(f"{file}: {SAVED} has more than {UNPACKED // 1_000_000} MB unpacked")
            with archive.open(SAVED) as saved:
                data = saved.read(UNPACKED + 1)
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error) as error:
        raise BadInput(f"{file} cannot be unpacked: {error}") from error
    if len(data) > UNPACKED:
        raise BadInput(f"{file}: {SAVED} has more than {UNPACKED // 1_000_000} MB unpacked")
    return list(_chat(plain_of(data, str(file))))


def plain_of(data: bytes, where: str) -> str:
    """The text of a saved game without its key. Raises BadInput."""
    try:
        if data.startswith((HEXED, SQUEEZED)):
            key, rest = int(data[5:7], 16), bytes.fromhex(data[7:].decode("ascii").strip())
        elif data.startswith(RAW) and len(data) > len(RAW):
            key, rest = data[len(RAW)], data[len(RAW) + 1 :]
        else:
            raise BadInput(f"{where}: {SAVED} begins in no form that is known")
        plain = rest.translate(bytes(byte ^ key for byte in range(256)))
        if data.startswith(SQUEEZED):
            unpacker = zlib.decompressobj()
            plain = unpacker.decompress(plain, UNPACKED)
            if unpacker.unconsumed_tail:
                raise BadInput(f"{where}: {SAVED} has more than {UNPACKED // 1_000_000} MB unpacked")
            if not unpacker.eof:
                raise BadInput(f"{where}: {SAVED} is cut off")
    except (ValueError, zlib.error) as error:
        raise BadInput(f"{where}: {SAVED} cannot be read: {error}") from error
    return plain.decode("utf-8", "replace")


def _chat(text: str) -> Iterator[str]:
    """The chat among the commands of a log."""
    for command in text.split(ESCAPE):
        said = command.lstrip("\t/\\")
        for head in CHAT:
            if said.startswith(head):
                line = said.removeprefix(head).strip()
                if plain := "".join(c if c.isprintable() else " " for c in line).strip():
                    yield plain
                break
