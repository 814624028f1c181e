"""Commands for packs, the contents of the printed game: new, fill, read, check, list, export."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cli.desk import Desk
from cli.filling import Filling
from cli.output import dump, folded, print_table, say, talk
from cli.writing import mark, write_out
from domain.games import load
from domain.kernel.errors import BadInput
from domain.kernel.packs import Examined, Pack, examine, examine_data, form, write_pack, write_toml
from domain.kernel.printed import PackFinding
from domain.kernel.rules import Rules
from replays import library
from replays.pack_tables import read_tables, write_tables


def pack_new(system: str, name: str, as_table: bool, output: Path | None) -> None:
    """`wardiary pack new`: a form to be filled in, or tables of it."""
    rules = load(system)
    if as_table and output is None:
        raise BadInput("tables need a folder: -o FOLDER")
    files = list(write_tables(rules, output)) if as_table and output else [(output, form(rules, name))]
    for path, _ in files:
        if path and path.exists():
            raise BadInput(f"{path} is there already; it is not overwritten")
    for path, text in files:
        write_out(text, path)
    if as_table:
        for path, _ in files:
            talk(f"{path}: one line for each, the first column its name")


def pack_read(system: str, folder: Path, name: str, complete: bool, output: Path | None, overwrite: bool) -> None:
    """`wardiary pack read`: a pack made of tables."""
    rules = load(system)
    data = {
        "system": system,
        "name": name,
        "complete": list(rules.printed.charts) if complete else [],
        **read_tables(rules, folder),
    }
    begun = examine_data(data, rules, str(folder)).begun
    write_out(write_toml(data), output, overwrite=overwrite)
    if lacking := sum(map(len, begun.values())):
        talk(f"{lacking} rows are not whole yet; `wardiary pack check {system} {output or folder}` says what they lack")


def pack_fill(system: str, file: Path) -> None:
    """`wardiary pack fill`: a pack filled in by questions."""
    Filling(load(system), file).run()


def pack_check(system: str, file: str, as_json: bool) -> None:
    """`wardiary pack check`: what a pack lacks, and what contradicts the text; exit code 1 if something is missing."""
    found = _examined(load(system), file)
    pack, rows = found.pack, sum(len(rows) for rows in found.pack.charts.values())
    if as_json:
        dump(
            {
                "name": pack.name,
                "rows": rows,
                "digest": pack.digest,
                "missing": [finding._asdict() for finding in found.missing],
                "against": [finding._asdict() for finding in found.against],
            }
        )
    else:
        _print_findings("missing", found.missing)
        _print_findings("against the text, where your copy may be right", found.against)
    counts = [f"{len(found.missing) or 'nothing is'} missing"] + (
        [f"{len(found.against)} against the text"] if found.against else []
    )
    talk(f"{pack.name}: {rows} rows, digest {pack.digest[:16]}; {', '.join(counts)}")
    if found.missing:
        raise SystemExit(1)


def _examined(rules: Rules[Any], file: str) -> Examined:
    """A pack by its name or file, or a folder of CSV tables, with what it lacks. Raises BadInput."""
    if Path(file).is_dir():
        return examine_data({"system": rules.code, "name": file, **read_tables(rules, Path(file))}, rules, file)
    return examine(library.pack_text(rules.code, file), rules, file)


def _print_findings(title: str, findings: Sequence[PackFinding]) -> None:
    if findings:
        say(f"{title}:")
    for finding in findings:
        for line in folded(str(finding), "  ", "      "):
            say(line)


def pack_list(system: str, as_json: bool) -> None:
    """`wardiary pack list`: the shipped packs."""
    rows = [{"name": name, "about": library.pack(system, name).about} for name in library.shipped_packs(system)]
    dump(rows) if as_json else print_table(("name", "about"), rows)


def pack_export(desk: Desk, game: str, output: Path | None, overwrite: bool) -> None:
    """`wardiary pack export`: what a game has learned of the printed game."""
    listing, opened = desk.open(game)
    charts = {
        chart: {name: row.model_dump(mode="json", exclude_unset=True) for name, row in rows.items()}
        for chart, rows in opened.state.charts.items()
    }
    text = write_pack(Pack(system=listing.system, name=listing.name, complete=opened.state.complete, charts=charts))
    write_out(text, output, mark("pack", listing.id), overwrite=overwrite)
