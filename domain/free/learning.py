"""FREE 3: what a name means is asked once, and only where its form leaves a doubt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from domain.free.facts import NameLearned
from domain.free.heard import hear_line
from domain.free.marks import (
    ALIAS,
    COUNT_OF,
    NEW,
    NOBODYS,
    NOTED,
    PIECE,
    PILE,
    PLACE,
    SEVERAL,
    TITLED,
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
from domain.free.naming import EVENTS, MODIFIES, has_digit, like_a_name
from domain.free.state import Free
from domain.kernel.facts import Purpose
from domain.kernel.questions import OneOf
from domain.kernel.table import Table

ROMAN = frozenset("IVXLC")
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
    words: list[str] = []
    own = bool(side) and side != table.state.phase_side
    while True:
        heard = hear_line(text, table.state.means())
        learned = [_learn(table, doubt) for doubt in _at_once(doubts(heard, side, own))]
        if not learned:
            return heard, tuple(words)
        words += [one.name for one in learned if one.kind == WORD_ONLY]


def _at_once(found: Iterable[Doubt]) -> Iterator[Doubt]:
    """The doubts of a line that one hearing settles: each name once, up to the first that is asked for. What is said of
    it may make the line another."""
    known: set[str] = set()
    for doubt in found:
        if doubt.ref.name not in known:
            known.add(doubt.ref.name)
            yield doubt
            if not doubt.sure:
                return


def doubts(heard: Heard, side: str, own: bool = False) -> Iterator[Doubt]:
    """The names of a line that nobody has explained, in their order. `own` is whether it names its side itself."""
    for mark in heard.marks:
        match mark:
            case Held(names=refs):
                yield from (_of_held(ref, mark, heard) for ref in refs if ref.kind == NEW)
            case Listed(pile=ref) if ref.kind == NEW:
                yield Doubt(ref, PILE, sure=True)
            case Changes() | Went() | Gone():
                for ref in mark.names:
                    if ref.kind in (NEW, WORD_ONLY):
                        doubt = _of_piece(ref, mark, heard, side, own)
                        if doubt.sure or ref.kind == NEW:
                            yield doubt
                for ref in mark.path if isinstance(mark, Went) else ():
                    if ref.kind == NEW:
                        yield Doubt(ref, PLACE, sure=True)


def _of_held(ref: Ref, mark: Held, heard: Heard) -> Doubt:
    """What a name may be that somebody holds: a place, unless the line says where it goes, or that it is nobody's."""
    if _marks_of(Went, ref, heard):
        return Doubt(ref, PIECE, mark.side, sure=True)
    return Doubt(ref, PLACE, sure=True) if mark.side else Doubt(ref, PIECE, NOBODYS)


def _of_piece(ref: Ref, mark: Changes | Went | Gone, heard: Heard, side: str, own: bool) -> Doubt:
    """What a name may be that something happens to, by all that the line says of it."""
    close = any(one.close for one in mark.names)
    whose = ref.near or side
    if owner := _marks_of(Held, ref, heard):
        return Doubt(ref, PIECE, owner[0].side, sure=True)
    said = whose if close or ref.near in ("", side) or not side else ""
    """Whose it is, if the line leaves no doubt of that."""
    if has_digit(ref.name) and said and ref.form in ("", NOTED):
        return Doubt(ref, PIECE, said, sure=True)
    goes = _marks_of(Went, ref, heard)
    several = any(_counts(went, ref) for went in goes) or (isinstance(mark, Changes) and bool(mark.place))
    if goes and said and not several and _is_piece(ref, goes, heard):
        return Doubt(ref, PIECE, said, sure=True)
    clear = own or close or (heard.pure and (len(goes) > 1 or ref.name.isupper()))
    if goes and said and clear and _are_pieces(ref, goes):
        return Doubt(ref, SEVERAL, said, sure=True)
    if isinstance(mark, Changes) and not goes and not several and (mark.sign == "+" or not like_a_name(ref.name)):
        return _of_count(ref, mark, heard, side)
    return Doubt(ref, SEVERAL if several else PIECE, whose)


