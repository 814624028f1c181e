"""What the chapters of the rules share: the verbs, the kinds of names, dice, and what pieces a line names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated

from domain.kernel.objections import Objections as Objections
from domain.kernel.objections import fine as fine
from domain.kernel.objections import heed as heed
from domain.kernel.table import Table
from domain.kernel.verbs import Groups, Named, Verbs
from domain.reef.organization import ALL, counted
from domain.reef.state import INITIAL, OTHER, SIDES, Reef, Unit, key
from domain.reef.state import BltName as BltName
from domain.reef.state import FormationName as FormationName
from domain.reef.state import GroupName as GroupName
from domain.reef.state import GunName as GunName
from domain.reef.state import HexName as HexName
from domain.reef.state import ModuleName as ModuleName
from domain.reef.state import PartyName as PartyName
from domain.reef.state import UnitName as UnitName
from domain.wargame.dice import roll as roll

HexNames = Annotated[tuple[str, ...], Named("hex", twice=True)]
BeachName = Annotated[str, Named("beach")]
FormationNames = Annotated[tuple[str, ...], Named("formation")]
BltNames = Annotated[tuple[str, ...], Named("blt")]
Attachments = Annotated[Mapping[str, tuple[str, ...]], Groups("group", "attachment", counted=True)]
"""`1-F5:MG-Platoon,leader Scouts:all`."""
BoxedPieces = Annotated[Mapping[str, tuple[str, ...]], Groups("group", "piece", added=True, counted=True)]
Pieces = Annotated[Mapping[str, tuple[str, ...]], Groups("group", "piece", counted=True)]
"""`1-F2:6-6-8x3,60mm 1-F3:leader`."""

verbs: Verbs[Reef] = Verbs()

SETTING_UP = ("first_setup", "second_setup")
PHASES = ("rally", "prep_fire", "movement", "defensive_fire", "advancing_fire", "rout", "advance", "close_combat")
"""The phases of a Player Turn."""
REFIT = ("control", "perimeters", "setup_areas", "isolation", "retaining", "snipers", "reserves")
"""The steps of the Refit Phase that the text knows by what it cites of them (15.6), in their order."""
BEFORE = (*REFIT, "leaders", "purchases", "banzai", *SETTING_UP, "support", "bombardment")
"""All before play."""


def left(unit: Unit) -> int:
    return unit.steps


def on_map(unit: Unit) -> int:
    return unit.steps - unit.off


def gone(unit: Unit) -> int:
    """How many are lost."""
    return unit.start - unit.left - unit.reduced - unit.steps


def named_units(
    state: Reef, pieces: Mapping[str, tuple[str, ...]], every: Callable[[Unit], int] = left
) -> dict[str, int]:
    """The pieces a line names, by the names of the units they are of; `all` of a group is `every` one of each kind."""
    found: dict[str, int] = {}
    for group, words in pieces.items():
        for kind, number in counted(words).items():
            if kind != ALL:
                found[key(group, kind)] = found.get(key(group, kind), 0) + number
                continue
            for one in state.of(group).values():
                if number := every(one):
                    found[key(group, one.kind)] = number
    return found


def there(table: Table[Reef], units: Mapping[str, int]) -> dict[str, int]:
    """As many of these as there are at all; of what is not there nothing follows."""
    found: dict[str, int] = {}
    for name, number in units.items():
        unit = table.state.units.get(name)
        if unit is None or not unit.steps:
            group, _, kind = name.rpartition(":")
            table.by_hand(f"there is no {kind} of {group}")
        else:
            found[name] = min(number, unit.steps)
    if not found:
        table.by_hand("there are no such pieces")
    return found


def kinds_of(state: Reef, units: Mapping[str, int]) -> dict[str, int]:
    """The same by their kinds alone."""
    found: dict[str, int] = {}
    for name, number in units.items():
        kind = name.rpartition(":")[2]
        found[kind] = found.get(kind, 0) + number
    return found


def why_not_there(
    state: Reef, units: Mapping[str, int], rule: str = "BRT 15.2", every: Callable[[Unit], int] = left
) -> Objections:
    """BRT 15.2: whether so many of these are left; or `on_map`."""
    for name, number in units.items():
        there = every(state.units[name]) if name in state.units else 0
        if number > there:
            group, _, kind = name.rpartition(":")
            yield rule, f"{number} {kind} of {group}: {there} {'is' if there == 1 else 'are'} left"
        elif number <= 0:
            yield rule, f"{name}: how many?"


def why_not_ground(state: Reef, hexes: Iterable[str], *, reserves: bool = False) -> Objections:
    """BRT 15.2: the Japanese set nobody up in the Ocean, nor in a Marine Setup Area, but for who is Isolated there,
    which nobody of the Reserve Pool is; after the Initial Scenario in the Hinterland alone.
    """
    marine = {
        hex: name for name, one in state.areas.items() if one.side == "us" and not one.isolated for hex in one.hexes
    }
    isolated = {hex for one in state.areas.values() if one.side == "jp" and one.isolated for hex in one.hexes}
    for hex in hexes:
        terrain = state.known_terrain(hex)
        if terrain == "ocean":
            yield "BRT 15.2", f"{hex} is Ocean: no Japanese Setup Area is there"
        elif terrain in ("beach", "pier") and state.number > INITIAL and state.phase in SETTING_UP:
            where = "a Beach hex" if terrain == "beach" else "on the pier"
            yield "BRT 15.2", f"{hex} is {where}: after the Initial Scenario the Japanese set up in the Hinterland"
        elif hex in marine and (reserves or hex not in isolated):
            yield "BRT 15.2", f"{hex} is of Marine Setup Area {marine[hex]}"


def sets_up_first(state: Reef) -> str:
    """BRT CG18.22: the Japanese in every Initial and PM scenario, the Marines in all others (reading R-19)."""
    return "jp" if state.initial or state.date.endswith("PM") else "us"


def sets_up_second(state: Reef) -> str:
    """BRT CG18.24."""
    return OTHER[sets_up_first(state)]


def why_not_setting_up(state: Reef, side: str, rule: str) -> Objections:
    """BRT CG18.22, CG18.24: whose set-up it is."""
    whose = sets_up_first(state) if state.phase == "first_setup" else sets_up_second(state)
    if state.phase in SETTING_UP and whose != side:
        yield rule, f"the {SIDES[whose]} side sets up now"


def side_of(state: Reef, units: Iterable[str]) -> str:
    """Whose pieces they are."""
    return next((state.units[name].side for name in units if name in state.units), "")
