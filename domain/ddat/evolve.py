"""What each fact changes. Assigns only: never raises, decides or asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.ddat import facts as f
from domain.ddat.charts import CountRow, PositionCard, UnitCard
from domain.ddat.state import ASIDE, DISCARDS, LVTS, MAP, OUT, TRACK, UNREAD, UNSEEN, Ddat, Force, Load, Position, Unit
from domain.kernel.evolve import Evolve
from domain.kernel.facts import Drawn, StepBegan

evolve: Evolve[Ddat] = Evolve()

CARD_DRAWS = (
    "armour", "raid", "drift", "landing", "event", "fire", "naval-hits", "infiltration", "barrage", "blast", "jp-card", "us-card",
)  # fmt: skip
"""Draws of cards, by the purpose they are drawn for (2.3); any other draw is of a chit or a piece."""
FROM_PILE = {"jp-card": "jp", "us-card": "us"}
AT_ONCE = ("armour", "raid", "jp-card", "us-card")
"""Cards that are discarded as soon as they are read (3.0, 8.6)."""


def admit(state: Ddat, chart: str, name: str) -> Ddat:
    """A unit or position whose card has just become known takes its place in the state."""
    if chart == UnitCard.CHART and name not in state.units:
        card: UnitCard = state.charts[chart][name]
        waits = card.by == "turn" and card.arrival > 0
        unit = Unit(box=TRACK if waits else ASIDE, due=card.arrival if waits else 0, steps=card.steps, heroic=card.type == "hq")
        return state.but(units={**state.units, name: unit})
    if chart == PositionCard.CHART and name not in state.positions:
        place: PositionCard = state.charts[chart][name]
        late = state.step == "setup" and bool(state.held()) and (place.setup == "C" or place.artillery != "none") and state.out_of_play > 0
        if late:  # read out after the Japanese were set up: it holds one of the 28 coastal units too (3.0)
            state = state.but(out_of_play=state.out_of_play - 1)
        return state.but(positions={**state.positions, name: Position(unit=UNREAD if late else "")})
    if chart == CountRow.CHART and not state.set_up:
        count = state.charts[chart][name].count
        return state.but(**{f"{name}_pool": count}) if name in ("coastal", "inland") else state
    return state


def unit(state: Ddat, name: str, **change: Any) -> Ddat:
    return state.but(units={**state.units, name: (state.units.get(name) or Unit()).but(**change)})


def units(state: Ddat, names: Any, **change: Any) -> Ddat:
    return state.but(units={**state.units, **{name: (state.units.get(name) or Unit()).but(**change) for name in names}})


def position(state: Ddat, name: str, **change: Any) -> Ddat:
    return state.but(positions={**state.positions, name: (state.positions.get(name) or Position()).but(**change)})


EMPTY: Mapping[str, Any] = {
    "unit": "", "revealed": False, "tank": "", "depth": "", "depth_type": "", "depth_shown": False, "disrupted": False, "done": False,
}  # fmt: skip


def force(state: Ddat, where: str, **change: Any) -> Ddat:
    """A change to the force in a position, or to the one fighting in another hex."""
    if where == state.invader_hex and state.invader is not None:
        return state.but(invader=state.invader.but(**change))
    return position(state, where, **change)


# ---- cards ----


@evolve.on(Drawn)
def drawn(fact: Drawn, state: Ddat) -> Ddat:
    if fact.name not in CARD_DRAWS:
        return state
    pile = DISCARDS if fact.name in AT_ONCE else fact.name
    state = state.but(deck=state.deck.drawn(fact.item, pile, from_pile=FROM_PILE.get(fact.name, "")))
    return state.but(fire_card=fact.item) if fact.name == "fire" else state


@evolve.on(f.DeckShuffled)
def deck_shuffled(fact: f.DeckShuffled, state: Ddat) -> Ddat:
    deck = state.deck.shuffled(DISCARDS)
    return state.but(deck=deck.but(dealt={pile: n for pile, n in deck.dealt.items() if pile != UNSEEN}))


def dealt(state: Ddat, **piles: int) -> Ddat:
    """Face-down piles as they lie now."""
    return state.but(deck=state.deck.but(dealt={pile: n for pile, n in {**state.deck.dealt, **piles}.items() if n > 0}))


@evolve.on(f.CombatBegan)
def combat_began(fact: f.CombatBegan, state: Ddat) -> Ddat:
    return dealt(state, us=fact.us, jp=fact.jp)


@evolve.on(f.PileChanged)
def pile_changed(fact: f.PileChanged, state: Ddat) -> Ddat:
    now = {fact.pile: state.deck.dealt.get(fact.pile, 0) + fact.by}
    if fact.by < 0:
        now[UNSEEN] = state.deck.dealt.get(UNSEEN, 0) - fact.by
    return dealt(state, **now)


@evolve.on(f.CombatEnded)
def combat_ended(fact: f.CombatEnded, state: Ddat) -> Ddat:
    state = state.but(deck=state.deck.put_back("us").put_back("jp"))
    return state.but(resolved=(*state.resolved, fact.hex))


# ---- setting up ----


@evolve.on(f.ScenarioSet)
def scenario_set(fact: f.ScenarioSet, state: Ddat) -> Ddat:
    return state.but(scenario=fact.scenario, turn=fact.turn, shibasaki=fact.shibasaki, letters=fact.letters, chits=fact.chits)


@evolve.on(f.UnitsDeployed)
def units_deployed(fact: f.UnitsDeployed, state: Ddat) -> Ddat:
    for name, due in fact.due.items():
        state = unit(state, name, box=TRACK, due=due)
    state = units(state, fact.aside, box=ASIDE, due=0, hex="")
    state = units(state, fact.out, box=OUT, steps=0, hex="")
    for name, steps in fact.steps.items():
        state = unit(state, name, steps=steps)
    for name, space in fact.posts.items():
        state = unit(state, name, post=space, heroic=False)
    for name, hex in fact.hexes.items():
        state = unit(state, name, box=MAP, hex=hex)
    if fact.lvts:
        state = state.but(lvts=fact.lvts, lvts_lost=LVTS - len(fact.lvts))
    return state.but(loss_box=(*state.loss_box, *fact.lost), heroes_left=fact.heroes_left)


@evolve.on(f.JapaneseSetUp)
def japanese_set_up(fact: f.JapaneseSetUp, state: Ddat) -> Ddat:
    for name in fact.positions:
        kind = fact.depth.get(name, "")
        state = position(state, name, unit=UNREAD, depth=UNREAD if kind else "", depth_type=kind)
    return state.but(
        reserve=fact.reserve, coastal_pool=fact.coastal_pool, inland_pool=fact.inland_pool, out_of_play=fact.out_of_play
    )


@evolve.on(f.TankPlaced)
def tank_placed(fact: f.TankPlaced, state: Ddat) -> Ddat:
    state = position(state, fact.position, unit=fact.unit, revealed=True, tank=fact.colour, disrupted=True, depth=UNREAD, depth_type="armor")
    return read(state, fact.unit)


@evolve.on(f.SetupEnded)
def setup_ended(fact: f.SetupEnded, state: Ddat) -> Ddat:
    return state.but(set_up=True)


@evolve.on(f.UnitsPlaced)
def units_placed(fact: f.UnitsPlaced, state: Ddat) -> Ddat:
    state = units(state, fact.units, box=MAP, hex=fact.hex, facing=fact.facing, due=0)
    for name, steps in fact.steps.items():
        state = unit(state, name, steps=steps)
    return entering(state, fact.units)


def entering(state: Ddat, names: Any) -> Ddat:
    """Infantry that has entered play, for the catastrophic loss (14.1)."""
    cards = state.charts.get(UnitCard.CHART, {})
    new = tuple(n for n in names if n not in state.entered and n in cards and cards[n].type == "infantry")
    return state.but(entered=(*state.entered, *new)) if new else state


@evolve.on(f.RyanPlaced)
def ryan_placed(fact: f.RyanPlaced, state: Ddat) -> Ddat:
    return state.but(ryan=fact.unit, heroes_left=state.heroes_left - (1 if fact.first else 0))


@evolve.on(f.RaidResolved)
def raid_resolved(fact: f.RaidResolved, state: Ddat) -> Ddat:
    return state.but(raid=True, ignore_kill=fact.stars >= 3, skip_first_depth=fact.stars == 0)


@evolve.on(f.OptionTaken)
def option_taken(fact: f.OptionTaken, state: Ddat) -> Ddat:
    for name, due in fact.due.items():
        state = unit(state, name, box=TRACK, due=due)
    if fact.option == "landing-1-8":
        return state.but(landing_1_8=fact.value)
    return state.but(shibasaki_survives=True, shibasaki="command")


# ---- the clock ----


@evolve.on(f.TurnBegan)
def turn_began(fact: f.TurnBegan, state: Ddat) -> Ddat:
    deck = state.deck
    for pile in {where for where in deck.seen.values() if where != DISCARDS}:
        deck = deck.moved(pile, DISCARDS)
    positions = {name: now.but(smoke=False, done=False) if now.smoke or now.done else now for name, now in state.positions.items()}
    return state.but(
        turn=fact.turn, deck=deck, positions=positions, event_drawn=False, fires=0, fire_card="", wires_cut=False, no_support=False, support=0,
        loading_done=False, loads={}, resolved=(), supported=False, established=(),
    )  # fmt: skip


@evolve.on(StepBegan)
def step_began(fact: StepBegan, state: Ddat) -> Ddat:
    """What lasts for a phase ends with it."""
    if fact.step == "load":
        return units(state, [n for n, u in state.units.items() if u.carried], carried=False).but(loads={}, loading_done=False)
    if fact.step == "action":
        return begin_actions(state)
    if fact.step == "event2":
        return state.but(event_drawn=False)
    if fact.step == "engineer":
        return state.but(established=(), supported=False)
    return state


def begin_actions(state: Ddat) -> Ddat:
    busy = [n for n, u in state.units.items() if u.acted or u.shaken]
    return units(state, busy, acted=False, shaken=False).but(
        paid=0, moved_hq=(), attacked=(), barraged=(), shelled=(), free_by_support=(), resolved=(), commanded={}, began_at={}
    )


@evolve.on(f.ChitTurned)
def chit_turned(fact: f.ChitTurned, state: Ddat) -> Ddat:
    chits = tuple(chit for chit in state.chits if chit != fact.letter)
    letters = state.letters if fact.letter in state.letters else (*state.letters, fact.letter)
    return state.but(letters=letters, chits=chits)


# ---- landing ----


@evolve.on(f.LoadMade)
def load_made(fact: f.LoadMade, state: Ddat) -> Ddat:
    left = list(state.lvts)
    for steps in fact.lvts:
        if steps in left:
            left.remove(steps)
    load = Load(units=fact.units, lvts=fact.lvts, hex=fact.hex, facing=fact.facing)
    return state.but(lvts=tuple(left), loads={**state.loads, fact.units[0]: load})


@evolve.on(f.LoadingEnded)
def loading_ended(fact: f.LoadingEnded, state: Ddat) -> Ddat:
    tanks = {name: Load(units=(name,), hex=state.units[name].hex, facing=facing) for name, facing in fact.tanks.items() if name in state.units}
    return state.but(loading_done=True, loads={**state.loads, **tanks})


@evolve.on(f.Drifted)
def drifted(fact: f.Drifted, state: Ddat) -> Ddat:
    load = state.loads.get(fact.load)
    if load is None:
        return state
    state = state.but(loads={**state.loads, fact.load: load.but(hex=fact.hex, facing=fact.facing)})
    return units(state, load.units, hex=fact.hex, facing=fact.facing)


@evolve.on(f.Landed)
def landed(fact: f.Landed, state: Ddat) -> Ddat:
    state = units(state, fact.units, hex=fact.hex, carried=True)
    load = state.loads.get(fact.load)
    gone = len(load.lvts) - len(fact.lvts) if load else 0
    loads = {name: one for name, one in state.loads.items() if name != fact.load}
    if fact.lvts:
        loads["landed:" + fact.load] = Load(units=(), lvts=fact.lvts)
    return state.but(loads=loads, lvts_lost=state.lvts_lost + gone, lvt_steps_lost=state.lvt_steps_lost + fact.lvt_steps_lost)


@evolve.on(f.LvtsRecovered)
def lvts_recovered(fact: f.LvtsRecovered, state: Ddat) -> Ddat:
    return state.but(lvts=fact.lvts, loads={})


@evolve.on(f.LvtHit)
def lvt_hit(fact: f.LvtHit, state: Ddat) -> Ddat:
    left = list(state.lvts)
    if fact.steps in left:
        left.remove(fact.steps)
    if fact.steps > 1:
        left.append(fact.steps - 1)
    lost = state.lvts_lost + (1 if fact.steps == 1 else 0)
    return state.but(lvts=tuple(sorted(left, reverse=True)), lvts_lost=lost, lvt_steps_lost=state.lvt_steps_lost + 1)


@evolve.on(f.UnitsMoved)
def units_moved(fact: f.UnitsMoved, state: Ddat) -> Ddat:
    if not fact.path:
        return state
    state = units(state, fact.units, hex=fact.path[-1], box=MAP)
    if fact.how == "wade":
        state = units(state, fact.units, carried=True)
    hqs = tuple(n for n in fact.units if fact.how == "move" and n in state.charts.get("units", {}) and state.charts["units"][n].type == "hq")
    return state.but(moved_hq=(*state.moved_hq, *hqs)) if hqs else state


@evolve.on(f.UnitsDelayed)
def units_delayed(fact: f.UnitsDelayed, state: Ddat) -> Ddat:
    return units(state, fact.units, box=TRACK, due=fact.due, hex="")


# ---- losses and markers ----


@evolve.on(f.StepLost)
def step_lost(fact: f.StepLost, state: Ddat) -> Ddat:
    state = unit(state, fact.unit, steps=fact.left)
    if fact.hit:
        group = state.board.group_of.get(fact.by, fact.by)
        state = state.but(hit=(*state.hit, fact.unit), hit_by=(*state.hit_by, f"{fact.unit} by {group}"))
    return state.but(loss_box=(*state.loss_box, fact.unit)) if fact.boxed and fact.unit not in state.loss_box else state


@evolve.on(f.StepGained)
def step_gained(fact: f.StepGained, state: Ddat) -> Ddat:
    return unit(state, fact.unit, steps=fact.now)


@evolve.on(f.UnitRemoved)
def unit_removed(fact: f.UnitRemoved, state: Ddat) -> Ddat:
    return unit(state, fact.unit, box=OUT, hex="", steps=0, heroes=0, inspired=0, disrupted=False, shaken=False, post=0, heroic=False, why=fact.why)


@evolve.on(f.UnitDisrupted)
def unit_disrupted(fact: f.UnitDisrupted, state: Ddat) -> Ddat:
    return unit(state, fact.unit, disrupted=True, shaken=fact.shaken)


@evolve.on(f.UnitsRecovered)
def units_recovered(fact: f.UnitsRecovered, state: Ddat) -> Ddat:
    return units(state, fact.units, disrupted=False, shaken=False)


@evolve.on(f.MarkersRemoved)
def markers_removed(fact: f.MarkersRemoved, state: Ddat) -> Ddat:
    if fact.side == "us":
        return units(state, fact.units, disrupted=False, shaken=False)
    for where in fact.units:
        state = force(state, where, disrupted=False)
    return state


@evolve.on(f.HeroPlaced)
def hero_placed(fact: f.HeroPlaced, state: Ddat) -> Ddat:
    now = state.units.get(fact.unit) or Unit()
    change = {"inspired": now.inspired + 1} if fact.inspired else {"heroes": now.heroes + 1}
    return unit(state, fact.unit, **change).but(heroes_left=state.heroes_left - 1)


@evolve.on(f.LeaderHit)
def leader_hit(fact: f.LeaderHit, state: Ddat) -> Ddat:
    now = state.units.get(fact.who) or Unit()
    if fact.what == "Major Ryan":
        inspired = fact.now == "inspired"
        return state.but(ryan_inspired=True) if inspired else state.but(ryan="")
    if fact.what == "hero":
        inspired_now = now.inspired + (1 if fact.now == "inspired" else 0)
        return unit(state, fact.who, heroes=max(0, now.heroes - 1), inspired=inspired_now)
    if fact.now == "plain":
        return unit(state, fact.who, heroic=False, post=0)
    return state


# ---- Japanese forces ----


def read(state: Ddat, name: str) -> Ddat:
    return state if name in state.faces or name in ("", UNREAD) else state.but(faces=(*state.faces, name))


@evolve.on(f.ForcePlaced)
def force_placed(fact: f.ForcePlaced, state: Ddat) -> Ddat:
    change = {**EMPTY, "unit": UNREAD, "garrison": False, "done": True}
    if fact.depth:
        change |= {"depth": UNREAD, "depth_type": fact.depth}
        state = from_pool(state, fact.depth)
    return position(state, fact.position, **change).but(reserve=max(0, state.reserve - 1))


def from_pool(state: Ddat, pool: str) -> Ddat:
    if pool not in ("coastal", "inland"):
        return state
    name = f"{pool}_pool"
    return state.but(**{name: max(0, getattr(state, name) - 1)})


@evolve.on(f.ForceMoved)
def force_moved(fact: f.ForceMoved, state: Ddat) -> Ddat:
    old = state.positions.get(fact.position) or Position()
    moving = {name: getattr(old, name) for name in EMPTY}
    if fact.to not in state.positions:
        return position(state, fact.position, **EMPTY).but(invader=old.force(), invader_hex=fact.to)
    there = state.positions[fact.to]
    left = {name: getattr(there, name) for name in EMPTY} if fact.swap else EMPTY
    state = position(state, fact.position, **left)
    return position(state, fact.to, **{**moving, "done": True, "garrison": False})


@evolve.on(f.ForceReturned)
def force_returned(fact: f.ForceReturned, state: Ddat) -> Ddat:
    back = state.invader
    if back is None:
        return state
    change = {name: getattr(back, name) for name in EMPTY if name != "done"} | {"disrupted": fact.disrupted or back.disrupted}
    state = state.but(invader=None, invader_hex="")
    return position(state, fact.position, **change, done=True, garrison=False)


@evolve.on(f.ForceRevealed)
def force_revealed(fact: f.ForceRevealed, state: Ddat) -> Ddat:
    return read(force(state, fact.where, unit=fact.unit, revealed=True), fact.unit)


@evolve.on(f.DepthRevealed)
def depth_revealed(fact: f.DepthRevealed, state: Ddat) -> Ddat:
    return read(force(state, fact.where, depth=fact.marker, depth_shown=True), fact.marker)


@evolve.on(f.ForceHidden)
def forces_hidden(fact: f.ForceHidden, state: Ddat) -> Ddat:
    hidden = {name: state.positions[name] for name in fact.positions if name in state.positions}
    changed = {name: now.but(revealed=now.revealed and bool(now.tank), depth_shown=False) for name, now in hidden.items()}
    return state.but(positions={**state.positions, **changed})


@evolve.on(f.DepthPlaced)
def depth_placed(fact: f.DepthPlaced, state: Ddat) -> Ddat:
    return from_pool(force(state, fact.where, depth=UNREAD, depth_type=fact.pool, depth_shown=False), fact.pool)


@evolve.on(f.DepthLost)
def depth_lost(fact: f.DepthLost, state: Ddat) -> Ddat:
    return force(state, fact.where, depth="", depth_type="", depth_shown=False)


@evolve.on(f.ForceDisrupted)
def force_disrupted(fact: f.ForceDisrupted, state: Ddat) -> Ddat:
    return force(state, fact.where, disrupted=True)


@evolve.on(f.ForcesRecovered)
def forces_recovered(fact: f.ForcesRecovered, state: Ddat) -> Ddat:
    for name in fact.positions:
        state = position(state, name, disrupted=False)
    return state


@evolve.on(f.ForceDefeated)
def force_defeated(fact: f.ForceDefeated, state: Ddat) -> Ddat:
    if fact.where == state.invader_hex and state.invader is not None:
        state = state.but(invader=None, invader_hex="")
    else:
        state = position(state, fact.where, **EMPTY)
    if fact.to == "reserve":
        return state.but(reserve=state.reserve + 1, faces=tuple(name for name in state.faces if name != fact.unit))
    if fact.to == "out":
        return state.but(out_of_play=state.out_of_play + 1)
    if fact.elite:
        return state.but(eliminated_elite=state.eliminated_elite + 1)
    return state.but(eliminated_other=state.eliminated_other + 1)


@evolve.on(f.GarrisonPlaced)
def garrison_placed(fact: f.GarrisonPlaced, state: Ddat) -> Ddat:
    return position(state, fact.position, garrison=True)


@evolve.on(f.GarrisonRemoved)
def garrison_removed(fact: f.GarrisonRemoved, state: Ddat) -> Ddat:
    return position(state, fact.position, garrison=False)


@evolve.on(f.GunsDestroyed)
def guns_destroyed(fact: f.GunsDestroyed, state: Ddat) -> Ddat:
    return position(state, fact.position, guns_destroyed=True)


@evolve.on(f.Reorganized)
def reorganized(fact: f.Reorganized, state: Ddat) -> Ddat:
    """Which units come back nobody sees: any that was eliminated may lie face down again."""
    standing = {now.unit for now in state.positions.values()} | {now.depth for now in state.positions.values()}
    gone = {n for n, card in state.charts.get("depth", {}).items()}
    return state.but(
        eliminated_elite=state.eliminated_elite - fact.elite, eliminated_other=state.eliminated_other - fact.other,
        reserve=state.reserve + fact.elite + fact.other,
        faces=tuple(name for name in state.faces if name in standing or name in gone),
    )  # fmt: skip


# ---- events ----


@evolve.on(f.EventBegan)
def event_began(fact: f.EventBegan, state: Ddat) -> Ddat:
    return state.but(event_drawn=True)


@evolve.on(f.FlagSet)
def flag_set(fact: f.FlagSet, state: Ddat) -> Ddat:
    if fact.flag == "smoke":
        for name in fact.positions:
            state = position(state, name, smoke=True)
        return state
    if fact.flag == "no-lvt":
        return state.but(no_lvt=int(fact.value))
    if fact.flag == "counterattack":
        return state.but(counterattack=fact.value)
    if fact.flag == "shibasaki":
        return state.but(shibasaki=fact.value, ignore_kill=False)
    if fact.flag == "kill-ignored":
        return state.but(ignore_kill=False)
    if fact.flag == "wires":
        return state.but(wires_cut=fact.value == "cut")
    if fact.flag == "engineers":
        return state.but(no_support=True)
    return state


@evolve.on(f.MarkersTaken)
def markers_taken(fact: f.MarkersTaken, state: Ddat) -> Ddat:
    if fact.kind == "support":
        return state.but(support=state.support + fact.count, supported=True)
    return state.but(naval=state.naval + fact.count)


@evolve.on(f.MarkerSpent)
def marker_spent(fact: f.MarkerSpent, state: Ddat) -> Ddat:
    if fact.kind == "support":
        return state.but(support=max(0, state.support - 1))
    return state.but(naval=max(0, state.naval - 1))


# ---- fire and actions ----


@evolve.on(f.FirePhaseOpened)
def fire_phase_opened(fact: f.FirePhaseOpened, state: Ddat) -> Ddat:
    positions = {name: now.but(done=False) if now.done else now for name, now in state.positions.items()}
    return state.but(connected=fact.connected, hit=(), hit_by=(), checked=(), checking="", fire_card="", positions=positions, resolved=())


@evolve.on(f.PositionChecked)
def position_checked(fact: f.PositionChecked, state: Ddat) -> Ddat:
    return state.but(checked=(*state.checked, *fact.position.split("/")), checking=fact.colour)


@evolve.on(f.FirePhaseEnded)
def fire_phase_ended(fact: f.FirePhaseEnded, state: Ddat) -> Ddat:
    return state.but(fires=state.fires + 1, hit=(), hit_by=(), counterattack="" if state.counterattack == "now" else state.counterattack)


@evolve.on(f.ActionPhaseOpened)
def action_phase_opened(fact: f.ActionPhaseOpened, state: Ddat) -> Ddat:
    return state.but(commanded=fact.commanded, began_at=fact.hexes)


@evolve.on(f.ActionTaken)
def action_taken(fact: f.ActionTaken, state: Ddat) -> Ddat:
    return units(state, fact.units, acted=True).but(paid=state.paid + fact.paid)


@evolve.on(f.HexAttacked)
def hex_attacked(fact: f.HexAttacked, state: Ddat) -> Ddat:
    field = {"attack": "attacked", "barrage": "barraged", "naval": "shelled"}[fact.kind]
    return state.but(**{field: (*getattr(state, field), fact.hex)})


@evolve.on(f.CommandChanged)
def command_changed(fact: f.CommandChanged, state: Ddat) -> Ddat:
    state = unit(state, fact.unit, post=fact.space, heroic=False)
    return state.but(established=(*state.established, fact.unit))


@evolve.on(f.ActionFreed)
def action_freed(fact: f.ActionFreed, state: Ddat) -> Ddat:
    return state.but(free_by_support=(*state.free_by_support, fact.unit), support=max(0, state.support - 1))


__all__ = ["Force", "admit", "evolve"]
