"""DDaT 4.0 II, 15.1 II and IV, and the event list: one card, the event of the turn at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.ddat import facts as f
from domain.ddat.amphibious import CAPACITY, beach_of, in_approach, room
from domain.ddat.board import number, zone
from domain.ddat.charts import BANDS, GRID, ApproachCard, EventCard, FireCard
from domain.ddat.common import (
    choose,
    depth_event,
    draw_card,
    enter_hex,
    fire_loss,
    lose_step,
    reveal_depth,
    reveal_unit,
    shuffle,
    verbs,
)
from domain.ddat.communication import nearest_us
from domain.ddat.lettered import default_tank_action
from domain.ddat.state import ASIDE, NIGHT, TRACK, Ddat
from domain.kernel.limits import Count
from domain.kernel.questions import NOTHING, Assign, Some
from domain.kernel.state import parse
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
        table.record(f.EventBegan(rule="DDaT EV", card="", event="counterattack", words="the counterattack of last turn is carried out"))
        table.record(f.FlagSet(rule="DDaT EV", flag="counterattack", value="now", words="all colours show A in this Fire Phase"))
        shuffle(table, "DDaT EV")
    elif state.turn == 1:
        table.record(f.EventBegan(rule="DDaT 4.0", card="", event="depth", words="depth for two Japanese units, without a card"))
        if state.skip_first_depth:
            table.record(f.NothingDone(rule="DDaT 21.1", what="depth of turn 1", why="Hawkins' raid was a coup de grace"))
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


@verbs("DDaT 4.0", side="us", steps=("event", "event2"), offers=_events)
def event(table: Table[Ddat]) -> None:
    """DDaT 4.0: an event card is drawn, and its event for this turn carried out."""
    state = table.state
    table.require(not state.event_drawn, "DDaT 4.0", "the event of this phase has been drawn")
    second = state.step == "event2"
    card = draw_card(table, "event", "the second event" if second else "the event", "DDaT 15.1" if second else "DDaT 4.0")
    face = table.read(EventCard, f"{card}:{band(table.state.turn)}")
    words = face.event.replace("-", " ") + (f", {face.zone or face.beach or face.colour}" if face.zone or face.beach or face.colour else "")
    table.record(f.EventBegan(rule="DDaT EV", card=card, event=face.event, words=words))
    if face.shibasaki and table.state.shibasaki == "killed":
        nothing(table, face.event, "Admiral Shibasaki is dead")
        return
    EVENTS[face.event](table, face, second)


def nothing(table: Table[Ddat], what: str, why: str) -> None:
    table.record(f.NothingDone(rule="DDaT EV", what=what.replace("-", " "), why=why))


# ---- Japanese events ----


def no_event(table: Table[Ddat], face: EventCard, second: bool) -> None:
    nothing(table, "event", "the card has none for this turn")


def depth(table: Table[Ddat], face: EventCard, second: bool) -> None:
    depth_event(table, face.depth or 1)


def counterattack(table: Table[Ddat], face: EventCard, second: bool) -> None:
    if second:
        table.record(
            f.FlagSet(rule="DDaT EV", flag="counterattack", value="next", words="a counterattack in the next turn, instead of its first event")
        )
        return
    table.record(f.FlagSet(rule="DDaT EV", flag="counterattack", value="now", words="all colours show A in this Fire Phase"))
    shuffle(table, "DDaT EV")


def flanking_fire(table: Table[Ddat], face: EventCard, second: bool) -> None:
    state = table.state
    wet = [
        n for n in state.on_map() if state.units[n].steps and state.board.is_water(state.units[n].hex) and state.units[n].hex not in state.board.beach
    ]
    if not wet:
        nothing(table, face.event, "no US unit is in the water")
        return
    most = max(state.units[n].steps for n in wet)
    able = [n for n in wet if state.units[n].steps == most]
    able = [n for n in able if state.card(n).symbol == face.symbol] or able
    fire_loss(table, choose(table, "hit", able, "DDaT EV", "whom the flanking fire hits"), "DDaT EV", "flanking fire", hit=False)


def tank(table: Table[Ddat], face: EventCard, second: bool) -> None:
    state = table.state
    where = next((p for p in state.held() if state.positions[p].tank == face.colour and not state.positions[p].disrupted), "")
    if not where:
        nothing(table, f"{face.colour} tank", "the tank unit is not in play, or disrupted")
        return
    default_tank_action(table, where, face.symbol)


def wires_cut(table: Table[Ddat], face: EventCard, second: bool) -> None:
    if second:
        nothing(table, face.event, "it is the second event of the turn")
        return
    table.record(f.FlagSet(rule="DDaT EV", flag="wires", value="cut", words="no unit redeploys or assaults in this Fire Phase"))


def smoke(table: Table[Ddat], face: EventCard, second: bool) -> None:
    state = table.state
    positions = tuple(p for p in state.positions if zone(p) == face.zone and state.place(p).coastal)
    table.record(
        f.FlagSet(
            rule="DDaT EV", flag="smoke", value=face.zone, positions=positions, words=f"coastal positions of zone {face.zone} do not fire this turn"
        )
    )


def tunnels(table: Table[Ddat], face: EventCard, second: bool) -> None:
    state = table.state
    alone = [p for p, now in state.positions.items() if now.garrison and not state.at(state.place(p).hex)]
    if not alone or not state.reserve:
        nothing(table, face.event, "no garrison stands alone" if not alone else "the reserve is empty")
        return

    def order(p: str) -> tuple[int, int, str]:
        here = state.place(p).hex
        return (min((GRID.distance(here, state.place(q).hex) for q in state.held()), default=99), number(p), zone(p))

    position = min(alone, key=order)
    table.record(f.GarrisonRemoved(rule="DDaT EV", position=position, why="tunnels"))
    table.record(f.ForcePlaced(rule="DDaT EV", position=position))


def shibasaki_killed(table: Table[Ddat], face: EventCard, second: bool) -> None:
    state = table.state
    if state.shibasaki_survives:
        nothing(table, face.event, "he survives (21.3)")
    elif state.shibasaki == "killed":
        nothing(table, face.event, "he is dead already")
    elif state.ignore_kill:
        table.record(f.FlagSet(rule="DDaT 21.1", flag="kill-ignored", value="", words="the raid failed: this time he escapes"))
    else:
        table.record(f.FlagSet(rule="DDaT EV", flag="shibasaki", value="killed", words="Admiral Shibasaki is killed"))


# ---- US events ----


def ammo_dump(table: Table[Ddat], face: EventCard, second: bool) -> None:
    state = table.state
    deep = [p for p in state.held() if state.positions[p].depth and not state.place(p).coastal]
    if not deep:
        nothing(table, face.event, "no inland position has a depth marker")
        return
    where = choose(table, "depth-of", deep, "DDaT EV", "which inland position loses its depth marker")
    table.record(f.DepthLost(rule="DDaT EV", where=where, why="an ammo dump explodes"))


def engineers_cover(table: Table[Ddat], face: EventCard, second: bool) -> None:
    table.record(f.FlagSet(rule="DDaT EV", flag="engineers", value="", words="no support markers this turn"))


def naval_fire(table: Table[Ddat], face: EventCard, second: bool) -> None:
    table.record(f.MarkersTaken(rule="DDaT 8.5", kind="naval fire", count=1))


def hero(table: Table[Ddat], face: EventCard, second: bool) -> None:
    state = table.state
    able = [n for n in state.on_map() if state.units[n].steps]
    if state.heroes_left and able:
        unit = choose(table, "hero", able, "DDaT 10.11", "which unit the hero is with")
        table.record(f.HeroPlaced(rule="DDaT 10.11", unit=unit))
    elif not state.heroes_left:
        us = state.us_hexes()
        near = [p for p in state.held() if not state.positions[p].revealed and any(h in us for h in GRID.neighbours(state.place(p).hex))]
        where = (
            choose(table, "reveal", (*near, NOTHING), "DDaT 10.18", "which Japanese unit next to a US unit is revealed instead") if near else NOTHING
        )
        if where != NOTHING:
            reveal_unit(table, where, "DDaT 10.18")
    if face.depth:
        depth_event(table, face.depth)


def land_artillery(table: Table[Ddat], face: EventCard, second: bool) -> None:
    state = table.state
    guns = [n for n, now in state.units.items() if now.box == ASIDE and state.card(n).type == "artillery" and state.card(n).by == "event"]
    hexes = sorted(h for h in state.board.beach if not state.enemy_in(h) and room(state, h) > 0)
    if not guns or not hexes:
        nothing(table, face.event, "no artillery unit is left" if not guns else "no beach hex has room")
        return
    gun = choose(table, "gun", guns, "DDaT EV", "which artillery unit lands")
    hex = choose(table, "gun-hex", hexes, "DDaT EV", f"the beach hex of {face.beach or 'the zone on the card'} where {gun} lands")
    table.record(f.UnitsPlaced(rule="DDaT EV", hex=hex, units=(gun,)))
    table.record(f.UnitDisrupted(rule="DDaT EV", unit=gun))
    enter_hex(table, hex)


def lost_boat_teams(table: Table[Ddat], face: EventCard, second: bool) -> None:
    state = table.state
    weak = [n for n in state.on_map() if state.units[n].steps == 1 and state.card(n).type == "infantry"]
    if not weak:
        nothing(table, face.event, "no infantry has one step")
        return
    unit = choose(table, "boat", weak, "DDaT EV", "which infantry gets a step back")
    table.record(f.StepGained(rule="DDaT EV", unit=unit, now=2))


def lvt_commandeered(table: Table[Ddat], face: EventCard, second: bool) -> None:
    kinds = sorted({str(steps) for steps in table.state.lvts}, reverse=True)
    if not kinds:
        nothing(table, face.event, "no LVT is available")
        return
    steps = choose(table, "lvt", kinds, "DDaT EV", "an LVT of how many steps loses one")
    table.record(f.LvtHit(rule="DDaT EV", steps=parse(Count, steps)))


def hitch_a_ride(table: Table[Ddat], face: EventCard, second: bool) -> None:
    state = table.state
    board = state.board
    wet = {n: _rides(state, n) for n in state.on_map() if board.is_water(state.units[n].hex) and state.units[n].hex not in board.beach}
    able = [n for n, ends in wet.items() if ends]
    if not able:
        nothing(table, face.event, "no US unit is in the water")
        return
    unit = choose(table, "hitch", able, "DDaT EV", "which unit in the water gets a ride")
    to = choose(table, "hitch-to", wet[unit], "DDaT EV", f"where {unit} is taken")
    table.record(f.UnitsMoved(rule="DDaT EV", units=(unit,), path=(to,), how="ride"))
    enter_hex(table, to)


def _rides(state: Ddat, unit: str) -> tuple[str, ...]:
    """Two hexes through the water, or one when it is a beach hex."""
    board = state.board
    far = board.to_beach
    first = [h for h in GRID.neighbours(state.units[unit].hex) if h in far and not state.enemy_in(h)]
    ends = {h for h in first if h in board.beach}
    for hex in first:
        if hex not in board.beach:
            ends |= {h for h in GRID.neighbours(hex) if h in far and not state.enemy_in(h) and h != state.units[unit].hex}
    return tuple(sorted(ends))


def approach_units(state: Ddat) -> tuple[str, ...]:
    """US units in beach approach hexes, Green's among them."""
    return tuple(n for n in state.on_map() if in_approach(state, state.units[n].hex) or state.board.approach_at(state.units[n].hex))


