"""The command `stats`: sums over games."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from cli.desk import Desk
from cli.output import Paced, dump, paint, print_line, print_table, talk
from cli.unlocking import PASSPHRASES, unlock_at_terminal, variable
from domain.kernel.errors import BadInput, Trouble
from domain.kernel.facts import BranchedFrom, Drawn, Rolled
from domain.kernel.game import View
from domain.record.codec import decode
from domain.record.diary import Diary, makes_sense
from domain.record.glance import GameLine
from domain.record.storage import APPLICATION_ID
from projections.ledger_file import LedgerFile, ledger_path
from projections.report.stats import Counting, GameCount, GameSums
from projections.report.stats import stats as tallies

TABLES: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("RESULTS", ("player", "system", "games", "won", "lost", "drawn", "disputed", "unfinished", "time"), ("games",)),
    (
        "CASUALTIES AND POINTS",
        ("player", "system", "steps_lost", "steps_inflicted", "points"),
        ("steps_lost", "steps_inflicted", "points"),
    ),
    ("LUCK WITH DICE", ("player", "system", "dice", "dice_mean", "dice_expected"), ("dice",)),
    ("LUCK WITH FIRE", ("player", "system", "shots", "hits", "hits_expected"), ("shots",)),
    ("LUCK WITH CARDS", ("player", "system", "cards", "cards_luck"), ("cards",)),
)
"""The tables: titles, columns, and the columns of which one must be filled for a row to be shown."""
COUNTED = "{done} of {of} games are counted"
SEALED = "NOT COUNTED, FOR WANT OF A PASSPHRASE"


class Uncounted(NamedTuple):
    """A player's sealed entries in a game that were not counted, for lack of a passphrase."""

    game: str
    player: str
    system: str
    rolls: int
    """Rolls of dice. Their numbers of dice are sealed too."""
    draws: int
    """Cards and chits drawn."""
    others: int
    """Other entries, which may hold losses and points."""
    passphrase: str
    """The environment variable that may hold the passphrase."""


def stats(desk: Desk, diaries: tuple[Path, ...], branches: bool, demos: bool, as_json: bool) -> None:
    """`wardiary stats`: prints sums over all games."""
    unread: list[Uncounted] = []
    games = _played(_games(desk, diaries, branches), demos)
    rows = [tally.row() for tally in tallies(_readable(games, unread))]
    if as_json:
        dump([row | {"sealed": _sealed_of(row, unread)} for row in rows])
        return
    if not rows:
        talk("nothing yet")
    tables = [
        *(
            (title, columns, [row for row in rows if any(row[column] for column in telling)])
            for title, columns, telling in TABLES
        ),
        (SEALED, Uncounted._fields, [each._asdict() for each in unread]),
    ]
    for n, (title, columns, shown) in enumerate(table for table in tables if table[2]):
        if n:
            print_line()
        print_line(paint(title, bold=True))
        print_table(columns, shown)


def _sealed_of(row: Mapping[str, Any], unread: Iterable[Uncounted]) -> int:
    """The number of a player's sealed entries in a system that were not counted."""
    mine = (
        each for each in unread if (each.player.casefold(), each.system) == (row["player"].casefold(), row["system"])
    )
    return sum(each.rolls + each.draws + each.others for each in mine)


class Listed(NamedTuple):
    """A game of a diary, counted."""

    name: str
    counting: Counting

    @property
    def came_to(self) -> GameCount:
        return self.counting.came_to


def _readable(games: Iterable[Listed], unread: list[Uncounted]) -> Iterator[Counting]:
    """The games, and in `unread` what of them could not be counted for lack of a passphrase."""
    for game in games:
        for side, sealed in game.came_to.sealed.items():
            unread.append(
                Uncounted(
                    game.name, game.came_to.players[side], game.came_to.system, *sealed, passphrase=variable(side)
                )
            )
        yield game.counting


