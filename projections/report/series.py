"""How a game went: losses, victory points and a game's own measures over time, and the declarations that changed
most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from domain.kernel.entries import Entry, standing
from domain.kernel.errors import Unread
from domain.kernel.facts import Adjusted, Fact, Points, label
from domain.kernel.game import View
from projections.report.counting import moment
from projections.report.model import Figure, Point, Series, Swing
from projections.report.places import named
from projections.shown import shown

SWINGS = 6
"""Turning points told."""
WORDS = 420
"""Letters of the sentences of a turning point; what is more is counted."""

Charted = tuple[str, tuple[Series, ...]]


def entries_by_turn(entries: Iterable[Entry]) -> tuple[tuple[str, tuple[Entry, ...]], ...]:
    """The entries of each turn, under what the first word of their moments calls it."""
    named = groupby(entries, key=lambda entry: entry.moment.path[0] if entry.moment.path else "")
    return tuple((name, tuple(of)) for name, of in named)


def series(game: View[Any]) -> tuple[Charted, ...]:
    """Steps lost, units eliminated and victory points by side, tracks with numbers, and the game's own measures.

    Steps lost are all that were ever lost; steps got back do not lessen them. What never moved is left out.
    """
    entries = standing(game.entries)
    sides = game.rules.sides
    lost = _running("Steps lost", entries, sides, lambda entry: ((loss.side, loss.steps) for loss in entry.fact.losses))
    gone = _running(
        "Units eliminated", entries, sides, lambda entry: ((loss.side, loss.eliminated) for loss in entry.fact.losses)
    )
    points = _running(
        "Victory points", entries, sides, lambda entry: ((award.side, award.amount) for award in entry.fact.points)
    )
    tracks = _tracks(entries) if shown(game.rules.code).report.charts_tracks else ()
    return (*(chart for chart in (lost, gone, points) if chart[1]), *tracks, *_measured(game, entries))


def _running(
    title: str, entries: Sequence[Entry], sides: Mapping[str, str], of: Callable[[Entry], Iterable[tuple[str, float]]]
) -> Charted:
    """What each side has so far, from nothing on."""
    total: Counter[str] = Counter()
    found: dict[str, list[Point]] = {}
    for entry in entries:
        changed = {}
        for side, amount in of(entry):
            if amount:
                changed[side] = total[side] = total[side] + int(amount)
        for side, value in changed.items():
            found.setdefault(side, [_start(entries)]).append(Point(entry.version, moment(entry), value))
    named = [side for side in sides if side in found] + [side for side in found if side not in sides]
    return title, tuple(Series(sides.get(side, side), side, tuple(found[side])) for side in named)


def _start(entries: Sequence[Entry]) -> Point:
    return Point(entries[0].version, moment(entries[0]), 0)


def _tracks(entries: Sequence[Entry]) -> Iterator[Charted]:
    """The markers that move on tracks of numbers, each for itself."""
    found: dict[str, list[Point]] = {}
    for entry in entries:
        for track in entry.fact.tracks:
            if isinstance(track.was, int) and isinstance(track.now, int):
                before = [Point(entries[0].version, moment(entries[0]), track.was)]
                found.setdefault(track.name, before).append(Point(entry.version, moment(entry), track.now))
    for name, points in found.items():
        yield name, (Series(name, "", tuple(points)),)


def _measured(game: View[Any], entries: Sequence[Entry]) -> Iterator[Charted]:
    """The game's own measures, taken at the end of each turn and now; one fold of the record does for all of them."""
    measures = [
        measure
        for measure in shown(game.rules.code).report.measures
        if measure.summary in shown(game.rules.code).summaries
    ]
    if not measures or not entries:
        return
    past = game.empty()
    found: dict[str, list[Point]] = {measure.title: [] for measure in measures}
    for _, turn in entries_by_turn(entries):
        past.follow(turn)
        for measure in measures:
            try:
                value = measure.value(shown(game.rules.code).summaries[measure.summary].rows(past))
            except Unread:  # nobody has read that chart yet: there is nothing to say of this turn
                continue
            found[measure.title].append(Point(turn[-1].version, moment(turn[-1]), value))
    for measure in measures:
        points = found[measure.title]
        if any(point.value for point in points):
            yield (
                measure.title,
                (Series(game.rules.sides.get(measure.side, measure.side), measure.side, tuple(points)),),
            )


