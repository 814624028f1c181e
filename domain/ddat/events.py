"""DDaT 4.0 II, 15.1 II and IV, and the event list: one card, the event of the turn at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from domain.ddat import facts as f
from domain.ddat.board import number, zone
from domain.ddat.cards import draw_card, shuffle
from domain.ddat.charts import BANDS, GRID, Event, EventCard, FireCard
from domain.ddat.common import Objections, choose, heed, unbarred, verbs
from domain.ddat.communication import nearest_us
from domain.ddat.forces import depth_event, enter_hex, reveal_depth, reveal_unit, shell
from domain.ddat.leaders import fire_loss
from domain.ddat.losses import disrupt, lose_step
from domain.ddat.stacking import room
from domain.ddat.state import ASIDE, Ddat
from domain.ddat.tanks import default_tank_action
from domain.kernel.facts import Gain
from domain.kernel.hexes import FAR
from domain.kernel.questions import NOTHING
from domain.kernel.table import Table

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
            table.record(f.NothingDone(rule="DDaT 21.1", what="depth-of-turn-1", why="Hawkins' raid was a coup de grace"))
        else:
            depth_event(table, FIRST_DEPTH, "DDaT 4.0")


def owed_event(state: Ddat) -> str:
    """The event card of the first phase; none on turn 1, nor when a counterattack takes its place."""
    return "" if state.event_drawn or state.turn == 1 or state.counterattack == "next" else "the event card, `event CARD`"


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


@verbs("DDaT 4.0", side="us", steps=("event", "event2"), offers=_events)
def event(table: Table[Ddat]) -> None:
    """DDaT 4.0 II, 15.1 IV: an event card is drawn, and its event for this turn carried out; a second one from turn 11."""
    heed(table, why_not_event(table.state))
    second = table.state.step == "event2"
    card = draw_card(
        table, "event", "the second event" if second else "the event", "DDaT 15.1" if second else "DDaT 4.0", kind="second-event" if second else ""
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
    unit = choose(table, "hit", unbarred(table.state.on_map(), barred), "DDaT EV", "whom the flanking fire hits", barred)
    if unit:
        fire_loss(table, unit, "DDaT EV", "flanking-fire", hit=False)
    else:
        nothing(table, "flanking-fire", "no US unit is in the water")


def why_not_flanked(state: Ddat, symbol: str, unit: str) -> Objections:
    """EV: why flanking fire does not hit a unit: it hits one with the most steps in the water, of these one with the symbol."""
    wet = [name for name in afloat(state) if state.units[name].steps]
    most = [name for name in wet if state.units[name].steps == max(state.units[other].steps for other in wet)]
    shown = [name for name in most if state.card(name).symbol == symbol]
    if unit not in wet:
        yield "DDaT EV", f"{unit} is no unit with steps in the water"
    elif unit not in most:
        yield "DDaT EV", f"{most[0]} has more steps than {unit}"
    elif shown and unit not in shown:
        yield "DDaT EV", f"{unit} does not show the {symbol}, and {shown[0]} does"


def afloat(state: Ddat) -> list[str]:
    """US units in the water, those in beach hexes apart."""
    return [name for name in state.on_map() if state.board.is_afloat(state.units[name].hex)]


@listed
def tank(table: Table[Ddat], section: Section) -> None:
    state = table.state
    where = next((p for p in state.held() if state.positions[p].tank == section.face.colour and not state.positions[p].disrupted), "")
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


# ---- US events ----


@listed
def ammo_dump(table: Table[Ddat], section: Section) -> None:
    barred = partial(why_not_blown_up, table.state)
    words = "which inland position loses its depth marker"
    where = choose(table, "depth-of", unbarred(table.state.held(), barred), "DDaT EV", words, barred, "position")
    if where:
        table.record(f.DepthLost(rule="DDaT EV", where=where, cause="ammo-dump"))
    else:
        nothing(table, "ammo-dump", "no inland position has a depth marker")


def why_not_blown_up(state: Ddat, position: str) -> Objections:
    """EV: why an ammunition dump does not blow up in a position: it is coastal, or has no depth marker."""
    if state.place(position).coastal:
        yield "DDaT EV", f"{position} is coastal"
    if not state.positions[position].depth:
        yield "DDaT EV", f"{position} has no depth marker"


@listed
def engineers_cover(table: Table[Ddat], section: Section) -> None:
    table.record(f.EngineersCovered(rule="DDaT EV"))


@listed
def naval_fire(table: Table[Ddat], section: Section) -> None:
    table.record(f.MarkersTaken(rule="DDaT 8.5", kind="naval-fire", count=1))


@listed
def hero(table: Table[Ddat], section: Section) -> None:
    state = table.state
    barred = partial(why_not_hero, state)
    unit = choose(table, "hero", unbarred(state.on_map(), barred), "DDaT 10.11", "which unit the hero is with", barred)
    if unit:
        table.record(f.HeroPlaced(rule="DDaT 10.11", unit=unit))
    _reveal_instead(table, state)
    if section.face.depth:
        depth_event(table, section.face.depth)


def why_not_hero(state: Ddat, unit: str) -> Objections:
    """DDaT 10.11, 10.18: why no hero is placed with a unit."""
    if not state.heroes_left:
        yield "DDaT 10.18", "no hero is left"
    if not state.units[unit].stands:
        yield "DDaT 10.11", f"{unit} is not on the map"


def _reveal_instead(table: Table[Ddat], before: Ddat) -> None:
    """DDaT 10.18: with no hero left as the event comes, a Japanese unit next to a US unit may be revealed."""
    barred = partial(why_not_reveal_instead, before)
    near = unbarred(before.held(), barred)
    words = "which Japanese unit next to a US unit is revealed instead"
    where = choose(table, "reveal", (*near, NOTHING) if near else (), "DDaT 10.18", words, barred, "position")
    if where not in ("", NOTHING):
        reveal_unit(table, where, "DDaT 10.18")


def why_not_reveal_instead(state: Ddat, position: str) -> Objections:
    """DDaT 10.18: why a Japanese unit is not revealed in place of a hero's coming."""
    us, now = state.us_hexes(), state.positions[position]
    if state.heroes_left:
        yield "DDaT 10.18", "a hero is placed as long as there is one"
    if not now.unit or now.revealed:
        yield "DDaT 10.18", f"no unrevealed Japanese unit is in {position}"
    elif not any(hex in us for hex in GRID.neighbours(state.place(position).hex)):
        yield "DDaT 10.18", f"{position} is next to no US unit"


