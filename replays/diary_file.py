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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from domain.games import load, rules_of
from domain.kernel.entries import Entry
from domain.kernel.errors import BadInput, Trouble, unknown
from domain.kernel.facts import BY_FILE, BranchedFrom, GameBegan
from domain.kernel.game import Game, check_names
from domain.kernel.limits import LINE, LINES
from domain.kernel.packs import Pack, check_charts, rows_digest
from domain.kernel.state import PAPER, RECORDED, check_row
from domain.kernel.strict import strict_json, whole
from replays import library
from replays.notation import Writer, appends, column_of, quoted, speak, split

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
    if text.count("\n") > LINES:  # counted before splitting: each line costs more than its characters
        raise BadInput(f"{where}: more than {LINES} lines")
    lines = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
    if long := next((n for n, line in enumerate(lines, 1) if len(line) > LINE), 0):
        raise BadInput(f"{where}:{long}: a line has at most {LINE} characters")
    if not lines or lines[0].strip() != FIRST:
        raise BadInput(f"{where}:1: the first line is {FIRST!r}")
    head: dict[str, Any] = {"players": {}, "readings": {}}
    charts: dict[str, dict[str, Any]] = {}
    pack = ""
    branched: BranchedFrom | None = None
    number = 1
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            break
        if line.startswith("#"):
            continue
        key, colon, value = (part.strip() for part in line.partition(":"))
        try:
            if not colon:
                raise BadInput("a header line is `name: value`; an empty line ends the header")
            words = key.split()
            if len(words) == 2 and words[0] in ("player", "reading"):
                head["players" if words[0] == "player" else "readings"][words[1]] = value
            elif words[0] == "row" and len(words) == 2:
                name, _, says = value.partition(" ")
                charts.setdefault(words[1], {})[strict_json(f'"{name}"'.encode())] = strict_json(says.encode())
            elif key == "pack":
                pack = value
            elif key == "branched-from":
                game, at, seal, *title = value.split(maxsplit=3)
                if not re.fullmatch("[0-9a-f]{1,64}", game) or not re.fullmatch("[0-9a-f]{64}", seal):
                    raise BadInput(
                        "branched-from is a game's id, the entry it branched at, and the 64 digits of its seal there"
                    )
                branched = BranchedFrom(game=game, at=whole(at), head=seal, title=" ".join(title))
            elif key == "complete":
                head[key] = tuple(value.split(","))
            elif key == "hidden" and value not in (PAPER, RECORDED):
                raise BadInput(f"hidden is {PAPER} or {RECORDED}, not {value!r}")
            elif key in ("system", "title", "scenario", "hidden", "rules"):
                head[key] = value
            else:
                raise unknown(
                    "header line",
                    key,
                    ["system", "title", "player SIDE", "pack", "reading ID", "hidden", "scenario", "row CHART"],
                )
        except BadInput as error:
            raise BadInput(f"{where}:{number}: {error}") from error
        except (ValueError, IndexError) as error:
            raise BadInput(f"{where}:{number}: {key}: {error}") from error
    rules = head.pop("rules", "")
    try:
        began = _began(head, charts, pack, find_pack, rules)
    except Trouble as error:
        raise BadInput(f"{where}: {error}") from error
    body = [(n, line) for n, line in enumerate(lines[number:], number + 1)]
    return DiaryFile(where, began, pack, branched, rules, body)


def shipped(system: str, name: str) -> DiaryFile:
    """A played game that comes with wardiary. Raises BadInput."""
    return read(library.played_game(system, name), f"{name}.diary", lambda pack: library.pack(system, pack))


def _began(
    head: Mapping[str, Any], charts: Mapping[str, Mapping[str, Any]], pack: str, find_pack: FindPack, made: str
) -> GameBegan:
    if "system" not in head:
        raise BadInput("the header names no system")
    rules = load(head["system"])
    fields = dict(head)
    fields.setdefault("title", rules.title)
    for side in head["players"]:
        if side not in rules.sides:
            raise unknown("side", side, rules.sides)
    for id, choice in head["readings"].items():
        if id not in rules.readings or choice not in rules.readings[id].choices:
            raise BadInput(
                f"reading {id}: {choice} is none of "
                f"{', '.join(rules.readings[id].choices) if id in rules.readings else 'the readings'}"
            )
    if made.isdecimal():  # a game from before a reading existed keeps the way it was played
        fields["readings"] = {r.id: r.before for r in rules.readings.values() if int(made) < r.since} | head["readings"]
    if fields.get("scenario") and fields["scenario"] not in rules.scenarios:
        raise unknown("scenario", fields["scenario"], rules.scenarios)
    if pack and charts:
        raise BadInput(f"the charts come from the pack {pack.split()[0]}, or from `row` lines, not from both")
    if pack:
        name, _, digest = pack.partition(" ")
        found = find_pack(name)
        if digest and not found.digest.startswith(digest.removesuffix("…")):
            raise BadInput(
                f"pack {name} is not the one this game was played with ({digest} there, {found.digest[:16]} here)"
            )
        fields |= {"pack": found.name, "pack_digest": found.digest, "charts": found.charts, "complete": found.complete}
    else:
        check_charts(charts, "the header")
        for chart, rows in charts.items():
            if chart not in rules.printed.charts:
                raise unknown("chart", chart, rules.printed.charts)
            for row, says in rows.items():
                try:
                    check_row(rules.printed.charts[chart], says)
                except BadInput as error:
                    raise BadInput(f"row {chart}: {row}: {error}") from error
        fields["charts"] = charts
        if charts:
            fields["pack_digest"] = rows_digest(charts)
    began = GameBegan(**fields)
    check_names(began)
    return began


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
            line = split(text, game.rules.sides)
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
