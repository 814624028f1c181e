"""What the cards of a game were worth: each against all that could have come in its place.

A card drawn is one of those not seen since the last shuffle, each as likely as the other; what it would have been worth
in that place is worked out for every one of them, by the game's module in `games`. Nothing is said of a card while some
that could have come have not been read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.kernel.entries import Entry
from domain.kernel.errors import Unread
from domain.kernel.facts import Drawn, Fact
from domain.kernel.game import View
from projections.report.counting import played
from projections.report.odds import ChanceTally, card
from projections.shown import shown


class CardLuck(NamedTuple):
    """What a card was worth for a purpose, to whom, and whether more of it is good for that side."""

    entry: Entry
    side: str
    what: str
    more: bool
    tally: ChanceTally


def lucks(game: View[Any]) -> Iterator[CardLuck]:
    """The cards of a game of which it is known what each was worth, in the order in which they were drawn."""
    prospect = shown(game.rules.code).report.prospect
    if prospect is None or not any(isinstance(entry.fact, Drawn) for entry in game.entries):
        return
    before = dict[type[Fact], Fact]()
    for entry, state, _ in played(game):
        fact = entry.fact
        if isinstance(fact, Drawn) and (of := prospect(fact, state, before)):
            try:
                values = {item: of.worth(item) for item in of.left}
            except Unread:
                values = {}
            if fact.item in values:
                tally = ChanceTally(values[fact.item], ((card(values.values()), 1),), (entry.version,))
                yield CardLuck(entry, of.side, of.what, of.more, tally)
        before[type(fact)] = fact
