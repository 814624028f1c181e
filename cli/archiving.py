"""`wardiary export --ledgers`: the ledgers of all games as files, for engines that others maintain."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from cli.desk import Desk
from cli.output import Paced, talk
from cli.statistics import parents_of_branches
from domain.kernel.entries import UMPIRE
from domain.kernel.errors import BadInput, Damaged, Trouble, unknown
from projections.whole_files import carries, write_all

if TYPE_CHECKING:
    from projections.ledger_file import LedgerFile

PUBLIC = "public"
"""The audience that sees what is nobody's secret."""
ABOUT = "ABOUT.txt"
"""The file that says what the others are; it carries the mark and their digests, and is written last."""
MARK = "wardiary: the ledgers of a diary"
SQL_TYPES: Mapping[type, str] = {int: "BIGINT", float: "DOUBLE", str: "VARCHAR", bytes: "VARCHAR"}
LONGEST_LINE = 20_000_000
"""Bytes of the longest row that DuckDB reads. It keeps 16 times as many in memory unless it is told otherwise."""
ROW_GROUP = 30_000
"""Rows that are held in memory before they are written."""
RESULTS: Mapping[str, type] = {
    "game": str, "side": str, "player": str, "scenario": str, "pack": str, "winner": str, "disputed": int,
    "turns": int, "day": str,
}  # fmt: skip


def export_ledgers(desk: Desk, folder: Path, form: str, audience: str) -> None:
    """Writes every ledger of all games, as one audience may see them, into a folder of their own. Raises BadInput."""
    audience, form = audience or PUBLIC, form or "parquet"
    if form not in ("parquet", "csv"):
        raise BadInput(f"the ledgers are written as parquet or csv, not as {form}")
    if form == "parquet":
        _duckdb()
    _check_folder(folder)
    with TemporaryDirectory() as made:  # a thousand games do not lie in memory
        files, games = _tables(desk, audience, Path(made))
        if form == "parquet":
            files = _as_parquet(files)
        about = f"# {MARK}: {games} games, for {audience}; docs/archive.md has questions to ask them\n" + "".join(
            f"{_digest(file)}  {name}.{form}\n" for name, file in files.items()
        )
        data = {folder / f"{name}.{form}": file for name, file in files.items()}
        other = [folder / f"{name}.{'csv' if form == 'parquet' else 'parquet'}" for name in files]
        with _claimed(folder):
            write_all({**data, folder / ABOUT: about.encode()}, MARK, old=[path for path in other if path.exists()])
    talk(f"{games} {'game' if games == 1 else 'games'} for {audience}: {len(files)} ledgers in {folder}")


def _digest(file: Path) -> str:
    with file.open("rb") as data:
        return file_digest(data, "sha256").hexdigest()


def _columns() -> dict[str, Mapping[str, type]]:
    from projections.ledgers import GAMES, LEDGERS

    return {"games": GAMES, **{ledger.name: ledger.columns for ledger in LEDGERS}, "results": RESULTS}


