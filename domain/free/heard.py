"""FREE 2: the hearing. A line of paper, and the marks it holds.

It is a rule: whoever changes what it finds lists a `Mend`, with the next version. `tests/free/paper.txt` holds lines
with their meaning. Tokens become names and signs; each sign then looks at what stands directly beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.free.cutting import (
    ARROW,
    CALLED,
    CHANGE,
    CLAIM,
    COMMA,
    EQUALS,
    REMARK,
    WORD,
    Dice,
    Token,
    cut,
    dice_in,
    number_in,
    range_in,
)
from domain.free.marks import (
    ALIAS,
    NEW,
    PIECE,
    PILE,
    PLACE,
    SEVERAL,
    SIDE_NAME,
    WORD_ONLY,
    Changes,
    Draws,
    Gone,
    Heard,
    Held,
    Known,
    Listed,
    Marked,
    Name,
    Ref,
    Throw,
    Went,
)
from domain.kernel.hexes import is_hex
from domain.kernel.limits import DICE, NAME

OUT = frozenset({"gone", "eliminated", "destroyed", "dead"})
ARE = frozenset({"is", "are", "was", "were"})
GOING = (
    "advance advances back fall falls fell flee flees flies fly go goes march marches move moved moves retire retires "
    "retreat retreats return returns ride rides run runs sail sails went withdraw withdraws"
)
GOES = frozenset(GOING.split())
"""Words that may stand between a piece and `to`."""
FURTHER = 3
"""How far back `to` looks over such words."""
ROLLS = frozenset({"roll", "rolls", "rolled"})
DRAWS = frozenset({"draw", "draws", "drew"})
SMALL = (
    "a an and at be but by for from gain gains get gets got had has have he her his i in it its lose loses lost my no "
    "not of on or our score scores she so take takes that the their then there they this to turn vp vps we win wins "
    "with you your"
)
COMMON = frozenset((*ARE, *OUT, *ROLLS, *DRAWS, *SMALL.split()))
"""Words that are no name until somebody says that they are."""


class Item(NamedTuple):
    """A token, or the tokens of one name."""

    token: Token
    said: str
    name: Name | None = None

    @property
    def kind(self) -> str:
        return self.name.kind if self.name else ""

    @property
    def low(self) -> str:
        return self.said.casefold() if self.token.kind == WORD else ""


def hear_line(text: str, known: Known) -> Heard:
    """The marks of a line."""
    return _Line(tuple(_items(tuple(cut(text)), known)), known).heard()


def folded_words(name: str) -> tuple[str, ...]:
    """The words of a name as they are compared."""
    return tuple(name.replace("_", " ").casefold().split())


def _items(tokens: Sequence[Token], known: Known) -> Iterator[Item]:
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind != WORD:
            yield Item(token, token.raw)
            at += 1
            continue
        found, length = _name_at(tokens, at, known)
        text = found or token.raw.replace("_", " ").strip()
        yield Item(token, text, known.names.get(found) if found else _by_form(text, known))
        at += length


def _name_at(tokens: Sequence[Token], at: int, known: Known) -> tuple[str, int]:
    """The longest known name that begins at a token, and the number of its tokens; "" and 1 if there is none."""
    first, *rest = folded_words(_bare(tokens[at].raw)) or ("",)
    for words, name in known.found_by.get(first, ()):
        tail, need = words[len(rest) :], len(words) - len(rest)
        after = tokens[at + 1 : at + 1 + need] if need > 0 else ()
        if need < 0 or len(after) < need or list(words[: len(rest)]) != rest:
            continue
        if all(one.kind == WORD and _bare(one.raw).casefold() == word for one, word in zip(after, tail, strict=True)):
            said = known.names[name]
            return (said.of if said.kind == ALIAS else name), 1 + need
    return "", 1


def _bare(word: str) -> str:
    """A word without the 's of a possessive."""
    return word[:-2] if word[-2:] in ("'s", "’s") and len(word) > 2 else word


def _by_form(text: str, known: Known) -> Name | None:
    return Name(kind=PLACE) if known.hexes and is_hex(text) else None


