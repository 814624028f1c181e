"""DDaT 8.6: close combat. Piles of cards are dealt unseen and revealed by turns, the Japanese first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from domain.ddat import facts as f
from domain.ddat.board import number
from domain.ddat.cards import draw_card, shuffle
from domain.ddat.charts import GRID, CombatCard, DepthCard, FireCard, ForceCard
from domain.ddat.common import HexName, Objections, choose, unbarred, verbs
from domain.ddat.communication import connected, nearest_us, us_connected
from domain.ddat.forces import (
    defeat,
    disrupt_force,
    enter_hex,
    lose_depth,
    place_depth,
    reveal_depth,
    reveal_unit,
    tactical_reinforcement,
)
from domain.ddat.leaders import combat_loss, hero_of
from domain.ddat.losses import disrupt, eliminate
from domain.ddat.readings import reading
from domain.ddat.state import MAP, Ddat
from domain.kernel.questions import YesNo
from domain.kernel.table import Table

WITHDRAW = "withdraw"
MOST_STEPS = 4
"""Steps that give the US side a card (8.6(2))."""
STRONG = 4
"""The strength from which the Japanese side has a card more (8.6(2))."""


@dataclass
class Combat:
    """What stays the same, or is remembered, from the first card of a close combat to its last.

    `where` is the position or the hex of the Japanese force, `origin` the position it attacked from, `entry` the hex the US
    attackers came from.

    Two things wait for the next card. After a Japanese one the US side `may_withdraw` in place of it (8.63). And when its turn has gone to
    its disrupted units, these are `recovering`: their markers come off as the next card is drawn, so that it may still withdraw with them.

        the US turn finds it        not after a Japanese card     after one
        in order                    a card                        a card, or withdrawal
        disrupted                   markers off                   recovering; then the next card, or withdrawal
    """

    hex: str
    where: str
    attacker: f.Side
    units: tuple[str, ...]
    colour: str
    origin: str = ""
    entry: str = ""
    may_withdraw: bool = False
    recovering: bool = False
    arrivals: int = 0
    """Tactical reinforcements that come after the combat (9.32)."""
    over: Literal["", "elimination", "exhaustion", "withdrawal"] = ""


# ---- 4.0 IV(2): the combats after all US actions ----


def entered(state: Ddat, hex: str) -> tuple[str, ...]:
    """The US units in an enemy hex that fight there: those that may enter one (7.4)."""
    return tuple(name for name in state.at(hex) if state.card(name).assaults or state.card(name).type == "tank")


def contested(state: Ddat) -> tuple[str, ...]:
    """DDaT 4.0 IV(2): hexes with both sides in which close combat is still to be fought."""
    return tuple(hex for hex in state.us_hexes() if hex not in state.resolved and state.enemy_in(hex) and entered(state, hex))


def owed_combats(state: Ddat) -> str:
    due = contested(state)
    return f"the close combat in {', '.join(due)}, `combat {due[0]}`" if due else ""


def _combats(state: Ddat) -> Iterator[Mapping[str, Any]]:
    yield from ({"hex": hex} for hex in contested(state))


@verbs("DDaT 8.6", side="us", steps=("combat",), offers=_combats)
def combat(table: Table[Ddat], hex: HexName) -> None:
    """DDaT 8.6: one of the close combats after all US actions."""
    units = entered(table.state, hex)
    if not units or not table.state.enemy_in(hex):
        table.require(False, "DDaT 8.6", f"{hex} does not hold units of both sides")
        return
    table.require(hex not in table.state.resolved, "DDaT 8.6", f"the close combat in {hex} has been fought")
    close_combat(table, hex, units, attacker="us")


def close_combat(table: Table[Ddat], hex: str, units: Sequence[str], *, attacker: f.Side, origin: str = "", back_to: str = "") -> None:
    """DDaT 8.6: a close combat from the first card to where the survivors stand; tactical reinforcements come after it (9.32)."""
    where = table.state.jp_at(hex) or hex
    reveal_unit(table, where, "DDaT 8.6(1)")
    combat = Combat(hex, where, attacker, tuple(units), _colour(table.state, where, origin), origin, back_to)
    if table.state.force_at(where).depth and reveal_depth(table, where, "DDaT 8.6(1)", after_combat=True) is None:
        combat.arrivals += 1
    _deal(table, combat)
    while not combat.over:
        if _pile(table.state, "jp"):
            _japanese_turn(table, combat)
        if not combat.over and _pile(table.state, "us"):
            _us_turn(table, combat)
        if not combat.over and not _pile(table.state, "us") and not _pile(table.state, "jp"):
            _last_chance(table, combat)
    _leave(table, combat)
    undrawn = _pile(table.state, "us") + _pile(table.state, "jp")
    table.record(f.CombatEnded(rule="DDaT 8.66" if undrawn else "DDaT 8.6", hex=hex, how=combat.over, undrawn=undrawn))
    _settle(table, combat)
    for _ in range(combat.arrivals):
        tactical_reinforcement(table, hex)


def _colour(state: Ddat, where: str, origin: str) -> str:
    """DDaT 8.6, 12.83, 8.64: the colour of the position; elsewhere that of the position the force left, or of the tank's counter."""
    if where in state.positions:
        return state.place(where).colour
    return state.force_at(where).tank or state.place(origin).colour


