"""Commands that report: report, stats."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.looking import AS, GAME, JSON, check_audience
from cli.output import dump, paint, say, talk
from cli.output import table as print_table

if TYPE_CHECKING:
    from domain.kernel.game import Game
    from domain.record import Diary, GameLine
    from projections.report.model import Report

ENDINGS = {"html": (".html", ".htm"), "md": (".md", ".markdown"), "pdf": (".pdf",)}
"""The formats, and how their files may end."""
LONG = 1_000
"""Entries from which on it is said what is being done."""
LONGEST = 200
"""Bytes of a file's name that is made of a game's: file systems take 255."""
WIDEST = 1600
"""Pixels of a photograph's longer side in a report; what comes out of a camera would make a page of hundreds of megabytes."""


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
    from cli.unlocking import variable
    from projections.report.build import build

    line = desk.diary.find(game)
    check_audience(side, desk.diary.rules(line.id).sides)
    form, output = destination(line, form, output)
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
    found = _photographs(made, photos)
    if form == "pdf":
        talk("laying out the PDF …" + (" (of a long game that takes minutes)" if line.entries >= LONG else ""))
    say(write(made, form, output, found))


# ---- where it goes ----


def destination(game: GameLine, form: str | None, output: Path | None) -> tuple[str, Path]:
    """The format, and the file to write, or for Markdown the folder. Raises BadInput before any work where nothing can be written.

    A file's ending and the format must agree: nobody's diary, photograph or text is written over by a slip of the pen.
    """
    from domain.kernel.errors import BadInput

    if output is None:
        form = form or "html"
        return form, _checked(Path(_file_name(game) + ("" if form == "md" else f".{form}")), in_folder=form == "md")
    ending = next((each for each, endings in ENDINGS.items() if output.suffix.casefold() in endings), "")
    if (is_folder := os.path.isdir(output)) and form != "md":
        raise BadInput(f"{output} is a folder: -o names a file, as in {output / (_file_name(game) + '.html')}; --format md writes into a folder")
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
            if output.exists() and not output.is_file():
                raise BadInput(f"{output} cannot be written: it is no file; name another with -o")
    except OSError as error:  # a name too long, a folder nobody may look into
        raise BadInput(f"{output} cannot be written: {error.strerror or error}; name another with -o") from error
    if not os.access(there, os.W_OK | os.X_OK):
        raise BadInput(f"{output} cannot be written: nothing may be written in {there.absolute()}; name another place with -o")
    return output


def write(made: Report, form: str, output: Path, photos: Mapping[str, bytes]) -> Path:
    """Writes a report into a file, or for Markdown into a folder; gives the file to open. Raises BadInput."""
    if form == "html":
        from projections.report.page import page

        return _written({output: page(made, photos).encode()})
    if form == "pdf":
        from projections.report.sheet import sheet

        return _written({output: sheet(made, photos)})
    from projections.report.post import OURS, photo_files, post

    alone = output.suffix.casefold() in ENDINGS["md"] and not output.is_dir()
    folder, file = (output.parent, output) if alone else (output, output / "report.md")
    before = f"{output.stem}-" if alone else ""
    text, files = post(made, photos, before)
    beside = {folder / name: picture.encode() for name, picture in files.items()}
    beside |= {folder / name: photos[digest] for digest, name in photo_files(made, photos, before).items()}
    _written({**beside, file: text.encode()})
    for old in folder.iterdir():  # what an earlier report left there may be what this one holds back
        if old not in beside and old.name.startswith(before) and OURS.fullmatch(old.name.removeprefix(before)):
            old.unlink(missing_ok=True)
    return file


def _written(files: Mapping[Path, bytes]) -> Path:
    """Writes files, all whole or none at all; gives the last. Raises BadInput."""
    from domain.kernel.errors import BadInput

    parts: dict[Path, Path] = {}
    made: list[Path] = []
    path = next(iter(files))
    try:
        for folder in reversed([folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]):
            folder.mkdir()
            made.append(folder)
        for number, (path, data) in enumerate(files.items()):
            if path.is_dir():
                raise BadInput(f"{path} cannot be written: it is a folder; name another place with -o")
            parts[path] = part = path.parent / f".wardiary-{os.getpid()}-{number}.part"
            part.write_bytes(data)
        for path, part in parts.items():
            part.replace(path.resolve())  # of a link, what it leads to
        made.clear()
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}; name another place with -o") from error
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)
        for folder in reversed(made):
            with suppress(OSError):  # somebody has put something into it meanwhile
                folder.rmdir()
    return path


