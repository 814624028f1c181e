"""Commands that read and write files: export, import, pack."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from cli.looking import GAME, JSON
from cli.output import clean, dump, on_terminal, say, table, talk


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
    from replays import diary_file, library
    from replays.interchange import LONGEST_BEGINNING, read_jsonl

    library.check_file(file)
    if file.suffix == ".jsonl":
        with file.open("rb") as lines:
            received = read_jsonl(iter(lambda: lines.readline(LONGEST_BEGINNING + 2), b""), str(file))
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
    for line in text.splitlines()[:50]:
        key, _, value = line.partition(":")
        if key.strip() == "system":
            return value.strip()
    return ""


@click.group()
def pack() -> None:
    """What the printed game says, written down once: new, check, list, export."""


@pack.command("new")
@click.argument("system")
@click.option("--name", default="mine", help="What the pack is called.")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=None, help="A file. [default: stdout]")
def pack_new(system: str, name: str, output: Path | None) -> None:
    """Write a form to be filled in from your own copy of the game.

    \b
    Example:
      wardiary pack new iwo -o my-iwo.toml
    """
    from domain.games import load
    from domain.kernel.packs import form

    write_out(form(load(system), name), output)


@pack.command("check")
@click.argument("system")
@click.argument("file")
@JSON
def pack_check(system: str, file: str, as_json: bool) -> None:
    """Say what is wrong with a pack, or missing from it. Exit code 1 when something is
    missing.

    \b
    Example:
      wardiary pack check iwo my-iwo.toml
    """
    from domain.games import load
    from domain.kernel.packs import missing
    from replays import library

    found = library.pack(system, file)
    notes = missing(found, load(system))
    rows = sum(len(rows) for rows in found.charts.values())
    if as_json:
        dump({"name": found.name, "rows": rows, "digest": found.digest, "missing": notes})
    else:
        for note in notes:
            say(note)
    talk(f"{found.name}: {rows} rows, digest {found.digest[:16]}; " + ("nothing is missing" if not notes else f"{len(notes)} things missing"))
    if notes:
        raise SystemExit(1)


@pack.command("list")
@click.argument("system")
@JSON
def pack_list(system: str, as_json: bool) -> None:
    """The packs that come with wardiary for a system.

    \b
    Example:
      wardiary pack list iwo
    """
    from replays import library

    rows = [{"name": name, "about": library.pack(system, name).about} for name in library.shipped_packs(system)]
    dump(rows) if as_json else table(("name", "about"), rows)


@pack.command("export")
@GAME
@click.option("-o", "--output", type=click.Path(path_type=Path), default=None, help="A file. [default: stdout]")
@click.pass_obj
def pack_export(desk: Any, game: str, output: Path | None) -> None:
    """Write what a game has learned of the printed game as a pack for the next one.

    \b
    Example:
      wardiary pack export evening -o my-iwo.toml
    """
    from domain.kernel.packs import Pack, write_pack

    line, opened = desk.open(game)
    charts = {
        chart: {name: row.model_dump(mode="json", exclude_defaults=True) for name, row in rows.items()}
        for chart, rows in opened.state.charts.items()
    }
    write_out(write_pack(Pack(system=line.system, name=line.name, complete=opened.state.complete, charts=charts)), output)


COMMANDS = (export, import_, pack)
