"""What the cards of a game were worth: each against all that could have come in its place.

A card drawn is one of those not seen since the last shuffle, each as likely as the other; what it would have been worth
in that place is worked out for every one of them, by the game's module in `games`. Nothing is said of a card while some
that could have come have not been read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.kernel.entries import Entry, standing
from domain.kernel.errors import Unread
from domain.kernel.facts import Drawn, Fact
from domain.kernel.game import View
from domain.kernel.rules import Rules
from projections.report.odds import ChanceTally, card
from projections.shown import shown


class CardLuck(NamedTuple):
    """What a card was worth for a purpose, to whom, and whether more of it is good for that side."""

    entry: Entry
    side: str
    what: str
    more: bool
    tally: ChanceTally


class CardsDrawn:
    """Follows a game's standing entries, and says of each card what it was worth, if that is known."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules, self.state = rules, rules.initial
        self.prospect = shown(rules.code).report.prospect
        self.before = dict[type[Fact], Fact]()

    @property
    def topics(self) -> frozenset[str]:
        """The facts that are followed; all others may be left out."""
        return frozenset(self.rules.play.topics) - {kind.TOPIC for kind in shown(self.rules.code).report.unasked}

    def take(self, entry: Entry) -> CardLuck | None:
        if self.prospect is None:
            return None
        fact, state = entry.fact, self.state
        found = self._worth(entry, fact, state) if isinstance(fact, Drawn) else None
        self.before[type(fact)] = fact
        self.state = self.rules.fold(fact, state)
        return found

    def _worth(self, entry: Entry, drawn: Drawn, state: Any) -> CardLuck | None:
        assert self.prospect is not None
        of = self.prospect(drawn, state, self.before)
        if of is None:
            return None
        try:
            values = {item: of.worth(item) for item in of.left}
        except Unread:
            return None
        if drawn.item not in values:
            return None
        tally = ChanceTally(values[drawn.item], ((card(values.values()), 1),), (entry.version,))
        return CardLuck(entry, of.side, of.what, of.more, tally)


def lucks(game: View[Any]) -> Iterator[CardLuck]:
    """The cards of a game of which it is known what each was worth, in the order in which they were drawn."""
    following = CardsDrawn(game.rules)
    for entry in standing(game.entries):
        if found := following.take(entry):
            yield found
