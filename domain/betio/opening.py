"""BB 8.2.1, 8.3.1, 8.4.2, 5.1.4 where the markers begin; 2 Pre-Invasion Bombardment and its chits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from domain.betio import facts as f
from domain.betio.charts import AreaCard, BombardmentCard, ChitCard, TrackCard
from domain.betio.common import line, roll, terms_of, total, verbs
from domain.betio.state import CASUALTIES, FIRST_BOX, IMPULSES, MORALE, THOUSANDS, Betio, track_of
from domain.kernel.errors import BadInput
from domain.kernel.facts import Track
from domain.kernel.questions import Draw, Some
from domain.kernel.table import Table
from domain.wargame.war_facts import several

MOST_GIVEN_UP = 2
"""BB 2.1.3: a third adds nothing (reading A-33)."""


def begin(table: Table[Betio]) -> None:
    """BB 8.2.1, 8.3.1, 8.4.2, 5.1.4: the markers are placed, those whose tracks nobody has read out later, and the
    first phase begins."""
    known = [track for track in MORALE if track_of(track) in table.state.rows(TrackCard)]
    if known:
        at = {track: len(table.read(TrackCard, track_of(track)).boxes) - FIRST_BOX for track in known}
        moved = [Track(name=track, was=0, now=now) for track, now in at.items()]
        moved += [Track(name=track, was=0, now=0) for track in (CASUALTIES, THOUSANDS)]
        table.record(f.MarkersPlaced(rule="BB 8.2.1", tracks=tuple(moved)))
    table.begin()


# ---- 2.1 Pre-Invasion Bombardment ----


def owed_bombardment(state: Betio) -> str:
    return "" if state.bombarded else "the bombardment, `bombard` with the impulses given up, 0 to 2"


def _bombardments(state: Betio) -> Iterator[Mapping[str, Any]]:
    if not state.bombarded:
        yield from ({"given_up": number} for number in range(MOST_GIVEN_UP + 1))


@verbs("BB 2.1.1", side="us", phases=("bombardment",), offers=_bombardments)
def bombard(table: Table[Betio], given_up: int) -> None:
    """BB 2.1: the Pre-Invasion Bombardment: `bombard 2` gives two impulses of turn 1 up, the first; then its die, the
    areas, and their chits."""
    state = table.state
    table.require(not state.bombarded, "BB 2.1.1", "the bombardment is over")
    table.require(state.turn == 1, "BB 13", "the bombardment comes on the first turn alone")
    table.require(0 <= given_up <= IMPULSES, "BB 2.1.3", f"a turn has {IMPULSES} impulses to give up")
    given_up = max(0, min(IMPULSES, given_up))
    terms = terms_of(f.term("delay", min(MOST_GIVEN_UP, given_up), "BB 2.1.3"))
    (die,) = roll(table, "bombardment", "BB 2.1.1", "the Pre-Invasion Bombardment", terms)
    chits = line(table, BombardmentCard, total((die,), terms)).chits
    table.record(f.BombardmentRolled(rule="BB 2.1.1", given_up=given_up, die=die, terms=terms, chits=chits))
    place_chits(table, chits)
    table.leave("bombardment")


def place_chits(table: Table[Betio], number: int) -> None:
    """BB 2.1.1, 2.1.2, 2.2.2: chits drawn blind, one an area where the player says, then turned face up."""
    areas = tuple(table.state.rows(AreaCard)) or tuple(table.state.areas)
    if number and len(areas) < number and AreaCard.CHART not in table.state.complete:
        raise BadInput(
            f"{several(number, 'chit')} need as many areas: `chart areas NAME easternmost=no` says what the map "
            "calls them"
        )
    number = min(number, len(areas))
    if not number:
        return
    question = Some(
        name="areas",
        by="us",
        rule="BB 2.1.2",
        words=f"the areas of {several(number, 'chit')}, one each",
        options=areas,
        least=number,
        most=number,
        default=areas[:number],
        names="area",
    )
    chosen = table.ask(question) if number < len(areas) else table.gives(question, areas)
    for area in chosen:
        cup = chits_left(table)
        chit = table.ask(
            Draw(name="chit", by="table", rule="BB 2.2.2", words=f"the chit in {area}", left=cup, deck="cup")
        )
        table.record(f.ChitRevealed(rule="BB 2.2.2", area=area, chit=chit))


def chits_left(table: Table[Betio]) -> tuple[str, ...]:
    """BB 2.2.1: the chits that have not been drawn: as many of each kind as the game has."""
    drawn = Counter(area.chit for area in table.state.areas.values() if area.chit)
    found: list[str] = []
    for kind in ("-2", "-1", "blank"):
        found += [kind] * max(0, table.read(ChitCard, kind).number - drawn[kind])
    return tuple(found) or ("blank",)


# ---- 2.2.3, 2.2.4 ----


def decay(table: Table[Betio]) -> None:
    """BB 2.2.3, 2.2.4: on turn 2 each -2 becomes a -1 and all others go, on turn 3 all."""
    left = {
        area: "-1" if table.state.turn == 2 and now.chit == "-2" else ""
        for area, now in table.state.areas.items()
        if now.chit
    }
    if left:
        table.record(f.ChitsDecayed(rule="BB 2.2.3" if table.state.turn == 2 else "BB 2.2.4", areas=left))
