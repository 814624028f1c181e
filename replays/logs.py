"""A log that another program left, played as lines of paper: what its templates say, and the rest as it stands."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from domain.free.heard import hear_line
from domain.free.learning import doubts, likeliest
from domain.games import rules_of
from domain.kernel.errors import Trouble
from domain.kernel.facts import GameBegan, Irregular
from domain.kernel.game import Game
from domain.kernel.limits import COUNT, NOTE
from domain.kernel.sequence import NEXT
from domain.kernel.table import Answers, Given
from replays.asides import before_last
from replays.lines import Line
from replays.log_templates import LogShapes, Template
from replays.notation import speak
from replays.sheets import SheetRow

FREE = "free"
TURNS = COUNT
"""The last turn that a row may say."""


class Disagreement(NamedTuple):
    """A total that the record counts otherwise: the entry that says so, and how."""

    entry: int
    words: str


@dataclass
class LogPlayed:
    """A log as it was played: the game, and what the templates made of its lines."""

    game: Game[Any]
    lines: int = 0
    fitted: int = 0
    refused: int = 0
    shapes: Counter[str] = field(default_factory=Counter)
    """The lines that no template fits, by their shape: with every number as 0."""
    gaps: list[Disagreement] = field(default_factory=list)
    """The totals that disagree."""


def play_log(lines: Iterable[str], shapes: LogShapes, title: str) -> LogPlayed:
    """Plays the lines of a log in memory. Raises BadInput for sides that no game can have."""
    return _Playing(LogPlayed(_begun(shapes, title)), shapes).play(lines)


def play_sheet(rows: Iterable[SheetRow], shapes: LogShapes, title: str) -> LogPlayed:
    """Plays the rows of a spreadsheet in memory. Raises BadInput."""
    return _Playing(LogPlayed(_begun(shapes, title)), shapes).play_rows(rows)


def _begun(shapes: LogShapes, title: str) -> Game[Any]:
    charts = {"game": {shapes.game: {"sides": list(shapes.sides)}}}
    began = GameBegan(system=FREE, title=title, charts=charts, hidden="paper")
    game: Game[Any] = Game(rules_of(began))
    game.follow(game.begin(began).entries)
    return game


class _Playing:
    def __init__(self, played: LogPlayed, shapes: LogShapes) -> None:
        self.played, self.game, self.shapes = played, played.game, shapes
        self.sides = tuple(side.casefold() for side in shapes.sides)
        self.kinds: dict[str, str] = {}
        """The kinds of names, as the holes said them."""

    def play(self, lines: Iterable[str]) -> LogPlayed:
        for raw in lines:
            if line := raw.strip():
                self.played.lines += 1
                self._line(line)
        return self.played

    def play_rows(self, rows: Iterable[SheetRow]) -> LogPlayed:
        for row in rows:
            if not (row.words or row.points or row.turn is not None):
                continue
            self.played.lines += 1
            while row.turn is not None and self.game.state.turn < min(row.turn, TURNS):
                self.game.follow(speak(self.game, Line(NEXT, NEXT, ())).entries)
            if row.words:
                self._line(row.words)
            self._points(row.points)
        return self.played

    def _points(self, points: Mapping[str, int]) -> None:
        """The points that sides have behind a row. Where templates say who scores, they are totals as the table counts
        them; else they are all that says so."""
        has = self.game.state.points
        form = "{side} ({n})" if self.shapes.templates else "{side} ={n}"
        other = {side: n for side, n in points.items() if n != has.get(side, 0)}
        if other:
            self._say(", ".join(form.replace("{side}", side).replace("{n}", str(n)) for side, n in other.items()))

    def _line(self, line: str) -> None:
        template, held = self._fitting(line)
        if template is None:
            self.played.shapes[shape_of(line)] += 1
            self._say(as_it_stands(line))
            return
        self.played.fitted += 1
        self.kinds |= template.names(held)
        if template.takes_back:
            self.game.follow(self.game.take_back(before_last(self.game)).entries)
            return
        for said in template.lines(held):
            self._say(said)

    def _fitting(self, line: str) -> tuple[Template | None, Mapping[str, str]]:
        for template in self.shapes.templates:
            if (held := template.fit(line, self.sides)) is not None:
                return template, held
        return None, {}

    def _say(self, said: str) -> None:
        """Says a line, and answers what is asked of it: the kinds that the holes said, else what is usual."""
        before = len(self.game.entries)
        try:
            self._hear(said)
            while self.game.waits:
                self._answer(said)
        except Trouble:
            self.played.refused += 1
        for entry in self.game.entries[before:]:
            if isinstance(entry.fact, Irregular):
                self.played.gaps.append(Disagreement(entry.version, entry.fact.why))

    def _hear(self, said: str) -> None:
        verb, *_ = self.game.rules.play.as_it_stands
        self.game.follow(speak(self.game, Line(said, verb, (said[:NOTE],), paper=True)).entries)

    def _answer(self, said: str) -> None:
        question = self.game.pending()
        assert question is not None
        value = self._meaning(said, *question.purposed().of) if question.name == "new" else question.default
        given = Given(question.say(value)) if value is not None else Given(question.say(question.typed_on))
        self.game.follow(self.game.answer(Answers({question.name: deque([given])})).entries)

    def _meaning(self, said: str, name: str) -> str:
        """What a new name on a line is: what the hole said that it stood in, else what it most probably is. In a log no
        name is a slip."""
        if (named := self.kinds.get(name, "")) in ("count", "place"):
            return named
        found = doubts(hear_line(said, self.game.state.means()), "")
        return next(likeliest(doubt, tuple(self.game.rules.sides)) for doubt in found if doubt.ref.name == name)


def as_it_stands(line: str) -> str:
    """A line that no template fits: a remark, in which no mark is read."""
    plain = line[: NOTE - 2].replace("”", "'")
    return f"“{plain}”"


def shape_of(line: str) -> str:
    """A line with every run of digits as one 0."""
    found = ""
    for c in line:
        digit = "0" if c.isdecimal() else c
        if not (digit == "0" and found.endswith("0")):
            found += digit
    return found[:60]
