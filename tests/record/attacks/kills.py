"""kill -9 at any moment: nothing that was acknowledged is lost or there twice, nothing is there by half."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from domain.record.diary import Diary
from projections.ledger_file import LedgerFile, ledger_path
from projections.ledgers import AGGREGATES, LEDGERS
from replays import diary_file
from replays.interchange import read_jsonl
from tests import warm
from tests.record.attacks.writer import PASSPHRASE, exported
from tests.record.stranger import raw
from tests.record.toy import R1_NORTH, say

TOGETHER = 5
"""Processes that run at once: writers, and one that writes a file about a game."""
PATIENCE = 60.0
COMMANDS = {
    "jsonl": ("export", "played", "--format", "jsonl"),
    "diary": ("export", "played"),
    "html": ("report", "played"),
}
"""What writes a file of each kind about the played game."""


@dataclass
class Killed:
    """What a run of kills came to."""

    kills: int = 0
    acknowledged: dict[str, int] = field(default_factory=dict)
    """How often each thing was done and acknowledged."""
    unheard: int = 0
    """Appends that were committed, and not acknowledged any more."""
    entries: int = 0
    files: int = 0
    """Exports and reports that were there, whole, when the program that wrote them was killed."""

    def count(self, did: str) -> None:
        self.acknowledged[did] = self.acknowledged.get(did, 0) + 1


class Writing:
    """A process of `writer`, and what it has said."""

    def __init__(self, path: Path, name: str, seed: int) -> None:
        self.name = name
        told, writes = os.pipe()
        self.process = warm.start("tests.record.attacks.writer", str(path), name, str(seed), stdout=writes, stderr=2)
        os.close(writes)
        self.stdout = os.fdopen(told)
        self.said: list[dict[str, Any]] = []

    def heard(self, lines: int) -> None:
        """Waits until it has said so much more: a machine under load is only slower, and sees as much done."""
        self.said += [json.loads(self.stdout.readline()) for _ in range(lines)]

    def killed(self) -> None:
        """Kills it, and takes in what it had said by then. A line cut short was not said."""
        self.process.kill()
        with self.stdout as said:
            rest = said.read()
        self.process.wait(PATIENCE)
        assert self.process.returncode == -9, f"{self.name} ended by itself"
        self.said += [json.loads(line) for line in rest.splitlines(keepends=True) if line.endswith("\n")]


def kills(path: Path, number: int, chance: random.Random) -> Iterator[Killed]:
    """Kills so many processes, some at a time; after each round all is checked, and the figures so far are given.

    Raises AssertionError for whatever was lost, doubled, or there by half.
    """
    found = Killed()
    files = Files(path)
    while found.kills < number:
        first = found.kills
        file = files.begin(chance)
        writers = [
            Writing(path, f"writer {first + n}", chance.randrange(10**6))
            for n in range(min(TOGETHER, number - first) - 1)
        ]
        try:
            for writer in writers:
                writer.heard(1)  # its game has begun
            for writer in writers:
                writer.heard(chance.randint(0, 12))
                time.sleep(chance.uniform(0, 0.02))
                writer.killed()
        finally:
            for writer in writers:
                writer.process.kill()
            file.kill()
        found.files += file.path.exists()
        found.kills += len(writers) + 1
        for writer in writers:
            check(path, writer, found)
        with Diary(path) as diary:
            assert diary.whole() == []
        check_views(path)
        yield found


def check(path: Path, writer: Writing, found: Killed) -> None:
    """One writer's games against what it said."""
    game_id = writer.said[0]["game"]
    for did in writer.said:
        found.count(did["did"])
    said = {did["version"]: did.get("id", "") for did in writer.said if "version" in did}
    last = max(said)
    with Diary(path) as diary:
        assert diary.verify(game_id) == []
        if diary.locks(game_id):
            diary.unlock(game_id, "blue", PASSPHRASE)
        entries = diary.entries(game_id)
        game = diary.open(game_id)
        assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
        assert game.version == len(entries)
        assert entries[-1].ends, "an append is there whole or not at all"
        ends = {entry.version: entry.of for entry in entries if entry.ends}
        before = {version for version in ends if version <= last}
        assert before == set(said), (
            f"what was acknowledged is there, and nothing else before it: not {sorted(before ^ set(said))}"
        )
        unheard = [version for version in ends if version > last]
        assert len(unheard) <= 1, "one append may have been committed and not said any more"
        found.unheard += len(unheard)
        found.entries += len(entries)

        check_ids(path, game_id, {line: ends[version] for version, line in said.items() if line})
        check_names(diary, writer)
        check_again(diary, game, path)
        assert diary.verify(game_id) == []
    written = exported(path, writer.name)
    if written.exists():  # whole, or not there at all
        with written.open() as lines:
            assert read_jsonl(lines, str(written)).sealed[-1].version <= len(entries)