class _Line:
    """One line as it is heard: its items, and which of its numbers a mark has taken."""

    def __init__(self, items: tuple[Item, ...], known: Known) -> None:
        self.items, self.known = items, known
        self.taken = set[int]()
        self.near: list[str] = []
        """The last side named before each item."""
        side = ""
        for item in items:
            self.near.append(side)
            side = item.name.side if item.name and item.kind == SIDE_NAME else side

    def heard(self) -> Heard:
        marks: list[Marked] = []
        at = 0
        while at < len(self.items):
            mark, at = self._mark(at)
            if mark:
                marks.append(mark)
        unread = tuple(
            item.token.raw
            for n, item in enumerate(self.items)
            if n not in self.taken and not item.name and item.token.number is not None
        )
        return Heard(tuple(marks), unread, tuple(self._ref(n) for n in range(len(self.items)) if self._on_map(n)))

    def _on_map(self, at: int) -> bool:
        return self.items[at].kind in (PIECE, PLACE)

    def _mark(self, at: int) -> tuple[Marked | None, int]:
        """The mark whose sign stands here, if one does, and where to go on."""
        item = self.items[at]
        if found := SIGNS.get(item.token.kind):
            return found(self, at)
        if item.name is None and (spoken := WORDS.get(item.low)):
            return spoken(self, at)
        if item.name is None and (dice := dice_in(item.low)):
            return self._dice(at, dice)
        return None, at + 1

    def _called(self, at: int) -> tuple[Marked | None, int]:
        """`[2d6]`: dice that are asked for, unless their faces follow."""
        dice = dice_in(self.items[at].said.strip("[] "))
        return self._dice(at, dice, called=True) if dice else (None, at + 1)

    # ---- names beside a sign ----

    def _ref(self, at: int) -> Ref:
        item = self.items[at]
        return Ref(
            item.said, item.kind or NEW, item.name.side if item.name else "", self.near[at], self._after_side(at)
        )

    def _after_side(self, at: int) -> bool:
        return at > 0 and self.items[at - 1].kind == SIDE_NAME

    def _may_be_name(self, at: int) -> bool:
        """Whether an item can be what a sign is about."""
        if at < 0 or at >= len(self.items) or at in self.taken or self.items[at].token.kind != WORD:
            return False
        item = self.items[at]
        if item.name:
            return item.kind != WORD_ONLY or has_digit(item.said)
        return not item.said.isdecimal() and item.low not in COMMON and len(item.said) <= NAME and not dice_in(item.low)

    def _subject(self, at: int) -> tuple[tuple[Ref, ...], int | None, int | None]:
        """What stands before a sign: names, the place said behind them, and the number before them, by their items."""
        last, place = at - 1, None
        if not self._may_be_name(last):
            return (), None, None
        behind = self.items[last - 1].kind if last and self._may_be_name(last - 1) else PLACE
        if self.items[last].kind == PLACE and behind in (PIECE, SEVERAL, ""):
            last, place = last - 1, last
        first = last
        while first >= 2 and self.items[first - 1].token.kind == COMMA and self._joins(first - 2, first):
            first -= 2
        names = tuple(self._ref(n) for n in range(first, last + 1, 2))
        many = first - 1 if first and self._is_count(first - 1, names) else None
        return names, place, many

    def _joins(self, one: int, other: int) -> bool:
        """Whether two names on either side of a comma are a list: unknown ones only where no blank parts them, or their
        form is that of pieces."""
        if not (self._may_be_name(one) and self._may_be_name(other)):
            return False
        kinds = {self.items[one].kind, self.items[other].kind}
        if kinds <= {PIECE, SEVERAL}:
            return True
        tight = self.items[one + 1].token.tight and self.items[other].token.tight
        alike = kinds <= {WORD_ONLY, ""} and has_digit(self.items[one].said) and has_digit(self.items[other].said)
        return alike or (tight and kinds <= {PIECE, SEVERAL, WORD_ONLY, ""})

    def _is_count(self, at: int, names: tuple[Ref, ...]) -> bool:
        item = self.items[at]
        return (
            len(names) == 1
            and (names[0].kind == SEVERAL or (names[0].kind == NEW and not has_digit(names[0].name)))
            and item.name is None
            and item.token.kind == WORD
            and item.said.isdecimal()
            and (item.token.number or 0) > 0
        )

    # ---- each sign ----

    def _changes(self, at: int) -> tuple[Marked | None, int]:
        number = self.items[at].token.number
        names, place, _ = self._subject(at)
        if not names or number is None:
            return None, at + 1
        sign = "+" if self.items[at].said[0] == "+" else "-"
        return self._with_claim(at, Changes(names, sign, abs(number), self._text(place)))

    def _with_claim(self, at: int, mark: Changes) -> tuple[Marked | None, int]:
        self.taken.add(at)
        after = at + 1
        if len(mark.names) == 1 and after < len(self.items) and self.items[after].token.kind == CLAIM:
            self.taken.add(after)
            return mark._replace(claim=self.items[after].token.number), after + 1
        return mark, after

    def _claimed(self, at: int) -> tuple[Marked | None, int]:
        """A total behind a known name, without a change."""
        names, place, _ = self._subject(at)
        if len(names) != 1 or names[0].kind in (NEW, WORD_ONLY):
            return None, at + 1
        self.taken.add(at)
        return Changes(names, "", 0, self._text(place), self.items[at].token.number), at + 1

    def _equals(self, at: int) -> tuple[Marked | None, int]:
        names, place, _ = self._subject(at)
        after = self.items[at + 1] if at + 1 < len(self.items) else None
        if not names or after is None or after.token.kind not in (WORD, CHANGE):
            return None, at + 1
        if after.kind == SIDE_NAME and after.name:
            held = len(names) == 1 and place is None and names[0].kind in (PLACE, NEW)
            return (Held(names[0], after.name.side) if held else None), at + 2
        if after.name is None and (run := range_in(after.said)) and len(names) == 1:
            return (Listed(names[0], *run) if names[0].kind in (NEW, PILE) else None), at + 2
        if (number := after.token.number) is None:
            return None, at + 1
        self.taken.add(at + 1)
        return self._with_claim(at + 1, Changes(names, "=", number, self._text(place)))

    def _went(self, at: int) -> tuple[Marked | None, int]:
        names, place, many = self._subject(at)
        path, after = list[int](), at
        while after < len(self.items) and self.items[after].token.kind == ARROW and self._may_be_name(after + 1):
            path.append(after + 1)
            after += 2
        if not names or not path or any(self.items[n].kind not in (PLACE, "") for n in path):
            return None, max(after, at + 1)
        return self._gone_to(names, path, place, many), after

    def _gone_to(self, names: tuple[Ref, ...], path: Sequence[int], place: int | None, many: int | None) -> Went | None:
        if any(name.kind not in (PIECE, SEVERAL, NEW, WORD_ONLY) for name in names):
            return None
        count = self.items[many].token.number or 0 if many is not None else 0
        if many is not None:
            self.taken.add(many)
        return Went(names, tuple(self._ref(n) for n in path), self._text(place), count)

    def _to(self, at: int) -> tuple[Marked | None, int]:
        """`to` marks a move only between known pieces and a known place."""
        before = at
        while before and before > at - FURTHER and self.items[before - 1].low in GOES:
            before -= 1
        names, place, many = self._subject(before)
        known = names and all(name.kind in (PIECE, SEVERAL) for name in names)
        if not known or not self._may_be_name(at + 1) or self.items[at + 1].kind != PLACE:
            return None, at + 1
        return self._gone_to(names, (at + 1,), place, many), at + 2

    def _at(self, at: int) -> tuple[Marked | None, int]:
        """`at` says where pieces are that stand nowhere yet; names that nobody knows only where their form says so."""
        names, place, many = self._subject(at)
        if not names or place is not None or not self._may_be_name(at + 1):
            return None, at + 1
        there = self.items[at + 1]
        fits = there.kind == PLACE or (not there.kind and like_a_name(there.said))
        if not fits or any(
            not (one.kind in (PIECE, SEVERAL) or many is not None or self._may_be_new(one)) for one in names
        ):
            return None, at + 1
        went = self._gone_to(names, (at + 1,), None, many)
        return (went._replace(stays=True) if went else None), at + 2

    @staticmethod
    def _may_be_new(name: Ref) -> bool:
        return name.kind in (NEW, WORD_ONLY) and like_a_name(name.name)

    def _out(self, at: int) -> tuple[Marked | None, int]:
        before = at - (self.items[at - 1].low in ARE) if at else at
        names, _, _ = self._subject(before)
        fits = names and all(
            one.kind == PIECE or (one.kind in (NEW, WORD_ONLY) and has_digit(one.name)) for one in names
        )
        return (Gone(names) if fits else None), at + 1

    # ---- chance ----

    def _rolled(self, at: int) -> tuple[Marked | None, int]:
        """Faces behind `roll`: of the usual die, or words that its faces are."""
        after = at + 1
        words = list[str]()
        while after < len(self.items) and self.items[after].low in self.known.faces:
            words.append(self.items[after].low)
            after += 1
        if words:
            return Throw(len(words), 0, tuple(words), after=self._named_before(at)), after
        return self._dice(at, Dice(0, self.known.sides))

    def _dice(self, at: int, dice: Dice, *, called: bool = False) -> tuple[Marked | None, int]:
        """Dice with the faces behind them; `=` before their sum. A count of 0 takes as many as there are."""
        self.taken.add(at)
        after, before = at + 1, self._named_before(at)
        if after < len(self.items) and self.items[after].said == ":" and self._faces_at(after + 1, dice):
            after += 1
        if dice.many and (total := self._sum_at(after)) is not None:
            self.taken.add(after + 1)
            return Throw(dice.many, dice.sides, (), total, after=before), after + 2
        faces = list[str]()
        while found := self._faces_at(after, dice):
            if dice.many and len(faces) + len(found) > dice.many:
                break
            faces += found
            self.taken.add(after)
            after += 1
            if len(faces) > DICE:
                return None, after
            if self._is_comma(after) and self._faces_at(after + 1, dice) and self.items[after].token.tight:
                after += 1
        if faces or called:
            return Throw(dice.many or len(faces), dice.sides, tuple(faces), called=called, after=before), after
        return None, after

    def _sum_at(self, at: int) -> int | None:
        """The number behind an `=`; None where there is none."""
        follows = at + 1 < len(self.items) and self.items[at].token.kind == EQUALS and self.items[at + 1].name is None
        return self.items[at + 1].token.number if follows else None

    def _faces_at(self, at: int, dice: Dice) -> list[str]:
        """The faces that a number shows: a die a digit, or one die where they have ten sides and more."""
        if at >= len(self.items) or (self.items[at].name is not None and not self.items[at].said.isdecimal()):
            return []
        item = self.items[at]
        if item.token.kind == CHANGE and at and item.token.tight and item.said[0] == "+":  # 12+7
            return [item.said[1:]]
        if item.token.kind != WORD or not (item.said.isascii() and item.said.isdecimal()) or len(item.said) > DICE:
            return []
        return [*item.said] if dice.sides < 10 else [item.said]

    def _named_before(self, at: int) -> int:
        return sum(1 for n in range(at) if self._on_map(n))

    def _is_comma(self, at: int) -> bool:
        return at < len(self.items) and self.items[at].token.kind == COMMA

    def _drawn(self, at: int) -> tuple[Marked | None, int]:
        """FREE 7: a number or a quoted name behind `draw`; another word only from a pile that was listed."""
        if at + 1 >= len(self.items):
            return None, at + 1
        item, pile, after = self.items[at + 1], "", at + 2
        if after + 1 < len(self.items) and self.items[after].low == "from" and self.items[after + 1].token.kind == WORD:
            pile, after = self.items[after + 1].said, after + 2
            listed = self.items[after - 1].kind == PILE
        else:
            listed = False
        text = item.said.strip('"“”').strip()
        sure = item.token.kind == REMARK or number_in(item.said) is not None
        if not text or len(text) > NAME or not (sure or (listed and item.token.kind == WORD)):
            return None, at + 1
        self.taken.add(at + 1)
        return Draws(text, pile), after

    def _text(self, at: int | None) -> str:
        return "" if at is None else self.items[at].said


Hears = Callable[[_Line, int], tuple[Marked | None, int]]
SIGNS: Mapping[str, Hears] = {
    CHANGE: _Line._changes,
    EQUALS: _Line._equals,
    ARROW: _Line._went,
    CLAIM: _Line._claimed,
    CALLED: _Line._called,
}
"""What is heard at a sign."""
WORDS: Mapping[str, Hears] = {
    "to": _Line._to,
    "at": _Line._at,
    **dict.fromkeys(OUT, _Line._out),
    **dict.fromkeys(ROLLS, _Line._rolled),
    **dict.fromkeys(DRAWS, _Line._drawn),
}
"""What is heard at a word."""


def has_digit(text: str) -> bool:
    """Whether a digit stands in a name."""
    return any(c.isdigit() for c in text)


def like_a_name(text: str) -> bool:
    """Whether a word has the form of a name: a capital, or a digit beside a letter."""
    return text[:1].isupper() or (has_digit(text) and not text.isdecimal())
