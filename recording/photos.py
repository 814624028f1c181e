"""Photographs of a game: the digests under which they are recorded, and the lines that record them."""

from __future__ import annotations

from hashlib import file_digest
from pathlib import Path

from domain.kernel.errors import BadInput
from domain.kernel.limits import PHOTOGRAPH
from replays.lines import quote, quoted

FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "TIFF", "BMP")
"""The formats that a report shows, whatever a file's name. Pillow knows fifty, and runs other programs for some."""


def photo_digest(file: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits. Raises BadInput."""
    try:
        if not file.is_file():
            raise BadInput(f"{file}: there is no such file" if not file.exists() else f"{file} is no file")
        if file.stat().st_size > PHOTOGRAPH:
            raise BadInput(f"{file} is larger than {PHOTOGRAPH // 1_000_000} MB")
        with file.open("rb") as bytes_:
            return file_digest(bytes_, "sha256").hexdigest()
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from error


def photo_line(name: str, digest: str, words: str) -> str:
    """The line that records a photograph by its file's name and digest."""
    return f"photo {quote(name)} {digest} {quoted(words)}"
