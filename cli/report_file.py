"""`report.toml` beside the diary: what a writer wants of each game's report. The record stays as it is.

[evening]                 # the name of a game
title = "Sand"
blurb = "Markdown"
turns = "3-5"
brief = true
drop = [12, 40]           # entries whose notes are left out

[evening.notes]           # entries whose notes are told in other words
31 = "Ann bets everything on Green Beach."
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from domain.kernel.errors import BadInput, unknown
from domain.kernel.facts import Noted, Stub
from domain.kernel.limits import NOTE, TOML
from domain.kernel.packs import load_toml
from projections.report.counting import View
from replays.library import read_text

NAME = "report.toml"
KINDS: Mapping[str, tuple[type, str]] = {
    "title": (str, 'a text, as in title = "Sand"'),
    "blurb": (str, 'Markdown as a text, as in blurb = """…"""'),
    "turns": (str, 'a text, as in turns = "3-5"'),
    "brief": (bool, "true or false"),
    "drop": (list, "a list of entries, as in drop = [12, 40]"),
    "notes": (dict, 'a table, as in notes.31 = "other words"'),
}
"""What may be said of a report, and how it is written."""


@dataclass(frozen=True)
class ReportFile:
    """What the file says of one game."""

    where: str = ""
    """The file and the table in it; "" where it says nothing."""
    title: str = ""
    blurb: str = ""
    turns: str = ""
    brief: bool | None = None
    drop: tuple[int, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)

    def seen_by(self, view: View) -> ReportFile:
        """What of it concerns the notes that an audience may read: others' are not mentioned either. Raises BadInput
        for an entry that is no note."""
        facts = {entry.version: entry.fact for entry in view.entries}
        for entry in (*self.drop, *self.notes):
            if entry not in facts:
                raise BadInput(f"{self.where}: there is no entry {entry}; the game has entries up to {view.version}")
            if not isinstance(facts[entry], Noted | Stub):
                raise BadInput(f"{self.where}: entry {entry} is no note; `wardiary log` shows the entries")
        read = {entry for entry, fact in facts.items() if isinstance(fact, Noted)}
        notes = {entry: words for entry, words in self.notes.items() if entry in read}
        return replace(self, drop=tuple(entry for entry in self.drop if entry in read), notes=notes)


def read_report_file(diary: Path, game: str, games: Collection[str]) -> ReportFile:
    """What `report.toml` says of a game; nothing where there is no such file. Raises BadInput, with file and place."""
    path = diary.with_name(NAME)
    if not path.exists():
        return ReportFile()
    found = ReportFile()
    for name, table in load_toml(read_text(path, TOML), str(path)).items():
        if name not in games:
            raise unknown("game", name, games).about(str(path))
        where = f"{path}: [{name}]"
        if not isinstance(table, dict):
            raise BadInput(f"{path}: {name} is no table; what is said of a game stands below [{name}]")
        read = _read(where, table)
        found = read if name == game else found
    return found


def _read(where: str, table: Mapping[str, Any]) -> ReportFile:
    for key, value in table.items():
        if key not in KINDS:
            raise unknown("key", key, KINDS).about(where)
        kind, words = KINDS[key]
        if type(value) is not kind:
            raise BadInput(f"{where} {key}: {words}")
    drop = tuple(_entry(f"{where} drop", str(entry)) for entry in table.get("drop", ()))
    notes = {_entry(f"{where} notes", key): _words(where, key, said) for key, said in table.get("notes", {}).items()}
    if both := sorted({*drop} & notes.keys()):
        raise BadInput(f"{where}: the note of entry {both[0]} cannot be left out and told in other words")
    return ReportFile(where, **{**table, "drop": drop, "notes": notes})


def _entry(where: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and text[0] != "0"):
        raise BadInput(f"{where}: {text!r} is no entry: a number, as `wardiary log` shows it")
    return int(text)


def _words(where: str, key: str, said: Any) -> str:
    """The other words for a note, in one line."""
    words = " ".join(said.split()) if isinstance(said, str) else ""
    if not words:
        raise BadInput(f'{where} notes: {key}: a text, as in {key} = "other words"; drop leaves a note out')
    if len(words) > NOTE:
        raise BadInput(f"{where} notes: {key}: a note has {len(words)} characters; {NOTE} is the most")
    return words
