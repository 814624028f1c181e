"""IPH 7.1 battleships, 7.12 Japanese aircraft, 7.14 and 7.15 US aircraft in ground battles."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from domain.iph import facts as f
from domain.iph.battle import Battle
from domain.iph.common import Objections, hidden_by
from domain.iph.state import Iph
from domain.kernel.questions import Number, Roll, Some
from domain.kernel.table import Table

FLIES = 6
"""IPH 7.14: the die with which a US aircraft flies."""
BBROW_SHIFT = 1
"""IPH 11.4: the most columns that Japanese aircraft shift against Battleship Row."""


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
    """IPH 7.1: one or both close-in battleships give their factors to one battle a turn, attacking or defending, day or night."""
    stands = partial(why_not_battleship, table.state, battle)
    able = tuple(ship for ship in table.state.fleet("jp", "battleship") if not any(stands(ship)))
    question = Some(
        name="ships", by="jp", rule="IPH 7.1", words="Japanese battleships in support, or none", options=able, default=(), barred=stands, names="ship"
    )
    ships = table.ask(question) if able else table.gives(question, ())
    if ships:
        table.record(f.BattleshipsSupport(rule="IPH 7.1", ships=ships, at=battle.target))
    return ships


# ---- 7.12 Japanese aircraft ----


def why_no_aircraft(state: Iph, battle: Battle) -> Objections:
    """IPH 7.12, 10.4: what stands against Japanese aircraft in a battle at all."""
    if battle.momentum:
        yield "IPH 10.4", "no aircraft support a second combat"
    if state.night:
        yield "IPH 12.3", "no aircraft fly at night"
    elif not state.air:
        yield "IPH 7.2", "no aircraft fly before turn 5"
    if not state.ijn_ready:
        yield "IPH 7.12", "no aircraft of a close-in carrier is left in this turn"


def commit_aircraft(table: Table[Iph], battle: Battle) -> int:
    """IPH 7.12: the Japanese player's aircraft, no more than he has ground units in the battle; each flies once a turn."""
    state = table.state
    ready, units = state.ijn_ready, battle.japanese_count(state)
    most = min(ready, units)
    against = next(why_no_aircraft(state, battle), None)

    def check(aircraft: int) -> str:
        if aircraft > ready:
            return f"{ready} aircraft are left in this turn"
        return f"no more aircraft than ground units, of which there are {units}" if aircraft > units else ""

    question = Number(
        name="air", by="jp", rule="IPH 7.12", words=f"Japanese aircraft over the battle, {ready} at most, and no more than ground units", least=0,
        most=max(1, ready), default=0, check=check, sampler=lambda chance: chance.randint(0, most), shown_to=hidden_by(state) if battle.unseen else "",
    )  # fmt: skip
    aircraft = table.gives(question, 0, *against) if against else table.gives(question, 0) if not most else table.ask(question)
    if aircraft:
        table.record(f.AircraftFlown(rule="IPH 7.12", side="jp", carrier=aircraft, at=battle.target))
    return min(aircraft, BBROW_SHIFT) if battle.against_bbrow(state) else aircraft


# ---- 7.14, 7.15 US aircraft ----


def safe_airfields(state: Iph) -> Iterable[str]:
    """IPH 7.15: the airfields that were never Japanese and have no Japanese ground unit or interdicting aircraft in or next to them."""
    for hex in state.known_hexes("airfield"):
        around = (hex, *state.grid.neighbours(hex))
        interdicted = any(near in state.hexes and state.hexes[near].interdicted for near in around)
        if not (state.ever_japanese(hex) or interdicted or any(map(state.japanese_in, around))):
            yield hex


def roll_us_aircraft(table: Table[Iph], battle: Battle) -> int:
    """IPH 7.14, 7.15: a die for every US aircraft that has not flown in this turn, at once after the Japanese decision; the columns they bring.

    No second combat has any (reading R-21).
    """
    state = table.state
    why = ("IPH 10.4", "no aircraft support a second combat") if battle.momentum else ("IPH 7.14", "no US carrier aircraft is there to be rolled for")
    dice = Roll(
        name="us-air",
        by="us",
        rule="IPH 7.14",
        words=f"a die for each of {state.usn_ready} US carrier aircraft: {FLIES} flies",
        count=max(1, state.usn_ready),
    )
    rolled = table.ask(dice) if state.usn_ready and not battle.momentum else table.gives(dice, (), *why)
    airfields = len(tuple(safe_airfields(state))) if state.army_ready else 0
    die = Roll(
        name="army-air", by="us", rule="IPH 7.15", words=f"the die for the US Army aircraft, plus {airfields} for airfields: {FLIES} or more flies",
    )  # fmt: skip
    why = why if battle.momentum else ("IPH 7.15", "the US Army aircraft is not there to be rolled for")
    army = table.ask(die) if state.army_ready and not battle.momentum else table.gives(die, (), *why)
    carrier = sum(face == FLIES for face in rolled)
    flies = any(face + airfields >= FLIES for face in army)  # reading R-19
    if carrier or flies:
        table.record(f.AircraftFlown(rule="IPH 7.14", side="us", carrier=carrier, army=flies, at=battle.target))
    return carrier + flies
