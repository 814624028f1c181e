"""What each fact changes. Assigns only: never raises, decides or asks.

What the US player sees is folded here too, from what he may see: of Japanese units he knows those he has examined where
they are (`known`), and of others only the hexes in which somebody is (`sighted`). In the whole game the secret fact
that follows an open one says who it is, and nothing is left to be sighted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.iph import facts as f
from domain.iph.charts import HexCard, UnitCard
from domain.iph.state import BEACHHEAD, MARINES, NUMBER, Hex, Iph, Unit
from domain.kernel.facts import PhaseBegan, Points
from domain.kernel.limits import SCORE
from domain.wargame.war_evolve import WarEvolve

evolve: WarEvolve[Iph] = WarEvolve()


def admit(state: Iph, chart: str, name: str) -> Iph:
    """A unit whose counter has just been read out is there, afloat or off the map; and a hex of the island."""
    if chart == UnitCard.CHART and name not in state.units:
        card: UnitCard = state.charts[chart][name]
        gone = _made_up(state, card.command)
        others = {other: unit for other, unit in state.units.items() if other not in gone}
        return state.but(units={**others, name: Unit(side=card.side, command=card.command, steps=card.steps)})
    if chart == HexCard.CHART and name not in state.hexes and not state.is_terrain(name, "sea"):
        return state.but(hexes={**state.hexes, name: Hex()})
    return state


def _made_up(state: Iph, command: str) -> tuple[str, ...]:
    """The name of ours that a counter takes the place of as it is read out: of nobody who has been placed, where all
    there can be are there."""
    there = [name for name, unit in state.units.items() if unit.command == command]
    ours = [name for name in there if name not in state.rows(UnitCard) and not state.units[name].hex]
    return tuple(ours[-1:]) if len(there) >= NUMBER.get(command, len(there) + 1) else ()


def score(state: Iph, points: Points) -> Iph:
    return state.but(vp=max(-SCORE, min(SCORE, state.vp + points.amount)))


def _sighted(state: Iph, *hexes: str) -> Iph:
    return state.but(sighted=tuple(dict.fromkeys((*state.sighted, *hexes)))) if hexes else state


def _lost_sight(state: Iph, *hexes: str) -> Iph:
    """In the whole game nothing is sighted."""
    return state.but(sighted=tuple(hex for hex in state.sighted if hex not in hexes)) if state.sighted else state


def _each(state: Iph, names: Iterable[str], **change: Any) -> Iph:
    return state.with_units([name for name in names if name in state.units], **change)


# ---- 3 setting up, 3.6 control ----


def _mustered(command: str) -> Unit:
    """A unit or marker that waits off the map."""
    side, steps = "jp" if command == BEACHHEAD else "us", 2 if command == MARINES else 1
    return Unit.model_validate({"side": side, "command": command, "steps": steps})


@evolve.on(f.ForcesMustered)
def forces_mustered(fact: f.ForcesMustered, state: Iph) -> Iph:
    new = {name: _mustered(command) for name, command in fact.units.items()}
    return state.but(units={**state.units, **new})


@evolve.on(f.BeachheadRevealed)
def beachhead_revealed(fact: f.BeachheadRevealed, state: Iph) -> Iph:
    markers = {
        name: Unit(side="jp", command=BEACHHEAD, hex=hex, steps=1, known=True) for name, hex in fact.hexes.items()
    }
    state = state.but(units={**state.units, **markers}, revealed=True, centre=fact.centre, committed=True)
    return state.with_places(fact.hexes.values(), control="jp", ever=True, beachhead=True)


# ---- 5 the turn ----


@evolve.on(f.TurnBegan)
def turn_began(fact: f.TurnBegan, state: Iph) -> Iph:
    stalled = [name for name, unit in state.units.items() if unit.stalled]
    interdicted = [name for name, hex in state.hexes.items() if hex.interdicted]
    new_day = state.date != state.but(turn=max(1, fact.turn - 1)).date
    ships = {
        name: ship.but(supported=False, **({"supported_today": False, "struck_today": False} if new_day else {}))
        for name, ship in state.ships.items()
    }
    if new_day:
        state = state.but(finds="")
    state = state.but(ships=ships, ijn_used=0, usn_used=0, army_used=False)
    return state.with_places(interdicted, interdicted=False).with_units(stalled, stalled=False)


@evolve.on(PhaseBegan)
def phase_began(fact: PhaseBegan, state: Iph) -> Iph:
    """Who has moved, attacked or been attacked lasts for a phase."""
    if fact.phase == "pull":
        state = state.but(chit="")
    if state.attacked or state.force:
        state = state.but(attacked=(), force=())
    if busy := state.busy():
        state = state.with_units(busy, fought=0, spent=0, start="", allowance=None)
        state = state.knowing(Iph.busy, tuple[str, ...]())
    return state


@evolve.on(f.ChitPulled)
def chit_pulled(fact: f.ChitPulled, state: Iph) -> Iph:
    return state.but(cup=state.cup.drawn(fact.chit), chit=fact.chit)


@evolve.on(f.ChitsSetAside)
def chits_set_aside(fact: f.ChitsSetAside, state: Iph) -> Iph:
    cup = state.cup
    for chit in fact.chits:
        cup = cup.drawn(chit)
    return state.but(cup=cup)


@evolve.on(f.ChitsReturned)
def chits_returned(fact: f.ChitsReturned, state: Iph) -> Iph:
    return state.but(cup=state.cup.refilled(), chit="")


@evolve.on(f.ChitsRetired)
def chits_retired(fact: f.ChitsRetired, state: Iph) -> Iph:
    return state.but(cup=state.cup.without(*fact.chits))


# ---- 7 ships and aircraft ----


def _boxed(state: Iph, boxes: f.Boxes) -> Iph:
    known = {name: state.ships[name].but(box=box) for name, box in boxes.items() if name in state.ships}
    return state.but(ships={**state.ships, **known})


@evolve.on(f.DispositionCommitted)
def disposition_committed(fact: f.DispositionCommitted, state: Iph) -> Iph:
    return state.but(jp_disposed=state.turn, dispositions={})


@evolve.on(f.ShipsDisposed)
def ships_disposed(fact: f.ShipsDisposed, state: Iph) -> Iph:
    return _boxed(state, fact.boxes).but(us_disposed=state.turn)


@evolve.on(f.CoverLifted)
def cover_lifted(fact: f.CoverLifted, state: Iph) -> Iph:
    state = _boxed(state, fact.boxes)
    return state.but(
        ijn_lacking=len(state.fleet("jp", "carrier")) - fact.aircraft, dispositions={}, uncovered=state.turn
    )


@evolve.on(f.BattleshipsClosedIn)
def battleships_closed_in(fact: f.BattleshipsClosedIn, state: Iph) -> Iph:
    return _boxed(state, dict.fromkeys(fact.ships, "close-in"))


@evolve.on(f.ShipLost)
def ship_lost(fact: f.ShipLost, state: Iph) -> Iph:
    """A Japanese carrier that no aircraft was left to go with is one of those that lacked theirs."""
    if fact.ship not in state.ships:
        return state
    now = state.ships[fact.ship]
    alone = now.side == "jp" and now.kind == "carrier" and not fact.aircraft
    state = state.but(ships={**state.ships, fact.ship: now.but(box=fact.fate)})
    return state.but(ijn_lost=max(0, state.ijn_lost - alone), ijn_lacking=max(0, state.ijn_lacking - alone))


@evolve.on(f.BattleshipStruck)
def battleship_struck(fact: f.BattleshipStruck, state: Iph) -> Iph:
    known = {fact.ship: state.ships[fact.ship].but(struck_today=True)} if fact.ship in state.ships else {}
    return state.but(ships={**state.ships, **known})


@evolve.on(f.BattleshipsSupport)
def battleships_support(fact: f.BattleshipsSupport, state: Iph) -> Iph:
    known = {
        name: state.ships[name].but(supported=True, supported_today=True) for name in fact.ships if name in state.ships
    }
    return state.but(ships={**state.ships, **known})


@evolve.on(f.InterdictionPlaced)
def interdiction_placed(fact: f.InterdictionPlaced, state: Iph) -> Iph:
    state = state.with_places(fact.hexes, interdicted=True)
    return state.but(ijn_used=state.ijn_used + len(fact.hexes))


@evolve.on(f.AircraftFlown)
def aircraft_flown(fact: f.AircraftFlown, state: Iph) -> Iph:
    if fact.side == "jp":
        return state.but(ijn_used=state.ijn_used + fact.carrier)
    return state.but(usn_used=state.usn_used + fact.carrier, army_used=state.army_used or fact.army)


@evolve.on(f.AircraftLost)
def aircraft_lost(fact: f.AircraftLost, state: Iph) -> Iph:
    """What is lost has flown in this turn."""
    lost = fact.aircraft
    return state.but(
        ijn_lost=state.ijn_lost + lost, ijn_lacking=state.ijn_lacking + lost, ijn_used=max(0, state.ijn_used - lost)
    )


# ---- 8, 9 who goes where ----


@evolve.on(f.ForceLanded)
def force_landed(fact: f.ForceLanded, state: Iph) -> Iph:
    return _sighted(state, *fact.hexes).but(landed=state.turn)


@evolve.on(f.UnitsLanded)
def units_landed(fact: f.UnitsLanded, state: Iph) -> Iph:
    landed = {name: {"hex": hex, "known": False} for hex, units in fact.places.items() for name in units}
    return state.with_each(landed).but(sighted=())


def _set_out(state: Iph, units: tuple[str, ...], allowance: int) -> Iph:
    """Units are on the move; where they began stays as it is, where they are moved again."""
    start = {name: now.start or now.hex for name in units if (now := state.units.get(name))}
    return state.but(force=units).with_each(
        {name: {"allowance": allowance, "start": start.get(name, "")} for name in units}
    )


@evolve.on(f.ForceFormed)
def force_formed(fact: f.ForceFormed, state: Iph) -> Iph:
    return _set_out(state, fact.units, fact.allowance)


@evolve.on(f.MovementFactorRolled)
def movement_factor_rolled(fact: f.MovementFactorRolled, state: Iph) -> Iph:
    return _set_out(state, fact.units, fact.allowance)


@evolve.on(f.ForceMoved)
def force_moved(fact: f.ForceMoved, state: Iph) -> Iph:
    """Any of those who were there may have gone: nobody is there any more but by the secret fact that follows."""
    start, end = fact.path[0], fact.path[-1]
    met = state.met or (state.japanese_in(end) and end not in state.beachheads)
    gone = state.mobile(start, "jp")
    left = [hex for hex in state.sighted if hex != start] if fact.vacated else [*state.sighted, start]
    return state.but(met=met, sighted=tuple(dict.fromkeys((*left, end)))).with_units(gone, known=False, hex="")


@evolve.on(f.UnitsMoved)
def units_moved(fact: f.UnitsMoved, state: Iph) -> Iph:
    spent = {name: now.spent for name in fact.units if (now := state.units.get(name))}
    there: dict[str, Any] = {"hex": fact.to} if fact.path else {}
    if fact.side == "jp":
        there["known"] = False
    changes = {name: {**there, "spent": spent.get(name, 0) + fact.cost} for name in fact.units}
    if fact.side != "jp":
        return state.with_each(changes)
    stay = {name: {"hex": fact.start, "known": False} for name in fact.stay}
    return state.with_each({**changes, **stay}).but(sighted=())


@evolve.on(f.ForcesSighted)
def forces_sighted(fact: f.ForcesSighted, state: Iph) -> Iph:
    """Who they are the whole game knows already."""
    state = state.but(met=True)
    untold = [hex for hex in fact.there if all(state.units[name].known for name in state.mobile(hex, "jp"))]
    gone = [name for hex in fact.gone for name in state.mobile(hex, "jp")]
    return _lost_sight(_sighted(state, *untold), *fact.gone).with_units(gone, known=False, hex="")


@evolve.on(f.AttackDeclared)
def attack_declared(fact: f.AttackDeclared, state: Iph) -> Iph:
    return state.but(attacked=(*state.attacked, fact.target))


@evolve.on(f.StackExamined)
def stack_examined(fact: f.StackExamined, state: Iph) -> Iph:
    seen = {name: {"hex": fact.hex, "steps": steps, "known": True} for name, steps in fact.units.items()}
    return _lost_sight(state.with_each(seen), fact.hex)


@evolve.on(f.LossesTaken)
def losses_taken(fact: f.LossesTaken, state: Iph) -> Iph:
    dead = [loss.unit for loss in fact.losses if loss.left == 0]
    if any(state.units[name].command == BEACHHEAD for name in dead if name in state.units):
        state = state.but(met=True)
    state = _each(state, dead, hex="", known=False, stalled=False, fought=0, start="", allowance=None, spent=0)
    return _lost_sight(state, *fact.vacated)
