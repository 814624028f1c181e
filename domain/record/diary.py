"""The record: games kept in a diary.

A diary is one SQLite file of many games, or a database on a PostgreSQL server. Each game is a stream of entries under
a random id. An append is one transaction: its entries, their seals and the id of its declaration. `store` is what is
asked of the file or server below it, `codec` the form of an entry in it, `seals` the chain that binds the entries
together, `locking` the encryption of a side's secrets.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent

from domain import games
from domain.kernel.disputes import Disputes, disputes_in
from domain.kernel.entries import Entry, Made, Moment, standing
from domain.kernel.errors import BadInput, Damaged, Trouble
from domain.kernel.facts import BranchedFrom, Disputed, DisputeSettled, Fact, GameBegan, SecretsOpened, TakenBack
from domain.kernel.game import Game, Outcome
from domain.kernel.limits import NAME
from domain.kernel.rules import Rules
from domain.record import locking, reveals
from domain.record.codec import (
    NO_KEYS,
    Keys,
    Wanted,
    declaration_of,
    decode,
    encode,
    is_time,
    moment_of,
    passed_over,
    players_in,
)
from domain.record.glance import GameLine, called, game_lines, select_games
from domain.record.seals import Problem, Sealed, chained, has_seal, leaf_of, revealed, verify
from domain.record.sqlite_store import SqliteStore
from domain.record.store import Away, Parameters, Store, StoreAway, StoreCursor, insert
from domain.record.turns import Turns
from domain.version import VERSION

LOW_SPACE = 50_000_000
"""Free bytes below which the recorder is warned."""


class Overtaken(Trouble):
    """Somebody else recorded first; `entries` is what they recorded. The line may be said again."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        said = "; ".join(w for w in (entry.fact.sentence() for entry in entries) if w)
        super().__init__(f"somebody else recorded first, so your line was not recorded: {said or 'see the log'}")
        self.entries = entries


NAME_SIGNS = " -_.,+()'\u2019\u2013"
"""The signs that a game's name may hold beside letters and digits.

Signs that a shell would run (`;`, `$`, `&`) are excluded.
"""
LONGEST_NAME = 80


def check_name(name: str) -> None:
    """Checks a name for a new game: it is typed at shells, and comes in with strangers' files. Raises BadInput.

    A name begins with a letter or a digit, so that no program takes it for an option. Older diaries may hold other
    names.
    """
    wrong = next((sign for sign in name if sign not in NAME_SIGNS and unicodedata.category(sign)[0] not in "LMN"), "")
    if wrong or not 0 < len(name) <= LONGEST_NAME or not name[0].isalnum() or name[-1] == " ":
        what = (
            f"{wrong!r} cannot stand in a game's name: it"
            if wrong
            else f"{name[:LONGEST_NAME]!r} is no name for a game: a name"
        )
        raise BadInput(
            f"{what} has 1 to {LONGEST_NAME} letters and digits of any script, spaces and {' '.join(NAME_SIGNS[1:])}, "
            "and begins with a letter or a digit"
        )


def timestamp() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def opened_keys(locks: Mapping[str, Mapping[str, str]], stored: Iterable[Sequence[Any]]) -> dict[str, bytes]:
    """The keys that sides have opened in a record: side -> key.

    The arguments are the entries as (version, topic, bytes).
    """
    found = {}
    for version, topic, state in stored:
        if topic != SecretsOpened.TOPIC:
            continue
        with suppress(Damaged, ValueError):  # an invalid key opens nothing
            fact = decode(version, topic, state, {SecretsOpened.TOPIC: SecretsOpened}).fact
            if (
                isinstance(fact, SecretsOpened)
                and fact.side in locks
                and locking.opens(bytes.fromhex(fact.key), locks[fact.side])
            ):
                found[fact.side] = bytes.fromhex(fact.key)
    return found


NONSENSE = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError)
"""What is raised by readable entries that make no sense together, which only a stranger's do."""


@contextmanager
def makes_sense(name: str) -> Iterator[None]:
    """Raises Damaged if the entries of the game of this name make no sense together."""
    try:
        yield
    except NONSENSE as error:
        raise Damaged(f"{name} cannot be read: its entries make no sense together ({error})") from error


