"""What the chapters of the rules share: the verbs and their names, what stands against a declaration, and stacking
(3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from domain.iwo import facts as f
from domain.iwo.state import AreaName as AreaName
from domain.iwo.state import Iwo
from domain.iwo.state import UnitName as UnitName
from domain.iwo.victory import check_survivors
from domain.kernel.objections import Objections as Objections
from domain.kernel.objections import fine as fine
from domain.kernel.objections import heed as heed
from domain.kernel.table import Table
from domain.kernel.verbs import Groups, Named, Verbs

AreaPath = Annotated[tuple[str, ...], Named("area", twice=True)]
Plan = Annotated[Mapping[str, tuple[str, ...]], Groups("area", "unit")]

verbs: Verbs[Iwo] = Verbs()


# ---- stacking (3) ----


def enter(table: Table[Iwo], unit: str, area: str, behind: int = 0) -> bool:
    """IWO 3: whether the unit just entered finds room; otherwise it is removed from play at once (reading R-18).

    Of several that moved at once, those `behind` it entered later, and take no room from it.
    """
    now = table.state.units[unit]
    if table.state.room(area, now.side) + behind >= 0:
        return True
    unseen = now.status == "concealed"
    table.record(
        f.UnitOverstacked(rule="IWO 3", unit=unit, area="" if unseen else area, steps=now.steps if unseen else None)
    )
    check_survivors(table, now.side)
    return False
