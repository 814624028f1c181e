"""Commands that report: report, stats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.looking import AS, GAME, JSON, check_audience
from cli.output import dump, paint, say, talk
from cli.output import table as print_table

if TYPE_CHECKING:
    from domain.kernel.game import Game
    from projections.report.model import Report

FORMATS = ("html", "md", "pdf")
LONG = 1_000
"""Entries from which on it is said what is being done."""


@click.command()
@GAME
@AS
@click.option("--upto", type=click.IntRange(1), default=None, metavar="N", help="Only up to this entry.")
@click.option("--format", "form", type=click.Choice(FORMATS), default=None, help="[default: by the ending of -o, else html]")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=None, help="A file, for md also a folder. [default: named after the game]")
@click.option(
    "--photos", type=click.Path(path_type=Path, file_okay=False, exists=True), default=Path("."), metavar="FOLDER",
    help="Where the photographs lie. [default: here]",
)  # fmt: skip
@click.pass_obj
def report(desk: Any, game: str, side: str, upto: int | None, form: str | None, output: Path | None, photos: Path) -> None:
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
    from projections.report.build import build

    line = desk.diary.find(game)
    check_audience(side, desk.diary.rules(line.id).sides)
    form = form or _form_of(output)
    output = output or Path(_file_name(line.name) + ("" if form == "md" else f".{form}"))
    if line.entries >= LONG:
        talk(f"reading {line.entries} entries …")
    _, opened = desk.open(game, side)
    if line.entries >= LONG:
        talk("putting the report together …")
    at = opened.version if upto is None else upto
    made = build(opened, side=side, upto=upto, head=desk.diary.head(line.id, at), name=line.name)
    found = _photographs(made, photos)
    if form == "pdf":
        talk("laying out the PDF …")
    say(write(made, form, output, found))


def write(made: Report, form: str, output: Path, photos: Mapping[str, bytes]) -> Path:
    """Writes a report into a file, or for Markdown into a folder; gives the file to open. Raises BadInput."""
    from domain.kernel.errors import BadInput

    if form == "html":
        from projections.report.page import page

        return _written(output, page(made, photos).encode())
    if form == "pdf":
        from projections.report.sheet import sheet

        return _written(output, sheet(made, photos))
    from projections.report.post import photo_files, post

    alone = output.suffix == ".md" and not output.is_dir()
    folder, file = (output.parent, output.name) if alone else (output, "report.md")
    before = f"{output.stem}-" if alone else ""
    text, files = post(made, photos, before)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: Markdown goes into a folder: {error.strerror}") from error
    for name, picture in files.items():
        _written(folder / name, picture.encode())
    for digest, name in photo_files(made, photos, before).items():
        _written(folder / name, photos[digest])
    return _written(folder / file, text.encode())


def _written(path: Path, data: bytes) -> Path:
    """Writes a file that is whole or not there at all. Raises BadInput."""
    import os

    from domain.kernel.errors import BadInput

    if path.is_dir():
        raise BadInput(f"{path} is a folder: -o names a file")
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BadInput(f"{path} cannot be written: {error.strerror or error}") from error
    return path


def _form_of(output: Path | None) -> str:
    """The format a file's ending names."""
    ending = output.suffix.removeprefix(".").casefold() if output else ""
    return {"htm": "html"}.get(ending, ending) if ending in (*FORMATS, "htm") else "html"


def _file_name(game: str) -> str:
    """A game's name as the name of a file in this folder."""
    return re.sub(r"[^\w.+ -]", "-", game).strip(". ") or "report"


def _photographs(made: Report, folder: Path) -> dict[str, bytes]:
    """The bytes of the photographs of a report by their digests: files of that name and digest in the folder. What is missing is told."""
    from cli.recording import digest_of
    from domain.kernel.errors import BadInput

    found: dict[str, bytes] = {}
    for line in (line for chapter in made.chapters for line in chapter.lines if line.kind == "photo"):
        file = folder / Path(line.file).name
        try:
            if digest_of(file) == line.digest:
                found[line.digest] = file.read_bytes()
            else:
                talk(f"{file} is not the photograph that was recorded: the report names it only")
        except (BadInput, OSError):
            talk(f"{line.file} is not in {folder}: the report names the photograph only (--photos says where it is)")
    return found


# ---- stats ----

RESULTS = ("player", "system", "games", "won", "lost", "drawn", "unfinished", "time")
CASUALTIES = ("player", "system", "steps_lost", "steps_inflicted", "points")
LUCK = ("player", "system", "dice", "dice_mean", "dice_expected", "shots", "hits", "hits_expected")


@click.command()
@click.argument("diaries", nargs=-1, type=click.Path(exists=True, path_type=Path), metavar="[DIARY|FOLDER]…")
@JSON
@click.pass_obj
def stats(desk: Any, diaries: tuple[Path, ...], as_json: bool) -> None:
    """What all games of a diary came to for each player in each system: results, steps
    lost and inflicted, luck, and time at the table.

    Without a name it is your diary; of a folder, every diary in it. A game that lies in
    several diaries counts once. Hits are those of shots whose mean is known.

    \b
    Example:
      wardiary stats
      wardiary stats club/ --json
    """
    from projections.report.stats import stats as tallies

    rows = [tally.row() for tally in tallies(_games(desk, diaries))]
    if as_json:
        dump(rows)
        return
    for title, columns in (("RESULTS", RESULTS), ("CASUALTIES AND POINTS", CASUALTIES), ("LUCK", LUCK)):
        if title != "RESULTS":
            say()
        say(paint(title, bold=True))
        print_table(columns, rows)


def _games(desk: Any, paths: tuple[Path, ...]) -> Iterator[Game[Any]]:
    """The games of diaries, each once, with their entries read and nothing folded. Raises BadInput for a folder without a diary."""
    from cli.unlocking import unlock
    from domain.kernel.facts import GameBegan
    from domain.kernel.game import Game
    from domain.record import Diary

    known: set[str] = set()
    for file in _files(paths) if paths else (None,):
        diary = Diary(file) if file else desk.diary
        with closing(diary):
            lines = [line for line in diary.games() if line.id not in known]
            known.update(line.id for line in lines)
            for at, line in enumerate(lines, 1):
                if sum(one.entries for one in lines) >= 20 * LONG:
                    talk(f"{diary.path.name}: {line.name}, {at} of {len(lines)} games")
                unlock(diary, line.id, ask=False)
                game: Game[Any] = Game(diary.rules(line.id), line.id)
                game.entries = diary.entries(line.id)
                game.began = next((entry.fact for entry in game.entries if isinstance(entry.fact, GameBegan)), None)
                yield game


def _files(paths: tuple[Path, ...]) -> Iterator[Path]:
    from domain.kernel.errors import BadInput
    from domain.record import APPLICATION_ID

    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = [file for file in sorted(path.glob("*.db")) if _application_of(file) == APPLICATION_ID]
        if not found:
            raise BadInput(f"{path}: no diary is in this folder")
        yield from found


def _application_of(file: Path) -> int:
    """Whose SQLite file it is, from its head: views lie beside diaries, and are none."""
    with file.open("rb") as data:
        head = data.read(100)
    return int.from_bytes(head[68:72], "big") if head.startswith(b"SQLite format 3\x00") else -1


COMMANDS = (report, stats)
