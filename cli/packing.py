"""Commands for packs, the contents of the printed game: new, fill, read, check, list, export, take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cli.desk import Desk
from cli.filling import Filling
from cli.output import dump, folded, print_line, print_table, talk
from cli.writing import mark, write_out
from domain.games import load
from domain.kernel.errors import BadInput
from domain.kernel.game import Game
from domain.kernel.packs import Examined, Pack, examine_data, form, write_toml
from domain.kernel.printed import PackFinding
from domain.kernel.rules import Rules
from replays import library
from replays.dictated import write_dictated
from replays.pack_tables import read_tables, write_tables

LINES = ".txt"
"""The ending of a pack in lines."""


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


def pack_read(system: str, file: str, name: str, complete: bool, output: Path | None, overwrite: bool) -> None:
    """`wardiary pack read`: a pack in the other notation, or made of tables."""
    rules = load(system)
    data = data_of(rules, file)
    if complete:
        data["complete"] = list(rules.printed.charts)
    if name:
        data["name"] = name
    begun = examine_data(data, rules, file).begun
    write_out(as_file(data, rules, output), output, overwrite=overwrite)
    if lacking := sum(map(len, begun.values())):
        talk(f"{lacking} rows are not whole yet; `wardiary pack check {system} {output or file}` says what they lack")


def data_of(rules: Rules[Any], file: str) -> dict[str, Any]:
    """What a pack by its name or file says, or a folder of CSV tables. Raises BadInput."""
    if Path(file).is_dir():
        return {"system": rules.code, "name": Path(file).name, **read_tables(rules, Path(file))}
    return {"system": rules.code, "name": Path(file).stem, **library.pack_said(rules.code, file).data}


def as_file(data: Mapping[str, Any], rules: Rules[Any], output: Path | None) -> str:
    """A pack as its file's ending wants it: in lines, or as TOML."""
    return write_dictated(data, rules) if output and output.suffix == LINES else write_toml(data)


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
                "owner": pack.owner,
                "edition": pack.edition,
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
    talk(f"{pack.name}{whose_copy(pack)}: {rows} rows, digest {pack.digest[:16]}; {', '.join(counts)}")
    if found.missing:
        raise SystemExit(1)


def whose_copy(pack: Pack) -> str:
    """Whose copy a pack was read from, and which edition that is: `, Ann's copy, first printing`."""
    return "".join(f", {said}" for said in (pack.owner, pack.edition) if said)


def _examined(rules: Rules[Any], file: str) -> Examined:
    """A pack by its name or file, or a folder of CSV tables, with what it lacks. Raises BadInput."""
    return examine_data(data_of(rules, file), rules, file)


def _print_findings(title: str, findings: Sequence[PackFinding]) -> None:
    if findings:
        print_line(f"{title}:")
    for finding in findings:
        for line in folded(str(finding), "  ", "      "):
            print_line(line)


def pack_list(system: str, as_json: bool) -> None:
    """`wardiary pack list`: the shipped packs."""
    rows = [{"name": name, "about": library.pack(system, name).about} for name in library.shipped_packs(system)]
    dump(rows) if as_json else print_table(("name", "about"), rows)


def pack_export(desk: Desk, game: str, output: Path | None, overwrite: bool) -> None:
    """`wardiary pack export`: what a game has learned of the printed game."""
    listing, opened = desk.open(game)
    charts = _learned(opened)
    complete = {"complete": list(opened.state.complete)} if opened.state.complete else {}
    data = {"system": listing.system, "name": listing.name, **complete, **charts}
    write_out(as_file(data, load(listing.system), output), output, mark("pack", listing.id), overwrite=overwrite)


def pack_take(desk: Desk, game: str, file: Path) -> None:
    """`wardiary pack take`: puts what a game has read out into a pack's file; nothing is written if they differ."""
    listing, opened = desk.open(game)
    rules = load(listing.system)
    data: dict[str, Any] = data_of(rules, str(file)) if file.exists() else {"system": rules.code, "name": file.stem}
    had = examine_data(data, rules, str(file))
    taken = 0
    for chart, rows in _learned(opened).items():
        known = {**had.pack.charts.get(chart, {}), **had.begun.get(chart, {})}
        merged: dict[str, Any] = {row: dict(says) for row, says in known.items()}
        for row, says in rows.items():
            mine = merged.setdefault(row, {})
            for field, value in says.items():
                if mine.get(field, value) != value:
                    raise BadInput(
                        f"{file}: {chart} {row}: {field} is {mine[field]} there, and {value} in {listing.name}; "
                        "put one of them right"
                    )
            taken += row not in known or bool(says.keys() - mine.keys())
            mine.update(says)
        data[chart] = merged
    write_out(as_file(data, rules, file), file, overwrite=True)
    talk(f"{file}: {taken or 'no'} row{'s' * (taken != 1)} taken from {listing.name}")


def _learned(opened: Game[Any]) -> dict[str, dict[str, Any]]:
    """The rows that a game knows of the printed one."""
    return {
        chart: {name: row.model_dump(mode="json", exclude_unset=True) for name, row in rows.items()}
        for chart, rows in opened.state.charts.items()
    }