def _played(games: Iterable[Listed], demos: bool) -> Iterator[Listed]:
    """The games that somebody here has played, without those of `wardiary demo` unless `demos`."""
    left = 0
    for game in games:
        if game.came_to.is_demo and not demos:
            left += 1
        else:
            yield game
    if left:
        talk(
            f"{left} {'demo is' if left == 1 else 'demos are'} left out; --demos counts "
            f"{'it' if left == 1 else 'them'} too"
        )


def _games(desk: Desk, paths: tuple[Path, ...], branches: bool) -> Iterator[Listed]:
    """The games of diaries, each once, counted; without branches unless `branches`.

    An unreadable game, or file in a folder, is mentioned and left out. What the games of one's own diary came to is
    remembered beside it. Raises BadInput for an unreadable file that was named, and for a folder without a diary.
    """
    if paths:
        copies, parents = _copies(paths)
        yield from _furthest(_without_branches(copies, parents, branches))
        return
    with closing(desk.diary) as diary, _remembered(diary) as remembered:
        copies = {listing.id: [PlayedCopy(listing.entries, diary.path)] for listing in _in_sight(diary)}
        counted = _without_branches(copies, parents_of_branches(diary), branches)
        told = Paced(COUNTED)
        for done, listing in enumerate(one for one in diary.games() if one.id in counted):
            told(done, len(counted))
            with _or_left_out(listing.name):  # one bad game does not hide the others
                yield Listed(listing.name, counting_of(diary, listing, remembered))


@contextmanager
def _uncollected() -> Iterator[None]:
    """Searches for no circles meanwhile: entries form none, and looking through them costs a third of the counting."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@contextmanager
def _remembered(diary: Diary) -> Iterator[LedgerFile | None]:
    """The views file, which remembers what games came to; None where none can be kept, or passphrases are at hand:
    what is sealed is not kept."""
    if any(name.startswith(PASSPHRASES) for name in os.environ):
        yield None
        return
    try:
        ledgers = LedgerFile(ledger_path(diary.path))
    except Trouble:
        yield None
        return
    with ledgers:
        yield ledgers


def counting_of(diary: Diary, listing: GameLine, remembered: LedgerFile | None) -> Counting:
    """A game's numbers: remembered, if they are those of its present seal, else summed up from its entries."""
    head = diary.head(listing.id)

    def after(shared: int) -> GameCount:
        return _summed(diary, listing, shared)

    if remembered and (known := remembered.remembered(listing.id, head)):
        return Counting(GameCount.model_validate_json(known), after)
    with _uncollected():
        count = _summed(diary, listing)
    if remembered:
        remembered.remember(listing.id, head, count.model_dump_json())
    return Counting(count, after)


class PlayedCopy(NamedTuple):
    """A game in one of several diaries, with the number of entries there."""

    entries: int
    file: Path


Copies = dict[str, list[PlayedCopy]]
"""The copies of each game by its id, the longest one last."""


def _copies(paths: tuple[Path, ...]) -> tuple[Copies, dict[str, str]]:
    """The games of several diaries, and the parents of the branches among them.

    Raises BadInput if no diary can be read.
    """
    copies: Copies = {}
    parents: dict[str, str] = {}
    readable = False
    for file, named in _files(paths):
        with _or_left_out(named=named), closing(Diary(file)) as diary:
            for listing in _in_sight(diary):
                copies.setdefault(listing.id, []).append(PlayedCopy(listing.entries, file))
            parents |= parents_of_branches(diary)
            readable = True
    if not readable:
        raise BadInput("no diary there can be read; `wardiary --diary FILE doctor` says what is wrong with one")
    for found in copies.values():
        found.sort(key=lambda copy: copy.entries)
    return copies, parents


def parents_of_branches(diary: Diary) -> dict[str, str]:
    """The branches of a diary, hidden ones included: branch -> parent."""
    parents = {}
    for listing in diary.games():
        for version, topic, state in diary.stored(listing.id, upto=0):
            with suppress(Trouble):  # reading the game reports it
                first = decode(version, topic, state, {BranchedFrom.TOPIC: BranchedFrom}).fact
                if isinstance(first, BranchedFrom):
                    parents[listing.id] = first.game
    return parents