def no_ship_to_shore(table: Table[Ddat], face: EventCard, second: bool) -> None:
    state = table.state
    table.record(f.FlagSet(rule="DDaT EV", flag="no-lvt", value=str(state.turn + 1), words=f"no LVT is available on turn {state.turn + 1}"))
    there = approach_units(state)
    if there:
        waiting = table.ask(
            Some(
                name="delay", by="us", rule="DDaT EV", words=f"units in approach hexes that wait for turn {state.turn + 2}", options=there, default=()
            )
        )
        if waiting:
            table.record(f.UnitsDelayed(rule="DDaT EV", units=waiting, due=state.turn + 2))


def transport_delayed(table: Table[Ddat], face: EventCard, second: bool) -> None:
    there = approach_units(table.state)
    if there:
        table.record(f.UnitsDelayed(rule="DDaT EV", units=there, due=table.state.turn + 2))
    else:
        nothing(table, face.event, "no unit is in a beach approach hex")


def orders_received(table: Table[Ddat], face: EventCard, second: bool) -> None:
    _early(table, face.event, NIGHT + 1, "R2")


def expedited(table: Table[Ddat], face: EventCard, second: bool) -> None:
    _early(table, face.event, 28, "G")


def _early(table: Table[Ddat], what: str, arrival: int, beach: str) -> None:
    """Units of a later turn go into the approach hexes of a beach now, two to a hex (5.3)."""
    state = table.state
    coming = [n for n, now in state.units.items() if now.box == TRACK and state.card(n).arrival == arrival]
    approaches = {
        name: card.hex for name, card in state.rows(ApproachCard).items() if name.startswith(beach) and not (name.endswith("D") and state.turn < 5)
    }
    if not coming or not approaches:
        nothing(table, what, f"no units of turn {arrival} are waiting")
        return
    if arrival == NIGHT + 1 and any(beach_of(state, n) != (beach,) for n in coming):
        beaches = beach_of(state, coming[0])
        approaches = {name: card.hex for name, card in state.rows(ApproachCard).items() if name.startswith(beaches)}

    def check(places: Mapping[str, str]) -> str:
        for name, hex in approaches.items():
            more = sum(where == name and not state.card(n).leader for n, where in places.items())
            if more > room(state, hex):
                return f"{name} holds {CAPACITY} units, leaders apart"
        return ""

    free = sum(max(0, room(state, hex)) for hex in approaches.values())
    counted = sum(not state.card(n).leader for n in coming)
    places = table.ask(
        Assign(
            name="places", by="us", rule="DDaT 5.3", words=f"the approach hex of every unit of turn {arrival}", grouped=True,
            items={n: tuple(approaches) for n in coming}, least=len(coming) if free >= counted else 0, check=check,
            sampler=lambda chance: _fill(state, coming, approaches),
        )
    )  # fmt: skip
    for name, where in places.items():
        card = table.read(ApproachCard, where)
        table.record(f.UnitsPlaced(rule="DDaT EV", hex=card.hex, units=(name,), facing=card.facing if card.facing != "none" else ""))