def _file_name(game: GameLine) -> str:
    """A game's name as the name of a file in this folder, without what some file system does not take."""
    kept = re.sub(r'[\x00-\x1f<>:"/\\|?*]', "-", game.name).strip(". -")
    return kept.encode()[:LONGEST].decode(errors="ignore").strip() or f"game-{game.id[:8]}"


# ---- photographs ----


def _photographs(made: Report, folder: Path) -> dict[str, bytes]:
    """The photographs of a report as it shows them, by their digests: files of that name and digest in the folder. What is missing is told."""
    from cli.recording import digest_of
    from domain.kernel.errors import BadInput

    found: dict[str, bytes] = {}
    trouble: dict[str, dict[str, str]] = {"missing": {}, "another": {}, "unreadable": {}}
    for line in (line for chapter in made.chapters for line in chapter.lines if line.kind == "photo"):
        if line.digest in found:
            continue
        name = Path(line.file).name
        try:
            if digest_of(folder / name) != line.digest:
                trouble["another"][line.digest] = name
                continue
            shown = _shown(folder / name)
        except (BadInput, OSError, ValueError):
            trouble["missing"][line.digest] = name
            continue
        if shown:
            found[line.digest] = shown
        else:
            trouble["unreadable"][line.digest] = name
    for kind, words in (
        ("missing", f"not in {folder} (--photos says where they lie)"),
        ("another", "not the photograph that was recorded"),
        ("unreadable", "no picture that can be shown (JPEG, PNG, WebP, GIF, TIFF and the like can)"),
    ):
        names = [name for digest, name in trouble[kind].items() if digest not in found]
        if names:
            listed = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
            talk(f"{listed}: {words}; only named in the report")
    return found


def _shown(file: Path) -> bytes:
    """A photograph as a report shows it: upright, of moderate size, without what a camera writes into it, such as the place; b"" for no picture."""
    import warnings
    from io import BytesIO

    from PIL import Image, ImageOps

    out = BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is odd in a file, and not wrong
        try:
            with Image.open(file) as opened:
                kind = "PNG" if opened.format in ("PNG", "GIF") else "JPEG"
                opened.draft("RGB", (WIDEST, WIDEST))
                image = ImageOps.exif_transpose(opened)
                image.thumbnail((WIDEST, WIDEST))
                if kind == "PNG":
                    image = image.convert("RGBA" if image.has_transparency_data else "RGB")
                    image.info.clear()
                    image.save(out, "PNG", optimize=True)
                else:
                    image = image.convert("RGB")
                    image.info.clear()
                    image.save(out, "JPEG", quality=85)
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
            return b""
    return out.getvalue()


# ---- stats ----

TABLES = (
    ("RESULTS", ("player", "system", "games", "won", "lost", "drawn", "unfinished", "time"), ("games",)),
    ("CASUALTIES AND POINTS", ("player", "system", "steps_lost", "steps_inflicted", "points"), ("steps_lost", "steps_inflicted", "points")),
    ("LUCK", ("player", "system", "dice", "dice_mean", "dice_expected", "shots", "hits", "hits_expected"), ("dice", "shots")),
)
"""The tables: their titles, their columns, and the columns of which one must hold something for a row to be shown."""


