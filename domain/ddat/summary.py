"""DDaT 12: which positions are checked on a card, and what the Japanese Fire/Action Summary has each of them do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from operator import itemgetter
from typing import Literal, NamedTuple

from domain.ddat.board import zone
from domain.ddat.charts import GRID
from domain.ddat.fields import Gun, field, sees
from domain.ddat.forces import pool_for
from domain.ddat.gunnery import Call
from domain.ddat.state import Ddat
from domain.kernel.remembering import rests_on
from domain.wargame.pieces import STANDING

NEAR = 2
"""How near a US unit must be for an unoccupied position to act (12)."""
REINFORCED_ZONES = "DEF"
"""Zones whose coastal positions may be reinforced (12.33)."""

Task = Literal[
    "no-action",
    "fire", "fire-with-machine-guns", "resupply", "redeploy", "mortar-fire", "patrol", "assault", "artillery-fire",
    "tank-fire", "advance", "overrun", "multiple-fire", "advance-and-fire", "double-advance",
    "reinforce", "muster", "ambush", "infiltrate",
]  # fmt: skip
Row = Literal["coastal", "inland", "tank", "empty"]

SUMMARY: Mapping[Row, Mapping[str, tuple[Task, Task]]] = {
    "coastal": {
        "": ("fire", "no-action"),  # 6.3
        "R": ("resupply", "redeploy"),  # 12.1, 12.2
        "M": ("fire-with-machine-guns", "mortar-fire"),  # 6.31, 12.4
        "P": ("fire", "no-action"),
        "A": ("fire", "artillery-fire"),  # 12.7
        "I": ("fire", "no-action"),
    },
    "inland": {
        "": ("fire", "no-action"),  # 6.3
        "R": ("resupply", "redeploy"),  # 12.1, 12.2
        "M": ("fire-with-machine-guns", "mortar-fire"),  # 6.31, 12.4
        "P": ("patrol", "patrol"),  # 12.6
        "A": ("assault", "assault"),  # 12.8
        "I": ("fire", "no-action"),
    },
    "tank": {  # 13.2
        "": ("tank-fire", "advance"),
        "R": ("overrun", "no-action"),
        "M": ("multiple-fire", "no-action"),
        "P": ("advance-and-fire", "advance-and-fire"),
        "A": ("double-advance", "double-advance"),
        "I": ("tank-fire", "advance"),
    },
    "empty": {
        "R": ("reinforce", "reinforce"),  # 12.3
        "M": ("muster", "muster"),  # 12.5
        "A": ("ambush", "ambush"),  # 12.9
        "I": ("infiltrate", "infiltrate"),  # 12.10
    },
}
"""What the Summary has a position do by the letter of its colour: with a US unit in its field of fire, and without.

