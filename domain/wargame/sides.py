"""Whose word a declaration is that more than one side may make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel.errors import BadInput
from domain.kernel.table import Table

NONE: Mapping[str, str] = {}


def declaring(table: Table[Any], phases: Mapping[str, str] = NONE, otherwise: str = "") -> str:
    """The side whose phase it is; outside these phases, as played, the side that says it, or what is meant `otherwise`.

    Raises BadInput where nobody says which.
    """
    side = phases.get(table.state.phase) or table.side or otherwise
    if side not in table.rules.sides:
        raise BadInput(
            "whose is it? It needs " + " or ".join(f"`{one}:`" for one in table.rules.sides) + " before the line"
        )
    return side
