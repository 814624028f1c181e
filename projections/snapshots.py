"""Snapshots: the state of long games at some versions, kept beside the views so that looking need not fold all of a game.

They are a cache: thrown away when the source changes, when the record at that version is another one, or by hand. Nothing
is recorded from them, and none counts without its proof (`projections.derived`). A game with secrets under a passphrase has
none, since they would lie here in the clear.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import domain
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
    "CREATE TABLE snapshots (game TEXT, version INTEGER, head TEXT, waits TEXT, state TEXT, proof TEXT, PRIMARY KEY (game, version))"
)


def snapshots_path(diary: Path) -> Path:
    """Where the snapshots of a diary's games lie: beside it."""
    return diary.with_name(f"{diary.stem}.snapshots.db")


@lru_cache
def source_digest() -> str:
    """A digest of the code that folds."""
    digest = sha256()
    for source in (*sorted(Path(str(domain.__file__)).parent.rglob("*.py")), Path(__file__)):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def look(diary: Diary, game_id: str, at: int | None = None, tell: Callable[[str], None] | None = None) -> Game[Any]:
    """The game as it stands, or stood after a version, to be looked at: state, version and open question.

    It holds only the entries after the snapshot it was made from: nothing can be declared in it. `tell` hears in a line
    that the file of snapshots had to be made again. Raises BadInput, Damaged.
    """
    if diary.locks(game_id) or (at is not None and (at < 1 or at > diary.last(game_id))):
        return diary.open(game_id) if at is None else diary.open(game_id).at(at)
    with Snapshots(snapshots_path(diary.path)) as kept:
        found = kept.look(diary, game_id, at)
        if tell and kept.renewed:
            tell(f"{kept.path} {kept.renewed}: it is made again")
        return found


class Snapshots:
    """The file of snapshots. Whatever is wrong with it, it is made anew, or done without."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.unused = derived.usable(path, APPLICATION_ID)
        """Why nothing can be kept there, in words; "" where it can."""
        self.renewed = ""
        """Why what was there before is made again, to be told after the file's name; "" where it is not."""
        self.raw = self._connect()

    def __enter__(self) -> Snapshots:
        return self

    def __exit__(self, *_: object) -> None:
        self.raw.close()

    def look(self, diary: Diary, game_id: str, at: int | None) -> Game[Any]:
        """The game at a version, from the nearest snapshot that still holds; snapshots are made on the way."""
        upto = at if at is not None else diary.last(game_id)
        backs = [back for back in diary.take_backs(game_id) if back[0] <= upto]
        game = self._nearest(diary, game_id, upto, backs)
        entries = [
            entry for first, last in _standing(backs, upto) if last > game.version
            for entry in diary.entries(game_id, after=max(first - 1, game.version), upto=last)
        ]  # fmt: skip
        made: list[Game[Any]] = []
        while entries:
            cut = next((n for n, entry in enumerate(entries, 1) if n >= EVERY and entry.ends), len(entries))
            game = game.trial(entries[:cut])
            if entries[cut - 1].ends and cut >= EVERY:
                made.append(game)
            entries = entries[cut:]
        self._keep(diary, made)
        game.version = upto
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
                game.state, game.version = restore(rules.initial, rules.charts, state), version
                game.waits = Waits(*json.loads(waits)) if waits else None
                game.began = next((entry.fact for entry in diary.entries(game_id, upto=1) if isinstance(entry.fact, GameBegan)), None)
                break
        return game

    def _rows(self, game_id: str, upto: int) -> Iterator[tuple[int, str, str, str, str]]:
        with suppress(sqlite3.Error):
            select = "SELECT version, head, waits, state, proof FROM snapshots WHERE game=? AND version<=? ORDER BY version DESC"
            yield from self.raw.execute(select, (game_id, upto))

    def _keep(self, diary: Diary, made: list[Game[Any]]) -> None:
        found = [
            (game.id, game.version, diary.head(game.id, game.version), json.dumps(game.waits) if game.waits else "", game.state.model_dump_json())
            for game in made
        ]
        rows = [(*row, derived.proof("snapshot", *row)) for row in found]
        with suppress(sqlite3.Error), self.raw:  # a full disk, or another's lock: the next look tries again
            self.raw.executemany("INSERT OR REPLACE INTO snapshots VALUES (?,?,?,?,?,?)", rows)

    def throw_away_what_is_wrong(self, diary: Diary) -> int:
        """Throws the snapshots away that are not what this machine kept of a game of this diary; gives how many. They count for nothing."""
        wrong = []
        for row, *parts, proof in self.raw.execute("SELECT rowid, game, version, head, waits, state, proof FROM snapshots"):
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
                os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))  # a snapshot holds all there is, for its owner's eyes
            try:
                raw = sqlite3.connect(self.path, timeout=5)
            except sqlite3.Error as error:
                self.unused = str(error)
                break
            raw.text_factory = lambda stored: stored.decode("utf-8", "replace")  # then a proof does not hold, and the others are read
            try:
                raw.execute("PRAGMA journal_mode=WAL")
                if not self._is_current(raw):
                    with raw:
                        raw.execute("DROP TABLE IF EXISTS about")
                        raw.execute("DROP TABLE IF EXISTS snapshots")
                        raw.execute(ABOUT)
                        raw.executemany("INSERT INTO about VALUES (?,?)", derived.about(source_digest()).items())
                        raw.execute(SNAPSHOTS)
                        raw.execute(f"PRAGMA application_id={APPLICATION_ID}")
                    if said != {}:
                        self.renewed = derived.why_anew(said, source_digest())
                return raw
            except sqlite3.OperationalError as error:  # in another's use, or the disk is full
                self.unused = str(error)
                raw.close()
                break
            except sqlite3.DatabaseError:  # damaged; it carries our mark, and is made anew
                raw.close()
                self.renewed, said = derived.DAMAGED, {}
                for tail in ("", LOG, SHARED):
                    with suppress(OSError):
                        beside(self.path, tail).unlink(missing_ok=True)
        return sqlite3.connect(":memory:")

    @staticmethod
    def _is_current(raw: sqlite3.Connection) -> bool:
        """Whether this code made the file, and nothing else is in it."""
        with closing(raw.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")) as found:
            if {sql for (sql,) in found} != {ABOUT, SNAPSHOTS}:
                return False
        return dict(raw.execute("SELECT what, value FROM about")) == derived.about(source_digest())


def _standing(backs: list[tuple[int, int]], upto: int) -> list[tuple[int, int]]:
    """The first and last versions of the runs of entries that stand, given the take-backs: where each stands, and to where it goes."""
    runs: list[tuple[int, int]] = []
    first = 0
    for version, to in backs:
        runs.append((first, version - 1))
        runs = [(a, min(b, to)) for a, b in runs if a <= to]
        first = version + 1
    return [*runs, (first, upto)]


def restore(initial: State, charts: Mapping[str, Any], dumped: str) -> Any:
    """A state from its dump, rows of charts as their own kinds."""
    data = json.loads(dumped)
    rows = data.pop("charts", {})
    state = type(initial).model_validate_json(json.dumps(data))
    return state.but(charts={c: {name: charts[c].model_validate_json(json.dumps(row)) for name, row in each.items()} for c, each in rows.items()})
