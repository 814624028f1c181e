"""What a game by lines of paper is about, as far as its lines say: who leads in points, whose a place is, and pieces
that are gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.free.facts import LineSaid
from domain.free.state import Free, side_code
from projections.report.stakes import Stakes, Turned, TurningMark, ahead
from projections.stories.words import count_of, names, number

FEW = 3
"""Points from which on a lead says something."""


def marks(change: Turned) -> Iterator[TurningMark]:
    sides = called(change.after)
    before, after = score(change.before), score(change.after)
    first = ahead(after)
    if first and first != ahead(before) and after[first] >= FEW:
        words = f"{sides[first]} took the lead, with {_against(change.after, first)}"
        yield TurningMark(f"{sides[first]} takes the lead", words, 24, first)
    for fact in change.facts(LineSaid):
        for side in dict.fromkeys(fact.holds.values()):
            places = [place for place, holder in fact.holds.items() if holder == side]
            who = sides.get(side, side)
            yield TurningMark(f"{who} takes {names(places, 3)}", f"{who} took {names(places, 3)}", 16, side)
        gone = [loss.unit for loss in fact.losses if loss.eliminated]
        if gone:
            are, were = ("is", "was") if len(gone) == 1 else ("are", "were")
            yield TurningMark(f"{names(gone, 3)} {are} gone", f"{names(gone, 3)} {were} lost", 10)


def called(state: Free) -> Mapping[str, str]:
    """The sides by their codes, as the table calls them."""
    row = state.game_row
    return {side_code(name): name for name in (row.sides if row else ())}


def score(state: Free) -> dict[str, int]:
    """The points of each side."""
    return {side: state.points.get(side, 0) for side in called(state)}


def stands(state: Free) -> str:
    """Who leads; "" of a game in which nobody has points."""
    points = score(state)
    first = ahead(points)
    if first:
        return f"{called(state)[first]} leads with {_against(state, first)}"
    most = max(points.values(), default=0)
    return f"nobody leads; the best have {count_of(most, 'point')}" if most else ""


def _against(state: Free, first: str) -> str:
    """The points of whoever leads, and of the best of the others."""
    points = score(state)
    others = [points[side] for side in points if side != first]
    mine = count_of(points[first], "point")
    return f"{mine} to {number(max(others)) if max(others) else 'none'}" if others else mine


STAKES = Stakes(stands=stands, marks=marks)