def _without_branches(copies: Copies, parents: Mapping[str, str], branches: bool) -> Copies:
    """The games that count: of a game and its branches only the game, or if it is missing, the longest branch; all if
    `branches`.
    """
    if branches:
        return copies
    played: dict[str, list[str]] = {}
    for id in copies:
        root, seen = id, {id}
        while root in parents and parents[root] not in seen:  # a stranger's branches may form a circle
            root = parents[root]
            seen.add(root)
        played.setdefault(root, []).append(id)
    counted = {root if root in ids else max(ids, key=lambda id: copies[id][-1].entries) for root, ids in played.items()}
    if left := len(copies) - len(counted):
        talk(
            f"{left} {'branch is' if left == 1 else 'branches are'} left out; --branches counts "
            f"{'it' if left == 1 else 'them'} too"
        )
    return {id: found for id, found in copies.items() if id in counted}


def _furthest(copies: Copies) -> Iterator[Listed]:
    """Each game from its longest readable copy. A diary is opened once for all its games."""
    told, every = Paced(COUNTED), len(copies)
    while copies:
        file = next(iter(copies.values()))[-1].file
        with closing(Diary(file)) as diary:
            listings = {listing.id: listing for listing in diary.games()}
            for game_id in [id for id, found in copies.items() if found[-1].file == file]:
                copies[game_id].pop()
                told(every - len(copies), every)
                with _or_left_out(listings[game_id].name):  # one bad game does not hide the others
                    game = counting_of(diary, listings[game_id], None)
                    copies[game_id].clear()
                    yield Listed(listings[game_id].name, game)
                if not copies[game_id]:
                    del copies[game_id]


def _in_sight(diary: Diary) -> list[GameLine]:
    """The games that are not hidden."""
    return [listing for listing in diary.games() if not listing.put_away]


@contextmanager
def _or_left_out(what: str = "", *, named: bool = False) -> Iterator[None]:
    """Prints an error, and of what it is, and goes on; if the file was `named`, raises it."""
    try:
        yield
    except (Trouble, OSError) as error:
        if named:
            raise
        talk(f"left out: {what}{': ' * bool(what)}{error}")


def _summed(diary: Diary, listing: GameLine, shared: int = 0) -> GameCount:
    """A game's numbers, summed up from its entries. Sealed entries that cannot be opened are mentioned."""
    with suppress(BadInput):  # the passphrase of another game
        unlock_at_terminal(diary, listing.id, ask=False)
    sums, locked = GameSums(View(diary.rules(listing.id), listing.id), shared), diary.locked(listing.id)
    sealed = {side: Counter[str]() for side in locked}
    with makes_sense("it"):
        for entry, topic, stands in diary.read_through(listing.id, sums.wanted):
            sums.take(entry, stands)
            if locked and stands and (side := entry.fact.secret) in sealed:
                sealed[side][topic] += 1
    return sums.count({side: _kinds_of(found) for side, found in sealed.items() if found})


def _kinds_of(sealed: Counter[str]) -> tuple[int, int, int]:
    """The sealed entries that could not be read: rolls, draws, others."""
    rolls, draws = sealed[Rolled.TOPIC], sealed[Drawn.TOPIC]
    return rolls, draws, sealed.total() - rolls - draws


def _files(paths: Iterable[Path]) -> Iterator[tuple[Path, bool]]:
    """The diaries among files and in folders, each with whether it was named.

    Raises BadInput for a folder without one.
    """
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
    """The application id in an SQLite file's header, which tells diaries from views; -1 for any other file."""
    try:
        if not file.is_file():
            return -1
        with file.open("rb") as data:
            head = data.read(100)
    except OSError as error:
        talk(f"left out: {file}: {error.strerror}")
        return -1
    return int.from_bytes(head[68:72], "big") if head.startswith(b"SQLite format 3\x00") else -1
