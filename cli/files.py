"""Commands that read and write files: export, import."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli import writing
from cli.looking import GAME
from cli.output import clean, on_terminal, talk
from cli.session import complete_sides


def write_out(text: str, output: Path | None, said: str = "", *, overwrite: bool = False) -> None:
    """To stdout, or to a file that is whole or not there at all, with its mark. UTF-8 wherever it may be read again. Raises BadInput."""
    if output is None:
        click.echo("\n".join(map(clean, text.split("\n"))) if on_terminal() else text.encode(), nl=False)
        return
    data = text.encode()
    writing.write({output: writing.marked(data, output, said) if said else data}, said, overwrite=overwrite)


@click.command("export")
@GAME
@click.option("--format", "form", type=click.Choice(("diary", "jsonl")), default="diary", help="Text to read and play, or lines with seals.")
@click.option("--as", "side", default="", metavar="SIDE", shell_complete=complete_sides, help="Withhold the other side's secrets (jsonl only).")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=None, help="A file. [default: stdout]")
@writing.OVERWRITE
@click.pass_obj
def export(desk: Any, game: str, form: str, side: str, output: Path | None, overwrite: bool) -> None:
    """Write a game to a file: as a .diary, to be read and played anywhere, or as JSON
    Lines that keep bytes, times and seals.

    \b
    Example:
      wardiary export evening -o evening.diary
      wardiary export evening --format jsonl --as us -o evening.jsonl
    """
    from cli.looking import check_audience
    from cli.unlocking import require_unlocked
    from domain.kernel.errors import BadInput
    from replays import diary_file, library
    from replays.interchange import write_jsonl

    line = desk.diary.find(game)
    if form == "jsonl":
        if side:
            check_audience(side, desk.diary.rules(line.id).sides)
        lines = "".join(text + "\n" for text in write_jsonl(desk.diary, line.id, side))
        if output is None:
            write_out(lines, None)
        else:  # its first line says which game it is
            writing.write({output: lines.encode()}, f'"source":"wardiary:{line.id}"', overwrite=overwrite)
        return
    if side:
        raise BadInput("a .diary holds everything both sides said; export it for a side with --format jsonl")
    require_unlocked(desk.diary, line.id)
    text = diary_file.write(desk.diary.open(line.id), lambda name: library.pack(line.system, name))
    write_out(text, output, writing.mark("diary", line.id), overwrite=overwrite)


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--name", default="", help="What the game is to be called here. [default: the file's name]")
@click.pass_obj
def import_(desk: Any, file: Path, name: str) -> None:
    """Take a game in from a FILE: a .diary is played under today's rules, a .jsonl is
    verified and kept byte for byte. All of it, or nothing.

    \b
    Example:
      wardiary import evening.diary --name evening
    """
    from domain.kernel.errors import BadInput
    from domain.kernel.limits import BEGINNING, EXPORT
    from replays import diary_file, library
    from replays.interchange import read_jsonl

    if file.suffix.casefold() == ".jsonl":
        library.check_file(file, EXPORT)
        with file.open("rb") as lines:
            received = read_jsonl(iter(lambda: lines.readline(BEGINNING + 2), b""), str(file))
        if received.withheld:
            raise BadInput(f"{file} verifies, but {received.withheld} entries are withheld: it can be looked at, not played on")
        called = name or _named(file, received.name)
        desk.made_diary.receive(received.game_id, called, received.system, received.sealed)
        talk(f"{called}: {len(received.sealed)} entries, every seal fits")
        return
    called = name or _named(file, file.stem)
    text = library.read_text(file)
    read = diary_file.read(text, str(file), lambda pack: _pack_beside(system_of(text), pack, file.parent))
    game = diary_file.play(read)
    stored = desk.made_diary.store(called, game)
    talk(f"{called}: {stored.version} entries" + ("" if not stored.waits else f"; open: {stored.waits.words}"))


def _named(file: Path, name: str) -> str:
    """The name a game comes in with. Raises BadInput for one it cannot have here, with what to do."""
    from domain.kernel.errors import BadInput
    from domain.record import check_name

    try:
        check_name(name)
    except BadInput as error:
        raise BadInput(f"{file}: {error}; --name says what the game is to be called here") from error
    return name


def _pack_beside(system: str, name: str, folder: Path) -> Any:
    """The pack a `.diary` names: one that is shipped, or a file beside it and nowhere else. Raises BadInput."""
    from domain.kernel.errors import BadInput
    from replays import library

    if Path(name).name != name or "\\" in name:
        raise BadInput(f"the pack {name!r} is looked for beside the file: its name has no folder")
    return library.pack(system, name, folder)


def system_of(text: str) -> str:
    """The system a .diary names in its header."""
    from domain.kernel.limits import LINE

    for line in text[:LINE].splitlines()[:50]:
        key, _, value = line.partition(":")
        if key.strip() == "system":
            return value.strip()
    return ""


COMMANDS = (export, import_)
