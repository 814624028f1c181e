"""DDaT 6, 12, 19 III: the Japanese Fire Phase, from its card to the recovery of Japanese units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from domain.ddat import facts as f
from domain.ddat.artillery import artillery_fire
from domain.ddat.cards import draw_card
from domain.ddat.charts import LETTERS, FireCard, Shown
from domain.ddat.common import verbs
from domain.ddat.communication import connected
from domain.ddat.gunnery import Call, take_aim
from domain.ddat.lettered import perform
from domain.ddat.state import Ddat
from domain.ddat.step_limit import Firer
from domain.ddat.summary import Check, still_due, will_fire
from domain.kernel.table import Table


def fires_due(state: Ddat) -> int:
    """DDaT 19 III: how many fire cards the phase has: two in the night while Admiral Shibasaki lives."""
    return 2 if state.night and state.shibasaki == "command" else 1


def owed_fire(state: Ddat) -> str:
    if state.fires >= fires_due(state):
        return ""
    return "the fire card, `fire CARD`" if not state.fires else "the second fire card of the night, `fire CARD`"


def _fires(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if owed_fire(state):
        yield {}


@verbs("DDaT 6.0", side="us", phases=("fire",), name="fire", offers=_fires)
def fire_phase(table: Table[Ddat]) -> None:
    """DDaT 6.0, 4.0 III: a fire card; its colours from left to right, positions from west to east, then artillery, then
    recovery."""
    if not table.resumed:
        open_phase(table)
    card = table.state.fire_card
    face = table.read(FireCard, card)
    calls = read_card(table.state, card, face)
    while due := next_check(table.state, calls):
        table.mark()
        check, call = due
        perform(table, check, call, partial(rivals, table, calls, call))
    table.mark()
    artillery_fire(table, card, face)
    recover(table, face)
    table.record(f.FirePhaseEnded(rule="DDaT 6.0", card=card))


def open_phase(table: Table[Ddat]) -> None:
    """DDaT 11.23, 6.0: communication is fixed for the phase, and a card drawn."""
    table.require(bool(owed_fire(table.state)), "DDaT 6.0", "the fire of this phase is resolved")
    table.record(f.FirePhaseOpened(rule="DDaT 11.23", connected=connected(table.state)))
    draw_card(table, "fire", "Japanese fire", "DDaT 6.0")


def next_check(state: Ddat, calls: Sequence[Call]) -> tuple[Check, Call] | None:
    """The next position to be checked; one colour is finished before the next begins, and every hex checked once."""
    begun = next((call.order for call in calls if call.colour == state.checking), 0)
    return next(((check, call) for call in calls[begun:] for check in still_due(state, call)), None)


class Shade(NamedTuple):
    """One colour of a fire card as it is read this phase."""

    colour: str
    double: bool
    letter: str
    star: bool
    armor: bool


def read_card(state: Ddat, card: str, face: FireCard) -> list[Call]:
    """DDaT 6.1, 12.0: the three colours as they are read this phase."""
    return [Call(card, *shade, face.symbol, order) for order, shade in enumerate(shades(state, face))]


def shades(state: Ddat, face: FireCard) -> tuple[Shade, ...]:
    """DDaT 6.1, 12.0: letters not yet available count for nothing.

    A counterattack makes all A, and leaves single and double as they are (reading AMB-44).
    """
    return _shades(face.shown, state.letters, state.night, state.counterattack == "now")


@lru_cache(maxsize=1024)
def _shades(face: tuple[Shown, ...], letters: tuple[str, ...], night: bool, counterattack: bool) -> tuple[Shade, ...]:
    found = []
    for shown in face:
        letter = next((mark for mark in shown.marks if mark in LETTERS and mark in letters), "")
        star, armor = shown.has("star"), shown.has("armor")
        if night and letter == "M":
            letter = ""
        if counterattack:
            letter, star, armor = "A", False, False
        found.append(Shade(shown.colour, shown.double, letter, star, armor))
    return tuple(found)


def rivals(table: Table[Ddat], calls: Sequence[Call], now: Call) -> list[Firer]:
    """DDaT 6.34 (reading AMB-06): the positions that are still to fire on this card, their limits and whom they could
    hit.

    The position that fires now has been checked already.
    """
    state = table.state
    if state.extended:
        return []
    found = []
    for call in calls[now.order :]:
        for gun in (will_fire(state, check, call) for check in still_due(state, call)):
            if gun:
                aim = take_aim(state, gun, call)
                found.append((aim.limit, frozenset(target.unit for target in aim.fresh if target.step)))
    return found


def recover(table: Table[Ddat], face: FireCard) -> None:
    """DDaT 6.4: disrupted Japanese units of a colour on the card recover, single or double alike."""
    state = table.state
    shaken = tuple(p for p in state.held() if state.positions[p].disrupted and face.shows(state.place(p).colour))
    if shaken:
        table.record(f.ForcesRecovered(rule="DDaT 6.4", places=shaken))
