"""DDaT 8.6: close combat. Piles of cards are dealt unseen and revealed by turns, the Japanese first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from domain.ddat import facts as f
from domain.ddat.charts import GRID, CombatCard, FireCard, ForceCard
from domain.ddat.common import (
    choose,
    defeat,
    disrupt,
    draw_card,
    enter_hex,
    force_at,
    lose_step,
    place_depth,
    remove_unit,
    reveal_depth,
    reveal_unit,
    ryan_with,
    shuffle,
    tactical_reinforcement,
)
from domain.ddat.communication import connected, nearest_us, us_connected
from domain.ddat.state import MAP, Ddat
from domain.kernel.facts import Loss
from domain.kernel.questions import YesNo
from domain.kernel.table import Table

WITHDRAW = "withdraw"
MOST_STEPS = 4
"""Steps that give the US side a card (8.6(2))."""


@dataclass
class Combat:
    """What stays the same, or is remembered, from the first card of a close combat to its last.

    `where` is the position or the hex of the Japanese force, `origin` the position it attacked from, `entry` the hex the US
    attackers came from.
    """

    hex: str
    where: str
    attacker: str
    units: tuple[str, ...]
    colour: str
    origin: str = ""
    entry: str = ""
    may_withdraw: bool = False
    markers_due: bool = False
    arrivals: int = 0
    """Tactical reinforcements that come after the combat (9.32)."""
    over: str = field(default="")


def close_combat(table: Table[Ddat], hex: str, units: Sequence[str], *, attacker: str, origin: str = "", back_to: str = "") -> None:
    """DDaT 8.6: a close combat from the first card to where the survivors stand."""
    where = table.state.jp_at(hex) or hex
    reveal_unit(table, where, "DDaT 8.6(1)")
    combat = Combat(hex, where, attacker, tuple(units), _colour(table.state, where, origin), origin, back_to)
    if force_at(table.state, where).depth and reveal_depth(table, where, "DDaT 8.6(1)", after_combat=True) is None:
        combat.arrivals += 1
    _deal(table, combat)
    while not combat.over:
        for side in ("jp", "us"):
            if not combat.over and _pile(table.state, side):
                _turn(table, combat, side)
        if not combat.over and not _pile(table.state, "us") and not _pile(table.state, "jp"):
            _last_chance(table, combat)
    undrawn = _pile(table.state, "us") + _pile(table.state, "jp")
    table.record(f.CombatEnded(rule="DDaT 8.66" if undrawn else "DDaT 8.6", hex=hex, how=combat.over, undrawn=undrawn))
    _settle(table, combat)
    for _ in range(combat.arrivals):
        tactical_reinforcement(table, hex)


def _colour(state: Ddat, where: str, origin: str) -> str:
    """DDaT 8.6, 12.83, 8.64: the colour of the position; elsewhere that of the position the force left, or of the tank's counter."""
    if where in state.positions:
        return state.place(where).colour
    force = force_at(state, where)
    return force.tank or state.place(origin).colour


def _pile(state: Ddat, side: str) -> int:
    return state.deck.dealt.get(side, 0)


def fighters(state: Ddat, combat: Combat) -> tuple[str, ...]:
    """The US units that may still lose a step; an HQ that is in it counts as a unit of one step (10.22)."""
    return tuple(n for n in combat.units if state.units[n].box == MAP and (state.units[n].steps > 0 or state.card(n).leader))


def _jp_alive(state: Ddat, combat: Combat) -> bool:
    if combat.where in state.positions:
        return bool(state.positions[combat.where].unit)
    return state.invader is not None


# ---- the piles (8.6(2)) ----


def _deal(table: Table[Ddat], combat: Combat) -> None:
    state = table.state
    us, us_why = us_cards(state, combat)
    jp, jp_why = jp_cards(state, combat)
    if state.deck.undealt() < us + jp:
        shuffle(table, "DDaT 4.0")
    table.record(
        f.CombatBegan(rule="DDaT 8.6(2)", hex=combat.hex, attacker=combat.attacker, colour=combat.colour, us=us, jp=jp, us_why=us_why, jp_why=jp_why)
    )


