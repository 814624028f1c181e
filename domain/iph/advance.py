"""IPH 10.10 advance after combat, 10.4 Japanese attack momentum."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from domain.iph.battle import Battle
from domain.iph.board import barred
from domain.iph.common import Objections, fine, heed
from domain.iph.movement import walk
from domain.iph.stacking import why_not_stack
from domain.iph.state import Iph
from domain.kernel.questions import NOTHING, Chance, OneOf, Some
from domain.kernel.table import Table


def why_not_advance(battle: Battle, unit: str) -> Objections:
    """IPH 10.10: what stands against the advance of a unit that is none of the living attackers."""
    yield "IPH 10.10", f"{unit} is lost" if unit in battle.units else f"{unit} took no part in the attack"


def advance(table: Table[Iph], battle: Battle) -> tuple[str, ...]:
    """IPH 10.10: one at least of the units that attacked enters the hex that was emptied, more as stacking allows; the
    units that did."""
    state = table.state
    living = tuple(unit for unit in battle.units if state.units[unit].steps)

    def sample(chance: Chance) -> tuple[str, ...]:
        return together(state, battle.target, chance.sample(living, chance.randint(1, len(living))))

    question = Some(
        name="advance",
        by=battle.side,
        rule="IPH 10.10",
        words=f"who advances into {battle.target}: one at least",
        options=living,
        least=1,
        default=together(state, battle.target, living),
        names="unit",
        barred=partial(why_not_advance, battle),
        sampler=sample,
        secret=state.hidden_by("jp") if battle.side == "jp" else "",
    )
    units = table.ask(question) if len(living) > 1 else table.gives(question, living)
    if units:  # a table may insist that nobody does
        heed(table, why_not_stack(state, battle.target, units))
    for hex in dict.fromkeys(state.units[unit].hex for unit in units):
        walk(
            table,
            battle.side,
            tuple(unit for unit in units if state.units[unit].hex == hex),
            (battle.target,),
            0,
            "advance",
            "IPH 10.10",
        )
    return units


def together(state: Iph, hex: str, units: Sequence[str]) -> tuple[str, ...]:
    """As many of these as may stack in a hex, in their order."""
    found: tuple[str, ...] = ()
    for unit in units:
        if fine(why_not_stack(state, hex, (*found, unit))):
            found = (*found, unit)
    return found


def momentum_target(table: Table[Iph], battle: Battle, force: Sequence[str]) -> str:
    """IPH 10.4: whom those who advanced attack at once, alone; "" for nobody. Never a third time, and never at night.

    It may be a hex that has been attacked (reading R-20), and one across Ford Island's water (reading R-52).
    """
    state = table.state
    able = tuple(
        hex
        for hex in state.grid.neighbours(battle.target)
        if state.standing(hex, "us") and not barred(state, battle.target, hex)
    )
    against = (
        ("IPH 10.4", "only the Japanese attack again")
        if battle.side != "jp"
        else ("IPH 10.4", "there are never third combats")
        if battle.momentum
        else ("IPH 10.4", "there are no second combats at night")
        if state.night
        else ("", "")
        if able and force
        else ("IPH 10.4", "no US unit is next to those who advanced")
    )
    question = OneOf(
        name="momentum",
        by="jp",
        rule="IPH 10.4",
        words=f"whom those who advanced attack again at once, or {NOTHING}",
        options=(NOTHING, *able),
        default=NOTHING,
        names="hex",
    )
    target = table.gives(question, NOTHING, *against) if against[0] else table.ask(question)
    return "" if target == NOTHING else target
