"""The report of a game: what is asked for, and where it is written."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import click

from cli.looking import AS, GAME, check_audience
from cli.output import say, talk
from cli.writing import OVERWRITE, carries, check, mark, marked
from cli.writing import write as write_files

if TYPE_CHECKING:
    from domain.record import GameLine
    from projections.report.model import Report

ENDINGS = {"html": (".html", ".htm"), "md": (".md", ".markdown"), "pdf": (".pdf",)}
"""The formats, and how their files may end."""
LONG = 1_000
"""Entries from which on it is said what is being done."""
LONGEST = 200
"""Bytes of a file's name that is made of a game's: file systems take 255."""
RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\..*)?", re.IGNORECASE)
"""Names that are no file's on Windows, whatever they end in."""


@click.command()
@GAME
@AS
@click.option("--upto", type=click.IntRange(1), default=None, metavar="N", help="Only up to this entry.")
@click.option("--format", "form", type=click.Choice(tuple(ENDINGS)), default=None, help="[default: by the ending of -o, else html]")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=None, help="A file, for md also a folder. [default: named after the game]")
@click.option(
    "--photos", type=click.Path(path_type=Path, file_okay=False, exists=True), default=Path("."), metavar="FOLDER",
    help="Where the photographs lie. [default: here]",
)  # fmt: skip
@OVERWRITE
@click.pass_obj
def report(
    desk: Any, game: str, side: str, upto: int | None, form: str | None, output: Path | None, photos: Path, overwrite: bool
) -> None:
    """Write the after-action report of a game: the story turn by turn with maps, how it
    went, losses, fire, luck, and the entries behind every figure.

    One HTML page to read, send or print; Markdown with its pictures in a folder; or a
    PDF. --as and --upto hold back what that side did not know, or not yet. The path of
    what was written goes to stdout.

    \b
    Example:
      wardiary report evening
      wardiary report evening --as us --upto 240 -o before-the-end.html
      wardiary report evening --format md -o evening-report
    """
    from cli.photographs import photographs
    from cli.unlocking import variable
    from domain.kernel.errors import BadInput
    from projections.report.build import build

    line = desk.diary.find(game)
    check_audience(side, desk.diary.rules(line.id).sides)
    said = mark("report", line.id)
    name = _file_name(line, desk.diary.games()) + ("" if side == "umpire" else f"-{side}")
    chosen = output
    form, output = destination(name, form, chosen)
    if chosen is None and output.is_symlink():
        raise BadInput(f"{output} is a link; name the place it leads to, or another, with -o")
    check(_main_file(form, output), said, overwrite)
    if line.entries >= LONG:
        talk(f"reading {line.entries} entries …")
    _, opened = desk.open(game, side)
    for locked in desk.diary.locked(line.id):
        if side in ("umpire", locked):
            talk(f"what {locked} keeps sealed is not in this report: its passphrase is typed at a terminal, or stands in {variable(locked)}")
    if line.entries >= LONG:
        talk("putting the report together …")
    at = opened.version if upto is None else upto
    made = build(opened, side=side, upto=upto, head=desk.diary.head(line.id, at), name=line.name)
    found = photographs(made, photos)
    if form == "pdf":
        talk("laying out the PDF …" + (" (of a long game that takes a minute)" if line.entries >= LONG else ""))
    say(write(made, form, output, found, said, overwrite=overwrite))


# ---- where it goes ----


def destination(name: str, form: str | None, output: Path | None) -> tuple[str, Path]:
    """The format, and the file to write, or for Markdown the folder; `name` is what it is called when nobody says.

    Raises BadInput before any work where nothing can be written.

    A file's ending and the format must agree: nobody's diary, photograph or text is written over by a slip of the pen.
    """
    from domain.kernel.errors import BadInput

    if output is None:
        form = form or "html"
        return form, _checked(Path(name + ("" if form == "md" else f".{form}")), in_folder=form == "md")
    ending = next((each for each, endings in ENDINGS.items() if output.suffix.casefold() in endings), "")
    if (is_folder := os.path.isdir(output)) and form != "md":
        raise BadInput(f"{output} is a folder: -o names a file, as in {output / (name + '.html')}; --format md writes into a folder")
    if not form and not ending:
        raise BadInput(f"{output}: its ending says the format: .html, .md or .pdf; --format md without an ending writes into a folder")
    form = form or ending
    in_folder = form == "md" and (is_folder or not ending)
    if ending != form and not in_folder:
        raise BadInput(f"{output}: what --format {form} writes ends in {ENDINGS[form][0]}")
    return form, _checked(output, in_folder=in_folder)


