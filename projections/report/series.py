"""How a game went: losses, victory points and a game's own measures over time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from domain.kernel.entries import Entry, standing
from domain.kernel.errors import Unread
from domain.kernel.game import View
from projections.report.counting import moment
from projections.report.model import Point, Series
from projections.report.tells import Measure
from projections.report.toll import steps_lost
from projections.shown import shown

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
    lost = _running(
        "Steps lost", entries, sides, lambda entry: ((loss.side, steps_lost(game, loss)) for loss in entry.fact.losses)
    )
    gone = _running(
        "Units eliminated", entries, sides, lambda entry: ((loss.side, loss.eliminated) for loss in entry.fact.losses)
    )
    points = _running(
        "Victory points", entries, sides, lambda entry: ((award.side, award.amount) for award in entry.fact.points)
    )
    own = shown(game.rules.code).report
    common = ((own.calls.get(title, title), lines) for title, lines in (lost, gone, points) if lines)
    tracks = _charted(game, _tracks(entries)) if own.charts_tracks else ()
    return (*(chart for chart in common if chart[0]), *tracks, *_measured(game, entries))


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


def _tracks(entries: Sequence[Entry]) -> Mapping[str, Sequence[Point]]:
    """The markers that move on tracks of numbers, each for itself."""
    found: dict[str, list[Point]] = {}
    for entry in entries:
        for track in entry.fact.tracks:
            if isinstance(track.was, int) and isinstance(track.now, int):
                before = [Point(entries[0].version, moment(entries[0]), track.was)]
                found.setdefault(track.name, before).append(Point(entry.version, moment(entry), track.now))
    return found


def _charted(game: View[Any], found: Mapping[str, Sequence[Point]]) -> Iterator[Charted]:
    """A chart for each marker; for what every side has of its own of one thing, a line a side in one chart."""
    whose, sides = shown(game.rules.code).report.whose_track, game.rules.sides
    charts: dict[str, list[Series]] = {}
    for name, points in found.items():
        side, what = whose(game, name)
        charts.setdefault(what, []).append(Series(sides.get(side, name), side, tuple(points)))
    for title, lines in charts.items():
        yield title, tuple(lines)


def _measured(game: View[Any], entries: Sequence[Entry]) -> Iterator[Charted]:
    """The game's own measures; one fold of the record does for all of them."""
    summaries = shown(game.rules.code).summaries
    measures = [one for one in shown(game.rules.code).report.measures if not one.summary or one.summary in summaries]
    if not measures or not entries:
        return
    past = game.empty()
    found: dict[str, list[Point]] = {
        measure.title: [] if measure.summary else [_start(entries)] for measure in measures
    }
    for _, turn in entries_by_turn(entries):
        for _, declared in groupby(turn, key=lambda entry: entry.of):
            some = tuple(declared)
            past.follow(some)
            for measure in measures:
                if not measure.summary or some[-1] is turn[-1]:
                    _measure(past, measure, some[-1], found[measure.title])
    for measure in measures:
        points = found[measure.title]
        if any(point.value for point in points):
            yield (
                measure.title,
                (Series(game.rules.sides.get(measure.side, measure.side), measure.side, tuple(points)),),
            )


def _measure(past: View[Any], measure: Measure, now: Entry, points: list[Point]) -> None:
    """One more point; of a measure of the state where it has changed, the last of a moment."""
    try:
        rows = shown(past.rules.code).summaries[measure.summary].rows(past) if measure.summary else past.state
        value = measure.value(rows)
    except Unread:  # nobody has read that chart yet: there is nothing to say of this turn
        return
    if measure.summary or value != points[-1].value:
        if len(points) > 1 and points[-1].moment == moment(now):
            points.pop()
        points.append(Point(now.version, moment(now), value))
