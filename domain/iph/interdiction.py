"""IPH 7.13: Japanese interdiction of US ground movement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.iph import facts as f
from domain.iph.charts import HexCard
from domain.iph.common import HexNames, Objections, heed, verbs
from domain.iph.landing import owed_landing
from domain.iph.state import Iph
from domain.kernel.table import Table

PHASES = ("window", "pull")
"""Where no phase is under way: either side may be about to begin one."""


def pulled(state: Iph) -> bool:
    """IPH 7.13: whether a chit of this turn has been pulled, also where that has left the game since (5.6)."""
    return bool(state.cup.aside) or any(phase in state.played for phase in ("us_move", "us_fight"))


def why_not_interdict(state: Iph, hexes: tuple[str, ...]) -> Objections:
    """IPH 7.13: what stands against Interdiction counters in these hexes now."""
    if state.night:
        yield "IPH 12.3", "no aircraft fly at night"
    elif not state.air:
        yield "IPH 7.2", "no aircraft fly before turn 5"
    if state.phase not in PHASES or pulled(state):
        yield "IPH 7.13", "interdiction is placed just before the first chit of a turn is pulled"
    if not hexes:
        yield "IPH 7.13", "no hex is named"
    if len(hexes) > state.ijn_ready:
        yield "IPH 7.13", f"{state.ijn_ready} aircraft of close-in carriers are left in this turn, not {len(hexes)}"
    for n, hex in enumerate(hexes):
        if hex in hexes[:n] or (hex in state.hexes and state.hexes[hex].interdicted):
            yield "IPH 7.13", f"there is an Interdiction counter in {hex}: one in a hex is the most"
        if state.ground(hex).terrain == "sea":
            yield "IPH 7.13", f"{hex} is none of the hexes of the island"


def _interdictions(state: Iph) -> Iterator[Mapping[str, Any]]:
    if state.phase in PHASES and not pulled(state) and state.ijn_ready:
        us = dict.fromkeys(unit.hex for unit in state.units.values() if unit.side == "us" and unit.stands)
        yield from (
            {"hexes": (hex,)} for hex in us if hex in state.rows(HexCard) and not any(why_not_interdict(state, (hex,)))
        )


@verbs("IPH 7.13", side="jp", offers=_interdictions)
def interdict(table: Table[Iph], hexes: HexNames) -> None:
    """IPH 7.13: aircraft of close-in carriers interdict hexes, one each; US units pay a point more to enter it or a hex
    next to it in this turn.

    The Japanese player may take a phase before it, or after (reading R-43).
    """
    if table.state.phase == "landing" and not owed_landing(table.state):
        table.advance()
    heed(table, why_not_interdict(table.state, hexes))
    table.record(f.InterdictionPlaced(rule="IPH 7.13", hexes=hexes))
