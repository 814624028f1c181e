"""What each fact changes. Assigns only: never raises, decides or asks."""

from __future__ import annotations

from domain.betio import facts as f
from domain.betio.charts import WRECK, HexCard, TrackCard, UnitCard
from domain.betio.common import named
from domain.betio.state import FIRST_BOX, MORALE, Area, Betio, Hex, Unit, track_of
from domain.kernel.facts import PhaseBegan
from domain.wargame.war_evolve import WarEvolve

evolve: WarEvolve[Betio] = WarEvolve()

AIR_RAID_TURNS = 2
"""BB 10.1.3: daylight turns for which the marker of an air raid on the Japanese remains."""


def admit(state: Betio, chart: str, name: str) -> Betio:
    """A counter that has just been read out is there, off the map; a hex of Betio, and its area; the marker of a track
    where it begins (8.2.1)."""
    row = state.charts[chart][name]
    if isinstance(row, UnitCard) and name not in state.units:
        unit = Unit(kind=row.kind, regiment=row.regiment, battalion=row.battalion, steps=row.steps)
        return state.but(units={**state.units, name: unit})
    if isinstance(row, HexCard) and row.area and name not in state.hexes:
        areas = state.areas if row.area in state.areas else {**state.areas, row.area: Area()}
        return state.but(hexes={**state.hexes, name: Hex()}, areas=areas)
    if isinstance(row, TrackCard):
        placed = {
            track: max(0, len(row.boxes) - FIRST_BOX)
            for track in MORALE
            if track_of(track) == name and track not in state.tracks
        }
        return state.but(tracks={**state.tracks, **placed}) if placed else state
    return state


def with_area(state: Betio, area: str, **change: object) -> Betio:
    return state.but(areas={**state.areas, area: state.areas.get(area, Area()).but(**change)})


def done(state: Betio, *names: str) -> Betio:
    return state.but(done=(*state.done, *names))


def _pay(state: Betio, units: tuple[str, ...], left: tuple[int, ...]) -> Betio:
    for unit, halves in zip(units, left, strict=True):
        state = state.with_unit(unit, halves=halves, spent=True)
    return state


# ---- any fact: tracks ----


@evolve.on(f.MarkersPlaced)
def markers_placed(fact: f.MarkersPlaced, state: Betio) -> Betio:
    return state.but(
        tracks={**state.tracks, **{track.name: track.now for track in fact.tracks if isinstance(track.now, int)}}
    )


# ---- 2 ----


@evolve.on(f.ChitRevealed)
def chit_revealed(fact: f.ChitRevealed, state: Betio) -> Betio:
    return with_area(state, fact.area, chit=fact.chit)


@evolve.on(f.ChitsDecayed)
def chits_decayed(fact: f.ChitsDecayed, state: Betio) -> Betio:
    for area, chit in fact.areas.items():
        state = with_area(state, area, chit=chit)
    return state


# ---- 13 the turn ----


@evolve.on(PhaseBegan)
def phase_began(fact: PhaseBegan, state: Betio) -> Betio:
    """What a roll has been made for lasts for a step; who has moved in an impulse for that impulse."""
    state = state.but(done=())
    if fact.phase == "impulse":
        vessels = [name for name, unit in state.units.items() if unit.spent]
        return state.but(impulse=state.impulse + 1, suppressing=()).with_units(vessels, spent=False)
    if fact.phase in ("traps", "actions"):
        return state.with_units([name for name, unit in state.units.items() if unit.spent], spent=False)
    return state


@evolve.on(f.TurnBegan)
def turn_began(fact: f.TurnBegan, state: Betio) -> Betio:
    """What lasts for a turn: Offshore Support Points are lost with it (4.8.5)."""
    over = {
        "halves": 0,
        "spent": False,
        "late": False,
        "attacked": False,
        "recovering": False,
        "digging": False,
        "spoiled": False,
        "trapped": False,
        "on_pier": False,
    }
    busy = [name for name, unit in state.units.items() if any(getattr(unit, field) for field in over)]
    state = state.but(direct=(), delivered={}, raised=(), recovered=(), runway_fire=())
    state = state.but(impulse=0, offshore=0, points=0, pier_landings=0, pier_artillery=0, done=(), suppressing=())
    return state.with_units(busy, **over)


@evolve.on(f.OffshoreRolled)
def offshore_rolled(fact: f.OffshoreRolled, state: Betio) -> Betio:
    return state.but(offshore_given=fact.offshore)


@evolve.on(f.OffshoreSpent)
def offshore_spent(fact: f.OffshoreSpent, state: Betio) -> Betio:
    return state.but(offshore=max(0, state.offshore - fact.spent))


@evolve.on(f.PinsTurned)
def pins_turned(fact: f.PinsTurned, state: Betio) -> Betio:
    for unit, pin in fact.pins.items():
        state = state.with_unit(unit, pin=pin)
    return state


