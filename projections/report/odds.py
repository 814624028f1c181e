"""Chance, counted out: sums of dice and cards are exact, not taken from a bell curve."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NamedTuple

TAIL = Fraction(1, 40)
"""What an interval leaves out at either end: it holds at least 95 of 100 values."""


class Distribution(NamedTuple):
    """A die, a card: the values from `lowest` on, and how many of the equally likely ways there are to each."""

    lowest: int
    ways: tuple[int, ...]


@lru_cache(maxsize=256)
def die(sides: int) -> Distribution:
    """A fair die."""
    return Distribution(1, (1,) * sides)


@lru_cache(maxsize=256)
def one_in(ways: int, of: int) -> Distribution:
    """What happens in so many of the equally likely ways, or does not."""
    return Distribution(0, (of - ways, ways))


def card(values: Iterable[int]) -> Distribution:
    """A card drawn blindly from those that have these values."""
    count = Counter(values)
    every = gcd(*count.values())
    return Distribution(min(count), tuple(count[value] // every for value in range(min(count), max(count) + 1)))


class Odds(NamedTuple):
    """How many ways lead to each value from `lowest` on, and how many there are in all."""

    lowest: int
    ways: tuple[int, ...]
    all: int

    @property
    def mean(self) -> Fraction:
        return Fraction(sum((self.lowest + n) * ways for n, ways in enumerate(self.ways)), self.all)

    @property
    def variance(self) -> Fraction:
        return Fraction(sum((self.lowest + n) ** 2 * ways for n, ways in enumerate(self.ways)), self.all) - self.mean**2

    def at_least(self, value: int) -> Fraction:
        return Fraction(sum(self.ways[max(0, value - self.lowest) :]), self.all)

    def at_most(self, value: int) -> Fraction:
        return Fraction(sum(self.ways[: max(0, value - self.lowest + 1)]), self.all)

    @property
    def interval(self) -> tuple[int, int]:
        """Less than the first, and more than the second, comes at most 25 times in 1,000 each."""
        low = high = 0
        below = above = 0
        while (below + self.ways[low]) * TAIL.denominator <= self.all * TAIL.numerator:
            below += self.ways[low]
            low += 1
        while (above + self.ways[-1 - high]) * TAIL.denominator <= self.all * TAIL.numerator:
            above += self.ways[-1 - high]
            high += 1
        return self.lowest + low, self.lowest + len(self.ways) - 1 - high


Chances = tuple[tuple[Distribution, int], ...]
"""Independent chances that are added up, and how many there are of each."""


@lru_cache(maxsize=4096)
def odds(chances: Chances) -> Odds:
    """The sum of these chances."""
    lowest, ways = 0, tuple[int, ...]((1,))
    for chance, count in chances:
        lowest += chance.lowest * count
        ways = _together(ways, _power(chance.ways, count))
    return Odds(lowest, ways, sum(ways))


def _power(ways: Sequence[int], count: int) -> tuple[int, ...]:
    """As many ways as there are when the same chance is taken so many times; there is a way to its first value and to
    its last.

    Euler's rule for powers of a power series: each number follows from the few before it, and stays whole.
    """
    first = next(n for n, found in enumerate(ways) if found)
    base = ways[first:]
    found = [base[0] ** count]
    for at in range(1, (len(base) - 1) * count + 1):
        terms = (
            (step * count - at + step) * base[step] * found[at - step] for step in range(1, min(at, len(base) - 1) + 1)
        )
        found.append(sum(terms) // (at * base[0]))
    return (0,) * (first * count) + tuple(found)


def _together(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    found = [0] * (len(one) + len(other) - 1)
    for at, ways in enumerate(one):
        if ways:
            for beyond, more in enumerate(other):
                found[at + beyond] += ways * more
    return tuple(found)


class ChanceTally(NamedTuple):
    """What chance showed, and what it could have shown: a single roll, fire or card, or many added up."""

    shown: int
    chances: Chances = ()
    entries: tuple[int, ...] = ()

    @property
    def odds(self) -> Odds:
        return odds(self.chances)

    @property
    def expected(self) -> Fraction:
        return self.odds.mean

    @property
    def variance(self) -> Fraction:
        return self.odds.variance

    @property
    def interval(self) -> tuple[int, int]:
        """At least 95 of 100 values of fair chance lie between these, or are one of them."""
        return self.odds.interval

    @property
    def above(self) -> int:
        """1 where more was shown than expected, -1 where less, 0 where that or where nothing else could be shown."""
        return (self.shown > self.expected) - (self.shown < self.expected) if self.variance else 0

    @property
    def rarity(self) -> Fraction:
        """How likely fair chance goes as far or further: shows as much or more, or, where less was shown than expected,
        as little or less."""
        return self.odds.at_most(self.shown) if self.above < 0 else self.odds.at_least(self.shown)


def summed_chances(tallies: Iterable[ChanceTally]) -> ChanceTally:
    """Independent chances, added up."""
    shown, entries, chances = 0, list[int](), Counter[Distribution]()
    for tally in tallies:
        shown += tally.shown
        entries += tally.entries
        for chance, count in tally.chances:
            chances[chance] += count
    return ChanceTally(shown, tuple(sorted(chances.items())), tuple(entries))