def _pile(state: Ddat, side: f.Side) -> int:
    return state.deck.dealt.get(side, 0)


def fighters(state: Ddat, combat: Combat) -> tuple[str, ...]:
    """The US units that may still lose a step; an HQ whose hex the Japanese entered counts as a unit of one step (10.22, reading AMB-55)."""
    entered = combat.attacker == "jp"
    return tuple(n for n in survivors(state, combat) if state.units[n].steps > 0 or (entered and state.card(n).leader))


def survivors(state: Ddat, combat: Combat) -> tuple[str, ...]:
    """The US units of the combat that are still in play."""
    return tuple(n for n in combat.units if state.units[n].box == MAP)


def _jp_alive(state: Ddat, combat: Combat) -> bool:
    if combat.where in state.positions:
        return bool(state.positions[combat.where].unit)
    return state.invader is not None


# ---- 8.6(2) the piles ----


def _deal(table: Table[Ddat], combat: Combat) -> None:
    us, jp = us_cards(table.state, combat), jp_cards(table.state, combat)
    if table.state.deck.undealt() < sum(us.values()) + sum(jp.values()):
        shuffle(table, "DDaT 4.0")
    table.record(
        f.CombatBegan(rule="DDaT 8.6(2)", hex=combat.hex, attacker=combat.attacker, colour=combat.colour, us_cards=us, jp_cards=jp)
    )


def us_cards(state: Ddat, combat: Combat) -> dict[str, int]:
    """One for each step, four at most; one for an engineer with a flamethrower, one for a hero (10.14)."""
    units = fighters(state, combat)
    steps = sum(max(1, state.units[n].steps) if state.card(n).leader else state.units[n].steps for n in units)
    flames = any(state.card(n).flamethrower and state.card(n).type == "engineer" for n in units)
    return _some({"steps": min(MOST_STEPS, steps), "flamethrower": flames, "hero": any(hero_of(state, n) for n in survivors(state, combat))})


def jp_cards(state: Ddat, combat: Combat) -> dict[str, int]:
    """One each for unit, depth marker, attacking, a strength of 4 or more, every CC listed, and a tank or the night."""
    force = state.force_at(combat.where)
    faces = [face for face in (state.rows(ForceCard).get(force.unit), state.rows(DepthCard).get(force.depth)) if face]
    strong = sum(face.strength for face in faces) >= STRONG
    close = sum(face.weapons.count("CC") for face in faces)
    return _some({
        "unit": 1, "depth": bool(force.depth), "attacking": combat.attacker == "jp", "strength": strong, "close-combat": close,
        "tank-or-night": bool(force.tank) or state.night,
    })  # fmt: skip


