"""The marks of a line of paper: what counts of it. The hearing (`heard.py`) finds them, `doing.py` carries them out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.free.cutting import Die
from domain.kernel.facts import Frozen

PIECE, SEVERAL, PLACE, COUNT_OF, PILE, WORD_ONLY, ALIAS, SIDE_NAME, NEW = (
    "piece", "several", "place", "count", "pile", "word", "same", "side", "new"
)  # fmt: skip
"""The kinds of names: a piece; one of several alike, told apart by their places; a place; something counted; a pile of
cards; just a word; another spelling; a side; a name nobody has explained."""


NOBODYS = "nobody"
"""Whose a piece of no side is."""
NOTED, TITLED, RUN = "noted", "titled", "run"
"""How a name is written: words joined by `_`, as a name and nothing else is; words with capitals one behind the other,
of which the first is a number or has no small letters, `1st Cav`, `HMS Lion`; or of which the first may only begin the
sentence."""


class Name(Frozen):
    """What a name means: its kind, and the side it belongs to. `of` is the name it is another spelling of."""

    kind: str
    side: str = ""
    of: str = ""


Index = Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]
"""The names by the first of their words: their other words, and the name itself; the longest ones first."""


class Known(NamedTuple):
    """What a line may mean: the names, and how they are found."""

    names: Mapping[str, Name]
    found_by: Index
    hexes: bool = False
    """Whether four digits are a place."""
    die: Die = Die()
    """The usual die."""


class Ref(NamedTuple):
    """A name on a line: as it is written, what it means, and the side named before it."""

    name: str
    kind: str
    side: str = ""
    """Whose it is, if that is known."""
    near: str = ""
    """The last side named before it in the line."""
    close: bool = False
    """Whether that side stands directly before it."""
    form: str = ""
    """How it is written: NOTED, TITLED or RUN; "" for a single word."""


class Changes(NamedTuple):
    """`NAME -2`, `NAME +3`, `NAME =4`, or `NAME (13)` alone, whose sign is ""."""

    names: tuple[Ref, ...]
    sign: str
    amount: int
    place: str = ""
    """The place said between the name and the number."""
    claim: int | None = None
    plain: bool = False
    """Whether the line begins with it, or with marks before it, and no word stands directly behind."""
    apart: bool = False
    """Whether no word stands directly before or behind it, but for a side."""


class Went(NamedTuple):
    """`NAME > PLACE`: names, the place they left, if it is said, and their way."""

    names: tuple[Ref, ...]
    path: tuple[Ref, ...]
    left: str = ""
    many: int = 0
    """How many of them go; 0 for all."""
    stays: bool = False
    """Whether it only says where they are: `at`."""
    plain: bool = False
    """The same as of `Changes`, as is `apart`."""
    apart: bool = False


class Gone(NamedTuple):
    """`NAME gone`."""

    names: tuple[Ref, ...]


class Held(NamedTuple):
    """`PLACE =SIDE`, or whose a piece is; "" for nobody's."""

    names: tuple[Ref, ...]
    side: str


class Throw(NamedTuple):
    """Dice: as they lie, to be asked for, or their sum alone."""

    many: int
    sides: int
    faces: tuple[str, ...] = ()
    total: int | None = None
    named: bool = False
    """Whether they are usual dice with words on their faces, or faces from 0."""
    called: bool = False
    after: int = 0
    """How many names stand before it."""


class Draws(NamedTuple):
    """`draw 17`, `draw "Air Raid" from events`."""

    item: str
    pile: str = ""


class Listed(NamedTuple):
    """`events = 1..54`: what lies in a pile."""

    pile: Ref
    first: int
    last: int


Marked = Changes | Went | Gone | Held | Throw | Draws | Listed


class Heard(NamedTuple):
    """All that counts of a line."""

    marks: tuple[Marked, ...] = ()
    unread: tuple[str, ...] = ()
    """The numbers that no mark took."""
    named: tuple[Ref, ...] = ()
    """The known pieces and places on a line with dice, in order."""
    pure: bool = False
    """Whether it holds marks and remarks, and no other word."""
