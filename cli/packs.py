"""Commands for packs, what the printed game says: new, fill, read, check, list, export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli.files import write_out
from cli.looking import GAME, JSON
from cli.output import dump, folded, say, table, talk
from cli.session import complete_systems
from cli.writing import OVERWRITE, mark


@click.group()
def pack() -> None:
    """What the printed game says, written down once: new, fill, read, check, list,
    export."""


@pack.command("new")
@click.argument("system", shell_complete=complete_systems)
@click.option("--name", default="mine", help="What the pack is called.")
@click.option("--table", "as_table", is_flag=True, help="A folder of CSV tables instead, for a spreadsheet; `pack read` takes them in.")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=None, help="A file, or a folder with --table. [default: stdout]")
def pack_new(system: str, name: str, as_table: bool, output: Path | None) -> None:
    """Write a form to be filled in from your own copy of the game: what the rulebook's
    text says stands there, the rest is asked for.

    \b
    Example:
      wardiary pack new iwo -o my-iwo.toml
      wardiary pack new iwo --table -o my-iwo
    """
    from domain.games import load
    from domain.kernel.errors import BadInput
    from domain.kernel.packs import form
    from replays.pack_tables import write_tables

    rules = load(system)
    if as_table and output is None:
        raise BadInput("tables need a folder: -o FOLDER")
    files = list(write_tables(rules, output)) if as_table and output else [(output, form(rules, name))]
    for path, _ in files:
        if path and path.exists():
            raise BadInput(f"{path} is there already; it is not overwritten")
    for path, text in files:
        write_out(text, path)
    if not as_table:
        return
    for path, _ in files:
        talk(f"{path}: one line for each, the first column its name")


@pack.command("read")
@click.argument("system", shell_complete=complete_systems)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--name", default="mine", help="What the pack is called.")
@click.option("--complete", is_flag=True, help="The tables hold every row of the game.")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=None, help="A file. [default: stdout]")
@OVERWRITE
def pack_read(system: str, folder: Path, name: str, complete: bool, output: Path | None, overwrite: bool) -> None:
    """Make a pack of a FOLDER of CSV tables, as `pack new --table` writes them.

    \b
    Example:
      wardiary pack read iwo my-iwo --complete -o my-iwo.toml
    """
    from domain.games import load
    from domain.kernel.packs import examine_data, write_toml
    from replays.pack_tables import read_tables

    rules = load(system)
    data = {"system": system, "name": name, "complete": list(rules.charts) if complete else [], **read_tables(rules, folder)}
    begun = examine_data(data, rules, str(folder)).begun
    write_out(write_toml(data), output, overwrite=overwrite)
    if lacking := sum(map(len, begun.values())):
        talk(f"{lacking} rows are not whole yet; `wardiary pack check {system} {output or folder}` says what they lack")


@pack.command("fill")
@click.argument("system", shell_complete=complete_systems)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def pack_fill(system: str, file: Path) -> None:
    """Fill in a pack by questions, row by row. Enter takes the answer shown, `back`
    goes back, `stop` leaves. Each answer is kept at once, the next time it goes on
    from there, and nothing is asked twice.

    \b
    Example:
      wardiary pack fill iwo my-iwo.toml
    """
    from cli.filling import Filling
    from domain.games import load

    Filling(load(system), file).run()


@pack.command("check")
@click.argument("system", shell_complete=complete_systems)
@click.argument("file")
@JSON
def pack_check(system: str, file: str, as_json: bool) -> None:
    """Say what a pack does not say yet, and what it says against the rulebook's text, in
    the game's terms. FILE may be a folder of CSV tables. Exit code 1 when something is
    missing.

    \b
    Example:
      wardiary pack check iwo my-iwo.toml
    """
    from domain.games import load
    from domain.kernel.packs import examine, examine_data
    from replays import library
    from replays.pack_tables import read_tables

    rules = load(system)
    if Path(file).is_dir():
        found = examine_data({"system": system, "name": file, **read_tables(rules, Path(file))}, rules, file)
    else:
        found = examine(library.pack_text(system, file), rules, file)
    name, rows = found.pack.name, sum(len(rows) for rows in found.pack.charts.values())
    if as_json:
        dump({
            "name": name, "rows": rows, "digest": found.pack.digest,
            "missing": [finding._asdict() for finding in found.missing], "against": [finding._asdict() for finding in found.against],
        })  # fmt: skip
    else:
        for title, findings in (("missing", found.missing), ("against the text, where your copy may be right", found.against)):
            for n, finding in enumerate(findings):
                if n == 0:
                    say(f"{title}:")
                for line in folded(str(finding), "  ", "      "):
                    say(line)
    counts = [f"{len(found.missing) or 'nothing is'} missing"] + ([f"{len(found.against)} against the text"] if found.against else [])
    talk(f"{name}: {rows} rows, digest {found.pack.digest[:16]}; {', '.join(counts)}")
    if found.missing:
        raise SystemExit(1)


@pack.command("list")
@click.argument("system", shell_complete=complete_systems)
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
@OVERWRITE
@click.pass_obj
def pack_export(desk: Any, game: str, output: Path | None, overwrite: bool) -> None:
    """Write what a game has learned of the printed game as a pack for the next one.

    \b
    Example:
      wardiary pack export evening -o my-iwo.toml
    """
    from domain.kernel.packs import Pack, write_pack

    line, opened = desk.open(game)
    charts = {
        chart: {name: row.model_dump(mode="json", exclude_unset=True) for name, row in rows.items()}
        for chart, rows in opened.state.charts.items()
    }
    text = write_pack(Pack(system=line.system, name=line.name, complete=opened.state.complete, charts=charts))
    write_out(text, output, mark("pack", line.id), overwrite=overwrite)


COMMANDS = (pack,)
