"""The command `report`: its options, and the place of its files."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote

from cli.desk import Desk, check_audience
from cli.output import print_line, talk
from cli.photographs import photographs
from cli.unlocking import variable
from cli.writing import carries, check_writable, mark, marked
from cli.writing import write_all as write_files
from domain.kernel.errors import BadInput
from domain.kernel.strict import unprintable
from domain.record.glance import GameLine
from projections.report.build import build
from projections.report.editing import edited
from projections.report.model import Report
from projections.report.page import page
from projections.report.post import OURS, photo_files, post
from projections.report.sheet import sheet

ENDINGS = {"html": (".html", ".htm"), "md": (".md", ".markdown"), "pdf": (".pdf",)}
"""The formats, and the endings of their files."""
LONG = 1_000
"""Number of entries from which progress is printed."""
TITLE = 200
"""Characters of a title at most."""
LONGEST = 200
"""Maximum length in bytes of a file name made of a game's name: file systems take 255."""
RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\..*)?", re.IGNORECASE)
"""Names that Windows reserves, whatever their ending."""


def report(
    desk: Desk,
    game: str,
    side: str,
    upto: int | None,
    part: str,
    title: str,
    turns: str,
    brief: bool,
    form: str | None,
    output: Path | None,
    photos: Path,
    overwrite: bool,
) -> None:
    """`wardiary report`: writes the after-action report; the path of the file goes to stdout."""
    listing = desk.diary.find(game)
    check_audience(side, desk.diary.rules(listing.id).sides)
    said = mark("report", listing.id)
    name = (
        _file_name(listing, desk.diary.games())
        + _ending(part)
        + _ending(turns and f"turns {turns}")
        + ("" if side == "umpire" else f"-{side}")
    )
    form, place = destination(name, form, output)
    if output is None and place.is_symlink():
        raise BadInput(f"{place} is a link; name the place it leads to, or another, with -o")
    check_writable(_main_file(form, place), said, overwrite)
    made = edited(_made(desk, listing, side, upto, part), title=_title(title), turns=turns, brief=brief)
    found = photographs(made, photos)
    if form == "pdf":
        talk("laying out the PDF …")
    print_line(write_report(made, form, place, found, said, overwrite=overwrite))


def _title(words: str) -> str:
    """The title as given. Raises BadInput when it is too long or cannot be shown."""
    if len(words) > TITLE:
        raise BadInput(f"--title has {len(words)} characters; {TITLE} is the most")
    if wrong := unprintable(words):
        raise BadInput(f"--title: character {wrong} is a control character, or one that cannot be shown")
    return words


def _made(desk: Desk, listing: GameLine, side: str, upto: int | None, part: str) -> Report:
    """The report, as it may be shown to a side. Sealed entries that cannot be opened are mentioned."""
    if listing.entries >= LONG:
        talk(f"reading {listing.entries} entries …")
    _, opened = desk.open(listing.id, side)
    for locked in desk.diary.locked(listing.id):
        if side in ("umpire", locked):
            talk(
                f"what {locked} keeps sealed is not in this report: its passphrase is typed at a terminal, or "
                f"stands in {variable(locked)}"
            )
    if listing.entries >= LONG:
        talk("putting the report together …")
    at = opened.version if upto is None else upto
    return build(opened.seen_by(side), upto=upto, head=desk.diary.head(listing.id, at), name=listing.name, part=part)


# ---- where it goes ----


def destination(name: str, form: str | None, output: Path | None) -> tuple[str, Path]:
    """The format, and the file to write, or for Markdown the folder. `name` is the default name.

    Raises BadInput before any work if nothing can be written there. A file's ending and the format must agree, so that
    a slip of the pen never overwrites a diary, photograph or text.
    """
    if output is None:
        form = form or "html"
        return form, _checked(Path(name + ("" if form == "md" else f".{form}")), in_folder=form == "md")
    ending = next((each for each, endings in ENDINGS.items() if output.suffix.casefold() in endings), "")
    if (is_folder := os.path.isdir(output)) and form != "md":
        raise BadInput(
            f"{output} is a folder: -o names a file, as in {output / (name + '.html')}; --format md writes into a "
            "folder"
        )
    if not form and not ending:
        raise BadInput(
            f"{output}: its ending says the format: .html, .md or .pdf; --format md without an ending writes into "
            "a folder"
        )
    form = form or ending
    in_folder = form == "md" and (is_folder or not ending)
    if ending != form and not in_folder:
        raise BadInput(f"{output}: what --format {form} writes ends in {ENDINGS[form][0]}")
    return form, _checked(output, in_folder=in_folder)