# ---- 3 the invasion ----


@evolve.on(f.UnitEntered)
def unit_entered(fact: f.UnitEntered, state: Betio) -> Betio:
    there = {"hex": fact.hex, "beach": fact.beach}
    if not fact.vessel:
        return state.with_unit(fact.cargo, box="map", **there)
    state = state.with_unit(fact.vessel, box="map", cargo=fact.cargo, returning=False, **there)
    return (
        state.with_unit(fact.cargo, box="aboard", vessel=fact.vessel, hex="", beach=fact.beach)
        if fact.cargo in state.units
        else state
    )


@evolve.on(f.ReefMoved)
def reef_moved(fact: f.ReefMoved, state: Betio) -> Betio:
    state = state.with_units(fact.units, wreck_turn=state.turn if fact.to == WRECK else 0)
    if fact.stepped_on:
        state = state.with_units(fact.units, stepped_on=True)
    return _pay(state, fact.units, fact.left)


@evolve.on(f.Unloaded)
def unloaded(fact: f.Unloaded, state: Betio) -> Betio:
    from_ = state.units[fact.vessel]
    state = state.with_unit(fact.vessel, cargo="", spent=True, halves=0, returning=True)
    if fact.onto:
        state = state.with_unit(fact.onto, cargo=fact.unit, spent=True, halves=0, beach=from_.beach, returning=False)
        return state.with_unit(fact.unit, vessel=fact.onto) if fact.unit in state.units else state
    if fact.unit not in state.units:
        return state
    state = state.with_unit(
        fact.unit,
        box="map",
        vessel="",
        hex=fact.hex,
        spent=True,
        halves=0,
        beach=from_.beach,
        on_pier=fact.pier,
        wreck_turn=state.turn if fact.hex == WRECK else 0,
    )
    if fact.pier:
        artillery = state.units[fact.unit].kind == "artillery"
        state = state.but(pier_landings=state.pier_landings + 1, pier_artillery=state.pier_artillery + artillery)
    return state


@evolve.on(f.Landed)
def landed(fact: f.Landed, state: Betio) -> Betio:
    if fact.vessel:
        state = state.with_unit(fact.vessel, cargo="", halves=0, spent=True, returning=True)
    if fact.unit in state.units:
        state = state.with_unit(
            fact.unit, box="map", vessel="", hex=fact.hex, landed=state.turn, late=fact.late, shift=""
        )
    return state


@evolve.on(f.Stranded)
def stranded(fact: f.Stranded, state: Betio) -> Betio:
    state = state.with_unit(fact.vessel, cargo="")
    """In the impulse of its vessel's end it is no target of its own: there is one roll for both (3.7.4)."""
    wreck_turn = state.turn if fact.hex == WRECK else 0
    return done(state, fact.unit).with_unit(
        fact.unit, box="map", vessel="", hex=fact.hex, halves=0, spent=True, wreck_turn=wreck_turn
    )


@evolve.on(f.UnitLost)
def unit_lost(fact: f.UnitLost, state: Betio) -> Betio:
    empty = [name for name, unit in state.units.items() if unit.cargo and unit.cargo in fact.units]
    return state.with_units(empty, cargo="", returning=True, shift="")


@evolve.on(f.VesselReturned)
def vessel_returned(fact: f.VesselReturned, state: Betio) -> Betio:
    return state.with_unit(fact.spent, exchanged=True)


@evolve.on(f.SuppressionFired)
def suppression_fired(fact: f.SuppressionFired, state: Betio) -> Betio:
    return state.but(suppressing=(*state.suppressing, fact.beach))


@evolve.on(f.AreasSuppressed)
def areas_suppressed(fact: f.AreasSuppressed, state: Betio) -> Betio:
    for area in fact.areas:
        state = with_area(
            state, area, suppressed=fact.by, daylight_turns=AIR_RAID_TURNS if fact.by == "air-raid" else 0
        )
    return state


@evolve.on(f.AirRaidWaned)
def air_raid_waned(fact: f.AirRaidWaned, state: Betio) -> Betio:
    for area in fact.areas:
        state = with_area(state, area, daylight_turns=max(0, state.areas[area].daylight_turns - 1))
    return state


@evolve.on(f.PierCleared)
def pier_cleared(fact: f.PierCleared, state: Betio) -> Betio:
    return state.but(pier_cleared=True)


# ---- Japanese fire and what it does ----


@evolve.on(f.FireResolved)
def fire_resolved(fact: f.FireResolved, state: Betio) -> Betio:
    if fact.kind == "runway" and fact.fire is not None:
        state = state.but(runway_fire=named((*state.runway_fire, *fact.fire.by)))
    return done(state, fact.target) if fact.kind == "anti-landing" else state


