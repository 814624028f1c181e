"""`.diary` files: a played game as text. A header, then one line an append, in order of play.

wardiary 1
system: iwo
title: The first evening
player us: Ann
pack: sample 3f2a9c…
reading R-02: per-unit

setup caves=BE1:2,… units=BE1:INF1,…
# turn 1, US Recovery Phase
next us_move
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from domain.games import load, rules_of
from domain.kernel.aside_facts import numbered
from domain.kernel.entries import Entry
from domain.kernel.errors import BadInput, Trouble, unknown
from domain.kernel.facts import BY_FILE, BranchedFrom, GameBegan
from domain.kernel.game import Game, check_names
from domain.kernel.limits import LINE, LINES
from domain.kernel.packs import Pack, check_charts, rows_digest
from domain.kernel.rules import Rules
from domain.kernel.state import PAPER, RECORDED, check_row
from domain.kernel.strict import strict_json, whole
from replays import library
from replays.notation import Writer, appends, column_of, quoted, speak
from replays.papers import taken_apart

FIRST = "wardiary 1"


@dataclass
class DiaryFile:
    """A parsed `.diary` file: its header, and its lines with their numbers."""

    where: str
    began: GameBegan
    pack: str = ""
    branched: BranchedFrom | None = None
    rules: str = ""
    """The version of the rules it was written under; "" if it does not say."""
    lines: list[tuple[int, str]] = field(default_factory=list)


FindPack = Callable[[str], Pack]


def read(text: str, where: str, find_pack: FindPack) -> DiaryFile:
    """The `.diary` file in a text. Raises BadInput with file, line, and what was expected."""
    lines = _lines(text, where)
    header, number = _Header(), 1
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            break
        if line.startswith("#"):
            continue
        try:
            header.take(line)
        except BadInput as error:
            raise BadInput(f"{where}:{number}: {error}") from error
        except (ValueError, IndexError) as error:
            raise BadInput(f"{where}:{number}: {line.partition(':')[0].strip()}: {error}") from error
    try:
        began = header.began(find_pack)
    except Trouble as error:
        raise BadInput(f"{where}: {error}") from error
    body = [(n, line) for n, line in enumerate(lines[number:], number + 1)]
    return DiaryFile(where, began, header.pack, header.branched, header.rules, body)


def _lines(text: str, where: str) -> list[str]:
    """The lines of a file. Raises BadInput if there are too many, one is too long, or the first is not ours."""
    if text.count("\n") > LINES:  # counted before splitting: each line costs more than its characters
        raise BadInput(f"{where}: more than {LINES} lines")
    lines = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
    if long := next((n for n, line in enumerate(lines, 1) if len(line) > LINE), 0):
        raise BadInput(f"{where}:{long}: a line has at most {LINE} characters")
    if lines[0].strip() != FIRST:
        raise BadInput(f"{where}:1: a .diary begins with the line {FIRST!r}")
    return lines


@dataclass
class _Header:
    """What the header lines say, and the beginning of the game that they make together."""

    said: dict[str, Any] = field(default_factory=dict)
    """What the game's beginning holds as it is said."""
    players: dict[str, str] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    house: dict[str, str] = field(default_factory=dict)
    charts: dict[str, dict[str, Any]] = field(default_factory=dict)
    pack: str = ""
    branched: BranchedFrom | None = None
    rules: str = ""

    def take(self, line: str) -> None:
        """Adds a line. Raises BadInput or ValueError."""
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            raise BadInput("a header line is `name: value`; an empty line ends the header")
        match key.split():
            case ["player", side]:
                self.players[side] = value
            case ["reading", reading]:
                self.readings[reading] = value
            case ["house", *rule] if rule:
                self.house[" ".join(rule)] = value
            case ["row", chart]:
                row, _, says = value.partition(" ")
                self.charts.setdefault(chart, {})[strict_json(f'"{row}"'.encode())] = strict_json(says.encode())
            case ["pack"]:
                self.pack = value
            case ["branched-from"]:
                self.branched = _branched(value)
            case ["rules"]:
                self.rules = value
            case ["complete"]:
                self.said[key] = tuple(value.split(","))
            case ["hidden"] if value not in (PAPER, RECORDED):
                raise BadInput(f"hidden is {PAPER} or {RECORDED}, not {value!r}")
            case ["system" | "title" | "scenario" | "hidden"]:
                self.said[key] = value
            case _:
                known = [
                    "system",
                    "title",
                    "player SIDE",
                    "pack",
                    "reading ID",
                    "house RULE",
                    "hidden",
                    "scenario",
                    "row CHART",
                ]
                raise unknown("header line", key, known)

    def began(self, find_pack: FindPack) -> GameBegan:
        """The beginning of the game. Raises Trouble."""
        if "system" not in self.said:
            raise BadInput("the header names no system")
        load(self.said["system"])  # the system is known, whatever else is wrong
        rules = rules_of(GameBegan(system=self.said["system"], title="", **self._printed(find_pack)))
        for side in self.players:
            if side not in rules.sides:
                raise unknown("side", side, rules.sides)
        readings = self._readings(rules)
        if (scenario := self.said.get("scenario")) and scenario not in rules.scenarios:
            raise unknown("scenario", scenario, rules.scenarios)
        printed = self._printed(find_pack)
        fields = {"title": rules.title, **self.said, "players": self.players, "readings": readings, **printed}
        fields["house"] = {numbered(rules, rule, "rule"): text for rule, text in self.house.items()}
        began = GameBegan(**fields)
        check_names(began)
        return began

    def _printed(self, find_pack: FindPack) -> dict[str, Any]:
        """The fields that hold the charts. Raises BadInput."""
        if self.pack and self.charts:
            raise BadInput(f"the charts come from the pack {self.pack.split()[0]}, or from `row` lines, not from both")
        return self._of_pack(find_pack) if self.pack else self._of_rows(load(self.said["system"]))

    def _readings(self, rules: Rules[Any]) -> dict[str, str]:
        for id, choice in self.readings.items():
            choices = rules.readings[id].choices if id in rules.readings else ()
            if choice not in choices:
                raise BadInput(
                    f"reading {id} can be read as {', '.join(choices)}, not {choice}"
                    if choices
                    else f"there is no reading {id} with choices"
                )
        if not self.rules.isdecimal():
            return self.readings
        # a game from before a reading existed keeps the way it was played
        return {r.id: r.before for r in rules.readings.values() if int(self.rules) < r.since} | self.readings

    def _of_pack(self, find_pack: FindPack) -> dict[str, Any]:
        """The fields that hold the charts of the pack named."""
        name, _, digest = self.pack.partition(" ")
        found = find_pack(name)
        if digest and not found.digest.startswith(digest.removesuffix("…")):
            raise BadInput(
                f"pack {name} is not the one this game was played with ({digest} there, {found.digest[:16]} here)"
            )
        return {"pack": found.name, "pack_digest": found.digest, "charts": found.charts, "complete": found.complete}

    def _of_rows(self, rules: Rules[Any]) -> dict[str, Any]:
        """The fields that hold the charts of the `row` lines."""
        check_charts(self.charts, "the header")
        for chart, rows in self.charts.items():
            if chart not in rules.printed.charts:
                raise unknown("chart", chart, rules.printed.charts)
            for row, says in rows.items():
                try:
                    check_row(rules.printed.charts[chart], says)
                except BadInput as error:
                    raise BadInput(f"row {chart}: {row}: {error}") from error
        return {"charts": self.charts} | ({"pack_digest": rows_digest(self.charts)} if self.charts else {})