def _some(cards: Mapping[str, int]) -> dict[str, int]:
    return {what: int(count) for what, count in cards.items() if count}


def _change_pile(table: Table[Ddat], side: f.Side, by: int, rule: str, why: Literal["hit", "heroism", "reinforce", "withdrawal"]) -> None:
    if by < 0 and not _pile(table.state, side):
        return
    if by > 0 and table.state.deck.undealt() <= 0:
        shuffle(table, "DDaT 4.0")
    table.record(f.PileChanged(rule=rule, pile=side, by=by, why=why))


# ---- 8.6(3), 8.6(4) one side's turn ----


def _japanese_turn(table: Table[Ddat], combat: Combat) -> None:
    """DDaT 8.6(3): a card; a disrupted force loses its marker instead."""
    if table.state.force_at(combat.where).disrupted:
        table.record(f.MarkersRemoved(rule="DDaT 8.6(3)", side="jp", units=(combat.where,)))
    else:
        _draw(table, combat, "jp")


def _us_turn(table: Table[Ddat], combat: Combat) -> None:
    """DDaT 8.6(4): a card; disrupted units lose their markers instead."""
    if combat.recovering or not _disrupted(table.state, combat):
        _draw(table, combat, "us")
        return
    combat.recovering = True
    if not combat.may_withdraw:
        _remove_markers(table, combat)


def _draw(table: Table[Ddat], combat: Combat, side: f.Side) -> None:
    """The top card of a pile is revealed, unless the US side withdraws."""
    words = f"close combat, {f.SIDES[side]} side"
    instead = (WITHDRAW,) if combat.may_withdraw else ()
    card = draw_card(table, f"{side}-card", words, "DDaT 8.6", kind="close-combat", of=combat.units, at=combat.hex, instead=instead)
    if card == WITHDRAW:
        _withdraw(table, combat)
        return
    _remove_markers(table, combat)
    _reveal(table, combat, side, card)
    combat.may_withdraw = side == "jp" and not combat.over


def _disrupted(state: Ddat, combat: Combat) -> tuple[str, ...]:
    return tuple(n for n in fighters(state, combat) if state.units[n].disrupted)


def _remove_markers(table: Table[Ddat], combat: Combat) -> None:
    """The markers of a side whose turn went to them come off, all or one (reading AMB-08)."""
    units = _disrupted(table.state, combat) if combat.recovering else ()
    combat.recovering = False
    if units:
        off = units if reading(table.state, "AMB-08") == "at-once" else units[:1]
        table.record(f.MarkersRemoved(rule="DDaT 8.6(4)", side="us", units=off))


def _reveal(table: Table[Ddat], combat: Combat, side: f.Side, card: str, *, withdrawing: bool = False) -> None:
    """DDaT 8.6(3a), 8.6(4a): the close combat event first, then the colour: a hit, and the enemy's top card goes."""
    _event(table, combat, side, table.read(CombatCard, card).event, withdrawing=withdrawing)
    _check_over(table, combat)
    if combat.over or table.read(FireCard, card).shows(combat.colour) is None:
        return
    if side == "jp":
        _hit_us(table, combat, "DDaT 8.6(3b)")
        _change_pile(table, "us", -1, "DDaT 8.6(3b)", "hit")
    else:
        _hit_japanese(table, combat, "DDaT 8.6(4b)")
        _change_pile(table, "jp", -1, "DDaT 8.6(4b)", "hit")
    _check_over(table, combat)


def _check_over(table: Table[Ddat], combat: Combat) -> None:
    if not combat.over and not (_jp_alive(table.state, combat) and fighters(table.state, combat)):
        combat.over = "elimination"


def _hit_us(table: Table[Ddat], combat: Combat, rule: str) -> None:
    """A participating US unit of the player's choice loses a step."""
    barred = partial(why_not_fall, table.state, combat, rule)
    unit = choose(table, "loss", fighters(table.state, combat), rule, "who loses the step in close combat", barred)
    if unit:
        combat_loss(table, unit, rule, "close-combat", combat.where)