# ---- turning points ----


def swings(game: View[Any], most: int = SWINGS) -> tuple[Swing, ...]:
    """The declarations, with all that followed from them, that moved the balance between the sides most.

    For each side counts what victory points it gained, less the steps it lost, plus the steps it got back. A swing is
    how far apart that puts the best and the worst side: both sides losing alike turn nothing. Points that a rule gives
    for a step lost are not counted beside the step, and what is set by hand turns nothing. Of equal ones the earlier is
    told first.
    """
    sides = {side: f"the {title}" for side, title in game.rules.sides.items()}
    place = named(game)
    found: list[tuple[int, Swing]] = []
    played = (entry for entry in standing(game.entries) if not isinstance(entry.fact, Adjusted))
    for _, of in groupby(_by_declaration(played), key=lambda entry: entry.of):
        entries = tuple(of)
        balance, parts = _balance(entries, sides)
        ahead = max(balance, key=lambda side: balance[side], default="")
        weight = balance[ahead] - min(balance.values()) if ahead else 0
        if not weight:
            continue
        changed = [entry for entry in entries if entry.fact.losses or entry.fact.gains or entry.fact.points]
        moved = tuple(entry.version for entry in changed)
        amount = f"{weight} for {sides.get(ahead, ahead) or 'nobody'}: {', '.join(parts)}"
        told = tuple(entry.version for entry in entries if entry.fact.fire or entry.version in moved)
        words = place(_what_came(entries, game.rules.sides))
        found.append((weight, Swing(words, moment(changed[0]), Figure(amount, moved), told)))
    found.sort(key=lambda one: (-one[0], one[1].entries))
    return tuple(swing for _, swing in found[:most])


def _by_declaration(entries: Iterable[Entry]) -> list[Entry]:
    """Notes and rulings may stand between the entries of a declaration."""
    return sorted(entries, key=lambda entry: (entry.of, entry.version))


def _balance(entries: Iterable[Entry], sides: Mapping[str, str]) -> tuple[dict[str, int], list[str]]:
    """What each side gained by these entries, less what it lost, and that in words."""
    lost, back, points = Counter[str](), Counter[str](), Counter[str]()
    for entry in entries:
        for loss in entry.fact.losses:
            lost[loss.side] += loss.steps
        for gain in entry.fact.gains:
            back[gain.side] += gain.steps
        for award in _scored(entry.fact):
            points[award.side] += award.amount
    every = list(dict.fromkeys([*sides, *lost, *back, *points]))
    every = every if len(every) > 1 else [*every, ""]  # a side alone is measured against standing still
    parts = []
    for side in every:
        name = sides.get(side, side)
        parts += [
            f"{name} {words} {n} {_plural(n, unit)}"
            for words, n, unit in (
                ("lost", lost[side], "step"),
                ("got back", back[side], "step"),
                ("gained", points[side], "point"),
            )
            if n
        ]
    return {side: points[side] + back[side] - lost[side] for side in every}, parts


def _scored(fact: Fact) -> Sequence[Points]:
    """The points of a fact; where steps were lost they are for these, and say the same again."""
    return () if any(loss.steps for loss in fact.losses) else fact.points


def _plural(count: int, word: str) -> str:
    return word if abs(count) == 1 else word + "s"


def _what_came(entries: Iterable[Entry], sides: Mapping[str, str]) -> str:
    """The sentences of the facts that fired, cost or gained anything, as many as are readily read; the others are
    counted."""
    said = []
    for entry in entries:
        fact = entry.fact
        if fact.fire or fact.losses or fact.gains or fact.points:
            words = fact.named(sides)
            awards = () if fact.TELLS_POINTS else _scored(fact)
            unsaid = [
                f"{sides.get(award.side, award.side)} {award.amount:+}: {award.why or label(award.code)}"
                for award in awards
            ]
            said += [f"{words} ({', '.join(unsaid)})" if unsaid and words else ", ".join(unsaid) or words]
    said = [words for words in said if words]
    kept: list[str] = []
    for words in said:
        if kept and sum(map(len, kept)) + len(words) > WORDS:
            break
        kept.append(words)
    more = len(said) - len(kept)
    return "; ".join(kept) + (f"; and {more} more" if more else "")
