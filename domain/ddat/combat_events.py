"""DDaT 8.67: the events of close combat."""

from __future__ import annotations

from functools import partial

from domain.ddat import facts as f
from domain.ddat.cards import draw_card
from domain.ddat.charts import FireCard, ForceCard
from domain.ddat.combat import Combat, change_pile, fighters, hit_japanese, hit_us, survivors
from domain.ddat.common import Objections, choose, unbarred
from domain.ddat.communication import connected
from domain.ddat.forces import defeat, place_depth, reveal_depth
from domain.ddat.leaders import combat_loss
from domain.ddat.state import Ddat
from domain.kernel.table import Table


def carry_out(table: Table[Ddat], combat: Combat, side: f.Side, event: str, *, withdrawing: bool) -> None:
    """DDaT 8.67: the event of a card that a side has revealed."""
    match event:
        case "conscripts-surrender":
            _surrender(table, combat, side)
        case "heroism":
            table.record(f.CombatEvent(rule="DDaT 8.67", event=event, side=side))
            change_pile(table, side, 1, "DDaT 8.67", "heroism")
            change_pile(table, "us" if side == "jp" else "jp", -1, "DDaT 8.67", "heroism")
        case "naval-blast":
            _blast(table, combat, side)
        case "reinforce":
            _reinforce(table, combat, side)
        case "withdrawal-hit" if withdrawing:
            table.record(f.CombatEvent(rule="DDaT 8.67", event=event, side=side, hits="us"))
            hit_us(table, combat, "DDaT 8.67")


def _surrender(table: Table[Ddat], combat: Combat, side: f.Side) -> None:
    force = table.state.force_at(combat.where)
    if force.tank or table.read(ForceCard, force.unit).elite:
        table.record(f.CombatEvent(rule="DDaT 8.67", event="conscripts-surrender", side=side, void="elite-or-tank"))
    else:
        table.record(f.CombatEvent(rule="DDaT 8.67", event="conscripts-surrender", side=side, hits="jp"))
        defeat(table, combat.where, "DDaT 8.67", combat=True)


def _blast(table: Table[Ddat], combat: Combat, side: f.Side) -> None:
    """A card from the deck: without the colour nothing; with the symbol of a US participant that unit suffers,
    otherwise the Japanese."""
    rule = "DDaT 8.67"
    card = draw_card(
        table, "blast", "the naval artillery blast", rule, kind="naval-blast", of=combat.units, at=combat.hex
    )
    face = table.read(FireCard, card)
    if face.shows(combat.colour) is None:
        table.record(f.CombatEvent(rule=rule, event="naval-blast", side=side, void="no-colour"))
        return
    state = table.state
    struck = unbarred(fighters(state, combat), partial(why_not_blasted, state, combat, face.symbol))
    table.record(f.CombatEvent(rule=rule, event="naval-blast", side=side, hits="us" if struck else "jp"))
    if struck:
        unit = choose(
            table,
            "blasted",
            struck,
            rule,
            "whom the naval artillery blast hits",
            partial(why_not_blasted, state, combat, face.symbol),
        )
        combat_loss(table, unit, rule, "naval-blast", combat.where)
    else:
        hit_japanese(table, combat, rule)


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
    if side == "us" and state.reading("AMB-11") == "void":
        table.record(f.CombatEvent(rule=rule, event="reinforce", side=side, void="revealed-by-us"))
        return
    if (combat.origin if outside else combat.where) not in connected(state):
        table.record(f.CombatEvent(rule=rule, event="reinforce", side=side, void="out-of-communication"))
        return
    table.record(f.CombatEvent(rule=rule, event="reinforce", side=side))
    change_pile(table, "jp", 1, rule, "reinforce")
    force = table.state.force_at(combat.where)
    if force.depth or force.tank or not place_depth(table, combat.where, rule, of=combat.origin if outside else ""):
        return
    if reveal_depth(table, combat.where, rule, after_combat=True) is None:
        combat.arrivals += 1
