"""IPH 12.1: banzai."""

from __future__ import annotations

from domain.iph import facts as f
from domain.iph.battle import Battle
from domain.iph.state import Iph
from domain.kernel.questions import Roll, YesNo
from domain.kernel.table import Table


def declare_banzai(table: Table[Iph], battle: Battle) -> int | None:
    """IPH 12.1: the last declaration of a battle: the columns it brings the Japanese, half a die; None without one.

    Any of their ground attacks and defences has it, that of a Beachhead marker alone too (reading R-53); no attack of
    aircraft.
    """
    question = YesNo(
        name="banzai",
        by="jp",
        rule="IPH 12.1",
        words="banzai: half a die of columns, and twice the losses",
        default=False,
    )
    able = bool(battle.japanese(table.state))
    declared = (
        table.ask(question) if able else table.gives(question, False, "IPH 12.1", "no Japanese ground unit takes part")
    )
    die = Roll(name="banzai-die", by="jp", rule="IPH 12.1", words="the banzai die, halved for the columns")
    rolled = table.ask(die) if declared else table.gives(die, (), "IPH 12.1", "banzai is not declared")
    if not rolled:
        return None
    table.record(f.BanzaiDeclared(rule="IPH 12.1", shift=rolled[0] // 2))
    return rolled[0] // 2