def _fill(state: Ddat, coming: list[str], approaches: Mapping[str, str]) -> dict[str, str]:
    """One way to place units: hex by hex, two in each."""
    left = {name: max(0, room(state, hex)) for name, hex in approaches.items()}
    found: dict[str, str] = {}
    for unit in coming:
        where = next((name for name, n in left.items() if n > 0 or state.card(unit).leader), "")
        if where:
            found[unit] = where
            left[where] -= 0 if state.card(unit).leader else 1
    return found


def naval_hits_position(table: Table[Ddat], face: EventCard, second: bool) -> None:
    selected = table.read(FireCard, draw_card(table, "naval-hits", "which position is hit", "DDaT EV")).symbol
    position = {"circle": face.circle, "diamond": face.diamond, "triangle": face.triangle}[selected]
    state = table.state
    if position not in state.positions:
        nothing(table, face.event, f"{position or 'no position'} is listed for the {selected}")
        return
    now, hex = state.positions[position], state.place(position).hex
    if now.unit:
        if not now.disrupted:
            table.record(f.ForceDisrupted(rule="DDaT EV", where=position))
        if now.depth:
            table.record(f.DepthLost(rule="DDaT EV", where=position, why="naval fire"))
        if state.place(position).artillery != "none" and not now.guns_destroyed:
            table.record(f.GunsDestroyed(rule="DDaT 6.51", position=position, why="hit by US naval fire"))
    elif state.at(hex):
        symbol = table.read(FireCard, draw_card(table, "naval-hits", "which US unit is hit", "DDaT EV")).symbol
        able = [n for n in state.at(hex) if state.units[n].steps and state.card(n).symbol == symbol]
        if able:
            lose_step(table, choose(table, "hit", able, "DDaT EV", "which US unit its own guns hit"), "DDaT EV", "naval fire by mistake")
        else:
            nothing(table, face.event, f"no US unit with the {symbol} is in {position}")
    else:
        nothing(table, face.event, f"nobody is in {position}")


