"""BRT 15.2, 15.6: the Refit Phase as far as the text tells of it: Control, Perimeters, Setup Areas, Isolation, what is
Retained; 15.12, 15.31."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from domain.kernel.table import Table
from domain.kernel.verbs import Named
from domain.reef import facts as f
from domain.reef import leads
from domain.reef.charts import POOL
from domain.reef.common import (
    BEFORE,
    PHASES,
    REFIT,
    SETTING_UP,
    HexNames,
    Objections,
    Pieces,
    heed,
    named_units,
    on_map,
    verbs,
)
from domain.reef.state import INITIAL, OTHER, SIDES, Reef, SetupArea

Side = Literal["us", "jp"]
AreaName = Annotated[str, Named("setup area")]


@verbs(
    "BRT 15.606",
    phases=("control", *SETTING_UP, *PHASES),
    either=True,
    offers=lambda state: [],
    further=leads.hexes("hexes"),
)
def control(table: Table[Reef], side: Side, hexes: HexNames, occupied: bool = False) -> None:
    """BRT 15.606, 15.2: a side Controls Locations: `control us K12,K13..15`; occupied=yes where a Marine hero or MMC
    makes them Strategic."""
    if occupied:
        table.require(side == "us", "BRT 15.2", "Marines alone make a hex Strategic by being in it")
        table.require(table.state.phase not in PHASES, "BRT 15.2", "who occupies what is seen at the end of a scenario")
    table.record(
        f.ControlRecorded(
            rule="BRT 15.2" if occupied else "BRT 15.606",
            places=hexes,
            control=side,
            strategic=occupied and side == "us",
        )
    )


@verbs("BRT 15.606", phases=PHASES, either=True, offers=lambda state: [], further=leads.hexes("hexes"))
def take(table: Table[Reef], hexes: HexNames) -> None:
    """BRT 15.606: the side whose Player Turn it is, or that says so, has gained Control of Locations: `take T24,T25`,
    `jp: take T24`."""
    side = table.side or table.state.mover
    table.record(f.ControlRecorded(rule="BRT 15.606", places=hexes, control=side))


@verbs(
    "BRT 15.607",
    phases=("perimeters", "setup_areas", *BEFORE[-5:]),
    of=lambda state, values: ["us"],
    offers=lambda state: [],
    further=leads.hexes("hexes"),
    whole=True,
)
def perimeter(table: Table[Reef], hexes: HexNames) -> None:
    """BRT 15.607, 15.2: the hexes of the Marine Perimeter, which are the Marine FLL: `perimeter K12,K13,L13`."""
    heed(table, why_not_loop(table.state, hexes))
    table.record(f.PerimeterDrawn(rule="BRT 15.607", hexes=hexes))


@verbs(
    "BRT 15.6071",
    phases=("setup_areas", "isolation"),
    name="area",
    of=lambda state, values: [values["side"]],
    offers=lambda state: [],
    further=leads.hexes("hexes"),
)
def setup_area(table: Table[Reef], area: str, side: Side, hexes: HexNames, isolated: bool = False) -> None:
    """BRT 15.6071, 15.6072, 15.2: a Setup Area by its hexes: `area A us K12,K13`, isolated=yes for who is cut off;
    Areas that touch are one."""
    heed(table, why_not_draw(table.state, side, hexes, isolated=isolated))
    merged = () if isolated else touching(table.state, side, hexes)
    table.record(
        f.AreaDrawn(
            rule="BRT 15.6072" if isolated else "BRT 15.6071", area=area, side=side, hexes=hexes, isolated=isolated
        )
    )
    for other in merged:
        if other != area:
            table.record(f.AreasMerged(rule="BRT 15.2", area=area, other=other))


def why_not_draw(state: Reef, side: str, hexes: tuple[str, ...], *, isolated: bool) -> Objections:
    """BRT 15.2: what Setup Areas are made of; none holds a hex of one of the other side. Who is where he cannot be is
    Isolated."""
    marine = [hex for one in state.areas.values() if one.side == "us" and not one.isolated for hex in one.hexes]
    if isolated:
        wrong = [hex for hex in hexes if (hex in marine) == (side == "us")]
        if wrong:
            where = "outside of every Marine Setup Area" if side == "us" else "inside a Marine Setup Area"
            yield "BRT 15.2", f"{', '.join(wrong)}: {SIDES[side]} units are Isolated {where}"
        return
    for hex in hexes:
        if side == "us" and hex in state.ground and state.ground[hex].control == "jp":
            yield "BRT 15.2", f"{hex} is Controlled by the Japanese"
        elif side == "jp" and state.known_terrain(hex) not in ("", "hinterland"):
            yield "BRT 15.2", f"{hex} is no Hinterland: it is {state.known_terrain(hex)}"
    for name, one in state.areas.items():
        if shared := [hex for hex in hexes if hex in one.hexes and one.side != side and not one.isolated]:
            yield "BRT 15.2", f"{', '.join(shared)} is of Setup Area {name}, which is the other side's"


def touching(state: Reef, side: str, hexes: tuple[str, ...]) -> tuple[str, ...]:
    """BRT 15.2: the Setup Areas of a side that touch or overlap these hexes."""
    return tuple(
        name
        for name, one in state.areas.items()
        if one.side == side
        and not one.isolated
        and any(here == there or state.distance(here, there) == 1 for here in hexes for there in one.hexes)
    )


def why_not_loop(state: Reef, hexes: tuple[str, ...]) -> Objections:
    """BRT 15.2: each Marine FLL is part of a loop of other FLL; along a single row of hexes it goes back the way it
    came (reading R-72)."""
    alone = [hex for hex in hexes if not any(state.distance(hex, other) == 1 for other in hexes)]
    if alone:
        yield "BRT 15.2", f"{', '.join(alone)}: next to no other of these, and each FLL is part of a loop of other FLL"


def why_not_retained_there(state: Reef, hex: str, units: Mapping[str, int], already: Mapping[str, int]) -> Objections:
    """BRT 15.2, 15.6081: who is Retained in a Setup Area is set up there; in a pocket within a Marine one nobody else
    is.

    `already` have been set up in the Setup Areas of the hex. Where nobody of a side was said to be Retained the table
    sees to it.
    """
    mine = {name: area for name, area in state.areas.items() if area.side == "jp"}
    if not any(area.pieces for area in mine.values()):
        return
    here = {name: area for name, area in mine.items() if hex in area.hexes}
    pocket = any(area.isolated for area in here.values())
    for unit, number in units.items():
        held = {name: area.pieces[unit] for name, area in mine.items() if area.pieces.get(unit)}
        of_here = sum(count for name, count in held.items() if name in here)
        free = 0 if pocket or unit not in state.units else on_map(state.units[unit]) - sum(held.values())
        if number + already.get(unit, 0) > (most := max(0, of_here + free)):
            elsewhere = ", ".join(f"{count} in {name}" for name, count in held.items() if name not in here)
            yield (
                "BRT 15.6081",
                f"{number + already.get(unit, 0)} of {unit} in {hex}: {most} may be set up there"
                + (
                    f", as they are Retained {elsewhere}"
                    if elsewhere
                    else ", where they are Isolated"
                    if pocket
                    else ""
                ),
            )


def retained(state: Reef) -> dict[str, int]:
    """What Setup Areas hold already, by unit."""
    found: dict[str, int] = {}
    for area in state.areas.values():
        for name, number in area.pieces.items():
            found[name] = found.get(name, 0) + number
    return found


def why_not_retain(state: Reef, area: str, units: Mapping[str, int]) -> Objections:
    """BRT 15.6081, 15.2: what stands against pieces' being Retained there."""
    now: SetupArea = state.areas[area]
    held = retained(state)
    for name, number in units.items():
        unit = state.units.get(name)
        there = unit.steps - unit.off if unit and unit.group != POOL else 0
        if unit and unit.side != now.side:
            yield "BRT 15.6081", f"{name} is not of the side whose Setup Area {area} is"
        free = there - held.get(name, 0) + now.pieces.get(name, 0)
        if number > free:
            yield (
                "BRT 15.6081",
                f"{number} of {name}: {free} {'is' if free == 1 else 'are'} on the map, and Retained nowhere else",
            )


