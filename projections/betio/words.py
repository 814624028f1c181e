"""Words for turns, morale, areas and units, which story, screen, map and tables share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from domain.betio.charts import GridCard, HexCard, TurnCard
from domain.betio.state import JAPANESE, MARINE, Area, Betio, inferred
from domain.kernel.entries import Entry
from domain.kernel.state import Row
from projections.report import counting
from projections.wargame.printed_words import if_read

R = TypeVar("R", bound=Row)

MORALE = {JAPANESE: "Japanese", MARINE: "Marine", "2": "2nd Marines", "6": "6th Marines", "8": "8th Marines"}
"""The morale tracks, the regiments in the order of their numbers."""


def columns_grow_left(state: Betio) -> bool:
    """Whether columns grow to the reader's left, as they do until somebody reads out otherwise."""
    card = state.rows(GridCard).get("rows")
    return card is None or card.columns == "left"


# ---- when ----


def box_of(state: Betio, turn: int) -> TurnCard:
    """The box of the Turn Track of a turn, as it was read out or as the text implies (reading A-41)."""
    return state.rows(TurnCard).get(str(turn)) or inferred(turn)


def is_inferred(state: Betio, turn: int) -> bool:
    """Whether nobody has read out the box of a turn."""
    return str(turn) not in state.rows(TurnCard)


def hour(state: Betio, turn: int) -> str:
    """When a turn is: `20 November, 0900`."""
    box = box_of(state, turn)
    return f"{box.day} November, {box.time}"


def when(state: Betio, turn: int) -> str:
    """The same, with a word where it is inferred."""
    return hour(state, turn) + (" (inferred)" if is_inferred(state, turn) else "")


def turn_of(entry: Entry) -> int:
    """The turn in which an entry was made, by which moments sort; 0 before the first."""
    return int(counting.turn_of(entry) or 0)


# ---- tracks ----


def level(state: Betio, track: str, box: int | None = None) -> int | None:
    """The morale in a box of a track, the one where its marker stands if none is named; None where the track has not
    been read out."""
    return if_read(lambda: state.morale(track) if box is None else state.but(tracks={track: box}).morale(track), None)


def signed(number: int | None) -> str:
    """A morale as it is printed; a question mark where nobody has read out its track."""
    return "?" if number is None else f"{number:+d}" if number else "0"


def casualties(state: Betio) -> int | None:
    """The number on the Casualty Track; None where it has not been read out."""
    return if_read(lambda: state.casualties, None)


# ---- areas and units ----


def cargo(name: str) -> str:
    """What a vessel carries."""
    what, _, battalion = name.partition(" ")
    return name if what != "supply" else "a supply point" + (f" for {battalion}" if battalion else "")


def is_supply(name: str) -> bool:
    """Whether what a vessel carries, or has landed, is a supply point."""
    return name.partition(" ")[0] == "supply"


class Ground(NamedTuple):
    """An area of Betio: its hexes as far as they are known, those that are still to clear, and its strongpoints, whole
    and destroyed."""

    name: str
    hexes: int
    left: tuple[str, ...]
    strongpoints: int
    destroyed: int
    now: Area


def areas(state: Betio) -> Iterator[Ground]:
    """The areas, in the order in which they became known."""
    by_area: dict[str, list[str]] = {}
    for name, card in state.rows(HexCard).items():
        by_area.setdefault(card.area, []).append(name)
    cards = state.rows(HexCard)
    for area, now in state.areas.items():
        hexes = by_area.get(area, [])
        left = tuple(name for name in hexes if not state.is_cleared(name))
        guns = [name for name in hexes if cards[name].strongpoints]
        gone = sum(
            cards[name].strongpoints
            if name not in left
            else state.hexes[name].demolished // 2
            if name in state.hexes
            else 0
            for name in guns
        )
        yield Ground(area, len(hexes), left, sum(cards[name].strongpoints for name in guns), gone, now)


def markers_of(area: Area) -> Iterator[str]:
    """The markers that lie on an area."""
    if area.chit:
        yield "a blank chit" if area.chit == "blank" else f"a chit of {area.chit}"
    if area.suppressed:
        yield f"suppressed by {'fire' if area.suppressed == 'fire' else 'an air raid'}"


# ---- dice ----


def faces(state: Betio, chart: type[R], change: int) -> Sequence[R]:
    """The lines of a table that the six faces of a die lead to, with what is added to it; none where one of them is not
    known."""
    rows = state.rows(chart)
    found: list[R] = []
    for face in range(1, 7):
        result = face + change
        if chart.CHART in state.complete and rows and str(result) not in rows:
            numbers = sorted(map(int, rows))
            result = max(numbers[0], min(numbers[-1], result))
        if str(result) not in rows:
            return ()
        found.append(rows[str(result)])
    return found
