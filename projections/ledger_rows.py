"""The rows that the entries of one game add to its ledgers, and what a take-back strikes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from eventsourcing.sqlite import SQLiteCursor

from domain.kernel.entries import Entry, Moment
from domain.kernel.errors import Damaged
from domain.kernel.facts import Fact, Irregular, Stub, TakenBack
from domain.kernel.rules import Rules
from domain.record.codec import Keys, decode
from projections import derived, ledgers

NOT_READ = "cannot be read; `wardiary doctor` says more"
"""Said of an entry in place of what it held."""


def entry_of(version: int, topic: str, state: bytes | None, topics: Mapping[str, type[Fact]], keys: Keys) -> Entry:
    """The entry of a stored row. An unreadable one is replaced by words that say so, because one bad entry must not
    hide the game."""
    if state is None:
        return Entry(version, version, Stub(words="withheld: its seal stands for it"))
    try:
        return decode(version, topic, state, topics, keys)
    except Damaged:  # its text quotes stored bytes, which may be a secret
        return Entry(version, version, Irregular(why=f"entry {version} {NOT_READ}"))


class NewRows:
    """The rows that a page of entries adds to a game's ledgers, and what they add to the sums of its proof.

    Everything waits for this, so it uses plain tuples, and one executemany a table.
    """

    def __init__(self, c: SQLiteCursor, game: str, rules: Rules[Any]) -> None:
        self.c, self.game, self.rules = c, game, rules
        self.waiting: dict[str, list[tuple[Any, ...]]] = {ledger.name: [] for ledger in ledgers.LEDGERS}
        self.sums: Counter[str] = Counter()
        """What the rows add to the sum of each ledger."""
        self.moment = Moment()
        self.when: tuple[str, int | None, int | None] = ("", None, None)
        """The moment of the last entry, and how the rows say it: its words, its period and its turn."""

    def add(self, entries: Iterable[Entry], runs: Runs) -> None:
        """Adds the rows of entries, in order, and strikes what they take back."""
        for entry in entries:
            self._wait(entry)
            if isinstance(entry.fact, TakenBack):
                self._write()
                for first, last in runs.take_back(entry.version, entry.fact.to):
                    self._strike(first - 1, last + 1)
        self._write()

    def _wait(self, entry: Entry) -> None:
        if entry.moment != self.moment:
            self.moment = entry.moment
            self.when = (" / ".join(entry.moment.path), *self.rules.play.turn_of(entry.moment))
        fact = entry.fact
        for ledger in ledgers.takers(fact):
            for item, row in enumerate(ledgers.rows_of(ledger, entry, self.rules)):
                self.waiting[ledger.name].append(
                    (self.game, entry.version, item, *self.when, *row, fact.rule, 0, entry.moment.key)
                )

    def _write(self) -> None:
        for name, rows in self.waiting.items():
            if rows:
                into = f"INTO {name} VALUES ({','.join('?' * len(rows[0]))})"
                try:
                    self.c.executemany(f"INSERT {into}", rows)
                # numbers too large for SQLite, as only a stranger's entries have, must hide nothing else
                except OverflowError:
                    rows[:] = [row for row in rows if ledgers.fits(row)]
                    self.c.executemany(f"INSERT OR REPLACE {into}", rows)
                self.sums[name] += derived.digest_sum(rows, name)
                rows.clear()

    def _strike(self, after: int, before: int) -> None:
        """Strikes the written rows between two versions."""
        which = "WHERE game=? AND version>? AND version<? AND NOT struck"
        for name in (ledger.name for ledger in ledgers.LEDGERS):
            # read before striking, as the proof reads them: UPDATE would return a REAL 2.0 as a whole number
            self.c.execute(f"SELECT * FROM {name} {which}", (self.game, after, before))
            if struck := list(map(tuple, self.c.fetchall())):
                self.sums[name] += derived.digest_sum(struck, name)  # a struck row counts twice
                self.c.execute(f"UPDATE {name} SET struck=1 {which}", (self.game, after, before))


class Runs:
    """The runs of a game's entries whose rows stand, in order; the last run goes on.

    Searching all struck rows instead would take very long.
    """

    def __init__(self, backs: Iterable[tuple[int, int]], before: int) -> None:
        """`backs` are the take-backs as (their version, the version they go back to).

        Only those `before` an entry have happened.
        """
        self.closed: list[tuple[int, int]] = []
        self.first = 0
        for version, to in backs:
            if version < before:
                self.take_back(version, to)

    def take_back(self, version: int, to: int) -> list[tuple[int, int]]:
        """The runs that no longer stand. A take-back itself stands until it is taken back."""
        struck = []
        if self.first < version:
            self.closed.append((self.first, version - 1))
        self.first = version
        while self.closed and self.closed[-1][1] > to:
            first, last = self.closed.pop()
            struck.append((max(first, to + 1), last))
            if first <= to:
                self.closed.append((first, to))
        return struck
