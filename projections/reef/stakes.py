"""What a campaign of Blood Reef is about (BRT 15.2, 15.3): Strategic Locations and pillboxes, scenarios won, the lead
in Casualty Victory Points, and the nights in which a charge may come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.reef import facts as f
from domain.reef.charts import HexCard
from domain.reef.organization import BATTALIONS
from domain.reef.state import OTHER, Reef
from domain.reef.wording import SIDES, where
from projections.reef.together import hexes
from projections.report.stakes import Stakes, Turned, TurningMark, ahead
from projections.stories.words import capital, count_of, names, runs

CURVE = "Strategic Locations"
ENOUGH = 10
"""Casualty Victory Points before a lead says anything."""


def marks(change: Turned) -> Iterator[TurningMark]:
    for ended in change.facts(f.ScenarioEnded):
        if ended.winner in SIDES:
            who = SIDES[ended.winner]
            yield TurningMark(f"{capital(who)} win the day", f"{who} won the scenario", 44, ended.winner)
    yield from _landing(change)
    yield from _counterbattery(change)
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
        elif night.attempted:
            yield TurningMark("The charge does not come", "no charge came out of the night", 22, "us")


def _counterbattery(change: Turned) -> Iterator[TurningMark]:
    """CG3.4: the pile that Guns leave a battery."""
    for module in dict.fromkeys(fact.module for fact in change.facts(f.GunMatched)):
        guns = names(fact.gun for fact in change.facts(f.GunMatched) if fact.module == module)
        head = f"Counterbattery Fire spoils the draw of {module}"
        yield TurningMark(head, f"Counterbattery Fire of {guns} spoiled the draw of {module}", 10, "jp")


def _landing(change: Turned) -> Iterator[TurningMark]:
    """CG2.3: a battalion that lands, with the first of its waves above all."""
    for fact in change.facts(f.PiecesEntered):
        number, _, wave = fact.wave.partition("-W")
        blt = change.after.blts.get(number)
        if number in BATTALIONS and blt and blt.area:
            who, beach = f"the {BATTALIONS[number].name},", where(blt.area)
            first = wave == "1"
            head = f"{capital(who)} lands on {beach}" if first else f"Wave {fact.wave} lands on {beach}"
            words = f"{who} landed on {beach}" if first else f"wave {fact.wave} landed on {beach}"
            yield TurningMark(head, words, 30 if first else 12, "us")


def _ground(change: Turned) -> Iterator[TurningMark]:
    """BRT 15.2, 15.606: Locations that changed hands, the Strategic ones before all others; pillboxes (CG15)."""
    for side, who in SIDES.items():
        mine = [fact for fact in change.facts(f.ControlRecorded) if fact.control == side]
        strategic = [hex for fact in mine if fact.strategic for hex in fact.places]
        places = strategic or [hex for fact in mine for hex in fact.places]
        if not places:
            continue
        if all(_is_pier(change.after, hex) for hex in places):
            yield TurningMark(f"The pier falls to {who}", f"{who} took the pier", 36, side)
            continue
        weight = min(34, (14 if strategic else 6) + 2 * len(places))
        yield TurningMark(
            f"{capital(who)} Control {_told(places)}", f"{who} came to Control {_told(places)}", weight, side
        )
    for taken in change.facts(f.PillboxControlled):
        who = SIDES[taken.side]
        words = f"{who} took the pillbox in {taken.hex}"
        yield TurningMark(f"{capital(who)} take a pillbox", words, 16, taken.side)


def _told(places: Sequence[str]) -> str:
    """Hexes by their names while they are few runs, else how many."""
    those = runs(hexes(places))
    return names(those) if len(those) <= 4 else count_of(len(places), "Location")


def _is_pier(state: Reef, hex: str) -> bool:
    card = state.rows(HexCard).get(hex)
    return card is not None and card.terrain == "pier"


def stands(state: Reef) -> str:
    """The ground, and the Casualty Victory Points."""
    held = count_of(len(state.strategic_of("us")), "Strategic Location")
    score = " to ".join(f"{count} for {SIDES[side]}" for side, count in state.cvp.items() if side in SIDES)
    points = f"the Casualty Victory Points stand at {score}" if score else "no Casualty Victory Point has been scored"
    return f"the Marines Control {held}; {points}"


STAKES = Stakes(people=SIDES, curve=CURVE, stands=stands, marks=marks, unit="piece")
