"""What Iwo Jima is about (IWO 23, 24): who has more victory points, and the forty that end it; the airfields, the flag,
and areas that are lost again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.iwo import facts as f
from domain.iwo.charts import AreaCard
from domain.iwo.state import OTHER, PEOPLE, Iwo
from domain.iwo.victory import TURNS, WINNING
from projections.report.stakes import Stakes, Turned, TurningMark, ahead, passed
from projections.stories.words import capital, count_of, names, number

WHO = {side: f"the {people}" for side, people in PEOPLE.items()}
HALF, NEAR = WINNING // 2, WINNING - 5
ENOUGH = 5
"""Victory points before a lead says anything."""


def marks(change: Turned) -> Iterator[TurningMark]:
    before, after = _score(change.before), _score(change.after)
    first = ahead(after)
    if first and first != ahead(before) and after[first] >= ENOUGH:
        words = f"{WHO[first]} took the lead, with {_against(after, first)}"
        yield TurningMark(f"{capital(WHO[first])} take the lead", words, 10 + min(24, after[first]), first)
    for side, people in WHO.items():
        if passed(before[side], after[side], HALF) > 0:
            words = f"{people} came to {after[side]} of the {WINNING} victory points that end the game"
            yield TurningMark(f"{capital(people)} come to {after[side]} points", words, 22, side)
        if passed(before[side], after[side], NEAR) > 0 and after[side] < WINNING:
            few = count_of(WINNING - after[side], "victory point")
            words = f"{people} came within {few} of the end"
            yield TurningMark(f"{capital(people)} are {few} from the end", words, 34, side)
    yield from _built(change)
    for side, people in WHO.items():
        areas = [_called(change.after, one.place) for one in change.facts(f.ControlChanged) if one.to == side]
        if areas:
            back = "" if side == "us" else " back"
            words = f"{people} took {names(areas)}{back}"
            weight = (20 if back else 13) + 8 * any("Airfield" in area for area in areas)
            yield TurningMark(f"{capital(people)} take {names(areas, 3)}{back}", words, weight, side)


def _built(change: Turned) -> Iterator[TurningMark]:
    """IWO 14, 23.1: the flag, the runways, and what was lost of them."""
    for fact in change.facts(f.MarkerPlaced):
        area = _called(change.after, fact.area)
        if fact.marker == "stars":
            yield TurningMark(f"The flag rises over {area}", f"{f.called('stars')} rose over {area}", 45, "us")
        elif fact.marker == "safe":
            yield TurningMark(f"The runway of {area} is open", f"the Americans opened the runway of {area}", 30, "us")
    for gone in change.facts(f.MarkerRemoved):
        area, what = _called(change.after, gone.area), f.called(gone.marker)
        yield TurningMark(f"{capital(what)} at {area} is lost", f"{what} at {area} was lost", 18, "jp")


def _score(state: Iwo) -> dict[str, int]:
    return {"us": state.vp_us, "jp": state.vp_jp}


def _called(state: Iwo, area: str) -> str:
    """An area by its printed name, as it stands within a sentence."""
    card = state.rows(AreaCard).get(area)
    name = card.name if card and card.name else area
    return "the " + name.removeprefix("The ") if name.startswith("The ") else name


def lines(state: Iwo) -> Sequence[tuple[float, str]]:
    """IWO 24(2)."""
    return ((WINNING, "victory"),)


def stands(state: Iwo) -> str:
    """IWO 24: the score, and the turns that are left."""
    score = _score(state)
    first = ahead(score)
    left = count_of(max(0, TURNS - state.turn), "turn")
    if not first:
        return f"both sides have {count_of(score['us'], 'victory point')}, with {left} to come after this one"
    return f"{WHO[first]} lead with {_against(score, first)}, with {left} to come after this one"


def _against(score: dict[str, int], first: str) -> str:
    """The points of whoever leads, and of the other."""
    theirs = score[OTHER[first]]
    return f"{count_of(score[first], 'victory point')} to {number(theirs) if theirs else 'none'}"


STAKES = Stakes(people=WHO, lines=lines, stands=stands, marks=marks)
