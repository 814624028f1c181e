"""Snapshots: states of long games at some versions, kept beside the views, so that a look need not fold all of a game.

They are a cache, thrown away if the source changes, if the record at that version differs, or by hand. Nothing is
recorded from them, and none counts without its proof (`projections.derived`). A game with secrets under a passphrase
has none, because they would lie here unencrypted.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from domain.kernel.entries import Waits
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from domain.kernel.state import State
from domain.record.diary import Diary
from domain.record.sqlite_files import LOG, SHARED, beside
from projections import derived

EVERY = 500
"""Entries between two snapshots."""

APPLICATION_ID = 0x57415253  # "WARS"
ABOUT = "CREATE TABLE about (what TEXT, value TEXT)"
SNAPSHOTS = (
    "CREATE TABLE snapshots (game TEXT, version INTEGER, head TEXT, waits TEXT, state TEXT, proof TEXT, PRIMARY "
    "KEY (game, version))"
)


def snapshots_path(diary: Path) -> Path:
    """The place of the snapshots of a diary's games: beside it."""
    return diary.with_name(f"{diary.stem}.snapshots.db")


def fold_digest() -> str:
    """A digest of the code that folds, and that keeps what was folded."""
    return derived.code_at_work("domain", "projections")


def look_back(
    diary: Diary, game_id: str, at: int | None = None, tell: Callable[[str], None] | None = None
) -> Game[Any]:
    """The game as it stands, or stood after a version, for looking only: state, version and open question.

    It holds only the entries after its snapshot, so nothing can be declared in it; a game too short for one is folded
    whole. `tell` receives a line if the file of snapshots had to be made again. Raises BadInput, Damaged.
    """
    last = diary.last(game_id)
    if last < EVERY or diary.locks(game_id) or (at is not None and not 1 <= at <= last):
        return diary.open(game_id) if at is None else diary.open(game_id).at(at)
    with Snapshots(snapshots_path(diary.path)) as kept:
        found = kept.look(diary, game_id, at)
        if tell and kept.renewed:
            tell(f"{kept.path} {kept.renewed}: it is made again")
        return found