def _is_piece(ref: Ref, goes: Sequence[Went], heard: Heard) -> bool:
    """Whether a name that goes somewhere is a piece, by its form, and by what else the line says of it.

    A word with a capital may only begin a sentence, `Panic at Bonn`: it needs more.
    """
    plain = [went for went in goes if went.plain]
    happens = ref.name.split()[-1].casefold() in EVENTS and not ref.name.isupper()
    if not plain or happens or not like_a_name(ref.name) or ref.form == NOTED:
        return bool(plain) and ref.form == NOTED
    arrow = any(not went.stays for went in plain)
    numbered = any(change.sign == "=" for change in _marks_of(Changes, ref, heard))
    placed = sum(isinstance(mark, Went) for mark in heard.marks)
    known = any(went.path[-1].kind == PLACE for went in plain if not went.stays)
    goes_on = arrow and (ref.form == TITLED or ref.close or (known and heard.pure))
    return numbered or goes_on or (heard.pure and placed > 1)


def _counts(went: Went, ref: Ref) -> bool:
    """Whether the number said of those that go is of this name, which is the last: `Rommel and 3 inf Bonn > Fulda`."""
    return went.many > 0 and went.names[-1].name == ref.name


def _are_pieces(ref: Ref, goes: Sequence[Went]) -> bool:
    """Whether a name with a number before it, `5 infantry at Bonn`, is of several pieces."""
    plain = all(went.plain and _counts(went, ref) for went in goes)
    return plain and ref.form in ("", TITLED) and ref.name.casefold() not in EVENTS


def _of_count(ref: Ref, mark: Changes, heard: Heard, side: str) -> Doubt:
    """Something counted. No doubt is left where a side has it, `ann wood +2`, in a part of its own, and no dice lie on
    the line; of two words, `ann trade goods +2`, the first may be a verb, if the line says more."""
    gets = mark.sign in ("+", "=") and ref.name.islower()
    dice = any(isinstance(one, Throw) for one in heard.marks)
    whose = (mark.apart and ref.close) or (mark.plain and bool(ref.near))
    changes_dice = dice or ref.name.split()[-1] in MODIFIES
    sure = gets and whose and not changes_dice and (heard.pure or not ref.form)
    return Doubt(ref, COUNT_OF, sure=sure, clear=gets and (ref.close or (bool(side) and not ref.near)))


M = TypeVar("M", Changes, Held, Went)


def _marks_of(kind: type[M], ref: Ref, heard: Heard) -> Sequence[M]:
    """The marks of a kind in which something happens to a name."""
    return [mark for mark in heard.marks if isinstance(mark, kind) and any(one.name == ref.name for one in mark.names)]


def likeliest(doubt: Doubt, sides: Sequence[str]) -> str:
    """What a name most probably is, if it is no slip, as an answer."""
    return COUNT_OF if doubt.kind == COUNT_OF else doubt.side or sides[0]


def _learn(table: Table[Free], doubt: Doubt) -> NameLearned:
    learned = _learned(table, doubt)
    table.record(learned)
    return learned


def _learned(table: Table[Free], doubt: Doubt) -> NameLearned:
    """FREE 3: the meaning of a name, asked for where it is not sure."""
    name, sides = doubt.ref.name, tuple(table.rules.sides)
    meant = "" if doubt.kind in (PLACE, PILE) else slip_of(name, table.state.names)
    if doubt.sure and not meant:
        return NameLearned(name=name, kind=doubt.kind, side=doubt.side)
    options = tuple(dict.fromkeys((*([meant] if meant else []), *sides, NOBODYS, PLACE, COUNT_OF, WORD_ONLY)))
    said = table.ask(
        OneOf(
            name="new",
            by="table",
            rule="FREE 3",
            words=f"what is {name}? A piece of a side or of nobody, a place, something counted, or just a word",
            options=options,
            default=meant or likeliest(doubt, sides),
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
    low, numbers = name.casefold(), _numbers(name)
    first, last = low[:2], low[-2:]  # a slip leaves the one or the other as it is: most names are done with by that
    spelled = ((one, one.casefold()) for one in known if one != name)
    like = ((one, other) for one, other in spelled if other[:2] == first or other[-2:] == last)
    return next((one for one, other in like if _one_apart(low, other) and _numbers(one) == numbers), "")


def _numbers(name: str) -> list[str]:
    """The digits of a name, and its words that are Roman numbers."""
    return [c for c in name if c.isdigit()] + [word for word in name.split() if ROMAN.issuperset(word)]


def _one_apart(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > 1:
        return False
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    return (len(one) == len(other) and swapped) or one[at + (len(one) >= len(other)) :] == other[
        at + (len(other) >= len(one)) :
    ]
