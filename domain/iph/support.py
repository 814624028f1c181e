"""IPH 7.1 battleships, 7.12 Japanese aircraft, 7.14 and 7.15 US aircraft in ground battles."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from domain.iph import facts as f
from domain.iph.battle import Battle
from domain.iph.common import Objections, heed
from domain.iph.state import Iph
from domain.kernel.questions import Number, Roll, Some
from domain.kernel.table import Table
from domain.wargame.dice import plain_term

FLIES = 6
"""IPH 7.14: the die with which a US aircraft flies."""
BBROW_SHIFT = 1
"""IPH 11.4: the most columns that Japanese aircraft shift when Battleship Row is attacked (reading R-45)."""


# ---- 7.1 battleships ----


def why_not_battleship(state: Iph, battle: Battle, ship: str) -> Objections:
    """IPH 7.1, 10.4: what stands against a battleship's support in a battle."""
    now = state.ships[ship]
    if now.side != "jp" or now.kind != "battleship":
        yield "IPH 7.1", f"{ship} is no Japanese battleship"
    elif now.box != "close-in":
        yield "IPH 7.1", f"{ship} is not close-in"
    elif now.supported:
        yield "IPH 7.1", f"{ship} has given support in this turn: once is the most"
    if battle.momentum:
        yield "IPH 10.4", "no battleship supports a second combat"
    if not battle.japanese(state):
        yield "IPH 7.1", "no Japanese ground unit is involved"


def commit_battleships(table: Table[Iph], battle: Battle) -> tuple[str, ...]:
    """IPH 7.1: one or both close-in battleships give their factors to one battle a turn, attacking or defending, day or
    night."""
    stands = partial(why_not_battleship, table.state, battle)
    able = tuple(ship for ship in table.state.fleet("jp", "battleship") if not any(stands(ship)))
    question = Some(
        name="ships",
        by="jp",
        rule="IPH 7.1",
        words="Japanese battleships in support, or none",
        options=able,
        default=(),
        barred=stands,
        names="ship",
    )
    ships = table.ask(question) if able else table.gives(question, ())
    if ships:
        table.record(f.BattleshipsSupport(rule="IPH 7.1", ships=ships, at=battle.target))
    return ships


# ---- 7.12 Japanese aircraft ----


def why_no_aircraft(state: Iph, momentum: bool) -> Objections:
    """IPH 10.4, 12.3, 7.2: what stands against aircraft of either side in a battle at all."""
    if momentum:
        yield "IPH 10.4", "no aircraft support a second combat"
    if state.night:
        yield "IPH 12.3", "no aircraft fly at night"
    elif not state.air:
        yield "IPH 7.2", "no aircraft fly before turn 5"


def why_not_fly(state: Iph, battle: Battle, aircraft: int) -> Objections:
    """IPH 7.12: what stands against so many Japanese aircraft in a battle."""
    if not aircraft:
        return
    yield from why_no_aircraft(state, battle.momentum)
    if aircraft > state.ijn_ready:
        yield "IPH 7.12", f"{state.ijn_ready} aircraft of close-in carriers are left in this turn"
    if aircraft > (units := battle.japanese_count(state)):
        yield "IPH 7.12", f"no more aircraft than ground units, of which there are {units}"


def commit_aircraft(table: Table[Iph], battle: Battle) -> int:
    """IPH 7.12, 11.4: the Japanese player's aircraft, no more than he has ground units in the battle; each flies once a
    turn.

    The columns they shift: one each, and one in all where Battleship Row is attacked.
    """
    state, ready = table.state, table.state.ijn_ready
    able = [aircraft for aircraft in range(ready + 1) if not any(why_not_fly(state, battle, aircraft))]
    question = Number(
        name="air",
        by="jp",
        rule="IPH 7.12",
        words=f"Japanese aircraft over the battle, {ready} at most, no more than ground units",
        least=0,
        default=0,
        sampler=lambda chance: chance.choice(able),
        shown_to=state.hidden_by("jp") if battle.unseen else "",
    )
    if len(able) > 1:
        aircraft = table.ask(question)
    else:
        aircraft = table.gives(question, 0, *next(why_not_fly(state, battle, 1), ("", "")))
    heed(table, why_not_fly(state, battle, aircraft))
    if aircraft:
        table.record(f.AircraftFlown(rule="IPH 7.12", side="jp", carrier=aircraft, at=battle.target))
    return min(aircraft, BBROW_SHIFT) if battle.against_bbrow(state) else aircraft


# ---- 7.14, 7.15 US aircraft ----


def safe_airfields(state: Iph, airfields: Iterable[str]) -> Iterable[str]:
    """IPH 7.15: those of these airfields that were never Japanese and have no Japanese ground unit or interdicting
    aircraft in or next to them."""
    for hex in airfields:
        around = (hex, *state.grid.neighbours(hex))
        interdicted = any(near in state.hexes and state.hexes[near].interdicted for near in around)
        if not (state.ever_japanese(hex) or interdicted or any(map(state.japanese_in, around))):
            yield hex


def roll_us_aircraft(table: Table[Iph], battle: Battle) -> tuple[int, int]:
    """IPH 7.14, 7.15: a die for every US aircraft that has not flown in this turn, at once after the Japanese decision.

    The columns that carrier aircraft bring, and the Army aircraft.

    No second combat has any (reading R-21).
    """
    state = table.state
    barred = next(why_no_aircraft(state, battle.momentum), None)
    ready = 0 if barred else state.usn_ready
    carriers = plain_term("IPH 7.14", ready, "one for each US carrier aircraft that has not flown")
    words = f"a die for each of {ready} US carrier aircraft: {FLIES} flies"
    dice = Roll(name="us-air", by="us", rule="IPH 7.14", words=words, count=max(1, ready), terms=(carriers,))
    why = barred or ("IPH 7.14", "no US carrier aircraft is there to be rolled for")
    rolled = table.ask(dice) if ready else table.gives(dice, (), *why)
    army_ready = state.army_ready and not barred
    airfields = len(tuple(safe_airfields(state, state.airfields()))) if army_ready else 0
    words = f"the die for the US Army aircraft, plus {airfields} for airfields: {FLIES} or more flies"
    safe = plain_term("IPH 7.15", airfields, "for airfields")
    die = Roll(name="army-air", by="us", rule="IPH 7.15", words=words, terms=(safe,))
    why = barred or ("IPH 7.15", "the US Army aircraft is not there to be rolled for")
    army = table.ask(die) if army_ready else table.gives(die, (), *why)
    carrier = sum(face == FLIES for face in rolled)
    flies = any(face + airfields >= FLIES for face in army)  # reading R-19
    if carrier:
        table.record(f.AircraftFlown(rule="IPH 7.14", side="us", carrier=carrier, at=battle.target))
    if flies:
        table.record(f.AircraftFlown(rule="IPH 7.15", side="us", army=True, at=battle.target))
    return carrier, int(flies)