def check_ids(path: Path, game_id: str, said: Mapping[str, int]) -> None:
    stored = ids(path, game_id)
    assert said.items() <= stored.items(), (
        "no id that was acknowledged is lost, and each stands where its declaration does"
    )
    assert len(stored) - len(said) <= 1


def ids(path: Path, game_id: str) -> dict[str, int]:
    with raw(path) as c:
        return dict(
            c.execute(
                "SELECT declaration, originator_version FROM declarations WHERE originator_id=?", (game_id,)
            ).fetchall()
        )


def check_names(diary: Diary, writer: Writing) -> None:
    """The last name that was acknowledged, or the one after it; and every branch, whole."""
    names = {
        line.id: line.name
        for line in diary.games()
        if line.name == writer.name or line.name.startswith(f"{writer.name}, ")
    }
    name = names.pop(writer.said[0]["game"])
    acknowledged = [did["name"] for did in writer.said if did["did"] == "rename"]
    assert number_of(name) >= number_of(acknowledged[-1] if acknowledged else writer.name), (
        "a name that was acknowledged is lost"
    )
    branches = {did["branch"]: did["entries"] for did in writer.said if did["did"] == "branch"}
    assert branches.keys() <= names.keys()
    assert len(names) - len(branches) <= 1
    for branch in names:
        assert diary.verify(branch) == []
        assert len(diary.entries(branch)) == branches.get(branch, len(diary.entries(branch))) == diary.last(branch) + 1


def number_of(name: str) -> int:
    """How much a writer had done when it gave this name."""
    _, _, number = name.partition(", name ")
    return int(number or 0)


def check_again(diary: Diary, game: Any, path: Path) -> None:
    """The last declaration that has an id is said again, as somebody does who did not hear: it is recorded once."""
    stored = ids(path, game.id)
    for line in (*list(stored)[-1:], "a new line"):
        before = game.version
        say(diary, game, "march", R1_NORTH, line)
        assert (game.version == before) == (line in stored)
    assert len(ids(path, game.id)) == len(stored) + 1


def check_views(path: Path) -> None:
    """The views, caught up from wherever a kill left them, are those that are built anew."""
    anew = path.with_name("anew.db")
    with Diary(path) as diary, LedgerFile(ledger_path(path)) as views, LedgerFile(anew) as fresh:
        views.catch_up(diary)
        fresh.catch_up(diary)
        for name in ("games", *(ledger.name for ledger in LEDGERS), *AGGREGATES):
            rows, expected = (sorted(map(repr, each.rows(f"SELECT * FROM {name}"))) for each in (views, fresh))
            assert rows == expected, f"{name} differs from what is built anew"
    for file in path.parent.glob(f"{anew.name}*"):
        file.unlink()


class Files:
    """The program as it writes an export or a report of a played game."""

    def __init__(self, diary: Path) -> None:
        self.diary, self.number = diary, 0
        with Diary(diary) as opened:
            opened.store("played", diary_file.play(diary_file.shipped("iwo", "guns-and-tanks")))
        self.known: dict[str, tuple[bytes, float]] = {}

    def whole(self, kind: str) -> tuple[bytes, float]:
        """What a file of a kind holds when nobody kills its writer, and how long it takes."""
        if kind not in self.known:
            file = self.diary.with_name(f"whole.{kind}")
            program, began = self.start(kind, file), time.monotonic()
            assert program.wait(PATIENCE) == 0
            self.known[kind] = file.read_bytes(), time.monotonic() - began
        return self.known[kind]

    def start(self, kind: str, file: Path) -> warm.Program:
        return warm.start("cli.main", "--diary", str(self.diary), *COMMANDS[kind], "-o", str(file))

    def begin(self, chance: random.Random) -> FileWriting:
        """Begins to write one, to be killed towards its end."""
        kind = chance.choice(list(COMMANDS))
        content, seconds = self.whole(kind)
        self.number += 1
        file = self.diary.with_name(f"file {self.number}.{kind}")
        return FileWriting(self.start(kind, file), file, content, time.monotonic() + chance.uniform(0.5, 1.5) * seconds)


class FileWriting(NamedTuple):
    process: warm.Program
    path: Path
    content: bytes
    until: float

    def kill(self) -> None:
        """Kills it at its time; its file is whole then, or not there at all."""
        time.sleep(max(0.0, self.until - time.monotonic()))
        self.process.kill()
        self.process.wait(PATIENCE)
        assert not self.path.exists() or self.path.read_bytes() == self.content, f"{self.path} is there by half"
