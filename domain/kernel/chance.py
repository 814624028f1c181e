"""Decks and cups. The items still to be drawn are state; a draw is an answer.

A deck knows which items have been seen since the last shuffle, and where they lie. It counts piles dealt face down,
without knowing them; their undrawn cards go back on top, still unseen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from domain.kernel.errors import RuleBroken
from domain.kernel.facts import Frozen
from domain.kernel.limits import Count
from domain.kernel.state import Named

CARD, PILE = "card", "pile"
"""The kinds of names that a deck has in a state: its cards, and the piles they may lie on."""


class Deck(Frozen):
    """Numbered cards, a draw pile, and where each card seen since the last shuffle lies.

    `dealt` counts the face-down cards of each pile dealt from the top; they are still unseen, so any of them may be any
    unseen card.
    """

    cards: tuple[str, ...]
    seen: Mapping[Annotated[str, Named(CARD)], Annotated[str, Named(PILE)]] = {}
    dealt: Mapping[Annotated[str, Named(PILE)], Count] = {}

    def left(self) -> tuple[str, ...]:
        """The cards that may still come up, in their own order."""
        return tuple([card for card in self.cards if card not in self.seen])

    def in_pile(self, pile: str) -> tuple[str, ...]:
        """The seen cards that lie in a pile, in the order they were drawn."""
        return tuple(card for card, where in self.seen.items() if where == pile)

    def undealt(self) -> int:
        """The number of cards left in the draw pile itself."""
        return len(self.cards) - len(self.seen) - sum(self.dealt.values())

    def where(self, card: str) -> str:
        """The pile a card lies in; "" if it has not been seen. Refusals tell it."""
        return self.seen.get(card, "")

    def drawn(self, card: str, to: str, from_pile: str = "") -> Deck:
        """The deck after a card came up, from the draw pile or a face-down pile, and was laid on the pile `to`."""
        dealt = dict(self.dealt)
        if from_pile and dealt.get(from_pile):
            dealt[from_pile] -= 1
        return self.but(seen={**self.seen, card: to}, dealt={k: n for k, n in dealt.items() if n})

    def deal(self, pile: str, count: int) -> Deck:
        """The deck after cards were dealt face down from the top. Raises RuleBroken when there are not so many."""
        if count > self.undealt():
            raise RuleBroken("", f"{count} cards are to be dealt, {self.undealt()} are left")
        return self.but(dealt={**self.dealt, pile: self.dealt.get(pile, 0) + count})

    def put_back(self, pile: str) -> Deck:
        """The deck after what was left of a face-down pile went back on top, still unseen."""
        return self.but(dealt={name: n for name, n in self.dealt.items() if name != pile})

    def moved(self, pile: str, to: str) -> Deck:
        """The deck after all seen cards of one pile went to another."""
        return self.but(seen={card: to if where == pile else where for card, where in self.seen.items()})

    def shuffled(self, *piles: str) -> Deck:
        """The deck after the cards of these piles went back into it; all seen cards when none is named."""
        kept = {card: where for card, where in self.seen.items() if piles and where not in piles}
        return self.but(seen=kept)


class Cup(Frozen):
    """Chits drawn blindly: those in the cup, and those set aside since."""

    inside: tuple[str, ...]
    aside: tuple[str, ...] = ()

    def drawn(self, chit: str) -> Cup:
        """The cup after a chit was pulled and set aside. Of several alike, one goes."""
        inside = list(self.inside)
        if chit in inside:
            inside.remove(chit)
        return self.but(inside=tuple(inside), aside=(*self.aside, chit))

    def refilled(self) -> Cup:
        """The cup with everything that was set aside back in it."""
        return self.but(inside=(*self.inside, *self.aside), aside=())

    def without(self, *chits: str) -> Cup:
        """The cup without these chits: they left the game, from the cup or from what was set aside."""
        inside, aside = list(self.inside), list(self.aside)
        for chit in chits:
            if chit in inside:
                inside.remove(chit)
            elif chit in aside:
                aside.remove(chit)
        return self.but(inside=tuple(inside), aside=tuple(aside))
