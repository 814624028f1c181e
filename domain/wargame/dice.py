"""Dice with all that changes them, and points, by the codes of why; the words for a code are made when it is shown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from domain.kernel.facts import Modifier, Points, Purpose
from domain.kernel.questions import Roll
from domain.kernel.table import Table

C = TypeVar("C", bound=str)
"""The codes of a game, a Literal."""


@dataclass(frozen=True, eq=False, repr=False)
class Terms(Generic[C]):
    """Makes the terms of a sum by their codes; `{}` in the words of a code stands for what it is a term `of`."""

    words: Mapping[C, str]

    def __call__(self, code: C, amount: int, rule: str, of: str = "") -> Modifier:
        return plain_term(rule, amount, self.words[code].format(of), code)


@lru_cache(maxsize=4_096)
def plain_term(rule: str, amount: int, why: str, code: str = "") -> Modifier:
    """The same few terms come up in roll after roll; they are frozen, and made once."""
    return Modifier(rule=rule, amount=amount, code=code, why=why)


@dataclass(frozen=True, eq=False, repr=False)
class Awards(Generic[C]):
    """Makes victory points by their codes, for the units or places that brought them."""

    words: Mapping[C, str]
    for_good: Collection[C] | None = None
    """What is never taken back; None where nothing is."""

    def __call__(self, side: str, amount: int, code: C, *of: str) -> Points:
        permanent = self.for_good is None or code in self.for_good
        return _points(side, amount, code, of, self.words[code].format(*of), permanent)


@lru_cache(maxsize=4_096)
def _points(side: str, amount: int, code: str, of: tuple[str, ...], why: str, permanent: bool) -> Points:
    """They are made as the terms are: what a place brings one side it takes from it again."""
    return Points(side=side, amount=amount, code=code, of=of, why=why, permanent=permanent)


def roll(
    table: Table[Any],
    name: str,
    rule: str,
    words: str,
    terms: Sequence[Modifier] = (),
    of: Iterable[str] = (),
    at: str = "",
    *,
    count: int = 1,
    by: str = "table",
    secret: str = "",
) -> tuple[int, ...]:
    """Dice; what changes them is said before they fall."""
    told = "".join(f"; {one.amount:+d} {one.why} [{one.rule}]" for one in terms)
    purpose = Purpose(kind=name, of=tuple(of), at=at)
    return table.ask(
        Roll(
            name=name,
            by=by,
            rule=rule,
            words=words + told,
            count=count,
            purpose=purpose,
            terms=tuple(terms),
            secret=secret,
        )
    )


def terms_of(*terms: Modifier) -> tuple[Modifier, ...]:
    """The terms that change anything."""
    return tuple(one for one in terms if one.amount)


def total(dice: Iterable[int], terms: Iterable[Modifier]) -> int:
    """Dice with all that changes them."""
    return sum(dice) + sum(one.amount for one in terms)


def sum_of(dice: Sequence[int], terms: Sequence[Modifier]) -> str:
    """The same in words: `3+4 -2 = 5`; a die that nothing changes is told alone."""
    faces = "+".join(map(str, dice))
    if not terms and len(dice) < 2:
        return faces
    return f"{faces}{''.join(f' {one.amount:+d}' for one in terms)} = {total(dice, terms)}"
