"""What the chapters share: the names a declaration holds, the verbs, what stands against a declaration, the player's
choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated

from domain.ddat.state import Ddat
from domain.ddat.state import HexName as HexName
from domain.ddat.state import PositionName as PositionName
from domain.ddat.state import UnitName as UnitName
from domain.kernel.objections import Objections as Objections
from domain.kernel.objections import fine as fine
from domain.kernel.objections import heed as heed
from domain.kernel.questions import OneOf
from domain.kernel.table import Table
from domain.kernel.verbs import Named, Verbs

UnitNames = Annotated[tuple[str, ...], Named("unit", twice=True)]
HexPath = Annotated[tuple[str, ...], Named("hex", twice=True)]
PositionNames = Annotated[tuple[str, ...], Named("position")]

Barred = Callable[[str], Objections]
"""What bars a name that is none of those a choice is left among."""

verbs: Verbs[Ddat] = Verbs()

# ---- choices ----


def choose(
    table: Table[Ddat],
    name: str,
    options: Iterable[str],
    rule: str,
    words: str,
    barred: Barred | None = None,
    names: str = "unit",
    *,
    at_once: str = "",
) -> str:
    """The player's choice among what the rules leave; nothing is asked where they leave one. "" without any.

    `barred` says what bars any other name. What is chosen is of the kind `names`: a table may insist on any of them, ""
    on none.
    """

    def bars(said: str) -> Objections:
        known = {"unit": table.state.units, "position": table.state.positions}.get(names)
        if barred and (known is None or said in known):
            yield from barred(said)

    question = OneOf(name=name, by="us", rule=rule, words=words, options=tuple(options), barred=bars, names=names)
    return table.choose(question, at_once=at_once)


def unbarred(names: Iterable[str], barred: Barred) -> tuple[str, ...]:
    """Those of some names that nothing bars."""
    return tuple(name for name in names if not any(barred(name)))
