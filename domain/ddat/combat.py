"""DDaT 8.6: one close combat: its two sides, their piles of cards, and what a hit does to each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

from domain.ddat import facts as f
from domain.ddat.cards import shuffle
from domain.ddat.common import Objections, choose
from domain.ddat.forces import defeat, lose_depth
from domain.ddat.leaders import combat_loss
from domain.ddat.state import MAP, Ddat
from domain.kernel.table import Table


@dataclass
class Combat:
    """What stays the same, or is remembered, from the first card of a close combat to its last.

    `where` is the position or the hex of the Japanese force, `origin` the position it attacked from, `entry` the hex
    the US attackers came from.

    Two things wait for the next card. After a Japanese one the US side `may_withdraw` in place of it (8.63). And when
    its turn has gone to its disrupted units, these are `recovering`: their markers come off as the next card is drawn,
    so that it may still withdraw with them.

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


def colour_of(state: Ddat, where: str, origin: str) -> str:
    """DDaT 8.6, 12.83, 8.64: the colour of the position; elsewhere that of the position the force left, or of the
    tank's counter."""
    if where in state.positions:
        return state.place(where).colour
    return state.force_at(where).tank or state.place(origin).colour


# ---- the two sides ----


def pile(state: Ddat, side: f.Side) -> int:
    """How many cards are left in a side's pile."""
    return state.deck.dealt.get(side, 0)


def fighters(state: Ddat, combat: Combat) -> tuple[str, ...]:
    """The US units that may still lose a step; an HQ whose hex the Japanese entered counts as a unit of one step
    (10.22, reading AMB-55)."""
    entered = combat.attacker == "jp"
    return tuple(n for n in survivors(state, combat) if state.units[n].steps > 0 or (entered and state.card(n).leader))


def survivors(state: Ddat, combat: Combat) -> tuple[str, ...]:
    """The US units of the combat that are still in play."""
    return tuple(n for n in combat.units if state.units[n].box == MAP)


def jp_alive(state: Ddat, combat: Combat) -> bool:
    """Whether the Japanese unit of the combat is still in play."""
    if combat.where in state.positions:
        return bool(state.positions[combat.where].unit)
    return state.invader is not None


# ---- 8.6(2), 8.6(3b), 8.6(4b) piles and hits ----


def change_pile(
    table: Table[Ddat], side: f.Side, by: int, rule: str, why: Literal["hit", "heroism", "reinforce", "withdrawal"]
) -> None:
    if by < 0 and not pile(table.state, side):
        return
    if by > 0 and table.state.deck.undealt() <= 0:
        shuffle(table, "DDaT 4.0")
    table.record(f.PileChanged(rule=rule, pile=side, by=by, why=why))


def hit_us(table: Table[Ddat], combat: Combat, rule: str) -> None:
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


def hit_japanese(table: Table[Ddat], combat: Combat, rule: str) -> None:
    if not lose_depth(table, combat.where, rule, "close-combat"):
        defeat(table, combat.where, rule, combat=True)
