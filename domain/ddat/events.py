"""DDaT 4.0 II, 15.1 II and IV, and the event list: one card, the event of the turn at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from domain.ddat import facts as f
from domain.ddat.board import number, zone
from domain.ddat.cards import draw_card, shuffle
from domain.ddat.charts import BANDS, GRID, Event, EventCard
from domain.ddat.common import Objections, choose, heed, unbarred, verbs
from domain.ddat.forces import depth_event
from domain.ddat.leaders import fire_loss
from domain.ddat.state import Ddat
from domain.ddat.tanks import default_tank_action
from domain.kernel.hexes import FAR
from domain.kernel.remembering import rests_on
from domain.kernel.table import Table
from domain.wargame.pieces import STANDING

FIRST_DEPTH = 2
"""DDaT 4.0: depth markers of turn 1, for which no card is drawn."""


def band(turn: int) -> str:
    """The turns under which a card lists its event."""
    return next((b for b in BANDS if turn <= int(b.partition("-")[2])), BANDS[-1])


def begin_events(table: Table[Ddat]) -> None:
    """DDaT 4.0 II: what needs no card: turn 1, and a counterattack that is due (EV)."""
    state = table.state
    if state.counterattack == "next":
        table.record(f.EventBegan(rule="DDaT EV", card="", event="counterattack"))
        table.record(f.Counterattacked(rule="DDaT EV"))
        shuffle(table, "DDaT EV")
    elif state.turn == 1:
        table.record(f.EventBegan(rule="DDaT 4.0", card="", event="depth"))
        if state.skip_first_depth:
            table.record(
                f.NothingDone(rule="DDaT 21.1", what="depth-of-turn-1", why="Hawkins' raid was a coup de grace")
            )
        else:
            depth_event(table, FIRST_DEPTH, "DDaT 4.0")


def owed_event(state: Ddat) -> str:
    """The event card of the first phase; none on turn 1, nor when a counterattack takes its place."""
    return (
        "" if state.event_drawn or state.turn == 1 or state.counterattack == "next" else "the event card, `event CARD`"
    )


def owed_second_event(state: Ddat) -> str:
    return "" if state.event_drawn else "the second event card, `event CARD`"


def _events(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if not state.event_drawn:
        yield {}


def why_not_event(state: Ddat) -> Objections:
    """DDaT 4.0, EV: why no event card is drawn."""
    if state.event_drawn and state.counterattack == "now" and not state.deck.in_pile("event"):
        yield "DDaT EV", "the counterattack of last turn takes the place of the event card"
    elif state.event_drawn and state.turn == 1:
        yield "DDaT 4.0", "no event card is drawn on turn 1: depth markers are placed instead"
    elif state.event_drawn:
        yield "DDaT 4.0", "the event of this phase has been drawn"


@verbs("DDaT 4.0", side="us", phases=("event", "event2"), offers=_events)
def event(table: Table[Ddat]) -> None:
    """DDaT 4.0 II, 15.1 IV: an event card is drawn, and its event for this turn carried out; a second one from turn
    11."""
    heed(table, why_not_event(table.state))
    second = table.state.phase == "event2"
    card = draw_card(
        table,
        "event",
        "the second event" if second else "the event",
        "DDaT 15.1" if second else "DDaT 4.0",
        kind="second-event" if second else "",
    )
    face = table.read(EventCard, f"{card}:{band(table.state.turn)}")
    table.record(f.EventBegan(rule="DDaT EV", card=card, event=face.event, of=face.zone or face.beach or face.colour))
    if face.shibasaki and table.state.shibasaki == "killed":
        nothing(table, face.event, "Admiral Shibasaki is dead")
    else:
        EVENTS[face.event](table, Section(face, second))


def nothing(table: Table[Ddat], what: Event, why: str) -> None:
    table.record(f.NothingDone(rule="DDaT EV", what=what, why=why))


class Section(NamedTuple):
    """The event section of a card, and whether it is the second of the turn."""

    face: EventCard
    second: bool


EVENTS: dict[str, Callable[[Table[Ddat], Section], None]] = {}
"""What each event does, by its code in the events chart."""


def listed(function: Callable[[Table[Ddat], Section], None]) -> Callable[[Table[Ddat], Section], None]:
    """Puts a function into the list, for the event it is called after."""
    EVENTS[function.__name__.replace("_", "-")] = function
    return function


# ---- Japanese events ----


@listed
def none(table: Table[Ddat], section: Section) -> None:
    nothing(table, "none", "the card has none for this turn")


@listed
def depth(table: Table[Ddat], section: Section) -> None:
    depth_event(table, section.face.depth or 1)


@listed
def counterattack(table: Table[Ddat], section: Section) -> None:
    table.record(f.Counterattacked(rule="DDaT EV", next_turn=section.second))
    if not section.second:
        shuffle(table, "DDaT EV")


@listed
def flanking_fire(table: Table[Ddat], section: Section) -> None:
    barred = partial(why_not_flanked, table.state, section.face.symbol)
    unit = choose(
        table, "hit", unbarred(table.state.on_map(), barred), "DDaT EV", "whom the flanking fire hits", barred
    )
    if unit:
        fire_loss(table, unit, "DDaT EV", "flanking-fire", hit=False)
    else:
        nothing(table, "flanking-fire", "no US unit is in the water")


def why_not_flanked(state: Ddat, symbol: str, unit: str) -> Objections:
    """EV: why flanking fire does not hit a unit: it hits one with the most steps in the water, of these one with the
    symbol."""
    wet = [name for name in afloat(state) if state.units[name].steps]
    most = [name for name in wet if state.units[name].steps == max(state.units[other].steps for other in wet)]
    shown = [name for name in most if state.card(name).symbol == symbol]
    if unit not in wet:
        yield "DDaT EV", f"{unit} is no unit with steps in the water"
    elif unit not in most:
        yield "DDaT EV", f"{most[0]} has more steps than {unit}"
    elif shown and unit not in shown:
        yield "DDaT EV", f"{unit} does not show the {symbol}, and {shown[0]} does"


@rests_on(STANDING, "charts")
def afloat(state: Ddat) -> tuple[str, ...]:
    """US units in the water, those in beach hexes apart."""
    board = state.board
    return tuple([name for name in state.on_map() if board.is_afloat(state.units[name].hex)])


@listed
def tank(table: Table[Ddat], section: Section) -> None:
    state = table.state
    where = next(
        (
            p
            for p in state.held()
            if state.positions[p].tank == section.face.colour and not state.positions[p].disrupted
        ),
        "",
    )
    if where:
        default_tank_action(table, where, section.face.symbol)
    else:
        nothing(table, "tank", "the tank unit is not in play, or disrupted")


@listed
def wires_cut(table: Table[Ddat], section: Section) -> None:
    if section.second:
        nothing(table, "wires-cut", "it is the second event of the turn")
    else:
        table.record(f.WiresCut(rule="DDaT EV"))


@listed
def smoke(table: Table[Ddat], section: Section) -> None:
    positions = tuple(p for p in table.state.positions if zone(p) == section.face.zone and table.state.place(p).coastal)
    table.record(f.SmokeLaid(rule="DDaT EV", zone=section.face.zone, places=positions))


@listed
def tunnels(table: Table[Ddat], section: Section) -> None:
    state = table.state
    alone = [p for p, now in state.positions.items() if now.garrison and not state.at(state.place(p).hex)]
    if not alone or not state.reserve:
        nothing(table, "tunnels", "no garrison stands alone" if not alone else "the reserve is empty")
        return

    def order(p: str) -> tuple[int, int, str]:
        here = state.place(p).hex
        return (min((GRID.distance(here, state.place(q).hex) for q in state.held()), default=FAR), number(p), zone(p))

    position = min(alone, key=order)
    table.record(f.GarrisonRemoved(rule="DDaT EV", places=(position,), cause="tunnels"))
    table.record(f.ForcePlaced(rule="DDaT EV", position=position))


@listed
def shibasaki_killed(table: Table[Ddat], section: Section) -> None:
    state = table.state
    if state.shibasaki_survives:
        nothing(table, "shibasaki-killed", "he survives (21.3)")
    elif state.shibasaki == "killed":
        nothing(table, "shibasaki-killed", "he is dead already")
    else:
        table.record(f.ShibasakiKilled(rule="DDaT 21.1" if state.ignore_kill else "DDaT EV", escaped=state.ignore_kill))
