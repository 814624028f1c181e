"""Chances, counted out: against every way to throw the dice and draw the cards, one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.report.odds import ChanceTally, card, die, odds, one_in, summed_chances

CHANCES = st.one_of(
    st.integers(1, 8).map(die),
    st.tuples(st.integers(0, 6), st.just(6)).map(lambda some: one_in(*some)),
    st.lists(st.integers(-2, 4), min_size=1, max_size=5).map(card),
)


@given(st.lists(CHANCES, max_size=4), st.data())
@settings(max_examples=60)
def test_sums_are_those_of_every_way(chances: list[tuple[int, tuple[int, ...]]], data: st.DataObject) -> None:
    """Given any dice and cards, then mean, variance, interval and likelihood are those of all ways they can fall,
    counted one by one."""
    faces = [[lowest + at for at, ways in enumerate(every) for _ in range(ways)] for lowest, every in chances]
    ways = Counter(sum(way) for way in product(*faces))
    count = prod(map(len, faces))
    shown = data.draw(st.sampled_from(sorted(ways)))
    tally = summed_chances([ChanceTally(0, ((chance, 1),)) for chance in chances])._replace(shown=shown)  # type: ignore[arg-type]
    mean = Fraction(sum(value * n for value, n in ways.items()), count)
    assert tally.expected == mean
    assert tally.variance == Fraction(sum(value * value * n for value, n in ways.items()), count) - mean**2
    low, high = tally.interval
    assert sum(n for value, n in ways.items() if low <= value <= high) * 100 >= 95 * count
    assert sum(n for value, n in ways.items() if value <= low) * 40 > count
    assert sum(n for value, n in ways.items() if value >= high) * 40 > count
    if len(ways) > 1 and shown != mean:
        assert tally.above == (1 if shown > mean else -1)
        assert tally.rarity == Fraction(
            sum(n for value, n in ways.items() if (value >= shown if shown > mean else value <= shown)), count
        )


def test_many_dice_are_as_exact_as_few() -> None:
    """Given 400 dice that hit on 5 and 6, then the mean is 400 / 3, and every one of 6 to the 400th ways is counted."""
    fair = odds(((one_in(2, 6), 400),))
    assert fair.mean == Fraction(400, 3)
    assert fair.all == 6**400
    assert fair.variance == 400 * Fraction(2, 9)
    assert odds(((die(6), 400),)).variance == 400 * Fraction(35, 12)


@pytest.mark.parametrize(
    ("values", "mean"), [((0, 0, 0, 1), Fraction(1, 4)), ((3, 3), Fraction(3)), ((-1, 2), Fraction(1, 2))]
)
def test_a_card_is_one_of_those_that_could_come(values: tuple[int, ...], mean: Fraction) -> None:
    assert ChanceTally(0, ((card(values), 1),)).expected == mean


def test_what_could_not_be_otherwise_is_neither_lucky_nor_unlucky() -> None:
    sure = ChanceTally(3, ((card((3, 3, 3)), 1),))
    assert (sure.above, sure.interval, ChanceTally(0).interval) == (0, (3, 3), (0, 0))
