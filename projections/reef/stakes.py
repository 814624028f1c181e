"""What a campaign of Blood Reef is about (BRT 15.2, 15.3): Strategic Locations and pillboxes, scenarios won, the lead
in Casualty Victory Points, and the nights in which a charge may come."""

from __future__ import annotations

from collections.abc import Iterator

from domain.reef import facts as f
from domain.reef.state import OTHER, Reef
from domain.reef.wording import SIDES
from projections.report.stakes import Stakes, Turned, TurningMark, ahead
from projections.stories.words import capital, count_of, names

ENOUGH = 10
"""Casualty Victory Points before a lead says anything."""


def marks(change: Turned) -> Iterator[TurningMark]:
    for ended in change.facts(f.ScenarioEnded):
        if ended.winner in SIDES:
            who = SIDES[ended.winner]
            yield TurningMark(f"{capital(who)} win the day", f"{who} won the scenario", 44, ended.winner)
    yield from _ground(change)
    before, after = change.before.cvp, change.after.cvp
    first = ahead(after)
    if first and first != ahead(before) and max(after.values()) >= ENOUGH:
        words = f"{SIDES[first]} took the lead, with {count_of(after[first], 'victory point')} to "
        words += str(after.get(OTHER[first], 0))
        yield TurningMark(f"{capital(SIDES[first])} take the lead", words, 26, first)
    for night in change.facts(f.NightSettled):
        if night.played:
            yield TurningMark("The night belongs to the charge", "the night brought a scenario of its own", 24, "jp")


def _ground(change: Turned) -> Iterator[TurningMark]:
    """BRT 15.2, 15.606: Locations that changed hands, the Strategic ones before all others; pillboxes (CG15)."""
    for side, who in SIDES.items():
        mine = [fact for fact in change.facts(f.ControlRecorded) if fact.control == side]
        strategic = [hex for fact in mine if fact.strategic for hex in fact.places]
        places = strategic or [hex for fact in mine for hex in fact.places]
        if places:
            what = "Strategic Location" if strategic else "Location"
            where = f" ({names(places)})" if len(places) <= 4 else ""
            words = f"{who} came to Control {count_of(len(places), what)}{where}"
            weight = min(40, (14 if strategic else 6) + 2 * len(places))
            yield TurningMark(f"{capital(who)} Control {count_of(len(places), what)}", words, weight, side)
    for taken in change.facts(f.PillboxControlled):
        who = SIDES[taken.side]
        words = f"{who} took the pillbox in {taken.hex}"
        yield TurningMark(f"{capital(who)} take a pillbox", words, 16, taken.side)


def stands(state: Reef) -> str:
    """The Casualty Victory Points, and the date."""
    score = " to ".join(f"{count} for {SIDES[side]}" for side, count in state.cvp.items() if side in SIDES)
    return f"the Casualty Victory Points stand at {score}" if score else "no Casualty Victory Point has been scored"


STAKES = Stakes(people=SIDES, stands=stands, marks=marks, unit="piece")