@listed
def land_artillery(table: Table[Ddat], section: Section) -> None:
    not_this, not_here = partial(why_not_land, table.state), partial(why_not_land_at, table.state, section.face.beach)
    guns = unbarred(table.state.units, not_this)
    hexes = sorted(unbarred(_beaches(table.state, section.face.beach), not_here)) if guns else []
    gun = choose(table, "gun", guns if hexes else (), "DDaT EV", "which artillery unit lands", not_this)
    if not gun:
        nothing(table, "land-artillery", "no beach hex has room" if guns else "no artillery unit is left")
        return
    words = f"the beach hex of {section.face.beach or 'the zone on the card'} where {gun} lands"
    hex = choose(table, "gun-hex", hexes, "DDaT EV", words, not_here, "hex")
    table.record(f.UnitsPlaced(rule="DDaT EV", at=hex, units=(gun,)))
    disrupt(table, gun, "DDaT EV")
    enter_hex(table, hex)


def _beaches(state: Ddat, beach: str) -> frozenset[str]:
    """The hexes of a landing beach; without a name, all beach hexes."""
    return state.board.beach_zone(beach) if beach else state.board.beach


def why_not_land(state: Ddat, unit: str) -> Objections:
    """EV: why a unit is no artillery that an event may land."""
    card = state.card(unit)
    if card.type != "artillery" or card.by != "event":
        yield "DDaT EV", f"{unit} is no artillery that comes by this event"
    elif state.units[unit].box != ASIDE:
        yield "DDaT EV", f"{unit} has come already"