def _branched(value: str) -> BranchedFrom:
    game, at, seal, *title = value.split(maxsplit=3)
    if not re.fullmatch("[0-9a-f]{1,64}", game) or not re.fullmatch("[0-9a-f]{64}", seal):
        raise BadInput("branched-from is a game's id, the entry it branched at, and the 64 digits of its seal there")
    return BranchedFrom(game=game, at=whole(at), head=seal, title=" ".join(title))


def shipped(system: str, name: str) -> DiaryFile:
    """A played game that comes with wardiary. Raises BadInput."""
    return read(library.played_game(system, name), f"{name}.diary", lambda pack: library.pack(system, pack))


class Unplayed(BadInput):
    """A line that today's rules do not play.

    It carries the game up to there, and the remaining lines with their numbers.
    """

    def __init__(self, text: str, rule: str, game: Game[Any], left: Sequence[tuple[int, str]]) -> None:
        super().__init__(text)
        self.rule, self.game, self.left = rule, game, tuple(left)


def play(file: DiaryFile, progress: Callable[[int], None] | None = None) -> Game[Any]:
    """The game of a file, played in memory: every line under today's rules.

    Dice that the file marks as rolled by a program are so by its word only. Raises Unplayed with file, line and what
    was wrong.
    """
    game: Game[Any] = Game(rules_of(file.began))
    if file.branched:
        game.follow([Entry(0, 0, file.branched, ends=True)])
    game.follow(game.begin(file.began).entries)
    for place, (number, text) in enumerate(file.lines):
        try:
            line = taken_apart(game, text)
            if line is None:
                continue
            game.follow(speak(game, replace(line, rolled_by=BY_FILE)).entries)
        except Trouble as error:
            asked = (
                f"\n  the open question: {game.waits.by} {game.waits.name}: {game.waits.words}" if game.waits else ""
            )
            said = f"{file.where}:{number}:{column_of(text, error)}: {error}\n  {text.strip()[:200]}{asked}"
            left = [
                (at, later) for at, later in file.lines[place:] if later.strip() and not later.lstrip().startswith("#")
            ]
            raise Unplayed(said, getattr(error, "rule", ""), game, left) from error
        if progress:
            progress(number)
    return game


