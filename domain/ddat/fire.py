"""DDaT 6, 12, 19 III: the Japanese Fire Phase, from its card to the recovery of Japanese units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.ddat import facts as f
from domain.ddat.assignment import Firer
from domain.ddat.charts import LETTERS, FireCard
from domain.ddat.common import draw_card, verbs
from domain.ddat.communication import connected
from domain.ddat.gunnery import Call, Gun, artillery_hit, in_field, limit_of, spent, targets
from domain.ddat.lettered import HELD, TANK, Check, able, checks, perform, strong_enough, supplied, was_checked
from domain.ddat.state import EXTENDED, Ddat
from domain.kernel.facts import Fire
from domain.kernel.table import Table


def fires_due(state: Ddat) -> int:
    """How many fire cards the phase has: two in the night while Admiral Shibasaki lives (19)."""
    return 2 if state.night and state.shibasaki == "command" else 1


def owed_fire(state: Ddat) -> str:
    if state.fires >= fires_due(state):
        return ""
    return "the fire card, `fire CARD`" if not state.fires else "the second fire card of the night, `fire CARD`"


def _fires(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if state.fires < fires_due(state):
        yield {}


@verbs("DDaT 6.0", side="us", steps=("fire",), name="fire", offers=_fires)
def fire_phase(table: Table[Ddat]) -> None:
    """DDaT 6.0: a fire card; its colours from left to right, positions from west to east, then artillery, then recovery."""
    if not table.resumed:
        open_phase(table)
    card = table.state.fire_card
    face = table.read(FireCard, card)
    calls = read_card(table.state, card, face)
    while due := next_check(table.state, calls):
        table.mark()
        check, call = due
        perform(table, check, call, lambda call=call: rivals(table.state, calls, call))  # type: ignore[misc]
    table.mark()
    artillery_fire(table, card, face)
    recover(table, face)
    table.record(f.FirePhaseEnded(rule="DDaT 6.0", card=card))


def open_phase(table: Table[Ddat]) -> None:
    """DDaT 11.23, 6.0: communication is fixed for the phase, and a card drawn."""
    state = table.state
    table.require(state.fires < fires_due(state), "DDaT 6.0", "the fire of this phase is resolved")
    table.record(f.FirePhaseOpened(rule="DDaT 11.23", connected=connected(state)))
    draw_card(table, "fire", "Japanese fire", "DDaT 6.0")


def next_check(state: Ddat, calls: Sequence[Call]) -> tuple[Check, Call] | None:
    """The next position to be checked; one colour is finished before the next begins, and every hex checked once."""
    begun = next((call.order for call in calls if call.colour == state.checking), 0)
    for call in calls[begun:]:
        for check in checks(state, call):
            if not was_checked(state, check):
                return check, call
    return None


def read_card(state: Ddat, card: str, face: FireCard) -> list[Call]:
    """DDaT 6.1, 12.0: the three colours as they are read: letters not yet available count for nothing, a counterattack makes all A."""
    calls = []
    for order, shown in enumerate(face.shown):
        letter = next((mark for mark in shown.marks if mark in LETTERS and mark in state.letters), "")
        star, armor = shown.has("star"), shown.has("armor")
        if state.night and letter == "M":
            letter = ""
        if state.counterattack == "now":
            letter, star, armor = "A", False, False
        calls.append(Call(card, shown.colour, shown.double, letter, star, armor, face.symbol, order))
    return calls


def rivals(state: Ddat, calls: Sequence[Call], now: Call) -> list[Firer]:
    """DDaT 6.34 (reading AMB-06): the positions that are still to fire on this card, their limits and whom they could hit.

    The position that fires now has been checked already.
    """
    if state.turn >= EXTENDED:
        return []
    found = []
    for call in calls[now.order :]:
        for check in checks(state, call):
            gun = will_fire(state, check, call) if not was_checked(state, check) else None
            if gun is not None:
                fresh = frozenset(t.unit for t in targets(state, gun, call)[0] if t.step and not spent(state, gun, t))
                if fresh:
                    found.append((limit_of(state, gun), fresh))
    return found


def will_fire(state: Ddat, check: Check, call: Call) -> Gun | None:
    """Who would fire when this check comes, as things stand; None where it would not be regular fire."""
    if check.kind not in (HELD, TANK):
        return None
    hexes = able(state, check)
    gun = Gun(hexes, machine_guns=call.letter == "M" and check.kind == HELD, tank=check.kind == TANK)
    if not hexes or not strong_enough(state, check, hexes, call) or any(state.positions[p].smoke for p in hexes) or not in_field(state, gun):
        return None
    inland = not state.place(check.name).coastal
    if check.kind == TANK:
        return gun if call.letter in ("", "I", "M", "R") else None
    if inland and call.letter in ("P", "A"):
        return None
    if call.letter == "R" and any(not state.positions[p].depth for p in hexes):
        return None if supplied(state, hexes) or state.readings.get("AMB-14", "fire") == "nothing" else gun
    return gun


# ---- 6.5 artillery ----


def artillery_there(state: Ddat, kind: str) -> tuple[str, ...]:
    """DDaT 6.5: artillery positions of a type, "any" for all, with an undisrupted Japanese unit and intact guns."""
    return tuple(
        p
        for p in state.held()
        if not state.positions[p].disrupted
        and not state.positions[p].guns_destroyed
        and state.place(p).artillery != "none"
        and kind in ("any", state.place(p).artillery)
    )


def artillery_fire(table: Table[Ddat], card: str, face: FireCard) -> None:
    """DDaT 6.5: from turn 2, never at night: with enough guns one US unit with the symbol loses a step."""
    needed, kind = face.guns
    state = table.state
    if not needed:
        return
    if state.turn == 1 or state.night:
        why = "none on turn 1" if state.turn == 1 else "none in the night"
        table.record(f.NothingDone(rule="DDaT 6.5" if state.turn == 1 else "DDaT 19", what="Japanese artillery fire", why=why))
        return
    there = artillery_there(state, kind)
    unit = artillery_hit(table, "DDaT 6.5", face.symbol, card, "artillery") if len(there) >= needed else ""
    shot = Fire(kind="artillery", side="jp", by=there, at=state.units[unit].hex if unit else "", hits=bool(unit), outcome=bool(unit))
    table.record(
        f.ArtilleryFired(rule="DDaT 6.5", card=card, needed=needed, kind=kind, there=there, unit=unit, fire=shot if len(there) >= needed else None)
    )


# ---- 6.4 recovery ----


def recover(table: Table[Ddat], face: FireCard) -> None:
    """DDaT 6.4: disrupted Japanese units of a colour on the card recover, single or double alike."""
    state = table.state
    shaken = tuple(p for p in state.held() if state.positions[p].disrupted and face.shows(state.place(p).colour))
    if shaken:
        table.record(f.ForcesRecovered(rule="DDaT 6.4", positions=shaken))