def _struck(stored: Iterable[Sequence[Any]]) -> list[tuple[int, int]]:
    """What stored take-backs strike, themselves among it: runs of versions in order, each (the last before it, its
    last)."""
    runs: list[tuple[int, int]] = []
    for version, topic, state in stored:
        with suppress(Damaged):  # the reader of the entry reports it
            fact = decode(version, topic, state, {TakenBack.TOPIC: TakenBack}).fact
            if isinstance(fact, TakenBack):
                before = min(fact.to, version - 1)
                while runs and runs[-1][1] > before:
                    before = min(before, runs.pop()[0])
                runs.append((before, version))
    return runs


AT_A_TIME = 1_000
"""Number of entries of a copy that are stored by one statement."""


class Diary:
    """Games kept in one SQLite file, or in another store. Raises Damaged if what is there is something else."""

    def __init__(self, place: str | Path | Store, by: str = "") -> None:
        self.storage: Store = SqliteStore(place) if isinstance(place, str | Path) else place
        self.by = by
        self._keys: dict[str, dict[str, bytes]] = {}
        self._turns: dict[str, Turns] = {}
        self._begun: tuple[tuple[int, str, bytes], GameBegan] | None = None
        """The first entry read last: (its stored row, its fact)."""

    @property
    def path(self) -> Path:
        """The file beside which lies what is made anew from the record."""
        return self.storage.path

    @property
    def place(self) -> str:
        """The diary's file or server, as messages say it."""
        return self.storage.place

    @property
    def read_only(self) -> bool:
        return self.storage.read_only

    def close(self) -> None:
        self.storage.close()

    def __enter__(self) -> Diary:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- which games ----

    def games(self) -> list[GameLine]:
        """All games, oldest first."""
        return self._lines("", ())

    def listed(self, game_id: str) -> GameLine | None:
        """The line of one game; None if the diary lists none of this id."""
        return next(iter(self._lines("WHERE g.id=?", (game_id,))), None)

    def _lines(self, where: str, parameters: tuple[str, ...]) -> list[GameLine]:
        return game_lines(self._select(select_games(self.storage.start_of, where), parameters))

    def moments(self) -> dict[str, Moment]:
        """The moment at which each game stands, by its id.

        It is read from the last standing entry, without the game's rules.
        """
        rows = self._select(
            # LEFT keeps the games outermost: left to itself, SQLite looks through all entries for these few
            "SELECT g.id, e.originator_version, e.topic, e.state FROM games g LEFT JOIN stored_events e ON "
            "e.originator_id = g.id AND "
            "e.originator_version = (SELECT MAX(originator_version) FROM stored_events l WHERE l.originator_id = g.id)"
        )
        return {
            game_id: moment_of(self._standing(game_id, version, topic, state))
            for game_id, version, topic, state in rows
            if version is not None
        }

    def _standing(self, game_id: str, version: int, topic: str, state: bytes) -> bytes:
        """The bytes of the last standing entry: this entry, or the one its take-back leads to."""
        while topic == TakenBack.TOPIC:
            with suppress(Damaged):  # the reader of the entry reports it
                fact = decode(version, topic, state, {TakenBack.TOPIC: TakenBack}).fact
                found = (
                    self.stored(game_id, fact.to - 1, fact.to)
                    if isinstance(fact, TakenBack) and fact.to < version
                    else []
                )
                if found:
                    version, topic, state = found[0]
                    continue
            break
        return state

    def find(self, name: str) -> GameLine:
        """The game with this name or id, or the only one beginning so. Raises BadInput if there is none, or several."""
        return called(name, self.games(), self.place)

    def rename(self, game_id: str, name: str) -> None:
        """Changes a game's name, which is a label outside the record. Raises BadInput if the name is taken."""
        with self._naming(game_id, name) as c:
            c.execute("UPDATE games SET name=? WHERE id=?", (name, game_id))

    def put_away(self, game_id: str, away: bool = True) -> None:
        """Hides a game from the lists, or brings it back. Nothing is deleted."""

        def is_put() -> bool:
            return any(line.put_away == away for line in self._lines("WHERE g.id=?", (game_id,)))

        with self._troubles(), self.storage.writing(game_id, is_put) as c:
            c.execute("UPDATE games SET put_away=? WHERE id=?", (int(away), game_id))

    @contextmanager
    def _naming(self, game_id: str, name: str) -> Iterator[StoreCursor]:
        """A transaction that names a game. It is also refused if somebody else takes the name meanwhile."""
        self.check_free(name)

        def is_named() -> bool:
            return any(line.name == name for line in self._lines("WHERE g.id=?", (game_id,)))

        try:
            with self._troubles(), self.storage.writing(game_id, is_named) as c:
                yield c
        except IntegrityError as error:
            self.check_free(name)
            raise Damaged(f"nothing was recorded: {error}") from error

    def check_free(self, name: str) -> None:
        """Raises BadInput if a new game cannot have this name: it is taken, or not a valid name."""
        check_name(name)
        if any(g.name == name for g in self.games()):
            raise BadInput(f"there is a game called {name!r} already; choose another name")

    # ---- reading ----

    def rules(self, game_id: str) -> Rules[Any]:
        found = self._select("SELECT system FROM games WHERE id=?", (game_id,))
        return games.load_or_unknown(found[0][0] if found else "", lambda: self.began(game_id))

    def began(self, game_id: str) -> GameBegan | None:
        """The beginning of a game; None if it cannot be read, which the reader of the entries reports."""
        for version, topic, state in self.stored(game_id, upto=1):
            row = (version, topic, state)
            if self._begun and self._begun[0] == row:  # it is asked for at every turn, and long: it holds the charts
                return self._begun[1]
            with suppress(Damaged):
                fact = decode(*row, {GameBegan.TOPIC: GameBegan}).fact
                if isinstance(fact, GameBegan):
                    self._begun = row, fact
                    return fact
        return None

    def players(self, game_id: str) -> Mapping[str, str]:
        """Who plays each side, read without the long charts; none where the beginning cannot be read."""
        return next(
            (players_in(state) for _, topic, state in self.stored(game_id, upto=1) if topic == GameBegan.TOPIC), {}
        )

    def stored(self, game_id: str, after: int = -1, upto: int | None = None, limit: int | None = None) -> list[Any]:
        """The stored rows (version, topic, state), in order, and no more than `limit`."""
        return self._select(
            "SELECT originator_version, topic, state FROM stored_events WHERE originator_id=? AND originator_version>? "
            "AND originator_version<=? ORDER BY originator_version LIMIT ?",
            (game_id, after, upto if upto is not None else 2**62, limit if limit is not None else 2**62),
        )

    def _of_topic(self, game_id: str, *topics: str, after: int = -1) -> list[Any]:
        """The stored rows of these topics, in order. Looking for them passes over all entries of the game after a
        version, once."""
        return self._select(
            "SELECT originator_version, topic, state FROM stored_events WHERE originator_id=? AND originator_version>? "
            f"AND topic IN ({', '.join('?' * len(topics))}) ORDER BY originator_version",
            (game_id, after, *topics),
        )

    def entries(self, game_id: str, after: int = -1, upto: int | None = None) -> list[Entry]:
        """Entries in order. Raises Damaged, naming the first unreadable one."""
        topics, keys = self.rules(game_id).play.topics, self.keys(game_id)
        return [
            decode(version, topic, state, topics, keys) for version, topic, state in self.stored(game_id, after, upto)
        ]

    def read_through(self, game_id: str, wanted: Wanted | None = None) -> Iterator[tuple[Entry, str, bool]]:
        """Entries in order, each with its stored topic and whether it stands; none is kept. Of those that are not
        `wanted` the facts are passed over.

        Raises Damaged, naming the first unreadable one.
        """
        topics, keys, rows = self.rules(game_id).play.topics, self.keys(game_id), self.stored(game_id)
        struck = deque(_struck(row for row in rows if row[1] == TakenBack.TOPIC))
        for version, topic, state in rows:
            while struck and struck[0][1] < version:
                struck.popleft()
            entry = passed_over(version, topic, state, topics, wanted) if wanted else None
            entry = entry or decode(version, topic, state, topics, keys)
            yield entry, topic, not struck or version <= struck[0][0]

    def open(self, game_id: str) -> Game[Any]:
        """The game as it stands. Its entries are folded; no rule runs."""
        game: Game[Any] = Game(self.rules(game_id), game_id)
        with self._folding(game):
            game.follow(self.entries(game_id))
        return game

    @contextmanager
    def _folding(self, game: Game[Any]) -> Iterator[None]:
        """Raises Damaged if readable entries make no sense together."""
        try:
            yield
        except NONSENSE as error:
            raise Damaged(
                f"game {game.id} cannot be opened: what follows entry {game.version} makes no sense ({error})"
            ) from error

    def last_of(self, game_id: str, kind: type[Fact], after: int = -1) -> int:
        """The version of the last entry of a kind after a version; 0 if there is none."""
        return max((row[0] for row in self._of_topic(game_id, kind.TOPIC, after=after)), default=0)

    def take_backs(self, game_id: str) -> list[tuple[int, int]]:
        """The take-backs of a game as (their version, the version they go back to)."""
        rows = self._of_topic(game_id, TakenBack.TOPIC)
        facts = [
            (version, decode(version, topic, state, {TakenBack.TOPIC: TakenBack}).fact)
            for version, topic, state in rows
        ]
        return [(version, fact.to) for version, fact in facts if isinstance(fact, TakenBack)]

    def disputes(self, game_id: str, upto: int) -> Disputes:
        """The disputes of a game up to a version, whatever was taken back."""
        topics = {fact.TOPIC: fact for fact in (Disputed, DisputeSettled)}
        found = disputes_in(
            decode(version, topic, state, topics)
            for version, topic, state in self._of_topic(game_id, *topics)
            if version <= upto
        )
        if any(one.settled_by for one in found.values()) and self.take_backs(game_id):
            return self.open(game_id).at(upto).disputes  # which knows what stands
        return found

    def last(self, game_id: str) -> int:
        """The version of a game's last entry. It is a cheap way to see whether somebody has recorded."""
        rows = self._select("SELECT MAX(originator_version) FROM stored_events WHERE originator_id=?", (game_id,))
        return int(rows[0][0] or 0)

    def lasts(self, game_ids: Sequence[str]) -> dict[str, int]:
        """The version of the last entry of each of these games, asked for at once."""
        rows = self._select(
            # one look into the index for each game: grouped by game, all entries would be gone through
            "SELECT g.id, (SELECT MAX(originator_version) FROM stored_events WHERE originator_id = g.id) FROM games g "
            f"WHERE g.id IN ({', '.join('?' * len(game_ids))})",
            game_ids,
        )
        return {game_id: int(version or 0) for game_id, version in rows}

    def refresh(self, game: Game[Any]) -> list[Entry]:
        """Folds in the entries that others have recorded since, and returns them."""
        new = self.entries(game.id, after=game.version)
        if new:
            game.follow(new)
        return new

    # ---- secrets under a passphrase ----

    def locks(self, game_id: str) -> Mapping[str, Mapping[str, str]]:
        """The locks of the sides whose secrets are under a passphrase: side -> lock."""
        began = self.began(game_id)
        return began.locks if began else {}

    def unlock(self, game_id: str, side: str, passphrase: str) -> None:
        """Lets this diary read and write a side's secrets in a game. Raises BadInput for a wrong passphrase."""
        locks = self.locks(game_id)
        if side not in locks:
            raise BadInput(f"{side} has nothing under a passphrase in this game")
        self._keys.setdefault(game_id, {})[side] = locking.unlock(passphrase, locks[side], side)

    def keys(self, game_id: str, *, published: bool = False) -> Keys:
        """The keys to a game's secrets: those that sides have opened in its record, and those unlocked here.

        `published` leaves out those unlocked here.
        """
        return self._keys_to(game_id, self.locks(game_id), published=published)

    def _keys_to(self, game_id: str, locks: Mapping[str, Mapping[str, str]], *, published: bool = False) -> Keys:
        """The keys under these locks.

        A caller that has already read the long first entry, which holds the locks, passes them on.
        """
        if not locks:
            return {}
        found: dict[str, bytes] = {} if published else dict(self._keys.get(game_id, {}))
        return found | opened_keys(locks, self._of_topic(game_id, SecretsOpened.TOPIC))

    def locked(self, game_id: str) -> list[str]:
        """The sides whose secrets cannot be read or written with the known keys."""
        return [side for side in self.locks(game_id) if side not in self.keys(game_id)]

    def sealed(self, game_id: str) -> list[Sealed]:
        """Stored entries with their seals, in order."""
        rows = self._select(
            f"SELECT originator_version, {self.storage.start_of('e.topic')}, e.state, s.salt, s.leaf, s.head FROM "
            "(SELECT originator_id, originator_version FROM stored_events WHERE originator_id=:game "
            "UNION SELECT originator_id, originator_version FROM seals WHERE originator_id=:game) stored "
            "LEFT JOIN stored_events e USING (originator_id, originator_version) "
            "LEFT JOIN seals s USING (originator_id, originator_version) ORDER BY originator_version",
            {"game": game_id},
        )
        return [Sealed(version, (topic or b"").decode(errors="replace"), *rest) for version, topic, *rest in rows]

    def head(self, game_id: str, version: int | None = None) -> str:
        """The seal of the game up to a version, in hex. A player writes it down where the other keeps it."""
        where = "" if version is None else f" AND originator_version={int(version)}"
        rows = self._select(
            f"SELECT head FROM seals WHERE originator_id=?{where} ORDER BY originator_version DESC LIMIT 1", (game_id,)
        )
        return rows[0][0].hex() if rows else ""

    def seals_before(self, game_id: str) -> list[Sealed]:
        """A branch's entries with their seals in the game, or copy, they come from; empty for a game that is no branch.

        They are worked out from the leaves alone. A kept seal among them proves everything up to its entry. Seals of
        entries added here match nobody's; if the other game was itself a branch, none match.
        """
        sealed = self.sealed(game_id)
        with suppress(Damaged, OverflowError):  # a stranger's entry 0 may hold anything
            first = (
                decode(0, sealed[0].topic, sealed[0].state or b"", {BranchedFrom.TOPIC: BranchedFrom}).fact
                if sealed
                else None
            )
            if isinstance(first, BranchedFrom):
                return list(chained(b"", first.game, sealed[1:]))
        return []

    def verify(self, game_id: str) -> list[Problem]:
        """The problems of a game's record: seals, gaps, unreadable bytes, and lists beside the record that disagree
        with it.
        """
        sealed = self.sealed(game_id)
        return [
            *verify(game_id, sealed, self.rules(game_id).play.topics, keys=self.keys(game_id)),
            *self._disagreeing(game_id, sealed),
        ]

    def revealed(self, game_id: str) -> list[reveals.RevealFinding]:
        """The findings for facts that open earlier secrets, each checked without a key; empty if no side has a
        passphrase.
        """
        return revealed(self.sealed(game_id), self.rules(game_id).play.topics) if self.locks(game_id) else []

    def _disagreeing(self, game_id: str, sealed: Sequence[Sealed]) -> Iterator[Problem]:
        """The problems of the lists of games and of declaration ids, where they disagree with the sealed entries."""
        whole = [entry for entry in sealed if isinstance(entry.state, bytes)]  # the others are reported already
        listed = self.listed(game_id)
        if listed is None:
            yield Problem(game_id, 0, "its entries are here, and it is not in the list of games")
        elif not is_time(listed.created):
            yield Problem(
                game_id, 0, f"it is listed as having come into this diary at {listed.created[:40]!r}, which is no time"
            )
        for entry in whole[:2]:
            with suppress(Damaged):  # reported already
                began = decode(entry.version, entry.topic, entry.state or b"", {GameBegan.TOPIC: GameBegan}).fact
                if listed and isinstance(began, GameBegan) and began.system != listed.system:
                    yield Problem(
                        game_id,
                        entry.version,
                        f"it begins as a game of {began.system!r}, and is listed as one of {listed.system!r}",
                    )
        said = {entry.version: id for entry in whole if (id := declaration_of(entry.state or b""))}
        rows = self._select(
            "SELECT originator_version, declaration FROM declarations WHERE originator_id=?", (game_id,)
        )
        known = {row[0]: row[1] for row in rows}
        for version in sorted(said.keys() | known.keys(), key=str):
            if said.get(version) != known.get(version):
                yield Problem(game_id, version, "the id it was declared under is not the one it is listed under")

    def unlisted(self) -> list[str]:
        """The ids of games that have entries but are missing from the list of games."""
        return [
            row[0]
            for row in self._select(
                "SELECT DISTINCT originator_id FROM stored_events WHERE originator_id NOT IN (SELECT id FROM games)"
            )
        ]

    # ---- writing ----

    def turn(self, game_id: str) -> AbstractContextManager[None]:
        """This thread's turn in a game. Who looks, decides and appends within it is not overtaken in this process, and
        threads get it in the order of asking.
        """
        return self._turns.setdefault(game_id, Turns()).mine()

    def new(self, system: str, name: str, began: GameBegan, passphrases: Mapping[str, str] | None = None) -> Game[Any]:
        """A new game, begun. A side with a passphrase has its secrets sealed under it.

        Raises BadInput if the name is taken or the system unknown.
        """
        self.check_free(name)
        games.load(system)
        if system != began.system:
            raise BadInput(f"a game of {began.system!r} is no game of {system!r}")
        game: Game[Any] = Game(games.rules_of(began), secrets.token_hex(16))
        locked = {side: locking.lock(passphrase) for side, passphrase in (passphrases or {}).items()}
        if locked:
            began = began.but(locks={side: lock for side, (lock, _) in locked.items()})
            self._keys[game.id] = {side: key for side, (_, key) in locked.items()}
        outcome = game.begin(began)
        self._create(
            game.id, name, system, [self._stored(game.id, entry) for entry in self._stamp(outcome.entries, game.rules)]
        )
        game.follow(self.entries(game.id))
        return game

    def _create(self, game_id: str, name: str, system: str, events: Sequence[StoredEvent]) -> None:
        with self._naming(game_id, name) as c:
            self._list(c, game_id, name, system)
            insert(c, events)
            self._know(c, game_id, ((event.originator_version, event.state) for event in events))

    def append(self, game: Game[Any], outcome: Outcome, declaration: str = "") -> list[Entry]:
        """Appends a declaration's outcome, durably, and folds it in. If it raises, nothing is stored.

        `declaration` is an id of the caller's. With it, a line repeated after a lost answer is recorded once. Raises
        Overtaken if somebody else recorded first.
        """
        if not outcome.entries:
            return []
        if len(declaration) > NAME:
            raise BadInput(f"a declaration's id has at most {NAME} characters, this one {len(declaration)}")
        if not declaration.isprintable():
            raise BadInput("a declaration's id holds letters, digits and signs that can be printed")
        entries = self._stamp(outcome.entries, game.rules, game.made)
        keys = self._writing_keys(game, entries)
        try:
            with self._troubles():
                stored = self._all_stored(game, entries, keys, declaration)
                self.storage.insert(stored, declaration)
        except IntegrityError as error:
            next_version = game.version + 1
            happened = self.refresh(game)
            if declaration and self.recorded(game.id, declaration):
                return happened
            if not happened and entries[0].version == next_version:
                raise Damaged(
                    f"nothing was recorded: {error}; the file is not the one this game was read from"
                ) from error
            raise Overtaken(happened) from None
        game.follow(entries)
        return entries

    def _writing_keys(self, game: Game[Any], entries: Iterable[Entry]) -> Keys:
        """The keys for new entries' secrets. Raises BadInput when one is missing."""
        locks = game.began.locks if game.began else {}
        keys = self._keys_to(game.id, locks)
        missing = {entry.fact.secret for entry in entries} & (locks.keys() - keys.keys())
        if missing:
            raise BadInput(
                f"this is {', '.join(sorted(missing))}'s secret, sealed under a passphrase that was not said"
            )
        return keys

    def _all_stored(self, game: Game[Any], entries: Sequence[Entry], keys: Keys, declaration: str) -> list[StoredEvent]:
        """New entries in their stored form. A fact that reveals a sealed secret gets what it opens. Raises BadInput."""
        locked = bool(game.began and game.began.locks)
        stored: list[StoredEvent] = []
        for n, entry in enumerate(entries):
            opens = self._to_open(game, entries[:n], stored, entry, keys) if locked and entry.fact.REVEALS else None
            stored.append(self._stored(game.id, entry, keys, "" if n else declaration, opens))
        return stored

    def _to_open(
        self, game: Game[Any], before: Sequence[Entry], stored: Sequence[StoredEvent], entry: Entry, keys: Keys
    ) -> locking.Opening | None:
        """The content that an entry opens of an earlier secret, in the record or in the same append; None if it opens
        none.
        """
        held = entry.fact.REVEALS
        needed = (game.rules.play.topics[held].ANNOUNCED, held)
        rows = [reveals.Stored(*row) for row in self._of_topic(game.id, *needed)]
        rows += [
            reveals.Stored(event.originator_version, event.topic, event.state)
            for event in stored
            if event.topic in needed
        ]
        stand = {each.version for each in standing([*game.stands, *before])}
        return reveals.to_open(
            entry.fact, sorted(row for row in rows if row.version in stand), game.rules.play.topics, keys
        )

    def recorded(self, game_id: str, declaration: str) -> bool:
        """Whether a declaration with this id is recorded. Ask this after a lost answer, before saying it again."""
        asked = (game_id, declaration)
        return self.storage.settled(
            game_id,
            lambda: bool(self._select("SELECT 1 FROM declarations WHERE originator_id=? AND declaration=?", asked)),
        )

    def branch(self, game_id: str, at: int, name: str, others: Iterable[Sealed] = ()) -> Game[Any]:
        """A new game with this one's entries up to a version, which then goes its own way. `others` adds the entries of
        another copy.

        Each entry keeps its bytes (with its recorder, time and id) and its salt, and so its leaf. It cannot keep its
        seal. A seal covers the game's id, which must differ, because two games may not hold the same entries under one
        id; and it covers entry 0, which names the branch's origin. But since the leaves are those of the copy, the
        copy's seals can be worked out from the branch (`Diary.seals_before`). Raises BadInput.
        """
        self.check_free(name)
        stored = self.stored(game_id, upto=at)
        topics = self.rules(game_id).play.topics
        entries = [decode(version, topic, state, topics) for version, topic, state in stored]
        if not entries or entries[-1].version != at or not entries[-1].ends:
            last = max((e.version for e in entries if e.ends), default=0)
            raise BadInput(f"a branch begins where a declaration ended: at entry {last}, not at {at}")
        line = self.listed(game_id)
        assert line is not None  # its entries have just been read
        branched = BranchedFrom(game=game_id, at=at, head=self.head(game_id, at), title=line.name)
        new_id = secrets.token_hex(16)
        shared = [entry for entry in self.sealed(game_id) if entry.version <= at and entry.topic != BranchedFrom.TOPIC]
        if torn := next((entry for entry in shared if not has_seal(entry)), None):
            raise Damaged(f"{line.name} cannot be branched here: its entry {torn.version} has no seal")
        salt, (said,) = (
            secrets.token_bytes(16),
            map(encode, self._stamp([Entry(0, 0, branched, ends=True)], self.rules(game_id))),
        )
        first = Sealed(0, BranchedFrom.TOPIC, said, salt, leaf_of(salt, BranchedFrom.TOPIC, said), b"")
        self._take_in(new_id, name, line.system, chained(b"", new_id, [first, *shared, *others]))
        self._keys[new_id] = dict(self._keys.get(game_id, {}))
        return self.open(new_id)

    def store(self, name: str, played: Game[Any], by: str = "") -> Game[Any]:
        """Stores a game played in memory, in one transaction and under its own id. Raises BadInput.

        `by` names the recorder of its entries, if it is not the present one.
        """
        game_id = secrets.token_hex(16)
        stamped = [entry._replace(recorder=by or entry.recorder) for entry in self._stamp(played.entries, played.rules)]
        self._create(game_id, name, played.rules.code, [self._stored(game_id, entry) for entry in stamped])
        return self.open(game_id)

    def receive(
        self,
        game_id: str,
        name: str,
        system: str,
        sealed: Iterable[Sealed],
        *,
        created: str = "",
        put_away: bool = False,
    ) -> None:
        """Takes in a game from an export or another diary, with its bytes and seals unchanged. The caller has verified
        them.

        Raises BadInput.
        """
        if held := self.listed(game_id):
            raise BadInput(f"this diary holds that game already, as {held.name!r}")
        with self._naming(game_id, name) as c:
            self._list(c, game_id, name, system, created, put_away)
            self._keep(c, game_id, sealed)

    def go_on(self, game_id: str, last: Sealed, sealed: Iterable[Sealed]) -> None:
        """Takes in the entries of another copy of a game after `last`, the last entry here, with bytes and seals
        unchanged.

        The caller has verified them. Raises BadInput, and stores nothing, if the game has gone on here meanwhile.
        """
        taken = list(sealed)

        def is_taken() -> bool:
            return bool(taken) and self.head(game_id, taken[-1].version) == taken[-1].head.hex()

        with self._troubles(), self.storage.writing(game_id, is_taken) as c:
            c.execute(
                "SELECT originator_version, head FROM seals WHERE originator_id=? ORDER BY originator_version DESC "
                "LIMIT 1",
                (game_id,),
            )
            overtaken = tuple(c.fetchone() or ()) != (last.version, last.head)
            if not overtaken:
                self._keep(c, game_id, taken)
        if overtaken:
            raise BadInput(f"{self.find(game_id).name} has gone on meanwhile; nothing was taken in")

    def _take_in(self, game_id: str, name: str, system: str, sealed: Iterable[Sealed]) -> None:
        """Stores a game from entries that are already sealed."""
        with self._naming(game_id, name) as c:
            self._list(c, game_id, name, system)
            self._keep(c, game_id, sealed)

    def _keep(self, c: StoreCursor, game_id: str, sealed: Iterable[Sealed]) -> None:
        """Stores entries that are already sealed, many at a time."""
        every = iter(sealed)
        while some := list(islice(every, AT_A_TIME)):
            c.executemany(
                "INSERT INTO stored_events VALUES (?,?,?,?)",
                [(game_id, entry.version, entry.topic, entry.state) for entry in some],
            )
            c.executemany(
                "INSERT INTO seals VALUES (?,?,?,?,?)",
                [(game_id, entry.version, entry.salt, entry.leaf, entry.head) for entry in some],
            )
            self._know(c, game_id, ((entry.version, entry.state or b"") for entry in some))

    @staticmethod
    def _know(c: StoreCursor, game_id: str, stored: Iterable[tuple[int, bytes]]) -> None:
        """Lists the ids under which entries were declared, so that they are not recorded twice."""
        said = [(game_id, said, version) for version, state in stored if (said := declaration_of(state))]
        if said:
            c.executemany("INSERT INTO declarations VALUES (?,?,?) ON CONFLICT DO NOTHING", said)

    @staticmethod
    def _list(c: StoreCursor, game_id: str, name: str, system: str, created: str = "", put_away: bool = False) -> None:
        c.execute(
            "INSERT INTO games (id, name, system, created, put_away) VALUES (?,?,?,?,?)",
            (game_id, name, system, created or timestamp(), int(put_away)),
        )

    def _stamp(self, entries: Iterable[Entry], rules: Rules[Any], before: Made | None = None) -> list[Entry]:
        """The entries with their time and recorder, and with the versions that made them if those have changed."""
        at, made = timestamp(), Made(VERSION, str(rules.version))
        return [
            entry._replace(time=at, recorder=self.by, made=made if n == 0 and made != before else None)
            for n, entry in enumerate(entries)
        ]

    def _stored(
        self,
        game_id: str,
        entry: Entry,
        keys: Keys = NO_KEYS,
        declaration: str = "",
        opens: locking.Opening | None = None,
    ) -> StoredEvent:
        return StoredEvent(game_id, entry.version, entry.fact.TOPIC, encode(entry, keys, declaration, opens))

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except (PersistenceError, OSError) as error:
            kind = StoreAway if isinstance(error, Away) else Damaged
            raise kind(f"nothing was recorded: {error}; put it right and say it again") from error

    def _select(self, statement: str, parameters: Parameters = ()) -> list[Any]:
        try:
            return self.storage.select(statement, parameters)
        except PersistenceError as error:
            kind = StoreAway if isinstance(error, Away) else Damaged
            raise kind(f"{self.place} cannot be read: {error}") from error

    # ---- health ----

    def settings(self) -> dict[str, Any]:
        """The settings in force that decide what survives a loss of power."""
        return self.storage.settings()

    def space_left(self) -> int | None:
        """The free bytes where the diary lies; None if they cannot be known from here."""
        return self.storage.space_left()

    def whole(self) -> list[str]:
        """The errors that the engine itself finds."""
        try:
            return self.storage.damage()
        except PersistenceError as error:
            raise Damaged(f"{self.place} cannot be read: {error}") from error
