"""Commands that add games up: stats."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.looking import JSON
from cli.output import dump, paint, say, table, talk

if TYPE_CHECKING:
    from domain.kernel.game import Game
    from domain.record import Diary, GameLine

LONG = 5_000
"""Entries from which on it is said which game is being read."""
TABLES = (
    ("RESULTS", ("player", "system", "games", "won", "lost", "drawn", "unfinished", "time"), ("games",)),
    ("CASUALTIES AND POINTS", ("player", "system", "steps_lost", "steps_inflicted", "points"), ("steps_lost", "steps_inflicted", "points")),
    ("LUCK WITH DICE", ("player", "system", "dice", "dice_mean", "dice_expected"), ("dice",)),
    ("LUCK WITH FIRE", ("player", "system", "shots", "hits", "hits_expected"), ("shots",)),
    ("LUCK WITH CARDS", ("player", "system", "cards", "cards_luck"), ("cards",)),
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
    them, and so do the entries a branch shares. Hits are those of shots whose mean is
    known; the luck of cards is how much better (+) or worse (-) they were for the player
    than those that could have come, in steps, hits and the like.

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
            table(columns, shown)


def _games(desk: Any, paths: tuple[Path, ...]) -> Iterator[Game[Any]]:
    """The games of diaries, each once, with their entries read and nothing folded.

    A game, or a file in a folder, that cannot be read is told and left out. Raises BadInput for a file that was named, and
    for a folder without a diary.
    """
    if not paths:
        with closing(desk.diary) as diary:
            for line in (line for line in diary.games() if not line.put_away):
                with _or_left_out(named=False):  # one bad game does not hide the others
                    yield _game(diary, line)
        return
    from domain.kernel.errors import BadInput
    from domain.record import Diary

    copies: dict[str, list[tuple[int, Path, bool]]] = {}
    readable = False
    for file, named in _files(paths):
        with _or_left_out(named), closing(Diary(file)) as diary:
            for line in (line for line in diary.games() if not line.put_away):
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
                with _or_left_out(named=False):  # one bad game does not hide the others
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

    if line.entries >= LONG:
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
    from domain.storage import APPLICATION_ID

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


COMMANDS = (stats,)
