"""IPH 4.2, 4.3: the game is over the instant one side has won."""

from __future__ import annotations

from domain.iph.state import TURNS, WIN, Iph
from domain.kernel.facts import Fact
from domain.kernel.table import Table


def award(table: Table[Iph], fact: Fact) -> None:
    """IPH 4.2, 4.3: what brings or costs victory points, or a Beachhead marker, may end the game at once."""
    before = table.state
    table.record(fact)
    judge(table, before)


def judge(table: Table[Iph], before: Iph) -> None:
    """IPH 4.2, 4.3: 22 points are a Japanese victory; none, or no Beachhead marker, a US one, once there have been any.

    There have been where the beachhead was revealed; a position may be laid out without, and then it is what was there
    `before` that decides.
    """
    state = table.state
    if state.vp >= WIN:
        table.end_once("IPH 4.2", "jp", f"{state.vp} victory points", "points")
    if state.vp <= 0 and (state.revealed or before.vp > 0):
        table.end_once("IPH 4.3", "us", f"the Japanese player has {state.vp or 'no'} victory points", "no-points")
    if not state.beachheads and (state.revealed or before.beachheads):
        table.end_once("IPH 4.3", "us", "no Beachhead marker is left on Oahu", "no-beachhead")


def hold_out(table: Table[Iph]) -> None:
    """IPH 4.3: without a Japanese victory by the end of turn 11 the US player has won."""
    if table.state.turn >= TURNS:
        table.end_once(
            "IPH 4.3",
            "us",
            f"the Japanese player has {table.state.vp} victory points at the end of turn {TURNS}",
            "time",
        )


def settle(table: Table[Iph]) -> None:
    """IPH 4.2, 4.3: the end of the game by where it stands."""
    judge(table, table.state)
    if table.state.phase == "end":
        hold_out(table)
