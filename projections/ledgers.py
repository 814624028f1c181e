"""The ledgers: the rows that each fact adds to each table, and the SQL views that sum them.

A ledger has a row for each item of a fact: each unit hit, each points award, each throw of dice. Nothing is summed
here. A take-back marks rows as struck, and the SQL views count the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from domain.kernel.entries import Entry
from domain.kernel.facts import (
    SOURCES,
    Declared,
    Drawn,
    Fact,
    GameBegan,
    GameEnded,
    Irregular,
    Modifier,
    Rolled,
    label,
)
from domain.kernel.rules import Rules
from domain.kernel.state import say

Row = tuple[Any, ...]
NOTHING: tuple[Row, ...] = ()


@dataclass(frozen=True)
class Ledger:
    """A table: its own columns, and the rows that an entry adds to it.

    Every ledger has the columns `PLACE` before its own, and `PROOF` after them. It takes only facts of the kinds in
    `of` that carry one of `fields`, if any are named.
    """

    name: str
    own: Mapping[str, type]
    rows: Callable[[Entry, Rules[Any]], Sequence[Row]]
    of: type[Fact] | tuple[type[Fact], ...] = Fact
    fields: frozenset[str] = frozenset()

    @property
    def columns(self) -> dict[str, type]:
        return {**PLACE, **self.own, **PROOF}


PLACE: Mapping[str, type] = {"game": str, "version": int, "item": int, "moment": str, "period": int, "turn": int}
"""The entry, the item of its fact, and the moment in the game: in words, and the turn as a number.

`period` numbers what turns are counted in, a scenario of a campaign. Both are empty where a game has none.
"""
PROOF: Mapping[str, type] = {"rule": str, "struck": int, "moment_key": str}
"""The rule, whether the row was struck, and a text that sorts like the moments."""
NUMBER_OR_WORD = bytes
"""The type of a column that keeps a value as it is.

