"""What each fact changes. Assigns only: never raises, decides or asks.

A side's view is folded here too, from what that side may see: so nothing may be assumed of a unit that is concealed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.iwo import facts as f
from domain.iwo.charts import AreaCard, Marker, UnitCard
from domain.iwo.hidden import denied_now, lost_sight_of, set_up_unseen
from domain.iwo.state import LANDING, MILOPS_ELIMINATED, RESERVE, SUPPORT, Area, Iwo, Unit, setup_box
from domain.kernel.facts import Decided, PhaseBegan, Points
from domain.kernel.limits import SCORE
from domain.wargame.war_evolve import WarEvolve

evolve: WarEvolve[Iwo] = WarEvolve()


def admit(state: Iwo, chart: str, name: str) -> Iwo:
    """A unit or area whose card has just become known takes its place in the state: a US unit in the box it has come
    to.

    A Japanese unit that is read out after the setup is concealed, where only the Japanese player knows (4.2); one of
    the Marines too (reading R-37).
    """
    if chart == UnitCard.CHART and name not in state.units:
        card: UnitCard = state.charts[chart][name]
        place = _came_to(state, card) if card.side == "us" else ""
        status = "concealed" if card.side == "jp" and state.set_up else "revealed"
        out = "not-entered" if place == RESERVE else ""
        return state.but(
            units={**state.units, name: Unit(side=card.side, area=place, steps=card.steps, status=status, out=out)}
        )
    if chart == AreaCard.CHART and name not in state.areas:
        return state.but(areas={**state.areas, name: Area()})
    return state


def _came_to(state: Iwo, card: UnitCard) -> str:
    """Where a US unit waits: in the box of its setup, or with the 3rd Division that is activated to land (22.2.1)."""
    box = setup_box(card)
    return LANDING if box == RESERVE and state.third_division == "activated" else box


def score(state: Iwo, points: Points) -> Iwo:
    field = f"vp_{points.side}"
    return state.but(**{field: getattr(state, field, 0) + points.amount})


def points_of(state: Iwo) -> Mapping[str, int]:
    """The victory points of each side."""
    return {"us": state.vp_us, "jp": state.vp_jp}


def mark(state: Iwo, name: str, *markers: Marker, there: bool) -> Iwo:
    """Markers placed in an area, or gone from it."""
    old = state.areas.get(name) or Area()
    return state.but(areas={**state.areas, name: old.marked(*markers, there=there)})


@evolve.on(f.UnitsDeployed)
def units_deployed(fact: f.UnitsDeployed, state: Iwo) -> Iwo:
    placed = {
        name: Unit(side="us", area=place, steps=fact.steps[name], out="not-entered" if place == RESERVE else "")
        for name, place in fact.places.items()
    }
    return state.but(units={**state.units, **placed})


@evolve.on(f.HiddenSetupCommitted)
def hidden_setup_committed(fact: f.HiddenSetupCommitted, state: Iwo) -> Iwo:
    return state.but(set_up=True).with_units(set_up_unseen(state), status="concealed")


@evolve.on(f.HiddenSetup)
def hidden_setup(fact: f.HiddenSetup, state: Iwo) -> Iwo:
    placed = {
        name: Unit(side="jp", area=place, steps=fact.steps[name], status="concealed")
        for name, place in fact.places.items()
    }
    caves = {name: (state.areas.get(name) or Area()).but(hidden_caves=n) for name, n in fact.caves.items()}
    return state.but(units={**state.units, **placed}, areas={**state.areas, **caves})


@evolve.on(f.TurnBegan)
def turn_began(fact: f.TurnBegan, state: Iwo) -> Iwo:
    areas = {name: a.but(landings=0, bombarded=()) for name, a in state.areas.items()}
    state = state.with_units(lost_sight_of(state), area="")
    return state.but(areas=areas, recovered=(), weather_rolled=False)


@evolve.on(PhaseBegan)
def phase_began(fact: PhaseBegan, state: Iwo) -> Iwo:
    """Plans, allowances and movement points last for a phase."""
    moved = {name: u.but(moved=0, done=False) if u.moved or u.done else u for name, u in state.units.items()}
    return state.but(
        units=moved,
        plan={},
        planned=False,
        resolved=(),
        moving="",
        jp_moves_allowed=0,
        jp_moves_used=0,
        kirikami_passed=False,
        banzai_area="",
    )


@evolve.on(f.SupportReadied)
def support_readied(fact: f.SupportReadied, state: Iwo) -> Iwo:
    ready = [name for name, u in state.units.items() if u.area == SUPPORT]
    return state.with_units(ready, fired=False, grounded=False)


@evolve.on(f.WeatherRolled)
def weather_rolled(fact: f.WeatherRolled, state: Iwo) -> Iwo:
    return state.but(weather=fact.weather, weather_rolled=True)


@evolve.on(f.UnitsReset)
def units_reset(fact: f.UnitsReset, state: Iwo) -> Iwo:
    reset = {name: u.but(fired=False) if u.side == fact.side and u.fired else u for name, u in state.units.items()}
    return state.but(units=reset)


@evolve.on(f.StepRecovered)
def step_recovered(fact: f.StepRecovered, state: Iwo) -> Iwo:
    return state.but(recovered=(*state.recovered, fact.area))


@evolve.on(f.UnitReturned)
def unit_returned(fact: f.UnitReturned, state: Iwo) -> Iwo:
    state = state.but(recovered=(*state.recovered, fact.area), landed=True)
    return state.with_unit(fact.unit, area=fact.area, out="", fired=False)


@evolve.on(f.BombardmentsDeclared)
def bombardments_declared(fact: f.BombardmentsDeclared, state: Iwo) -> Iwo:
    areas = {
        name: a.but(bombarded=(*a.bombarded, fact.side)) if name in fact.plan else a for name, a in state.areas.items()
    }
    return state.but(plan=fact.plan, planned=True, areas=areas)


@evolve.on(f.AssaultsDeclared)
def assaults_declared(fact: f.AssaultsDeclared, state: Iwo) -> Iwo:
    return state.but(plan=fact.plan, planned=True)


@evolve.on(f.AttackResolved)
def attack_resolved(fact: f.AttackResolved, state: Iwo) -> Iwo:
    return state.but(resolved=(*state.resolved, fact.area))


@evolve.on(f.CavesRevealed)
def caves_revealed(fact: f.CavesRevealed, state: Iwo) -> Iwo:
    old = state.areas.get(fact.area) or Area()
    left = max(0, old.hidden_caves - fact.caves)
    return state.with_place(
        fact.area, caves=old.caves + fact.caves, hidden_caves=left, searched=True, found=old.found + fact.caves
    )


@evolve.on(f.UnitRevealed)
def unit_revealed(fact: f.UnitRevealed, state: Iwo) -> Iwo:
    moved: dict[str, Any] = {"moved": fact.moved, "done": True} if fact.moved else {}
    return state.with_unit(fact.unit, status="revealed", area=fact.area, steps=fact.steps, fired=fact.fired, **moved)


@evolve.on(Decided)
def decided(fact: Decided, state: Iwo) -> Iwo:
    """IWO 10.5: on paper, one of the answers says of all areas with US units who is concealed there, and nobody else
    is."""
    if not state.on_paper or fact.name != "found":
        return state
    return state.but(areas={n: a.but(denied=True) if state.at(n, "us") else a for n, a in state.areas.items()})


@evolve.on(f.UnitEliminated)
def unit_eliminated(fact: f.UnitEliminated, state: Iwo) -> Iwo:
    return state.with_unit(fact.unit, area=fact.to, steps=0, out="eliminated", fired=False)


@evolve.on(f.ConcealedLosses)
def concealed_losses(fact: f.ConcealedLosses, state: Iwo) -> Iwo:
    return state.with_units(
        [name for name, left in fact.left.items() if not left], area=MILOPS_ELIMINATED, out="eliminated"
    )


@evolve.on(f.DamagePassed)
def damage_passed(fact: f.DamagePassed, state: Iwo) -> Iwo:
    return state.but(damage_passed=min(SCORE, state.damage_passed + fact.damage))


@evolve.on(f.CaveCollapsed)
def cave_collapsed(fact: f.CaveCollapsed, state: Iwo) -> Iwo:
    old = state.areas.get(fact.area) or Area()
    return state.with_place(fact.area, caves=max(0, old.caves - 1))


@evolve.on(f.MarkerRemoved)
def marker_removed(fact: f.MarkerRemoved, state: Iwo) -> Iwo:
    return mark(state, fact.area, fact.marker, there=False)


@evolve.on(f.MarkerPlaced)
def marker_placed(fact: f.MarkerPlaced, state: Iwo) -> Iwo:
    if fact.marker == "stars":
        state = state.but(stars_turn=state.turn)
    return mark(state, fact.area, fact.marker, there=True)


@evolve.on(f.UnitRemoved)
def unit_removed(fact: f.UnitRemoved, state: Iwo) -> Iwo:
    gone: dict[str, Any] = {"out": "withdrawn"} if fact.withdrawn else {"out": "eliminated", "steps": 0}
    return state.with_unit(fact.unit, area=fact.to, status="revealed", fired=False, **gone)


@evolve.on(f.ThirdDivisionActivated)
def third_division_activated(fact: f.ThirdDivisionActivated, state: Iwo) -> Iwo:
    return state.but(third_division="activated").with_units(fact.units, area=LANDING, out="")


@evolve.on(f.UnitLanded)
def unit_landed(fact: f.UnitLanded, state: Iwo) -> Iwo:
    landings = (state.areas.get(fact.area) or Area()).landings + 1
    state = state.but(landed=True, moving=fact.unit).with_place(fact.area, landings=landings)
    if any(points.code == "third-division" for points in fact.points):
        state = state.but(penalty_scored=True)
    return state.with_unit(fact.unit, area=fact.area, moved=fact.cost)


@evolve.on(f.UnitMoved)
def unit_moved(fact: f.UnitMoved, state: Iwo) -> Iwo:
    moved = (state.units.get(fact.unit) or Unit()).moved + fact.cost
    return state.but(moving=fact.unit).with_unit(fact.unit, area=fact.area, moved=moved)


@evolve.on(f.MoveEnded)
def move_ended(fact: f.MoveEnded, state: Iwo) -> Iwo:
    return state.with_unit(fact.unit, done=True)


@evolve.on(f.UnitOverstacked)
def unit_overstacked(fact: f.UnitOverstacked, state: Iwo) -> Iwo:
    state = state.with_unit(fact.unit, area=RESERVE, out="overstacked", status="revealed", done=True)
    return state if fact.steps is None else state.with_unit(fact.unit, steps=fact.steps, fired=False, moved=0)


@evolve.on(f.UnitRetreated)
def unit_retreated(fact: f.UnitRetreated, state: Iwo) -> Iwo:
    return state.with_unit(fact.unit, area=fact.area, done=True)


@evolve.on(f.AllowanceRolled)
def allowance_rolled(fact: f.AllowanceRolled, state: Iwo) -> Iwo:
    return state.but(jp_moves_allowed=fact.allowed)


@evolve.on(f.MovesUsed)
def moves_used(fact: f.MovesUsed, state: Iwo) -> Iwo:
    """A move begins, so that of whoever moved before is complete (10). It may be one that nobody sees."""
    areas = {name: a.but(denied=denied_now(state, name)) if a.denied else a for name, a in state.areas.items()}
    return state.but(jp_moves_used=state.jp_moves_used + fact.count, moving="", areas=areas)


@evolve.on(f.ConcealedMoves)
def concealed_moves(fact: f.ConcealedMoves, state: Iwo) -> Iwo:
    for name, to in fact.moves.items():
        state = state.with_unit(name, area=to, moved=1, done=True)
    return state


@evolve.on(f.UnitHidden)
def unit_hidden(fact: f.UnitHidden, state: Iwo) -> Iwo:
    state = state.with_unit(fact.unit, status="concealed", done=True)
    area = state.units[fact.unit].area
    return state.with_place(area, denied=False) if area in state.areas else state


@evolve.on(f.KirikamiDeclared)
def kirikami_declared(fact: f.KirikamiDeclared, state: Iwo) -> Iwo:
    return state.but(kirikami_active=True, kirikami_times=state.kirikami_times + 1)


@evolve.on(f.BanzaiDeclared)
def banzai_declared(fact: f.BanzaiDeclared, state: Iwo) -> Iwo:
    return state.but(banzai_area=fact.area)


@evolve.on(f.ControlChanged)
def control_changed(fact: f.ControlChanged, state: Iwo) -> Iwo:
    if fact.to == "us":
        state = state.with_place(fact.place, caves=0, hidden_caves=0)
    return mark(state, fact.place, *fact.markers, there=False)


@evolve.on(f.PointsScored)
def points_scored(fact: f.PointsScored, state: Iwo) -> Iwo:
    return state.but(stars_scored=True) if any(points.code == "stars-and-stripes" for points in fact.points) else state
