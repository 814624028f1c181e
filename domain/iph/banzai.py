"""IPH 12.1: banzai."""

from __future__ import annotations

from domain.iph import facts as f
from domain.iph.battle import Battle
from domain.iph.state import JAPANESE, Iph
from domain.kernel.questions import Roll, YesNo
from domain.kernel.table import Table


def declare_banzai(table: Table[Iph], battle: Battle) -> int | None:
    """IPH 12.1: the last declaration of a battle: the columns it brings the Japanese, half a die; None without one."""
    question = YesNo(
        name="banzai",
        by="jp",
        rule="IPH 12.1",
        words="banzai: half a die of columns, and twice the losses",
        default=False,
    )
    units = battle.units if battle.side == "jp" else battle.defenders(table.state)
    able = any(table.state.units[unit].command in JAPANESE for unit in units) or any(
        hex in table.state.sighted for hex in battle.japanese(table.state)
    )
    declared = table.ask(question) if able else table.gives(question, False, "IPH 12.1", "no Japanese unit takes part that could")
    die = Roll(name="banzai-die", by="jp", rule="IPH 12.1", words="the banzai die, halved for the columns")
    rolled = table.ask(die) if declared else table.gives(die, (), "IPH 12.1", "banzai is not declared")
    if not rolled:
        return None
    table.record(f.BanzaiDeclared(rule="IPH 12.1", shift=rolled[0] // 2))
    return rolled[0] // 2
