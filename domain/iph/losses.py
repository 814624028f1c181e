"""IPH 10.9, 2.11: steps lost, and what goes with the last of them."""

from __future__ import annotations

from collections.abc import Sequence

from domain.iph import facts as f
from domain.iph.battle import Battle
from domain.iph.chits import retire
from domain.iph.control import marker_points
from domain.iph.ford_island import score_row
from domain.iph.state import BBROW, BEACHHEAD, NEVER_ATTACK, SIDES, Iph
from domain.iph.victory import award
from domain.kernel.facts import Loss
from domain.kernel.questions import OneOf
from domain.kernel.table import Table
from domain.wargame.war_facts import several


def lose_step(table: Table[Iph], unit: str, rule: str, cause: f.LossCause) -> None:
    """IPH 2.11: a step of a unit; with the last it is out of play for good.

    A Beachhead marker takes its victory point along (4.8), Battleship Row brings some (4.5), and a sub-command's last
    unit its chits (5.6).
    """
    now = table.state.units[unit]
    loss = Loss(side=now.side, unit=unit, steps=1, cause=cause, left=now.steps - 1, eliminated=now.steps == 1)
    gone = now.steps == 1
    points = marker_points(table.state, unit) if gone and now.command == BEACHHEAD else ()
    alone = gone and not any(name != unit for name in table.state.mobile(now.hex, now.side))
    award(table, f.LossesTaken(rule=rule, losses=(loss,), points=points, vacated=(now.hex,) if alone else ()))
    if gone and now.side == "us":
        if now.command == BBROW:
            score_row(table)
        retire(table)


def able_to_lose(state: Iph, units: Sequence[str]) -> tuple[str, ...]:
    """IPH 10.9, 8.3: who may give up a step: markers and garrisons only when nobody else in their hex is left."""
    living = [name for name in units if state.units[name].steps]
    last = {state.units[name].hex for name in living if state.units[name].command not in NEVER_ATTACK}
    return tuple(
        name for name in living if state.units[name].command not in NEVER_ATTACK or state.units[name].hex not in last
    )


def apportion(
    table: Table[Iph], side: str, units: Sequence[str], steps: int, *, unseen: bool = False, rule: str = "IPH 10.9"
) -> None:
    """IPH 10.9: the owner says who loses each step; what there are no steps for lapses (reading R-29).

    Of units `unseen` he alone knows who could.
    """
    for n in range(steps):
        able = able_to_lose(table.state, units)
        if not able:
            break
        every = sum(table.state.units[name].steps for name in units)
        question = OneOf(
            name=f"{side}-loss",
            by=side,
            rule=rule,
            words=f"who loses a step ({several(steps - n, 'step')} to lose)",
            options=able,
            default=able[0],
            names="unit",
            shown_to=table.state.hidden_by("jp") if unseen else "",
        )
        if every <= steps - n or len(able) == 1:
            unit = table.gives(
                question, able[0], rule, "nobody else is left to lose it" if len(able) == 1 else "all of them are lost"
            )
        else:
            unit = table.ask(question)
        lose_step(table, unit, rule, "battle")
    enough = f"the {SIDES[side]} side has no {'more ' if steps else ''}steps to lose"
    table.spares(f"{side}-loss", rule, enough, table.state.hidden_by("jp") if unseen else "")


def suffer(table: Table[Iph], battle: Battle, attacker: int, defender: int) -> None:
    """IPH 10.9: the defender's losses, then the attacker's; who never attacks pays for no attack."""
    defending, row = "us" if battle.side == "jp" else "jp", table.state.bbrow
    apportion(table, defending, battle.defenders(table.state), defender)
    if battle.kind == "ground":
        apportion(table, battle.side, battle.units, attacker, unseen=battle.unseen)
    else:
        table.spares(f"{battle.side}-loss", "IPH 10.9", "no ground unit attacks")
    if table.state.bbrow == row:
        table.spares("row-points", "IPH 4.5", "Battleship Row is not lost in this battle")
