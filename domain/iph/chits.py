"""IPH 5.6, 5.8, 5.9: the US sub-command chits."""

from __future__ import annotations

from domain.iph import facts as f
from domain.iph.common import Objections, fine, heed, verbs
from domain.iph.state import CHITS, TURNS, Iph
from domain.iph.victory import hold_out
from domain.kernel.questions import Draw
from domain.kernel.table import Table


def command_of(chit: str) -> str:
    """The sub-command of a chit: `24` of 24-Move."""
    return chit.partition("-")[0]


def strip(table: Table[Iph]) -> None:
    """IPH 5.9, 12.3: before the first pull of a night turn all Fight chits are taken out, Battleship Row's too (reading
    R-02)."""
    chits = tuple(chit for chit in table.state.cup.inside if chit.endswith("-Fight"))
    if chits:
        table.record(f.ChitsSetAside(rule="IPH 5.9", chits=chits))


@verbs("IPH 5.6", side="us", phases=("pull",), offers=lambda state: [{}])
def pull(table: Table[Iph]) -> None:
    """IPH 5.6: the US player pulls a chit without looking; it says which sub-command moves or fights now."""
    cup = table.state.cup
    if not cup.inside:
        table.require(False, "IPH 5.8", "there are no chits left in the cup")
        table.by_hand("there are no chits left in the cup")
        return
    question = Draw(
        name="chit",
        by="us",
        rule="IPH 5.6",
        words="the sub-command chit pulled",
        left=cup.inside,
        deck="cup",
        elsewhere=dict.fromkeys(cup.aside, "chits set aside"),
    )
    table.record(f.ChitPulled(rule="IPH 5.6", chit=table.ask(question)))
    table.leave("pull")


def retire(table: Table[Iph]) -> None:
    """IPH 5.6: when a sub-command has no unit left, its chits leave the game, from the cup or from those set aside."""
    cup = table.state.cup
    there = (*cup.inside, *cup.aside)
    chits = tuple(chit for chit in CHITS if chit in there and not table.state.alive(command_of(chit)))
    if chits:
        table.record(f.ChitsRetired(rule="IPH 5.6", chits=chits))


ANY_ORDER = ("window", "pull", "us_move", "us_fight", "jp_move", "jp_fight")
"""The phases at the end of a turn, which come in no fixed order (5.7)."""


def why_not_end(state: Iph) -> Objections:
    """IPH 5.8: what is still to come in this turn."""
    if state.phase not in ANY_ORDER:
        yield "IPH 5.8", "a turn ends after its chits and both Japanese phases, and none of these has begun"
    if state.cup.inside and state.turn > 1:
        yield "IPH 5.8", f"there are chits in the cup: {', '.join(state.cup.inside)}"
    for phase, title in (("jp_move", "Movement"), ("jp_fight", "Combat")):
        if phase not in state.played:
            yield "IPH 5.8", f"the Japanese {title} Phase of this turn has not been taken"


def executes(state: Iph) -> str:
    """IPH 5.6, 5.7: whose phase is under way, and so who ends the turn with it; "" between the phases, where both know
    that all were taken."""
    return {"pull": "us", "us_move": "us", "us_fight": "us", "jp_move": "jp", "jp_fight": "jp"}.get(state.phase, "")


@verbs("IPH 5.8", whose=executes, offers=lambda state: [{}] if fine(why_not_end(state)) else [])
def end_turn(table: Table[Iph]) -> None:
    """IPH 5.8: the turn is over when the cup is empty and both Japanese phases have been taken; `next` in the last of
    them says as much.

    A phase that is under way its own side ends with it (5.7).
    """
    heed(table, why_not_end(table.state))
    if table.state.phase not in ANY_ORDER:
        table.by_hand("the turn has hardly begun")
        return
    table.advance()


def close_turn(table: Table[Iph]) -> None:
    """IPH 5.8, 4.3, 5.1: the chits go back; after turn 11 the US player has held out; else the next turn begins."""
    hold_out(table)
    table.record(f.ChitsReturned(rule="IPH 5.8"))
    table.record(f.TurnBegan(rule="IPH 5.1", turn=min(TURNS, table.state.turn + 1)))