def us_cards(state: Ddat, combat: Combat) -> tuple[int, tuple[str, ...]]:
    """One for each step, four at most; one for an engineer with a flamethrower, one for a hero (10.14)."""
    units = fighters(state, combat)
    steps = sum(max(1, state.units[n].steps) if state.card(n).leader else state.units[n].steps for n in units)
    why = [f"{steps} steps" if steps <= MOST_STEPS else f"{steps} steps, four at most"]
    count = min(MOST_STEPS, steps)
    if any(state.card(n).flamethrower and state.card(n).type == "engineer" for n in units):
        count, why = count + 1, [*why, "a flamethrower"]
    if any(state.units[n].heroes or state.hero_with(n) for n in units):
        count, why = count + 1, [*why, "a hero"]
    return count, tuple(why)


def jp_cards(state: Ddat, combat: Combat) -> tuple[int, tuple[str, ...]]:
    """One each for unit, depth marker, attacking, a strength of 4 or more, every CC listed, and a tank or the night."""
    force = force_at(state, combat.where)
    face = state.rows(ForceCard).get(force.unit)
    depth = state.charts.get("depth", {}).get(force.depth)
    why = ["the unit"]
    if force.depth:
        why.append("its depth marker")
    if combat.attacker == "jp":
        why.append("attacking")
    if (face.strength if face else 0) + (depth.strength if depth else 0) >= 4:
        why.append("strength of 4 or more")
    close = [*(face.weapons if face else ()), *(depth.weapons if depth else ())].count("CC")
    why += ["CC listed"] * close
    if force.tank or state.night:
        why.append("a tank" if force.tank else "night")
    return len(why), tuple(why)


def _change_pile(table: Table[Ddat], side: str, by: int, rule: str, why: str) -> None:
    if by < 0 and not _pile(table.state, side):
        return
    if by > 0 and table.state.deck.undealt() <= 0:
        shuffle(table, "DDaT 4.0")
    table.record(f.PileChanged(rule=rule, pile=side, by=by, why=why))


# ---- one side's turn (8.6(3), 8.6(4)) ----


def _turn(table: Table[Ddat], combat: Combat, side: str) -> None:
    """A card is revealed, or the markers of a disrupted side come off instead."""
    state = table.state
    if side == "jp" and force_at(state, combat.where).disrupted:
        table.record(f.MarkersRemoved(rule="DDaT 8.6(3)", side="jp", units=(combat.where,)))
        return
    if side == "us" and not combat.markers_due and _shaken(state, combat):
        combat.markers_due = True  # they come off when the next card is drawn: until then the US may still withdraw with them
        if not combat.may_withdraw:
            _remove_markers(table, combat)
        return
    card = draw_card(
        table, f"{side}-card", f"close combat, {'US' if side == 'us' else 'Japanese'} side", "DDaT 8.6",
        instead=(WITHDRAW,) if combat.may_withdraw else (),
    )  # fmt: skip
    if card == WITHDRAW:
        _withdraw(table, combat)
        return
    _remove_markers(table, combat)
    _reveal(table, combat, side, card)
    combat.may_withdraw = side == "jp" and not combat.over


def _shaken(state: Ddat, combat: Combat) -> tuple[str, ...]:
    return tuple(n for n in fighters(state, combat) if state.units[n].disrupted)


def _remove_markers(table: Table[Ddat], combat: Combat) -> None:
    if not combat.markers_due:
        return
    units = _shaken(table.state, combat)
    combat.markers_due = False
    if units:
        now = units if table.reading("AMB-08") == "at-once" else units[:1]
        table.record(f.MarkersRemoved(rule="DDaT 8.6(4)", side="us", units=now))


