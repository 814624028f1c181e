"""IPH 6: stacking, throughout every turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.iph.charts import FORD_ISLAND
from domain.iph.common import Objections
from domain.iph.state import ARMY, BBROW, COMMANDS, JAPANESE, MARINES, STACK, STATIC, Iph


def why_not_stack(
    state: Iph, hex: str, units: Sequence[str], *, passing: bool = False, moving: bool = False
) -> Objections:
    """IPH 6.2 to 6.5, 9.12, 9.13: what stands against units being together in a hex; `moving` there in a movement
    phase, `passing` on their way on.

    Static ones count for nothing (6.7). Stacking holds throughout the turn (6.1), on the way as well, except that IJA
    and SNLF units cross each other's hexes, however many are there (9.13); reading R-25.
    """
    if passing and state.reading("R-25") == "ends":
        return
    here = state.standing(hex, state.units[units[0]].side)
    there = {name: state.units[name].command for name in (*here, *units)}
    commands = {*there.values()}
    mobile = [name for name, command in there.items() if command not in STATIC]
    if BBROW in commands and len(there) > 1:
        yield "IPH 6.3", f"Battleship Row is in {hex}, and stacks with nobody"
    if hex == FORD_ISLAND and state.bbrow and BBROW not in commands:
        yield "IPH 11.1", "no other unit enters Ford Island while Battleship Row is in play"
    if MARINES in commands:
        if not commands.isdisjoint(ARMY):
            yield "IPH 6.4", f"USMC units stack with fort garrisons only: there are {_whose(state, mobile)} in {hex}"
        elif len(mobile) > 1:
            yield "IPH 6.4", f"one USMC unit is the most a hex holds: {', '.join(mobile)} in {hex}"
    if commands.issuperset(ARMY) and state.ground(hex).terrain != "fortification":
        yield (
            ("IPH 9.12" if passing else "IPH 6.5"),
            f"units of the two divisions are together only in a fortification: {hex} is none",
        )
    mixed = commands.issuperset(JAPANESE) and hex not in state.beachheads and not passing
    if mixed and not (moving and state.phase == "jp_move"):
        yield "IPH 6.2", f"IJA and SNLF units stack only with a Beachhead marker: there is none in {hex}"
    if passing and state.reading("R-25") == "crossing":
        ours = {state.units[name].command for name in units}
        mobile = [name for name in mobile if state.units[name].command in ours or not ours <= {*JAPANESE}]
    if len(mobile) > STACK:
        rule = "IPH 6.2" if state.units[mobile[0]].side == "jp" else "IPH 6.5"
        yield rule, f"{hex} would hold {len(mobile)} units: {STACK} are the most"


def _whose(state: Iph, names: Iterable[str]) -> str:
    found = dict.fromkeys(COMMANDS[state.units[name].command] for name in names if state.units[name].command in ARMY)
    return " and ".join(f"{title} units" for title in found)
