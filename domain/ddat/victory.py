"""DDaT 14, 18: secured positions, and who has won."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import NamedTuple

from domain.ddat.board import zone
from domain.ddat.charts import ZONES
from domain.ddat.communication import blockers, us_connected
from domain.ddat.fields import INTENSE, field
from domain.ddat.losses import check_catastrophe
from domain.ddat.state import LAST, TURNS, Ddat
from domain.kernel.table import Table


class Standing(NamedTuple):
    """A position hex and the tests of DDaT 14.2; `why` says in words which of them fails first."""

    position: str
    secured: bool
    why: str


def standings(state: Ddat) -> tuple[Standing, ...]:
    """DDaT 14.2: every position hex: held, covered by no intense dots of a position that is not, in US communication.

    The dots of a group are those of all its hexes (6.21), so each of them must be held (reading AMB-49).
    """
    held = {name for name in state.positions if state.us_held(name) and not state.positions[name].unit}
    projects: dict[str, list[str]] = {}
    for name in state.positions:
        for hex, dot in field(state, name, "printed").items() if name not in held else ():
            if dot == INTENSE:
                projects.setdefault(hex, []).append(name)
    safe = us_connected(state)
    found = []
    for name in sorted(state.positions, key=lambda p: (zone(p), len(p), p)):
        hex, why = state.place(name).hex, ""
        if name not in held:
            why = "not held by the US"
        elif others := projects.get(hex):
            why = f"intense fire from {', '.join(others)}, not held"
        elif hex not in safe:
            by = blockers(state, hex)
            why = "no US communication: " + (f"in the field of {', '.join(by)}" if by else "every path is cut")
        found.append(Standing(name, not why, why))
    return tuple(found)


def secured(state: Ddat) -> tuple[str, ...]:
    """The position hexes that are secured."""
    return tuple(standing.position for standing in standings(state) if standing.secured)


def southern(state: Ddat, positions: tuple[str, ...]) -> tuple[str, ...]:
    """Those with a printed field of fire onto the southern beach (18.1)."""
    beach = state.board.feature("south-beach")
    return tuple(p for p in positions if any(hex in beach for hex in state.board.dots[state.board.group_of[p]]))


def last_turn(state: Ddat) -> int:
    """The turn with which the scenario ends."""
    return TURNS[state.scenario][1]


def check(table: Table[Ddat]) -> None:
    """DDaT 14.2, 18.1, 18.2: the victory check at the end of a turn, where the scenario has one."""
    state = table.state
    ends = {("first-waves", 10): first_waves, ("20-november", 15): november_20, ("two-days", 15): two_days}
    verdict = ends.get((state.scenario, state.turn))
    if verdict is not None:
        verdict(table)
    elif state.turn >= LAST:
        last_check(table)


def judge(table: Table[Ddat]) -> None:
    """DDaT 14, 18, 21.3: the end of the game by where it stands: a catastrophic loss, or the check at the end of the
    turn."""
    check_catastrophe(table)
    if table.state.phase == "end":
        check(table)


def first_waves(table: Table[Ddat]) -> None:
    """DDaT 14.2."""
    count = len(secured(table.state))
    table.end(
        "DDaT 14.2",
        "us" if count >= 10 else "jp",
        f"{positions(count)} secured, ten are needed",
        by="positions-secured",
    )


def november_20(table: Table[Ddat]) -> None:
    """DDaT 18.1 (reading AMB-15)."""
    rule, by = "DDaT 18.1", "positions-secured"
    held = secured(table.state)
    south = len(southern(table.state, held))
    words = f"{positions(len(held))} secured, {south} of them on the southern beach"
    if len(held) < 15 or not south:
        table.end(rule, "jp", f"{words}; 15 are needed, on the southern beach too", by)
    if south >= 2:
        table.end(rule, "us", words, by)
    read = table.state.reading("AMB-15")
    winner = {"win": "us", "loss": "jp"}.get(read, "")
    how = f"read as a {read}" if winner else "disputed until the table rules on AMB-15"
    table.end(rule, winner, f"{words}, which the text calls a win and a loss; {how}", by, disputed=not winner)


def two_days(table: Table[Ddat]) -> None:
    """DDaT 18.1; with the option of 21.3 there is no victory before all Japanese units are eliminated (reading
    AMB-66)."""
    rule, by = "DDaT 18.1", "positions-secured"
    held = secured(table.state)
    south = len(southern(table.state, held))
    if len(held) >= 20 and south >= 3 and not table.state.shibasaki_survives:
        table.end(
            rule, "us", f"a decisive win, {positions(len(held))} secured, {south} of them on the southern beach", by
        )
    if len(held) < 12:
        table.end(rule, "jp", f"a decisive loss, {positions(len(held))} secured, 12 are needed to go on", by)


def last_check(table: Table[Ddat]) -> None:
    """DDaT 18.2, 21.3: whole zones; with the option that there is no Japanese unit left, and nothing else (reading
    AMB-66)."""
    state = table.state
    if state.shibasaki_survives:
        left = len(state.held()) + state.reserve
        some = (
            f"{left} Japanese units are left"
            if left > 1
            else "one Japanese unit is left"
            if left
            else "no Japanese unit is left"
        )
        table.end("DDaT 21.3", "jp" if left else "us", some, by="japanese-eliminated")
    held = secured(state)
    every, mine = Counter(zone(p) for p in state.positions), Counter(zone(p) for p in held)
    whole = [z for z in ZONES if every[z] and mine[z] == every[z]]
    zones = (
        f"{'zone' if len(whole) == 1 else 'zones'} {', '.join(whole)} wholly secured"
        if whole
        else "no zone is wholly secured"
    )
    words = f"{zones}, {len(held)} position{'' if len(held) == 1 else 's'} in all"
    wins = any(
        {"A", "F"} & {*three} and len(held) - sum(mine[z] for z in three) >= 8 for three in combinations(whole, 3)
    )
    if not wins:
        words += "; three whole zones, A or F among them, and eight positions elsewhere are needed"
    table.end("DDaT 18.2", "us" if wins else "jp", words, by="zones-secured")


def positions(count: int) -> str:
    """So many positions, as the subject of a sentence."""
    return f"{count or 'no'} {'position is' if count < 2 else 'positions are'}"