def _check_folder(folder: Path) -> None:
    """Raises BadInput for a folder that holds anything but an export."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise BadInput(f"{folder} is no folder; name a new or an empty one with --ledgers")
    try:
        there = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
    except OSError as error:
        raise BadInput(f"{folder} cannot be read: {error.strerror}; name another with --ledgers") from error
    ours = {ABOUT, *(f"{name}.{form}" for name in _columns() for form in ("csv", "parquet"))}
    strange = [name for name in there if name not in ours and not name.startswith(".wardiary-")]
    if there and (strange or not carries(folder / ABOUT, MARK)):
        raise BadInput(
            f"{folder} holds {(strange or there)[0]}, which is of no export; "
            "name a new or an empty folder with --ledgers"
        )


@contextmanager
def _claimed(folder: Path) -> Iterator[None]:
    """Puts the mark into a folder before its first file: an export that is killed in between is known as ours, and
    written again. Without any file it is taken away."""
    about, is_new = folder / ABOUT, not folder.exists()
    if claims := not about.exists():
        write_all({about: f"# {MARK}: begun, and not whole\n".encode()}, MARK)
    try:
        yield
    except BaseException:
        if claims and [*folder.iterdir()] == [about]:
            about.unlink()
            if is_new:
                folder.rmdir()
        raise


def _tables(desk: Desk, audience: str, into: Path) -> tuple[dict[str, Path], int]:
    """Writes the tables as CSV; returns the files, and the number of games in them.

    Games that cannot be read are named and left out.
    """
    from projections.ledger_file import LedgerFile, Unkept, ledger_path

    diary = desk.diary
    games = [line for line in diary.games() if not line.put_away]
    of, sides = parents_of_branches(diary), set[str]()
    wanted = [line for line in games if line.id not in of]
    if left := len(games) - len(wanted):
        talk(f"{left} {'branch is' if left == 1 else 'branches are'} left out")
    for line in wanted:
        with suppress(Trouble):  # it is named below, as its entries cannot be read either
            sides.update(diary.rules(line.id).sides)
    if audience not in (UMPIRE, PUBLIC, *sides):
        raise unknown("side", audience, [UMPIRE, PUBLIC, *sorted(sides)])
    read = []
    with LedgerFile(ledger_path(diary.path, audience), audience) as ledgers:
        told = Paced("{done} of {of} games are read")
        for done, line in enumerate(wanted):
            told(done, len(wanted))
            try:
                ledgers.follow(diary, line)
                ledgers.sure(diary, line)
                if bad := ledgers.unreadable(line.id):
                    raise Damaged(bad)
                read.append(line.id)
            except Unkept:
                raise
            except Trouble as error:
                talk(f"left out: {line.name}: {error}")
        files = {name: into / f"{name}.csv" for name in _columns()}
        for name, columns in _columns().items():
            _write_csv(files[name], columns, _rows(ledgers, name, columns, read))
        return files, len(read)


def _rows(
    ledgers: LedgerFile, name: str, columns: Mapping[str, type], games: Iterable[str]
) -> Iterable[dict[str, Any]]:
    which = "id" if name == "games" else "game"
    shown = ", ".join(f'"{column}"' for column in columns)
    for game in games:
        yield from ledgers.rows(f"SELECT {shown} FROM {name} WHERE {which} = :game", {"game": game})


def _write_csv(file: Path, columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Writes rows as CSV in UTF-8: every text in quotes, so that an empty one is none missing."""
    with file.open("w", encoding="utf-8", errors="replace", newline="\n") as out:
        out.write(",".join(columns) + "\n")
        out.writelines(",".join(map(_cell, row.values())) + "\n" for row in rows)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return '"' + value.replace('"', '""') + '"' if isinstance(value, str) else repr(value)


def _duckdb() -> Any:
    try:
        import duckdb
    except ImportError as error:
        raise BadInput("Parquet needs DuckDB: pip install 'wardiary[archive]', or --format csv") from error
    # it complains of whatever of its own is not collected at the end, as `cli.main` has it
    atexit.unregister(gc.freeze)
    return duckdb


def _as_parquet(tables: Mapping[str, Path]) -> dict[str, Path]:
    """Tables of CSV as Parquet files beside them. DuckDB fetches nothing from the net for it.

    One thread with small buffers takes no longer than many with large ones, and a quarter of the memory.
    """
    off = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
    found = {}
    with _duckdb().connect(":memory:", config={**off, "threads": "1"}) as db:
        for name, columns in _columns().items():
            source, target = tables[name], tables[name].with_suffix(".parquet")
            types = ", ".join(f"'{column}': '{SQL_TYPES[kind]}'" for column, kind in columns.items())
            read = (
                f"read_csv(?, columns={{{types}}}, header=true, delim=',', quote='\"', escape='\"', nullstr='', "
                f"allow_quoted_nulls=false, auto_detect=false, new_line='\\n', max_line_size={LONGEST_LINE}, "
                f"buffer_size={LONGEST_LINE})"
            )
            to = str(target).replace("'", "''")
            db.execute(
                f"COPY (SELECT * FROM {read}) TO '{to}' (FORMAT parquet, ROW_GROUP_SIZE {ROW_GROUP})", [str(source)]
            )
            found[name] = target
    return found