class Snapshots:
    """The file of snapshots. If anything is wrong with it, it is made anew, or not used."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.unused = derived.usable(path, APPLICATION_ID)
        """The reason why nothing can be kept there, in words; "" if it can."""
        self.renewed = ""
        """The reason why an existing file is made again, in words that follow its name; "" if it is not."""
        self.raw = self._connect()

    def __enter__(self) -> Snapshots:
        return self

    def __exit__(self, *_: object) -> None:
        self.raw.close()

    def look(self, diary: Diary, game_id: str, at: int | None) -> Game[Any]:
        """The game at a version, from the nearest valid snapshot. Further snapshots are made on the way."""
        upto = at if at is not None else diary.last(game_id)
        backs = [back for back in diary.take_backs(game_id) if back[0] <= upto]
        game = self._nearest(diary, game_id, upto, backs)
        entries = [
            entry
            for first, last in _standing(backs, upto)
            if last > game.version
            for entry in diary.entries(game_id, after=max(first - 1, game.version), upto=last)
        ]
        made: list[Game[Any]] = []
        while entries:
            cut = next((n for n, entry in enumerate(entries, 1) if n >= EVERY and entry.ends), len(entries))
            game = game.trial(entries[:cut])
            if entries[cut - 1].ends and cut >= EVERY:
                made.append(game)
            entries = entries[cut:]
        self._keep(diary, made)
        game.version, game.disputes = upto, diary.disputes(game_id, upto)
        return game

    def _nearest(self, diary: Diary, game_id: str, upto: int, backs: list[tuple[int, int]]) -> Game[Any]:
        """The game at the last snapshot that was not taken back, or before its first entry."""
        rules = diary.rules(game_id)
        game: Game[Any] = Game(rules, game_id)
        for version, head, waits, state, proof in self._rows(game_id, upto):
            struck = any(to < version for back, to in backs if back > version)
            if not derived.holds(proof, "snapshot", game_id, version, head, waits, state):
                self.renewed = derived.DAMAGED
            elif not struck and diary.head(game_id, version) == head:
                game.state, game.version = restore(rules.initial, rules.printed.charts, state), version
                game.waits = Waits(*json.loads(waits)) if waits else None
                game.began = next(
                    (entry.fact for entry in diary.entries(game_id, upto=1) if isinstance(entry.fact, GameBegan)), None
                )
                break
        return game

    def _rows(self, game_id: str, upto: int) -> Iterator[tuple[int, str, str, str, str]]:
        with suppress(sqlite3.Error):
            select = (
                "SELECT version, head, waits, state, proof FROM snapshots WHERE game=? AND version<=? ORDER BY "
                "version DESC"
            )
            yield from self.raw.execute(select, (game_id, upto))

    def _keep(self, diary: Diary, made: list[Game[Any]]) -> None:
        found = [
            (
                game.id,
                game.version,
                diary.head(game.id, game.version),
                json.dumps(game.waits) if game.waits else "",
                game.state.model_dump_json(),
            )
            for game in made
        ]
        rows = [(*row, derived.proof("snapshot", *row)) for row in found]
        with suppress(sqlite3.Error), self.raw:  # on a full disk, or another's lock, the next look tries again
            self.raw.executemany("INSERT OR REPLACE INTO snapshots VALUES (?,?,?,?,?,?)", rows)

    def throw_away_what_is_wrong(self, diary: Diary) -> int:
        """Deletes the snapshots that this machine did not keep of a game of this diary; returns their number.

        They are never used.
        """
        wrong = []
        for row, *parts, proof in self.raw.execute(
            "SELECT rowid, game, version, head, waits, state, proof FROM snapshots"
        ):
            if not derived.holds(proof, "snapshot", *parts):
                self.renewed = derived.DAMAGED
            elif diary.head(parts[0], parts[1]) != parts[2]:
                self.renewed = self.renewed or derived.OTHER_DIARY
            else:
                continue
            wrong.append((row,))
        with self.raw:
            self.raw.executemany("DELETE FROM snapshots WHERE rowid=?", wrong)
        return len(wrong)

    def _connect(self) -> sqlite3.Connection:
        if self.unused:
            return sqlite3.connect(":memory:")
        said = derived.says(self.path)
        for _ in range(2):
            with suppress(OSError):
                # a snapshot holds everything, and is for its owner's eyes
                os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            try:
                raw = sqlite3.connect(self.path, timeout=5)
            except sqlite3.Error as error:
                self.unused = str(error)
                break
            # its proof then fails, and the others are still read
            raw.text_factory = lambda stored: stored.decode("utf-8", "replace")
            try:
                raw.execute("PRAGMA journal_mode=WAL")
                if not self._is_current(raw):
                    with raw:
                        raw.execute("DROP TABLE IF EXISTS about")
                        raw.execute("DROP TABLE IF EXISTS snapshots")
                        raw.execute(ABOUT)
                        raw.executemany(
                            "INSERT INTO about VALUES (?,?)", derived.file_description(fold_digest()).items()
                        )
                        raw.execute(SNAPSHOTS)
                        raw.execute(f"PRAGMA application_id={APPLICATION_ID}")
                    if said != {}:
                        self.renewed = derived.why_anew(said, fold_digest())
                return raw
            except sqlite3.OperationalError as error:  # used by another process, or the disk is full
                self.unused = str(error)
                raw.close()
                break
            except sqlite3.DatabaseError:  # damaged, but with our mark: it is made anew
                raw.close()
                self.renewed, said = derived.DAMAGED, {}
                for tail in ("", LOG, SHARED):
                    with suppress(OSError):
                        beside(self.path, tail).unlink(missing_ok=True)
        return sqlite3.connect(":memory:")

    @staticmethod
    def _is_current(raw: sqlite3.Connection) -> bool:
        """Whether this code made the file, and it holds nothing else."""
        with closing(raw.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")) as found:
            if {sql for (sql,) in found} != {ABOUT, SNAPSHOTS}:
                return False
        return dict(raw.execute("SELECT what, value FROM about")) == derived.file_description(fold_digest())


def _standing(backs: list[tuple[int, int]], upto: int) -> list[tuple[int, int]]:
    """The runs of standing entries, as (first, last) versions, given the take-backs as (their version, the version they
    go back to).
    """
    runs: list[tuple[int, int]] = []
    first = 0
    for version, to in backs:
        runs.append((first, version - 1))
        runs = [(a, min(b, to)) for a, b in runs if a <= to]
        first = version + 1
    return [*runs, (first, upto)]


def restore(initial: State, charts: Mapping[str, Any], dumped: str) -> Any:
    """A state from its dump, with the rows of charts in their own classes."""
    data = json.loads(dumped)
    rows = data.pop("charts", {})
    state = type(initial).model_validate_json(json.dumps(data))
    return state.but(
        charts={
            c: {name: charts[c].model_validate_json(json.dumps(row)) for name, row in each.items()}
            for c, each in rows.items()
        }
    )
