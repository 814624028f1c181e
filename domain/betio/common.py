"""What the chapters of the rules share: the verbs, the kinds of names, dice, and chance among units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

from domain.betio import facts as f
from domain.betio.state import AreaName as AreaName
from domain.betio.state import Betio
from domain.betio.state import HexName as HexName
from domain.betio.state import UnitName as UnitName
from domain.kernel.facts import Purpose
from domain.kernel.objections import Objections as Objections
from domain.kernel.objections import fine as fine
from domain.kernel.objections import heed as heed
from domain.kernel.questions import Draw
from domain.kernel.state import Row
from domain.kernel.table import Table
from domain.kernel.verbs import Named, Verbs
from domain.wargame.dice import roll as roll  # reading A-40: six faces
from domain.wargame.dice import terms_of as terms_of
from domain.wargame.dice import total as total

UnitNames = Annotated[tuple[str, ...], Named("unit")]
HexNames = Annotated[tuple[str, ...], Named("hex", twice=True)]

verbs: Verbs[Betio] = Verbs()

R = TypeVar("R", bound=Row)


def line(table: Table[Betio], chart: type[R], result: int) -> R:
    """The line of a table for a modified die: beyond the ends of a table that is known whole, that of its end."""
    rows = table.state.rows(chart)
    if chart.CHART in table.state.complete and rows and str(result) not in rows:
        numbers = sorted(int(name) for name in rows)
        result = max(numbers[0], min(numbers[-1], result))
    return table.read(chart, str(result))


def draw(table: Table[Betio], name: str, rule: str, words: str, among: Sequence[str]) -> str:
    """One of several, picked by chance; the record says who was in the draw. Of one alone nothing is drawn. "" of
    none."""
    if not among:
        return ""
    question: Draw = Draw(
        name=name,
        by="table",
        rule=rule,
        words=words,
        left=tuple(among),
        deck="draw",
        purpose=Purpose(kind=name, of=tuple(among)),
    )
    if len(among) == 1:
        table.gives(question, among[0], rule, "nobody else is in the draw")
        return among[0]
    drawn = table.ask(question)
    table.record(f.Targeted(rule=rule, unit=drawn, among=tuple(among), why=words))
    return drawn


def named(values: Any) -> tuple[str, ...]:
    """Names without doubles, in their order."""
    return tuple(dict.fromkeys(values))