def _reveal(table: Table[Ddat], combat: Combat, side: str, card: str, *, withdrawing: bool = False) -> None:
    """The close combat event first, then the colour: a hit, and the enemy's top card goes."""
    _event(table, combat, side, table.read(CombatCard, card).event, withdrawing=withdrawing)
    _check_over(table, combat)
    if combat.over or table.read(FireCard, card).shows(combat.colour) is None:
        return
    if side == "jp":
        _hit_us(table, combat, "DDaT 8.6(3b)")
        _change_pile(table, "us", -1, "DDaT 8.6(3b)", "a hit")
    else:
        _hit_japanese(table, combat, "DDaT 8.6(4b)")
        _change_pile(table, "jp", -1, "DDaT 8.6(4b)", "a hit")
    _check_over(table, combat)


def _check_over(table: Table[Ddat], combat: Combat) -> None:
    if not combat.over and not (_jp_alive(table.state, combat) and fighters(table.state, combat)):
        combat.over = "elimination"


def _hit_us(table: Table[Ddat], combat: Combat, rule: str, among: Sequence[str] = ()) -> None:
    """A participating US unit of the player's choice loses a step."""
    able = tuple(among) or fighters(table.state, combat)
    unit = choose(table, "loss", able, rule, "who loses the step in close combat")
    if not unit:
        return
    if table.state.card(unit).leader:
        loss = Loss(side="us", unit=unit, steps=0, cause="close combat", eliminated=True)
        remove_unit(table, unit, "DDaT 10.22", "close combat", losses=(loss,))
        return
    _lose_step(table, combat, unit, rule, "close combat")


def _lose_step(table: Table[Ddat], combat: Combat, unit: str, rule: str, cause: str) -> None:
    """A unit loses a step in close combat; a hero may die instead of the last one (8.61)."""
    now = table.state.units[unit]
    if now.steps == 1 and (now.heroes or ryan_with(table.state, unit)):
        words = f"the hero with {unit} dies instead of its last step?"
        if table.ask(YesNo(name="save", by="us", rule="DDaT 8.61", words=words, default=False)):
            what = "hero" if now.heroes else "Major Ryan"
            table.record(f.LeaderHit(rule="DDaT 8.61", who=unit, what=what, now="killed"))
            return
    lose_step(table, unit, rule, cause, by=combat.where)


def _hit_japanese(table: Table[Ddat], combat: Combat, rule: str) -> None:
    if force_at(table.state, combat.where).depth:
        table.record(f.DepthLost(rule=rule, where=combat.where, why="close combat"))
    else:
        defeat(table, combat.where, rule, combat=True)


# ---- events (8.67) ----


def _event(table: Table[Ddat], combat: Combat, side: str, event: str, *, withdrawing: bool) -> None:
    if event == "none":
        return
    rule = "DDaT 8.67"
    force = force_at(table.state, combat.where)
    if event == "conscripts-surrender":
        stands = force.tank or table.read(ForceCard, force.unit).elite
        table.record(f.CombatEvent(rule=rule, event=event, side=side, words="elite and tank units fight on" if stands else "the unit is eliminated"))
        if not stands:
            defeat(table, combat.where, rule, combat=True)
    elif event == "heroism":
        table.record(f.CombatEvent(rule=rule, event=event, side=side, words="a card more for the side that revealed it, one less for the other"))
        _change_pile(table, side, 1, rule, "heroism")
        _change_pile(table, "us" if side == "jp" else "jp", -1, rule, "heroism")
    elif event == "naval-blast":
        _blast(table, combat, side)
    elif event == "reinforce":
        _reinforce(table, combat, side)
    elif withdrawing:
        table.record(f.CombatEvent(rule=rule, event=event, side=side, words="a hit on those who withdraw"))
        _hit_us(table, combat, rule)


