"""One change at a time to a copy of a diary, by somebody who holds the file: `wardiary doctor` tells each that changes
a record."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from cli.main import main
from domain.record.diary import Diary
from tests.record.stranger import raw, untriggered
from tests.record.toy import BEGAN, PLAYED, say

TABLES = ("games", "stored_events", "seals", "declarations")
Rows = dict[str, list[Any]]


@dataclass
class Kind:
    """What edits of one kind came to."""

    done: int = 0
    told: int = 0
    without_effect: int = 0
    """They changed nothing that is stored of a game."""
    not_told: list[str] = field(default_factory=list)
    """What was changed, for each that was not told."""

    def __str__(self) -> str:
        return (
            f"{self.done} done, {self.told} told, {self.without_effect} without effect, {len(self.not_told)} not told"
        )


Change = Callable[[sqlite3.Connection, random.Random], str]
"""Changes the tables; says what was changed."""

CHANGES: dict[str, Change] = {}
"""The kinds of changes under the seals, which are all to be told."""

OUTSIDE: dict[str, Change] = {}
"""Those outside the seals."""

UNPROVABLE: dict[str, Change] = {}
"""Those that nothing within the file can tell: a seal written down elsewhere tells the first, and a game's name is a
label."""


def kind(table: dict[str, Change], name: str) -> Callable[[Change], Change]:
    def keep(change: Change) -> Change:
        table[name] = change
        return change

    return keep


# ---- the diary they are made on ----


def play(path: Path) -> None:
    """Three games: one with a question left open and ids, one whose secrets are sealed, and a branch."""
    with Diary(path, by="Ann") as diary:
        for name, secret in (("forts", None), ("sealed forts", {"blue": "suribachi"})):
            game = diary.new("toy", name, BEGAN, secret)
            for number, (verb, values, answers) in enumerate(PLAYED):
                say(diary, game, verb, values, f"line {number}" if verb else "", **answers)
        diary.branch(diary.find("forts").id, 5, "what if")


def edits(path: Path, number: int, chance: random.Random, kinds: Sequence[str] = ()) -> Iterator[tuple[str, Kind]]:
    """So many random edits of every kind in turn, or of some; the figures of a kind after each."""
    play(path)
    whole, before = path.read_bytes(), rows(path)
    assert before is not None
    assert doctor(path) == "", "the diary is not whole to begin with"
    changes = {**CHANGES, **OUTSIDE, **UNPROVABLE, "a byte of the file": None, "a page of the file": None}
    found = {name: Kind() for name in kinds or changes}
    for n in range(number):
        name = list(found)[n % len(found)]
        for file in path.parent.glob(f"{path.stem}*"):
            file.unlink()
        path.write_bytes(whole)
        change = changes[name]
        if change:
            with untriggered(path) as c:
                what = change(c, chance)
        else:
            what = scratch(path, chance, 4096 if "page" in name else 1)
        count(found[name], what, told=doctor(path) != "", changed=rows(path) != before)
        yield name, found[name]


def count(kind: Kind, what: str, *, told: bool, changed: bool) -> None:
    kind.done += 1
    if told:
        kind.told += 1
    elif changed:
        kind.not_told.append(what)
    else:
        kind.without_effect += 1


def rows(path: Path) -> Rows | None:
    """All that is stored; None where SQLite cannot read it, or a column's own name is no text any more."""
    with suppress(sqlite3.Error, UnicodeDecodeError), raw(path) as c:
        c.text_factory = bytes
        return {table: c.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in TABLES}
    return None


def doctor(path: Path) -> str:
    """What `wardiary doctor` says is wrong, "" for nothing."""
    result = CliRunner().invoke(main, ["--diary", str(path), "doctor"])
    assert result.exit_code in (0, 1, 2), repr(result.exception)
    return result.output if result.exit_code else ""


