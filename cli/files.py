"""Commands that read and write files: export, import."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from cli.looking import GAME
from cli.output import clean, on_terminal, talk


def write_out(text: str, output: Path | None) -> None:
    """To stdout, or to a file that is whole or not there at all."""
    from domain.kernel.errors import BadInput

    if output is None:
        click.echo("\n".join(map(clean, text.split("\n"))) if on_terminal() else text, nl=False)
        return
    part = output.with_name(output.name + ".part")
    try:
        part.write_text(text, "utf-8")
        os.replace(part, output)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BadInput(f"{output} cannot be written: {error.strerror or error}") from error


@click.command("export")
@GAME
@click.option("--format", "form", type=click.Choice(("diary", "jsonl")), default="diary", help="Text to read and play, or lines with seals.")
@click.option("--as", "side", default="", metavar="SIDE", help="Withhold the other side's secrets (jsonl only).")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=None, help="A file. [default: stdout]")
@click.pass_obj
def export(desk: Any, game: str, form: str, side: str, output: Path | None) -> None:
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
        write_out("".join(text + "\n" for text in write_jsonl(desk.diary, line.id, side)), output)
        return
    if side:
        raise BadInput("a .diary holds everything both sides said; export it for a side with --format jsonl")
    require_unlocked(desk.diary, line.id)
    write_out(diary_file.write(desk.diary.open(line.id), lambda name: library.pack(line.system, name)), output)


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

    if file.suffix == ".jsonl":
        library.check_file(file, EXPORT)
        with file.open("rb") as lines:
            received = read_jsonl(iter(lambda: lines.readline(BEGINNING + 2), b""), str(file))
        if received.withheld:
            raise BadInput(f"{file} verifies, but {received.withheld} entries are withheld: it can be looked at, not played on")
        desk.made_diary.receive(received.game_id, name or received.name, received.system, received.sealed)
        talk(f"{name or received.name}: {len(received.sealed)} entries, every seal fits")
        return
    text = library.read_text(file)
    read = diary_file.read(text, str(file), lambda pack: library.pack(system_of(text), pack, file.parent))
    game = diary_file.play(read)
    stored = desk.made_diary.store(name or file.stem, game)
    talk(f"{name or file.stem}: {stored.version} entries" + ("" if not stored.waits else f"; open: {stored.waits.words}"))


def system_of(text: str) -> str:
    """The system a .diary names in its header."""
    from domain.kernel.limits import LINE

    for line in text[:LINE].splitlines()[:50]:
        key, _, value = line.partition(":")
        if key.strip() == "system":
            return value.strip()
    return ""


COMMANDS = (export, import_)
