"""DDaT 8.6: close combat. Piles of cards are dealt unseen and revealed by turns, the Japanese first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.ddat import facts as f
from domain.ddat.cards import draw_card, shuffle
from domain.ddat.charts import CombatCard, DepthCard, FireCard, ForceCard
from domain.ddat.combat import Combat, change_pile, colour_of, fighters, hit_japanese, hit_us, jp_alive, pile, survivors
from domain.ddat.combat_ends import leave, settle
from domain.ddat.combat_events import carry_out
from domain.ddat.common import HexName, verbs
from domain.ddat.forces import reveal_depth, reveal_unit, tactical_reinforcement
from domain.ddat.leaders import hero_of
from domain.ddat.state import Ddat
from domain.kernel.questions import YesNo
from domain.kernel.table import Table

WITHDRAW = "withdraw"
MOST_STEPS = 4
"""Steps that give the US side a card (8.6(2))."""
STRONG = 4
"""The strength from which the Japanese side has a card more (8.6(2))."""


# ---- 4.0 IV(2): the combats after all US actions ----


def entered(state: Ddat, hex: str) -> tuple[str, ...]:
    """The US units in an enemy hex that fight there: those that may enter one (7.4)."""
    return tuple(name for name in state.at(hex) if state.card(name).assaults or state.card(name).type == "tank")


def contested(state: Ddat) -> tuple[str, ...]:
    """DDaT 4.0 IV(2): hexes with both sides in which close combat is still to be fought."""
    return tuple(
        hex for hex in state.us_hexes() if hex not in state.resolved and state.enemy_in(hex) and entered(state, hex)
    )


def owed_combats(state: Ddat) -> str:
    due = contested(state)
    return f"the close combat in {', '.join(due)}, `combat {due[0]}`" if due else ""


def _combats(state: Ddat) -> Iterator[Mapping[str, Any]]:
    yield from ({"hex": hex} for hex in contested(state))


@verbs("DDaT 8.6", side="us", phases=("combat",), offers=_combats)
def combat(table: Table[Ddat], hex: HexName) -> None:
    """DDaT 8.6: one of the close combats after all US actions."""
    units = entered(table.state, hex)
    if not units or not table.state.enemy_in(hex):
        table.require(False, "DDaT 8.6", f"{hex} does not hold units of both sides")
        return
    table.require(hex not in table.state.resolved, "DDaT 8.6", f"the close combat in {hex} has been fought")
    close_combat(table, hex, units, attacker="us")


def close_combat(
    table: Table[Ddat], hex: str, units: Sequence[str], *, attacker: f.Side, origin: str = "", back_to: str = ""
) -> None:
    """DDaT 8.6: a close combat from the first card to where the survivors stand; tactical reinforcements come after it
    (9.32)."""
    where = table.state.jp_at(hex) or hex
    reveal_unit(table, where, "DDaT 8.6(1)")
    combat = Combat(hex, where, attacker, tuple(units), colour_of(table.state, where, origin), origin, back_to)
    if table.state.force_at(where).depth and reveal_depth(table, where, "DDaT 8.6(1)", after_combat=True) is None:
        combat.arrivals += 1
    _deal(table, combat)
    while not combat.over:
        if pile(table.state, "jp"):
            _japanese_turn(table, combat)
        if not combat.over and pile(table.state, "us"):
            _us_turn(table, combat)
        if not combat.over and not pile(table.state, "us") and not pile(table.state, "jp"):
            _last_chance(table, combat)
    leave(table, combat)
    undrawn = pile(table.state, "us") + pile(table.state, "jp")
    table.record(f.CombatEnded(rule="DDaT 8.66" if undrawn else "DDaT 8.6", hex=hex, how=combat.over, undrawn=undrawn))
    settle(table, combat)
    for _ in range(combat.arrivals):
        tactical_reinforcement(table, hex)


# ---- 8.6(2) the piles ----


def _deal(table: Table[Ddat], combat: Combat) -> None:
    us, jp = us_cards(table.state, combat), jp_cards(table.state, combat)
    if table.state.deck.undealt() < sum(us.values()) + sum(jp.values()):
        shuffle(table, "DDaT 4.0")
    table.record(
        f.CombatBegan(
            rule="DDaT 8.6(2)", hex=combat.hex, attacker=combat.attacker, colour=combat.colour, us_cards=us, jp_cards=jp
        )
    )


def us_cards(state: Ddat, combat: Combat) -> dict[str, int]:
    """One for each step, four at most; one for an engineer with a flamethrower, one for a hero (10.14)."""
    units = fighters(state, combat)
    steps = sum(max(1, state.units[n].steps) if state.card(n).leader else state.units[n].steps for n in units)
    flames = any(state.card(n).flamethrower and state.card(n).type == "engineer" for n in units)
    return _some(
        {
            "steps": min(MOST_STEPS, steps),
            "flamethrower": flames,
            "hero": any(hero_of(state, n) for n in survivors(state, combat)),
        }
    )


def jp_cards(state: Ddat, combat: Combat) -> dict[str, int]:
    """One each for unit, depth marker, attacking, a strength of 4 or more, every CC listed, and a tank or the night."""
    force = state.force_at(combat.where)
    faces = [face for face in (state.rows(ForceCard).get(force.unit), state.rows(DepthCard).get(force.depth)) if face]
    strong = sum(face.strength for face in faces) >= STRONG
    close = sum(face.weapons.count("CC") for face in faces)
    return _some(
        {
            "unit": 1,
            "depth": bool(force.depth),
            "attacking": combat.attacker == "jp",
            "strength": strong,
            "close-combat": close,
            "tank-or-night": bool(force.tank) or state.night,
        }
    )


def _some(cards: Mapping[str, int]) -> dict[str, int]:
    return {what: int(count) for what, count in cards.items() if count}


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
    card = draw_card(
        table, f"{side}-card", words, "DDaT 8.6", kind="close-combat", of=combat.units, at=combat.hex, instead=instead
    )
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
        off = units if table.state.reading("AMB-08") == "at-once" else units[:1]
        table.record(f.MarkersRemoved(rule="DDaT 8.6(4)", side="us", units=off))


def _reveal(table: Table[Ddat], combat: Combat, side: f.Side, card: str, *, withdrawing: bool = False) -> None:
    """DDaT 8.6(3a), 8.6(4a): the close combat event first, then the colour: a hit, and the enemy's top card goes."""
    carry_out(table, combat, side, table.read(CombatCard, card).event, withdrawing=withdrawing)
    _check_over(table, combat)
    if combat.over or table.read(FireCard, card).shows(combat.colour) is None:
        return
    if side == "jp":
        hit_us(table, combat, "DDaT 8.6(3b)")
        change_pile(table, "us", -1, "DDaT 8.6(3b)", "hit")
    else:
        hit_japanese(table, combat, "DDaT 8.6(4b)")
        change_pile(table, "jp", -1, "DDaT 8.6(4b)", "hit")
    _check_over(table, combat)


