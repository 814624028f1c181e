"""IPH 12.4: the shifts of Japanese attacks at night."""

from __future__ import annotations

from domain.iph import facts as f
from domain.iph.battle import Battle
from domain.iph.charts import NightCard
from domain.iph.state import Iph
from domain.kernel.questions import Roll
from domain.kernel.table import Table


def night_shift(table: Table[Iph], battle: Battle) -> int:
    """IPH 12.4: columns for a Japanese attack at night, or (below none) against it: a die says which, and half of
    another how many."""
    first = Roll(name="night", by="jp", rule="IPH 12.4", words="the Night Attacks Shift die")
    if battle.side != "jp" or not table.state.night:
        table.gives(first, (), "IPH 12.4", "it is rolled for Japanese attacks at night")
        table.spares("night-columns", "IPH 12.4", "it is rolled for Japanese attacks at night")
        return 0
    whom = table.read(NightCard, str(table.ask(first)[0])).result
    second = Roll(
        name="night-columns", by="jp", rule="IPH 12.4", words=f"the die for the columns {whom} the attack, halved"
    )
    if whom == "none":
        table.gives(second, (), "IPH 12.4", "the table calls for no shift")
        shift = 0
    else:
        shift = table.ask(second)[0] // 2 * (1 if whom == "for" else -1)
    table.record(f.NightShiftRolled(rule="IPH 12.4", shift=shift))
    return shift
