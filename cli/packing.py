"""Commands for packs, the contents of the printed game: new, fill, read, check, list, export, take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cli.desk import Desk
from cli.drafts import LINES, in_sections
from cli.filling import Filling
from cli.output import dump, folded, print_line, print_table, talk
from cli.writing import write_out
from domain.games import load
from domain.kernel.errors import BadInput, Trouble
from domain.kernel.game import Game
from domain.kernel.limits import TOML
from domain.kernel.packs import Examined, Pack, examine_data, form, load_toml, write_toml
from domain.kernel.printed import PackFinding
from domain.kernel.rules import Rules
from projections.whole_files import mark, write_all
from replays import library
from replays.dictated import read_dictated, write_dictated
from replays.pack_tables import read_tables, write_tables


def pack_new(system: str, name: str, as_table: bool, output: Path | None) -> None:
    """`wardiary pack new`: a form to be filled in, or tables of it."""
    rules = load(system)
    if as_table and output is None:
        raise BadInput("tables need a folder: -o FOLDER")
    tables = dict(write_tables(rules, output)) if as_table and output else {}
    for path in tables or filter(None, [output]):
        if path.exists():
            raise BadInput(f"{path} is there already; it is not overwritten")
    if not tables:
        write_out(form(rules, name), output)
        return
    write_all({path: text.encode() for path, text in tables.items()})
    for path in tables:
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


def pack_status(system: str, file: str) -> None:
    """`wardiary pack status`: what of a pack is open, what a game needs at once, and what will be asked in play."""
    rules = load(system)
    found = _examined(rules, file)
    print_line(f"{found.pack.name}: {found.counted} of {rules.title}")
    standing = {chart: _standing(rules, found, chart) for chart in rules.printed.charts}
    whole = [chart for chart, words in standing.items() if not words]
    first = [chart for chart, words in standing.items() if words and chart in rules.printed.first]
    later = [chart for chart, words in standing.items() if words and chart not in first]
    for title, charts in (("best read first, the set-up needs it:", first), ("asked in play if need be:", later)):
        for line in _stated(title, [f"{chart} {standing[chart]}" for chart in charts]):
            print_line(line)
    for line in _stated("whole:", whole):
        print_line(line)
    if odd := len(found.against):
        talk(f"{odd} against the text; `wardiary pack check {system} {file}` names them")
    if (first or later) and Path(file).is_file():
        talk(f"`wardiary pack fill {system} {file}` goes on with {(first or later)[0]}; a game may begin before")


def _stated(title: str, words: Sequence[str]) -> list[str]:
    return [title, *folded("; ".join(words), "  ", "  ")] if words else []


def _standing(rules: Rules[Any], found: Examined, chart: str) -> str:
    """How much of a chart is said, and how much there is, as far as the text knows; "" if it is whole."""
    if chart in found.pack.complete:
        return ""
    groups = [group for group in rules.printed.groups if group.chart == chart]
    roster = {known.row for known in rules.printed.roster if known.chart == chart}
    said, begun = found.pack.charts.get(chart, {}), found.begun.get(chart, {})
    least = len(roster) + sum(group.number or 0 for group in groups)
    if not groups and roster <= said.keys() and not begun:
        return ""
    if not least:
        return f"{len(said)} so far"
    more = " or more" if any(group.number is None for group in groups) else ""
    return f"{len(said)} of {max(least, len(said) + len(begun))}{more}"


def pack_check(system: str, file: str, as_json: bool) -> None:
    """`wardiary pack check`: what a pack lacks, and what contradicts the text; exit code 1 if something is missing."""
    found = _examined(load(system), file)
    pack, rows = found.pack, sum(map(len, (*found.pack.charts.values(), *found.begun.values())))
    if as_json:
        dump(
            {
                "name": pack.name,
                "owner": pack.owner,
                "edition": pack.edition,
                "rows": rows,
                "begun": sum(map(len, found.begun.values())),
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
    talk(f"{pack.name}{whose_copy(pack)}: {found.counted}, digest {pack.digest[:16]}; {', '.join(counts)}")
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
    """`wardiary pack take`: puts what a game has read out at the end of a pack's file; nothing is written if they
    differ."""
    listing, opened = desk.open(game)
    rules = load(listing.system)
    there = file.exists()
    data: dict[str, Any] = data_of(rules, str(file)) if there else {"system": rules.code, "name": file.stem}
    had = examine_data(data, rules, str(file))
    known = {chart: {**had.pack.charts.get(chart, {}), **had.begun.get(chart, {})} for chart in rules.printed.charts}
    new = _new_to(known, _learned(opened), file, listing.name)
    merged = {
        chart: {**rows, **{row: {**rows.get(row, {}), **says} for row, says in new.get(chart, {}).items()}}
        for chart, rows in known.items()
    }
    if new or not there:
        text = library.read_text(file, TOML) if there else as_file(data, rules, file)
        grown = _grown(text, new, merged, rules, file, f"# read out in {listing.name}\n")
        write_out(grown, file, overwrite=True)
    taken = sum(map(len, new.values()))
    talk(f"{file}: {taken or 'no'} row{'s' * (taken != 1)} taken from {listing.name}")


def _new_to(
    known: Mapping[str, Mapping[str, Any]], learned: Mapping[str, Mapping[str, Any]], file: Path, game: str
) -> dict[str, dict[str, Any]]:
    """What a game says of rows that a pack does not. Raises BadInput where they differ."""
    new: dict[str, dict[str, Any]] = {}
    for chart, rows in learned.items():
        for row, says in rows.items():
            mine = known[chart].get(row, {})
            for field, value in says.items():
                if mine.get(field, value) != value:
                    raise BadInput(
                        f"{file}: {chart} {row}: {field} is {mine[field]} there, and {value} in {game}; put one of "
                        "them right"
                    )
            further = {field: value for field, value in says.items() if field not in mine}
            if further or row not in known[chart]:
                new.setdefault(chart, {})[row] = further
    return new


def _grown(
    text: str,
    new: Mapping[str, Mapping[str, Any]],
    merged: Mapping[str, Mapping[str, Any]],
    rules: Rules[Any],
    file: Path,
    remark: str,
) -> str:
    """The text of a pack with rows at its end: all that stands there is kept, remarks too.

    A row that TOML holds already cannot be said there twice: then it is written anew. Raises BadInput.
    """
    text = text.rstrip("\n") + "\n"
    in_lines = file.suffix == LINES
    head: Mapping[str, Any] = read_dictated(text, rules, str(file)).data if in_lines else load_toml(text, str(file))
    if in_lines:
        grown = text + in_sections(new, merged, rules, remark)
    else:
        grown = f"{text}\n{remark.rstrip()}{write_toml(new)}"
    try:
        again = read_dictated(grown, rules, str(file)).data if in_lines else load_toml(grown, str(file))
        said = examine_data(again, rules, str(file))
        if all({**said.pack.charts.get(c, {}), **said.begun.get(c, {})} == rows for c, rows in merged.items()):
            return grown
    except Trouble as error:
        if in_lines:
            raise BadInput(f"{file}: what was read out does not fit below it: {error}") from error
    if in_lines:
        raise BadInput(f"{file}: what was read out does not fit below it; `wardiary pack export` writes it all")
    plain = {key: value for key, value in head.items() if not isinstance(value, Mapping)}
    return write_toml({**plain, **{chart: rows for chart, rows in merged.items() if rows}})


def _learned(opened: Game[Any]) -> dict[str, dict[str, Any]]:
    """The rows that a game knows of the printed one."""
    if learned := opened.rules.printed.learned:
        return {
            chart: {name: dict(says) for name, says in rows.items()} for chart, rows in learned(opened.state).items()
        }
    return {
        chart: {name: row.model_dump(mode="json", exclude_unset=True) for name, row in rows.items()}
        for chart, rows in opened.state.charts.items()
    }
