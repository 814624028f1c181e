"""EV: the events that favour the US side: heroes, support, artillery, naval fire, reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from domain.ddat import facts as f
from domain.ddat.cards import draw_card
from domain.ddat.charts import GRID, Event, FireCard
from domain.ddat.common import Objections, choose, unbarred
from domain.ddat.communication import nearest_us
from domain.ddat.events import Section, listed, nothing
from domain.ddat.forces import depth_event, enter_hex, reveal_depth, reveal_unit, shell
from domain.ddat.losses import disrupt, lose_step
from domain.ddat.stacking import room
from domain.ddat.state import ASIDE, Ddat
from domain.kernel.facts import Gain
from domain.kernel.questions import NOTHING
from domain.kernel.remembering import rests_on
from domain.kernel.table import Table
from domain.wargame.pieces import STANDING


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
    unit = choose(
        table, "boat", unbarred(table.state.on_map(), barred), "DDaT EV", "which infantry gets a step back", barred
    )
    if unit:
        now = table.state.units[unit].steps + 1
        table.record(
            f.StepGained(rule="DDaT EV", gains=(Gain(side="us", unit=unit, steps=1, cause="lost-boat-teams", now=now),))
        )
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
    position = {"circle": section.face.circle, "diamond": section.face.diamond, "triangle": section.face.triangle}[
        selected
    ]
    state = table.state
    if position not in state.positions:
        nothing(table, what, f"{position or 'no position'} is listed for the {selected}")
    elif state.positions[position].unit:
        shell(table, position, "DDaT EV")
    elif there := state.at(state.place(position).hex):
        symbol = table.read(
            FireCard, draw_card(table, "naval-hits", "which US unit is hit", "DDaT EV", of=there, at=position)
        ).symbol
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


@rests_on(STANDING, "positions", "charts")
def _unrevealed(state: Ddat) -> Mapping[str, int]:
    """The positions of unrevealed Japanese units, and how far the nearest US unit is."""
    return {p: nearest_us(state, state.place(p).hex) for p in state.held() if not state.positions[p].revealed}


def why_not_reported(state: Ddat, position: str) -> Objections:
    """EV: why a patrol does not report on a position: it reports on an unrevealed unit nearest to a US unit."""
    far = _unrevealed(state)
    if position not in far:
        yield "DDaT EV", f"no unrevealed Japanese unit is in {position}"
    elif far[position] > min(far.values()):
        yield "DDaT EV", f"{min(far, key=far.__getitem__)} is nearer to a US unit than {position}"