def why_not_fall(state: Ddat, combat: Combat, rule: str, unit: str) -> Objections:
    """DDaT 8.6, 10.22: why a unit does not take the loss of a close combat."""
    if unit not in survivors(state, combat):
        yield rule, f"{unit} is not in the close combat in {combat.hex}"
    elif unit not in fighters(state, combat):
        yield "DDaT 10.22", f"{unit} has no step, and counts as a unit of one only where the Japanese attack"


def _hit_japanese(table: Table[Ddat], combat: Combat, rule: str) -> None:
    if not lose_depth(table, combat.where, rule, "close-combat"):
        defeat(table, combat.where, rule, combat=True)


# ---- 8.67 events ----


def _event(table: Table[Ddat], combat: Combat, side: f.Side, event: str, *, withdrawing: bool) -> None:
    match event:
        case "conscripts-surrender":
            _surrender(table, combat, side)
        case "heroism":
            table.record(f.CombatEvent(rule="DDaT 8.67", event=event, side=side))
            _change_pile(table, side, 1, "DDaT 8.67", "heroism")
            _change_pile(table, "us" if side == "jp" else "jp", -1, "DDaT 8.67", "heroism")
        case "naval-blast":
            _blast(table, combat, side)
        case "reinforce":
            _reinforce(table, combat, side)
        case "withdrawal-hit" if withdrawing:
            table.record(f.CombatEvent(rule="DDaT 8.67", event=event, side=side, hits="us"))
            _hit_us(table, combat, "DDaT 8.67")


def _surrender(table: Table[Ddat], combat: Combat, side: f.Side) -> None:
    force = table.state.force_at(combat.where)
    if force.tank or table.read(ForceCard, force.unit).elite:
        table.record(f.CombatEvent(rule="DDaT 8.67", event="conscripts-surrender", side=side, void="elite-or-tank"))
    else:
        table.record(f.CombatEvent(rule="DDaT 8.67", event="conscripts-surrender", side=side, hits="jp"))
        defeat(table, combat.where, "DDaT 8.67", combat=True)


def _blast(table: Table[Ddat], combat: Combat, side: f.Side) -> None:
    """A card from the deck: without the colour nothing; with the symbol of a US participant that unit suffers, otherwise the Japanese."""
    rule = "DDaT 8.67"
    card = draw_card(table, "blast", "the naval artillery blast", rule, kind="naval-blast", of=combat.units, at=combat.hex)
    face = table.read(FireCard, card)
    if face.shows(combat.colour) is None:
        table.record(f.CombatEvent(rule=rule, event="naval-blast", side=side, void="no-colour"))
        return
    state = table.state
    struck = unbarred(fighters(state, combat), partial(why_not_blasted, state, combat, face.symbol))
    table.record(f.CombatEvent(rule=rule, event="naval-blast", side=side, hits="us" if struck else "jp"))
    if struck:
        unit = choose(table, "blasted", struck, rule, "whom the naval artillery blast hits", partial(why_not_blasted, state, combat, face.symbol))
        combat_loss(table, unit, rule, "naval-blast", combat.where)
    else:
        _hit_japanese(table, combat, rule)


def why_not_blasted(state: Ddat, combat: Combat, symbol: str, unit: str) -> Objections:
    """DDaT 8.67: why the naval artillery blast does not hit a unit."""
    if unit not in survivors(state, combat) or not state.units[unit].steps:
        yield "DDaT 8.67", f"{unit} has no step in the close combat in {combat.hex}"
    elif state.card(unit).symbol != symbol:
        yield "DDaT 8.67", f"{unit} does not show the {symbol}"


