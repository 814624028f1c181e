"""BB 4.5.8, 4.5.9, 1.2, 1.5.4, 8.2.2, 8.3.3, 8.4.4 hexes cleared, areas secured, and what that does to morale; 10.6.8
what is lost again."""

from __future__ import annotations

from collections.abc import Sequence

from domain.betio import facts as f
from domain.betio import morale
from domain.betio.ending import settle
from domain.betio.state import JAPANESE, MARINE, REGIMENTS, Betio
from domain.kernel.questions import NOTHING, OneOf
from domain.kernel.table import Table


def note_occupied(table: Table[Betio], hexes: Sequence[str]) -> None:
    """BB 1.5.4: runway hexes that Marines have entered, and the areas that are secured by it."""
    for area in occupy(table, hexes):
        secure(table, area)


def occupy(table: Table[Betio], hexes: Sequence[str]) -> tuple[str, ...]:
    """BB 1.5.4: runway hexes that Marines have entered are occupied for good (reading A-65); in which areas any was."""
    found = tuple(hex for hex in hexes if table.state.is_runway(hex) and not table.state.is_cleared(hex))
    if found:
        table.record(f.RunwayOccupied(rule="BB 1.5.4", places=found))
    return tuple(dict.fromkeys(table.state.area_of(hex) for hex in found))


def clear(table: Table[Betio], hex: str, units: Sequence[str], rule: str, *, demolished: bool = False) -> None:
    """BB 4.5.8: a hex is cleared; a strongpoint hex moves the morale of both sides (reading A-03)."""
    table.record(f.HexesCleared(rule=rule, places=(hex,)))
    if demolished:  # not where it was retaken, and is assaulted (reading A-61)
        morale.move(table, JAPANESE, -1, "strongpoint", "BB 8.2.2", hex)
        morale.move(table, MARINE, 1, "strongpoint", "BB 8.3.3", hex)
        reward(table, units)
    secure(table, table.state.area_of(hex))


def reward(table: Table[Betio], units: Sequence[str]) -> None:
    """BB 8.4.4: the morale of the regiment of one of those who took part, if the player likes."""
    able = tuple(unit for unit in units if table.state.units[unit].regiment in REGIMENTS)
    if not able:
        return
    question = OneOf(
        name="raise",
        by="us",
        rule="BB 8.4.4",
        words=f"whose regiment's morale goes one box to the right, or {NOTHING}",
        options=(*able, NOTHING),
        default=able[0],
        names="unit",
    )
    unit = table.ask(question)
    if unit in table.state.units:
        morale.move(table, table.state.units[unit].regiment, 1, "strongpoint", "BB 8.4.4", unit)


def abandon(table: Table[Betio], hex: str) -> None:
    """BB 1.3.4: an improved position is gone with the last unit in it."""
    if hex in table.state.hexes and table.state.hexes[hex].position and not table.state.at(hex):
        table.record(f.PositionsLost(rule="BB 1.3.4", places=(hex,)))


def secure(table: Table[Betio], area: str) -> None:
    """BB 4.5.9, 8.3.3, 1.5.4: an area whose hexes are all cleared, and its runway occupied (reading A-84)."""
    if area and not table.state.secured(area) and not table.state.to_clear(area):
        table.record(f.AreasSecured(rule="BB 4.5.9", area=area))
        morale.move(table, MARINE, 1, "area-secured", "BB 8.3.3", area)
        settle(table)


def unclear(table: Table[Betio], hexes: Sequence[str], rule: str) -> None:
    """BB 10.6.8, 10.8.3: the Japanese have hexes back; an area is secured no more (reading A-43)."""
    table.record(f.HexesUncleared(rule=rule, places=tuple(hexes)))
    for area in dict.fromkeys(table.state.area_of(hex) for hex in hexes):
        if table.state.secured(area) and table.state.to_clear(area):
            table.record(f.AreasSecured(rule=rule, area=area, secured=False))
