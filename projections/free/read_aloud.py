"""A line of paper as a story has it: its marks are read aloud, `1B > Bridge` as `1B goes to Bridge`; all else is the
player's. Only those marks are read of which the record says the same."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from domain.free.cutting import ARROW, CHANGE, CLAIM, COMMA, EQUALS, WORD, Token, cut, dice_in, range_in
from domain.free.facts import LineSaid
from domain.free.naming import GOES, OUT
from domain.free.state import side_code
from domain.kernel import english
from projections.stories.words import count_of

JOINS = re.compile(r"(?:,|\band|&)\s*$", re.IGNORECASE)
"""What stands between the names of a list."""
LOST, GAINED = re.compile(r"\bsteps?(?: back)?(?: each)?$"), re.compile(r"\b(?:points?|by \d+)$")
"""How changes end that have been read, of steps and of what is counted."""
ARTICLE = re.compile(r"\b(?:an?|the)$", re.IGNORECASE)
"""Behind this a word is no side's name: a red flag."""
BEGINS = re.compile(r"(?:^|[,:;.\"”)]|\band|\d)\s*$", re.IGNORECASE)
"""What a clause stands behind."""
DICE = re.compile(r"(?:^|[,:;.\"”)]\s*|\band\s+)(\d*[dD]\d+)$")
"""Dice with which a clause begins."""


def read_aloud(fact: LineSaid, sides: Mapping[str, str], rolled: Collection[Sequence[int]] = ()) -> str:
    """The words of a line with its marks in words. `rolled` are the dice that the record has beside it."""
    reader = _Reader(fact, sides, rolled)
    tokens = list(cut(fact.text))
    skipped = 0
    for at, token in enumerate(tokens):
        if skipped:
            skipped -= 1
            continue
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        words, skipped = reader.read(token, following)
        listed = token.kind == WORD and at > 0 and tokens[at - 1].kind == COMMA and token.number is None
        reader.say(words, tight=token.tight and words == token.raw and not listed)
    return reader.said