def _reinforce(table: Table[Ddat], combat: Combat, side: f.Side) -> None:
    """Only for the Japanese side (reading AMB-11), whose unit must be in communication as it is now (AMB-67)."""
    rule, state = "DDaT 8.67", table.state
    outside = combat.where not in state.positions
    if side == "us" and reading(state, "AMB-11") == "void":
        table.record(f.CombatEvent(rule=rule, event="reinforce", side=side, void="revealed-by-us"))
        return
    if (combat.origin if outside else combat.where) not in connected(state):
        table.record(f.CombatEvent(rule=rule, event="reinforce", side=side, void="out-of-communication"))
        return
    table.record(f.CombatEvent(rule=rule, event="reinforce", side=side))
    _change_pile(table, "jp", 1, rule, "reinforce")
    force = table.state.force_at(combat.where)
    if force.depth or force.tank or not place_depth(table, combat.where, rule, of=combat.origin if outside else ""):
        return
    if reveal_depth(table, combat.where, rule, after_combat=True) is None:
        combat.arrivals += 1


# ---- 8.63 withdrawal ----


def _last_chance(table: Table[Ddat], combat: Combat) -> None:
    """Both piles are gone. After a Japanese card the US may still withdraw instead of ending by exhaustion."""
    words = "withdraw, with one more Japanese card, before the combat ends by exhaustion?"
    question = YesNo(name="leave", by="us", rule="DDaT 8.63", words=words, default=False)
    if combat.may_withdraw:
        leaves = table.ask(question)
    else:
        leaves = table.gives(question, False, "DDaT 8.63", "the last card was none of the Japanese, after which US units withdraw")
    combat.may_withdraw = False
    if leaves:
        _withdraw(table, combat)
    else:
        combat.over = "exhaustion"


def _withdraw(table: Table[Ddat], combat: Combat) -> None:
    """One more Japanese card is drawn and carried out, from the deck when the pile is empty (reading AMB-09); the survivors go then."""
    if not _pile(table.state, "jp"):
        _change_pile(table, "jp", 1, "DDaT 8.63", "withdrawal")
    card = draw_card(table, "jp-card", "the withdrawal under fire", "DDaT 8.63", kind="withdrawal", of=combat.units, at=combat.hex)
    _reveal(table, combat, "jp", card, withdrawing=True)
    if not combat.over or _jp_alive(table.state, combat):
        combat.over = combat.over or "withdrawal"


def _leave(table: Table[Ddat], combat: Combat) -> None:
    """DDaT 8.63: US units that withdraw go to a hex next to the close combat."""
    left = survivors(table.state, combat)
    if not left:
        return
    barred = partial(why_not_withdraw, table.state, combat)
    to = choose(table, "withdraw-to", unbarred(GRID.neighbours(combat.hex), barred), "DDaT 8.63", "where the US units withdraw to", barred, "hex")
    if to:
        combat.over = "withdrawal"
        _take_posts_down(table, left)
        table.record(f.UnitsMoved(rule="DDaT 8.63", units=left, path=(to,), how="withdraw"))
        enter_hex(table, to)


def why_not_withdraw(state: Ddat, combat: Combat, to: str) -> Objections:
    """DDaT 8.63: why US units do not withdraw to a hex: land or water next to them, in US communication if there is any."""
    if combat.over != "withdrawal":
        yield "DDaT 8.63", f"the close combat in {combat.hex} has ended by {combat.over}, and nobody withdraws"
    near = [hex for hex in GRID.neighbours(combat.hex) if state.board.on_board(hex) and not state.enemy_in(hex)]
    if not GRID.adjacent(combat.hex, to):
        yield "DDaT 8.63", f"{to} is not next to {combat.hex}"
    elif to not in near:
        yield "DDaT 8.63", f"a Japanese unit is in {to}" if state.enemy_in(to) else f"{to} is not on the map"
    elif to not in (safe := us_connected(state)) and not safe.isdisjoint(near):
        yield "DDaT 8.63", f"{to} is not in US communication"


def _take_posts_down(table: Table[Ddat], units: Sequence[str]) -> None:
    """DDaT 16.0 (reading AMB-63): a command post does not move; who withdraws with the others is a headquarters again, on its plain side."""
    for name in units:
        if table.state.units[name].post:
            table.record(f.CommandChanged(rule="DDaT 16.0", unit=name, change="abandoned", space=0))


# ---- 8.61-8.64 how it ends ----