def everybody(state: Reef, area: str) -> dict[str, int]:
    """What the side of a Setup Area has on the map, and Retained nowhere else."""
    now = state.areas[area]
    elsewhere = retained(state)
    found = {}
    for name, unit in state.units.items():
        free = on_map(unit) - elsewhere.get(name, 0) + now.pieces.get(name, 0)
        if unit.side == now.side and unit.group != POOL and free > 0:
            found[name] = free
    return found


@verbs(
    "BRT 15.6081",
    phases=("retaining",),
    of=lambda state, values: [state.areas[values["area"]].side],
    offers=lambda state: [],
    further=leads.all_of(leads.named("area", lambda state: state.areas), leads.pieces),
)
def retain(table: Table[Reef], area: AreaName, pieces: Pieces) -> None:
    """BRT 15.6081: what is Retained in a Setup Area, and is set up there again: `retain A 1-F2:6-6-8x7,leaderx3
    1-F5:all`.

    `retain A` is all that the side has on the map, and that is Retained nowhere else.
    """
    units = named_units(table.state, pieces, on_map) or everybody(table.state, area)
    table.require(bool(units), "BRT 15.6081", "nobody of that side is on the map, and Retained nowhere else")
    heed(table, why_not_retain(table.state, area, units))
    table.record(f.PiecesRetained(rule="BRT 15.6081", area=area, pieces=units))


@verbs("BRT 15.6", phases=(*REFIT, "leaders", "purchases", "support"), name="refit", offers=lambda state: [])
def refit(table: Table[Reef], number: str, words: str) -> None:
    """BRT 15.6: what another printed step of the Refit Phase leaves, which the text lacks: `refit 15.609 "two LVT
    repaired"`."""
    table.record(f.RefitNoted(rule="BRT 15.6", number=number, words=words))


@verbs("BRT 15.12", offers=lambda state: [], name="commands")
def commands(table: Table[Reef], who: str, of: str) -> None:
    """BRT 15.12: who of a team commands what: `commands Ann "all west of hexes numbered 31"`."""
    table.record(f.CommanderNamed(rule="BRT 15.12", who=who, of=of))


def why_no_balance(state: Reef) -> Objections:
    if state.balance:
        yield "BRT 15.31", "one side's Balance Provision holds"
    if state.number > INITIAL or state.phase in PHASES:
        yield "BRT 15.31", "the Balance is used from the start of a campaign"


@verbs("BRT 15.31", phases=BEFORE, of=lambda state, values: [OTHER[values["side"]]], offers=lambda state: [])
def balance(table: Table[Reef], side: Side) -> None:
    """BRT 15.31: where both want the same side, a Balance Provision holds for one: `balance jp` (reading R-50)."""
    heed(table, why_no_balance(table.state))
    table.record(f.BalanceGiven(rule="BRT 15.31", balance=side))