@evolve.on(f.StepsLost)
def steps_lost(fact: f.StepsLost, state: Betio) -> Betio:
    state = state.with_units(fact.turned, reversed=True)
    for unit, halves in fact.halves.items():
        state = state.with_unit(unit, halves=halves)
    return state.with_units([loss.unit for loss in fact.losses], trapped=True) if fact.trapped else state


@evolve.on(f.StepsRecovered)
def steps_recovered(fact: f.StepsRecovered, state: Betio) -> Betio:
    state = state.but(recovered=(*state.recovered, *(gain.unit for gain in fact.gains)))
    return state.with_units(fact.turned, reversed=False)


@evolve.on(f.TrapsRolled)
def traps_rolled(fact: f.TrapsRolled, state: Betio) -> Betio:
    return done(state, fact.area)


@evolve.on(f.AreasDone)
def areas_done(fact: f.AreasDone, state: Betio) -> Betio:
    return done(state, *fact.names)


@evolve.on(f.MoraleMoved)
def morale_moved(fact: f.MoraleMoved, state: Betio) -> Betio:
    raised = [track.name for track in fact.tracks if fact.cause == "recovery"]
    return state.but(raised=(*state.raised, *raised)) if raised else state


# ---- 4 actions ----


@evolve.on(f.PointsSpent)
def points_spent(fact: f.PointsSpent, state: Betio) -> Betio:
    state = _pay(state, fact.units, fact.left)
    if fact.action in ("assault", "demolition"):
        early = [unit for unit in fact.units if state.turn <= state.units[unit].landed + 1]
        state = state.with_units(fact.units, attacked=True).with_units(early, attacked_early=True)
    return state


@evolve.on(f.UnitsMoved)
def units_moved(fact: f.UnitsMoved, state: Betio) -> Betio:
    return _pay(state, fact.units, fact.left)


@evolve.on(f.SuppressionPlaced)
def suppression_placed(fact: f.SuppressionPlaced, state: Betio) -> Betio:
    return state.with_place(fact.hex, suppression=fact.markers)


@evolve.on(f.AreasSecured)
def areas_secured(fact: f.AreasSecured, state: Betio) -> Betio:
    return with_area(state, fact.area, secured=fact.secured)


@evolve.on(f.DemolitionResolved)
def demolition_resolved(fact: f.DemolitionResolved, state: Betio) -> Betio:
    return state.with_place(fact.target, demolished=fact.demolished)


@evolve.on(f.DiggingBegun)
def digging_begun(fact: f.DiggingBegun, state: Betio) -> Betio:
    return state.with_place(fact.hex, position="in-process")


@evolve.on(f.RecoveryBegun)
def recovery_begun(fact: f.RecoveryBegun, state: Betio) -> Betio:
    return state.with_units(fact.chits, active=False)


@evolve.on(f.RecoveryRolled)
def recovery_rolled(fact: f.RecoveryRolled, state: Betio) -> Betio:
    return done(state, fact.unit)


# ---- 7 supply, 10 the night ----


@evolve.on(f.SupplyRolled)
def supply_rolled(fact: f.SupplyRolled, state: Betio) -> Betio:
    return state.but(points=fact.rolled)


@evolve.on(f.SupplyAccumulated)
def supply_accumulated(fact: f.SupplyAccumulated, state: Betio) -> Betio:
    return state.but(points=0)


@evolve.on(f.ActiveSupplyGiven)
def active_supply_given(fact: f.ActiveSupplyGiven, state: Betio) -> Betio:
    return state.but(pool=fact.pool, points=max(0, state.points - fact.fresh))


@evolve.on(f.DirectSupplySent)
def direct_supply_sent(fact: f.DirectSupplySent, state: Betio) -> Betio:
    return state.but(points=max(0, state.points - 1), direct=(*state.direct, fact.battalion))


@evolve.on(f.DirectSupplyLanded)
def direct_supply_landed(fact: f.DirectSupplyLanded, state: Betio) -> Betio:
    state = state.but(delivered={**state.delivered, fact.battalion: fact.hex})
    return state.with_units(fact.relieved, unsupplied=0)


@evolve.on(f.HeadsLost)
def heads_lost(fact: f.HeadsLost, state: Betio) -> Betio:
    return state.but(pool=fact.pool)


@evolve.on(f.SupplyFound)
def supply_found(fact: f.SupplyFound, state: Betio) -> Betio:
    for unit, phases in zip(fact.units, fact.phases, strict=True):
        state = state.with_unit(unit, unsupplied=phases)
    return state


@evolve.on(f.WrecksShelled)
def wrecks_shelled(fact: f.WrecksShelled, state: Betio) -> Betio:
    return state.but(wrecks_shelled_turn=state.turn)


@evolve.on(f.CollapseRolled)
def collapse_rolled(fact: f.CollapseRolled, state: Betio) -> Betio:
    return done(state, fact.table)
