"""The story of a game by lines of paper: the players' lines, each a sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from domain.free.facts import LineSaid
from domain.kernel.entries import Entry
from domain.kernel.facts import Rolled
from domain.kernel.game import View
from projections.free.read_aloud import read_aloud
from projections.free.tables import set_up_lines
from projections.stories import Sentence, opened
from projections.stories import Teller as Plain
from projections.stories.words import capital, sentence


class Teller(Plain):
    """Tells the lines with their marks in words. Nothing else of what the record makes of them is told again, and no
    line that the table of the set-up shows."""

    def __init__(self, game: View[Any]) -> None:
        super().__init__(game)
        self._set_up = set_up_lines(game)
        self._rolled = defaultdict[int, list[Sequence[int]]](list)
        """The dice of each line, by its declaration."""

    def tell(self, entries: Sequence[Entry]) -> None:
        for path, group in groupby(entries, key=lambda entry: entry.moment.path[1:]):
            said = [one for entry in group if (one := self._said(entry))]
            if said and path and len(self.game.rules.play.sequence.ids) > 1:
                said[0] = Sentence(f"{capital(path[-1])}: {said[0].words}", said[0].entries)
            self.paragraph(*said)

    def _said(self, entry: Entry) -> Sentence | None:
        fact, sides = entry.fact, self.game.rules.sides
        if isinstance(fact, Rolled):
            self._rolled[entry.of].append(fact.dice)
        if not isinstance(fact, LineSaid):
            return opened(entry, sides)
        if entry.version in self._set_up:
            return None
        phase = self.game.rules.play.sequence.by_id.get(entry.moment.ids[-1] if entry.moment.ids else "")
        theirs = not fact.side or (phase is not None and phase.side == fact.side)
        words = read_aloud(fact, sides, self._rolled.pop(entry.of, ()))
        whose = "" if theirs else f"{sides.get(fact.side, fact.side)}: "
        return Sentence(sentence(f"{whose}{words}"), (entry.version,))

    def _line(self, words: str, entries: tuple[int, ...]) -> None:
        """Writes a line without joining it to the one before: the words are the players'."""
        links, self._links = self._links, 0
        before, self.lines = self.lines, []
        super()._line(words, entries)
        self.lines, self._links = [*before, *self.lines], links
