"""IPH 10.1, 10.3, 10.5 to 10.7, 9.12, 9.13: who attacks what; 11.3, 11.4 the attacks of Battleship Row and of aircraft
alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from domain.iph.battle import Battle
from domain.iph.board import barred
from domain.iph.charts import FORD_ISLAND
from domain.iph.chits import command_of
from domain.iph.combat import fight
from domain.iph.common import HexName, HexNames, Objections, acting, fine, heed, verbs
from domain.iph.ford_island import why_no_raid, why_not_fire
from domain.iph.state import BBROW, COMMANDS, JAPANESE, NEVER_ATTACK, SIDES, Iph
from domain.kernel.limits import Count
from domain.kernel.table import Table

PHASES: Mapping[str, str] = {"us_fight": "us", "jp_fight": "jp"}


# ---- who may attack ----


def why_not_fight(state: Iph, side: str, unit: str) -> Objections:
    """IPH 10.3, 8.5, 9.12: why a unit takes no part in an attack of this phase."""
    now = state.units[unit]
    if now.command == BBROW:
        yield "IPH 11.3", "Battleship Row attacks alone, when its own chit is pulled"
    elif now.command in NEVER_ATTACK:
        yield ("IPH 8.3" if now.side == "jp" else "IPH 6.6"), f"{unit} never attacks"
    elif side == "us" and now.command != command_of(state.chit):
        yield "IPH 9.12", f"{unit} is of the {COMMANDS[now.command]}; the chit pulled is {state.chit or 'none'}"
    if now.stalled:
        yield "IPH 8.5", f"{unit} is stalled on the beach in this turn"
    if now.fought > 1:
        yield "IPH 10.4", f"{unit} has attacked twice in this phase: there are never third combats"
    elif now.fought:
        yield "IPH 10.3", f"{unit} has attacked in this phase"


def able(state: Iph, side: str, hex: str) -> tuple[str, ...]:
    """IPH 10.5: the units that attack from a hex: all who can (reading R-23)."""
    return tuple(unit for unit in state.standing(hex, side) if fine(why_not_fight(state, side, unit)))


def why_not_from(state: Iph, side: str, hex: str, target: str) -> Objections:
    """IPH 10.1, 9.10: what stands against attacking from a hex."""
    if not state.grid.adjacent(hex, target):
        yield "IPH 10.1", f"{hex} is not next to {target}"
    elif barred(state, hex, target):
        yield "IPH 9.10", f"there is only water between {hex} and {target}"
    here = state.standing(hex, side)
    if not here and not (side == "jp" and hex in state.sighted):
        yield "IPH 10.1", f"there is no {SIDES[side]} unit in {hex}"
    elif here and not able(state, side, hex):
        yield from (
            against
            for unit in here
            if state.units[unit].command not in NEVER_ATTACK
            for against in why_not_fight(state, side, unit)
        )
        if all(state.units[unit].command in NEVER_ATTACK for unit in here):
            yield from why_not_fight(state, side, here[0])


def open_hexes(state: Iph, side: str, target: str) -> tuple[str, ...]:
    """The hexes from which a hex can be attacked now."""
    return tuple(hex for hex in state.grid.neighbours(target) if not any(why_not_from(state, side, hex, target)))


def why_not_combine(state: Iph, hexes: Sequence[str]) -> Objections:
    """IPH 9.13: IJA and SNLF take no part in one attack, but that both in Beachhead hexes are one body (reading R-24),
    which one of the two joins."""
    inside, outside = (
        dict.fromkeys(
            state.units[unit].command
            for hex in hexes
            if (hex in state.beachheads) is there
            for unit in able(state, "jp", hex)
        )
        for there in (True, False)
    )
    one_body = all(command in inside for command in JAPANESE)
    if all(command in (outside if one_body else {**inside, **outside}) for command in JAPANESE):
        yield (
            "IPH 9.13",
            "IJA and SNLF units take no part in the same attack but from Beachhead hexes with both: name the hexes "
            "of one of them",
        )


def why_not_attack(state: Iph, side: str, target: str, hexes: Sequence[str]) -> Objections:
    """IPH 10: what stands against an attack on a hex, from these."""
    if not (state.japanese_in(target) if side == "us" else state.standing(target, "us")):
        yield "IPH 10.1", f"there is no {SIDES['jp' if side == 'us' else 'us']} ground unit in {target}"
    if target in state.attacked:
        yield "IPH 10.3", f"{target} has been attacked in this phase"
    if side == "us" and state.night:
        yield "IPH 12.3", "there are no US attacks at night"
    for hex in hexes:
        yield from why_not_from(state, side, hex, target)
    if not hexes:
        yield "IPH 10.1", f"nobody who can attack is next to {target}"
    if side == "jp":
        yield from why_not_combine(state, hexes)


# ---- declaring ----


def _attacks(state: Iph) -> Iterator[Mapping[str, Any]]:
    side = PHASES.get(state.phase, "")
    if not side:
        return
    theirs = "jp" if side == "us" else "us"
    targets = dict.fromkeys((*state.occupied(theirs), *(state.sighted if side == "us" else ())))
    if side == "us" and command_of(state.chit) == BBROW:
        yield from ({"target": hex} for hex in targets if hex not in state.attacked and fine(why_not_fire(state, hex)))
        return
    for target in targets:
        near = open_hexes(state, side, target)
        for hexes in (near, *((hex,) for hex in near)):
            if fine(why_not_attack(state, side, target, hexes)):
                yield {"target": target, "hexes": hexes}


@verbs("IPH 10.1", phases=("us_fight", "jp_fight"), offers=_attacks)
def attack(table: Table[Iph], target: HexName, hexes: HexNames = ()) -> None:
    """IPH 10.1: a hex is attacked, from those named or from all next to it: `attack 2330 2329,2430`; all who can in
    them take part (10.5).

    After Battleship Row's chit it is that which attacks (11.3).
    """
    state = table.state
    there = [unit for hex in hexes or state.grid.neighbours(target) for unit in state.standing(hex)]
    side: Literal["us", "jp"] = "us" if acting(table, PHASES, there) == "us" else "jp"
    if side == "us" and command_of(state.chit) == BBROW and set(hexes) <= {FORD_ISLAND}:
        heed(table, why_not_fire(state, target))
        table.require(
            target not in state.attacked and not state.attacked, "IPH 11.3", "Battleship Row makes one attack"
        )
        fight(table, Battle(side, target, (), state.of(BBROW), "battleship-row"))
        return
    near = tuple(hex for hex in state.grid.neighbours(target) if state.standing(hex, side))
    hexes = tuple(dict.fromkeys(hexes)) or open_hexes(state, side, target) or near
    heed(table, why_not_attack(state, side, target, hexes))
    units = tuple(
        unit for hex in hexes for unit in able(state, side, hex) or state.mobile(hex, side)
    )  # as played those too who could not
    fight(table, Battle(side, target, hexes, units))


@verbs(
    "IPH 11.4",
    side="jp",
    phases=("jp_fight",),
    listed=lambda state: state.air and state.bbrow,
    offers=lambda state: [{"aircraft": n} for n in (state.ijn_ready, 1) if fine(why_no_raid(state, n))],
)
def raid(table: Table[Iph], aircraft: Count) -> None:
    """IPH 11.4: aircraft alone attack Battleship Row, with a factor of one each (reading R-33)."""
    heed(table, why_no_raid(table.state, aircraft))
    fight(table, Battle("jp", FORD_ISLAND, (), (), "aircraft"), aircraft)
