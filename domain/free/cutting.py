"""A line of paper cut into its tokens: words, signs with their numbers, remarks. The first half of the hearing.

It goes through the line once, from left to right, and never back. Nothing of the line is made into code or a pattern.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from domain.kernel.limits import COUNT, DIGITS, FACES

WORD, CHANGE, EQUALS, ARROW, CLAIM, CALLED, REMARK, COMMA, OTHER = (
    "word", "change", "equals", "arrow", "claim", "called", "remark", "comma", "other"
)  # fmt: skip
"""The kinds of tokens: a word or number; `+2`; `=`; `>`; `(13)`; `[2d6]`; `"…"`; `,`; any other sign."""
NUMBERED = (WORD, CHANGE, CLAIM)
"""Those that may hold a number."""

MINUS = frozenset("-−–")
SIGNED = MINUS | {"+"}
ARROWS = ("->", "=>", ">", "→")
ENDS = frozenset('",;:()[]{}<>=!?+“”→|*')
"""Signs that end a word."""
LOOSE = ".'’-/…–"
"""Signs that may stand in a word and not at its end."""
CLOSES = {'"': '"', "“": "”"}
"""The sign that opens a remark, and the one that closes it."""
SHORT = 14
"""Characters that a bracket may hold."""


class Token(NamedTuple):
    """A piece of a line: its kind, its text, and whether it follows the one before without a blank."""

    kind: str
    raw: str
    tight: bool = False
    number: int | None = None
    """The number it holds; None if it holds none, or one with too many digits."""


class Dice(NamedTuple):
    """A number of dice and of their sides, as `2d6` says them."""

    many: int
    sides: int


def number_in(text: str) -> int | None:
    """A whole number with its sign; None if the text is none, or has too many digits."""
    plain = text[1:] if text[:1] in SIGNED else text
    if not (plain.isdecimal() and plain.isascii() and len(plain) <= DIGITS):
        return None
    return -int(plain) if text[:1] in MINUS else int(plain)


def dice_in(text: str) -> Dice | None:
    """The dice of a word like `2d6` or `d10`; None if it says none."""
    count, d, sides = text.casefold().partition("d")
    if not d:
        return None
    many, faces = number_in(count) if count else 1, number_in(sides)
    if many and faces and (not count or count.isdecimal()) and many <= COUNT and 1 < faces <= FACES:
        return Dice(many, faces)
    return None


class Die(NamedTuple):
    """The usual die: the number of its sides, and its faces where they are words or begin with 0."""

    sides: int = 6
    faces: frozenset[str] = frozenset()


def die_in(text: str) -> Die | None:
    """The die that a table says: `10`, `d10`, `2d6`, `0..9`, or the words on its faces; None if it is none."""
    faces = text.casefold().replace(",", " ").split()
    if len(faces) > 1:
        return Die(len(faces), frozenset(faces))
    if run := range_in(text.strip()):
        low, high = run
        return Die(high - low + 1, frozenset(map(str, range(low, high + 1)))) if low < high <= FACES else None
    dice = dice_in(text.strip()) or dice_in(f"d{text.strip()}")
    return Die(dice.sides) if dice else None


def range_in(text: str) -> tuple[int, int] | None:
    """The first and last number of a word like `1..54`; None if it is none."""
    first, dots, last = text.partition("..")
    low, high = number_in(first), number_in(last)
    return (low, high) if dots and low is not None and high is not None and 0 <= low <= high else None


@lru_cache(maxsize=16)
def cut(text: str) -> tuple[Token, ...]:
    """The tokens of a line. It is cut once, though it is heard again as soon as its names are known."""
    return tuple(_tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    at, end, tight = 0, len(text), False
    unclosed: set[str] = set()
    while at < end:
        if text[at].isspace():
            at, tight = at + 1, False
            continue
        kind, stop = _token(text, at, unclosed)
        raw = text[at:stop]
        yield Token(kind, raw, tight, number_in(raw.strip("()")) if kind in NUMBERED else None)
        at, tight = stop, True


def _token(text: str, at: int, unclosed: set[str]) -> tuple[str, int]:
    """The kind of the token that begins here, and where it stops."""
    sign = text[at]
    if sign.isalnum() or sign == "_":
        return WORD, _word_end(text, at)
    if sign in CLOSES and sign not in unclosed:
        if (close := text.find(CLOSES[sign], at + 1)) > 0:
            return REMARK, close + 1
        unclosed.add(sign)
        return OTHER, at + 1
    if sign in "([":
        return _bracket(text, at)
    if text.startswith(ARROWS, at):
        return ARROW, at + (1 if sign in ARROWS else 2)
    if sign == "+" or (sign in MINUS and (at == 0 or not text[at - 1].isalnum())):
        stop = at + 1
        while stop < len(text) and text[stop].isdecimal():
            stop += 1
        whole = stop == len(text) or not (text[stop].isalnum() or text[stop] in "/%")
        if stop > at + 1 and whole:
            return CHANGE, stop
        return OTHER, at + 1
    if sign == "=":
        return EQUALS, at + 1
    if sign == ",":
        return COMMA, at + 1
    return OTHER, at + 1


def _bracket(text: str, at: int) -> tuple[str, int]:
    """A total in parentheses, dice in brackets, or a sign by itself."""
    opens, closes = ("(", ")") if text[at] == "(" else ("[", "]")
    stop = text.find(closes, at + 1, at + SHORT)
    inside = text[at + 1 : stop].strip() if stop > 0 else ""
    if opens == "(" and number_in(inside) is not None and inside[0] != "+":  # a change in brackets is no total
        return CLAIM, stop + 1
    if opens == "[" and dice_in(inside):
        return CALLED, stop + 1
    return OTHER, at + 1


def _word_end(text: str, at: int) -> int:
    stop = at
    while stop < len(text) and not (text[stop].isspace() or text[stop] in ENDS):
        stop += 1
    return at + len(text[at:stop].rstrip(LOOSE))