By their numbers the rules of each.
"""
EACH_ALONE = ("A", "R")
"""The letters by which the hexes of a group may be checked one by one (12.81, 12.21)."""
FIRST_FIRE: tuple[Task, ...] = ("fire", "fire-with-machine-guns", "tank-fire", "multiple-fire", "overrun")
"""Tasks that begin with the fire of where the unit stands."""


class Check(NamedTuple):
    """What is checked: a held position or group, one hex of it, a tank unit, or an unoccupied one with its eligible
    hexes."""

    kind: Literal["held", "tank", "empty"]
    hexes: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.hexes[0]


class Decision(NamedTuple):
    """What a position does and who of it fires; or why it does nothing, and by which rule."""

    task: Task
    gun: Gun
    why: str = ""
    rule: str = "DDaT 12.0"


# ---- the procedure: what is checked ----


@rests_on(STANDING, "positions", "connected", "turn", "phase", "charts", "readings")
def checks(state: Ddat, call: Call) -> tuple[tuple[int, Check], ...]:
    """DDaT 12.0: the positions of a colour that are checked, from west to east (reading AMB-30), each with its place in
    that order."""
    found: list[Check] = []
    board, opens = state.board, call.letter in SUMMARY["empty"]
    for group in board.of_colour.get(call.colour, ()):
        held = held_checks(state, group, call)
        if held:
            found += held
        elif opens and (hexes := open_hexes(state, group, call)):
            found.append(Check("empty", hexes))
    return tuple(sorted([(board.westernmost(check.hexes), check) for check in found], key=itemgetter(0)))


def held_checks(state: Ddat, group: str, call: Call) -> list[Check]:
    """DDaT 12.0, 13.0: what is checked of a position or group, as far as Japanese units are in it."""
    tanks: list[Check] = []
    others: list[str] = []
    positions = state.positions
    for p in state.board.groups[group]:
        now = positions[p]
        if now.unit and now.tank:
            tanks.append(Check("tank", (p,)))
        elif now.unit:
            others.append(p)
    if others and each_hex_alone(state, tuple(others), call):
        return tanks + [Check("held", (p,)) for p in others]
    return [*tanks, Check("held", tuple(others))] if others else tanks


@rests_on(STANDING, "positions", "charts")
def may_fire(state: Ddat) -> Mapping[str, tuple[str, ...]]:
    """The groups of each colour with Japanese units, and a US unit in the widest field they may have.

    No others fire: whatever the Summary has a position do without a US unit in its field is no fire (6.3).
    """
    board = state.board
    approached = {group for hex in state.us_hexes() for group in board.fields_into.get(hex, ())}
    held = {board.group_of[p] for p in state.held()} & approached
    return {colour: tuple(group for group in groups if group in held) for colour, groups in board.of_colour.items()}


def still_due(state: Ddat, call: Call) -> Iterator[Check]:
    """DDaT 12.0: the positions of a colour that are still to be checked; reading AMB-85: not those whose place has
    passed in the order."""
    reached = _reached(state, call)
    for place, check in checks(state, call):
        if place >= reached and not was_checked(state, check):
            yield check


def _reached(state: Ddat, call: Call) -> int:
    """Reading AMB-85: the place in the order up to which positions of a colour were asked; 0 where none has passed."""
    if state.checking != call.colour or not state.checked or state.reading("AMB-85") == "later":
        return 0
    board = state.board
    late = reversed(state.checked)
    asked = (p for p in late if state.place(p).colour == call.colour and not _followed_up(state, p))
    if not (last := next(asked, "")):
        return 0
    group = board.group_of[last]
    alike = takewhile(lambda p: board.group_of[p] == group, asked)  # hexes that were checked as one
    return min([board.from_west[p] for p in (last, *alike)])


def _followed_up(state: Ddat, position: str) -> bool:
    """Whether a position was not asked itself, but a unit that came there from one that was goes on in it (12.2,
    13.2)."""
    return position in state.done and position in state.active and state.checked.count(position) == 1


def was_checked(state: Ddat, check: Check) -> bool:
    """Every position hex is checked once, whoever has come or gone since; a unit that came in speaks for no other of
    its group."""
    asked = state.asked()
    if asked.isdisjoint(check.hexes):
        return False
    new = [p for p in check.hexes if p not in state.done]
    return not new or not asked.isdisjoint(new)


def each_hex_alone(state: Ddat, hexes: tuple[str, ...], call: Call) -> bool:
    """DDaT 12.81, 12.21: for assaults and redeployments every hex of a group is checked by itself, from west to
    east."""
    if call.letter not in EACH_ALONE:
        return False
    if call.letter == "A":
        return not state.place(hexes[0]).coastal
    return not sees(state, Gun(state.firers(hexes[0]) or hexes))


def open_hexes(state: Ddat, group: str, call: Call) -> tuple[str, ...]:
    """DDaT 12, 12.10: the hexes of an unoccupied position that its letter lets act, lowest number first.

    Reinforce has the lowest only (12.31), coastal ones in three zones (12.33); Muster and Infiltrate have all of them
    (12.51, 12.101).
    """
    linked, positions, infiltrating = state.linked(), state.board.positions, call.letter == "I"
    able = [p for p in state.board.by_number[group] if (p in linked) != infiltrating and not state.us_held(p)]
    us = state.us_hexes().keys()
    if infiltrating:
        return tuple([p for p in able if not us.isdisjoint(field(state, p, "printed"))])
    near = [p for p in able if not us.isdisjoint(GRID.within(positions[p].hex, NEAR))]
    if call.letter == "R":
        return tuple(p for p in near if not state.place(p).coastal or zone(p) in REINFORCED_ZONES)[:1]
    return tuple(p for p in near if not state.place(p).coastal)


# ---- 6.3, 12 the decision ----


def able(state: Ddat, check: Check) -> tuple[str, ...]:
    """The hexes of a check with a unit that may act: not disrupted (6.41, reading AMB-29), not acted before in this
    phase (AMB-38)."""
    positions, done = state.positions, state.done
    return tuple([p for p in check.hexes if not positions[p].disrupted and p not in done])


def strong_enough(state: Ddat, check: Check, hexes: Sequence[str], call: Call) -> bool:
    """DDaT 6.3: a double symbol needs a unit with depth, or two units of the group, a tank unit among them (reading
    AMB-51).

    A tank unit by itself, and for its own action, needs depth (13.2). A position whose hexes are checked one by one
    (12.81, reading AMB-69) is asked once: once one has acted, the others may.
    """
    if not call.double:
        return True
    if check.kind == "tank":
        return bool(state.positions[check.name].depth)
    if state.board.group_of[check.name] in state.answered:
        return True
    return sum(state.positions[p].weight for p in {*state.firers(check.name), *hexes}) >= 2


def supplied(state: Ddat, hexes: Sequence[str]) -> tuple[str, ...]:
    """DDaT 12.1, 11.2: the hexes whose unit would get a depth marker: it has none, is in communication, and a box holds
    one."""
    return tuple(p for p in hexes if not state.positions[p].depth and p in state.linked() and pool_for(state, p))


def decide(state: Ddat, check: Check, call: Call) -> Decision:
    """DDaT 12: what a position does as things stand; its column of the Summary is that of its first hex (reading
    AMB-93)."""
    if check.kind == "empty":
        return Decision(SUMMARY["empty"][call.letter][0], Gun(check.hexes))
    hexes = able(state, check)
    gun = Gun(hexes or check.hexes, tank=check.kind == "tank")
    if not hexes:
        return Decision(
            "no-action",
            gun,
            "disrupted" if all(state.positions[p].disrupted for p in check.hexes) else "has acted in this phase",
        )
    row: Row = "tank" if gun.tank else "coastal" if state.place(check.name).coastal else "inland"
    task = SUMMARY[row][call.letter][0 if sees(state, gun) else 1]
    strong = strong_enough(state, check, hexes, call)
    if task == "resupply":
        return _decide_supply(state, check, gun, strong=strong)
    if not strong:
        return Decision("no-action", gun, f"a double symbol, and {'no depth marker' if gun.tank else 'only one unit'}")
    if task == "no-action":
        return Decision(task, gun, "no US unit in its field of fire", "DDaT 13.2" if gun.tank else "DDaT 6.3")
    return Decision(task, gun._replace(machine_guns=task == "fire-with-machine-guns"))


def _decide_supply(state: Ddat, check: Check, gun: Gun, *, strong: bool) -> Decision:
    """DDaT 12.1: depth for each unit without, a disrupted one too (9.2); otherwise fire, until turn 10 by reading
    AMB-14.

    A lone unit may on a double symbol (reading AMB-13).
    """
    if supplied(state, check.hexes):
        return Decision("resupply", gun)
    lone = any(not state.positions[p].depth for p in check.hexes)
    why = "no depth marker can be placed" if lone else "all its units have depth"
    if lone and not state.extended and state.reading("AMB-14") == "nothing":
        return Decision("no-action", gun, why, "DDaT 12.1")
    return Decision("fire", gun) if strong else Decision("no-action", gun, f"a double symbol, and {why}", "DDaT 12.1")


def will_fire(state: Ddat, check: Check, call: Call) -> Gun | None:
    """Who would fire when this check comes, as things stand; None where it would not be regular fire, or smoke is in
    the way."""
    task, gun, *_ = decide(state, check, call)
    return gun if task in FIRST_FIRE and not in_smoke(state, gun) else None


def in_smoke(state: Ddat, gun: Gun) -> bool:
    """Whether smoke keeps a position from firing: a group whole (EV, reading AMB-86)."""
    return any(state.positions[p].smoke for p in state.members(gun.hexes[0]))


def blinded(state: Ddat, gun: Gun) -> bool:
    """Whether smoke keeps a position from the fire of its mortars and guns as well (EV, reading AMB-77)."""
    return in_smoke(state, gun) and state.reading("AMB-77") == "all-fire"
