"""What the chapters share: the names a declaration holds, the verbs, what stands against a declaration, the player's choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated

from domain.ddat.state import Ddat
from domain.kernel.objections import Objections as Objections
from domain.kernel.objections import fine as fine
from domain.kernel.objections import heed as heed
from domain.kernel.questions import OneOf
from domain.kernel.table import Table
from domain.kernel.verbs import Named, Verbs

UnitName = Annotated[str, Named("unit")]
UnitNames = Annotated[tuple[str, ...], Named("unit")]
HexName = Annotated[str, Named("hex")]
HexPath = Annotated[tuple[str, ...], Named("hex")]
PositionName = Annotated[str, Named("position")]
PositionNames = Annotated[tuple[str, ...], Named("position")]

Barred = Callable[[str], Objections]
"""What bars a name that is none of those a choice is left among."""

verbs: Verbs[Ddat] = Verbs()

# ---- choices ----


def choose(table: Table[Ddat], name: str, options: Iterable[str], rule: str, words: str, barred: Barred | None = None) -> str:
    """The player's choice among what the rules leave; nothing is asked where they leave one. "" without any. `barred` says what bars any other."""
    found = tuple(options)
    if len(found) < 2:
        return found[0] if found else ""
    if barred is None:
        return table.ask(OneOf(name=name, by="us", rule=rule, words=words, options=found))
    return table.ask(OneBarred(name=name, by="us", rule=rule, words=words, options=found, barred=barred, units=tuple(table.state.units)))


@dataclass(frozen=True, kw_only=True)
class OneBarred(OneOf):
    """One of some units, or of other things that are none; of any other the refusal says what bars it."""

    barred: Barred
    units: tuple[str, ...]

    def misfit(self, value: str) -> str:
        if value in self.options or (value not in self.units and self.options[0] in self.units):
            return super().misfit(value)
        return next((f"{why} [{rule}]" for rule, why in self.barred(value)), super().misfit(value))