def _check_over(table: Table[Ddat], combat: Combat) -> None:
    if not combat.over and not (jp_alive(table.state, combat) and fighters(table.state, combat)):
        combat.over = "elimination"


# ---- 8.63 withdrawal ----


def _last_chance(table: Table[Ddat], combat: Combat) -> None:
    """Both piles are gone. After a Japanese card the US may still withdraw instead of ending by exhaustion."""
    words = "withdraw, with one more Japanese card, before the combat ends by exhaustion?"
    question = YesNo(name="leave", by="us", rule="DDaT 8.63", words=words, default=False)
    if combat.may_withdraw:
        leaves = table.ask(question)
    else:
        leaves = table.gives(
            question, False, "DDaT 8.63", "the last card was none of the Japanese, after which US units withdraw"
        )
    combat.may_withdraw = False
    if leaves:
        _withdraw(table, combat)
    else:
        combat.over = "exhaustion"


def _withdraw(table: Table[Ddat], combat: Combat) -> None:
    """One more Japanese card is drawn and carried out, from the deck when the pile is empty (reading AMB-09); the
    survivors go then."""
    if not pile(table.state, "jp"):
        change_pile(table, "jp", 1, "DDaT 8.63", "withdrawal")
    card = draw_card(
        table, "jp-card", "the withdrawal under fire", "DDaT 8.63", kind="withdrawal", of=combat.units, at=combat.hex
    )
    _reveal(table, combat, "jp", card, withdrawing=True)
    if not combat.over or jp_alive(table.state, combat):
        combat.over = combat.over or "withdrawal"