def _settle(table: Table[Ddat], combat: Combat) -> None:
    left = survivors(table.state, combat)
    if not _jp_alive(table.state, combat):  # 8.61
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
        for unit in left if combat.over == "elimination" else ():  # an HQ that landed with those who fell
            eliminate(table, unit, "DDaT 10.22", "close-combat")
        _japanese_stay(table, combat, disrupted=combat.over == "elimination", rule="DDaT 8.61")


def _us_return(table: Table[Ddat], combat: Combat, units: Sequence[str]) -> None:
    """DDaT 8.62: US attackers go back to the adjacent land hex nearest to where they came from, disrupted."""
    for unit in units:
        state = table.state
        entry = combat.entry or state.began_at.get(unit, combat.hex)
        barred = partial(why_not_return, state, combat.hex, entry)
        ways = unbarred(GRID.neighbours(combat.hex), barred)
        to = choose(table, "return", ways, "DDaT 8.62", f"where {unit} goes back to", barred, "hex")
        if to:
            table.record(f.UnitsMoved(rule="DDaT 8.62", units=(unit,), path=(to,), how="return"))
            enter_hex(table, to)
        disrupt(table, unit, "DDaT 8.62")


def why_not_return(state: Ddat, hex: str, entry: str, to: str) -> Objections:
    """DDaT 8.62: why US attackers do not go back from a close combat to a hex: the land next to it that is nearest to where they came from."""
    near = [h for h in GRID.neighbours(hex) if not state.enemy_in(h)]
    land = [h for h in near if state.board.is_land(h)]
    least = min((GRID.distance(h, entry) for h in land or near), default=0)
    if not GRID.adjacent(hex, to):
        yield "DDaT 8.62", f"{to} is not next to {hex}"
    elif to not in near:
        yield "DDaT 8.62", f"a Japanese unit is in {to}"
    elif land and to not in land:
        yield "DDaT 8.62", f"{to} is no land hex"
    elif GRID.distance(to, entry) > least:
        yield "DDaT 8.62", f"{to} is farther than others from {entry}, where they came from"


def _japanese_stay(table: Table[Ddat], combat: Combat, *, disrupted: bool, rule: str) -> None:
    """A Japanese force keeps its position; outside one it goes to the nearest unoccupied position, a tank undisrupted (8.61, 8.64)."""
    if combat.where not in table.state.positions:
        return_to_position(table, combat, disrupted=disrupted and not table.state.force_at(combat.where).tank)
    elif disrupted:
        disrupt_force(table, combat.where, rule)


def _japanese_return(table: Table[Ddat], combat: Combat) -> None:
    """DDaT 8.62: Japanese attackers go back to the position they came from, disrupted; a tank outside a position to the nearest (8.64)."""
    state = table.state
    if combat.where in state.positions:
        if combat.origin and combat.origin != combat.where:
            table.record(f.ForceMoved(rule="DDaT 8.62", position=combat.where, to=combat.origin))
        disrupt_force(table, combat.origin or combat.where, "DDaT 8.62")
    elif state.force_at(combat.where).tank:
        return_to_position(table, combat, disrupted=False)
    else:
        table.record(f.ForceReturned(rule="DDaT 8.62", position=combat.origin, disrupted=True))


def return_to_position(table: Table[Ddat], combat: Combat, *, disrupted: bool) -> None:
    """DDaT 8.61, 8.64 (reading AMB-10): to the nearest unoccupied position, then the one closest to a US unit, then the lowest number."""
    state = table.state
    rule = "DDaT 8.64" if state.force_at(combat.where).tank else "DDaT 8.61"
    free = [name for name, now in state.positions.items() if not now.unit and not state.us_held(name)]

    def order(name: str) -> tuple[int, int, int, str]:
        hex = state.place(name).hex
        return (GRID.distance(combat.hex, hex), nearest_us(state, hex), number(name), name)

    table.record(f.ForceReturned(rule=rule, position=min(free or [combat.origin], key=order), disrupted=disrupted))