def write(game: Game[Any], find_pack: FindPack, *, comments: bool = True) -> str:
    """A game as a `.diary` file: its header, then everything said, take-backs included.

    `play` gives the same game back.
    """
    entries: Sequence[Entry] = game.entries
    lines = [FIRST]
    rest = list(appends(entries))
    writer = Writer(Game(game.rules))
    if rest and isinstance(rest[0][0].fact, BranchedFrom):
        branched = rest[0][0].fact
        lines.append(f"branched-from: {branched.game} {branched.at} {branched.head} {branched.title}".rstrip())
        writer.game.follow(rest.pop(0))
    began = rest[0][0].fact if rest else None
    if not isinstance(began, GameBegan):
        raise BadInput("this game has no beginning that wardiary knows: export it as JSON lines instead")
    made = next((entry.made for entry in rest[0] if entry.made), None)
    lines += _header(began, made.rules if made else str(game.rules.version), find_pack)
    writer.game.follow(rest.pop(0))
    lines.append("")
    where = ""
    for append in rest:
        moment = ", ".join(append[0].moment.path)
        if comments and moment != where and not _answers(append):
            lines.append(f"# {moment}")
            where = moment
        lines.append(writer.write(append))
    return "\n".join(lines) + "\n"


def _answers(append: Sequence[Entry]) -> bool:
    return append[0].of != append[0].version


def _header(began: GameBegan, rules: str, find_pack: FindPack) -> list[str]:
    lines = [f"system: {began.system}", f"title: {began.title}"]
    lines += [f"player {side}: {name}" for side, name in began.players.items()]
    if began.scenario:
        lines.append(f"scenario: {began.scenario}")
    lines.append(f"rules: {rules}")
    lines.append(f"hidden: {began.hidden}")
    lines += [f"reading {id}: {choice}" for id, choice in began.readings.items()]
    lines += [f"house {rule}: {text}" for rule, text in began.house.items()]
    if began.pack and _shipped(began, find_pack):
        lines.append(f"pack: {began.pack} {began.pack_digest[:16]}")
        return lines
    if began.complete:
        lines.append(f"complete: {','.join(began.complete)}")
    for chart, rows in began.charts.items():
        lines += [f"row {chart}: {_one_word(row)} {json.dumps(says, ensure_ascii=False)}" for row, says in rows.items()]
    return lines


def _one_word(row: str) -> str:
    """A row's name as its header line has it: in JSON's form, with blanks as escape codes."""
    return json.dumps(row, ensure_ascii=False)[1:-1].replace(" ", "\\u0020")


def _shipped(began: GameBegan, find_pack: FindPack) -> bool:
    try:
        return find_pack(began.pack).digest == began.pack_digest
    except Trouble:
        return False


__all__ = ["DiaryFile", "play", "quoted", "read", "write"]
