"""Photographs from a phone's camera: kept in a folder beside the diary, and recorded by their digests."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

from PIL import Image, UnidentifiedImageError
from starlette.datastructures import UploadFile

from domain.kernel.errors import BadInput
from projections.whole_files import write_all
from recording.photos import FORMATS, photo_digest, photo_line
from web.served_game import ServedGame


async def keep_photograph(table: ServedGame, sent: Any, words: str) -> tuple[str, Path]:
    """Keeps a photograph that a phone sent; returns the line that records it, and its file. Raises BadInput if it is
    none."""
    if not isinstance(sent, UploadFile) or not sent.size:
        raise BadInput("no photograph was sent")
    content = await sent.read()
    return await asyncio.get_running_loop().run_in_executor(None, _keep, table, content, sent, words)


def _keep(table: ServedGame, content: bytes, sent: UploadFile, words: str) -> tuple[str, Path]:
    try:
        with Image.open(sent.file, formats=FORMATS) as picture:
            ending = {"JPEG": "jpg"}.get(picture.format or "", (picture.format or "").lower())
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise BadInput(f"that is no picture that a report can show ({', '.join(FORMATS)}); nothing was kept") from error
    folder = folder_of(table.diary.path)
    file = folder / f"{_plain(table.name)}-{table.game.version + 1}.{ending}"
    number = 2
    while file.exists():
        file, number = folder / f"{_plain(table.name)}-{table.game.version + 1}-{number}.{ending}", number + 1
    try:
        write_all({file: content})
    except BadInput as error:
        why = getattr(error.__cause__, "strerror", "") or "something else lies there"
        raise BadInput(f"the laptop cannot keep the photograph ({why}); nothing was recorded") from error
    return photo_line(file.name, photo_digest(file), words), file


def _plain(name: str) -> str:
    """A game's name as the beginning of a file's."""
    return re.sub(r"[^\w-]+", "-", name)[:60] or "game"


def folder_of(diary_path: Path) -> Path:
    """Where a diary's photographs from phones lie."""
    return diary_path.parent / "photographs"
