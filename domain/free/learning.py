"""FREE 3: what a name means is asked once, and only where its form leaves a doubt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.free.facts import NameLearned
from domain.free.heard import hear_line
from domain.free.marks import (
    ALIAS,
    COUNT_OF,
    NEW,
    PIECE,
    PILE,
    PLACE,
    SEVERAL,
    WORD_ONLY,
    Changes,
    Gone,
    Heard,
    Held,
    Listed,
    Marked,
    Ref,
    Went,
)
from domain.free.naming import has_digit, like_a_name
from domain.free.state import Free
from domain.kernel.facts import Purpose
from domain.kernel.questions import OneOf
from domain.kernel.table import Table

LETTERS = 5
"""Letters from which a name may be another one, misspelt."""


class Doubt(NamedTuple):
    """A name that nobody has explained: its likeliest meaning, and whether its form leaves no other."""

    ref: Ref
    kind: str
    side: str = ""
    sure: bool = False
    clear: bool = False
    """Whether whoever types on has meant it: else the name stays a word."""


NOBODYS = "nobody"
"""The answer that a name is a piece of no side."""


def heard_and_learned(table: Table[Free], text: str, side: str) -> tuple[Heard, tuple[str, ...]]:
    """FREE 3: the marks of a line once its names are known, and the names that stayed words."""
    words = list[str]()
    while True:
        heard = hear_line(text, table.state.means())
        doubt = next(doubts(heard.marks, side), None)
        if doubt is None:
            return heard, tuple(words)
        learned = _learned(table, doubt)
        if learned.kind == WORD_ONLY:
            words.append(learned.name)
        table.record(learned)


def doubts(marks: Iterable[Marked], side: str) -> Iterator[Doubt]:
    """The names of a line that nobody has explained, in their order."""
    for mark in marks:
        match mark:
            case Held(place=ref) if ref.kind == NEW:
                yield Doubt(ref, PLACE, sure=True)
            case Listed(pile=ref) if ref.kind == NEW:
                yield Doubt(ref, PILE, sure=True)
            case Changes() | Went() | Gone():
                found = (_of_piece(ref, mark, side) for ref in mark.names if ref.kind in (NEW, WORD_ONLY))
                yield from (doubt for doubt in found if doubt.sure or doubt.ref.kind == NEW)
                if isinstance(mark, Went):
                    yield from (Doubt(ref, PLACE, sure=True) for ref in mark.path if ref.kind == NEW)


def _of_piece(ref: Ref, mark: Changes | Went | Gone, side: str) -> Doubt:
    """What a name may be that something happens to."""
    whose = ref.near or side
    several = isinstance(mark, (Changes, Went)) and bool(mark.place if isinstance(mark, Changes) else mark.many)
    if has_digit(ref.name) and whose:
        return Doubt(ref, PIECE, whose, sure=True)
    counted = isinstance(mark, Changes) and not several and (mark.sign == "+" or not like_a_name(ref.name))
    said = ref.close or (bool(side) and not ref.near)
    clear = isinstance(mark, Changes) and mark.sign in ("+", "=") and said
    if counted:
        return Doubt(ref, COUNT_OF, clear=clear and ref.name.islower())
    return Doubt(ref, SEVERAL if several else PIECE, whose)


def _learned(table: Table[Free], doubt: Doubt) -> NameLearned:
    """FREE 3: the meaning of a name, asked for where it is not sure."""
    name, sides = doubt.ref.name, tuple(table.rules.sides)
    if doubt.sure:
        return NameLearned(name=name, kind=doubt.kind, side=doubt.side)
    meant = slip_of(name, table.state.names)
    options = tuple(dict.fromkeys((*([meant] if meant else []), *sides, NOBODYS, PLACE, COUNT_OF, WORD_ONLY)))
    usual = meant or (COUNT_OF if doubt.kind == COUNT_OF else doubt.side or sides[0])
    said = table.ask(
        OneOf(
            name="new",
            by="table",
            rule="FREE 3",
            words=f"what is {name}? A piece of a side or of nobody, a place, something counted, or just a word",
            options=options,
            default=usual,
            purpose=Purpose(kind="name", of=(name,)),
            typed_on=doubt.kind if doubt.clear and not meant else WORD_ONLY,
        )
    )
    if said == meant and meant:
        return NameLearned(name=name, kind=ALIAS, of=meant)
    if said in (*sides, NOBODYS):
        whose = "" if said == NOBODYS else said
        return NameLearned(name=name, kind=SEVERAL if doubt.kind == SEVERAL else PIECE, side=whose)
    return NameLearned(name=name, kind=said)


def slip_of(name: str, known: Iterable[str]) -> str:
    """The known name that a new one may be, misspelt; "" if none: one letter differs or two are swapped, in five or
    more, with the same digits."""
    if sum(map(str.isalpha, name)) < LETTERS:
        return ""
    return next((one for one in known if one != name and _one_apart(name.casefold(), one.casefold())), "")


def _one_apart(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > 1:
        return False
    if [c for c in one if c.isdigit()] != [c for c in other if c.isdigit()]:
        return False
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    return (len(one) == len(other) and swapped) or one[at + (len(one) >= len(other)) :] == other[
        at + (len(other) >= len(one)) :
    ]
