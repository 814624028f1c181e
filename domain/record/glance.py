"""A glance at a diary: its games by name, and where one of them stands.

It needs neither rules nor facts, nor the library under the record, so it takes a few milliseconds. Nothing is recorded
from it.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Self

from domain.kernel.errors import BadInput, unknown
from domain.record.sqlite_files import start_of, strange, to_be_read


class GameLine(NamedTuple):
    """A game as the diary lists it."""

    id: str
    name: str
    system: str
    created: str
    entries: int
    put_away: bool = False


MOST_LISTED = 1_000
"""Maximum number of bytes read of each text in the list of games. No wardiary writes longer ones."""
SHORTEST_ID = 6
"""Minimum number of characters by which a game is found by the beginning of its id."""


def select_games(start_of: Callable[[str, int], str], where: str = "") -> str:
    """The statement that lists games, oldest first. `start_of` says how a store reads the first bytes of a text."""
    texts = ", ".join(start_of(f"g.{column}", MOST_LISTED) for column in ("id", "name", "system", "created"))
    return (
        f"SELECT {texts}, "
        "(SELECT COALESCE(MAX(originator_version), 0) FROM stored_events e WHERE e.originator_id = g.id), "
        f"g.put_away FROM games g {where} ORDER BY g.created, g.id"
    )


def game_lines(rows: Iterable[Sequence[Any]]) -> list[GameLine]:
    """The games that the statement found."""
    return [GameLine(_text(row[0]), _text(row[1]), _text(row[2]), _text(row[3]), row[4], bool(row[5])) for row in rows]


def _text(value: bytes | None) -> str:
    """A text of the list of games, whatever a stranger has stored in its place."""
    return (value or b"").decode("utf-8", "replace")


def called(name: str, lines: Sequence[GameLine], place: object) -> GameLine:
    """The game with this name or id, or the only one beginning so. Raises BadInput if there is none, or several."""
    if not lines:
        raise BadInput(f"{place} holds no game yet; `wardiary new` begins one")
    at_hand = [g for g in lines if not g.put_away]
    for match in (
        [g for g in lines if g.name == name],
        [g for g in at_hand if g.name.casefold().startswith(name.casefold())] if name else [],
        # one or two letters are a mistyped name
        [g for g in lines if len(name) >= SHORTEST_ID and g.id.startswith(name)],
        [g for g in lines if g.name.casefold().startswith(name.casefold())] if name else [],
    ):
        if len(match) == 1:
            return match[0]
        if match:
            raise BadInput(f"{name!r} could be {', '.join(g.name for g in match)}: say more of the name")
    raise unknown("game", name, [g.name for g in at_hand])


class Glance:
    """A diary's file, opened to be read. Raises sqlite3.Error, OSError, or BadInput for a file that no diary has
    opened without trouble.

    Whoever glances holds `schema` against that of a diary that was opened whole before anything else is read: a
    stranger's schema could make any table a view of its own.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        file = path.resolve(strict=True)
        if trouble := strange(file):
            raise BadInput(trouble)
        self._raw = sqlite3.connect(to_be_read(file), uri=True)
        self._raw.execute("PRAGMA trusted_schema=0")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._raw.close()

    def schema(self) -> str:
        """A digest of the file's marks and of all that its schema holds."""
        marks = [self._one(f"PRAGMA {name}") for name in ("application_id", "user_version")]
        with closing(self._raw.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")) as c:
            return sha256(repr((marks, c.fetchall())).encode()).hexdigest()

    def find(self, name: str) -> GameLine:
        """The game of this name. Raises BadInput."""
        return called(name, game_lines(self._raw.execute(select_games(start_of))), self.path)

    def last(self, game_id: str) -> tuple[int, str]:
        """The version of a game's last entry, and its seal in hex; "" if it has none."""
        version = self._one("SELECT MAX(originator_version) FROM stored_events WHERE originator_id=?", game_id) or 0
        head = self._one("SELECT head FROM seals WHERE originator_id=? AND originator_version=?", game_id, version)
        return version, head.hex() if isinstance(head, bytes) else ""

    def _one(self, statement: str, *parameters: Any) -> Any:
        with closing(self._raw.execute(statement, parameters)) as c:
            return (c.fetchone() or (None,))[0]