def _blast(table: Table[Ddat], combat: Combat, side: str) -> None:
    """A card from the deck: without the colour nothing; with the symbol of a US participant that unit suffers, otherwise the Japanese."""
    rule = "DDaT 8.67"
    face = table.read(FireCard, draw_card(table, "blast", "the naval artillery blast", rule))
    if face.shows(combat.colour) is None:
        table.record(f.CombatEvent(rule=rule, event="naval-blast", side=side, words=f"no {combat.colour} on the card: no event"))
        return
    state = table.state
    struck = tuple(n for n in fighters(state, combat) if state.units[n].steps and state.card(n).symbol == face.symbol)
    who = "US" if struck else "Japanese"
    table.record(f.CombatEvent(rule=rule, event="naval-blast", side=side, words=f"it hits the {who} side"))
    if struck:
        unit = choose(table, "blasted", struck, rule, "whom the naval artillery blast hits")
        _lose_step(table, combat, unit, rule, "naval blast")
    else:
        _hit_japanese(table, combat, rule)


def _reinforce(table: Table[Ddat], combat: Combat, side: str) -> None:
    """Only for the Japanese side, whose unit must be in communication (reading AMB-11)."""
    rule = "DDaT 8.67"
    state = table.state
    works = side == "jp" or table.reading("AMB-11") == "works"
    post = combat.where if combat.where in state.positions else combat.origin
    if not works or post not in connected(state):
        why = "revealed by the US: no event" if not works else "the unit is out of communication: no event"
        table.record(f.CombatEvent(rule=rule, event="reinforce", side=side, words=why))
        return
    table.record(f.CombatEvent(rule=rule, event="reinforce", side=side, words="a card more for the Japanese"))
    _change_pile(table, "jp", 1, rule, "reinforce")
    force = force_at(table.state, combat.where)
    if force.depth or force.tank:
        return
    placed = place_depth(table, combat.where, rule) if combat.where in table.state.positions else _depth_elsewhere(table, combat)
    if placed and reveal_depth(table, combat.where, rule, after_combat=True) is None:
        combat.arrivals += 1


def _depth_elsewhere(table: Table[Ddat], combat: Combat) -> bool:
    """A depth marker for a force outside any position comes from the box of the position it left."""
    own = "coastal" if table.state.place(combat.origin).coastal else "inland"
    for pool in (own, "inland" if own == "coastal" else "coastal"):
        if getattr(table.state, f"{pool}_pool"):
            table.record(f.DepthPlaced(rule="DDaT 8.67", where=combat.where, pool=pool))
            return True
    return False


# ---- withdrawal (8.63) ----


def _last_chance(table: Table[Ddat], combat: Combat) -> None:
    """Both piles are gone. After a Japanese card the US may still withdraw instead of ending by exhaustion."""
    if combat.may_withdraw:
        combat.may_withdraw = False
        words = "withdraw, with one more Japanese card, before the combat ends by exhaustion?"
        if table.ask(YesNo(name="leave", by="us", rule="DDaT 8.63", words=words, default=False)):
            _withdraw(table, combat)
            return
    combat.over = "exhaustion"


def _withdraw(table: Table[Ddat], combat: Combat) -> None:
    """One more Japanese card is drawn and carried out, from the deck when the pile is empty (reading AMB-09); then the survivors go."""
    if not _pile(table.state, "jp"):
        _change_pile(table, "jp", 1, "DDaT 8.63", "withdrawal under fire")
    card = draw_card(table, "jp-card", "the withdrawal under fire", "DDaT 8.63")
    _reveal(table, combat, "jp", card, withdrawing=True)
    if not combat.over or _jp_alive(table.state, combat):
        combat.over = combat.over or "withdrawal"
    left = tuple(n for n in combat.units if table.state.units[n].box == MAP)
    if not left or combat.over != "withdrawal":
        return
    state = table.state
    near = [h for h in GRID.neighbours(combat.hex) if not state.enemy_in(h) and state.board.on_board(h)]
    safe = us_connected(state)
    land = [h for h in near if state.board.is_land(h)]
    best = [h for h in land if h in safe] or [h for h in near if h in safe] or land or near
    to = choose(table, "withdraw-to", best, "DDaT 8.63", "where the US units withdraw to")
    if to:
        table.record(f.UnitsMoved(rule="DDaT 8.63", units=left, path=(to,), how="withdraw"))
        enter_hex(table, to)


