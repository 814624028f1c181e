"""What the chapters of the rules share: the verbs and their names, what stands against a declaration, and stacking (3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from domain.iwo import facts as f
from domain.iwo.state import SIDES, Iwo
from domain.iwo.victory import check_survivors
from domain.kernel.errors import BadInput, Unread
from domain.kernel.table import Table
from domain.kernel.verbs import Groups, Named, Verbs

UnitName = Annotated[str, Named("unit")]
AreaName = Annotated[str, Named("area")]
AreaPath = Annotated[tuple[str, ...], Named("area")]
Plan = Annotated[Mapping[str, tuple[str, ...]], Groups("area", "unit")]

verbs: Verbs[Iwo] = Verbs()


def acting(table: Table[Iwo], phases: Mapping[str, str]) -> str:
    """The side whose phase it is; outside these phases, as played, the side that declares. Raises BadInput when nobody says which."""
    side = phases.get(table.state.step, table.side)
    if side not in SIDES:
        raise BadInput("whose is it? Say `us:` or `jp:` before the line")
    return side


# ---- what stands against a declaration ----

Objections = Iterator[tuple[str, str]]
"""The rules that a declaration breaks, each with why in words. A condition stands once: a verb is refused for it, and not offered."""


def heed(table: Table[Iwo], objections: Objections) -> None:
    """Refuses a declaration for the first objection; where the table insists, each is recorded."""
    for rule, why in objections:
        table.require(False, rule, why)


def fine(objections: Objections) -> bool:
    """Whether nothing stands against a declaration, as far as the charts have been read."""
    try:
        return next(objections, None) is None
    except Unread:
        return True


# ---- stacking (3) ----


def enter(table: Table[Iwo], unit: str, area: str) -> bool:
    """IWO 3: whether the unit just entered finds room; otherwise it is removed from play at once (reading 18)."""
    side = table.state.units[unit].side
    if table.state.room(area, side) >= 0:
        return True
    table.record(f.UnitOverstacked(rule="IWO 3", unit=unit, area=area))
    check_survivors(table, side)
    return False