A number column would turn "0600" into 600, a text column 3 into "3".
"""
GAMES: Mapping[str, type] = {"id": str, "name": str, "system": str, "title": str, "created": str, "entries": int}


def _casualties(entry: Entry, rules: Rules[Any]) -> Sequence[Row]:
    fact = entry.fact
    lost = [(loss.side, loss.unit, "loss", loss.steps, int(loss.eliminated), label(loss.cause)) for loss in fact.losses]
    return lost + [(gain.side, gain.unit, "gain", gain.steps, 0, label(gain.cause)) for gain in fact.gains]


def _points(entry: Entry, rules: Rules[Any]) -> Sequence[Row]:
    return [(p.side, p.amount, p.why, int(p.permanent)) for p in entry.fact.points]


def _tracks(entry: Entry, rules: Rules[Any]) -> Sequence[Row]:
    return [(t.name, t.was, t.now, t.why) for t in entry.fact.tracks]


def _fire(entry: Entry, rules: Rules[Any]) -> Sequence[Row]:
    fire = entry.fact.fire
    if fire is None:
        return NOTHING
    expected = _number(fire.expected)
    deviation = None if expected is None else fire.hits - expected
    return [
        (
            label(fire.kind),
            fire.side,
            ", ".join(fire.by),
            fire.at,
            _faces(fire.chance),
            len(fire.chance),
            fire.hits,
            _reasons(fire.modifiers),
            sum(m.amount for m in fire.modifiers),
            fire.outcome,
            expected,
            deviation,
        )
    ]


def _chance(entry: Entry, rules: Rules[Any]) -> Sequence[Row]:
    fact = entry.fact
    if isinstance(fact, Rolled):
        total, mean = sum(fact.dice), len(fact.dice) * (fact.sides + 1) / 2
        dice = (_faces(fact.dice), len(fact.dice), fact.sides, total, mean, total - mean)
        return [("roll", fact.side, fact.name, fact.words, *dice, None, None, _source(fact))]
    if isinstance(fact, Drawn):
        return [
            (
                "draw",
                fact.side,
                fact.name,
                fact.words,
                "",
                0,
                None,
                None,
                None,
                None,
                fact.item,
                fact.left,
                _source(fact),
            )
        ]
    return NOTHING


def _source(fact: Rolled | Drawn) -> str:
    return SOURCES.get(fact.source, fact.source)


def _declarations(entry: Entry, rules: Rules[Any]) -> Sequence[Row]:
    fact = entry.fact
    assert isinstance(fact, Declared)
    said = " ".join([fact.verb, *(f"{name}={say(value)}" for name, value in fact.values.items())])
    return [(fact.side, fact.verb, said, fact.as_played, entry.recorder, entry.time)]


def _timeline(entry: Entry, rules: Rules[Any]) -> Sequence[Row]:
    fact = entry.fact
    words = fact.sentence()
    return [(entry.of, words, entry.recorder, entry.time, int(isinstance(fact, Irregular)))] if words else NOTHING


def _control(entry: Entry, rules: Rules[Any]) -> Sequence[Row]:
    return [(change.place, change.side, change.was) for change in rules.play.control(entry.fact)]


def _players(entry: Entry, rules: Rules[Any]) -> Sequence[Row]:
    began = entry.fact
    assert isinstance(began, GameBegan)
    return [
        (side, began.players.get(side, ""), began.scenario, began.pack, entry.time[:10])
        for side in dict.fromkeys((*rules.sides, *began.players))
    ]


def _endings(entry: Entry, rules: Rules[Any]) -> Sequence[Row]:
    ended = entry.fact
    assert isinstance(ended, GameEnded)
    return [(ended.winner, int(ended.disputed), ended.by, ended.why)]


def _faces(dice: Iterable[int]) -> str:
    return " ".join(map(str, dice))


def _reasons(modifiers: Iterable[Modifier]) -> str:
    return "; ".join(f"{m.amount:+} {m.why}" + (f" [{m.rule}]" if m.rule else "") for m in modifiers)


@lru_cache(maxsize=1024)
def _number(fraction: str) -> float | None:
    """ "8/3" as a number; None if it is not known, or an old record writes it in another way."""
    try:
        return float(Fraction(fraction))
    except (ValueError, ZeroDivisionError, OverflowError):
        return None


LEDGERS: tuple[Ledger, ...] = (
    Ledger("timeline", {"of": int, "words": str, "by": str, "recorded_at": str, "irregular": int}, _timeline),
    Ledger(
        "declarations",
        {"side": str, "verb": str, "said": str, "as_played": str, "by": str, "recorded_at": str},
        _declarations,
        of=Declared,
    ),
    Ledger(
        "casualties",
        {"side": str, "unit": str, "kind": str, "steps": int, "eliminated": int, "cause": str},
        _casualties,
        fields=frozenset({"losses", "gains"}),
    ),
    Ledger("points", {"side": str, "amount": int, "why": str, "permanent": int}, _points, fields=frozenset({"points"})),
    Ledger("tracks",
           {"name": str,
            "was": NUMBER_OR_WORD, "now": NUMBER_OR_WORD, "why": str}, _tracks, fields=frozenset({"tracks"})),
    Ledger(
        "fire",
        {
            "kind": str, "side": str, "by": str, "at": str, "dice": str, "count": int, "hits": int, "modifiers": str,
            "modified": int, "outcome": int, "expected": float, "deviation": float,
        },
        _fire,
        fields=frozenset({"fire"}),
    ),
    Ledger(
        "chance",
        {
            "kind": str, "side": str, "name": str, "purpose": str, "dice": str, "count": int, "sides": int, "sum": int,
            "expected": float, "deviation": float, "drawn": str, "left": int, "source": str,
        },
        _chance,
        of=(Rolled, Drawn),
    ),
    Ledger("control", {"place": str, "side": str, "was": str}, _control),
    Ledger("players", {"side": str, "player": str, "scenario": str, "pack": str, "day": str}, _players, of=GameBegan),
    Ledger("endings", {"winner": str, "disputed": int, "by": str, "why": str}, _endings, of=GameEnded),
)  # fmt: skip


def rows_of(ledger: Ledger, entry: Entry, rules: Rules[Any]) -> Sequence[Row]:
    """The rows that an entry adds to a ledger.

    A fact that makes no sense, as only a stranger's does, adds none, so that it hides nothing else.
    """
    try:
        return ledger.rows(entry, rules)
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError):
        return NOTHING


LARGEST = 2**63
"""The smallest whole number that SQLite cannot store."""


def fits(row: Row) -> bool:
    """Whether SQLite can store the numbers of a row."""
    return all(type(value) is not int or -LARGEST < value < LARGEST for value in row)


CARRIED = frozenset().union(*(ledger.fields for ledger in LEDGERS))


@cache
def _takers(kind: type[Fact], carried: frozenset[str]) -> tuple[Ledger, ...]:
    return tuple(
        ledger
        for ledger in LEDGERS
        if issubclass(kind, ledger.of) and not (ledger.fields and ledger.fields.isdisjoint(carried))
    )


def takers(fact: Fact) -> tuple[Ledger, ...]:
    """The ledgers that may have rows for a fact, as read from the record. Most facts have nothing for most ledgers."""
    return _takers(type(fact), CARRIED & fact.model_fields_set)


_FACES = ", ".join(
    f"SUM(face = {face}) AS {name}"
    for face, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), start=1)
)

AGGREGATES: Mapping[str, str] = {
    "casualties_by_unit": """
        SELECT game, side, unit,
            SUM(CASE kind WHEN 'loss' THEN steps ELSE 0 END) AS steps_lost,
            SUM(CASE kind WHEN 'gain' THEN steps ELSE 0 END) AS steps_gained,
            SUM(CASE kind WHEN 'loss' THEN steps ELSE -steps END) AS net_loss,
            SUM(eliminated) AS eliminated,
            (SELECT GROUP_CONCAT(cause || ' ' || steps, '; ') FROM (
                SELECT cause, SUM(steps) AS steps FROM casualties one
                WHERE one.game = all_of.game AND one.side = all_of.side AND one.unit = all_of.unit
                    AND kind = 'loss' AND NOT struck
                GROUP BY cause ORDER BY MIN(version)
            )) AS causes
        FROM casualties all_of WHERE NOT struck GROUP BY game, side, unit""",
    "casualties_by_side": """
        SELECT game, side, COUNT(DISTINCT unit) AS units,
            SUM(CASE kind WHEN 'loss' THEN steps ELSE 0 END) AS steps_lost,
            SUM(CASE kind WHEN 'gain' THEN steps ELSE 0 END) AS steps_gained,
            SUM(CASE kind WHEN 'loss' THEN steps ELSE -steps END) AS net_loss,
            SUM(eliminated) AS eliminated
        FROM casualties WHERE NOT struck GROUP BY game, side""",
    "points_by_side": """
        SELECT game, side, SUM(amount) AS points, SUM(CASE WHEN permanent THEN amount ELSE 0 END) AS permanent
        FROM points WHERE NOT struck GROUP BY game, side""",
    "points_running": """
        SELECT game, version, moment, side, amount, why,
            SUM(amount) OVER (PARTITION BY game, side ORDER BY version, item ROWS UNBOUNDED PRECEDING) AS total, rule
        FROM points WHERE NOT struck ORDER BY game, version, item""",
    "tracks_now": """
        SELECT t.game, t.name, t.now, t.moment, t.version
        FROM tracks t WHERE NOT struck AND NOT EXISTS (
            SELECT 1 FROM tracks later WHERE later.game = t.game AND later.name = t.name AND NOT later.struck
            AND (later.version, later.item) > (t.version, t.item)
        ) ORDER BY t.game, t.name""",
    "fire_by_kind": """
        SELECT game, side, kind, COUNT(*) AS shots, SUM("count") AS dice, SUM(hits) AS hits, SUM(outcome) AS outcome,
            COUNT(expected) AS shots_with_expected, ROUND(SUM(expected), 3) AS expected,
            ROUND(SUM(deviation), 3) AS deviation
        FROM fire WHERE NOT struck GROUP BY game, side, kind""",
    "dice": """
        SELECT c.game, c.version, c.moment, c.side, c.purpose, c.sides, CAST(die.value AS INTEGER) AS face, c.source
        FROM chance c, json_each('[' || REPLACE(c.dice, ' ', ',') || ']') die
        WHERE c.kind = 'roll' AND NOT c.struck""",
    "faces": """
        SELECT game, side, sides, face, COUNT(*) AS observed,
            ROUND(1.0 * SUM(COUNT(*)) OVER (PARTITION BY game, side, sides) / sides, 3) AS expected
        FROM dice GROUP BY game, side, sides, face""",
    "luck": f"""
        SELECT game, side, sides, source, COUNT(*) AS dice, SUM(face) AS sum, COUNT(*) * (sides + 1) / 2.0 AS expected,
            SUM(face) - COUNT(*) * (sides + 1) / 2.0 AS deviation, ROUND(AVG(face), 3) AS mean,
            (sides + 1) / 2.0 AS expected_mean,
            {_FACES}
        FROM dice GROUP BY game, side, sides, source""",
    "results": """
        SELECT p.game, p.side, p.player, p.scenario, p.pack, e.winner, e.disputed,
            (SELECT COUNT(*) FROM (
                SELECT DISTINCT t.period, t.turn FROM timeline t
                WHERE t.game = p.game AND t.turn IS NOT NULL AND NOT t.struck
            )) AS turns, p.day
        FROM players p LEFT JOIN endings e ON e.game = p.game AND e.version = (
            SELECT MAX(last.version) FROM endings last WHERE last.game = p.game AND NOT last.struck)
        WHERE NOT p.struck""",
}
"""SQL views over the standing rows."""
