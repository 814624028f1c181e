"""The places of a report's files: what they are called, and whether they may be written; and writing them."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote

from cli.output import talk
from domain.kernel.errors import BadInput
from domain.record.glance import GameLine
from projections.report.forum import forum_post
from projections.report.model import Report
from projections.report.page import page
from projections.report.post import OURS, photo_files, post
from projections.report.preview import Share, card_name, file_beside, share_card
from projections.report.sheet import sheet
from projections.report.typeset import pngs
from projections.whole_files import carries, check_folder, marked
from projections.whole_files import write_all as write_files

ENDINGS = {"html": (".html", ".htm"), "md": (".md", ".markdown"), "bbcode": (".bbcode",), "pdf": (".pdf",)}
"""The formats, and the endings of their files."""
IN_FOLDERS = {"md": "report.md", "bbcode": "report.bbcode"}
"""Formats with pictures in files beside the text, and what the text is called in a folder."""
LONGEST = 200
"""Maximum length in bytes of a file name made of a game's name: file systems take 255."""
RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\..*)?", re.IGNORECASE)
"""Names that Windows reserves, whatever their ending."""


def destination(name: str, form: str | None, output: Path | None) -> tuple[str, Path]:
    """The format, and the file to write, or for Markdown the folder. `name` is the default name.

    Raises BadInput before any work if nothing can be written there. A file's ending and the format must agree, so that
    a slip of the pen never overwrites a diary, photograph or text.
    """
    if output is None:
        form = form or "html"
        in_folder = form if form in IN_FOLDERS else ""
        return form, _checked(Path(name + ("" if in_folder else f".{form}")), in_folder)
    if str(output) == "-":
        raise BadInput("a report is not written to standard output: -o names a file or a folder")
    ending = next((each for each, endings in ENDINGS.items() if output.suffix.casefold() in endings), "")
    if (is_folder := os.path.isdir(output)) and form not in IN_FOLDERS:
        raise BadInput(
            f"{output} is a folder: -o names a file, as in {output / (name + '.html')}; --format md and bbcode write "
            "into a folder"
        )
    if not form and not ending:
        raise BadInput(
            f"{output}: its ending says the format: .html, .md, .bbcode or .pdf; --format md and bbcode without an "
            "ending write into a folder"
        )
    form = form or ending
    in_folder = form if form in IN_FOLDERS and (is_folder or not ending) else ""
    if ending != form and not in_folder:
        raise BadInput(f"{output}: what --format {form} writes ends in {ENDINGS[form][0]}")
    return form, _checked(output, in_folder)


def _checked(output: Path, in_folder: str) -> Path:
    """The same path, if it can be written; `in_folder` is the format that makes it a folder. Raises BadInput."""
    try:
        if in_folder:
            if output.exists() and not output.is_dir():
                raise BadInput(
                    f"{output} is a file, and {in_folder} goes into a folder: -o names another, or a file that ends in "
                    f"{ENDINGS[in_folder][0]}"
                )
            there = next(folder for folder in (output, *output.absolute().parents) if folder.exists())
        else:
            check_folder(output)
            there = output.parent
    except OSError as error:  # the name is too long, or nobody may look into the folder
        raise BadInput(f"{output} cannot be written: {error.strerror or error}; name another with -o") from error
    if not os.access(there, os.W_OK | os.X_OK):
        raise BadInput(
            f"{output} cannot be written: nothing may be written in {there.absolute()}; name another place with -o"
        )
    return output


def write_report(
    made: Report,
    form: str,
    output: Path,
    photos: Mapping[str, bytes],
    said: str = "",
    *,
    overwrite: bool = False,
    address: str = "",
) -> Path:
    """Writes a report with its mark into a file, or with its pictures into a folder; returns the file to open.

    Raises BadInput.
    """
    file = main_file(form, output)
    before = "" if file != output else f"{output.stem}-"
    if form == "bbcode":  # it names its pictures as they are called, without a sign that would be a tag
        before = re.sub(r"[^\w.-]+", "-", before)
    data, beside = _written(made, form, photos, before, address)
    if form in IN_FOLDERS:
        beside |= {name: photos[digest] for digest, name in photo_files(made, photos, before).items()}
    # an earlier report's pictures may show what this one holds back
    old = [file.parent / name for name in _pictures(file, form, before, said) if name not in beside]
    files = {file.parent / name: picture for name, picture in beside.items()}
    return write_files({**files, file: marked(data, file, said)}, said, overwrite=overwrite, old=old)


def _written(
    made: Report, form: str, photos: Mapping[str, bytes], before: str, address: str
) -> tuple[bytes, dict[str, bytes]]:
    """A report, and the pictures beside it by their names."""
    if form == "pdf":
        talk("laying out the PDF …")
        return sheet(made, photos), {}
    if form == "bbcode":
        talk("drawing the pictures …")
        text, drawings = forum_post(made, photos, before, address)
        return text.encode(), dict(zip(drawings, pngs([*drawings.values()]), strict=True))
    if form == "md":
        text, drawings = post(made, photos, before)
        return text.encode(), {name: picture.encode() for name, picture in drawings.items()}
    if not address:
        return page(made, photos).encode(), {}
    picture = share_card(made)
    name = card_name(picture, before)
    return page(made, photos, Share(address, file_beside(address, name))).encode(), {name: picture}


def main_file(form: str, output: Path) -> Path:
    """The file to open: in a folder, the text that names the pictures."""
    alone = form not in IN_FOLDERS or (output.suffix.casefold() in ENDINGS[form] and not output.is_dir())
    return output if alone else output / IN_FOLDERS[form]


NAMED = {
    "html": r'<meta property="og:image" content="[^"]*/([^"/]+)">',
    "md": r"\]\(([^()\s]+)\)",
    "bbcode": r"\[(?:b\]Picture: |img\]\S*/)([^\[\]/]+)\[/",
}
"""How a text of a format names a picture beside it, as nobody's words in it can."""


def _pictures(file: Path, form: str, before: str, said: str) -> Iterator[str]:
    """The pictures of an earlier report of this game: those its text names as it names pictures."""
    if form not in NAMED or not carries(file, said):
        return
    text = file.read_text("utf-8", errors="replace")
    for name in dict.fromkeys(map(unquote, re.findall(NAMED[form], text))):
        if name.startswith(before) and OURS.fullmatch(name.removeprefix(before)) and (file.parent / name).is_file():
            yield name


def game_file_name(game: GameLine, games: Iterable[GameLine]) -> str:
    """A game's name as a file name: without characters that some file system refuses, and unlike any other game's."""
    name = _plain_name(game)
    alike = [one for one in games if one.id != game.id and _folded(_plain_name(one)) == _folded(name)]
    return f"{name}-{game.id[:8]}" if alike else name


def name_ending(part: str) -> str:
    """The part of a file's name that tells the part of the game in it."""
    return "-" + "-".join(re.findall(r"\w+", part)) if part else ""


def _plain_name(game: GameLine) -> str:
    kept = re.sub(r'[\x00-\x1f<>:"/\\|?*]', "-", game.name).strip(". -")
    kept = kept.encode()[:LONGEST].decode(errors="ignore").strip(". -")
    return f"game-{kept or game.id[:8]}" if not kept or RESERVED.fullmatch(kept) else kept


def _folded(name: str) -> str:
    """A file's name as a file system sees it that ignores case and the encoding of accents."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
