"""FREE 3: what a name means is asked once, and only where its form leaves a doubt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from domain.free.facts import NameLearned
from domain.free.heard import hear_line
from domain.free.marks import (
    ALIAS,
    CAPITALS,
    COUNT_OF,
    NEW,
    NOBODYS,
    NOTED,
    PIECE,
    PILE,
    PLACE,
    RUN,
    SEVERAL,
    WORD_ONLY,
    Changes,
    Gone,
    Heard,
    Held,
    Listed,
    Ref,
    Throw,
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


def heard_and_learned(table: Table[Free], text: str, side: str) -> tuple[Heard, tuple[str, ...]]:
    """FREE 3: the marks of a line once its names are known, and the names that stayed words."""
    words = list[str]()
    while True:
        heard = hear_line(text, table.state.means())
        doubt = next(doubts(heard, side), None)
        if doubt is None:
            return heard, tuple(words)
        learned = _learned(table, doubt)
        if learned.kind == WORD_ONLY:
            words.append(learned.name)
        table.record(learned)


def doubts(heard: Heard, side: str) -> Iterator[Doubt]:
    """The names of a line that nobody has explained, in their order."""
    for mark in heard.marks:
        match mark:
            case Held(names=refs):
                yield from (_of_held(ref, mark, heard) for ref in refs if ref.kind == NEW)
            case Listed(pile=ref) if ref.kind == NEW:
                yield Doubt(ref, PILE, sure=True)
            case Changes() | Went() | Gone():
                found = (_of_piece(ref, mark, heard, side) for ref in mark.names if ref.kind in (NEW, WORD_ONLY))
                yield from (doubt for doubt in found if doubt.sure or doubt.ref.kind == NEW)
                if isinstance(mark, Went):
                    yield from (Doubt(ref, PLACE, sure=True) for ref in mark.path if ref.kind == NEW)


def _of_held(ref: Ref, mark: Held, heard: Heard) -> Doubt:
    """What a name may be that somebody holds: a place, unless the line says where it goes, or that it is nobody's."""
    if _marks_of(Went, ref, heard):
        return Doubt(ref, PIECE, mark.side, sure=True)
    return Doubt(ref, PLACE, sure=True) if mark.side else Doubt(ref, PIECE, NOBODYS)


def _of_piece(ref: Ref, mark: Changes | Went | Gone, heard: Heard, side: str) -> Doubt:
    """What a name may be that something happens to, by all that the line says of it."""
    close = any(one.close for one in mark.names)
    whose = ref.near or side
    if owner := _marks_of(Held, ref, heard):
        return Doubt(ref, PIECE, owner[0].side, sure=True)
    said = whose if close or ref.near in ("", side) or not side else ""
    """Whose it is, if the line leaves no doubt of that."""
    if has_digit(ref.name) and said and ref.form != RUN:
        return Doubt(ref, PIECE, said, sure=True)
    goes = _marks_of(Went, ref, heard)
    several = any(went.many for went in goes) or (isinstance(mark, Changes) and bool(mark.place))
    if goes and said and not several and _is_piece(ref, goes, heard):
        return Doubt(ref, PIECE, said, sure=True)
    if isinstance(mark, Changes) and not goes and not several and (mark.sign == "+" or not like_a_name(ref.name)):
        return _of_count(ref, mark, heard, side)
    return Doubt(ref, SEVERAL if several else PIECE, whose)


def _is_piece(ref: Ref, goes: Sequence[Went], heard: Heard) -> bool:
    """Whether a name that goes somewhere is a piece, by its form: joined with `_`; of capitals alone, in a line that
    says nothing else; with one capital, where its number is said, too, or it goes to a known place. Else such a word
    may begin a sentence: `Panic at Bonn`."""
    plain = [went for went in goes if went.plain]
    if not plain or ref.form == RUN:
        return False
    if ref.form == NOTED or (ref.form == CAPITALS and heard.pure):
        return True
    counted = any(change.sign == "=" for change in _marks_of(Changes, ref, heard))
    goes_on = any(not went.stays and went.path[-1].kind == PLACE for went in plain)
    return like_a_name(ref.name) and (counted or goes_on)


def _of_count(ref: Ref, mark: Changes, heard: Heard, side: str) -> Doubt:
    """Something counted. No doubt is left where a side has it, `ann wood +2`, as the line begins, and no dice lie on
    it."""
    gets = mark.sign in ("+", "=") and ref.name.islower()
    dice = any(isinstance(one, Throw) for one in heard.marks)
    sure = gets and bool(ref.near) and mark.plain and not dice
    return Doubt(ref, COUNT_OF, sure=sure, clear=gets and (ref.close or (bool(side) and not ref.near)))


M = TypeVar("M", Changes, Held, Went)


def _marks_of(kind: type[M], ref: Ref, heard: Heard) -> Sequence[M]:
    """The marks of a kind in which something happens to a name."""
    return [mark for mark in heard.marks if isinstance(mark, kind) and any(one.name == ref.name for one in mark.names)]


def _learned(table: Table[Free], doubt: Doubt) -> NameLearned:
    """FREE 3: the meaning of a name, asked for where it is not sure."""
    name, sides = doubt.ref.name, tuple(table.rules.sides)
    meant = "" if doubt.kind in (PLACE, PILE) else slip_of(name, table.state.names)
    if doubt.sure and not meant:
        return NameLearned(name=name, kind=doubt.kind, side=doubt.side)
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
