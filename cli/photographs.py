"""Photographs: the pictures that a report shows, upright and small."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageOps

from cli.output import talk
from domain.kernel.errors import BadInput
from domain.kernel.limits import PICTURE, PIXELS, PIXELS_AT_ONCE, PIXELS_PROGRESSIVE
from projections.report.model import Report
from recording.photos import FORMATS, photo_digest

EXIF_PIECES = 50
WIDEST = 1600
"""Maximum length in pixels of a photograph's longer side in a report.

Camera files would make a page of hundreds of megabytes.
"""
WHY_NOT = {
    "missing": "not in {folder} (--photos says where they lie)",
    "another": "not the photograph that was recorded",
    "unreadable": "no picture that can be shown (JPEG, PNG, WebP, GIF, TIFF and BMP can, unless they are enormous)",
}
"""The reasons why a report does not show a photograph."""


def is_picture(file: Path) -> bool:
    """Whether a report can show this file."""
    return _picture(file) is not None


def photographs(made: Report, folder: Path) -> dict[str, bytes]:
    """The photographs of a report as it shows them, by digest: the folder's files with that name and digest.

    Missing ones are printed.
    """
    found: dict[str, bytes] = {}
    lacking: dict[str, dict[str, str]] = {why: {} for why in WHY_NOT}
    for line in (line for chapter in made.chapters for line in chapter.lines if line.kind == "photo"):
        if line.digest not in found:
            name = Path(line.file).name
            shown, why = _as_recorded(folder / name, line.digest)
            if why:
                lacking[why][line.digest] = name
            else:
                found[line.digest] = shown
    for why, names in lacking.items():  # another file with the same digest may be all right
        _tell_lacking(
            [name for digest, name in names.items() if digest not in found], WHY_NOT[why].format(folder=folder)
        )
    return found


def _as_recorded(file: Path, digest: str) -> tuple[bytes, str]:
    """(photograph as a report shows it, ""), or (b"", reason) with a key of `WHY_NOT`."""
    try:
        if photo_digest(file) != digest:
            return b"", "another"
        shown = _shown(file)
    except (BadInput, OSError, ValueError):
        return b"", "missing"
    return shown, "" if shown else "unreadable"


def _tell_lacking(names: Sequence[str], why: str) -> None:
    if names:
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        talk(f"{', '.join(names[:5])}{more}: {why}; only named in the report")


def _shown(file: Path) -> bytes:
    """A photograph as a report shows it; b"" if it is not a picture."""
    picture = _picture(file)
    if picture is None:
        return b""
    image, kind = picture
    out = BytesIO()
    if kind == "PNG":
        image.save(out, kind, optimize=True)
    else:
        image.save(out, kind, quality=85)
    return out.getvalue()


def _picture(file: Path) -> tuple[Image.Image, str] | None:
    """The picture in a file, and its kind: upright, of moderate size, without camera data such as the place; None if it
    is none.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # oddities of a file that are no errors
        try:
            if file.stat().st_size > PICTURE or _much_exif(file):
                return None
            with Image.open(file, formats=FORMATS) as opened:
                if not _moderate(opened):
                    return None
                kind = "PNG" if opened.format in ("PNG", "GIF") else "JPEG"
                opened.draft("RGB", (WIDEST, WIDEST))
                # reduced in place, and before turning: a whole picture is never held twice
                opened.thumbnail((WIDEST, WIDEST))
                image = ImageOps.exif_transpose(opened)
                image = image.convert("RGBA" if kind == "PNG" and image.has_transparency_data else "RGB")
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
            return None
    image.info.clear()
    return image, kind


def _moderate(opened: Image.Image) -> bool:
    """Whether a picture can be decoded in moderate memory, judging by its header alone."""
    most = PIXELS_AT_ONCE
    if opened.format in ("JPEG", "MPO"):
        most = PIXELS_PROGRESSIVE if opened.info.get("progressive") else PIXELS
    return opened.width * opened.height <= most


def _much_exif(file: Path) -> bool:
    """Whether a file has more pieces of Exif than any camera writes.

    Pillow joins them one by one, in quadratic time.
    """
    with file.open("rb") as data:
        return sum(part.count(b"Exif\0\0") for part in iter(lambda: data.read(2**20), b"")) > EXIF_PIECES
