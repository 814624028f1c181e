"""Decks and cups: what is left, what lies where, and what cannot come up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.chance import Cup, Deck
from domain.kernel.errors import RuleBroken
from domain.kernel.questions import Draw

DECK = Deck(cards=tuple("ABCDEFGH"))


def test_a_card_comes_up_once_between_shuffles() -> None:
    """DDaT 2.3."""
    deck = DECK.drawn("C", "track").drawn("A", "track")
    assert deck.left() == ("B", "D", "E", "F", "G", "H")
    assert deck.in_pile("track") == ("C", "A")
    assert deck.where("A") == "track"
    question = Draw(name="card", by="deck", rule="DDaT 2.3", words="a card", left=deck.left())
    assert "A cannot come up" in question.refuse("A")
    assert question.refuse("B") == ""


def test_piles_move_and_are_shuffled_in() -> None:
    """DDaT 4.0 V."""
    deck = DECK.drawn("A", "track").drawn("B", "discard").moved("track", "discard")
    assert deck.in_pile("discard") == ("A", "B")
    assert deck.shuffled("discard").left() == DECK.cards
    assert DECK.drawn("A", "out").drawn("B", "discard").shuffled("discard").left() == tuple("BCDEFGH")
    assert deck.shuffled() == DECK


def test_what_is_left_of_a_pile_dealt_face_down_goes_back_unseen() -> None:
    """DDaT 8.66."""
    deck = DECK.deal("jp", 3).deal("us", 2)
    assert deck.undealt() == 3
    deck = deck.drawn("E", "discard", from_pile="jp")
    assert deck.dealt == {"jp": 2, "us": 2}
    assert deck.undealt() == 3
    deck = deck.put_back("jp").put_back("us")
    assert deck.undealt() == 7
    assert len(deck.left()) == 7
    with pytest.raises(RuleBroken, match="8 cards are to be dealt, 7 are left"):
        deck.deal("jp", 8)


def test_a_cup_gives_back_what_was_set_aside() -> None:
    """IPH 5.6, 5.9."""
    cup = Cup(inside=("24-Move", "25-Move", "24-Move"))
    drawn = cup.drawn("24-Move")
    assert (drawn.inside, drawn.aside) == (("25-Move", "24-Move"), ("24-Move",))
    assert sorted(drawn.refilled().inside) == sorted(cup.inside)
    assert drawn.without("24-Move", "24-Move").inside == ("25-Move",)
    assert drawn.without("24-Move", "24-Move").aside == ()
    assert cup.drawn("24-Fight") == cup.but(aside=("24-Fight",))  # insisted on: there was none, and none is taken out


@given(
    st.lists(st.tuples(st.sampled_from(("draw", "deal", "reveal", "back", "shuffle")), st.integers(0, 7)), max_size=30)
)
def test_no_card_is_lost_and_none_comes_up_twice(steps: list[tuple[str, int]]) -> None:
    """DDaT 8.66: draw pile, piles dealt face down and cards seen are the whole deck at any time."""
    deck = DECK
    for what, n in steps:
        left = deck.left()
        if what == "draw" and deck.undealt():
            deck = deck.drawn(left[n % len(left)], "discard")
        elif what == "deal":
            deck = deck.deal("us", min(n, deck.undealt()))
        elif what == "reveal" and deck.dealt.get("us"):
            deck = deck.drawn(left[n % len(left)], "discard", from_pile="us")
        elif what == "back":
            deck = deck.put_back("us")
        elif what == "shuffle":
            deck = deck.shuffled("discard")
        assert deck.undealt() >= 0
        assert deck.undealt() + sum(deck.dealt.values()) + len(deck.seen) == len(deck.cards)
        assert not set(deck.left()) & set(deck.seen)
