"""Commands for packs, what the printed game says: new, fill, read, check, list, export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli.files import write_out
from cli.looking import GAME, JSON
from cli.output import dump, folded, say, table, talk


@click.group()
def pack() -> None:
    """What the printed game says, written down once: new, fill, read, check, list,
    export."""


@pack.command("new")
@click.argument("system")
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
    if not as_table:
        write_out(form(rules, name), output)
        return
    if output is None:
        raise BadInput("tables need a folder: -o FOLDER")
    for path, text in write_tables(rules, output):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            raise BadInput(f"{path} is there already; it is not overwritten")
        write_out(text, path)
        talk(f"{path}: one line for each, the first column its name")


@pack.command("read")
@click.argument("system")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--name", default="mine", help="What the pack is called.")
@click.option("--complete", is_flag=True, help="The tables hold every row of the game.")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=None, help="A file. [default: stdout]")
def pack_read(system: str, folder: Path, name: str, complete: bool, output: Path | None) -> None:
    """Make a pack of a FOLDER of CSV tables, as `pack new --table` writes them.

    \b
    Example:
      wardiary pack read iwo my-iwo --complete -o my-iwo.toml
    """
    from domain.games import load
    from domain.kernel.packs import Pack, write_pack
    from replays.pack_tables import read_tables

    rules = load(system)
    charts = read_tables(rules, folder)
    write_out(write_pack(Pack(system=system, name=name, complete=tuple(rules.charts) if complete else (), charts=charts)), output)


@pack.command("fill")
@click.argument("system")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def pack_fill(system: str, file: Path) -> None:
    """Fill in a pack by questions, row by row. Each row is kept as soon as it is whole;
    `stop` leaves, and the next time it goes on from there. Nothing is asked twice.

    \b
    Example:
      wardiary pack fill iwo my-iwo.toml
    """
    from domain.games import load
    from domain.kernel.packs import Pack, examine, write_pack, write_toml
    from replays import library

    rules = load(system)
    charts: dict[str, dict[str, Any]] = {chart: {} for chart in rules.charts}
    complete: list[str] = []
    name = file.stem
    begun: dict[str, dict[str, dict[str, Any]]] = {}
    if file.exists():
        held, begun, _ = examine(library.read_text(file), rules, str(file))
        charts |= {chart: dict(rows) for chart, rows in held.charts.items()}
        complete, name = list(held.complete), held.name

    def keep() -> None:
        text = write_pack(Pack(system=system, name=name, complete=tuple(complete), charts=charts))
        rest = {chart: {row: says for row, says in rows.items() if row not in charts[chart]} for chart, rows in begun.items()}
        write_out(text + write_toml(rest), file)

    try:
        for chart in rules.charts:
            if chart in complete:
                continue
            known = {known.row: known for known in rules.roster if known.chart == chart}
            for row in dict.fromkeys((*known, *begun.get(chart, {}))):
                if row in charts[chart]:
                    continue
                words = f", {known[row].look_for} [{known[row].rule}]" if row in known else ""
                talk(f"{chart}: {row}{words}")
                says = known[row].says if row in known else {}
                charts[chart][row] = _row(rules, chart, {**says, **begun.get(chart, {}).get(row, {})})
                keep()
            for group in (group for group in rules.groups if group.chart == chart):
                for line in folded(f"{chart}: {group.title} [{group.rule}]"):
                    talk(line)
                while row := _ask("  its name here, Enter when there is none more", ""):
                    if row in charts[chart]:
                        talk(f"  {row} is there already")
                        continue
                    charts[chart][row] = _row(rules, chart, group.says)
                    keep()
            if _ask(f"are these all the {chart} of the game? (yes or no)", "no").casefold() in ("y", "yes"):
                complete.append(chart)
            keep()
    except (click.Abort, EOFError):
        talk(f"{file} holds what was said so far")
        return
    talk(f"{file} is filled in; `wardiary pack check {system} {file}` says what is missing")


def _ask(words: str, default: str) -> str:
    said = str(click.prompt(words, default=default, show_default=bool(default), err=True)).strip()
    if said == "stop":
        raise click.Abort
    return said


def _row(rules: Any, chart: str, says: Any) -> dict[str, Any]:
    """A row's fields: what is known already is not asked for."""
    from domain.kernel.errors import BadInput
    from domain.kernel.packs import field_help
    from domain.kernel.state import check_row, parse
    from domain.kernel.state import say as text_of

    schema = rules.charts[chart]
    found = dict(says)
    for field, info in schema.model_fields.items():
        if field in found:
            continue
        while True:
            default = "" if info.is_required() else text_of(info.default)
            said = _ask(f"  {field}: {field_help(rules, schema, field)}", default)
            try:
                value = parse(info.annotation, said)
                check_row(schema, {**{f: i.default for f, i in schema.model_fields.items() if not i.is_required()}, **_needed(schema), **found,
                                   field: value})  # fmt: skip
            except BadInput as error:
                talk(f"  {error}")
                continue
            if info.is_required() or value != info.default:
                found[field] = list(value) if isinstance(value, tuple) else value
            break
    return check_row(schema, found)


def _needed(schema: Any) -> dict[str, Any]:
    """Something that fits each field a row must have, so that one field can be checked before the others are said."""
    from typing import get_args

    kinds = {name: info.annotation for name, info in schema.model_fields.items() if info.is_required()}
    return {name: (get_args(kind) or (0 if kind is int else "",))[0] for name, kind in kinds.items()}


@pack.command("check")
@click.argument("system")
@click.argument("file")
@JSON
def pack_check(system: str, file: str, as_json: bool) -> None:
    """Say what is wrong with a pack, or missing from it, in the game's terms. Exit code
    1 when something is.

    \b
    Example:
      wardiary pack check iwo my-iwo.toml
    """
    from domain.games import load
    from domain.kernel.packs import examine
    from replays import library

    rules = load(system)
    found, _, notes = examine(library.pack_text(system, file), rules, file)
    rows = sum(len(rows) for rows in found.charts.values())
    if as_json:
        dump({"name": found.name, "rows": rows, "digest": found.digest, "missing": notes})
    else:
        for note in notes:
            for line in folded(note, rest="    "):
                say(line)
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


COMMANDS = (pack,)