def patrol_report(table: Table[Ddat], face: EventCard, second: bool) -> None:
    state = table.state
    hidden = [p for p in state.held() if not state.positions[p].revealed]
    if not hidden:
        nothing(table, face.event, "every Japanese unit is revealed")
        return
    far = {p: nearest_us(state, state.place(p).hex) for p in hidden}
    nearest = [p for p in hidden if far[p] == min(far.values())]
    where = choose(table, "reveal", nearest, "DDaT EV", "which of the nearest Japanese units is revealed")
    reveal_unit(table, where, "DDaT EV")
    if table.state.positions[where].depth:
        reveal_depth(table, where, "DDaT EV", face_up=True)


EVENTS: dict[str, Callable[[Table[Ddat], EventCard, bool], None]] = {
    "none": no_event, "ammo-dump": ammo_dump, "counterattack": counterattack, "depth": depth, "engineers-cover": engineers_cover,
    "expedited": expedited, "flanking-fire": flanking_fire, "hero": hero, "hitch-a-ride": hitch_a_ride, "land-artillery": land_artillery,
    "lost-boat-teams": lost_boat_teams, "lvt-commandeered": lvt_commandeered, "naval-fire": naval_fire,
    "naval-hits-position": naval_hits_position, "no-ship-to-shore": no_ship_to_shore, "orders-received": orders_received,
    "patrol-report": patrol_report, "shibasaki-killed": shibasaki_killed, "smoke": smoke, "tank": tank,
    "transport-delayed": transport_delayed, "tunnels": tunnels, "wires-cut": wires_cut,
}  # fmt: skip