@click.command()
@click.argument("diaries", nargs=-1, type=click.Path(exists=True, path_type=Path), metavar="[DIARY|FOLDER]…")
@JSON
@click.pass_obj
def stats(desk: Any, diaries: tuple[Path, ...], as_json: bool) -> None:
    """What all games of a diary came to for each player in each system: results, steps
    lost and inflicted, luck, and time at the table.

    Without a name it is your diary; of a folder, every diary in it and in its folders.
    A game that lies in several diaries counts once, as far as it was played in any of
    them. Hits are those of shots whose mean is known.

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
    if not rows:
        talk("nothing yet")
    first = True
    for title, columns, telling in TABLES:
        shown = [row for row in rows if any(row[column] for column in telling)]
        if shown:
            if not first:
                say()
            first = False
            say(paint(title, bold=True))
            print_table(columns, shown)


def _games(desk: Any, paths: tuple[Path, ...]) -> Iterator[Game[Any]]:
    """The games of diaries, each once, with their entries read and nothing folded.

    What cannot be read in a folder is told and left out. Raises BadInput where it was named, and for a folder without a diary.
    """
    if not paths:
        with closing(desk.diary) as diary:
            for line in diary.games():
                yield _game(diary, line)
        return
    from domain.kernel.errors import BadInput
    from domain.record import Diary

    copies: dict[str, list[tuple[int, Path, bool]]] = {}
    readable = False
    for file, named in _files(paths):
        with _or_left_out(named), closing(Diary(file)) as diary:
            for line in diary.games():
                copies.setdefault(line.id, []).append((line.entries, file, named))
            readable = True
    if not readable:
        raise BadInput("no diary there can be read; `wardiary --diary FILE doctor` says what is wrong with one")
    for found in copies.values():
        found.sort(key=lambda copy: copy[0])
    while copies:
        _, file, named = next(iter(copies.values()))[-1]
        with closing(Diary(file)) as diary:
            lines = {line.id: line for line in diary.games()}
            for game_id in [id for id, found in copies.items() if found[-1][1] == file]:
                copies[game_id].pop()
                with _or_left_out(named):
                    game = _game(diary, lines[game_id])
                    copies[game_id].clear()
                    yield game
                if not copies[game_id]:
                    del copies[game_id]


@contextmanager
def _or_left_out(named: bool) -> Iterator[None]:
    """What cannot be read is told and left out; of a file that was named it is an error."""
    from domain.kernel.errors import Trouble

    try:
        yield
    except (Trouble, OSError) as error:
        if named:
            raise
        talk(f"left out: {error}")


def _game(diary: Diary, line: GameLine) -> Game[Any]:
    """A game with its entries read; what is sealed and cannot be opened is told."""
    from cli.unlocking import unlock, variable
    from domain.kernel.errors import BadInput
    from domain.kernel.facts import GameBegan
    from domain.kernel.game import Game

    if line.entries >= 5 * LONG:
        talk(f"{diary.path.name}: {line.name}, {line.entries} entries")
    with suppress(BadInput):  # the passphrase of another game
        unlock(diary, line.id, ask=False)
    for side in diary.locked(line.id):
        talk(f"{diary.path.name}: {line.name}: what {side} keeps sealed does not count; its passphrase may stand in {variable(side)}")
    game: Game[Any] = Game(diary.rules(line.id), line.id)
    game.entries = diary.entries(line.id)
    game.began = next((entry.fact for entry in game.entries if isinstance(entry.fact, GameBegan)), None)
    return game


def _files(paths: Iterable[Path]) -> Iterator[tuple[Path, bool]]:
    """The diaries among files and in folders, and whether each was named. Raises BadInput for a folder without one."""
    from domain.kernel.errors import BadInput
    from domain.record import APPLICATION_ID

    for path in paths:
        if not path.is_dir():
            yield path, True
            continue
        none = True
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for file in (Path(folder, name) for name in sorted(names)):
                if _application_of(file) == APPLICATION_ID:
                    none = False
                    yield file, False
        if none:
            raise BadInput(f"{path}: no diary is in this folder; name the file of one, or a folder that holds some")


def _application_of(file: Path) -> int:
    """Whose SQLite file it is, from its head: views lie beside diaries, and are none; -1 for anything else."""
    try:
        if not file.is_file():
            return -1
        with file.open("rb") as data:
            head = data.read(100)
    except OSError as error:
        talk(f"left out: {file}: {error.strerror}")
        return -1
    return int.from_bytes(head[68:72], "big") if head.startswith(b"SQLite format 3\x00") else -1


COMMANDS = (report, stats)
