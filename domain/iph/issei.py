"""IPH 10.13: the Issei rebellion."""

from __future__ import annotations

from domain.iph import facts as f
from domain.iph.battle import Battle
from domain.iph.state import Iph
from domain.kernel.questions import Roll
from domain.kernel.table import Table

BREAKS_OUT = 6


def rebellion(table: Table[Iph], battle: Battle) -> bool:
    """IPH 10.13: whether rebellion breaks out in a Japanese attack into a city: then its terrain is no help to the
    defender.

    Once it has broken out no further die is rolled, or one at each attack (reading R-09).
    """
    state = table.state
    question = Roll(
        name="issei",
        by="jp",
        rule="IPH 10.13",
        words=f"the preliminary die for {battle.target}: {BREAKS_OUT} is a rebellion",
    )
    if battle.side != "jp" or battle.kind != "ground" or not state.is_terrain(battle.target, "city"):
        table.gives(question, (), "IPH 10.13", "it is rolled for Japanese attacks into city hexes")
        return False
    if state.rebellion and state.reading("R-09") == "once":
        table.gives(question, (), "IPH 10.13", "the rebellion has broken out (reading R-09)")
        return False
    breaks_out = table.ask(question)[0] == BREAKS_OUT
    if breaks_out:
        table.record(f.RebellionBrokeOut(rule="IPH 10.13"))
    return breaks_out
