"""FREE 2: the hearing. A line of paper, and the marks it holds.

It is a rule: whoever changes what it finds lists a `Mend`, with the next version. `tests/free/paper.txt` holds lines
with their meaning. Tokens become names and signs; each sign then looks at what stands directly beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.free.beside import Beside
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
    cut,
    dice_in,
    number_in,
    range_in,
)
from domain.free.marks import (
    NEW,
    NOBODYS,
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
    Ref,
    Throw,
    Went,
)
from domain.free.naming import (
    ARE,
    DRAWS,
    GOES,
    HAPPENS,
    NOWHERE,
    OUT,
    POINTS,
    ROLLS,
    has_digit,
    items_of,
    like_a_name,
    like_a_verb,
)
from domain.kernel.hexes import is_hex
from domain.kernel.limits import DICE, NAME


def hear_line(text: str, known: Known) -> Heard:
    """The marks of a line."""
    return _Line(tuple(items_of(cut(text), known)), known).heard()


class _Line(Beside):
    """One line as it is heard."""

    def heard(self) -> Heard:
        marks: list[Marked] = []
        at = 0
        while at < len(self.items):
            self.first = None
            mark, at = self._mark(at)
            if mark:
                marks.append(self._as_said(mark, at))
        taken = self.taken
        unread = [
            item.token.raw
            for n, item in enumerate(self.items)
            if item.token.number is not None and not item.name and n not in taken
        ]
        thrown = any(isinstance(mark, Throw) for mark in marks)
        named = tuple(self._ref(n) for n in range(len(self.items)) if self._on_map(n)) if thrown else ()
        pure = all(self._parts(n) for n in range(self.said, len(self.items)))
        return Heard(tuple(marks), tuple(unread), named, pure)

    def _as_said(self, mark: Marked, after: int) -> Marked:
        """A mark that ends before an item, with how it stands on the line."""
        first = self.first
        if first is None or not isinstance(mark, (Changes, Went, Held, Gone, Listed)):
            return mark
        apart = self._is_apart(first)
        while first > self.said and (self._parts(first - 1) or self.items[first - 1].kind == SIDE_NAME):
            first -= 1
        follows = isinstance(mark, Went) and after in self.behind
        ends = follows or after == len(self.items) or self._parts(after) or self._is_signed(after)
        plain = ends and first <= self.said
        if plain:
            self.said = after
        apart = apart and ends
        if isinstance(mark, (Changes, Went)) and (plain or apart):
            return mark._replace(plain=plain, apart=apart)
        return mark

    def _mark(self, at: int) -> tuple[Marked | None, int]:
        """The mark whose sign stands here, if one does, and where to go on."""
        item = self.items[at]
        if found := SIGNS.get(item.token.kind):
            return found(self, at)
        if item.name is None and (spoken := WORDS.get(item.low)):
            return spoken(self, at)
        thrown = self._is_thrown(at) if item.name else "d" in item.low
        if thrown and (dice := dice_in(item.token.raw)):
            return self._dice(at, dice)
        return None, at + 1

    def _called(self, at: int) -> tuple[Marked | None, int]:
        """`[2d6]`: dice that are asked for, unless their faces follow."""
        dice = dice_in(self.items[at].said.strip("[] "))
        return self._dice(at, dice, called=True) if dice else (None, at + 1)

    # ---- each sign ----

    def _changes(self, at: int) -> tuple[Marked | None, int]:
        number = self.items[at].token.number
        names, place = self._counted(at, going=False)
        if not names or number is None:
            return None, at + 1
        sign = "+" if self.items[at].said[0] == "+" else "-"
        return self._with_claim(at, Changes(names, sign, abs(number), place))

    def _counted(self, at: int, going: bool) -> tuple[tuple[Ref, ...], str]:
        """Whose number a sign says, and the place said before it."""
        if went := self.behind.get(at):
            change = self.items[at].token.kind == CHANGE
            after = at + 1 if change else at + 2
            if after < len(self.items) and self.items[after].token.kind == WORD and (change or self._is_points(after)):
                return (), ""  # 3Pz > Bonn +1 vp
            self.first = at
            several = went.names[0].kind == SEVERAL or went.many > 0
            return went.names, went.path[-1].name if several else ""
        names, place, _ = self._subject(at, going)
        return names, self._text(place)

    def _is_points(self, at: int) -> bool:
        return self.items[at].low in POINTS

    def _with_claim(self, at: int, mark: Changes) -> tuple[Marked | None, int]:
        self.taken.add(at)
        after = at + 1
        if len(mark.names) == 1 and after < len(self.items) and self.items[after].token.kind == CLAIM:
            self.taken.add(after)
            return mark._replace(claim=self.items[after].token.number), after + 1
        return mark, after

    def _claimed(self, at: int) -> tuple[Marked | None, int]:
        """A total behind a known name, without a change."""
        names, place, _ = self._subject(at, going=False)
        if len(names) != 1 or names[0].kind in (NEW, WORD_ONLY, PLACE):  # a place is no sum
            return None, at + 1
        self.taken.add(at)
        return Changes(names, "", 0, self._text(place), self.items[at].token.number), at + 1

    def _equals(self, at: int) -> tuple[Marked | None, int]:
        after = self.items[at + 1] if at + 1 < len(self.items) else None
        if after is None or after.token.kind not in (WORD, CHANGE):
            return None, at + 1
        if after.kind == SIDE_NAME or (after.name is None and after.low == NOBODYS):
            return self._held(at, after.name.side if after.name else ""), at + 2
        names, place = self._counted(at, going=True)
        if not names:
            return None, at + 1
        if after.name is None and (run := range_in(after.said)) and len(names) == 1:
            return (Listed(names[0], *run) if names[0].kind in (NEW, PILE) else None), at + 2
        if (number := after.token.number) is None:
            return None, at + 1
        self.taken.add(at + 1)
        return self._with_claim(at + 1, Changes(names, "=", number, place))

    def _held(self, at: int, side: str) -> Held | None:
        """Whose the places or pieces before the sign are: of `3Pz > Bonn =Soviet` the place, and of `3Pz > Bonn and
        Fulda =Soviet` the second one."""
        names, place, _ = self._subject(at)
        names = names[1:] if len(names) > 1 and self.first in self.reached else names
        held = names and place is None and all(name.kind in (PLACE, PIECE, NEW) for name in names)
        return Held(names, side) if held else None

    def _went(self, at: int) -> tuple[Marked | None, int]:
        names, place, many = self._subject(at)
        path: list[int] = []
        after = at
        while after < len(self.items) and self.items[after].token.kind == ARROW:
            target = self._target(after + 1)
            if not self._may_be_place(target):
                break
            path.append(target)
            after = target + 1
        if not names or not path or any(self.items[n].kind not in (PLACE, "") for n in path) or self._in_prose(names):
            return None, max(after, at + 1)
        return self._followed(self._gone_to(names, path, place, many), after)

    def _gone_to(self, names: tuple[Ref, ...], path: Sequence[int], place: int | None, many: int | None) -> Went | None:
        if any(name.kind not in (PIECE, SEVERAL, NEW, WORD_ONLY) or name.name.casefold() in GOES for name in names):
            return None
        if self._is_verb_of_known(names) or any(name.kind == NEW and name.name in HAPPENS for name in names):
            return None
        count = self.items[many].token.number or 0 if many is not None else 0
        if many is not None:
            self.taken.add(many)
        return Went(names, tuple(self._ref(n) for n in path), self._text(place), count)

    def _to(self, at: int) -> tuple[Marked | None, int]:
        """`to` marks a move only between known pieces and a known place."""
        names, place, many = self._subject(at)
        known = names and all(name.kind in (PIECE, SEVERAL) for name in names)
        target = self._target(at + 1)
        if not known or not self._may_be_name(target) or self.items[target].kind != PLACE:
            return None, at + 1
        return self._followed(self._gone_to(names, (target,), place, many), target + 1)

    def _followed(self, went: Went | None, after: int) -> tuple[Went | None, int]:
        """A mark that ends with a place. A number directly behind it is of who is there: `3Pz at Bonn =4`."""
        self.reached |= {after - 1} if went else set()
        if went and after < len(self.items) and self.items[after].token.kind in (EQUALS, CHANGE):
            self.behind[after] = went
        return went, after

    def _at(self, at: int) -> tuple[Marked | None, int]:
        """`at` says where pieces are that stand nowhere yet; names that nobody knows only where their form says so, or
        where the line says nothing else."""
        sign = self._number_before(at)
        names, place, many = self._subject(sign)
        target = self._target(at + 1)
        if not names or place is not None or not self._may_be_place(target):
            return None, at + 1
        there, alone = self.items[target], self._alone(sign, len(names), target)
        known = all(one.kind in (PIECE, SEVERAL) or has_digit(one.name) for one in names)
        capital = sign >= 2 * len(names) and all(like_a_name(one.name) for one in names)  # not of a sentence
        form = alone or like_a_name(there.said) or ((known or capital) and is_hex(there.said))
        fits = there.kind == PLACE or (not there.kind and form)
        asks = target + 1 < len(self.items) and self.items[target + 1].said in ("?", ":")  # a heading, `CC at Bonn: …`
        new = any(one.kind not in (PIECE, SEVERAL) for one in names)
        if (
            not fits
            or (asks and new)
            or any(
                not (one.kind in (PIECE, SEVERAL) or many is not None or self._may_be_new(one, alone)) for one in names
            )
        ):
            return None, at + 1
        went = self._gone_to(names, (target,), None, many)
        return self._followed(went._replace(stays=True) if went else None, target + 1)

    def _number_before(self, at: int) -> int:
        """Where the sign of `16A =4 at Bonn` stands: the names are before it."""
        number = at >= 2 and at - 1 in self.taken and self.items[at - 2].token.kind == EQUALS
        return at - 2 if number else at

    def _alone(self, at: int, names: int, target: int) -> bool:
        """Whether names, `at` and a place are all that a line says, up to the next sign."""
        first = at - 2 * names + 1
        begins = first == 0 or (first == 1 and self.items[0].kind == SIDE_NAME)
        ends = target + 1 == len(self.items) or self.items[target + 1].token.kind != WORD
        return begins and ends and self.items[target].low not in NOWHERE

    @staticmethod
    def _may_be_new(name: Ref, alone: bool) -> bool:
        named = name.kind == NEW and alone and not like_a_verb(name.name)
        return named or (name.kind in (NEW, WORD_ONLY) and like_a_name(name.name))

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
        faces: list[str] = []
        while after < len(self.items) and (shown := self._shown_at(after)):
            self.taken.add(after)
            faces += shown
            after += 1
        if faces:
            return Throw(
                len(faces), self.known.die.sides, tuple(faces), named=True, after=self._named_before(at)
            ), after
        return self._dice(at, Dice(0, self.known.die.sides))

    def _shown_at(self, at: int) -> list[str]:
        """The faces of a usual die that shows words, or begins with 0."""
        low, faces = self.items[at].low, self.known.die.faces
        if low in faces:
            return [low]
        digits = low.isdecimal() and all(digit in faces for digit in low) and "10" not in faces
        return [*low] if digits else []

    def _dice(self, at: int, dice: Dice, *, called: bool = False) -> tuple[Marked | None, int]:
        """Dice with the faces behind them; `=` before their sum. A count of 0 takes as many as there are."""
        self.taken.add(at)
        after, before = at + 1, self._named_before(at)
        if after < len(self.items) and self.items[after].said == ":" and self._faces_at(after + 1, dice):
            after += 1
        if dice.many and (total := self._sum_at(after)) is not None:
            self.taken.add(after + 1)
            return Throw(dice.many, dice.sides, (), total, after=before), after + 2
        faces: list[str] = []
        while found := self._faces_at(after, dice):
            if dice.many and len(faces) + len(found) > dice.many and not self._are_faces(found, faces, dice):
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

    @staticmethod
    def _are_faces(found: Sequence[str], before: Sequence[str], dice: Dice) -> bool:
        """Whether a number shows more faces than there are dice, `2d6 652`, and is nothing else."""
        return dice.many > 1 and not before and all(0 < int(face) <= dice.sides for face in found)

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
        if item.token.kind != WORD or not item.said.isascii() or len(item.said) > DICE:
            return []
        apart = item.said.replace("/", "-").split("-")  # 6-4, 8/3
        if not all(part.isdecimal() and (len(apart) == 1 or len(part) < 4) for part in apart):
            return []
        return [*"".join(apart)] if dice.sides < 10 else apart

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