def _checked(output: Path, *, in_folder: bool) -> Path:
    """The same place, if it can be written. Raises BadInput."""
    from domain.kernel.errors import BadInput

    try:
        if in_folder:
            if output.exists() and not output.is_dir():
                raise BadInput(f"{output} is a file, and Markdown goes into a folder: -o names another, or a file that ends in .md")
            there = next(folder for folder in (output, *output.absolute().parents) if folder.exists())
        else:
            there = output.parent
            if not there.is_dir():
                raise BadInput(f"{output} cannot be written: there is no folder {there}; make it first, or name another with -o")
    except OSError as error:  # a name too long, a folder nobody may look into
        raise BadInput(f"{output} cannot be written: {error.strerror or error}; name another with -o") from error
    if not os.access(there, os.W_OK | os.X_OK):
        raise BadInput(f"{output} cannot be written: nothing may be written in {there.absolute()}; name another place with -o")
    return output


def write(
    made: Report, form: str, output: Path, photos: Mapping[str, bytes], said: str = "", *, overwrite: bool = False
) -> Path:
    """Writes a report with its mark into a file, or for Markdown into a folder; gives the file to open. Raises BadInput."""
    file = _main_file(form, output)
    if form == "html":
        from projections.report.page import page

        return write_files({file: marked(page(made, photos).encode(), file, said)}, said, overwrite=overwrite)
    if form == "pdf":
        from projections.report.sheet import sheet

        return write_files({file: marked(sheet(made, photos), file, said)}, said, overwrite=overwrite)
    from projections.report.post import photo_files, post

    folder, before = file.parent, "" if file != output else f"{output.stem}-"
    text, files = post(made, photos, before)
    beside = {folder / name: picture.encode() for name, picture in files.items()}
    beside |= {folder / name: photos[digest] for digest, name in photo_files(made, photos, before).items()}
    old = [one for one in _pictures(file, before, said) if one not in beside]  # an earlier report's: what this one may hold back
    return write_files({**beside, file: marked(text.encode(), file, said)}, said, overwrite=overwrite, old=old)


def _main_file(form: str, output: Path) -> Path:
    """The file that is opened: for Markdown into a folder, the one in it that names the pictures."""
    alone = form != "md" or (output.suffix.casefold() in ENDINGS["md"] and not output.is_dir())
    return output if alone else output / "report.md"


def _pictures(file: Path, before: str, said: str) -> Iterator[Path]:
    """The pictures of an earlier report of this game: those its text names, in files of the names it gives them."""
    from projections.report.post import OURS

    if not carries(file, said):
        return
    for name in dict.fromkeys(map(unquote, re.findall(r"\]\(([^()\s]+)\)", file.read_text("utf-8", errors="replace")))):
        if name.startswith(before) and OURS.fullmatch(name.removeprefix(before)) and (file.parent / name).is_file():
            yield file.parent / name


def _file_name(game: GameLine, games: Iterable[GameLine]) -> str:
    """A game's name as the name of a file in this folder, without what some file system does not take, and unlike that of any other game."""
    name = _plain_name(game)
    alike = [one for one in games if one.id != game.id and _folded(_plain_name(one)) == _folded(name)]
    return f"{name}-{game.id[:8]}" if alike else name


def _plain_name(game: GameLine) -> str:
    kept = re.sub(r'[\x00-\x1f<>:"/\\|?*]', "-", game.name).strip(". -")
    kept = kept.encode()[:LONGEST].decode(errors="ignore").strip(". -")
    return f"game-{kept or game.id[:8]}" if not kept or RESERVED.fullmatch(kept) else kept


def _folded(name: str) -> str:
    """A file's name as a file system sees it that ignores case and how accents are written."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


COMMANDS = (report,)