def why_not_land_at(state: Ddat, beach: str, hex: str) -> Objections:
    """EV: why artillery does not land in a hex."""
    if hex not in _beaches(state, beach):
        yield "DDaT EV", f"{hex} is no beach hex{f' of {beach}' if beach else ''}"
    elif state.enemy_in(hex):
        yield "DDaT EV", f"a Japanese unit is in {hex}"
    elif room(state, hex) <= 0:
        yield "DDaT 7.5", f"{hex} holds two units"


@listed
def lost_boat_teams(table: Table[Ddat], section: Section) -> None:
    barred = partial(why_not_strengthen, table.state)
    unit = choose(table, "boat", unbarred(table.state.on_map(), barred), "DDaT EV", "which infantry gets a step back", barred)
    if unit:
        now = table.state.units[unit].steps + 1
        table.record(f.StepGained(rule="DDaT EV", gains=(Gain(side="us", unit=unit, steps=1, cause="lost-boat-teams", now=now),)))
    else:
        nothing(table, "lost-boat-teams", "no infantry has one step")


def why_not_strengthen(state: Ddat, unit: str) -> Objections:
    """EV: why a unit gets no step back: infantry on the map that has one does."""
    now = state.units[unit]
    if not now.stands:
        yield "DDaT EV", f"{unit} is not on the map"
    elif state.card(unit).type != "infantry":
        yield "DDaT EV", f"{unit} is no infantry"
    elif now.steps != 1:
        yield "DDaT EV", f"{unit} has {now.steps} steps, not one"


@listed
def naval_hits_position(table: Table[Ddat], section: Section) -> None:
    what: Event = "naval-hits-position"
    selected = table.read(FireCard, draw_card(table, "naval-hits", "which position is hit", "DDaT EV")).symbol
    position = {"circle": section.face.circle, "diamond": section.face.diamond, "triangle": section.face.triangle}[selected]
    state = table.state
    if position not in state.positions:
        nothing(table, what, f"{position or 'no position'} is listed for the {selected}")
    elif state.positions[position].unit:
        shell(table, position, "DDaT EV")
    elif there := state.at(state.place(position).hex):
        symbol = table.read(FireCard, draw_card(table, "naval-hits", "which US unit is hit", "DDaT EV", of=there, at=position)).symbol
        barred = partial(why_not_mistaken, state, there, symbol)
        if unit := choose(table, "hit", unbarred(there, barred), "DDaT EV", "which US unit its own guns hit", barred):
            lose_step(table, unit, "DDaT EV", "naval-fire-by-mistake")
        else:
            nothing(table, what, f"no US unit with the {symbol} is in {position}")
    else:
        nothing(table, what, f"nobody is in {position}")


def why_not_mistaken(state: Ddat, there: Sequence[str], symbol: str, unit: str) -> Objections:
    """EV: why naval fire does not hit a US unit by mistake."""
    if unit not in there:
        yield "DDaT EV", f"{unit} is not in the position that is hit"
    elif not state.units[unit].steps:
        yield "DDaT EV", f"{unit} has no step"
    elif state.card(unit).symbol != symbol:
        yield "DDaT EV", f"{unit} does not show the {symbol}"


@listed
def patrol_report(table: Table[Ddat], section: Section) -> None:
    barred = partial(why_not_reported, table.state)
    words = "which of the nearest Japanese units is revealed"
    where = choose(table, "reveal", unbarred(table.state.held(), barred), "DDaT EV", words, barred, "position")
    if not where:
        nothing(table, "patrol-report", "every Japanese unit is revealed")
        return
    reveal_unit(table, where, "DDaT EV")
    if table.state.positions[where].depth:
        reveal_depth(table, where, "DDaT EV", face_up=True)


def why_not_reported(state: Ddat, position: str) -> Objections:
    """EV: why a patrol does not report on a position: it reports on an unrevealed unit nearest to a US unit."""
    far = {p: nearest_us(state, state.place(p).hex) for p in state.held() if not state.positions[p].revealed}
    if position not in far:
        yield "DDaT EV", f"no unrevealed Japanese unit is in {position}"
    elif far[position] > min(far.values()):
        yield "DDaT EV", f"{min(far, key=far.__getitem__)} is nearer to a US unit than {position}"
