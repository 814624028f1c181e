"""IPH 7.11: the US submarine attack."""

from __future__ import annotations

from domain.iph import facts as f
from domain.iph.carriers import draw
from domain.iph.common import Objections, fine, heed, verbs
from domain.iph.ships import lose_ship
from domain.iph.state import FIRST_AIR, Iph
from domain.kernel.facts import Purpose
from domain.kernel.questions import Roll
from domain.kernel.table import Table

HITS = (3, 11)


def why_not_submarine(state: Iph) -> Objections:
    """IPH 7.11: what stands against a submarine attack now."""
    if state.turn < FIRST_AIR:
        yield "IPH 7.11", f"there are submarine attacks from turn {FIRST_AIR} on"
    elif state.submarine == state.turn:
        yield "IPH 7.11", "there is one check a turn, however many ships are close-in"
    elif state.phase != "submarine":
        yield "IPH 5.4", "the submarine attacks in the second phase of a turn"
    if not state.fleet("jp"):
        yield "IPH 7.11", "no Japanese ship is close-in"


def owed_submarine(state: Iph) -> str:
    return "" if state.submarine == state.turn else "the submarine's dice, `submarine DICE`"


@verbs(
    "IPH 7.11",
    side="us",
    phases=("submarine", "landing", "window"),
    offers=lambda state: [{}] if fine(why_not_submarine(state)) else [],
)
def submarine(table: Table[Iph]) -> None:
    """IPH 7.11: two dice; 3 or 11 in all is a hit on a close-in Japanese ship, drawn at random (reading R-14): 1 sinks
    it, else it is damaged."""
    heed(table, why_not_submarine(table.state))
    dice = table.ask(
        Roll(name="submarine", by="us", rule="IPH 7.11", words="the submarine's two dice: 3 or 11 hits", count=2)
    )
    hit = sum(dice) in HITS
    table.record(f.SubmarineAttacked(rule="IPH 7.11", submarine=table.state.turn, hit=hit))
    if not hit:
        table.spares("ship", "IPH 7.11", "the submarine hits nothing")
        table.spares("fate", "IPH 7.11", "the submarine hits nothing")
    elif ships := table.state.fleet("jp"):
        ship = draw(table, ships, "IPH 7.11")
        words = f"a torpedo hits {ship}: 1 sinks, else it is damaged"
        die = table.ask(
            Roll(name="fate", by="us", rule="IPH 7.11", words=words, purpose=Purpose(kind="fate", of=(ship,)))
        )[0]
        lose_ship(table, ship, "sunk" if die == 1 else "damaged", "submarine", "IPH 7.11")
    table.leave("submarine")
