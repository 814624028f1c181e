"""FREE 2: what stands beside a sign of a line: the names it is about, their number, and a place."""

from __future__ import annotations

from collections.abc import Sequence

from domain.free.cutting import ARROW, CHANGE, COMMA, EQUALS, REMARK, WORD, dice_in
from domain.free.marks import COUNT_OF, NEW, PIECE, PLACE, SEVERAL, SIDE_NAME, WORD_ONLY, Known, Ref, Went
from domain.free.naming import (
    AGAINST,
    AND,
    COMMON,
    FURTHER,
    GOES,
    OF_SENTENCES,
    PARTING,
    POINTS,
    Item,
    has_digit,
    like_a_verb,
)
from domain.kernel.hexes import is_hex
from domain.kernel.limits import NAME


class Beside:
    """The items of a line, and which of its numbers a mark has taken."""

    def __init__(self, items: tuple[Item, ...], known: Known) -> None:
        self.items, self.known = items, known
        self.taken: set[int] = set()
        self.first: int | None = None
        """Where the last subject begins, with the number and the sides before it."""
        self.said = 0
        """Up to which item the line holds nothing but marks."""
        self.reached: set[int] = set()
        """Where the places stand to which something went."""
        self.behind: dict[int, Went] = {}
        """The marks that end with a place, by the sign of a number directly behind them."""
        self.near: list[str] = []
        """The last side named before each item."""
        side = ""
        for item in items:
            self.near.append(side)
            side = item.name.side if item.name and item.kind == SIDE_NAME else side

    def _on_map(self, at: int) -> bool:
        return self.items[at].kind in (PIECE, PLACE)

    def _ref(self, at: int) -> Ref:
        item = self.items[at]
        return Ref(
            item.said,
            item.kind or NEW,
            item.name.side if item.name else "",
            self.near[at],
            self._after_side(at),
            item.form,
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

    def _subject(self, at: int, going: bool = True) -> tuple[tuple[Ref, ...], int | None, int | None]:
        """What stands before a sign: names, the place said behind them, and the number before them, by their items."""
        last, place = self._before_going(at) - 1, None
        if last > 0 and self.items[last].low in POINTS and self.items[last - 1].kind == SIDE_NAME:
            last -= 1
        if (
            going
            and last > 0
            and self._may_be_name(last - 1)
            and self._may_be_place(last)
            and not self._may_be_name(last)
        ):
            last, place = last - 1, last  # four digits that nobody has explained
            self.taken.add(place)
        if not self._may_be_name(last):
            return (), None, None
        before = self._before_going(last)
        if place is None and self._is_beside_going(last, before) and self.items[at].token.kind == ARROW:
            last = before - 1
            before = self._before_going(last)
        behind = self.items[before - 1].kind if before and self._may_be_name(before - 1) else PLACE
        if place is None and self.items[last].kind == PLACE and before and self.items[before - 1].kind == WORD_ONLY:
            return (), None, None  # what the number is of is a word
        if place is None and self.items[last].kind == PLACE and behind in (PIECE, SEVERAL, ""):
            last, place = before - 1, last
        listed = self._listed(last, going)
        names = tuple({self.items[n].said: self._ref(n) for n in listed}.values())
        if len(listed) == 1 and self._after_side(last) and names[0].kind in (COUNT_OF, NEW):  # `ann,bob wood +1`
            names = tuple(names[0]._replace(near=side) for side in self._sides_before(last))
        many = listed[0] - 1 if listed[0] and self._is_count(listed[0] - 1, names) else None
        self.first = listed[0] if many is None else many
        if going and many is not None and (led := self._leaders(many)):  # `Rommel and 3 inf Bonn > Fulda`
            self.first = led[0]
            names = (*(self._ref(n) for n in led), *names)
        return names, place, many

    def _leaders(self, many: int) -> list[int]:
        """The names that `and` joins to some of several alike, by the number of these."""
        last = many - 2
        joined = last >= 0 and self.items[last + 1].said in AND and self._may_be_name(last)
        fits = joined and (self.items[last].kind == PIECE or self._is_new_name(last))
        return self._listed(last, going=True) if fits else []

    def _is_new_name(self, at: int) -> bool:
        return not self.items[at].kind and self.items[at].said[:1].isupper()

    def _listed(self, last: int, going: bool) -> list[int]:
        """The names of a list that ends with an item. Where a blank parts them, `fires at 9A, 16A -1` is no list; `and`
        joins those that go."""
        found, loose = [last], 0
        while found[0] >= 2 and self._joins(found[0] - 2, found[0], going):
            loose = loose if self._is_tight(found[0]) else len(found)
            found.insert(0, found[0] - 2)
        before = self.items[found[0] - 1] if found[0] else None
        verb = before is not None and before.token.kind == WORD and not before.name
        if before and loose and verb and (before.low in AGAINST or not going):
            return found[-loose:]
        return found

    def _is_beside_going(self, at: int, before: int) -> bool:
        """Whether a word nobody has explained stands behind how a piece goes: `3Pz runs away Ford > Bonn`. No piece has
        been there, so it is no claim."""
        item = self.items[at]
        new = item.name is None and not has_digit(item.said)
        return new and before < at and self.items[before - 1].kind in (PIECE, SEVERAL)

    def _sides_before(self, at: int) -> tuple[str, ...]:
        """The sides that stand before an item, parted by commas without blanks."""
        return tuple(dict.fromkeys(name.side for n in self._listed(at - 1, False) if (name := self.items[n].name)))

    def _is_tight(self, at: int) -> bool:
        return self.items[at - 1].token.tight and self.items[at].token.tight

    def _before_going(self, at: int) -> int:
        """Where the words of going before an item begin, if they follow a known piece or place; else the item."""
        before = at
        while (
            before and before > at - FURTHER and self.items[before - 1].low in GOES and not self.items[before - 1].name
        ):
            before -= 1
        return before if before and self.items[before - 1].kind in (PIECE, SEVERAL, PLACE) else at

    def _target(self, at: int) -> int:
        """Where the place behind a sign stands: behind an article."""
        follows = at + 1 < len(self.items) and self.items[at].low == "the" and not self.items[at].name
        return at + 1 if follows else at

    def _may_be_place(self, at: int) -> bool:
        """Whether an item can be where something is: four digits can, as maps of hexes name their places, and so can
        a square such as D4, though one die is called like it."""
        if self._may_be_name(at):
            return True
        free = at < len(self.items) and at not in self.taken
        return free and (is_hex(self.items[at].said) or self._is_square(at))

    def _is_square(self, at: int) -> bool:
        """Whether a word such as D4 is no die."""
        word = self.items[at].low
        return word[:1] == "d" and dice_in(word) is not None and not self._shows(at)

    def _is_thrown(self, at: int) -> bool:
        """Whether a known square's name says a die, since it is written otherwise: `d4 3`."""
        item = self.items[at]
        return item.token.raw != item.said and self._shows(at)

    def _shows(self, at: int) -> bool:
        """Whether faces, or a sum, stand behind a die."""
        after = self.items[at + 1] if at + 1 < len(self.items) else None
        return after is not None and (after.token.kind == EQUALS or after.said == ":" or after.said.isdecimal())

    def _joins(self, one: int, other: int, going: bool) -> bool:
        """Whether two names are a list: unknown ones only where no blank parts them, or their form is that of
        pieces."""
        sign = self.items[one + 1]
        joined = sign.token.kind == COMMA or (going and sign.said in AND)
        if not (joined and self._may_be_name(one) and self._may_be_name(other)):
            return False
        kinds = {self.items[one].kind, self.items[other].kind}
        if kinds <= {PIECE, SEVERAL}:
            return True
        if kinds == {SIDE_NAME}:
            return self._is_tight(other)
        if PLACE in kinds and kinds <= {PLACE, ""}:
            return self._is_tight(other) or (sign.said in AND and kinds == {PLACE})
        both = (self.items[one].said, self.items[other].said)
        alike = kinds <= {PIECE, WORD_ONLY, ""} and all(map(has_digit, both))
        if going and sign.said in AND and kinds <= {PIECE, SEVERAL, ""} and all(name[0].isupper() for name in both):
            return True
        return alike or (self._is_tight(other) and kinds <= {PIECE, SEVERAL, WORD_ONLY, ""})

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

    def _is_apart(self, at: int) -> bool:
        """Whether a sign stands before an item and the sides before it, or nothing."""
        while at and self.items[at - 1].kind == SIDE_NAME:
            at -= 1
        return at == 0 or self._parts(at - 1)

    def _parts(self, at: int) -> bool:
        """Whether an item stands between two marks, or behind the last one, and says nothing."""
        item = self.items[at]
        return item.token.kind in (COMMA, REMARK) or item.said in PARTING

    def _is_signed(self, at: int) -> bool:
        """Whether a word is what the number behind it is about: `ann wood +2 clay -1`."""
        return at + 1 < len(self.items) and self.items[at + 1].token.kind in (CHANGE, EQUALS)

    def _in_prose(self, names: Sequence[Ref]) -> bool:
        """Whether a new word of small letters stands behind another such word: `Panther company > Bonn`."""
        if not self.first or names[0].kind != NEW or not names[0].name.islower() or has_digit(names[0].name):
            return False
        before = self.items[self.first - 1]
        return before.token.kind == WORD and not before.name and before.low not in OF_SENTENCES

    def _is_verb_of_known(self, names: Sequence[Ref]) -> bool:
        """Whether a new word says what a known piece does: `3Pz reduced > 2`."""
        behind = self.first is not None and self.first > 0 and self.items[self.first - 1].kind in (PIECE, SEVERAL)
        return behind and len(names) == 1 and names[0].kind == NEW and like_a_verb(names[0].name)