class _Reader:
    """A line, as far as it has been read."""

    def __init__(self, fact: LineSaid, sides: Mapping[str, str], rolled: Collection[Sequence[int]]) -> None:
        self.fact, self.sides, self.rolled = fact, sides, rolled
        self.said = ""
        self.way = 0
        """Where the last arrow stood; 0 before the first."""

    def say(self, words: str, *, tight: bool) -> None:
        apart = "" if tight or not self.said else " "
        self.said += apart + words

    def read(self, token: Token, following: Token | None) -> tuple[str, int]:
        """A token in words, and how many behind it they take up."""
        words, taken = "", 0
        if token.kind == ARROW:
            words = self._arrow()
        elif token.kind == CHANGE:
            words = self._change(token.number or 0)
        elif token.kind == CLAIM:
            words = self._claim(token)
        elif token.kind == EQUALS and following is not None:
            words, taken = self._equals(following), 1
        elif token.raw.casefold() in OUT and (those := self._before(self._lost())):
            words = f"{_verb(those, 'are', 'is')} {token.raw}"
        elif token.kind == WORD:
            words = self._whose(token.raw) or self._lying(token.raw)
        return (words, taken) if words else (token.raw, 0)

    # ---- each mark ----

    def _arrow(self) -> str:
        if not self.fact.moved:
            return ""
        before, _, word = self.said.rpartition(" ")
        way = self.said[self.way :] if self.way else ""
        self.way = len(self.said)
        if word.casefold() in GOES:
            return "to"
        if goers := self._before(self.fact.moved):
            return f"{_verb(goers, 'go', 'goes')} to"
        if way and not re.search(r"[,:;]", way):
            return "and on to"
        whole, self.said = self.said, before
        if goers := self._before(self.fact.moved):
            return f"{_verb(goers, 'go', 'goes')} from {word} to"
        self.said = whole
        return "to"

    def _change(self, amount: int) -> str:
        steps = count_of(abs(amount), "step")
        if amount < 0 and (those := self._before(self._lost())):
            return f"{_verb(those, 'lose', 'loses')} {steps}{' each' * (len(those) > 1)}"
        if amount > 0 and (those := self._before([one.unit for one in self.fact.gains])):
            return f"{_verb(those, 'get', 'gets')} {steps} back{' each' * (len(those) > 1)}"
        if self._before(self._scoring()):
            return f"{'scores' if amount > 0 else 'loses'} {count_of(abs(amount), 'point')}"
        return f"{'rises' if amount > 0 else 'falls'} by {abs(amount)}" if self._counts() else ""

    def _claim(self, token: Token) -> str:
        if LOST.search(self.said):
            return f"({token.number} left)"
        if token.number is not None and (those := self._before([piece.unit for piece in self.fact.pieces])):
            return f"{_verb(those, 'have', 'has')} {count_of(token.number, 'step')} left"
        return f"({token.number} in all)" if GAINED.search(self.said) else ""

    def _equals(self, following: Token) -> str:
        held = {place: self.sides.get(side, side) for place, side in self.fact.holds.items()}
        if places := self._before(held):
            place = places[-1]
            theirs = side_code(following.raw) == self.fact.holds[place]
            return f"falls to {held[place]}" if theirs else ""
        if (run := range_in(following.raw)) and self._before(self.fact.piles):
            return f"holds {run[0]} to {run[1]}"
        if following.number is None:
            return ""
        if (dice := self._dice()) and following.number in [one.total for one in self.fact.thrown]:
            return f"{_verb(dice, 'come', 'comes')} to {following.number}"
        if those := self._before([piece.unit for piece in self.fact.pieces if piece.counted]):
            return f"{_verb(those, 'have', 'has')} {count_of(following.number, 'step')}"
        return f"stands at {following.number}" if self._counts() or self._before(self._scoring()) else ""

    def _whose(self, word: str) -> str:
        """The name of a side that a player wrote by its code, `ann` or `ann's`; "" for any other word."""
        name, mark, of = word.partition("'")
        plain = name in self.sides and not ARTICLE.search(self.said)
        return f"{self.sides[name]}{mark}{of}" if plain else ""

    def _lying(self, word: str) -> str:
        """The dice behind the word of a throw, as they lie; "" for any other word."""
        lie = [list(map(str, faces)) for faces in self.rolled]
        faces = next((faces for faces in ([*word], [word]) if faces in lie), [])
        if not faces or not (dice := self._dice()):
            return ""
        *others, last = faces
        return f"{_verb(dice, 'show', 'shows')} {' and '.join(filter(None, (', '.join(others), last)))}"

    # ---- whose mark it is ----

    def _before(self, some: Collection[str]) -> list[str]:
        """Those of some names that stand directly before this, as a list with which a clause begins; it is then one
        with `and`."""
        found, written, rest = list[str](), list[str](), self.said
        while one := _last(rest, some):
            found.insert(0, one)
            written.insert(0, rest[-len(one) :])
            rest = rest[: -len(one)].rstrip()
            joined = JOINS.search(rest)
            if not joined or not _last(rest[: joined.start()], some):
                break
            rest = rest[: joined.start()].rstrip()
        if not BEGINS.search(rest):
            return []
        if len(found) > 1:
            self.said = f"{rest} {english.names(written)}".strip()
        return found

    def _dice(self) -> list[str]:
        """The dice that a clause begins with directly before this, each by the word for all."""
        word = DICE.search(self.said)
        thrown = dice_in(word[1]) if word else None
        return [word[1]] * thrown.many if word and thrown else []

    def _lost(self) -> list[str]:
        return [one.unit for one in self.fact.losses]

    def _scoring(self) -> list[str]:
        those = [point.side for point in self.fact.points]
        return [name for side in those for name in (side, self.sides.get(side, side))]

    def _counts(self) -> bool:
        """Whether something counted stands before this; it is then its side's, where it is said whose."""
        tracks = [track.name for track in self.fact.tracks]
        if owned := self._before(tracks):
            side, _, what = owned[-1].partition(" ")
            if what and side in self.sides:
                self.said = f"{self.said[: -len(owned[-1])]}{self.sides[side]}'s {what}"
            return True
        return bool(self._before([name.partition(" ")[2] for name in tracks if " " in name]))


def _last(said: str, some: Collection[str]) -> str:
    """The name with which this ends; "" for none."""
    low = said.casefold()
    ends = (name for name in some if low.endswith(name.casefold()))
    whole = (name for name in ends if not re.search(r"[\w-]$", low.removesuffix(name.casefold())))
    return max(whole, key=len, default="")


def _verb(those: list[str], many: str, one: str) -> str:
    return one if len(those) == 1 else many