def _checked(output: Path, *, in_folder: bool) -> Path:
    """The same path, if it can be written. Raises BadInput."""
    try:
        if in_folder:
            if output.exists() and not output.is_dir():
                raise BadInput(
                    f"{output} is a file, and Markdown goes into a folder: -o names another, or a file that ends in .md"
                )
            there = next(folder for folder in (output, *output.absolute().parents) if folder.exists())
        else:
            there = output.parent
            if not there.is_dir():
                raise BadInput(
                    f"{output} cannot be written: there is no folder {there}; make it first, or name another with -o"
                )
    except OSError as error:  # the name is too long, or nobody may look into the folder
        raise BadInput(f"{output} cannot be written: {error.strerror or error}; name another with -o") from error
    if not os.access(there, os.W_OK | os.X_OK):
        raise BadInput(
            f"{output} cannot be written: nothing may be written in {there.absolute()}; name another place with -o"
        )
    return output


def write_report(
    made: Report, form: str, output: Path, photos: Mapping[str, bytes], said: str = "", *, overwrite: bool = False
) -> Path:
    """Writes a report with its mark into a file, or for Markdown into a folder; returns the file to open.

    Raises BadInput.
    """
    file = _main_file(form, output)
    if form == "html":
        return write_files({file: marked(page(made, photos).encode(), file, said)}, said, overwrite=overwrite)
    if form == "pdf":
        return write_files({file: marked(sheet(made, photos), file, said)}, said, overwrite=overwrite)
    folder, before = file.parent, "" if file != output else f"{output.stem}-"
    text, files = post(made, photos, before)
    beside = {folder / name: picture.encode() for name, picture in files.items()}
    beside |= {folder / name: photos[digest] for digest, name in photo_files(made, photos, before).items()}
    # an earlier report's pictures may show what this one holds back
    old = [one for one in _pictures(file, before, said) if one not in beside]
    return write_files({**beside, file: marked(text.encode(), file, said)}, said, overwrite=overwrite, old=old)


def _main_file(form: str, output: Path) -> Path:
    """The file to open: for Markdown in a folder, the one that names the pictures."""
    alone = form != "md" or (output.suffix.casefold() in ENDINGS["md"] and not output.is_dir())
    return output if alone else output / "report.md"


def _pictures(file: Path, before: str, said: str) -> Iterator[Path]:
    """The pictures of an earlier report of this game: those named in its text, under the names it gives."""
    if not carries(file, said):
        return
    for name in dict.fromkeys(map(unquote, re.findall(r"\]\(([^()\s]+)\)", file.read_text("utf-8", errors="replace")))):
        if name.startswith(before) and OURS.fullmatch(name.removeprefix(before)) and (file.parent / name).is_file():
            yield file.parent / name


def _file_name(game: GameLine, games: Iterable[GameLine]) -> str:
    """A game's name as a file name: without characters that some file system refuses, and unlike any other game's."""
    name = _plain_name(game)
    alike = [one for one in games if one.id != game.id and _folded(_plain_name(one)) == _folded(name)]
    return f"{name}-{game.id[:8]}" if alike else name


def _ending(part: str) -> str:
    """The part of a file's name that tells the part of the game in it."""
    return "-" + "-".join(re.findall(r"\w+", part)) if part else ""


def _plain_name(game: GameLine) -> str:
    kept = re.sub(r'[\x00-\x1f<>:"/\\|?*]', "-", game.name).strip(". -")
    kept = kept.encode()[:LONGEST].decode(errors="ignore").strip(". -")
    return f"game-{kept or game.id[:8]}" if not kept or RESERVED.fullmatch(kept) else kept


def _folded(name: str) -> str:
    """A file's name as a file system sees it that ignores case and the encoding of accents."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
