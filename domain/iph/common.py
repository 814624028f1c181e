"""What the chapters of the rules share: the verbs, the kinds of names, what stands against a declaration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from domain.iph.state import HexName as HexName
from domain.iph.state import Iph
from domain.iph.state import ShipName as ShipName
from domain.iph.state import UnitName as UnitName
from domain.kernel.objections import Objections as Objections
from domain.kernel.objections import fine as fine
from domain.kernel.objections import heed as heed
from domain.kernel.table import Table
from domain.kernel.verbs import Groups, Named, Verbs
from domain.wargame.sides import declaring

UnitNames = Annotated[tuple[str, ...], Named("unit")]
HexNames = Annotated[tuple[str, ...], Named("hex", twice=True)]
ShipNames = Annotated[tuple[str, ...], Named("ship")]
UnitsByHex = Annotated[Mapping[str, tuple[str, ...]], Groups("hex", "unit")]

verbs: Verbs[Iph] = Verbs()


def acting(table: Table[Iph], phases: Mapping[str, str], units: Iterable[str]) -> str:
    """The side whose phase it is; outside these phases, as played, the side that declares, or whose units these are.
    Raises BadInput.

    Of units that are hidden only he says something whose they are (6.8): what is wrong with it is his secret too.
    """
    whose = next((table.state.units[unit].side for unit in units), "")
    return declaring(table, phases, whose if whose != table.state.hidden_by("jp") else "")