# ---- how it ends (8.61-8.64) ----


def _settle(table: Table[Ddat], combat: Combat) -> None:
    alive = _jp_alive(table.state, combat)
    left = tuple(n for n in combat.units if table.state.units[n].box == MAP)
    if not alive:  # 8.61
        for unit in left:
            disrupt(table, unit, "DDaT 8.61")
        enter_hex(table, combat.hex)
    elif combat.over == "exhaustion" and combat.attacker == "us":  # 8.62
        _japanese_stay(table, combat, disrupted=True, rule="DDaT 8.62")
        _us_return(table, combat, left)
    elif combat.over == "exhaustion":
        for unit in left:
            disrupt(table, unit, "DDaT 8.62")
        _japanese_return(table, combat)
    else:
        _japanese_stay(table, combat, disrupted=combat.over == "elimination", rule="DDaT 8.61")


def _us_return(table: Table[Ddat], combat: Combat, units: Sequence[str]) -> None:
    """DDaT 8.62: US attackers go back to the adjacent land hex nearest to where they came from, disrupted."""
    for unit in units:
        state = table.state
        entry = combat.entry or state.began_at.get(unit, combat.hex)
        near = [h for h in GRID.neighbours(combat.hex) if state.board.is_land(h) and not state.enemy_in(h)]
        if not near:
            near = [h for h in GRID.neighbours(combat.hex) if not state.enemy_in(h)]
        least = min((GRID.distance(h, entry) for h in near), default=0)
        to = choose(table, "return", (h for h in near if GRID.distance(h, entry) == least), "DDaT 8.62", f"where {unit} goes back to")
        if to:
            table.record(f.UnitsMoved(rule="DDaT 8.62", units=(unit,), path=(to,), how="return"))
            enter_hex(table, to)
        disrupt(table, unit, "DDaT 8.62")


def _japanese_stay(table: Table[Ddat], combat: Combat, *, disrupted: bool, rule: str) -> None:
    """A Japanese force keeps its position; outside one it goes to the nearest unoccupied position, a tank undisrupted (8.61, 8.64)."""
    if combat.where not in table.state.positions:
        return_to_position(table, combat, disrupted=disrupted and not force_at(table.state, combat.where).tank)
    elif disrupted and not table.state.positions[combat.where].disrupted:
        table.record(f.ForceDisrupted(rule=rule, where=combat.where))


def _japanese_return(table: Table[Ddat], combat: Combat) -> None:
    """DDaT 8.62: Japanese attackers go back to the position they came from, disrupted; a tank outside a position to the nearest (8.64)."""
    state = table.state
    if combat.where in state.positions:
        if combat.origin and combat.origin != combat.where:
            table.record(f.ForceMoved(rule="DDaT 8.62", position=combat.where, to=combat.origin))
        where = combat.origin or combat.where
        if not table.state.positions[where].disrupted:
            table.record(f.ForceDisrupted(rule="DDaT 8.62", where=where))
        return
    if force_at(state, combat.where).tank:
        return_to_position(table, combat, disrupted=False)
    else:
        table.record(f.ForceReturned(rule="DDaT 8.62", position=combat.origin, disrupted=True))


def return_to_position(table: Table[Ddat], combat: Combat, *, disrupted: bool) -> None:
    """DDaT 8.64 (reading AMB-10): to the nearest unoccupied position, then the one closest to a US unit, then the lowest number."""
    state = table.state
    free = [name for name, now in state.positions.items() if not now.unit and not state.us_held(name)]
    if not free:
        free = [combat.origin]

    def order(name: str) -> tuple[int, int, int, str]:
        hex = state.place(name).hex
        return (GRID.distance(combat.hex, hex), nearest_us(state, hex), int(name[1:]) if name[1:].isdecimal() else 0, name)

    table.record(f.ForceReturned(rule="DDaT 8.64", position=min(free, key=order), disrupted=disrupted))