def scratch(path: Path, chance: random.Random, size: int) -> str:
    """Other bytes in place of some."""
    content = bytearray(path.read_bytes())
    at = chance.randrange(len(content) // size) * size
    content[at : at + size] = bytes(byte ^ chance.randrange(1, 256) for byte in content[at : at + size])
    path.write_bytes(content)
    return f"{size} bytes at {at}"


# ---- what is changed ----


def any_entry(c: sqlite3.Connection, chance: random.Random, *, before_last: bool = False) -> tuple[str, int, int]:
    """A game, one of its entries, and its last; `before_last` for one that others follow."""
    game: str = chance.choice(
        [row[0] for row in c.execute("SELECT DISTINCT originator_id FROM stored_events ORDER BY 1")]
    )
    versions = [
        row[0]
        for row in c.execute("SELECT originator_version FROM stored_events WHERE originator_id=? ORDER BY 1", (game,))
    ]
    return game, chance.choice(versions[1:-1] if before_last else versions), versions[-1]


def flipped(value: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(value))
    return value[:at] + bytes([value[at] ^ 1 << chance.randrange(8)]) + value[at + 1 :]


WHERE = "WHERE originator_id=? AND originator_version=?"


@kind(CHANGES, "bytes of an entry")
def _bytes(c: sqlite3.Connection, chance: random.Random) -> str:
    game, version, _ = any_entry(c, chance)
    (state,) = c.execute(f"SELECT state FROM stored_events {WHERE}", (game, version)).fetchone()
    other = chance.choice(
        (flipped(state, chance), state[:-1], state + b" ", state.replace(b"R1", b"R2") + b"\n", b"{}")
    )
    c.execute(f"UPDATE stored_events SET state=? {WHERE}", (other, game, version))
    return f"entry {version}: {state!r} is {other!r}"


@kind(CHANGES, "the topic of an entry")
def _topic(c: sqlite3.Connection, chance: random.Random) -> str:
    game, version, _ = any_entry(c, chance)
    (topic,) = c.execute(f"SELECT topic FROM stored_events {WHERE}", (game, version)).fetchone()
    topics = {row[0] for row in c.execute("SELECT DISTINCT topic FROM stored_events")}
    other = chance.choice([*sorted(topics - {topic}), topic.upper(), topic + " ", ""])
    c.execute(f"UPDATE stored_events SET topic=? {WHERE}", (other, game, version))
    return f"entry {version}: {topic!r} is {other!r}"


@kind(CHANGES, "the version of an entry")
def _version(c: sqlite3.Connection, chance: random.Random) -> str:
    game, version, last = any_entry(c, chance)
    other = chance.choice((last + 1, last + 7, -1, -version - 1, 2**40))
    table = chance.choice(("stored_events", "seals"))
    c.execute(f"UPDATE {table} SET originator_version=? {WHERE}", (other, game, version))
    return f"{table}: entry {version} of {last} is {other}"


@kind(CHANGES, "a seal's salt, leaf or head")
def _seal(c: sqlite3.Connection, chance: random.Random) -> str:
    game, version, _ = any_entry(c, chance)
    column = chance.choice(("salt", "leaf", "head"))
    (value,) = c.execute(f"SELECT {column} FROM seals {WHERE}", (game, version)).fetchone()
    c.execute(f"UPDATE seals SET {column}=? {WHERE}", (flipped(value, chance), game, version))
    return f"the {column} of entry {version}"


def _moved(c: sqlite3.Connection, table: str, game: str, first: int, by: int) -> None:
    keys = "WHERE originator_id=? AND originator_version"
    c.execute(f"UPDATE {table} SET originator_version = -1000 - originator_version {keys} >= ?", (game, first))
    c.execute(f"UPDATE {table} SET originator_version = -1000 - originator_version + ? {keys} < -999", (by, game))


@kind(CHANGES, "the order of two entries")
def _order(c: sqlite3.Connection, chance: random.Random) -> str:
    game, one, last = any_entry(c, chance)
    other = chance.choice([version for version in range(1, last + 1) if version != one])
    tables = chance.choice((("stored_events",), ("seals",), ("stored_events", "seals")))
    for table in tables:
        for was, now in ((one, -1), (other, one), (-1, other)):
            c.execute(f"UPDATE {table} SET originator_version=? {WHERE}", (now, game, was))
    return f"{', '.join(tables)}: {one} and {other}"


@kind(CHANGES, "an entry missing in the middle")
def _missing(c: sqlite3.Connection, chance: random.Random) -> str:
    game, version, last = any_entry(c, chance, before_last=True)
    tables = chance.choice((("stored_events",), ("seals",), ("stored_events", "seals")))
    closed = chance.random() < 0.5
    for table in tables:
        c.execute(f"DELETE FROM {table} {WHERE}", (game, version))
        if closed:
            _moved(c, table, game, version + 1, -1)
    return f"{', '.join(tables)}: entry {version} of {last}" + (", the gap closed" if closed else "")


@kind(CHANGES, "an entry more")
def _inserted(c: sqlite3.Connection, chance: random.Random) -> str:
    game, version, last = any_entry(c, chance)
    at = chance.randint(1, last + 1)
    tables = chance.choice((("stored_events",), ("stored_events", "seals")))
    for table, columns in zip(tables, ("topic, state", "salt, leaf, head"), strict=False):
        (row,) = c.execute(f"SELECT {columns} FROM {table} {WHERE}", (game, version)).fetchall()
        _moved(c, table, game, at, 1)
        c.execute(f"INSERT INTO {table} VALUES (?,?{',?' * len(row)})", (game, at, *row))
    return f"{', '.join(tables)}: entry {version} again as {at} of {last}"


@kind(CHANGES, "an entry moved to another game")
def _elsewhere(c: sqlite3.Connection, chance: random.Random) -> str:
    game, version, _ = any_entry(c, chance)
    other = chance.choice(
        [row[0] for row in c.execute("SELECT id FROM games WHERE id!=? ORDER BY created, id", (game,))]
    )
    for table in chance.choice((("stored_events",), ("stored_events", "seals"))):
        c.execute(f"UPDATE {table} SET originator_id=?, originator_version=900 {WHERE}", (other, game, version))
    return f"entry {version}"


@kind(CHANGES, "all entries of a game")
def _emptied(c: sqlite3.Connection, chance: random.Random) -> str:
    game, *_ = any_entry(c, chance)
    for table in ("stored_events", "seals"):
        c.execute(f"DELETE FROM {table} WHERE originator_id=?", (game,))
    return game


@kind(OUTSIDE, "the id of a declaration")
def _declaration(c: sqlite3.Connection, chance: random.Random) -> str:
    game, declaration = chance.choice(
        c.execute("SELECT originator_id, declaration FROM declarations ORDER BY 1, 2").fetchall()
    )
    change = chance.choice(
        (
            "DELETE FROM declarations",
            "UPDATE declarations SET declaration='x'",
            "UPDATE declarations SET originator_version=3",
        )
    )
    c.execute(f"{change} WHERE originator_id=? AND declaration=?", (game, declaration))
    return f"{declaration}: {change}"


@kind(OUTSIDE, "a game in the list of games")
def _game(c: sqlite3.Connection, chance: random.Random) -> str:
    game, name = chance.choice(c.execute("SELECT id, name FROM games ORDER BY 1").fetchall())
    change = chance.choice(
        (
            "DELETE FROM games",
            "UPDATE games SET id='0'",
            "UPDATE games SET system='iwo'",
            "UPDATE games SET system=''",
            "UPDATE games SET created='1944'",
        )
    )
    c.execute(f"{change} WHERE id=?", (game,))
    return f"{name}: {change}"


@kind(UNPROVABLE, "the tail cut with its seals")
def _tail(c: sqlite3.Connection, chance: random.Random) -> str:
    game, version, last = any_entry(c, chance, before_last=True)
    for table in ("stored_events", "seals", "declarations"):
        c.execute(f"DELETE FROM {table} WHERE originator_id=? AND originator_version>?", (game, version))
    return f"after entry {version} of {last}"


@kind(UNPROVABLE, "the name of a game")
def _name(c: sqlite3.Connection, chance: random.Random) -> str:
    game, *_ = any_entry(c, chance)
    c.execute("UPDATE games SET name='another' WHERE id=?", (game,))
    return game
